"""Everything from one store into another that is empty: a backup and a restore without a stop between them.

So it is all or nothing, every hash of every journal is verified in what was written, and every project begins a new
epoch: the source stays as it was, and should somebody go on there, nobody mixes two histories. Each side is owned
meanwhile, so nothing that is written beside it gets lost.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graphwright.errors import Conflict, InvalidCommand
from graphwright.ports import Clock, Ids, in_thread
from graphwright.protocol.base import Count, Record
from graphwright.setting_kinds import is_postgres
from graphwright.store.backup import back_up, make_empty, restore, restored_copy
from graphwright.store.base import Store
from graphwright.store.database import DATABASE_NAME, store_error
from graphwright.store.folder import Folder
from graphwright.store.rows import UNTOLD, DataFile, Progress, in_steps, proof

if TYPE_CHECKING:
    from types import ModuleType

_WAIT_S: Final = 2.0


class MovedData(Record, frozen=True, kw_only=True):
    """What was copied."""

    projects: Count
    entries: Count


@contextmanager
def with_driver() -> Generator[None]:
    """Whatever needs the driver of PostgreSQL; `InvalidCommand` where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != "asyncpg":
            raise
        message = "the database is a PostgreSQL, and its driver is not installed: pip install 'graphwright[postgres]'"
        raise InvalidCommand(message, setting="database") from missing


async def move(
    source: str, target: str, data: Path, *, clock: Clock, ids: Ids, progress: Progress = UNTOLD
) -> MovedData:
    """Copy everything; each place is a data folder, or the address of a PostgreSQL. `data`: where there is room.

    `Conflict` when the target holds something or is the source, `InvalidCommand` when there is no source,
    `StoreDamaged` when a hash does not hold; else raises what opening them does. The target is as it was then.
    """
    for place in (source, target):
        if "://" in place and not is_postgres(place):  # not quoted: it may hold a password
            raise InvalidCommand("an address begins with postgresql://, everything else is the name of a folder")
    if source == target:
        raise Conflict("source and target are the same; name another target")
    await _check_target(target, clock)
    folders = [Path(place) for place in (target, source) if not is_postgres(place)]
    with _room(folders[0] if folders else data) as between:
        async with _opened(source, clock) as store:
            counted = [await store.head(project.project_id) for project in await store.projects()]
            await back_up(store, between / "backup", clock)
            if is_postgres(target):
                await _fill(between / "backup", target, between / "copy", clock=clock, ids=ids, progress=progress)
            else:
                await restore(between / "backup", Path(target), clock, ids, check=lambda place: _prove(place, progress))
    return MovedData(projects=len(counted), entries=sum(head.sequence for head in counted))


async def restore_into(
    backup: Path, address: str, data: Path, *, clock: Clock, ids: Ids, progress: Progress = UNTOLD
) -> None:
    """Fill an empty PostgreSQL from a backup. Raises as `restore` and as opening the database."""
    await _check_target(address, clock)
    with _room(data) as between:
        await _fill(backup, address, between / "copy", clock=clock, ids=ids, progress=progress)


async def _fill(backup: Path, address: str, place: Path, *, clock: Clock, ids: Ids, progress: Progress) -> None:
    async with restored_copy(backup, place, clock, ids):
        await _copying().copy_in(place, address, clock, wait_s=_WAIT_S, progress=progress)


async def _check_target(place: str, clock: Clock) -> None:
    """Said first, and not after an hour of copying."""
    if is_postgres(place):
        await _copying().check_empty(place, clock, wait_s=_WAIT_S)
        return
    try:
        make_empty(Path(place))
    except OSError as error:
        raise store_error(error, f"looking at {place}") from error


@asynccontextmanager
async def _opened(place: str, clock: Clock) -> AsyncGenerator[Store]:
    if is_postgres(place):
        with with_driver():
            from graphwright.store.postgres.store import PostgresStore  # noqa: PLC0415  # an extra
        store = await PostgresStore.open(place, clock, wait_s=_WAIT_S)
        try:
            yield store
        finally:
            await store.close()
    elif not (Path(place) / DATABASE_NAME).exists():
        raise InvalidCommand(f"{place} is no data folder: there is no {DATABASE_NAME} in it")
    else:
        async with await Folder.open(Path(place), clock, wait_s=_WAIT_S) as folder:
            yield folder.store


async def _prove(folder: Path, progress: Progress) -> None:
    """Recompute every hash of every journal of a folder. `StoreDamaged`."""
    with await in_thread(lambda: DataFile(folder)) as file:
        async for entries in in_steps(proof(file, file.projects())):
            progress("proof", entries)


@contextmanager
def _room(beside: Path) -> Generator[Path]:
    parent = beside.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".graphwright-moving-", dir=parent) as folder:
            yield Path(folder)
    except OSError as error:
        raise store_error(error, f"working in {parent}") from error


def _copying() -> ModuleType:
    with with_driver():
        from graphwright.store.postgres import copying  # noqa: PLC0415  # an extra
    return copying
