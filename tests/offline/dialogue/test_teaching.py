"""What is not understood teaches, and what is not sure is asked."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, UnclearMessage, Understood
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def heard(text: str, *names: str) -> Understood:
    model = graph_of(*names)
    return understand(text, Situation(model, NodeIndex(model)))


@pytest.mark.requirement("U-202")
def test_an_order_about_nothing_of_the_model_says_which_words_are_strange_and_offers_such_orders():
    unclear = heard("Change un peu le nom du machin", "Carillon:SYS", "Marteau:MOD")

    assert isinstance(unclear, UnclearMessage)
    assert "«\u00a0machin\u00a0»" in unclear.text
    assert unclear.suggestions[0].startswith("Renomme Carillon")


@pytest.mark.requirement("U-203")
def test_notes_below_a_heading_are_read_as_the_sentences_they_are():
    change = heard("Lost property desk:\n- clerk tags the item and puts it on a shelf\n- owner describes the item")

    assert isinstance(change, Change)
    made = {each.name for each in change.operations if isinstance(each, NodeCreate) and each.node_type == "UC"}
    assert made == {"Tag item", "Put item", "Describe item"}


@pytest.mark.requirement("U-204")
def test_a_text_behind_a_colon_is_proposed_as_the_description():
    change = heard("Schreib beim Brutschrank als Beschreibung rein: fasst 200 Eier", "Brutschrank:MOD")

    assert isinstance(change, Change)
    assert change.proposes
    assert [each.set.descr for each in change.operations] == ["fasst 200 Eier"]


@pytest.mark.requirement("U-202")
@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "Was ist die Hauptstadt von Frankreich?",
        "Quelle est la capitale de la France ?",
    ],
)
def test_to_a_question_that_has_no_answer_no_order_is_offered(question: str):
    unclear = heard(question, "Carillon:SYS", "Marteau:MOD")

    assert isinstance(unclear, UnclearMessage)
    assert unclear.lesson.kinds == ()
    assert unclear.suggestions
