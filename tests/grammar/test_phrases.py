"""Noun phrases: what they name, their head, their determiner, their count, and what `of` adds."""

from __future__ import annotations

import pytest

from graphwright.grammar.phrases import phrases_of
from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import tokens


def phrases(text: str, language: str) -> list[SpokenPhrase]:
    return [each for each in phrases_of(tagged(tokens(text), language)[0], language) if isinstance(each, SpokenPhrase)]


@pytest.mark.requirement("U-05")
@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("en", "The organ builder tunes three wooden pipes", ["organ builder", "wooden pipes"]),
        ("en", "The diver checks the depth of the wreck", ["diver", "depth of the wreck"]),
        ("en", "The diver's buddy holds the already filled bottle", ["diver's buddy", "already filled bottle"]),
        ("en", "The gliding club rents its towing plane", ["gliding club", "towing plane"]),
        ("en", 'Name the boat "Red Tern"', ["Red Tern"]),
        ("de", "Der Orgelbauer stimmt drei hölzerne Pfeifen", ["Orgelbauer", "hölzerne Pfeifen"]),
        ("de", "Der Taucher prüft die Tiefe des Wracks", ["Taucher", "Tiefe des Wracks"]),
        ("de", "Morgens gibt der Senner den Kühen Heu", ["Senner", "Kühen", "Heu"]),
        ("de", "Die Boje sendet Daten von der Sonde an das Schiff", ["Boje", "Daten", "Sonde", "Schiff"]),
        ("de", "Füge den Akteur Senner hinzu", ["Akteur Senner"]),
        ("fr", "Le facteur d'orgues accorde trois tuyaux sonores", ["facteur d'orgues", "tuyaux sonores"]),
        ("fr", "Le plongeur vérifie la profondeur de l'épave", ["plongeur", "profondeur de l'épave"]),
        ("fr", "Le gardien nourrit le malade", ["gardien", "malade"]),
    ],
)
def test_a_phrase_is_called_by_its_words_without_the_determiner(language, text, names):
    assert [each.name for each in phrases(text, language)] == names


@pytest.mark.requirement("U-05")
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "three heavy anchors", ("anchor", "none", 3, "")),
        ("en", "every diver's bottle", ("bottle", "every", None, "diver")),
        ("en", "how many anchors", ("anchor", "howMany", None, "")),
        ("en", "no anchor", ("anchor", "no", None, "")),
        ("de", "die drei Ankerketten", ("Ankerkette", "the", 3, "")),
        ("de", "kein Ventil der Pumpe", ("Ventil", "no", None, "Pumpe")),
        ("de", "wie viele Schleusen", ("Schleuse", "howMany", None, "")),
        ("fr", "les trois ancres lourdes", ("ancre", "the", 3, "")),
        ("fr", "aucun tuyau de la pompe", ("tuyau", "no", None, "pompe")),
        ("fr", "combien d'ancres", ("ancre", "howMany", None, "")),
    ],
)
def test_a_phrase_has_a_head_a_determiner_a_count_and_what_it_is_of(language, text, expected):
    (phrase,) = phrases(text, language)

    whole = "" if phrase.of is None else phrase.of.head
    assert (phrase.head, phrase.determiner, phrase.count, whole) == expected
    assert text[phrase.start : phrase.end] == phrase.text


@pytest.mark.requirement("U-05")
def test_a_pronoun_is_a_phrase_that_stands_for_another():
    (phrase,) = phrases("it", "en")

    assert phrase.refers_to is not None
    assert phrase.refers_to.text == "it"
