"""The stories of `web/e2e`, told in a real Chromium; each file of stories is one test here, so its rows are proved.

All have the mark `slow`: a browser and a server for each. Where no Chromium is found they are skipped with the reason; in CI that is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SECONDS = 600
"""Most files take less than a minute; all states of the page took more than three, with other work beside them."""


def wrong_in(
    root: Path, *stories: str, seconds: float = SECONDS, command: Path | None = None, **told: str
) -> list[str]:
    """What went wrong in files of stories; `command`: what is started instead of the command line, with `told`."""
    web = root / "web"
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        leave_out("no Chromium on this machine (apt-get install chromium, or set CHROMIUM to its path)")
    if not (root / "src/graphwright/server/web/index.html").exists() or not (web / "node_modules/.bin").exists():
        leave_out("the pages are not built (make web)")
    command = command or Path(sys.executable).parent / "graphwright"
    started = {"GRAPHWRIGHT_COMMAND": str(command), "GRAPHWRIGHT_PYTHON": sys.executable}
    npm = [sys.executable, str(root / "scripts/npm.py"), "--prefix", str(web)]
    ran = subprocess.run(
        [*npm, "run", "--silent", "e2e", "--", *stories, "--reporter=json", "--workers=1"],
        check=False,
        capture_output=True,
        text=True,
        timeout=seconds,
        env={**os.environ, **started, "CHROMIUM": browser, **told},
    )
    try:
        report = json.loads(ran.stdout)
    except json.JSONDecodeError:
        pytest.fail(f"the stories were not told:\n{ran.stdout[-4000:]}\n{ran.stderr[-4000:]}")
    assert report["errors"] == []
    assert {suite["file"] for suite in report["suites"]} == {*stories}
    return [wrong for suite in report["suites"] for spec in suite["specs"] for wrong in wrongs(spec)]


def leave_out(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def wrongs(spec: dict) -> list[str]:
    if spec["ok"]:
        return []
    errors = [error["message"] for test in spec["tests"] for result in test["results"] for error in result["errors"]]
    return [f"{spec['title']}:\n" + "\n".join(errors)]


requirement = pytest.mark.requirement
STORIES = [
    pytest.param("section11.story.ts", marks=[requirement("A-43", "A-44", "A-52", "A-62", "A-95"), pytest.mark.slow]),
    pytest.param("streaming.story.ts", marks=[requirement("A-41", "A-87", "D-90"), pytest.mark.slow]),
    pytest.param("cures.story.ts", marks=[requirement("G-67", "G-71"), pytest.mark.slow]),
    pytest.param("editing.story.ts", marks=[requirement("A-44", "U-613", "U-668", "U-669"), pytest.mark.slow]),
    pytest.param(
        "keeping.story.ts",
        marks=[
            requirement("U-632", "U-633", "U-634", "U-635", "U-636", "U-637", "U-638"),
            requirement("U-681", "U-682", "U-683", "U-686", "U-688", "U-699"),
            pytest.mark.slow,
        ],
    ),
    pytest.param("table.story.ts", marks=[requirement("P-30", "P-31", "P-32", "P-33", "P-161"), pytest.mark.slow]),
    pytest.param("matrix.story.ts", marks=[requirement("P-34", "P-35", "P-36", "P-211", "A-95"), pytest.mark.slow]),
    pytest.param(
        "review.story.ts",
        marks=[requirement("A-44", "B-80", "D-66", "D-67", "P-151", "U-526", "U-615", "U-689"), pytest.mark.slow],
    ),
    pytest.param(
        "forms.story.ts",
        marks=[
            requirement("C-28", "C-42", "C-59", "D-63", "B-36", "B-38", "P-215", "P-216", "P-217", "U-619", "U-690"),
            pytest.mark.slow,
        ],
    ),
    pytest.param("diagrams.story.ts", marks=[requirement("A-44", "A-95"), pytest.mark.slow]),
    pytest.param("large.story.ts", marks=[requirement("P-110", "P-111", "P-112", "P-198"), pytest.mark.slow]),
    pytest.param("long.story.ts", marks=[requirement("P-181", "P-182"), pytest.mark.slow]),
    pytest.param("overview.story.ts", marks=[requirement("P-61", "P-153"), pytest.mark.slow]),
    pytest.param("views.story.ts", marks=[requirement("P-70"), pytest.mark.slow]),
    pytest.param("clarity.story.ts", marks=[requirement("B-81"), pytest.mark.slow]),
    pytest.param("models.story.ts", marks=[requirement("M-16", "M-17"), pytest.mark.slow]),
    pytest.param("holding.story.ts", marks=[requirement("M-43"), pytest.mark.slow]),
    pytest.param("offline.story.ts", marks=[requirement("U-60", "U-61", "U-65", "P-212"), pytest.mark.slow]),
    pytest.param("asking.story.ts", marks=[requirement("D-82", "D-23", "P-45", "P-152"), pytest.mark.slow]),
    pytest.param(
        "baselines.story.ts",
        marks=[requirement("N-01", "N-02", "N-03", "N-05", "N-07", "E-56", "P-134"), pytest.mark.slow],
    ),
    pytest.param(
        "discussion.story.ts", marks=[requirement("E-21", "E-25", "E-31", "E-58", "P-150", "P-154"), pytest.mark.slow]
    ),
    pytest.param(
        "investigation.story.ts",
        marks=[
            requirement("C-37", "C-42", "C-44", "C-54", "C-60", "P-155", "P-174", "U-458", "WD-12"),
            pytest.mark.slow,
        ],
    ),
    pytest.param("door.story.ts", marks=[requirement("R-03", "R-80", "R-82"), pytest.mark.slow]),
    pytest.param(
        "exchange.story.ts",
        marks=[
            requirement(
                "X-19", "X-20", "X-184", "P-208", "P-209", "P-210", "P-213", "U-507", "U-527", "U-616", "U-691"
            ),
            pytest.mark.slow,
        ],
    ),
    pytest.param("outage.story.ts", marks=[requirement("R-47", "T-19", "P-46", "P-214"), pytest.mark.slow]),
    pytest.param(
        "keyboard.story.ts", marks=[requirement("A-95", "U-310", "U-618", "U-627", "U-667"), pytest.mark.slow]
    ),
    pytest.param("hostile.story.ts", marks=[requirement("R-36", "R-40"), pytest.mark.slow]),
    pytest.param(
        "inspector.story.ts",
        marks=[requirement("P-10", "P-11", "P-12", "P-13", "P-14", "P-15"), pytest.mark.slow],
    ),
    pytest.param(
        "layout.story.ts",
        marks=[
            requirement("P-01", "P-02", "P-03", "P-04", "P-05", "P-204", "P-205", "P-206"),
            requirement("P-218", "P-219", "P-220", "P-221", "U-617"),
            requirement("P-226", "P-227", "P-228", "P-229", "P-230", "P-231", "P-232"),
            pytest.mark.slow,
        ],
    ),
    pytest.param("administration.story.ts", marks=[requirement("P-175"), pytest.mark.slow]),
    pytest.param("automation.story.ts", marks=[requirement("G-85"), pytest.mark.slow]),
    pytest.param("mail.story.ts", marks=[requirement("P-195", "P-197", "U-450", "U-454"), pytest.mark.slow]),
    pytest.param("comments.story.ts", marks=[requirement("P-40", "P-41", "P-42", "U-230", "U-618"), pytest.mark.slow]),
    pytest.param("sharing.story.ts", marks=[requirement("P-92", "P-93"), pytest.mark.slow]),
    pytest.param(
        "firstMinutes.story.ts",
        marks=[requirement("P-95", "P-45", "P-46", "P-47", "U-312", "P-162", "P-183"), pytest.mark.slow],
    ),
    pytest.param("whole.story.ts", marks=[requirement("P-85", "P-192", "P-193"), pytest.mark.slow]),
    pytest.param(
        "gestures.story.ts",
        marks=[
            requirement("P-43", "P-44", "P-71", "P-72", "P-73", "U-232", "U-233", "P-131", "P-132"),
            pytest.mark.slow,
        ],
    ),
    pytest.param("print.story.ts", marks=[requirement("P-74"), pytest.mark.slow]),
    pytest.param("signin.story.ts", marks=[requirement("Q-40", "Q-46", "Q-47", "Q-49", "Q-50"), pytest.mark.slow]),
    pytest.param("passkeys.story.ts", marks=[requirement("Q-90", "Q-91"), pytest.mark.slow]),
    pytest.param("badinput.story.ts", marks=[requirement("U-235", "P-171", "P-172", "P-173"), pytest.mark.slow]),
    pytest.param("components.story.ts", marks=[requirement("U-234"), pytest.mark.slow]),
    pytest.param("pictures.story.ts", marks=[requirement("U-457"), pytest.mark.slow]),
    pytest.param("directory.story.ts", marks=[requirement("Z-117"), pytest.mark.slow]),
    pytest.param("stumbles.story.ts", marks=[requirement("U-330", "P-191", "P-194"), pytest.mark.slow]),
    pytest.param("states.story.ts", marks=[requirement("A-95"), pytest.mark.slow]),
]
NAMES = {str(each.values[0]) for each in STORIES}


@pytest.mark.timeout(SECONDS + 30)
@pytest.mark.parametrize("stories", STORIES)
def test_the_stories_hold_in_a_real_browser(root, stories):
    assert wrong_in(root, stories) == []


@requirement("A-95")
def test_no_story_is_forgotten(root):
    assert {path.name for path in (root / "web/e2e").glob("*.story.ts")} == NAMES
