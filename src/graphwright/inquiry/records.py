"""What the steps of an investigation give back: one record per kind (C-20 to C-37).

In camel case here, in snake case where a run is exported. Trees and digests read them by the same names, as
the records of `runs.results`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.languages import Language
from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.ids import PassageId
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import CitationPart, TextSpan
from graphwright.text.quantities import Quantity

Intent: TypeAlias = Literal[
    "permission", "definition", "procedure", "comparison", "requirement", "quantity", "responsibility", "cause", "open"
]
"""What a question wants to know. No intent belongs to one field of law or engineering."""
Complexity: TypeAlias = Literal["low", "medium", "high"]
FieldType: TypeAlias = Literal["text", "number", "choice", "boolean"]
CheckType: TypeAlias = Literal["completeness", "accuracy", "consistency"]
Method: TypeAlias = Literal["rules", "model"]
"""Who worked it out: rules of ours, or a language model whose answer kept to the form."""


class ParsedQuery(Record, frozen=True, kw_only=True):
    """What a question is about."""

    main_topic: str
    subtopics: list[str]
    keywords: list[str]


class QuestionAnalysis(Record, frozen=True, kw_only=True):
    """A question, understood (C-21)."""

    language: Language
    intent: Intent
    entities: list[str]
    parsed_query: ParsedQuery
    estimated_complexity: Complexity
    sentiment: Literal["neutral", "urgent"]
    quantities: list[Quantity] = []
    """Numbers with units that the question itself gives."""


class UnderstoodQuestion(Record, frozen=True, kw_only=True):
    """Result of `nlp_preprocessing`."""

    nlp: QuestionAnalysis


class Gap(Record, frozen=True, kw_only=True):
    """A fact about the case that the answer depends on and that no document can know (C-70)."""

    key: str
    description: str
    type: FieldType
    required: bool
    options: list[str] = []
    unit: str = ""
    assumption: str = ""
    """What the answer supposes when nobody says."""
    asked_by: list[PassageId] = []
    """The passages that make it matter."""


class Structure(Record, frozen=True, kw_only=True):
    """The form that the answer should have."""

    base_framework: str
    sections: list[str]


class Supposition(Record, frozen=True, kw_only=True):
    """A hypothesis: what an answer has to show, and what is missing for it (C-26, C-70)."""

    question_type: Intent
    primary_intent: str
    required_criteria: list[str]
    missing_information: list[str]
    """Keys of the gaps that nobody has filled."""
    gaps: list[Gap]
    """Every fact that the answer depends on, those that are known too."""
    available_information: dict[str, JsonValue]
    suggested_structure: Structure
    confidence_estimate: float
    confidence_reason: str
    recommended_token_budget: Count
    """1,000 to 16,000 (C-70)."""

    @property
    def open_gaps(self) -> list[Gap]:
        """What people can still be asked."""
        return [gap for gap in self.gaps if gap.key in self.missing_information]


class HypothesisResult(Record, frozen=True, kw_only=True):
    """Result of `hypothesis_generation` and `hypothesis_refinement`."""

    hypothesis: Supposition
    triggered_branches: list[str]
    method: Method
    note: str = ""
    """Why rules were used although there is a language model."""


class WrittenAnswer(Record, frozen=True, kw_only=True):
    """Result of `llm_call_streaming` (C-33)."""

    text: str
    model: str
    tokens_generated: Count
    usage: Usage
    method: Method
    pieces: Count = 0
    """In how many its text was told; 0 where that was done before the run was taken up again."""
    streaming_ms: Count = 0
    """From the first of them to the last."""
    citations: list[CitationPart] = []
    unsupported: list[TextSpan] = []
    """What it states without a source."""


class AnswerAttempt(Record, frozen=True, kw_only=True):
    """An answer with its checks; attempts stay side by side (C-37, WC-10)."""

    number: Count
    text: str
    usage: Usage
    checks: list[QualityCheck]
    overall_quality: float
    passed: bool
    citations: list[CitationPart]
    unsupported: list[TextSpan]


class RegeneratedAnswer(AnswerAttempt, frozen=True, kw_only=True):
    """Result of `answer_generation_retry` (C-37)."""

    trigger: str
    failed_check: str
    retry_strategy: str
    additional_prompt: str


class QualityMetrics(Record, frozen=True, kw_only=True):
    """Scores of the three checks, 0 to 1."""

    completeness: float
    accuracy: float
    consistency: float
    overall_quality: float


class GeneratedAnswer(Record, frozen=True, kw_only=True):
    """Result of `answer_generation` (C-32)."""

    response_text: str
    tokens_generated: Count
    attempts: Count
    best_attempt: Count
    final_quality: float
    quality_metrics: QualityMetrics
    quality_checks_passed: bool
    usage: Usage
    citations: list[CitationPart]
    unsupported: list[TextSpan]
    missing: list[str]
    """Criteria that the best attempt says nothing of."""


class AnswerSection(Record, frozen=True, kw_only=True):
    """A section of the answer to come (C-31)."""

    section_id: str
    type: Literal["markdown", "table"]
    title: str
    criteria: list[str]
    quality_requirements: dict[str, JsonValue]


class Template(Record, frozen=True, kw_only=True):
    """Result of `template_construction`."""

    base_framework: str
    estimated_response_length: Literal["short", "medium", "long"]
    template: TemplateSections
    system_prompt_hash: str
    token_budget: Count


class TemplateSections(Record, frozen=True, kw_only=True):
    """The sections, in the order they are written."""

    sections: list[AnswerSection]


class QualityCheck(Record, frozen=True, kw_only=True):
    """Result of a `quality_check` (C-34 to C-36). Computed; a language model is never asked about its own answer."""

    check_type: CheckType
    score: float
    """0 to 1."""
    passed: bool
    threshold: float
    validation_method: str
    criteria_addressed: Count | None = None
    criteria_total: Count | None = None
    missing_criteria: list[str] | None = None
    sources_cited: Count | None = None
    sources_valid: Count | None = None
    sources_invalid: Count | None = None
    hallucinations_detected: Count | None = None
    contradictions_detected: Count | None = None
    details: list[str] = []
    """What is wrong, with the words it is wrong in."""
