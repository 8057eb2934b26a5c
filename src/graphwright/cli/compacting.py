"""The command `compact`: removes what nobody can see any more, or tells what that would be."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Final

from graphwright.cli.output import Output
from graphwright.server.compaction import Compaction, CompactionReport, Progress
from graphwright.workbench import Workbench


async def compact(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Remove it, or look; both prove that the journals hold, and removing that nothing else has changed."""
    compaction = Compaction(workbench)
    with output.passing() as tell:
        if options.dry_run:
            told = await compaction.look(_telling(tell))
        else:
            told = await compaction.compact(_telling(tell), by=await workbench.owner())
    output.result(told, _lines(told, is_dry=options.dry_run))
    return 0


def _lines(told: CompactionReport, *, is_dry: bool) -> list[str]:
    done = "would be removed" if is_dry else "removed"
    lines = [
        f"{each.rows:,} {_KINDS[each.kind]}, {each.bytes:,} bytes: {done}"
        for each in told.amounts
        if each.kind in _KINDS and each.rows
    ]
    space = sum(each.bytes for each in told.amounts if each.kind == "space")
    if space:
        lines.append(f"{space:,} bytes of the file " + ("hold nothing" if is_dry else "given back to the disk"))
    if told.is_held:
        lines.append("texts that nothing names stay while there is a legal hold: they might belong to what is held")
    held = "hold" if is_dry else "hold and are what they were"
    proved = f"{told.entries:,} entries and {told.texts:,} texts that they name {held}"
    return [*(lines or ["there is nothing that nobody can see"]), proved]


_KINDS: Final[Mapping[str, str]] = {
    "texts": "texts that nothing names",
    "answers": "answers kept for a repetition",
    "owners": "numbers of runs that are gone",
    "records": "records of projects that are gone",
    "files": "files of projects that are gone",
}


def _telling(tell: Callable[[str], None]) -> Progress:
    return lambda what, count: tell(f"{what}: {count:,}")
