"""What an answer has to show and what is missing for it (C-26, C-70): by rules, or by a language model.

What a model leaves open the rules fill; where it says nothing that can be read, they stand in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from graphwright.formats.forms import asked
from graphwright.inquiry.gaps import Facts, find_gaps, key_of, said_already
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.records import FieldType, Gap, QuestionAnalysis, Structure, Supposition
from graphwright.inquiry.templates import framework_for
from graphwright.languages import Language
from graphwright.protocol.base import JsonValue
from graphwright.turns.sources import Source

MAX_CRITERIA: Final = 20
MAX_FACTS: Final = 6
MIN_BUDGET: Final = 1_000
MAX_BUDGET: Final = 16_000
_WITHOUT_SIZES: Final = frozenset({"responsibility", "definition", "cause"})
"""Who does something, what a word means and why something is so depend on no size of it."""
_BUDGETS: Final = {"low": 1_500, "medium": 3_500, "high": 8_000}


def suppose(question: str, nlp: QuestionAnalysis, sources: Sequence[Source], facts: Facts) -> Supposition:
    """A hypothesis by rules alone."""
    about = topics_of(nlp)
    units = {each.unit for each in nlp.quantities}
    of_sizes = nlp.intent not in _WITHOUT_SIZES
    topics = [about[0], *nlp.entities, *about]
    gaps = find_gaps(topics, sources, facts, nlp.language, units=units, of_sizes=of_sizes)
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


class MissingFact(Struct, frozen=True, kw_only=True):
    """A fact about the case that only a person can know."""

    description: Annotated[
        str,
        Meta(min_length=1, max_length=300),
        asked("What the person is asked, as a short question.", "question", "text", "beschreibung", "frage"),
    ]
    key: Annotated[str, asked("A name for the fact in small letters.", "name", "id", "schlüssel", "clé")] = ""
    required: Annotated[
        bool, asked("Whether the answer hangs on it.", "erforderlich", "needed", "mandatory", "requis")
    ] = True
    options: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=300)]],
        Meta(max_length=20),
        asked("Answers to choose from; empty where there are none.", "optionen", "choices", is_list_in_text=True),
    ] = []
    unit: Annotated[
        str, Meta(max_length=20), asked("The unit of a number, such as m; empty otherwise.", "einheit", "unité")
    ] = ""


class SuggestedStructure(Struct, frozen=True, kw_only=True):
    """The form that the answer should have."""

    base_framework: Annotated[
        str, Meta(max_length=100), asked("One of the frameworks that were named.", "framework", "name", "rahmen")
    ]
    sections: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=300)]],
        Meta(max_length=20),
        asked("Headings of the answer; empty for those of the framework.", "abschnitte", "headings"),
    ] = []


class HypothesisForm(Struct, frozen=True, kw_only=True):
    """What a complete answer has to show, and what is missing for it."""

    required_criteria: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=300)]],
        Meta(min_length=1, max_length=MAX_CRITERIA),
        asked("What a complete answer has to speak of, one short text each.", "criteria", "erforderliche kriterien",
              "kriterien", "critères"),
    ]  # fmt: skip
    missing_information: Annotated[
        list[MissingFact],
        Meta(max_length=MAX_FACTS),
        asked("Facts about the case that only a person can know.", "missing facts", "missing",
              "fehlende informationen", "informations manquantes"),
    ] = []  # fmt: skip
    confidence_estimate: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        asked("How sure the answer will be, from 0 to 1.", "confidence", "konfidenz", "sicherheit", "confiance"),
    ] = None
    confidence_reason: Annotated[
        str, Meta(max_length=2_000), asked("Why, in one sentence.", "reason", "reasoning", "begründung", "raison")
    ] = ""
    suggested_structure: Annotated[
        SuggestedStructure | None, asked("The form of the answer.", "structure", "struktur")
    ] = None
    recommended_token_budget: Annotated[
        int | None, asked("Tokens that the answer needs, 1000 to 16000.", "token budget", "budget", "tokens")
    ] = None


def argue(form: HypothesisForm, ruled: Supposition, question: str, nlp: QuestionAnalysis) -> Supposition:
    """A hypothesis from what a language model filled in.

    `ruled` is what the rules say; it fills what the model left open, and the keys of gaps both found stay the rules'.
    """
    by_key = {gap.key: gap for gap in ruled.gaps}
    found = [by_key.get(_key(fact)) or _gap(fact, nlp) for fact in form.missing_information]
    gaps = list({gap.key: gap for gap in found}.values())
    known = said_already(question, gaps, topics_of(nlp)) | ruled.available_information
    kept = [gap for gap in ruled.gaps if gap.key in known and gap not in gaps]
    return msgspec.structs.replace(
        argue_anew(form, ruled),
        missing_information=[gap.key for gap in gaps if gap.key not in known],
        gaps=[*kept, *gaps],
        available_information=known,
    )


def argue_anew(form: HypothesisForm, before: Supposition) -> Supposition:
    """What a language model makes of a hypothesis once people have answered.

    It may change what has to be shown and how sure it is; what is missing is settled, so that nobody is asked twice.
    """
    wanted = None if form.suggested_structure is None else form.suggested_structure.base_framework
    framework = framework_for(before.question_type, wanted=wanted)
    confidence = before.confidence_estimate if form.confidence_estimate is None else form.confidence_estimate
    budget = form.recommended_token_budget or before.recommended_token_budget
    return msgspec.structs.replace(
        before,
        required_criteria=list(dict.fromkeys(form.required_criteria)),
        suggested_structure=Structure(
            base_framework=framework.name, sections=[section.section_id for section in framework.sections]
        ),
        confidence_estimate=confidence,
        confidence_reason=form.confidence_reason or before.confidence_reason,
        recommended_token_budget=min(MAX_BUDGET, max(MIN_BUDGET, budget)),
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


def _key(fact: MissingFact) -> str:
    """The key of a fact in a form, which other fields of it do not have."""
    return key_of(fact.key or fact.description)


def _gap(fact: MissingFact, nlp: QuestionAnalysis) -> Gap:
    kind: FieldType = "choice" if fact.options else "number" if fact.unit else "text"
    about = fact.description
    assumption = (
        message_text("anyOf", nlp.language).format(about=about, options=", ".join(fact.options))
        if fact.options
        else message_text("unknownSize" if fact.unit else "unknownFact", nlp.language).format(about=about)
    )
    return Gap(
        key=_key(fact),
        description=about,
        type=kind,
        required=fact.required,
        options=fact.options,
        unit=fact.unit,
        assumption=assumption,
    )
