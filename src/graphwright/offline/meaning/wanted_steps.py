"""Steps that an order wants, as it is easiest read: `a step for checking the collars` is the step "Check collars".

And who does what is wanted, where a clause behind the order says so: `..., and it is the ranger who does it`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading
from graphwright.languages import Language
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.deeds_named import with_deeds_named
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import base_form, deed_name
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.sentence import orders_of
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W\d_]+['’]?")
_QUOTES: Final = re.compile(r"[\"“”„«»]")
_TAIL: Final = re.compile(r"[,;–-]|\b(?:that|which|who|qui|que)\b|(?<=[\"“”»])\s")
"""Where a clause may begin that says who does it."""
_LONGEST_TAIL: Final = 10
"""Words of a clause that only says who does it."""


class OwnedOrder(NamedTuple):
    """An order, and who carries out what it wants."""

    text: str
    doer: Node


_BY_NOUN: Final = frozenset({"remove"})
"""Kinds of orders that may name a function only by what it is done to."""
_BY_DEED: Final = _BY_NOUN | {
    "removeWith", "insert", "insertBeside", "sequence", "carry", "host", "moved", "move", "merge", "split", "reverse",
    "unlink", "rename", "connect", "satisfy", "verify", "depend", "concern", "contain",
}  # fmt: skip
"""Kinds of orders that may name it by its verb or the noun of that."""


class WordedOrders(NamedTuple):
    """Orders that name functions by some of their words."""

    orders: list[Order]
    proposes: bool
    """People are to look at them: a word was taken for a name."""


def orders_by_words(sentence: SentenceReading, draft: Draft, index: NodeIndex) -> WordedOrders | None:
    """The orders of a sentence that tells functions by some of their words, or a new step by what is done."""
    step = with_steps_named(sentence.text, sentence.language)
    said = with_deeds_named(step or sentence.text, sentence.language, index)
    text = said.text if said is not None else step
    if text is None:
        return None
    found = orders_of(replace(sentence, text=text), draft, index, spoken_of=True)
    allowed = _BY_NOUN if said is not None and said.by_noun else _BY_DEED | ({"create"} if step else set[str]())
    if not found or not all(each.known for each in found) or not {each.kind for each in found} <= allowed:
        return None
    return WordedOrders(found, said is not None)


def give(step: Node, doer: Node, make: Maker) -> None:
    """A step to who does it, or to the part that carries it."""
    if doer.node_type == "ACTOR":
        make.flow(doer, step, make.called(make.names.request, step.name))
    else:
        make.own(doer, step)


def with_steps_named(text: str, language: Language) -> str | None:
    """The text with the name of a step in quotation marks; `None` where no deed stands behind its type."""
    if _QUOTES.search(text):
        return None
    words = [*_WORD.finditer(text)]
    for at, word in enumerate(words[:-2]):
        if type_said(word[0]) != "FUNC" or (named := _deed_behind(text, words[at + 1 :], language)) is None:
            continue
        name, end = named
        return f'{text[: word.end()]} "{name}"{text[end:]}'
    return None


def _deed_behind(text: str, words: list[re.Match[str]], language: Language) -> tuple[str, int] | None:
    """The name of the deed behind `step for` or `Schritt zum`, and where it ends."""
    stops = _stops(language)
    end = next(
        (
            at
            for at, each in enumerate(words)
            if at > 1 and (fold(each[0]) in stops or "," in text[words[at - 1].end() : each.start()])
        ),
        len(words),
    )
    said = [each[0] for each in words[:end]]
    if len(said) < 3:  # noqa: PLR2004  a word that leads to it, the verb and what it is done to
        return None
    name = _named(said, language)
    return None if name is None else (name, words[end - 1].end())


def _named(said: list[str], language: Language) -> str | None:
    lead, rest = fold(said[0]), said[1:]
    small = small_words()
    match language:
        case "en" if lead in {"for", "to", "of"}:
            verb = base_form(rest[0], "infinitive" if lead == "to" else "gerund", "en")
            thing = list(rest[1:])
        case "fr" if lead in {"pour", "de", "d'", "afin"}:
            rest = rest[1:] if fold(rest[0]) in {"de", "d'"} else rest
            verb = base_form(rest[0], "infinitive", "fr")
            return f"{rest[0].capitalize()} {' '.join(rest[1:])}".replace("' ", "'") if verb else None
        case "de" if lead in {"zum", "fuer", "um"}:
            return german_deed(lead, rest)
        case _:
            return None
    while thing and fold(thing[0]) in small:
        thing = thing[1:]
    return deed_name(verb, " ".join(thing), language) if verb and thing else None


def german_deed(lead: str, rest: list[str]) -> str | None:
    """`zum Prüfen der Ketten`, `um die Ketten zu prüfen`."""
    small = small_words()
    if lead == "um":
        if len(rest) < 3 or fold(rest[-2]) != "zu":  # noqa: PLR2004
            return None
        verb, thing = rest[-1], rest[:-2]
    else:
        rest = rest[1:] if fold(rest[0]) == "das" else rest
        verb, thing = rest[0], rest[1:]
    thing = thing[1:] if thing and fold(thing[0]) in small else thing
    base = base_form(verb.lower(), "infinitive", "de")
    return deed_name(base, " ".join(thing), "de") if base and thing else None


@cache
def _stops(language: Language) -> frozenset[str]:
    """Words behind which it is said where a step stands, or German verbs begin again."""
    phrases = vocabulary(language).phrases
    last = {"ein", "an", "hinzu", "dazu"} if language == "de" else set[str]()
    created = order_words(language).verbs["create"] if language == "de" else frozenset[str]()
    places = frozenset(each for name in ("after", "before", "between") for each in phrases[name] if " " not in each)
    return places | last | created


def owned(text: str, language: Language, index: NodeIndex) -> OwnedOrder | None:
    """An order without the clause behind it that says who does what it wants; `None` where none does."""
    doing, small = _doing_words(language), _words_beside_doing(language)
    if not any(_is_doing(each[0], doing, language) for each in _WORD.finditer(text)):
        return None  # as in most
    for found in reversed([*_TAIL.finditer(text)]):
        tail = text[found.start() :]
        spans = index.named_in(tail)
        doers = [node for span in spans for node in span.nodes if node.node_type in {"ACTOR", "MOD"}]
        rest = tail
        for span in sorted(spans, key=lambda each: -each.start):
            rest = rest[: span.start] + " " + rest[span.end :]
        said = [each[0] for each in _WORD.finditer(rest)]
        if len(doers) != 1 or len(spans) != 1 or len(said) > _LONGEST_TAIL:
            continue
        left = [each for each in said if fold(each) not in small and fold(each).replace("’", "'") not in small]
        does = [each for each in left if _is_doing(each, doing, language)]
        if does and len(does) == len(left):
            return OwnedOrder(text[: found.start()].rstrip(" ,;–-"), doers[0])
    return None


@cache
def _doing_words(language: Language) -> frozenset[str]:
    """Base forms of the verbs by which somebody is said to do what is wanted."""
    words = vocabulary(language)
    return words.relations["doneBy"] | words.relations["care"] | words.phrases["pro"]


@cache
def _words_beside_doing(language: Language) -> frozenset[str]:
    """Words that may stand beside them."""
    tables = order_words(language).words
    small = small_words() | tables["pronoun"] | tables["that"] | tables["be"] | tables["skip"]
    return small | vocabulary(language).phrases["doingIt"]


def _is_doing(word: str, doing: frozenset[str], language: Language) -> bool:
    return any(
        fold(each.lemma) in doing
        for each in candidates(word, language, cased=False)
        if each.kind not in {"noun", "name"}
    )
