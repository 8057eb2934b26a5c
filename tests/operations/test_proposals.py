"""Proposals: bound to what was shown, used once, closed subsets, renewed when the model moved on (ADR-08)."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from graphwright.errors import GraphwrightError, NotClosed, ProposalClosed, ProposalStale
from graphwright.operations.commit import Submission
from graphwright.operations.policy import needs_approval
from graphwright.operations.proposals import Proposals
from graphwright.ports import ManualClock
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
    Proposal,
)
from tests.places import ANA, BEN, Table, open_table

PROPOSAL = ProposalId("01900000-0000-7000-8000-0000000000aa")


def make(name: str, node_type: str = "FUNC") -> NodeCreate:
    return NodeCreate(id=f"make-{name}", node_type=node_type, name=name, descr="Does.", temp_id=name)


async def propose(table: Table, *operations: Operation) -> tuple[Proposals, Proposal]:
    proposals = Proposals(table.project, table.committer)
    change_set = ChangeSet(base_revision=table.project.graph.revision, operations=list(operations))
    plan = table.committer.dry_run(Submission(change_set=change_set, author=ANA, origin="run"))
    await table.project.record([proposals.draft(plan, proposal_id=PROPOSAL, author=ANA, origin="run")])
    return proposals, await proposals.get(PROPOSAL)


SET = (make("A"), make("R", "REQ"), EdgeCreate(id="link", edge_type="st", source="A", target="R"))


@pytest.mark.requirement("I-10", "R-23")
async def test_accepting_applies_exactly_what_was_shown_and_records_who_did():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    decided = await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert table.model() == ["A.FN.001", "R.RQ.001", "A.FN.001 -satisfy-> R.RQ.001"]
    assert decided.commit is not None
    assert (decided.commit.author, decided.commit.proposal_id) == (BEN, PROPOSAL)
    assert (decided.event.person, decided.event.commit_id) == (BEN, decided.commit.commit_id)
    assert (await proposals.get(PROPOSAL)).state == "accepted"


@pytest.mark.requirement("I-10")
async def test_a_rejected_proposal_changes_nothing_and_is_closed():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="reject", person=BEN, feedback="no")

    with pytest.raises(ProposalClosed):
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)
    assert table.model() == []


@pytest.mark.requirement("I-10", "R-23")
async def test_two_people_who_decide_at_once_make_one_decision():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    results = await asyncio.gather(
        *(
            proposals.decide(PROPOSAL, digest=proposal.digest, decision=decision, person=person)
            for decision, person in (("accept", ANA), ("accept", BEN), ("reject", BEN))
        ),
        return_exceptions=True,
    )

    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert table.project.graph.revision <= 1


@pytest.mark.requirement("R-23")
async def test_another_digest_than_the_one_that_was_shown_is_refused():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    for digest in (proposal.digest[:-1] + ("0" if proposal.digest[-1] != "0" else "1"), "", proposal.digest.upper()):
        with pytest.raises(ProposalStale):
            await proposals.decide(PROPOSAL, digest=digest, decision="accept", person=BEN)


@pytest.mark.requirement("R-23", "I-10")
async def test_every_field_of_an_operation_is_in_its_digest():
    table = await open_table()
    _, proposal = await propose(table, make("A"), make("B"))

    digests = {operation.digest for operation in proposal.operations}

    assert len(digests) == len(proposal.operations)


@pytest.mark.requirement("I-10", "R-23")
async def test_a_proposal_whose_before_no_longer_holds_is_renewed_and_must_be_looked_at_again():
    table = await open_table()
    await table.apply([make("A")])
    proposals, proposal = await propose(table, NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="Alpha")))
    await table.apply([NodeUpdate(id="x", ref="A.FN.001", set=NodeSet(descr="Changed."))], author=BEN)

    with pytest.raises(ProposalStale) as stale:
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)
    renewed = await proposals.get(PROPOSAL)
    await proposals.decide(PROPOSAL, digest=renewed.digest, decision="accept", person=BEN)

    assert (stale.value.fields["version"], renewed.version) == (2, 2)
    assert [(node.name, node.descr) for node in table.project.graph.nodes.values()] == [("Alpha", "Changed.")]


@pytest.mark.requirement("I-10")
async def test_a_proposal_survives_changes_that_it_does_not_touch():
    table = await open_table()
    await table.apply([make("A")])
    proposals, proposal = await propose(table, NodeUpdate(id="u", ref="A.FN.001", set=NodeSet(name="Alpha")))
    await table.apply([make("B")], author=BEN)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert table.model() == ["A.FN.001", "B.FN.002"]


@pytest.mark.requirement("I-10")
async def test_a_subset_must_be_closed_and_the_server_never_adds_to_it():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    with pytest.raises(NotClosed) as open_subset:
        await proposals.decide(
            PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["link", "make-A"]
        )
    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["make-R"])

    assert open_subset.value.fields == {"missing": ["make-R"], "falling": ["link"]}
    assert table.model() == ["R.RQ.001"]
    assert (await proposals.get(PROPOSAL)).state == "partlyAccepted"


@pytest.mark.requirement("I-10")
async def test_an_operation_that_the_proposal_does_not_have_cannot_be_chosen():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    with pytest.raises(GraphwrightError, match="no operation nope"):
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["nope"])


@pytest.mark.requirement("I-10")
async def test_edits_make_a_new_version_with_a_new_digest():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)

    amended = await proposals.amend(
        PROPOSAL, digest=proposal.digest, edits={"make-A": replace(make("A"), name="Better")}, person=BEN
    )
    with pytest.raises(ProposalStale):
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)
    await proposals.decide(PROPOSAL, digest=amended.digest, decision="accept", person=BEN)

    assert amended.version == 2
    assert "Better.FN.001" in table.model()


@pytest.mark.requirement("I-10", "I-08", "R-122")
@pytest.mark.parametrize(("early_s", "is_over"), [(1, False), (0, True)])
async def test_a_proposal_can_be_decided_until_the_moment_in_which_it_expires(early_s: int, is_over: bool):
    table = await open_table()
    proposals, proposal = await propose(table, *SET)
    clock = table.project.clock
    assert isinstance(clock, ManualClock)
    assert proposal.expires_at is not None
    clock.advance((proposal.expires_at - clock.now()).total_seconds() - early_s)
    decision = proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    if is_over:
        with pytest.raises(ProposalClosed):
            await decision
    else:
        await decision
    assert (await proposals.get(PROPOSAL)).state == ("expired" if is_over else "accepted")


@pytest.mark.requirement("I-10", "I-08")
async def test_an_expired_proposal_cannot_be_decided():
    table = await open_table()
    proposals, proposal = await propose(table, *SET)
    clock = table.project.clock
    assert isinstance(clock, ManualClock)
    clock.advance(31 * 24 * 3600)

    with pytest.raises(ProposalClosed):
        await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert (await proposals.get(PROPOSAL)).state == "expired"


@pytest.mark.requirement("I-10")
@pytest.mark.parametrize(
    ("policy", "foreign", "operations", "asks"),
    [
        ("auto", False, [make("New")], False),
        ("auto", True, [make("New")], True),
        ("review", False, [make("New")], True),
        ("locked", False, [make("New")], True),
        ("auto", False, [NodeDelete(id="d", ref="N1.FN.001")], True),
        (
            "auto",
            False,
            [NodeUpdate(id=f"u{n}", ref=f"N{n}.FN.{n:03}", set=NodeSet(descr="x")) for n in range(1, 51)],
            False,
        ),
        (
            "auto",
            False,
            [NodeUpdate(id=f"u{n}", ref=f"N{n}.FN.{n:03}", set=NodeSet(descr="x")) for n in range(1, 52)],
            True,
        ),
    ],
)
async def test_the_policy_says_when_a_person_must_look(policy, foreign, operations, asks):
    table = await open_table()
    await table.apply([make(f"N{number}") for number in range(1, 60)])
    plan = table.committer.dry_run(
        Submission(change_set=ChangeSet(base_revision=1, operations=operations), author=ANA, origin="run")
    )

    assert (needs_approval(plan, policy, foreign_text=foreign) is not None) is asks


# edges that the proposal makes itself ---------------------------------------------------------------------------------

FLOWS = (make("A"), make("F", "FLOW"), EdgeCreate(id="link", edge_type="io", source="F", target="A", temp_id="way"))
LABEL = EdgeUpdate(id="label", edge_type="io", source="F", target="A", set=EdgeSet(attributes={"label": "in"}))
BY_TEMP_ID = EdgeUpdate(id="label", ref="way", set=EdgeSet(attributes={"label": "in"}))


@pytest.mark.requirement("A-10", "I-10")
@pytest.mark.parametrize("update", [LABEL, BY_TEMP_ID], ids=["by its ends", "by its temp id"])
async def test_an_edge_that_is_made_and_updated_in_one_proposal_comes_out_updated(update: EdgeUpdate):
    table = await open_table()
    proposals, proposal = await propose(table, *FLOWS, update)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert proposal.problems == []
    assert [edge.attributes for edge in table.project.graph.edges.values()] == [{"label": "in"}]


@pytest.mark.requirement("I-10")
async def test_an_update_of_a_proposed_edge_is_not_accepted_without_the_edge():
    table = await open_table()
    proposals, proposal = await propose(table, *FLOWS, LABEL)

    with pytest.raises(NotClosed) as lacking:
        await proposals.decide(
            PROPOSAL, digest=proposal.digest, decision="accept", person=BEN, operation_ids=["make-A", "make-F", "label"]
        )

    assert lacking.value.fields["missing"] == ["link"]


@pytest.mark.requirement("I-10", "A-10")
async def test_a_new_edge_that_was_turned_round_joins_the_nodes_that_were_named():
    table = await open_table()
    await table.apply([make("R", "REQ")])
    proposals, proposal = await propose(
        table, make("T", "TEST"), EdgeCreate(id="link", edge_type="vf", source="T", target="R.RQ.001")
    )

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=BEN)

    assert table.model() == ["R.RQ.001", "T.TS.001", "R.RQ.001 -verify-> T.TS.001"]


def named(name: str, alias: str, node_type: str = "MOD") -> NodeCreate:
    return NodeCreate(id=f"make-{alias}", node_type=node_type, name=name, descr="Howls.", semantic_id=alias)


@pytest.mark.requirement("U-647")
async def test_what_a_proposal_makes_and_somebody_made_since_is_taken_and_stays_where_it_was_put():
    table = await open_table()
    await table.apply([make("Plant", "SYS"), make("Tower", "MOD")])
    proposals, proposal = await propose(
        table,
        named("Siren", "Siren.MD.002"),
        make("Howl"),
        EdgeCreate(id="in", edge_type="cp", source="Plant.SY.001", target="Siren.MD.002"),
        EdgeCreate(id="by", edge_type="al", source="Howl", target="Siren.MD.002"),
    )
    put = EdgeCreate(id="of", edge_type="cp", source="Tower.MD.001", target="s")
    await table.apply([NodeCreate(id="s", node_type="MOD", name="siren", temp_id="s"), put], author=BEN)

    decided = await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=ANA)

    [siren] = [node for node in table.project.graph.nodes.values() if node.name.lower() == "siren"]
    tower = table.project.graph.parent(siren.node_id)
    assert (tower is not None and tower.name, siren.descr) == ("Tower", "Howls.")
    assert [edge.edge_type for edge in table.project.graph.incoming(siren.node_id)] == ["compose"]
    assert [node.name for node in table.project.graph.targets(siren.node_id, "allocate")] == ["Howl"]
    assert (decided.event.state, (await proposals.get(PROPOSAL)).state) == ("accepted", "accepted")


@pytest.mark.requirement("U-647")
async def test_a_second_one_of_a_name_that_was_there_when_it_was_proposed_is_made():
    table = await open_table()
    await table.apply([make("Siren", "MOD")])
    proposals, proposal = await propose(table, named("Siren", "Siren.MD.002"))
    await table.apply([make("Else")], author=BEN)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=ANA)

    assert table.model() == ["Else.FN.001", "Siren.MD.001", "Siren.MD.002"]


@pytest.mark.requirement("U-647")
async def test_an_id_that_was_given_to_something_else_since_keeps_nobody_from_accepting():
    table = await open_table()
    proposals, proposal = await propose(
        table,
        named("Fire Siren", "FireSiren.MD.001"),
        make("Howl"),
        EdgeCreate(id="by", edge_type="al", source="Howl", target="FireSiren.MD.001"),
    )
    await table.apply([NodeCreate(id="s", node_type="MOD", name="FireSiren")], author=BEN)
    await table.apply([NodeUpdate(id="u", ref="FireSiren.MD.001", set=NodeSet(name="Horn"))], author=BEN)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=ANA)

    assert sorted(node.name for node in table.project.graph.nodes.values()) == ["Fire Siren", "Horn", "Howl"]
    assert len(table.project.graph.edges) == 1


@pytest.mark.requirement("U-647")
async def test_a_connection_that_somebody_made_since_is_no_reason_to_refuse():
    table = await open_table()
    await table.apply([make("Howl")])
    proposals, proposal = await propose(
        table,
        named("Siren", "Siren.MD.001"),
        EdgeCreate(id="by", edge_type="al", source="Howl.FN.001", target="Siren.MD.001"),
    )
    done = EdgeCreate(id="d", edge_type="al", source="Howl.FN.001", target="s")
    await table.apply([NodeCreate(id="s", node_type="MOD", name="Siren", temp_id="s"), done], author=BEN)

    await proposals.decide(PROPOSAL, digest=proposal.digest, decision="accept", person=ANA)

    assert table.model() == ["Howl.FN.001", "Siren.MD.001", "Siren.MD.001 -allocate-> Howl.FN.001"]
