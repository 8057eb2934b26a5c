"""Runs one command in an event loop and turns every error into a message and an exit code."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import traceback
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from graphwright.app import open_workbench
from graphwright.cli import changing, deciding, exchanging, reading, runs, searching, storing, talking
from graphwright.cli.baselines import baseline, compare
from graphwright.cli.demo import demo
from graphwright.cli.output import Output, in_utf8
from graphwright.cli.socket_client import send, socket_of
from graphwright.errors import GraphwrightError, InvalidCommand, Refused
from graphwright.protocol.operations import Problem
from graphwright.protocol.runs import StoredError
from graphwright.protocol.wire import stored_error
from graphwright.settings import Settings
from graphwright.workbench import Workbench

Command: TypeAlias = Callable[[Workbench, argparse.Namespace, Output], Awaitable[int]]


async def _token(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.people import token  # its libraries are loaded for it alone

    return await token(workbench, options, output)


async def _documents(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.documents import documents

    return await documents(workbench, options, output)


async def _steer(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.discussing import steer

    return await steer(workbench, options, output)


async def _decision(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.discussing import decision

    return await decision(workbench, options, output)


async def _costs(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.discussing import costs

    return await costs(workbench, options, output)


async def _derive(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.deriving import derive

    return await derive(workbench, options, output)


async def _clarify(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.clarifying import clarifying

    return await clarifying(workbench, options, output)


async def _password(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    from graphwright.cli.people import password

    return await password(workbench, options, output)


_COMMANDS: Final[Mapping[str, Command]] = {
    "apply": changing.apply,
    "undo": changing.undo,
    "redo": changing.redo,
    "revert": changing.revert,
    "new": changing.new,
    "configure": changing.configure,
    "show": reading.show,
    "search": searching.search,
    "check": reading.check,
    "clarify": _clarify,
    "history": reading.history,
    "baseline": baseline,
    "compare": compare,
    "projects": reading.projects,
    "threads": reading.threads,
    "thread": reading.thread,
    "say": talking.say,
    "steer": _steer,
    "decision": _decision,
    "costs": _costs,
    "proposals": deciding.proposals,
    "decide": deciding.decide,
    "amend": deciding.amend,
    "answer": talking.answer,
    "runs": runs.runs,
    "run": runs.run,
    "verify": runs.verify,
    "derive": _derive,
    "import": exchanging.import_file,
    "export": exchanging.export,
    "documents": _documents,
    "backup": storing.backup,
    "token": _token,
    "password": _password,
}
YOUNG_OBJECTS: Final = 50_000
"""A graph is many objects that live long and hold no cycles; looking for some after every 700 doubles long pauses."""
INTERNAL: Final = 6
"""Exit code of what should never happen."""


def run(options: argparse.Namespace) -> int:
    """Run the command; answers with its exit code."""
    output = Output(as_json=getattr(options, "json", False))
    in_utf8()
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
    if _serves(options):
        with asyncio.Runner(loop_factory=_fast_loop()) as runner:
            return runner.run(guarded(lambda: _run(options, output), output))
    return asyncio.run(guarded(lambda: _run(options, output), output))


def commands() -> Mapping[str, Command]:
    """The commands that work on an open workbench."""
    return _COMMANDS


async def guarded(command: Callable[[], Awaitable[int]], output: Output) -> int:
    """Turn every error into a message and an exit code."""
    try:
        return await command()
    except GraphwrightError as error:
        return failed(output, error)
    except MemoryError:
        output.note("graphwright: there is not enough memory for this")
        output.result({"error": StoredError(code="internal", message="not enough memory", retry="never")}, ())
        return INTERNAL
    except BrokenPipeError:  # whoever read our output has gone: `main` knows what to do
        raise
    except Exception as error:  # noqa: BLE001  the last door: a person gets a sentence and a place, never a traceback
        place = traceback.extract_tb(error.__traceback__)[-1]
        output.note(f"graphwright: internal error at {Path(place.filename).name}:{place.lineno}, please report it")
        output.note(f"  {type(error).__name__}: {error}")
        output.result({"error": stored_error(error)}, ())
        return INTERNAL


def failed(output: Output, error: GraphwrightError) -> int:
    """Say why, in words and as the one JSON object; answers with the exit code."""
    output.failure(error)
    if isinstance(error, Refused):
        for problem in [each for each in error.problems if isinstance(each, Problem)]:
            output.note(problem)
    output.result({"error": stored_error(error)}, ())
    return error.exit_code


async def _run(options: argparse.Namespace, output: Output) -> int:
    settings = Settings.read(os.environ, _given(options))
    output.language = settings.language
    if _serves(options):
        from graphwright.cli.serve import serve

        return await serve(settings, options, output)
    if options.command == "demo":
        return await demo(settings, output)
    if options.command == "restore":
        return await storing.restore(settings, options, output)
    command = _COMMANDS.get(options.command)
    if command is None:
        message = f"there is no command {options.command!r}"
        raise InvalidCommand(message)
    socket = socket_of(settings.data)
    code = None if socket is None else await send(socket, options)
    if code is not None:
        return code
    async with open_workbench(settings, lasting=False) as workbench:
        return await command(workbench, options, output)


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of the extra `fast`; without it asyncio's own serves the same, with fewer frames a second."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _serves(options: argparse.Namespace) -> bool:
    return options.command == "serve" or (options.command == "demo" and not options.print)


def _given(options: argparse.Namespace) -> dict[str, str]:
    """Settings among the options. A key is refused there, because others see it in the list of processes."""
    names = ("data", "api_key", "host", "port")
    return {name: value for name in names if (value := getattr(options, name, None)) is not None}
