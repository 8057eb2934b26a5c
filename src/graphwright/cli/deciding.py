"""Commands about what waits for a person: derive opens a proposal; proposals, decide and amend end one."""

from __future__ import annotations

import argparse
from typing import Final

from msgspec import Raw

from graphwright.actions.messages import MessageAccepted
from graphwright.actions.proposals import DecisionResult
from graphwright.cli.acting import act, new_id, settled
from graphwright.cli.files import read_file
from graphwright.cli.output import Output, counted
from graphwright.cli.proposals import WAITS, proposal_lines
from graphwright.errors import InvalidCommand, NothingToPropose
from graphwright.operations.commit import commit_of
from graphwright.operations.history import commits_of
from graphwright.operations.subsets import dependencies, falling_with
from graphwright.protocol.base import Record
from graphwright.protocol.commands import ModelDerive, ProposalAmend, ProposalDecide, ProposalWithdraw
from graphwright.protocol.ids import OperationId, ProposalId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.wire import decode
from graphwright.workbench import OpenProject, Workbench

EDITS_BYTES: Final = 16 * 1024 * 1024


async def derive(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Open a proposal of what follows; 4, because a person must act."""
    open_project = await workbench.open_project(options.project)
    command = ModelDerive(
        command_id=new_id(workbench),
        product=options.product,
        about=options.about,
    )
    try:
        proposal = decode((await act(workbench, open_project, command)).result, Proposal)
    except NothingToPropose as nothing:
        output.result({"outcome": "answered", "proposal": None}, [nothing.message])
        return 0
    output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal, output))
    return WAITS


async def proposals(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List what waits for a decision, with its operations; with `--all` also what is decided."""
    open_project = await workbench.open_project(options.project)
    found = [each for each in await open_project.proposals.all() if options.all or each.state == "open"]
    lines = [line for proposal in found for line in proposal_lines(open_project, proposal, output)]
    output.result({"proposals": found}, lines or ["no proposals wait for a decision"])
    return 0


async def decide(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Accept, reject or withdraw; a run that waited for it goes on."""
    open_project = await workbench.open_project_of("proposal", options.proposal)
    proposal = await open_project.proposals.get(ProposalId(options.proposal))
    command_id = new_id(workbench)
    if options.decision == "withdraw":
        command = ProposalWithdraw(command_id=command_id, proposal_id=proposal.proposal_id)
        withdrawn = decode((await act(workbench, open_project, command)).result, Proposal)
        output.result({"proposal": withdrawn}, [f"withdrew {counted(len(withdrawn.operations), 'operation')}"])
        return await _went_on(open_project, proposal)
    only, falling = _chosen(proposal, options)
    decision = ProposalDecide(
        command_id=command_id,
        proposal_id=proposal.proposal_id,
        digest=options.digest or proposal.digest,
        decision=options.decision,
        operation_ids=only,
        feedback=options.feedback,
    )
    decided = decode((await act(workbench, open_project, decision)).result, DecisionResult)
    code = await _went_on(open_project, proposal)
    code = await _talked_on(open_project, decided.said, output) or code
    made = [] if decided.commit_id is None else await commits_of(open_project.project, decided.commit_id)
    commit = commit_of(made[0]) if made else None
    count = counted(len(proposal.operations), "operation")
    lines = [f"these fall with what you left out: {', '.join(falling)}"] if falling else []
    accepted = f"accepted {len(decided.operation_ids)} of {count}"
    lines.append(accepted if options.decision == "accept" else f"rejected all {count}")
    if commit is not None:
        lines.append(output.say("applied", revision=str(commit.revision), commit=commit.commit_id))
    output.result(
        {
            "proposalId": proposal.proposal_id,
            "decision": options.decision,
            "operationIds": decided.operation_ids,
            "falling": falling,
            "commit": commit,
            "commitId": None if commit is None else commit.commit_id,
        },
        lines,
    )
    return code


async def _talked_on(open_project: OpenProject, said: MessageAccepted | None, output: Output) -> int:
    """Feedback is answered like any message (D-67); waits for the answer."""
    if said is None or said.run_id is None:
        return 0
    state = await open_project.engine.settled(said.run_id)
    output.note(f"graphwright: your feedback was answered; read it with: graphwright thread {said.thread_id}")
    return WAITS if state.status == "waiting" or state.outcome == "proposed" else 0


async def amend(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Replace operations by edited ones, or without a file renew them all: a new version."""
    open_project = await workbench.open_project_of("proposal", options.proposal)
    proposal = await open_project.proposals.get(ProposalId(options.proposal))
    command = ProposalAmend(
        command_id=new_id(workbench),
        proposal_id=proposal.proposal_id,
        digest=options.digest or proposal.digest,
        edits={} if options.file is None else _edits(options.file, output),
    )
    made = decode((await act(workbench, open_project, command)).result, Proposal)
    output.result({"proposal": made}, proposal_lines(open_project, made, output))
    return WAITS


def _chosen(proposal: Proposal, options: argparse.Namespace) -> tuple[list[OperationId] | None, list[OperationId]]:
    """The operations to accept, and those that are left out because others are."""
    only, without = _listed(options.only), _listed(options.without)
    if only is not None and without is not None:
        raise InvalidCommand("--only and --without say the same from two ends; give one of them")
    if options.decision == "reject" and (only is not None or without is not None):
        raise InvalidCommand("a proposal is rejected as a whole; to reject a part, accept it --without that part")
    if without is None:
        return only, []
    known = [operation.id for operation in proposal.operations]
    if unknown := [each for each in without if each not in known]:
        raise InvalidCommand(f"the proposal has no operation {', '.join(unknown)[:200]}")
    falling = falling_with(proposal.depends_on or dependencies(proposal.operations), without)
    return [each for each in known if each not in {*without, *falling}], falling


def _listed(text: str | None) -> list[OperationId] | None:
    return None if text is None else [OperationId(part.strip()) for part in text.split(",") if part.strip()]


async def _went_on(open_project: OpenProject, proposal: Proposal) -> int:
    """Wait with the run that waited; 4 when it waits for somebody again."""
    if proposal.run_id is None:
        return 0
    return WAITS if (await settled(open_project, proposal.run_id)).status == "waiting" else 0


def _edits(name: str, output: Output) -> dict[OperationId, Raw]:
    """The operations in a file (or standard input), by their ids."""
    data = read_file(name, output, EDITS_BYTES)
    if len(data) > EDITS_BYTES:
        raise InvalidCommand(f"{name} is larger than {EDITS_BYTES // 1024 // 1024} MiB")
    return {decode(bytes(raw), _NamedOperation).id: raw for raw in decode(data, list[Raw])}


class _NamedOperation(Record, frozen=True, kw_only=True):
    """An operation, as far as it says what it is called."""

    id: OperationId
