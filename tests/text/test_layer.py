"""One base layer for text: what its functions promise, and that nobody has a second one."""

from __future__ import annotations

import ast

import pytest

from graphwright.text.folding import fold, name_key, unaccented
from graphwright.text.sentences import clause_ends, sentences, without_code
from graphwright.text.words import covered, joined, stem, telling, words
from tests.sources import MODULES, inside, tree_of

ONE_OF = frozenset(
    {"fold", "folded", "unaccented", "name_key", "words", "plain_words", "stem", "stems", "grams", "telling", "content"}
    | {"covered", "sentences", "quantities", "language_of"}
)
"""What is written once."""
WITH_A_REASON = {
    "fold.py": {"folded"},  # events into records, no text
    "formats/forms.py": {"folded"},  # the key of a form's field; hands on what is folded
    "server/accounts.py": {"folded"},  # the key of an account; hands its name on
    "discussion/messages.py": {"words"},  # the sentences of a discussion
    "discussion/reading.py": {"folded"},  # the key of a claim; hands its words on
}


@pytest.mark.requirement("H-51")
def test_nobody_folds_cuts_or_stems_text_beside_the_layer_for_text():
    found = {
        (inside(module), each.name)
        for module in MODULES
        if not inside(module).startswith("text/")
        for each in tree_of(module).body
        if isinstance(each, ast.FunctionDef) and each.name in ONE_OF
    }

    assert found == {(place, name) for place, names in WITH_A_REASON.items() for name in names}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Prüfstraße", "pruefstrasse"),
        ("PRÜFSTRASSE", "pruefstrasse"),
        ("Pru\u0308fstraße", "pruefstrasse"),
        ("Œuvre d’été", "oeuvre d'ete"),
        ("Łódź, Ærø", "lodz, aero"),
        ("注文", "注文"),
    ],
)
@pytest.mark.requirement("H-51", "K-18")
def test_words_are_compared_without_case_and_accents(text, expected):
    assert fold(text) == expected


@pytest.mark.requirement("H-51")
def test_the_case_of_an_unaccented_text_is_kept():
    assert unaccented("Über ÄÖÜ Éclair") == "Ueber AeOeUe Eclair"


@pytest.mark.requirement("H-51")
def test_accents_tell_names_apart_and_case_and_spacing_do_not():
    assert name_key("  Place\u00a0 ORDER ") == name_key("place order")
    assert name_key("Prüfen") != name_key("Prufen")


@pytest.mark.requirement("H-51")
def test_look_alikes_are_one_name_only_where_that_is_asked_for():
    assert name_key("ＡＤＡ", lookalikes=True) == "ada"
    assert name_key("ＡＤＡ") != "ada"


@pytest.mark.requirement("H-51", "K-18")
def test_identifiers_and_sentences_meet_in_their_stems():
    assert words("PlaceOrder2") == words("place-order_2") == ["place", "order", "2"]
    assert joined("place-order") == joined("PlaceOrder") == "placeorder"
    assert stem("bestellungen") == stem("bestellung")
    assert telling("the customer's orders") == telling("CustomerOrder")


@pytest.mark.requirement("H-51")
def test_a_compound_speaks_of_its_parts():
    assert covered("Genehmigung", "eine Baugenehmigung liegt vor") == 1.0
    assert covered("Genehmigung der Wandhöhe", "die Wandhöhe") == 0.5
    assert covered("der die das", "") == 1.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        (
            "Nach § 6 Abs. 5 gilt z. B. der 3. Satz. Danach nicht.",
            ["Nach § 6 Abs. 5 gilt z. B. der 3. Satz.", "Danach nicht."],
        ),
        ("It is 3.5 m high [P1]. So it fits. [P2] Yes", ["It is 3.5 m high [P1].", "So it fits. [P2]", "Yes"]),
        ("- first\n- second", ["first", "second"]),
    ],
)
@pytest.mark.requirement("H-51", "K-18")
def test_sentences_end_where_a_reader_would_end_them(text, expected):
    found = list(sentences(text))

    assert [each.text for each in found] == expected
    assert [text[each.start : each.end] for each in found] == expected


@pytest.mark.requirement("H-51")
def test_a_span_is_cut_behind_a_clause_and_never_at_a_line_break_or_inside_a_number():
    text = "The wall of\n3.14 m stands; it is Nr. 5 of nine. End"

    assert [text[:end] for end in clause_ends(text, 0, len(text))] == [
        "The wall of\n3.14 m stands;",
        "The wall of\n3.14 m stands; it is Nr. 5 of nine.",
    ]


@pytest.mark.requirement("H-51")
def test_code_leaves_as_many_blanks_as_it_had_characters():
    text = "Say `x. y.` now.\n```\na. b.\n```\nEnd."

    assert len(without_code(text)) == len(text)
    assert [each.text for each in sentences(without_code(text))] == ["Say         now.", "End."]
