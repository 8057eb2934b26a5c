"""Mutation testing: which mutants a source has, that one can be planted, and that a test which looks at it notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.mutation.__main__ import is_killed
from scripts.mutation.mutants import mutants, planted

SOURCE = '''
"""A text."""
MOST = 5


def share(part: int, whole: int = 1) -> float:
    """A text."""
    if not whole:
        raise ValueError("nothing")
    note(part)
    while part < 2 and whole:
        part += 1
    return part / whole
'''


@pytest.mark.requirement("R-90")
def test_a_source_has_one_mutant_for_each_thing_that_a_test_should_notice():
    assert [(each.line, each.before, each.after) for each in mutants(SOURCE)] == [
        (8, "not whole", "whole"),
        (9, "raise ValueError('nothing')", "pass"),
        (10, "note(part)", "pass"),
        (11, "part < 2 and whole", "part < 2 or whole"),
        (11, "part < 2", "part <= 2"),
        (11, "2", "3"),
        (12, "part += 1", "part -= 1"),
        (12, "1", "2"),
        (13, "return part / whole", "return None"),
        (13, "part / whole", "part * whole"),
    ]


@pytest.mark.requirement("R-90")
def test_each_mutant_is_another_program_with_the_same_lines():
    spaces: list[dict] = []
    for each in mutants(SOURCE):
        space: dict = {"note": lambda part: None}
        exec(compile(planted(SOURCE, each.number), "share.py", "exec"), space)
        assert space["share"].__code__.co_firstlineno == 6
        spaces.append(space)

    assert (spaces[8]["share"](4, 2), spaces[9]["share"](4, 2), spaces[5]["share"](2, 1)) == (None, 8, 3)
    with pytest.raises(IndexError):
        planted(SOURCE, len(spaces))


@pytest.mark.slow
@pytest.mark.requirement("R-90")
def test_a_mutant_is_killed_by_the_tests_that_look_at_it_and_no_file_changes(root: Path, monkeypatch):
    monkeypatch.chdir(root)
    path = Path("src/graphwright/graph/rules/pascal_case.py")
    source = (root / path).read_text("utf-8")
    mutant = next(each for each in mutants(source) if each.after == "return None" and each.before != "return False")

    assert is_killed(path, mutant, ["tests/graph/test_pascal_case.py"])
    assert not is_killed(
        path, mutant, ["tests/graph/test_similarity.py::test_what_is_empty_on_both_sides_does_not_count"]
    )
    assert (root / path).read_text("utf-8") == source
