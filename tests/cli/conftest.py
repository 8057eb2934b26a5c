from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graphwright.cli import main


class Told(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Type = Callable[..., Told]


@pytest.fixture
def type_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    """Type a command, in this process, on a data folder of its own."""
    for name in ("GRAPHWRIGHT_MODEL", "GRAPHWRIGHT_POLICY", "GRAPHWRIGHT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "data"))

    def type_command(*words: str) -> Told:
        capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        captured = capsys.readouterr()
        return Told(code, captured.out, captured.err)

    return type_command
