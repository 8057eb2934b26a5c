"""The main parts of a model: found in what people composed, else around what is most connected, each summed up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph.document import Graph
from graphwright.graph.main_parts import MAX_PARTS, MainParts, main_parts
from tests.graph.build import graph_of

pytestmark = pytest.mark.requirement("Z-164")

SHOP = graph_of(
    "Shop:SYS", "Orders:MOD", "Cart:MOD", "Checkout:MOD", "Store:MOD", "Shelf:MOD", "Robot:MOD", "Scale:MOD",
    "Fast:REQ", "Light:REQ", "Quick:REQ", "Clerk:ACTOR", "Alone:TEST",
    "Shop -cp-> Orders, Store", "Orders -cp-> Cart, Checkout", "Store -cp-> Shelf, Robot", "Robot -cp-> Scale",
    "Cart -st-> Fast", "Checkout -st-> Fast, Quick", "Robot -st-> Fast, Light", "Clerk -io-> Cart",
    "Checkout -rl-> Shelf",
)  # fmt: skip


def told(found: MainParts) -> list[tuple[str, dict[str, int], list[str], dict[str, int]]]:
    names = {part.head.node_id if part.head else part.name: part.name for part in found.parts}
    return [
        (
            part.name,
            dict(part.holds),
            [node.name for node in part.central],
            {names[head]: count for head, count in part.tied.items()},
        )
        for part in found.parts
    ]


def test_a_whole_gives_way_to_its_parts_and_what_lies_in_none_goes_where_most_of_its_relations_lead():
    found = main_parts(SHOP)
    assert told(found) == [
        ("Orders", {"ACTOR": 1, "REQ": 2, "MOD": 2}, ["Checkout", "Cart", "Fast"], {"Store": 2}),
        ("Store", {"REQ": 1, "MOD": 3}, ["Robot", "Shelf", "Scale"], {"Orders": 2}),
    ]
    assert found.left == 2, "the whole, and the test that hangs on nothing"


@pytest.mark.requirement("R-122")
def test_a_whole_that_holds_a_quarter_of_the_model_is_a_part_and_one_that_holds_more_gives_way():
    crews = [(f"Crew{crew}:MOD", [f"Hand{crew}{hand}:MOD" for hand in range(4)]) for crew in range(3)]
    lines = [name for crew, hands in crews for name in (crew, *hands)]
    lines += [f"{crew} -cp-> {', '.join(hands)}" for crew, hands in crews]
    lines += ["Boat:MOD", "Hull:MOD", "Keel:MOD", "Rig:MOD", "Mast:MOD"]
    lines += ["Boat -cp-> Hull, Rig", "Hull -cp-> Keel", "Rig -cp-> Mast"]

    quarter = main_parts(graph_of(*lines))
    more = main_parts(graph_of(*lines, "Sail:MOD", "Rig -cp-> Sail"))

    assert sorted(part.name for part in quarter.parts) == ["Boat", "Crew0", "Crew1", "Crew2"]
    assert "Boat" not in {part.name for part in more.parts}


def test_where_nothing_is_composed_the_most_connected_elements_stand_for_what_hangs_on_them():
    hubs = [(f"Hub{hub}:MOD", [f"Leaf{hub}{leaf}:FUNC" for leaf in range(5 - hub)]) for hub in range(3)]
    nodes = [name for hub, leaves in hubs for name in (hub, *leaves)]
    edges = [f"{hub} -al-> {', '.join(leaves)}" for hub, leaves in hubs]
    found = main_parts(graph_of(*nodes, *edges))
    assert [(part.name, dict(part.holds)) for part in found.parts] == [
        ("Hub0", {"FUNC": 5}),
        ("Hub1", {"FUNC": 4}),
        ("Hub2", {"FUNC": 3}),
    ]


@pytest.mark.requirement("U-490")
def test_where_nothing_is_composed_the_sections_of_a_document_are_the_parts_and_small_ones_are_named():
    graph = graph_of(
        *(f"P{number}:REQ [section=Printing / Colours]" for number in range(4)),
        *(f"S{number}:REQ [section=Scanning]" for number in range(3)),
        "Fax:REQ [section=Sending]",
        "Loose:REQ",
        "Sheet:REQ",
        "P0 -st-> S0, S1, Sheet",
        "Fax -st-> S2",
    )
    found = main_parts(graph)
    assert told(found) == [
        ("Printing", {"REQ": 5}, ["P0", "Sheet", "P1"], {"Scanning": 2}),
        ("Scanning", {"REQ": 3}, ["S0", "S1", "S2"], {"Printing": 2}),
    ]
    assert (found.left, found.smaller) == (2, {"Sending": 1}), "what stands elsewhere goes to no part it is related to"


@pytest.mark.requirement("U-490")
def test_names_that_begin_alike_are_sections_where_most_of_the_model_has_such_a_name():
    names = [f"{topic}: {each}:REQ" for topic, count in (("Bus", 4), ("Clock", 3)) for each in range(count)]
    found = main_parts(graph_of(*names))
    assert [(part.name, part.head, dict(part.holds)) for part in found.parts] == [
        ("Bus", None, {"REQ": 4}),
        ("Clock", None, {"REQ": 3}),
    ]
    plain = [f"Plain{number}:REQ" for number in range(7)]
    assert main_parts(graph_of(*names, *plain)).parts == [], "half of it says nothing of the whole"


@pytest.mark.requirement("U-494")
def test_a_part_is_made_of_what_its_head_is_composed_of_the_largest_first():
    parts = {part.name: part for part in main_parts(SHOP).parts}
    assert {name: [node.name for node in part.made_of] for name, part in parts.items()} == {
        "Orders": ["Cart", "Checkout"],
        "Store": ["Robot", "Shelf"],
    }
    many = [f"Shelf{number}:MOD" for number in range(14)]
    names = ", ".join(name.removesuffix(":MOD") for name in many)
    store = graph_of(
        "A:MOD", "B:MOD", "X:MOD", "Y:MOD", *many, f"A -cp-> {names}", "B -cp-> X, Y"
    )  # fmt: skip
    (largest, _) = main_parts(store).parts
    assert (len(largest.made_of), largest.more) == (12, 2)


@pytest.mark.parametrize("lines", [(), ("A:FUNC",), ("A:FUNC", "B:FUNC"), ("A:MOD", "B:FUNC", "A -al-> B")])
def test_of_what_has_no_two_parts_none_is_told(lines: tuple[str, ...]):
    graph = graph_of(*lines)
    assert main_parts(graph) == MainParts([], len(graph.nodes))


def test_a_circle_of_wholes_ends():
    circle = graph_of("A:MOD", "B:MOD", "C:MOD", "D:MOD", "A -cp-> B, D", "B -cp-> C", "C -cp-> A")
    assert sum(sum(part.holds.values()) + 1 for part in main_parts(circle).parts) <= len(circle.nodes)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Up to forty modules, of which any may be part of any or related to any."""
    count = draw(st.integers(1, 40))
    ends = st.tuples(st.integers(0, count - 1), st.sampled_from(("cp", "rl")), st.integers(0, count - 1))
    edges = draw(st.lists(ends, max_size=80, unique=True))
    lines = [f"N{one} -{relation}-> N{other}" for one, relation, other in edges if one != other]
    return graph_of(*(f"N{number}:MOD" for number in range(count)), *lines)


@given(graphs())
def test_every_element_belongs_to_one_part_at_most_and_is_counted_once(graph: Graph):
    found = main_parts(graph)
    assert len(found.parts) != 1
    assert len(found.parts) <= MAX_PARTS
    assert found.left + sum((part.head is not None) + sum(part.holds.values()) for part in found.parts) == len(
        graph.nodes
    )
    assert all(part.central for part in found.parts), "no part holds nothing"
    assert told(main_parts(graph)) == told(found)
