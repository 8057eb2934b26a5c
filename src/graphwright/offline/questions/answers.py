"""Rows in words: what a query found, in the person's language, with the nodes that it rests on.

Every element is named with its semantic id, by which the page shows it as a link. Nothing is looked up here that the
query did not find, but what an element is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.questions.evaluate import QueryRows, anchored
from graphwright.offline.questions.messages import QuestionMessages, question_words
from graphwright.offline.questions.query import Query, QueryKind
from graphwright.offline.questions.schema_fields import fields_of
from graphwright.offline.questions.texts import quantities_of
from graphwright.offline.questions.types import type_word
from graphwright.protocol.graph import Node

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
_EXCHANGED: Final = frozenset({"send", "receive"})
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
        told = [labelled(node) for node in nodes[:TOLD]]
        if len(nodes) > TOLD:
            return f"{', '.join(told)} {self.say.more.format(count=len(nodes) - TOLD)}"
        return f"{', '.join(told[:-1])} {self.say.and_} {told[-1]}" if len(told) > 1 else "".join(told)

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

    def types_in(self, nodes: Sequence[Node]) -> str:
        """The word for what these are: their type where they share one."""
        kinds = list(dict.fromkeys(node.node_type for node in nodes)) or list(self.query.types)
        return self.type_of(self.query.types or kinds, len(nodes))


def labelled(node: Node) -> str:
    """An element as an answer names it: its name where the id does not hold it, and the id."""
    identifier = node.semantic_id.partition(".")[0]
    return node.semantic_id if identifier == node.name else f"{one_line(node.name)} ({node.semantic_id})"


def one_line(text: str) -> str:
    """Text of others inside a sentence of ours: no line of it can look like the start of a block of operations."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def told(telling: AnswerContext) -> QuestionAnswer:
    """The answer to a query."""
    text = _TOLD[telling.query.kind](telling)
    rows = telling.rows
    cited = {node.node_id: node for node in (*telling.anchors, *rows.nodes, *rows.others, *rows.rest)}
    return QuestionAnswer(text, list(cited.values()), telling.query)


def form(forms: str, count: int) -> str:
    """The form of a word for one or for several: `element || elements`."""
    one, _, several = forms.partition(" || ")
    return one if count == 1 else several


def _answered(telling: AnswerContext, *, holds: bool, text: str) -> str:
    """A text, with yes or no before it where that was asked."""
    if telling.query.form != "whether":
        return text
    return f"{telling.say.yes if holds else telling.say.no} {text}"


def _nodes(telling: AnswerContext) -> str:
    query, nodes, say = telling.query, telling.rows.nodes, telling.say
    word = telling.type_of(query.types, len(nodes))
    several = telling.type_of(query.types, 2)
    if query.term and not nodes:
        others = [node for node_type in query.types for node in telling.graph.of_type(node_type)]
        known = ""
        if 0 < len(others) <= COUNTED:
            kind = telling.type_of(query.types, len(others))
            known = f" {say.listed.format(count=len(others), type=kind, names=telling.named(others))}"
        return f"{say.no} {say.unnamed.format(name=one_line(query.term))}{known}"
    if query.relation or query.partner:
        link = say.links[f"{query.relation or 'has'}_{query.asked}"]
        implied = [query.partner] if query.partner else _meant(query)[:1]
        partner = telling.type_of(implied, 1) if implied and (query.relation not in _EXCHANGED) else ""
        other = partner or f"\u201c{link}\u201d"
        if query.bound is not None:
            wording = say.listed if nodes else say.none_like
            text = wording.format(count=len(nodes), type=word if nodes else several, names=telling.named(nodes))
        elif nodes:
            wording = say.lacking if query.negated else say.having
            text = wording.format(count=len(nodes), type=word, other=other, names=telling.named(nodes))
        else:
            text = (say.none_lacking if query.negated else say.none_having).format(type=several, other=other)
    elif nodes and query.form == "count" and len(nodes) > COUNTED:
        text = say.counted.format(count=len(nodes), type=word)
    elif nodes:
        text = say.listed.format(count=len(nodes), type=word, names=telling.named(nodes))
    elif query.form == "count":
        text = say.counted.format(count=0, type=several)
    else:
        text = (say.none_like if query.words or query.attribute or query.within else say.none_of).format(type=several)
    return _answered(telling, holds=bool(nodes) != query.every, text=text)


def _linked(telling: AnswerContext) -> str:
    query, nodes, say = telling.query, telling.rows.nodes, telling.say
    link = say.links[f"{query.relation or 'has'}_{query.asked}"]
    anchor = telling.anchor
    if nodes:
        word = telling.types_in(nodes)
        text = say.linked.format(anchor=anchor, link=link, count=len(nodes), type=word, names=telling.named(nodes))
    else:
        text = say.linked_none.format(anchor=anchor, link=link, type=telling.type_of(_meant(query), 2))
    return _answered(telling, holds=bool(nodes) != query.negated, text=text)


def _meant(query: Query) -> Sequence[str]:
    """The types that are asked for, or that a connection can only lead to."""
    implied = _ENDS.get(f"{query.relation}_{query.asked}")
    return query.types if query.kind != "nodes" and (query.types or implied is None) else (implied,) if implied else ()


def _link(telling: AnswerContext) -> str:
    query, say = telling.query, telling.say
    first = [telling.graph.nodes[each] for each in query.anchors[0]]
    link = say.links[f"{query.relation}_{query.asked}"]
    rows = telling.rows.nodes
    wording = say.linked if rows else say.linked_none
    text = wording.format(
        anchor=telling.named(first), link=link, count=len(rows), type=form(say.element, len(rows) or 2),
        names=telling.named(rows),
    )  # fmt: skip
    return f"{say.yes if telling.rows.holds else say.no} {text}"


def _kind_of(telling: AnswerContext) -> str:
    nodes = telling.rows.nodes
    types = list(dict.fromkeys(node.node_type for node in nodes))
    words = ", ".join(telling.type_of([each], 1) for each in types)
    text = telling.say.kind_of.format(anchor=telling.named(nodes), type=words)
    return f"{telling.say.yes if telling.rows.holds else telling.say.no} {text}"


def _path(telling: AnswerContext) -> str:
    graph, say = telling.graph, telling.say
    ends = [telling.named([graph.nodes[anchor[0]]]) for anchor in telling.query.anchors[:2]]
    if not telling.rows.holds:
        return _answered(telling, holds=False, text=say.no_path.format(source=ends[0], target=ends[1]))
    parts = [labelled(telling.rows.nodes[0])]
    for edge, node in telling.rows.steps:
        arrow = f"-{edge.edge_type}->" if edge.target == node.node_id else f"<-{edge.edge_type}-"
        parts.append(f"{arrow} {labelled(node)}")
    target = labelled(telling.rows.nodes[-1])
    text = say.path.format(source=parts[0], target=target, count=len(telling.rows.steps), names=" ".join(parts))
    return _answered(telling, holds=True, text=text)


def _impact(telling: AnswerContext) -> str:
    say, rows = telling.say, telling.rows
    anchor = telling.anchor
    if not rows.nodes and not rows.others:
        return say.no_impact.format(anchor=anchor)
    parts = [say.impact.format(anchor=anchor, count=len(rows.nodes), names=telling.named(rows.nodes))]
    if rows.others:
        parts.append(say.further.format(count=len(rows.others), names=telling.named(rows.others)))
    return " ".join(parts)


def _described(telling: AnswerContext) -> str:
    text = "\n".join(described(node, telling) for node in telling.rows.nodes)
    return _answered(telling, holds=True, text=text)


def described(node: Node, telling: AnswerContext) -> str:
    """What the model says about a node: what it is, its attributes, and what it is connected with."""
    graph, say = telling.graph, telling.say
    kind = telling.type_of([node.node_type], 1)
    head = say.about.format(name=one_line(node.name), type=kind, id=node.semantic_id)
    parts = [say.about_descr.format(head=head, descr=one_line(node.descr)) if node.descr else head]
    parts += [f"{name}: {one_line(str(value))}" for name, value in node.attributes.items()]
    ontology, language = graph.ontology, telling.language
    for relation in ontology.relations.values():
        title = str(getattr(relation.title, language))
        out = list(graph.targets(node.node_id, relation.name))
        into = list(graph.sources(node.node_id, relation.name))
        parts += [f"{title} {telling.named(out)}"] if out else []
        parts += [f"{telling.named(into)} {title} {one_line(node.name)}"] if into else []
    return "; ".join(parts)


def _why(telling: AnswerContext) -> str:
    lines = [telling.say.reason.format(anchor=telling.anchor)]
    lines += [described(node, telling) for node in telling.rows.nodes]
    if telling.rows.rest:
        lines.append(telling.say.beyond.format(names=telling.named(telling.rows.rest)))
    return "\n".join(lines)


def _common(telling: AnswerContext) -> str:
    rows, say = telling.rows, telling.say
    text = say.both.format(names=telling.named(rows.nodes)) if rows.nodes else say.both_none
    return _answered(telling, holds=bool(rows.nodes), text=text)


def _compare(telling: AnswerContext) -> str:
    rows, say, graph = telling.rows, telling.say, telling.graph
    first, second = (telling.named([graph.nodes[each] for each in anchor]) for anchor in telling.query.anchors[:2])
    lines = [described(node, telling) for node in telling.anchors]
    lines.append(say.both.format(names=telling.named(rows.nodes)) if rows.nodes else say.both_none)
    lines += [say.only_one.format(anchor=first, names=telling.named(rows.others))] if rows.others else []
    lines += [say.only_one.format(anchor=second, names=telling.named(rows.rest))] if rows.rest else []
    return "\n".join(lines)


def _attribute(telling: AnswerContext) -> str:
    say, key = telling.say, telling.query.attribute
    lines: list[str] = []
    for node in telling.rows.nodes:
        fields = fields_of(node) if key == "struct" else []
        if fields:
            lines.append(say.fields.format(anchor=labelled(node), names=", ".join(map(one_line, fields))))
        elif key == "text" and key not in node.attributes and node.descr:
            lines.append(say.attribute.format(attribute=key, anchor=labelled(node), value=one_line(node.descr)))
        elif key in node.attributes:
            value = one_line(str(node.attributes[key]))
            lines.append(say.attribute.format(attribute=key, anchor=labelled(node), value=value))
        else:
            lines.append(say.no_attribute.format(attribute=key, anchor=labelled(node)))
    return "\n".join(lines)


def _rank(telling: AnswerContext) -> str:
    rows, say = telling.rows, telling.say
    if not rows.nodes:
        return say.no_rank
    number = f"{rows.counts[0]:g}"
    if telling.query.attribute == "number":
        return say.rank.format(names=telling.named(rows.nodes), number=quantities_of(rows.nodes[0])[0].text)
    if telling.query.partner:
        number = f"{number} {telling.type_of([telling.query.partner], round(rows.counts[0]))}"
    return say.rank.format(names=telling.named(rows.nodes), number=number)


def _balance(telling: AnswerContext) -> str:
    (first, second), types = telling.rows.counts, telling.query.types
    text = telling.say.balance.format(
        first=f"{first:g}", type_a=telling.type_of(types[:1], round(first)),
        second=f"{second:g}", type_b=telling.type_of(types[1:2], round(second)),
    )  # fmt: skip
    return f"{telling.say.yes if telling.rows.holds else telling.say.no} {text}"


_TOLD: Final[Mapping[QueryKind, Callable[[AnswerContext], str]]] = MappingProxyType(
    {
        "nodes": _nodes,
        "measure": _nodes,
        "linked": _linked,
        "link": _link,
        "kindOf": _kind_of,
        "path": _path,
        "impact": _impact,
        "describe": _described,
        "why": _why,
        "common": _common,
        "compare": _compare,
        "attribute": _attribute,
        "rank": _rank,
        "balance": _balance,
    }
)
