"""Rules about data flow around one function, flow or chain. Flow through the whole graph is in `whole.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.base import SOUND, Breach, NearTrigger, NodeRule, Options, label, lacks
from graphwright.graph.words import all_named, all_said, has_verb, input_stems, output_stems
from graphwright.protocol.texts import Values

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node
    from graphwright.protocol.ids import NodeId

# Nobody nests functions so deep; it ends the walk where an import brought a circle of compositions.
_DEEPEST: Final = 50


def function_io(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every FUNC reads at least one FLOW and writes at least one FLOW."""
    reads = graph.comes_from(node.node_id, "io", "FLOW")
    writes = graph.leads_to(node.node_id, "io", "FLOW")
    if reads and writes:
        return SOUND
    missing = lacks(("noInput", reads), ("noOutput", writes))
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),)


def flow_connectivity(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every FLOW is written by a FUNC or ACTOR and read by a FUNC or ACTOR."""
    written = graph.comes_from(node.node_id, "io", "FUNC") or graph.comes_from(node.node_id, "io", "ACTOR")
    read = graph.leads_to(node.node_id, "io", "FUNC") or graph.leads_to(node.node_id, "io", "ACTOR")
    if written and read:
        return SOUND
    missing = lacks(("noProducer", written), ("noConsumer", read))
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),)


def io_bidirectional_flow(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """No FUNC or ACTOR both writes and reads the same FLOW."""
    writers = {edge.source for edge in graph.incoming(node.node_id, "io")}
    both = {edge.target: None for edge in graph.outgoing(node.node_id, "io") if edge.target in writers}
    ends = [graph.nodes[end] for end in both]
    # Of two flows that an import joined both ways one says so, or it would depend on which of them was looked at first.
    told = [end for end in ends if end.node_type != node.node_type or node.node_id < end.node_id]
    return [Breach((node.node_id, end.node_id), {"end": label(end), "node": label(node)}) for end in told]


def fchain_actor_boundary(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """An FCHAIN begins at an ACTOR that writes one of its flows and ends at an ACTOR that reads one."""
    actors = list(graph.targets(node.node_id, "compose", "ACTOR"))
    begins = any(graph.leads_to(actor.node_id, "io", "FLOW") for actor in actors)
    ends = any(graph.comes_from(actor.node_id, "io", "FLOW") for actor in actors)
    if begins and ends:
        return SOUND
    missing = lacks(("noInputActor", begins), ("noOutputActor", ends))
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),)


def nested_func_isolation(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A nested FUNC talks only to FUNCs of the same parent, or over a FLOW its parent has in the same direction."""
    writers = {function.node_id: _functions_around(graph, function) for function in _ends(graph, node, "write")}
    readers = {function.node_id: _functions_around(graph, function) for function in _ends(graph, node, "read")}
    found: list[Breach] = []
    for mine, others, verb in ((writers, readers, "write"), (readers, writers, "read")):
        for function, around in mine.items():
            if not around or around[0] in mine:
                continue
            if all(around[0] == other or around[0] in places for other, places in others.items()):
                continue
            outer = label(graph.nodes[around[0]])
            told: Values = {"function": label(graph.nodes[function]), "outer": outer, "node": label(node)}
            found.append(Breach((function, node.node_id), told, verb))
    return found


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


def volatile_func_isolation(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """At most 2 functions depend on a FUNC of high volatility."""
    if node.attributes.get("volatility") != "high":
        return SOUND
    most = options.number("most")
    flows = graph.targets(node.node_id, "io", "FLOW")
    dependents = {reader.node_id for flow in flows for reader in graph.targets(flow.node_id, "io", "FUNC")}
    dependents.discard(node.node_id)
    if len(dependents) <= most:
        return SOUND
    return (Breach((node.node_id,), {"node": label(node), "count": len(dependents)}),)


def func_description_quality(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """The description of a FUNC says what it does (a verb), with what (input) and to what end (output)."""
    if not node.descr.strip():
        return SOUND  # required_properties says so already
    said = all_said(node.descr)
    acts = has_verb(node.descr) or not said.isdisjoint(all_named(node.name)[:1])
    has_input = not said.isdisjoint(input_stems()) or _names_any(said, graph.sources(node.node_id, "io", "FLOW"))
    has_output = not said.isdisjoint(output_stems()) or _names_any(said, graph.targets(node.node_id, "io", "FLOW"))
    if acts and has_input and has_output:
        return SOUND
    missing = lacks(("verb", acts), ("itsInput", has_input), ("itsOutput", has_output))
    return (Breach((node.node_id,), {"node": label(node), "missing": missing}),)


def _names_any(said: frozenset[str], flows: Iterator[Node]) -> bool:
    return any(not said.isdisjoint(all_named(flow.name)) for flow in flows)


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
        only_to={"compose": "ACTOR"},
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
