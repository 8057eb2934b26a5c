"""Mutation testing of the core: `python -m scripts.mutation [FOLDER ...] [--each N] [--seed S] [--again]`.

Plants one mutant after the other into the program and asks the tests that go through its lines. A mutant that none of
them notices has survived: its line is told, with what stood there and what was put there. Of each folder a sample is
taken, drawn with a seed; `--each 0` takes all. A mutant that no test of the core reaches counts as a survivor, and so
does one that only slower tests would notice, or programs that a test starts: the share that is told is a lower bound.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from scripts.mutation.covering import ENVIRONMENT, Covering, record
from scripts.mutation.mutants import Mutant, mutants
from scripts.mutation.plant import SOURCES

CORE: Final = ("operations", "runs", "store", "rooms", "graph")
"""What a mistake in would cost somebody's work: one door, the journal, the runs, the rooms, the model."""
OTHER_TESTS: Final = ("sync", "api", "actions")
"""Quick tests of what stands on the core, which go through it."""
GOAL: Final = 85
SECONDS: Final = 20.0
"""Of processor, of tests that are asked about one mutant: the quick ones first."""
_MAX_CPU: Final = 30 + 3 * int(SECONDS)
"""Seconds of processor before a mutant counts as one that never ends: starting, and three times what was recorded."""
_NOT_ASKED: Final = (4, 5)
"""What pytest ends with when it was called wrongly or found no test: nothing about the mutant."""


def main() -> int:
    """Print each survivor as it is found and a row for each folder; 1 where fewer are killed than is the goal."""
    asked = argparse.ArgumentParser(prog="python -m scripts.mutation", description=__doc__)
    asked.add_argument("folders", nargs="*", default=CORE, metavar="FOLDER", help=f"{', '.join(CORE)} (default: all)")
    asked.add_argument("--each", type=int, default=40, help="mutants of each folder, 0 for all (default: 40)")
    asked.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    asked.add_argument("--again", action="store_true", help="with the lines that were recorded the last time")
    chosen = asked.parse_args()
    if not chosen.again:
        record([f"tests/{each}" for each in (*CORE, *OTHER_TESTS)])
    covering = Covering()
    rows = [folder_row(each, covering, chosen.each, chosen.seed) for each in chosen.folders]
    killed, planted = (sum(each) for each in zip(*rows, strict=True))
    share = 100 * killed / planted
    print(f"all: {killed} of {planted} killed, {share:.0f} % (goal {GOAL} %)")
    return int(share < GOAL)


def folder_row(folder: str, covering: Covering, each: int, seed: int) -> tuple[int, int]:
    """Try the sample of one folder: how many were killed, of how many."""
    paths = sorted((SOURCES / "graphwright" / folder).rglob("*.py"))
    every = [(path, mutant) for path in paths for mutant in mutants(path.read_text(encoding="utf-8"))]
    dice = random.Random(f"{seed} {folder}")  # noqa: S311  it draws a sample and keeps no secret
    sample = dice.sample(every, min(each, len(every))) if each else every
    killed = 0
    for path, mutant in sorted(sample, key=lambda one: (one[0], one[1].number)):
        tests = covering.within(covering.tests(path, mutant.lines), SECONDS)
        if tests and is_killed(path, mutant, tests):
            killed += 1
            continue
        seen = f"{len(tests)} tests" if tests else "no test of the core reaches it"
        change = f"[{mutant.number}] {mutant.before} -> {mutant.after}"
        print(f"  survived: {path}:{mutant.line} {change} ({seen})", flush=True)
    print(f"{folder}: {killed} of {len(sample)} killed ({len(every):,} in all)", flush=True)
    return killed, len(sample)


def is_killed(path: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails, or the processor time is used up, with a mutant in the program."""
    code, told = asked(tests, f"{path}:{mutant.number}")
    if code in _NOT_ASKED and asked(tests, "")[0]:  # it is not the mutant that keeps them from being asked
        raise RuntimeError(f"the tests of {path}:{mutant.line} cannot be run:\n{told}")
    return code != 0


def asked(tests: Sequence[str], mutant: str) -> tuple[int, str]:
    """How pytest ends with a mutant, and what it says."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as listed:
        listed.write("\n".join(tests))
        listed.flush()
        options = ("-q", "-x", "-n0", "-p", "no:cacheprovider", "-p", "scripts.mutation.plant")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, f"@{listed.name}"],
            env=os.environ | ENVIRONMENT | {"MUTANT": mutant},
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (_MAX_CPU, _MAX_CPU)),
            capture_output=True,
            text=True,
            check=False,
        )
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
