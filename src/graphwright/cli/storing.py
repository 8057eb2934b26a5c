"""Commands about the data itself: backup, restore."""

from __future__ import annotations

import argparse
from pathlib import Path

from graphwright.cli.output import Output
from graphwright.ports import Ids, SystemClock
from graphwright.settings import Settings
from graphwright.store.backup import back_up
from graphwright.store.backup import restore as restore_backup
from graphwright.workbench import Workbench


async def backup(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Copy all data, with a manifest."""
    manifest = await back_up(workbench.store, Path(options.folder), workbench.clock)
    output.result(manifest, [f"{manifest.bytes:,} bytes in {options.folder}, sha256 {manifest.sha256}"])
    return 0


async def restore(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Fill an empty data folder from a backup."""
    clock = SystemClock()
    await restore_backup(Path(options.folder), settings.data, clock, Ids(clock))
    output.result({"restored": str(settings.data)}, [f"restored into {settings.data}"])
    return 0
