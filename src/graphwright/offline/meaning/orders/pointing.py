"""An order that only points back: `..., please insert that step`, `..., trag das so ein`, `... : ajoute ce lien`.

All that is to be done is told before it, in an order of other words or in a plain statement, so that part is read by
itself and the pointing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, SentenceReading
from graphwright.offline.meaning.deeds_named import with_deeds_named
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.filling import is_small
from graphwright.offline.meaning.orders.pieces import OrderPiece, joined_verbs, pieces_of_phrase, verb_forms
from graphwright.offline.meaning.orders.words import OrderWords, order_words
from graphwright.protocol.graph import Node

_LAST: Final = re.compile(r"(?:[,;:]|\s[-–—]|\s(?:und|and|et))\s+(?P<order>[^,;:]+?)(?:,\s*[\w' ’]{2,22})?[\s.!?]*$")
"""What stands behind the last sign or joint, but for a courtesy: `..., please`."""
_PAIR: Final = 2
_LONGEST: Final = 60
"""Characters of an order that only points."""


def told_before(sentence: SentenceReading, index: NodeIndex) -> SentenceReading | None:
    """The sentence without the order at its end that only points back; `None` where it ends with none."""
    text = _before(sentence, index, "again", "turned")
    if text is None:
        return None
    told = read(" " * sentence.start + text, focus=Focus(language=sentence.language)).sentences
    return replace(told[0], text=text, start=sentence.start) if len(told) == 1 and told[0].clauses else None


def _before(sentence: SentenceReading, index: NodeIndex, *tables: str) -> str | None:
    """What stands before an order that only points back."""
    found = _LAST.search(sentence.text)
    if found is None or len(found["order"]) > _LONGEST:
        return None
    pieces, words = pieces_of(sentence.text[found.start("order") :], index), order_words(sentence.language)
    is_pointing = points_back(pieces, words, *tables)
    return sentence.text[: found.start()].rstrip(" ,;:–-") if is_pointing else None


def taken_away(sentence: SentenceReading, index: NodeIndex) -> OrderPiece | None:
    """The one element that a remark names which ends in asking to take it away: `we sold the crane, please delete`.

    Asked for with a courtesy, or out of the model: `opens the drawer and removes it` tells what somebody does. What
    has parts is where something is told of that has no element: `the workshop has no press any more, please delete`.
    """
    found, words = _LAST.search(sentence.text), order_words(sentence.language)
    text = _before(sentence, index, "gone") if found is not None else None
    if found is None or text is None:
        return None
    asked = pieces_of(sentence.text[found.start("order") :], index)
    is_polite = any(each.folded in words.words["please"] for each in asked)
    named = [each for each in pieces_of(text, index) if each.kind == "name"]
    is_asked = is_polite or len(without_times(asked, words)) < len(asked)
    if not is_asked or len(named) != 1:
        return None
    parts = (index.graph.outgoing(node.node_id, "compose") for node in named[0].nodes)
    return None if any(map(any, parts)) else named[0]


def joins_again(sentence: SentenceReading, index: NodeIndex) -> bool:
    """Does that order say that what was told be joined? Where it was only made, that is one deed more."""
    return _before(sentence, index, "joined") is not None


def steps_turned(sentence: SentenceReading, index: NodeIndex) -> list[Node]:
    """The two functions that a sentence names, by some of their words, before it orders them to change places."""
    text = _before(sentence, index, "turned")
    named = None if text is None else with_deeds_named(text, sentence.language, index)
    said = index.named_in(text if named is None else named.text) if text is not None else []
    found = {node.node_id: node for each in said for node in each.nodes if node.node_type == "FUNC"}
    return list(found.values()) if len(found) == len(said) == _PAIR else []


def points_back(pieces: Sequence[OrderPiece], words: OrderWords, *tables: str) -> bool:
    """Does an order only say that what was told be done: `please connect those two`, `ajoute le lien`?

    `tables`: the verbs that may say so.
    """
    asked = without_courtesy(without_times(pieces, words), words)
    left = joined_verbs(asked, words.every_verb, words.language)
    pointing = words.told.difference(words.held_prepositions)  # not `en module`
    said = [
        each
        for before, each in zip((None, *left), left, strict=False)
        if each.kind != "sign"
        and not is_small(each, words.beside_pointing)
        and not (each.kind == "type" and before is not None and before.folded in pointing)  # `insert that step`
    ]
    verb = said[0] if len(said) == 1 and said[0].kind == "word" else None
    if verb is None:
        return False
    forms = {verb.lemma, *(lemma for _, lemma in verb_forms(verb.text.lower(), words.language))}
    return any(not words.verbs[name].isdisjoint(forms) for table in tables for name in words.words[table])


def without_times(pieces: Sequence[OrderPiece], words: OrderWords) -> list[OrderPiece]:
    """The pieces without what only says from when or where an order holds: `from now on`, `bei uns`, `in the model`."""
    left: list[OrderPiece] = []
    at = 0
    while at < len(pieces):
        count = next(requests_at("meanwhile", pieces, words, at), 0)
        left += [] if count else [pieces[at]]
        at += count or 1
    return left


def without_courtesy(pieces: Sequence[OrderPiece], words: OrderWords) -> list[OrderPiece]:
    """The pieces without what only asks for an order, before it and at its end: `can you ..., please`."""
    left = without_end(pieces, words)
    while left and (count := next((each for each in requests_at("ask", left, words) if each < len(left)), 0)):
        left = left[count:]
    return left


def without_end(pieces: Sequence[OrderPiece], words: OrderWords) -> list[OrderPiece]:
    """The pieces without a request at their end: `for me, please`."""
    left = list(pieces)
    for phrase in words.requests["end"]:
        if not left or not phrase.letters.endswith("".join(left[-1].folded.split())):
            continue  # as most are not said
        for count in range(min(phrase.words + 1, len(left) - 1), 0, -1):
            if pieces_of_phrase(phrase.letters, left, len(left) - count) == count:
                left = left[:-count]
                break
    return left


def requests_at(name: str, pieces: Sequence[OrderPiece], words: OrderWords, at: int = 0) -> Iterator[int]:
    """How many pieces each request of a name takes that stands at a place."""
    listed = words.requests_like(name, pieces[at].folded) if at < len(pieces) else ()
    return (count for phrase in listed if (count := pieces_of_phrase(phrase.letters, pieces, at)))
