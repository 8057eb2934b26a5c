"""Attributes for machines: which they are, what people read of an element without them, and where it came from."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.errors import Misuse
from graphwright.graph.foreign import foreign_names, is_foreign, is_made_name, is_told, read_by_people
from graphwright.graph.kinds import handles_of, kind_of
from graphwright.graph.rules.base import Options
from graphwright.graph.sections import is_in_section, sections
from graphwright.protocol.base import JsonValue
from tests.graph.build import graph_of


@pytest.mark.requirement("R-146")
@pytest.mark.parametrize(
    ("key", "foreign", "told"),
    [("foreign.id", True, False), ("foreign.section", True, True), ("foreign", False, True), ("id", False, True)],
)
def test_an_attribute_is_for_machines_by_its_name_and_a_change_of_the_section_is_told_all_the_same(key, foreign, told):
    assert (is_foreign(key), is_told(key)) == (foreign, told)


@pytest.mark.requirement("R-146")
def test_people_read_the_attributes_that_are_theirs():
    mixed: dict[str, JsonValue] = {"foreign.id": "u1", "kind": "functional", "foreign.named": "*|Text", "a": 1}
    own: dict[str, JsonValue] = {"kind": "functional"}

    assert read_by_people(mixed) == {"kind": "functional", "a": 1}
    assert read_by_people(own) is own
    assert [is_made_name(each) for each in (mixed, own, {"foreign.named": "Name|Text"}, {"foreign.named": "x*"})] == [
        True,
        False,
        False,
        False,
    ]


@pytest.mark.requirement("R-146")
@pytest.mark.parametrize(
    ("attributes", "names"),
    [
        ({}, []),
        ({"foreign.id": "u1"}, ["FUNC u1"]),
        ({"foreign.took": ["REQ u2", "FUNC u3"]}, ["REQ u2", "FUNC u3"]),
        ({"foreign.id": "u1", "foreign.took": ["REQ u2", "FUNC u1", 5, "REQ u2"]}, ["FUNC u1", "REQ u2"]),
        ({"foreign.id": "u1", "foreign.took": "REQ u2"}, ["FUNC u1"]),
    ],
)
def test_an_element_is_known_elsewhere_by_its_own_id_and_by_those_whose_place_it_took(
    attributes: Any, names: list[str]
):
    assert foreign_names("FUNC", attributes) == names


@pytest.mark.requirement("R-146")
def test_an_element_stands_in_the_section_that_its_document_says_or_its_name_begins_with():
    graph = graph_of(
        "Bus: One:REQ",
        "Bus: Two:REQ",
        "Load - Three:REQ",
        "Load - Four:REQ",
        "Five:REQ [section=Tests / Load]",
        "Six:REQ",
    )
    of = {node.name: node for node in graph.nodes.values()}

    assert [is_in_section(of[name], "Bus") for name in of] == [True, True, False, False, False, False]
    assert [is_in_section(of[name], "Load") for name in of] == [False, False, True, True, False, False]
    assert [is_in_section(of[name], "Tests") for name in of] == [False, False, False, False, True, False]
    assert {title: [graph.nodes[each].name for each in members] for title, members in sections(graph).items()} == {
        "Bus": ["Bus: One", "Bus: Two"],
        "Load": ["Load - Three", "Load - Four"],
    }
    graph.put_node(replace(of["Six"], name="Far: One"))
    graph.put_node(replace(of["Five"], name="Wide"))
    assert len(sections(graph)) == 2


@pytest.mark.requirement("R-146")
def test_a_node_of_a_type_that_the_profile_has_no_more_is_of_a_kind_of_that_name_with_nothing_else():
    graph = graph_of("A:FUNC")
    (node,) = graph.nodes.values()
    old = replace(node, node_type="ROBOT")
    graph.put_node(old)
    kind = kind_of(graph, old)

    assert (kind.key, kind.name, kind.descr, kind.category, kind.icon, kind.process, kind.node_id) == (
        "ROBOT", "ROBOT", "", "", "", "", None,
    )  # fmt: skip
    assert handles_of(graph, old) == kind.handles == ()
    known = kind_of(graph, node)
    assert (known.key, known.name, known.node_id) == ("FUNC", graph.ontology.node_types["FUNC"].title.en, None)


@pytest.mark.requirement("R-146", "R-143")
def test_an_option_of_another_kind_than_its_rule_wants_is_refused_by_its_name():
    options = Options(limit=2.5, words=["a"], word="b")

    assert (options.number("limit"), options.words("words")) == (2.5, ["a"])
    for ask, name, kind in ((options.number, "word", "number"), (options.words, "word", "list")):
        with pytest.raises(Misuse) as refused:
            ask(name)
        assert str(refused.value) == f"option {name!r} of a rule is no {kind}"
