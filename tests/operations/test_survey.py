"""The list of findings is true of the revision it names, whoever changes the model while it is made."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Generator
from contextlib import suppress
from typing import cast

import pytest
from msgspec.structs import replace

from graphwright.context.index import GraphIndex
from graphwright.errors import Refused
from graphwright.graph.check import check_all, needs_sweep
from graphwright.graph.load import default_ontology
from graphwright.graph.touched import TouchedElements
from graphwright.operations.survey import Survey
from graphwright.operations.watch import TOLD_AT_ONCE, Watch
from graphwright.protocol.events import FindingsChanged
from graphwright.protocol.graph import Change, EdgeChange, NodeChange
from graphwright.protocol.operations import NodeCreate, NodeDelete
from graphwright.protocol.wire import decode_durable
from tests.graph.build import edges_of, graph_of
from tests.operations.test_watch import NAMES, change
from tests.places import open_table


@pytest.mark.requirement("Z-31")
@pytest.mark.parametrize("seed", range(4))
async def test_a_list_is_true_of_its_revision_though_others_go_on(seed: int):
    chance, table = random.Random(seed), await open_table()
    survey = Survey(table.project.clock)
    for number in range(50):
        with suppress(Refused):
            await table.apply([change(table, chance, number)])

    begun = table.project.graph.revision
    listing = asyncio.ensure_future(survey.of(table.project))
    number = 100
    await asyncio.sleep(0)
    while not listing.done():
        number += 1
        if number == 101 or chance.random() < 0.1:
            with suppress(Refused):
                await table.apply([change(table, chance, number)])
        await asyncio.sleep(0)
    listed = await listing

    assert listed.revision > begun
    then = await table.project.at_revision(listed.revision)
    assert {each.finding_id for each in listed.findings} == {each.finding_id for each in check_all(then)}


@pytest.mark.requirement("Z-31")
async def test_pages_that_two_ask_for_at_once_are_of_one_list():
    table = await open_table()
    survey = Survey(table.project.clock)
    twins = [NodeCreate(id=name, node_type="FUNC", name=name, descr="Looks at orders") for name in NAMES]
    others = [NodeCreate(id=f"n{n}", node_type="FUNC", name=f"{chr(97 + n % 26) * 9}{n}") for n in range(150)]
    await table.apply([*twins, *others])
    one = asyncio.ensure_future(survey.of(table.project))
    await asyncio.sleep(0)
    first = next(iter(table.project.graph.nodes))
    await table.apply([NodeDelete(id="d", ref=first), NodeCreate(id="n", node_type="FUNC", name="Late")])
    other = asyncio.ensure_future(survey.of(table.project))
    lists = [await one, await other, await survey.of(table.project)]
    assert [each.revision for each in lists] == [2, 2, 2]
    assert lists[0].findings == lists[1].findings == lists[2].findings


@pytest.mark.requirement("Z-182")
async def test_nobody_looks_for_cycles_while_the_words_or_the_findings_of_a_whole_model_are_gathered():
    table = await open_table()
    await table.apply([NodeCreate(id=f"n{n}", node_type="FUNC", name=f"{chr(97 + n % 26) * 9}{n}") for n in range(150)])
    filling = GraphIndex(table.project.graph).fill()
    next(filling)
    assert not gc.isenabled()
    assert [gc.isenabled() for _ in filling][:1] == [False]
    assert gc.isenabled()
    begun = cast("Generator[None]", GraphIndex(table.project.graph).fill())
    next(begun)
    begun.close()
    assert gc.isenabled(), "whoever gives up in the middle leaves nothing behind"

    listing = asyncio.ensure_future(Survey(table.project.clock).of(table.project))
    looks: list[bool] = []
    await asyncio.sleep(0)
    while not listing.done():
        looks.append(gc.isenabled())
        await asyncio.sleep(0)
    assert looks[0] is False
    assert gc.isenabled()


def touched(*changes: Change) -> TouchedElements:
    return TouchedElements.of(changes)


@pytest.mark.requirement("Z-32")
def test_only_what_the_rules_of_the_whole_graph_look_at_calls_for_a_sweep():
    ontology = default_ontology()
    graph = graph_of("A:FUNC", "B:FUNC", "C:FUNC | Other. [layer=logical]")
    function, other = graph.nodes["A:FUNC"], graph.nodes["C:FUNC"]
    (flow,) = edges_of("A -io-> B", graph)
    (relation,) = edges_of("A -relation-> B", graph)

    def changed(**fields: object) -> NodeChange:
        return NodeChange(before=function, after=replace(function, **fields), operation_id="op")

    assert needs_sweep(ontology, touched(NodeChange(before=None, after=function, operation_id="op")))
    assert needs_sweep(ontology, touched(EdgeChange(before=flow, after=None, operation_id="op")))
    assert needs_sweep(ontology, touched(changed(attributes=other.attributes)))
    assert not needs_sweep(ontology, touched(EdgeChange(before=None, after=relation, operation_id="op")))
    assert not needs_sweep(ontology, touched(changed(descr="Says more.")))


@pytest.mark.requirement("Z-33")
async def test_what_an_import_brings_is_told_in_bounded_parts():
    table = await open_table()
    watch = Watch(table.project)
    count = TOLD_AT_ONCE // 2
    await watch.settled()
    await table.apply([NodeCreate(id=f"n{at}", node_type="REQ", name=f"Wish{at}", descr="") for at in range(count)])

    found = await watch.settled()

    stored = [
        each async for each in table.project.store.read(table.project.project_id) if each.type == "findings.changed"
    ]
    parts = [event for each in stored if isinstance(event := decode_durable(each.whole), FindingsChanged)]
    assert len(found) > TOLD_AT_ONCE
    assert max(len(part.introduced) for part in parts) == TOLD_AT_ONCE
    assert sorted(one.finding_id for part in parts for one in part.introduced) == sorted(found)
