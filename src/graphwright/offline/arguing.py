"""What the model says for and against what a topic wants: divide, join, remove, replace, change or look at something.

Each argument is a fact that can be counted, with the ids it rests on. What it costs, what people want and whatever the
model does not hold is no argument: `unheard` names the words of a topic that stand nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args
from weakref import WeakKeyDictionary

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.statement import statement_of
from graphwright.languages import Language, load
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import node_type_of
from graphwright.offline.questions.links import linked
from graphwright.offline.weighing import groups_of
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.recognition import Recogniser
from graphwright.text.words import content, contents

Wish: TypeAlias = Literal["divide", "join", "remove", "replace", "change", "look"]
Side: TypeAlias = Literal["for", "against"]

_TOLD: Final = 6
"""Elements that one argument names."""
_ABOUT: Final = 4
"""Elements that are argued about."""
_HELD: Final = 9
"""Functions of one module: more than a person holds in mind (rule `millers_law`)."""
_SHORTEST: Final = 4
"""Letters of a word that says what a topic is about."""
_WISHES: Final[Mapping[Wish, Recogniser]] = MappingProxyType(
    {each: Recogniser(rf"(?<!\w)(?:<arguments.{each}>)(?!\w)") for each in get_args(Wish) if each != "look"}
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_TESTED: Final = Recogniser(r"(?<!\w)(?:<arguments.tested>)(?!\w)")
_NUMBER: Final = Recogniser(r"(?:<statements.number>)$")
"""`Two` of `split in two` is no subject."""
_ASIDE: Final = Recogniser(r"(?<!\w)(?:<arguments.aside>)(?!\w)")


class TopicArgument(Struct, frozen=True):
    """One fact of the model that speaks for what is wanted, or against it."""

    side: Side
    text: str
    weight: int = 2
    """3: something is lost or fails; 2: how the model is built; 1: whether anybody would notice."""


class ArgumentMessages(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of a language; `{name}` is what is argued about, `{names}` what the fact rests on."""

    hangs_on: str
    serves: str
    only_way: str
    untested: str
    tested: str
    failing: str
    idle: str
    groups: str
    one_group: str
    one_function: str
    parts: str
    many: str
    carries_nothing: str
    several_ends: str
    one_end: str
    between: str
    unknown: str
    nothing_between: str
    shared: str
    same_whole: str
    together: str
    met_by: str
    related_to: str
    met_by_nothing: str
    unmeasured: str
    no_reason: str
    not_carried: str
    more: str


def wish_of(topic: str) -> Wish:
    """What a topic wants to do with what it names."""
    for wish, words_for in _WISHES.items():
        if words_for.search(topic):
            return wish
    return "look"


def argued(topic: str, nodes: Sequence[Node], graph: Graph, language: Language) -> list[TopicArgument]:
    """The arguments about these elements, none twice: what is asked for first, then the heaviest."""
    look = _Weigher(graph, load(language, "sentences", "arguments", ArgumentMessages))
    wish = wish_of(topic)
    about = nodes[: 1 if wish == "replace" else _ABOUT]  # what comes instead is named behind it
    if wish == "change":  # of a demand where one is named
        about = [each for each in about if each.node_type == "REQ"] or about
    pair = [each for each in about if each.node_type in {"FUNC", "MOD"}]
    if wish in {"divide", "join"} and len(pair) > 1:
        found = [each for one, other in combinations(pair, 2) for each in look.apart(one, other, wish)]
        found += [each for node in about for each in look.checked(node)]
    else:
        found = [each for node in about for each in _ARGUED[wish](look, node)]
    asks_tests = wish == "look" and _TESTED.search(topic) is not None
    asked = {each.text for node in about for each in look.checked(node)} if asks_tests else set[str]()
    distinct = {each.text: each for each in found}.values()
    return sorted(distinct, key=lambda each: (each.text not in asked, -each.weight))


def unheard(topic: str, graph: Graph, index: NodeIndex) -> list[str]:
    """The words of a topic that stand nowhere in the model, as they were said."""
    said = _said_in(graph, index)
    return [each for each in topical_words(topic) if not _stands_in(content(each), said) and not index.named_in(each)]


_said: WeakKeyDictionary[NodeIndex, tuple[int, frozenset[str]]] = WeakKeyDictionary()
"""The stems of a whole model, at a revision: every voice of a discussion asks for them, of the same model."""


def _said_in(graph: Graph, index: NodeIndex) -> frozenset[str]:
    revision, stems = _said.get(index, (-1, frozenset[str]()))
    if revision != graph.revision:
        texts = (f"{node.name} {node.descr} {statement_of(node)}" for node in paced(graph.nodes.values()))
        revision, stems = _said[index] = graph.revision, contents(texts)
    return stems


def topical_words(topic: str) -> list[str]:
    """The words that say what a topic is about, each once, without what it wants and what any topic says."""
    plain = topic
    for recogniser in (*_WISHES.values(), _ASIDE):
        plain = recogniser.pattern.sub(" ", plain)
    alone = (
        each
        for each in _WORD.findall(plain)
        if len(each) >= _SHORTEST and not node_type_of(each) and not _NUMBER.match(each)
    )
    return [each for each in dict.fromkeys(alone) if content(each)]


def _stands_in(stems: Iterable[str], said: frozenset[str]) -> bool:
    """Also as the beginning or end of a compound, or with one for its own."""
    return all(any(_is_part(stem, other) or _is_part(other, stem) for other in paced(said)) for stem in stems)


def _is_part(part: str, whole: str) -> bool:
    begins = len(part) >= _SHORTEST and whole.startswith(part)
    return part == whole or begins or (len(part) > _SHORTEST and whole.endswith(part))


class _Weigher(Struct, frozen=True):
    """The model with the words for what is seen in it."""

    graph: Graph
    say: ArgumentMessages

    def demands(self, node: Node) -> list[Node]:
        """The requirements at an element: itself, what it satisfies, or what it carries does."""
        return [node] if node.node_type == "REQ" else linked(self.graph, node, "satisfy", "thing")

    def functions(self, node: Node) -> list[Node]:
        """What a module carries; a function is its own."""
        return [node] if node.node_type == "FUNC" else linked(self.graph, node, "carry", "thing")

    def named(self, nodes: Sequence[Node]) -> str:
        """Ids, a few of them."""
        told = ", ".join(each.semantic_id for each in nodes[:_TOLD])
        return told if len(nodes) <= _TOLD else f"{told} {self.say.more.format(count=len(nodes) - _TOLD)}"

    def tell(
        self, side: Side, form: str, node: Node, nodes: Sequence[Node] = (), *, weight: int = 2, **others: object
    ) -> TopicArgument:
        """An argument about an element and what it rests on."""
        text = form.format(name=node.semantic_id, names=self.named(nodes), count=len(nodes), **others)
        return TopicArgument(side, text, weight)

    # what is lost, and who would notice -----------------------------------------------------------------------------

    def lost(self, node: Node) -> Iterator[TopicArgument]:
        """What is missing when it goes."""
        near = self._near(node)
        alone = [each for each in self.demands(node) if self._meets(node, each) and not self._others_meet(each, node)]
        if alone:
            yield self.tell("against", self.say.only_way, node, alone, weight=3)
        if near:
            yield self.tell("against", self.say.hangs_on, node, near)
        if not self.demands(node) and not linked(self.graph, node, "receive", "doer"):
            yield self.tell("for", self.say.idle, node)
        yield from self.checked(node)

    def replaced(self, node: Node) -> Iterator[TopicArgument]:
        """What comes instead has to do."""
        near = self._near(node)
        if near:
            yield self.tell("against", self.say.serves, node, near)
        yield from self.checked(node)

    def checked(self, node: Node) -> Iterator[TopicArgument]:
        """Would anybody notice that something broke?"""
        demands = self.demands(node)
        tests = {test.node_id: test for each in demands for test in linked(self.graph, each, "verify", "doer")}
        open_ones = [each for each in demands if not linked(self.graph, each, "verify", "doer")]
        failing = [each for each in tests.values() if each.attributes.get("status") == "failed"]
        if failing:
            yield self.tell("against", self.say.failing, node, failing, weight=3)
        if open_ones:
            yield self.tell("against", self.say.untested, node, open_ones, weight=1)
        elif tests and not failing:
            yield self.tell("for", self.say.tested, node, list(tests.values()), weight=1)

    # one or several -------------------------------------------------------------------------------------------------

    def divided(self, node: Node) -> Iterator[TopicArgument]:
        """Does it fall into parts?"""
        if node.node_type == "FUNC":
            ends = linked(self.graph, node, "send", "thing")
            yield self.tell("for" if len(ends) > 1 else "against", self._ends(ends), node, ends)
        elif node.node_type in {"MOD", "SYS"}:
            yield from self._module(node)
        yield from self.checked(node)

    def _ends(self, flows: Sequence[Node]) -> str:
        return self.say.several_ends if len(flows) > 1 else self.say.one_end

    def _module(self, node: Node) -> Iterator[TopicArgument]:
        functions = self.functions(node)
        groups = groups_of(self.graph, functions)
        parts = [each for each in linked(self.graph, node, "compose", "thing") if each.node_type == node.node_type]
        if len(parts) > 1:
            yield self.tell("for", self.say.parts, node, parts)
        elif not functions:
            yield self.tell("against", self.say.carries_nothing, node)
        if len(functions) == 1:
            yield self.tell("against", self.say.one_function, node, functions)
        elif len(groups) > 1:
            told = "; ".join(self.named(each) for each in groups[:_TOLD])
            yield self.tell("for", self.say.groups, node, functions, parts=len(groups), groups=told)
        elif functions:
            yield self.tell("against", self.say.one_group, node, functions)
        if len(functions) > _HELD:
            yield self.tell("for", self.say.many, node, functions)

    def joined(self, node: Node) -> Iterator[TopicArgument]:
        """What is big already is no better when it grows."""
        functions = self.functions(node)
        if len(functions) > _HELD:
            yield self.tell("against", self.say.many, node, functions)
        yield from self.checked(node)

    def apart(self, one: Node, other: Node, wish: Wish) -> Iterator[TopicArgument]:
        """What joins two elements speaks against dividing and for joining them."""
        joins: Side = "against" if wish == "divide" else "for"
        parts: Side = "for" if wish == "divide" else "against"
        ref = other.semantic_id
        between = self._between(one, other)
        if between:
            yield self.tell(joins, self.say.between, one, between, other=ref)
        elif self._exchanges(one) or self._exchanges(other):
            yield self.tell(parts, self.say.nothing_between, one, other=ref)
        else:
            yield self.tell("against", self.say.unknown, one, other=ref)
        near = {each.node_id for each in linked(self.graph, other, "exchange", "doer")}
        shared = [each for each in linked(self.graph, one, "exchange", "doer") if each.node_id in near]
        if shared:
            yield self.tell(joins, self.say.shared, one, shared, other=ref)
        wholes = {each.node_id for each in linked(self.graph, other, "contain", "doer")}
        same = [each for each in linked(self.graph, one, "contain", "doer") if each.node_id in wholes]
        if same:
            yield self.tell(joins, self.say.same_whole, one, same, other=ref)
        together = [*self.functions(one), *self.functions(other)]
        if wish == "join" and len(together) > _HELD:
            yield self.tell("against", self.say.together, one, together, other=ref)

    # what is demanded, and the look at anything ---------------------------------------------------------------------

    def changed(self, node: Node) -> Iterator[TopicArgument]:
        """What has to change with it."""
        if node.node_type != "REQ":
            yield from self.replaced(node)
            return
        satisfiers = linked(self.graph, node, "satisfy", "doer")
        if satisfiers:
            is_said = any(self._meets(each, node) for each in satisfiers)
            yield self.tell("against", self.say.met_by if is_said else self.say.related_to, node, satisfiers)
        else:
            yield self.tell("for", self.say.met_by_nothing, node)
        if linked(self.graph, node, "verify", "doer"):
            yield from self.checked(node)
        else:
            yield self.tell("against", self.say.unmeasured, node)

    def looked_at(self, node: Node) -> Iterator[TopicArgument]:
        """Is it asked for, carried, tested?"""
        if node.node_type == "REQ":
            yield from self.changed(node)
            return
        if node.node_type in {"FUNC", "UC", "MOD"} and not self.demands(node):
            yield self.tell("against", self.say.no_reason, node)
        if node.node_type == "FUNC" and not linked(self.graph, node, "carry", "doer"):
            yield self.tell("against", self.say.not_carried, node)
        yield from self.checked(node)
        near = self._near(node)
        if near:
            yield self.tell("against", self.say.hangs_on, node, near)

    def _exchanges(self, node: Node) -> bool:
        return bool(linked(self.graph, node, "exchange", "doer"))

    def _near(self, node: Node) -> list[Node]:
        near = dict.fromkeys(self.graph.neighbours(node.node_id))
        return [self.graph.nodes[each] for each in near if each != node.node_id]

    def _meets(self, node: Node, demand: Node) -> bool:
        """Does the model say so? Whoever asks is told plain relations too; what one argues with is no guess of them."""
        doers = (node, *self.functions(node))
        return any(self.graph.edge_between("satisfy", each.node_id, demand.node_id) is not None for each in doers)

    def _others_meet(self, demand: Node, node: Node) -> bool:
        """A use case that asks for it carries nothing out."""
        own = {node.node_id, *(each.node_id for each in self.functions(node))}
        others = (each for each in linked(self.graph, demand, "satisfy", "doer") if each.node_type in {"FUNC", "MOD"})
        return any(each.node_id not in own for each in others)

    def _between(self, one: Node, other: Node) -> list[Node]:
        """The flows that one gives the other, in either direction."""
        ends = {each.node_id for each in self.functions(other)}
        flows = {
            flow: None
            for function in self.functions(one)
            for flow in self.graph.neighbours(function.node_id)
            if self.graph.nodes[flow].node_type == "FLOW" and ends & set(self.graph.neighbours(flow))
        }
        return [self.graph.nodes[each] for each in flows]


_ARGUED: Final[Mapping[Wish, Callable[[_Weigher, Node], Iterator[TopicArgument]]]] = MappingProxyType(
    {
        "divide": _Weigher.divided,
        "join": _Weigher.joined,
        "remove": _Weigher.lost,
        "replace": _Weigher.replaced,
        "change": _Weigher.changed,
        "look": _Weigher.looked_at,
    }
)
