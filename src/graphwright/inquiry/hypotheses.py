"""Hypotheses of an investigation: by the language model where it gives one, else by rules. Steps that nobody hears."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.inquiry.hypothesis import HypothesisForm, argue, argue_anew, suppose
from graphwright.inquiry.prompts import hypothesis_request, refinement_request
from graphwright.inquiry.records import HypothesisResult, QuestionAnalysis, Supposition
from graphwright.llm.base import ModelRequest
from graphwright.projects import Project
from graphwright.runs.scope import StepScope
from graphwright.turns.ask_for import ask_for
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
        mark = await step.step("context", self._mark, key="prompt")
        request = hypothesis_request(question, nlp, found.documents, nonce=mark)
        return await self._asked(step, request, nlp, ruled, lambda form: argue(form, ruled, question, nlp))

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
        mark = await step.step("context", self._mark, key="prompt")
        request = refinement_request(question, nlp, sources, known, given, nonce=mark)
        return await self._asked(step, request, nlp, known, lambda form: argue_anew(form, known))

    async def _mark(self, _step: StepScope) -> str:
        """What delimits the data of a prompt: random, and the same on replay."""
        return self._project.ids.new().replace("-", "")

    async def _asked(
        self,
        step: StepScope,
        request: ModelRequest,
        nlp: QuestionAnalysis,
        known: Supposition,
        mean: Callable[[HypothesisForm], Supposition],
    ) -> HypothesisResult:
        """The language model's hypothesis; what is `known` where it gives none, and why."""
        answer = await ask_for(
            step,
            self._calls,
            request,
            HypothesisForm,
            lambda form: (mean(form), []),
            label="hypothesis",
            language=nlp.language,
        )
        return HypothesisResult(
            hypothesis=known if answer.meant is None else answer.meant,
            triggered_branches=[],
            method="rules" if answer.meant is None else "model",
            note=answer.problem,
        )
