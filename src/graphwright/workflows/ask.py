"""Ask: a person asks about the model; the answer is text that says what it rests on.

message -> context -> retrieval -> model call with tools, read at once -> citations checked -> answer.
What the language model proposes on the way becomes one proposal, which people decide: nothing is ever changed here, and
no words of an answer count as a change or as an approval (ADR-09, WD-09).
"""

from __future__ import annotations

from typing import Final

from graphwright.context.ask_instructions import PAST
from graphwright.context.citations import check_citations
from graphwright.context.passages import by_name, last_number
from graphwright.context.prompt import with_block
from graphwright.context.workflow_choice import PLEASE, asks_only
from graphwright.protocol.base import Record
from graphwright.protocol.canvas import ContextMode
from graphwright.protocol.events import MessageCompleted
from graphwright.protocol.ids import MessageId, NodeId, ProposalId
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.runs.scope import RunScope, StepScope
from graphwright.text.messages import filled
from graphwright.text.recognition import Recogniser
from graphwright.turns.changes import ChangingResult, PlannedChanges, propose, submission_of
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.messages import message_text
from graphwright.turns.preparation import ASK_GUIDE, PreparedPrompt, TurnContext
from graphwright.turns.retrieval import SourceQuery, blocks_of, named_passages
from graphwright.turns.sources import RetrievalResult
from graphwright.turns.tool_loop import ToolLoopResult
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest
from graphwright.turns.workflow_ports import WorkflowPorts

NODES: Final = 20
"""Of the model, given with the question; the tools read more."""
PASSAGES: Final = 4
"""Of the documents, given with the question; a tool finds more."""


class AskResult(ChangingResult, frozen=True, kw_only=True):
    """The answer with what it rests on, and what it proposes on the way."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]
    found: bool
    """Did the model or a document hold anything that matches the question?"""


class GroundedQuestion(RetrievalResult, frozen=True, kw_only=True):
    """What was found for a question, and the block of the prompt that holds it."""

    block: str


class CheckedAnswer(Record, frozen=True, kw_only=True):
    """The answer, held against what it was given."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]


class ProposedChanges(PlannedChanges, frozen=True, kw_only=True):
    """The proposal that was opened, as far as the result tells it, and the text that names it."""

    text: str


_DERIVES: Final = Recogniser(PLEASE + r"(?:<derivation.order>)")


def wants_derivation(text: str) -> bool:
    """Does a message begin with a verb of concluding? What follows from the model is only ever proposed."""
    return _DERIVES.match(text) is not None


WORKFLOW: Final = WorkflowDefinition(
    name="ask",
    result=AskResult,
    is_named_in=wants_derivation,
    step_kinds=("rag_retrieval", "semantic_search", "graph_search", "quality_check", "plan", "answer_generation"),
)


class Ask:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self._ports = ports
        self._project = ports.project

    async def run(self, run: RunScope, request: WorkflowRequest) -> AskResult:
        """Answer one question."""
        prepared = await run.step("context", self._prepare, request)
        turn_context = prepared.turn_context
        query = SourceQuery(
            text=request.text,
            before=prepared.question_before,
            nodes=NODES,
            passages=PASSAGES,
            revision=turn_context.past,
            last_name=last_number(prepared.request.messages),
        )
        grounded = await run.step("rag_retrieval", self._retrieve, turn_context, query, prepared.mode)
        loop_result = await self._ports.loop.run(
            run,
            self._ports.calls,
            turn_context,
            with_block(prepared.request, grounded.block, asked=request.text, language=turn_context.language),
            passages=named_passages(grounded.documents),
            read_only=turn_context.past is not None,
            writes=not asks_only(request.text),
        )
        found = [NodeId(each.document_id) for each in grounded.documents if each.is_node]
        given = list(dict.fromkeys([*prepared.shown, *found, *loop_result.node_ids]))
        checked = await run.step("quality_check", self._check, turn_context, loop_result, given)
        proposed = ProposedChanges(text=loop_result.text)
        if loop_result.operations:
            proposed = await run.step("plan", self._propose, turn_context, loop_result, checked, label="proposal")
        else:
            await run.step("answer_generation", self._tell, turn_context, loop_result, checked)
        return AskResult(
            outcome="proposed" if proposed.operations else "answered",
            answer=proposed.text,
            message_id=turn_context.message_id,
            proposal_id=turn_context.proposal_id if proposed.operations else None,
            citations=checked.citations,
            unsupported=checked.unsupported,
            found=bool(grounded.documents),
            operations=proposed.operations,
            batches=proposed.batches,
            problems=proposed.problems,
            findings=proposed.findings,
            notes=proposed.notes,
            suggestions=loop_result.suggestions,
        )

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: WorkflowRequest) -> PreparedPrompt:
        return await self._ports.preparation.prepare(step, request, ASK_GUIDE)

    async def _retrieve(
        self, step: StepScope, turn_context: TurnContext, query: SourceQuery, mode: ContextMode
    ) -> GroundedQuestion:
        """What the model and the documents hold about the question, searched side by side."""
        found = await self._ports.retrieval.search(step, query)
        block = blocks_of(
            await self._ports.retrieval.graph_at(query.revision),
            [each for each in found.documents if each.is_node],
            [each for each in found.documents if not each.is_node],
            mark=self._project.ids.new().replace("-", ""),
            language=turn_context.language,
            is_shown=mode == "full",
        )
        if query.revision is not None:
            block = f"{PAST[turn_context.language].format(revision=query.revision)}\n\n{block}"
        return GroundedQuestion(documents_found=found.documents_found, documents=found.documents, block=block)

    async def _check(
        self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult, given: list[NodeId]
    ) -> CheckedAnswer:
        """The offline assistant reads the model itself, so to it everything is given."""
        graph = await self._ports.retrieval.graph_at(turn_context.past)
        seen = set(given) if self._ports.calls.is_language_model else graph.nodes.keys()
        cited = check_citations(
            loop_result.text,
            graph,
            seen,
            passage=by_name(loop_result.passages).get,
            looked_up=any(not each.is_error for each in loop_result.called),
        )
        wrong = any(citation.status != "given" for citation in cited.citations)
        step.verdict("failed" if wrong or cited.unsupported else "passed")
        return CheckedAnswer(citations=cited.citations, unsupported=cited.unsupported)

    async def _propose(
        self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult, checked: CheckedAnswer
    ) -> ProposedChanges:
        """One proposal for all that was collected, and the message that names it, in one transaction."""
        commits = await self._project.commits_since(turn_context.revision)
        submission = submission_of(step, turn_context, loop_result.operations, loose=False)
        plan = self._ports.committer.dry_run(submission, commits)
        text = loop_result.text + _waits(len(plan.operations), turn_context.language)
        proposal_id = turn_context.proposal_id
        await propose(
            step,
            self._ports.proposals,
            plan,
            _completed(turn_context, text, loop_result, checked, proposal_id),
            proposal_id=proposal_id,
            reason=loop_result.reason or step.execution.run.question,
            provenance=loop_result.provenance,
        )
        return ProposedChanges(
            text=text,
            operations=plan.operations,
            batches=plan.batches,
            problems=plan.problems,
            findings=plan.findings.introduced,
            notes=plan.notes,
        )

    async def _tell(
        self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult, checked: CheckedAnswer
    ) -> MessageId:
        await step.record([_completed(turn_context, loop_result.text, loop_result, checked, None)])
        return turn_context.message_id


def _waits(count: int, language: str) -> str:
    """That so many operations wait for a decision, behind the answer."""
    return filled(message_text("proposed", language), {"count": count}, language)


def _completed(
    turn_context: TurnContext,
    text: str,
    loop_result: ToolLoopResult,
    checked: CheckedAnswer,
    proposal_id: ProposalId | None,
) -> MessageCompleted:
    return assistant_head(turn_context).completed(
        text,
        loop_result.usage,
        proposal_id=proposal_id,
        citations=checked.citations,
        unsupported=checked.unsupported,
        suggestions=loop_result.suggestions,
    )
