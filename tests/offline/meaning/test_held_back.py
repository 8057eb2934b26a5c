"""What is not meant by an order: errands, the place that something is moved from, a test, somebody, a reason."""

from __future__ import annotations

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeDelete
from tests.offline.documented import model_of

GREENHOUSE = """## Nodes
Greenhouse|SYS|Greenhouse.SY.001|c
Tray|MOD|Tray.MD.001|c
Valve|MOD|Valve.MD.002|c
Pump|MOD|Pump.MD.003|c
Wash wool|FUNC|WashWool.FN.001|c
Dry wool|FUNC|DryWool.FN.002|c
Wash wool result|FLOW|WashWoolResult.FL.001|c

## Edges
Tray.MD.001 -cp-> Pump.MD.003
WashWool.FN.001 -io-> WashWoolResult.FL.001
WashWoolResult.FL.001 -io-> DryWool.FN.002
"""


def understood(text: str, focus: Focus | None = None) -> Understood:
    graph = model_of(GREENHOUSE)
    return understand(text, Situation(graph, NodeIndex(graph), focus or Focus(), findings_of=list))


def changed(text: str, focus: Focus | None = None) -> Change:
    found = understood(text, focus)
    assert isinstance(found, Change), found
    assert found.operations, found
    return found


def made(found: Change) -> list[tuple[str, str]]:
    return [(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)]


@pytest.mark.requirement("U-586")
@pytest.mark.parametrize(
    "said",
    [
        "Please order three new rope pulleys from the supplier and have them sent to our workshop.",
        "Please buy two spare batteries from the dealer and get them delivered to our office.",
    ],
)
def test_an_errand_changes_nothing(said: str):
    found = understood(said)

    assert not isinstance(found, Change) or not found.operations


@pytest.mark.requirement("U-586")
def test_a_request_to_note_what_people_do_is_no_errand():
    assert ("FUNC", "Mash malt") in made(changed("Please note the brewer mashes the malt."))


@pytest.mark.requirement("U-587")
@pytest.mark.parametrize(
    "said", ["Move it from the tray into the valve.", "Déplace-la du « Tray » dans « Valve »."]
)  # fmt: skip
def test_what_is_moved_is_what_was_spoken_of(said: str):
    found = changed(said, Focus((FocusedElement("Pump"),)))

    [placed] = [each for each in found.operations if isinstance(each, EdgeCreate)]
    assert (placed.source, placed.target) == ("Valve.MD.002", "Pump.MD.003")


@pytest.mark.requirement("U-588")
@pytest.mark.parametrize(
    "said",
    [
        "Die Seile müssen einer Last von 4 kN widerstehen und jeden Monat vor dem Einsatz geprüft werden.",
        "Die Leitern müssen eine Person von 120 kg tragen und vor jedem Einsatz geprüft werden.",
    ],
)
def test_a_shared_duty_is_kept_word_for_word(said: str):
    found = changed(said)

    assert [kind for kind, _ in made(found)] == ["REQ"]
    assert said in str(found.operations)


@pytest.mark.requirement("U-589")
def test_a_station_that_is_added_to_a_system_is_proposed_as_a_part():
    found = changed("Füge dem Greenhouse einen Regensensor und eine Wetterstation hinzu.")

    assert found.proposes
    assert ("MOD", "Wetterstation") in made(found)


@pytest.mark.requirement("U-590")
@pytest.mark.parametrize(
    "said",
    [
        'Merge "Dry wool" into "Wash wool", they are the same thing.',
        "Merge dry wool into wash wool, it's the same step.",
    ],
)
def test_a_reason_is_no_part_of_what_others_are_merged_into(said: str):
    found = changed(said)

    assert not made(found)
    assert any(isinstance(each, NodeDelete) for each in found.operations)


@pytest.mark.requirement("U-590")
def test_a_step_is_moved_in_front_of_another():
    found = changed('Move "Dry wool" in front of "Wash wool".')

    assert sum(isinstance(each, EdgeDelete) for each in found.operations) == 2
