"""What every test may use, and the rule that a test may not quietly be skipped in CI."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# The processes that share the tests are as many as the cores. Threads of numpy beside them wait by spinning: of twenty
# seconds in which vectors were compared, fifteen.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Two busy cores make a deadline per example a coin toss; pytest-timeout bounds the whole test instead.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# In CI the same examples every time: a new failure there is a new defect, never bad luck.
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def find_shared() -> Path | None:
    """The folder of sample data: where TEST_SHARED points, else beside the repository, else none."""
    named = os.environ.get("TEST_SHARED")
    candidate = Path(named) if named else ROOT.parent / "shared"
    return candidate.resolve() if (candidate / "data").is_dir() else None


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The sample data of real models; a test that uses it carries the mark `shared`."""
    shared = find_shared()
    if shared is not None:
        return shared / "data"
    reason = "no sample data: neither TEST_SHARED nor ../shared leads to a folder with data/ in it"
    if os.environ.get("TEST_REQUIRE_SHARED") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's top folder."""
    return ROOT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give `shared_data` tests their mark, and run last the test that judges all the others."""
    for item in items:
        if "shared_data" in getattr(item, "fixturenames", ()):
            item.add_marker("shared")
        is_long = item.get_closest_marker("slow") or item.get_closest_marker("simulation")
        if is_long and not item.get_closest_marker("timeout"):
            # A bound against hanging, not a promise of speed: other work may hold the machine.
            item.add_marker(pytest.mark.timeout(900))
    items.sort(key=lambda item: item.path.name == "test_requirements.py")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests and what they import are no garbage: nobody looks at them, neither now nor again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With TEST_REQUIRE_SHARED=1 a skipped `shared` test is a failed one."""
    report = yield
    if (
        report.skipped
        and not hasattr(report, "wasxfail")
        and item.get_closest_marker("shared")
        and os.environ.get("TEST_REQUIRE_SHARED") == "1"
    ):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} needs the sample data and may not be skipped here: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many tests of the page stand behind the cases of `tests/web`, above pytest's own last line."""
    told = (each for reports in terminalreporter.stats.values() for each in reports)
    calls = (each for each in told if isinstance(each, pytest.TestReport) and each.when == "call")
    page = Counter(value for call in calls for name, value in call.user_properties if name == "page")
    if page:
        terminalreporter.section("tests of the page (vitest)")
        terminalreporter.write_line(", ".join(f"{count} {status}" for status, count in page.most_common()))
