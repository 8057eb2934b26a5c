"""Tokens: what stands in a message, each with its place, and where its sentences end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.grammar.tokens import sentence_tokens, tokens


def written(text: str) -> list[str]:
    """The tokens of a text; with its kind where it is no word."""
    return [each.text if each.kind == "word" else f"{each.kind} {each.text}" for each in tokens(text)]


@pytest.mark.requirement("U-01")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The pilot can't land.", ["The", "pilot", "ca", "n't", "land", "sign ."]),
        ("the baker's oven", ["the", "baker", "'s", "oven"]),
        ("Gibt's schon Brot?", ["Gibt", "'s", "schon", "Brot", "sign ?"]),
        ("S'il n'y a plus d’eau", ["S'", "il", "n'", "y", "a", "plus", "d’", "eau"]),
        ("Donne-lui le rendez-vous", ["Donne", "-lui", "le", "rendez-vous"]),
        ("Y a-t-il un quai ?", ["Y", "a", "-t-il", "un", "quai", "sign ?"]),
        ("aujourd'hui", ["aujourd'hui"]),
        ("a real-time E-Mail", ["a", "real-time", "E-Mail"]),
        ("am 3. Tag, z. B. hier", ["am", "number 3.", "Tag", "sign ,", "z.", "B.", "hier"]),
        ("A -> B → C", ["A", "arrow ->", "B", "arrow →", "C"]),
        ("x = a + b", ["x", "arrow =", "a", "arrow +", "b"]),
        ('Name it "Fly home" or «Rentrer»', ["Name", "it", 'quoted "Fly home"', "or", "quoted «Rentrer»"]),
        ("„Heim fliegen“ `Fly home`", ["quoted „Heim fliegen“", "quoted `Fly home`"]),
        ("FN1, Pay.FN.001, @Ana and REQ-017", ["id FN1", "sign ,", "id Pay.FN.001", "sign ,", "id @Ana", "and", "id REQ-017"]),
        ("as EN 50470-3 says", ["as", "id EN 50470-3", "says"]),
        ("written in C++", ["written", "in", "C++"]),
        ("**bold** and # heading 😀", ["bold", "and", "heading"]),
        ("see https://a.example/b?c and ```x. y```", ["see", "code https://a.example/b?c", "and", "code ```x. y```"]),
        ("注文 is placed", ["注文", "is", "placed"]),
    ],
)  # fmt: skip
def test_a_message_falls_into_words_names_numbers_and_signs(text, expected):
    assert written(text) == expected


@pytest.mark.requirement("U-02")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 5 m/s² or 10 mg/l", ["number 5 m/s²", "number 10 mg/l"]),
        ("±5 µm and 230 V ± 10 %", ["number ±5 µm", "number 230 V ± 10 %"]),
        ("5-10 °C or 60 dB(A)", ["number 5-10 °C", "number 60 dB(A)"]),
        ("12 l/100 km, 99,5 %", ["number 12 l/100 km", "number 99,5 %"]),
        ("20:30 Uhr am 12.03.2025", ["number 20:30 Uhr", "number 12.03.2025"]),
        ("30 seconds, 3 Tage, 2 mètres", ["number 30 seconds", "number 3 Tage", "number 2 mètres"]),
        ("a 3D map for 2 a day", ["number 2"]),
        ("1 000 m2", ["number 1 000 m2"]),
    ],
)
def test_a_number_stands_with_its_unit_range_and_tolerance(text, expected):
    assert [each for each in written(text) if each.startswith("number")] == expected


@pytest.mark.requirement("U-01")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two? Three", ["One.", "Two?", "Three"]),
        ("Pilots, e.g. Ana, land at 3.5 m. They rest.", ["Pilots, e.g. Ana, land at 3.5 m.", "They rest."]),
        ("the cook cooks\nthe guest eats", ["the cook cooks", "the guest eats"]),
        ("Actors:\n- Ana\n- Bob\nAna flies", ["Actors:\n- Ana\n- Bob", "Ana flies"]),
        ("- Ana flies\n- Bob lands", ["- Ana flies", "- Bob lands"]),
        ("The pilot reads the list of things to be done and then\nstarts the engine.", None),
        ('He says "Stop. Now." and goes', None),
    ],
)
def test_sentences_end_at_their_mark_or_line_and_a_list_belongs_to_its_heading(text, expected):
    found = [text[each[0].start : each[-1].end] for each in sentence_tokens(text)]

    assert found == (expected or [text])


@pytest.mark.requirement("U-01")
@given(st.text(max_size=300))
def test_any_text_is_read_and_every_token_stands_where_it_says(text):
    found = tokens(text)

    assert [each.text for each in found] == [text[each.start : each.end] for each in found]
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert [each for sentence in sentence_tokens(text) for each in sentence] == list(found)
