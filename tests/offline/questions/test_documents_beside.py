"""What documents tell beside a model: what is open or to be done in the world, how high a content may be, another age."""

from __future__ import annotations

import msgspec
import pytest

from graphwright.llm.base import ChatMessage, ModelRequest, ToolCall, ToolSpec
from graphwright.offline.lookups import LookupQuestion, answer_with_tools
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.quoting import amounts, quotes
from graphwright.offline.understand import understand
from graphwright.offline.understood import Situation
from graphwright.text.language import language_of
from tests.offline.documented import model_of
from tests.offline.questions.bakery import bakery

KILN = """## Nodes
Kiln|SYS|Kiln.SY.001|
Gas alarm|UC|GasAlarm.UC.001|
Lead content of the glaze|REQ|LeadContent.RQ.001|The lead content of the glaze shall not exceed 5 mg/l.
Bleigehalt der Glasur|REQ|Bleigehalt.RQ.002|Der Bleigehalt der Glasur darf 5 mg/l nicht überschreiten.
Teneur en plomb|REQ|Teneur.RQ.003|La teneur en plomb ne doit pas dépasser 5 mg/l.
Hood|MOD|Hood.MD.001|
Hood weight|REQ|HoodWeight.RQ.004|The hood shall weigh at most 80 kg.
"""


def passages(*texts: tuple[str, str]) -> str:
    rows = [
        {"passage": f"p{at}", "document": document, "text": text, "section": []}
        for at, (document, text) in enumerate(texts)
    ]
    return msgspec.json.encode({"passages": rows}).decode()


@pytest.mark.requirement("U-716")
@pytest.mark.parametrize(
    "question",
    [
        "Hat der Laden montags offen?",
        "Wann ist die Werkstatt offen?",
        "Was ist bei Gasalarm zu tun?",
        "What is to do in case of a flood?",
        "Que faut-il faire en cas d'incendie ?",
        "Qu'est-ce qui est à faire en cas d'incendie ?",
    ],
)
def test_what_is_open_or_to_be_done_in_the_world_is_no_finding_of_the_model(question):
    graph = bakery()
    found = answer(question, language_of(question), graph, NodeIndex(graph))

    assert found is None or found.query.kind != "missing"


@pytest.mark.requirement("U-716")
@pytest.mark.parametrize(
    "question", ["Was ist noch offen?", "Was ist zu tun?", "What is still to do?", "Que reste-t-il à faire ?"]
)
def test_what_is_open_where_nothing_else_is_spoken_of_is_what_the_rules_find(question):
    graph = bakery()
    found = answer(question, language_of(question), graph, NodeIndex(graph))

    assert found is not None
    assert found.query.kind == "missing"


@pytest.mark.requirement("U-716")
def test_what_is_to_be_done_in_something_named_is_told_from_the_document_first():
    graph = model_of(KILN)
    index = NodeIndex(graph)
    words = "Was ist bei Gas alarm zu tun?"
    understood = understand(words, Situation(graph, index))
    question = LookupQuestion(words, understood, graph, index)

    calls = answer_with_tools(_offering("list_findings", "search_documents"), question).calls
    content = passages(("Hausordnung", "Bei Gas alarm gehen alle durch die Nordtür."))
    told = answer_with_tools(_answered(calls, content), question).text

    assert [call.name for call in calls] == ["list_findings", "search_documents"]
    assert told.index("Nordtür") < told.index("Befund")


@pytest.mark.requirement("U-716")
@pytest.mark.parametrize(
    ("question", "text", "language", "told"),
    [
        ("Was ist bei Gasalarm zu tun?", "Bei Gasalarm verlassen alle den Raum.", "de", 1),
        ("Was passiert bei Gasalarm?", "Bei Gasalarm verlassen alle den Raum.", "de", 1),
        ("What is to be done in case of flood?", "During a flood the gate is shut.", "en", 1),
        ("What happens in the event of a flood?", "During a flood the gate is shut.", "en", 1),
        ("Que faut-il faire en cas d'incendie ?", "Lors d'un incendie, tous sortent.", "fr", 1),
        ("Wann ist die Werkstatt offen?", "Die Werkstatt ist von 9 bis 17 Uhr geöffnet.", "de", 1),
        ("When is the workshop open?", "Opening hours of the workshop: 9 to 5.", "en", 1),
        ("Quand l'atelier est-il ouvert ?", "Horaires d'ouverture de l'atelier : de 9 h à 17 h.", "fr", 1),
        ("Wann ist die Werkstatt offen?", "Offene Wunden sind zu verbinden.", "de", 0),
        ("Hat das Haus montags offen?", "Das Haus ist von 9 bis 18 Uhr geöffnet. Montags ist Ruhetag.", "de", 2),
    ],
)
def test_words_of_what_is_to_be_done_and_of_what_is_open_find_their_passage(question, text, language, told):
    assert len(quotes(question, [passages(("Rules", text))], language)) == told


@pytest.mark.requirement("U-717")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How high may the lead content be?", "5 mg/l"),
        ("Wie hoch darf der Bleigehalt höchstens sein?", "5 mg/l"),
        ("Wie hoch ist der Bleigehalt der Glasur?", "5 mg/l"),
        ("Quelle peut être la teneur en plomb ?", "5 mg/l"),
        ("How high is the hood?", ""),
    ],
)
def test_how_high_something_is_that_has_no_length_is_told_in_what_it_is_measured_in(question, told):
    graph = model_of(KILN)
    found = answer(question, language_of(question), graph, NodeIndex(graph))

    assert told in ("" if found is None else found.text)
    assert told or found is None or "kg" not in found.text


@pytest.mark.requirement("U-717")
@pytest.mark.parametrize(
    ("question", "text", "language", "told"),
    [
        ("How high may the lead content be?", "The lead content is at most 3 mg/l.", "en", "3 mg/l"),
        ("Wie hoch ist das Pfand?", "Das Pfand beträgt 15 Euro.", "de", "15 Euro"),
        ("Quelle peut être la teneur en plomb ?", "La teneur en plomb est de 3 mg/l.", "fr", "3 mg/l"),
        ("Wie hoch darf der Zaun sein?", "Der Zaun kostet 900 Euro. Der Zaun ist höchstens 2 m hoch.", "de", "2 m"),
    ],
)
def test_so_it_is_told_from_documents_a_length_first(question, text, language, told):
    [line] = amounts(question, [passages(("Rules", text))], language).lines

    assert told in line


@pytest.mark.requirement("U-717")
@pytest.mark.parametrize(("limit", "beside"), [("3 mg/l", True), ("5 mg/l", False)])
def test_an_amount_of_a_document_that_is_another_stands_beside_that_of_the_model(limit, beside):
    graph = model_of(KILN)
    index = NodeIndex(graph)
    words = "How high may the lead content of the glaze be?"
    question = LookupQuestion(words, understand(words, Situation(graph, index)), graph, index)
    calls = answer_with_tools(_offering("search_documents"), question).calls
    content = passages(("Law", f"The lead content of a glaze is at most {limit}."))

    told = answer_with_tools(_answered(calls, content), question).text

    assert ("5 mg/l" in told, "Law" in told) == (True, beside)


@pytest.mark.requirement("U-719")
@pytest.mark.parametrize(
    ("question", "first", "second", "language"),
    [
        (
            "Ab welchem Alter dürfen Kinder allein auf die Bahn?",
            "Kinder unter 7 Jahren dürfen die Bahn nur in Begleitung einer Person betreten.",
            "Kinder unter 8 Jahren dürfen nur in Begleitung Erwachsener aufs Eis.",
            "de",
        ),
        (
            "From which age may children enter the track alone?",
            "Children under 7 years may enter the track only when accompanied by a grown-up.",
            "Children under 8 years may skate only when accompanied.",
            "en",
        ),
        (
            "À partir de quel âge les enfants entrent-ils seuls sur la piste ?",
            "Les enfants de moins de 7 ans entrent sur la piste accompagnés d'une personne.",
            "Les enfants de moins de 8 ans patinent accompagnés d'une personne.",
            "fr",
        ),
    ],
)
def test_another_document_that_gives_the_same_another_amount_is_told(question, first, second, language):
    both = amounts(question, [passages(("Rules", first), ("Manual", second), ("Manual", "Dogs are 3 kg."))], language)
    alone = amounts(question, [passages(("Rules", first), ("Rules", second))], language)

    assert (len(both.lines), both.differ) == (2, True)
    assert "7" in both.lines[0]
    assert len(alone.lines) == 1


@pytest.mark.requirement("U-718")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which modules are not part of Kneading?", {"Oven", "Burner"}),
        ("Which modules are not part of BakeryLine?", set()),
        ("Which modules does the Oven not contain?", {"Kneading"}),
        ("Welche Module gehören nicht zum Oven?", {"Kneading"}),
        ("Wie viele Funktionen werden nicht von Kneading getragen?", {"Bake loaves", "Count loaves"}),
        ("Quels modules ne font pas partie de Oven ?", {"Kneading"}),
        ("Which functions are not allocated to the Oven?", {"Mix dough", "Shape loaves", "Count loaves"}),
    ],
)
def test_a_not_in_a_question_asks_for_those_of_which_it_does_not_hold(question, told):
    graph = bakery()
    found = answer(question, language_of(question), graph, NodeIndex(graph))

    assert found is not None
    assert {node.name for node in found.nodes} == told


def _offering(*tools: str) -> ModelRequest:
    specs = [ToolSpec(name=each, description="", parameters={}) for each in tools]
    return ModelRequest(system=[], messages=[ChatMessage(role="user", text="")], tools=specs)


def _answered(calls: list[ToolCall], content: str) -> ModelRequest:
    """The request after its calls: every tool but the search answers nothing."""
    answers = [
        ChatMessage(
            role="tool", tool_call_id=each.tool_call_id, text=content if each.name == "search_documents" else "{}"
        )
        for each in calls
    ]
    messages = [ChatMessage(role="user", text=""), ChatMessage(role="assistant", tool_calls=calls), *answers]
    return ModelRequest(system=[], messages=messages)
