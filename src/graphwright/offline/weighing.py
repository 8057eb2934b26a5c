"""What the structure says for or against what is discussed: figures of an element, each with what it speaks for.

Only what can be counted: flows, readers, requirements, groups of functions that share no flow. Costs, wishes and what
the model does not hold are for people.
"""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.graph.quality import requirement_score
from graphwright.offline.persona_messages import PersonaMessages
from graphwright.offline.questions.links import linked
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId


def weighed(graph: Graph, node: Node, say: PersonaMessages) -> str:
    """A sentence of figures about an element, and what they speak for."""
    match node.node_type:
        case "FUNC":
            return _function(graph, node, say)
        case "MOD":
            return _module(graph, node, say)
        case "REQ":
            return _requirement(graph, node, say)
        case _:
            return say.other_figures.format(name=node.semantic_id, edges=graph.degree(node.node_id))


def _function(graph: Graph, node: Node, say: PersonaMessages) -> str:
    inputs, outputs = (len(linked(graph, node, relation, "thing")) for relation in ("receive", "send"))
    demands = linked(graph, node, "satisfy", "thing")
    figures = say.function_figures.format(
        name=node.semantic_id,
        inputs=inputs,
        outputs=outputs,
        readers=len(linked(graph, node, "receive", "doer")),
        demands=len(demands),
        untested=sum(not linked(graph, each, "verify", "doer") for each in demands),
    )
    divides = outputs > 1 or len(demands) > 1
    return f"{figures} {say.for_dividing if divides else say.for_keeping}"


def _module(graph: Graph, node: Node, say: PersonaMessages) -> str:
    functions = {each.node_id for each in linked(graph, node, "carry", "thing")}
    groups = _groups(graph, functions)
    figures = say.module_figures.format(
        name=node.semantic_id, functions=len(functions), groups=groups, crossing=_crossing(graph, functions)
    )
    return f"{figures} {say.for_dividing if groups > 1 else say.for_keeping}"


def _requirement(graph: Graph, node: Node, say: PersonaMessages) -> str:
    return say.requirement_figures.format(
        name=node.semantic_id,
        satisfied=len(linked(graph, node, "satisfy", "doer")),
        tests=len(linked(graph, node, "verify", "doer")),
        score=f"{requirement_score(graph, node).value:.2f}",
    )


def _groups(graph: Graph, functions: set[NodeId]) -> int:
    """Groups of functions that no flow joins."""
    left, groups = set(functions), 0
    while left:
        groups += 1
        waiting = [left.pop()]
        while waiting:
            flows = [flow for flow in graph.neighbours(waiting.pop()) if graph.nodes[flow].node_type == "FLOW"]
            near = {other for flow in flows for other in graph.neighbours(flow)} & left
            left -= near
            waiting.extend(near)
    return groups


def _crossing(graph: Graph, functions: set[NodeId]) -> int:
    """Flows between these functions and others."""
    flows = {flow for each in functions for flow in graph.neighbours(each) if graph.nodes[flow].node_type == "FLOW"}
    return sum(any(end not in functions for end in graph.neighbours(flow)) for flow in flows)
