"""Taking back: the inverse of a net effect, with identity; refused by name where others built on it (ADR-06)."""

from __future__ import annotations

import pytest

from graphwright.errors import Refused
from graphwright.operations.commit import Submission, SubmissionResult
from graphwright.operations.history import stacks
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Problem,
)
from graphwright.text.messages import message_of
from tests.places import ANA, BEN, Table, open_table


def make(name: str, node_type: str = "FUNC") -> NodeCreate:
    return NodeCreate(id=f"make {name}", node_type=node_type, name=name, descr="Does.", temp_id=name)


async def commits(table: Table) -> list[CommitApplied]:
    return [commit async for commit in table.project.commits()]


async def revert(table: Table, *chosen: CommitApplied, author: Author = ANA) -> SubmissionResult:
    change_set = ChangeSet(base_revision=table.project.graph.revision, operations=[])
    return await table.committer.submit(
        Submission(change_set=change_set, author=author, origin="revert", reverts=list(chosen))
    )


async def back(table: Table, author: Author = ANA, *, redo: bool = False) -> SubmissionResult:
    found = {commit.commit_id: commit for commit in await commits(table)}
    mine = stacks(found.values(), author.person_id)
    return await revert(table, found[(mine.redo if redo else mine.undo)[-1]], author=author)


@pytest.mark.requirement("I-11", "WA-14", "B-76")
async def test_undo_restores_the_previous_state_with_the_same_identities():
    table = await open_table()
    await table.apply([make("A"), make("R", "REQ"), EdgeCreate(id="e", edge_type="st", source="A", target="R")])
    nodes, edges = dict(table.project.graph.nodes), dict(table.project.graph.edges)
    await table.apply([NodeDelete(id="d", ref="R.RQ.001"), NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="B"))])

    await back(table)

    def shape(elements: dict) -> dict:
        return {key: element.__class__ and {**_fields(element)} for key, element in elements.items()}

    assert shape(dict(table.project.graph.nodes)) == shape(nodes)
    assert shape(dict(table.project.graph.edges)) == shape(edges)
    assert table.project.graph.revision == 3


def _fields(element: object) -> dict[str, object]:
    return {name: getattr(element, name) for name in element.__struct_fields__ if name != "revision"}  # type: ignore[attr-defined]  # a struct


@pytest.mark.requirement("I-11")
async def test_undo_twice_redo_twice_ends_where_it_began():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([make("B")])
    model = table.model()

    await back(table)
    await back(table)
    assert table.model() == []
    await back(table, redo=True)
    await back(table, redo=True)

    assert table.model() == model


@pytest.mark.requirement("I-11")
async def test_a_new_change_forgets_what_could_be_redone():
    table = await open_table()
    await table.apply([make("A")])
    await back(table)
    await table.apply([make("B")])

    assert stacks(await commits(table), ANA.person_id).redo == []


@pytest.mark.requirement("I-11")
async def test_everybody_undoes_only_their_own():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([make("B")], author=BEN)

    await back(table)

    assert table.model() == ["B.FN.002"]
    assert stacks(await commits(table), ANA.person_id).undo == []
    assert len(stacks(await commits(table), BEN.person_id).undo) == 1


@pytest.mark.requirement("I-11")
async def test_undo_of_what_others_connected_is_refused_and_says_with_what():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([make("R", "REQ"), EdgeCreate(id="e", edge_type="st", source="A.FN.001", target="R")], author=BEN)

    with pytest.raises(Refused) as refused:
        await back(table)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert message_of(problem, "en") == "A.FN.001 was connected with R.RQ.001 since"
    assert table.project.graph.revision == 2


@pytest.mark.requirement("I-11")
async def test_undo_of_a_value_that_somebody_changed_shows_both_values():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="Ana's"))])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="Ben's"))], author=BEN)

    with pytest.raises(Refused) as refused:
        await back(table)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert message_of(problem, "en") == """A.FN.001: name is "Ben's" now, not "Ana's" any more"""


@pytest.mark.requirement("I-11")
async def test_undo_of_one_field_keeps_what_others_did_to_the_others():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="Alpha"))])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(descr="Ben's words."))], author=BEN)

    await back(table)

    (node,) = table.project.graph.nodes.values()
    assert (node.name, node.descr) == ("A", "Ben's words.")


@pytest.mark.requirement("I-11")
async def test_an_edge_cannot_come_back_to_an_end_that_is_gone():
    table = await open_table()
    await table.apply([make("A"), make("R", "REQ"), EdgeCreate(id="e", edge_type="st", source="A", target="R")])
    edge = next(iter(table.project.graph.edges))
    await table.apply([EdgeDelete(id="d", ref=edge)])
    await table.apply([NodeDelete(id="d", ref="R.RQ.001")], author=BEN)

    with pytest.raises(Refused) as refused:
        await back(table)

    assert refused.value.code == "conflict"


@pytest.mark.requirement("I-11")
async def test_several_commits_are_taken_back_by_their_net_effect():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="B"))])
    await table.apply([NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="C"))])

    await revert(table, *(await commits(table))[1:])

    assert [node.name for node in table.project.graph.nodes.values()] == ["A"]


@pytest.mark.requirement("I-11", "R-143")
async def test_an_undo_tells_all_that_speaks_against_it_whatever_else_its_commit_did():
    table = await open_table()
    await table.apply([make(name) for name in "ABCDE"])
    await table.apply([composed("B"), composed("C"), composed("D")])
    edges = {edge.target: edge.edge_id for edge in table.project.graph.edges.values()}
    gone = [EdgeDelete(id=f"d{at}", ref=edge_id) for at, edge_id in enumerate(edges.values())]
    await table.apply([composed("E"), *gone, NodeUpdate(id="u", ref="FN1", set=NodeSet(name="Ana's"))])
    await table.apply([NodeDelete(id="d", ref="FN2"), composed("C"), composed("D")], author=BEN)
    await table.apply([NodeUpdate(id="u", ref="FN1", set=NodeSet(name="Ben's"))], author=BEN)

    with pytest.raises(Refused) as refused:
        await back(table)

    told = [problem for problem in refused.value.problems if isinstance(problem, Problem)]
    assert sorted((each.code, each.case) for each in told) == [
        ("conflict", "drawnAgain"),
        ("conflict", "drawnAgain"),
        ("conflict", "endGone"),
        ("conflict", "fieldSince"),
    ]
    assert table.project.graph.revision == 5


def composed(target: str) -> EdgeCreate:
    ids = dict(zip("ABCDE", ("FN1", "FN2", "FN3", "FN4", "FN5"), strict=True))
    return EdgeCreate(id=f"to {target}", edge_type="compose", source="FN1", target=ids[target])
