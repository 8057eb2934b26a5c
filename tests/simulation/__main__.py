"""Many histories of a whole server, each from a seed: `python -m tests.simulation --seeds 0-499` (Python 3.12).

One that fails is told with its seed, which gives the same history again. `--twice` plays each of them twice and compares
the journals, byte for byte.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence

from tests.simulation.world import DISTURBANCES, history

EVERY = 25
"""So many seeds are a line."""


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", default="0-499", help="such as 7 or 0-499")
    parser.add_argument("--disturbances", type=int, default=DISTURBANCES)
    parser.add_argument("--twice", action="store_true")
    options = parser.parse_args(arguments)
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    logging.disable()
    happened: Counter[str] = Counter()
    entries = changes = runs = scheduled = 0
    failed: list[int] = []
    for number, seed in enumerate(seeds, 1):
        try:
            told = history(seed, disturbances=options.disturbances)
            if options.twice:
                again = history(seed, disturbances=options.disturbances)
                assert again == told, f"another history: {told} and {again}"
        except Exception as error:  # noqa: BLE001  the other seeds are played all the same
            failed.append(seed)
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
            if len(seeds) == 1:
                traceback.print_exc()
            continue
        happened.update(told.happened)
        entries, changes = entries + told.entries, changes + told.changes
        runs, scheduled = runs + told.runs, scheduled + told.scheduled
        if len(seeds) == 1:
            print(told)
        if number % EVERY == 0:
            print(f"{number} seeds, {time.process_time():.0f} s of processor: {changes:,} changes, {runs:,} runs, "
                  f"{len(failed)} seeds failed", flush=True)  # fmt: skip
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(happened.items()))
    print(f"{len(seeds):,} seeds from {seeds[0]}: {kinds}; {entries:,} entries, {changes:,} changes acknowledged, "
          f"{runs:,} runs, {scheduled:,} of them by schedules; {time.process_time():.0f} s of processor; failed: {failed or 'none'}")  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # else the order of texts in sets is another one in each process
        again = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main(sys.argv[1:]))
