"""A language model sees the id that people know an imported element by, and may name the element by it."""

from __future__ import annotations

import pytest

from graphwright.context.disclosure import shown_attributes
from graphwright.graph.load import default_ontology
from tests.graph.build import graph_of
from tests.tools.place import SHOP, bench

pytestmark = pytest.mark.requirement("X-180")

IMPORTED = SHOP.replace(
    "Every order is checked", "Every order is checked [foreign.id:ZEP-2, foreign.source:zephyr.sdoc]"
).replace("Takes the money", "Takes the money [foreign.id:2c84e85a-59d1-11da-8ef5-afdbd01c7a71]")


async def test_tools_tell_it_and_take_it_and_say_which_file_an_element_came_from() -> None:
    place = await bench(text=IMPORTED)

    detail = await place.read("read_node_detail", node="zep-2")
    assert {key: detail.get(key) for key in ("id", "name", "known_as", "came_from", "attributes")} == {
        "id": "RQ1",
        "name": "OrdersAreChecked",
        "known_as": "ZEP-2",
        "came_from": "zephyr.sdoc",
        "attributes": {},
    }
    assert "known_as" not in await place.read("read_node_detail", node="PayOrder")
    found = await place.read("search_nodes", query="what does ZEP-2 demand?", max_results=1)
    assert [(each["id"], each["known_as"]) for each in found["nodes"]] == [("RQ1", "ZEP-2")]


async def test_a_change_may_name_an_element_by_it() -> None:
    place = await bench(text=IMPORTED)

    await place.propose("update_node", node="ZEP-2", name="EveryOrderIsChecked")

    (operation,) = place.drafted.operations
    assert place.project.graph.find(operation.ref) == place.project.graph.find("OrdersAreChecked.RQ.001")


def test_prompts_show_what_people_can_say_and_no_more_of_where_an_element_came_from() -> None:
    def shown(attributes: str) -> object:
        (node,) = graph_of(f"Clock:REQ [{attributes}]").nodes.values()
        return shown_attributes(default_ontology())(node)

    assert shown("foreign.id=ZEP-2; foreign.digest=dc92dfa14d83; kind=quality") == {
        "kind": "quality",
        "foreign.id": "ZEP-2",
    }
    assert shown("foreign.id=2c84e85a-59d1-11da-8ef5-afdbd01c7a71; kind=quality") == {"kind": "quality"}
