"""Who does what a name says, what comes next, and what a word of the method is for."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from graphwright.text.language import language_of
from tests.graph.build import graph_of
from tests.offline.documented import model_of
from tests.offline.judging.conversations import order_system

PARKING = """## Nodes
Car park|SYS|CarPark.SY.001|c
Driver|ACTOR|Driver.AC.001|d
Attendant|ACTOR|Attendant.AC.002|d
Pay ticket|UC|PayTicket.UC.001|d
Pump|MOD|Pump.MD.001|d
Rake|MOD|Rake.MD.002|d
Lift sewage|FUNC|LiftSewage.FN.001|d

## Edges
CarPark.SY.001 -cp-> PayTicket.UC.001
CarPark.SY.001 -cp-> Pump.MD.001
CarPark.SY.001 -cp-> Rake.MD.002
Driver.AC.001 -rl-> PayTicket.UC.001
Pump.MD.001 -al-> LiftSewage.FN.001
"""


def told(question: str) -> str:
    graph = model_of(PARKING)
    found = answer(question, language_of(question), graph, NodeIndex(graph), findings_of=list)
    assert found is not None, question
    return found.text


@pytest.mark.requirement("U-142")
@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("Who pays the ticket?", "Pay ticket (PayTicket.UC.001) is used by 1 actor: Driver.AC.001."),
        ("Which part lifts the sewage?", "Lift sewage (LiftSewage.FN.001) is carried by 1 module: Pump.MD.001."),
        (
            "Is there any part in Car park that carries out Lift sewage?",
            "Yes. Lift sewage (LiftSewage.FN.001) is carried by 1 module: Pump.MD.001.",
        ),
    ],
)
def test_who_does_something_is_told_where_its_verb_is_that_of_a_name(question: str, answered: str):
    assert told(question) == answered


@pytest.mark.requirement("U-142")
@pytest.mark.parametrize(
    "question",
    [
        "What should I do next?",
        "Was soll ich als Nächstes beschreiben?",
        "Que faut-il faire ensuite ?",
    ],
)
def test_what_comes_next_is_what_the_rules_find(question: str):
    graph = model_of(PARKING)
    found = answer(question, language_of(question), graph, NodeIndex(graph))

    assert found is not None
    assert found.query.kind == "missing"
    assert "LiftSewage.FN.001" in found.text


@pytest.mark.requirement("U-142")
@pytest.mark.parametrize("order", ["Nenne alle Akteure.", "Name all actors.", "Nomme tous les acteurs."])
def test_to_name_all_of_a_type_is_to_list_them_and_not_to_rename(order: str):
    graph = order_system()

    found = understand(order, Situation(graph, NodeIndex(graph)))

    assert isinstance(found, ReadOnlyAnswer)
    assert "Customer.AC.001" in found.text


@pytest.mark.requirement("U-182")
@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("Who takes care of Pay ticket?", "Pay ticket (PayTicket.UC.001) is used by 1 actor: Driver.AC.001."),
        ("Who is responsible for Pay ticket?", "Pay ticket (PayTicket.UC.001) is used by 1 actor: Driver.AC.001."),
        ("Who uses the car park?", "Car park (CarPark.SY.001) is used by 1 actor: Driver.AC.001."),
        (
            "Wer kümmert sich um Pay ticket?",
            "Pay ticket (PayTicket.UC.001) wird benutzt von 1 Akteur: Driver.AC.001.",
        ),
        ("Wer benutzt Car park?", "Car park (CarPark.SY.001) wird benutzt von 1 Akteur: Driver.AC.001."),
        (
            "Qui s'occupe de Pay ticket ?",
            "Pay ticket (PayTicket.UC.001) est utilisé par 1 acteur : Driver.AC.001.",
        ),
        ("Qui utilise Car park ?", "Car park (CarPark.SY.001) est utilisé par 1 acteur : Driver.AC.001."),
    ],
)
def test_who_takes_part_in_a_use_case_is_never_denied(question: str, answered: str):
    assert told(question) == answered


@pytest.mark.requirement("U-182")
@pytest.mark.parametrize(
    "question",
    [
        "What comes right after Rake hay?",
        "Was kommt direkt nach Rake hay?",
        "Qu'est-ce qui vient juste après Rake hay ?",
    ],
)
def test_what_comes_right_after_is_what_follows(question: str):
    graph = graph_of("Rake hay:FUNC", "Bale hay:FUNC", "Rake hay -relation-> Bale hay")
    found = answer(question, language_of(question), graph, NodeIndex(graph), findings_of=list)

    assert found is not None
    assert [node.name for node in found.nodes if node.name != "Rake hay"] == ["Bale hay"]
