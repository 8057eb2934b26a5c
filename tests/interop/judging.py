"""Starts a judge: a program among other people's libraries, which reads a file of ours and prints what it sees."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[2]
JUDGES = _ROOT / ".judges" / "bin"
_SCRIPTS = Path(__file__).parent / "judges"


def bench() -> Path:
    """Where the judges' programs are; without them a test is skipped, except where they are required."""
    if (JUDGES / "python").exists():
        return JUDGES
    reason = "no judges: `make judges` installs them"
    if os.environ.get("TEST_REQUIRE_JUDGES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def said(script: str, *arguments: str | Path) -> str:
    """What a judge prints."""
    python = bench() / "python"
    command = (
        ["node", _SCRIPTS / script, *arguments]
        if script.endswith("mjs")
        else [python, _SCRIPTS / f"{script}.py", *arguments]
    )
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def seen(script: str, *arguments: str | Path) -> Any:
    """What a judge prints, as the JSON that it is."""
    return json.loads(said(script, *arguments))
