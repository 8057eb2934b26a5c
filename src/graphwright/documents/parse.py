"""Has files read in processes of their own, few at a time, and says in our errors what became of one."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from graphwright.documents.limits import Reason
from graphwright.documents.readers import FileReaders
from graphwright.documents.reading import FileFacts, FileRefusal, ReadingTask
from graphwright.errors import DocumentUnreadable, LimitExceeded
from graphwright.ports import Clock, ProcessTalker
from graphwright.protocol.ids import DocumentId
from graphwright.settings import DocumentLimits

_LIMITS: Final = frozenset({"tooLarge", "tooManyPages", "tooDeep", "tooManyPassages", "tooSlow", "tooMuchMemory"})


class ParsedFile(Struct, frozen=True):
    """A file that has been read."""

    facts: FileFacts
    content: bytes
    """The blob, see `content`."""


class DocumentParser:
    """Reads files for all projects."""

    def __init__(self, talk: ProcessTalker, limits: DocumentLimits, clock: Clock) -> None:
        self.limits = limits
        self.readers = FileReaders(talk, clock)

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
        answer, content = await self.readers.read(ReadingTask(name, document_id, len(data), self.limits), data)
        if isinstance(answer, FileRefusal):
            raise refused(name, answer.reason, answer.message)
        return ParsedFile(answer, content)

    async def close(self) -> None:
        """Let no process behind."""
        await self.readers.close()


def refused(name: str, reason: Reason, message: str) -> DocumentUnreadable | LimitExceeded:
    """The error for a file that is not taken in."""
    kind = LimitExceeded if reason in _LIMITS else DocumentUnreadable
    return kind(f"{name[:200]}: {message}", reason=reason)
