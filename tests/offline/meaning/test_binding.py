"""Sentences that bind are kept word for word, whatever else of them was understood."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str) -> Meant:
    """What a message means for an empty model."""
    model = graph_of()
    return means(read(text), model, NodeIndex(model))


def texts(meant: Meant) -> list[str]:
    """The texts of the requirements that it makes."""
    return [str(each.attributes["text"]) for each in meant.draft.operations if getattr(each, "node_type", "") == "REQ"]


@pytest.mark.requirement("U-150")
@pytest.mark.parametrize(
    "text",
    [
        "WINCH shall always hold (drum & brake = b_on) => MOTOR = m_off",
        "WINCH shall always hold (slack & !pull) => MOTOR = m_off",
        "when rope_slack the winch shall at once hold !motor_on",
        "when rope_slack the winch shall at once hold ! motor_on",
        "Upon arrival of a basket the hoist shall wait and drain until the cable is taut.",
        "On arrival the hoist shall do the following with a basket:\n\n- weigh it\n- lift it\n- log the weight",
    ],
)
def test_a_sentence_with_shall_is_one_requirement_word_by_word(text):
    meant = told(text)

    assert (texts(meant), [node.split(" ")[0] for node in made(meant)[0]]) == ([text], ["REQ"])


@pytest.mark.requirement("U-150")
@pytest.mark.parametrize("text", ["When shall the winch hold the rope?", "Shall the winch hold the rope?"])
def test_a_question_with_shall_demands_nothing(text):
    assert texts(told(text)) == []


@pytest.mark.requirement("U-150")
@pytest.mark.parametrize(
    "text",
    [
        "The system must create a backup every day.",
        "Das System muss täglich um 02:00 Uhr eine Datensicherung anlegen.",
        "Le système doit créer une sauvegarde chaque jour.",
    ],
)
def test_what_the_system_must_make_is_a_requirement_and_orders_nothing(text: str) -> None:
    nodes, _ = made(told(text))

    assert [each.split(" ")[0] for each in nodes] == ["REQ"]
