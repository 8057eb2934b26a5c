"""Where a program keeps and tells things: from an address, a store with its blobs, and the bus that tells of it.

The one place that knows which stores there are. What they promise stands in `store.base`, what buses promise in `bus`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct, field

from graphwright.bus import Bus, LocalBus
from graphwright.errors import InvalidCommand
from graphwright.ports import Clock
from graphwright.store.base import Store
from graphwright.store.folder import Folder
from graphwright.store.memory import MemoryStore
from graphwright.store.moving import with_driver

LOCK_WAIT_S: Final = 2.0
"""Two commands typed one after the other may overlap for a moment; longer than this is a real other owner."""


class Storage(Struct, frozen=True):
    """What one process keeps its projects in."""

    store: Store
    """Journals, documents, blobs and records."""
    bus: Bus = field(default_factory=LocalBus)
    listens_at: Callable[[Path | None], None] = lambda _socket: None
    """Tells other processes where this one's socket is; nobody, of a store that no other process can reach."""


Opener: TypeAlias = Callable[[str, Path, Clock], AbstractAsyncContextManager[Storage]]
"""Takes the address, the data folder and the clock."""


@asynccontextmanager
async def _in_the_folder(_address: str, folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    async with await Folder.open(folder, clock, wait_s=LOCK_WAIT_S) as owned:
        yield Storage(owned.store, listens_at=owned.listens_at)


@asynccontextmanager
async def _in_memory(_address: str, _folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    yield Storage(MemoryStore(clock))


@asynccontextmanager
async def _in_postgresql(address: str, folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    with with_driver():
        from graphwright.store.postgres.store import PostgresStore

    def open_store(_folder: Path, clock: Clock) -> Awaitable[Store]:
        return PostgresStore.open(address, clock, wait_s=LOCK_WAIT_S)

    # The folder is owned, too: it says where the socket is, and holds caches that one process writes.
    async with await Folder.open(folder, clock, wait_s=LOCK_WAIT_S, open_store=open_store) as owned:
        yield Storage(owned.store, listens_at=owned.listens_at)


OPENERS: Final[Mapping[str, Opener]] = MappingProxyType(
    {"sqlite": _in_the_folder, "memory": _in_memory, "postgresql": _in_postgresql, "postgres": _in_postgresql}
)
"""The stores there are, by what an address begins with. A new one is its module, its line here, its contract suite."""


def open_storage(address: str, folder: Path, clock: Clock) -> AbstractAsyncContextManager[Storage]:
    """Open what an address names: `sqlite` (in the data folder), `memory` (gone when it is closed) or a PostgreSQL.

    `InvalidCommand` for any other; raises what the store's own opening raises, such as `StoreBusy`.
    """
    opener = OPENERS.get(address.partition(":")[0])
    if opener is None:
        message = f"only these stores are built in: {', '.join(OPENERS)}; set GRAPHWRIGHT_DATABASE to one of them"
        raise InvalidCommand(message)
    return opener(address, folder, clock)
