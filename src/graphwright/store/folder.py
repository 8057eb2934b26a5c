"""One data folder, one owner: the lock that the operating system lets go of when its process dies, however it dies.

The lock file is held with `flock` for as long as the folder is open; its body only tells others who that is and
where its socket listens. Each opening raises the start counter, the fencing number of the owner `folder`:
with it a process that was thought dead cannot write as if it still owned the runs of its time (ADR-10, I-07).
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

from graphwright.errors import GraphwrightError, StoreBusy, StoreFull
from graphwright.ports import Clock
from graphwright.protocol.base import Record
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Fence, Store
from graphwright.store.sqlite import SqliteStore

LOCK_NAME: Final = "graphwright.lock"
FOLDER_OWNER: Final = "folder"

# How often a waiting process looks again; a person does not notice the difference to at once.
_LOOK_AGAIN_S: Final = 0.05


StoreOpener: TypeAlias = Callable[[Path, Clock], Awaitable[Store]]


class Holder(Record, frozen=True, kw_only=True):
    """What the lock file says about the process that holds it."""

    pid: int
    start_counter: int
    socket: str | None


class Folder:
    """A data folder that this process owns, and its store. Made by `Folder.open`; use it with `async with`."""

    def __init__(self, path: Path, store: Store, fence: Fence, lock: _Lock) -> None:
        self.path = path
        self.store = store
        self.fence = fence
        """Proof of ownership; its number is the start counter."""
        self._lock = lock

    @classmethod
    async def open(
        cls, path: Path, clock: Clock, *, wait_s: float = 0.0, open_store: StoreOpener = SqliteStore.open
    ) -> Folder:
        """Own a folder; it is made when it is not there. Waits at most `wait_s` for another owner to leave.

        `open_store`: where its projects are kept, when not in the folder itself.
        Raises `StoreBusy` (another process owns it; its `pid` and `socket` are in the fields, if it has said them),
        `StoreFull` (cannot be made or written), `NewerData` or `StoreDamaged`.
        """
        lock = await _locked(path, clock, wait_s)
        try:
            store = await open_store(path, clock)
            try:
                fence = await store.own(FOLDER_OWNER, by=f"process {os.getpid()}")
                lock.tell(Holder(pid=os.getpid(), start_counter=fence.number, socket=None))
            except BaseException:
                await store.close()
                raise
        except BaseException:
            lock.release()
            raise
        return cls(path, store, fence, lock)

    def listens_at(self, socket: Path | None) -> None:
        """Tell other processes where to reach this one."""
        where = None if socket is None else str(socket)
        self._lock.tell(Holder(pid=os.getpid(), start_counter=self.fence.number, socket=where))

    async def close(self) -> None:
        """Close the store, then let go of the folder."""
        await self.store.close()
        self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def _locked(path: Path, clock: Clock, wait_s: float) -> _Lock:
    until = clock.monotonic() + wait_s
    try:
        while True:
            lock = _Lock.take(path)
            if lock is not None:
                return lock
            if clock.monotonic() >= until:
                raise _busy(path)
            await clock.sleep(_LOOK_AGAIN_S)
    except OSError as error:
        raise StoreFull(
            f"the data folder {path} cannot be written ({error.strerror}); choose another one with --data",
            retry="never",
        ) from error


def holder_of(path: Path) -> Holder | None:
    """What the lock file says. It stays when its process is killed, so somebody may not be there any more."""
    try:
        return decode((path / LOCK_NAME).read_bytes(), Holder)
    except (OSError, GraphwrightError):  # just starting or just leaving: it has not said who it is
        return None


def _busy(path: Path) -> StoreBusy:
    holder = holder_of(path)
    if holder is None:
        return StoreBusy(f"another process owns the data folder {path}; try again in a moment", pid=None, socket=None)
    reach = "" if holder.socket is None else f" (it listens at {holder.socket})"
    return StoreBusy(
        f"process {holder.pid} owns the data folder {path}{reach}; end it or choose another folder with --data",
        pid=holder.pid,
        socket=holder.socket,
    )


class _Lock:
    """An open, locked file. Only its owner writes into it; it is never removed, or two could lock two files."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, folder: Path) -> _Lock | None:
        """The lock of a folder, which is made when it is not there; `None` when another process has it."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder) from None
        path = folder / LOCK_NAME
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        lock = cls(descriptor)
        if not _is_at(descriptor, path):  # somebody replaced the file between opening and locking
            lock.release()
            return None
        os.fchmod(descriptor, 0o600)
        return lock

    def tell(self, holder: Holder) -> None:
        """Say who holds the lock."""
        body = encode(holder)
        os.pwrite(self._descriptor, body, 0)
        os.ftruncate(self._descriptor, len(body))

    def release(self) -> None:
        """Let go."""
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
