"""What operations that are no functions of elements make of whole tensors: moves of axes, sums,
products of matrices, and the helpers that rules are made of.

Each form takes the reader, the symbol and its arguments by name; None means that the operation is
best called by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...engine.symbol import Symbol
from .algebra import Call
from .arrays import Unwritable
from .laid import Laid, ndim_of, raw_of, with_axes, without_axes

if TYPE_CHECKING:
    from .wholes import WholeReader

SUMMED = 0  # the place of the axis over which a product is summed; real places are negative
Settings = dict[str, Any]


# -- moves of axes


def _same(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    return reader.laid(symbol.args[0])


def _unsqueeze(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    return with_axes(reader.laid(symbol.args[0]), np.ndim(symbol.example), _dims(given))


def _squeeze(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    laid, count = reader.laid(symbol.args[0]), ndim_of(symbol.args[0])
    if set(laid.places) & set(_dims(given)):
        raise Unwritable(symbol.row.name)
    return without_axes(laid, count, _dims(given))


def _dims(given: Settings) -> tuple[int, ...]:
    dims = given["dims"] if "dims" in given else given["dim"]
    return (dims,) if isinstance(dims, int) else tuple(dims)


def _permute(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    dims, count = _dims(given), np.ndim(symbol.example)
    order = [d if d < 0 else d - len(dims) for d in dims]
    order = [*range(-count, -len(order)), *order]
    laid = reader.laid(symbol.args[0])
    places = tuple(order.index(place) - count for place in laid.places)
    return _ordered(reader, Laid(laid.term, places))


def _transpose(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    laid = reader.laid(symbol.args[0])
    swap = {given["dim0"]: given["dim1"], given["dim1"]: given["dim0"]}
    places = tuple(swap.get(place, place) for place in laid.places)
    return _ordered(reader, Laid(laid.term, places))


def _t(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    laid = reader.laid(symbol.args[0])
    if np.ndim(symbol.example) < 2:
        return laid
    return _ordered(reader, Laid(laid.term, tuple(-3 - place for place in laid.places)))


def _ordered(reader: WholeReader, laid: Laid) -> Laid:
    if laid.places == tuple(sorted(laid.places)):
        return laid
    return Laid(reader.chains.transposed(laid.term), laid.places[::-1])


def _reshape(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """Only axes of size 1 come and go."""
    before, after = np.shape(raw_of(symbol.args[0])), np.shape(symbol.example)
    laid = reader.laid(symbol.args[0])
    if [n for n in before if n != 1] != [n for n in after if n != 1]:
        if laid.places:
            raise Unwritable("reshape")
        return laid
    gone = [k - len(before) for k, n in enumerate(before) if n == 1]
    added = [k - len(after) for k, n in enumerate(after) if n == 1]
    return with_axes(without_axes(laid, len(before), gone), len(after), added)


def _select(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """One row of a matrix, or one element of a vector."""
    laid, index = reader.laid(symbol.args[0]), given["index"]
    count = ndim_of(symbol.args[0])
    if given["dim"] != -count or len(laid.places) != count or index.__class__ is not int:
        raise Unwritable("select")
    picked = reader.algebra.call(
        "[i]", laid.term, reader.algebra.setting(index), rank=laid.term.rank - 1
    )
    reader.chains.sizes.opaque.add(picked)
    return Laid(picked, tuple(range(1 - count, 0)))


# -- sums


def _sum(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    value = symbol.args[0]
    laid, count = reader.laid(value), ndim_of(value)
    dims = given.get("dims", given.get("dim"))
    dims = tuple(range(-count, 0)) if dims is None else (dims,) if isinstance(dims, int) else dims
    for place in [d for d in dims if d not in laid.places]:
        laid = reader.times(laid, reader.laid(reader.size_at(value, place + count)))
    inside = [p for p in laid.places if p in dims]
    if inside and inside == list(laid.places):
        laid = Laid(reader.total(laid.term), ())
    else:
        for place in inside:
            laid = reader.summed(laid, place)
    return laid if given.get("keepdim") else without_axes(laid, count, dims)


def _mean(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    if given.get("dtype") is not None:
        raise Unwritable("mean")
    return reader.along(symbol, "mean", given)


def _norm(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    order = given["ord"]
    more = [] if order == 2 else [reader.algebra.number(order)]
    if more and len(_dims(given)) < ndim_of(symbol.args[0]):
        raise Unwritable("norm")
    return reader.along(symbol, "norm", given, *more)


def _reduction(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    return reader.along(symbol, symbol.row.name, given)


def _ties(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """1 where an element is the extremum of all."""
    laid, result = reader.laid(symbol.args[0]), reader.laid(symbol.args[1])
    if result.places or not laid.places:
        raise Unwritable("ties of several groups")
    algebra = reader.algebra
    equal = algebra.call("==", laid.term, result.term)
    return Laid(algebra.call("where", equal, algebra.one, algebra.zero), laid.places)


def _tie_count(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    return Laid(reader.total(reader.laid(symbol.args[0]).term), ())


# -- products of matrices


def _matmul(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    left, right = symbol.args
    m, n = ndim_of(left), ndim_of(right)
    first, second = reader.laid(left), reader.laid(right)
    if m == 1:
        first = with_axes(first, 2, (-2,))
    if n == 1:
        second = with_axes(second, 2, (-1,))
    first = Laid(first.term, tuple(SUMMED if p == -1 else p for p in first.places))
    second = _ordered(
        reader, Laid(second.term, tuple(SUMMED if p == -2 else p for p in second.places))
    )
    found = reader.contracted(first, second, reader.size_at(left, m - 1))
    if m == 1:
        found = without_axes(found, 2, (-2,))
    return without_axes(found, 1 if m == 1 else max(m, 2), (-1,)) if n == 1 else found


def _trace(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    laid = reader.laid(symbol.args[0])
    if len(laid.places) != 2:
        raise Unwritable("trace")
    return Laid(reader.algebra.call("trace", laid.term, rank=0), ())


def _set_diagonal(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """Zeros of a shape with values along the main diagonal."""
    shape = given.get("shape", np.shape(symbol.example))
    square = len(shape) == 2 == np.ndim(symbol.example) and shape[0] == shape[1]
    if not square or given["offset"] or (given["dim1"], given["dim2"]) != (-2, -1):
        raise Unwritable("diagonal")
    laid = reader.laid(symbol.args[0])
    chains = reader.chains
    if laid.places:
        return Laid(chains.diagonal(laid.term), (-2, -1))
    size = reader.laid(shape[0]).term
    return Laid(reader.algebra.times(laid.term, chains.identity(size)), (-2, -1))


def _identity(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    return Laid(reader.chains.identity(reader.laid(given["n"]).term), (-2, -1))


def _diagonal(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """The main diagonal of a matrix."""
    laid = reader.laid(symbol.args[0])
    if given["offset"] or laid.places != (-2, -1) or {given["dim1"], given["dim2"]} != {-2, -1}:
        raise Unwritable("diagonal")
    return Laid(reader.chains.diagonal_of(laid.term), (-1,))


# -- inverses, determinants


def _inverse(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    laid = reader.laid(symbol.args[0])
    if laid.places != (-2, -1):
        raise Unwritable("inv")
    scale, term = reader.chains.split(laid.term)
    power = reader.algebra.power(scale, reader.algebra.number(-1))
    return Laid(reader.algebra.times(power, reader.chains.inverse(term)), (-2, -1))


def _solve(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """A^-1 B, for a matrix and the columns of another."""
    matrix, right = reader.laid(symbol.args[0]), reader.laid(symbol.args[1])
    if not given.get("left", True) or matrix.places != (-2, -1):
        raise Unwritable("solve")
    if right.term is reader.algebra.zero:
        return right
    own = -1 if ndim_of(symbol.args[1]) == 1 else -2
    if not right.places:
        size = reader.laid(reader.size_at(symbol.args[0], 0)).term
        ones = reader.algebra.call("ones", size, rank=1)
        right = Laid(reader.algebra.times(right.term, ones), (own,))
    if own not in right.places:
        raise Unwritable("solve")
    scale, columns = reader.chains.split(right.term)
    lies = right.places[0] != own  # the axis that is solved for stands first
    columns = reader.chains.transposed(columns) if lies else columns
    if isinstance(columns, Call) and columns.function == "eye":
        solved = reader.chains.inverse(matrix.term)
    else:
        solved = reader.algebra.call("solve", matrix.term, columns, rank=columns.rank)
        reader.chains.sizes.like[solved] = columns
    solved = reader.chains.transposed(solved) if lies else solved
    return Laid(reader.algebra.times(scale, solved), right.places)


def _cofactors(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """Those of a matrix that has an inverse."""
    laid = reader.laid(symbol.args[0])
    if laid.places != (-2, -1):
        raise Unwritable("cofactors")
    chains, algebra = reader.chains, reader.algebra
    determinant = algebra.call("det", laid.term, rank=0)
    turned = chains.transposed(chains.inverse(laid.term))
    return Laid(algebra.times(determinant, turned), (-2, -1))


def _slogdet(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """The logarithm of the determinant's size; its sign where that is asked for."""
    laid = reader.laid(symbol.args[0])
    if laid.places != (-2, -1):
        raise Unwritable("slogdet")
    algebra = reader.algebra
    both = algebra.call("slogdet", laid.term, rank=0)
    field = algebra.setting(symbol.row.outputs[symbol.number])  # type: ignore[index]
    return Laid(algebra.call(".", both, field, rank=0), ())


# -- exponentials


def _softmax(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid | None:
    """Along the only axis or one of two."""
    laid, count = reader.laid(symbol.args[0]), ndim_of(symbol.args[0])
    if len(laid.places) != count:
        raise Unwritable(symbol.row.name)
    axis = reader.algebra.setting(given["dim"] + count)
    name = symbol.row.name.removeprefix("nn.functional.")
    made = reader.algebra.call(name, laid.term, axis, rank=count)
    return Laid(made, laid.places)


def _exp(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid | None:
    """exp(u - logsumexp(u)) is softmax(u), and so is exp(log_softmax(u))."""
    laid = reader.laid(symbol.args[0])
    algebra = reader.algebra
    match laid.term:
        case Call(function="log_softmax", arguments=arguments):
            return Laid(algebra.call("softmax", *arguments, rank=laid.term.rank), laid.places)
    for part, times in getattr(laid.term, "terms", ()):
        whole = part.arguments[0] if part.rank == 2 and isinstance(part, Call) else part
        match whole:
            case Call(function="logsumexp", arguments=(inner, axis)) if times == -1:
                if inner.rank and algebra.add(laid.term, part) is inner:
                    made = algebra.call("softmax", inner, axis, rank=inner.rank)
                    return Laid(made, laid.places)
    return None


def _logsumexp(reader: WholeReader, symbol: Symbol, given: Settings) -> Laid:
    """Along all axes of a vector that is the first, which torch wants to be told."""
    if ndim_of(symbol.args[0]) == 1:
        return reader.along(symbol, "logsumexp", given, reader.algebra.setting(0))
    return reader.along(symbol, "logsumexp", given)


FORMS: dict[str, Callable[[Any, Symbol, Settings], Laid | None]] = {
    "_expand_own": _same, "expand": _same, "_cast": _same, "clone": _same, "_alias": _same,
    "detach": _same, "alias_copy": _same, "contiguous": _same,
    "_unsqueeze_own": _unsqueeze, "unsqueeze": _unsqueeze, "_squeeze_own": _squeeze,
    "squeeze": _squeeze, "_permute_own": _permute, "permute": _permute, "transpose": _transpose,
    "t": _t, "_reshape_own": _reshape, "reshape": _reshape, "view": _reshape,
    "_unsafe_view": _reshape, "select": _select,
    "_sum_axes": _sum, "sum": _sum, "mean": _mean, "linalg.vector_norm": _norm,
    "logsumexp": _logsumexp, "var": _reduction, "std": _reduction, "amax": _reduction,
    "amin": _reduction, "prod": _reduction,
    "max": _reduction, "min": _reduction, "_tie_mask": _ties, "_tie_count": _tie_count,
    "dot": _matmul, "vdot": _matmul, "mv": _matmul, "mm": _matmul, "_matmul": _matmul,
    "trace": _trace, "diagonal": _diagonal, "diagonal_copy": _diagonal,
    "_set_diagonal": _set_diagonal, "diag_embed": _set_diagonal,
    "_identity": _identity, "linalg.inv": _inverse, "_inverse": _inverse,
    "linalg.solve": _solve, "_solve": _solve,
    "_cofactor": _cofactors, "_slogdet": _slogdet, "linalg.slogdet": _slogdet,
    "softmax": _softmax, "log_softmax": _softmax, "exp": _exp,
}  # fmt: skip
