"""Whole functions in a language: the value alone, and the value with its gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .languages import LANGUAGES, Language
from .latex import as_latex
from .lines import Writer, spelled
from .scalars import Ref, Value
from .unroll import Function

INDENT = "    "


def written(function: Function, text: str, name: str) -> str:
    """The source in a language."""
    if name == "latex":
        return as_latex(function)
    language = LANGUAGES[name]
    source = "".join(PARTS[name](function, text, language))
    # beside torch, math is there for infinities and NaN alone
    needless = name == "torch" and "math." not in source
    return source.replace("import math\n\n", "", 1) if needless else source


def used(function: Function) -> set[str]:
    """The operations that a function needs."""
    outputs = [function.value, *(v for g in function.gradient.values() for v in g.flat)]
    lines = function.program.lines
    return {lines[place].op for place in function.program.needed(outputs)}


def imports(function: Function, language: Language) -> list[str]:
    """The lines that a source begins with."""
    extras = {language.extras[op] for op in used(function) if op in language.extras}
    return [*([language.imports] if language.imports else []), *sorted(extras)]


def function_name(names: dict[str, str]) -> str:
    """A name that no variable has."""
    name = "f"
    while name in names.values():
        name += "_"
    return name


def nested(array: np.ndarray, one: Callable[[Value], str], row: Callable[[list[str]], str]) -> str:
    """An array of values as text, its axes inside one another."""
    if array.ndim == 0:
        return one(array.item())
    return row([nested(np.asarray(part, dtype=object), one, row) for part in array])


# -- Python and its libraries


def python(function: Function, text: str, language: Language) -> Iterator[str]:
    """Two functions; arrays are nested lists."""
    names = spelled(function.shapes, language)
    name = function_name(names)
    given = ", ".join(names.values())
    yield "".join(f"# {line}\n" for line in text.splitlines())
    yield "\n".join(imports(function, language)) + "\n"
    writer = Writer(function.program, language, names)
    writer.write([function.value])
    yield f'\n\ndef {name}({given}):\n{INDENT}"""The value."""\n'
    yield from (f"{INDENT}{n} = {t}\n" for n, t in writer.assigned)
    yield f"{INDENT}return {writer.value(function.value)[0]}\n"
    writer = Writer(function.program, language, names)
    outputs = [function.value, *(v for g in function.gradient.values() for v in g.flat)]
    writer.write(outputs)
    wrt = ", ".join(names[n] for n in function.gradient)
    yield f"\n\ndef {name}_and_gradient({given}):\n"
    yield f'{INDENT}"""The value, and its derivative by each of {wrt}."""\n'
    yield from (f"{INDENT}{n} = {t}\n" for n, t in writer.assigned)
    found = [array_text(g, writer, language) for g in function.gradient.values()]
    comma = "," if len(found) == 1 else ""
    yield f"{INDENT}return {writer.value(function.value)[0]}, ({', '.join(found)}{comma})\n"


def array_text(array: np.ndarray, writer: Writer, language: Language) -> str:
    """An array of a gradient, in what the library calls an array."""
    text = nested(array, lambda v: writer.value(v)[0], lambda row: f"[{', '.join(row)}]")
    if array.ndim == 0:
        return text
    for library, made in (("numpy as np", "np.array"), ("jax.numpy", "jnp.array")):
        if library in language.imports:
            return f"{made}({text})"
    if "torch" in language.imports:
        return torch_array(array, writer)
    return text


def torch_array(array: np.ndarray, writer: Writer) -> str:
    """Tensors are stacked, numbers made tensors before."""

    def one(value: Value) -> str:
        text = writer.value(value)[0]
        return text if isinstance(value, Ref) else f"torch.tensor({text}, dtype=torch.float64)"

    return nested(array, one, lambda row: f"torch.stack([{', '.join(row)}])")


# -- C


def c(function: Function, text: str, language: Language) -> Iterator[str]:
    """Two functions on doubles; arrays have fixed sizes."""
    names = spelled(function.shapes, language)
    name = function_name(names)
    given = ", ".join(declared(names[n], shape, "const ") for n, shape in function.shapes.items())
    yield "/* " + " ".join(text.replace("*/", "* /").split()) + " */\n"
    renamed = [f"{new} is {n}" for n, new in names.items() if not n.isascii()]
    yield f"/* {', '.join(renamed)} */\n" if renamed else ""
    yield "\n".join(imports(function, language)) + "\n"
    writer = Writer(function.program, language, names)
    writer.write([function.value])
    yield f"\ndouble {name}({given or 'void'})\n{{\n"
    yield from unused(writer, function)
    yield from (f"{INDENT}const double {n} = {t};\n" for n, t in writer.assigned)
    yield f"{INDENT}return {writer.value(function.value)[0]};\n}}\n"
    writer = Writer(function.program, language, names)
    writer.write([function.value, *(v for g in function.gradient.values() for v in g.flat)])
    results = ["double *value"]
    results += [
        declared(f"d{name}_d{names[n]}", g.shape, "", pointer=True)
        for n, g in function.gradient.items()
    ]
    whole = ", ".join(filter(None, [given, *results]))
    yield f"\nvoid {name}_and_gradient({whole})\n{{\n"
    yield from unused(writer, function)
    yield from (f"{INDENT}const double {n} = {t};\n" for n, t in writer.assigned)
    yield f"{INDENT}*value = {writer.value(function.value)[0]};\n"
    for variable, g in function.gradient.items():
        target = f"d{name}_d{names[variable]}"
        for index in np.ndindex(g.shape):
            place = f"{target}{writer.place(index)}" if index else f"*{target}"
            yield f"{INDENT}{place} = {writer.value(g[index])[0]};\n"
    yield "}\n"


def unused(writer: Writer, function: Function) -> Iterator[str]:
    """Say of parameters without use that this is meant, or compilers warn."""
    lines = function.program.lines
    met = {lines[place].args[0] for place in writer.texts if lines[place].op == "variable"}
    yield from (f"{INDENT}(void){writer.names[n]};\n" for n in function.shapes if n not in met)


def declared(name: str, shape: tuple[int, ...], before: str, pointer: bool = False) -> str:
    """A parameter; one number that is a result is pointed to.

    `before` goes before a vector only: of a matrix, C's callers could not pass one of their own.
    """
    sizes = "".join(f"[{size}]" for size in shape)
    star = "*" if pointer and not shape else ""
    return f"{before if len(shape) == 1 else ''}double {star}{name}{sizes}"


# -- Julia


def julia(function: Function, text: str, language: Language) -> Iterator[str]:
    """Two functions; a matrix of a gradient is a matrix."""
    names = spelled(function.shapes, language)
    name = function_name(names)
    given = ", ".join(names.values())
    yield "".join(f"# {line}\n" for line in text.splitlines())
    yield from (f"{line}\n" for line in imports(function, language))
    writer = Writer(function.program, language, names)
    writer.write([function.value])
    yield f"\nfunction {name}({given})\n"
    yield from (f"{INDENT}{n} = {t}\n" for n, t in writer.assigned)
    yield f"{INDENT}return {writer.value(function.value)[0]}\nend\n"
    writer = Writer(function.program, language, names)
    writer.write([function.value, *(v for g in function.gradient.values() for v in g.flat)])
    yield f"\nfunction {name}_and_gradient({given})\n"
    yield from (f"{INDENT}{n} = {t}\n" for n, t in writer.assigned)
    found = [julia_array(g, writer) for g in function.gradient.values()]
    comma = "," if len(found) == 1 else ""
    yield f"{INDENT}return {writer.value(function.value)[0]}, ({', '.join(found)}{comma})\nend\n"


def julia_array(array: np.ndarray, writer: Writer) -> str:
    """A number, a vector, or an array in the order of Julia's memory."""
    if array.ndim == 0:
        return writer.value(array.item())[0]
    numbers = ", ".join(writer.value(v)[0] for v in array.flatten(order="F"))
    if array.ndim == 1:
        return f"[{numbers}]"
    return f"reshape([{numbers}], {', '.join(map(str, array.shape))})"


PARTS: dict[str, Any] = {
    "python": python,
    "numpy": python,
    "torch": python,
    "jax": python,
    "c": c,
    "julia": julia,
}
