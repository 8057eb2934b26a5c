"""Follow-up questions lean on what was asked and spoken of before."""

from __future__ import annotations

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from tests.offline.questions.bakery import bakery


@pytest.mark.requirement("U-41")
@pytest.mark.parametrize(
    ("language", "before", "question", "expected"),
    [
        (
            "en",
            "Which functions does Kneading carry?",
            "Which of them have an input?",
            "Shape loaves (ShapeLoaves.FN.002).",
        ),
        (
            "de",
            "Welche Funktionen trägt Kneading?",
            "Welche davon haben keine Eingabe?",
            "Mix dough (MixDough.FN.001).",
        ),
        ("en", "Which functions does Kneading carry?", "And the others?", "2 functions: Bake loaves"),
        ("en", "Which functions does Kneading carry?", "And the Oven?", "Oven.MD.002 carries 1 function: Bake loaves"),
        ("de", "Welche Funktionen trägt Kneading?", "Und Oven?", "Oven.MD.002 trägt 1 Funktion: Bake loaves"),
        ("fr", "Quelles fonctions porte Kneading ?", "Et Oven ?", "Oven.MD.002 porte 1 fonction : Bake loaves"),
        ("en", "How many functions are there?", "And modules?", "3 modules"),
        ("en", "What is Oven heat?", "Is it tested?", "Yes. Oven heat"),
        ("de", "Was ist Loaf weight?", "Ist sie getestet?", "Nein. Loaf weight"),
    ],
)
def test_a_follow_up_is_about_what_was_asked_before(language: Language, before: str, question: str, expected: str):
    graph = bakery()

    found = answer(question, language, graph, NodeIndex(graph), before=[before])

    assert found is not None
    assert expected in found.text


@pytest.mark.requirement("U-41")
def test_a_pronoun_means_what_the_conversation_spoke_of_last():
    graph = bakery()

    found = answer("Who carries it?", "en", graph, NodeIndex(graph), focus=Focus((FocusedElement("Mix dough"),)))

    assert found is not None
    assert "Kneading.MD.001" in found.text
    assert answer("Who carries it?", "en", graph, NodeIndex(graph)) is None


@pytest.mark.requirement("U-36", "U-41")
def test_two_questions_of_one_sentence_are_both_answered():
    graph = bakery()

    found = answer("Welche Felder hat Loaf data und welcher Fluss benutzt es?", "de", graph, NodeIndex(graph))

    assert found is not None
    assert "weight, baked" in found.text
    assert "RawLoaf.FL.002" in found.text
