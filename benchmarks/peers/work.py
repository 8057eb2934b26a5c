"""The work that everybody is given, the same for all, and how a program tells what became of it.

Runs in the environments of the peers: the standard library only.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

STEPS: Final = 10
STEP_S: Final = 0.1
"""How long a step works before it does what it does; that of a language model takes longer."""
LAST_WHOLE: Final = 5
"""The step after which the run is killed."""
KINDS: Final = ("function", "flow")


class Entity(NamedTuple):
    name: str
    kind: str
    text: str


def entities(count: int) -> list[Entity]:
    """Half functions, half flows."""
    return [
        Entity(f"{KINDS[at % 2].title()}{at:04}", KINDS[at % 2], f"Element {at} of the dispatch of parcels.")
        for at in range(count)
    ]


def relations(count: int, among: int) -> list[tuple[int, int]]:
    """Pairs of a function and a flow by their places, no pair twice; every element is in one at least."""
    half = among // 2
    return [(2 * (at % half), 2 * ((at + at // half) % half) + 1) for at in range(count)]


class Line(NamedTuple):
    """What became of a piece of work: one row of a table."""

    samples: Sequence[float]
    note: str = ""
    name: str = ""
    """What tells several rows of a peer apart."""


def run(tasks: dict[str, Callable[[Path, int], Iterator[Line]]]) -> None:
    """Do the task that the command names, in its folder, at its size; a JSON line for each row.

    Whatever else is printed meanwhile goes to standard error.
    """
    task, folder, size = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in tasks[task](folder, size):
        told.write(json.dumps(line._asdict()) + "\n")
        told.flush()


class Spent:
    """Seconds of processor of each piece of work, with those of processes that ended in it, and by the clock of all."""

    def __init__(self) -> None:
        self.samples: list[float] = []
        self.clock = 0.0

    def __enter__(self) -> None:
        self._begun = time.perf_counter(), _processor()

    def __exit__(self, *_error: object) -> None:
        self.samples.append(_processor() - self._begun[1])
        self.clock += time.perf_counter() - self._begun[0]

    def line(self, note: str, name: str = "") -> Line:
        return Line(self.samples, f"{self.clock:,.1f} s by the clock; {note}", name)


def _processor() -> float:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def memory() -> Line:
    """MiB that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Line([pages * os.sysconf("SC_PAGE_SIZE") / 2**20], name="memory")


class Races:
    """What became of edits of the same thing by two who had both seen it in the same state."""

    def __init__(self) -> None:
        self._overwritten = self._refused = self._kept = self._count = 0

    def ended(self, *, refused: bool, first_stands: bool, first_in_history: bool = False) -> None:
        """`refused`: the second was told; `first_in_history`: the first can be found although it does not stand."""
        self._count += 1
        self._refused += refused
        self._overwritten += not refused and not first_stands
        self._kept += first_in_history and not first_stands

    def line(self) -> Line:
        """How many were overwritten and nobody was told."""
        note = f"the second was refused {self._refused} of {self._count} times"
        kept = f"; {self._kept} of the overwritten are in its history" if self._overwritten else ""
        return Line([self._overwritten], note + kept)


class Effects:
    """What the steps of a run do that nothing can take back: a line in a file for each, on the disk at once."""

    def __init__(self, folder: Path, where: str, *, pause: float = STEP_S) -> None:
        """`where`: `between` the last whole step and the next, or `within` the last, behind what it does."""
        self._path = folder / "effects"
        self._killed = folder / "killed"
        self._where = where
        self._pause = pause

    def of_step(self, number: int) -> None:
        """The work of one step; the process dies at its place the first time."""
        time.sleep(self._pause)
        if self._where == "between" and number == LAST_WHOLE + 1:
            self._die()
        with self._path.open("ab", buffering=0) as file:
            file.write(f"{number}\n".encode())
            os.fsync(file.fileno())
        if self._where == "within" and number == LAST_WHOLE:
            self._die()

    def _die(self) -> None:
        if not self._killed.exists():
            self._killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def free_port() -> int:
    """A port that nobody listens on, of those that the system gives to nobody by itself."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
