"""The only doors to what is not deterministic: clock, randomness, ids, background threads and other processes.

Everything else takes these as arguments, so the real program runs under a simulator (ADR-20); a lint rule keeps
`time.time`, `uuid4`, `random` and threads out of every other module. Outgoing HTTP is a port too: the adapters in
`llm/` are given their client, they never make one.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from asyncio.subprocess import SubprocessStreamProtocol
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from threading import Event, Lock, Thread, local
from typing import Any, Final, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from graphwright.pauses import REST
from graphwright.protocol.ids import uuid7

T = TypeVar("T")


class Clock(Protocol):
    """Wall time for people, monotonic time for durations (R-68)."""

    def now(self) -> datetime:
        """The current time in UTC, with its zone."""
        ...

    def monotonic(self) -> float:
        """Seconds since an arbitrary start; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """A real pause; a positive one also lets the writer's thread have the interpreter (ADR-18)."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The wall clock, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since a point that only this process knows."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """A pause of the event loop's own timer."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that only moves when told: for tests and replays."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._elapsed = 0.0

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._elapsed += seconds

    def now(self) -> datetime:
        """The start, and what was let pass since."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """Seconds that were let pass."""
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        """Time passes at once, but other tasks get their turn."""
        self.advance(seconds)
        await asyncio.sleep(0)


# One system call per id would be a third of the work of resolving an operation.
_POOL: Final = 4096
_DIGITS: Final = 20
"""Of one id, hexadecimal: ten bytes."""


class Ids:
    """Time-ordered ids (UUIDv7) from a pool of random bytes; for any thread."""

    def __init__(self, clock: Clock, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        self._clock = clock
        self._random_bytes = random_bytes
        self._pool = ""
        self._at = 0
        self._taking = Lock()

    def new(self) -> str:
        """A new UUIDv7 as text."""
        return self.several(1)[0]

    def several(self, count: int) -> list[str]:
        """New UUIDv7 of one moment: one look at the clock for all."""
        taken: list[str] = []
        with self._taking:
            for _ in range(count):
                if self._at + _DIGITS > len(self._pool):
                    self._pool, self._at = self._random_bytes(_POOL).hex(), 0
                taken.append(self._pool[self._at : self._at + _DIGITS])
                self._at += _DIGITS
        milliseconds = int(self._clock.now().timestamp() * 1000)
        return [uuid7(milliseconds, digits) for digits in taken]


def random_bytes(count: int) -> bytes:
    """Bytes nobody can guess: for keys, tickets and salts."""
    return os.urandom(count)


def fraction() -> float:
    """A number from 0 to 1 by chance, to spread retries."""
    return int.from_bytes(os.urandom(7), "big") / 2**56


class Background(Protocol):
    """Runs a blocking function away from the event loop."""

    def __call__(self, function: Callable[[], T], /) -> Awaitable[T]:
        """The function's result, or its exception."""
        ...


class _Calling(local):
    """Who waits for the work of a thread."""

    is_gone: Event | None = None


_calling = _Calling()
_LOOK_S: Final = 0.1
"""How often a thread that waits for a process looks whether anybody waits for it."""


async def in_thread(function: Callable[[], T], /) -> T:
    """The default `Background`: the loop's own executor, so a simulator can run it inline.

    A thread cannot be stopped; but a process that it waits for is, when the caller is cancelled (`apart`).
    """
    is_gone = Event()

    def work() -> T:
        _calling.is_gone = is_gone
        try:
            return function()
        finally:
            _calling.is_gone = None

    try:
        return await asyncio.get_running_loop().run_in_executor(None, work)
    except asyncio.CancelledError:
        is_gone.set()
        raise


SLICE_S: Final = 0.002
"""Work between two rests (ADR-18)."""
REST_S: Final = 0.001
_TRIES: Final = 3
"""What others change all the time is read at once after so many interruptions."""


class Overtaken(Exception):
    """What a work in slices reads has changed while it rested."""


class _Abandoned(BaseException):
    """Ends the thread of a work that nobody wants any more; no `except Exception` of that work keeps it."""


class _SlicedWork(Generic[T]):
    """A call on a thread of its own that works only while its owner waits for it: never both at once."""

    def __init__(self, function: Callable[[], T], timer: Callable[[], float]) -> None:
        self._function, self._timer = function, timer
        self._may_work, self._may_rest = Lock(), Lock()
        self._may_work.acquire()
        self._may_rest.acquire()
        self._until = 0.0
        self._is_abandoned = False
        self._results: list[T] = []
        self._error: BaseException | None = None
        context = copy_context()
        Thread(target=context.run, args=(self._work,), daemon=True).start()

    def go_on(self) -> bool:
        """Let it work until it rests. Is it done?"""
        self._until = self._timer() + SLICE_S
        self._may_work.release()
        self._may_rest.acquire()
        return bool(self._results) or self._error is not None

    def abandon(self) -> None:
        """End it at the pause where it rests."""
        self._is_abandoned = True
        self.go_on()

    def result(self) -> T:
        """What it came to, or its exception."""
        if self._error is not None:
            raise self._error
        return self._results[0]

    def _work(self) -> None:
        self._may_work.acquire()
        REST.set(self._rest)
        try:
            self._results.append(self._function())
        except BaseException as error:  # noqa: BLE001  it is the owner's, see `result`
            self._error = error
        finally:
            self._may_rest.release()

    def _rest(self) -> None:
        if self._timer() < self._until and not self._is_abandoned:
            return
        if not self._is_abandoned:
            self._may_rest.release()
            self._may_work.acquire()
        if self._is_abandoned:
            raise _Abandoned


async def in_slices(function: Callable[[], T], clock: Clock, *, goes_on: Callable[[], bool] = lambda: True) -> T:
    """The result of pure work that may take long: where it says `pause`, others get their turn when a slice is over.

    It may read what only the event loop's thread changes, for it stands still while the loop goes on; where `goes_on`
    says after a rest that this has changed, `Overtaken` is raised. Where the caller is cancelled it ends.
    """
    work = _SlicedWork(function, clock.monotonic)
    while not work.go_on():
        try:
            await clock.sleep(REST_S)
        except BaseException:
            work.abandon()
            raise
        if not goes_on():
            work.abandon()
            raise Overtaken
    return work.result()


class HasRevision(Protocol):
    """What has a revision that each change raises: a graph."""

    @property
    def revision(self) -> int: ...


async def of_one_revision(read: Callable[[], T], revised: HasRevision, clock: Clock, *, tried: int) -> T:
    """What comes of reading something in slices; `Overtaken` where it has changed meanwhile.

    `tried`: how often that has happened already.
    """
    if tried >= _TRIES:
        return read()
    revision = revised.revision
    return await in_slices(read, clock, goes_on=lambda: revised.revision == revision)


_loading = 0
_counting: Final = Lock()


@contextmanager
def uncollected() -> Generator[None]:
    """While a large model is made: nobody looks for cycles, of which it has none.

    A million new objects would be gone through again and again, and each time the event loop waits. What was made is
    taken for lasting afterwards where it is much: no look goes through it, and it is given back as soon as nobody
    refers to it. For any thread, also inside one another.
    """
    global _loading  # noqa: PLW0603  the collector is one for the whole process, and so is this count
    with _counting:
        _loading += 1
        gc.disable()
    try:
        yield
    finally:
        with _counting:
            _loading -= 1
            if not _loading:
                if gc.get_count()[0] > _MUCH:
                    _freeze()
                gc.enable()


_parsing: Final = Lock()


@contextmanager
def parsing() -> Generator[None]:
    """While a library is loaded that reads Python source: Pydantic that of its models, numpy the header of an array.

    CPython 3.11 counts how deep it is in a tree of source for all threads as one, and whoever began while another had
    to wait fails with a `SystemError`. It waits there for nothing but the collector, whose end we hear of in Python.
    """
    with _parsing, uncollected():
        yield


_MUCH: Final = 10_000
"""New objects: to go through so many takes 1 ms, and several on a busy machine."""


def _freeze() -> None:
    """Take all that there is for lasting, and let the collector forget how much that was.

    It looks at the oldest when a quarter as many are new as it found there last, and what is frozen counts as found:
    after a model of a million objects the next look would go through 250,000. The look here finds nothing left.
    """
    gc.freeze()
    gc.collect()


_OLDEST: Final = 2
_YOUNG: Final = (700, 10, 1)
"""Objects of the youngest look, and how many looks make an older one: the oldest comes early, while it is short."""


@contextmanager
def short_collections(longest_s: float = 0.003, timer: Callable[[], float] = time.thread_time) -> Generator[None]:
    """Keep the collector from holding the event loop: what survived a long look is not looked at again.

    At the end of a look there are no dead cycles, so nothing is lost by it but a cycle that lives then and dies later:
    what comes and goes must have none (ADR-108). A look is long where much was made that stays: indexes, findings,
    people who are connected. One that another program interrupted is none, so processor time counts. For one process
    and all that it does.
    """
    begun = 0.0

    def looked(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = timer()
        elif info["generation"] == _OLDEST and timer() - begun > longest_s:
            gc.freeze()

    thresholds = gc.get_threshold()
    _freeze()  # the program itself
    gc.set_threshold(*_YOUNG)
    gc.callbacks.append(looked)
    try:
        yield
    finally:
        gc.callbacks.remove(looked)
        gc.set_threshold(*thresholds)


class ProcessEnd(Struct, frozen=True):
    """What became of a process."""

    why: Literal["ended", "tooSlow", "tooMuch"]
    """By itself, or killed: it took too long, or answered too much."""
    code: int | None
    out: bytes


_PIECE: Final = 256 * 1024
_PASSED_ON: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "TMPDIR")
"""What another process may know of our environment: no keys, no settings."""


async def in_process(module: str, given: bytes, *, seconds: float, most: int) -> ProcessEnd:
    """The answer to `given` of one of our modules in a process of its own, which is killed when it takes too long.

    At most `most` bytes are heard. When the caller is cancelled the process is killed.
    """
    async with _running(module, (given,)) as process:
        try:
            async with asyncio.timeout(seconds):
                out = await _answer(process, most)
                if out is None:
                    return ProcessEnd("tooMuch", None, b"")
                return ProcessEnd("ended", await process.wait(), out)
        except TimeoutError:
            return ProcessEnd("tooSlow", None, b"")


class ProcessDied(Exception):
    """A process that was told of ended with a code other than 0, the negative number of a signal among them."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a process ended with {code}")
        self.code = code


async def told_by_process(module: str, given: Iterable[bytes], *, seconds: float) -> AsyncGenerator[bytes]:
    """The lines that a process writes, as they come; `TimeoutError` where it takes longer in all, `ProcessDied`.

    When the caller is cancelled or stops listening (`aclosing`) the process is killed.
    """
    async with _running(module, given) as process, asyncio.timeout(seconds):
        stream, rest = process.stdout, b""
        while stream is not None and (piece := await stream.read(_PIECE)):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                yield line
        if code := await process.wait():
            raise ProcessDied(code)


class ProcessPlaces:
    """How many processes may work at once. Whoever comes later waits, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)

    @asynccontextmanager
    async def taken(self, waits: Callable[[], None]) -> AsyncGenerator[None]:
        """A place, as soon as there is one; `waits` is called where there is none yet."""
        if self._free.locked():
            waits()
        async with self._free:
            yield


class TooMuchSaid(Exception):
    """A process says more in one line than is heard."""

    def __init__(self, most: int) -> None:
        super().__init__(f"a process says more than {most:,} bytes in one line")
        self.most = most


class ProcessTalk:
    """A conversation with a process: a line to it, a line from it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._rest = bytearray()

    async def tell(self, line: bytes) -> None:
        """Say something. Where the process has ended nothing happens; `hear` says so."""
        stream = self._process.stdin
        if stream is None:
            return
        with suppress(BrokenPipeError, ConnectionResetError):
            for start in range(0, len(line), _PIECE):
                stream.write(line[start : start + _PIECE])
                await stream.drain()

    async def hear(self, *, most: int) -> bytes | None:
        """The next line that it says; None: it has ended. `TooMuchSaid` for a line of more than `most` bytes."""
        stream, end = self._process.stdout, self._rest.find(b"\n")
        while end < 0:
            piece = await stream.read(_PIECE) if stream is not None else b""
            if not piece:
                return None
            start = len(self._rest)
            self._rest += piece
            end = self._rest.find(b"\n", start)
            if (len(self._rest) if end < 0 else end) > most:
                raise TooMuchSaid(most)
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        return line

    async def hear_bytes(self, count: int) -> bytes | None:
        """The next so many bytes that it says; None: it has ended before."""
        stream = self._process.stdout
        while len(self._rest) < count:
            piece = await stream.read(_PIECE) if stream is not None else b""
            if not piece:
                return None
            self._rest += piece
        said = bytes(self._rest[:count])
        del self._rest[:count]
        return said


class ProcessTalker(Protocol):
    """Starts one of our modules as a process that is talked with, and is killed when the conversation is over."""

    def __call__(self, module: str) -> AbstractAsyncContextManager[ProcessTalk]:
        """The conversation."""
        ...


@asynccontextmanager
async def talking_process(module: str) -> AsyncGenerator[ProcessTalk]:
    """A process that is talked with, and is killed when the conversation is over."""
    async with _running(module, None) as process:
        yield ProcessTalk(process)


@asynccontextmanager
async def _running(module: str, given: Iterable[bytes] | None) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A process that is given something, or is talked with (None), and is gone afterwards however it went."""
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.subprocess_exec(
        lambda: SubprocessStreamProtocol(limit=_PIECE, loop=loop),
        sys.executable, "-P", "-m", module,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
    )  # fmt: skip
    process = asyncio.subprocess.Process(transport, protocol, loop)
    feeding = asyncio.ensure_future(_feed(process, given)) if given is not None else None
    try:
        yield process
    finally:
        transport.close()  # kills it; whoever is cancelled below, or ends the loop, leaves nothing open
        if feeding is not None:
            feeding.cancel()
            await asyncio.gather(feeding, return_exceptions=True)
        await process.wait()


def apart(module: str, given: bytes, *, seconds: float, most: int) -> ProcessEnd:
    """The same for a function that already runs away from the event loop, and waits."""
    return asyncio.run(_watched(in_process(module, given, seconds=seconds, most=most), _calling.is_gone))


async def _watched(ending: Coroutine[Any, Any, ProcessEnd], is_gone: Event | None) -> ProcessEnd:
    """Ends with the process, or with the one who waits for it."""
    task = asyncio.ensure_future(ending)
    while not task.done():
        await asyncio.wait({task}, timeout=_LOOK_S)
        if is_gone is not None and is_gone.is_set():
            task.cancel()
    return await task


async def _feed(process: asyncio.subprocess.Process, given: Iterable[bytes]) -> None:
    stream = process.stdin
    if stream is None:
        return
    try:
        for each in given:
            for start in range(0, len(each), _PIECE):
                stream.write(each[start : start + _PIECE])
                await stream.drain()
        stream.close()
        await stream.wait_closed()
    except (BrokenPipeError, ConnectionResetError):
        return  # it ended without reading on; its answer says why


async def _answer(process: asyncio.subprocess.Process, most: int) -> bytes | None:
    stream = process.stdout
    if stream is None:
        return b""
    parts: list[bytes] = []
    size = 0
    while part := await stream.read(_PIECE):
        parts.append(part)
        size += len(part)
        if size > most:
            return None
    return b"".join(parts)
