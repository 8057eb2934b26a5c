"""Runs all measurements, or the named ones, and prints their tables: `python -m benchmarks [--write] [NAME ...]`.

A figure is a ratio to the least possible, both measured in the same minute; only such ratios can be compared between
machines. `--write` puts the tables into docs/performance.md, whose goals `make docs` counts anew; `--quick` only shows
that everything still runs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, Protocol, cast

from benchmarks._table import Table

NAMES: Final = (
    "ordering", "store", "postgres", "door", "rules", "runs", "opening", "capture", "hour", "retrieval", "tools",
    "stream", "fanout", "serving", "waits", "browser", "startup", "discuss", "investigate", "answerable", "agents",
    "exchange", "prompts", "reading", "servers", "sockets",
)  # fmt: skip
LARGE: Final = ("size", "documents", "history", "page", "peers", "soak")
"""Those that take minutes; they run only when they are named."""
PAGE: Final = Path(__file__).parents[1] / "docs" / "performance.md"
BEGIN: Final = "<!-- figures of {} -->"
END: Final = "<!-- end of figures -->"


class Benchmark(Protocol):
    """What a module of this folder offers."""

    def tables(self, *, quick: bool, folder: Path) -> Iterator[Table]:
        """Measure; `folder` is empty and on a real disk. `quick`: as little as runs every line."""
        ...


def benchmark(name: str) -> Benchmark:
    return cast("Benchmark", importlib.import_module(f"benchmarks.{name}"))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"some of {', '.join(NAMES)}, all when left out; or of {', '.join(LARGE)}",
    )
    parser.add_argument("--quick", action="store_true", help="tiny sizes: shows that it runs, measures nothing")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.name}")
    parser.add_argument("--dir", type=Path, default=Path.cwd(), help="where to make the folder to measure disks in")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - {*NAMES, *LARGE})
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join((*NAMES, *LARGE))}")
    missed: list[str] = []
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir) as folder:
        where = machine(Path(folder))
        print(where)
        for name in options.names or NAMES:
            place = Path(folder) / name
            place.mkdir()
            measured: list[Table] = []
            print(f"\n## {name}")
            for table in benchmark(name).tables(quick=options.quick, folder=place):
                table.show()
                measured.append(table)
                missed += [f"{name}: {table.title}: {row.name}" for row in table.rows if table.reached(row) is False]
            if options.write:
                PAGE.write_text(written(PAGE.read_text("utf-8"), name, where, measured), "utf-8")
    print("\nEvery goal was reached." if not missed else "\nGoals missed:\n- " + "\n- ".join(missed))
    return 0


def written(page: str, name: str, where: str, measured: Sequence[Table]) -> str:
    """The page with the figures of one benchmark between its two marks."""
    begin = BEGIN.format(name)
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(END)
    if not found or not closed:
        message = f"{PAGE.name} has no place for {name!r}: put {begin!r} and {END!r} where its tables belong"
        raise ValueError(message)
    blocks = [where, *("\n".join(table.lines()) for table in measured)]
    return f"{before}{begin}\n\n" + "\n\n".join(blocks) + f"\n\n{END}{after}"


def machine(folder: Path) -> str:
    """What the figures were measured on."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("apsw", "httpx2", "msgspec"))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} x {_processor()}, "
        f"{platform.system()} {platform.release()}, disk {_file_system(folder)}; {libraries}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def _file_system(folder: Path) -> str:
    """Of the longest mount point above the folder."""
    try:
        mounts = [line.split(" ") for line in Path("/proc/mounts").read_text("utf-8").splitlines()]
    except OSError:
        return "unknown"
    above = [mount for mount in mounts if folder.resolve().is_relative_to(mount[1])]
    return max(above, key=lambda mount: len(mount[1]))[2] if above else "unknown"


if __name__ == "__main__":
    sys.exit(main())
