"""Rows in words: what a query found, in the person's language, with the nodes that it rests on.

Every element is named with its semantic id, by which the page shows it as a link. Nothing is looked up here that the
query did not find, but what an element is said to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from graphwright.graph.foreign import known_id, read_by_people
from graphwright.graph.ontology import Relation
from graphwright.graph.statement import TEXT, statement_of
from graphwright.offline.questions.about_texts import texts_of
from graphwright.offline.questions.evaluate import rows_of
from graphwright.offline.questions.listing import attribute_word, rows_told
from graphwright.offline.questions.query import QueryKind
from graphwright.offline.questions.schema_fields import fields_of
from graphwright.offline.questions.telling import (
    TOLD,
    AnswerContext,
    QuestionAnswer,
    answered_with,
    form,
    labelled,
    meant_types,
    one_line,
)
from graphwright.offline.questions.texts import quantities_of, tells_all
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.messages import quoted

_INTO: Final[Mapping[str, str]] = MappingProxyType(
    {
        "is composed of": "compose_doer", "passes to": "receive_thing", "satisfies": "satisfy_doer",
        "is verified by": "verify_thing", "carries": "carry_doer",
    }
)  # fmt: skip
"""Relations of the profiles of ours, by their English titles, and what the element does at which they end."""
_INTO_FLOWS: Final[Mapping[str, str]] = MappingProxyType({**_INTO, "passes to": "send_doer"})
_BOTH_WAYS: Final = frozenset({"relates to"})


def told(telling: AnswerContext) -> QuestionAnswer:
    """The answer to a query."""
    text = _TOLD[telling.query.kind](telling)
    rows = telling.rows
    spoken_of = chain(telling.anchors, rows.nodes, rows.others, rows.rest)
    cited = {node.node_id: node for node in paced(spoken_of)}
    return QuestionAnswer(text, list(cited.values()), telling.query)


def _linked(telling: AnswerContext) -> str:
    query, nodes = telling.query, telling.rows.nodes
    alike = telling.anchors if len(query.anchors) == 1 and query.form == "list" else []
    if len(alike) > 1 and len({node.node_type for node in alike}) == 1:
        return _each_linked(telling, alike)
    anchor = telling.anchor
    if nodes:
        text = telling.linked(anchor, nodes, telling.types_in(nodes))
    else:
        types = telling.type_of(meant_types(query), 2)
        names = {node.name: None for node in telling.anchors}
        anchors = [labelled(node) for node in telling.anchors] if len(names) > 1 else [anchor]
        text = "\n".join(telling.no_link(each, types) for each in anchors)
    return answered_with(telling, holds=bool(nodes) != query.negated, text=text)


def _each_linked(telling: AnswerContext, alike: Sequence[Node]) -> str:
    """Elements of one name one by one: what one has, the others need not have. Those with nothing stand last."""
    kinds = [node.node_type for node in alike]
    lines: list[str] = []
    without: list[Node] = []
    for node in alike:
        rows = rows_of(replace(telling.query, anchors=((node.node_id,),)), telling.graph).nodes
        if not rows:
            without.append(node)
            continue
        lines.append(telling.linked(telling.apart(node, kinds), rows, telling.types_in(rows)))
    types = telling.type_of(meant_types(telling.query), 2)
    lines += [telling.no_link(telling.apart(node, kinds), types) for node in without]
    return "\n".join(lines)


def _link(telling: AnswerContext) -> str:
    query, say = telling.query, telling.say
    first = [telling.graph.nodes[each] for each in query.anchors[0]]
    rows = telling.rows.nodes
    anchor = telling.named(first)
    if rows:
        text = telling.linked(anchor, rows, form(say.element, len(rows)))
    else:
        text = telling.no_link(anchor, form(say.element, 2))
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
        return answered_with(telling, holds=False, text=say.no_path.format(source=ends[0], target=ends[1]))
    parts = [labelled(telling.rows.nodes[0])]
    for edge, node in telling.rows.steps:
        arrow = f"-{edge.edge_type}->" if edge.target == node.node_id else f"<-{edge.edge_type}-"
        parts.append(f"{arrow} {labelled(node)}")
    target = labelled(telling.rows.nodes[-1])
    text = say.path.format(source=parts[0], target=target, count=len(telling.rows.steps), names=" ".join(parts))
    return answered_with(telling, holds=True, text=text)


def _impact(telling: AnswerContext) -> str:
    say, rows = telling.say, telling.rows
    anchor = telling.anchor
    if not rows.nodes and not rows.others and telling.query.types:
        beside = replace(telling, query=replace(telling.query, relation="connect"))
        return beside.no_link(anchor, telling.type_of(telling.query.types, 2))
    if not rows.nodes and not rows.others:
        return say.no_impact.format(anchor=anchor)
    parts = [say.impact.format(anchor=anchor, count=len(rows.nodes), names=telling.named(rows.nodes))]
    if rows.others:
        parts.append(say.further.format(count=len(rows.others), names=telling.named(rows.others)))
    return " ".join(parts)


def _described(telling: AnswerContext) -> str:
    text = "\n".join(described(node, telling) for node in telling.rows.nodes)
    return answered_with(telling, holds=True, text=text)


def described(node: Node, telling: AnswerContext) -> str:
    """What the model says about a node: what it is, its attributes, and what it is connected with."""
    graph, say = telling.graph, telling.say
    kind = telling.type_of([node.node_type], 1)
    known = known_id(node.attributes)
    ids = node.semantic_id if known is None else f"{node.semantic_id}, {known}"
    said = node.descr or statement_of(node)
    head = say.about.format(name=one_line(node.name), type=kind, id=ids)
    parts = [say.about_descr.format(head=head, descr=one_line(said)) if said else head]
    parts += [
        say.about_descr.format(head=attribute_word(telling, name), descr=one_line(str(value)))
        for name, value in read_by_people(node.attributes).items()
        if name != TEXT or value != said
    ]
    for relation in graph.ontology.relations.values():
        out = list(graph.targets(node.node_id, relation.name))
        into = list(graph.sources(node.node_id, relation.name))
        parts += _connections(node, relation, out, into, telling)
    return "; ".join(parts)


def _connections(
    node: Node, relation: Relation, out: Sequence[Node], into: Sequence[Node], telling: AnswerContext
) -> list[str]:
    """What a node is connected with by a relation, told of the node: `is part of A`."""
    title = str(getattr(relation.title, telling.language))
    if relation.title.en in _BOTH_WAYS:
        both = list({each.node_id: each for each in (*out, *into)}.values())
        return [f"{title} {telling.named(both)}"] if both else []
    told = [f"{title} {telling.named(out)}"] if out else []
    if not into:
        return told
    link = _INTO_FLOWS if node.node_type == "FLOW" else _INTO
    if relation.title.en in link:
        return [*told, f"{telling.say.links[link[relation.title.en]]} {telling.named(into)}"]
    # A profile of others says what its relations are called one way only.
    return [*told, *(f"{telling.named([each])} {title} {one_line(node.name)}" for each in into)]


def _why(telling: AnswerContext) -> str:
    lines = [telling.say.reason.format(anchor=telling.anchor)]
    lines += [described(node, telling) for node in telling.rows.nodes]
    if telling.rows.rest:
        lines.append(telling.say.beyond.format(names=telling.named(telling.rows.rest)))
    return "\n".join(lines)


def _common(telling: AnswerContext) -> str:
    rows, say = telling.rows, telling.say
    text = say.both.format(names=telling.named(rows.nodes)) if rows.nodes else say.both_none
    return answered_with(telling, holds=bool(rows.nodes), text=text)


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
    word = attribute_word(telling, key)
    lines: list[str] = []
    kinds = [node.node_type for node in telling.anchors] if len(telling.query.anchors) == 1 else []
    for node in telling.rows.nodes[:TOLD]:
        name = telling.apart(node, kinds)
        fields = fields_of(node) if key == "struct" else []
        if fields:
            lines.append(say.fields.format(anchor=name, names=", ".join(map(one_line, fields))))
        elif key == "text" and key not in node.attributes and node.descr:
            lines.append(say.attribute.format(attribute=word, anchor=name, value=_stated(node.descr)))
        elif str(node.attributes.get(key, "")).strip():
            value = _stated(str(node.attributes[key]))
            lines.append(say.attribute.format(attribute=word, anchor=name, value=value))
        else:
            lines.append(say.no_attribute.format(attribute=word, anchor=name))
    lines += _rest(telling)
    wanted = telling.query.value
    if not wanted:
        return "\n".join(lines)
    is_so = all(str(node.attributes.get(key)) == wanted for node in telling.rows.nodes)
    return answered_with(telling, holds=is_so, text="\n".join(lines))


def _stated(value: str) -> str:
    """A value inside a sentence of ours, which ends by itself."""
    return one_line(value).removesuffix(".")


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


def _sizes(telling: AnswerContext) -> str:
    """The texts that hold the quantity, word for word."""
    rows, say = telling.rows.nodes, telling.say
    if not rows:
        return say.no_size
    texts = ((node, statement_of(node)) for node in rows[:TOLD])
    lines = [_sized(telling, node, text) for node, text in texts]
    return "\n".join([*lines, *_rest(telling)])


def _quoted(telling: AnswerContext) -> str:
    """The texts that hold what was asked, word for word."""
    query = telling.query
    lines: list[str] = []
    for node in telling.rows.nodes[:TOLD]:
        texts = [each for each in texts_of(node) if each]
        text = next((each for each in texts if tells_all(each, query.words, query.language)), statement_of(node))
        lines.append(_sized(telling, node, text))
    return "\n".join([*lines, *_rest(telling)])


def _sized(telling: AnswerContext, node: Node, text: str) -> str:
    return telling.say.size.format(anchor=labelled(node), text=quoted(one_line(text), telling.language))


def _rest(telling: AnswerContext) -> list[str]:
    """How many more there are than are told."""
    rest = len(telling.rows.nodes) - TOLD
    return [telling.say.more.format(count=rest)] if rest > 0 else []


def _balance(telling: AnswerContext) -> str:
    (first, second), types = telling.rows.counts, telling.query.types
    if telling.query.anchors:
        names = (telling.named([telling.graph.nodes[each] for each in anchor]) for anchor in telling.query.anchors)
        counts = ((name, round(count)) for name, count in zip(names, (first, second), strict=True))
        told = (
            telling.say.has.format(anchor=name, count=count, type=telling.type_of(types, count))
            for name, count in counts
        )
        return answered_with(telling, holds=bool(telling.rows.holds), text=" ".join(told))
    text = telling.say.balance.format(
        first=f"{first:g}", type_a=telling.type_of(types[:1], round(first)),
        second=f"{second:g}", type_b=telling.type_of(types[1:2], round(second)),
    )  # fmt: skip
    return answered_with(telling, holds=bool(telling.rows.holds), text=text)


_TOLD: Final[Mapping[QueryKind, Callable[[AnswerContext], str]]] = MappingProxyType(
    {
        "nodes": rows_told,
        "measure": rows_told,
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
        "sizes": _sizes,
        "quoted": _quoted,
    }
)
