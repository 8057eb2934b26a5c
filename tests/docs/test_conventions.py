"""The tables of conventions name requirements that there are, a proof for each row, and tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.requirements import REQUIREMENTS
from tests.sources import files_below


def rows(root: Path, *, behind: str, width: int) -> list[list[str]]:
    """Cells of the tables behind a heading that have so many columns, without their heads."""
    section = (root / "docs/conventions.md").read_text(encoding="utf-8").split(f"# {behind}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [
        cells for cells in lines if len(cells) == width and cells[0] not in {"Convention", "Check", "In short", "No"}
    ]


@pytest.mark.requirement("U-236")
def test_each_convention_names_the_requirements_that_prove_it(root):
    table = rows(root, behind="Conventions of the page", width=3)
    assert len(table) == 31 + 12
    proofs = {what: re.findall(r"[A-Z]+-\d+", ids) for what, ids, _ in table}
    assert [what for what, ids in proofs.items() if not ids] == []
    assert {each for ids in proofs.values() for each in ids} - REQUIREMENTS.keys() == set()


@pytest.mark.requirement("U-236", "U-330")
def test_each_convention_and_each_stumble_names_a_test_that_is_there(root):
    conventions = rows(root, behind="Where each is tried out", width=3)
    stumbles = rows(root, behind="What a first user stumbled over", width=4)
    assert (len(conventions), [int(number) for number, *_ in stumbles]) == (31 + 12, [*range(1, 25)])
    files = [path for folder in ("tests", "web/e2e", "web/tests") for path in files_below(root / folder)]
    missing = [cells for cells in (*conventions, *stumbles) if not is_there(files, cells[-2].strip("`"), cells[-1])]
    assert missing == []


def is_there(files: list[Path], file: str, title: str) -> bool:
    """Whether the one file of this name has a test whose title holds these words."""
    (found,) = [path for path in files if path.as_posix().endswith(f"/{file}")]
    text = found.read_text(encoding="utf-8")
    pattern = r"def test_(\w+)" if found.suffix == ".py" else r"\btest\(\s*[\"`]([^\"`]+)"
    return any(title in each.replace("_", " ") for each in re.findall(pattern, text))
