"""Properties with their measures: `the tank weighs 2 kg`, `der Mast ist 12 m hoch`, `la masse du mât est de 3 kg`.

They become attributes, named by what is measured, with the value as it stands. What demands, asks or puts bounds is
read elsewhere; so is whatever holds a word more than this.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import Casting, kind_of
from graphwright.offline.meaning.naming import cleaned, outer_word
from graphwright.offline.meaning.orders.resolving import NoOrder, Resolver
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.numerals import in_digits
from graphwright.text.quantities import AMOUNT, amount
from graphwright.text.recognition import words_of

COUNT: Final = "count"
"""The attribute for how many there are of a part."""
_DIGIT: Final = re.compile(r"\d")
_GENITIVE: Final = frozenset(("des", "eines", "unseres"))
"""German articles behind which a noun has an ending."""
_THINGS: Final = frozenset(("MOD", "SYS"))
_LONGEST: Final = 6
"""Words of the name of what is measured, or of what it is measured of."""


def counted_as(phrase: SpokenPhrase) -> dict[str, JsonValue] | None:
    """How many there are of a part, where that is told and more than one."""
    return {COUNT: phrase.count} if phrase.count is not None and phrase.count > 1 and not phrase.members else None


class MeasuredProperty(NamedTuple):
    """One property of something that a sentence tells."""

    subject: str
    """Whose it is, in the words of the sentence; empty for a pronoun."""
    names: tuple[str, ...]
    """The name of the property, and others for the same."""
    value: str


def is_measuring(sentence: SentenceReading) -> bool:
    """May it tell a property at all?"""
    return (
        _DIGIT.search(in_digits(sentence.text, sentence.language)) is not None
        and not sentence.text.rstrip().endswith("?")
        and (sentence.layout is None or not sentence.layout.members)
        and not any(each.verb is not None and each.verb.modality != "none" for each in sentence.clauses)
    )


def properties_in(text: str, language: Language) -> list[MeasuredProperty]:
    """The properties that a sentence tells, all of its words used; none where it says anything else."""
    words = _words(language)
    text, found, subject = in_digits(text, language).strip().rstrip(".! "), list[MeasuredProperty](), None
    while text:
        match = words.first.match(text) if subject is None else words.further.match(text)
        if match is None or not _has_unit(match["value"]):
            return []
        told = _property(match, words, subject)
        if told is None:
            return []
        subject = told.subject
        found.append(told)
        text = text[match.end() :]
    return found


def tell_properties(sentence: SentenceReading, text: str, model: Resolver, casting: Casting) -> Node | None:
    """Give something the properties that a text tells of it; what is not there yet is made. It is given back."""
    owner: Node | None = None
    for each in properties_in(text, sentence.language) if is_measuring(sentence) else ():
        owner = owner or _owner(each.subject, model, casting, sentence)
        if owner is None or _is_part(each, model):
            return None
        name = next((name for name in each.names if name in owner.attributes), each.names[0])
        model.make.draft.update(owner, attributes={name: each.value})
    return owner


class _MeasuringWords:
    """The words of a language, and the forms of a clause made of them."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.verbs, self.behind, self.before = (self._named(each) for each in ("verbs", "behind", "before"))
        self.nouns = frozenset(map(fold, self._listed("nouns")))
        self._article = re.compile(rf"^(?:{self._any('article')})", re.IGNORECASE)
        self._its = re.compile(rf"^(?:{self._any('its')})(?P<what>.+)$", re.IGNORECASE)
        self.pronouns = frozenset(map(fold, self._listed("it")))
        of = rf"(?:{self._any('article')})?(?P<what>\S.*?)\s+(?P<of>{self._any('of')})(?P<owner>.+)"
        self._of = re.compile(rf"^{of}$", re.IGNORECASE)
        self._saxon = re.compile(r"^(?P<of>)(?:the\s+)?(?P<owner>.+?)['’]s?\s+(?P<what>.+)$", re.IGNORECASE)
        told = self._told()
        joined = "|".join(re.escape(each).replace(r"\ ", r"\s+") for each in self._listed("and"))
        self.first = re.compile(rf"(?P<who>[^\d,;:.]{{1,80}}?)\s+{told}", re.IGNORECASE)
        self.further = re.compile(rf"(?P<who>)(?:{joined}){told}", re.IGNORECASE)

    def without_article(self, text: str) -> str:
        """A noun phrase without its article."""
        return self._article.sub("", text)

    def owned(self, text: str) -> re.Match[str] | None:
        """`the mass of the tank`, `the tank's mass`."""
        return (self._saxon.match(text) if self.language == "en" else None) or self._of.match(text)

    def its(self, text: str) -> str:
        """`its mass`: what is measured of what was spoken of."""
        found = self._its.match(text)
        return found["what"] if found is not None and self.measures(found["what"]) else ""

    def measures(self, name: str) -> bool:
        """Does a noun name what can be measured?"""
        word = fold(outer_word(cleaned(name), self.language))
        return word in self.nouns or (self.language == "de" and word.endswith(tuple(self.nouns)))

    def _told(self) -> str:
        verbs, behind, before = (
            "|".join(re.escape(each) for each in sorted(table, key=len, reverse=True)) or r"(?!)"
            for table in (self.verbs, self.behind, self.before)
        )
        return (
            rf"(?:(?P<verb>{verbs})\s+|(?P<is>{self._any('is')})|(?P<isso>{self._any('is_so')})(?P<before>{before})\s+"
            rf"|(?P<has>{self._any('has')})(?:{self._any('article')})?(?P<what>[^\d,;:.]{{2,60}}?)\s+"
            rf"(?:{self._any('amount_of')})?)"
            rf"(?P<value>(?:{self._any('about')})?{AMOUNT})(?:\s+(?P<behind>{behind})(?!\w))?"
        )

    def _any(self, key: str) -> str:
        """Words as alternatives, the longest first; what ends in an apostrophe needs no blank behind it."""
        return "|".join(_spaced(each) for each in sorted(self._listed(key), key=len, reverse=True)) or r"(?!)"

    def _listed(self, key: str) -> list[str]:
        return [word for row in words_of("measuring", key, [self.language]) for word in row.split("|")]

    def _named(self, key: str) -> dict[str, tuple[str, ...]]:
        """The names of a property by the words for it."""
        rows = (each.split(": ", 1) for each in words_of("measuring", key, [self.language]))
        return {
            word: tuple(each.replace("_", " ") for each in names.split())
            for names, words in rows
            for word in words.split("|")
        }


@cache
def _words(language: Language) -> _MeasuringWords:
    return _MeasuringWords(language)


def _spaced(word: str) -> str:
    said = re.escape(word.strip()).replace(r"\ ", r"\s+")
    return said if word.endswith(("'", "’")) else rf"{said}\s+"


def _has_unit(value: str) -> bool:
    found = amount(value)
    return found is not None and bool(found.unit)


def _property(said: re.Match[str], words: _MeasuringWords, subject: str | None) -> MeasuredProperty | None:
    """What one clause tells, where its parts go together."""
    who, value, behind = (
        said["who"].strip(),
        said["value"].strip(),
        words.behind.get((said["behind"] or "").lower(), ()),
    )
    if said["is"] is not None and not behind:
        return None if subject is not None else _of_owner(who, value, words)
    whose = subject if subject is not None else "" if fold(who) in words.pronouns else who
    if said["verb"] is not None:
        names = behind or words.verbs[said["verb"].lower()]
    elif said["has"] is not None:
        what = cleaned(said["what"])
        names = (what,) if words.measures(what) and len(what.split()) <= _LONGEST and not behind else ()
    else:
        names = behind or words.before[(said["before"] or "").lower()]
    return MeasuredProperty(whose, names, value) if names else None


def _of_owner(who: str, value: str, words: _MeasuringWords) -> MeasuredProperty | None:
    """`The mass of the tank is 3 kg`, `its mass is 3 kg`."""
    found = words.owned(who)
    if found is None:
        what = words.its(who)
        return MeasuredProperty("", (cleaned(what),), value) if what else None
    if max(len(found["what"].split()), len(found["owner"].split())) > _LONGEST:
        return None
    owner = _nominative(found["owner"].strip()) if fold(found["of"]).strip() in _GENITIVE else found["owner"].strip()
    return MeasuredProperty(owner, (cleaned(found["what"]),), value)


def _nominative(name: str) -> str:
    """A German noun of which only the genitive stands there: `Modems`, `Hauses`."""
    rest, _, noun = name.rpartition(" ")
    known = [each.lemma for each in candidates(noun, "de") if each.kind == "noun" and each.known]
    return f"{rest} {known[0] if known else noun.removesuffix('s')}".strip()


def _is_part(told: MeasuredProperty, model: Resolver) -> bool:
    """Is what looks like a property a part: `the battery of the drone is 12 V`?"""
    name, language = told.names[0], model.make.language
    if _words(language).measures(name):
        return False
    return bool(model.make.draft.find(name)) or kind_of(_phrase(name, language), language) is not None


def _phrase(name: str, language: Language) -> SpokenPhrase:
    return SpokenPhrase(text=name, name=name, head=outer_word(name, language), start=0, end=len(name))


def _owner(subject: str, model: Resolver, casting: Casting, sentence: SentenceReading) -> Node | None:
    """The element that is spoken of, made where there is none; `None` where nobody knows which."""
    if not subject:
        return model.focus
    name = cleaned(_words(sentence.language).without_article(subject))
    if not name or len(name.split()) > _LONGEST:
        return None
    if found := model.make.draft.find(name):
        return model.choose(name, [each for each in found if each.node_type in _THINGS] or found)
    try:
        return model.known(name, must=False)
    except NoOrder:
        cast = casting.participant(_phrase(name, sentence.language), sentence.language)
        return model.make.participant(cast._replace(node_type=cast.node_type or "MOD"), sentence.text)
