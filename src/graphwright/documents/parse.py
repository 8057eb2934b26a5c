"""Has files read in processes of their own, few at a time, and says in our errors what became of one."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.documents.limits import Reason
from graphwright.documents.reading import FileFacts, FileRefusal, ReadingTask
from graphwright.documents.worker import too_much_memory
from graphwright.errors import DocumentUnreadable, LimitExceeded
from graphwright.ports import ProcessRunner
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits

WORKERS: Final = 2
"""Files that are read at the same time: what one machine has to spare beside its server."""
_ANSWER_BYTES: Final = 256 * 1024 * 1024
"""Of a worker: 20 million characters with their passages stay below a third of it."""
_LIMITS: Final = frozenset({"tooLarge", "tooManyPages", "tooDeep", "tooManyPassages", "tooSlow", "tooMuchMemory"})
_DECODER: Final[msgspec.json.Decoder[FileFacts | FileRefusal]] = msgspec.json.Decoder(FileFacts | FileRefusal)


class ParsedFile(Struct, frozen=True):
    """A file that has been read."""

    facts: FileFacts
    content: bytes
    """The blob, see `content`."""


class DocumentParser:
    """Reads files for all projects."""

    def __init__(self, run_process: ProcessRunner, limits: DocumentLimits) -> None:
        self.limits = limits
        self._run_process = run_process
        self._free = asyncio.Semaphore(WORKERS)

    def check_size(self, name: str, size: int) -> None:
        """`LimitExceeded` before anything is done with a file that is too large."""
        if size > self.limits.bytes:
            raise refused(
                name,
                "tooLarge",
                f"the file has {size:,} bytes, at most {self.limits.bytes:,} are taken in; split it, "
                "or raise GRAPHWRIGHT_DOCUMENT_BYTES",
            )

    async def parse(self, name: str, data: bytes, document_id: DocumentId) -> ParsedFile:
        """The passages of a file. `DocumentUnreadable` and `LimitExceeded` say why not and what to do."""
        self.check_size(name, len(data))
        task = msgspec.json.encode(ReadingTask(name, document_id, self.limits))
        async with self._free:
            ended = await self._run_process(
                "graphwright.documents.worker", task + b"\n" + data, seconds=self.limits.seconds, most=_ANSWER_BYTES
            )
        if ended.why == "tooSlow":
            message = (
                f"reading the file takes longer than {self.limits.seconds} s; split it, "
                "or raise GRAPHWRIGHT_DOCUMENT_SECONDS"
            )
            raise refused(name, "tooSlow", message)
        first, _, content = ended.out.partition(b"\n")
        if ended.why == "tooMuch" or ended.code != 0 or not first:
            # Killed by its own limits, or by a fault in a library: which one it was cannot be told apart for sure.
            raise refused(name, "tooMuchMemory", f"{too_much_memory(self.limits)}; or the file is damaged")
        answer = _DECODER.decode(first)
        if isinstance(answer, FileRefusal):
            raise refused(name, answer.reason, answer.message)
        return ParsedFile(answer, content)


def refused(name: str, reason: Reason, message: str) -> DocumentUnreadable | LimitExceeded:
    """The error for a file that is not taken in."""
    kind = LimitExceeded if reason in _LIMITS else DocumentUnreadable
    return kind(f"{name[:200]}: {message}", reason=reason)
