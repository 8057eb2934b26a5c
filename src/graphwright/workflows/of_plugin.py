"""A workflow that a plugin brings: its process asks for one thing after the other, and each is a step of the run.

turn -> plugin's work (model calls, change sets that are tried) -> proposal and answer. The process has no other way to
the program than what it asks for; it applies nothing, whatever the policy. After a crash it is begun anew and is given
what is recorded, so it goes on where it was; one that hangs, dies or raises is a step that failed (ADR-41).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from graphwright.contributions.conversation import PluginWorkflow
from graphwright.contributions.requests import (
    AnswerReply,
    AnswerRequest,
    ContentReply,
    ContentRequest,
    ProblemsReply,
    ProposalRequest,
    RefusalReply,
    WorkReply,
)
from graphwright.contributions.tasks import WorkflowAnswer, content_of
from graphwright.errors import LanguageModelError, ProviderUnavailable
from graphwright.languages import load
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, PromptBlock
from graphwright.llm.prices import NOTHING_USED
from graphwright.operations.plan import Plan
from graphwright.protocol.base import Record
from graphwright.protocol.operations import Operation
from graphwright.runs.scope import RunScope, StepScope
from graphwright.text.messages import hint_of, message_of, refused
from graphwright.turns.changes import ChangingResult, PlannedChanges, propose, submission_of
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.unprompted import unprompted_turn
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest
from graphwright.turns.workflow_ports import WorkflowPorts

STEP_KINDS: Final = ("plugin_work", "plan")
MOST: Final = 100
"""Things that one run of a workflow asks for."""
PROMPT: Final = 400_000
"""Characters that it asks the language model with."""
PROBLEMS: Final = 50
"""Of a change set that it is told of."""
_REASON: Final = 500
"""Characters of why a proposal is made."""


class PluginWork(Record, frozen=True, kw_only=True):
    """What a plugin answers, and the change set that is to be proposed with it."""

    text: str
    operations: list[Operation] = []
    reason: str = ""


class TriedChanges(Record, frozen=True, kw_only=True):
    """What is wrong with a change set."""

    problems: list[str]


class WorkflowOfPlugin:
    """One workflow of a plugin, with its ports."""

    def __init__(self, workflow: PluginWorkflow, ports: WorkflowPorts) -> None:
        self._workflow = workflow
        self._ports = ports
        self._project = ports.project

    async def run(self, run: RunScope, request: WorkflowRequest) -> ChangingResult:
        """Let it work once."""
        plugin = f"{self._workflow.plugin} {self._workflow.version}"
        turn_context = await run.step("context", self._begin, request)
        worked = await run.step("plugin_work", self._work, turn_context, request.text, label=plugin)
        proposed = await run.step("plan", self._propose, turn_context, worked, label="proposal")
        return ChangingResult(
            outcome="proposed" if proposed.operations else "answered",
            answer=worked.text,
            message_id=turn_context.message_id,
            proposal_id=turn_context.proposal_id if proposed.operations else None,
            operations=proposed.operations,
            batches=proposed.batches,
            problems=proposed.problems,
            findings=proposed.findings,
            notes=proposed.notes,
        )

    # the steps ---------------------------------------------------------------------------------------------------

    async def _begin(self, step: StepScope, request: WorkflowRequest) -> TurnContext:
        return unprompted_turn(step, self._project, request, self._workflow.full_name)

    async def _work(self, step: StepScope, turn_context: TurnContext, text: str) -> PluginWork:
        """Give the process what it asks for until it ends. `PluginFailed`."""
        draft: ProposalRequest | None = None
        await step.durable()  # as what shows it waiting asks for, and what the process costs
        words = load(turn_context.language, "sentences", "plugin", dict[str, str])
        waits = partial(step.progress, 0, 1, words["waiting"])
        async with self._workflow.working(text, turn_context.language, waits=waits) as talk:
            for number in range(1, MOST + 1):
                match await talk.next():
                    case WorkflowAnswer(answer):
                        operations, reason = ([], "") if draft is None else (draft.operations, draft.reason)
                        return PluginWork(text=answer, operations=operations, reason=reason)
                    case ContentRequest():
                        graph = self._project.graph
                        if graph.revision != turn_context.revision:
                            graph = await self._project.at_revision(turn_context.revision)
                        await talk.give(ContentReply(content_of(graph)))
                    case AnswerRequest() as asked:
                        await talk.give(await self._answer(step, asked, number))
                    case ProposalRequest() as wanted:
                        tried = await step.step("plan", self._try, turn_context, wanted.operations, key=str(number))
                        draft = draft if tried.problems else wanted
                        await talk.give(ProblemsReply(tried.problems))
        raise self._workflow.failure(f"it asks for more than {MOST} things")

    async def _answer(self, step: StepScope, asked: AnswerRequest, number: int) -> WorkReply:
        size = len(asked.prompt) + len(asked.instructions)
        if size > PROMPT:
            return RefusalReply(f"the language model is asked with {size:,} characters, at most {PROMPT:,} are sent")
        label = " ".join(asked.label.split())[:80] or f"question {number}"
        try:
            response = await step.step("model_call", self._ask, asked, key=str(number), label=label)
        except LanguageModelError as error:
            return RefusalReply(error.message)
        return AnswerReply(response.text)

    async def _ask(self, step: StepScope, asked: AnswerRequest) -> ModelResponse:
        if not self._ports.calls.is_language_model:
            message = "no language model is configured, only the offline assistant; see docs/language-models.md"
            raise ProviderUnavailable(message, retry="never")
        system = [PromptBlock(label="instructions", text=asked.instructions)] if asked.instructions else []
        request = ModelRequest(system=system, messages=[ChatMessage(role="user", text=asked.prompt)])
        return await self._ports.calls.ask(step, request)

    async def _try(self, step: StepScope, turn_context: TurnContext, operations: Sequence[Operation]) -> TriedChanges:
        plan = await self._planned(step, turn_context, operations)
        language = turn_context.language
        told = [f"{message_of(each, language)}. {hint_of(each, language)}".strip() for each in plan.problems[:PROBLEMS]]
        return TriedChanges(problems=told)

    async def _propose(self, step: StepScope, turn_context: TurnContext, worked: PluginWork) -> PlannedChanges:
        """The answer, and the proposal if there is one, in one transaction. `Refused` if the model changed under it."""
        head = assistant_head(turn_context)
        if not worked.operations:
            await step.record([head.completed(worked.text, NOTHING_USED)])
            return PlannedChanges()
        plan = await self._planned(step, turn_context, worked.operations)
        if plan.problems:
            raise refused(plan.problems)
        completed = head.completed(worked.text, NOTHING_USED, proposal_id=turn_context.proposal_id)
        reason = " ".join(worked.reason.split())[:_REASON] or self._workflow.told.title
        await propose(step, self._ports.proposals, plan, completed, proposal_id=turn_context.proposal_id, reason=reason)
        return PlannedChanges(
            operations=plan.operations, batches=plan.batches, findings=plan.findings.introduced, notes=plan.notes
        )

    async def _planned(self, step: StepScope, turn_context: TurnContext, operations: Sequence[Operation]) -> Plan:
        commits = await self._project.commits_since(turn_context.revision)
        return self._ports.committer.dry_run(submission_of(step, turn_context, operations, loose=False), commits)


def definition_of(workflow: PluginWorkflow) -> WorkflowDefinition:
    """What the program knows of it: nobody's words name it, people choose it."""
    return WorkflowDefinition(name=workflow.full_name, result=ChangingResult, step_kinds=STEP_KINDS)
