"""The process that reads one file to be imported and ends: `python -m graphwright.interop.worker`.

A line with the task and then the file stand on its standard input; it answers with lines: how far it is, operations in
slices so that nobody who takes them is held, and the report or a refusal. It takes its limits upon itself before it
looks at the file, is given no secrets and writes no file.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from graphwright.documents.restricting import restrict
from graphwright.errors import GraphwrightError, LimitExceeded, Refused
from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Profile
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.progress import told_how_many_are_read
from graphwright.interop.report import ImportedModel
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import StoredError
from graphwright.protocol.wire import stored_error

SECONDS: Final = 1_800
"""Room for half a million elements on a slow machine."""
MEMORY: Final = 8 * 1024 * 1024 * 1024
_SLICE: Final = 500
"""Operations in a line: about 1 ms to take."""


class ImportTask(Struct, frozen=True):
    """What is to be done with the file that follows."""

    name: str
    options: dict[str, str]
    format_name: str | None
    profile: Profile


class HowFar(Struct, frozen=True, tag="read"):
    """So many elements have been read."""

    count: int


class OperationSlice(Struct, frozen=True, tag="operations"):
    """Some of the operations, in their order."""

    operations: list[Operation]


class WholeModel(Struct, frozen=True, tag="whole"):
    """Everything has been said; the model without its operations."""

    model: ImportedModel


class ImportRefusal(Struct, frozen=True, tag="refused"):
    """The file is not taken."""

    error: StoredError
    problems: list[Problem] | None = None
    """Of operations that cannot be."""


WorkerLine = HowFar | OperationSlice | WholeModel | ImportRefusal


def main() -> None:
    """Read the file and tell it."""
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=ImportTask)
    restrict(memory=MEMORY, seconds=SECONDS)
    told_how_many_are_read(lambda count: _say(HowFar(count)))
    try:
        file = ForeignFile(sys.stdin.buffer.read(), task.name, task.options)
        model = read_import(file, Ontology(task.profile), format_name=task.format_name)
    except GraphwrightError as error:
        problems = (
            [each for each in error.problems if isinstance(each, Problem)] if isinstance(error, Refused) else None
        )
        _say(ImportRefusal(stored_error(error), problems))
        return
    except (MemoryError, RecursionError) as error:
        _say(ImportRefusal(stored_error(LimitExceeded(too_much(error)))))
        return
    for start in range(0, len(model.operations), _SLICE):
        _say(OperationSlice(model.operations[start : start + _SLICE]))
    _say(WholeModel(replace(model, operations=[])))


def too_much(error: BaseException | None = None) -> str:
    """What to do about a file that cannot be read in the memory allowed."""
    if isinstance(error, RecursionError):
        return "the parts of the file are nested too deeply"
    return f"reading the file takes more than {MEMORY // 1024**3} GiB of memory; bring in a part of it"


def _say(line: WorkerLine) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
