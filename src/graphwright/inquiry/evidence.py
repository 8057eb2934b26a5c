"""Which of the sources bear on what has to be shown (C-30). Scored by the formula of C-73 unless another is given.

score = (relevance + covered criteria / required criteria) / 2; relevant above .5, used above .7, the best few whatever
they score: an answer from weak sources says so, one from none is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.inquiry.records import Source
from graphwright.inquiry.templates import COVERS
from graphwright.languages import Language
from graphwright.protocol.base import Count, Record
from graphwright.runs.results import EvidenceScore
from graphwright.text.language import language_of
from graphwright.text.words import covered

RELEVANT: Final = 0.5
USED: Final = 0.7
AT_LEAST: Final = 8
"""Used of what was found, however weak, when it covers anything at all."""

Score = Callable[[float, int, int], float]
"""From relevance (0 to 1), covered and required criteria to a score (0 to 1)."""


class SourcedScore(EvidenceScore, frozen=True, kw_only=True):
    """A source judged, and where it came from."""

    label: str
    score: float
    source_step: str


class Evidence(Record, frozen=True, kw_only=True):
    """Result of `evidence_evaluation`."""

    documents_evaluated: Count
    documents_relevant: Count
    documents_used: Count
    evidence_scores: list[SourcedScore]
    """Best first."""
    aggregated_from_steps: list[str]
    uncovered_criteria: list[str]
    """What no source speaks of."""


def formula(relevance: float, covered_criteria: int, required_criteria: int) -> float:
    """C-73; without criteria relevance alone."""
    if not required_criteria:
        return relevance
    return (relevance + covered_criteria / required_criteria) / 2


def evaluate(sources: Sequence[Source], criteria: Sequence[str], *, score: Score = formula) -> Evidence:
    """Judge sources, each once."""
    judged = [_judge(source, criteria, score) for source in _once(sources)]
    judged.sort(key=lambda each: (-each.score, each.label))
    bears = [each for each in judged if each.criteria_coverage or not criteria]
    used = {each.document_id for each in judged if each.score > USED} | {each.document_id for each in bears[:AT_LEAST]}
    covering = {criterion for each in judged for criterion in each.criteria_coverage}
    return Evidence(
        documents_evaluated=len(judged),
        documents_relevant=sum(each.score > RELEVANT for each in judged),
        documents_used=len(used),
        evidence_scores=[replace(each, used_in_response=each.document_id in used) for each in judged],
        aggregated_from_steps=list(dict.fromkeys(source.source_step for source in sources if source.source_step)),
        uncovered_criteria=[criterion for criterion in criteria if criterion not in covering],
    )


def in_language(sources: Sequence[Source], language: Language) -> list[Source]:
    """The sources that whoever asks can read; all of them when there are none."""
    own = [
        source for source in sources if language_of(f"{source.text} {' '.join(source.section)}", language) == language
    ]
    return own or list(sources)


def _once(sources: Sequence[Source]) -> list[Source]:
    """Each document where it scored best."""
    best: dict[str, Source] = {}
    for source in sources:
        known = best.get(source.document_id)
        if known is None or source.relevance_score > known.relevance_score:
            best[source.document_id] = source
    return list(best.values())


def _judge(source: Source, criteria: Sequence[str], score: Score) -> SourcedScore:
    text = f"{source.title} {' '.join(source.section)} {source.text}"
    coverage = [criterion for criterion in criteria if covered(criterion, text) >= COVERS]
    return SourcedScore(
        document_id=source.document_id,
        label=source.label,
        relevance_score=source.relevance_score,
        criteria_coverage=coverage,
        score=round(score(source.relevance_score, len(coverage), len(criteria)), 4),
        source_step=source.source_step,
    )
