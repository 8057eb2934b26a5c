"""Figures of structure, each with the limit it should keep: fan-out, instability, cohesion, paths through a chain."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from graphwright.graph.document import Graph
    from graphwright.protocol.ids import NodeId


class Indicators(NamedTuple):
    """Structure in figures; what does not exist (no module, no chain) counts as good."""

    fan_out: int
    """Most functions that read what one function writes."""
    instability: float
    """Mean share of a module's dependencies that are on other modules rather than of others on it."""
    allocation_cohesion: float
    """Share of the allocated functions that belong to one module."""
    lcom4: int
    """Most groups of functions within one module that share no flow."""
    cyclomatic: int
    """Most independent paths through one function chain."""

    def beyond(self) -> list[str]:
        """The indicators that do not keep their limit."""
        values = self._asdict()
        return [name for name, (least, most) in LIMITS.items() if not least <= values[name] <= most]


LIMITS: Final[dict[str, tuple[float, float]]] = {
    "fan_out": (0, 7),
    "instability": (0, 0.5),
    "allocation_cohesion": (0.8, 1),
    "lcom4": (0, 1),
    "cyclomatic": (0, 10),
}
"""Least and most of each indicator."""


def indicators(graph: Graph) -> Indicators:
    """All indicators of a graph, in one pass over its flows, modules and chains."""
    readers = _readers(graph)
    modules = {
        module.node_id: {function.node_id for function in graph.targets(module.node_id, "allocate", "FUNC")}
        for module in graph.of_type("MOD")
    }
    carriers: defaultdict[NodeId, list[NodeId]] = defaultdict(list)
    for module, functions in modules.items():
        for function in functions:
            carriers[function].append(module)
    single = sum(1 for found in carriers.values() if len(found) == 1)
    return Indicators(
        fan_out=max(map(len, readers.values()), default=0),
        instability=_instability(modules, carriers, readers),
        allocation_cohesion=round(single / len(carriers), 4) if carriers else 1.0,
        lcom4=max((_groups(graph, functions) for functions in modules.values()), default=0),
        cyclomatic=max((_paths(graph, chain.node_id) for chain in graph.of_type("FCHAIN")), default=0),
    )


def _readers(graph: Graph) -> dict[NodeId, set[NodeId]]:
    """Per function, the other functions that read what it writes."""
    return {
        function.node_id: {
            edge.target
            for flow in graph.targets(function.node_id, "io", "FLOW")
            for edge in graph.outgoing(flow.node_id, "io")
            if graph.nodes[edge.target].node_type == "FUNC" and edge.target != function.node_id
        }
        for function in graph.of_type("FUNC")
    }


def _instability(
    modules: Mapping[NodeId, Collection[NodeId]],
    carriers: Mapping[NodeId, list[NodeId]],
    readers: Mapping[NodeId, set[NodeId]],
) -> float:
    """Who reads depends on who writes."""
    needs: defaultdict[NodeId, int] = defaultdict(int)
    is_needed: defaultdict[NodeId, int] = defaultdict(int)
    for writer, found in readers.items():
        for reader in found:
            for giving in carriers.get(writer, ()):
                for taking in carriers.get(reader, ()):
                    if giving != taking:
                        needs[taking] += 1
                        is_needed[giving] += 1
    shares = [needs[each] / (needs[each] + is_needed[each]) for each in modules if needs[each] + is_needed[each]]
    return round(sum(shares) / len(shares), 4) if shares else 0.0


def _groups(graph: Graph, functions: Collection[NodeId]) -> int:
    """Groups of functions that are joined by flows they share."""
    left = set(functions)
    groups = 0
    while left:
        groups += 1
        waiting = [left.pop()]
        while waiting:
            flows = _by_io(graph, waiting.pop())
            near = {function for flow in flows for function in _by_io(graph, flow)} & left
            left -= near
            waiting.extend(near)
    return groups


def _by_io(graph: Graph, node_id: NodeId) -> list[NodeId]:
    outgoing = [edge.target for edge in graph.outgoing(node_id, "io")]
    return outgoing + [edge.source for edge in graph.incoming(node_id, "io")]


def _paths(graph: Graph, chain: NodeId) -> int:
    """Edges minus nodes plus 2 (McCabe) over the members of a chain and the flows between them; at least 1."""
    members = {edge.target for edge in graph.outgoing(chain, "compose")}
    members |= {
        other for member in members for other in _by_io(graph, member) if graph.nodes[other].node_type == "FLOW"
    }
    edges = sum(1 for member in members for edge in graph.outgoing(member, "io") if edge.target in members)
    return max(1, edges - len(members) + 2)
