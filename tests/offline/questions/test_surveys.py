"""Questions about the whole, about two, and about words: what is missing, what differs, what a word means."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from tests.offline.questions.bakery import bakery, reply


@pytest.mark.requirement("Z-164")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What are the main parts of the system?", "- Kneading.MD.001: 2 functions, 2 flows, 1 schema; most connected"),
        ("How is the model organised?", "- Kneading.MD.001: 2 functions, 2 flows, 1 schema; most connected"),
        ("Wie ist das System aufgebaut?", "- Kneading.MD.001: 2 Funktionen, 2 Flüsse, 1 Schema; am meisten verbunden"),
        ("Was sind die wichtigsten Teile?", "- Kneading.MD.001: 2 Funktionen, 2 Flüsse, 1 Schema; am meisten"),
        (
            "Quelles sont les parties principales ?",
            "- Kneading.MD.001 : 2 fonctions, 2 flux, 1 schéma ; les plus reliés",
        ),
        ("Comment le modèle est-il structuré ?", "- Kneading.MD.001 : 2 fonctions, 2 flux, 1 schéma ; les plus reliés"),
    ],
)
def test_the_main_parts_are_told_with_what_each_holds(question: str, told: str):
    lines = reply(question, bakery()).text.splitlines()

    assert [line for line in lines if line.startswith(told)] != [], lines
    assert sum(line.startswith("- ") for line in lines) == 2


@pytest.mark.requirement("U-40")
@pytest.mark.parametrize(
    ("questions", "said"),
    [
        (["Is anything missing?", "Was fehlt noch?", "Il manque quoi ?"], ["CountLoaves.FN.004", "LoafWeight.RQ.002"]),
        (["What is wrong with Count loaves?", "Was stimmt nicht mit Count loaves?"], ["CountLoaves.FN.004"]),
        (
            [
                "What is the difference between Oven and Kneading?",
                "Worin unterscheiden sich Oven und Kneading?",
                "Quelle est la différence entre Oven et Kneading ?",
            ],
            ["BakeryLine.SY.001", "BakeLoaves.FN.003", "MixDough.FN.001"],
        ),
        (
            ["What do Oven and Kneading have in common?", "Was haben Oven und Kneading gemeinsam?"],
            ["BakeryLine.SY.001"],
        ),
        (["What is a flow?"], ["Data that passes between functions and actors"]),
        (["Was bedeutet FCHAIN?"], ["die einen Anwendungsfall verwirklicht"]),
        (["C'est quoi une exigence ?"], ["Ce que le système doit faire"]),
        (["What is the status of the model?", "Wie ist der Stand?", "Où en est le modèle ?"], ["3", "2"]),
        (
            ["Why is Dough there?", "Wozu dient Dough?", "À quoi sert Dough ?"],
            ["MixDough.FN.001", "ShapeLoaves.FN.002"],
        ),
        (
            [
                "What happens if Kneading fails?",
                "Was passiert, wenn Kneading ausfällt?",
                "Si Kneading tombe en panne ?",
            ],
            ["MixDough.FN.001", "RawLoaf.FL.002", "BakeLoaves.FN.003", "OvenHeat.RQ.001"],
        ),
        (["Which fields does Loaf data have?", "Welche Felder hat Loaf data?"], ["weight, baked"]),
    ],
)
def test_a_question_about_the_whole_or_about_two_is_answered_from_rules_edges_and_the_ontology(
    questions: list[str], said: list[str]
):
    graph = bakery()

    for question in questions:
        text = reply(question, graph).text
        assert [each for each in said if each not in text] == [], (question, text)


@pytest.mark.requirement("U-40")
def test_what_differs_is_told_apart_from_what_both_have():
    lines = reply("Compare Oven and Kneading?", bakery()).text.splitlines()

    assert lines[2:] == [
        "Both are connected with BakeryLine.SY.001.",
        "Only Oven.MD.002 is connected with Burner.MD.003 and Bake loaves (BakeLoaves.FN.003).",
        "Only Kneading.MD.001 is connected with Mix dough (MixDough.FN.001) and Shape loaves (ShapeLoaves.FN.002).",
    ]


@pytest.mark.requirement("U-38", "U-40")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many functions are there?", "0 functions."),
        ("Which modules are there?", "There are no modules in the model."),
        ("What is this model about?", "The model is still empty."),
    ],
)
def test_an_empty_model_is_said_to_be_empty(question: str, said: str):
    graph = Graph(default_ontology())

    found = answer(question, "en", graph, NodeIndex(graph))

    assert found is not None
    assert found.text == said


@pytest.mark.requirement("U-40")
def test_findings_name_elements_in_a_way_that_nobody_takes_for_a_citation_of_something_unknown():
    graph = bakery()

    text = reply("What is missing?", graph).text

    assert "not kept 3 times: Functions satisfy requirements: Mix dough (MixDough.FN.001), " in text
    assert "[" not in text
