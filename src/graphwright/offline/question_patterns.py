"""Questions about the model, answered from the graph with the nodes they speak of. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.graph.foreign import read_by_people
from graphwright.graph.query import neighbourhood
from graphwright.offline.draft import Draft
from graphwright.offline.languages import LanguageGrammar
from graphwright.offline.phrases import Clause, SentenceReply, candidates, enumerated, one, type_name
from graphwright.offline.related import has, related
from graphwright.offline.tokens import Span
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Finding
from graphwright.text.messages import message_of, term, title_of

# How far "touches" reaches: a neighbour, and a neighbour's neighbour, as the local rules do.
_REACH: Final = 2
# Findings told one by one; the rest is for the findings list, not for a sentence.
_TOLD: Final = 10
# Characters of a description that a sentence quotes.
_SHOWN: Final = 300


def listing(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Which functions are there?"."""
    node_type = _type(clause, "type")
    nodes = list(draft.graph.of_type(node_type))
    if not nodes:
        return SentenceReply(draft.say.none_listed.format(type=type_name(node_type, draft)))
    return _listed(draft.say.listed, nodes, draft, type=_counted(node_type, nodes, draft))


def count(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "How many functions are there?"."""
    node_type = _type(clause, "type")
    nodes = tuple(draft.graph.of_type(node_type))
    return SentenceReply(draft.say.counted.format(count=len(nodes), type=_counted(node_type, nodes, draft)), nodes)


def lacking(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Which functions have no requirement?", and "how many"."""
    return _having(clause, draft, wanted=False)


def having(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Which functions have a requirement?", and "how many"."""
    return _having(clause, draft, wanted=True)


def about(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "What is ValidateOrder?": its description, attributes and edges."""
    if clause.sentence.tail:
        return None  # "Describe X: ..." sets a description
    return described([one(clause, "thing", draft)], draft)


def impact(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "What does ValidateOrder touch?": everything within two edges."""
    node = one(clause, "thing", draft)
    near = neighbourhood(draft.graph, [node.node_id], depth=_REACH).distances
    reached = [draft.graph.nodes[node_id] for node_id, distance in near.items() if distance]
    if not reached:
        return SentenceReply(draft.say.no_impact.format(name=node.name), (node,))
    reply = _listed(draft.say.impact, reached, draft, name=node.name)
    return reply._replace(cited=(node, *reply.cited))


def users(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Who uses OrderRequest?": of a flow its writers and readers, of anything else what leads to it."""
    node = one(clause, "thing", draft)
    graph = draft.graph
    edges = [*graph.incoming(node.node_id)] + (
        [*graph.outgoing(node.node_id, "io")] if node.node_type == "FLOW" else []
    )
    ends = {end: graph.nodes[end] for edge in edges for end in (edge.source, edge.target) if end != node.node_id}
    if not ends:
        return SentenceReply(draft.say.no_users.format(name=node.name), (node,))
    reply = _listed(draft.say.users, list(ends.values()), draft, name=node.name)
    return reply._replace(cited=(node, *reply.cited))


def relatives(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Which tests verify OrderReq?": what belongs to a node, by type."""
    node = one(clause, "thing", draft)
    node_type = _type(clause, "type")
    nodes = related(draft.graph, node, node_type)
    if not nodes:
        return SentenceReply(draft.say.no_relatives.format(name=node.name, other=type_name(node_type, draft)), (node,))
    reply = _listed(draft.say.listed, nodes, draft, type=_counted(node_type, nodes, draft))
    return reply._replace(cited=(node, *reply.cited))


def findings_told(found: Sequence[Finding], draft: Draft) -> SentenceReply:
    """Means "What is wrong?": the findings with their rules, most severe first."""
    if not found:
        return SentenceReply(draft.say.no_findings)
    order = {"error": 0, "warning": 1, "info": 2}
    ranked = sorted(found, key=lambda finding: (order[finding.severity], finding.rule_id))
    lines = [draft.say.findings.format(count=len(found))]
    nodes, language = draft.graph.nodes, draft.language
    for finding in ranked[:_TOLD]:
        told = f"{title_of(finding.rule_id, language)}: {message_of(finding, language)}"
        ids = ", ".join(nodes[node_id].semantic_id for node_id in finding.node_ids[:_TOLD] if node_id in nodes)
        at = f" [{ids}]" if ids else ""
        lines.append(f"- {term(f'terms.{finding.severity}', {}, language)}, {told}{at}")
    if len(ranked) > _TOLD:
        lines.append(f"- {draft.say.more.format(count=len(ranked) - _TOLD)}")
    cited = {node_id: nodes[node_id] for each in ranked[:_TOLD] for node_id in each.node_ids if node_id in nodes}
    return SentenceReply("\n".join(lines), tuple(cited.values()))


def mentioned(tokens: Span, grammar: LanguageGrammar, draft: Draft) -> list[Node]:
    """Nodes that a question names, though the question itself was not understood."""
    names = [token for token in tokens if token.word not in grammar.words]
    found = {node.node_id: node for token in names for node in candidates((token,), grammar, draft)}
    return list(found.values())[:3]


def described(nodes: Iterable[Node], draft: Draft) -> SentenceReply:
    """What the model says about some nodes."""
    told = list(nodes)
    return SentenceReply("\n".join(_described(node, draft) for node in told), tuple(told))


def _described(node: Node, draft: Draft) -> str:
    say, graph = draft.say, draft.graph
    node_type = type_name(node.node_type, draft, plural=False)
    head = say.about.format(name=node.name, type=node_type, id=node.semantic_id, descr=_one_line(node.descr)).rstrip()
    parts = [head, *(f"{name}: {_one_line(str(value))}" for name, value in read_by_people(node.attributes).items())]
    ways = (
        (say.edges_out, [(edge.edge_type, edge.target) for edge in graph.outgoing(node.node_id)]),
        (say.edges_in, [(edge.edge_type, edge.source) for edge in graph.incoming(node.node_id)]),
    )
    for wording, ends in ways:
        if ends:
            names = [f"{graph.nodes[end].semantic_id} ({relation})" for relation, end in ends]
            parts.append(wording.format(names=enumerated(names, draft)))
    return "; ".join(parts)


def _one_line(text: str) -> str:
    """Text of others inside a sentence of ours: no line of it can look like the start of a block of operations."""
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def _having(clause: Clause, draft: Draft, *, wanted: bool) -> SentenceReply:
    node_type, other = _type(clause, "type"), _type(clause, "other")
    say = draft.say
    nodes = [node for node in draft.graph.of_type(node_type) if has(draft.graph, node, other) == wanted]
    named = type_name(other, draft, plural=False)
    if not nodes:
        wording = say.none_having if wanted else say.none_lacking
        return SentenceReply(wording.format(type=type_name(node_type, draft), other=named))
    wording = say.having if wanted else say.lacking
    return _listed(wording, nodes, draft, type=_counted(node_type, nodes, draft), other=named)


def _counted(node_type: str, nodes: Sequence[Node], draft: Draft) -> str:
    return type_name(node_type, draft, plural=len(nodes) != 1)


def _listed(wording: str, nodes: list[Node], draft: Draft, **places: str) -> SentenceReply:
    names = enumerated([node.semantic_id for node in nodes], draft)
    return SentenceReply(wording.format(count=len(nodes), names=names, **places), tuple(nodes))


def _type(clause: Clause, slot: str) -> str:
    # The slot's shape has let only words for types through.
    return clause.grammar.node_type(clause.slots[slot]) or ""
