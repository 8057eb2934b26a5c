"""Requirements and tests match both ways. Runs last; reads the test files instead of running them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.requirements import LATER, REQUIREMENTS
from tests.sources import TESTS, modules_of_tests, nodes_of

ID = re.compile(r"(?:[A-Z]|W[A-Z])-\d{2,3}")


def is_requirement_mark(node: ast.Call) -> bool:
    """Whether `node` is `requirement(...)` or `<anything>.requirement(...)`, as a decorator or in a table of cases."""
    called = node.func
    return (isinstance(called, ast.Attribute) and called.attr == "requirement") or (
        isinstance(called, ast.Name) and called.id == "requirement"
    )


def marks_in(path: Path) -> list[tuple[str, str]]:
    """Every marked id of one test file, each with the place where it stands."""
    found: list[tuple[str, str]] = []
    for node in nodes_of(path, ast.Call):
        if not is_requirement_mark(node):
            continue
        place = f"{path.relative_to(TESTS.parent)}:{node.lineno}"
        for argument in node.args:
            match argument:
                case ast.Constant(value=str(requirement)):
                    found.append((requirement, place))
                case _:
                    found.append((f"not a literal: {ast.unparse(argument)}", place))
        if not node.args:
            found.append(("no id", place))
    return found


@pytest.fixture(scope="module")
def places() -> dict[str, list[str]]:
    """Where each id is marked."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in modules_of_tests():
        if path != Path(__file__).resolve():
            for requirement, place in marks_in(path):
                found[requirement].append(place)
    return found


def test_every_requirement_has_a_test(places):
    missing = [
        f"{requirement}  {sentence}" for requirement, sentence in REQUIREMENTS.items() if requirement not in places
    ]

    assert not missing, f"{len(missing)} of {len(REQUIREMENTS)} requirements have no test:\n" + "\n".join(missing)


def test_every_mark_names_a_known_requirement(places):
    unknown = {name: where for name, where in places.items() if name not in REQUIREMENTS and name not in LATER}

    assert not unknown


def test_a_requirement_is_either_due_or_later_and_has_a_sentence():
    assert not REQUIREMENTS.keys() & LATER.keys()
    assert [name for name in (*REQUIREMENTS, *LATER) if not ID.fullmatch(name)] == []
    assert [name for name, text in REQUIREMENTS.items() if not text.endswith(".")] == []
