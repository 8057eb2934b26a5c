"""The commands that work on an open workbench, by their names.

What most runs need is imported at once; a module whose libraries only its own command needs is imported when that runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from typing import Final, TypeAlias

from graphwright.cli import changing, deciding, exchanging, reading, runs, searching, storing, talking
from graphwright.cli.baselines import baseline, compare
from graphwright.cli.output import Output
from graphwright.workbench import Workbench

Command: TypeAlias = Callable[[Workbench, argparse.Namespace, Output], Awaitable[int]]


def _lazily(module: str, name: str) -> Command:
    """The command of a module that is imported when it runs."""

    async def command(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
        loaded: Command = getattr(import_module(f"graphwright.cli.{module}"), name)
        return await loaded(workbench, options, output)

    return command


COMMANDS: Final[Mapping[str, Command]] = {
    "apply": changing.apply,
    "undo": changing.undo,
    "redo": changing.redo,
    "revert": changing.revert,
    "new": changing.new,
    "configure": changing.configure,
    "show": reading.show,
    "search": searching.search,
    "check": reading.check,
    "clarify": _lazily("clarifying", "clarifying"),
    "history": reading.history,
    "baseline": baseline,
    "compare": compare,
    "projects": reading.projects,
    "threads": reading.threads,
    "thread": reading.thread,
    "say": talking.say,
    "steer": _lazily("discussing", "steer"),
    "decision": _lazily("discussing", "decision"),
    "costs": _lazily("discussing", "costs"),
    "proposals": deciding.proposals,
    "decide": deciding.decide,
    "amend": deciding.amend,
    "answer": talking.answer,
    "runs": runs.runs,
    "run": runs.run,
    "verify": runs.verify,
    "derive": _lazily("deriving", "derive"),
    "import": exchanging.import_file,
    "export": exchanging.export,
    "documents": _lazily("documents", "documents"),
    "backup": storing.backup,
    "token": _lazily("people", "token"),
    "password": _lazily("people", "password"),
    "models": _lazily("models", "models"),
}
