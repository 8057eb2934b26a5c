"""Facts that the answer depends on and only people know, told from what was found: rules, no model (C-26, C-42).

Three marks of a fact that matters:
- documents that say for what they hold (`Land: Bayern`, `Land: Hessen`) and differ in it;
- passages under sibling headings that begin with a condition (`Im Innenbereich`, `Im Außenbereich`): one of them holds;
- limits (`bis zu 30 m²`) on a size. Times are left out: a limit on them is a deadline that a source sets.

What the question itself says of them is known (`said_already`), the rest is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from graphwright.inquiry.evidence import in_language
from graphwright.inquiry.messages import message_text
from graphwright.inquiry.records import Gap
from graphwright.inquiry.understanding import asked_about
from graphwright.languages import Language
from graphwright.offline.limits import limited_sizes
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import PassageId
from graphwright.text.folding import fold
from graphwright.text.quantities import quantities
from graphwright.text.recognition import Recogniser
from graphwright.text.words import content, covered
from graphwright.turns.sources import Source

Facts: TypeAlias = Mapping[str, Mapping[str, str]]
"""What each document says about itself (`facts_of`), by its id."""

MAX_GAPS: Final = 6
"""More questions at once than people answer with care."""
_FACT: Final = re.compile(
    r"(?m)^\s*[*_]*(?P<name>[^\W\d_][\w /-]{1,30}?)[*_]*\s?:[*_]*\s*(?P<value>[^\n:]{2,60}?)[*_]*\s*$"
)
_CONDITION: Final = Recogniser(r"^(?:<clarity.condition>)\b")
_TIMES: Final = frozenset(("ms", "s", "min", "h", "d", "wk", "mo", "a"))
_DATE: Final = re.compile(r"\d{4}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}")
_NUMBERING: Final = re.compile(r"^(?:§+\s?\d+\w?|Art(?:\.|icle|ikel)?\s?\d+|[\d.]+)\s+")
_OF: Final = re.compile(r"^\s(?:of|de|d['’])\s?([^\W\d_]+(?:\s[^\W\d_]+)?)")
_KEY: Final = re.compile(r"[^a-z0-9]+")


def facts_of(text: str) -> dict[str, str]:
    """The lines `Name: value` at the top of a document, which say what it is and for what it holds."""
    return {match["name"].strip(): match["value"].strip() for match in _FACT.finditer(text[:2_000])}


def find_gaps(
    topics: Sequence[str],
    sources: Sequence[Source],
    facts: Facts,
    language: Language,
    *,
    units: Collection[str] = (),
    of_sizes: bool = True,
) -> list[Gap]:
    """The facts that what was found depends on, the most telling first. `topics` are what is asked about.

    `units`: of the sizes that the question gives; `of_sizes`: whether it depends on sizes though it gives none.

    Limits count where the thing itself is spoken of, and that is the first topic that is no case: in a question about a
    carport in Nordland the carport. Where a limit is set on something else that is asked about and says nothing of the
    thing, that is what is asked: the handrails of a cable car, and not its wind.
    """
    sources = in_language(sources, language)  # so that nobody is asked the same twice
    cases = [*_scopes(sources, facts, language), *_alternatives(sources, language)]
    options = [option for gap in cases for option in gap.options]
    thing = next((topic for topic in topics if not any(covered(topic, option) >= 1.0 for option in options)), "")
    near = [source for source in sources if thing and covered(thing, source.text) >= 1.0]
    gaps: dict[str, Gap] = {}
    about = [topic for topic in topics if content(topic)]
    sizes = list(_limits(about, units, near or sources, language)) if of_sizes or units else []
    others = [topic for topic in about if topic != thing]
    if sizes and near and (set_on := _set_on(others, thing, sources, language)):
        asked = {gap.key: gap for gap in _limits(others, units, sources, language)}
        sizes = [gap for gap in sizes if gap.unit in units] + [asked[key] for key in set_on if key in asked]
    for gap in [*cases, *sizes]:
        gaps.setdefault(gap.key, gap)
    return list(gaps.values())[:MAX_GAPS]


def elsewhere(facts: Facts, answers: Mapping[str, JsonValue], gaps: Sequence[Gap]) -> list[str]:
    """The documents that say of themselves that they hold for another case than the one people spoke of."""
    said = {gap.description: answers[gap.key] for gap in gaps if gap.type == "choice" and gap.key in answers}
    options = {gap.description: gap.options for gap in gaps}
    return [
        document
        for document, own in facts.items()
        if any(own.get(name, value) != value and own[name] in options[name] for name, value in said.items())
    ]


def holds_for(source: Source, facts: Facts, answers: Mapping[str, JsonValue], gaps: Sequence[Gap]) -> bool:
    """Does a source hold for what people said, or is it about another case?"""
    if source.origin in elsewhere({source.origin: facts.get(source.origin, {})}, answers, gaps):
        return False
    heading = source.section[-1] if source.section else ""
    return not any(heading in gap.options and answers.get(gap.key, heading) != heading for gap in gaps)


def said_already(question: str, gaps: Sequence[Gap], topics: Sequence[str]) -> dict[str, JsonValue]:
    """What the question itself says of these facts.

    A size without a name, or with the name of what is asked about (`a carport of 45 m²`), is the one size of its unit
    that matters; where two have that unit it says nothing, and people are asked.
    """
    question = asked_about(question)
    asked, given = content(question), quantities(question)
    said: dict[str, JsonValue] = {}
    for gap in gaps:
        fitting = [option for option in gap.options if content(option) and content(option) <= asked]
        if fitting:
            said[gap.key] = max(fitting, key=len)
    for size in given:
        of_unit = [gap for gap in gaps if gap.type == "number" and gap.unit == size.unit]
        behind = _OF.match(question[size.end :])
        about = size.about or ("" if behind is None else behind[1])
        named = [gap for gap in of_unit if about and covered(about, gap.description)]
        named = named or [gap for gap in of_unit if covered(gap.description, question) >= 1.0]
        is_of_topic = not about or any(covered(about, topic) for topic in topics)
        meant = named or (of_unit if is_of_topic and len(of_unit) == 1 else [])
        for gap in meant[:1]:
            said.setdefault(gap.key, size.value)
    return said


def _scopes(sources: Sequence[Source], facts: Facts, language: Language) -> Iterator[Gap]:
    """Names that several of the found documents have different values for."""
    found: dict[str, dict[str, list[PassageId]]] = {}
    for source in sources:
        for name, value in facts.get(source.origin, {}).items():
            found.setdefault(name, {}).setdefault(value, []).append(PassageId(source.document_id))
    for name, values in found.items():
        is_date = any(_DATE.search(value) for value in values)
        if len(values) < 2 or is_date:  # noqa: PLR2004  two differ
            continue
        yield Gap(
            key=key_of(name),
            description=name,
            type="choice",
            required=True,
            options=sorted(values),
            assumption=message_text("anyOf", language).format(about=name, options=", ".join(sorted(values))),
            asked_by=[passage for passages in values.values() for passage in passages],
        )


def _alternatives(sources: Sequence[Source], language: Language) -> Iterator[Gap]:
    """Sibling sections of which one holds; the heading above them says what is to be known."""
    siblings: dict[tuple[str, ...], dict[str, list[PassageId]]] = {}
    for source in sources:
        if len(source.section) > 1 and _CONDITION.match(source.section[-1]):
            options = siblings.setdefault(tuple(source.section[:-1]), {})
            options.setdefault(source.section[-1], []).append(PassageId(source.document_id))
    for above, options in siblings.items():
        name = _NUMBERING.sub("", above[-1])
        if len(options) < 2:  # noqa: PLR2004  one is no choice
            continue
        yield Gap(
            key=key_of(name),
            description=name,
            type="choice",
            required=True,
            options=list(options),
            assumption=message_text("anyOf", language).format(about=name, options=", ".join(options)),
            asked_by=[passage for passages in options.values() for passage in passages],
        )


def _limits(
    topics: Sequence[str], units: Collection[str], sources: Sequence[Source], language: Language
) -> Iterator[Gap]:
    """Limited sizes, each once, where a sentence that sets one speaks of what is asked, or the unit is asked for."""
    for size in limited_sizes(sources, language):
        said = [limit.sentence for limit in size.limits]
        is_asked = size.unit in units or any(covered(topic, each) >= 1.0 for topic in topics for each in said)
        if size.unit in _TIMES or (topics and not is_asked):
            continue
        yield Gap(
            key=key_of(size.name),
            description=size.name,
            type="number",
            required=True,
            unit=size.unit,
            assumption=message_text("unknownSize", language).format(about=size.name),
            asked_by=list(dict.fromkeys(size.passages)),
        )


def _set_on(topics: Sequence[str], thing: str, sources: Sequence[Source], language: Language) -> list[str]:
    """The keys of the sizes that are limited for one of these topics, in sentences that say nothing of the thing."""
    return [
        key_of(size.name)
        for size in limited_sizes(sources, language)
        if any(covered(topic, size.thing) >= 1.0 for topic in topics)
        and not any(covered(thing, limit.sentence) >= 1.0 for limit in size.limits)
    ]


def key_of(name: str) -> str:
    """A name as the key of a form's field: `Wandhöhe (mittlere)` gives `wandhoehe_mittlere`."""
    return _KEY.sub("_", fold(name)).strip("_")[:60] or "value"
