"""The process that runs one plugin for one task and ends: `python -m graphwright.plugin.worker`.

A line with the task stands on its standard input, and behind it the file that a reader is given. It answers with a line
for each contribution; a workflow asks on the way for what it needs and reads the replies. It takes its limits upon
itself before it imports a word of the plugin, is given no secrets and writes no file; what the plugin prints goes
nowhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from traceback import extract_tb
from typing import BinaryIO, Final

import msgspec

from graphwright.contributions.requests import WorkReply, WorkRequest
from graphwright.contributions.tasks import (
    GROUPS,
    MAX_TEXT,
    CallTask,
    CheckTask,
    ContributionFailure,
    ContributionName,
    DescribeTask,
    PluginAnswer,
    PluginTask,
    ReadTask,
    WorkTask,
    WriteTask,
)
from graphwright.documents.restricting import restrict
from graphwright.errors import GraphwrightError
from graphwright.graph.ontology import Ontology
from graphwright.plugin.carrying_out import called, described, notices, read, worked, written
from graphwright.plugin.workflows import model_of

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_REPLIES: Final[msgspec.json.Decoder[WorkReply]] = msgspec.json.Decoder(WorkReply)
_LIBRARY: Final = Path(os.__file__).resolve().parent


def main() -> None:
    """Answer for each contribution of the task."""
    told = _kept_output()
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=PluginTask)
    restrict(memory=task.memory, seconds=task.seconds * len(task.names))
    for named in task.names:
        _tell(told, _answer(task, named, partial(_asked, told)))


def _tell(told: BinaryIO, what: PluginAnswer | WorkRequest) -> None:
    told.write(msgspec.json.encode(what) + b"\n")
    told.flush()


def _asked(told: BinaryIO, request: WorkRequest) -> WorkReply:
    """What the program gives a workflow that asks; it waits for it."""
    _tell(told, request)
    return _REPLIES.decode(sys.stdin.buffer.readline())


def _kept_output() -> BinaryIO:
    """Where our answers go; what anybody else writes from now on goes nowhere."""
    told = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return told


def _answer(task: PluginTask, named: ContributionName, asked: Callable[[WorkRequest], WorkReply]) -> PluginAnswer:
    """What came of one contribution; nothing that it raises gets out."""
    try:
        found = _loaded(task.plugin, named)
        match task.what:
            case DescribeTask():
                return described(named.kind, found)
            case CheckTask(model):
                return notices(found, model_of(model))
            case WriteTask(model):
                return written(found, model_of(model))
            case ReadTask(profile):
                return read(found, named.name, sys.stdin.buffer.read(), Ontology(profile))
            case CallTask(model, arguments):
                return called(found, model_of(model), arguments)
            case WorkTask() as work:
                return worked(found, work, asked)
    except GraphwrightError as error:
        return ContributionFailure(error.message[:MAX_TEXT], is_refusal=True)
    except BaseException as error:  # noqa: BLE001  SystemExit and whatever else: this process is there to hold it
        return ContributionFailure(_why(error))


def _loaded(plugin: str, named: ContributionName) -> object:
    """What the entry point names. Raises whatever the import raises."""
    group = next(group for group, kind in GROUPS.items() if kind == named.kind)
    points = distribution(plugin).entry_points.select(group=group, name=named.name)
    return next(iter(points)).load()


def _why(error: BaseException) -> str:
    """An error in a sentence, with the line of the plugin where it was raised."""
    lines = [frame for frame in extract_tb(error.__traceback__) if not _is_ours(frame.filename)]
    where = f" ({Path(lines[-1].filename).name}:{lines[-1].lineno})" if lines else ""
    told = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if told else ''}{told}"[: MAX_TEXT - len(where)] + where


def _is_ours(filename: str) -> bool:
    """Ours, or Python's own."""
    path = Path(filename)
    if filename.startswith("<frozen") or path.is_relative_to(_PACKAGE):
        return True
    return path.is_relative_to(_LIBRARY) and "site-packages" not in path.parts


if __name__ == "__main__":
    main()
