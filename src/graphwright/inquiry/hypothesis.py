"""What an answer has to show and what is missing for it (C-26, C-70): by rules, or read from a language model's JSON.

What a model says is read strictly against the form; anything else is refused with its reason, and the rules stand in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from graphwright.errors import InvalidCommand
from graphwright.inquiry.gaps import Facts, find_gaps, said_already
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.records import FieldType, Gap, QuestionAnalysis, Source, Structure, Supposition
from graphwright.inquiry.templates import framework_for
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue

MAX_CRITERIA: Final = 20
MIN_BUDGET: Final = 1_000
MAX_BUDGET: Final = 16_000
_BUDGETS: Final = {"low": 1_500, "medium": 3_500, "high": 8_000}
_JSON: Final = re.compile(r"```(?:json)?\s*\n(.*?)\n```", re.DOTALL)

Line = Annotated[str, Meta(min_length=1, max_length=300)]


def suppose(question: str, nlp: QuestionAnalysis, sources: Sequence[Source], facts: Facts) -> Supposition:
    """A hypothesis by rules alone."""
    about = topics_of(nlp)
    gaps = find_gaps([about[0], *nlp.entities, *about], sources, facts, nlp.language)
    said = said_already(question, gaps, about)
    missing = [gap.key for gap in gaps if gap.key not in said]
    framework = framework_for(nlp.intent)
    criteria = dict.fromkeys([*about, *(gap.description for gap in gaps)])
    best = _best(sources)
    known = len(said) / len(gaps) if gaps else 1.0
    return Supposition(
        question_type=nlp.intent,
        primary_intent=question.strip()[:300],
        required_criteria=list(criteria)[:MAX_CRITERIA],
        missing_information=missing,
        gaps=gaps,
        available_information=said,
        suggested_structure=Structure(
            base_framework=framework.name, sections=[section.section_id for section in framework.sections]
        ),
        confidence_estimate=round(min(1.0, 0.2 + 0.5 * best + 0.3 * known) if sources else 0.0, 2),
        confidence_reason=_reason(sources, missing, nlp.language),
        recommended_token_budget=_BUDGETS[nlp.estimated_complexity],
    )


def topics_of(nlp: QuestionAnalysis) -> list[str]:
    """What a question is about, the main thing first."""
    return [nlp.parsed_query.main_topic, *nlp.parsed_query.subtopics]


class _SaidGap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    key: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
    description: Line
    required: bool = True
    options: Annotated[list[Line], Meta(max_length=20)] = []
    unit: Annotated[str, Meta(max_length=20)] = ""


class _SaidSection(Struct, frozen=True, kw_only=True):
    id: Line


class _SaidStructure(Struct, frozen=True, kw_only=True):
    base_framework: str
    sections: Annotated[list[_SaidSection], Meta(max_length=20)] = []


class _Said(Struct, frozen=True, kw_only=True):
    """C-70, as a language model writes it; fields we do not know are passed over."""

    required_criteria: Annotated[list[Line], Meta(min_length=1, max_length=MAX_CRITERIA)]
    missing_information: Annotated[list[_SaidGap], Meta(max_length=6)]
    confidence_estimate: Annotated[float, Meta(ge=0, le=1)]
    question_type: str = ""
    primary_intent: Annotated[str, Meta(max_length=2_000)] = ""
    confidence_reason: Annotated[str, Meta(max_length=2_000)] = ""
    suggested_structure: _SaidStructure | None = None
    recommended_token_budget: int = 0


def read_hypothesis(text: str, ruled: Supposition, question: str, nlp: QuestionAnalysis) -> Supposition:
    """A hypothesis from a language model's answer. `InvalidCommand` says what about it breaks the form.

    `ruled` is what the rules say; it fills what the model left open, and the keys of gaps both found stay the rules'.
    """
    said = _read(text)
    by_key = {gap.key: gap for gap in ruled.gaps}
    gaps = list({gap.key: by_key.get(gap.key) or _gap(gap, nlp) for gap in said.missing_information}.values())
    known = said_already(question, gaps, topics_of(nlp)) | ruled.available_information
    kept = [gap for gap in ruled.gaps if gap.key in known and gap not in gaps]
    return msgspec.structs.replace(
        _argued(said, ruled),
        primary_intent=said.primary_intent or ruled.primary_intent,
        missing_information=[gap.key for gap in gaps if gap.key not in known],
        gaps=[*kept, *gaps],
        available_information=known,
    )


def refine(
    before: Supposition, answers: Mapping[str, JsonValue], sources: Sequence[Source], language: Language
) -> Supposition:
    """The hypothesis once people have answered: what they said is known, what they skipped stays missing.

    Nothing new is asked. Once nothing is missing the best source bounds the confidence, and no longer the gaps.
    """
    missing = [key for key in before.missing_information if key not in answers]
    asked = len(before.missing_information)
    gain = 0.3 * (asked - len(missing)) / asked if asked else 0.0
    best = _best(sources)
    confidence = min(1.0, max(before.confidence_estimate + gain, 0.0 if missing else best))
    return msgspec.structs.replace(
        before,
        missing_information=missing,
        available_information={**before.available_information, **answers},
        confidence_estimate=round(confidence, 2),
        confidence_reason=_reason(sources, missing, language),
    )


def read_refinement(text: str, refined: Supposition) -> Supposition:
    """What a language model makes of a hypothesis once people have answered. `InvalidCommand` as in `read_hypothesis`.

    It may change what has to be shown and how sure it is; what is missing is settled, so that nobody is asked twice.
    """
    return _argued(_read(text), refined)


def _read(text: str) -> _Said:
    fenced = _JSON.search(text)
    try:
        return msgspec.json.decode((fenced[1] if fenced else text).strip().encode(), type=_Said)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidCommand(f"the hypothesis is not in the form that was asked for: {error}") from None


def _argued(said: _Said, before: Supposition) -> Supposition:
    """What a model says about the argument, in place of what stood there."""
    wanted = None if said.suggested_structure is None else said.suggested_structure.base_framework
    framework = framework_for(before.question_type, wanted=wanted)
    budget = said.recommended_token_budget or before.recommended_token_budget
    return msgspec.structs.replace(
        before,
        required_criteria=list(dict.fromkeys(said.required_criteria)),
        suggested_structure=Structure(
            base_framework=framework.name, sections=[section.section_id for section in framework.sections]
        ),
        confidence_estimate=said.confidence_estimate,
        confidence_reason=said.confidence_reason or before.confidence_reason,
        recommended_token_budget=min(MAX_BUDGET, max(MIN_BUDGET, budget)),
    )


def refined_query(question: str, gaps: Sequence[Gap], answers: Mapping[str, JsonValue]) -> str:
    """The question with what people answered, to search with again (C-43)."""
    said = [_in_words(gap, answers[gap.key]) for gap in gaps if gap.key in answers]
    return " ".join([question, *said])


def _in_words(gap: Gap, value: JsonValue) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"{gap.description} {text} {gap.unit}".strip()


def _best(sources: Sequence[Source]) -> float:
    return max((source.relevance_score for source in sources), default=0.0)


def _reason(sources: Sequence[Source], missing: Sequence[str], language: Language) -> str:
    return message_text("confidence", language).format(
        sources=len(sources), best=round(100 * _best(sources)), gaps=len(missing)
    )


def _gap(said: _SaidGap, nlp: QuestionAnalysis) -> Gap:
    kind: FieldType = "choice" if said.options else "number" if said.unit else "text"
    assumption = (
        message_text("anyOf", nlp.language).format(about=said.description, options=", ".join(said.options))
        if said.options
        else message_text("unknownSize" if said.unit else "unknownFact", nlp.language).format(about=said.description)
    )
    return Gap(
        key=said.key,
        description=said.description,
        type=kind,
        required=said.required,
        options=said.options,
        unit=said.unit,
        assumption=assumption,
    )
