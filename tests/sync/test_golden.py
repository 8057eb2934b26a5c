"""The golden fixtures, read by Python; the browser's tests read the same files and must show the same canvases."""

from __future__ import annotations

import pytest
from msgspec import json

from tests.golden.scenes import SCENES, path_of, play, shown


@pytest.mark.requirement("A-50", "A-51", "A-52", "A-60", "A-61", "A-62")
@pytest.mark.parametrize("name", SCENES)
def test_the_events_of_a_fixture_lead_to_its_canvases(name):
    fixture = json.decode(path_of(name).read_bytes())

    assert shown(json.encode(fixture["state"]), fixture["events"]) == {
        "updates": fixture["updates"],
        "canvases": fixture["canvases"],
    }


@pytest.mark.parametrize("name", SCENES)
async def test_a_fixture_is_what_the_program_says_today(name):
    """When it is not, `python -m tests.golden.scenes` writes it anew; then look at the difference."""
    assert json.decode(json.encode(await play(name))) == json.decode(path_of(name).read_bytes())
