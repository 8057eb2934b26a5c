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

from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Profile
from graphwright.interop.apart import Work, answering, say
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.progress import told_how_many_are_read
from graphwright.interop.report import ImportedModel
from graphwright.protocol.operations import Operation
from graphwright.protocol.tables import RememberedMapping

READING: Final = Work("graphwright.interop.worker", "reading the file", "bring in a part of it")
_SLICE: Final = 500
"""Operations in a line: about 1 ms to take."""


class ImportTask(Struct, frozen=True):
    """What is to be done with the file that follows."""

    name: str
    options: dict[str, str]
    format_name: str | None
    profile: Profile
    mappings: list[RememberedMapping] = []
    looking: bool = False
    """Nothing is brought in yet (`read_import`)."""


class HowFar(Struct, frozen=True, tag="read"):
    """So many elements have been read."""

    count: int


class OperationSlice(Struct, frozen=True, tag="operations"):
    """Some of the operations, in their order."""

    operations: list[Operation]


class WholeModel(Struct, frozen=True, tag="whole"):
    """Everything has been said; the model without its operations."""

    model: ImportedModel


ReaderLine = HowFar | OperationSlice | WholeModel


def main() -> None:
    """Read the file and tell it."""
    with answering(READING):
        task = msgspec.json.decode(sys.stdin.buffer.readline(), type=ImportTask)
        told_how_many_are_read(lambda count: say(HowFar(count)))
        file = ForeignFile(sys.stdin.buffer.read(), task.name, task.options, task.mappings)
        model = read_import(file, Ontology(task.profile), format_name=task.format_name, looking=task.looking)
        for start in range(0, len(model.operations), _SLICE):
            say(OperationSlice(model.operations[start : start + _SLICE]))
        say(WholeModel(replace(model, operations=[])))


if __name__ == "__main__":
    main()
