"""The command line: read the arguments, run one command, answer with an exit code.

Commands import what they need when they run, so that `graphwright --help` is quick. Results go to standard output,
everything else to standard error; with `--json` standard output is exactly one object.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Final

from graphwright.cli.arguments import parser_of
from graphwright.errors import InvalidCommand

if TYPE_CHECKING:
    from collections.abc import Sequence

YOUNG_OBJECTS: Final = 50_000
"""A graph is many objects that live long and hold no cycles; looking for some after every 700 doubles long pauses.

So is the program itself: set before it is loaded, this takes a tenth of the start away."""
EXIT_STOPPED: Final = 130
"""What shells expect of a program that was interrupted."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers with its exit code."""
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        options = parser_of(words).parse_args(_valid(words))
    except InvalidCommand as error:
        from graphwright.cli.guard import failed
        from graphwright.cli.output import Output

        return failed(Output(as_json="--json" in words), error)
    from graphwright.cli.dispatch import run

    try:
        return run(options)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return EXIT_STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`); there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _valid(words: list[str]) -> list[str]:
    """The arguments, if all are text; a byte that is none arrives as a lone surrogate."""
    for word in words:
        if not word.isascii() and any("\ud800" <= letter <= "\udfff" for letter in word):
            message = f"{word[:80]!r} is no valid UTF-8 text"
            raise InvalidCommand(message)
    return words
