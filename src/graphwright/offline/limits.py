"""What sources set on sizes: each limit with what it is set on and the condition under which it holds. By rules.

A sentence that names nothing (`In der Laichzeit sind 600 l/s abzugeben`) speaks of what was named before it in the same
section. Where one size has several limits a verdict is given only under what the question names, or where all agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from graphwright.documents.duties import obliges
from graphwright.languages import LANGUAGES, Language, load
from graphwright.protocol.ids import PassageId
from graphwright.text.folding import fold
from graphwright.text.quantities import UNITS_OF, Quantity, measured_thing, nominative, quantities, without_bound
from graphwright.text.recognition import Recogniser, words_of
from graphwright.text.sentences import sentences, without_code
from graphwright.text.words import content, covered

_CLAUSE: Final = re.compile(r"[;:()\n]")
_SUBJECT: Final = Recogniser(r"\s(?:<limits.subject>)(?:\s|(?<=')|$)")
_BEFORE: Final = Recogniser(
    r"(?<![\w-])(?:(?:<limits.when>)(?![\w-]).*?(?=,|\s(?:<limits.verb>)(?!\w)|$)|(?:<limits.clause>)(?![\w-])[^,]*(?=,))"
)
"""A condition in front of a size: up to a comma or the verb; where the subject begins it ends, too."""
_OWN_SIZE: Final = Recogniser(r"\s(?:<limits.article>)(?:\s[^\s,]+){1,4}\s*$")
"""What has an indefinite article right before a size is that size, and no condition: `bei einer Höhe bis`."""
_JOINT: Final = Recogniser(r"(?<![\w-])(?:<limits.joint>)$")
_VERB: Final = Recogniser(r"\s(?:<limits.verb>)(?!\w).*")
_BEHIND: Final = Recogniser(r"(?<![\w-])(?:<limits.except>|<limits.when_behind>)(?![\w-])[^,;.]*")
_EXCEPT: Final = Recogniser(r"(?:<limits.except>)(?!\w)")
_SMALL_END: Final = re.compile(r"(?:\s+[a-zäöüß]+)+[\s.]*$")
_NOUN_END: Final = re.compile(r"\b[A-ZÄÖÜ][\w-]*$")
_PRONOUN: Final = Recogniser(r"(?<!\w)(?:<limits.pronoun>)(?!\w)")
_HAVING: Final = Recogniser(r"\s(?:<limits.having>)(?!\w).*")
_SET: Final = Recogniser(r"(?<!\w)(?:<limits.set>)(?!\w)")
_WORD: Final = re.compile(r"[\w'’-]+")
_NAMED: Final = 0.6
"""Share of the words of a condition that a question has to say to name it."""
_MONTHS: Final = 12
_KINDS: Final = {unit: kind for kind, units in UNITS_OF.items() for unit in units}


class ReadPassage(Protocol):
    """A passage, with what its place is told by: its document (`origin`) and the headings above it (`section`)."""

    @property
    def document_id(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def origin(self) -> str: ...

    @property
    def section(self) -> Sequence[str]: ...


class Limit(Struct, frozen=True):
    """One limit, as a sentence sets it."""

    quantity: Quantity
    condition: str
    """Under which it holds, as it is said; empty: always."""
    label: str
    """Of the source."""
    sentence: str


class LimitedSize(Struct):
    """A size of a thing, and every limit that the sources set on it."""

    name: str
    """As people are asked for it."""
    thing: str
    unit: str
    limits: list[Limit]
    passages: list[PassageId]
    places: list[tuple[str, ...]]
    """Sections that limit it."""

    def add(self, stated: _Stated) -> None:
        """One more limit."""
        self.limits.append(stated.limit)
        self.passages.append(PassageId(stated.passage))
        self.places.append(stated.place)

    @property
    def bounded(self) -> list[Limit]:
        """Its limits with a direction each: where a sentence gives none, that of the others."""
        known = next(each.quantity.bound for each in self.limits if each.quantity.bound != "is")
        return [
            each
            if each.quantity.bound != "is"
            else Limit(_bounded(each.quantity, known), each.condition, each.label, each.sentence)
            for each in self.limits
        ]


class _Stated(Struct, frozen=True):
    thing: str
    is_owner: bool
    """Does the thing have the size, and is not the size itself?"""
    limit: Limit
    place: tuple[str, ...]
    passage: str


def limited_sizes(sources: Sequence[ReadPassage], language: Language) -> list[LimitedSize]:
    """The sizes that sources limit, in the order of the sources."""
    return _gathered([each for source in sources for each in _stated(source)], language)


def _gathered(stated: Sequence[_Stated], language: Language) -> list[LimitedSize]:
    """A size for each thing and unit, with all limits that are stated on it."""
    found: list[LimitedSize] = []
    for each in stated:
        if each.thing:
            known = next((size for size in found if _is_of(each, size)), None)
            if known is None and each.limit.quantity.bound != "is":
                known = LimitedSize(_name(each, language), each.thing, each.limit.quantity.unit, [], [], [])
                found.append(known)
            if known is not None:
                known.add(each)
    for each in stated:
        if not each.thing:
            _join(each, stated, found)
    return found


def limits_beside(sentence: str, passage: ReadPassage, language: Language) -> list[str]:
    """The other sentences of a passage that limit what a sentence of it limits: the same size, or what has no name."""
    stated = list(_stated(passage))
    found = [
        each.sentence
        for size in _gathered(stated, language)
        if any(each.sentence == sentence for each in size.limits)
        for each in size.limits
    ]
    units = {each.limit.quantity.unit for each in stated if each.limit.sentence == sentence}
    found += [
        each.limit.sentence
        for each in stated
        if not each.thing and each.limit.condition and each.limit.quantity.unit in units
    ]
    return [each for each in dict.fromkeys(found) if each != sentence]


def applying(limits: Sequence[Limit], question: str) -> list[Limit]:
    """The limits whose condition a question names, else all of them; none that makes an exception of what it names."""
    left = [each for each in limits if not _is_excluded(each.condition, question)]
    named = [each for each in left if each.condition and is_named(each.condition, question)]
    return named or left


def _is_excluded(condition: str, question: str) -> bool:
    """Does what a question names lie outside of a condition: excepted by it, or in a month that it leaves out?"""
    if _EXCEPT.match(condition):
        return is_named(condition, question)
    asked, spans = _months(question), _months(condition)
    if not asked or len(spans) < 2:  # noqa: PLR2004  from one month to another
        return False
    length = (spans[-1] - spans[0]) % _MONTHS
    return all((month - spans[0]) % _MONTHS > length for month in asked)


def is_named(condition: str, question: str) -> bool:
    """Does a question name a condition: by most of its words, or by a month that lies within it?"""
    asked = _months(question)
    spans = _months(condition)
    if len(spans) > 1 and any(_lies_within(month, spans[0], spans[-1]) for month in asked):
        return True
    months = {fold(word) for word in words_of("limits", "months") for word in word.split()}
    said = _EXCEPT.pattern.sub("", condition)
    telling = " ".join(word for word in re.findall(r"[^\W\d_]+", said) if fold(word) not in months)
    return bool(content(telling)) and covered(telling, question) >= _NAMED


def _lies_within(month: int, first: int, last: int) -> bool:
    """A month at either end may be within or not: nothing is said of it."""
    return 0 < (month - first) % _MONTHS < (last - first) % _MONTHS


def _months(text: str) -> list[int]:
    names = {
        fold(word): number for several in words_of("limits", "months") for number, word in enumerate(several.split())
    }
    return [names[fold(word)] for word in re.findall(r"[^\W\d_]+", text) if fold(word) in names]


def _bounded(quantity: Quantity, bound: str) -> Quantity:
    return replace(quantity, bound=bound)


def _join(each: _Stated, stated: Sequence[_Stated], found: Sequence[LimitedSize]) -> None:
    """Add a limit on what was named before it: last in its passage, or the one size of its unit in its section."""
    unit = each.limit.quantity.unit
    before = [one for one in stated[: stated.index(each)] if one.thing and one.passage == each.passage]
    near = [one for one in before if one.limit.quantity.unit == unit][-1:]
    near = near or [one for one in stated if one.thing and one.place == each.place and one.limit.quantity.unit == unit]
    sizes = [size for size in found if any(_is_of(one, size) for one in near)]
    if len(sizes) == 1:
        sizes[0].add(each)


def _is_of(each: _Stated, size: LimitedSize) -> bool:
    if each.limit.quantity.unit != size.unit or (each.limit.quantity.bound == "is" and each.place not in size.places):
        return False
    return max(covered(each.thing, size.thing), covered(size.thing, each.thing)) >= 1.0


def _stated(source: ReadPassage) -> Iterator[_Stated]:
    place = (source.origin or source.document_id, *(source.section or [source.label]))
    for sentence in sentences(without_code(source.text)):
        text = " ".join(sentence.text.split())
        clauses = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
        for start, end in pairwise(clauses):
            yield from _stated_in(text[start:end], text, source, place)


def _stated_in(clause: str, sentence: str, source: ReadPassage, place: tuple[str, ...]) -> Iterator[_Stated]:
    """The limits of a clause; a condition at its beginning holds for all of them, unless one has its own."""
    at, condition = 0, ""
    for quantity in quantities(clause):
        found = _read(clause[at : quantity.start], clause[quantity.end :], quantity.about)
        at, condition = quantity.end, found[0] or condition
        if quantity.bound == "is" and not obliges(clause) and _SET.search(clause) is None:
            continue
        thing, is_owner = found[1], found[2]
        if thing and covered(thing, _kind_words(quantity.unit)) >= 1.0:  # "La pompe exige une tension de 230 V"
            having = _HAVING.pattern.search(clause, 0, quantity.start)
            owner = "" if having is None else measured_thing(clause[: having.start()])
            thing, is_owner = (owner, True) if content(owner) else (thing, is_owner)
        limit = Limit(quantity, condition, source.label, sentence)
        yield _Stated(thing, is_owner, limit, place, source.document_id)


def _read(before: str, behind: str, about: str) -> tuple[str, str, bool]:
    """The condition of a limit, what it is set on (both may be empty), and whether that only has the size."""
    condition, thing = _condition_before(without_bound(before)), about
    if condition:
        inside = set(_WORD.findall(condition.casefold()))
        thing = " ".join(word for word in thing.split() if word.casefold() not in inside)
    else:
        later = _BEHIND.search(behind)
        condition = "" if later is None else _without_verb(later[0])
    owner = _HAVING.pattern.sub("", f" {thing}").strip()
    named = " ".join(_PRONOUN.pattern.sub(" ", _VERB.pattern.sub("", f" {owner}")).split())
    return condition.strip(" ,."), named if content(named) else "", owner != thing.strip()


def _without_verb(condition: str) -> str:
    """A German condition without the verb that ends its clause: `bei Nebel zulässig`."""
    noun = _SMALL_END.sub("", condition)
    return noun if _NOUN_END.search(noun) else condition


def _condition_before(before: str) -> str:
    """The last condition in front of a size."""
    found = ""
    for match in _BEFORE.finditer(before):
        said = match[0]
        if match.end() == len(before) and _OWN_SIZE.search(said):
            continue
        begins = (each.start() for each in _SUBJECT.finditer(said))
        end = next((at for at in begins if not _ties(said[:at])), len(said))
        if content(said[:end]) or _PRONOUN.search(said[:end]):
            found = said[:end]
    return found


def _ties(said: str) -> bool:
    """Does what follows still belong to the condition, as in `from June to the end of August`?"""
    return _JOINT.search(said) is not None


def _kind_words(unit: str) -> str:
    """What sizes of a unit are called, in every language."""
    return " ".join(_sizes_named(language).get(_KINDS.get(unit, ""), "") for language in LANGUAGES)


def _sizes_named(language: Language) -> dict[str, str]:
    return load(language, "sentences", "sizes_named", dict[str, str])


def _name(each: _Stated, language: Language) -> str:
    """A size by its noun phrase: `mittlere Wandhöhe`, `igniter voltage`."""
    thing = nominative(each.thing, language)
    kind, say = _KINDS.get(each.limit.quantity.unit), _sizes_named(language)
    if not each.is_owner or kind not in say:
        return thing
    return thing if covered(say[kind], thing) >= 1.0 else say["form"].format(thing=thing, kind=say[kind])
