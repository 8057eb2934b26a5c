"""The stories of `web/e2e` once more, on three servers that look like one (`tests/fleet_as_one.py`), in one run of the browser.

Each time those in which servers meet; with `EVERY_STORY=1` (`make stories`) all of them.
"""

from __future__ import annotations

import os
import re
import sys

import pytest

from tests.e2e.test_browser import NAMES, wrong_in
from tests.fleet_as_one import POSTGRES
from tests.postgres import running_postgres

requirement = pytest.mark.requirement

THREE = """#!/bin/sh
PYTHONPATH={root} exec {python} -m tests.fleet_as_one "$@"
"""
ON_THREE = {
    *("section11.story.ts", "editing.story.ts", "gestures.story.ts"),  # two people at once, and what is taken back
    *("asking.story.ts", "streaming.story.ts", "discussion.story.ts"),  # answers, and runs that several people hear
    *("review.story.ts", "comments.story.ts", "automation.story.ts"),  # proposals, remarks, schedules and webhooks
    *("investigation.story.ts", "exchange.story.ts"),  # documents and files
    *("door.story.ts", "sharing.story.ts", "signin.story.ts"),  # who comes in, and who is shown out
    "outage.story.ts",  # all of them are lost at once
}
"""Told on three servers each time: where two connections, at two of them, could differ from two at one."""
ON_NONE = {"components.story.ts": "the components of the page are drawn without a server"}
"""Cannot be told on three, and why."""
MAX_S_ON_THREE = 3_600


@requirement("Z-151")
@pytest.mark.slow
@pytest.mark.timeout(MAX_S_ON_THREE + 30)
def test_the_stories_of_one_server_hold_unchanged_on_three(root, tmp_path):
    three = tmp_path / "three"
    three.write_text(THREE.format(root=root, python=sys.executable), encoding="utf-8")
    three.chmod(0o755)
    stories = NAMES - {*ON_NONE} if os.environ.get("EVERY_STORY") else ON_THREE
    with running_postgres() as postgres:
        told = {POSTGRES: str(postgres.folder)}
        assert wrong_in(root, *sorted(stories), seconds=MAX_S_ON_THREE, command=three, **told) == []


@requirement("Z-151")
def test_every_story_is_told_on_three_or_has_a_reason(root):
    texts = {name: (root / "web/e2e" / name).read_text(encoding="utf-8") for name in NAMES}
    assert {*ON_NONE} == {name for name, text in texts.items() if not re.search(r'from "\./(stage|server)"', text)}
    assert NAMES - {*ON_NONE} >= ON_THREE
