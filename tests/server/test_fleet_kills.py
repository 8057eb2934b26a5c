"""Owners of projects are killed, stopped, replaced and lose their database while people write: nothing is lost."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests.fleet_chaos import play

requirement = pytest.mark.requirement


# What hung on a server that is killed is left as it was: its pipes, and the sockets of those who talked with it.
@pytest.mark.filterwarnings("ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.slow
@requirement("Z-50", "Z-51", "Z-52", "Z-53", "Z-84")
def test_owners_of_projects_are_killed_stopped_and_replaced_while_people_write(tmp_path: Path, record_property):
    told = play(tmp_path, writers=8, disturbances=("replaced", "kill", "stop", "database", "stop"))
    record_property("told", told)
    print(told)
    gc.collect()  # here, not in the middle of another test
