"""Nodes counted and listed by what they have, for questions about all of them."""

from __future__ import annotations

import json

import pytest

from tests.tools.place import bench

pytestmark = pytest.mark.requirement("U-491")

MACHINE = """<operations>
## Nodes
+ Press|MOD|Press.MD.001|Presses
+ Oven|MOD|Oven.MD.002|Heats
+ Stamp|FUNC|Stamp.FN.001|Stamps
+ Bake|FUNC|Bake.FN.002|Bakes
+ Cool|FUNC|Cool.FN.003|Cools
+ Hot|REQ|Hot.RQ.001|It is hot [kind:quality, section:Heat / Oven]
+ Quick|REQ|Quick.RQ.002|It is quick [kind:quality, section:Heat / Oven]
+ Safe|REQ|Safe.RQ.003|It is safe [kind:constraint, section:People]
+ Clean|REQ|Clean.RQ.004|It is clean [section:People]
+ Burn|TEST|Burn.TS.001|Burns
## Edges
+ Press.MD.001 -cp-> Oven.MD.002
+ Press.MD.001 -al-> Stamp.FN.001
+ Bake.FN.002 -st-> Hot.RQ.001, Quick.RQ.002
+ Stamp.FN.001 -st-> Safe.RQ.003
+ Hot.RQ.001 -vf-> Burn.TS.001
</operations>"""


def names(found: dict) -> list[str]:
    return [node["name"] for node in found["nodes"]]


async def test_nodes_with_most_edges_of_a_kind_come_first_and_those_without_are_found():
    place = await bench(text=MACHINE)
    most = await place.read("list_nodes", node_type="FUNC", edge_type="satisfy")
    assert most["nodes_in_all"] == 3
    assert [(node["name"], node["edges"]) for node in most["nodes"]] == [("Bake", 2), ("Stamp", 1), ("Cool", 0)]
    untested = await place.read("list_nodes", node_type="REQ", edge_type="verify", without=True)
    assert (untested["nodes_in_all"], names(untested)) == (3, ["Quick", "Safe", "Clean"])
    unmet = await place.read("list_nodes", node_type="REQ", edge_type="satisfy", direction="in", without=True)
    assert names(unmet) == ["Clean"]
    assert unmet["attributes"] == {"section": 1}, "of those alone that are listed"
    by_kind = await place.read("list_nodes", node_type="REQ", edge_type="verify", without=True, attribute="kind")
    assert by_kind["values"] == {"quality": 1, "constraint": 1, "": 1}
    every = await place.read("list_nodes", node_type="MOD", edge_type="compose", without=True, attribute="kind")
    assert (every["nodes_in_all"], every["values"]) == (0, {})


async def test_values_are_counted_and_one_of_them_is_asked_for():
    place = await bench(text=MACHINE)
    counted = await place.read("list_nodes", node_type="REQ", attribute="kind")
    assert counted["values"] == {"quality": 2, "constraint": 1, "": 1}
    assert {node["name"]: node["kind"] for node in counted["nodes"]}["Safe"] == "constraint"
    chosen = await place.read("list_nodes", attribute="kind", value="quality")
    assert (chosen["nodes_in_all"], sorted(names(chosen))) == (2, ["Hot", "Quick"])
    assert names(await place.read("list_nodes", node_type="REQ", attribute="kind", value="")) == ["Clean"]
    every = await place.read("list_nodes", node_type="REQ")
    assert every["attributes"] == {"section": 4, "kind": 3}, "so that one knows what to ask for"
    wrong = await place.error("list_nodes", node_type="REQ", attribute="colour")
    assert wrong["error"]["message"] == "none of these nodes has an attribute 'colour'; they have section, kind"


async def test_a_part_or_a_section_is_listed_alone():
    place = await bench(text=MACHINE)
    assert names(await place.read("list_nodes", inside="Press")) == ["Oven"]
    assert sorted(names(await place.read("list_nodes", inside="Heat"))) == ["Hot", "Quick"]
    assert names(await place.read("search_nodes", query="it is quick", inside="Heat"))[0] == "Quick"
    elsewhere = await place.read("search_nodes", query="safe", inside="Heat")
    assert elsewhere["found"] == 0, "the section is there, and nothing of it matches"
    for tool, more in (("list_nodes", {}), ("search_nodes", {"query": "it"})):
        nowhere = await place.error(tool, inside="Cellar", **more)
        assert nowhere["error"]["code"] == "notFound"


async def test_a_long_list_says_how_it_goes_on_and_what_it_shows_may_be_cited():
    lines = "\n".join(f"+ Part{number}|MOD|Part{number}.MD.{number:03}|A part" for number in range(1, 901))
    place = await bench(text=f"<operations>\n## Nodes\n{lines}\n</operations>")
    seen: list[str] = []
    while len(seen) < 900:
        answer = await place.call("list_nodes", offset=len(seen))
        found = json.loads(answer.content)
        assert [node["id"] for node in found["nodes"]] == [
            place.project.graph.short_id(place.project.graph.nodes[node_id]) for node_id in answer.node_ids
        ]
        seen += names(found)
        assert found.get("more", f"offset={len(seen)}").endswith("say more exactly which") or len(seen) == 900
    assert len(set(seen)) == 900


async def test_an_answer_that_counts_values_shows_few_nodes():
    lines = "\n".join(f"+ Need{n}|REQ|Need{n}.RQ.{n:03}|A need [kind:quality]" for n in range(1, 31))
    place = await bench(text=f"<operations>\n## Nodes\n{lines}\n</operations>")
    counted = await place.read("list_nodes", attribute="kind")
    assert (counted["values"], len(counted["nodes"])) == ({"quality": 30}, 20)
    assert counted["more"].startswith("10 more; go on with offset=20")
    assert len((await place.read("list_nodes", attribute="kind", value="quality"))["nodes"]) == 30
