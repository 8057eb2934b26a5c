"""Feedback on a decision goes on with the conversation; the story that proposed answers it (D-67).

The decision itself reaches the language model word for word with the history (`context.history`); the feedback is the
next message of the thread.
"""

from __future__ import annotations

from msgspec import Struct

from graphwright.operations.proposals import Decided
from graphwright.projects import Project
from graphwright.protocol.base import UnsetType
from graphwright.protocol.events import DurableEvent, MessageCompleted
from graphwright.protocol.graph import Author
from graphwright.protocol.runs import Run, WorkflowName
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode
from graphwright.threads import newest, posted


class Continuation(Struct, frozen=True):
    """The next message of the conversation, and who answers it."""

    workflow: WorkflowName
    question: MessageCompleted
    events: list[DurableEvent]
    text: str


async def continuation(project: Project, decided: Decided, person: Author) -> Continuation | None:
    """What follows from a decision.

    Nothing without feedback, for a proposal that no conversation led to, or when all of it was accepted.
    """
    proposal, event = decided.proposal, decided.event
    everything = event.decision == "accept" and len(event.operation_ids) == len(proposal.operations)
    feedback = "" if isinstance(event.feedback, UnsetType) else event.feedback.strip()
    if everything or not feedback or isinstance(proposal.message_id, UnsetType):
        return None
    store, project_id = project.store, project.project_id
    document = await store.document(project_id, "message", proposal.message_id)
    if document is None:
        return None
    thread_id = decode(document.body, Message).thread_id
    question, events = posted(
        feedback,
        author=person,
        thread_id=thread_id,
        ids=project.ids,
        clock=project.clock,
        parent=await newest(store, project_id, thread_id),
    )
    return Continuation(await _story(project, decided), question, events, feedback)


async def _story(project: Project, decided: Decided) -> WorkflowName:
    """That of the run that proposed. An inquiry or a discussion is not held again: its feedback is asked about."""
    run_id = decided.proposal.run_id
    if isinstance(run_id, UnsetType):
        return "ask"
    document = await project.store.document(project.project_id, "run", run_id)
    return "build" if document is not None and decode(document.body, Run).workflow == "build" else "ask"
