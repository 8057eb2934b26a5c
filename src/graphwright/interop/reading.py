"""Reads a file to be imported beside the event loop, so that it can be waited for, watched and stopped.

What is read in a moment is read in a thread. Everything else is read in a process of its own, whatever its format:
stopping ends the process, and whatever happens in it, only its answer or its end is seen.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.graph.ontology import Ontology
from graphwright.interop.apart import ProcessFault, WorkEnd, told_apart
from graphwright.interop.choosing import is_apart
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import check_size, format_of, read_import
from graphwright.interop.progress import ImportProgress, TellProgress
from graphwright.interop.report import ImportedModel
from graphwright.interop.worker import READING, HowFar, ImportTask, OperationSlice, ReaderLine, WholeModel
from graphwright.ports import ProcessPlaces, in_thread
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation
from graphwright.protocol.shared_texts import SharedTexts

AT_ONCE: Final = 1024 * 1024
"""Bytes that any reader takes in within about a second, the time that a process of its own needs to begin."""
PACKED_AT_ONCE: Final = 32 * 1024
"""Of an archive, in which thirty times as much may stand."""
_NO_OPERATIONS: Final[list[OperationId]] = []
_LINES: Final[msgspec.json.Decoder[ReaderLine | WorkEnd]] = msgspec.json.Decoder(ReaderLine | WorkEnd)


async def read_beside(
    file: ForeignFile,
    ontology: Ontology,
    *,
    format_name: str | None,
    tell: TellProgress,
    places: ProcessPlaces,
    looking: bool = False,
) -> ImportedModel:
    """The same as `read_import`, told while it goes on; cancelling it ends the work.

    What takes long waits for one of the `places`. `ProcessFault` where a fault of ours ends it.
    """
    check_size(file)
    if is_apart(file, format_name):
        async with places.taken(lambda: tell(ImportProgress(stage="waiting"))):
            tell(ImportProgress(stage="reading"))
            return await in_thread(lambda: read_import(file, ontology, format_name=format_name, looking=looking))
    if not _takes_long(file, format_name):
        tell(ImportProgress(stage="reading"))
        return await in_thread(lambda: read_import(file, ontology, format_name=format_name, looking=looking))
    profile, known = ontology.profile, list(file.mappings)
    task = ImportTask(file.name, dict(file.options), format_name, profile, known, looking=looking)
    given = _told(tell, msgspec.json.encode(task) + b"\n", file.data)
    operations: list[Operation] = []
    texts = SharedTexts()
    lines: AsyncGenerator[ReaderLine] = told_apart(
        READING, given, _LINES, places=places, waits=lambda: tell(ImportProgress(stage="waiting"))
    )
    async with aclosing(lines):
        async for line in lines:
            match line:
                case HowFar(count):
                    tell(ImportProgress(stage="reading", read=count))
                case OperationSlice(some):
                    operations += (_shared(each, texts) for each in some)
                case WholeModel(model):
                    return replace(model, operations=operations)
    raise ProcessFault("a process that reads said nothing in the end")


def _shared(operation: Operation, texts: SharedTexts) -> Operation:
    """The same operation, of texts that are there already."""
    once, waits = texts.once, operation.depends_on or _NO_OPERATIONS
    if isinstance(operation, EdgeCreate):
        return EdgeCreate(
            id=operation.id,
            depends_on=waits,
            edge_type=once(operation.edge_type),
            source=once(operation.source),
            target=once(operation.target),
            temp_id=operation.temp_id,
            attributes=texts.attributes(operation.attributes),
        )
    if isinstance(operation, NodeCreate):
        return NodeCreate(
            id=operation.id,
            depends_on=waits,
            node_type=once(operation.node_type),
            name=operation.name,
            descr=operation.descr,
            temp_id=None if operation.temp_id is None else once(operation.temp_id),
            semantic_id=operation.semantic_id,
            attributes=texts.attributes(operation.attributes) or {},  # of its own, because it is marked
        )
    return operation


def _told(tell: TellProgress, *given: bytes) -> Iterator[bytes]:
    """What a process is given; it reads from the moment it takes the first of it."""
    tell(ImportProgress(stage="reading"))
    yield from given


def _takes_long(file: ForeignFile, format_name: str | None) -> bool:
    if len(file.data) > (PACKED_AT_ONCE if file.members else AT_ONCE):
        return True
    chosen = format_of(file, format_name)
    return chosen.is_slow and not chosen.missing
