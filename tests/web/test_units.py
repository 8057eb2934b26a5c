"""The tests of the page itself: vitest runs them once, and each file of them is a case here. Its counts end the session."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
FILES = [path.relative_to(WEB).as_posix() for path in sorted((WEB / "tests").rglob("*.test.ts*"))]
PATIENCE_S = 300
"""For all of them together; alone on two cores they take twelve seconds."""


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    """What vitest says about each file."""
    assert (WEB / "node_modules" / ".package-lock.json").is_file(), (
        "the page's libraries are not installed; run `make web`"
    )
    report = tmp_path_factory.mktemp("vitest") / "report.json"
    npm = [sys.executable, str(ROOT / "scripts" / "npm.py"), "--prefix", str(WEB)]
    ran = subprocess.run(
        [*npm, "test", "--", "--reporter=json", f"--outputFile={report}"],
        check=False, capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert report.is_file(), f"vitest did not get as far as its tests:\n{ran.stdout}{ran.stderr}"
    said = json.loads(report.read_text(encoding="utf-8"))
    return {Path(each["name"]).relative_to(WEB).as_posix(): each for each in said["testResults"]}


requirement = pytest.mark.requirement
PROVES = {
    "tests/review/tray.test.ts": requirement("X-207"),
    "tests/state/lines.test.ts": requirement("U-636"),
    "tests/ui/bothTexts.test.ts": requirement("U-681", "U-682"),
    "tests/canvases/problems.test.ts": requirement("U-684"),
    "tests/administration/noteOf.test.ts": requirement("P-177"),
    "tests/canvases/boxNames.test.ts": requirement("P-176", "U-671"),
    "tests/canvases/byHand.test.ts": requirement("U-619"),
    "tests/canvases/completion.test.ts": requirement("U-61"),
    "tests/canvases/growing/twelve.test.ts": requirement("P-135"),
    "tests/canvases/export.test.ts": requirement("U-730", "U-731"),
    "tests/canvases/gestures.test.ts": requirement("P-190"),
    "tests/canvases/groups.test.ts": requirement("U-213", "P-190", "U-616"),
    "tests/canvases/layouts.test.ts": requirement("WF-12"),
    "tests/canvases/mapCorner.test.ts": requirement("U-216"),
    "tests/canvases/letters.test.ts": requirement("P-178"),
    "tests/canvases/matrix.test.ts": requirement("P-34", "P-35", "P-36"),
    "tests/canvases/revealing.test.ts": requirement("P-184"),
    "tests/canvases/scene.test.ts": requirement("WF-12"),
    "tests/canvases/soonest.test.ts": requirement("P-198"),
    "tests/canvases/table.test.ts": requirement("R-39", "X-206", "X-208", "X-209"),
    "tests/canvases/tableArrangement.test.ts": requirement("P-32", "P-33"),
    "tests/canvases/tableTrace.test.ts": requirement("P-161"),
    "tests/canvases/tableRange.test.ts": requirement("P-30"),
    "tests/discussion/board.test.ts": requirement("P-154"),
    "tests/documents/documents.test.ts": requirement("P-193"),
    "tests/discussion/rounds.test.ts": requirement("P-150"),
    "tests/overview/trend.test.ts": requirement("P-153"),
    "tests/people/inOrder.test.ts": requirement("U-619"),
    "tests/canvases/profiles.test.ts": requirement("U-311", "U-616"),
    "tests/canvases/together.test.ts": requirement("U-391", "P-194"),
    "tests/ui/commands.test.ts": requirement("U-733"),
    "tests/ui/count.test.ts": requirement("U-670"),
    "tests/ui/inTexts.test.ts": requirement("U-667"),
    "tests/ui/route.test.ts": requirement("P-186", "P-225"),
    "tests/ui/ownKeys.test.ts": requirement("U-310"),
    "tests/review/edits.test.ts": requirement("U-615"),
    "tests/runs/kinds.test.ts": requirement("D-92"),
    "tests/saved/saved.test.ts": requirement("P-90"),
    "tests/element/pages.test.ts": requirement("P-133", "X-207"),
    "tests/ui/toasts.test.ts": requirement("P-185", "U-637"),
    "tests/session/ahead.test.ts": requirement("P-180"),
    "tests/session/session.test.ts": requirement("U-211", "U-212", "P-130", "P-214", "U-633"),
    "tests/state/conflicts.test.ts": requirement("U-613"),
    "tests/state/createStore.test.ts": requirement("P-132"),
    "tests/state/findings.test.ts": requirement("U-525"),
    "tests/session/pieces.test.ts": requirement("U-211"),
    "tests/told.test.ts": requirement("P-91"),
    "tests/state/sources.test.ts": requirement("P-152", "X-205"),
    "tests/state/threads.test.ts": requirement("E-25"),
    "tests/state/store.test.ts": requirement("WE-24", "E-24", "E-76"),
}
"""Files that prove a row; the others stand behind those that their stories prove."""


@pytest.mark.timeout(PATIENCE_S)
@pytest.mark.parametrize("file", [pytest.param(file, marks=PROVES.get(file, ())) for file in FILES])
def test_the_tests_of_the_page_pass(file, outcomes, record_property):
    outcome = outcomes[file]
    for test in outcome["assertionResults"]:
        record_property("page", test["status"])
    failures = [
        f"{test['fullName']}\n{message}" for test in outcome["assertionResults"] for message in test["failureMessages"]
    ]

    assert "\n\n".join([outcome["message"], *failures]).strip() == ""
    assert outcome["assertionResults"], "a file without a test"
