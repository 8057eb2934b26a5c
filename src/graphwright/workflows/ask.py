"""Ask: a person asks about the model; the answer is text that says what it rests on.

message -> context -> retrieval -> model call with tools, read at once -> citations checked -> answer.
What the language model proposes on the way becomes one proposal, which people decide: nothing is ever changed here, and
no words of an answer count as a change or as an approval (ADR-09, WD-09).
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.context.ask_instructions import PAST
from graphwright.context.citations import check_citations
from graphwright.context.passages import NamedPassage, by_name, last_number, named, passages_block
from graphwright.context.prompt import with_block
from graphwright.context.retrieve import RetrievedNodes, RetrieveOptions, Retriever
from graphwright.context.retrieved_block import found_block
from graphwright.context.workflow_choice import PLEASE, asks_only
from graphwright.documents.library import Library
from graphwright.graph.document import Graph
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.plan import MODEL_OPERATIONS
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.documents import PassageHit
from graphwright.protocol.ids import MessageId, NodeId, OperationId
from graphwright.protocol.operations import ChangeSet, Finding, Operation, Problem
from graphwright.protocol.texts import Term
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.runs.results import GraphSearch, RetrievedPassage, SemanticSearch
from graphwright.runs.scope import RunScope, StepScope
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.messages import message_text
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import ASK_GUIDE, Preparation, PreparedPrompt, TurnContext
from graphwright.turns.tool_loop import ToolLoop, ToolLoopResult
from graphwright.turns.workflow_definition import WorkflowDefinition
from graphwright.turns.workflow_request import WorkflowRequest, WorkflowResult

PASSAGES: Final = 4
"""Of the documents, given with the question; a tool finds more."""
FEW_WORDS: Final = 6
"""A question this short leans on the one before it: "and its tests?"."""


class AskResult(WorkflowResult, frozen=True, kw_only=True):
    """What became of it."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]
    found: bool
    """Did the model hold anything that matches the question?"""
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[Term]


class SearchedSources(Record, frozen=True, kw_only=True):
    """What is searched for, and what the prompt holds already."""

    question: str
    before: str
    """What the person said last before it."""
    last_name: int
    """Of a passage that the conversation has named."""
    is_shown: bool
    """The whole model stands in the prompt."""


class GroundedQuestion(Record, frozen=True, kw_only=True):
    """What was found for a question, and the block of the prompt that holds it."""

    block: str
    found: bool
    node_ids: list[NodeId]
    passages: list[NamedPassage]
    documents_found: int
    """Nodes and passages; under the name that trees of runs count by."""


class GraphSearchResult(GraphSearch, frozen=True, kw_only=True):
    """Result of `graph_search`: as trees tell it, and as the prompt needs it."""

    retrieved: RetrievedNodes


class PassageSearchResult(SemanticSearch, frozen=True, kw_only=True):
    """Result of `semantic_search`."""

    hits: list[PassageHit]


class CheckedAnswer(Record, frozen=True, kw_only=True):
    """The answer, held against what it was given."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]


class OpenedProposal(Record, frozen=True, kw_only=True):
    """The proposal that was opened, as far as the result tells it."""

    text: str
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[Term]


_OPENING: Final = re.compile(
    PLEASE + r"(?:derive\b | leite[nt]?\b.{1,200}?\bab\b | .{1,200}?\bableiten\b | (?:déduis|déduire|dérive[rz]?)\b)"
)
"""Verbs of concluding: what follows from the model is only ever proposed."""
WORKFLOW: Final = WorkflowDefinition(
    name="ask",
    result=AskResult,
    opening=_OPENING,
    step_kinds=("rag_retrieval", "graph_search", "semantic_search", "quality_check", "plan", "answer_generation"),
)


class Ask:
    """The workflow with its ports."""

    def __init__(
        self,
        project: Project,
        *,
        committer: Committer,
        proposals: Proposals,
        calls: ModelCalls,
        retriever: Retriever,
        library: Library,
        loop: ToolLoop,
        preparation: Preparation,
    ) -> None:
        self._project = project
        self._committer = committer
        self._proposals = proposals
        self._calls = calls
        self._retriever = retriever
        self._library = library
        self._loop = loop
        self._preparation = preparation

    async def run(self, run: RunScope, request: WorkflowRequest) -> AskResult:
        """Answer one question."""
        prepared = await run.step("context", self._prepare, request)
        turn_context, messages = prepared.turn_context, prepared.request.messages
        grounded = await run.step(
            "rag_retrieval",
            self._retrieve,
            turn_context,
            SearchedSources(
                question=request.text,
                before=prepared.question_before,
                last_name=last_number(messages),
                is_shown=prepared.mode == "full",
            ),
        )
        asked = with_block(prepared.request, grounded.block, asked=request.text, language=turn_context.language)
        is_past = turn_context.past is not UNSET
        loop_result = await self._loop.run(
            run,
            turn_context,
            asked,
            passages=grounded.passages,
            read_only=is_past,
            writes=not asks_only(request.text),
        )
        given = [*prepared.shown, *grounded.node_ids, *loop_result.node_ids]
        checked = await run.step("quality_check", self._check, turn_context, loop_result, list(dict.fromkeys(given)))
        if loop_result.operations:
            proposed = await run.step("plan", self._propose, turn_context, loop_result, checked, label="proposal")
            return _result(turn_context, checked, grounded, proposed)
        await run.step("answer_generation", self._tell, turn_context, loop_result, checked)
        return _result(turn_context, checked, grounded, _nothing(loop_result.text))

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: WorkflowRequest) -> PreparedPrompt:
        return await self._preparation.prepare(step, request, ASK_GUIDE)

    async def _retrieve(
        self, step: StepScope, turn_context: TurnContext, searched: SearchedSources
    ) -> GroundedQuestion:
        """What the model and the documents hold about the question, searched side by side."""
        in_graph, in_documents = await step.parallel(
            step.step("graph_search", self._search_graph, turn_context, searched.question, searched.before),
            step.step("semantic_search", self._search_documents, searched.question),
        )
        retrieved, hits = in_graph.retrieved, in_documents.hits
        node_ids = [node.node_id for node in retrieved.nodes] if retrieved.found else []
        passages = named(hits, after=searched.last_name)
        mark = self._project.ids.new().replace("-", "")
        graph = await self._graph(turn_context)
        block = found_block(
            graph,
            node_ids,
            retrieved.edge_ids,
            mark=mark,
            language=turn_context.language,
            is_shown=searched.is_shown,
        )
        if not isinstance(turn_context.past, UnsetType):
            block = f"{PAST[turn_context.language].format(revision=turn_context.past)}\n\n{block}"
        if hits:
            block = f"{block}\n\n{passages_block(hits, passages, mark=mark)}"
        return GroundedQuestion(
            block=block,
            found=retrieved.found or bool(hits),
            node_ids=node_ids,
            passages=passages,
            documents_found=len(node_ids) + len(hits),
        )

    async def _search_graph(
        self, _step: StepScope, turn_context: TurnContext, question: str, before: str
    ) -> GraphSearchResult:
        """Nodes, and what lies around them; a short question that finds nothing is read with the one before it."""
        options = RetrieveOptions(revision=turn_context.past)
        retrieved = await self._retriever.retrieve(question, options)
        if before and (not retrieved.found or len(question.split()) <= FEW_WORDS):
            together = await self._retriever.retrieve(f"{question}\n{before}", options)
            retrieved = together if not retrieved.found else _both(retrieved, together)
        best = max((node.score for node in retrieved.nodes), default=0.0)
        graph = await self._graph(turn_context)
        return GraphSearchResult(
            query=retrieved.query,
            nodes_found=len(retrieved.nodes),
            relationships_found=len(retrieved.edge_ids),
            graph_context=[
                RetrievedPassage(
                    document_id=node.node_id,
                    title=graph.nodes[node.node_id].name,
                    relevance_score=round(node.score / best, 3) if best else 0.0,
                )
                for node in retrieved.nodes
                if node.node_id in graph.nodes
            ],
            retrieved=retrieved,
        )

    async def _search_documents(self, _step: StepScope, question: str) -> PassageSearchResult:
        """The passages that say most; nothing where there are no documents."""
        hits = await self._library.search(question, PASSAGES)
        best = max((hit.score for hit in hits), default=0.0)
        return PassageSearchResult(
            query=question,
            results_count=len(hits),
            top_documents=[
                RetrievedPassage(
                    document_id=hit.passage_id,
                    title=hit.title,
                    relevance_score=round(hit.score / best, 3) if best else 0.0,
                    text=hit.text,
                )
                for hit in hits
            ],
            hits=hits,
        )

    async def _check(
        self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult, given: list[NodeId]
    ) -> CheckedAnswer:
        """The offline assistant reads the model itself, so to it everything is given."""
        graph = await self._graph(turn_context)
        seen = set(given) if self._calls.is_language_model else graph.nodes.keys()
        cited = check_citations(loop_result.text, graph, seen, passage=by_name(loop_result.passages).get)
        wrong = any(citation.status != "given" for citation in cited.citations)
        step.verdict("failed" if wrong or cited.unsupported else "passed")
        return CheckedAnswer(citations=cited.citations, unsupported=cited.unsupported)

    async def _propose(
        self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult, checked: CheckedAnswer
    ) -> OpenedProposal:
        """One proposal for all that was collected, and the message that names it, in one transaction."""
        commits = await self._project.commits_since(turn_context.revision)
        submission = Submission(
            change_set=ChangeSet(
                base_revision=turn_context.revision,
                operations=loop_result.operations,
                reason=step.execution.run.question,
            ),
            author=step.execution.run.author,
            origin="run",
            ai=True,
            limit=MODEL_OPERATIONS,
            run_id=turn_context.run_id,
            message_id=turn_context.message_id,
        )
        plan = self._committer.dry_run(submission, commits)
        opened = self._proposals.draft(
            plan,
            proposal_id=turn_context.proposal_id,
            author=step.execution.run.author,
            origin="run",
            reason=loop_result.reason or step.execution.run.question,
            run_id=turn_context.run_id,
            message_id=turn_context.message_id,
            provenance=loop_result.provenance,
        )
        text = loop_result.text + message_text("proposed", turn_context.language).format(count=len(plan.operations))
        completed = assistant_head(turn_context).completed(
            text,
            loop_result.usage,
            proposal_id=opened.proposal_id,
            citations=checked.citations,
            unsupported=checked.unsupported,
        )
        await step.record([opened, completed])
        return OpenedProposal(
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
        completed = assistant_head(turn_context).completed(
            loop_result.text, loop_result.usage, citations=checked.citations, unsupported=checked.unsupported
        )
        await step.record([completed])
        return turn_context.message_id

    async def _graph(self, turn_context: TurnContext) -> Graph:
        """The model that is asked about."""
        return (
            self._project.graph
            if isinstance(turn_context.past, UnsetType)
            else await self._project.at_revision(turn_context.past)
        )


def _both(first: RetrievedNodes, second: RetrievedNodes) -> RetrievedNodes:
    """The hits of a short question before those it has together with the one before it."""
    known = {node.node_id for node in first.nodes}
    return RetrievedNodes(
        query=second.query,
        revision=second.revision,
        nodes=[*first.nodes, *(node for node in second.nodes if node.node_id not in known)],
        edge_ids=list(dict.fromkeys([*first.edge_ids, *second.edge_ids])),
        found=True,
        notice=first.notice,
    )


def _nothing(text: str) -> OpenedProposal:
    return OpenedProposal(text=text, operations=[], batches=[], problems=[], findings=[], notes=[])


def _result(
    turn_context: TurnContext, checked: CheckedAnswer, grounded: GroundedQuestion, proposed: OpenedProposal
) -> AskResult:
    return AskResult(
        outcome="proposed" if proposed.operations else "answered",
        answer=proposed.text,
        message_id=turn_context.message_id,
        proposal_id=turn_context.proposal_id if proposed.operations else UNSET,
        citations=checked.citations,
        unsupported=checked.unsupported,
        found=grounded.found,
        operations=proposed.operations,
        batches=proposed.batches,
        problems=proposed.problems,
        findings=proposed.findings,
        notes=proposed.notes,
    )
