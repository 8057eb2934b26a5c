"""The three checks of an answer, computed and never asked of the model that wrote it (C-34 to C-36, WC-09).

Completeness: does it speak of every criterion? Accuracy: does every cited source exist, does every quote stand in it,
does it say what the sentence claims, with the same numbers? Consistency: does it contradict itself? All by the words; a
check can be wrong about a paraphrase, so what it found is shown with the sentence it found it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from graphwright.context.citations import ends_of
from graphwright.context.statements import finds_nothing, retells_the_reader, states_absence, states_something
from graphwright.documents.quotes import find_quote
from graphwright.inquiry.records import QualityCheck
from graphwright.inquiry.templates import ACCURACY, COMPLETENESS, CONSISTENCY, COVERS
from graphwright.protocol.threads import CitationPart
from graphwright.text.quantities import number, quantities, same_thing
from graphwright.text.recognition import Recogniser
from graphwright.text.sentences import Sentence, sentences, without_code
from graphwright.text.words import content, covered
from graphwright.turns.sources import Source

SUPPORTS: Final = 0.5
"""Share of a sentence's words that a source has to speak of to support it."""
SAME: Final = 0.8
"""Share of words that two sentences have in common when they speak of the same thing."""
_PER_CONTRADICTION: Final = 0.2
_MAX_SENTENCES: Final = 200
_DETAILS: Final = 10
_QUOTE: Final = re.compile(r"[\"„“«]\s?([^\"“”»«]{12,400}?)\s?[\"“”»]")
_REFS: Final = re.compile(r"\[[^\[\]\n]{1,200}\]")
_PART: Final = re.compile(r";|\s[–—]\s")
"""Between parts of a sentence that speak for themselves."""
_PLACE: Final = re.compile(r"^\s*(?:\|\s*[*_]*\d{1,3}[*_]*\s*\||\d{1,3}[.)]\s)")
"""The number of a row or of an item: no source holds it."""
_NUMBER: Final = re.compile(r"(?<![\w.,§])\d+(?:[.,]\d+)?(?![\w.])")
_NOT: Final = Recogniser(r"\b(?:<clarity.not>)\b|n't\b|\bn'")


def completeness(text: str, criteria: Sequence[str]) -> QualityCheck:
    """Does the answer speak of every criterion? Saying that nothing was found about one does not count."""
    parts = [part for each in sentences(without_code(text)) for part in _PART.split(each.text)]
    prose = " ".join(part for part in parts if not finds_nothing(part))
    missing = [criterion for criterion in criteria if covered(criterion, prose) < COVERS]
    addressed = len(criteria) - len(missing)
    score = addressed / len(criteria) if criteria else 1.0
    return QualityCheck(
        check_type="completeness",
        score=round(score, 4),
        passed=score >= COMPLETENESS,
        threshold=COMPLETENESS,
        validation_method="criteria_words",
        criteria_addressed=addressed,
        criteria_total=len(criteria),
        missing_criteria=missing,
    )


def spoken_of(text: str, criteria: Sequence[str]) -> float:
    """The share of the criteria that the answer speaks of at all, if only to say that nothing was found, 0 to 1."""
    prose = without_code(text)
    return sum(covered(each, prose) >= COVERS for each in criteria) / len(criteria) if criteria else 1.0


def accuracy(
    text: str,
    citations: Sequence[CitationPart],
    sources: Mapping[str, Source],
    said: Iterable[str] = (),
) -> QualityCheck:
    """Do the citations hold? `sources` by their labels; `said` is what people gave, a source too."""
    labels = {citation.label for citation in citations if isinstance(citation.label, str)}
    invalid = {citation.label for citation in citations if citation.status != "given"}
    known = " ".join(said)
    wrong: list[str] = [f"{label}: there is no such source" for label in sorted(str(each) for each in invalid)]
    claims = supported = invented = 0
    for sentence in _claims(text):
        if is_given(sentence.text, known):
            continue
        claims += 1
        ground = _ground(sentence, citations, sources)
        if not ground.is_there and not retells_the_reader(sentence.text):
            wrong.append(f"no source: {_short(sentence.text)}")
            continue
        faults = list(_faults(sentence.text, ground, known))
        supported += not faults
        invented += bool(faults)
        wrong += faults
    score = supported / claims if claims else 1.0 if not invalid else 0.0
    return QualityCheck(
        check_type="accuracy",
        score=round(score, 4),
        passed=score >= ACCURACY and not invalid,
        threshold=ACCURACY,
        validation_method="rag_document_lookup",
        sources_cited=len(labels),
        sources_valid=len(labels - invalid),
        sources_invalid=len(invalid),
        hallucinations_detected=len(invalid) + invented,
        details=wrong[:_DETAILS],
    )


def is_given(sentence: str, said: str) -> bool:
    """Does a sentence only say again what people gave, so that it needs no source?"""
    return bool(said) and covered(sentence, said) >= SAME


def consistency(text: str, sources: Mapping[str, Source] | None = None) -> QualityCheck:
    """Does the answer contradict itself: the same limit with two values, the same statement with and without a not?

    `sources` by their labels: where one document says 30 m² and another 50 m², the answer only reports both.
    """
    told = [_told(sentence, sources or {}) for sentence in _claims(text)]
    found = [*_two_values(told), *_yes_and_no(told)]
    score = max(0.0, 1.0 - _PER_CONTRADICTION * len(found))
    return QualityCheck(
        check_type="consistency",
        score=round(score, 4),
        passed=score >= CONSISTENCY,
        threshold=CONSISTENCY,
        validation_method="quantities_and_negations",
        contradictions_detected=len(found),
        details=found[:_DETAILS],
    )


def overall(checks: Sequence[QualityCheck]) -> float:
    """The mean of the scores, 0 to 1: what attempts are compared by."""
    return round(sum(check.score for check in checks) / len(checks), 4) if checks else 0.0


def _claims(text: str) -> Iterator[Sentence]:
    found = [sentence for sentence in sentences(without_code(text)) if states_something(sentence)]
    return iter(found[:_MAX_SENTENCES])


class _Ground(Struct, frozen=True):
    """What a sentence rests on: the sources that it cites, those at the ends of the edges that it cites among them."""

    sources: list[Source]
    has_edge: bool

    @property
    def is_there(self) -> bool:
        return bool(self.sources) or self.has_edge

    def bears(self, sentence: str) -> bool:
        """Is what the sentence says borne out by more than the words of its sources?

        An edge says by being there what no text of its ends says. What a node does not have stands nowhere: it is told
        by the list of its edges, as long as that list is whole.
        """
        is_whole = bool(self.sources) and all(source.is_whole for source in self.sources)
        return self.has_edge or (is_whole and states_absence(sentence))


def _ground(sentence: Sentence, citations: Sequence[CitationPart], sources: Mapping[str, Source]) -> _Ground:
    inside = [
        citation
        for citation in citations
        if isinstance(citation.start, int) and sentence.start <= citation.start < sentence.end
    ]
    edges = [str(each.label) for each in inside if isinstance(each.edge_id, str) and each.status == "given"]
    labels = [*(str(each.label) for each in inside), *(end for edge in edges for end in ends_of(edge))]
    return _Ground(
        [sources[label] for label in dict.fromkeys(labels) if label in sources],
        bool(edges),
    )


def _faults(sentence: str, ground: _Ground, said: str) -> Iterator[str]:
    """What a sentence says that its ground does not: quotes and numbers always, words where they have to bear it."""
    sources = ground.sources
    texts = [f"{source.title} {' '.join(source.section)} {source.text}" for source in sources]
    together = " ".join([*texts, said])
    for quote in _QUOTE.findall(sentence):
        if not any(find_quote(text, quote) for text in texts):
            yield f"not in the source: {_short(quote)}"
    bare = _PLACE.sub("", _REFS.sub("", sentence))
    bears = ground.bears(bare) or retells_the_reader(bare)
    known = {number(each) for each in _NUMBER.findall(together)}
    strange = [each for each in _NUMBER.findall(bare) if number(each) not in known]
    if strange:
        yield f"{', '.join(strange)} is not in the source: {_short(bare)}"
    elif not bears and covered(bare, together) < SUPPORTS:
        yield f"the source does not say: {_short(bare)}"


class _Statement(Struct, frozen=True):
    """A statement of the answer, and the documents that it rests on."""

    text: str
    origins: frozenset[str]

    def is_of_others(self, other: _Statement) -> bool:
        """Do both rest on something, and on nothing in common?"""
        return bool(self.origins and other.origins) and not self.origins & other.origins


def _told(sentence: Sentence, sources: Mapping[str, Source]) -> _Statement:
    labels = [ref[1:-1] for ref in _REFS.findall(sentence.text)]
    return _Statement(
        _REFS.sub("", sentence.text),
        frozenset(sources[label].origin or label for label in labels if label in sources),
    )


def _two_values(told: Sequence[_Statement]) -> Iterator[str]:
    measured = [(each, size) for each in told for size in quantities(each.text) if size.about and size.bound != "is"]
    for (here, one), (there, other) in combinations(measured[:_MAX_SENTENCES], 2):
        if one.bound != other.bound or one.value == other.value or here.is_of_others(there):
            continue
        if same_thing(one, other):
            yield f"{one.about}: {one.value:g} {one.unit} and {other.value:g} {other.unit}"


def _yes_and_no(told: Sequence[_Statement]) -> Iterator[str]:
    said = [(each, content(_NOT.pattern.sub("", each.text)), bool(_NOT.search(each.text))) for each in told]
    for (one, stems, is_denied), (other, others, is_other_denied) in combinations(said, 2):
        if is_denied != is_other_denied and _alike(stems, others) and not one.is_of_others(other):
            yield f"{_short(one.text)} / {_short(other.text)}"


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= SAME * max(len(one), len(other))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else f"{line[:119]}…"  # noqa: PLR2004  what fits on a line of the page
