"""Random histories of changes, stale changes, undo and redo by two people, against a small oracle (I-02, I-05, I-11)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from graphwright.errors import GraphwrightError
from graphwright.operations.commit import Submission
from graphwright.operations.history import next_back, stacks
from graphwright.protocol.graph import Author, Edge, Node
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.store.memory import MemoryStore
from tests.places import ANA, BEN, Table, open_project

PEOPLE = st.sampled_from([ANA, BEN])
TYPES = ("FUNC", "REQ", "FLOW")


class Histories(RuleBasedStateMachine):
    """The oracle is the list of states that were published: one dictionary of elements per revision."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.store = MemoryStore()
        self.table = Table(self.run(open_project(self.store)))
        self.states: list[dict[str, Node | Edge]] = [{}]
        self.table.project.on_commit.append(lambda _: self.states.append(self.elements()))

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def elements(self) -> dict[str, Node | Edge]:
        graph = self.table.project.graph
        return {**graph.nodes, **graph.edges}  # type: ignore[dict-item]  # ids of both kinds are text

    def pick(self, number: int, kind: type[Node | Edge], base: int) -> str | None:
        found = [key for key, element in self.states[base].items() if isinstance(element, kind)]
        return found[number % len(found)] if found else None

    def attempt(self, operations: list[Operation], author: Author, base: int) -> None:
        before = self.elements()
        try:
            self.run(self.table.apply(operations, author=author, base=base))
        except GraphwrightError:
            assert self.elements() == before

    @rule(author=PEOPLE, node_type=st.sampled_from(TYPES), behind=st.integers(0, 3), count=st.integers(1, 3))
    def make(self, author: Author, node_type: str, behind: int, count: int) -> None:
        base = max(0, len(self.states) - 1 - behind)
        names = [f"N{len(self.states)}x{number}" for number in range(count)]
        self.attempt([NodeCreate(id=name, node_type=node_type, name=name) for name in names], author, base)

    @rule(
        author=PEOPLE,
        at=st.integers(0, 50),
        behind=st.integers(0, 3),
        name=st.sampled_from("ABCD"),
        descr=st.sampled_from(["", "x", "y"]),
    )
    def update(self, author: Author, at: int, behind: int, name: str, descr: str) -> None:
        base = max(0, len(self.states) - 1 - behind)
        ref = self.pick(at, Node, base)
        if ref is not None:
            changes = NodeSet(name=name) if not descr else NodeSet(descr=descr)
            self.attempt([NodeUpdate(id="u", ref=ref, set=changes)], author, base)

    @rule(
        author=PEOPLE,
        one=st.integers(0, 50),
        other=st.integers(0, 50),
        behind=st.integers(0, 3),
        relation=st.sampled_from(["cp", "io", "st", "rl"]),
    )
    def connect(self, author: Author, one: int, other: int, behind: int, relation: str) -> None:
        base = max(0, len(self.states) - 1 - behind)
        source, target = self.pick(one, Node, base), self.pick(other, Node, base)
        if source is not None and target is not None:
            self.attempt([EdgeCreate(id="e", edge_type=relation, source=source, target=target)], author, base)

    @rule(author=PEOPLE, at=st.integers(0, 50), behind=st.integers(0, 3), edge=st.booleans())
    def delete(self, author: Author, at: int, behind: int, edge: bool) -> None:
        base = max(0, len(self.states) - 1 - behind)
        ref = self.pick(at, Edge if edge else Node, base)
        if ref is not None:
            self.attempt([EdgeDelete(id="d", ref=ref) if edge else NodeDelete(id="d", ref=ref)], author, base)

    @precondition(lambda self: len(self.states) > 1)
    @rule(author=PEOPLE, redo=st.booleans())
    def back(self, author: Author, redo: bool) -> None:
        self.run(self._back(author, redo))

    async def _back(self, author: Author, redo: bool) -> None:
        commits = {commit.commit_id: commit async for commit in self.table.project.commits()}
        mine = stacks(commits.values(), author.person_id)
        stack = mine.redo if redo else mine.undo
        found = await next_back(self.table.project, author.person_id, "redo" if redo else "undo", window=2)
        assert found == (commits[stack[-1]] if stack else None)
        if not stack:
            return
        commit, before = commits[stack[-1]], self.elements()
        change_set = ChangeSet(base_revision=self.table.project.graph.revision, operations=[])
        try:
            await self.table.committer.submit(
                Submission(change_set=change_set, author=author, origin="revert", reverts=[commit])
            )
        except GraphwrightError:
            assert self.elements() == before
            return
        # Nothing that the commit made is there, everything that it removed is, with its identity.
        for change in commit.changes:
            was, made = change.before, change.after
            key = _id_of(was or made)
            if was is None:
                assert key not in self.elements()
            if made is None:
                assert key in self.elements()

    @invariant()
    def edges_have_their_ends_and_indexes_are_true(self) -> None:
        graph = self.table.project.graph
        assert graph.revision == len(self.states) - 1
        assert len({node.semantic_id for node in graph.nodes.values()}) == len(graph.nodes)
        for edge in graph.edges.values():
            assert edge.source in graph.nodes
            assert edge.target in graph.nodes
            assert graph.edge_between(edge.edge_type, edge.source, edge.target) is not None
        for node in graph.nodes.values():
            assert graph.find(node.semantic_id) == [node.node_id]
            assert node.node_id in graph.named(node.node_type, node.name)

    def teardown(self) -> None:
        again = self.run(open_project(self.store, seed=2))
        assert again.graph.snapshot() == self.table.project.graph.snapshot()
        for revision, state in list(enumerate(self.states))[-5:]:
            past = self.run(again.at_revision(revision))
            assert {**past.nodes, **past.edges} == state
        self.loop.close()


def _id_of(element: Node | Edge | None) -> str:
    assert element is not None
    return element.node_id if isinstance(element, Node) else element.edge_id


@pytest.mark.requirement("I-02", "I-05", "I-11", "R-20")
def test_histories_of_two_people_keep_every_invariant():
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(Histories, settings=settings(max_examples=30, stateful_step_count=25, deadline=None))


@pytest.mark.slow
@pytest.mark.requirement("I-02", "I-05", "I-11", "R-20")
@pytest.mark.timeout(600)
def test_many_long_histories_keep_every_invariant():
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(Histories, settings=settings(max_examples=300, stateful_step_count=50, deadline=None))
