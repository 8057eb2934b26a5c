"""Means "A satisfies B", "connect A with B", "A sends F to B", "disconnect A from B": edges between existing nodes."""

from __future__ import annotations

from graphwright.offline.draft import CannotApply, Draft, MustNotApply
from graphwright.offline.patterns.attach import THROUGH_CHAIN, attach
from graphwright.offline.patterns.create import description
from graphwright.offline.phrases import Clause, SentenceReply, candidates, name_for, one, several, typed
from graphwright.offline.tokens import joined
from graphwright.protocol.graph import Node

# A sends flows to B: only these do.
_ENDS_OF_FLOWS = ("ACTOR", "FUNC")


def satisfy(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "A and B satisfy C": C is a requirement."""
    sources = several(clause, "a", draft, ["FUNC", "UC", "SYS", "REQ"])
    return _link(draft, "satisfy", sources, several(clause, "b", draft, ["REQ"]))


def verify(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "A is tested by B": stored from the requirement to the test (K-01)."""
    source = one(clause, "a", draft, ["REQ", "TEST", "FUNC", "UC", "SYS"])
    target = one(clause, "b", draft, ["TEST"])
    if source.node_type in {"FUNC", "UC", "SYS"}:
        return told(attach(draft, source, target), draft)
    return _link(draft, "verify", [source], [target])


def allocate(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Allocate B and C to A": stored from the module to the function (K-02)."""
    return _link(draft, "allocate", [one(clause, "a", draft, ["MOD"])], several(clause, "b", draft, ["FUNC"]))


def compose(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "A contains B and C"."""
    whole = one(clause, "a", draft)
    return told([edge for part in several(clause, "things", draft) for edge in _contain(draft, whole, part)], draft)


def part(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "B is part of A"."""
    return told(_contain(draft, one(clause, "a", draft), one(clause, "b", draft)), draft)


def connect(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Connect A with B": by the one relation that is meant for their types, from A to B where both ways are."""
    first, second = one(clause, "a", draft), one(clause, "b", draft)
    if first.node_id == second.node_id:
        raise MustNotApply(draft.say.itself.format(name=first.name))
    if first.node_type == second.node_type and first.node_type in {"SYS", "UC", "FUNC", "MOD"}:
        # Which of the two contains the other, or whether data flows, is not said.
        hint = draft.graph.ontology.advice("io", first.node_type, second.node_type)
        raise draft.illegal(first, second, hint)
    return told(attach(draft, first, second), draft)


def send(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "A sends F to B": the flow is made when there is none."""
    source = one(clause, "a", draft, _ENDS_OF_FLOWS)
    target = one(clause, "b", draft, _ENDS_OF_FLOWS)
    for end in (source, target):
        if end.node_type not in _ENDS_OF_FLOWS:
            other = target if end is source else source
            raise draft.illegal(source, target, draft.graph.ontology.advice("io", end.node_type, other.node_type))
    flow = _flow(clause, draft)
    edges = [("io", source, flow), ("io", flow, target)]
    return told([(a, relation, b) for relation, a, b in edges if draft.link(relation, a, b)], draft)


def disconnect(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Disconnect A from B": every edge between the two, in either direction."""
    first, second = one(clause, "a", draft), one(clause, "b", draft)
    ends = {first.node_id, second.node_id}
    edges = [
        edge
        for edge in (*draft.graph.outgoing(first.node_id), *draft.graph.incoming(first.node_id))
        if {edge.source, edge.target} == ends
    ]
    if not edges:
        raise MustNotApply(draft.say.no_edge.format(a=first.name, b=second.name))
    lines: list[str] = []
    for edge in edges:
        names = draft.graph.nodes[edge.source].name, draft.graph.nodes[edge.target].name
        draft.unlink(edge)
        lines.append(draft.say.unlinked.format(a=names[0], relation=edge.edge_type, b=names[1]))
    return SentenceReply(" ".join(lines))


def told(edges: list[tuple[Node, str, Node]], draft: Draft) -> SentenceReply:
    """The edges that are new."""
    if not edges:
        return SentenceReply(draft.say.nothing_new)
    return SentenceReply(
        " ".join(draft.say.linked.format(a=a.name, relation=relation, b=b.name) for a, relation, b in edges)
    )


def _link(draft: Draft, relation: str, sources: list[Node], targets: list[Node]) -> SentenceReply:
    pairs = [(source, target) for source in sources for target in targets]
    return told([(source, relation, target) for source, target in pairs if draft.link(relation, source, target)], draft)


def _contain(draft: Draft, whole: Node, inner: Node) -> list[tuple[Node, str, Node]]:
    if whole.node_type == "UC" and inner.node_type in THROUGH_CHAIN:
        return attach(draft, whole, inner)
    return [(whole, "compose", inner)] if draft.link("compose", whole, inner) else []


def _flow(clause: Clause, draft: Draft) -> Node:
    span = clause.grammar.without_articles(clause.slots["flow"])
    found = [node for node in candidates(span, clause.grammar, draft, ["FLOW"]) if node.node_type == "FLOW"]
    if found:
        return found[0]
    node_type, words = typed(span, clause.grammar)
    name = name_for(words or span, clause.grammar)
    if node_type not in {None, "FLOW"} or not name:
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    return draft.create("FLOW", name, description("FLOW", name, draft, said=joined(words or span)))
