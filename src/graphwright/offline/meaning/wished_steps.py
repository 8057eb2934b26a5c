"""`We also need a step for zeroing the balance`, `à ajouter : un contrôle de la saumure et une pesée des meules`.

Somebody wishes for steps and tells them by what is done there. Such a wish is put as the plain order that it is: each
step with a name in quotes, and where it says so, what it stands beside; one that is called by its name, `a step "Weigh
bread" right after baking`, likewise. Every word must be one of the wish, of a step or of a deed of the model, else the
sentence stays what it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading
from graphwright.languages import Language, load
from graphwright.offline.meaning.anchors import deed_called
from graphwright.offline.meaning.likely import names_deed
from graphwright.offline.meaning.matching import BEGINNING, NodeIndex
from graphwright.offline.meaning.naming import capitalized, cleaned
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.offline.meaning.wanted_steps import german_deed
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W\d_][\w'’]*(?:-\w+)*")
_SPLIT: Final = re.compile(r"\s*[,;]\s*")
_LONGEST: Final = 7
"""Words of the name of a step."""
_CALLED: Final = re.compile(r"[\"“„«]\s*(?P<name>[^\"“”„«»\n]+?)\s*[\"“”»]")
_QUOTE: Final = re.compile(r"[\"“”„«»]")
_PAIR: Final = 2
_ELIDED: Final = re.compile(r"^(?:d|l|qu)['’]", re.IGNORECASE)


class _Wording(NamedTuple):
    """How steps are wished for in one language."""

    wishes: frozenset[str]
    """Words of which one at least says that something is wished for."""
    plain: frozenset[str]
    """Words that may stand beside those."""
    articles: frozenset[str]
    joins: frozenset[str]
    joining: str
    """The first of them."""
    joint: re.Pattern[str]
    nouns: frozenset[str]
    """Nouns of deeds that are as well something else."""
    step: re.Pattern[str]
    """A step with what is done in it, as `deed`."""
    beside: re.Pattern[str]
    """Where it stands: `order` and `place`."""
    one: str
    several: str
    orders: dict[str, str]


def order_for_steps(sentence: SentenceReading, index: NodeIndex) -> str | None:
    """The order that a wish for steps is; `None` for anything else."""
    wording, text = _wording(sentence.language), sentence.text.strip().rstrip(".!?").strip()
    if not wording.wishes & {fold(each[0]) for each in _WORD.finditer(text)}:
        return None
    called = _called(text, sentence.language)
    told, place = _placed(text if called is None else called.around, sentence.language, wording, index)
    if called is not None:
        is_wish = _only_wishes(told, called.name, sentence.language, wording)
        return wording.one.format(names=f'"{called.name}"', place=place) if is_wish else None
    wished = _without_wish(told.strip(), wording)
    if wished is None:
        return None
    words = wished.split()
    while words and fold(words[0]) in wording.articles:
        words = words[1:]
    is_named = len(words) > 1 and _says_step(words[0])
    if place and is_named and not wording.step.fullmatch(wished):
        # `a step Weigh bread after baking`
        return wording.one.format(names=f'"{capitalized(cleaned(" ".join(words[1:])))}"', place=place)
    names = _named(wished, wording, sentence.language)
    if not names or (place and len(names) > 1):
        return None
    if not wording.step.fullmatch(wished) and index.named_in(wished):
        return None  # it speaks of what is there
    quoted = ", ".join(f'"{each}"' for each in names)
    return (wording.one if len(names) == 1 else wording.several).format(names=quoted, place=place)


class _Called(NamedTuple):
    """A step by its name in quotation marks, and what is said around its word and its name."""

    name: str
    around: str


def called_step(sentence: SentenceReading, index: NodeIndex) -> bool:
    """Is a step wished for that is called by its name: `there is no step "Weigh bread" yet, can you add it?`?"""
    return _called(sentence.text, sentence.language) is not None and order_for_steps(sentence, index) is not None


def _called(text: str, language: Language) -> _Called | None:
    """The only quotation of a text, where a word for a step stands beside it, or one for a place: `add "A" there`."""
    found = [*_CALLED.finditer(text)]
    if len(found) != 1 or len(_QUOTE.findall(text)) > _PAIR:
        return None
    around = f"{text[: found[0].start()]} {text[found[0].end() :]}"
    places = order_words(language).words["there"]
    is_step = any(_says_step(each[0]) or fold(each[0]) in places for each in _WORD.finditer(around))
    return _Called(found[0]["name"].strip(), around) if is_step else None


def _says_step(word: str) -> bool:
    return type_said(_ELIDED.sub("", word)) == "FUNC"


def _placed(text: str, language: Language, wording: _Wording, index: NodeIndex) -> tuple[str, str]:
    """The text without the deeds of the model that the step stands beside, and those as an order has them."""
    between = vocabulary(language).phrases["between"]
    for found in wording.beside.finditer(text):
        sides = [found["place"]]
        if fold(found["order"]) in between:
            sides = wording.joint.split(found["place"])
        nodes = [node for each in sides if (node := deed_called(each, language, index)) is not None]
        if len(nodes) == len(sides) and (len(nodes) == _PAIR) == (fold(found["order"]) in between):
            names = f" {wording.joining} ".join(f'"{each.name}"' for each in nodes)
            told = f"{text[: found.start()]} {text[found.end() :]}"
            return told, f" {wording.orders[fold(found['order'])]} {names}"
    return text, ""


def _only_wishes(text: str, name: str, language: Language, wording: _Wording) -> bool:
    """Is every word one of the wish, of a step and its place, or a noun of the deed that the name says?"""
    known = wording.wishes | wording.plain | wording.articles | wording.joins | order_words(language).words["there"]
    named = {fold(each[0])[:BEGINNING] for each in _WORD.finditer(name)}
    for each in _WORD.finditer(text):
        word = fold(_ELIDED.sub("", each[0]))
        if word not in known and fold(each[0]) not in known and word[:BEGINNING] not in named and not _says_step(word):
            return False
    return True


def _without_wish(text: str, wording: _Wording) -> str | None:
    """What is wished for, without the words of the wish before and behind it."""
    words = list(_WORD.finditer(text))
    known = wording.wishes | wording.plain
    first = next((at for at, each in enumerate(words) if fold(each[0]) not in known), len(words))
    last = next((at for at in range(len(words), first, -1) if fold(words[at - 1][0]) not in known), first)
    said = {fold(each[0]) for each in (*words[:first], *words[last:])}
    if first == last or not said & wording.wishes:
        return None
    begin = words[first].start()
    while first and (fold(words[first - 1][0]) in wording.articles or _is_joined(text, words, first)):
        first -= 1
        begin = words[first].start()
    return text[begin : words[last - 1].end()]


def _is_joined(text: str, words: list[re.Match[str]], at: int) -> bool:
    """Does a word hang on the one before it: `d'étalonnage`?"""
    return text[words[at - 1].end() : words[at].start()] == ""


def _named(wished: str, wording: _Wording, language: Language) -> list[str]:
    """The names of the steps that are wished for; none where one of them is no step."""
    whole = wording.step.fullmatch(wished)
    if whole is not None:
        name = _deed(_done_in(whole), language, wording)
        return [name] if name else []
    parts = [part for each in _SPLIT.split(wished) for part in _parted(each, wording) if part]
    names: list[str] = []
    for part in parts:
        step = wording.step.fullmatch(part)
        name = _deed(_done_in(step), language, wording) if step is not None else _noun(part, language, wording)
        if not name:
            return []
        names.append(name)
    return names


def _done_in(step: re.Match[str]) -> str:
    """What is done in a step, before its word or behind it."""
    return next(each for each in step.groups() if each)


def _parted(text: str, wording: _Wording) -> list[str]:
    """A list at its `and`, where an article begins the next member."""
    parts: list[list[str]] = [[]]
    for word in text.split():
        if fold(word) in wording.joins:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(each) for each in parts]


def _deed(said: str, language: Language, wording: _Wording) -> str:
    """What is done in a step as a name: `calibrating the pipettes` is *Calibrate the pipettes*, `rinçage` *Rinçage*."""
    words = said.split()
    if not words or len(words) > _LONGEST or '"' in said:
        return ""
    words[0] = _ELIDED.sub("", words[0])
    if language == "en":
        gerund = (each for each in candidates(words[0].lower(), "en") if each.kind == "gerund")
        lemma = next((each.lemma for each in gerund), "")
        words[0] = lemma or words[0]
        known = any(each.kind in {"infinitive", "finite"} for each in candidates(words[0].lower(), "en"))
        if not lemma and not known and not names_deed(words[-1], language):
            return ""
        words = [each for at, each in enumerate(words) if at == 0 or fold(each) not in wording.articles]
    elif language == "de" and len(words) > 1 and fold(words[0]) in wording.articles:
        words = words[1:]
    elif language == "de" and (name := german_deed("zum", words)):
        return name
    return capitalized(cleaned(" ".join(words)))


def _noun(said: str, language: Language, wording: _Wording) -> str:
    """A noun of a deed with its article as a name; empty for what names no deed."""
    bare = _ELIDED.sub("", said)
    words = bare.split()
    has_article = bare != said or (len(words) > 1 and fold(words[0]) in wording.articles)
    if len(words) > _LONGEST + 1 or not (has_article or (len(words) > 1 and names_deed(words[0], language))):
        return ""
    words = words[1:] if has_article and bare == said else words
    ends = next((at for at, each in enumerate(words) if at and fold(each) in wording.joins | _OF[language]), len(words))
    heads = {"en": words[ends - 1], "fr": words[0], "de": words[ends - 1]}
    head = heads[language]
    is_deed = names_deed(head, language) or (language == "de" and _is_infinitive(words[0]))
    kinds = vocabulary(language).kinds
    is_thing = any(fold(head) in kinds[kind] for kind in ("person", "device", "software"))
    is_told = not any(map(node_type_of, words)) and (fold(head) in wording.nouns or (is_deed and not is_thing))
    return capitalized(cleaned(" ".join(words))) if is_told else ""


def _is_infinitive(word: str) -> bool:
    return any(each.kind == "infinitive" and each.known for each in candidates(word.lower(), "de"))


_OF: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset(("of", "with", "for", "by", "at", "on", "in", "to", "from")),
    "de": frozenset(("der", "des", "von", "vom", "mit", "am", "im", "durch")),
    "fr": frozenset(("de", "du", "des", "avec")),
}


@cache
def _wording(language: Language) -> _Wording:
    """The words of a language, made ready once."""
    said = load(language, "orders", "steps", dict[str, str])

    def words(name: str) -> frozenset[str]:
        return frozenset(fold(each) for each in said[name].split())

    orders = dict(each.split("=") for each in said["orders"].split())
    ordering = "|".join(map(re.escape, orders))
    wishing = rf"\s+(?:{'|'.join(map(re.escape, said['wishes'].split()))})\b"
    return _Wording(
        wishes=words("wishes"),
        plain=words("plain"),
        articles=words("articles"),
        joins=words("joins"),
        joining=said["joins"].split()[0],
        joint=re.compile(rf"\s+(?:{'|'.join(said['joins'].split())})\s+", re.IGNORECASE),
        nouns=words("nouns"),
        step=re.compile(said["step"], re.IGNORECASE),
        beside=re.compile(
            rf"\s*\b(?P<order>{ordering})\s+(?P<place>[^,;:.]+?)(?={said['closing']}|{wishing}|\s*[,;:]|$)",
            re.IGNORECASE,
        ),
        one=said["one"],
        several=said["several"],
        orders={fold(key): each for key, each in orders.items()},
    )
