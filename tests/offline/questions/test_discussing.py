"""What the offline voices of a discussion look at, and what they make of it."""

from __future__ import annotations

import json

import pytest

from graphwright.context.data_block import data_block
from graphwright.context.dialogue import CLAIMS, TOPIC, PersonaRequest, Task
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.llm.base import ChatMessage, ModelRequest
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.persona_messages import voice_words
from graphwright.offline.personas import answer_wanted
from graphwright.offline.viewpoint import viewpoint
from graphwright.offline.weighing import weighed
from graphwright.text.messages import quoted
from tests.graph.build import graph_of
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
        ("Baker.AC.001", "Baker.AC.001: relations 1."),
    ],
)
def test_what_is_discussed_is_weighed_by_what_can_be_counted(ref: str, said: str):
    graph = bakery()

    assert weighed(graph, graph.nodes[graph.find(ref)[0]], voice_words("en")) == said


@pytest.mark.requirement("U-43")
def test_every_language_says_what_no_rule_can_judge():
    assert all(voice_words(language).beyond_rules for language in LANGUAGES)


def answered(
    task: Task, topic: str, graph: Graph, language: Language, *, position: int = 1, most: int = 99, label: str = TOPIC
) -> str:
    """What a voice of three says of a topic in the first round; it is told of `most` findings."""
    wanted = PersonaRequest(
        task=task, persona="Voice", round=1, turn=position, position=position, personas=3, language=language
    )
    block = data_block(label, topic, mark="a1")
    request = ModelRequest(system=[], messages=[ChatMessage(role="user", text=f"{block}\n\nSpeak.")])
    return answer_wanted(request, wanted, graph, NodeIndex(graph), check_all(graph)[:most])


@pytest.mark.requirement("U-336")
@pytest.mark.parametrize(
    ("language", "topic", "decided"),
    [
        ("en", "Should Kneading be split?", "what speaks against it weighs more (reasons for it: 0, against it: 1)"),
        ("de", "Sollen wir Kneading teilen?", "wiegt schwerer, was dagegen spricht (Gründe dafür: 0, dagegen: 1)"),
        ("fr", "Faut-il diviser Kneading ?", "ce qui parle contre pèse plus lourd (raisons pour : 0, contre : 1)"),
    ],
)
def test_a_decision_without_findings_tells_what_weighs_more_and_counts_no_findings(
    language: Language, topic: str, decided: str
):
    said = json.loads(answered("close", topic, bakery(), language))["decision"]

    assert decided in said
    assert voice_words(language).decided.split("{", maxsplit=1)[0] not in said


@pytest.mark.requirement("U-336")
@pytest.mark.parametrize(
    ("language", "topic", "one", "counted"),
    [
        (
            "en",
            "Is Mill fine?",
            "The rules find one point there:",
            "Findings about the topic: 1, of them discussed: 1,",
        ),
        ("de", "Ist Mill gut?", "Die Regeln finden dort einen Punkt:", "Befunde zum Thema: 1, davon besprochen: 1,"),
        (
            "fr",
            "Mill est-il bon ?",
            "Les règles y trouvent un point :",
            "Constats liés au sujet : 1, dont discutés : 1,",
        ),
    ],
)
def test_one_finding_is_spoken_of_as_one(language: Language, topic: str, one: str, counted: str):
    graph = graph_of("Mill:SYS")

    assert one in answered("argue", topic, graph, language, most=1)
    assert counted in json.loads(answered("close", topic, graph, language, most=1))["decision"]


@pytest.mark.requirement("U-336")
def test_one_element_that_a_change_touches_is_one():
    graph = graph_of("Mill:SYS", "Grind:MOD", "Mill -compose-> Grind")

    assert "A change there touches one more element: Mill.SY.001." in answered("argue", "Is Grind fine?", graph, "en")


@pytest.mark.requirement("U-336")
@pytest.mark.parametrize(
    ("language", "topic"), [("en", "Split Kneading in three?"), ("de", "Kneading in zwei teilen?")]
)
def test_a_number_is_nothing_that_the_model_should_hold(language: Language, topic: str):
    said = answered("argue", topic, bakery(), language, position=3)

    assert voice_words(language).open not in said


@pytest.mark.requirement("U-336")
def test_french_sets_a_space_before_its_colon_in_each_claim():
    assert "Affirmation : " in answered("argue", "Faut-il diviser Kneading ?", bakery(), "fr", position=2)


@pytest.mark.requirement("U-337")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_only_people_can_say_is_asked(language: Language):
    say = voice_words(language)
    claims = f"1.1 (Voice): {say.unheard.format(words='Zeppelin')}\n1.2 (Voice): {say.stays_open.format(what='Rule')}"

    votes = json.loads(answered("vote", claims, bakery(), language, position=2, label=CLAIMS))["votes"]

    assert [(each["claim"], each["stance"]) for each in votes] == [
        ("1.1", "needInformation"),
        ("1.2", "needInformation"),
    ]


@pytest.mark.requirement("U-337")
@pytest.mark.parametrize(
    ("language", "topic", "word"),
    [
        ("en", "Should we buy a zeppelin?", "zeppelin"),
        ("de", "Sollen wir einen Zeppelin kaufen?", "Zeppelin"),
        ("fr", "Faut-il acheter un zeppelin ?", "zeppelin"),
    ],
)
def test_a_topic_of_which_the_model_has_nothing_is_not_decided_by_rules(language: Language, topic: str, word: str):
    weighed_up = answered("argue", topic, bakery(), language, position=3)
    decided = json.loads(answered("close", topic, bakery(), language))["decision"]

    assert quoted(word, language) in weighed_up
    assert decided.endswith(voice_words(language).no_verdict)
