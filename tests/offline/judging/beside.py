"""The figures of the sets beside the sentences: requirement sentences and questions about real models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import find_shared
from tests.offline.judging.demands import english, failing, german
from tests.offline.judging.questions import answered, models, questions


def figures() -> tuple[dict[str, int], list[str]]:
    """What was reached, and a line for each that failed; the real ones only where the sample data is."""
    lines: list[str] = []
    counts = {"requirements de": sum(_becomes(each, lines) for each in german())}
    shared = find_shared()
    if shared is not None:
        counts["requirements en"] = sum(_becomes(each, lines) for each in english(shared / "data"))
        counted = Counter(_came(shared / "data", lines))
        counts |= {f"questions {each}": counted[each] for each in ("right", "partly", "wrong", "denied", "declined")}
    return counts, lines


def _becomes(sentence: str, lines: list[str]) -> bool:
    why = failing(sentence)
    if why is not None:
        lines.append(f"{sentence!r}: {why}")
    return why is None


def _came(data: Path, lines: list[str]) -> Iterator[str]:
    stages = models(data)
    for question in questions(data):
        verdict, outcome, why = answered(question, stages[question.model])
        if verdict != "right":
            lines.append(f"{verdict}: {question.say} ({question.model}) {why[:4]}\n    {outcome.text[:300]!r}")
        yield verdict
