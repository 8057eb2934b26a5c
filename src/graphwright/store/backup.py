"""Backup of a running store and restore into an empty one, both checked by hash.

A backup is a folder with a database file and a manifest, written last: without a manifest it is not complete. It has
the same form whatever store it is of, so it is restored into either. What is restored appears whole or not at all;
every project in it gets a new epoch, so that clients which have seen later states start over instead of mixing two
histories (I-06).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final, Protocol, runtime_checkable

from msgspec import structs

from graphwright.errors import Conflict, InvalidCommand, NewerData, StoreDamaged
from graphwright.fold import HEADER
from graphwright.ports import Clock, Ids, in_thread
from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.events import ProjectChanged
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import DATA_VERSION, Store
from graphwright.store.database import DATABASE_NAME, store_error, sync_folder
from graphwright.store.entries import entry_of
from graphwright.store.sqlite import SqliteStore

MANIFEST_NAME: Final = "backup.json"


@runtime_checkable
class CopyableStore(Protocol):
    """One whose contents fit into a database file."""

    async def copy_to(self, path: Path) -> None:
        """Write what is committed into a new database file, while commits and reads go on."""
        ...


class Manifest(Record, frozen=True, kw_only=True):
    """What a backup holds, and the hash that proves it."""

    made_at: Time
    data_version: Count
    bytes: Count
    sha256: str


async def back_up(store: Store, target: Path, clock: Clock) -> Manifest:
    """Copy a store, while it works, into an empty folder. Holds every write acknowledged before the call.

    `InvalidCommand` for a store that nothing keeps; `Conflict` when the folder is not empty; `StoreFull` when it cannot
    be written.
    """
    if not isinstance(store, CopyableStore):
        raise InvalidCommand("what is kept in memory only is not backed up; export the projects instead")
    made_at = clock.now()
    try:
        make_empty(target)
        copy = target / DATABASE_NAME
        await store.copy_to(copy)
        manifest = await in_thread(lambda: _describe(copy, made_at))
        _write_durably(target / MANIFEST_NAME, encode(manifest))
        sync_folder(target.parent)
    except OSError as error:
        raise store_error(error, f"backing up to {target}") from error
    return manifest


async def restore(
    backup: Path, target: Path, clock: Clock, ids: Ids, *, check: Callable[[Path], Awaitable[object]] | None = None
) -> None:
    """Make a data folder from a backup, at a place where there is none or an empty one.

    `check` is shown the folder before it stands in its place, and may refuse it.

    `Conflict` when the place is taken, `InvalidCommand` when the folder is no complete backup, `StoreDamaged` when it
    does not have the hash of its manifest, `NewerData` when a newer Graphwright made it. Nothing is changed then.
    """
    # Made beside its place, so that the last step is one rename.
    unfinished = target.with_name(f".{target.name}.restoring")
    try:
        make_empty(target)
        async with restored_copy(backup, unfinished, clock, ids):
            if check is not None:
                await check(unfinished)
            _put_in_place(unfinished, target)
    except OSError as error:
        raise store_error(error, f"restoring to {target}") from error


@asynccontextmanager
async def restored_copy(backup: Path, place: Path, clock: Clock, ids: Ids) -> AsyncGenerator[None]:
    """A data folder from a backup, with new epochs, at a place of its own; gone after the block. As `restore`."""
    manifest = _read_manifest(backup)
    make_empty(place)
    try:
        await in_thread(lambda: _copy_checked(backup / DATABASE_NAME, place / DATABASE_NAME, manifest))
        await _begin_new_epochs(place, clock, ids)
        yield
    finally:
        shutil.rmtree(place, ignore_errors=True)


async def _begin_new_epochs(folder: Path, clock: Clock, ids: Ids) -> None:
    store = await SqliteStore.open(folder, clock)
    try:
        for project in await store.projects():
            await _begin_new_epoch(store, project.project_id, clock, ids)
    finally:
        await store.close()


async def _begin_new_epoch(store: SqliteStore, project_id: ProjectId, clock: Clock, ids: Ids) -> None:
    header = await store.document(project_id, "project", HEADER)
    if header is None:
        return
    changed = structs.replace(decode(header.body, ProjectChanged), epoch=ids.new())
    await store.append(project_id, [entry_of(changed, clock)])


def make_empty(folder: Path) -> None:
    """A folder with nothing in it. `Conflict` for one that holds something."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Conflict(f"{folder} is not an empty folder; choose another one or empty it")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _put_in_place(folder: Path, target: Path) -> None:
    folder.rename(target)
    sync_folder(target.parent)


def _read_manifest(backup: Path) -> Manifest:
    path = backup / MANIFEST_NAME
    try:
        manifest = decode(path.read_bytes(), Manifest)
    except OSError as error:
        raise InvalidCommand(f"{backup} is no complete backup: {path.name}: {error.strerror}") from error
    if manifest.data_version > DATA_VERSION:
        raise NewerData(f"{backup} was made by a newer Graphwright; upgrade first")
    return manifest


def _describe(copy: Path, made_at: Time) -> Manifest:
    digest = sha256()
    with copy.open("rb+") as file:
        for block in _blocks(file):
            digest.update(block)
        os.fsync(file.fileno())
        size = file.tell()
    return Manifest(made_at=made_at, data_version=DATA_VERSION, bytes=size, sha256=digest.hexdigest())


def _copy_checked(source: Path, copy: Path, manifest: Manifest) -> None:
    digest = sha256()
    with source.open("rb") as original, copy.open("xb") as file:
        for block in _blocks(original):
            digest.update(block)
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
    if digest.hexdigest() != manifest.sha256:
        raise StoreDamaged(f"{source} is not what was backed up: its hash is not that of {MANIFEST_NAME}")


def _blocks(file: BinaryIO) -> Iterable[bytes]:
    return iter(lambda: file.read(1024 * 1024), b"")


def _write_durably(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
