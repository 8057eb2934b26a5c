"""What a requirement is called: what is demanded of what, in whole words: `Water pump pressure`, `Gate opening time`.

A value is named by what its unit measures, a time by what takes it, a rate by what is counted. The number itself stands
in the text alone, as it may change. No verb stands without what it is done to.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Measure, SentenceReading, SpokenClause, SpokenPhrase, SpokenRole
from graphwright.grammar.rules import words_of
from graphwright.languages import Language, load
from graphwright.offline.meaning.casting import is_nobody, kind_of
from graphwright.offline.meaning.naming import capitalized, cleaned, deed_name, object_of, requirement_name
from graphwright.offline.meaning.spoken import whole
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.text.folding import fold

_TIMES: Final = frozenset(("ms", "µs", "s", "min", "h", "d", "wk", "mo", "a"))
_VOWELS: Final = "aeiou"
_SHORT: Final = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
"""A verb that doubles its last letter: `stop`."""
_LONGEST_BESIDE: Final = 4
_OF_THINGS: Final = frozenset(("temperature", "pressure", "speed"))
"""What a thing has beside other quantities, so that its name alone does not tell which is limited: `the water`."""
_HELPERS: Final = frozenset(("be", "been", "sein", "werden", "worden", "être", "été"))


def demanded_of(sentence: SentenceReading, clause: SpokenClause) -> str:
    """The name of what a clause demands; empty where it names nobody of whom something is demanded."""
    language, verb = sentence.language, clause.verb
    subject = whole(clause, "thing") if verb is not None and verb.passive else whole(clause, "doer")
    if verb is None or subject is None or subject.members or subject.refers_to or is_nobody(subject, language):
        return ""
    thing = None if verb.passive else whole(clause, "thing")
    if thing is not None and (thing.members or thing.refers_to or thing.start < subject.start):
        return ""
    measured = [each for each in clause.measures if each.unit]
    measures = [each for each in measured if each.unit not in _TIMES] or measured  # `9 bar within 3 s`
    if verb.copula or fold(verb.lemma) in _keeping(language):
        return _kept(sentence, clause, subject, measures[0]) if measures else _being(clause, subject, language)
    if verb.passive:
        return "" if measures else _being(clause, subject, language)
    lemma = verb.lemma.removesuffix(" in") if measures else verb.lemma  # `dry a car in 60 s`
    if thing is None and len(measures) == 1:
        return _measured(clause, lemma, measures[0], subject, language)
    if thing is None:
        return ""
    if measures and measures[0].unit in _TIMES:
        return _taking(lemma, thing, language)
    rate = next((each for each in clause.roles if fold(each.preposition) in _per(language)), None)
    if rate is not None and any(map(str.isdigit, thing.text)):
        return capitalized(f"{name(thing)} {rate.preposition} {rate.phrase.text}")
    return _doing(subject, lemma, thing, language)


def _doing(subject: SpokenPhrase, verb: str, thing: SpokenPhrase, language: Language) -> str:
    """What somebody does with what: `Terminal accepts cards`; what the system does, without it."""
    deed = deed_name(verb, object_of(thing, language), language)
    if node_type_of(name(subject)) == "SYS" or kind_of(subject, language) == "system":
        return deed
    if language == "de":
        return f"{name(subject)} {deed}"
    said = _finite(verb, language, several=subject.plural)
    return capitalized(f"{name(subject)} {said} {object_of(thing, language)}") if said else deed


def _finite(verb: str, language: Language, *, several: bool) -> str:
    """The form in which somebody does it, where it is regular; empty for another."""
    first, _, behind = verb.partition(" ")
    if language == "fr":
        changes = first[-4:-3] in {"e", "é"} or not first.endswith("er") or first.endswith(("yer", "eler", "eter"))
        return "" if changes else f"{first[:-1]}{'nt' if several else ''} {behind}".strip()
    if several or first in {"be", "have"}:
        return verb if several else ""
    if first.endswith("y") and first[-2:-1] not in _VOWELS:
        said = f"{first[:-1]}ies"
    else:
        said = f"{first}{'es' if first.endswith(('s', 'sh', 'ch', 'x', 'z', 'o')) else 's'}"
    return f"{said} {behind}".strip()


def _being(clause: SpokenClause, subject: SpokenPhrase, language: Language) -> str:
    """What something is, or what is done to it: `Display readable in sunlight`, `Voiture pesée par matelot`."""
    verb = clause.verb
    if verb is None:
        return ""
    done = "" if verb.copula else next((each for each in verb.text.split() if _is_participle(each, language)), "")
    beside = [each for each in clause.roles if each.phrase.start > subject.end and not each.phrase.members][:2]
    if any(len(each.phrase.text.split()) > _LONGEST_BESIDE or each.phrase.refers_to for each in beside):
        return ""
    # The number stands in the text alone: `visible`, not `visible at miles`.
    plain = [each for each in beside if not any(map(str.isdigit, each.phrase.text))]
    told = [" ".join(part for part in (each.preposition, name(each.phrase)) if part) for each in plain]
    if not verb.copula and not done:
        return ""
    denial = (vocabulary(language).phrases["denial"] | words_of("never")) - {"ne"}
    negation = [each for each in clause.adverbs if fold(each) in denial]
    said = [*negation, *told, done] if language == "de" else [*negation, done, *told]
    return " ".join([capitalized(name(subject)), *(each for each in said if each)]) if told or done else ""


def _is_participle(word: str, language: Language) -> bool:
    """May a word of a verb group be its participle?"""
    return any(each.kind == "participle" for each in candidates(word, language, cased=False)) and word not in _HELPERS


def name(phrase: SpokenPhrase) -> str:
    """A phrase without its article."""
    return cleaned(phrase.name or phrase.text)


def _kept(sentence: SentenceReading, clause: SpokenClause, subject: SpokenPhrase, measure: Measure) -> str:
    """What must keep a limit, with when and where: `Noise level at night`."""
    verb = clause.verb
    if verb is None:
        return ""
    per_time = _is_per_time(clause, sentence.language)
    beside = [
        each for each in clause.roles if _is_beside(each) and fold(each.preposition) not in _per(sentence.language)
    ]
    said = [part for each in beside for part in (each.preposition, cleaned(each.phrase.text)) if part]
    quantity = _quantity_of(f"{measure.unit}/" if per_time else measure.unit)
    is_told = any(fold(subject.head).endswith(each) for each in words_of("quantities"))
    if not said and quantity in _OF_THINGS and not is_told:
        return _of(_words(sentence.language)[quantity], subject, sentence.language)
    small = vocabulary(sentence.language).phrases["small"]
    when = [each for each in clause.adverbs if fold(each) in vocabulary(sentence.language).phrases["daytime"]]
    return requirement_name(
        [*name(subject).split(), *said, *(each for each in when if fold(each) not in small)], sentence.language
    )


def _is_beside(role: SpokenRole) -> bool:
    """Does a phrase tell when or where, without a number of its own?"""
    is_short = len(role.phrase.text.split()) <= _LONGEST_BESIDE
    is_number = any(map(str.isdigit, role.phrase.text))
    return role.name in {"time", "place"} and bool(role.preposition) and is_short and not is_number


def _measured(clause: SpokenClause, lemma: str, measure: Measure, subject: SpokenPhrase, language: Language) -> str:
    """What the unit of a value measures, of what must have it: `Water pump pressure`, `Durée du programme`."""
    is_lasting = fold(lemma) in vocabulary(language).phrases["lasting"]
    if measure.unit in _TIMES and not is_lasting:
        return _taking(lemma, subject, language)
    unit = f"{measure.unit}/" if _is_per_time(clause, language) else measure.unit
    quantity = "duration" if is_lasting else _quantity_of(unit)
    if quantity == "weight" and fold(lemma) in vocabulary(language).phrases["weighs"]:
        quantity = "mass"  # of what it is itself; else of what it can bear
    word = _words(language).get(quantity, "")
    return _of(word, subject, language) if word else ""


def _is_per_time(clause: SpokenClause, language: Language) -> bool:
    """Is something counted in a time: `3 metres per second`?"""
    return any(fold(each.preposition) in _per(language) for each in clause.roles if each.preposition)


def _of(quantity: str, subject: SpokenPhrase, language: Language) -> str:
    """A quantity of something: `Pump pressure`, `Druck der Pumpe`, `Pression de la pompe`."""
    said, first = name(subject), fold(subject.text.split(" ", 1)[0])
    if language == "en":
        return capitalized(f"{said} {quantity}")
    if language == "de":
        of = "der " if first in {"die", "eine", "jede"} and not subject.plural else ""
        return f"{quantity} {of}{said}"
    if subject.text[:2].lower() in {"l'", "l’"} or said[:1].lower() in _VOWELS:
        return f"{quantity} de l'{said}" if subject.text[:1].lower() == "l" else f"{quantity} d'{said}"
    of = {"le": "du", "un": "du", "les": "des", "la": "de la", "une": "de la"}.get(first, "de")
    return f"{quantity} {of} {said}"


def _taking(verb: str, thing: SpokenPhrase, language: Language) -> str:
    """How long something takes: `Car drying time`, `Dauer Auto trocknen`, `Durée ouvrir la porte`."""
    if language == "en":
        return capitalized(f"{name(thing)} {_gerund(verb)} time") if " " not in verb else ""
    word = _words(language)["duration"]
    deed = deed_name(verb, object_of(thing, language), language)
    return f"{word} {deed}" if language == "de" else f"{word} {deed[:1].lower()}{deed[1:]}"


def _gerund(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _SHORT.fullmatch(verb) else f"{verb}ing"


@cache
def _keeping(language: Language) -> frozenset[str]:
    """Verbs of what keeps a limit, folded."""
    words = vocabulary(language)
    return (
        words.phrases["exceed"]
        | words.phrases["stay"]
        | words.phrases["amounts"]
        | words.relations["limit"]
        | words.relations["located"]
    )


@cache
def _words(language: Language) -> dict[str, str]:
    """What quantities are called."""
    return load(language, "meaning", "quantities", dict[str, str])


@cache
def _per(language: Language) -> frozenset[str]:
    return vocabulary(language).phrases["per"]


def _quantity_of(unit: str) -> str:
    """What a unit measures: as it is written, since `kn` are knots and `kN` a force; else in whatever letters."""
    units = _quantities()
    alike = {quantity for each, quantity in units.items() if each.casefold() == unit.casefold()}
    return units.get(unit) or (alike.pop() if len(alike) == 1 else "")


@cache
def _quantities() -> dict[str, str]:
    """What a unit measures, by the unit; one with a slash is counted in a time."""
    units = load("en", "meaning", "units", dict[str, str])
    return {unit: quantity for quantity, listed in units.items() for unit in listed.split()}
