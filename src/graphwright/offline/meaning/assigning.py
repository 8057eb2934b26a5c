"""Which parts carry which functions, said of functions that are there and parts that are new, in any wording.

`Put weighing on the scale and reading the label on the scanner`, `gewogen wird auf der Waage`, `le tri revient au
carrousel`: each part of the sentence names one function and one thing, and every other word only joins them. A sentence
with any other word tells more, and is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.casting import PEOPLE, Casting, kind_of
from graphwright.offline.meaning.deeds_named import with_deeds_named
from graphwright.offline.meaning.likely import is_done
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import cleaned, outer_word
from graphwright.offline.meaning.orders.pieces import is_helper
from graphwright.offline.meaning.orders.words import order_words, type_said
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_TOKEN: Final = re.compile(r"\"[^\"\n]+\"|\[[^\]\n]+\]|[^\W_]+(?:-[^\W_]+)*['’]?|[,;:.!?()]")
_LONGEST: Final = 4
"""Words of the name of a part."""
_PARTS: Final = frozenset(("MOD", "SYS"))
_JOINTS: Final = frozenset((",", ";", "."))
_TABLES: Final = ("carry", "doneBy", "care", "falls", "runs")
"""Relations whose verbs say that something does something."""
_ORDERS: Final = ("put", "allocate", "move", "take", "take_over", "inherit", "carry", "run", "occur")
"""Verbs of orders that say the same."""
_NOT_PLAIN: Final = ("after", "before", "between", "denial", "with")


class Assignment(NamedTuple):
    """A function of the model, and what carries it from now on."""

    function: Node
    part: SpokenPhrase
    known: Node | None
    is_worded: bool
    """It is named in full, and not by some of its words."""


def assigned_in(sentence: SentenceReading, index: NodeIndex) -> list[Assignment]:
    """What a sentence assigns; nothing where it says more, or nothing new."""
    text, language = sentence.text, sentence.language
    if text.rstrip().endswith("?") or '"' in text:
        return []
    named = [each for each in index.named_in(text) if any(node.node_type == "FUNC" for node in each.nodes)]
    exact = {node.name for each in named for node in each.nodes if node.node_type == "FUNC"}
    for span in sorted(named, key=lambda each: -each.start):
        node = next(each for each in span.nodes if each.node_type == "FUNC")
        text = f'{text[: span.start]}"{node.name}"{text[span.end :]}'
    told = with_deeds_named(text, language, index)
    text = text if told is None else told.text
    if '"' not in text:
        return []
    parts = [each for each in index.named_in(text) if all(node.node_type in _PARTS for node in each.nodes)]
    for span in sorted(parts, key=lambda each: -each.start):
        text = f"{text[: span.start]}[{text[span.start : span.end]}]{text[span.end :]}"
    found: list[Assignment] = []
    pieces = list(_pieces(text, language))
    for piece in pieces:
        one = _assigned(piece, exact, index, sentence)
        if one is None or (len(pieces) == 1 and not _is_joined(piece, language)):
            return []
        found.append(one)
    if any(each.known is None for each in found):
        return [] if told is not None and told.by_noun else found
    return found if len(found) > 1 else []  # one by one an order says it as well


def assign(found: Sequence[Assignment], casting: Casting, make: Maker, said: str) -> None:
    """Each part with what it carries."""
    for each in found:
        cast = casting.participant(each.part, make.language)
        make.own(make.participant(cast._replace(node_type=cast.node_type or "MOD"), said), each.function)


def _pieces(text: str, language: Language) -> Iterator[list[str]]:
    """The words between commas and words that join, each group with something to say."""
    joints = vocabulary(language).phrases["and"]
    group: list[str] = []
    for token in [*(each[0] for each in _TOKEN.finditer(text)), "."]:
        if token in _JOINTS or fold(token) in joints:
            if group:
                yield group
            group = []
        else:
            group.append(token)


def _assigned(piece: list[str], exact: set[str], index: NodeIndex, sentence: SentenceReading) -> Assignment | None:
    language = sentence.language
    quoted = [each for each in piece if each[0] == '"']
    functions = index.find(quoted[0].strip('"'), ["FUNC"]) if len(quoted) == 1 else []
    if len(functions) != 1:
        return None
    [function] = functions
    if any(map(type_said, piece)):
        return None
    groups: list[list[str]] = [[]]
    for at, word in enumerate(piece):
        if word[0] == "[":
            groups[-1] += word.strip("[]").split()  # a part of the model, whatever its words say elsewhere
        elif word[0] == '"' or _is_plain(word, language):
            groups.append([])
        elif not groups[-1] and (at == 0 or not _has_article(piece[:at], language)):
            return None  # a part has its article: `by hand` is none
        else:
            groups[-1].append(word)
    names = [each for each in groups if each]
    if len(names) != 1 or len(names[0]) > _LONGEST or any(is_helper(fold(each), language) for each in names[0]):
        return None  # `the song has been recorded` names no part
    name = cleaned(" ".join(names[0]).replace("' ", "'"))
    start = max(sentence.text.find(names[0][0]), 0) + sentence.start
    head = outer_word(name, language)
    phrase = SpokenPhrase(text=name, name=name, head=head, start=start, end=start + len(name), determiner="the")
    known = index.find(name)
    if known and not (len(known) == 1 and known[0].node_type in _PARTS):
        return None
    kind = kind_of(phrase, language)
    if not known and (index.named_in(name) or _is_like_part(head, index)):
        return None  # it says more than a name of the model, or what several of them are called by
    if not known and (kind in PEOPLE | {"document", "field"} or is_done(phrase, language)):
        return None
    return Assignment(function, phrase, known[0] if known else None, function.name in exact)


def _is_like_part(head: str, index: NodeIndex) -> bool:
    """Is a part of the model called by this word and more: *Bench North* and *Bench South* by `bench`?"""
    return any(node.node_type in _PARTS for node in index.each_holding(fold(head)))


def _is_joined(piece: list[str], language: Language) -> bool:
    """Does more than an article stand beside the two names?"""
    plain = (each for each in piece if each[0] not in '"[' and _is_plain(each, language))
    return any(fold(each) not in _articles(language) for each in plain)


def _has_article(before: list[str], language: Language) -> bool:
    """Is the word before a name an article, or holds one: `the`, `zum`, `au`?"""
    said = fold(before[-1]).replace("’", "'")
    return said in _articles(language)


@cache
def _articles(language: Language) -> frozenset[str]:
    held = {"de": {"zum", "zur", "beim", "vom", "im", "am", "aufs", "fuers", "ins", "ans"}, "fr": {"au", "aux", "du"}}
    own = {
        "de": {"mein", "unser", "unsere", "unserem", "unserer"},
        "en": {"our", "this", "that"},
        "fr": {"notre", "ce", "cette"},
    }
    return frozenset({*order_words(language).words["article"], *held.get(language, ()), *own.get(language, ())})


def _is_plain(word: str, language: Language) -> bool:
    """Does a word only join, or say that something is done by something?"""
    said = fold(word).replace("’", "'")
    if said in _plain_words(language):
        return True
    verbs = _plain_verbs(language)
    return any(fold(each.lemma) in verbs for each in candidates(word, language, cased=False) if each.kind not in _NOUNS)


_NOUNS: Final = frozenset(("noun", "name", "adjective", "adverb"))


@cache
def _plain_words(language: Language) -> frozenset[str]:
    words, tables = vocabulary(language), order_words(language).words
    small = small_words() | words.phrases["speaker"] | words.phrases["care"] | words.phrases["responsible"]
    small |= words.phrases["affair"] | words.phrases["copula"] | words.phrases["task"] | words.phrases["only"]
    small |= words.phrases["assigning"]
    small |= frozenset[str]().union(*(tables[each] for each in ("skip", "shall", "be", "article", "please")))
    return small - frozenset[str]().union(*(words.phrases[each] for each in _NOT_PLAIN))


@cache
def _plain_verbs(language: Language) -> frozenset[str]:
    words, tables = vocabulary(language), order_words(language).verbs
    found = frozenset[str]().union(*(words.relations[each] for each in _TABLES), words.phrases["pro"])
    ordered = frozenset(fold(lemma) for each in _ORDERS for lemma in tables.get(each, ()))
    parted = word_lists(language).separable  # `ordne ... zu`
    return found | ordered | {verb.removeprefix(each) for verb in ordered for each in parted if verb.startswith(each)}
