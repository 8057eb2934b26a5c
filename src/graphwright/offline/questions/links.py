"""What elements do with each other, as steps over edges: contain, carry, send, receive, satisfy, verify, use, connect.

The *doer* is the whole, the carrier, the sender; the *thing* what it contains, carries, sends. Flows stand between
those who exchange something, a chain between a use case and its functions: steps know both. Imported models draw some
of this as a plain relation, which is read as well.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from graphwright.graph.document import Graph
from graphwright.offline.related import related
from graphwright.pauses import paced
from graphwright.protocol.graph import Node

End: TypeAlias = Literal["doer", "thing"]
_Step: TypeAlias = Callable[[Graph, Node], Iterable[Node]]

DOERS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "carry": frozenset({"MOD", "ACTOR", "SYS"}),
        "satisfy": frozenset({"FUNC", "UC", "SYS", "MOD"}),
        "verify": frozenset({"TEST"}),
        "use": frozenset({"ACTOR"}),
    }
)
"""Types that can only be the doer of a connection."""
THINGS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "carry": frozenset({"FUNC", "UC", "FCHAIN"}),
        "satisfy": frozenset({"REQ"}),
        "verify": frozenset({"REQ", "FUNC", "UC", "SYS", "MOD"}),
        "send": frozenset({"FLOW", "SCHEMA"}),
        "receive": frozenset({"FLOW", "SCHEMA"}),
        "use": frozenset({"FLOW", "SCHEMA"}),
    }
)
"""Types that can only be the thing of a connection."""

_FURTHEST: Final = 5_000
"""Nodes that a walk visits; more is no answer."""
DEEDS: Final = frozenset({"UC", "FUNC"})
"""Types of what is done."""
_REALISED: Final = frozenset({("MOD", "REQ"), ("REQ", "MOD")})
"""Types of which one has the other by way of functions."""
PARTNERS: Final = frozenset({"ACTOR", "MOD", "SYS"})
"""Types that can take part in what is done."""


def linked(graph: Graph, node: Node, relation: str, asked: End) -> list[Node]:
    """The nodes at the asked end of a connection that has a node at its other end; each once."""
    steps = _STEPS[relation][asked == "thing"]
    found = {each.node_id: each for each in steps(graph, node) if each.node_id != node.node_id}
    return list(found.values())


def linked_on(graph: Graph, node: Node, relation: str, asked: End) -> list[Node]:
    """The same, and on from each of them: what a whole holds, and what that holds."""
    steps = _STEPS[relation][asked == "thing"]
    return _walked(graph, node, steps)


def belonging(graph: Graph, node: Node, node_type: str) -> list[Node]:
    """The nodes of a type that a node *has*: its parts of its own type, else whatever belongs to it.

    A module realises the requirements of the functions that it carries, whether somebody said so of it or not.
    """
    if node_type == node.node_type:
        return [each for each in _parts(graph, node) if each.node_type == node_type]
    found = related(graph, node, node_type)
    if (node.node_type, node_type) not in _REALISED:
        return found
    carried = (each for function in related(graph, node, "FUNC") for each in related(graph, function, node_type))
    return list({each.node_id: each for each in (*found, *carried)}.values())


def _out(graph: Graph, node: Node, *relations: str) -> list[Node]:
    return [each for relation in relations for each in graph.targets(node.node_id, relation)]


def _in(graph: Graph, node: Node, *relations: str) -> list[Node]:
    return [each for relation in relations for each in graph.sources(node.node_id, relation)]


def _around(graph: Graph, node: Node) -> list[Node]:
    return [graph.nodes[each] for each in graph.neighbours(node.node_id)]


def _parts(graph: Graph, node: Node) -> list[Node]:
    found = _out(graph, node, "compose", "allocate")
    if node.node_type == "SYS" and not any(each.node_type == "FUNC" for each in found):
        found += _plain(graph, node, "FUNC")
    return found


def _composed(graph: Graph, node: Node) -> list[Node]:
    return _out(graph, node, "compose")


def _composing(graph: Graph, node: Node) -> list[Node]:
    return _in(graph, node, "compose")


def _wholes(graph: Graph, node: Node) -> list[Node]:
    return _in(graph, node, "compose", "allocate")


def _plain(graph: Graph, node: Node, *types: str) -> list[Node]:
    """What is joined by a plain relation, in either direction."""
    return [each for each in (*_out(graph, node, "relation"), *_in(graph, node, "relation")) if each.node_type in types]


def _carried(graph: Graph, node: Node) -> list[Node]:
    found = _out(graph, node, "allocate")
    return found + _plain(graph, node, "FUNC") if node.node_type in {"ACTOR", "SYS"} else found


def _carriers(graph: Graph, node: Node) -> list[Node]:
    found = _in(graph, node, "allocate")
    return found or (_plain(graph, node, "ACTOR", "SYS", "MOD") if node.node_type == "FUNC" else [])


def _senders(graph: Graph, node: Node) -> list[Node]:
    """Who sends a flow; of anything else who sends it something."""
    if node.node_type == "FLOW":
        return _givers(graph, node)
    flows = _plain(graph, node, "FLOW") if node.node_type == "SCHEMA" else _received(graph, node)
    # Where no flow was drawn, a plain relation between two that do something says who comes first.
    beside = [] if flows else [each for each in _in(graph, node, "relation") if _goes_on(node, each)]
    return [each for flow in flows for each in _givers(graph, flow)] + beside


def _receivers(graph: Graph, node: Node) -> list[Node]:
    if node.node_type == "FLOW":
        return _takers(graph, node)
    flows = _plain(graph, node, "FLOW") if node.node_type == "SCHEMA" else _sent(graph, node)
    beside = [] if flows else [each for each in _out(graph, node, "relation") if _goes_on(node, each)]
    return [each for flow in flows for each in _takers(graph, flow)] + beside


def _all_ahead(graph: Graph, node: Node) -> list[Node]:
    """What has to be done before something: step by step back, the nearest first."""
    return _walked(graph, node, _senders)


def _all_behind(graph: Graph, node: Node) -> list[Node]:
    return _walked(graph, node, _receivers)


def _walked(graph: Graph, node: Node, step: _Step) -> list[Node]:
    seen = {node.node_id: node}
    waiting = deque([node])
    while waiting and len(seen) < _FURTHEST:
        for each in step(graph, waiting.popleft()):
            if each.node_id not in seen:
                seen[each.node_id] = each
                waiting.append(each)
    return list(seen.values())[1:]


def _goes_on(node: Node, other: Node) -> bool:
    return node.node_type == other.node_type and node.node_type in {"FUNC", "MOD", "UC"}


def _sent(graph: Graph, node: Node) -> list[Node]:
    """The flows that leave a node, or what it carries."""
    return [flow for each in (node, *_carried(graph, node)) for flow in _leaving(graph, each)]


def _received(graph: Graph, node: Node) -> list[Node]:
    return [flow for each in (node, *_carried(graph, node)) for flow in _entering(graph, each)]


def _leaving(graph: Graph, node: Node) -> list[Node]:
    """Flows out of a node; where its type may not give any, those to which a plain relation leads."""
    return _out(graph, node, "io") or [each for each in _out(graph, node, "relation") if each.node_type == "FLOW"]


def _entering(graph: Graph, node: Node) -> list[Node]:
    return _in(graph, node, "io") or [each for each in _in(graph, node, "relation") if each.node_type == "FLOW"]


def _givers(graph: Graph, flow: Node) -> list[Node]:
    """Who gives a flow."""
    return _in(graph, flow, "io") or [each for each in _in(graph, flow, "relation") if each.node_type != "SCHEMA"]


def _takers(graph: Graph, flow: Node) -> list[Node]:
    return _out(graph, flow, "io") or [each for each in _out(graph, flow, "relation") if each.node_type != "SCHEMA"]


def _exchanging(graph: Graph, node: Node) -> list[Node]:
    """Who stands at the other end of the flows of a node, whichever way they go; and who carries that out."""
    partners = [*_senders(graph, node), *_receivers(graph, node)]
    return [*partners, *(each for partner in partners for each in _carriers(graph, partner))]


def _taking_part(graph: Graph, node: Node) -> list[Node]:
    """Who takes part in a deed: who carries, holds or starts it, and who gives it something or takes from it."""
    if node.node_type not in DEEDS:
        return []
    joined = [*_in(graph, node, "compose", "allocate"), *_plain(graph, node, *PARTNERS), *related(graph, node, "ACTOR")]
    return [each for each in joined if each.node_type in PARTNERS]


def _doing(graph: Graph, node: Node) -> list[Node]:
    """Who carries a deed or is joined to it without a flow between: whoever does it, and not whom it is done for."""
    return [*_in(graph, node, "allocate"), *_plain(graph, node, *PARTNERS)]


def _taken_part(graph: Graph, node: Node) -> list[Node]:
    deeds = paced(each for node_type in sorted(DEEDS) for each in graph.of_type(node_type))
    return [each for each in deeds if node in _taking_part(graph, each)]


def _satisfied(graph: Graph, node: Node) -> list[Node]:
    carried = _carried(graph, node) if node.node_type == "MOD" else []
    found = [each for one in (node, *carried) for each in _out(graph, one, "satisfy") if each.node_type == "REQ"]
    return found or _plain(graph, node, "REQ")


def _satisfiers(graph: Graph, node: Node) -> list[Node]:
    found = [each for each in _in(graph, node, "satisfy") if each.node_type != "REQ"]
    return found or _plain(graph, node, *DOERS["satisfy"])


def _tests(graph: Graph, node: Node) -> list[Node]:
    return related(graph, node, "TEST")


def _tested(graph: Graph, node: Node) -> list[Node]:
    return _in(graph, node, "verify")


def _refined(graph: Graph, node: Node) -> list[Node]:
    """What a node was refined from: the requirement above it."""
    return [each for each in _in(graph, node, "satisfy", "verify") if each.node_type == node.node_type]


def _refining(graph: Graph, node: Node) -> list[Node]:
    return [each for each in _out(graph, node, "satisfy", "verify") if each.node_type == node.node_type]


def _users(graph: Graph, node: Node) -> list[Node]:
    """Who has to do with a node: receivers of a flow, actors of a use case, whatever leads to anything else."""
    match node.node_type:
        case "FLOW":
            return _out(graph, node, "io")
        case "UC":
            return related(graph, node, "ACTOR")
        case "SCHEMA":
            return _around(graph, node)
        case "SYS":
            use_cases = (each for each in _parts(graph, node) if each.node_type == "UC")
            acting = [actor for each in use_cases for actor in related(graph, each, "ACTOR")]
            return [*acting, *_in(graph, node, "io", "relation", "satisfy"), *_senders(graph, node)]
        case "MOD":
            return [each for one in _carried(graph, node) for each in _senders(graph, one)] + _plain(
                graph, node, "ACTOR"
            )
        case _:
            return [*_in(graph, node, "io", "relation", "satisfy"), *_senders(graph, node)]


def _used(graph: Graph, node: Node) -> list[Node]:
    """What a node uses: the flows it takes, the use cases it has part in, what its relations lead to."""
    found = [*_out(graph, node, "relation"), *_received(graph, node)]
    return found + related(graph, node, "UC") if node.node_type == "ACTOR" else found


_STEPS: Final[Mapping[str, tuple[_Step, _Step]]] = MappingProxyType(
    {
        # asked for the doer, asked for the thing
        "compose": (_composing, _composed),
        "contain": (_wholes, _parts),
        "carry": (_carriers, _carried),
        "send": (_senders, _sent),
        "receive": (_receivers, _received),
        "satisfy": (_satisfiers, _satisfied),
        "verify": (_tests, _tested),
        "refine": (_refining, _refined),
        "use": (_users, _used),
        "connect": (_around, _around),
        "exchange": (_exchanging, _exchanging),
        "follow": (_receivers, _senders),
        "goAhead": (_all_behind, _all_ahead),
        "do": (_doing, _carried),
        "takePart": (_taking_part, _taken_part),
    }
)
"""Each connection by name: the step from the thing to its doers, and the one from the doer to its things."""
