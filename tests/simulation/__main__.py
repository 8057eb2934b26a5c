"""Many histories of a whole server, each from a seed: `python -m tests.simulation --seeds 0-499` (Python 3.12).

One that fails is told with its seed, which gives the same history again. `--twice` plays each of
them twice and compares the journals, byte for byte.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import sys
from collections import Counter
from collections.abc import Sequence

from tests.simulation.many import play
from tests.simulation.world import DISTURBANCES

EVERY = 25
"""So many seeds are a line."""
COUNT = 500


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", default=f"0-{COUNT - 1}", help="such as 7 or 0-499")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--disturbances", type=int, default=DISTURBANCES)
    parser.add_argument("--twice", action="store_true")
    options = parser.parse_args(arguments)
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    logging.disable()
    happened: Counter[str] = Counter()
    entries = changes = runs = scheduled = 0
    failed: list[int] = []
    of_seeds = play(seeds, disturbances=options.disturbances, is_twice=options.twice, processes=options.processes)
    for number, (seed, told, failure, traceback) in enumerate(of_seeds, 1):
        if told is None:
            failed.append(seed)
            print(f"seed {seed}: {failure}", flush=True)
            if len(seeds) == 1:
                print(traceback)
            continue
        happened.update(told.happened)
        entries, changes = entries + told.entries, changes + told.changes
        runs, scheduled = runs + told.runs, scheduled + told.scheduled
        if len(seeds) == 1:
            print(told)
        if number % EVERY == 0:
            print(f"{number} seeds: {changes:,} changes, {runs:,} runs, {len(failed)} seeds failed", flush=True)
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(happened.items()))
    print(f"{len(seeds):,} seeds, {seeds[0]}-{seeds[-1]}: {kinds}; {entries:,} entries, {changes:,} changes acknowledged, "
          f"{runs:,} runs, {scheduled:,} of them by schedules; {_processor_s():.0f} s of processor; failed: {failed or 'none'}")  # fmt: skip
    return 1 if failed else 0


def _processor_s() -> float:
    """What this process and those that it began have taken."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # else the order of texts in sets is another one in each process
        again = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main(sys.argv[1:]))
