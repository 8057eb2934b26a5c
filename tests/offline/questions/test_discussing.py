"""What the offline voices of a discussion look at, and what they make of it."""

from __future__ import annotations

import pytest

from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.persona_messages import voice_words
from graphwright.offline.viewpoint import viewpoint
from graphwright.offline.weighing import weighed
from tests.offline.questions.bakery import bakery


@pytest.mark.requirement("U-43")
@pytest.mark.parametrize(
    ("topic", "named", "spoken"),
    [
        ("Should Shape loaves form a loaf of 500 g?", ["Shape loaves"], ["Loaf weight"]),
        ("Is 240 °C hot enough?", [], ["Oven heat"]),
        ("Sollen wir das Modul Kneading teilen?", ["Kneading"], []),
        ("Faut-il remplacer Oven ?", ["Oven"], ["Oven heat"]),
        ("What shall we have for lunch?", [], []),
    ],
)
def test_a_topic_is_about_what_it_names_and_the_requirements_it_speaks_of(
    topic: str, named: list[str], spoken: list[str]
):
    graph = bakery()

    view = viewpoint(topic, graph, NodeIndex(graph), [])

    assert [node.name for node in view.named] == named
    assert [node.name for node in view.spoken] == spoken


@pytest.mark.requirement("U-43")
def test_a_topic_that_names_nothing_looks_around_the_requirements_it_speaks_of():
    graph = bakery()

    view = viewpoint("Is 240 °C hot enough?", graph, NodeIndex(graph), [])

    assert {graph.nodes[each].name for each in view.around} == {
        "Oven heat",
        "Bake loaves",
        "Heat test",
        "Oven",
        "Raw loaf",
    }
    elsewhere = viewpoint("What shall we have for lunch?", graph, NodeIndex(graph), [])
    assert len(elsewhere.around) == len(graph.nodes)


@pytest.mark.requirement("U-43")
@pytest.mark.parametrize(
    ("ref", "said"),
    [
        (
            "ShapeLoaves.FN.002",
            "ShapeLoaves.FN.002: flows in 1, flows out 1, readers 1, requirements satisfied 0, untested 0.",
        ),
        (
            "Kneading.MD.001",
            "Kneading.MD.001: functions 2, groups of them that share no flow 1, flows exchanged with others 1.",
        ),
        ("OvenHeat.RQ.001", "OvenHeat.RQ.001: satisfied by 1, tests 1, text 0.75 of 1."),
        ("Baker.AC.001", "Baker.AC.001: connections 1."),
    ],
)
def test_what_is_discussed_is_weighed_by_what_can_be_counted(ref: str, said: str):
    graph = bakery()

    assert weighed(graph, graph.nodes[graph.find(ref)[0]], voice_words("en")) == said


@pytest.mark.requirement("U-43")
def test_every_language_says_what_no_rule_can_judge():
    assert all(voice_words(language).beyond_rules for language in LANGUAGES)
