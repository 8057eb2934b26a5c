"""Feedback on a decision goes on with the conversation; the workflow that proposed answers it (D-67).

The decision itself reaches the language model word for word with the history (`context.history`); the feedback is the
next message of the thread. Message and run are written in the transaction of the decision, so feedback that was taken
is answered, whatever ends in between.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graphwright.projects import Project
from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.events import DurableEvent, MessageCompleted, ProposalDecided, RunStarted
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Run, WorkflowName
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode
from graphwright.runs.engine import Engine
from graphwright.threads import newest, posted
from graphwright.turns.workflow_request import WorkflowRequest


class Continuation(Struct, frozen=True):
    """The next message of the conversation, and the run that answers it."""

    workflow: WorkflowName
    question: MessageCompleted
    run: RunStarted


class Feedback:
    """Feedback of one person on one decision. Its `following` belongs to `Proposals.decide`."""

    def __init__(
        self, project: Project, engine: Engine, person: Author, canvas: CanvasState | UnsetType = UNSET
    ) -> None:
        self._project = project
        self._engine = engine
        self._person = person
        self._canvas = canvas
        self._drafted: Continuation | None = None

    async def following(self, proposal: Proposal, event: ProposalDecided) -> Sequence[DurableEvent]:
        """The events that go on with the conversation.

        None without feedback, for a proposal that no conversation led to, or when all of it was accepted.
        """
        self._drafted = None
        everything = event.decision == "accept" and len(event.operation_ids) == len(proposal.operations)
        feedback = "" if isinstance(event.feedback, UnsetType) else event.feedback.strip()
        if everything or not feedback or isinstance(proposal.message_id, UnsetType):
            return ()
        project = self._project
        store, project_id = project.store, project.project_id
        document = await store.document(project_id, "message", proposal.message_id)
        if document is None:
            return ()
        thread_id = decode(document.body, Message).thread_id
        question, events = posted(
            feedback,
            author=self._person,
            thread_id=thread_id,
            ids=project.ids,
            clock=project.clock,
            parent=await newest(store, project_id, thread_id),
        )
        asked = WorkflowRequest(text=feedback, message_id=question.message_id, thread_id=thread_id, canvas=self._canvas)
        workflow = await _choice(project, proposal)
        run, begins = self._engine.drafted(workflow, asked, author=self._person, question=feedback, thread_id=thread_id)
        self._drafted = Continuation(workflow, question, run)
        return [*events, *begins]

    def go_on(self) -> Continuation | None:
        """Let the run go that the decision was written with; `None` if nothing follows from it."""
        if self._drafted is not None:
            self._engine.begun(self._drafted.run)
        return self._drafted


async def _choice(project: Project, proposal: Proposal) -> WorkflowName:
    """That of the run that proposed. An inquiry or a discussion is not held again: its feedback is asked about."""
    run_id = proposal.run_id
    if isinstance(run_id, UnsetType):
        return "ask"
    document = await project.store.document(project.project_id, "run", run_id)
    return "build" if document is not None and decode(document.body, Run).workflow == "build" else "ask"
