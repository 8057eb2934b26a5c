"""What only stands around a statement, headings that say what their rows are, and until when something is done."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import NodeCreate
from tests.offline.documented import model_of

NOTHING = "## Nodes\n\n## Edges\n"


def changed(text: str) -> Change:
    graph: Graph = model_of(NOTHING)
    found = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))
    assert isinstance(found, Change), found
    return found


def made(text: str) -> dict[str, set[str]]:
    """Names of what is made, by type."""
    found: dict[str, set[str]] = {}
    for each in changed(text).operations:
        if isinstance(each, NodeCreate):
            found.setdefault(each.node_type, set()).add(each.name)
    return found


@pytest.mark.requirement("U-518")
@pytest.mark.parametrize(
    ("said", "actor", "function"),
    [
        ("It was agreed that the foreman inspects the scaffold.", "Foreman", "Inspect scaffold"),
        ("The board decided that the treasurer approves every invoice.", "Treasurer", "Approve invoice"),
        ("Hi Tom, we need a night guard who locks the gates.", "Night guard", "Lock gates"),
        ("Please note: the guard opens the gate.", "Guard", "Open gate"),
        ("As discussed, the editor corrects the text.", "Editor", "Correct text"),
        ("I wish the referee could stop the clock.", "Referee", "Stop clock"),
        ("We still need a stage in which the apprentice polishes the lens.", "Apprentice", "Polish lens"),
        ("From next week on the porter collects the keys.", "Porter", "Collect keys"),
    ],
)
def test_what_stands_around_a_statement_takes_no_part(said: str, actor: str, function: str):
    found = made(said)

    assert (found["ACTOR"], found["FUNC"]) == ({actor}, {function})


@pytest.mark.requirement("U-496")
def test_what_says_when_stays_in_the_words_of_the_deed():
    told = changed("For safety reasons the operator locks the door.").operations

    assert any(isinstance(each, NodeCreate) and each.descr.startswith("For safety reasons the") for each in told)


@pytest.mark.requirement("U-518")
def test_what_binds_keeps_what_stands_around_it():
    [demand] = [
        each
        for each in changed("We agreed that the vent must close within 5 seconds.").operations
        if isinstance(each, NodeCreate) and each.node_type == "REQ"
    ]

    assert demand.descr.startswith("We agreed that")


@pytest.mark.requirement("U-498")
@pytest.mark.parametrize(
    ("said", "node_type", "names"),
    [
        ("Users of the portal: tenant, landlord, caretaker", "ACTOR", {"Tenant", "Landlord", "Caretaker"}),
        ("Technical equipment of the lifeboat:\n- radar\n- winch", "MOD", {"Radar", "Winch"}),
        ("Machines in the bakery: kneader, oven, slicer", "MOD", {"Kneader", "Oven", "Slicer"}),
        ("The duty officer's tasks:\n- log the calls\n- check the boats", "ACTOR", {"Duty officer"}),
        ("Tasks of the duty officer:\n- log the calls\n- check the boats", "FUNC", {"Log calls", "Check boats"}),
    ],
)
def test_a_heading_says_what_its_rows_are(said: str, node_type: str, names: set[str]):
    assert made(said)[node_type] == names


@pytest.mark.requirement("U-496")
def test_until_when_something_is_done_is_told_with_it():
    found = changed("The mechanic repeats the test until the pressure holds, then he signs the sheet.")
    deeds = {
        each.name: each.descr for each in found.operations if isinstance(each, NodeCreate) and each.node_type == "FUNC"
    }

    assert set(deeds) == {"Repeat test", "Sign sheet"}
    assert "until the pressure holds" in deeds["Repeat test"]


@pytest.mark.requirement("U-518")
@pytest.mark.parametrize(
    ("said", "functions"),
    [
        ("The clerk stamps the form, and if the fee is missing a letter is sent.", {"Stamp form", "Send letter"}),
        ("When the courier, who wears a badge, rings the bell, the porter opens the door.", {"Open door"}),
        ("The pipeline rolls back the release.", {"Roll back release"}),
    ],
)
def test_verbs_are_found_behind_conditions_and_around_relatives(said: str, functions: set[str]):
    assert functions <= made(said)["FUNC"]
