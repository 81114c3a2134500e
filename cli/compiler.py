"""Texts to code.  Nothing here needs the engine: a text that does not parse never loads numpy."""

from collections import OrderedDict

from ..parser.build import parse_expression
from ..parser.compile import Code, compile_expression
from ..parser.limits import Limits

# Longer texts are not kept: their code takes much memory, and batches hardly repeat them.
CACHED_LENGTH = 4096
CACHED_TEXTS = 256


class Compiler:
    """Turns texts into code, keeping the latest short ones: batches repeat themselves.

    The cache lives as long as its owner: a batch, or one command.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.kept: OrderedDict[str, Code] = OrderedDict()

    def code(self, text: str) -> Code:
        """Return the code of an expression."""
        code = self.kept.get(text)
        if code is not None:
            self.kept.move_to_end(text)
            return code
        block = parse_expression(text, self.limits)
        code = compile_expression(block, self.limits)
        if len(text) <= CACHED_LENGTH:
            self.kept[text] = code
            if len(self.kept) > CACHED_TEXTS:
                self.kept.popitem(last=False)
        return code
