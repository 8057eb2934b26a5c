"""The stories of `web/e2e`, told once in a real Chromium; each file of stories is one test here, so its rows are proved.

Where no Chromium is found they are skipped with the reason; in CI that is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TypeAlias

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 300
"""They take about 90 s on two cores."""

Told: TypeAlias = Mapping[str, list[str]]
"""By file of stories, what went wrong in it; nothing is an empty list."""


@pytest.fixture(scope="module")
def told(root: Path) -> Told:
    """What became of all stories."""
    web = root / "web"
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        leave_out("no Chromium on this machine (apt-get install chromium, or set CHROMIUM to its path)")
    if not (root / "src/graphwright/server/web/index.html").exists() or not (web / "node_modules/.bin").exists():
        leave_out("the pages are not built (make web)")
    command = Path(sys.executable).parent / "graphwright"
    ran = subprocess.run(
        [
            sys.executable,
            str(root / "scripts/npm.py"),
            "--prefix",
            str(web),
            "run",
            "--silent",
            "e2e",
            "--",
            "--reporter=json",
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, "GRAPHWRIGHT_COMMAND": str(command), "CHROMIUM": browser},
    )
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        pytest.fail(f"the stories were not told:\n{ran.stdout[-4000:]}\n{ran.stderr[-4000:]}")
    assert report["errors"] == []
    return {suite["file"]: [wrong for spec in suite["specs"] for wrong in wrongs(spec)] for suite in report["suites"]}


def leave_out(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def wrongs(spec: dict) -> list[str]:
    if spec["ok"]:
        return []
    errors = [error["message"] for test in spec["tests"] for result in test["results"] for error in result["errors"]]
    return [f"{spec['title']}:\n" + "\n".join(errors)]


@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.parametrize(
    "stories",
    [
        pytest.param("section11.story.ts", marks=pytest.mark.requirement("A-43", "A-44", "A-52", "A-62", "A-95")),
        pytest.param("streaming.story.ts", marks=pytest.mark.requirement("A-41", "A-87")),
        pytest.param("editing.story.ts", marks=pytest.mark.requirement("A-44")),
        pytest.param("review.story.ts", marks=pytest.mark.requirement("A-44")),
        pytest.param("door.story.ts", marks=pytest.mark.requirement("R-03")),
        pytest.param("outage.story.ts", marks=pytest.mark.requirement("R-47", "T-19")),
        pytest.param("keyboard.story.ts", marks=pytest.mark.requirement("A-95")),
        pytest.param("hostile.story.ts", marks=pytest.mark.requirement("R-36", "R-40")),
        pytest.param("states.story.ts", marks=pytest.mark.requirement("A-95")),
    ],
)
def test_the_stories_hold_in_a_real_browser(told, stories):
    assert told[stories] == []


@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.requirement("A-95")
def test_no_story_is_forgotten(told, root):
    assert set(told) == {path.name for path in (root / "web/e2e").glob("*.story.ts")}
