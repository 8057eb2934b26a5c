"""Whoever wishes the other well tells nothing of a system: it is answered like a greeting, and never built from."""

from __future__ import annotations

import pytest

from graphwright.languages import Language
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, Situation, Understood
from tests.offline.questions.bakery import bakery


def said(text: str) -> Understood:
    graph = bakery()
    return understand(text, Situation(graph, NodeIndex(graph), findings_of=list))


@pytest.mark.requirement("U-365")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Good morning, hope you had a nice weekend"),
        ("en", "Hello! Hope everyone is doing great today."),
        ("en", "We hope that your holidays were relaxing"),
        ("de", "Guten Morgen, ich hoffe, du hattest ein schönes Wochenende"),
        ("de", "Moin, hoffentlich hattest du einen guten Start in die Woche"),
        ("de", "Hallo zusammen, hoffe ihr seid gut ausgeschlafen"),
        ("fr", "Bonjour, j'espère que vous allez bien"),
        ("fr", "J'espère que ton week-end était agréable."),
        ("fr", "Salut, on espère que tu as passé de bonnes vacances !"),
    ],
)
def test_a_wish_for_the_other_is_answered_like_a_greeting(language: Language, text: str):
    assert said(text) == ReadOnlyAnswer(dialogue_words(language).greeting, [], language)


@pytest.mark.requirement("U-394")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "lovely, that's just how our bakery runs, thank you"),
        ("en", "Thanks, that is exactly what happens at ours."),
        ("de", "klasse, genau so backen wir hier unsere Brote, vielen dank"),
        ("fr", "merci, c'est tout à fait comme ça que tourne notre boulangerie"),
    ],
)
def test_who_approves_with_thanks_tells_nothing_new(language: Language, text: str):
    assert said(text) == ReadOnlyAnswer(dialogue_words(language).thanks, [], language)


@pytest.mark.requirement("U-394")
@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that's right, and the baker cleans the oven.",
        "That's how it is: the baker cleans the oven. Thanks!",
        "Danke, genau so. Der Bäcker reinigt den Ofen.",
    ],
)
def test_what_is_told_beside_such_thanks_is_read(text: str):
    assert isinstance(said(text), Change | OpenQuestion)


@pytest.mark.requirement("U-365")
@pytest.mark.parametrize(
    "text",
    [
        "Hi, hope you are well, please delete Oven",
        "Hope you are well. The baker cleans the oven.",
        "Ich hoffe, der Ofen hat eine gute Tür.",
    ],
)
def test_what_is_said_beside_such_a_wish_or_of_the_system_is_read(text: str):
    assert isinstance(said(text), Change | OpenQuestion)
