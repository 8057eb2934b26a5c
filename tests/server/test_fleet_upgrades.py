"""Servers are upgraded one by one while people write: nothing is lost, nobody is told an error."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fleet import Program
from tests.fleet_upgrade import NEXT, last_release, upgrade

requirement = pytest.mark.requirement
# A server that ends may cut a line that its client only just begins; the socket of that goes when it is collected.
pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Here, and not in a test that comes later."""
    yield
    gc.collect()


@pytest.mark.slow
@pytest.mark.timeout(600)
@requirement("Z-57", "Z-84")
def test_servers_of_the_last_release_are_upgraded_to_this_one(tmp_path: Path):
    released = last_release(tmp_path)
    if released is None:
        pytest.skip("the commit of the last release is not here")
    pauses, acknowledged = upgrade(tmp_path, released, Program())
    assert (len(pauses), acknowledged > 8) == (3, True)


@pytest.mark.slow
@pytest.mark.timeout(600)
@requirement("Z-57", "Z-84")
def test_a_newer_form_of_an_entry_is_written_when_the_last_older_server_is_gone(tmp_path: Path):
    pauses, acknowledged = upgrade(tmp_path, Program(), NEXT)
    assert (len(pauses), acknowledged > 8) == (3, True)
