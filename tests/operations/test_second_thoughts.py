"""The same thing twice, too late, too much or at a bad moment: what must still be right at the door (ADR-02, ADR-04, ADR-06)."""

from __future__ import annotations

import asyncio

import pytest

from graphwright.errors import IdempotencyConflict, InvalidCommand, ProposalClosed, ProposalStale, Refused, StoreError
from graphwright.operations.commit import Submission
from graphwright.operations.history import stacks
from graphwright.operations.policy import stricter
from graphwright.operations.revert import plan_revert
from graphwright.operations.watch import Watch
from graphwright.ports import ManualClock
from graphwright.projects import ProjectLimits
from graphwright.protocol.events import Event
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.store.memory import MemoryStore
from tests.operations.test_proposals import PROPOSAL, make, propose
from tests.places import ANA, BEN, START, Table, open_project, open_table

KEY = IdempotencyKey(scope="ana", id="command-1", digest="body", answer=b"the first answer")
LINK = EdgeCreate(id="link", edge_type="st", source="A.FN.001", target="R.RQ.001")


async def pair() -> Table:
    """A function and a requirement, at revision 1."""
    table = await open_table()
    await table.apply([make("A"), make("R", "REQ")])
    return table


async def undo(table: Table, person: Author) -> None:
    commits = {commit.commit_id: commit async for commit in table.project.commits()}
    newest = commits[stacks(commits.values(), person.person_id).undo[-1]]
    change_set = ChangeSet(base_revision=table.project.graph.revision, operations=[])
    await table.committer.submit(Submission(change_set=change_set, author=person, origin="revert", reverts=[newest]))


# the same command twice ----------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-47", "I-03")
async def test_a_command_sent_twice_at_once_is_done_once_and_both_hear_of_the_first_answer():
    table = await pair()

    first, second = await asyncio.gather(
        table.apply([LINK], key=KEY), table.apply([LINK], key=KEY), return_exceptions=True
    )

    assert not isinstance(first, BaseException)
    assert isinstance(second, RepeatedKey)
    assert second.answer == b"the first answer"


@pytest.mark.requirement("R-47", "I-03", "I-04")
@pytest.mark.parametrize("operation", [LINK, NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(descr="Ships."))])
async def test_a_repetition_hears_the_first_answer_even_where_it_would_now_be_refused_or_change_nothing(
    operation: Operation,
):
    table = await pair()
    await table.apply([operation], key=KEY)

    with pytest.raises(RepeatedKey):
        await table.apply([operation], key=KEY)


@pytest.mark.requirement("R-47")
async def test_a_command_id_with_another_body_is_a_conflict_even_where_the_body_would_be_refused():
    table = await pair()
    await table.apply([LINK], key=KEY)

    with pytest.raises(IdempotencyConflict):
        await table.apply([LINK], key=IdempotencyKey(scope="ana", id="command-1", digest="other", answer=b""))


# deleting what others built on ---------------------------------------------------------------------------------------


@pytest.mark.requirement("WA-13")
async def test_a_node_that_somebody_connected_meanwhile_is_not_deleted_with_the_new_edge():
    table = await pair()
    await table.apply([LINK], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([NodeDelete(id="d", ref="A.FN.001")], base=1)

    assert refused.value.code == "conflict"
    assert "A -satisfy-> R" in refused.value.message


@pytest.mark.requirement("WA-13")
async def test_an_edge_that_somebody_changed_meanwhile_is_not_deleted():
    table = await pair()
    await table.apply([LINK])
    address = {"edge_type": "satisfy", "source": "A.FN.001", "target": "R.RQ.001"}
    await table.apply([EdgeUpdate(id="u", **address, set=EdgeSet(attributes={"why": "law"}))], author=BEN)

    with pytest.raises(Refused) as refused:
        await table.apply([EdgeDelete(id="d", **address)], base=2)

    assert refused.value.code == "conflict"


@pytest.mark.requirement("R-23", "I-10")
async def test_an_approved_deletion_is_stale_once_somebody_connected_the_node():
    table = await pair()
    proposals, proposal = await propose(table, NodeDelete(id="d", ref="A.FN.001"))
    await table.apply([LINK], author=BEN)

    with pytest.raises(ProposalStale) as stale:
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert "A.FN.001 -satisfy-> R.RQ.001" in table.model()
    decided = await proposals.decide(PROPOSAL, digest=str(stale.value.fields["digest"]), decision="accept", person=BEN)
    assert decided.commit is not None
    assert table.model() == ["R.RQ.001"]


# a proposal is used once ---------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-23", "I-10")
async def test_a_version_is_either_decided_or_replaced_never_both():
    table = await open_table()
    proposals, proposal = await propose(table, make("A"))
    edited = NodeCreate(id="make-A", node_type="FUNC", name="B", descr="Does.", temp_id="A")

    accepted, amended = await asyncio.gather(
        proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN),
        proposals.amend(PROPOSAL, digest=proposal.digest, edits={edited.id: edited}, person=ANA),
        return_exceptions=True,
    )

    assert isinstance(accepted, ProposalStale), "what was accepted had been replaced"
    assert not isinstance(amended, BaseException)
    kept = await proposals.get(PROPOSAL)
    assert (kept.state, kept.version, table.model()) == ("open", 2, [])


@pytest.mark.requirement("R-23", "I-10")
async def test_of_two_people_who_accept_the_same_edge_the_second_hears_that_it_is_closed():
    table = await pair()
    proposals, proposal = await propose(table, LINK)

    first, second = await asyncio.gather(
        *(proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=who) for who in (ANA, BEN)),
        return_exceptions=True,
    )

    assert not isinstance(first, BaseException)
    assert isinstance(second, ProposalClosed)


@pytest.mark.requirement("R-23")
async def test_nothing_cannot_be_accepted():
    table = await open_table()
    proposals, proposal = await propose(table, make("A"))

    with pytest.raises(InvalidCommand, match="choose at least one"):
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=[])

    assert (await proposals.get(PROPOSAL)).state == "open"


@pytest.mark.requirement("R-22")
def test_a_message_may_ask_for_more_care_than_its_project_never_for_less():
    assert [stricter("review", wished) for wished in ("auto", "review", "locked")] == ["review", "review", "locked"]


# a bad moment --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("I-11")
async def test_undo_passes_a_change_of_which_nothing_is_left():
    table = await open_table()
    await table.apply([make("A")])
    await table.apply([make("B")])
    await table.apply([NodeDelete(id="d", ref="B.FN.002")], author=BEN)

    await undo(table, ANA)
    await undo(table, ANA)

    assert table.model() == []


@pytest.mark.requirement("R-40", "I-11")
@pytest.mark.parametrize(("limit", "rules_look"), [(3, True), (2, False)])
async def test_taking_back_an_import_leaves_the_rules_to_the_sweep(limit: int, rules_look: bool):
    table = await open_table()
    done = await table.apply([make("A"), make("B"), make("R", "REQ")])
    assert done.commit is not None

    plan = plan_revert(table.project.graph, [done.commit], rules_upto=limit)

    assert len(plan.changes) == 3
    assert bool(plan.findings.resolved) is rules_look


@pytest.mark.requirement("R-48", "I-05")
async def test_a_listener_that_raises_costs_nobody_else_an_event():
    table = await open_table()
    heard: list[Event] = []

    def broken(_event: object) -> None:
        raise ValueError("a listener may not raise")

    table.project.on_commit.append(broken)
    table.project.on_event.append(broken)
    table.project.bus.subscribe(table.project.project_id, broken)
    table.project.bus.subscribe(table.project.project_id, heard.append)

    await table.apply([make("A")])
    await table.apply([make("B")])

    assert [event.sequence for event in heard] == [2, 3]  # type: ignore[union-attr]  # commits are durable events
    assert table.project.header.sequence == 3


@pytest.mark.requirement("R-48")
@pytest.mark.parametrize("turns", [0, 1, 2])
async def test_a_stopped_committer_leaves_nobody_waiting(turns: int):
    table = await open_table()
    waiting = asyncio.ensure_future(table.apply([make("A")]))
    await asyncio.sleep(0)
    (committing,) = [task for task in asyncio.all_tasks() if "_drain" in str(task.get_coro())]
    for _ in range(turns):
        await asyncio.sleep(0)

    committing.cancel()
    done, _ = await asyncio.wait({waiting}, timeout=5)

    assert done == {waiting}
    failure = waiting.exception()
    assert failure is None or isinstance(failure, StoreError)


@pytest.mark.requirement("R-40", "I-13")
async def test_many_large_change_sets_are_not_planned_in_one_breath():
    table = await open_table()
    sizes: list[int] = []
    table.project.on_commit.append(lambda commit: sizes.append(commit.revision))
    many = [[make(f"N{row}x{column}") for column in range(400)] for row in range(6)]

    waiting = [asyncio.ensure_future(table.apply(operations, base=0)) for operations in many]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)

    assert sizes == [1, 2], "1,000 operations are a group; the others come after a pause"
    await asyncio.gather(*waiting)
    assert len(table.project.graph.nodes) == 2_400


class CountingStore(MemoryStore):
    """Counts how often the journal is read."""

    reads = 0

    def read(self, *args, **kwargs):
        self.reads += 1
        return super().read(*args, **kwargs)


@pytest.mark.requirement("R-40")
async def test_a_crowd_on_the_same_old_revision_reads_the_journal_once():
    store = CountingStore(ManualClock(START))
    table = await open_table(store, ProjectLimits(recent_commits=2))
    for name in "ABCD":
        await table.apply([make(name)])
    store.reads = 0

    await asyncio.gather(*(table.apply([make(f"N{number}")], base=1) for number in range(20)))

    assert (store.reads, len(table.project.graph.nodes)) == (1, 24)


@pytest.mark.requirement("I-05")
async def test_findings_that_were_told_before_a_restart_are_no_news():
    store = MemoryStore(ManualClock(START))
    table = Table(await open_project(store))
    await table.apply([make("A")])
    before = await Watch(table.project).settled()

    again = await open_project(store)
    heard: list[Event] = []
    again.bus.subscribe(again.project_id, heard.append)
    after = await Watch(again).settled()

    assert before
    assert (heard, after) == ([], before)
