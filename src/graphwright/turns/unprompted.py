"""The turn of a workflow that asks no prompt: who answers whom, at which revision and in which language."""

from __future__ import annotations

from graphwright.graph.language import language_spoken
from graphwright.languages import LANGUAGES, supported
from graphwright.projects import Project
from graphwright.protocol.ids import MessageId, ProposalId
from graphwright.runs.scope import StepScope
from graphwright.text.language import language_of
from graphwright.turns.preparation import TurnContext
from graphwright.turns.workflow import WorkflowRequest


def unprompted_turn(step: StepScope, project: Project, request: WorkflowRequest, assistant: str) -> TurnContext:
    """The turn as it begins in a step; `assistant` is who signs the answer."""
    told = project.header.language
    language = told if told in LANGUAGES else language_spoken(project.graph)
    return TurnContext(
        run_id=step.run_id,
        thread_id=request.thread_id,
        question_id=request.message_id,
        message_id=MessageId(step.stable_id("message")),
        proposal_id=ProposalId(step.stable_id("proposal")),
        revision=project.graph.revision,
        language=language_of(request.text, supported(language)),
        assistant=assistant,
    )
