"""Gaps as a form, and what people answered as facts again (C-42, C-72)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from graphwright.inquiry.messages import message_text, written
from graphwright.inquiry.records import Gap
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue
from graphwright.protocol.runs import Form, FormField

WHO: Final = "ask"
"""The right that whoever answers needs, ..."""
ASKER: Final = "asker"
"""... or nobody but whoever asked."""


def form_of(gaps: Sequence[Gap], language: Language, deadline: datetime | None = None, who: str = WHO) -> Form:
    """The form. Nothing in it has to be answered: a field left empty is "I don't know", and its assumption holds."""
    return Form(
        fields=[_field(gap, language) for gap in gaps],
        who_may_answer=who,
        deadline=deadline,
        assumption_on_skip="\n".join(gap.assumption for gap in gaps if gap.assumption) or None,
    )


def answers_of(gaps: Sequence[Gap], values: Mapping[str, JsonValue] | None, language: Language) -> dict[str, JsonValue]:
    """What is known now; "I don't know" and empty answers are not."""
    unknown = message_text("dontKnow", language)
    given = values or {}
    return {gap.key: given[gap.key] for gap in gaps if given.get(gap.key) not in {None, "", unknown}}


def assumptions(gaps: Sequence[Gap], answers: Mapping[str, JsonValue]) -> list[str]:
    """What is supposed instead of each answer that nobody gave."""
    return [gap.assumption for gap in gaps if gap.key not in answers and gap.assumption]


def given_in_words(gaps: Sequence[Gap], answers: Mapping[str, JsonValue], language: Language) -> list[str]:
    """What people gave, in words: `Land: Nordland`, `floor area: 25 m²`."""
    return [
        f"{gap.description}: {_in_words(answers[gap.key], language)} {gap.unit}".rstrip()
        for gap in gaps
        if gap.key in answers
    ]


def unknown_in_words(gaps: Sequence[Gap], answers: Mapping[str, JsonValue], language: Language) -> list[str]:
    """What people were asked and do not know: `Land: I don't know`."""
    nobody = message_text("dontKnow", language)
    return [f"{gap.description}: {nobody}" for gap in gaps if gap.key not in answers]


def _field(gap: Gap, language: Language) -> FormField:
    is_choice = gap.type == "choice"
    return FormField(
        key=gap.key,
        label=gap.description,
        type=gap.type,
        required=False,
        options=[*gap.options, message_text("dontKnow", language)] if is_choice else [],
        unit=gap.unit or None,
    )


def _in_words(value: JsonValue, language: Language) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return written(value, language)
