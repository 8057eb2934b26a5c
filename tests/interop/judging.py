"""Asks a judge: a program among other people's libraries, which reads a file of ours and says what it sees."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from functools import cache
from pathlib import Path
from select import select
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[2]
JUDGES = _ROOT / ".judges" / "bin"
_SCRIPTS = Path(__file__).parent / "judges"
_PATIENCE_S = 50
"""For one answer; a test has 60."""


def bench() -> Path:
    """Where the judges' programs are; without them a test is skipped, except where they are required."""
    if (JUDGES / "python").exists():
        return JUDGES
    reason = "no judges: `make judges` installs them"
    if os.environ.get("TEST_REQUIRE_JUDGES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


class Judge:
    """One that stays until the tests end: to load its libraries takes longer than to answer."""

    def __init__(self, script: str) -> None:
        self._script = script
        python = bench() / "python"
        command = (
            ["node", _SCRIPTS / "standing.mjs", _SCRIPTS / script]
            if script.endswith("mjs")
            else [python, _SCRIPTS / "standing.py", _SCRIPTS / f"{script}.py"]
        )
        self._process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self._end)

    def said(self, *arguments: str | Path) -> str:
        """What it prints, or a failed test with what it says is wrong."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        print(json.dumps([str(each) for each in arguments]), file=stdin, flush=True)
        if not select([stdout], [], [], _PATIENCE_S)[0]:
            self._end()
            _judge.cache_clear()
            pytest.fail(f"{self._script} has not answered for {_PATIENCE_S} s")
        answer = json.loads(stdout.readline() or '{"status": "it has ended", "failed": ""}')
        assert answer["status"] == 0, answer["failed"]
        return answer["told"]

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


_judge = cache(Judge)


def said(script: str, *arguments: str | Path) -> str:
    """What a judge prints."""
    return _judge(script).said(*arguments)


def seen(script: str, *arguments: str | Path) -> Any:
    """What a judge prints, as the JSON that it is."""
    return json.loads(said(script, *arguments))
