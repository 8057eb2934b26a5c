"""Retrieval: exact ids and names first whatever vectors say, budgets, the past, what is said when something is missing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks._systems import operations
from graphwright.context.index import AT_ONCE, SLICE, GraphIndex
from graphwright.context.retrieve import RetrievedNodes, RetrieveOptions, Retriever
from graphwright.errors import NotFound
from graphwright.protocol.graph import NodeChange
from graphwright.search.local import LocalEmbedder
from graphwright.search.planes import COMMON
from tests.collecting import kept
from tests.graph.build import graph_of
from tests.places import Table, open_project

SHOP = (
    "Shop:SYS | The web shop",
    "PlaceOrder:FUNC | Takes what a customer wants to buy",
    "Pay:FUNC | Charges the card",
    "Customer:ACTOR | Somebody who buys",
    "Order:FLOW | What is bought",
    "Speed:REQ | An answer within two seconds",
    "Customer -io-> Order",
    "Order -io-> PlaceOrder",
    "PlaceOrder -satisfy-> Speed",
)


class RandomEmbedder:
    """Vectors that mean nothing."""

    name = "random"
    cut = -1.0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[rng.uniform(-1, 1) for _ in range(8)] for rng in map(random.Random, texts)]


class BrokenEmbedder(RandomEmbedder):
    """Fails until it is mended."""

    name = "broken"

    def __init__(self) -> None:
        self.is_broken = True

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.is_broken:
            raise OSError("no route to host")
        return await super().embed(texts)


async def table_of(count: int = 60) -> Table:
    table = Table(await open_project())
    await table.apply(operations(count))
    return table


@pytest.mark.slow
@pytest.mark.requirement("D-41", "D-42", "WD-16", "D-43")
@pytest.mark.parametrize("embedder", [None, RandomEmbedder(), LocalEmbedder()], ids=["none", "random", "good"])
async def test_every_exact_id_and_name_comes_first_with_good_random_and_no_embeddings(embedder):
    project = (await table_of()).project
    retriever = Retriever(project, GraphIndex(project.graph), embedder)
    missed = []
    for node in list(project.graph.nodes.values()):
        short = project.graph.short_id(node)
        for question in (
            node.node_id,
            node.semantic_id,
            short,
            node.name,
            f"What does {node.name} do?",
            f"see {short}.",
        ):
            retrieved = await retriever.retrieve(question)
            named = {other.node_id for other in project.graph.nodes.values() if other.name == node.name}
            first = [each.node_id for each in retrieved.nodes[: len(named)]]
            if not retrieved.found or node.node_id not in first:
                missed.append((question, first))
    await retriever.close()
    assert missed == []


@pytest.mark.requirement("WD-14", "D-45", "D-46", "D-71")
async def test_hits_leave_room_for_neighbours_and_edges_are_those_between_them():
    table = await table_of(200)
    graph = table.project.graph
    retriever = Retriever(table.project, GraphIndex(graph))
    retrieved = await retriever.retrieve("order payment vehicle", RetrieveOptions(limit=20, neighbours=0.4))
    hops = [node.hops for node in retrieved.nodes]
    kept = {node.node_id for node in retrieved.nodes}
    assert (len(hops), hops.count(0), max(hops)) == (20, 12, 2)
    assert set(retrieved.edge_ids) == {e.edge_id for e in graph.edges.values() if e.source in kept and e.target in kept}
    assert all(node.scores.keys() <= {"exact", "words", "meaning", "near"} for node in retrieved.nodes)
    alone = await retriever.retrieve("order payment vehicle", RetrieveOptions(depth=0, starts=0, node_types=["REQ"]))
    assert {graph.nodes[node.node_id].node_type for node in alone.nodes} == {"REQ"}
    assert {node.hops for node in alone.nodes} == {0}


@pytest.mark.requirement("D-45")
def test_the_neighbourhood_can_be_walked_one_way_and_over_chosen_relations():
    graph = graph_of(*SHOP)
    from graphwright.context.retrieve import _retrieved

    def around(**options) -> list[str]:
        found = _retrieved(GraphIndex(graph), "PlaceOrder", RetrieveOptions(**options), [], "")
        return sorted(graph.nodes[node.node_id].name for node in found.nodes if node.hops)

    assert around() == ["Customer", "Speed"]
    assert around(depth=1, direction="out") == ["Speed"]
    assert around(direction="in", relations=["io"]) == ["Customer"]
    assert around(relations=["verify"]) == []


@pytest.mark.requirement("WD-17", "D-44")
async def test_nothing_found_is_said_with_what_there_is_instead():
    table = Table(await open_project())
    retriever = Retriever(table.project, GraphIndex(table.project.graph))
    empty = await retriever.retrieve("anything")
    await table.apply(operations(30))
    nothing = await retriever.retrieve("xylophone quux")
    assert (empty.found, empty.nodes, empty.notice) == (False, [], "nothing matches: the model is empty")
    assert (nothing.found, nothing.nodes, nothing.edge_ids) == (False, [], [])
    assert nothing.notice.startswith("nothing in the model matches; it holds 1 SYS, ")


@pytest.mark.requirement("WD-15", "D-40")
async def test_the_cache_knows_revision_rights_and_options_and_no_time():
    table = await table_of()
    project = table.project
    retriever = Retriever(project, GraphIndex(project.graph))
    first = await retriever.retrieve("order")
    await project.clock.sleep(1e9)
    assert await retriever.retrieve("order") is first
    assert await retriever.retrieve("order", rights=frozenset({"read"})) is not first
    assert await retriever.retrieve("order", RetrieveOptions(limit=3)) is not first
    await table.apply(operations(10))
    assert (await retriever.retrieve("order")).revision == first.revision + 1
    assert (retriever.hits, retriever.misses) == (1, 4)


@pytest.mark.requirement("D-40", "Z-168")
async def test_what_was_found_at_revisions_about_which_nobody_asks_is_not_kept():
    table = await table_of()
    retriever = Retriever(table.project, GraphIndex(table.project.graph))
    begun = kept(RetrievedNodes)[RetrievedNodes]
    for _ in range(5):
        await table.apply(operations(1))
        for question in ("order", "customer"):
            await retriever.retrieve(question)
    await retriever.retrieve("order", RetrieveOptions(revision=table.project.graph.revision - 3))
    assert kept(RetrievedNodes)[RetrievedNodes] - begun == 3
    assert retriever.misses == 11


@pytest.mark.requirement("D-41")
async def test_a_failing_embedder_is_told_and_tried_again_and_words_still_find():
    table = await table_of()
    embedder = BrokenEmbedder()
    retriever = Retriever(table.project, GraphIndex(table.project.graph), embedder)
    broken = await retriever.retrieve("order")
    embedder.is_broken = False
    mended = await retriever.retrieve("order")
    await retriever.close()
    assert (broken.found, broken.notice) == (True, "searched by words only: the embedder broken failed (OSError)")
    assert (mended.found, mended.notice) == (True, "")
    assert any("meaning" in node.scores for node in mended.nodes)


@pytest.mark.requirement("D-49")
async def test_a_past_revision_is_asked_as_it_was_and_one_that_never_was_is_unknown():
    table = await table_of()
    project = table.project
    retriever = Retriever(project, GraphIndex(project.graph))
    then = project.graph.revision
    await table.apply(operations(10))
    now = await retriever.retrieve("order")
    past = await retriever.retrieve("order", RetrieveOptions(revision=then))
    assert (now.revision, past.revision) == (then + 1, then)
    assert all(node.node_id in project.graph.nodes for node in past.nodes)
    assert {node.node_id for node in past.nodes} <= set((await project.at_revision(then)).nodes)
    with pytest.raises(NotFound):
        await retriever.retrieve("order", RetrieveOptions(revision=then + 9))


NAMES = ("PlaceOrder", "Place order", "Bestellung", "Customer", "Ordre", "")
CHANGES = st.tuples(st.integers(0, 11), st.one_of(st.none(), st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))))


@pytest.mark.requirement("WD-16", "D-49")
@settings(max_examples=60)
@given(changes=st.lists(CHANGES, max_size=30), filled_after=st.integers(0, 30), at_once=st.sampled_from([0, AT_ONCE]))
def test_an_index_that_followed_commits_answers_like_one_made_fresh(changes, filled_after, at_once):
    graph = graph_of(*(f"N{number}:FUNC" for number in range(12)))
    start = dict(graph.nodes)
    index = GraphIndex(graph, at_once=at_once)
    for step, (number, change) in enumerate(changes):
        if step == filled_after:
            index.search("order")
        node = start[list(start)[number]]
        before = graph.nodes.get(node.node_id)
        after = None if change is None else replace(node, name=change[0], descr=change[1])
        if before is None and after is None:
            continue
        graph.apply([NodeChange(before=before, after=after)], graph.revision + 1)
        index.on_commit(_Commit([NodeChange(before=before, after=after)]))
    fresh = GraphIndex(graph)
    for question in ("place order", "PlaceOrder", "bestell", "N3", "FN4", "custmer ordre", "???"):
        assert index.search(question) == fresh.search(question)


@pytest.mark.requirement("D-49", "R-40")
def test_a_large_commit_waits_for_the_next_question_and_one_during_the_filling_is_not_forgotten():
    graph = graph_of(*(f"N{number}:FUNC" for number in range(100)))
    index = GraphIndex(graph, at_once=1)
    filling = index.fill()
    next(filling)
    made = graph_of(*(f"New{number}:FUNC <New{number}.FN.{number + 500}>" for number in range(3)))
    changes = [NodeChange(before=None, after=node) for node in made.nodes.values()]
    graph.apply(changes, 2)

    index.on_commit(_Commit(changes))
    at_once = len(index)
    for _ in filling:
        pass

    assert (at_once, len(index)) == (SLICE, 103)
    assert index.search("New2")[0].node_id == "New2:FUNC"


@pytest.mark.requirement("Q-73")
def test_what_is_filled_leaves_nothing_to_the_first_search():
    index = GraphIndex(graph_of(*(f"OrderRoute{number}:FUNC" for number in range(COMMON + 1))))
    assert sum(1 for _ in index.fill()) > COMMON // SLICE + 2
    assert list(index._lexical.settle()) == []
    assert index.search("order")


@pytest.mark.requirement("X-131")
def test_a_first_import_is_not_gone_through_when_it_is_committed():
    class Unseen(list[NodeChange]):
        def __iter__(self):
            raise AssertionError

    graph = graph_of(*(f"N{number}:FUNC" for number in range(3)))
    index = GraphIndex(graph, at_once=1)

    index.on_commit(_Commit(Unseen(NodeChange(before=None, after=node) for node in graph.nodes.values())))

    assert [hit.node_id for hit in index.search("N2")][:1] == ["N2:FUNC"]


class _Commit:
    def __init__(self, changes: list[NodeChange]) -> None:
        self.changes = changes


@pytest.mark.requirement("D-49")
async def test_a_change_is_found_by_the_next_question_and_its_vector_follows_in_the_background():
    table = await table_of()
    retriever = Retriever(table.project, GraphIndex(table.project.graph), RandomEmbedder())
    await retriever.retrieve("order")
    version = retriever._meanings.version
    await table.apply(operations(10))
    work = retriever._meanings._work
    assert work is not None
    await asyncio.wait_for(asyncio.shield(work), 10)
    assert (retriever._meanings.waiting, retriever._meanings.version > version) == (0, True)
    assert len(retriever._meanings._vectors) == len(retriever.index) == len(table.project.graph.nodes)
    await retriever.close()
