"""What the gardener takes for stale, neglected or twice there, each kind of look by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.gardening.choosing import choose
from graphwright.gardening.duplicates import duplicates
from graphwright.gardening.missing_links import missing_links
from graphwright.gardening.neglected import neglected
from graphwright.gardening.stale_evidence import stale_evidence
from graphwright.gardening.suggestion import GardenSuggestion
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import EdgeCreate, Finding, NodeCreate, NodeDelete, NodeSet, NodeUpdate
from tests.places import Table, open_table


def node(name: str, node_type: str, descr: str = "", **attributes: Any) -> NodeCreate:
    return NodeCreate(id=name, node_type=node_type, name=name, descr=descr, temp_id=name, attributes=attributes)


async def aged(*operations: NodeCreate | EdgeCreate) -> Table:
    """A project in which much else has happened since these."""
    table = await open_table()
    await table.apply([*operations, node("Busy", "MOD", "Busy.")])
    for number in range(10):
        await table.apply([NodeUpdate(id="u", ref="Busy.MD.001", set=NodeSet(descr=f"Busy {number}."))])
    return table


def fault_with(*node_ids: NodeId) -> Finding:
    return Finding(
        finding_id="f",
        rule_id="r",
        phase=0,
        severity="info",
        reach="local",
        node_ids=[*node_ids],
        edge_ids=[],
        case="r",
    )


def deleted(table: Table, findings: list[Finding], spoken_of: set[NodeId]) -> list[str]:
    found = neglected(table.project.graph, findings, spoken_of, "en")
    return [each.ref for one in found if one is not None for each in one.operations if isinstance(each, NodeDelete)]


@pytest.mark.requirement("G-70")
async def test_an_empty_element_is_deleted_though_rules_find_fault_but_not_where_people_speak_of_it_or_it_says_more():
    table = await aged(node("Relic", "REQ"), node("Wish", "REQ", text="Answers fast."))
    graph = table.project.graph
    (relic,), (wish,) = graph.find("Relic.RQ.001"), graph.find("Wish.RQ.002")
    fault = fault_with(relic, wish)

    assert deleted(table, [fault], set()) == ["Relic.RQ.001"]
    assert deleted(table, [], set()) == ["Relic.RQ.001"]
    assert deleted(table, [fault], {relic}) == []


@pytest.mark.requirement("G-70")
async def test_a_verdict_that_is_a_list_is_read_as_a_verdict():
    verify = EdgeCreate(id="e", edge_type="verify", source="Fast", target="Run")
    table = await aged(node("Fast", "REQ"), node("Run", "TEST", status=["passed"]), verify)
    await table.apply([NodeUpdate(id="u", ref="Fast.RQ.001", set=NodeSet(descr="Faster."))])

    (found,) = [each for each in stale_evidence(table.project.graph, [], {}, "en") if each is not None]

    assert [each.ref for each in found.operations if isinstance(each, NodeUpdate)] == ["Run.TS.001"]


@pytest.mark.requirement("G-72")
async def test_an_element_whose_text_a_merge_writes_anew_is_not_ended_by_another_suggestion():
    table = await aged(
        node("Guest", "ACTOR", "Eats."), node("Guests", "ACTOR", "Eat."), node("Old", "REQ", "Of Guests.AC.002.")
    )
    graph = table.project.graph
    (old,) = graph.find("Old.RQ.001")
    (merging,) = [each for each in duplicates(graph, [], "en") if each is not None]
    delete = NodeDelete(id="d", ref="Old.RQ.001")
    ending = GardenSuggestion(
        concern="neglected", reason="It is old.", operations=[delete], node_ids=[old], ceasing=[old]
    )

    assert [each.suggestion.reason for each in choose([merging, ending], most=9).proposed] == [merging.reason]


def held(found: Iterable[GardenSuggestion | None]) -> int:
    """How many suggestions come between two pauses, at most."""
    lengths = [0]
    for each in found:
        lengths = [*lengths, 0] if each is None else [*lengths[:-1], lengths[-1] + 1]
    return max(lengths)


@pytest.mark.requirement("G-73")
async def test_its_caller_may_pause_after_every_block_of_names_and_every_finding():
    names = [f"{word} {number}" for number in range(20) for word in ("Controller", "Controllers")]
    table = await open_table()
    await table.apply([*(node(name, "MOD", "Controls.") for name in names), node("Check", "FUNC", "Checks.")])
    graph = table.project.graph
    (check,) = graph.find("Check.FN.001")
    repair = [NodeCreate(id="r", node_type="REQ", name="Checked", descr="", temp_id="r")]
    fault = replace(fault_with(check), rule_id="function_requirements", repair=repair)

    assert held(duplicates(graph, [], "en")) == 1
    assert len([each for each in duplicates(graph, [], "en") if each is not None]) == 20
    assert held(missing_links(graph, [fault] * 5, "en")) == 1
