"""Commands about the data itself: backup, restore, migrate."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from graphwright.cli.noting import note
from graphwright.cli.output import Output, counted
from graphwright.ports import Ids, SystemClock
from graphwright.setting_kinds import is_postgres
from graphwright.settings import Settings
from graphwright.store.backup import back_up
from graphwright.store.backup import restore as restore_backup
from graphwright.store.moving import move, restore_into
from graphwright.workbench import Workbench


async def backup(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Copy all data, with a manifest."""
    manifest = await back_up(workbench.store, Path(options.folder), workbench.clock)
    await note(workbench, "backup.post", {})
    output.result(manifest, [f"{manifest.bytes:,} bytes in {options.folder}, sha256 {manifest.sha256}"])
    return 0


async def restore(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Fill an empty data folder, or the empty database of the settings, from a backup."""
    clock = SystemClock()
    backup, address = Path(options.folder), settings.database.reveal()
    if is_postgres(address):
        with output.passing() as tell:
            await restore_into(backup, address, settings.data, clock=clock, ids=Ids(clock), progress=_telling(tell))
        output.result({"restored": "database"}, ["restored into the database"])
    else:
        await restore_backup(backup, settings.data, clock, Ids(clock))
        output.result({"restored": str(settings.data)}, [f"restored into {settings.data}"])
    return 0


async def migrate(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Copy everything from a data folder or a PostgreSQL into another one, which is empty."""
    clock = SystemClock()
    with output.passing() as tell:
        moved = await move(
            options.source, options.target, settings.data, clock=clock, ids=Ids(clock), progress=_telling(tell)
        )
    projects, entries = counted(moved.projects, "project"), f"{moved.entries:,} entries"
    output.result(moved, [f"{projects} with {entries} copied, every hash verified; the source stays as it was"])
    return 0


def _telling(tell: Callable[[str], None]) -> Callable[[str, int], None]:
    return lambda table, rows: tell(f"{table.replace('_', ' ')}: {rows:,}")
