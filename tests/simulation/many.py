"""Histories on several processors at once."""

from __future__ import annotations

import faulthandler
import logging
import multiprocessing
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import NamedTuple

from tests.simulation.world import History, history

LONGEST_S = 600.0
"""In real time: a history that takes longer hangs. It is told where, and its process ends."""


class Played(NamedTuple):
    """What became of one seed."""

    seed: int
    told: History | None
    """None: something was wrong."""
    failure: str = ""
    traceback: str = ""


def play(seeds: range, *, disturbances: int, is_twice: bool = False, processes: int = 1) -> Iterator[Played]:
    """Each of these seeds, in their order; one that fails ends no other.

    The processes begin as copies of this one, which has read all modules already.
    """
    played = partial(_played, disturbances=disturbances, is_twice=is_twice)
    if processes == 1 or len(seeds) == 1:
        yield from map(played, seeds)
        return
    done = 0
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork"), logging.disable) as pool:
        try:
            for each in pool.map(played, seeds):
                yield each
                done += 1
        except BrokenProcessPool as error:
            error.add_note(f"it is seed {seeds[done]}, or one after it that was begun meanwhile")
            raise


def _played(seed: int, *, disturbances: int, is_twice: bool) -> Played:
    faulthandler.dump_traceback_later(LONGEST_S, exit=True)
    try:
        told = history(seed, disturbances=disturbances, is_traced=is_twice)
        if is_twice:
            again = history(seed, disturbances=disturbances)
            assert again == told, f"another history: {told} and {again}"
    except Exception as error:  # noqa: BLE001  the other seeds are played all the same
        return Played(seed, None, f"{type(error).__name__}: {error}", traceback.format_exc())
    finally:
        faulthandler.cancel_dump_traceback_later()
    return Played(seed, told)
