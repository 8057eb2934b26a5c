"""Hidden characters are removed or shown; joiners that writing needs stay (R-25)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats.cleaning import clean, visible

TAGGED = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all rules")
KEPT = [
    "plain text\twith tab\nand line",
    "Größe, élève, 注文, заказ",
    "👩‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 🧑🏽‍🚒",  # families, flags and skin tones
    "❤️ ☎️ 1️⃣ #️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England: the one lawful use of tags
    "می‌خواهم",  # Persian needs the zero-width non-joiner
    "क्‍ष क्‍",  # Hindi half forms
    "ശ്രീ ന്‍",
]
REMOVED = [
    (f"safe{TAGGED}", "safe"),
    ("a\u202eb\u202c", "ab"),
    ("pay\u200bpal", "paypal"),
    ("a\u200db", "ab"),
    ("a\ufe0f", "a"),
    ("\ufeffstart", "start"),
    ("soft\u00adhyphen", "softhyphen"),
    ("bell\x07 null\x00 escape\x1b[31m", "bell null escape[31m"),
    ("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive"),
    ("\u2066isolate\u2069", "isolate"),
    ("fill\u3164er", "filler"),
    ("😀\u200d", "😀"),
    ("😀\u200b\u200d😀", "😀😀"),
    ("a" + "".join(map(chr, range(0xE0100, 0xE0110))), "a"),
]


@pytest.mark.requirement("R-25")
@pytest.mark.parametrize("text", KEPT)
def test_joiners_that_writing_needs_stay(text):
    assert clean(text) == text


@pytest.mark.requirement("R-25")
@pytest.mark.parametrize(("text", "cleaned"), REMOVED)
def test_what_cannot_be_seen_is_removed(text, cleaned):
    assert clean(text) == cleaned


@pytest.mark.requirement("R-25")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", r"a\u{202e}b"),
        ("line\nbreak", r"line\u{a}break"),
        ("\x1b[31m", r"\u{1b}[31m"),
        ("👩‍🚀", "👩‍🚀"),
        ("a\u200d", r"a\u{200d}"),
    ],
)
def test_a_terminal_shows_what_is_hidden(text, shown):
    assert visible(text) == shown


@pytest.mark.requirement("R-25")
@given(
    st.text(
        st.one_of(
            st.sampled_from("a1#😀❤👩\u200d\ufe0f\u20e3\u200b\u200cی\u094d\u202e\r\n\U000e0067🏴"), st.characters()
        )
    )
)
def test_cleaning_twice_changes_nothing_more(text):
    assert clean(clean(text)) == clean(text)


@pytest.mark.requirement("R-25")
@given(st.text())
def test_a_terminal_never_gets_a_control_character(text):
    assert not any(
        ord(each) < 0x20 or 0x7F <= ord(each) < 0xA0 or ord(each) in range(0x202A, 0x202F) for each in visible(text)
    )
