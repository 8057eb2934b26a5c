"""Whether a relation that is expected stands in a model, in one of the forms that mean the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from graphwright.graph.document import Graph
from graphwright.protocol.ids import NodeId

Ids = Collection[NodeId]


def stands(graph: Graph, sources: Ids, relation: str, targets: Ids, *, between: Ids = ()) -> bool:
    """Whether one of the sources has the relation to one of the targets.

    `between`: elements that are expected elsewhere; any other function may stand within a flow.
    """
    pairs = [(source, target) for source in sources for target in targets if source != target]
    match relation:
        case "io":
            return any(_flows(graph, source, target, between) for source, target in pairs)
        case "relation":
            return any(_related(graph, source, target, between) for source, target in pairs)
        case "allocate" | "compose":
            return any(_holds(graph, source, target) for source, target in pairs)
        case "verify":  # the sets write it both ways, the model only one
            return any(graph.edge_between("verify", *each) for pair in pairs for each in (pair, pair[::-1]))
        case _:
            return any(
                graph.edge_between(relation, source, target) or _related_instead(graph, source, relation, target)
                for source, target in pairs
            )


def _related_instead(graph: Graph, source: NodeId, relation: str, target: NodeId) -> bool:
    """Whether two are related that the ontology cannot join otherwise; the model before says it so, too."""
    if graph.ontology.allows(relation, _type(graph, source), _type(graph, target)):
        return False
    return any(graph.edge_between("relation", *each) for each in ((source, target), (target, source)))


def exactly(graph: Graph, sources: Ids, relation: str, targets: Ids) -> bool:
    """Whether a relation stands there as it is written: for what must not be."""
    if relation == "io":  # without another function in between
        every = set(graph.nodes)
        pairs = [(source, target) for source in sources for target in targets if source != target]
        return any(_flows(graph, source, target, every, by_people=False) for source, target in pairs)
    if relation == "relation":
        every = set(graph.nodes)  # who does the step before is not who does this one
        # ... nor is who hands something to whoever does it
        return any(_related(graph, source, target, every, by_people=False) for source in sources for target in targets)
    return any(graph.edge_between(relation, source, target) for source in sources for target in targets)


def _type(graph: Graph, node_id: NodeId) -> str:
    return graph.nodes[node_id].node_type


def _flows(graph: Graph, source: NodeId, target: NodeId, between: Ids, *, by_people: bool = True) -> bool:
    """Data goes from one to the other: directly where one of them is a flow, else through a flow.

    `by_people`: also where whoever takes part in a use case gives or takes it; two use cases of one person do not flow
    into each other by that alone.
    """
    froms, tos = (
        {one for one in _ends(graph, end) if by_people or one == end or _type(graph, one) != "ACTOR"} - {other}
        for end, other in ((source, target), (target, source))
    )
    if any(graph.edge_between(kind, one, other) for one in froms for other in tos for kind in ("io", "relation")):
        return True
    if {_type(graph, source), _type(graph, target)} in ({"ACTOR", "UC"}, {"ACTOR", "FUNC"}) and any(
        graph.edge_between("relation", one, other) for one in tos for other in froms
    ):
        return True
    reached = {other for one in froms for other in _next(graph, one)}
    if "FLOW" not in {_type(graph, source), _type(graph, target)} and reached & tos:
        return True
    # One more function in between, that reads or shows what passes.
    more = {other for one in reached if _is_free(graph, one, between) for other in _next(graph, one)}
    steps = more | {other for one in more if _type(graph, one) == "FLOW" for other in _next(graph, one)}
    return bool(steps & tos)


def _is_free(graph: Graph, node_id: NodeId, between: Ids) -> bool:
    return node_id not in between and _type(graph, node_id) in {"FUNC", "FLOW"}


def _next(graph: Graph, node_id: NodeId) -> Iterator[NodeId]:
    """Where data goes: over a flow to its readers, or from a flow to its readers."""
    for flow in graph.targets(node_id, "io"):
        if flow.node_type == "FLOW":
            yield from (each.node_id for each in graph.targets(flow.node_id, "io"))
        else:
            yield flow.node_id


def _ends(graph: Graph, node_id: NodeId) -> Iterator[NodeId]:
    """An end, and what stands for it: a module's functions and the other way round, what a use case consists of."""
    yield node_id
    match _type(graph, node_id):
        case "MOD" | "SYS":
            for part in _parts(graph, node_id):
                yield part
                yield from (each.node_id for each in graph.targets(part, "allocate"))
        case "FUNC":
            yield from (each.node_id for each in graph.sources(node_id, "allocate"))
        case "UC":
            # A use case itself takes and gives nothing: its functions do, and whoever takes part in it.
            for chain in graph.targets(node_id, "compose", "FCHAIN"):
                yield from (
                    each.node_id for each in graph.targets(chain.node_id, "compose") if each.node_type != "FLOW"
                )
        case _:
            pass


def _parts(graph: Graph, node_id: NodeId) -> Iterator[NodeId]:
    """What something carries or is composed of, two deep."""
    yield node_id
    for part in [*graph.targets(node_id, "compose"), *graph.targets(node_id, "allocate")]:
        yield part.node_id
        yield from (each.node_id for each in graph.targets(part.node_id, "compose"))


def _related(graph: Graph, source: NodeId, target: NodeId, between: Ids, *, by_people: bool = True) -> bool:
    """Any connection, in either direction; an actor takes part in a use case also by its chain or its functions."""
    if graph.edge_between("relation", source, target) or graph.edge_between("relation", target, source):
        return True
    chains = {each.node_id for end in (source, target) for each in graph.targets(end, "compose", "FCHAIN")}
    if any(graph.edge_between("compose", chain, end) for chain in chains for end in (source, target)):
        return True
    ends = ((source, target), (target, source))
    return any(_flows(graph, *each, between, by_people=by_people) for each in ends)


def _holds(graph: Graph, source: NodeId, target: NodeId) -> bool:
    """One carries or contains the other; a use case contains functions by its chain, a system by its modules."""
    ways = ("allocate", "compose")
    if any(graph.edge_between(way, source, target) for way in ways):
        return True
    inner = [part.node_id for way in ways for part in graph.targets(source, way)]
    return any(graph.edge_between(way, part, target) for way in ways for part in inner)
