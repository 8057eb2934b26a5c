"""Rules about a whole graph: flow from actor to actor, cycles, traces, carriers, layers. Linear, in slices (ADR-18)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Final

from graphwright.graph.layers import LAYER, layer_of
from graphwright.graph.picture import SLICE
from graphwright.graph.rules.base import PAUSE, Breach, GraphRule, Options, asks, label
from graphwright.protocol.texts import Term, Values

if TYPE_CHECKING:
    from graphwright.graph.picture import Adjacency, Picture
    from graphwright.protocol.ids import NodeId

# A cycle or a chain may have thousands of members: so many are told, so many named in a sentence.
_SHOWN: Final = 50
_NAMED: Final = 5


def functional_flow(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """Every FUNC lies on an io walk that starts at an ACTOR and ends at an ACTOR."""
    actors = picture.of_type("ACTOR")
    fed = yield from picture.reach(actors, picture.ahead("io"))
    heard = yield from picture.reach(actors, picture.back("io"))
    for number, place in enumerate(picture.of_type("FUNC")):
        if number % SLICE == 0:
            yield PAUSE
        if fed[place] and heard[place]:
            continue
        node = picture.nodes[place]
        case = "to" if fed[place] else "from" if heard[place] else "both"
        yield Breach((node.node_id,), {"node": label(node)}, case)


def fchain_connectivity(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """The members of an FCHAIN form one piece by io; a flow joins its ends even if it is not listed as a member."""
    ahead, back = picture.ahead("io"), picture.back("io")
    work = 0
    for chain in picture.of_type("FCHAIN"):
        members = dict.fromkeys(picture.ahead("compose")[chain])
        work += len(members)
        if members:
            cut_off = _cut_off(members, ahead, back, picture)
            work += sum(len(ahead[member]) + len(back[member]) for member in members)
            if cut_off:
                yield _broken_chain(picture, chain, cut_off)
        if work >= SLICE:
            work = 0
            yield PAUSE


def _cut_off(members: dict[int, None], ahead: Adjacency, back: Adjacency, picture: Picture) -> list[int]:
    """The members that the first one does not reach, directions ignored."""
    waiting = [next(iter(members))]
    seen = set(waiting)
    while waiting:
        place = waiting.pop()
        for way in (ahead, back):
            for following in way[place]:
                if following in seen or (following not in members and picture.nodes[following].node_type != "FLOW"):
                    continue
                seen.add(following)
                waiting.append(following)
    return [member for member in members if member not in seen]


def _broken_chain(picture: Picture, chain: int, cut_off: list[int]) -> Breach:
    node = picture.nodes[chain]
    names: list[str | Term] = [picture.nodes[place].semantic_id for place in cut_off[:_NAMED]]
    told: Values = {"node": label(node), "names": names}
    nodes = (node.node_id, *(picture.nodes[place].node_id for place in cut_off[:_SHOWN]))
    if len(cut_off) <= _NAMED:
        return Breach(nodes, told, identity=(node.node_id,))
    return Breach(nodes, {**told, "more": len(cut_off) - _NAMED}, "more", identity=(node.node_id,))


def flow_cycles(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """An io cycle has an edge that leaves it, or an ACTOR in it.

    Meant per strongly connected component (K-09): of a figure eight, each loop would leave into the other. A component
    without an exit is exactly one whose nodes reach neither an actor nor a dead end, so only those are searched.
    """
    ahead, back = picture.ahead("io"), picture.back("io")
    ways_out = yield from _places_without(ahead)
    ends = yield from picture.reach([*picture.of_type("ACTOR"), *ways_out], back)
    captive = yield from _places_without(ends)
    for component in (yield from _components(captive, ahead)):
        inside = set(component)
        if any(following not in inside for place in component for following in ahead[place]):
            continue
        members = sorted(picture.nodes[place].node_id for place in component)
        first = picture.nodes[min(component)]
        told: Values = {"node": label(first), "count": len(members)}
        yield Breach(tuple(members[:_SHOWN]), told, identity=tuple(members))


def _places_without(what: Adjacency | bytearray) -> Generator[None, None, list[int]]:
    """The places at which there is nothing."""
    found: list[int] = []
    for start in range(0, len(what), SLICE):
        found += [place for place, there in enumerate(what[start : start + SLICE], start) if not there]
        yield PAUSE
    return found


def _components(places: list[int], ahead: Adjacency) -> Generator[None, None, list[list[int]]]:
    """Strongly connected components (Tarjan), without recursion: a chain may be longer than the stack is deep."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_places: list[int] = []
    is_open: set[int] = set()
    found: list[list[int]] = []
    work = 0
    for start in places:
        if start in order:
            continue
        path = [(start, iter(ahead[start]))]
        order[start] = low[start] = len(order)
        open_places.append(start)
        is_open.add(start)
        while path:
            work += 1
            if work % SLICE == 0:
                yield PAUSE
            place, following = path[-1]
            for each in following:
                if each not in order:
                    order[each] = low[each] = len(order)
                    open_places.append(each)
                    is_open.add(each)
                    path.append((each, iter(ahead[each])))
                    break
                if each in is_open:
                    low[place] = min(low[place], order[each])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[place])
                if low[place] == order[place]:
                    found.append(_close(place, open_places, is_open))
    return found


def _close(root: int, open_places: list[int], is_open: set[int]) -> list[int]:
    """Take a finished component off the stack."""
    component: list[int] = []
    while not component or component[-1] != root:
        component.append(open_places.pop())
        is_open.discard(component[-1])
    return component


def full_traceability(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """Every REQ has a path up to a SYS or UC and a path down to a TEST.

    What asks for nothing needs neither.
    """
    tops = [*picture.of_type("SYS"), *picture.of_type("UC")]
    asked = yield from picture.reach(tops, picture.ahead("compose"), picture.ahead("satisfy"))
    tested = yield from picture.reach(picture.of_type("TEST"), picture.back("verify"), picture.back("satisfy"))
    for number, place in enumerate(picture.of_type("REQ")):
        if number % SLICE == 0:
            yield PAUSE
        if asked[place] and tested[place]:
            continue
        node = picture.nodes[place]
        if not asks(node):
            continue
        case = "down" if asked[place] else "up" if tested[place] else "both"
        yield Breach((node.node_id,), {"node": label(node)}, case)


def allocation_cohesion(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """At least .80 of the allocated FUNCs belong to a single MOD."""
    carriers = picture.back("allocate")
    allocated = 0
    shared: list[int] = []
    for number, place in enumerate(picture.of_type("FUNC")):
        if number % SLICE == 0:
            yield PAUSE
        count = len(carriers[place])
        allocated += count > 0
        if count > 1:
            shared.append(place)
    share = (allocated - len(shared)) / allocated if allocated else 1
    if share < options.number("least"):
        subjects = tuple(picture.nodes[place].node_id for place in shared[:_SHOWN])
        yield Breach(subjects, {"share": round(100 * share)}, identity=())


def layer_twins(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """Elements that stand in several layers under one name are one thing each: told once, for all of them."""
    found: dict[tuple[str, str], dict[str, list[NodeId]]] = {}
    for number, node in enumerate(picture.nodes):
        if number % SLICE == 0:
            yield PAUSE
        if layer := layer_of(node):
            found.setdefault((node.node_type, node.name.casefold()), {}).setdefault(layer, []).append(node.node_id)
    twins = [ids for layers in found.values() if len(layers) > 1 for ids in layers.values()]
    nodes = [node_id for ids in twins for node_id in ids]
    if nodes:
        yield Breach(tuple(nodes[:_SHOWN]), {"count": len(nodes)}, identity=())


_IO: Final = frozenset({"io"})

RULES: Final = (
    GraphRule("functional_flow", functional_flow, of=("FUNC",), needs=("ACTOR",), edges=_IO),
    GraphRule("fchain_connectivity", fchain_connectivity, of=("FCHAIN",), edges=frozenset({"io", "compose"})),
    GraphRule("flow_cycles", flow_cycles, of=("FLOW",), needs=("ACTOR",), edges=_IO),
    GraphRule(
        "full_traceability",
        full_traceability,
        of=("REQ",),
        needs=("SYS", "UC", "TEST"),
        fields=frozenset({"normative"}),
        edges=frozenset({"compose", "satisfy", "verify"}),
    ),
    GraphRule(
        "allocation_cohesion",
        allocation_cohesion,
        of=("FUNC",),
        edges=frozenset({"allocate"}),
        options={"least": 0.8},
    ),
    GraphRule("layer_twins", layer_twins, fields=frozenset({"name", LAYER})),
)
