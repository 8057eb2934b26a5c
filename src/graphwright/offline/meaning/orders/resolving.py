"""Which elements of the model an order means: one, several, or a question back. The one place that chooses.

Of elements that share a name the type that stands beside it decides, then the types that the order can do something
with. What is left open is asked; what is nearly a name is offered, never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from graphwright.grammar.records import Doubt, SentenceReading
from graphwright.offline.draft import Draft, MustNotApply
from graphwright.offline.meaning.casting import ChoiceKey
from graphwright.offline.meaning.deed_nouns import deeds_by_noun
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, heads_of, meaning_key, says
from graphwright.offline.meaning.orders.filling import listed, trimmed
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.words import type_said
from graphwright.offline.meaning.vocabulary import small_words
from graphwright.operations.staged import StagedGraph
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_SHORTEST_HEAD: Final = 4
"""Letters of the last part of a compound."""
_SHORTEST_KIN: Final = 5
"""Letters that words of one kind share at their beginning."""
# More elements of a name are no choice but a list.
_MAX_CHOICES: Final = 6
Suits = Callable[[Node], bool]
Pair = tuple[Node, Node]


class MustAsk(Exception):
    """An order leaves something open that a person must say first."""

    def __init__(self, doubt: Doubt) -> None:
        super().__init__(doubt.text)
        self.doubt = doubt


class NoOrder(Exception):
    """What looked like an order tells something else: another reading is tried."""


class Resolver:
    """The model that orders are carried out on, and what its names mean there."""

    def __init__(
        self,
        make: Maker,
        index: NodeIndex,
        sentence: SentenceReading,
        *,
        choices: Mapping[ChoiceKey, str],
        focus: Node | None,
        spoken: Sequence[Node] = (),
        mentioned: Sequence[Node] = (),
    ) -> None:
        self.make = make
        self.index = index
        self.sentence = sentence
        self.choices = choices
        self.focus = focus
        """What was spoken of last; every order that names or makes something moves it on."""
        self.spoken = spoken
        """All that was spoken of in the last turn: `a test for each`."""
        self.took_up = False
        """A pronoun stood for what a sentence before names."""
        self._mentioned = mentioned
        """What the sentence before names: `merge them`."""
        self.proposes = False
        """A person must agree."""
        self._named: list[Node] = []
        """What the orders before have named: `this requirement` is the last one of its type."""
        self.cut = ""
        """Why not all of it could be done at once."""

    @property
    def graph(self) -> StagedGraph:
        """The model as the orders before leave it."""
        return self.make.draft.graph

    @property
    def told(self) -> list[Node]:
        """What the orders so far have named."""
        return list({each.node_id: each for each in self._named}.values())

    # what is named ---------------------------------------------------------------------------------------------------

    def all_in(self, order: Order, place: str, suits: Suits | None = None) -> list[Node]:
        """Every element that a place names, each once."""
        found = [
            self.choose(text, [each for each in nodes if suits is None or suits(each)] or nodes)
            for text, nodes in self.named(_said(order, place), order)
        ]
        self.focus = found[-1]
        self._named += found
        return list({each.node_id: each for each in found}.values())

    def one_in(self, order: Order, place: str, suits: Suits | None = None) -> Node:
        """The only element that a place names."""
        found = self.all_in(order, place, suits)
        if len(found) > 1:
            raise NoOrder
        return found[0]

    def pairs_in(self, order: Order, places: tuple[str, str], fits: Callable[[Node, Node], bool]) -> list[Pair]:
        """Each element of one place with each of another; of those that share a name, such as fit each other."""
        found: list[Pair] = []
        for said, firsts in self.named(_said(order, places[0]), order):
            for other, seconds in self.named(_said(order, places[1]), order):
                fitting = [one for one in firsts if any(fits(one, each) for each in seconds)]
                first = self.choose(said, fitting or firsts[:1])
                second = self.choose(other, [each for each in seconds if fits(first, each)] or seconds[:1])
                found.append((first, second))
        self.focus = found[-1][0]
        self._named += [each for pair in found for each in pair]
        return found

    def is_gone(self, order: Order, place: str) -> bool:
        """Does a pronoun stand for what the sentence before took away?"""
        pronouns = order.words.words["pronoun"] | order.words.words["them"]
        said = trimmed(order.places[place], order.words) or order.places[place]
        points = all(each.folded in pronouns for each in said)
        return points and bool(self._mentioned) and not any(map(self._is_there, self._mentioned))

    def named(self, pieces: Sequence[OrderPiece], order: Order) -> list[tuple[str, list[Node]]]:
        """Every name among some pieces with the elements that it may mean; else what their words are nearly."""
        names = [each for each in pieces if each.kind == "name"]
        if names and (order.known or self._is_named(pieces, order)):
            return [(each.text, self._asked_first(each, trimmed(pieces, order.words))) for each in names]
        left = trimmed(pieces, order.words) or pieces
        several = self.told if len(self.told) > 1 else self._mentioned
        if len(several) > 1 and all(each.folded in order.words.words["them"] for each in left):
            self.took_up = True
            return [(each.name, [each]) for each in several]
        parts = listed(pieces, order.words.words["and"]) if names else [pieces]
        if len(parts) > 1:
            return [each for part in parts for each in self.named(part, order)]
        node = self._unnamed(trimmed(pieces, order.words) or pieces, order)
        return [(node.name, [node])]

    def _asked_first(self, piece: OrderPiece, beside: Sequence[OrderPiece]) -> list[Node]:
        """The same; of those that a word only stands for, `the filter` of two filters, the one that is chosen."""
        found = self._meant(piece, beside)
        is_head = len(found) > 1 and all(piece.folded in heads_of(each.name) for each in found)
        return [self.choose(piece.text, found)] if is_head and not self.index.find(piece.text) else found

    def _meant(self, piece: OrderPiece, beside: Sequence[OrderPiece]) -> list[Node]:
        """The elements that a name may mean, by the type that is said beside it."""
        nodes = [self.graph.nodes[each.node_id] for each in piece.nodes if each.node_id in self.graph.nodes]
        at = next((i for i, each in enumerate(beside) if each.start == piece.start), 0)
        types = {each.node_type for each in beside[max(0, at - 1) : at + 2] if each.kind == "type"}
        return [each for each in nodes if each.node_type in types] or nodes

    def choose(self, text: str, found: Sequence[Node]) -> Node:
        """The one of several elements that somebody chose; several without a choice are asked."""
        chosen = self.answer("which", text)
        if chosen is not None:
            return chosen
        if len(found) == 1:
            return found[0]
        raise self.which(text, found)

    # what is not there -----------------------------------------------------------------------------------------------

    def _is_named(self, pieces: Sequence[OrderPiece], order: Order) -> bool:
        """Does nothing but names, types and small words stand there?"""
        return all(
            each.kind in {"name", "type", "sign"} or each.folded in order.words.small
            for each in trimmed(pieces, order.words)
        )

    def _unnamed(self, pieces: Sequence[OrderPiece], order: Order) -> Node:
        """What was spoken of last, for a pronoun; else what is nearly called so is asked."""
        tables = order.words.words
        types = {each.node_type for each in pieces if each.kind == "type"}
        pointing = [each.folded in tables["this"] | tables["whose"] for each in pieces if each.kind != "type"]
        if self.focus is not None and pointing and all(pointing):
            spoken = [self.focus, *self._named] if types else [self.focus]
            last = next((each for each in reversed(spoken) if not types or each.node_type in types), None)
            if last is not None:
                self.took_up = True
                return self.graph.nodes.get(last.node_id, last)
        if (article := self._article_of(pieces, order)) is not None:
            return self.known(article.text, types, must=True)
        if (
            self.focus is not None
            and any(each.folded in order.words.words["pronoun"] | order.words.words["last"] for each in pieces)
            and not any(each.folded not in order.words.words["pronoun"] | order.words.words["last"] for each in pieces)
        ):
            self.took_up = True
            return self.graph.nodes.get(self.focus.node_id, self.focus)
        if all(each.folded in order.words.words["pronoun"] for each in pieces):
            raise self.ask("whoIsIt", " ".join(each.text for each in pieces))
        types = {each.node_type for each in pieces if each.kind == "type"}
        if types and all(each.kind == "type" for each in pieces):
            said = " ".join(each.text for each in pieces)  # `the requirement` of a model that has one, or some
            return self.choose(said, [each for node_type in types for each in self.graph.of_type(node_type)])
        return self.known(" ".join(each.text for each in pieces if each.kind != "type"), types, must=order.leads)

    def _article_of(self, pieces: Sequence[OrderPiece], order: Order) -> OrderPiece | None:
        """The name, which is not there, that a seeming pronoun is the article of: `Renomme le Flan en Tarte`."""
        behind = order.places.get("N", ())
        is_article = len(pieces) == 1 and pieces[0].folded in order.words.words["article"]
        if not is_article or len(behind) < 2:  # noqa: PLR2004 -- an old name, and a new
            return None
        if f"-{pieces[0].text}" in self.sentence.text:
            return None  # `Renomme-la Bascule fine`
        is_next = behind[0].start == pieces[0].end + 1 and behind[0].text[:1].isupper()
        return behind[0] if is_next else None

    def known(self, text: str, types: Collection[str] = (), *, must: bool = True) -> Node:
        """The element that some words mean which are no name: asked, unless several of them stand in one name only.

        `must`: nothing else than an element can be meant, so that it is told where there is none.
        """
        chosen = self.answer("which", text)
        if chosen is not None:
            return chosen
        said = [each for each in text.split() if fold(each) not in small_words()]
        near = self.nearly(text, types)
        if not near:
            held = holding(said, self.make.draft, frozenset(types))
            if len(held) == 1 and (types or len(said) > 1):
                return held[0]
            if (deed := self._by_noun(said, types)) is not None:
                return deed
            heads = _heads(said, self.make.draft, frozenset(types))
            if len(heads) == 1 and held in ([], heads):  # `the mixer` is the only mixer; a person looks at it
                self.proposes = True
                return heads[0]
            near = held or [node for word in said for node in holding([word], self.make.draft, frozenset(types))]
        near = near or _heads(said, self.make.draft, frozenset(types))
        near = near or (self._akin(said, types) if must else [])
        if not near and not must:
            raise NoOrder
        raise self.which(text, near)

    def _by_noun(self, said: Sequence[str], types: Collection[str]) -> Node | None:
        """The one deed of which a lone word is the noun: `la couture` for *Coudre la pièce*; a person looks at it."""
        found = deeds_by_noun(said[0], self.make.language, self.index) if len(said) == 1 else []
        found = [each for each in found if self._is_there(each) and (not types or each.node_type in types)]
        if len({fold(each.name) for each in found}) != 1:
            return None
        self.proposes = True
        return min(found, key=lambda each: each.node_type)  # the function before its use case

    def _akin(self, said: Sequence[str], types: Collection[str]) -> list[Node]:
        """Elements that a word is made of, or that begin as it does, to ask which: `Fütterfunktion`, `nourrissage`."""
        draft, found = self.make.draft, list[Node]()
        for word in said:
            at = next((at for at in range(_SHORTEST_HEAD, len(word) - 1) if type_said(word[at:]) is not None), 0)
            if not at and len(word) > _SHORTEST_KIN and word.isalpha():
                found += draft.likely(draft.names.beginning([fold(word)[:_SHORTEST_KIN]]))
            elif at and word.isalpha():
                wanted = {*types, str(type_said(word[at:]))}
                found += holding([word[:at]], draft, frozenset(wanted))
        return [each for each in found if not types or each.node_type in types][:_MAX_CHOICES]

    def nearly(self, text: str, types: Collection[str] = ()) -> list[Node]:
        """Elements whose names are a typing error away from some words."""
        return [
            node
            for name in self.index.near(text, types or None)
            for node in self.index.find(name)
            if self._is_there(node)
        ]

    def _is_there(self, node: Node) -> bool:
        return node.node_id in self.graph.nodes

    # what is asked ---------------------------------------------------------------------------------------------------

    def which(self, text: str, found: Iterable[Node]) -> MustAsk:
        """The question which element is meant."""
        return self.ask(
            "which", text, list(dict.fromkeys(str(each.semantic_id) for each in paced(found)))[:_MAX_CHOICES]
        )

    def ask(self, code: str, text: str, alternatives: Sequence[str] = ()) -> MustAsk:
        """A question about the sentence."""
        return MustAsk(Doubt(code, self.sentence.start, self.sentence.end, text, tuple(alternatives), "asks"))

    def answer(self, code: str, text: str) -> Node | None:
        """The element that somebody chose."""
        chosen = self.choices.get((code, text))
        if chosen is None:
            return None
        return next((each for each in self.index.find(chosen) if self._is_there(each)), None)

    def illegal(self, relation: str, source: Node, target: Node) -> MustNotApply:
        """The refusal of a pair that no relation of this kind joins."""
        advice = self.graph.ontology.advice(relation, source.node_type, target.node_type)
        return self.make.draft.illegal(source, target, advice)


def holding(words: Sequence[str], draft: Draft, types: frozenset[str] = frozenset()) -> list[Node]:
    """The elements whose names hold all of these words, of some types if any are given."""
    wanted = set(meaning_key(" ".join(words)))
    found = [
        node
        for node in paced(draft.likely(draft.names.meaning(wanted)))
        if wanted and wanted <= set(meaning_key(node.name)) and (not types or node.node_type in types)
    ]
    return [each for each in found if says(each.name, words)] or found


def _heads(words: Sequence[str], draft: Draft, types: frozenset[str]) -> list[Node]:
    """The elements whose names end in a word: the filter may be the sand filter, also where that is one word.

    French begins with it: `la chambre` may be the `chambre froide`.
    """
    if len(words) != 1 or len(words[0]) < _SHORTEST_HEAD:
        return []
    [head] = map(fold, words)
    nodes = (each for each in paced(draft.likely(draft.names.ending(head))) if not types or each.node_type in types)
    return [each for each in nodes if (name := fold(each.name)).endswith(head) or name.startswith(f"{head} ")]


def is_called(node: Node, text: str) -> bool:
    """Is it the very name of an element, with its capitals?"""
    return text in {node.name, str(node.semantic_id)} or fold(text) == fold(node.name)


def _said(order: Order, place: str) -> tuple[OrderPiece, ...]:
    """What fills a place. Raises `NoOrder` where nothing does: some wordings leave it to what was spoken of."""
    if place not in order.places:
        raise NoOrder
    return order.places[place]
