"""The answer of an investigation: written, checked, and written again with what was wrong; the best attempt is kept.

With a language model it is streamed from it, else picked from the sources by rules. Checks are computed and never asked
of the model that wrote.
"""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.context.citations import CitablePassage, check_citations
from graphwright.inquiry import checks
from graphwright.inquiry.choice import best_of
from graphwright.inquiry.extract import compose
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.prompts import FailedAttempt, answer_request
from graphwright.inquiry.records import (
    AnswerAttempt,
    GeneratedAnswer,
    Prompt,
    QualityCheck,
    QualityMetrics,
    RegeneratedAnswer,
    WrittenAnswer,
)
from graphwright.inquiry.task import AnswerTask
from graphwright.llm.base import ModelRequest
from graphwright.llm.prices import NOTHING_USED
from graphwright.projects import Project
from graphwright.protocol.ids import NodeId, PassageId
from graphwright.protocol.runs import Usage
from graphwright.runs.scope import StepScope
from graphwright.turns.message_stream import MessageStream, assistant_head
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext


class AnswerWriting:
    """Writes the answers of one project's investigations."""

    def __init__(self, project: Project, calls: ModelCalls) -> None:
        self._project = project
        self._calls = calls

    async def answer(self, step: StepScope, turn_context: TurnContext, task: AnswerTask, most: int) -> GeneratedAnswer:
        """Write, check, and where a check fails write again with what was missing; the best attempt is kept."""
        attempts = [await self._attempt(step, turn_context, task, 1, None)]
        most = most if self._calls.is_language_model else 1  # rules would write the same again
        while len(attempts) < most and not attempts[-1].passed:
            number = len(attempts) + 1
            again = await step.step(
                "answer_generation_retry", self._again, turn_context, task, attempts[-1], number, key=str(number)
            )
            attempts.append(again)
            if best_of(attempts, task.hypothesis.required_criteria) is not again:
                break  # no gain (WC-10)
        return _generated(attempts, best_of(attempts, task.hypothesis.required_criteria))

    async def _again(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, before: AnswerAttempt, number: int
    ) -> RegeneratedAnswer:
        """Another attempt, which is shown the one before with what did not pass, sentence by sentence (C-44)."""
        failed = next(check for check in before.checks if not check.passed)
        missing = _missing(before)
        wrong = [f"it says nothing of: {criterion}" for criterion in missing]
        wrong += [detail for check in before.checks if not check.passed for detail in check.details]
        shown = FailedAttempt(text=before.text, problems=wrong)
        attempt = await self._attempt(step, turn_context, task, number, shown)
        fields = {name: getattr(attempt, name) for name in AnswerAttempt.__struct_fields__}
        return RegeneratedAnswer(
            **fields,
            trigger="quality_check_failed",
            failed_check=failed.check_type,
            retry_strategy="add_missing_criteria" if missing else "write_again",
            additional_prompt="\n".join(wrong),
        )

    async def _attempt(
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, number: int, before: FailedAttempt | None
    ) -> AnswerAttempt:
        written = await step.step(
            "llm_call_streaming", self._write, turn_context, task, number, before, key=str(number)
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
        self, step: StepScope, turn_context: TurnContext, task: AnswerTask, number: int, before: FailedAttempt | None
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
            written = _written("\n\n".join(parts), self._calls.name, NOTHING_USED, "extract", stream)
            return self._with_citations(written, task)
        request = await step.step("context", self._request, task, before, key="prompt")
        response = await self._calls.ask(step, request, stream)
        written = _written(response.text, response.model, response.usage, "answer", stream)
        return self._with_citations(written, task)

    async def _request(self, _step: StepScope, task: AnswerTask, before: FailedAttempt | None) -> ModelRequest:
        return answer_request(task, nonce=self._project.ids.new().replace("-", ""), before=before)

    async def _complete(self, step: StepScope, text: str, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.completeness(text, task.hypothesis.required_criteria))

    async def _accurate(self, step: StepScope, written: WrittenAnswer, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.accuracy(written.text, written.citations, task.by_label, task.said))

    async def _consistent(self, step: StepScope, text: str, task: AnswerTask) -> QualityCheck:
        return _judged(step, checks.consistency(text, task.by_label))

    async def finish(
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


def _judged(step: StepScope, check: QualityCheck) -> QualityCheck:
    step.verdict("passed" if check.passed else "failed")
    return check


def _missing(attempt: AnswerAttempt) -> list[str]:
    for check in attempt.checks:
        if check.check_type == "completeness" and check.missing_criteria is not None:
            return check.missing_criteria
    return []


def _written(text: str, model: str, usage: Usage, prompt: Prompt, stream: MessageStream) -> WrittenAnswer:
    return WrittenAnswer(
        text=text,
        model=model,
        prompt_type=prompt,
        tokens_generated=usage.output_tokens,
        usage=usage,
        method="rules" if prompt == "extract" else "model",
        pieces=stream.pieces,
        streaming_ms=stream.streaming_ms,
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
