"""The table of conventions names requirements that there are, and a proof for each row."""

from __future__ import annotations

import re

import pytest

from tests.requirements import REQUIREMENTS


@pytest.mark.requirement("U-236")
def test_each_convention_names_the_requirements_that_prove_it(root):
    page = (root / "docs/conventions.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ") and "Proved by" not in line]
    assert len(rows) == 31 + 12
    proofs = {what: re.findall(r"[A-Z]+-\d+", ids) for what, ids, _ in rows}
    assert [what for what, ids in proofs.items() if not ids] == []
    assert {each for ids in proofs.values() for each in ids} - REQUIREMENTS.keys() == set()
