"""An order of which a number is the thing changes it in the requirement that holds it, as a proposal."""

from __future__ import annotations

import pytest

from graphwright.protocol.operations import NodeUpdate
from tests.offline.meaning.test_changing import told

_MODEL = (
    "Rinse tank:FUNC",
    "Tank:MOD",
    "Rinsing:REQ | The tank shall be rinsed for 90 s. [text=The tank shall be rinsed for 90 s.]",
    "Heat:REQ | The tank shall hold 12 l. [text=The tank shall hold 12 l.]",
)


def _texts(order: str, *lines: str) -> tuple[list[object], bool]:
    """The new texts of requirements, and whether somebody is to look at them."""
    meant = told(order, *(lines or _MODEL))
    changes = [each for each in meant.draft.operations if isinstance(each, NodeUpdate)]
    return [each.set.attributes["text"] for each in changes], meant.proposes


@pytest.mark.requirement("U-435")
@pytest.mark.parametrize(
    "order",
    [
        "Replace the 90 seconds by 60.",
        "change the 90 s to 60 s please",
        "Ersetze die 90 Sekunden durch 60.",
        "mach aus den 90 Sekunden 60",
        "Remplace les 90 secondes par 60.",
        "change les 90 secondes en 60",
    ],
)
def test_a_number_is_replaced_in_the_requirement_that_holds_it(order: str) -> None:
    assert _texts(order) == (["The tank shall be rinsed for 60 s."], True)


@pytest.mark.requirement("U-435")
@pytest.mark.parametrize(
    "order",
    [
        "Replace the 80 seconds by 60.",
        "Ersetze die 80 s durch 60.",
        "Remplace les 80 s par 60.",
        "Replace the 12 kg by 14 kg.",
        "Ersetze die 12 kg durch 14 kg.",
        "Remplace les 12 kg par 14 kg.",
    ],
)
def test_a_number_that_no_requirement_holds_changes_nothing(order: str) -> None:
    assert _texts(order)[0] == []


@pytest.mark.requirement("U-435")
def test_a_number_that_two_requirements_hold_changes_nothing() -> None:
    twice = ("One:REQ | It shall be 90 s. [text=It shall be 90 s.]", "Two:REQ | It may be 90 s. [text=It may be 90 s.]")

    assert _texts("Replace the 90 seconds by 60.", *twice)[0] == []
