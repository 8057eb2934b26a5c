"""Where a sentence stands among what exists: `after the ticket check ...`, `between milking and cooling ...`.

Words that only name deeds of the model, behind a word of order, say when: they are blanked out, the rest is read by
itself, and what is done there follows or precedes those deeds. Every character keeps its place. An anchor ends with its
clause: it crosses no comma, and the rest keeps its verb and who does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading, SpokenReference, SpokenRole
from graphwright.languages import Language
from graphwright.offline.meaning.deed_nouns import deeds_by_noun
from graphwright.offline.meaning.deeds_named import deed_told
from graphwright.offline.meaning.likely import names_deed
from graphwright.offline.meaning.matching import BEGINNING, NodeIndex
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import words_of_name

_DEEDS: Final = ("FUNC", "UC")
_ORDERS: Final = ("after", "before", "between")
_WORD: Final = re.compile(r"[^\W_]+")
_SIGNS: Final = " ,;:"
_ENDS: Final = re.compile(r"[,;:.!?()\n]|\s[-–—]\s")
"""Signs between two words at which a clause ends."""
_LONGEST: Final = 12
"""Words of an anchor."""
_TRIES: Final = 8
"""Anchors of a sentence of which the rest is read again."""
_PAIR: Final = 2


class AnchoredReading(NamedTuple):
    """A sentence without the words that only say when, and the deeds that those name."""

    sentence: SentenceReading
    after: tuple[Node, ...] = ()
    before: tuple[Node, ...] = ()


class _Word(NamedTuple):
    """A word of a sentence."""

    text: str
    """Folded."""
    base: str
    """The base form of a verb, else the word itself."""
    start: int
    end: int
    closes: bool
    """A clause ends behind it."""


class _Anchor(NamedTuple):
    """Words that may name deeds, behind a word of order that begins at a place."""

    order: str
    begin: int
    words: Sequence[_Word]


def anchored(sentence: SentenceReading, index: NodeIndex, focus: Node | None) -> AnchoredReading | None:
    """The sentence without its anchor; `None` where it names no deed of the model by which it is ordered."""
    if sentence.layout is not None or sentence.text.rstrip().endswith("?"):
        return None
    words = vocabulary(sentence.language)
    spoken = _spoken(sentence)
    starts = [(order, *each) for order in _ORDERS for each in _said(spoken, words.phrases[order])]
    deeds = _mentioned(spoken, index) if starts else []
    copulas = words.phrases["copula"] if sentence.language == "de" else frozenset[str]()
    anchors = (
        each
        for order, first, after in starts
        for each in _anchors(order, spoken, first, after)
        # `nach dem Sägen wird das Holz | getrocknet`: a German clause that only says when ends with its verb
        if each.words[-1].text in copulas or copulas.isdisjoint(word.text for word in each.words)
    )
    named = (
        (each, found)
        for each in anchors
        if (found := _named(each, deeds, focus, words) or _told_by_verb(each, words, index))
    )
    for anchor, found in islice(named, _TRIES):
        if (told := _without(sentence, anchor, words)) is not None:
            is_before = anchor.order == "before"
            return AnchoredReading(told, (), found) if is_before else AnchoredReading(told, found[:1], found[1:])
    return None


def between_named(sentence: SentenceReading, index: NodeIndex) -> str | None:
    """The text of a sentence with the names of the two functions between which something is: `between boiling and ...`.

    Each is told by a word of its name, in whatever form, that no other function has.
    """
    words, text = vocabulary(sentence.language), sentence.text
    spoken = _spoken(sentence)
    for first, after in _said(spoken, words.phrases["between"]):
        for anchor in _anchors("between", spoken, first, after):
            for at, joint in enumerate(anchor.words):
                if joint.text not in words.phrases["and"] or anchor.words[-1].text in small_words():
                    continue
                sides = (_telling(side, words) for side in (anchor.words[:at], anchor.words[at + 1 :]))
                one, other = (_only_deed(said, index) or _by_noun(said, words, index) for said in sides)
                if one is not None and other is not None and one is not other:
                    begin, end = anchor.words[0].start, anchor.words[-1].end
                    return f'{text[:begin]}"{one.name}" {joint.text} "{other.name}"{text[end:]}'
    return None


def deed_called(said: str, language: Language, index: NodeIndex) -> Node | None:
    """The one function that words name by a word of its name, in whatever form: `the filling` for *Fill bottle*."""
    words = vocabulary(language)
    telling = [word for each in _WORD.finditer(said) if len(word := fold(each[0])) > 1 and word not in small_words()]
    return _only_deed(telling, index) or _by_noun(telling, words, index) or _by_stem(telling, words, index)


def _by_stem(spoken: Sequence[str], words: MeaningVocabulary, index: NodeIndex) -> Node | None:
    """The one function whose verb begins as a lone noun of a deed does: `livraison` for *Livrer la couronne*."""
    if len(spoken) != 1 or not names_deed(spoken[0], words.language):
        return None
    at = -1 if words.names.object_first else 0
    deeds = index.functions_like(spoken[0])
    found = [node for node in deeds if _words(node)[at][:BEGINNING] == spoken[0][:BEGINNING]]
    return found[0] if len(found) == 1 and len(spoken[0]) > BEGINNING else None


def _only_deed(spoken: Sequence[str], index: NodeIndex) -> Node | None:
    """The one function of which every spoken word is a form of a word of its name."""
    if not spoken:
        return None
    deeds = ((node, _words(node)) for node in index.functions_like(spoken[0]))
    found = [node for node, named in deeds if all(any(is_same(word, each) for each in named) for word in spoken)]
    return found[0] if len(found) == 1 else None


def _by_noun(spoken: Sequence[str], words: MeaningVocabulary, index: NodeIndex) -> Node | None:
    """The one function of whose verb a lone word is the noun: `couture` for *Coudre la pièce*."""
    found = deeds_by_noun(spoken[0], words.language, index) if len(spoken) == 1 else []
    functions = [each for each in found if each.node_type == "FUNC"]
    return functions[0] if len(functions) == 1 else None


def _spoken(sentence: SentenceReading) -> list[_Word]:
    """The words of a sentence, each once."""
    text = sentence.text
    bases: Mapping[int, str] = {
        each.verb.end - sentence.start: fold(each.verb.lemma) for each in sentence.clauses if each.verb is not None
    }  # of a verb of several words the last one tells
    found = list(_WORD.finditer(text))
    nexts = [each.start() for each in found[1:]]
    return [
        _Word(
            word := fold(each[0]),
            bases.get(each.end(), word),
            each.start(),
            each.end(),
            after == len(text) or _ENDS.search(text, each.end(), after) is not None,
        )
        for each, after in zip(found, [*nexts, len(text)][: len(found)], strict=True)
    ]


@lru_cache(maxsize=64)  # the words of order of each language
def _longest_first(phrases: frozenset[str]) -> list[list[str]]:
    """Phrases as words, each."""
    return [each.split() for each in sorted(phrases, key=len, reverse=True)]


def _said(spoken: Sequence[_Word], phrases: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where words of order begin, and where what they order begins; the longest first."""
    texts = [each.text for each in spoken]
    for words in _longest_first(phrases):
        if words[0] not in texts:
            continue  # as most are not said
        for at in range(len(spoken) - len(words)):
            if texts[at] != words[0]:
                continue
            said = spoken[at : at + len(words)]
            if [each.text for each in said] == words and not any(each.closes for each in said):
                yield at, at + len(words)


def _anchors(order: str, spoken: Sequence[_Word], first: int, after: int) -> Iterator[_Anchor]:
    """What may be named behind a word of order: up to the end of its clause, the longest first."""
    longest = spoken[after : after + _LONGEST]
    closed = next((at + 1 for at, each in enumerate(longest) if each.closes), len(longest))
    for count in range(closed, 0, -1):
        yield _Anchor(order, spoken[first].start, longest[:count])


def _mentioned(spoken: Sequence[_Word], index: NodeIndex) -> list[Node]:
    """The deeds that the sentence may name: each word of their names begins like one of its; a lone one always."""
    graph = index.graph
    if sum(graph.count(node_type) for node_type in _DEEDS) == 1:
        return [node for node_type in _DEEDS for node in graph.of_type(node_type)]
    said = {word[:BEGINNING] for each in spoken for word in (each.text, each.base)}
    likely = (graph.nodes[each] for each in index.beginning(said) if each in graph.nodes)
    deeds = [node for node in likely if node.node_type in _DEEDS]
    deeds.sort(key=lambda node: _DEEDS.index(node.node_type))
    return [node for node in deeds if all(each[:BEGINNING] in said for each in _words(node))]


def _words(node: Node) -> list[str]:
    """The telling words of a name."""
    return [word for each in words_of_name(node.name) if (word := fold(each)) not in small_words()]


def _named(anchor: _Anchor, deeds: Sequence[Node], focus: Node | None, words: MeaningVocabulary) -> tuple[Node, ...]:
    """The deeds that an anchor names, and nothing else; `it does that` is what was spoken of last."""
    if anchor.order == "between":
        return _two(anchor.words, deeds, words)
    telling = _telling(anchor.words, words)
    if telling:
        found = _deed(telling, deeds) if anchor.words[-1].text not in small_words() else None
        return () if found is None else (found,)
    if not anchor.words[-1].closes or not any(each.text in words.phrases["pointing"] for each in anchor.words):
        return ()  # `after it rains`: what is pointed at only begins the clause
    lone = deeds[0] if len(deeds) == 1 else None
    last = focus if focus is not None and focus.node_type in _DEEDS else lone
    return () if last is None else (last,)


def _told_by_verb(anchor: _Anchor, words: MeaningVocabulary, index: NodeIndex) -> tuple[Node, ...]:
    """The one function that a lone verb names, as it stands or as a noun: `after sewing`, `nach dem Pressen`.

    Behind `between` each of both by the verb, and more of its name where that is said.
    """
    if anchor.order == "between":
        return next((found for sides in _sides(anchor.words, words) if (found := _told(sides, words, index))), ())
    telling = _telling(anchor.words, words)
    is_whole = bool(telling) and telling[-1:] == _telling(anchor.words[-1:], words)  # not `nach dem Roden wird der`
    return _told([telling], words, index) if is_whole else ()


def _told(sides: Sequence[Sequence[str]], words: MeaningVocabulary, index: NodeIndex) -> tuple[Node, ...]:
    """The functions that are told by their verbs, one a side; none where a side tells no function, or the same."""
    found = [deed_told(" ".join(each), words.language, index) if each else None for each in sides]
    told = {each.node_id: each for each in found if each is not None}
    return tuple(told.values()) if len(told) == len(sides) else ()


def _sides(spoken: Sequence[_Word], words: MeaningVocabulary) -> Iterator[list[list[str]]]:
    """The telling words of both of two that something stands between."""
    for at, each in enumerate(spoken):
        if each.text in words.phrases["and"] and spoken[-1].text not in small_words():
            yield [_telling(side, words) for side in (spoken[:at], spoken[at + 1 :])]


def _two(spoken: Sequence[_Word], deeds: Sequence[Node], words: MeaningVocabulary) -> tuple[Node, ...]:
    """The two deeds that something stands between."""
    for sides in _sides(spoken, words):
        both = tuple(one for side in sides if (one := _deed(side, deeds)) is not None)
        if len(both) == _PAIR and both[0] is not both[1]:
            return both
    return ()


def _telling(spoken: Sequence[_Word], words: MeaningVocabulary) -> list[str]:
    """The words that name something, a verb in its base form."""
    plain = small_words() | words.phrases["copula"] | words.phrases["pointing"] | words.phrases["pro"]
    return [each.base for each in spoken if len(each.text) > 1 and not {each.text, each.base} & plain]


def _deed(spoken: Sequence[str], deeds: Sequence[Node]) -> Node | None:
    """The one deed whose name holds just these words, each once, in whatever form; a function before its use case."""
    if not spoken:
        return None
    found: dict[str, Node] = {}
    for node in deeds:
        named = _words(node)
        is_said = len(named) == len(spoken) and all(any(is_same(word, each) for each in spoken) for word in named)
        if is_said and all(any(is_same(word, each) for each in named) for word in spoken):
            found.setdefault(" ".join(sorted(named)), node)
    return next(iter(found.values())) if len(found) == 1 else None


def is_same(one: str, other: str) -> bool:
    """Are two words forms of one: the same beginning, and more of it than what differs?"""
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one == other or (same >= BEGINNING and same * 2 > max(len(one), len(other)) - 1)


def _without(sentence: SentenceReading, anchor: _Anchor, words: MeaningVocabulary) -> SentenceReading | None:
    """The sentence read again without its anchor; at its beginning a plain `then` stands there instead."""
    text, begin, end = sentence.text, anchor.begin, anchor.words[-1].end
    while end < len(text) and text[end] in _SIGNS:
        end += 1
    filler = "" if _WORD.search(text[:begin]) else words.opened
    if len(filler) >= end - begin:
        return None
    rest = f"{text[:begin]}{filler.ljust(end - begin)}{text[end:]}"
    told = read(" " * sentence.start + rest, focus=Focus(language=sentence.language)).sentences
    if len(told) != 1 or not _is_whole(sentence, told[0], anchor):
        return None
    at = sentence.start
    stands_for = {
        role.phrase.start: found
        for each in sentence.clauses
        for role in each.roles
        if (found := role.phrase.refers_to) is not None and (found.phrase is not None or found.name)
    }  # `before the fibre is wound, the roller coats it`: what a pronoun means is told with the anchor
    clauses = tuple(
        replace(
            each,
            text=text[each.start - at : each.end - at],
            mood="statement" if each.mood == "question" else each.mood,
            roles=tuple(_meaning(role, stands_for) for role in each.roles),
        )
        for each in told[0].clauses
    )  # nothing is asked: `dann wird ...` only looks like it
    doubts = tuple(each for each in told[0].doubts if each.code != "whoIsIt" or each.start not in stands_for)
    return replace(told[0], text=text, start=sentence.start, end=sentence.end, clauses=clauses, doubts=doubts)


def _meaning(role: SpokenRole, stands_for: Mapping[int, SpokenReference]) -> SpokenRole:
    """A role whose pronoun stands for what it stood for where the whole sentence was read."""
    known, own = stands_for.get(role.phrase.start), role.phrase.refers_to
    is_open = own is not None and own.phrase is None and not own.name
    return replace(role, phrase=replace(role.phrase, refers_to=known)) if is_open and known is not None else role


def _is_whole(sentence: SentenceReading, told: SentenceReading, anchor: _Anchor) -> bool:
    """Is the rest a sentence: what follows the anchor has a verb, and every verb its doer?"""
    verbs = {each.verb.start: each for each in told.clauses if each.verb is not None}
    if not verbs:
        return False
    first, last = anchor.begin + sentence.start, anchor.words[-1].end + sentence.start
    if not anchor.words[-1].closes:
        sign = _ENDS.search(sentence.text, anchor.words[-1].end)
        close = sentence.end if sign is None else sign.start() + sentence.start
        is_opening = not _WORD.search(sentence.text[: anchor.begin])
        has_verb = any(first < each.verb.start < last for each in sentence.clauses if each.verb is not None)
        if (is_opening or has_verb) and not any(last < each < close for each in verbs):
            return False  # `after the bread is baked by the oven, ...`
    swallowed = {
        each.verb.start
        for each in sentence.clauses
        if each.verb is not None and each.verb.start >= last
        for role in each.roles
        if role.name == "doer" and not role.taken_over and first <= role.phrase.start < last
    }
    return all(any(role.name == "doer" for role in verbs[each].roles) for each in swallowed if each in verbs)
