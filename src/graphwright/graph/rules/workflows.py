"""Rules about executable workflows: where nodes stand, what they are typed as, and where their links end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from graphwright.graph.kinds import handles_of
from graphwright.graph.picture import SLICE
from graphwright.graph.rules.base import PAUSE, SOUND, Breach, GraphRule, NearTrigger, NodeRule, Options, label
from graphwright.protocol.texts import Term, Values

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.picture import Picture
    from graphwright.protocol.graph import Node

_RUNNABLE: Final = ("STARTER", "RETURN", "HTML", "ENTRY_TYPE", "STEP")


def step_type(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every STEP is typed as exactly one TYPE."""
    return _counted(node, sum(1 for _ in graph.targets(node.node_id, "typed")))


def on_a_sheet(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """Every node that runs stands on exactly one SHEET."""
    return _counted(node, sum(1 for _ in graph.sources(node.node_id, "compose", "SHEET")))


def _counted(node: Node, count: int) -> Sequence[Breach]:
    """There is none where one belongs, or there are several."""
    if count == 1:
        return SOUND
    if not count:
        return (Breach((node.node_id,), {"node": label(node)}, "none"),)
    return (Breach((node.node_id,), {"node": label(node), "count": count}, "several"),)


def link_handles(graph: Graph, node: Node, options: Options) -> Sequence[Breach]:
    """A link leaves from an out-handle and arrives at an in-handle that its ends have."""
    known = {handle.id: handle.side for handle in handles_of(graph, node)}
    if not known:
        return SOUND
    found: list[Breach] = []
    ends = (("sourceHandle", "out", graph.outgoing), ("targetHandle", "in", graph.incoming))
    for attribute, side, links in ends:
        for link in links(node.node_id, "link"):
            handle = link.attributes.get(attribute)
            if handle is None or known.get(str(handle)) == side:
                continue
            fitting: list[str | Term] = [name for name, where in known.items() if where == side]
            told: Values = {
                "node": label(node),
                "handle": f"{str(handle)!r:.40}",
                "attribute": attribute,
                "fitting": fitting or Term(key="terms.none"),
            }
            identity = (node.node_id, link.edge_id, attribute)
            found.append(Breach((node.node_id,), told, side, (link.edge_id,), identity=identity))
    return found


def reached(picture: Picture, options: Options) -> Iterator[Breach | None]:
    """Every STEP, HTML and RETURN is reached from a STARTER or an ENTRY_TYPE over links."""
    starts = [*picture.of_type("STARTER"), *picture.of_type("ENTRY_TYPE")]
    marks = yield from picture.reach(starts, picture.ahead("link"))
    for node_type in ("STEP", "HTML", "RETURN"):
        for number, place in enumerate(picture.of_type(node_type)):
            if number % SLICE == 0:
                yield PAUSE
            if not marks[place]:
                node = picture.nodes[place]
                yield Breach((node.node_id,), {"node": label(node)})


RULES: Final = (
    NodeRule("step_type", step_type, of=("STEP",), needs=("TYPE",), edges=frozenset({"typed"})),
    NodeRule("on_a_sheet", on_a_sheet, of=_RUNNABLE, needs=("SHEET",), edges=frozenset({"compose"})),
    NodeRule(
        "link_handles",
        link_handles,
        of=_RUNNABLE,
        fields=frozenset({"handles"}),
        edges=frozenset({"link", "typed"}),
        near=(NearTrigger("handles", at="TYPE", by="typed"),),
    ),
    GraphRule("reached", reached, of=("STEP",), needs=("STARTER", "ENTRY_TYPE"), edges=frozenset({"link"})),
)
