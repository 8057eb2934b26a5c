"""An answer made of what the sources say, word for word, with a citation at each: for when no language model is there.

It joins nothing and concludes nothing but one thing that arithmetic can: whether a size that was given keeps a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.inquiry.conflicts import conflicts
from graphwright.inquiry.evidence import Evidence, in_language
from graphwright.inquiry.gaps import key_of
from graphwright.inquiry.messages import message_text, written
from graphwright.inquiry.records import Gap, Template
from graphwright.inquiry.templates import COVERS
from graphwright.inquiry.understanding import asked_about, topical
from graphwright.languages import Language
from graphwright.offline.documents import AmountQuestion, measured
from graphwright.offline.limits import Limit, applying, limited_sizes
from graphwright.protocol.base import JsonValue
from graphwright.text.messages import quoted as between_marks
from graphwright.text.quantities import quantities
from graphwright.text.sentences import sentences
from graphwright.text.words import covered
from graphwright.turns.sources import Source

MAX_SOURCES: Final = 8
"""Quoted for the question itself, each from another section, beside what each criterion needs."""
QUOTE_CHARACTERS: Final = 400
_SHORTEST: Final = 20
"""Characters of a sentence worth quoting."""
_ANSWERS: Final = 0.6
_SAID: Final = 0.5
"""What an answer reaches by its cosine and the share of the question's words that it speaks of, and what that share
counts beside the cosine. Chosen by 40 questions to building law, see docs/retrieval.md."""
_SAID_ALONE: Final = 0.6
_SAID_WITH_AMOUNT: Final = 0.5
"""Share of what is asked about that a sentence has to speak of when it gives the amount."""
_SHARED: Final = 0.25
_WITH_AMOUNT: Final = 0.5
"""What a sentence that gives the amount and shares so much is worth beside one that only shares words."""
_COUNTED: Final = re.compile(r"(?<![\w.,])\d+\s+([^\W\d_]{3,})")
_REQUIREMENT: Final = re.compile(r"\.RQ\.\d+$")
_CLAUSE: Final = re.compile(r"^\(\d{1,3}[a-z]?\)\s+")


class KnownFacts(Struct, frozen=True, kw_only=True):
    """What people gave, and what is supposed instead of what they did not."""

    gaps: list[Gap]
    answers: dict[str, JsonValue]
    given: list[str]
    """The answers in words."""
    assumed: list[str]


class SourceSentence(Struct, frozen=True):
    """A sentence of a source, as it stands there."""

    text: str
    label: str
    about: str
    """The sentence with the headings above it: what it speaks of."""
    weight: float
    """How good its source is as evidence, 0 to 1."""
    source: Source


def is_unsure(question: str, sources: Sequence[Source], *, was_compared: bool) -> bool:
    """Do the sources probably not answer this? Said only where meaning was compared: words alone cannot tell.

    A sentence that gives the amount which is asked for, or sets another one beside that of the question, answers.

    No single source both means nearly the same and has enough of what is asked in words: one that only sounds alike
    and another that only shares a word are no answer.
    """
    if not was_compared:
        return False
    amount = _asked_amount(question)
    return not any(
        _answers(question, each)
        or any(amount.is_in(said.text, share=_SAID_WITH_AMOUNT) for said in sentences(each.text))
        for each in sources
    )


class _AskedAmount(Struct, frozen=True):
    """The amounts that a question asks for or gives, and what else it is about."""

    question: str
    telling: str
    """Its words that say what it is about."""

    def is_in(self, sentence: str, *, share: float) -> bool:
        """Does a sentence give an amount of that kind, and speak of so much of the rest?"""
        return self._is_told(sentence) and covered(self.telling, sentence) >= share

    def _is_told(self, sentence: str) -> bool:
        asked, given = measured(self.question), {each.unit for each in quantities(self.question)}
        counted = (AmountQuestion(frozenset(), "", each) for each in _COUNTED.findall(asked_about(self.question)))
        if any(each.unit in given for each in quantities(sentence)):
            return True
        return any(each.told_by(sentence) for each in ([asked] if asked is not None else counted))


def _asked_amount(question: str) -> _AskedAmount:
    return _AskedAmount(question, " ".join(topical(question)) or question)


def _answers(question: str, source: Source) -> bool:
    """Does a source probably say something to the question? By its words alone where its meaning was not compared."""
    said = covered(question, f"{source.title} {' '.join(source.section)} {source.text}")
    if "vector" not in source.scores:
        return said >= _SAID_ALONE
    return source.scores["vector"] + _SAID * said >= _ANSWERS


def compose(
    template: Template,
    question: str,
    sources: Sequence[Source],
    evidence: Evidence,
    *,
    known: KnownFacts,
    language: Language,
) -> Iterator[str]:
    """The whole answer: what was given and supposed, what it means for the limits, the quotes, what stays open."""
    quotable = list(_quotable(in_language(sources, language), evidence))
    quoted: set[str] = set()
    given = [f"- {line}" for line in known.given]
    assumed = [f"- {message_text('assumed', language).format(what=each)}" for each in known.assumed]
    case = " ".join([question, *known.given])
    facts = [*given, *assumed, *dict.fromkeys(limits_kept(known.gaps, known.answers, sources, language, case))]
    if facts:
        yield "\n".join(facts)
    for number, section in enumerate(template.template.sections):
        best = _telling(question, quotable, quoted) if number == 0 else []
        if lines := [*best, *_for_each(section.criteria, quotable, quoted)]:
            yield f"## {section.title}\n\n{_listed(lines, language)}"
    if against := told_conflicts(question, sources, language):
        yield against
    spoken = " ".join([*facts, *quoted])
    criteria = [criterion for section in template.template.sections for criterion in section.criteria]
    if still_open := [each for each in criteria if covered(each, spoken) < COVERS]:
        yield message_text("openPoints", language).format(what=", ".join(still_open))


def limits_kept(
    gaps: Sequence[Gap], values: Mapping[str, JsonValue], sources: Sequence[Source], language: Language, question: str
) -> Iterator[str]:
    """Whether each size that people gave keeps the limits that the sources set on it.

    Of several limits those hold whose condition the question names; where it names none and they come to different
    verdicts, none is given, and each is told with its condition.
    """
    sizes = limited_sizes(in_language(sources, language), language)
    for gap in gaps:
        value = values.get(gap.key)
        if gap.type != "number" or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        for size in (each for each in sizes if key_of(each.name) == gap.key and each.unit == gap.unit):
            limits = applying(size.bounded, question)
            about = {"about": gap.description, "value": written(value, language), "unit": gap.unit}
            if len({_keeps(value, each) for each in limits}) > 1:
                told = "; ".join(f"{_limit_told(each, language)} [{each.label}]" for each in limits)
                yield f"- {message_text('several', language).format(**about, limits=told)}."
                continue
            for limit in limits:
                verdict = message_text("within" if _keeps(value, limit) else "beyond", language)
                yield f"- {verdict.format(**about, limit=_limit_told(limit, language))} [{limit.label}]."


def _keeps(value: float, limit: Limit) -> bool:
    most = limit.quantity.value
    return value <= most if limit.quantity.bound == "most" else value >= most


def _limit_told(limit: Limit, language: Language) -> str:
    """A limit in words, with the condition under which it holds."""
    size = limit.quantity
    bound = message_text("least" if size.bound == "least" else "most", language)
    told = f"{bound} {written(size.value, language)} {size.unit}"
    return f"{told} ({limit.condition})" if limit.condition else told


def told_conflicts(question: str, sources: Sequence[Source], language: Language) -> str:
    """What sources say against each other, side by side; empty where they do not."""
    lines = [
        f"- {' / '.join(f'{_quote(each.text, language)} [{each.label}]' for each in both)}"
        for both in conflicts(" ".join(topical(question)) or question, sources, language)
    ]
    return "\n".join([f"{message_text('disagree', language)}\n", *lines]) if lines else ""


def told_of_model(question: str, nodes: Sequence[Source], language: Language) -> str:
    """What the model holds of what is asked about, and whether a requirement of it says so; that it holds nothing."""
    words = topical(question)
    speaking = [each for each in nodes if any(covered(word, f"{each.title} {each.text}") >= 1.0 for word in words)][
        :MAX_SOURCES
    ]
    told = " ".join(f"{each.title} {each.text}" for each in speaking)
    left = [word for word in words if covered(word, told) < 1.0]
    lines = [f"## {message_text('inModel', language)}\n"]
    lines += [f"- {each.title} [{each.label}]" for each in speaking]
    if not any(_REQUIREMENT.search(each.label) for each in speaking):
        lines.append(f"- {message_text('noRequirement', language)}")
    if left:
        lines.append(f"- {message_text('notInModel', language).format(what=', '.join(left))}")
    return "\n".join(lines)


def nothing_found(question: str, missing: Sequence[str], language: Language) -> str:
    """The honest answer to a question that nothing here answers."""
    lines = [message_text("notFound", language)]
    if missing:
        lines.append(message_text("missing", language).format(what=", ".join(missing[:6])))
    return " ".join(lines) if question else lines[0]


def _quotable(sources: Sequence[Source], evidence: Evidence) -> Iterator[SourceSentence]:
    """Every sentence that may be quoted, the best sources first; what is written for a language model may not."""
    by_id = {source.document_id: source for source in sources if not source.suspicious}
    for score in evidence.evidence_scores:
        source = by_id.get(score.document_id)
        for sentence in () if source is None else sentences(source.text):
            text = _CLAUSE.sub("", " ".join(sentence.text.split()))
            if source is not None and len(text) >= _SHORTEST:
                about = f"{text} {' '.join(source.section)}"
                yield SourceSentence(_shortened(text), source.label, about, score.score, source)


def _telling(question: str, quotable: Sequence[SourceSentence], quoted: set[str]) -> list[SourceSentence]:
    """Of each of the most relevant sections the sentence that speaks most of what is asked; none that says much less.

    What is only near in meaning is quoted where nothing says any of it in words.
    """
    amount = _asked_amount(question)

    def rated(text: str) -> float:
        return covered(question, text) + (_WITH_AMOUNT if amount.is_in(text, share=_SHARED) else 0.0)

    most = max((covered(question, each.text) for each in quotable), default=0.0)
    chosen: list[SourceSentence] = []
    places: set[tuple[str, ...]] = set()
    by_source: dict[str, list[SourceSentence]] = {}
    for each in sorted(quotable, key=lambda each: -each.source.relevance_score):
        by_source.setdefault(each.label, []).append(each)
    for said in by_source.values():
        source = said[0].source
        place = (source.origin or source.document_id, *(source.section or [source.label]))
        scored = [(rated(each.text), covered(question, each.about), each) for each in said]
        score, _, best = max(scored, key=lambda each: each[:2])
        if place not in places and (score > most / 2 or (source.is_near and not most)):
            places.add(place)
            quoted.add(best.text)
            chosen.append(best)
        if len(chosen) == MAX_SOURCES:
            break
    return chosen


def _for_each(criteria: Sequence[str], quotable: Sequence[SourceSentence], quoted: set[str]) -> list[SourceSentence]:
    """For each criterion that no quote speaks of yet, the sentence that does, from the best source."""
    chosen: list[SourceSentence] = []
    for criterion in criteria:
        if any(covered(criterion, text) >= COVERS for text in quoted):
            continue
        scored = [(covered(criterion, each.text), each.weight, each) for each in quotable if each.text not in quoted]
        share, _, best = max(scored, key=lambda rated: rated[:2], default=(0.0, 0.0, None))
        if best is not None and share >= COVERS:
            quoted.add(best.text)
            chosen.append(best)
    return chosen


def _listed(quotes: Sequence[SourceSentence], language: Language) -> str:
    return "\n".join(f"- {_quote(each.text, language)} [{each.label}]" for each in quotes)


def _quote(text: str, language: Language) -> str:
    return between_marks(_shortened(text), language)


def _shortened(text: str) -> str:
    return text if len(text) <= QUOTE_CHARACTERS else f"{text[: QUOTE_CHARACTERS - 1].rsplit(' ', 1)[0]} …"
