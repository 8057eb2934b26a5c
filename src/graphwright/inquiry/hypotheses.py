"""Hypotheses of an investigation: by the language model where it gives one, else by rules. Steps that nobody hears."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from graphwright.inquiry.hypothesis import HypothesisForm, argue, argue_anew, suppose
from graphwright.inquiry.prompts import hypothesis_request, refinement_request
from graphwright.inquiry.records import HypothesisResult, QuestionAnalysis, Supposition
from graphwright.llm.base import ModelRequest
from graphwright.projects import Project
from graphwright.runs.scope import StepScope
from graphwright.turns.ask_for import FormReading, ask_for
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.sources import RetrievalResult, Source


class Hypotheses:
    """The hypotheses of one project's investigations."""

    def __init__(self, project: Project, calls: ModelCalls) -> None:
        self._project = project
        self._calls = calls

    async def suppose(
        self, step: StepScope, question: str, nlp: QuestionAnalysis, found: RetrievalResult
    ) -> HypothesisResult:
        """What an answer has to show and what is missing; the rules stand in for a model that cannot say."""
        ruled = suppose(question, nlp, found.documents, found.facts)
        if not self._calls.is_language_model or not found.documents:
            return HypothesisResult(hypothesis=ruled, triggered_branches=[], method="rules")
        request = await step.step("context", self._request, question, nlp, found.documents, key="prompt")
        answer = await self._asked(step, request, nlp, lambda form: argue(form, ruled, question, nlp))
        if answer.meant is None:
            return HypothesisResult(hypothesis=ruled, triggered_branches=[], method="rules", note=answer.problem)
        return HypothesisResult(hypothesis=answer.meant, triggered_branches=[], method="model", note=answer.problem)

    async def refine(  # noqa: PLR0917 - arguments of a step have no names
        self,
        step: StepScope,
        question: str,
        nlp: QuestionAnalysis,
        supposed: HypothesisResult,
        sources: list[Source],
        given: list[str],
    ) -> HypothesisResult:
        """What people said is known by now; a language model that supposed before argues anew. Nobody is asked."""
        if supposed.method == "rules":
            return supposed
        known = supposed.hypothesis
        request = await step.step("context", self._again, question, nlp, known, sources, given, key="prompt")
        answer = await self._asked(step, request, nlp, lambda form: argue_anew(form, known))
        if answer.meant is None:
            return replace(supposed, method="rules", note=answer.problem)
        return replace(supposed, hypothesis=answer.meant)

    async def _request(
        self, _step: StepScope, question: str, nlp: QuestionAnalysis, sources: list[Source]
    ) -> ModelRequest:
        return hypothesis_request(question, nlp, sources, nonce=self._nonce())

    async def _again(
        self,
        _step: StepScope,
        question: str,
        nlp: QuestionAnalysis,
        hypothesis: Supposition,
        sources: list[Source],
        given: list[str],
    ) -> ModelRequest:
        return refinement_request(question, nlp, sources, hypothesis, given, nonce=self._nonce())

    async def _asked(
        self,
        step: StepScope,
        request: ModelRequest,
        nlp: QuestionAnalysis,
        mean: Callable[[HypothesisForm], Supposition],
    ) -> FormReading[Supposition]:
        return await ask_for(
            step,
            self._calls,
            request,
            HypothesisForm,
            lambda form: (mean(form), []),
            label="hypothesis",
            language=nlp.language,
        )

    def _nonce(self) -> str:
        return self._project.ids.new().replace("-", "")
