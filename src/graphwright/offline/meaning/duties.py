"""Whether a sentence binds: a demand, a prohibition, or a limit in numbers that something keeps. Its words are kept."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import is_nobody, is_the_system, kind_of
from graphwright.offline.meaning.reserved import ALLOWING, is_excepted, is_reserved
from graphwright.offline.meaning.spoken import is_circumstance, is_composed, is_wondered, is_worded, phrases
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold
from graphwright.text.numerals import in_digits
from graphwright.text.quantities import amount, quantities

# `is strictly forbidden`, `ist den Besuchern untersagt`: so many words on, it belongs to something else.
_REACH: Final = 4
_DURATIONS: Final = frozenset(("ms", "s", "min", "h", "d", "wk", "mo", "a"))
"""Units of time."""
_WANTED: Final = frozenset(("purpose", "content", "relative"))
"""How what is wanted hangs on the wish."""


def is_demanding(sentence: SentenceReading) -> bool:
    """Is it a requirement: a demand, a prohibition, or a limit in numbers that something keeps?"""
    return (
        is_obliged(sentence)
        or is_bound(sentence)
        or _is_lost(sentence)
        or wanted_limit(sentence) is not None
        or _is_specified(sentence)
        or any(is_reserved(clause, sentence) and clause.mood == "statement" for clause in sentence.clauses)
        or any(
            _demands(clause, sentence) and not is_circumstance(clause, sentence) and not is_wondered(clause, sentence)
            for clause in sentence.clauses
            if clause.kind in {"main", "fragment"}
        )
    )


def is_bound(sentence: SentenceReading) -> bool:
    """Does it have a word that only demands, whatever else of it was understood: `shall`?"""
    words = vocabulary(sentence.language).phrases
    spoken = [fold(each) for each in re.findall(r"[^\W_]+", sentence.text)]
    return bool(words["binding"] & set(spoken)) and not set(spoken[:1]) & words["speaker"]  # `We shall see.`


def obliges_system(sentence: SentenceReading) -> bool:
    """Is something demanded of `the system`? Then no order is meant: `das System muss ... anlegen`."""
    return any(
        each.verb is not None
        and each.verb.modality == "demand"
        and any(is_the_system(doer, sentence.language) for doer in phrases(each, "doer"))
        for each in sentence.clauses
    )


def _is_specified(sentence: SentenceReading) -> bool:
    """A property with its quantity behind a colon, and no verb: `Weight: max. 3 g`."""
    layout = sentence.layout
    if layout is None or layout.kind != "pair" or any(each.verb is not None for each in sentence.clauses):
        return False
    return bool(quantities(layout.text))


def wanted_limit(sentence: SentenceReading) -> SpokenClause | None:
    """What those who speak want within a limit in numbers: `We need the door to close within 2 seconds`."""
    language = sentence.language
    first = next(iter(sentence.clauses), None)
    if first is None or first.verb is None or first.verb.negated:
        return None
    said = [each.phrase for each in first.roles if each.name in {"doer", "receiver"} and not each.taken_over]
    wished = first.mood == "wish" or first.verb.modality == "intention" or _is_need(first, language)
    if not wished or not said or not is_nobody(said[0], language):
        return None
    wanted = {each.source for each in sentence.links if each.target == first.index and each.kind in _WANTED}
    found = (each for each in sentence.clauses if each.index in wanted and each.verb is not None)
    clause = next((each for each in found if any(one.unit for one in each.measures)), None)
    if clause is None or any(each.name == "doer" and not each.taken_over for each in clause.roles):
        return clause
    doers = tuple(replace(each, name="doer") for each in first.roles if each.name == "thing")
    return replace(clause, roles=(*doers, *(each for each in clause.roles if each.name != "doer")))


def _is_need(clause: SpokenClause, language: Language) -> bool:
    """Does a clause only say that something is needed: `wir brauchen`, `on a besoin`?"""
    words = vocabulary(language)
    named = {fold(each.name) for each in phrases(clause, "thing")} | {fold(clause.verb.lemma) if clause.verb else ""}
    return bool(named & (words.relations["wish"] | words.phrases["want"] | words.phrases["needless"]))


def _is_lost(sentence: SentenceReading) -> bool:
    """A duty of which the reading lost the verb: `darf, solange der Lüfter steht, kein Motor laufen`."""
    modal = [each.verb for each in sentence.clauses if each.verb is not None and each.verb.modality != "none"]
    duties = vocabulary(sentence.language).relations["say"]  # the modal verbs are among them
    if not modal or not all(fold(each.lemma) in duties for each in modal):
        return False
    words = vocabulary(sentence.language).phrases
    spoken = {fold(each) for each in re.findall(r"[^\W_]+", sentence.text)}
    if words["needless"] & spoken and words["denial"] & spoken:
        return False
    return bool(words["duty"] & spoken) or bool(words["forbidding"] & spoken and words["denial"] & spoken)


def is_obliged(sentence: SentenceReading) -> bool:
    """`It is forbidden to ...`, `Le port du casque est obligatoire`, `Interdiction de ...`."""
    words = vocabulary(sentence.language).phrases
    spoken = [fold(each) for each in re.findall(r"[^\W_]+", sentence.text)]
    if spoken and spoken[0] in words["prohibition"]:
        return True
    at = [place for place, each in enumerate(spoken) if each in words["copula"]]
    near = (spoken[place + 1 : place + 1 + _REACH] for place in at)
    return any(words["obliging"] & {*each, *map(" ".join, pairwise(each))} for each in near)  # `tenu de`


def _demands(clause: SpokenClause, sentence: SentenceReading) -> bool:
    if clause.mood in {"question", "talk", "order", "wish"} or clause.hedged:
        return False
    verb = clause.verb
    if verb is not None and verb.passive and is_composed(clause, vocabulary(sentence.language)):
        return False  # `est constitué de` is no `est à faire`
    if _is_trigger(clause) or _tells_which(clause, sentence):
        return verb is not None and verb.modality in {"demand", "recommendation"}
    limited = any(each.bound in {"atMost", "atLeast", "between"} or each.upper is not None for each in clause.measures)
    measured = any(each.unit for each in clause.measures)
    if verb is None:
        return limited or (measured and not any(each.verb for each in sentence.clauses))
    words = vocabulary(sentence.language)
    if clause.measures and fold(verb.lemma) in words.relations["limit"] | words.relations["demand"]:
        return True
    is_alone = len(sentence.clauses) == 1 and not phrases(clause, "receiver")
    if (measured and (_is_share(clause, sentence.language) or (not verb.known and is_alone))) or _is_threshold(
        clause, sentence
    ):
        return True
    if verb.modality in {"demand", "recommendation"}:
        if all(fold(each.name) in words.phrases["speaker"] for each in _doers(clause)) and not phrases(clause, "thing"):
            return not _doers(clause)  # `we shall see`
        return not _is_needless(clause, sentence)
    if verb.modality in ALLOWING:
        forbids = verb.negated and (measured or _all_forbid(sentence))
        if verb.negated and _is_only(clause, sentence) and not limited:
            return False  # who may is said beside who may not: that is no plain prohibition
        return limited or forbids or _is_only(clause, sentence)
    return limited and not any(kind_of(each, sentence.language) == "person" for each in phrases(clause, "doer"))


def _doers(clause: SpokenClause) -> list[SpokenPhrase]:
    """Who does it, as they were said."""
    return [each.phrase for each in clause.roles if each.name == "doer"]


def _is_trigger(clause: SpokenClause) -> bool:
    """`Above 80 °C the regulator shuts off the burner`: a quantity before the verb only says when it is done."""
    verb = clause.verb
    if verb is None or verb.passive or not clause.measures:
        return False
    if not phrases(clause, "doer") or not phrases(clause, "thing"):
        return False
    if any(each.unit in _DURATIONS and each.bound not in {"exactly", "about"} for each in clause.measures):
        return False  # `within 5 s`: how long it may take, not when it begins
    said = [each.phrase for each in clause.roles if each.preposition and each.name not in {"doer", "thing", "value"}]
    return all(
        each.end <= verb.start and any(one.start <= each.start < one.end for one in said) for each in clause.measures
    )


def _tells_which(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """`Parcels over 20 kg go to the ramp`: a quantity behind the subject only tells which ones go there."""
    verb = clause.verb
    if verb is None or not clause.measures or fold(verb.lemma) not in vocabulary(sentence.language).relations["move"]:
        return False
    goes_somewhere = bool(phrases(clause, "goal", "receiver", "place"))
    return goes_somewhere and all(each.start < verb.start for each in clause.measures)


def _is_needless(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """`need not`, `muss nicht`: it is not forbidden, it is only not demanded."""
    words = vocabulary(sentence.language).phrases
    said = [fold(each.strip(".,;")) for each in clause.text.split()]
    # `no more than three`, `nicht länger als` deny nothing: they are limits.
    spoken = {
        each
        for at, each in enumerate(said)
        if not (set(said[at + 1 : at + 2]) & words["longer"] and set(said[at + 2 : at + 3]) & words["than"])
    }
    return bool(words["needless"] & spoken) and bool(words["denial"] & spoken)


def _is_threshold(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """`After three wrong entries the card is locked`: a rule with a number, and nobody who does it."""
    verb = clause.verb
    if verb is None or not verb.passive or len(sentence.clauses) != 1 or phrases(clause, "doer"):
        return False
    counted = [each for each in phrases(clause, "time", "goal", "about", "receiver", "place") if (each.count or 0) > 1]
    return any(not _has_unit(each, sentence.language) for each in counted)


def _has_unit(phrase: SpokenPhrase, language: Language) -> bool:
    """Is it a measure, `ninety days` as much as `90 days`, and counts nothing?"""
    read = amount(in_digits(phrase.text, language))
    return read is not None and bool(read.unit)


def _is_share(clause: SpokenClause, language: Language) -> bool:
    """Does it speak of a share: `in 95 % of all cases`? `She reports any loss of more than 5 %` says which ones."""
    shares = [each for each in clause.measures if each.unit in {"%", "percent"}]
    if any(kind_of(each, language) == "person" for each in phrases(clause, "doer")) and phrases(clause, "thing"):
        shares = [each for each in shares if each.bound == "exactly"]
    return bool(shares)


def _all_forbid(sentence: SentenceReading) -> bool:
    """Is nothing allowed in a sentence, only forbidden? What is said to be allowed beside it is built."""
    tests = vocabulary(sentence.language).relations["verify"]
    mains = [
        each.verb
        for each in sentence.clauses
        if each.kind == "main" and each.verb is not None and not is_excepted(each, sentence)
    ]
    verbs = [each for each in mains if not (each.passive and fold(each.lemma) in tests)]
    return all(each.negated for each in verbs) and any(each.modality in ALLOWING for each in verbs)


def _is_only(clause: SpokenClause, sentence: SentenceReading) -> bool:
    return is_worded(clause, vocabulary(sentence.language).phrases["only"])
