"""What every answer is made from: the query with its rows, and the words of the person's language for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.foreign import known_id
from graphwright.languages import Language
from graphwright.offline.questions.evaluate import QueryRows, anchored
from graphwright.offline.questions.links import linked
from graphwright.offline.questions.messages import QuestionMessages, question_words
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.types import type_word
from graphwright.pauses import pause
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

TOLD: Final = 60
"""Elements of one list; the number of the rest is told."""
COUNTED: Final = 10
"""Elements that are named beside their number, where the number was asked for."""
_ENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "carry_doer": "MOD", "carry_thing": "FUNC", "verify_doer": "TEST", "verify_thing": "REQ",
        "satisfy_doer": "FUNC", "satisfy_thing": "REQ", "send_thing": "FLOW", "receive_thing": "FLOW",
    }
)  # fmt: skip
"""What a connection can only lead to."""
_VOWELS: Final = frozenset("aeiouyh")
_DATIVE: Final = ("von", "aus", "mit", "keinen")
"""German words before a dative."""
_NO_DATIVE: Final = ("n", "s", "a")
"""Ends of plurals that have no dative of their own."""
_SHOWN: Final = 300
"""Characters of a description that a sentence quotes."""


class QuestionAnswer(Struct, frozen=True):
    """An answer that changes nothing."""

    text: str
    nodes: Sequence[Node]
    """What it speaks of, in order."""
    query: Query


class AnswerContext(Struct, frozen=True):
    """Everything that an answer is made from."""

    query: Query
    rows: QueryRows
    graph: Graph

    @property
    def language(self) -> Language:
        """Of the question, and so of the answer."""
        return self.query.language

    @property
    def say(self) -> QuestionMessages:
        """The sentences of the language."""
        return question_words(self.language)

    @property
    def anchors(self) -> list[Node]:
        """What the question named."""
        return anchored(self.query, self.graph)

    def named(self, nodes: Sequence[Node]) -> str:
        """Elements as a list: `A (A.FN.001), B (B.FN.001) and 3 more`."""
        pause()
        kinds = _kinds_of_name(nodes[:TOLD])
        told = [self.apart(node, kinds[fold(node.name)]) for node in nodes[:TOLD]]
        if len(nodes) > TOLD:
            return f"{', '.join(told)} {self.say.more.format(count=len(nodes) - TOLD)}"
        return f"{', '.join(told[:-1])} {self.say.and_} {told[-1]}" if len(told) > 1 else "".join(told)

    def apart(self, node: Node, kinds: Sequence[str]) -> str:
        """An element among those of its name, of which `kinds` are the types: told apart by type or by its whole."""
        label = labelled(node)
        if len(kinds) < 2:  # noqa: PLR2004 -- another has the name
            return label
        if len(set(kinds)) > 1:
            beside = self.type_of([node.node_type], 1)
        else:
            whole = next(iter(linked(self.graph, node, "compose", "doer")), None)
            if whole is None:
                return label
            beside = self.say.within.format(name=one_line(whole.name))
        return f"{label[:-1]}, {beside})" if label.endswith(f"({node.semantic_id})") else f"{label} ({beside})"

    @property
    def anchor(self) -> str:
        """What the question named; elements of one name share it: `Pump (Pump.MD.001, Pump.MD.002)`."""
        by_name: dict[str, list[Node]] = {}
        for node in self.anchors:
            by_name.setdefault(node.name, []).append(node)
        told = [
            labelled(nodes[0])
            if len(nodes) == 1
            else f"{one_line(name)} ({', '.join(node.semantic_id for node in nodes)})"
            for name, nodes in by_name.items()
        ]
        return f" {self.say.and_} ".join(told)

    def type_of(self, types: Sequence[str], count: int) -> str:
        """The word for node types, for one or several; "elements" where there are none or many."""
        if len(types) != 1:
            return form(self.say.element, count)
        return type_word(types[0], self.graph.ontology, self.language, several=count != 1)

    @property
    def link(self) -> str:
        """What the named does with the others; only a flow comes from somebody, everybody else gets something."""
        query = self.query
        key = f"{query.relation or 'has'}_{query.asked}"
        is_flow = all(node.node_type in {"FLOW", "SCHEMA"} for node in self.anchors)
        return self.say.links.get(f"{key}_by", self.say.links[key]) if not is_flow else self.say.links[key]

    def linked(self, anchor: str, nodes: Sequence[Node], types: str) -> str:
        """What the named is joined to: how many of these types, and which."""
        is_dative = len(nodes) != 1 and self.link.split()[-1] in _DATIVE
        word = _dative(types) if is_dative else types
        return self.say.linked.format(
            anchor=anchor, link=self.link, count=len(nodes), type=word, names=self.named(nodes)
        )

    def no_link(self, anchor: str, types: str) -> str:
        """That something has no others of these types at the asked end of the query's connection."""
        key = f"{self.query.relation or 'has'}_{self.query.asked}"
        is_flow = all(node.node_type in {"FLOW", "SCHEMA"} for node in self.anchors)
        known = self.say.links_none
        link = known[key] if is_flow else known.get(f"{key}_by", known[key])
        return f"{anchor} {with_type(link, types)}."

    def types_in(self, nodes: Sequence[Node]) -> str:
        """The word for what these are: their type where they share one."""
        kinds = list(dict.fromkeys(node.node_type for node in nodes)) or list(self.query.types)
        return self.type_of(self.query.types or kinds, len(nodes))


def with_type(template: str, types: str, **others: object) -> str:
    """A template filled with the word for several of a type: in the German dative, behind the French "de"."""
    if fold(types[:1]) in _VOWELS:
        template = template.replace(" de {type}", " d\u2019{type}")
    is_dative = any(f" {each} {{type}}" in template for each in _DATIVE)
    return template.format(type=_dative(types) if is_dative else types, **others)


def _dative(types: str) -> str:
    return types if types.endswith(_NO_DATIVE) else f"{types}n"


def labelled(node: Node) -> str:
    """An element as an answer names it: the id that people know, its name where its id does not hold it, its id."""
    known = known_id(node.attributes)
    identifier = node.semantic_id.partition(".")[0]
    named = node.semantic_id if identifier == node.name else f"{one_line(node.name)} ({node.semantic_id})"
    return named if known is None or fold(known) == fold(node.name) else f"{known} {named}"


def _kinds_of_name(nodes: Sequence[Node]) -> Mapping[str, Sequence[str]]:
    """The types of some elements by their names; a name that several have has several."""
    kinds: dict[str, list[str]] = {}
    for node in nodes:
        kinds.setdefault(fold(node.name), []).append(node.node_type)
    return kinds


def one_line(text: str) -> str:
    """Text of others inside a sentence of ours: no line of it can look like the start of a block of operations."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def form(forms: str, count: int) -> str:
    """The form of a word for one or for several: `element || elements`."""
    one, _, several = forms.partition(" || ")
    return one if count == 1 else several


def answered_with(telling: AnswerContext, *, holds: bool, text: str) -> str:
    """A text, with yes or no before it where that was asked."""
    if telling.query.form != "whether":
        return text
    return f"{telling.say.yes if holds else telling.say.no} {text}"


def meant_types(query: Query) -> Sequence[str]:
    """The types that are asked for, or that a connection can only lead to."""
    implied = _ENDS.get(f"{query.relation}_{query.asked}")
    return query.types if query.kind != "nodes" and (query.types or implied is None) else (implied,) if implied else ()
