"""The process that writes one export and ends: `python -m graphwright.interop.export_worker`.

On its standard input stand a line with the task and lines with the elements, to its end; it answers with the file in
pieces and the report, or a refusal. It takes its limits upon itself first, is given no secrets and writes no file.
"""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Profile
from graphwright.interop.apart import Work, answering, pieces, say
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.report import Report
from graphwright.interop.scope import ExportScope
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Snapshot
from graphwright.protocol.ids import ProjectId

WRITING: Final = Work("graphwright.interop.export_worker", "writing the file", "export a part of the model")


class ExportTask(Struct, frozen=True):
    """What is to be written of the elements that follow."""

    format_name: str
    profile: Profile
    project_id: ProjectId
    name: str
    at: datetime
    baseline: str
    scope: ExportScope
    comments: list[Comment]


class WritingBegun(Struct, frozen=True, tag="begun"):
    """Everything has been taken in."""


class FilePiece(Struct, frozen=True, tag="piece"):
    """Some of the file."""

    data: bytes


class FileEnd(Struct, frozen=True, tag="end"):
    """That was all of it, and what it does not hold."""

    report: Report


WriterLine = WritingBegun | FilePiece | FileEnd


def main() -> None:
    """Take the elements in, write the file and tell it."""
    with answering(WRITING):
        task = msgspec.json.decode(sys.stdin.buffer.readline(), type=ExportTask)
        graph = Graph(Ontology(task.profile))
        slices = msgspec.json.Decoder(Snapshot)
        for line in sys.stdin.buffer:
            graph.load(slices.decode(line))
        say(WritingBegun())
        request = ExportRequest(graph, task.project_id, task.name, task.at, task.baseline, task.scope, task.comments)
        data, report = write_export(request, task.format_name)
        for piece in pieces(data):
            say(FilePiece(piece))
        say(FileEnd(report))


if __name__ == "__main__":
    main()
