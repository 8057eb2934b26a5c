"""The index of names follows a model that changes, and keeps nobody waiting while it is filled."""

from __future__ import annotations

from collections import UserDict
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.meaning import matching
from graphwright.offline.meaning.matching import SLICE, NodeIndex, one_letter_apart
from graphwright.offline.names import filled
from graphwright.offline.understand import understand
from graphwright.offline.understood import Situation
from graphwright.ports import ManualClock
from graphwright.protocol.graph import Author, Change, Node, NodeChange
from graphwright.protocol.ids import CommitId, NodeId, PersonId
from graphwright.protocol.operations import Commit, FindingsDelta
from tests.graph.build import graph_of, node_of

NAMES = ("Fill cask", "Cask filling", "Kunde", "Customer", "FillCask", "Sluice gate", "Schleusentor")
CHANGES = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 5), st.booleans()), max_size=12)


WORDS = ("cask", "gate", "tor", "customer", "fill")
TYPED = ("Cusstomer", "Fil cask", "Slucie gate", "Schleusentr", "FilCask")


def found(index: NodeIndex) -> dict[str, object]:
    """Everything that is looked up: by name, by a word of it, by its head alone, and with a slip."""
    return {
        **{name: [node.node_id for node in index.find(name)] for name in NAMES},
        **{f"in {word}": [node.node_id for node in index.holding(word, 3)] for word in WORDS},
        **{f"head {word}": index.headed(word) for word in WORDS},
        **{f"near {word}": index.near(word) for word in TYPED},
    }


def change(graph: Graph, name: str, at: int, *, is_removed: bool) -> None:
    """Rename the node at a place, remove it, or make one where there is none."""
    nodes = [*graph.nodes.values()]
    if at >= len(nodes):
        made = replace(node_of(f"{name}:{'ACTOR' if at % 2 else 'FUNC'}", graph), node_id=f"n{graph.revision}")
        graph.apply([NodeChange(before=None, after=made)], graph.revision + 1)
        return
    after = None if is_removed else replace(nodes[at], name=name)
    graph.apply([NodeChange(before=nodes[at], after=after)], graph.revision + 1)


@pytest.mark.requirement("U-263")
@given(st.lists(CHANGES, max_size=4))
def test_an_index_that_follows_finds_what_a_new_one_finds(rounds: list[list[tuple[str, int, bool]]]) -> None:
    graph = graph_of("Fill cask:FUNC", "Cask filling:FUNC", "Customer:ACTOR")
    index = NodeIndex(graph)
    for changes in rounds:
        for name, at, is_removed in changes:
            change(graph, name, at, is_removed=is_removed)
        for _ in index.fill():
            pass

        assert (index.revision, found(index)) == (graph.revision, found(NodeIndex(graph)))


@pytest.mark.requirement("U-263")
def test_a_large_model_is_taken_in_with_pauses_and_later_only_what_has_changed() -> None:
    graph = graph_of(*(f"Deed {number}:FUNC" for number in range(3 * SLICE)))
    index = NodeIndex(graph, is_filled=False)

    assert sum(1 for _ in index.fill()) == 3
    change(graph, "Kunde", 7, is_removed=False)
    assert sum(1 for _ in index.fill()) == 0
    assert [node.name for node in index.find("Customer")] == ["Kunde"]
    assert index.find("Deed 7") == []


@pytest.mark.requirement("U-263")
async def test_what_is_changed_in_a_pause_is_taken_in_too() -> None:
    graph = graph_of(*(f"Deed {number}:FUNC" for number in range(3 * SLICE)))

    class Interrupted(ManualClock):
        async def sleep(self, seconds: float) -> None:
            if graph.revision < 4:
                change(graph, "Kunde", 7, is_removed=False)
                change(graph, "Kunde", 2 * SLICE, is_removed=True)
            await super().sleep(seconds)

    index = await filled(NodeIndex(graph, is_filled=False), Interrupted(datetime(2026, 1, 1, tzinfo=UTC)))

    assert (index.revision, found(index)) == (graph.revision, found(NodeIndex(graph)))
    assert [node.name for node in index.find("Kunde")] == ["Kunde"]


@pytest.mark.requirement("R-102")
@given(st.lists(CHANGES, max_size=4), st.integers(0, 40))
def test_an_index_that_hears_of_commits_finds_what_a_new_one_finds(
    rounds: list[list[tuple[str, int, bool]]], unheard: int
) -> None:
    graph = graph_of("Fill cask:FUNC", "Cask filling:FUNC", "Customer:ACTOR")
    index = NodeIndex(graph)
    for changes in rounds:
        for name, at, is_removed in changes:
            before = dict(graph.nodes)
            change(graph, name, at, is_removed=is_removed)
            if graph.revision != unheard:  # then what follows is no longer complete, and all is looked at
                index.on_commit(commit_of(graph, before))
        for _ in index.fill():
            pass

        assert (index.revision, found(index)) == (graph.revision, found(NodeIndex(graph)))


@pytest.mark.requirement("R-102")
def test_after_a_commit_that_is_heard_of_only_what_it_changed_is_looked_at() -> None:
    class Watched(UserDict[NodeId, Node]):
        looks = 0

        def __getitem__(self, key: NodeId) -> Node:
            self.looks += 1
            return super().__getitem__(key)

    graph = graph_of(*(f"Deed {number}:FUNC" for number in range(100)))
    graph.nodes = watched = Watched(graph.nodes)
    index = NodeIndex(graph)

    def looked() -> int:
        watched.looks = 0
        for _ in index.fill():
            pass
        return watched.looks

    change(graph, "Kunde", 7, is_removed=False)
    assert looked() >= 100
    before = dict(graph.nodes)
    change(graph, "Kunde", 8, is_removed=False)
    index.on_commit(commit_of(graph, before))
    assert looked() == 1


def commit_of(graph: Graph, before: dict[NodeId, Node]) -> Commit:
    """The commit that led from some nodes to those of now."""
    ids = [each for each in {**before, **graph.nodes} if before.get(each) is not graph.nodes.get(each)]
    changes = [NodeChange(before=before.get(each), after=graph.nodes.get(each)) for each in ids]
    return Commit(
        commit_id=CommitId("c"),
        revision=graph.revision,
        at=datetime(2026, 1, 1, tzinfo=UTC),
        author=Author(person_id=PersonId("p"), name="Ada"),
        origin="person",
        changes=list[Change](changes),
        aliases={},
        findings=FindingsDelta(introduced=[], resolved=[]),
    )


@pytest.mark.requirement("U-263")
def test_a_name_that_is_changed_again_and_again_leaves_nothing_behind() -> None:
    graph = graph_of(*(f"Deed {number}:FUNC" for number in range(8)))
    index = NodeIndex(graph)
    for number in range(200):
        change(graph, f"Cask {number % 2}", 3, is_removed=False)
        for _ in index.fill():
            pass

    noted = [len(each) for table in (index._by_part, index._by_end) for each in table.values()]
    assert max(noted) <= 2 * len(graph.nodes)


@pytest.mark.requirement("U-263")
@pytest.mark.parametrize(
    "said", ["Who uses the depot?", "Where is the temperature measured?", "Tell me about Ordr.", "Delete the pump."]
)
def test_a_message_about_what_a_large_model_lacks_looks_at_few_of_its_names(monkeypatch, said: str) -> None:
    looked = 0

    def counted(one: str, other: str) -> bool:
        nonlocal looked
        looked += 1
        return one_letter_apart(one, other)

    graph = graph_of(*(f"Deed {number}:FUNC" for number in range(2_000)), *(f"Part {n}:MOD" for n in range(500)))
    index = NodeIndex(graph)
    monkeypatch.setattr(matching, "one_letter_apart", counted)

    understand(said, Situation(graph, index, findings_of=list, suggests=False))

    assert looked < len(graph.nodes)  # of which each word was compared with all, in each language
