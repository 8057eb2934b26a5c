"""The gate that holds what the tests go through against its promise."""

from __future__ import annotations

import pytest

from scripts.check_coverage import judged


def file(covered: int, of: int, *missing: int) -> dict[str, object]:
    summary = {"covered_lines": covered, "num_statements": of, "covered_branches": 0, "num_branches": 0}
    return {"summary": summary, "missing_lines": list(missing)}


@pytest.mark.requirement("H-92")
@pytest.mark.parametrize(
    ("core", "ring", "is_kept"),
    [(95, 81, True), (94, 100, False), (100, 75, False)],
    ids=["both", "core below", "whole below"],
)
def test_the_core_and_the_whole_have_each_their_share(core, ring, is_kept):
    files = {
        "src/graphwright/store/a.py": file(core, 100, 7, 9),
        "src/graphwright/cli/b.py": file(ring, 100, 1),
    }
    lines, kept = judged(files)
    assert kept is is_kept
    assert lines[:2] == [f"{ring:6.1f} %  cli", f"{core:6.1f} %  store  (core)"]
    assert "  store/a.py: lines 7, 9" in lines
    assert not [line for line in lines if "b.py" in line]
