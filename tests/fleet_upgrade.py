"""Three servers are upgraded one by one while people write: from the last release to this, and from this to the next.

The last release is a wheel that is built from its commit. The next one is this one with a newer form of an entry: it is
written by nobody before the last server is gone that does not read it. `python -m tests.fleet_upgrade --count 20` does it
so often.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Final

from hatchling.builders.wheel import WheelBuilder

from graphwright.store.upcast import UPCASTERS
from tests.fleet import FleetProcess, Program, owner_of, running_fleet
from tests.fleet_chaos import DATABASE, SIZE, Crowd, check_journals, entered
from tests.postgres import running_postgres

ROOT: Final = Path(__file__).parents[1]
LAST_RELEASE: Final = "c93f3959659a48337f678f0f49e49d1456d7d59d"
"""The commit that was handed out last."""
NEWER_TYPE: Final = "findings.changed"
_OF_NEXT: Final = f"""
import sys
from graphwright.cli import main
from graphwright.store.upcast import UPCASTERS
UPCASTERS.add("{NEWER_TYPE}", 1, lambda it: it, lambda it: it)
sys.exit(main())
"""
NEXT: Final = Program(("-c", _OF_NEXT))
"""What a release does that has changed the form of an event; the form itself is of no importance here."""


def last_release(folder: Path) -> Program | None:
    """The last release, from its wheel; nothing where its commit is not there, as in an archive of the sources."""
    asked = ["git", "-C", str(ROOT), "archive", LAST_RELEASE, "src", "pyproject.toml", "README.md", "LICENSE"]
    packed = subprocess.run(asked, capture_output=True, check=False)
    if packed.returncode != 0:
        return None
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder / "commit", filter="data")
    (wheel,) = WheelBuilder(str(folder / "commit")).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return Program(source=folder / "installed")


def upgrade(folder: Path, older: Program, newer: Program, *, seed: int = 1) -> tuple[list[float], int]:
    """Replace all three while eight write; the pauses of a project each time, and what was acknowledged."""
    with running_postgres() as postgres:
        postgres.sql(f"CREATE DATABASE {DATABASE}")

        def of_newer_form() -> int:
            sql = f"SELECT count(*) FROM graphwright.journal WHERE type = '{NEWER_TYPE}' AND version = 2"
            return int(postgres.sql(sql, DATABASE))

        with running_fleet(postgres, DATABASE, folder, SIZE, older) as servers, told_when_it_fails(servers):
            tokens = entered(postgres, servers, owner_of(postgres, DATABASE, servers))
            crowd = Crowd(postgres, servers, tokens, newer)
            for step in range(SIZE):
                asyncio.run(crowd.write(8, 10 * seed + step, ["upgraded"]))
                if step < SIZE - 1:
                    assert of_newer_form() == 0, "a server is there that does not read it"
            asyncio.run(crowd.write(8, 10 * seed + SIZE, []))
            assert (of_newer_form() > 0) is (newer == NEXT)
            assert set(crowd.balancer.codes) == {1012}, "nobody's line was lost but by a server that said so"
            assert [server.end() for server in servers] == [0] * SIZE
        with reading_next() if newer == NEXT else reading_this():
            asyncio.run(check_journals(postgres.address(DATABASE)))
    return crowd.pauses["upgraded"], crowd.answered()


@contextmanager
def told_when_it_fails(servers: list[FleetProcess]) -> Iterator[None]:
    """What the servers have said is printed then."""
    try:
        yield
    except BaseException:
        print("\n".join(server.log.read_text()[-3000:] for server in servers))
        raise


@contextmanager
def reading_next() -> Iterator[None]:
    """In the block this process reads what the next release has written."""
    chains, steps = dict(UPCASTERS._chains), list(UPCASTERS._steps)
    UPCASTERS.add(NEWER_TYPE, 1, lambda it: it, lambda it: it)
    try:
        yield
    finally:
        UPCASTERS._chains, UPCASTERS._steps = chains, steps


@contextmanager
def reading_this() -> Iterator[None]:
    """In the block it reads what this one writes, as always."""
    yield


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.fleet_upgrade", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="upgrades of three servers, half from the last release")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    pauses: list[float] = []
    acknowledged = 0
    with tempfile.TemporaryDirectory() as made:
        released = last_release(Path(made))
        for number in range(options.count):
            older, newer = (released, Program()) if released and number % 2 == 0 else (Program(), NEXT)
            with tempfile.TemporaryDirectory() as folder:
                paused, answered = upgrade(Path(folder), older, newer, seed=options.seed + number)
            pauses += paused
            acknowledged += answered
            kind = "from the last release" if newer != NEXT else "to the next one"
            print(f"upgrade {number + 1}, {kind}: {acknowledged} changes acknowledged so far, 0 lost", flush=True)
    print(f"{options.count} upgrades of {SIZE} servers: pause of a project p50 {median(pauses):.2f} s, "
          f"worst {max(pauses):.2f} s; {acknowledged} changes acknowledged, 0 lost, torn or doubled")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
