"""The activations: modules around functions of single elements, and softmax and its kin."""

from __future__ import annotations

from typing import Any

from ...dtypes import DType
from ...ops.public import call
from ...tensor import Tensor
from . import init
from .functional import F
from .module import Module
from .parameter import parameter


class _InPlace(Module):
    """An activation whose one setting is whether it writes into its input."""

    _init_shown = "each"
    _forward_shown = "each"
    function: str

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return getattr(F, self.function)(input, inplace=self.inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """max(x, 0)."""

    function = "relu"


class SiLU(_InPlace):
    """x times sigmoid(x)."""

    function = "silu"


class Mish(_InPlace):
    """x times tanh(softplus(x))."""

    function = "mish"


class SELU(_InPlace):
    """ELU scaled so that activations normalise themselves."""

    function = "selu"


class _SilentInPlace(_InPlace):
    """One whose text does not show the setting."""

    def extra_repr(self) -> str:
        return ""


class Hardsigmoid(_SilentInPlace):
    """Sigmoid in straight pieces."""

    function = "hardsigmoid"


class Hardswish(_SilentInPlace):
    """x times hardsigmoid(x)."""

    function = "hardswish"


class _Plain(Module):
    """An activation without settings."""

    _forward_shown = "each"
    function: str

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return getattr(F, self.function)(input)


class Sigmoid(Module):
    """1 / (1 + exp(-x))."""

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return call("sigmoid", input)


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return call("tanh", input)


class LogSigmoid(_Plain):
    """The logarithm of sigmoid."""

    function = "logsigmoid"


class Softsign(_Plain):
    """x / (1 + abs(x))."""

    function = "softsign"


class Tanhshrink(_Plain):
    """x - tanh(x)."""

    function = "tanhshrink"


def _behind(text: str, inplace: bool) -> str:
    """Settings with `inplace` behind them where it is set."""
    return f"{text}, inplace=True" if inplace else text


class Threshold(Module):
    """x where it is above a threshold, else a fixed value."""

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        return _behind(f"threshold={self.threshold}, value={self.value}", self.inplace)


class RReLU(Module):
    """LeakyReLU with a random slope while training, the mean slope otherwise."""

    def __init__(
        self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False
    ) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        return _behind(f"lower={self.lower}, upper={self.upper}", self.inplace)


class Hardtanh(Module):
    """x cut off at two values."""

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ) -> None:
        super().__init__()
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(
                f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})"
            )

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        return _behind(f"min_val={self.min_val}, max_val={self.max_val}", self.inplace)


class ReLU6(Hardtanh):
    """x cut off at 0 and 6."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        return "inplace=True" if self.inplace else ""


class _WithAlpha(Module):
    """An exponential linear unit with a scale."""

    _init_shown = "each"
    _forward_shown = "each"
    function: str

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return getattr(F, self.function)(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        return _behind(f"alpha={self.alpha}", self.inplace)


class ELU(_WithAlpha):
    """x where positive, else alpha (exp(x) - 1)."""

    function = "elu"


class CELU(_WithAlpha):
    """x where positive, else alpha (exp(x / alpha) - 1)."""

    function = "celu"


class LeakyReLU(Module):
    """x where positive, else a small slope times x."""

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        return _behind(f"negative_slope={self.negative_slope}", self.inplace)


class GLU(Module):
    """The first half of an axis times the sigmoid of the second."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The gated half."""
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class GELU(Module):
    """x times the normal distribution function of x."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        return f"approximate={self.approximate!r}"


class _Shrink(Module):
    """An activation that is zero around zero."""

    _init_shown = "each"
    _forward_shown = "each"
    function: str

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return getattr(F, self.function)(input, self.lambd)

    def extra_repr(self) -> str:
        return f"{self.lambd}"


class Hardshrink(_Shrink):
    """x where its size is above lambd, else zero."""

    function = "hardshrink"


class Softshrink(_Shrink):
    """x moved towards zero by lambd."""

    function = "softshrink"


class Softplus(Module):
    """log(1 + exp(beta x)) / beta."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """LeakyReLU whose slope is a parameter."""

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = parameter(num_parameters, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the slopes to what they were at first."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """The function of each element."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"


class _AlongAxis(Module):
    """An activation that normalises along an axis."""

    _init_shown = "each"
    _forward_shown = "each"
    function: str

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The normalised values."""
        return getattr(F, self.function)(input, self.dim)

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class Softmax(_AlongAxis):
    """exp(x), scaled to sum to one."""

    function = "softmax"


class Softmin(_AlongAxis):
    """exp(-x), scaled to sum to one."""

    function = "softmin"


class LogSoftmax(_AlongAxis):
    """The logarithm of softmax."""

    function = "log_softmax"


class Softmax2d(Module):
    """Softmax over the channels at each place of an image."""

    def forward(self, input: Tensor) -> Tensor:
        """The normalised values."""
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)
