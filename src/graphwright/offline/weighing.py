"""What can be counted of an element that is discussed: flows, readers, requirements, groups that share no flow."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.document import Graph
from graphwright.graph.quality import requirement_score
from graphwright.offline.persona_messages import PersonaMessages
from graphwright.offline.questions.links import linked
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId


def weighed(graph: Graph, node: Node, say: PersonaMessages) -> str:
    """A sentence of figures about an element."""
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
    demands = [each for each in graph.targets(node.node_id, "satisfy") if each.node_type == "REQ"]
    return say.function_figures.format(
        name=node.semantic_id,
        inputs=inputs,
        outputs=outputs,
        readers=len(linked(graph, node, "receive", "doer")),
        demands=len(demands),
        untested=sum(not linked(graph, each, "verify", "doer") for each in demands),
    )


def _module(graph: Graph, node: Node, say: PersonaMessages) -> str:
    functions = linked(graph, node, "carry", "thing")
    return say.module_figures.format(
        name=node.semantic_id,
        functions=len(functions),
        groups=len(groups_of(graph, functions)),
        crossing=_crossing(graph, {each.node_id for each in functions}),
    )


def _requirement(graph: Graph, node: Node, say: PersonaMessages) -> str:
    return say.requirement_figures.format(
        name=node.semantic_id,
        satisfied=sum(each.node_type != "REQ" for each in graph.sources(node.node_id, "satisfy")),
        tests=len(linked(graph, node, "verify", "doer")),
        score=f"{requirement_score(graph, node).value:.2f}",
    )


def groups_of(graph: Graph, functions: Sequence[Node]) -> list[list[Node]]:
    """Functions in groups that no flow joins."""
    left, groups = {each.node_id: each for each in functions}, list[list[Node]]()
    while left:
        waiting, group = [left.pop(next(iter(left)))], list[Node]()
        while waiting:
            group.append(waiting.pop())
            flows = [each for each in graph.neighbours(group[-1].node_id) if graph.nodes[each].node_type == "FLOW"]
            waiting += [left.pop(other) for flow in flows for other in graph.neighbours(flow) if other in left]
        groups.append(group)
    return groups


def _crossing(graph: Graph, functions: set[NodeId]) -> int:
    """Flows between these functions and others."""
    flows = {flow for each in functions for flow in graph.neighbours(each) if graph.nodes[flow].node_type == "FLOW"}
    return sum(any(end not in functions for end in graph.neighbours(flow)) for flow in flows)
