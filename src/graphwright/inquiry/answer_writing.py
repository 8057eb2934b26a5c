"""The answer of an investigation: written, checked, and written again with what was wrong; the best attempt is kept.

With a language model it is streamed from it, else picked from the sources by rules. Checks are computed and never asked
of the model that wrote.
"""

from __future__ import annotations

from graphwright.context.citations import check_citations
from graphwright.context.passages import by_name
from graphwright.inquiry import checks
from graphwright.inquiry.choice import best_of
from graphwright.inquiry.extract import compose, is_unsure, told_of_model
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.prompts import FailedAttempt, answer_request
from graphwright.inquiry.records import (
    AnswerAttempt,
    GeneratedAnswer,
    Method,
    QualityCheck,
    QualityMetrics,
    RegeneratedAnswer,
    WrittenAnswer,
)
from graphwright.inquiry.task import AnswerTask
from graphwright.inquiry.understanding import asks_model
from graphwright.llm.prices import NOTHING_USED
from graphwright.projects import Project
from graphwright.protocol.ids import NodeId
from graphwright.protocol.runs import Usage
from graphwright.runs.scope import StepScope
from graphwright.turns.message_stream import MessageStream, assistant_head
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.retrieval import named_passages


class AnswerWriting:
    """Writes the answer to one question. The task follows from earlier steps: it is bound, and not passed to each."""

    def __init__(self, project: Project, calls: ModelCalls, turn_context: TurnContext, task: AnswerTask) -> None:
        self._project = project
        self._calls = calls
        self._task = task
        self._head = assistant_head(turn_context)

    async def answer(self, step: StepScope, most: int) -> GeneratedAnswer:
        """Write, check, and where a check fails write again with what was missing; the best attempt is kept."""
        criteria = self._task.hypothesis.required_criteria
        attempts = [await self._attempt(step, 1, None)]
        most = most if self._calls.is_language_model else 1  # rules would write the same again
        while len(attempts) < most and not attempts[-1].passed:
            number = len(attempts) + 1
            again = await step.step("answer_generation_retry", self._again, attempts[-1], number, key=str(number))
            attempts.append(again)
            if best_of(attempts, criteria) is not again:
                break  # no gain (WC-10)
        return _generated(attempts, best_of(attempts, criteria))

    async def _again(self, step: StepScope, before: AnswerAttempt, number: int) -> RegeneratedAnswer:
        """Another attempt, which is shown the one before with what did not pass, sentence by sentence (C-44)."""
        failed = [check for check in before.checks if not check.passed]
        missing = _missing(before)
        wrong = [f"it says nothing of: {criterion}" for criterion in missing]
        wrong += [detail for check in failed for detail in check.details]
        attempt = await self._attempt(step, number, FailedAttempt(text=before.text, problems=wrong))
        fields = {name: getattr(attempt, name) for name in AnswerAttempt.__struct_fields__}
        return RegeneratedAnswer(
            **fields,
            trigger="quality_check_failed",
            failed_check=failed[0].check_type,
            retry_strategy="add_missing_criteria" if missing else "write_again",
            additional_prompt="\n".join(wrong),
        )

    async def _attempt(self, step: StepScope, number: int, before: FailedAttempt | None) -> AnswerAttempt:
        written = await step.step("llm_call_streaming", self._write, number, before, key=str(number))
        text = written.text
        found = await step.parallel(
            step.step("quality_check", self._complete, text, key=f"completeness {number}", label="completeness"),
            step.step("quality_check", self._accurate, written, key=f"accuracy {number}", label="accuracy"),
            step.step("quality_check", self._consistent, text, key=f"consistency {number}", label="consistency"),
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

    async def _write(self, step: StepScope, number: int, before: FailedAttempt | None) -> WrittenAnswer:
        """Stream the answer: by the language model, else picked from the sources by rules."""
        task, stream = self._task, MessageStream(self._head, number=number)
        if not self._calls.is_language_model:
            await stream.begin(step, 1, "")
            is_doubtful = is_unsure(task.question, task.sources, was_compared=task.was_compared)
            doubt = [message_text("unsure", task.language)] if is_doubtful else []
            parts = [*doubt, message_text("extractive", task.language), *compose(
                task.template, task.question, task.sources, task.evidence,
                known=task.known, language=task.language,
            )]  # fmt: skip
            if asks_model(task.question):
                parts.append(told_of_model(task.question, task.nodes, task.language))
            for place, part in enumerate(parts):
                stream.on_text(part if place == 0 else f"\n\n{part}")
            return self._written("\n\n".join(parts), self._calls.name, NOTHING_USED, "rules", stream)
        mark = await step.step("context", self._mark, key="prompt")
        response = await self._calls.ask(step, answer_request(task, nonce=mark, before=before), stream)
        return self._written(response.text, response.model, response.usage, "model", stream)

    async def _mark(self, _step: StepScope) -> str:
        """What delimits the data of a prompt: random, and the same on replay."""
        return self._project.ids.new().replace("-", "")

    async def _complete(self, step: StepScope, text: str) -> QualityCheck:
        return _judged(step, checks.completeness(text, self._task.hypothesis.required_criteria))

    async def _accurate(self, step: StepScope, written: WrittenAnswer) -> QualityCheck:
        return _judged(step, checks.accuracy(written.text, written.citations, self._task.by_label, self._task.said))

    async def _consistent(self, step: StepScope, text: str) -> QualityCheck:
        return _judged(step, checks.consistency(text, self._task.by_label))

    async def finish(self, step: StepScope, generated: GeneratedAnswer) -> QualityCheck:
        """One more look at the text that people get, which becomes durable with what is known of it."""
        check = await self._consistent(step, generated.response_text)
        completed = self._head.completed(
            generated.response_text,
            generated.usage,
            citations=generated.citations,
            unsupported=generated.unsupported,
        )
        await step.durable()
        await step.record([completed, *step.finish(check)])
        return check

    def _written(self, text: str, model: str, usage: Usage, method: Method, stream: MessageStream) -> WrittenAnswer:
        """An answer with what it cites, as the graph stands now, and what it states without a source."""
        sources = self._task.sources
        nodes = [NodeId(source.document_id) for source in sources if source.is_node]
        cited = check_citations(text, self._project.graph, nodes, passage=by_name(named_passages(sources)).get)
        said = " ".join(self._task.said)
        return WrittenAnswer(
            text=text,
            model=model,
            tokens_generated=usage.output_tokens,
            usage=usage,
            method=method,
            pieces=stream.pieces,
            streaming_ms=stream.streaming_ms,
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
