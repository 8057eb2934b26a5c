"""What stands in brackets: one value in braces is JSON, and what cannot be read is said and never becomes text."""

from __future__ import annotations

import contextlib
import time

import pytest

from graphwright.formats.attributes import Attributes, UnfinishedText, read_attributes, write_attributes
from graphwright.formats.unreadable import UnreadableText

STRUCT = {"orderId": "string", "lines": [{"article": "a, b: c]", "count": 1}], "paid": True}


def loose(text: str, *, known: frozenset[str] = frozenset()) -> tuple[str, Attributes]:
    return read_attributes(text, strict=False, known=known)


@pytest.mark.requirement("M-33", "T-17")
def test_the_form_that_prompts_show_is_written_and_read_without_a_backslash():
    written = write_attributes({"category": "DataSchema", "struct": STRUCT})

    assert written == (
        '[category:DataSchema, struct:{"orderId":"string","lines":[{"article":"a, b: c]","count":1}],"paid":true}]'
    )
    for strict in (True, False):
        body, read = read_attributes(f"An order {written}", strict=strict)
        assert (body, read.values) == ("An order", {"category": "DataSchema", "struct": STRUCT})


@pytest.mark.requirement("M-33")
@pytest.mark.parametrize(
    "inside",
    [
        'category:DataSchema, struct:{"a":"b","n":1}',
        'category: DataSchema; struct: {"a": "b", "n": 1}',
        "category=DataSchema | struct={'a': 'b', n: 1,}",
        'category:DataSchema,\n  struct:{\n "a": "b", // the first\n "n": 1\n}',
        r'category:DataSchema, struct:{"a"\:"b"\,"n"\:1}',
        '"category": "DataSchema", "struct": {"a": "b", "n": 1}',
        'category:DataSchema] [struct:{"a":"b","n":1}',
        "category:„DataSchema“, struct:{“a”: “b”, “n”: 1}",
    ],
)
def test_one_meaning_is_read_however_it_is_separated_quoted_or_escaped(inside: str):
    body, read = loose(f"An order [{inside}]")

    assert (body, read.values) == ("An order", {"category": "DataSchema", "struct": {"a": "b", "n": 1}})


@pytest.mark.requirement("M-33")
@pytest.mark.parametrize("struct", ['"{\\"a\\": \\"b\\"}"', '\'{"a": "b"}\'', '"{"a": "b"}"', '`{"a": "b"}`'])
def test_json_in_quotes_is_text(struct: str):
    assert loose(f"x [struct:{struct}]")[1].values == {"struct": '{"a": "b"}'}


@pytest.mark.requirement("M-33")
@pytest.mark.parametrize(
    "text",
    [
        'x [struct:{"a" 1}]',
        'x [category:DataSchema, struct:{"a":1]',
        "x [category:DataSchema, and so on: more]",
        "x [category:",
        "x [category:DataSchema",
    ],
)
def test_brackets_that_look_like_attributes_and_cannot_be_read_are_said(text: str):
    with pytest.raises(UnreadableText):
        loose(text)


@pytest.mark.requirement("M-33")
def test_a_known_attribute_is_meant_wherever_it_stands():
    with pytest.raises(UnreadableText, match="attributesFollowed"):
        loose("Checks [volatility:low] every order", known=frozenset({"volatility"}))
    assert loose("Checks [note:this] every order")[0] == "Checks [note:this] every order"


@pytest.mark.requirement("M-33", "WF-06")
@pytest.mark.parametrize("text", ["see chapter [3]", "checks [all, some] orders", "a [b] c", "[draft]", "x [ ]y"])
def test_words_in_brackets_stay_text(text: str):
    assert loose(text) == (text, Attributes({}, []))


@pytest.mark.requirement("M-33")
def test_a_comma_that_no_key_follows_belongs_to_the_value():
    assert loose("x [goal:Stored, paid and shipped, kind:quality]")[1].values == {
        "goal": "Stored, paid and shipped",
        "kind": "quality",
    }


@pytest.mark.requirement("M-33")
def test_brackets_that_are_not_closed_may_be_closed_on_a_later_line():
    with pytest.raises(UnfinishedText):
        loose('x [struct:{"a":')


@pytest.mark.requirement("M-33", "R-40")
@pytest.mark.parametrize(
    "endless", ["[a:b " * 40_000, "[" * 200_000, "[a:{" * 50_000, '[a:"' * 50_000, "[a:{'" * 40_000]
)
def test_hostile_brackets_take_time_that_grows_with_their_length_only(endless: str):
    def seconds(text: str) -> float:
        start = time.process_time()
        with contextlib.suppress(UnreadableText):
            loose(text)
        return time.process_time() - start

    assert seconds(endless) < 40 * max(seconds(endless[: len(endless) // 8]), 0.005)
