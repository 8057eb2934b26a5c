"""The form of an answer: five frameworks, kept as data, and the sections that one question needs (C-31, C-47)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final, Literal

import msgspec
from msgspec import Struct

from graphwright.formats.forms import folded
from graphwright.inquiry.records import AnswerSection, Intent, Supposition, Template, TemplateSections
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue
from graphwright.text.words import covered

COMPLETENESS: Final = 0.90
ACCURACY: Final = 0.92
CONSISTENCY: Final = 0.85
"""Least values of the three checks (C-34 to C-36)."""
COVERS: Final = 0.5
"""Share of a criterion's words that a text speaks of when it covers it."""
_SHORT: Final = 2_000
_MEDIUM: Final = 5_000


class FrameworkSection(Struct, frozen=True, kw_only=True):
    """A section that every answer of a framework has."""

    section_id: str = msgspec.field(name="id")
    title: dict[Language, str]
    share: float
    """Of the answer's tokens."""


class Framework(Struct, frozen=True, kw_only=True):
    """A form of answers."""

    name: str
    title: dict[Language, str]
    intents: list[Intent]
    sections: list[FrameworkSection]


@cache
def frameworks() -> tuple[Framework, ...]:
    """The five frameworks."""
    data = (resources.files("graphwright.inquiry") / "data" / "frameworks.json").read_bytes()
    return tuple(msgspec.json.decode(data, type=list[Framework]))


def framework_for(intent: Intent, *, wanted: str | None = None) -> Framework:
    """The framework that somebody wants by name or title, if there is one, else the one for what is asked."""
    key = folded(wanted or "")
    named = next((each for each in frameworks() if key in map(folded, (each.name, *each.title.values()))), None)
    return named or next(each for each in frameworks() if intent in each.intents)


def construct(
    hypothesis: Supposition, language: Language, *, sources: Sequence[str], instructions: str, budget: int
) -> Template:
    """The sections of the answer.

    A criterion belongs to the section whose title speaks of it, else to the first when it is what was asked about, and
    to the second when it is what that hangs on.
    """
    framework = framework_for(hypothesis.question_type, wanted=hypothesis.suggested_structure.base_framework)
    titles = [section.title[language] for section in framework.sections]
    criteria: list[list[str]] = [[] for _ in titles]
    for criterion in hypothesis.required_criteria:
        fitting = [covered(criterion, title) for title in titles]
        hangs_on = 0 if covered(criterion, hypothesis.primary_intent) >= COVERS else min(1, len(titles) - 1)
        criteria[fitting.index(max(fitting)) if max(fitting) >= COVERS else hangs_on].append(criterion)
    requirements: dict[str, JsonValue] = {
        "completenessMin": COMPLETENESS,
        "accuracyMin": ACCURACY,
        "requiredSources": list(sources),
    }
    return Template(
        base_framework=framework.name,
        estimated_response_length=_length(budget),
        template=TemplateSections(
            sections=[
                AnswerSection(
                    section_id=section.section_id,
                    type="markdown",
                    title=title,
                    criteria=wanted,
                    quality_requirements=requirements,
                )
                for section, title, wanted in zip(framework.sections, titles, criteria, strict=True)
            ]
        ),
        system_prompt_hash=sha256(instructions.encode()).hexdigest()[:12],
        token_budget=budget,
    )


def _length(budget: int) -> Literal["short", "medium", "long"]:
    return "short" if budget <= _SHORT else "medium" if budget <= _MEDIUM else "long"
