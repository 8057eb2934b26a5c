"""Investigate: a question is looked into, step by step, over the documents and the model.

language, intent, topic -> two searches side by side -> hypothesis -> form that waits for a person -> refined search ->
evidence -> template -> answer -> three checks -> a second attempt where they fail -> final consistency.

Each box is a step. With a language model it supposes and writes; without one, rules do both, and say so. Checks are
computed and never asked of the model that wrote. Nothing is changed: an investigation ends in an answer.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, cast

from msgspec import Meta
from msgspec.structs import replace

from graphwright.inquiry.answer_writing import AnswerWriting
from graphwright.inquiry.evidence import Evidence, bears, evaluate, together, used
from graphwright.inquiry.extract import nothing_found
from graphwright.inquiry.forms import ASKER, WHO, answers_of, assumptions, form_of, given_in_words, unknown_in_words
from graphwright.inquiry.gaps import elsewhere, facts_of, holds_for
from graphwright.inquiry.hypotheses import Hypotheses
from graphwright.inquiry.hypothesis import refine, refined_query
from graphwright.inquiry.prompts import ANSWER
from graphwright.inquiry.records import (
    Gap,
    GeneratedAnswer,
    HypothesisResult,
    QualityMetrics,
    QuestionAnalysis,
    Template,
    UnderstoodQuestion,
)
from graphwright.inquiry.task import AnswerTask
from graphwright.inquiry.templates import construct
from graphwright.inquiry.understanding import understand, wants_investigation, without_model
from graphwright.languages import Language, supported
from graphwright.llm.prices import NOTHING_USED
from graphwright.protocol.base import Command, JsonValue, Record
from graphwright.protocol.ids import DocumentId, MessageId, ProposalId
from graphwright.protocol.runs import Form
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.runs.scope import RunScope, StepScope
from graphwright.turns.message_stream import assistant_head
from graphwright.turns.preparation import TurnContext
from graphwright.turns.retrieval import SourceQuery
from graphwright.turns.sources import RetrievalResult, Source
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts

ATTEMPTS: Final = 2
"""Of an answer, before the best one is kept."""
FORM_DAYS: Final = 30
LINKED: Final = 30
"""Nodes that an edge joins with what bears on the question, shown with it."""
NODES: Final = 8
"""Of a first look, and of a second one without criteria."""
PASSAGES: Final = 20
"""The first are of many sections; all cases of one condition should be among them."""
KNOWN_NAMES: Final = 5_000
"""Names of nodes that a question is held against."""


class InvestigateOptions(Command, frozen=True, kw_only=True):
    """What a person may set for one investigation."""

    documents: Annotated[list[DocumentId], Meta(max_length=100)] = []
    """Only these; none = all of the project."""
    ask_people: bool = True
    """False: nobody is asked, everything that is missing is assumed and said."""
    attempts: Annotated[int, Meta(ge=1, le=4)] = ATTEMPTS
    form_hours: Annotated[int, Meta(ge=1, le=24 * FORM_DAYS)] = 24 * FORM_DAYS
    """How long a form waits before its assumptions hold."""
    only_asker: bool = False
    """Only whoever asked may answer the form, not everybody who may ask."""


class FinalResponse(Record, frozen=True, kw_only=True):
    """C-20."""

    answer: str
    confidence: float
    quality_metrics: QualityMetrics | None


class InvestigateResult(WorkflowResult, frozen=True, kw_only=True):
    """The answer with how sure it is, what it rests on, and what was assumed or not found."""

    final_response: FinalResponse
    citations: list[CitationPart]
    unsupported: list[TextSpan]
    found: bool
    assumptions: list[str]
    missing: list[str]
    """What was looked for and not found."""


class InvestigationStart(Record, frozen=True, kw_only=True):
    """What the run pinned before anything else."""

    turn_context: TurnContext
    options: InvestigateOptions
    names: list[str]
    """Names of the model and its documents that the question may speak of."""


class HypothesisWithGaps(HypothesisResult, frozen=True, kw_only=True):
    """A hypothesis with what came of its gaps."""

    sources: list[Source]
    facts: dict[str, dict[str, str]]
    answers: dict[str, JsonValue]
    unknown: list[str] = []
    """What people were asked and do not know, in words."""
    assumed: list[str]


_STEPS: Final = (
    "nlp_preprocessing", "rag_retrieval", "semantic_search", "graph_search", "hypothesis_generation",
    "rag_retrieval_refined", "graph_traversal", "hypothesis_refinement", "evidence_evaluation",
    "template_construction", "answer_generation", "llm_call_streaming", "quality_check", "answer_generation_retry",
)  # fmt: skip
WORKFLOW: Final = WorkflowDefinition(
    name="investigate",
    options=InvestigateOptions,
    result=InvestigateResult,
    is_named_in=wants_investigation,
    step_kinds=_STEPS,
)


class Investigate:
    """The workflow with its ports."""

    def __init__(self, ports: WorkflowPorts) -> None:
        self._project = ports.project
        self._calls = ports.calls
        self._retrieval = ports.retrieval
        self._hypotheses = Hypotheses(ports.project, ports.calls)

    async def run(self, run: RunScope, request: WorkflowRequest) -> InvestigateResult:
        """Look into one question."""
        begun = await run.step("context", self._begin, request)
        turn_context, options, question = begun.turn_context, begun.options, request.text
        understood = await run.step("nlp_preprocessing", self._understand, question, begun.names, turn_context.language)
        nlp = understood.nlp
        first = await run.step("rag_retrieval", self._search, nlp, question, options)
        supposed = await run.step("hypothesis_generation", self._suppose, question, nlp, first, options)
        evidence = await run.step("evidence_evaluation", self._evaluate, supposed)
        if not bears(evidence):
            return await self._nothing(run, begun, question, nlp, supposed)
        sources = used(supposed.sources, evidence, linked=LINKED if self._calls.is_language_model else 0)
        template = await run.step("template_construction", self._construct, supposed, sources, nlp.language)
        task = AnswerTask(
            question=question,
            language=nlp.language,
            hypothesis=supposed.hypothesis,
            template=template,
            sources=sources,
            evidence=evidence,
            given=given_in_words(supposed.hypothesis.gaps, supposed.answers, nlp.language),
            unknown=supposed.unknown,
            answers=supposed.answers,
            assumed=supposed.assumed,
            nodes=[each for each in supposed.sources if each.is_node],
            was_compared=any("vector" in each.scores for each in supposed.sources),
        )
        writing = AnswerWriting(self._project, self._calls, turn_context, task)
        generated = await run.step("answer_generation", writing.answer, options.attempts)
        await run.step("quality_check", writing.finish, generated, key="final", label="final consistency")
        return _result(turn_context, generated, supposed)

    # before the answer -------------------------------------------------------------------------------------------

    async def _begin(self, step: StepScope, request: WorkflowRequest) -> InvestigationStart:
        """Pin ids, revision, language and options."""
        project = self._project
        options = cast("InvestigateOptions", WORKFLOW.read_options(request))
        nodes = list(project.graph.nodes.values())[:KNOWN_NAMES]
        return InvestigationStart(
            turn_context=TurnContext(
                run_id=step.run_id,
                thread_id=request.thread_id,
                question_id=request.message_id,
                message_id=MessageId(step.stable_id("message")),
                proposal_id=ProposalId(step.stable_id("proposal")),
                revision=project.graph.revision,
                language=supported(project.header.language),
                assistant=self._calls.name,
            ),
            options=options,
            names=[node.name for node in nodes],
        )

    async def _understand(
        self, _step: StepScope, question: str, names: list[str], language: Language
    ) -> UnderstoodQuestion:
        return UnderstoodQuestion(nlp=understand(question, known=names, default=language))

    async def _search(
        self, step: StepScope, nlp: QuestionAnalysis, question: str, options: InvestigateOptions
    ) -> RetrievalResult:
        text = " ".join(dict.fromkeys([without_model(question), *nlp.entities]))
        query = SourceQuery(text=text, nodes=NODES, passages=PASSAGES, documents=options.documents)
        return await self._with_facts(await self._retrieval.search(step, query))

    async def _suppose(
        self, step: StepScope, question: str, nlp: QuestionAnalysis, first: RetrievalResult, options: InvestigateOptions
    ) -> HypothesisWithGaps:
        """Suppose; ask people what only they know; look again with what they said; suppose anew."""
        supposed = await self._hypotheses.suppose(step, question, nlp, first)
        asked = supposed.hypothesis
        answers: dict[str, JsonValue] = dict(asked.available_information)
        unknown: list[str] = []
        branches: list[str] = []
        sources, facts = first.documents, first.facts
        if options.ask_people and asked.open_gaps and sources:
            form = await step.step("context", self._form, asked.open_gaps, nlp.language, options, key="form")
            said = await step.form(form, label=", ".join(gap.description for gap in asked.open_gaps)[:200])
            answers |= answers_of(asked.open_gaps, said.values, nlp.language)
            if said.outcome == "answered":
                unknown = unknown_in_words(asked.open_gaps, answers, nlp.language)
            branches.append("interactive_form_wait")
        wanted = asked.required_criteria if supposed.method == "model" else []
        if sources and (answers or (any(source.is_node for source in sources) and wanted)):
            query, others = refined_query(question, asked.gaps, answers), elsewhere(facts, answers, asked.gaps)
            again = await step.step(
                "rag_retrieval_refined",
                self._refine,
                query,
                options,
                sources,
                others,
                wanted,
                key="1",
                label="refined search",
            )
            branches.append("rag_retrieval_refined")
            facts = {**facts, **again.facts}
            found = together(first.documents, again.documents)
            sources = [each for each in found if holds_for(each, facts, answers, asked.gaps)]
        if answers and sources:
            supposed = replace(supposed, hypothesis=refine(asked, answers, sources, nlp.language))
            given = [*given_in_words(supposed.hypothesis.gaps, answers, nlp.language), *unknown]
            supposed = await step.step(
                "hypothesis_refinement", self._hypotheses.refine, question, nlp, supposed, sources, given
            )
        return HypothesisWithGaps(
            hypothesis=supposed.hypothesis,
            triggered_branches=branches,
            method=supposed.method,
            note=supposed.note,
            sources=sources,
            facts=facts,
            answers=answers,
            unknown=unknown,
            assumed=assumptions(asked.gaps, answers),
        )

    async def _form(self, _step: StepScope, gaps: list[Gap], language: Language, options: InvestigateOptions) -> Form:
        deadline = self._project.clock.now() + timedelta(hours=options.form_hours)
        return form_of(gaps, language, deadline, ASKER if options.only_asker else WHO)

    async def _refine(  # noqa: PLR0917 - arguments of a step have no names
        self,
        step: StepScope,
        query: str,
        options: InvestigateOptions,
        known: list[Source],
        others: list[str],
        wanted: list[str],
    ) -> RetrievalResult:
        documents = await self._retrieval.documents_but(others, options.documents)
        again = SourceQuery(text=query, nodes=NODES, passages=PASSAGES, documents=documents)
        found = await self._retrieval.look_again(step, again, known, wanted)
        return await self._with_facts(found)

    async def _with_facts(self, found: RetrievalResult) -> RetrievalResult:
        beginnings = await self._retrieval.beginnings(found.documents)
        return replace(found, facts={document: facts_of(text) for document, text in beginnings.items()})

    async def _evaluate(self, step: StepScope, supposed: HypothesisWithGaps) -> Evidence:
        evidence = evaluate(supposed.sources, supposed.hypothesis.required_criteria)
        step.verdict("passed" if bears(evidence) else "failed")
        return evidence

    async def _construct(
        self, _step: StepScope, supposed: HypothesisWithGaps, sources: list[Source], language: Language
    ) -> Template:
        return construct(
            supposed.hypothesis,
            language,
            sources=list(dict.fromkeys(source.title for source in sources)),
            instructions=ANSWER,
            budget=supposed.hypothesis.recommended_token_budget,
        )

    # when nothing was found --------------------------------------------------------------------------------------

    async def _nothing(
        self,
        run: RunScope,
        begun: InvestigationStart,
        question: str,
        nlp: QuestionAnalysis,
        supposed: HypothesisWithGaps,
    ) -> InvestigateResult:
        """Say so, and what would have to be there; never invent."""
        missing = supposed.hypothesis.required_criteria
        text = nothing_found(question, missing, nlp.language)
        await run.step("answer_generation", self._tell, begun.turn_context, text)
        return InvestigateResult(
            outcome="answered",
            answer=text,
            message_id=begun.turn_context.message_id,
            final_response=FinalResponse(answer=text, confidence=0.0, quality_metrics=None),
            citations=[],
            unsupported=[],
            found=False,
            assumptions=supposed.assumed,
            missing=missing,
        )

    async def _tell(self, step: StepScope, turn_context: TurnContext, text: str) -> MessageId:
        await step.durable()
        await step.record(
            [assistant_head(turn_context).completed(text, NOTHING_USED), *step.finish(turn_context.message_id)]
        )
        return turn_context.message_id


def _result(turn_context: TurnContext, generated: GeneratedAnswer, supposed: HypothesisWithGaps) -> InvestigateResult:
    return InvestigateResult(
        outcome="answered",
        answer=generated.response_text,
        message_id=turn_context.message_id,
        final_response=FinalResponse(
            answer=generated.response_text,
            confidence=round(min(supposed.hypothesis.confidence_estimate, generated.final_quality), 2),
            quality_metrics=generated.quality_metrics,
        ),
        citations=generated.citations,
        unsupported=generated.unsupported,
        found=True,
        assumptions=supposed.assumed,
        missing=generated.missing,
    )
