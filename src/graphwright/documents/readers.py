"""The processes that read files: few at a time, each of them many files, one after the other.

Starting a process costs more than reading most files. The limits hold for each file: one that takes too long or too
much, or breaks its reader, ends that reader and nothing else, and the next file goes to a new one. A file that fails
for want of memory behind others is read once more in a reader of its own, so no file answers for another.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import msgspec

from graphwright.documents.limits import Reason
from graphwright.documents.reading import FileFacts, FileRefusal, ReadingTask
from graphwright.documents.worker import MAX_FILES, too_much_memory
from graphwright.ports import Clock, ProcessTalk, ProcessTalker, TooMuchSaid

READERS: Final = 2
"""Files that are read at the same time: what one machine has to spare beside its server."""
IDLE_S: Final = 5.0
"""A reader that nobody has needed for so long is ended."""
_MAX_READ: Final = 64 * 1024 * 1024
"""Bytes that one reader reads before it is ended: what it took of memory for large files it does not give back."""
_MAX_ANSWER: Final = 256 * 1024 * 1024
"""Bytes of one answer: 20 million characters with their passages stay below a third of it."""
_HARMLESS: Final[frozenset[Reason]] = frozenset({"empty", "noText", "notInstalled"})
"""Refusals after which the reader is as it was."""
_DECODER: Final[msgspec.json.Decoder[FileFacts | FileRefusal]] = msgspec.json.Decoder(FileFacts | FileRefusal)


class _ReaderProcess:
    """One process, and what it has read."""

    def __init__(self, talk: ProcessTalk, stack: AsyncExitStack) -> None:
        self._talk = talk
        self._stack = stack
        self._bytes = 0
        self.files = 0

    @property
    def is_worn(self) -> bool:
        return self.files >= MAX_FILES or self._bytes >= _MAX_READ

    async def read(self, task: ReadingTask, data: bytes) -> tuple[FileFacts | FileRefusal, bytes] | None:
        """Its answer; None: it has ended, or says what is no answer."""
        self.files += 1
        self._bytes += len(data)
        await self._talk.tell(msgspec.json.encode(task) + b"\n")
        await self._talk.tell(data)
        try:
            answer = await self._talk.hear(most=_MAX_ANSWER)
            size = await self._talk.hear(most=_MAX_ANSWER)
            if answer is None or size is None or not 0 <= int(size) <= _MAX_ANSWER:
                return None
            content = await self._talk.hear_bytes(int(size))
            return None if content is None else (_DECODER.decode(answer), content)
        except (TooMuchSaid, ValueError, msgspec.MsgspecError):
            return None

    async def end(self) -> None:
        await self._stack.aclose()


class FileReaders:
    """The readers of the whole program."""

    def __init__(self, talk: ProcessTalker, clock: Clock) -> None:
        self._talk = talk
        self._clock = clock
        self._free = asyncio.Semaphore(READERS)
        self._idle: list[_ReaderProcess] = []
        self._ending: asyncio.Task[None] | None = None
        self.started = 0
        """Processes, ever."""

    async def read(self, task: ReadingTask, data: bytes) -> tuple[FileFacts | FileRefusal, bytes]:
        """What became of a file. When the caller is cancelled its reader is ended."""
        async with self._free:
            answer, content, is_first = await self._read(task, data, anew=False)
            if not is_first and isinstance(answer, FileRefusal) and answer.reason == "tooMuchMemory":
                answer, content, _ = await self._read(task, data, anew=True)
            return answer, content

    async def close(self) -> None:
        """End those that are idle; those at work end with what they read."""
        if self._ending is not None:
            self._ending.cancel()
            await asyncio.gather(self._ending, return_exceptions=True)
        await self._end_all()  # a task that was ended before it began has ended nobody

    async def _read(self, task: ReadingTask, data: bytes, *, anew: bool) -> tuple[FileFacts | FileRefusal, bytes, bool]:
        """The answer, and whether it is the first of its reader."""
        reader = self._idle.pop() if self._idle and not anew else await self._started()
        is_usable = False
        try:
            async with asyncio.timeout(task.limits.seconds):
                answered = await reader.read(task, data)
            if answered is None:
                # Killed by its own limits, or by a fault in a library: which one it was cannot be told apart for sure.
                message = f"{too_much_memory(task.limits)}; or the file is damaged"
                return FileRefusal("tooMuchMemory", message), b"", reader.files == 1
            answer, content = answered
            is_usable = not reader.is_worn and (isinstance(answer, FileFacts) or answer.reason in _HARMLESS)
            return answer, content, reader.files == 1
        except TimeoutError:
            message = (
                f"reading the file takes longer than {task.limits.seconds} s; split it, "
                "or raise GRAPHWRIGHT_DOCUMENT_SECONDS"
            )
            return FileRefusal("tooSlow", message), b"", reader.files == 1
        finally:
            if is_usable:
                self._rest(reader)
            else:
                await reader.end()

    async def _started(self) -> _ReaderProcess:
        stack = AsyncExitStack()
        self.started += 1
        return _ReaderProcess(await stack.enter_async_context(self._talk("graphwright.documents.worker")), stack)

    def _rest(self, reader: _ReaderProcess) -> None:
        self._idle.append(reader)
        if self._ending is None or self._ending.done():
            self._ending = asyncio.create_task(self._end_idle())

    async def _end_idle(self) -> None:
        """End readers once nobody has needed any for a while, or with whoever ends this."""
        try:
            seen = -1
            while seen != (seen := sum(each.files for each in self._idle)):
                await self._clock.sleep(IDLE_S)
        finally:
            await self._end_all()

    async def _end_all(self) -> None:
        while self._idle:  # one that comes to rest meanwhile goes with them
            await self._idle.pop().end()
