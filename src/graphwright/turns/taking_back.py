"""Undo and redo, said in words: done at once, as the buttons do, and told; so is what else is said of changes.

Where the newest of theirs was a proposal, that was withdrawn when they said it, and nothing of the model changes; a
redo behind that makes it wait again.
"""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.access import may_all_build
from graphwright.llm.prices import NOTHING_USED
from graphwright.offline.dialogue.messages import DialogueMessages, dialogue_words
from graphwright.offline.dialogue.tasks import task_of
from graphwright.operations.commit import Submission
from graphwright.operations.history import commits_of, next_back
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, DurableEvent
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.runs import Outcome
from graphwright.runs.scope import StepScope
from graphwright.turns.bringing_back import brought_back
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.since_baseline import compared_name, told_since
from graphwright.turns.talk_of_changes import (
    acceptance_told,
    asks_what_waits,
    asks_what_was_done,
    is_about_changes,
    language_said,
    last_done,
    waiting_told,
    wants_redo,
    wants_to_accept,
)
from graphwright.turns.workflow import WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts


def wants_undo(text: str) -> bool:
    """Is a message nothing but the order to take back what was done last?"""
    task = task_of(text)
    return task is not None and task.kind == "undo"


def wants_to_keep(text: str) -> bool:
    """Is a message nothing but the wish that what was to go stays?"""
    task = task_of(text)
    return task is not None and task.kind == "keep"


def speaks_of_changes(text: str) -> bool:
    """Is a message about changes themselves, or about what has changed?"""
    return is_about_changes(text) or compared_name(text) is not None


async def taken_back(
    step: StepScope, ports: WorkflowPorts, request: WorkflowRequest, turn_context: TurnContext
) -> WorkflowResult | None:
    """What was taken back, told in the same transaction; `None` where the message is to be answered as any other."""
    project, author = ports.project, step.execution.run.author
    language = language_said(request.text, turn_context.language)
    say = dialogue_words(language)
    if request.withdrew:
        said = request.withdrawn
        return await _told(step, turn_context, say.withdrawn_said.format(said=said) if said else say.withdrawn)
    if wants_to_accept(request.text):
        return await _told(step, turn_context, acceptance_told(request.accepted, say, language))
    if asks_what_was_done(request.text):
        return await _told(step, turn_context, await last_done(project, ports.proposals, request.thread_id, say))
    if asks_what_waits(request.text):
        return await _told(step, turn_context, await waiting_told(project, say))
    since = await told_since(project, request.text, turn_context.language)
    if since is not None:
        return await _told(step, turn_context, since)
    if not (wants_undo(request.text) or wants_redo(request.text)):
        return None
    again, is_locked = wants_redo(request.text), project.header.policy == "locked"
    opened = await brought_back(step, ports, request, turn_context, say) if again and not is_locked else None
    if opened is not None or is_locked or not await may_all_build(project, [author.person_id]):
        return opened
    commit = await next_back(project, author.person_id, "redo" if again else "undo")
    if commit is None:
        return await _told(step, turn_context, say.nothing_to_redo if again else say.nothing_to_undo)
    text = await _redone(project, commit, say) if again else _undone(commit, say)
    completed = assistant_head(turn_context).completed(text, NOTHING_USED)
    result = _result("applied", turn_context, text)

    def finish(applied: CommitApplied) -> list[DurableEvent]:
        nonlocal result
        result = replace(result, commit_id=applied.commit_id, revision=applied.revision)
        return [completed, *step.finish(result)]

    await step.durable()
    done = await ports.committer.submit(
        Submission(
            change_set=ChangeSet(
                base_revision=project.graph.revision, operations=[], reason="redone" if again else "undone"
            ),
            author=author,
            origin="revert",
            reverts=[commit],
            run_id=turn_context.run_id,
            message_id=turn_context.message_id,
            fence=step.fence,
            key=step.write_key(turn_context.message_id.encode()),
            finish=finish,
        )
    )
    if done.commit is None:
        await step.record([completed])
    return result


def _undone(commit: CommitApplied, say: DialogueMessages) -> str:
    return say.taken_back.format(reason=commit.reason) if commit.reason else say.taken_back_plain


async def _redone(project: Project, undo: CommitApplied, say: DialogueMessages) -> str:
    """What is done again: what the undo took back says what it was for."""
    taken = await commits_of(project, undo.reverts[0]) if undo.reverts else []
    reason = next((each.reason for each in taken if each.reason), None)
    return say.redone.format(reason=reason) if reason else say.redone_plain


async def _told(step: StepScope, turn_context: TurnContext, text: str) -> WorkflowResult:
    await step.record([assistant_head(turn_context).completed(text, NOTHING_USED)])
    return _result("answered", turn_context, text)


def _result(outcome: Outcome, turn_context: TurnContext, text: str) -> WorkflowResult:
    return WorkflowResult(outcome=outcome, answer=text, message_id=turn_context.message_id)
