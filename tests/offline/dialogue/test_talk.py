"""Small talk is answered in the language of the person, also beside a remark; a wish beside it is carried out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphwright.context.citations import check_citations
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation, UnclearMessage, Understood
from tests.offline.documented import example_model


def said(text: str) -> Understood:
    graph = example_model()
    return understand(text, Situation(graph, NodeIndex(graph), findings_of=list))


@pytest.mark.requirement("U-117")
@pytest.mark.parametrize(
    ("language", "text", "reply"),
    [
        ("en", "Thank you so much!", "thanks"),
        ("en", "That was quick, thanks a lot!", "thanks"),
        ("en", "Morning! A bit foggy out there today, isn't it?", "greeting"),
        ("en", "Haha, good one.", "chat"),
        ("de", "Na, das ging ja flott, danke dir!", "thanks"),
        ("de", "Ganz schön kalt heute, oder?", "chat"),
        ("de", "Guten Abend zusammen", "greeting"),
        ("fr", "Tu es génial, merci !", "thanks"),
        ("fr", "Bonne soirée à tous", "farewell"),
    ],
)
def test_small_talk_is_answered_and_never_built_from(language: Language, text: str, reply: str):
    found = said(text)

    if reply == "chat":
        assert isinstance(found, UnclearMessage)  # with sentences that work
        assert found.text == dialogue_words(language).chat
        return
    assert isinstance(found, ReadOnlyAnswer)
    assert replace(found, remarks=False) == ReadOnlyAnswer(getattr(dialogue_words(language), reply), [], language)


@pytest.mark.requirement("U-117")
@pytest.mark.parametrize(
    "text", ["Thanks, now delete StoreOrder.", "Danke! Lege den Akteur Fahrer an.", "Merci. Supprime StoreOrder."]
)
def test_a_wish_beside_thanks_is_carried_out(text: str):
    found = said(text)

    assert isinstance(found, Change)
    assert found.operations != []


@pytest.mark.requirement("U-117")
@pytest.mark.parametrize("text", ["Tell me a joke", "Erzähl mir einen Witz", "Raconte-moi une blague"])
def test_what_nobody_here_can_do_is_declined_with_sentences_that_work(text: str):
    found = said(text)

    assert isinstance(found, UnclearMessage)
    assert len(found.suggestions) == 3


@pytest.mark.requirement("U-333")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "reply", ["greeting", "farewell", "thanks", "sorry", "wait", "chat", "agreement", "refusal", "empty", "about"]
)
def test_small_talk_states_nothing_that_needs_a_source(language: Language, reply: str):
    graph = example_model()

    checked = check_citations(getattr(dialogue_words(language), reply), graph, set(graph.nodes))

    assert checked.unsupported == []


@pytest.mark.requirement("U-333")
@pytest.mark.parametrize(
    "text", ["The store describes your order twice.", "Der Laden sagt es dem Kunden.", "Le magasin décrit ton colis."]
)
def test_what_is_told_of_others_still_needs_one(text: str):
    graph = example_model()

    [span] = check_citations(text, graph, set(graph.nodes)).unsupported

    assert text[span.start : span.end] == text


@pytest.mark.requirement("U-368")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Hi, what can you help me with?"),
        ("en", "How can you help me?"),
        ("en", "What are you able to do?"),
        ("de", "Hallo, wobei kannst du mir denn helfen?"),
        ("de", "Womit kannst du uns helfen?"),
        ("de", "Was kannst du alles"),
        ("fr", "En quoi peux-tu m'aider ?"),
        ("fr", "Bonjour, comment pouvez-vous m'aider ?"),
    ],
)
def test_who_asks_for_help_in_any_words_is_told_what_can_be_said(language: Language, text: str):
    found = said(text)

    assert isinstance(found, UnclearMessage)
    assert (found.text, found.language) == (dialogue_words(language).help, language)


@pytest.mark.requirement("U-449")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Hey there, slept well?"),
        ("en", "Good morning, nice weekend so far?"),
        ("de", "Moin, schön Urlaub gehabt?"),
        ("de", "Servus, gut heimgekommen gestern?"),
        ("fr", "Salut, bien rentrée hier soir ?"),
        ("fr", "Bonjour, bonnes vacances ?"),
    ],
)
def test_a_short_question_for_nothing_behind_a_greeting_is_greeted_back(language: Language, text: str):
    found = said(text)

    assert isinstance(found, ReadOnlyAnswer)
    assert (found.text, found.node_ids) == (dialogue_words(language).greeting, [])


@pytest.mark.requirement("U-449")
@pytest.mark.parametrize("text", ["Hi, which gizmo is frobnicated?", "Hi, where is the gizmo frobnicated today?"])
def test_what_asks_for_something_behind_a_greeting_is_not_only_greeted(text: str):
    found = said(text)

    assert found.text != dialogue_words("en").greeting


@pytest.mark.requirement("U-449")
def test_a_question_about_an_element_behind_a_greeting_is_answered():
    found = said("Hi, StoreOrder?")

    assert isinstance(found, ReadOnlyAnswer)
    assert "StoreOrder.FN.002" in found.text
