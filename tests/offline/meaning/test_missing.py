"""What is missing is to be there: that somebody is missing is a state, and nothing that they do."""

from __future__ import annotations

import pytest

from graphwright.protocol.operations import NodeCreate
from tests.offline.meaning.test_changing import told

_KITCHEN = ("Kitchen:SYS", "Oven:MOD", "Kitchen -compose-> Oven")


def _made(text: str) -> list[tuple[str, str]]:
    """Types and names of what a sentence makes."""
    meant = told(text, *_KITCHEN)
    return [(each.node_type, each.name) for each in meant.draft.operations if isinstance(each, NodeCreate)]


@pytest.mark.requirement("U-698")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The cook is missing.", "Cook"),
        ("A cook is missing", "Cook"),
        ("Der Koch fehlt.", "Koch"),
        ("Es fehlt ein Koch.", "Koch"),
        ("Le cuisinier manque.", "Cuisinier"),
        ("Il manque un cuisinier.", "Cuisinier"),
    ],
)
def test_somebody_who_is_missing_is_an_actor_and_does_nothing(text: str, name: str) -> None:
    assert _made(text) == [("ACTOR", name)]


@pytest.mark.requirement("U-698")
@pytest.mark.parametrize(
    ("text", "name"), [("The fan is missing.", "Fan"), ("Die Pumpe fehlt.", "Pumpe"), ("La pompe manque.", "Pompe")]
)
def test_a_thing_that_is_missing_is_a_part_and_carries_nothing(text: str, name: str) -> None:
    assert _made(text) == [("MOD", name)]


@pytest.mark.requirement("U-698")
@pytest.mark.parametrize("text", ["The cook is absent.", "Der Koch ist abwesend.", "Le cuisinier est absent."])
def test_a_state_that_an_adjective_tells_makes_nothing(text: str) -> None:
    assert _made(text) == []


@pytest.mark.requirement("U-698")
def test_what_somebody_misses_is_no_state() -> None:
    assert "UC" in dict(_made("The cook misses the train."))
