"""Discussions: what may be begun, and how people take part in one that is under way (ADR-15).

Steering is made durable with the message that everybody reads, and heard by the discussion before its next turn; who
comes after its last look is told so. Who speaks is who is logged in: nobody can speak as a persona.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.discussion.discussion_state import WORKFLOW, discussion_of, run_of
from graphwright.discussion.options import MAX_ROUNDS, cast_of, read_options
from graphwright.discussion.steering import is_over, votes_given
from graphwright.discussion.votes import MAX_REASON
from graphwright.errors import Conflict, InvalidCommand, LimitExceeded, NotFound
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.commands import DiscussionSteer
from graphwright.protocol.events import DiscussionSteered, DurableEvent, RunStarted
from graphwright.protocol.ids import MessageId, RunId
from graphwright.protocol.runs import ENDED_RUN, SteerAction
from graphwright.protocol.wire import decode
from graphwright.threads import newest, posted
from graphwright.turns.workflow import WorkflowRequest

_RECENT: Final = 200
MAX_VOTES: Final = 100
"""Of one person on one claim: whoever changes their mind more often plays with the button."""


class SteeringAccepted(Record, frozen=True, kw_only=True):
    """It is heard before the next turn, or stands beside the decision."""

    run_id: RunId
    action: SteerAction
    message_id: MessageId | None = None
    """Of what was said."""


async def check(context: CommandContext, request: WorkflowRequest) -> None:
    """May this discussion begin? `InvalidCommand`, `LimitExceeded`; `NotFound` for a document or language model."""
    options = context.open_project.discuss.check(request)
    await context.open_project.library.check_known(options.documents)
    most = context.workbench.settings.discuss_per_minute
    if most is None:
        return
    project, now = context.project, context.workbench.clock.now()
    mine = [
        run
        for run in await project.read_all(RunStarted, newest=_RECENT)
        if run.workflow == WORKFLOW
        and run.author.person_id == context.person.person_id
        and now - run.started_at < timedelta(minutes=1)
    ]
    if len(mine) >= most:
        message = f"you have begun {len(mine)} discussions within a minute, {most} are allowed; wait a little"
        raise LimitExceeded(message, retry="later")


@action(DiscussionSteer, right="ask")
async def steer(command: DiscussionSteer, context: CommandContext) -> Raw:
    """Say something, ask one persona, add rounds, vote on a claim, or let it end after this turn."""
    project = context.project
    run = await run_of(project, command.run_id)
    if command.action != "vote":
        await _check_heard(project, run)
    text = "" if command.text is None else command.text.strip()
    if command.action == "vote":
        text = " ".join(text.split())  # a line of a list, wherever it is read
    _check(command, run, text)
    if command.action == "vote":
        await _check_vote(command, context, text)
    event = DiscussionSteered(
        run_id=command.run_id,
        person=context.person,
        action=command.action,
        text=text or None,
        persona=command.persona,
        rounds=command.rounds,
        claim_id=command.claim_id,
        stance=command.stance,
    )
    events: list[DurableEvent] = []
    if text and command.action != "vote" and run.thread_id is not None:
        parent = await newest(project.store, project.project_id, run.thread_id)
        said, told = posted(
            text,
            author=context.person,
            thread_id=run.thread_id,
            ids=project.ids,
            clock=project.clock,
            parent=parent,
        )
        event = replace(event, message_id=said.message_id)
        events += [replace(each, run_id=command.run_id) if each is said else each for each in told]
    steered = SteeringAccepted(run_id=command.run_id, action=command.action, message_id=event.message_id)
    answer = await context.record([*events, event], steered)
    if command.action != "vote":
        await _check_heard(project, await run_of(project, command.run_id))  # it may have come to its end meanwhile
    return answer


async def _check_heard(project: Project, run: RunStarted) -> None:
    """Does anybody still listen to what people say? `Conflict`."""
    if run.status in ENDED_RUN:
        message = f"the discussion is {run.status}; begin another one, or take it up again"
        raise Conflict(message)
    if await is_over(project, run.run_id):
        message = "the discussion has made its decision and comes to its end; begin another one when it is there"
        raise Conflict(message)


def _check(command: DiscussionSteer, run: RunStarted, text: str) -> None:
    """Does the command hold what its action needs, and nothing else?"""
    request = decode(bytes(run.request), WorkflowRequest)
    personas = [persona.name for persona in cast_of(read_options(request.options, request.text))]
    if command.action in {"speak", "askPersona"} and not text:
        raise InvalidCommand(f"{command.action} needs a text", path="$.text")
    if command.action == "askPersona":
        if command.persona is None:
            raise InvalidCommand(f"askPersona needs one of {', '.join(personas)} as persona", path="$.persona")
        if command.persona not in personas:
            message = f"there is no persona {command.persona[:80]!r} here; ask one of {', '.join(personas)}"
            raise NotFound(message)
    elif command.persona is not None:
        message = f"{command.action} takes no persona: people speak as themselves"
        raise InvalidCommand(message, path="$.persona")
    if command.action != "addRounds" and command.rounds is not None:
        raise InvalidCommand(f"{command.action} takes no rounds", path="$.rounds")
    if command.rounds is not None and not 1 <= command.rounds <= MAX_ROUNDS:
        raise InvalidCommand(f"rounds is a number from 1 to {MAX_ROUNDS}", path="$.rounds")
    if command.action != "vote" and (command.claim_id is not None or command.stance is not None):
        raise InvalidCommand(f"{command.action} takes no claim and no stance", path="$.claimId")


async def _check_vote(command: DiscussionSteer, context: CommandContext, reason: str) -> None:
    """Is it clear on what, and how? And may there be one more?"""
    if command.claim_id is None or command.stance is None:
        message = "vote needs the number of a claim, such as 4.1, and agree, object or withdrawn as stance"
        raise InvalidCommand(message, path="$.claimId" if command.claim_id is None else "$.stance")
    if len(reason) > MAX_REASON:
        raise LimitExceeded(f"the reason of a vote has at most {MAX_REASON} characters, not {len(reason)}")
    record = (await discussion_of(context.project, command.run_id)).record
    if not any(each.claim_id == command.claim_id for made in record.arguments for each in made.arguments):
        raise NotFound(f"there is no claim {command.claim_id!r} in this discussion")
    given = await votes_given(context.project, command.run_id)
    mine = [vote for vote in given if (vote.claim_id, vote.person_id) == (command.claim_id, context.person.person_id)]
    if len(mine) >= MAX_VOTES:
        raise LimitExceeded(f"you have voted on this claim {MAX_VOTES} times; your newest vote counts")
