"""A part is put in somebody's place: it carries the function, nothing is joined by an edge that says nothing."""

from __future__ import annotations

from typing import Final

import pytest

from tests.offline.meaning.test_changing import changed, told

SHOP: Final = (
    "Shop:SYS",
    "Warehouse:MOD",
    "Robot:MOD",
    "Clerk:ACTOR",
    "Pack order:FUNC",
    "Weigh parcel:FUNC",
    "Pack list:FLOW",
    "Order handling:UC",
    "Order chain:FCHAIN",
    "Shop -compose-> Warehouse",
    "Warehouse -allocate-> Pack order",
    "Clerk -io-> Pack list",
    "Pack list -io-> Pack order",
    "Order handling -compose-> Order chain",
    "Order chain -compose-> Clerk",
    "Order chain -compose-> Pack order",
    "Order chain -compose-> Weigh parcel",
)


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "text",
    [
        "The clerk does not pack the order, the robot does.",
        "Pack order is done by the robot, not by the clerk",
        "Nicht der Clerk macht Pack order, sondern der Robot.",
        "Ce n'est pas le Clerk qui fait Pack order, c'est le Robot.",
    ],
)
def test_a_part_in_a_persons_place_carries_the_function_and_has_a_place_itself(text: str) -> None:
    meant = told(text, *SHOP)

    assert changed(meant) == (
        {
            "Clerk -io-> Pack list",
            "Pack list:FLOW",
            "Pack list -io-> Pack order",
            "Warehouse -allocate-> Pack order",
        },
        {"Robot -allocate-> Pack order", "Shop -compose-> Robot"},
    )
    assert meant.proposes


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "text",
    [
        "The clerk does not pack the order, the robot does.",
        "Pack order is done by the robot, not by the clerk",
    ],
)
def test_a_flow_that_others_write_too_stays(text: str) -> None:
    meant = told(text, *SHOP, "Boss:ACTOR", "Boss -io-> Pack list")

    assert changed(meant) == (
        {"Clerk -io-> Pack list", "Warehouse -allocate-> Pack order"},
        {"Robot -allocate-> Pack order", "Shop -compose-> Robot"},
    )
