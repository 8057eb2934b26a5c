"""The files of a folder, read together as one document: every problem names its file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import InvalidCommand, Refused
from graphwright.formats.assembly import MAX_PROBLEMS, Assembly
from graphwright.formats.format_e import read_lines
from graphwright.formats.loose_lines import section_of
from graphwright.formats.unreadable import UnreadableText
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.folder.lines import unfolded_lines
from graphwright.interop.folder.writing import ENDING
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Problem
from graphwright.text.messages import refused

_MARKS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""What git leaves in a file that it could not merge."""


class FolderModel(Struct, frozen=True):
    """What the files of a folder say, and where they say it."""

    nodes: list[NodeCreate]
    edges: list[EdgeCreate]
    places: dict[OperationId, str]
    """`FUNC/CheckOrder.FN.001.gw:2`, for each of these."""


def read_files(files: Mapping[str, bytes], ontology: Ontology) -> FolderModel:
    """The model of the files that end in `.gw`. `Refused` with every problem, `InvalidCommand` for what is no text."""
    assembly = Assembly(ontology)
    places: list[str] = [""]
    for path in sorted(files):
        if path.endswith(ENDING):
            read_lines(_numbered(path, files[path], places, assembly), ontology, assembly)
    try:
        operations = assembly.operations()
    except Refused as error:
        raise placed(error.problems, places) from None
    return FolderModel(
        nodes=[each for each in operations if isinstance(each, NodeCreate)],
        edges=[each for each in operations if isinstance(each, EdgeCreate)],
        places={operation_id: places[number] for operation_id, number in assembly.lines.items()},
    )


def placed(problems: Sequence[object], places: Sequence[str]) -> Refused:
    """Problems of lines that were numbered through all files, with the file and its own line."""
    told = [
        replace(each, path=places[int(each.path.removeprefix("line "))])
        for each in problems
        if isinstance(each, Problem)
    ]
    return refused(told, most=MAX_PROBLEMS, says_where=True)


def _numbered(path: str, data: bytes, places: list[str], assembly: Assembly) -> Iterator[tuple[int, str]]:
    """The whole lines of a file; their numbers go on from file to file, and `places` tells which each was."""
    try:
        lines = ForeignFile(data, path).text.split("\n")
    except InvalidCommand as error:
        raise InvalidCommand(f"{path}: {error.message}") from None
    start = len(places) - 1
    places += [f"{path}:{number}" for number in range(1, len(lines) + 1)]
    for number, line in unfolded_lines(enumerate(lines, start=start + 1)):
        if line.startswith(_MARKS):
            assembly.refuse(UnreadableText("gitConflict").problem(number, line))
        elif line.startswith("#") and section_of(line) is None:
            # The file is written anew when its node changes; nobody's words are to be lost then.
            assembly.refuse(UnreadableText("folderRemark").problem(number, line))
        else:
            yield number, line
