"""Merge: several elements of one type become one. Edges are re-hung, fields are kept, ids lead to what stays. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.graph.composition import COMPOSE, find_ring
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FORMER_FOREIGN_IDS, FORMER_IDS, is_foreign
from graphwright.operations.cures.cure import Cure, CureBuilder, with_former_ids
from graphwright.operations.cures.rehanging import Rehanging
from graphwright.protocol.base import JsonValue
from graphwright.protocol.cures import FieldFate
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import NodeSet
from graphwright.protocol.texts import Values

_OF_CURES: Final = (FORMER_IDS, FORMER_FOREIGN_IDS)


def merge(graph: Graph, kept: Node, others: Sequence[Node]) -> Cure:
    """What it takes that `kept` stands for the others, too.

    What it says itself holds; what it leaves open is taken from them, in their order; the rest is told as lost.
    Refused, with a hint: an element with itself, different types, a whole with its own part, and what would contain
    itself through others.
    """
    builder = CureBuilder(graph)
    gone = list({node.node_id: node for node in others}.values())
    _check(builder, kept, gone)
    if builder.problems:
        return builder.done()
    Rehanging(builder, gone, kept, ref=kept.semantic_id, now=kept.semantic_id).move()
    for node in gone:
        for edge in [*builder.staged.outgoing(node.node_id), *builder.staged.incoming(node.node_id)]:
            builder.staged.drop_edge(edge.edge_id)
    _check_ring(builder, kept)
    sets = builder.mention(gone, kept.semantic_id)
    rewritten = sets.pop(kept.semantic_id, NodeSet())
    taken = _taken(builder, kept, gone)  # only where the kept one is silent, so never where a text of it is rewritten
    fields = NodeSet(descr=taken.descr or rewritten.descr, attributes={**taken.attributes, **rewritten.attributes})
    builder.set_fields({**sets, kept.semantic_id: with_former_ids(fields, kept, gone)})
    for node in gone:
        builder.end(node, kept.semantic_id)
    return builder.done()


def _check(builder: CureBuilder, kept: Node, gone: Sequence[Node]) -> None:
    for place, node in enumerate(gone):
        path = f"$.others[{place}]"
        if node.node_id == kept.node_id:
            builder.report("selfLoop", "merge", path, {"id": node.semantic_id})
        elif node.node_type != kept.node_type:
            types: Values = {"keptType": kept.node_type, "otherType": node.node_type}
            builder.report("illegalPair", "merge", path, {"kept": kept.semantic_id, "other": node.semantic_id, **types})
    together = {kept.node_id, *(node.node_id for node in gone)}
    for place, node in enumerate([kept, *gone]):
        for edge in builder.graph.outgoing(node.node_id, COMPOSE):
            if edge.target in together and edge.target != node.node_id:
                part = builder.graph.nodes[edge.target]
                told: Values = {"whole": node.semantic_id, "part": part.semantic_id}
                builder.report("dependencyCycle", "mergePart", f"$.others[{max(place - 1, 0)}]", told)


def _check_ring(builder: CureBuilder, kept: Node) -> None:
    ring = find_ring(builder.staged, [kept.node_id])
    if ring:
        names = " -> ".join(builder.staged.nodes[node_id].semantic_id for node_id in (*ring, ring[0]))
        builder.report("dependencyCycle", "merge", "$.others", {"ring": names})


def _taken(builder: CureBuilder, kept: Node, gone: Sequence[Node]) -> NodeSet:
    """What the kept one takes from the others; what it says otherwise is noted as lost."""
    descr: str | None = None
    attributes: dict[str, JsonValue] = {}
    for node in gone:
        _fate(builder, node, "name", node.name, kept.name)
        if _fate(builder, node, "descr", node.descr, descr or kept.descr):
            descr = node.descr
        foreign = any(is_foreign(key) and key not in _OF_CURES for key in (*kept.attributes, *attributes))
        for key, value in node.attributes.items():
            if key in _OF_CURES or (foreign and is_foreign(key)):
                continue  # of two files only one can be remembered
            if _fate(builder, node, key, value, attributes.get(key, kept.attributes.get(key))):
                attributes[key] = value
    return NodeSet(descr=descr, attributes=attributes)


def _fate(builder: CureBuilder, node: Node, field: str, value: JsonValue, kept: JsonValue) -> bool:
    """Is a value taken, because there is none? Noted, as is one that is lost."""
    if value is None or value == "":
        return False
    taken = kept is None or kept == ""
    if taken or kept != value:
        fate = FieldFate(semantic_id=node.semantic_id, field=field, fate="taken" if taken else "lost", value=value)
        builder.fields.append(fate if taken else replace(fate, kept=kept))
    return taken
