"""How long the command takes to say anything: `graphwright --help` beside a Python that imports msgspec.

Whole processes, started in turn, from `fork` to exit, with warm files and compiled modules.

Run: python -m benchmarks startup
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks._table import Table
from benchmarks._turns import in_turn


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    commands = {
        "a Python that imports msgspec": ["-c", "import msgspec"],
        "a Python that imports nothing": ["-c", ""],
        "graphwright --help": ["-m", "graphwright", "--help"],
        "graphwright projects, an empty folder": ["-m", "graphwright", "--data", str(folder / "data"), "projects"],
    }
    least, nothing, helped, listed = in_turn(
        *(lambda command=command: started(command) for command in commands.values()), seconds=0.1 if quick else 10.0
    )
    names = list(commands)
    table = Table("from the start of the process to its end", what="process")
    table.limit(names[0], least)
    table.add(names[1], nothing)
    table.add(names[2], helped, times=2.0)
    table.add(names[3], listed, "opens the data folder and its database")
    yield table


def started(command: list[str]) -> None:
    subprocess.run([sys.executable, *command], check=True, capture_output=True, timeout=60)
