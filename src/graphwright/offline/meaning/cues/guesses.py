"""What an order may be that no frame fits: one of the kinds that a cue tells, if what is named fits it and it alone.

Every word must be explained: as a name of the model, a type, a cue, a small word, or the new name that the kind needs.
The types of what is named, and how it is joined, settle which is which: the whole and the part, who did it before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import Final, NamedTuple

from graphwright.grammar.rules import words_of
from graphwright.offline.meaning.clause_words import holds_clause
from graphwright.offline.meaning.cues.words import CueWords, said
from graphwright.offline.meaning.linking import between, can_connect, own_relation
from graphwright.offline.meaning.matching import NodeIndex, meaning_key
from graphwright.offline.meaning.orders.filling import is_asked_for
from graphwright.offline.meaning.orders.pieces import OrderPiece, verb_forms
from graphwright.protocol.graph import Node

_DOERS: Final = frozenset({"ACTOR", "MOD", "SYS"})
_DEEDS: Final = frozenset({"UC", "FUNC"})
_HOLDS: Final = frozenset({"compose", "allocate"})
_RELATIONS: Final = {"<satisfy>": "satisfy", "<verify>": "verify"}
_NEAR: Final = 3
"""Pieces before a name in which a word belongs to it: `not by the`."""
_MAX_NAME: Final = 5
"""Pieces of a new name."""
_MAX_READINGS: Final = 32
"""Of names that several elements share."""
_TWO, _THREE = 2, 3


class Guess(NamedTuple):
    """An order as its kind, the elements in the order of their parts in it, and a new name or type."""

    kind: str
    nodes: tuple[Node, ...]
    """For `move` the part, where it goes and where it was; for `correct` who did it, who does it and the deed."""
    new: str = ""


class _CuedNode(NamedTuple):
    at: int
    node: Node


def guesses_in(
    text: str, pieces: Sequence[OrderPiece], words: CueWords, index: NodeIndex, focus: Node | None
) -> list[Guess]:
    """The orders that a sentence may be, each once; where there is more than one, nobody knows which."""
    found: dict[tuple[str, tuple[str, ...], str], Guess] = {}
    sentence = _CuedReading(text, pieces, words, index)
    for kind, told in words.told(pieces):
        for each in _KindReading(kind, told, sentence).guesses(focus):
            key = meaning_key(each.nodes[-1].name) if kind == "correct" else ()
            ids = tuple(str(node.node_id) for node in (each.nodes[:-1] if key else each.nodes))
            found[kind, (*ids, *key), each.new] = each
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _CuedReading:
    """What is read: a text, its pieces, and the words and the model that they are read by."""

    text: str
    pieces: Sequence[OrderPiece]
    words: CueWords
    index: NodeIndex


class _KindReading:
    """A sentence read as an order of one kind."""

    def __init__(self, kind: str, told: frozenset[int], sentence: _CuedReading) -> None:
        self._kind = kind
        self._told = told
        self._text, self._pieces = sentence.text, sentence.pieces
        self._words, self._index, self._graph = sentence.words, sentence.index, sentence.index.graph
        self._cues = sentence.words.kinds[kind]

    def guesses(self, focus: Node | None) -> Iterator[Guess]:
        """What the sentence may be, for every element that its names may mean."""
        if self._kind == "describe":
            yield from self._describe(focus)
            return
        pieces = self._pieces
        named = [at for at, each in enumerate(pieces) if each.kind == "name"]
        last = [at for at, each in enumerate(pieces) if self._words.is_one_of(each, self._words.last)]
        beside = self._words.beside_last if last else frozenset[str]()
        left = [
            at
            for at, each in enumerate(pieces)
            if each.kind == "quoted" or (each.kind == "word" and at not in last and not self._explains(at, beside))
        ]
        new = self._new_name(left, named) if left else None
        if left and new is None:
            return
        inside = range(*new) if new is not None else range(0)
        subjects = [at for at in named if at not in inside]
        chosen = [[_CuedNode(at, node) for node in pieces[at].nodes] for at in subjects]
        if not chosen and last and focus is not None:
            chosen = [[_CuedNode(last[-1], focus)]]
        elif last or not chosen:
            return
        called = "" if new is None else self._text[pieces[new[0]].start : pieces[new[1] - 1].end]
        types = {each.node_type for at, each in enumerate(pieces) if each.kind == "type" and at not in inside}
        for reading in list(product(*chosen))[:_MAX_READINGS]:
            yield from self._fits(reading, types, called)

    def _describe(self, focus: Node | None) -> Iterator[Guess]:
        """`Put down as the description of the kiln: holds forty pots`: whatever stands behind the colon."""
        colon = next((at for at, each in enumerate(self._pieces) if each.text == ":"), None)
        if colon is None or colon + 1 == len(self._pieces) or min(self._told) > colon:
            return
        head = self._pieces[:colon]
        if any(
            each.kind == "quoted" or (each.kind == "word" and not self._explains(at, frozenset()))
            for at, each in enumerate(head)
        ):
            return
        named = {node.node_id: node for each in head if each.kind == "name" for node in each.nodes}
        nodes = list(named.values()) or ([] if focus is None else [focus])
        if len(nodes) == 1:
            yield Guess("describe", tuple(nodes), self._text[self._pieces[colon].end :].strip())

    def _explains(self, at: int, beside: frozenset[str]) -> bool:
        return at in self._told or self._words.is_one_of(
            self._pieces[at], self._words.filler | self._cues.beside | self._cues.marks | beside
        )

    # a new name ------------------------------------------------------------------------------------------------------

    def _new_name(self, left: Sequence[int], named: Sequence[int]) -> tuple[int, int] | None:
        """From where to where the words that are left are one name; names of the model in it belong to it."""
        if self._kind not in {"rename", "replace"}:
            return None
        start, end = left[0], left[-1] + 1
        if end in named and len([at for at in named if not start <= at < end]) > 1:
            end += 1
        pieces = self._pieces[start:end]
        whole = not any(at in self._told or self._pieces[at].kind == "sign" for at in range(start, end))
        if not whole or len(pieces) > _MAX_NAME or (self._pieces[start].kind == "quoted" and len(pieces) > 1):
            return None
        name = self._text[pieces[0].start : pieces[-1].end]
        is_name = pieces[0].kind == "quoted" or self._marked(start) or (start > 0 and name[0].isupper())
        tells = holds_clause(name, self._words.language) or self._tells_deed(pieces)
        return (start, end) if is_name and not tells else None

    def _tells_deed(self, pieces: Sequence[OrderPiece]) -> bool:
        """German: `statt der Köchin [Kellner den Ofen reinigen]`: an article and a verb behind who does it."""
        last = pieces[-1]
        if self._words.language != "de" or not last.text.islower():
            return False
        articles = self._words.orders.words["article"]
        done = any(form == "infinitive" for form, _ in verb_forms(last.text, "de"))
        return done and any(each.folded in articles for each in pieces[1:-1])

    def _marked(self, at: int) -> bool:
        """Does one of the marks of the kind stand before a piece, with nothing named in between?"""
        for each in reversed(self._pieces[max(0, at - _NEAR) : at]):
            if each.kind in {"name", "sign"}:
                return False
            if said(each) in self._cues.marks:
                return True
        return False

    # what fits -------------------------------------------------------------------------------------------------------

    def _fits(self, mentions: Sequence[_CuedNode], types: set[str], called: str) -> Iterator[Guess]:
        nodes = list({each.node.node_id: each.node for each in mentions}.values())
        strange = types - {each.node_type for each in nodes}
        if self._kind == "retype":
            yield from self._retype(nodes, strange)
        elif not strange:
            yield from self._readers[self._kind](mentions, nodes, called)

    def _rename(self, _: Sequence[_CuedNode], nodes: list[Node], called: str) -> Iterator[Guess]:
        if len(nodes) == 1 and called and not is_asked_for(called, self._words.orders):
            yield Guess("rename", tuple(nodes), called)

    def _replace(self, mentions: Sequence[_CuedNode], nodes: list[Node], called: str) -> Iterator[Guess]:
        if len(nodes) == 1 and called:
            yield Guess("replace", tuple(nodes), called)
        if len(nodes) == _TWO and not called and nodes[0].node_type == nodes[1].node_type:
            marked = {each.node.node_id for each in mentions if self._marked(each.at)}
            for old, new in permutations(nodes):
                if marked == {new.node_id}:
                    yield Guess("replace", (old, new))

    def _remove(self, mentions: Sequence[_CuedNode], nodes: list[Node], _: str) -> Iterator[Guess]:
        listing = self._words.orders.words["and"] | self._words.orders.words["article"]
        between_names = self._pieces[mentions[0].at + 1 : mentions[-1].at]
        if any(self._is_shared(self._pieces[each.at]) for each in mentions):
            return
        if all(each.kind in {"name", "sign", "type"} or said(each) in listing for each in between_names):
            yield Guess("remove", tuple(nodes))

    def _is_shared(self, piece: OrderPiece) -> bool:
        """Is it one word that stands in several names, so that any of them may be meant?"""
        if piece.kind != "name" or " " in piece.text:
            return False
        return next(islice(self._index.each_holding(piece.text), 1, None), None) is not None

    def _merge(self, mentions: Sequence[_CuedNode], nodes: list[Node], _: str) -> Iterator[Guess]:
        if len(nodes) < _TWO or len({each.node_type for each in nodes}) > 1:
            return
        again = [each.node for at, each in enumerate(mentions) if each.node in [one.node for one in mentions[:at]]]
        marked = [each.node for each in mentions if self._marked(each.at)]
        kept = [*again, *marked, nodes[0]][0]
        yield Guess("merge", (kept, *(each for each in nodes if each.node_id != kept.node_id)))

    def _move(self, mentions: Sequence[_CuedNode], nodes: list[Node], _: str) -> Iterator[Guess]:
        marked = {each.node.node_id for each in mentions if self._marked(each.at)}
        if len(nodes) == _TWO:
            pairs = [(part, host) for part, host in permutations(nodes) if self._may_hold(host, part)]
            both = len(pairs) > 1
            for part, host in pairs:
                if not both or marked == {host.node_id}:
                    yield Guess("move", (part, host))
        elif len(nodes) == _THREE:
            for part, host, old in permutations(nodes):
                if self._may_hold(host, part) and self._holds(old, part):
                    yield Guess("move", (part, host, old))

    def _may_hold(self, host: Node, part: Node) -> bool:
        relation = own_relation(self._graph.ontology, host.node_type, part.node_type)
        return relation in _HOLDS and not self._holds(host, part)

    def _holds(self, host: Node, part: Node) -> bool:
        return any(
            edge.edge_type in _HOLDS and edge.source == host.node_id for edge in between(host, part, self._graph)
        )

    def _retype(self, nodes: list[Node], strange: set[str]) -> Iterator[Guess]:
        if len(nodes) != 1 or len(strange) != 1:
            return
        [wanted] = strange
        table = self._words.orders.words["not"] | {"kein", "pas", "no"}
        for at, each in enumerate(self._pieces):
            before = {said(one) for one in self._pieces[max(0, at - 2) : at]}
            if each.kind == "type" and each.node_type == wanted and not before.isdisjoint(table):
                return
        yield Guess("retype", tuple(nodes), wanted)

    def _correct(self, mentions: Sequence[_CuedNode], nodes: list[Node], _: str) -> Iterator[Guess]:
        doers = [each for each in nodes if each.node_type in _DOERS]
        deeds = [each for each in nodes if each.node_type in _DEEDS]
        if len(doers) != _TWO or len(deeds) != 1 or len(nodes) != _THREE:
            return
        if any(each.folded in words_of("besides") for each in self._pieces):
            return  # `instead of the baker, the cook may also do it`: then either does it
        denied = {each.node.node_id for each in mentions if self._marked(each.at)}
        for old, new in permutations(doers):
            does, did = between(new, deeds[0], self._graph), between(old, deeds[0], self._graph)
            if denied == {old.node_id} and did and not does:
                yield Guess("correct", (old, new, deeds[0]))

    def _link(self, _: Sequence[_CuedNode], nodes: list[Node], __: str) -> Iterator[Guess]:
        if len(nodes) != _TWO or between(nodes[0], nodes[1], self._graph):
            return
        wanted = {
            relation
            for verbs, relation in _RELATIONS.items()
            if any(self._words.stands(verbs, self._pieces[at]) for at in self._told)
        }
        for source, target in permutations(nodes):
            relation = own_relation(self._graph.ontology, source.node_type, target.node_type)
            if relation is not None and (not wanted or relation in wanted):
                yield Guess("link", (source, target))
        types = {each.node_type for each in nodes}
        if not wanted and types == {"ACTOR", "UC"} and can_connect(nodes[0], nodes[1], self._graph):
            yield Guess("link", tuple(sorted(nodes, key=lambda each: each.node_type)))

    def _unlink(self, _: Sequence[_CuedNode], nodes: list[Node], __: str) -> Iterator[Guess]:
        if len(nodes) == _TWO and between(nodes[0], nodes[1], self._graph):
            yield Guess("unlink", tuple(nodes))

    @property
    def _readers(self) -> Mapping[str, Callable[[Sequence[_CuedNode], list[Node], str], Iterator[Guess]]]:
        """What each kind of order makes of the elements that are named."""
        return {
            "rename": self._rename,
            "replace": self._replace,
            "remove": self._remove,
            "merge": self._merge,
            "move": self._move,
            "correct": self._correct,
            "link": self._link,
            "unlink": self._unlink,
        }
