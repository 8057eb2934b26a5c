"""Which tests go through which lines: recorded once by coverage.py, kept in `.mutation`, and asked for each mutant.

As a plugin of pytest it notes how long each test took, so that the quick ones can be asked first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Final

import pytest
from coverage import CoverageData

WORK: Final = Path(".mutation")
_LINES: Final = WORK / "lines"
_TIMES: Final = WORK / "times.json"
_IMPORTING: Final = ""
"""What coverage.py calls the time outside of tests."""
_TOLD: Final = (0, 1)
"""What pytest ends with when every test was asked, whether or not all passed."""
ENVIRONMENT: Final = {"CI": "1", "PYTHONHASHSEED": "0"}
"""Random tests are the same each time, so that a mutant is not killed by luck."""


def record(tests: Sequence[str]) -> None:
    """Run tests once as they are; one that fails, for want of a database perhaps, is left out: it kills each mutant."""
    WORK.mkdir(exist_ok=True)
    watched = ("--cov=graphwright", "--cov-context=test", "--cov-report=", "-p", "scripts.mutation.covering")
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *watched, *tests]
    ran = subprocess.run(command, check=False, env=os.environ | ENVIRONMENT | {"COVERAGE_FILE": str(_LINES)})
    if ran.returncode not in _TOLD:
        ran.check_returncode()


class Covering:
    """The recording, read."""

    def __init__(self) -> None:
        self._lines = CoverageData(str(_LINES))
        self._lines.read()
        self._times: dict[str, float] = json.loads(_TIMES.read_bytes())

    def tests(self, path: Path, lines: Iterable[int]) -> list[str]:
        """The tests that go through a line of a file, those of its own folder first, quick ones before others.

        What runs while a module is imported is any test's that goes through the file.
        """
        by_line = self._lines.contexts_by_lineno(str(path.absolute()))
        through = {each for line in lines for each in by_line.get(line, ())}
        if _IMPORTING in through:
            through.update(*by_line.values())
        found = {each.rpartition("|")[0] for each in through} & self._times.keys()
        own = f"tests/{path.parts[2]}/"
        return sorted(found, key=lambda test: (not test.startswith(own), self._times[test], test))

    def within(self, tests: Sequence[str], seconds: float) -> list[str]:
        """Those of them, from the first on, that take no longer together; at least one."""
        left = seconds
        chosen: list[str] = []
        for test in tests:
            if self._times[test] <= left or not chosen:
                left -= self._times[test]
                chosen.append(test)
        return chosen


_took: Final[dict[str, float]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Note the processor time of one test that passes: on a busy machine the clock says nothing."""
    begun = time.process_time()
    yield
    _took[item.nodeid] = time.process_time() - begun


def pytest_sessionfinish() -> None:
    """Keep the times."""
    _TIMES.write_text(json.dumps(_took), encoding="utf-8")
