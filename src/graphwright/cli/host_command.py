"""Runs in the server what was typed in another process of the same user, and gives back what it prints as it prints it.

The other way would be a REST twin for each command, and a second way to print each result. This way a command is the
same code with and without a server; the server only lends it the folder that it owns.
"""

from __future__ import annotations

import argparse
import asyncio
import io
from collections.abc import AsyncGenerator, Callable
from typing import Final

from graphwright.cli.arguments import COMMANDS as DESCRIBED
from graphwright.cli.commands import COMMANDS
from graphwright.cli.guard import INTERNAL, guarded
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.languages import LANGUAGES
from graphwright.protocol.commandline import CommandLine, PrintedPiece
from graphwright.workbench import Workbench

SHARED: Final = frozenset({"json"})
"""Options of every command; the others stand in the table."""


async def run_typed(workbench: Workbench, line: CommandLine) -> AsyncGenerator[PrintedPiece]:
    """What the command prints, piece by piece, and at the end its exit code. Whoever stops listening stops it."""
    printed: asyncio.Queue[PrintedPiece] = asyncio.Queue()
    options = _options(line)
    output = Output(
        as_json=bool(options.json),
        to=_Stream(lambda text: printed.put_nowait(PrintedPiece(out=text))),
        notes=_Stream(lambda text: printed.put_nowait(PrintedPiece(err=text))),
        given=line.input or b"",
        passing=lambda text: printed.put_nowait(PrintedPiece(passing=text)),
    )
    output.language = line.language if line.language in LANGUAGES else workbench.settings.language
    task = asyncio.create_task(_run(workbench, options, output, printed))
    try:
        while True:
            piece = await printed.get()
            yield piece
            if piece.code is not None:
                return
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _run(
    workbench: Workbench, options: argparse.Namespace, output: Output, printed: asyncio.Queue[PrintedPiece]
) -> None:
    async def command() -> int:
        return await COMMANDS[options.command](workbench, options, output)

    code = INTERNAL
    try:
        code = await guarded(command, output)
    finally:  # whatever stops it: somebody waits for its end
        printed.put_nowait(PrintedPiece(code=code))


def _options(line: CommandLine) -> argparse.Namespace:
    """The options as the parser would give them. `InvalidCommand` for anything that it would not."""
    described = next((each for each in DESCRIBED if each.name == line.command), None)
    if described is None or line.command not in COMMANDS:
        message = f"the command {line.command[:80]!r} does not run in a server"
        raise InvalidCommand(message)
    known = {_destination(argument.names) for argument in described.arguments} | SHARED
    if unknown := line.options.keys() - known:
        message = f"{line.command} has no option {', '.join(sorted(unknown))[:200]}"
        raise InvalidCommand(message)
    return argparse.Namespace(**dict.fromkeys(known) | {"json": False} | line.options, command=line.command)


def _destination(names: tuple[str, ...]) -> str:
    return names[0].lstrip("-").replace("-", "_")


class _Stream(io.StringIO):
    """A stream that hands on what is written to it."""

    def __init__(self, hand_on: Callable[[str], None]) -> None:
        super().__init__()
        self._hand_on = hand_on

    def write(self, text: str, /) -> int:
        """Hand the text on at once; answers with its length, as streams do."""
        self._hand_on(text)
        return len(text)
