"""A whole server is killed, starved and lied to while people use it, and its journal comes of a seed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from graphwright.store.sqlite import SqliteStore

requirement = pytest.mark.requirement
pytestmark = pytest.mark.simulation


@pytest.fixture(autouse=True)
def _simulated_loop() -> None:
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")


@pytest.mark.timeout(1_200)
@requirement("R-130", "I-01", "I-02", "I-03", "I-04", "I-05", "I-06", "I-12", "R-46", "R-47")
def test_thirty_histories_of_a_whole_server_lose_tear_and_double_nothing():
    from tests.simulation.world import KINDS, history

    told = [history(seed) for seed in range(30)]
    assert {kind for each in told for kind in each.happened} == {*KINDS}
    assert sum(each.changes for each in told) > 20 * 30
    assert sum(each.scheduled for each in told) > 10, "schedules have begun runs"
    assert sum(each.runs for each in told) > sum(each.scheduled for each in told) + 5 * 30


_IN_A_PROCESS = """
import logging
logging.disable()
from tests.simulation.world import history
print(*history(3)[:2])
"""


@pytest.mark.timeout(300)
@requirement("R-131", "I-15")
def test_a_seed_gives_the_same_journal_again_in_any_process():
    from tests.simulation.world import history

    here = history(3)
    assert history(3) == here
    assert history(3, is_traced=False) == here._replace(trace="")
    assert history(4).journal != here.journal
    there = subprocess.run(
        [sys.executable, "-c", _IN_A_PROCESS], env=os.environ | {"PYTHONHASHSEED": "1"}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert there.stdout.split() == [here.journal, here.trace]


@pytest.mark.timeout(300)
@requirement("R-132")
def test_one_seed_that_fails_is_told_among_those_that_several_processes_play(monkeypatch):
    from tests.simulation import many
    from tests.simulation.world import History

    def played(seed: int, **_how: object) -> History:
        assert seed != 4, "an answer was lost"
        return History(f"{seed}", "", ("killed",), 0, 0, 0, 0)

    monkeypatch.setattr(many, "history", played)
    told = [*many.play(range(2, 9), disturbances=5, processes=2)]
    assert [each.seed for each in told] == [*range(2, 9)]
    assert [each.seed for each in told if each.told is None] == [4]
    assert told[2].failure.startswith("AssertionError: an answer was lost")
    assert [each.told.journal for each in told if each.told] == ["2", "3", "5", "6", "7", "8"]


@pytest.mark.timeout(300)
@requirement("R-132")
def test_a_process_that_ends_in_the_middle_of_a_seed_is_told(monkeypatch):
    from tests.simulation import many
    from tests.simulation.world import History

    def played(seed: int, **_how: object) -> History:
        if seed == 6:
            os._exit(3)  # as the interpreter does that hangs or crashes
        return History("", "", (), 0, 0, 0, 0)

    monkeypatch.setattr(many, "history", played)
    with pytest.raises(BrokenProcessPool) as broken:
        [*many.play(range(2, 9), disturbances=5, processes=2)]
    assert broken.value.__notes__[0].startswith("it is seed ")


def unsynced(store: SqliteStore) -> None:
    """Acknowledges before the disk has it."""
    store._writing.execute("PRAGMA synchronous = OFF")


def keyless(store: SqliteStore) -> None:
    """Does what is sent again once more."""
    append: Callable[..., Any] = store.append

    async def forgetful(*arguments: Any, key: Any = None, **named: Any) -> int:
        return await append(*arguments, **named)

    store.append = forgetful  # type: ignore[method-assign]


@pytest.mark.timeout(300)
@requirement("R-132")
@pytest.mark.parametrize("changed", [unsynced, keyless])
def test_a_server_that_breaks_its_promise_is_found_by_a_seed(changed):
    from tests.simulation.world import history

    def play_some() -> None:
        for seed in range(12):
            history(seed, changed=changed)

    with pytest.raises((AssertionError, TimeoutError)):
        play_some()
