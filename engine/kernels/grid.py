"""Where the coordinates of a sampling grid fall among elements, along one axis.

-1 and 1 are the centres of the first and last elements (`align`) or their outer edges. What lies
outside stays there ('zeros'), moves to the border, or is reflected at it.
Source: torch aten/src/ATen/native/GridSampler.h.
"""

from __future__ import annotations

import numpy as np

PADDINGS = ("zeros", "border", "reflection")


def located(coordinates: np.ndarray, size: int, padding: str, align: bool) -> np.ndarray:
    """The places of coordinates, counted in elements."""
    half = (size - 1) / 2 if align else size / 2
    places = (coordinates + 1) * half
    return padded(places if align else places - 0.5, size, padding, align)


def padded(places: np.ndarray, size: int, padding: str, align: bool) -> np.ndarray:
    """Places brought inside as the padding says; nan goes to the first element."""
    if padding == "zeros":
        return places
    if padding == "reflection":
        places = _reflected(places, size, align)
    return np.fmin(np.fmax(places, 0), size - 1)


def _edges(size: int, align: bool) -> tuple[float, float]:
    """Where the mirror lies, and how far it is to the other one."""
    return (0, size - 1) if align else (-0.5, size)


def _reflected(places: np.ndarray, size: int, align: bool) -> np.ndarray:
    low, span = _edges(size, align)
    if not span:
        return np.zeros_like(places)
    away = np.abs(places - low)
    rest = np.fmod(away, span)
    return np.where(np.floor(away / span) % 2 == 0, rest + low, span - rest + low)


def slopes(coordinates: np.ndarray, size: int, padding: str, align: bool) -> np.ndarray:
    """How fast places move with coordinates: 0 where they are held at the border."""
    out = np.full_like(coordinates, (size - 1) / 2 if align else size / 2)
    if padding == "zeros":
        return out
    places = located(coordinates, size, "zeros", align)
    if padding == "reflection":
        low, span = _edges(size, align)
        if not span:
            return np.zeros_like(coordinates)
        back = (places < low) ^ (np.floor(np.abs(places - low) / span) % 2 != 0)
        out[back] *= -1
        places = _reflected(places, size, align)
    out[~((places > 0) & (places < size - 1))] = 0
    return out


def taps(
    coordinates: np.ndarray, size: int, mode: str, padding: str, align: bool
) -> tuple[np.ndarray, np.ndarray]:
    """The elements around each place, along a new axis before the last, and which exist."""
    if mode == "nearest":
        at = np.rint(located(coordinates, size, padding, align))[..., None, :]
    else:
        cubic = mode == "bicubic"
        places = located(coordinates, size, "zeros" if cubic else padding, align)
        steps = np.arange(-1, 3) if cubic else np.arange(2)
        at = np.floor(places)[..., None, :] + steps[:, None]
        at = padded(at, size, padding, align) if cubic else at
    inside = (at >= 0) & (at < size)
    return np.where(inside, at, 0).astype(np.int64), inside
