"""Which of the sources bear on what has to be shown (C-30). Scored by the formula of C-73 unless another is given.

score = (relevance + covered criteria / required criteria) / 2; relevant above .5, used above .7, the best few whatever
they score: an answer from weak sources says so, one from none is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.inquiry.templates import COVERS
from graphwright.languages import Language
from graphwright.protocol.base import Count, Record
from graphwright.runs.results import EvidenceScore
from graphwright.text.language import language_of
from graphwright.text.words import covered
from graphwright.turns.sources import Source

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
    used |= _nearest(sources, criteria)
    covering = {criterion for each in judged for criterion in each.criteria_coverage}
    return Evidence(
        documents_evaluated=len(judged),
        documents_relevant=sum(each.score > RELEVANT for each in judged),
        documents_used=len(used),
        evidence_scores=[replace(each, used_in_response=each.document_id in used) for each in judged],
        uncovered_criteria=[criterion for criterion in criteria if criterion not in covering],
    )


def _nearest(sources: Sequence[Source], criteria: Sequence[str]) -> set[str]:
    """The source that speaks most of each criterion: what one needs may say it in other words than all the others."""
    found: set[str] = set()
    for criterion in criteria:
        scored = [(covered(criterion, f"{each.title} {' '.join(each.section)} {each.text}"), each) for each in sources]
        share, best = max(scored, key=lambda rated: (rated[0], rated[1].relevance_score), default=(0.0, None))
        if best is not None and share > 0:
            found.add(best.document_id)
    return found


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
    coverage = [each for each in criteria if each in source.criteria or covered(each, text) >= COVERS]
    return SourcedScore(
        document_id=source.document_id,
        label=source.label,
        relevance_score=source.relevance_score,
        criteria_coverage=coverage,
        score=round(score(source.relevance_score, len(coverage), len(criteria)), 4),
        source_step=source.source_step,
    )


def bears(evidence: Evidence) -> bool:
    """Does any source speak of what has to be shown?"""
    return any(score.criteria_coverage for score in evidence.evidence_scores)


def together(first: Sequence[Source], again: Sequence[Source]) -> list[Source]:
    """Sources of two searches, each where it scored best."""
    best = _once([*again, *first])
    found_for = {source.document_id: source.criteria for source in again}
    named = [replace(each, criteria=found_for.get(each.document_id, each.criteria)) for each in best]
    return sorted(named, key=lambda source: (-source.relevance_score, source.label))


def used(sources: Sequence[Source], evidence: Evidence, *, linked: int) -> list[Source]:
    """The sources in the order of the evidence; those that bear on nothing are left out.

    Of a model also what an edge joins with them, at most `linked` nodes: whether a thing is covered is seen there.
    """
    by_id = {source.document_id: source for source in sources}
    kept = [
        by_id[score.document_id]
        for score in evidence.evidence_scores
        if score.criteria_coverage or score.used_in_response or by_id[score.document_id].is_near
    ]
    taken = {source.document_id for source in kept}
    joined = {node_id for source in kept for node_id in source.linked}
    beside = [source for source in sources if source.document_id in joined and source.document_id not in taken]
    return [*kept, *beside[:linked]]
