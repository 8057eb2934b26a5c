"""Ask: a person asks about the model; the answer is text that says what it rests on (seed 003).

message -> context -> retrieval -> model call with tools, read at once -> citations checked -> answer.
What the language model proposes on the way becomes one proposal, which people decide: nothing is ever changed here, and
no words of an answer count as a change or as an approval (D9, WD-09).
"""

from __future__ import annotations

from typing import Final

from graphwright.context.ask_instructions import ASK, PAST
from graphwright.context.citations import check_citations
from graphwright.context.found import found_block
from graphwright.context.passages import NamedPassage, by_name, last_number, named, passages_block
from graphwright.context.prompt import with_block
from graphwright.context.retrieve import Retrieved, RetrieveOptions, Retriever
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
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.runs.results import GraphSearch, Passage, SemanticSearch
from graphwright.runs.scope import Run, StepScope
from graphwright.turns.asking import Asked, Ended
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import Guide, Preparation, Prepared, Talk
from graphwright.turns.tool_loop import Looped, ToolLoop
from graphwright.turns.words import say

PASSAGES: Final = 4
"""Of the documents, given with the question; a tool finds more."""
FEW_WORDS: Final = 6
"""A question this short leans on the one before it: "and its tests?"."""

GUIDE: Final = Guide(instructions=ASK)
"""Of a large model only what was found for the question is sent, and the tools read the rest."""


class AskResult(Ended, frozen=True, kw_only=True):
    """What became of it."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]
    found: bool
    """Did the model hold anything that matches the question?"""
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]


class Grounded(Record, frozen=True, kw_only=True):
    """What was found for a question, and the block of the prompt that holds it."""

    block: str
    found: bool
    node_ids: list[NodeId]
    passages: list[NamedPassage]
    documents_found: int
    """Nodes and passages; under the name that trees of runs count by."""


class FoundNodes(GraphSearch, frozen=True, kw_only=True):
    """Result of `graph_search`: as trees tell it, and as the prompt needs it."""

    retrieved: Retrieved


class FoundPassages(SemanticSearch, frozen=True, kw_only=True):
    """Result of `semantic_search`."""

    hits: list[PassageHit]


class Checked(Record, frozen=True, kw_only=True):
    """The answer, held against what it was given."""

    citations: list[CitationPart]
    unsupported: list[TextSpan]


class Proposed(Record, frozen=True, kw_only=True):
    """The proposal that was opened, as far as the result tells it."""

    text: str
    operations: list[Operation]
    batches: list[list[OperationId]]
    problems: list[Problem]
    findings: list[Finding]
    notes: list[str]


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

    async def run(self, run: Run, request: Asked) -> AskResult:
        """Answer one question."""
        prepared = await run.step("context", self._prepare, request)
        talk, messages = prepared.talk, prepared.request.messages
        grounded = await run.step(
            "rag_retrieval", self._retrieve, talk, request.text, prepared.question_before, last_number(messages)
        )
        asked = with_block(prepared.request, grounded.block, asked=request.text, language=talk.language)
        is_past = talk.past is not UNSET
        looped = await self._loop.run(run, talk, asked, passages=grounded.passages, read_only=is_past)
        given = [*prepared.shown, *grounded.node_ids, *looped.node_ids]
        checked = await run.step("quality_check", self._check, talk, looped, list(dict.fromkeys(given)))
        if looped.operations:
            proposed = await run.step("plan", self._propose, talk, looped, checked, label="proposal")
            return _result(talk, checked, grounded, proposed)
        await run.step("answer_generation", self._tell, talk, looped, checked)
        return _result(talk, checked, grounded, _nothing(looped.text))

    # the steps ---------------------------------------------------------------------------------------------------

    async def _prepare(self, step: StepScope, request: Asked) -> Prepared:
        return await self._preparation.prepare(step, request, GUIDE)

    async def _retrieve(self, step: StepScope, talk: Talk, question: str, before: str, last_name: int) -> Grounded:
        """What the model and the documents hold about the question, searched side by side."""
        in_graph, in_documents = await step.parallel(
            step.step("graph_search", self._search_graph, talk, question, before),
            step.step("semantic_search", self._search_documents, question),
        )
        retrieved, hits = in_graph.retrieved, in_documents.hits
        node_ids = [node.node_id for node in retrieved.nodes] if retrieved.found else []
        passages = named(hits, after=last_name)
        mark = self._project.ids.new().replace("-", "")
        graph = await self._graph(talk)
        block = found_block(graph, node_ids, retrieved.edge_ids, mark=mark, language=talk.language)
        if not isinstance(talk.past, UnsetType):
            block = f"{PAST[talk.language].format(revision=talk.past)}\n\n{block}"
        if hits:
            block = f"{block}\n\n{passages_block(hits, passages, mark=mark)}"
        return Grounded(
            block=block,
            found=retrieved.found or bool(hits),
            node_ids=node_ids,
            passages=passages,
            documents_found=len(node_ids) + len(hits),
        )

    async def _search_graph(self, _step: StepScope, talk: Talk, question: str, before: str) -> FoundNodes:
        """Nodes, and what lies around them; a short question that finds nothing is read with the one before it."""
        options = RetrieveOptions(revision=talk.past)
        retrieved = await self._retriever.retrieve(question, options)
        if before and (not retrieved.found or len(question.split()) <= FEW_WORDS):
            together = await self._retriever.retrieve(f"{question}\n{before}", options)
            retrieved = together if not retrieved.found else _both(retrieved, together)
        best = max((node.score for node in retrieved.nodes), default=0.0)
        graph = await self._graph(talk)
        return FoundNodes(
            query=retrieved.query,
            nodes_found=len(retrieved.nodes),
            relationships_found=len(retrieved.edge_ids),
            graph_context=[
                Passage(
                    document_id=node.node_id,
                    title=graph.nodes[node.node_id].name,
                    relevance_score=round(node.score / best, 3) if best else 0.0,
                )
                for node in retrieved.nodes
                if node.node_id in graph.nodes
            ],
            retrieved=retrieved,
        )

    async def _search_documents(self, _step: StepScope, question: str) -> FoundPassages:
        """The passages that say most; nothing where there are no documents."""
        hits = await self._library.search(question, PASSAGES)
        best = max((hit.score for hit in hits), default=0.0)
        return FoundPassages(
            query=question,
            results_count=len(hits),
            top_documents=[
                Passage(
                    document_id=hit.passage_id,
                    title=hit.title,
                    relevance_score=round(hit.score / best, 3) if best else 0.0,
                    text=hit.text,
                )
                for hit in hits
            ],
            hits=hits,
        )

    async def _check(self, step: StepScope, talk: Talk, looped: Looped, given: list[NodeId]) -> Checked:
        """The offline assistant reads the model itself, so to it everything is given."""
        graph = await self._graph(talk)
        seen = set(given) if self._calls.is_language_model else graph.nodes.keys()
        cited = check_citations(looped.text, graph, seen, passage=by_name(looped.passages).get)
        wrong = any(citation.status != "given" for citation in cited.citations)
        step.verdict("failed" if wrong or cited.unsupported else "passed")
        return Checked(citations=cited.citations, unsupported=cited.unsupported)

    async def _propose(self, step: StepScope, talk: Talk, looped: Looped, checked: Checked) -> Proposed:
        """One proposal for all that was collected, and the message that names it, in one transaction."""
        commits = await self._project.commits_since(talk.revision)
        submission = Submission(
            change_set=ChangeSet(
                base_revision=talk.revision, operations=looped.operations, reason=step.execution.run.question
            ),
            author=step.execution.run.author,
            origin="run",
            ai=True,
            limit=MODEL_OPERATIONS,
            run_id=talk.run_id,
            message_id=talk.message_id,
        )
        plan = self._committer.rehearse(submission, commits)
        opened = self._proposals.draft(
            plan,
            proposal_id=talk.proposal_id,
            author=step.execution.run.author,
            origin="run",
            reason=looped.reason or step.execution.run.question,
            run_id=talk.run_id,
            message_id=talk.message_id,
            provenance=looped.provenance,
        )
        text = looped.text + say("proposed", talk.language).format(count=len(plan.operations))
        completed = assistant_head(talk).completed(
            text,
            looped.usage,
            proposal_id=opened.proposal_id,
            citations=checked.citations,
            unsupported=checked.unsupported,
        )
        await step.record([opened, completed])
        return Proposed(
            text=text,
            operations=plan.operations,
            batches=plan.batches,
            problems=plan.problems,
            findings=plan.findings.introduced,
            notes=plan.notes,
        )

    async def _tell(self, step: StepScope, talk: Talk, looped: Looped, checked: Checked) -> MessageId:
        completed = assistant_head(talk).completed(
            looped.text, looped.usage, citations=checked.citations, unsupported=checked.unsupported
        )
        await step.record([completed])
        return talk.message_id

    async def _graph(self, talk: Talk) -> Graph:
        """The model that is asked about."""
        return self._project.graph if isinstance(talk.past, UnsetType) else await self._project.at_revision(talk.past)


def _both(first: Retrieved, second: Retrieved) -> Retrieved:
    """The hits of a short question before those it has together with the one before it."""
    known = {node.node_id for node in first.nodes}
    return Retrieved(
        query=second.query,
        revision=second.revision,
        nodes=[*first.nodes, *(node for node in second.nodes if node.node_id not in known)],
        edge_ids=list(dict.fromkeys([*first.edge_ids, *second.edge_ids])),
        found=True,
        notice=first.notice,
    )


def _nothing(text: str) -> Proposed:
    return Proposed(text=text, operations=[], batches=[], problems=[], findings=[], notes=[])


def _result(talk: Talk, checked: Checked, grounded: Grounded, proposed: Proposed) -> AskResult:
    return AskResult(
        outcome="proposed" if proposed.operations else "answered",
        answer=proposed.text,
        message_id=talk.message_id,
        proposal_id=talk.proposal_id if proposed.operations else UNSET,
        citations=checked.citations,
        unsupported=checked.unsupported,
        found=grounded.found,
        operations=proposed.operations,
        batches=proposed.batches,
        problems=proposed.problems,
        findings=proposed.findings,
        notes=proposed.notes,
    )
