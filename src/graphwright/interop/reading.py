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
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation

AT_ONCE: Final = 1024 * 1024
"""Bytes that any reader takes in within about a second, the time that a process of its own needs to begin."""
PACKED_AT_ONCE: Final = 32 * 1024
"""Of an archive, in which thirty times as much may stand."""
_NO_OPERATIONS: Final[list[OperationId]] = []
_NO_ATTRIBUTES: Final[dict[str, JsonValue]] = {}
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
    texts = _Texts()
    lines: AsyncGenerator[ReaderLine] = told_apart(
        READING, given, _LINES, places=places, waits=lambda: tell(ImportProgress(stage="waiting"))
    )
    async with aclosing(lines):
        async for line in lines:
            match line:
                case HowFar(count):
                    tell(ImportProgress(stage="reading", read=count))
                case OperationSlice(some):
                    operations += map(texts.shared_by, some)
                case WholeModel(model):
                    return replace(model, operations=operations)
    raise ProcessFault("a process that reads said nothing in the end")


class _Texts:
    """The texts that come again and again in a file, each of which is kept once: an id stands in all edges of a node.

    A tenth of a second for 100,000 elements, which take half the memory by it.
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def shared_by(self, operation: Operation) -> Operation:
        """The same operation of the texts that are there already, and of what is empty in the most of them."""
        known, waits = self._known.setdefault, operation.depends_on or _NO_OPERATIONS
        if isinstance(operation, EdgeCreate):
            return EdgeCreate(
                id=operation.id,
                depends_on=waits,
                edge_type=known(operation.edge_type, operation.edge_type),
                source=Ref(known(operation.source, operation.source)),
                target=Ref(known(operation.target, operation.target)),
                temp_id=operation.temp_id,
                attributes=operation.attributes or _NO_ATTRIBUTES,
            )
        if not isinstance(operation, NodeCreate):
            return operation
        temp_id, attributes = operation.temp_id, operation.attributes
        for key, value in attributes.items():
            if isinstance(value, str):
                attributes[key] = known(value, value)
        return NodeCreate(
            id=operation.id,
            depends_on=waits,
            node_type=known(operation.node_type, operation.node_type),
            name=operation.name,
            descr=operation.descr,
            temp_id=None if temp_id is None else known(temp_id, temp_id),
            semantic_id=operation.semantic_id,
            attributes=attributes,
        )


def _told(tell: TellProgress, *given: bytes) -> Iterator[bytes]:
    """What a process is given; it reads from the moment it takes the first of it."""
    tell(ImportProgress(stage="reading"))
    yield from given


def _takes_long(file: ForeignFile, format_name: str | None) -> bool:
    if len(file.data) > (PACKED_AT_ONCE if file.members else AT_ONCE):
        return True
    chosen = format_of(file, format_name)
    return chosen.is_slow and not chosen.missing
