"""Who is only said to be there, or to have a task: `there is an usher, in charge of seating`, `we lack a cook: he ...`.

The sentence is read as if it told at once what they do. Words change places with blanks, so that each clause stands
where it was said, and keeps the words in which it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import BUILT, kind_of
from graphwright.offline.meaning.likely import can_be_somebody
from graphwright.offline.meaning.naming import base_form
from graphwright.offline.meaning.spoken import typed
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*['’]?|[^\w\s]")
_PARTING: Final = frozenset((",", ":", ";", "-", "–", "—", "."))
_LONGEST: Final = 6
"""Words of who is introduced."""
_OF: Final[dict[str, str]] = {"der": "die", "des": "den"}
"""German articles behind a deed that is a noun, as they stand before its verb."""
_ONE: Final[dict[str, str]] = {"einen": "ein", "einem": "ein", "den": "der", "dem": "der", "einer": "eine"}
"""German articles as a subject has them."""
_JOINING: Final = frozenset(("and", "et", "und", ",", "ou", "or"))
_SHORTEST: Final = 4
"""Letters of a deed that is a German noun: `Messen`."""


class _IntroWord(NamedTuple):
    """A word or sign of the sentence: where it stands, as it is said, and as it is compared."""

    start: int
    end: int
    said: str
    folded: str


class _Link(NamedTuple):
    """What joins somebody to what they do: where that begins, and whether its verbs are infinitives."""

    start: int
    is_charge: bool


def without_introduction(sentence: SentenceReading) -> SentenceReading:
    """The sentence in which whoever is introduced does what is told of them; itself where nobody is."""
    words = vocabulary(sentence.language)
    said = _words_of(sentence.text)
    if not any(_phrase_at(said, at, words, table) for table in ("there", "charge") for at in range(len(said))):
        return sentence  # as nearly always
    for who in _introduced(sentence):
        if (text := _respelt(sentence, who, said, words)) is not None:
            return _read_again(text, sentence, who) or sentence
    return sentence


def _introduced(sentence: SentenceReading) -> Iterator[SpokenPhrase]:
    """Who may be introduced, as they stand in the sentence."""
    found = {
        each.start: each
        for clause in sentence.clauses
        for role in clause.roles
        for each in (role.phrase.members[-1:] or (role.phrase,))
        if each.refers_to is None and each.name and typed(each)[0] is None and len(each.text.split()) <= _LONGEST
    }
    yield from (found[start] for start in sorted(found))


def _respelt(
    sentence: SentenceReading, who: SpokenPhrase, said: Sequence[_IntroWord], words: MeaningVocabulary
) -> str | None:
    """The text with the deeds of who is introduced behind them; `None` where they are not."""
    start, end = who.start - sentence.start, who.end - sentence.start
    before = [each for each in said if each.end <= start]
    behind = [each for each in said if each.start >= end]
    opened = _opened(before, words)
    beside = bool(opened is not None and _phrase_at(before, 0, words, "besides"))
    link = _linked(behind, words, is_there=opened is not None and not beside)
    if link is None or (link.is_charge and kind_of(who, sentence.language) in BUILT):
        return None
    if not link.is_charge or opened is not None:
        begin = before[opened].start if opened is not None else start
    elif before and before[-1].said not in _PARTING and before[-1].folded not in words.phrases["and"]:
        return None
    else:
        begin = start
    text = sentence.text
    done = _infinitives(text[link.start :], sentence.language) if link.is_charge else text[link.start :]
    if done is None:
        return None
    may = next(iter(words.introduced["mayAll" if who.plural else "may"])) if link.is_charge else ""
    gap = f" {may}".ljust(link.start - end)
    if len(gap) > link.start - end:
        return None
    return f"{text[:begin]}{' ' * (start - begin)}{_as_subject(text[start:end], sentence.language)}{gap}{done}"


def _opened(before: Sequence[_IntroWord], words: MeaningVocabulary) -> int | None:
    """Where the words begin that only say that somebody is there; `None` where other words stand before them."""
    filler, at = words.introduced["filler"], len(before)
    while at and before[at - 1].folded in filler:
        at -= 1
    for phrase in _phrases(words, "there"):
        first = at - len(phrase)
        if first >= 0 and _stands(phrase, before, first):
            while first and before[first - 1].folded in filler:
                first -= 1
            if not first or before[first - 1].said in _PARTING:
                return first
            if _phrase_at(before, 0, words, "besides"):
                return 0  # `besides the cook there is a waiter`: who is there already does none of it
    return None


def _linked(behind: Sequence[_IntroWord], words: MeaningVocabulary, *, is_there: bool) -> _Link | None:
    """What joins them to their deeds: the words of a task, else a pronoun behind a sign where they are introduced."""
    table, at = words.introduced, 0
    while at < len(behind):
        if count := _phrase_at(behind, at, words, "charge"):
            at += count
            while at < len(behind) and (behind[at].said in _PARTING or behind[at].folded in table["be"]):
                at += 1
            return _Link(behind[at].start, is_charge=True) if at < len(behind) else None
        word = behind[at]
        plain = (table["be"], table["which"], table["filler"])
        if word.said not in _PARTING and not any(word.folded in each for each in plain):
            break
        at += 1
    at = 0
    while at + 1 < len(behind):
        word = behind[at]
        parted = at > 0 and behind[at - 1].said in _PARTING
        if parted and is_there and word.folded in table["subject"] and _acts(behind[at + 1].said, words.language):
            return _Link(behind[at + 1].start, is_charge=False)
        missing = _phrase_at(behind, at, words, "there")
        if not missing and word.said not in _PARTING and word.folded not in table["filler"]:
            return None
        is_there = is_there or bool(missing)
        at += missing or 1
    return None


def _acts(word: str, language: Language) -> bool:
    """May a word behind a pronoun be its verb, or in French a pronoun before that? German relatives have it last."""
    is_finite = any(each.kind == "finite" for each in candidates(word, "de", cased=False))
    return language != "de" or (is_finite and word[:1].islower())  # `der Briefe bringt`


def _phrase_at(said: Sequence[_IntroWord], at: int, words: MeaningVocabulary, table: str) -> int:
    """How many words the longest phrase of a table takes that begins here."""
    likely = _by_first_word(words, table).get(said[at].folded, ()) if at < len(said) else ()
    return max((len(each) for each in likely if _stands(each, said, at)), default=0)


def _stands(phrase: Sequence[str], said: Sequence[_IntroWord], at: int) -> bool:
    """Does a phrase stand at a place?"""
    return len(said) - at >= len(phrase) and all(each == said[at + i].folded for i, each in enumerate(phrase))


@cache
def _phrases(words: MeaningVocabulary, table: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(word.folded for word in _words_of(each)) for each in words.introduced[table])


@cache
def _by_first_word(words: MeaningVocabulary, table: str) -> Mapping[str, Sequence[tuple[str, ...]]]:
    """The phrases of a table by their first word."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for each in _phrases(words, table):
        found.setdefault(each[0], []).append(each)
    return found


def _words_of(text: str) -> list[_IntroWord]:
    return [_IntroWord(each.start(), each.end(), each[0], fold(each[0])) for each in _WORD.finditer(text)]


def _infinitives(text: str, language: Language) -> str | None:
    """What somebody has to do, each verb as it stands behind `can`, at its place; `None` where it is no deed."""
    words = _words_of(text)
    heads = [at for at in range(len(words)) if not at or words[at - 1].folded in _JOINING]
    changed: dict[int, str] = {}
    match language:
        case "en":
            changed |= {at: "" for at in heads if words[at].folded == "to"}
            if not changed:
                changed = {at: base for at in heads if (base := base_form(words[at].said, "gerund", "en"))}
            is_deed = 0 in changed or (bool(words) and base_form(words[0].said, "infinitive", "en") != "")
        case "fr":
            particles = {at for at in heads if words[at].folded in {"de", "d'"}}
            changed = dict.fromkeys(particles, "")
            is_deed = bool(words) and any(base_form(each.said, "infinitive", "fr") for each in words[:2])
        case _:
            changed = _german_infinitives(words)
            is_deed = bool(changed)
    if not is_deed:
        return None
    for at in sorted(changed, reverse=True):
        word = words[at]
        if len(changed[at]) > len(word.said):
            return None
        text = text[: word.start] + changed[at].ljust(len(word.said)) + text[word.end :]
    return _with_verbs_last(text) if language == "de" else text


def _german_infinitives(words: Sequence[_IntroWord]) -> dict[int, str]:
    """Infinitives without their `zu`, which may stand inside of them: `einzulassen`."""
    changed: dict[int, str] = {}
    for at, word in enumerate(words):
        small = word.said
        if small == "zu" and at + 1 < len(words) and base_form(words[at + 1].said, "infinitive", "de"):
            changed[at] = ""
        elif "zu" in small[2:-3] and small.islower() and small.endswith("n"):
            plain = small[:2] + small[2:].replace("zu", "", 1)
            if base_form(plain, "infinitive", "de"):
                changed[at] = plain
        elif (
            small[:1].isupper()
            and len(small) > _SHORTEST
            and small.endswith("n")
            and at
            and words[at - 1].folded == "das"
            and at + 1 < len(words)
            and words[at + 1].folded in _OF
        ):
            changed[at] = small[:1].lower() + small[1:]
    return changed


def _with_verbs_last(text: str) -> str:
    """`das kontrollieren der Karten` as `    die Karten kontrollieren`."""
    return re.sub(
        r"\bdas ([a-zäöüß]+n) (der|des) ([^,.;]+?)(?= und |,|\.|;|$)",
        lambda found: f"{_OF[found[2]]} {found[3]} {found[1]}".ljust(len(found[0])),
        text,
    )


def _as_subject(text: str, language: Language) -> str:
    """A German phrase with its article as a subject has it, in as many letters."""
    first, blank, rest = text.partition(" ")
    article = _ONE.get(fold(first)) if language == "de" else None
    return text if article is None else f"{article.ljust(len(first))}{blank}{rest}"


def _read_again(text: str, sentence: SentenceReading, who: SpokenPhrase) -> SentenceReading | None:
    """The respelt text as it is read, each clause in the words that were said."""
    told = read(" " * sentence.start + text, focus=Focus(language=sentence.language)).sentences
    if len(told) != 1 or not any(each.verb is not None for each in told[0].clauses):
        return None
    is_open = kind_of(who, sentence.language) is None and can_be_somebody(who, sentence.language)
    clauses = tuple(_as_said(each, sentence, who if is_open else None) for each in told[0].clauses)
    return replace(told[0], text=text, start=sentence.start, end=sentence.end, clauses=clauses)


def _as_said(clause: SpokenClause, sentence: SentenceReading, person: SpokenPhrase | None) -> SpokenClause:
    """A clause in the words that were said; who has a task and may be somebody, is."""
    said = sentence.text[clause.start - sentence.start : clause.end - sentence.start]
    verb = clause.verb
    if verb is not None and verb.modality == "ability":
        verb = replace(verb, modality="none")
    roles = clause.roles
    if person is not None:
        roles = tuple(
            replace(each, phrase=replace(each.phrase, type_word="ACTOR"))
            if each.phrase.start == person.start and not each.phrase.members
            else each
            for each in roles
        )
    return replace(clause, text=said, verb=verb, roles=roles)
