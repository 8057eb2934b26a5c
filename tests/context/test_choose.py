"""The mode of a capture, chosen from a request: in three languages, with reasons, and never against a person's choice."""

from __future__ import annotations

import pytest

from graphwright.context.choose import ModeChoice, choose_mode
from graphwright.text.language import language_of


@pytest.mark.requirement("B-37", "B-38", "B-41", "WB-09")
@pytest.mark.parametrize(
    ("request_text", "state", "mode"),
    [
        # the four scenarios of the founding document, in three languages
        ("How do I create a new function?", {}, "minimal"),
        ("Wie erstelle ich eine neue Funktion?", {}, "minimal"),
        ("Comment créer une nouvelle fonction ?", {}, "minimal"),
        ("How do I create a new function?", {"selected": 2, "changed": 3}, "minimal"),
        ("Add tests for the selected function", {"selected": 1}, "selected"),
        ("Füge Tests für die ausgewählte Funktion hinzu", {"selected": 1}, "selected"),
        ("Ajoute des tests pour la fonction sélectionnée", {"selected": 1}, "selected"),
        ("Validate the entire system architecture", {}, "full"),
        ("Prüfe die gesamte Systemarchitektur", {"changed": 5}, "full"),
        ("Valide toute l'architecture du système", {"selected": 1}, "full"),
        ("Update the system after adding new requirements", {"changed": 3}, "changed"),
        ("Aktualisiere das System nach den neuen Anforderungen", {"changed": 3}, "changed"),
        ("Mets à jour le système après les nouvelles exigences", {"changed": 3}, "changed"),
        # words inside other words say nothing
        ("The thistle function waters plants", {"selected": 1}, "full"),
        ("Customer places an order", {}, "full"),
        # words that need something to point at
        ("Add tests for the selected function", {"selected": 0}, "full"),
        ("Update the system after adding new requirements", {"changed": None}, "full"),
        ("Explain this", {"selected": 1}, "minimal"),
        ("Rename this", {"selected": 1}, "selected"),
        ("Summarise what I see", {}, "visible"),
        ("Beschreibe, was auf dem Bildschirm sichtbar ist", {}, "visible"),
        ("Décris ce que je vois à l'écran", {}, "visible"),
        ("Add a function", {"nodes": 5_000, "filtered": True}, "visible"),
        ("What is a flow?", {}, "minimal"),
        ("Was ist ein Fluss?", {}, "minimal"),
        ("Qu'est-ce qu'un flux ?", {}, "minimal"),
    ],
)
def test_the_words_of_a_request_choose_its_mode(request_text, state, mode):
    choice = choose_mode(request_text, **({"selected": 0, "nodes": 42, "changed": 0} | state))
    assert choice.mode == mode, choice
    assert choice.reasons
    assert not choice.is_override


@pytest.mark.requirement("B-38", "WB-09")
def test_the_reasons_quote_the_words_and_the_state():
    choice = choose_mode("Rename this", selected=2, nodes=42, changed=0)
    assert choice == ModeChoice(mode="selected", reasons=["the request says “this”", "2 selected"], is_override=False)


@pytest.mark.requirement("WB-09")
def test_what_a_person_chose_always_wins():
    choice = choose_mode("Validate the entire system", selected=0, nodes=42, changed=0, wanted="minimal")
    assert choice == ModeChoice(mode="minimal", reasons=["chosen by a person"], is_override=True)


@pytest.mark.requirement("WB-09")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Customer gibt Bestellung auf", "de"),
        ("A customer places an order", "en"),
        ("Un client passe une commande", "fr"),
        ("Welche Funktionen haben keine Anforderung?", "de"),
        ("Which functions have no requirement?", "en"),
        ("Quelles fonctions n'ont pas d'exigence ?", "fr"),
        ("Prüfe", "de"),
    ],
)
def test_the_language_of_a_request_is_found(text, language):
    assert language_of(text, default="en" if language != "en" else "de") == language


@pytest.mark.requirement("WB-09")
@pytest.mark.parametrize("text", ["", "42", "ValidateOrder", "注文"])
def test_without_evidence_the_default_language_stands(text):
    assert language_of(text, default="fr") == "fr"
