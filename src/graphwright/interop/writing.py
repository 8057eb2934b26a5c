"""Writes an export beside the event loop, so that it can be waited for, watched and stopped.

What is written in a moment is written in a thread. A large model is handed to a process of its own: stopping ends it,
and nobody sees a file before it is whole.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Final

import msgspec

from graphwright.interop.apart import ProcessFault, WorkEnd, told_apart
from graphwright.interop.choosing import export_format
from graphwright.interop.export_worker import (
    WRITING,
    ExportTask,
    FileEnd,
    FilePiece,
    WriterLine,
    WritingBegun,
)
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.progress import ExportProgress, TellExport
from graphwright.interop.report import Report
from graphwright.ports import ProcessPlaces, in_thread
from graphwright.protocol.graph import Snapshot

AT_ONCE: Final = 5_000
"""Elements up to which a process of its own would cost more time to begin than most writers need for all."""
_SLICE: Final = 500
"""Elements handed over at once: about 1 ms."""
_LINES: Final[msgspec.json.Decoder[WriterLine | WorkEnd]] = msgspec.json.Decoder(WriterLine | WorkEnd)


async def write_beside(
    request: ExportRequest, format_name: str, *, tell: TellExport, places: ProcessPlaces
) -> tuple[bytes, Report]:
    """The same as `write_export`, told while it goes on.

    Cancelling it ends the work of a process; a thread goes on to the end, and what it wrote is thrown away.
    A large model waits for one of the `places`. `ProcessFault` where a fault of ours ends it.
    """
    chosen = export_format(format_name)
    chosen.check_installed()
    graph = request.graph
    if chosen.is_apart:
        async with places.taken(lambda: tell(ExportProgress(stage="waiting"))):
            tell(ExportProgress(stage="writing"))
            return await in_thread(lambda: write_export(request, format_name))
    if len(graph.nodes) + len(graph.edges) <= AT_ONCE:
        tell(ExportProgress(stage="writing"))
        return await in_thread(lambda: write_export(request, format_name))
    pieces: list[bytes] = []
    lines: AsyncGenerator[WriterLine] = told_apart(
        WRITING,
        _given(request, format_name, tell),
        _LINES,
        places=places,
        waits=lambda: tell(ExportProgress(stage="waiting")),
    )
    async with aclosing(lines):
        async for line in lines:
            match line:
                case WritingBegun():
                    tell(ExportProgress(stage="writing"))
                case FilePiece(data):
                    pieces.append(data)
                case FileEnd(report):
                    return b"".join(pieces), report
    raise ProcessFault("a process that writes said nothing in the end")


def _given(request: ExportRequest, format_name: str, tell: TellExport) -> Iterator[bytes]:
    """What a process is given, in slices that hold nobody."""
    task = ExportTask(
        format_name,
        request.graph.ontology.profile,
        request.project_id,
        request.name,
        request.at,
        request.baseline,
        request.scope,
        request.comments,
    )
    yield msgspec.json.encode(task) + b"\n"
    whole = request.graph.snapshot()
    total = len(whole.nodes) + len(whole.edges)
    for done, some in _slices(whole):
        tell(ExportProgress(stage="handing", done=done, total=total))
        yield msgspec.json.encode(some) + b"\n"


def _slices(whole: Snapshot) -> Iterator[tuple[int, Snapshot]]:
    """Nodes before edges; how many elements have gone before each slice."""
    for start in range(0, len(whole.nodes), _SLICE):
        nodes = whole.nodes[start : start + _SLICE]
        yield start, Snapshot(revision=whole.revision, nodes=nodes, edges=[], counters={})
    for start in range(0, len(whole.edges), _SLICE):
        edges = whole.edges[start : start + _SLICE]
        yield (
            len(whole.nodes) + start,
            Snapshot(revision=whole.revision, nodes=[], edges=edges, counters=whole.counters),
        )
