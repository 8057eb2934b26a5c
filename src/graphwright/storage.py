"""Where a program keeps and tells things: from an address, a store with its blobs, and the bus that tells of it.

The one place that knows which stores there are. What they promise stands in `store.base`, what buses promise in `bus`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct, field

from graphwright.bus import Bus, LocalBus
from graphwright.errors import InvalidCommand
from graphwright.ports import Clock
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import Store
from graphwright.store.folder import FOLDER_OWNER, Folder
from graphwright.store.memory import MemoryStore
from graphwright.store.moving import with_driver
from graphwright.store.upcast import UPCASTERS
from graphwright.version import VERSION

if TYPE_CHECKING:
    from graphwright.store.postgres.lease import Holding, Leases  # bring the driver
    from graphwright.store.postgres.store import PostgresStore

LOCK_WAIT_S: Final = 2.0
"""Two commands typed one after the other may overlap for a moment; longer than this is a real other owner."""
ELSEWHERE: Final = "in-postgresql"
"""A file in the folder whose projects are in a PostgreSQL: who forgets to say so would find it empty, or old."""


class Storage(Struct, frozen=True):
    """What one process keeps its projects in."""

    store: Store
    """Journals, documents, blobs and records."""
    bus: Bus = field(default_factory=LocalBus)
    listens_at: Callable[[Path | None], None] = lambda _socket: None
    """Tells other processes where this one's socket is; nobody, of a store that no other process can reach."""
    claim: Callable[[ProjectId], Awaitable[None]] | None = None
    """Called before a project is worked on, where several processes share a store; comes back when this one may."""
    alone: Callable[[str], AbstractAsyncContextManager[None]] = lambda _name: nullcontext()
    """A block in which no other process is in one of the same name; a lock of this process does not know of others."""


Opener: TypeAlias = Callable[[str, Path, Clock], AbstractAsyncContextManager[Storage]]
"""Takes the address, the data folder and the clock."""


@asynccontextmanager
async def _in_the_folder(_address: str, folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    if (folder / ELSEWHERE).exists():
        message = (
            f"the projects of {folder} are in a PostgreSQL; set GRAPHWRIGHT_DATABASE as its server does, "
            f"or remove the file {ELSEWHERE} there to keep projects in the folder from now on"
        )
        raise InvalidCommand(message, setting="database")
    async with await Folder.open(folder, clock, wait_s=LOCK_WAIT_S) as owned:
        yield Storage(owned.store, listens_at=owned.listens_at)


@asynccontextmanager
async def _in_memory(_address: str, _folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    yield Storage(MemoryStore(clock))


@asynccontextmanager
async def _in_postgresql(address: str, folder: Path, clock: Clock) -> AsyncGenerator[Storage]:
    with with_driver():
        from graphwright.store.postgres.store import PostgresStore

    stores: list[PostgresStore] = []

    async def open_store(_folder: Path, clock: Clock) -> Store:
        stores.append(await PostgresStore.open(address, clock, wait_s=LOCK_WAIT_S))
        return stores[-1]

    # The folder is owned, too: it says where the socket is, and holds caches that one process writes.
    async with await Folder.open(folder, clock, wait_s=LOCK_WAIT_S, open_store=open_store) as owned:
        _note_elsewhere(folder)
        async with stores[-1].watched():
            yield Storage(owned.store, listens_at=owned.listens_at)


class FleetStorage(Struct, frozen=True):
    """What one of several servers stands on for as long as it runs; a store is opened for each of its lives."""

    leases: Leases
    listens_at: Callable[[Path | None], None]
    address: str
    clock: Clock

    @asynccontextmanager
    async def opened(self, holding: Holding) -> AsyncGenerator[PostgresStore]:
        """The store of one life."""
        from graphwright.store.postgres.store import PostgresStore

        store = await PostgresStore.open(self.address, self.clock, wait_s=LOCK_WAIT_S, holding=holding)
        async with store.watched(self.leases):
            await store.own(FOLDER_OWNER, by=f"server {holding.server}")  # seen by who worked alone and comes back
            yield store


@asynccontextmanager
async def open_fleet(
    address: str, folder: Path, clock: Clock, *, server: str, internal_address: str
) -> AsyncGenerator[FleetStorage]:
    """Be one of the servers on a PostgreSQL. Raises what opening the store raises, and `StoreBusy` for others' sake."""
    with with_driver():
        from graphwright.store.postgres.lease import Kin, Leases
        from graphwright.store.postgres.lease_table import lease_table

    async def nothing_yet(_folder: Path, clock: Clock) -> Store:
        return MemoryStore(clock)

    async with (
        await Folder.open(folder, clock, wait_s=LOCK_WAIT_S, open_store=nothing_yet) as owned,
        Leases.joined(
            lease_table(address, clock, LOCK_WAIT_S),
            server=server,
            address=internal_address,
            kin=Kin(VERSION, UPCASTERS.level, UPCASTERS.lowest_level),
            clock=clock,
        ) as leases,
    ):
        _note_elsewhere(folder)
        yield FleetStorage(leases, owned.listens_at, address, clock)


def _note_elsewhere(folder: Path) -> None:
    with suppress(OSError):  # a help, and no reason to stop
        (folder / ELSEWHERE).touch(mode=0o600)


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
