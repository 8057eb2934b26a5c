"""Deciding among people: dependants, versions, stale and withdrawn proposals, four eyes, and many at once (ADR-08)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.errors import AccessDenied, GraphwrightError, NotClosed, ProposalClosed, ProposalStale
from graphwright.operations.commit import Submission
from graphwright.operations.history import stacks
from graphwright.operations.open_proposals import OpenProposals
from graphwright.operations.proposals import Proposals
from graphwright.operations.subsets import dependencies, falling_with, missing_for
from graphwright.ports import ManualClock
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import OperationId, PersonId, ProposalId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
    Proposal,
    ProposalDecision,
)
from tests.places import ANA, BEN, Table, open_table

PROPOSAL = ProposalId("01900000-0000-7000-8000-0000000000aa")
EVA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000e"), name="eva")


def node(name: str, node_type: str = "FUNC") -> NodeCreate:
    return NodeCreate(id=f"make-{name}", node_type=node_type, name=name, descr="Does.", temp_id=name)


SHOP = (
    node("Customer", "ACTOR"),
    node("Order", "FLOW"),
    node("Place"),
    EdgeCreate(id="gives", edge_type="io", source="Customer", target="Order"),
    EdgeCreate(id="takes", edge_type="io", source="Order", target="Place"),
)


class Review:
    """A table, its proposals, and what keeps them up with the model."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.proposals = Proposals(table.project, table.committer)
        self.standing = OpenProposals(table.project, self.proposals)

    async def propose(self, *operations: Operation, author: Author = ANA, **provenance: str) -> Proposal:
        change_set = ChangeSet(base_revision=self.table.project.graph.revision, operations=list(operations))
        plan = self.table.committer.dry_run(Submission(change_set=change_set, author=author, origin="run"))
        sources = {OperationId(name.replace("_", "-")): text for name, text in provenance.items()}
        opened = self.proposals.draft(
            plan, proposal_id=PROPOSAL, author=author, origin="run", reason="said so", provenance=sources
        )
        await self.table.project.record([opened])
        return await self.proposals.get(PROPOSAL)

    async def change(self, *operations: Operation) -> None:
        await self.table.apply(list(operations), author=BEN)
        await self.standing.settled()

    async def now(self) -> Proposal:
        return await self.proposals.get(PROPOSAL)


async def review() -> Review:
    return Review(await open_table())


# dependants ----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("I-10", "D-66")
async def test_a_proposal_carries_what_each_operation_needs_and_both_questions_are_answered_from_it():
    at = await review()

    proposal = await at.propose(*SHOP)

    needs = {"gives": ["make-Customer", "make-Order"], "takes": ["make-Order", "make-Place"]}
    assert proposal.depends_on == needs
    assert missing_for(needs, ["gives"]) == ["make-Customer", "make-Order"]
    assert falling_with(needs, ["make-Customer"]) == ["gives"]
    assert falling_with(needs, ["make-Order"]) == ["gives", "takes"]


@pytest.mark.requirement("I-10")
async def test_a_subset_that_is_not_closed_is_told_what_it_lacks_and_what_would_fall():
    at = await review()
    proposal = await at.propose(*SHOP)

    with pytest.raises(NotClosed) as refused:
        await at.proposals.decide(
            PROPOSAL, digest=proposal.digest, decision="accept", person=BEN,
            operation_ids=["gives", "make-Order", "make-Place", "takes"],
        )  # fmt: skip

    assert refused.value.fields == {"missing": ["make-Customer"], "falling": ["gives"]}
    assert at.table.model() == []


def chains(size: int, links: Sequence[tuple[int, int]]) -> dict[OperationId, list[OperationId]]:
    found: dict[OperationId, list[OperationId]] = {}
    for one, other in links:
        if one % size != other % size:
            found.setdefault(OperationId(f"o{one % size}"), []).append(OperationId(f"o{other % size}"))
    return found


@pytest.mark.requirement("I-10")
@given(
    size=st.integers(2, 12),
    links=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30),
    chosen=st.sets(st.integers(0, 11)),
)
@settings(max_examples=200, deadline=None)
def test_what_a_choice_lacks_and_what_a_refusal_drops_are_two_sides_of_one_thing(size, links, chosen):
    needs, everything = chains(size, links), {f"o{number}" for number in range(size)}
    picked = {f"o{number % size}" for number in chosen}

    closed = picked | set(missing_for(needs, picked))
    left = everything - picked - set(falling_with(needs, picked))

    assert missing_for(needs, closed) == []
    assert missing_for(needs, left) == []
    for one in everything:
        lacks = {other for other in everything if one in falling_with(needs, [other])}
        assert lacks == set(missing_for(needs, [one]))


def test_what_is_stated_and_what_is_implied_count_alike_and_a_stranger_counts_as_nothing():
    operations = [
        node("A"),
        replace(node("B"), depends_on=["make-A", "nobody", "make-B"]),
        NodeUpdate(id="u", ref="B", set=NodeSet(descr="x")),
    ]

    assert dependencies(operations) == {"make-B": ["make-A"], "u": ["make-B"]}


# what is carried through ---------------------------------------------------------------------------------------------


@pytest.mark.requirement("WD-12", "I-10")
async def test_what_is_applied_is_exactly_what_was_shown_attributes_and_all():
    at = await review()
    given_ = NodeCreate(
        id="make-A", node_type="FUNC", name="A", descr="Does.", temp_id="A",
        attributes={"process": ["read", {"deep": [1, 2.5, None]}], "handles": {"in": "left"}},
    )  # fmt: skip

    proposal = await at.propose(given_, make_A="passage 7 of rules.pdf")
    await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    (shown,) = proposal.operations
    assert (shown.attributes, shown.provenance) == (given_.attributes, "passage 7 of rules.pdf")
    assert [each.attributes for each in at.table.project.graph.nodes.values()] == [given_.attributes]


@pytest.mark.requirement("I-10", "WD-05", "T-13", "D-67")
async def test_a_decision_is_kept_with_the_person_the_part_the_reason_and_the_commit():
    at = await review()
    proposal = await at.propose(*SHOP)

    decided = await at.proposals.decide(
        PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["make-Place"], feedback="Later."
    )

    assert decided.commit is not None
    kept = await at.now()
    assert kept.state == "partlyAccepted"
    assert kept.decided == ProposalDecision(
        decision="accept",
        operation_ids=["make-Place"],
        person=BEN,
        at=kept.decided.at,
        commit_id=decided.commit.commit_id,
        feedback="Later.",
    )
    with pytest.raises(ProposalClosed, match="partlyAccepted already, by ben"):
        await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=EVA)


@pytest.mark.requirement("WA-14", "I-10")
async def test_an_accepted_proposal_is_one_undo_of_whoever_accepted_it():
    at = await review()
    proposal = await at.propose(*SHOP)
    decided = await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    commits = [commit async for commit in at.table.project.commits()]

    assert decided.commit is not None
    assert stacks(commits, BEN.person_id).undo == [decided.commit.commit_id]


# editing and versions ------------------------------------------------------------------------------------------------


@pytest.mark.requirement("I-10")
async def test_edits_keep_where_an_operation_came_from_name_who_edited_it_and_keep_the_old_version():
    at = await review()
    first = await at.propose(*SHOP, make_Place="rule 3", make_Order="rule 4")

    second = await at.proposals.amend(
        PROPOSAL, digest=first.digest, edits={"make-Place": replace(node("Place"), name="PlaceOrder")}, person=BEN
    )

    marks = {each.id: (each.provenance, each.edited_by) for each in second.operations if each.provenance}
    assert marks["make-Place"] == ("rule 3", BEN)
    assert marks["make-Order"] == ("rule 4", first.operations[1].edited_by)
    assert second.depends_on == first.depends_on
    (past,) = second.previous
    assert (past.version, past.digest) == (1, first.digest)
    assert await at.proposals.versions(PROPOSAL) == [first, second]


@pytest.mark.requirement("I-10")
async def test_an_edit_of_an_operation_that_is_not_there_is_refused():
    at = await review()
    proposal = await at.propose(node("A"))

    with pytest.raises(GraphwrightError, match="no operation nobody"):
        await at.proposals.amend(PROPOSAL, digest=proposal.digest, edits={"nobody": node("B")}, person=BEN)


# the model moves on --------------------------------------------------------------------------------------------------


@pytest.mark.requirement("I-10", "D-66")
async def test_operations_whose_ground_is_gone_are_marked_renewed_on_demand_and_marked_off_again():
    at = await review()
    await at.change(node("A"), node("B"))
    await at.propose(
        NodeUpdate(id="a", ref="A.FN.001", set=NodeSet(name="Alpha")),
        NodeUpdate(id="b", ref="B.FN.002", set=NodeSet(name="Beta")),
    )

    await at.change(NodeUpdate(id="x", ref="A.FN.001", set=NodeSet(descr="Changed.")))
    stale = await at.now()
    await at.change(NodeUpdate(id="y", ref="A.FN.001", set=NodeSet(descr="Does.")))
    fresh = await at.now()
    await at.change(NodeUpdate(id="z", ref="B.FN.002", set=NodeSet(descr="Changed.")))
    again = await at.now()
    renewed = await at.proposals.amend(PROPOSAL, digest=again.digest, edits={}, person=BEN)

    assert [each.stale for each in (stale, fresh, again, renewed)] == [["a"], [], ["b"], []]
    assert [each.digest == renewed.digest for each in (stale, fresh, again)] == [False] * 3
    assert renewed.operations[1].before.descr == "Changed."
    assert [version.version for version in renewed.previous] == [1, 2, 3, 4]


@pytest.mark.requirement("I-10")
async def test_a_stale_part_does_not_keep_the_rest_from_being_accepted():
    at = await review()
    await at.change(node("A"), node("B"))
    proposal = await at.propose(
        NodeUpdate(id="a", ref="A.FN.001", set=NodeSet(name="Alpha")),
        NodeUpdate(id="b", ref="B.FN.002", set=NodeSet(name="Beta")),
    )
    await at.change(NodeUpdate(id="x", ref="A.FN.001", set=NodeSet(descr="Changed.")))

    await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["b"])

    assert sorted(each.name for each in at.table.project.graph.nodes.values()) == ["A", "Beta"]


@pytest.mark.requirement("I-10")
async def test_an_edge_whose_end_was_deleted_and_a_delete_whose_node_got_an_edge_are_stale():
    at = await review()
    await at.change(node("A"), node("R", "REQ"), node("C"))
    await at.propose(
        EdgeCreate(id="e", edge_type="satisfy", source="A.FN.001", target="R.RQ.001"),
        NodeDelete(id="d", ref="C.FN.002"),
    )

    await at.change(
        NodeDelete(id="x", ref="R.RQ.001"),
        node("Q", "REQ"),
        EdgeCreate(id="y", edge_type="satisfy", source="C.FN.002", target="Q"),
    )

    assert (await at.now()).stale == ["e", "d"]


@pytest.mark.requirement("I-10", "I-04")
async def test_a_change_that_is_ahead_of_an_acceptance_in_the_queue_still_makes_it_stale():
    """Both wait for the same group: what was shown is checked on the graph that the acceptance is planned on."""
    at = await review()
    await at.change(node("A"))
    proposal = await at.propose(NodeUpdate(id="a", ref="A.FN.001", set=NodeSet(name="Alpha")))

    changed, decided = await asyncio.gather(
        at.table.apply([NodeUpdate(id="x", ref="A.FN.001", set=NodeSet(descr="Changed."))], author=EVA),
        at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN),
        return_exceptions=True,
    )

    names = [each.name for each in at.table.project.graph.nodes.values()]
    assert not isinstance(changed, BaseException)
    assert isinstance(decided, ProposalStale) == (names == ["A"])
    assert isinstance(decided, ProposalStale)


# who may -------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("T-13", "WD-05")
async def test_with_four_eyes_neither_whose_run_it_was_nor_who_edited_it_decides():
    at = await review()
    await at.table.project.configure(four_eyes=True)
    proposal = await at.propose(node("A"))
    proposal = await at.proposals.amend(
        PROPOSAL, digest=proposal.digest, edits={"make-A": replace(node("A"), name="B")}, person=BEN
    )

    for person in (ANA, BEN):
        with pytest.raises(AccessDenied, match="four eyes"):
            await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=person)
    await at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=EVA)

    assert at.table.model() == ["B.FN.001"]


@pytest.mark.requirement("I-10")
async def test_only_its_author_withdraws_a_proposal_and_then_nobody_accepts_it():
    at = await review()
    proposal = await at.propose(node("A"))

    with pytest.raises(AccessDenied):
        await at.proposals.withdraw(PROPOSAL, person=BEN)
    await at.proposals.withdraw(PROPOSAL, person=ANA)

    assert (await at.now()).state == "withdrawn"
    for trying in (
        at.proposals.withdraw(PROPOSAL, person=ANA),
        at.proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN),
        at.proposals.amend(PROPOSAL, digest=proposal.digest, edits={}, person=BEN),
    ):
        with pytest.raises(ProposalClosed):
            await trying
    assert at.table.model() == []


@pytest.mark.requirement("I-08", "I-10", "R-122")
async def test_a_proposal_whose_time_is_over_ends_without_being_touched():
    at = await review()
    await at.propose(node("A"))
    clock = at.table.project.clock
    assert isinstance(clock, ManualClock)

    expires_at = (await at.now()).expires_at
    assert expires_at is not None
    clock.advance((expires_at - clock.now()).total_seconds() - 1)
    before = await at.standing.sweep(clock.now())
    clock.advance(1)
    ended = await at.standing.sweep(clock.now())
    again = await at.standing.sweep(clock.now())

    assert (before, ended, again) == ([], [PROPOSAL], [])
    assert (await at.now()).state == "expired"


# many at once --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("I-10", "R-23", "T-13")
@pytest.mark.parametrize("seed", range(40))
async def test_of_many_who_decide_edit_withdraw_and_change_at_once_exactly_one_ends_the_proposal(seed):
    """Whatever the order: one end, told to everybody else; at most one commit, and it is what was decided."""
    dice = random.Random(seed)
    at = await review()
    await at.change(node("Ground"))
    proposal = await at.propose(node("A"), NodeUpdate(id="u", ref="Ground.FN.001", set=NodeSet(name="Base")))
    clock = at.table.project.clock
    assert isinstance(clock, ManualClock)

    async def again(doing: Callable[[str], Awaitable[object]]) -> object:
        """As a person would: look at the newest version and try again until it is over."""
        while True:
            await asyncio.sleep(0)
            try:
                return await doing((await at.now()).digest)
            except ProposalStale:
                continue

    def accept(person: Author) -> Awaitable[object]:
        return again(lambda digest: at.proposals.decide(PROPOSAL, digest=digest, decision="accept", person=person))

    def reject(person: Author) -> Awaitable[object]:
        return again(lambda digest: at.proposals.decide(PROPOSAL, digest=digest, decision="reject", person=person))

    edit = {"make-A": replace(node("A"), descr="Edited.")}
    ends = [
        accept(ANA),
        accept(BEN),
        accept(EVA),
        reject(BEN),
        reject(EVA),
        at.proposals.withdraw(PROPOSAL, person=ANA),
    ]
    beside = [
        at.proposals.amend(PROPOSAL, digest=proposal.digest, edits=edit, person=BEN),
        at.table.apply([NodeUpdate(id="x", ref="Ground.FN.001", set=NodeSet(descr="Moved."))], author=EVA),
    ]
    dice.shuffle(ends)
    chosen = ends[: dice.randint(1, len(ends))]
    for unused in ends[len(chosen) :]:
        unused.close()  # type: ignore[attr-defined]  # coroutines
    doing = [*chosen, *beside]
    dice.shuffle(doing)
    results = dict(zip(map(id, doing), await asyncio.gather(*doing, return_exceptions=True), strict=True))
    await at.standing.settled()

    won = [one for one in chosen if not isinstance(results[id(one)], BaseException)]
    lost = [results[id(one)] for one in chosen if one not in won]
    ended = await at.now()
    commits = [commit async for commit in at.table.project.commits() if commit.proposal_id == PROPOSAL]
    assert len(won) == 1, lost
    assert all(isinstance(error, ProposalClosed) for error in lost), lost
    assert ended.state in {"accepted", "rejected", "withdrawn"}
    assert len(commits) == (ended.state == "accepted")
    if commits:
        assert isinstance(ended.decided, ProposalDecision)
        assert (ended.decided.person, ended.decided.commit_id) == (commits[0].author, commits[0].commit_id)
