"""Investigate: a question is looked into, step by step, over the documents and the model (seed 002).

language, intent, topic -> two searches side by side -> hypothesis -> form that waits for a person -> refined search ->
evidence -> template -> answer -> three checks -> a second attempt where they fail -> final consistency.

Each box is a step. With a language model it supposes and writes; without one, rules do both, and say so. Checks are
computed and never asked of the model that wrote. Nothing is changed: an investigation ends in an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from graphwright.context.citations import CitablePassage, check_citations
from graphwright.errors import InvalidCommand
from graphwright.inquiry import checks
from graphwright.inquiry.evidence import Evidence, evaluate
from graphwright.inquiry.extract import compose, nothing_found
from graphwright.inquiry.forms import ASKER, WHO, answers_of, assumptions, form_of, given_in_words
from graphwright.inquiry.gaps import elsewhere, holds_for
from graphwright.inquiry.hypothesis import (
    HypothesisForm,
    argue,
    argue_anew,
    refine,
    refined_query,
    suppose,
)
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.prompts import ANSWER, answer_request, hypothesis_request, refinement_request
from graphwright.inquiry.records import (
    AnswerAttempt,
    Gap,
    GeneratedAnswer,
    HypothesisResult,
    Prompt,
    QualityCheck,
    QualityMetrics,
    QuestionAnalysis,
    RegeneratedAnswer,
    RetrievalResult,
    Source,
    Supposition,
    Template,
    UnderstoodQuestion,
    WrittenAnswer,
)
from graphwright.inquiry.task import AnswerTask
from graphwright.inquiry.templates import construct
from graphwright.inquiry.understanding import understand
from graphwright.languages import Language, supported
from graphwright.llm.base import ModelRequest
from graphwright.projects import Project
from graphwright.protocol.base import Command, JsonValue, Record, UnsetType
from graphwright.protocol.ids import DocumentId, MessageId, NodeId, PassageId, ProposalId
from graphwright.protocol.runs import Form, Usage
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.runs.scope import RunScope, StepScope
from graphwright.turns.ask_for import FormAnswer, ask_for
from graphwright.turns.message_stream import MessageStream, assistant_head
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.searching import Searching
from graphwright.turns.workflow_request import WorkflowRequest, WorkflowResult

ATTEMPTS: Final = 2
"""Of an answer, before the best one is kept."""
FORM_DAYS: Final = 30
KNOWN_NAMES: Final = 5_000
"""Names of nodes that a question is held against."""
NO_USAGE: Final = Usage(
    input_tokens=0, cached_tokens=0, output_tokens=0, cost_micros=0, currency="EUR", estimated=False
)


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
    """What became of it."""

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
    answered_by: str


class HypothesisWithGaps(HypothesisResult, frozen=True, kw_only=True):
    """A hypothesis with what came of its gaps."""

    sources: list[Source]
    facts: dict[str, dict[str, str]]
    answers: dict[str, JsonValue]
    assumed: list[str]


class Investigate:
    """The workflow with its ports."""

    def __init__(self, project: Project, calls: ModelCalls, searching: Searching) -> None:
        self._project = project
        self._calls = calls
        self._searching = searching

    async def run(self, run: RunScope, request: WorkflowRequest) -> InvestigateResult:
        """Look into one question."""
        begun = await run.step("context", self._begin, request)
        turn_context, options, question = begun.turn_context, begun.options, request.text
        understood = await run.step("nlp_preprocessing", self._understand, question, begun.names, turn_context.language)
        nlp = understood.nlp
        first = await run.step("rag_retrieval", self._search, nlp, question, options)
        supposed = await run.step("hypothesis_generation", self._suppose, question, nlp, first, options)
        evidence = await run.step("evidence_evaluation", self._evaluate, supposed)
        if not _bears(evidence):
            return await self._nothing(run, begun, question, nlp, supposed)
        sources = _used(supposed.sources, evidence)
        template = await run.step("template_construction", self._construct, supposed, sources, nlp.language)
        task = AnswerTask(
            question=question,
            language=nlp.language,
            hypothesis=supposed.hypothesis,
            template=template,
            sources=sources,
            evidence=evidence,
            given=given_in_words(supposed.hypothesis.gaps, supposed.answers, nlp.language),
            answers=supposed.answers,
            assumed=supposed.assumed,
        )
        generated = await run.step("answer_generation", self._answer, turn_context, task, options.attempts)
        await run.step(
            "quality_check", self._finish, turn_context, task, generated, key="final", label="final consistency"
        )
        return _result(turn_context, generated, supposed, found=True)

    # before the answer -------------------------------------------------------------------------------------------

    async def _begin(self, step: StepScope, request: WorkflowRequest) -> InvestigationStart:
        """Pin ids, revision, language and options."""
        project = self._project
        options = options_of(request)
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
            answered_by=self._calls.name,
        )

    async def _understand(
        self, _step: StepScope, question: str, names: list[str], language: Language
    ) -> UnderstoodQuestion:
        return UnderstoodQuestion(nlp=understand(question, known=names, default=language))

    async def _search(
        self, step: StepScope, nlp: QuestionAnalysis, question: str, options: InvestigateOptions
    ) -> RetrievalResult:
        query = " ".join(dict.fromkeys([question, *nlp.entities]))
        return await self._searching.search(step, query, options.documents, [])

    async def _suppose(
        self, step: StepScope, question: str, nlp: QuestionAnalysis, first: RetrievalResult, options: InvestigateOptions
    ) -> HypothesisWithGaps:
        """Suppose; ask people what only they know; look again with what they said; suppose anew."""
        supposed = await self._supposed(step, question, nlp, first)
        asked = supposed.hypothesis
        answers: dict[str, JsonValue] = dict(asked.available_information)
        branches: list[str] = []
        sources, facts = first.documents, first.facts
        if options.ask_people and asked.open_gaps and sources:
            form = await step.step("context", self._form, asked.open_gaps, nlp.language, options, key="form")
            said = await step.form(form, label=", ".join(gap.description for gap in asked.open_gaps)[:200])
            answers |= answers_of(asked.open_gaps, said.values, nlp.language)
            branches.append("interactive_form_wait")
        if answers and sources:
            query, others = refined_query(question, asked.gaps, answers), elsewhere(facts, answers, asked.gaps)
            again = await step.step(
                "rag_retrieval_refined", self._refine, query, options, sources, others, key="1", label="refined search"
            )
            branches.append("rag_retrieval_refined")
            facts = {**facts, **again.facts}
            sources = [each for each in _together(first, again) if holds_for(each, facts, answers, asked.gaps)]
            supposed = replace(supposed, hypothesis=refine(asked, answers, sources, nlp.language))
            supposed = await step.step("hypothesis_refinement", self._refined, question, nlp, supposed, sources)
        return HypothesisWithGaps(
            hypothesis=supposed.hypothesis,
            triggered_branches=branches,
            method=supposed.method,
            note=supposed.note,
            sources=sources,
            facts=facts,
            answers=answers,
            assumed=assumptions(asked.gaps, answers),
        )

    async def _supposed(
        self, step: StepScope, question: str, nlp: QuestionAnalysis, found: RetrievalResult
    ) -> HypothesisResult:
        """By the language model if it keeps to the form, twice at most; else by rules."""
        ruled = suppose(question, nlp, found.documents, found.facts)
        if not self._calls.is_language_model or not found.documents:
            return HypothesisResult(hypothesis=ruled, triggered_branches=[], method="rules")
        request = await step.step("context", self._hypothesis_request, question, nlp, found.documents, key="prompt")
        answer = await self._hypothesis(step, request, nlp, lambda form: argue(form, ruled, question, nlp))
        if answer.meant is None:
            return HypothesisResult(hypothesis=ruled, triggered_branches=[], method="rules", note=answer.problem)
        return HypothesisResult(hypothesis=answer.meant, triggered_branches=[], method="model", note=answer.problem)

    async def _hypothesis_request(
        self, _step: StepScope, question: str, nlp: QuestionAnalysis, sources: list[Source]
    ) -> ModelRequest:
        return hypothesis_request(question, nlp, sources, nonce=self._nonce())

    async def _hypothesis(
        self,
        step: StepScope,
        request: ModelRequest,
        nlp: QuestionAnalysis,
        mean: Callable[[HypothesisForm], Supposition],
    ) -> FormAnswer[Supposition]:
        """A hypothesis of the language model; the rules' holds where it has none, whatever the reason."""
        return await ask_for(
            step,
            self._calls,
            request,
            HypothesisForm,
            lambda form: (mean(form), []),
            label="hypothesis",
            language=nlp.language,
        )

    async def _form(self, _step: StepScope, gaps: list[Gap], language: Language, options: InvestigateOptions) -> Form:
        deadline = self._project.clock.now() + timedelta(hours=options.form_hours)
        return form_of(gaps, language, deadline, ASKER if options.only_asker else WHO)

    async def _refine(
        self, step: StepScope, query: str, options: InvestigateOptions, known: list[Source], others: list[str]
    ) -> RetrievalResult:
        return await self._searching.refine(step, query, options.documents, known, without=others)

    async def _refined(
        self, step: StepScope, question: str, nlp: QuestionAnalysis, supposed: HypothesisResult, sources: list[Source]
    ) -> HypothesisResult:
        """What people said is known by now; a language model that supposed before argues anew. Nobody is asked."""
        if supposed.method == "rules":
            return supposed
        known = supposed.hypothesis
        request = await step.step("context", self._refinement_request, question, nlp, known, sources, key="prompt")
        answer = await self._hypothesis(step, request, nlp, lambda form: argue_anew(form, known))
        if answer.meant is None:
            return replace(supposed, method="rules", note=answer.problem)
        return replace(supposed, hypothesis=answer.meant)

    async def _refinement_request(
        self, _step: StepScope, question: str, nlp: QuestionAnalysis, hypothesis: Supposition, sources: list[Source]
    ) -> ModelRequest:
        given = given_in_words(hypothesis.gaps, hypothesis.available_information, nlp.language)
        return refinement_request(question, nlp, sources, hypothesis, given, nonce=self._nonce())

    async def _evaluate(self, step: StepScope, supposed: HypothesisWithGaps) -> Evidence:
        evidence = evaluate(supposed.sources, supposed.hypothesis.required_criteria)
        step.verdict("passed" if _bears(evidence) else "failed")
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

    # the answer --------------------------------------------------------------------------------------------------

    async def _answer(self, step: StepScope, turn_context: TurnContext, task: AnswerTask, most: int) -> GeneratedAnswer:
        """Write, check, and where a check fails write again with what was missing; the best attempt is kept."""
        attempts = [await self._attempt(step, turn_context, task, 1, [])]
        most = most if self._calls.is_language_model else 1  # rules would write the same again
        while len(attempts) < most and not attempts[-1].passed:
            number = len(attempts) + 1
            again = await step.step(
                "answer_generation_retry", self._again, turn_context, task, attempts[-1], number, key=str(number)
            )
            attempts.append(again)
            if again.overall_quality <= attempts[-2].overall_quality:
                break  # no gain (WC-10)
        best = max(attempts, key=lambda each: (each.passed, each.overall_quality, -each.number))
        return _generated(attempts, best)

    async def _again(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, before: AnswerAttempt, number: int
    ) -> RegeneratedAnswer:
        """Another attempt, with the criteria that the one before said nothing of (C-44)."""
        failed = next(check for check in before.checks if not check.passed)
        missing = _missing(before)
        attempt = await self._attempt(step, turn_context, task, number, missing)
        fields = {name: getattr(attempt, name) for name in AnswerAttempt.__struct_fields__}
        return RegeneratedAnswer(
            **fields,
            trigger="quality_check_failed",
            failed_check=failed.check_type,
            retry_strategy="add_missing_criteria" if missing else "write_again",
            additional_prompt=", ".join(missing),
        )

    async def _attempt(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, number: int, missing: list[str]
    ) -> AnswerAttempt:
        written = await step.step(
            "llm_call_streaming", self._write, turn_context, task, number, missing, key=str(number)
        )
        text = written.text
        found = await step.parallel(
            step.step("quality_check", self._complete, text, task, key=f"completeness {number}", label="completeness"),
            step.step("quality_check", self._accurate, written, task, key=f"accuracy {number}", label="accuracy"),
            step.step("quality_check", self._consistent, text, task, key=f"consistency {number}", label="consistency"),
        )
        return AnswerAttempt(
            number=number,
            text=text,
            usage=written.usage,
            checks=list(found),
            overall_quality=checks.overall(found),
            passed=all(check.passed for check in found),
            citations=written.citations,
            unsupported=written.unsupported,
        )

    async def _write(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, number: int, missing: list[str]
    ) -> WrittenAnswer:
        """Stream the answer: by the language model, else picked from the sources by rules."""
        stream = MessageStream(assistant_head(turn_context), number=number)
        if not self._calls.is_language_model:
            await stream.begin(step, 1, "")
            parts = [message_text("extractive", task.language), *compose(
                task.template, task.question, task.sources, task.evidence,
                known=task.known, language=task.language,
            )]  # fmt: skip
            for place, part in enumerate(parts):
                stream.on_text(part if place == 0 else f"\n\n{part}")
            return self._with_citations(_written("\n\n".join(parts), self._calls.name, NO_USAGE, "extract"), task)
        request = await step.step("context", self._answer_request, task, missing, key="prompt")
        response = await self._calls.ask(step, request, stream)
        return self._with_citations(_written(response.text, response.model, response.usage, "answer"), task)

    async def _answer_request(self, _step: StepScope, task: AnswerTask, missing: list[str]) -> ModelRequest:
        return answer_request(
            task.question, task.language, task.hypothesis, task.template, task.sources,
            given=task.given, assumed=task.assumed, missing=missing, nonce=self._nonce(),
        )  # fmt: skip

    async def _complete(self, step: StepScope, text: str, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.completeness(text, task.hypothesis.required_criteria))

    async def _accurate(self, step: StepScope, written: WrittenAnswer, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.accuracy(written.text, written.citations, task.by_label, task.said))

    async def _consistent(self, step: StepScope, text: str, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.consistency(text, task.by_label))

    async def _finish(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, generated: GeneratedAnswer
    ) -> QualityCheck:
        """One more look at the text that people get, which becomes durable with what is known of it."""
        check = _judged(step, checks.consistency(generated.response_text, task.by_label))
        completed = assistant_head(turn_context).completed(
            generated.response_text,
            generated.usage,
            citations=generated.citations,
            unsupported=generated.unsupported,
        )
        await step.durable()
        await step.record([completed, *step.finish(check)])
        return check

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
            [assistant_head(turn_context).completed(text, NO_USAGE), *step.finish(turn_context.message_id)]
        )
        return turn_context.message_id

    # shared ------------------------------------------------------------------------------------------------------

    def _with_citations(self, written: WrittenAnswer, task: AnswerTask) -> WrittenAnswer:
        """What an answer cites, as the graph stands now, and what it states without a source."""
        text, sources = written.text, task.by_label

        def passage(label: str) -> CitablePassage | None:
            source = sources.get(label)
            if source is None or source.is_node:
                return None
            return CitablePassage(PassageId(source.document_id), source.text[:200])

        given = [NodeId(source.document_id) for source in task.sources if source.is_node]
        cited = check_citations(text, self._project.graph, given, passage=passage)
        said = " ".join(task.said)
        return replace(
            written,
            citations=cited.citations,
            unsupported=[span for span in cited.unsupported if not checks.is_given(text[span.start : span.end], said)],
        )

    def _nonce(self) -> str:
        return self._project.ids.new().replace("-", "")


def options_of(request: WorkflowRequest) -> InvestigateOptions:
    """The options of a message. `InvalidCommand` says what about them is wrong."""
    if isinstance(request.options, UnsetType):
        return InvestigateOptions()
    try:
        return msgspec.json.decode(bytes(request.options), type=InvestigateOptions)
    except msgspec.ValidationError as error:
        raise InvalidCommand(f"options of investigate: {error}", path="$.options") from None


def _together(first: RetrievalResult, again: RetrievalResult) -> list[Source]:
    """Sources of both searches, each where it scored best."""
    best: dict[str, Source] = {}
    for source in [*first.documents, *again.documents]:
        known = best.get(source.document_id)
        if known is None or source.relevance_score > known.relevance_score:
            best[source.document_id] = source
    return sorted(best.values(), key=lambda source: (-source.relevance_score, source.label))


def _bears(evidence: Evidence) -> bool:
    """Does any source speak of what has to be shown?"""
    return any(score.criteria_coverage for score in evidence.evidence_scores)


def _used(sources: list[Source], evidence: Evidence) -> list[Source]:
    """The sources in the order of the evidence; those that bear on nothing are left out."""
    by_id = {source.document_id: source for source in sources}
    return [
        by_id[score.document_id]
        for score in evidence.evidence_scores
        if score.criteria_coverage or score.used_in_response or by_id[score.document_id].is_near
    ]


def _judged(step: StepScope, check: QualityCheck) -> QualityCheck:
    step.verdict("passed" if check.passed else "failed")
    return check


def _missing(attempt: AnswerAttempt) -> list[str]:
    for check in attempt.checks:
        if check.check_type == "completeness" and not isinstance(check.missing_criteria, UnsetType):
            return check.missing_criteria
    return []


def _written(text: str, model: str, usage: Usage, prompt: Prompt) -> WrittenAnswer:
    return WrittenAnswer(
        text=text,
        model=model,
        prompt_type=prompt,
        tokens_generated=usage.output_tokens,
        usage=usage,
        method="rules" if prompt == "extract" else "model",
    )


def _generated(attempts: list[AnswerAttempt], best: AnswerAttempt) -> GeneratedAnswer:
    scores = {check.check_type: check.score for check in best.checks}
    return GeneratedAnswer(
        response_text=best.text,
        tokens_generated=best.usage.output_tokens,
        attempts=len(attempts),
        best_attempt=best.number,
        final_quality=best.overall_quality,
        quality_metrics=QualityMetrics(
            completeness=scores["completeness"],
            accuracy=scores["accuracy"],
            consistency=scores["consistency"],
            overall_quality=best.overall_quality,
        ),
        quality_checks_passed=best.passed,
        usage=best.usage,
        citations=best.citations,
        unsupported=best.unsupported,
        missing=_missing(best),
    )


def _result(
    turn_context: TurnContext, generated: GeneratedAnswer, supposed: HypothesisWithGaps, *, found: bool
) -> InvestigateResult:
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
        found=found,
        assumptions=supposed.assumed,
        missing=generated.missing,
    )
