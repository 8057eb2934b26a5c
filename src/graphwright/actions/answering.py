"""What somebody says to what came before, where that is no new question: a plain yes to a form, an undo, a no.

A yes in words answers the form that is open as a click would, so that no question stays open beside its answer, and an
undo leaves out what was asked about. Else an undo withdraws one's own proposal where that is the newest of what one
did, and so does a no right behind it; the run that the message begins then says so.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.actions.context import CommandContext
from graphwright.actions.runs import check_answerer
from graphwright.errors import AccessDenied, NotClosed, ProposalStale, Refused
from graphwright.languages import LANGUAGES
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.operations.history import next_back
from graphwright.protocol.ids import ThreadId
from graphwright.protocol.operations import Proposal, ProposedEdgeDelete, ProposedNodeDelete
from graphwright.protocol.runs import Form, FormField, Run, Wait
from graphwright.protocol.threads import Message, ProposalPart
from graphwright.text.recognition import Recogniser
from graphwright.threads import history
from graphwright.turns.taking_back import wants_to_keep, wants_undo
from graphwright.turns.talk_of_changes import (
    AcceptedInWords,
    said_for,
    wants_to_accept,
    wants_to_accept_all,
    who_may_accept,
)

_AGREES: Final = Recogniser(r"^\W*(?:<assistant.agreeing>)[\W_]*$")
_DECLINES: Final = Recogniser(r"^\W*(?:<assistant.declining>)[\W_]*$")
_ANSWERING: Final = frozenset(("auto", "build"))
"""Workflows of which a message may also be an answer; whoever chooses another one asks something."""
_TAKING_AWAY: Final = (ProposedNodeDelete, ProposedEdgeDelete)
"""Operations by which something goes: only what would go can be kept."""
_LOOKED_AT: Final = 20
"""Messages at the end of a thread among which an undo finds a proposal that waits."""
_LONGEST: Final = 60
"""Characters of a plain yes or no."""


async def form_answered(text: str, workflow: str, context: CommandContext, thread_id: ThreadId) -> Run | None:
    """The run that goes on because the message answers the form it waits with, if it does.

    Whoever only says again what is asked about is not asked a second time: the question that is open stays.
    """
    text = text.strip()
    agrees, declines = (len(text) <= _LONGEST and each.match(text) is not None for each in (_AGREES, _DECLINES))
    undoes = wants_undo(text)
    if workflow not in _ANSWERING:
        return None
    runs = await context.project.read_all(Run, group=thread_id, newest=1)
    for run in (each for each in runs if each.status == "waiting"):
        if _is_asked_again(run, text, context) and await _asks(run, context):
            return run
        if not (agrees or declines or undoes):
            return None
        for wait in await context.project.read_all(Wait, group=run.run_id):
            values = _left_out(wait.form) if undoes else _values(wait.form, agrees=agrees)
            if values is None:
                continue
            await check_answerer(run.run_id, wait.step_id, context)
            await context.open_project.engine.answer(run.run_id, wait.step_id, values, person=context.person)
            return run
    return None


def _is_asked_again(run: Run, text: str, context: CommandContext) -> bool:
    """Does the same person say the very same again?"""
    same = " ".join(run.question.split()).casefold() == " ".join(text.split()).casefold()
    return same and run.author.person_id == context.person.person_id


async def _asks(run: Run, context: CommandContext) -> bool:
    """Does a run wait for the answer to a form?"""
    return any(wait.form is not None for wait in await context.project.read_all(Wait, group=run.run_id))


async def withdraw_last(text: str, workflow: str, context: CommandContext, thread_id: ThreadId) -> str | None:
    """Withdraw the person's own newest proposal of a thread that still waits, where they say so.

    What they had said for it comes back; `None` where nothing was withdrawn. An undo means the newest of what they did:
    the proposal, unless they changed the model since it was made.
    """
    text = text.strip()
    undoes, keeps = wants_undo(text), wants_to_keep(text)
    declines = len(text) <= _LONGEST and _DECLINES.match(text) is not None
    if workflow not in _ANSWERING or not (undoes or keeps or declines):
        return None
    waiting = await _waiting(context, thread_id, _LOOKED_AT if undoes else 1)
    if waiting is None:
        return None
    proposal, answer = waiting
    if keeps and not any(isinstance(each, _TAKING_AWAY) for each in proposal.operations):
        return None
    if undoes:
        newest = await next_back(context.project, context.person.person_id, "undo")
        if newest is not None and newest.revision > proposal.base_revision:
            return None
    await context.open_project.proposals.withdraw(proposal.proposal_id, person=context.person)
    await context.open_project.engine.decided(proposal.proposal_id)
    return await said_for(context.project, answer)


async def accept_last(text: str, workflow: str, context: CommandContext, thread_id: ThreadId) -> AcceptedInWords | None:
    """Accept the newest proposal of a thread that waits, where the message says so; `None` where none waits.

    Who says so of all accepts all of them, the oldest first, since a later one may build on it.
    """
    if workflow not in _ANSWERING or not wants_to_accept(text.strip()):
        return None
    waiting = await _all_waiting(context, thread_id, _LOOKED_AT, by_anybody=True)
    wanted = waiting[::-1] if wants_to_accept_all(text) else waiting[:1]
    ends = [await _accepted(context, *each) for each in wanted]
    accepted = [each for each in ends if each.end == "accepted"]
    if not accepted:
        return next(iter(ends), None)
    [first, *others] = accepted
    return replace(first, beside=[each.said for each in others], left=len(ends) - len(accepted))


async def _accepted(context: CommandContext, proposal: Proposal, answer: Message) -> AcceptedInWords:
    """What became of the acceptance of one proposal."""
    project, person = context.project, context.person
    may_not = AcceptedInWords(end="mayNot", people=await who_may_accept(project, proposal, but=person.person_id))
    if "decide" not in await rights_of(project, person.person_id):
        return may_not
    try:
        await context.open_project.proposals.decide(
            proposal.proposal_id, digest=proposal.digest, decision="accept", person=person
        )
    except AccessDenied:
        return may_not
    except (Refused, NotClosed, ProposalStale):
        return AcceptedInWords(end="cannot")
    await context.open_project.engine.decided(proposal.proposal_id)
    await context.workbench.audit.note(
        "proposal.decide",
        person=person,
        project=project.header.name,
        details={"proposal": proposal.proposal_id, "decision": "accept"},
    )
    return AcceptedInWords(end="accepted", said=await said_for(project, answer))


async def _waiting(context: CommandContext, thread_id: ThreadId, newest: int) -> tuple[Proposal, Message] | None:
    """The newest of the person's own proposals of a thread that wait, and the answer that made it."""
    return next(iter(await _all_waiting(context, thread_id, newest)), None)


async def _all_waiting(
    context: CommandContext, thread_id: ThreadId, newest: int, *, by_anybody: bool = False
) -> list[tuple[Proposal, Message]]:
    """The proposals of the newest messages of a thread that wait, each with the answer that made it, newest first."""
    project, proposals = context.project, context.open_project.proposals
    messages: list[Message] = await history(project.store, project.project_id, thread_id, newest=newest)
    found: list[tuple[Proposal, Message]] = []
    for message in reversed(messages):
        for part in (part for part in message.parts if isinstance(part, ProposalPart)):
            proposal = await proposals.get(part.proposal_id)
            is_theirs = by_anybody or proposal.author.person_id == context.person.person_id
            if proposal.state == "open" and is_theirs:
                found.append((proposal, message))
    return found


def _left_out(form: Form | None) -> dict[str, str] | None:
    """The answer to a form that leaves out all that it asks about; `None` where something cannot be."""
    fields = () if form is None else form.fields
    left = {field.key: next(iter(_refusals(field)), None) for field in fields}
    return {key: each for key, each in left.items() if each} if left and all(left.values()) else None


def _values(form: Form | None, *, agrees: bool) -> dict[str, str] | None:
    """The answer to a form of one question with a yes, or with a no; `None` for every other form."""
    if form is None or len(form.fields) != 1 or form.fields[0].type != "choice":
        return None
    [field] = form.fields
    yes = [each for each in field.options if _AGREES.match(each) is not None]
    chosen = yes if agrees else _refusals(field)
    return {field.key: chosen[0]} if yes and len(chosen) == 1 else None


def _refusals(field: FormField) -> list[str]:
    """The options by which nothing is done."""
    refusals = {dialogue_words(language).leave_out for language in LANGUAGES}
    return [each for each in field.options if each in refusals or _DECLINES.match(each) is not None]
