"""Names are short phrases in the person's own words: whole words, never translated, in the style of the model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.grammar.records import SpokenPhrase
from graphwright.graph.rules.pascal_case import LONGEST_PHRASE
from graphwright.languages import Language
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import deed_name, object_of, patterned, requirement_name, shortened
from graphwright.offline.meaning.vocabulary import vocabulary
from tests.graph.build import graph_of


@pytest.mark.requirement("U-21")
@pytest.mark.parametrize(
    ("language", "verb", "text", "name", "expected"),
    [
        ("en", "water", "the seedlings", "seedlings", "Water seedlings"),
        ("de", "gießen", "die Setzlinge", "Setzlinge", "Setzlinge gießen"),
        ("fr", "arroser", "les semis", "semis", "Arroser les semis"),
        ("fr", "arroser", "ses semis", "semis", "Arroser semis"),
        ("fr", "ouvrir", "l'écluse", "écluse", "Ouvrir l'écluse"),
        ("en", "tag", "eBikes", "eBikes", "Tag eBikes"),
    ],
)
def test_what_is_done_is_verb_and_object_in_the_order_of_the_language(
    language: Language, verb: str, text: str, name: str, expected: str
) -> None:
    phrase = SpokenPhrase(
        text=text,
        name=name,
        head=name,
        start=0,
        end=len(text),
        determiner="the" if text[0] == "l" or "the" in text else "none",
    )

    assert deed_name(verb, object_of(phrase, language), language) == expected


@pytest.mark.requirement("U-21")
def test_a_name_is_cut_between_words_and_a_long_word_is_kept_whole() -> None:
    assert shortened("Open " + "sluice " * 20) == "Open" + " sluice" * 8
    assert shortened("x" * 90) == "x" * 90


@pytest.mark.requirement("U-21")
@given(st.text(max_size=200))
def test_a_cut_name_holds_only_whole_words_of_what_was_said(text: str) -> None:
    name = shortened(text)

    assert len(name) <= LONGEST_PHRASE or " " not in name
    assert text.split()[: max(len(name.split()) - 1, 0)] == name.split()[:-1]


@pytest.mark.requirement("U-21")
def test_a_requirement_is_called_by_at_most_six_of_its_words() -> None:
    words = ["In", "case", "of", "frost", "the", "sprinkler", "of", "the", "greenhouse", "stops", "within"]

    assert requirement_name(words, "en") == "Case frost sprinkler greenhouse stops within"


@pytest.mark.requirement("U-21")
def test_a_pattern_keeps_the_capitals_of_abbreviations_and_of_german_nouns() -> None:
    assert patterned(vocabulary("en").names.send, "Water level") == "Send water level"
    assert patterned(vocabulary("en").names.send, "PIN") == "Send PIN"
    assert patterned(vocabulary("de").names.message, "Schleusenwärter", keeps=True) == "Meldung an Schleusenwärter"
    assert patterned(vocabulary("de").names.result, "Korn mahlen", keeps=True) == "Ergebnis Korn mahlen"
    assert patterned(vocabulary("en").names.result, "Check ticket") == "Check ticket result"


@pytest.mark.requirement("U-21")
def test_new_names_follow_a_model_of_names_in_pascal_case() -> None:
    def styled(*nodes: str) -> str:
        graph = graph_of(*nodes)
        return Draft(graph, NodeIndex(graph), "en").styled("Check ticket")

    assert styled("PlaceOrder:UC", "ShipOrder:UC", "Pay bill:UC") == "CheckTicket"
    assert styled("Place order:UC", "Customer:ACTOR") == "Check ticket"
    assert styled() == "Check ticket"
    assert styled(*(f"PlaceOrder{number}:UC" for number in range(300))) == "CheckTicket"
