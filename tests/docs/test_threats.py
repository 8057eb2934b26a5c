"""The threat model and the findings of the field test: every row they name exists and has tests, every door is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.requirements import REQUIREMENTS
from tests.sources import modules_of_tests
from tests.test_requirements import ID, marks_in

ROOT = Path(__file__).resolve().parents[2]
THREATS = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
FINDINGS = (ROOT / "docs" / "field-findings.md").read_text(encoding="utf-8")
DOORS = {
    "HTTP", "WebSocket", "Unix socket and data folder", "Files and documents", "What a language model writes",
    "MCP, chat clients, streams", "Webhooks and other addresses that are called", "Plugins", "Links for people outside",
    "Sign-in of the organisation", "PostgreSQL", "What it is built of",
}  # fmt: skip


def lines(text: str) -> Iterator[list[str]]:
    """The lines of tables of three columns whose last names rows."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3 and cells[2] not in {"Shown by", "If it is lost"}:
            yield cells


@pytest.fixture(scope="module")
def tested() -> set[str]:
    paths = [path for path in modules_of_tests() if path.name != "test_requirements.py"]
    return {name for path in paths for name, _ in marks_in(path)}


@pytest.mark.requirement("R-76")
@pytest.mark.parametrize(("text", "least"), [(THREATS, 45), (FINDINGS, 18)], ids=["threats", "findings"])
def test_every_line_names_rows_that_exist_and_have_tests(text, least, tested):
    told = [cells for cells in lines(text) if not re.fullmatch(r"A\d", cells[0])]

    assert len(told) >= least
    for cells in told:
        rows = cells[2].removesuffix(" |").split(", ")
        assert [row for row in rows if not ID.fullmatch(row)] == [], cells
        assert [row for row in rows if row not in REQUIREMENTS or row not in tested] == [], cells


@pytest.mark.requirement("R-76")
def test_every_door_is_gone_through():
    assert set(re.findall(r"^### (.+)$", THREATS, re.MULTILINE)) == DOORS


@pytest.mark.requirement("R-76")
def test_every_finding_is_done_or_answered():
    assert {cells[1].partition(":")[0] for cells in lines(FINDINGS)} == {"done", "answered"}
