"""Commands by which a person decides what was proposed: proposals, decide, amend."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from msgspec import Raw

from graphwright.cli.changing import readable_names
from graphwright.cli.output import Line, Output, counted, operation_line
from graphwright.errors import InvalidCommand
from graphwright.formats.cleaning import visible
from graphwright.operations.commit import commit_of
from graphwright.operations.subsets import dependencies, falling_with
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.ids import OperationId, ProposalId
from graphwright.protocol.operations import Commit, Operation, Proposal
from graphwright.protocol.wire import decode, decode_with, strict_operation_decoder
from graphwright.turns.continuing import Feedback
from graphwright.workbench import OpenProject, Workbench

WAITS: Final = 4
"""Exit code: durable, but a person must act."""
EDITS_BYTES: Final = 16 * 1024 * 1024


async def proposals(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List what waits for a decision, with its operations; with `--all` also what is decided."""
    open_project = await workbench.open_project(options.project)
    found = [each for each in await open_project.proposals.all() if options.all or each.state == "open"]
    lines = [line for proposal in found for line in proposal_lines(open_project, proposal)]
    output.result({"proposals": found}, lines or ["no proposals wait for a decision"])
    return 0


async def decide(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Accept, reject or withdraw; a run that waited for it goes on."""
    open_project = await workbench.open_project_of("proposal", options.proposal)
    proposal = await open_project.proposals.get(ProposalId(options.proposal))
    person = await workbench.owner()
    if options.decision == "withdraw":
        withdrawn = await open_project.proposals.withdraw(proposal.proposal_id, person=person)
        output.result({"proposal": withdrawn}, [f"withdrew {counted(len(withdrawn.operations), 'operation')}"])
        return await _went_on(open_project, proposal)
    only, falling = _chosen(proposal, options)
    feedback = Feedback(open_project.project, open_project.engine, person)
    decided = await open_project.proposals.decide(
        proposal.proposal_id,
        digest=options.digest or proposal.digest,
        decision=options.decision,
        person=person,
        operation_ids=only,
        feedback=UNSET if options.feedback is None else options.feedback,
        following=feedback.following,
    )
    code = await _went_on(open_project, proposal)
    code = await _talked_on(open_project, feedback, output) or code
    commit: Commit | None = None if decided.commit is None else commit_of(decided.commit)
    count = counted(len(proposal.operations), "operation")
    lines = [f"these fall with what you left out: {', '.join(falling)}"] if falling else []
    accepted = f"accepted {len(decided.event.operation_ids)} of {count}"
    lines.append(accepted if options.decision == "accept" else f"rejected all {count}")
    if commit is not None:
        lines.append(f"applied as revision {commit.revision} (commit {commit.commit_id})")
    output.result(
        {
            "proposalId": proposal.proposal_id,
            "decision": options.decision,
            "operationIds": decided.event.operation_ids,
            "falling": falling,
            "commit": commit,
            "commitId": None if commit is None else commit.commit_id,
        },
        lines,
    )
    return code


async def _talked_on(open_project: OpenProject, feedback: Feedback, output: Output) -> int:
    """Feedback is answered like any message (D-67); waits for the answer."""
    following = feedback.go_on()
    if following is None:
        return 0
    state = await open_project.engine.settled(following.run.run_id)
    thread_id = following.question.thread_id
    output.note(f"graphwright: your feedback was answered; read it with: graphwright thread {thread_id}")
    return WAITS if state.status == "waiting" or state.outcome == "proposed" else 0


async def amend(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Replace operations by edited ones, or without a file renew them all: a new version."""
    open_project = await workbench.open_project_of("proposal", options.proposal)
    proposal = await open_project.proposals.get(ProposalId(options.proposal))
    edits = {} if options.file is None else _edits(options.file, output)
    made = await open_project.proposals.amend(
        proposal.proposal_id, digest=options.digest or proposal.digest, edits=edits, person=await workbench.owner()
    )
    output.result({"proposal": made}, proposal_lines(open_project, made))
    return WAITS


def proposal_lines(open_project: OpenProject, proposal: Proposal) -> list[Line]:
    """A proposal with the ids that `--only` and `--without` take."""
    reason = "" if isinstance(proposal.reason, UnsetType) else f": {proposal.reason[:80]}"
    lines: list[Line] = [
        f"proposal {proposal.proposal_id}, version {proposal.version}, by {proposal.author.name}{reason}"
    ]
    names, by_id = readable_names(open_project), {operation.id: operation for operation in proposal.operations}
    in_batches = [operation_id for batch in proposal.batches for operation_id in batch]
    width = min(24, max(map(len, by_id), default=0))
    for operation_id in in_batches or by_id:
        operation = by_id[operation_id]
        said = [] if isinstance(operation.provenance, UnsetType) else [f"from {operation.provenance[:80]}"]
        said += [] if isinstance(operation.edited_by, UnsetType) else [f"edited by {operation.edited_by.name}"]
        said += [f"needs {', '.join(needs)}"] if (needs := proposal.depends_on.get(operation_id)) else []
        said += ["the model has changed since"] if operation_id in proposal.stale else []
        beside = f"  ({'; '.join(said)})" if said else ""
        lines.append(f"    {visible(operation_id):<{width}}  {operation_line(operation, names)}{visible(beside)}")
    if proposal.problems:
        lines += ["  problems:", *proposal.problems]
    if proposal.findings:
        lines += ["  findings:", *proposal.findings]
    if proposal.state != "open":
        return [*lines, f"  {proposal.state}{_by_whom(proposal)}"]
    return [
        *lines,
        f"  graphwright decide {proposal.proposal_id} accept|reject|withdraw [--only OP,...|--without OP,...]",
    ]


def _by_whom(proposal: Proposal) -> str:
    decided = proposal.decided
    if isinstance(decided, UnsetType):
        return ""
    feedback = "" if isinstance(decided.feedback, UnsetType) else f": {visible(decided.feedback[:200])}"
    return f" by {decided.person.name}{feedback}"


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
    """Tell the run that waited, and wait with it; 4 when it waits for somebody again."""
    from graphwright.cli.talking import settled

    await open_project.engine.decided(proposal.proposal_id)
    if isinstance(proposal.run_id, UnsetType):
        return 0
    return WAITS if (await settled(open_project, proposal.run_id)).status == "waiting" else 0


def _edits(name: str, output: Output) -> dict[OperationId, Operation]:
    """The operations in a file (or standard input), by their ids."""
    try:
        data = output.standard_input(EDITS_BYTES + 1) if name == "-" else Path(name).read_bytes()
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None
    if len(data) > EDITS_BYTES:
        raise InvalidCommand(f"{name} is larger than {EDITS_BYTES // 1024 // 1024} MiB")
    edited = [decode_with(strict_operation_decoder, bytes(raw)) for raw in decode(data, list[Raw])]
    return {operation.id: operation for operation in edited}
