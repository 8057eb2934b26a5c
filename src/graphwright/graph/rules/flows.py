"""Rules about data flow around one function, flow or chain. Flow through the whole graph is in `whole.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.base import Breach, NearTrigger, NodeRule, Options, label, lacks
from graphwright.graph.words import all_named, all_said, input_stems, output_stems, verb_group
from graphwright.protocol.texts import Values
from graphwright.text.words import telling

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node
    from graphwright.protocol.ids import NodeId

_ENDS: Final = ("FUNC", "ACTOR")
# Nobody nests functions so deep; it ends the walk where an import brought a circle of compositions.
_DEEPEST: Final = 50


def function_io(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """Every FUNC reads at least one FLOW and writes at least one FLOW."""
    reads = any(graph.sources(node.node_id, "io", "FLOW"))
    writes = any(graph.targets(node.node_id, "io", "FLOW"))
    if not (reads and writes):
        missing = lacks(("noInput", reads), ("noOutput", writes))
        yield Breach((node.node_id,), {"node": label(node), "missing": missing})


def flow_connectivity(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """Every FLOW is written by a FUNC or ACTOR and read by a FUNC or ACTOR."""
    written = any(end.node_type in _ENDS for end in graph.sources(node.node_id, "io"))
    read = any(end.node_type in _ENDS for end in graph.targets(node.node_id, "io"))
    if not (written and read):
        missing = lacks(("noProducer", written), ("noConsumer", read))
        yield Breach((node.node_id,), {"node": label(node), "missing": missing})


def io_bidirectional_flow(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """No FUNC or ACTOR both writes and reads the same FLOW."""
    writers = {edge.source for edge in graph.incoming(node.node_id, "io")}
    both = {edge.target: None for edge in graph.outgoing(node.node_id, "io") if edge.target in writers}
    for end in both:
        yield Breach((node.node_id, end), {"end": label(graph.nodes[end]), "node": label(node)})


def fchain_actor_boundary(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """An FCHAIN begins at an ACTOR that writes one of its flows and ends at an ACTOR that reads one."""
    actors = list(graph.targets(node.node_id, "compose", "ACTOR"))
    begins = any(next(graph.targets(actor.node_id, "io", "FLOW"), None) for actor in actors)
    ends = any(next(graph.sources(actor.node_id, "io", "FLOW"), None) for actor in actors)
    if not (begins and ends):
        missing = lacks(("noInputActor", begins), ("noOutputActor", ends))
        yield Breach((node.node_id,), {"node": label(node), "missing": missing})


def nested_func_isolation(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """A nested FUNC talks only to FUNCs of the same parent, or over a FLOW its parent has in the same direction."""
    writers = {function.node_id: _functions_around(graph, function) for function in _ends(graph, node, "write")}
    readers = {function.node_id: _functions_around(graph, function) for function in _ends(graph, node, "read")}
    for mine, others, verb in ((writers, readers, "write"), (readers, writers, "read")):
        for function, around in mine.items():
            if not around or around[0] in mine:
                continue
            if all(around[0] == other or around[0] in places for other, places in others.items()):
                continue
            outer = label(graph.nodes[around[0]])
            told: Values = {"function": label(graph.nodes[function]), "outer": outer, "node": label(node)}
            yield Breach((function, node.node_id), told, verb)


def _ends(graph: Graph, flow: Node, verb: str) -> Iterator[Node]:
    ends = graph.sources if verb == "write" else graph.targets
    return ends(flow.node_id, "io", "FUNC")


def _functions_around(graph: Graph, function: Node) -> list[NodeId]:
    """The functions that a function is nested in, from the inside out."""
    around: list[NodeId] = []
    parent = graph.parent(function.node_id)
    while parent is not None and parent.node_type == "FUNC" and len(around) < _DEEPEST:
        around.append(parent.node_id)
        parent = graph.parent(parent.node_id)
    return around


def volatile_func_isolation(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """At most 2 functions depend on a FUNC of high volatility."""
    if node.attributes.get("volatility") != "high":
        return
    most = options.number("most")
    flows = graph.targets(node.node_id, "io", "FLOW")
    dependents = {reader.node_id for flow in flows for reader in graph.targets(flow.node_id, "io", "FUNC")}
    dependents.discard(node.node_id)
    if len(dependents) > most:
        yield Breach((node.node_id,), {"node": label(node), "count": len(dependents)})


def func_description_quality(graph: Graph, node: Node, options: Options) -> Iterator[Breach]:
    """The description of a FUNC says what it does (a verb), with what (input) and to what end (output)."""
    if not node.descr.strip():
        return  # required_properties says so already
    said = all_said(node.descr)
    inputs = {word for flow in graph.sources(node.node_id, "io", "FLOW") for word in all_named(flow.name)}
    outputs = {word for flow in graph.targets(node.node_id, "io", "FLOW") for word in all_named(flow.name)}
    has_verb = verb_group("", node.descr) is not None or not said.isdisjoint(telling(node.name)[:1])
    missing = lacks(
        ("verb", has_verb),
        ("itsInput", not (said.isdisjoint(input_stems()) and said.isdisjoint(inputs))),
        ("itsOutput", not (said.isdisjoint(output_stems()) and said.isdisjoint(outputs))),
    )
    if missing:
        yield Breach((node.node_id,), {"node": label(node), "missing": missing})


_IO: Final = frozenset({"io"})

RULES: Final = (
    NodeRule("function_io", function_io, of=("FUNC",), edges=_IO),
    NodeRule("flow_connectivity", flow_connectivity, of=("FLOW",), edges=_IO, covers=("flow_node_connectivity",)),
    NodeRule("io_bidirectional_flow", io_bidirectional_flow, of=("FLOW",), edges=_IO, covers=("io_circular_chain",)),
    NodeRule(
        "fchain_actor_boundary",
        fchain_actor_boundary,
        of=("FCHAIN",),
        edges=frozenset({"io", "compose"}),
        near=(NearTrigger("io", at="ACTOR", by="compose"),),
    ),
    NodeRule(
        "nested_func_isolation",
        nested_func_isolation,
        of=("FLOW",),
        edges=frozenset({"io", "compose"}),
        near=(NearTrigger("compose", at="FUNC", by="io", moved=True),),
    ),
    NodeRule(
        "volatile_func_isolation",
        volatile_func_isolation,
        of=("FUNC",),
        fields=frozenset({"volatility"}),
        edges=_IO,
        near=(NearTrigger("io", at="FLOW", by="io"),),
        options={"most": 2},
    ),
    NodeRule(
        "func_description_quality",
        func_description_quality,
        of=("FUNC",),
        fields=frozenset({"name", "descr"}),
        edges=_IO,
        near=(NearTrigger("name", at="FLOW", by="io"),),
    ),
)
