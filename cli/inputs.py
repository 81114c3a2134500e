"""The words of a command line as inputs: the expression, NAME=VALUE, --wrt, vectors and limits.

Values are expressions, evaluated from left to right with the earlier variables known.  Standard
input is read where `-` or `@-` asks for it, once, and never otherwise.
"""

import keyword
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..parser.build import read_name
from ..parser.errors import LanguageError
from ..parser.limits import Limits
from ..parser.spans import Span
from ..parser.suggest import nearest
from .compiler import Compiler
from .memory import bound
from .options import Ceilings, Problem, option_names
from .report import moved, plain_fault, usage_fault

SUFFIXES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

# One assignment and no statement after it: what gives a variable a value, and is no expression.
ASSIGNMENT = re.compile(r"\s*[^\W\d]\w*\s*=(?!=)[^;\n=]*")


@dataclass(frozen=True)
class Assignment:
    """One word NAME=VALUE; `start` is where the value begins in the word.

    `option` is the option that the word was given to, if it was given to one.
    """

    word: str
    name: str
    value: str
    start: int
    option: str = ""


def read_expression(word: str, limits: Limits) -> str:
    """Return the text of the expression: the word itself, standard input for -, or a file's."""
    if word == "-" or word.startswith("@"):
        from .files import read_text

        word = read_text(word[1:] if word != "-" else "-", limits.text_length)
    if not word.strip():
        raise usage_fault("the expression is empty", "for example: gradcalc eval '1 + 2'")
    return word


def split_assignment(word: str, option: str = "") -> Assignment:
    """Split NAME=VALUE at its first equals sign.

    Raises: LanguageError where there is none, or what stands before it is no name.
    """
    left, equals, value = word.partition("=")
    if not equals:
        raise no_assignment(word)
    if not left.strip():
        raise usage_fault("a name is missing before =", word=word, span=Span(0, 1))
    name = read_name(left.strip())
    if name is None:
        raise usage_fault(
            f"'{left.strip()}' cannot name a variable", word=word, span=Span(0, len(left))
        )
    if keyword.iskeyword(name):
        message = f"'{name}' is a word of the language and cannot name a variable"
        raise usage_fault(message, word=word, span=Span(0, len(left)))
    if not value.strip():
        help_ = f"give it one: {name}=1"
        span = Span(len(word), len(word) + 1)
        raise usage_fault(f"the variable '{name}' is given no value", help_, word=word, span=span)
    return Assignment(word, name, value, len(left) + 1, option)


def no_assignment(word: str) -> LanguageError:
    """Make the fault for a word that should be NAME=VALUE."""
    helps = ["the first word is the expression, those after it give variables: x=2"]
    doubled = "-" + word
    options = option_names()
    near = doubled if doubled in options else nearest(doubled, options)
    if word.startswith("-") and near:
        helps = [f"did you mean the option {near}?"]
    return usage_fault(f"'{word}' gives no variable a value", *helps, word=word)


def split_assignments(words: Iterable[str], option: str = "") -> list[Assignment]:
    """Split all words, and refuse a name that is given twice."""
    found: dict[str, Assignment] = {}
    for word in words:
        assignment = split_assignment(word, option)
        if assignment.name in found:
            first = found[assignment.name].word
            message = f"'{assignment.name}' is given twice"
            raise usage_fault(message, f"it is also given by {first}", word=word)
        found[assignment.name] = assignment
    return list(found.values())


def read_names(text: str | None) -> list[str] | None:
    """Read the names of --wrt; None where the option was not given."""
    if text is None:
        return None
    names = []
    for word in text.split(","):
        name = read_name(word.strip())
        if name is None:
            raise usage_fault("--wrt takes names, with commas between them: x,y", word=text)
        names.append(name)
    if len(set(names)) < len(names):
        raise usage_fault("--wrt names a variable twice", word=text)
    return names


def read_bytes(text: str) -> int:
    """Read a size such as 512M."""
    body = text.strip().upper().removesuffix("B").removesuffix("I")
    number, suffix = (body[:-1], body[-1]) if body[-1:] in tuple("KMGT") else (body, "")
    if not (number.isascii() and number.isdigit()):
        help_ = "a number of bytes, with K, M, G or T at will: 512M"
        raise usage_fault("--max-memory takes a size", help_, word=text)
    return int(number[:18]) * SUFFIXES[suffix]


def read_limits(ceilings: Ceilings) -> tuple[Limits, int]:
    """Return the parser's limits and the bytes that a tensor may have."""
    # What an expression may compute can be printed: Python has a bound of its own for that.
    sys.set_int_max_str_digits(max(ceilings.max_integer, sys.int_info.default_max_str_digits))
    limits = Limits(
        text_length=ceilings.max_length,
        steps=ceilings.max_steps,
        integer_digits=ceilings.max_integer,
    )
    most_bytes = read_bytes(ceilings.max_memory)
    bound(most_bytes)
    return limits, most_bytes


def read_problem(problem: Problem, compiler: Compiler) -> tuple[str, list[Assignment]]:
    """Return the text of the expression, which parses, and the words that give variables values."""
    words: Sequence[str] = problem.given or ()
    asking = [word for word in words if word.partition("=")[2] == "@-"]
    if len(asking) + (problem.expr == "-") > 1:
        message = "standard input can be read once, but two words ask for it"
        raise usage_fault(message, word=asking[-1])
    assignments = split_assignments(words)
    if ASSIGNMENT.fullmatch(problem.expr):
        help_ = f"it comes before the variables: 'x^2' {shlex.quote(problem.expr)}"
        raise usage_fault("the expression is missing", help_, word=problem.expr)
    text = read_expression(problem.expr, compiler.limits)
    compiler.code(text)
    return text, assignments


class Values:
    """The variables of a command line, each evaluated when its turn comes.

    `known` holds what has been given so far, ready for the evaluator.
    """

    def __init__(self, compiler: Compiler, most_bytes: int) -> None:
        self.compiler = compiler
        self.most_bytes = most_bytes
        self.known: dict[str, Any] = {}

    def parse(self, assignments: Iterable[Assignment]) -> None:
        """Parse values without evaluating them.

        Raises: LanguageError for what can be seen to be wrong without numbers.
        """
        for assignment in assignments:
            if not assignment.value.startswith("@"):
                self.shown(assignment, lambda a=assignment: self.compiler.code(a.value))

    def read_all(self, assignments: Iterable[Assignment]) -> dict[str, Any]:
        """Evaluate values in their order."""
        for assignment in assignments:
            self.known[assignment.name] = self.read(assignment)
        return self.known

    def read(self, assignment: Assignment) -> Any:
        """Evaluate one value, or read it from a file.

        Raises: LanguageError that shows the whole word.
        """
        from .request import constant, evaluate_value

        if assignment.value.startswith("@"):
            from .files import read_array

            return constant(read_array(assignment.value[1:], self.most_bytes))
        text = assignment.value
        return self.shown(assignment, lambda: evaluate_value(text, self.known, self.compiler))

    def shown(self, assignment: Assignment, work: Callable[[], Any]) -> Any:
        """Do some work on a value; show the whole word in what goes wrong."""
        try:
            return work()
        except LanguageError as fault:
            if fault.kind == "SyntaxError" and (parts := joined(assignment)):
                raise several(assignment, parts) from None
            if fault.kind == "NameError":
                fault.helps = ["a value may use the variables that are given before it"]
            raise moved(fault, assignment.word, assignment.start) from None


def joined(assignment: Assignment) -> list[str]:
    """Return the assignments that a word joins with commas, as x=1,y=2 does; [] if it is one."""
    found = re.split(r"[,;]\s*(?=[^\W\d]\w*\s*=(?!=))", assignment.word)
    return found if len(found) > 1 else []


def several(assignment: Assignment, parts: list[str]) -> LanguageError:
    """Make the fault of a word that gives several variables values."""
    before = f"{assignment.option} " if assignment.option else ""
    message = f"one {assignment.option or 'word'} gives one variable a value"
    words = " ".join(before + shlex.quote(part) for part in parts)
    return usage_fault(message, f"write {words}", word=assignment.word)


def read_vector(text: str, option: str, values: Values) -> Any:
    """Evaluate the VALUE of an option with the variables in scope."""
    return values.read(Assignment(text, option, text, 0))


def read_tangents(words: Iterable[str], values: Values) -> dict[str, Any]:
    """Evaluate the words of --tangent."""
    words = list(words)
    for word in words:
        if "=" not in word:
            help_ = "one for each variable that moves: --tangent x=1 --tangent y=2"
            raise usage_fault("--tangent takes NAME=VALUE", help_, word=word)
    tangents = {a.name: values.read(a) for a in split_assignments(words, "--tangent")}
    if not tangents:
        raise plain_fault("UsageError", "a direction is missing", "give one: --tangent x=1")
    return tangents
