"""Escaping: one written form, strict and tolerant reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.formats.escape import escape, escape_in_list, escape_name, escape_ref, split, unescape
from graphwright.formats.unreadable import UnreadableText

HOSTILE = st.text(
    st.one_of(
        st.sampled_from(list("|[],:\\-><#+~@!` \n\r\t\u2028\u202e\u200d👩")), st.characters(exclude_categories=["Cs"])
    )
)


@pytest.mark.requirement("T-17", "WF-06")
@pytest.mark.parametrize("write", [escape, escape_name, escape_in_list, escape_ref])
@given(text=HOSTILE)
def test_escaped_text_reads_back_and_stays_one_line(write, text):
    written = write(text)
    assert unescape(written.strip(), strict=True) == text
    assert len(written.splitlines()) <= 1


@pytest.mark.requirement("T-17")
@given(fields=st.lists(HOSTILE, min_size=1))
def test_a_line_is_cut_only_at_its_own_separators(fields):
    line = "|".join(map(escape, fields))
    assert [unescape(field, strict=True) for field in split(line, "|")] == fields


@pytest.mark.requirement("T-17")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a|b [c]", r"a\|b \[c\]"),
        ("back\\slash", r"back\\slash"),
        ("two\nlines\tand tab", r"two\nlines\tand tab"),
        ("# no comment", r"\# no comment"),
        ("-5 degrees", r"\-5 degrees"),
        ("a, b: c", "a, b: c"),
        ("hidden\u202e", r"hidden\u{202e}"),
        (" edge ", r"\u{20}edge\u{20}"),
        ("👩‍🚀 flies", "👩‍🚀 flies"),
    ],
)
def test_there_is_one_written_form(text, written):
    assert escape(text) == written


@pytest.mark.requirement("T-17")
def test_names_cannot_make_an_arrow_and_list_items_cannot_be_cut():
    assert escape_name("a -io-> b") == r"a -io-\u{3e} b"
    assert escape_in_list("a, b: c!") == r"a\, b\: c!"


@pytest.mark.requirement("WF-06")
@pytest.mark.parametrize("text", [r"C:\data", "ends with \\", r"\u{110000}", r"\u{d800}", r"\u12"])
def test_unknown_escapes_are_refused_strictly_and_kept_tolerantly(text):
    assert unescape(text, strict=False) == text
    with pytest.raises(UnreadableText, match="escape"):
        unescape(text, strict=True)
