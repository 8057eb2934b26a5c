"""What may be stored of a name, a description and an attribute: up to each limit, and not one beyond it."""

from __future__ import annotations

from typing import Any

import pytest

from graphwright.operations.values import Fault, attributes_fault, descr_fault, name_fault

NAME, DESCR, COUNT, KEY, VALUE, DEPTH = 200, 20_000, 100, 100, 20_000, 8


def nested(depth: int) -> Any:
    """A text inside of so many lists and objects in turn."""
    value: Any = "x"
    for level in range(depth):
        value = [value] if level % 2 else {"k": value}
    return value


@pytest.mark.requirement("R-122", "R-40", "K-19")
@pytest.mark.parametrize(
    "allowed",
    [
        {f"k{number}": number for number in range(COUNT)},
        {"k" * KEY: "x"},
        {"note": "x" * VALUE},
        {"note": nested(DEPTH)},
        {"note": [1.5, -1e300, True, None]},
    ],
    ids=["attributes", "a key", "a value", "depth", "numbers"],
)
def test_attributes_may_reach_each_limit(allowed: dict[str, Any]):
    assert attributes_fault(allowed) is None


@pytest.mark.requirement("R-122", "R-40", "K-19")
@pytest.mark.parametrize(
    ("beyond", "fault"),
    [
        (
            {f"k{number}": number for number in range(COUNT + 1)},
            Fault("limitExceeded", "attributes", {"count": COUNT + 1, "limit": COUNT}),
        ),
        ({"k" * (KEY + 1): "x"}, Fault("malformed", "key", {"limit": KEY, "key": repr("k" * 40)})),
        ({"": "x"}, Fault("malformed", "key", {"limit": KEY, "key": "''"})),
        (
            {"note": "x" * (VALUE + 1)},
            Fault("limitExceeded", "value", {"count": VALUE + 1, "limit": VALUE, "key": "'note'"}),
        ),
        ({"note": nested(DEPTH + 1)}, Fault("malformed", "depth", {"limit": DEPTH, "key": "'note'"})),
        ({"note": [float("inf")]}, Fault("malformed", "infinite", {"key": "'note'"})),
        ({"NodeId": "x"}, Fault("malformed", "reserved", {"key": "'NodeId'"})),
        (
            {"fine": "x", "note": ["x", "a\x00b"]},
            Fault("malformed", "attributeCharacter", {"character": "U+0000", "position": 1, "key": "'note'"}),
        ),
        (
            {"a\nb": "x"},
            Fault("malformed", "attributeCharacter", {"character": "U+000A", "position": 1, "key": r"'a\nb'"}),
        ),
    ],
    ids=["attributes", "a key", "no key", "a value", "depth", "infinite", "a field", "a character", "a break in a key"],
)
def test_attributes_beyond_a_limit_are_refused_with_the_limit_and_the_key(beyond: dict[str, Any], fault: Fault):
    assert attributes_fault(beyond) == fault


@pytest.mark.requirement("R-122", "R-40", "K-19")
def test_a_name_and_a_description_may_reach_their_limit_and_not_pass_it():
    assert (name_fault("n" * NAME), descr_fault("d" * DESCR), descr_fault("one\ntwo")) == (None, None, None)
    assert [name_fault("n" * (NAME + 1)), descr_fault("d" * (DESCR + 1)), name_fault("one\ntwo")] == [
        Fault("limitExceeded", "name", {"count": NAME + 1, "limit": NAME}),
        Fault("limitExceeded", "descr", {"count": DESCR + 1, "limit": DESCR}),
        Fault("malformed", "character", {"character": "U+000A", "position": 3}),
    ]
