"""Reads a file to be imported beside the event loop, so that it can be waited for, watched and stopped.

What is read in a moment is read in a thread. Everything else is read in a process of its own, whatever its format:
stopping ends the process, and whatever happens in it, only its answer or its end is seen.
"""

from __future__ import annotations

from contextlib import aclosing
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.errors import LimitExceeded, Refused
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import check_size, format_of, read_import
from graphwright.interop.progress import ImportProgress, TellProgress
from graphwright.interop.report import ImportedModel
from graphwright.interop.worker import (
    SECONDS,
    HowFar,
    ImportRefusal,
    ImportTask,
    OperationSlice,
    WholeModel,
    WorkerLine,
    too_much,
)
from graphwright.ports import in_thread, told_by_process
from graphwright.protocol.operations import Operation
from graphwright.runs.failures import error_of

AT_ONCE: Final = 1024 * 1024
"""Bytes that any reader takes in within about a second, the time that a process of its own needs to begin."""
PACKED_AT_ONCE: Final = 32 * 1024
"""Of an archive, in which thirty times as much may stand."""
_LINES: Final[msgspec.json.Decoder[WorkerLine]] = msgspec.json.Decoder(WorkerLine)


async def read_beside(
    file: ForeignFile, ontology: Ontology, *, format_name: str | None, tell: TellProgress
) -> ImportedModel:
    """The same as `read_import`, told while it goes on; cancelling it ends the work."""
    check_size(file)
    tell(ImportProgress(stage="reading"))
    if not _takes_long(file, format_name):
        return await in_thread(lambda: read_import(file, ontology, format_name=format_name))
    task = ImportTask(file.name, dict(file.options), format_name, ontology.profile)
    given = (msgspec.json.encode(task) + b"\n", file.data)
    operations: list[Operation] = []
    try:
        async with aclosing(told_by_process("graphwright.interop.worker", given, seconds=SECONDS)) as lines:
            async for line in lines:
                match _LINES.decode(line):
                    case HowFar(count):
                        tell(ImportProgress(stage="reading", read=count))
                    case OperationSlice(some):
                        operations += some
                    case WholeModel(model):
                        return replace(model, operations=operations)
                    case ImportRefusal() as refusal:
                        raise _error_of(refusal)
    except TimeoutError:
        raise LimitExceeded(f"reading the file takes longer than {SECONDS:,} s; bring in a part of it") from None
    raise LimitExceeded(f"{too_much()}; or the file is damaged")


def _takes_long(file: ForeignFile, format_name: str | None) -> bool:
    if len(file.data) > (PACKED_AT_ONCE if file.members else AT_ONCE):
        return True
    chosen = format_of(file, format_name)
    return chosen.is_slow and not chosen.missing


def _error_of(refusal: ImportRefusal) -> Exception:
    error = refusal.error
    if refusal.problems is not None:
        return Refused(error.message, problem_code=error.code, problems=refusal.problems)
    return error_of(error)
