"""Rules about definitions: which flows and functions must name a schema, and of which category."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.base import SOUND, Breach, NearTrigger, NodeRule, Options, label, lacks
from graphwright.graph.rules.repairs import add_data_schema
from graphwright.graph.words import all_said
from graphwright.protocol.texts import Values
from graphwright.text.words import stem

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node


def flow_data_schema(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every FLOW is related to a DataSchema."""
    if has_schema(graph, node, "DataSchema"):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}, repair=partial(add_data_schema, graph, node)),)


def flow_protocol_schema(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A FLOW between top-level FUNCs is related to a ProtocolSchema."""
    if has_schema(graph, node, "ProtocolSchema") or not _joins_top_level(graph, node):
        return SOUND
    return (Breach((node.node_id,), {"node": label(node)}),)


def flow_3layer_model(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A FLOW between top-level FUNCs has all three layers: meaning (descr), data schema and protocol schema."""
    if not _joins_top_level(graph, node):
        return SOUND
    missing = lacks(
        ("meaning", node.descr.strip()),
        ("dataSchema", has_schema(graph, node, "DataSchema")),
        ("protocolSchema", has_schema(graph, node, "ProtocolSchema")),
    )
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),) if missing else SOUND


def scheme_usage(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A FLOW or FUNC that speaks of structures, and a FLOW of a kind or with many ends, is related to a SCHEMA."""
    reason = _needs_schema(graph, node, options)
    if reason is None or _schemas(graph, node):
        return SOUND
    arrow = "FLOW -rl-> SCHEMA" if node.node_type == "FLOW" else "SCHEMA -rl-> FUNC"
    case, told = reason
    return (Breach((node.node_id,), {"node": label(node), "arrow": arrow, **told}, case),)


def _needs_schema(graph: Graph, node: Node, options: Options) -> tuple[str, Values] | None:
    """Which text says why a schema is needed, and what it names."""
    word = _spoken(node.descr, options.words("words"))
    if word is not None:
        return "speaks", {"word": repr(word)}
    if node.node_type != "FLOW":
        return None
    for attribute in ("Type", "Pattern"):
        if node.attributes.get(attribute):
            return "attribute", {"attribute": attribute}
    sides = chain(graph.sources(node.node_id, "io", "FUNC"), graph.targets(node.node_id, "io", "FUNC"))
    ends = {function.node_id for function in sides}
    return ("joins", {"count": len(ends)}) if len(ends) > options.number("functions") else None


def _spoken(descr: str, asked: list[str]) -> str | None:
    """The first of some words that a description uses."""
    told = all_said(descr)
    for word in asked:
        if stem(word) in told:
            return word
    return None


def has_schema(graph: Graph, node: Node, category: str) -> bool:
    """Whether a schema of a category is related, in either direction; a schema is a DataSchema unless it says else."""
    return any((schema.attributes.get("category") or "DataSchema") == category for schema in _schemas(graph, node))


def _schemas(graph: Graph, node: Node) -> list[Node]:
    return [
        *graph.targets(node.node_id, "relation", "SCHEMA"),
        *graph.sources(node.node_id, "relation", "SCHEMA"),
    ]


def _joins_top_level(graph: Graph, flow: Node) -> bool:
    """Whether functions without a parent function stand on both sides."""
    for side in (graph.sources(flow.node_id, "io", "FUNC"), graph.targets(flow.node_id, "io", "FUNC")):
        if not any(_is_top_level(graph, function) for function in side):
            return False
    return True


def _is_top_level(graph: Graph, function: Node) -> bool:
    parent = graph.parent(function.node_id)
    return parent is None or parent.node_type != "FUNC"


_RELATION: Final = frozenset({"relation"})
_LAYERED: Final = frozenset({"relation", "io", "compose"})
_CATEGORY: Final = frozenset({"category"})

RULES: Final = (
    NodeRule(
        "flow_data_schema",
        flow_data_schema,
        of=("FLOW",),
        fields=_CATEGORY,
        edges=_RELATION,
        near=(NearTrigger("category", at="SCHEMA", by="relation"),),
    ),
    NodeRule(
        "flow_protocol_schema",
        flow_protocol_schema,
        of=("FLOW",),
        fields=_CATEGORY,
        edges=_LAYERED,
        near=(
            NearTrigger("category", at="SCHEMA", by="relation"),
            NearTrigger("compose", at="FUNC", by="io", moved=True),
        ),
    ),
    NodeRule(
        "flow_3layer_model",
        flow_3layer_model,
        of=("FLOW",),
        fields=_CATEGORY | {"descr"},
        edges=_LAYERED,
        near=(
            NearTrigger("category", at="SCHEMA", by="relation"),
            NearTrigger("compose", at="FUNC", by="io", moved=True),
        ),
    ),
    NodeRule(
        "scheme_usage",
        scheme_usage,
        of=("FLOW", "FUNC"),
        fields=frozenset({"descr", "Type", "Pattern"}),
        edges=_RELATION | {"io"},
        options={
            "functions": 2,
            "words": ["structure", "object", "data", "state", "definition", "schema"],
        },
    ),
)
