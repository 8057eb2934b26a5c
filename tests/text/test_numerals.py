"""Numbers in words and in groups of digits: what each says in its language, and what says none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.languages import LANGUAGES
from graphwright.text.numerals import in_digits, numeral, whole_number
from graphwright.text.quantities import amount


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("language", "words", "value"),
    [
        ("en", "sixteen", 16),
        ("en", "forty-seven", 47),
        ("en", "two hundred and twelve", 212),
        ("en", "twelve hundred", 1200),
        ("en", "three thousand five hundred and six", 3506),
        ("en", "two million three hundred thousand", 2_300_000),
        ("en", "three dozen", 36),
        ("en", "2 dozen", 24),
        ("en", "dozen", 12),
        ("de", "siebzehn", 17),
        ("de", "sechsundsechzig", 66),
        ("de", "zweihundertzwölf", 212),
        ("de", "eintausendzweihundert", 1200),
        ("de", "einundzwanzigtausend", 21_000),
        ("de", "drei dutzend", 36),
        ("fr", "dix-neuf", 19),
        ("fr", "vingt et un", 21),
        ("fr", "soixante et onze", 71),
        ("fr", "quatre-vingts", 80),
        ("fr", "quatre-vingt-dix-sept", 97),
        ("fr", "deux cents", 200),
        ("fr", "mille deux cent douze", 1212),
        ("fr", "trois douzaines de", 36),
        ("fr", "douzaine d'", 12),
    ],
)
def test_words_that_say_a_number_together_are_that_number(language, words, value):
    found = numeral(words.split(), language)

    assert found is not None
    assert (found.value, found.words) == (value, len(words.split()))


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("language", "words", "value", "count"),
    [
        ("en", "two three", 2, 1),
        ("en", "two hundred and a winch", 200, 2),
        ("en", "twenty and five", 20, 1),
        ("de", "drei und zwanzig", 3, 1),
        ("de", "zwei hundert und ein tor", 200, 2),
        ("fr", "deux et trois", 2, 1),
        ("fr", "cent et un", 100, 1),
    ],
)
def test_a_number_ends_where_the_next_word_does_not_go_on_with_it(language, words, value, count):
    assert numeral(words.split(), language) == (value, count)


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "dozens of"), ("en", "a"), ("en", "tenant"), ("de", "achtung"), ("de", "ein"), ("de", "und"), ("fr", "un"), ("fr", "et")],
)  # fmt: skip
def test_other_words_are_no_number(language, words):
    assert numeral(words.split(), language) is None


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "1,200", 1200), ("en", "1,200,000", 1_200_000), ("en", "1.200", None), ("en", "1200", 1200),
        ("de", "1.200", 1200), ("de", "1,200", None), ("de", "1 200", 1200),
        ("fr", "1 200", 1200), ("fr", "1\u202f200", 1200), ("fr", "1,200", None), ("fr", "1,2", None),
    ],
)  # fmt: skip
def test_groups_of_digits_are_read_as_the_language_writes_them(language, text, value):
    assert whole_number(text, language) == value


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(("language", "value"), [("en", 1250.0), ("de", 1.25), ("fr", 1.25)])
def test_an_amount_with_a_comma_is_what_it_means_in_its_language(language, value):
    read = amount("1,250 kg", language)

    assert read is not None
    assert read.number == value


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "The kite needs one hundred and five metres of rope, and one spool.", "The kite needs 105 metres of rope, and one spool."),
        ("de", "Die Orgel hat zweiundsiebzig Register und ein Pedal.", "Die Orgel hat 72 Register und ein Pedal."),
        ("fr", "L'orgue a soixante-douze jeux et un pédalier.", "L'orgue a 72 jeux et un pédalier."),
    ],
)  # fmt: skip
def test_a_text_keeps_all_but_its_numbers(language, text, said):
    assert in_digits(text, language) == said


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize("language", LANGUAGES)
@given(st.text(alphabet="aentwohdrdzuif-' ,12é", max_size=60))
def test_any_text_without_number_words_stays(language, text):
    assert in_digits("", language) == ""
    assert isinstance(in_digits(text, language), str)
