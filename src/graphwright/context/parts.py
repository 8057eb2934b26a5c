"""The main parts of a model, kept until it changes, and as lines of a prompt: what a question about the whole rests on.

Of a model too large to be shown, retrieval finds what the words of a question are like. "What are the main parts?" is
like nothing in it. So every question about such a model is given its parts, each with what it holds (16.6).
"""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import cut_text
from graphwright.context.large import GraphExcerpt
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.graph.main_parts import MainPart, MainParts, main_parts
from graphwright.ports import Clock, Overtaken, of_one_revision
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

PARTS: Final = "parts"
"""Label of the block."""
_NAME: Final = 80
_DESCR: Final = 160
"""Characters of a head's name and description; a tool reads the rest."""

_kept: Final[WeakKeyDictionary[Graph, tuple[int, MainParts]]] = WeakKeyDictionary()
"""With the revision they are of."""


async def parts_of(graph: Graph, clock: Clock) -> MainParts:
    """The parts of a model as it is; looked for in slices, as long as nobody changes it meanwhile (ADR-97)."""
    tried = 0
    while (kept := _kept.get(graph)) is None or kept[0] != graph.revision:
        try:
            looked_for = of_one_revision(lambda: main_parts(graph), graph, clock, tried=tried)
            _kept[graph] = (graph.revision, await looked_for)
        except Overtaken:
            tried += 1
    return kept[1]


def parts_excerpt(graph: Graph, found: MainParts) -> GraphExcerpt:
    """A line for each part, its elements that are named there among what was shown."""
    named: dict[NodeId, None] = {}
    lines = ["Main parts: what each holds, its most connected elements, and the parts it is most related to"]
    for part in found.parts:
        named |= dict.fromkeys(each.node_id for each in (part.head, *part.central))
        lines.append(_line(graph, part))
    if found.left:
        lines.append(f"{found.left:,} elements belong to none of them")
    return GraphExcerpt(escape_roles("\n".join(lines)), list(named), len(found.parts))


def _line(graph: Graph, part: MainPart) -> str:
    descr = part.head.descr
    what = f": {escape(cut_text(descr, _DESCR))}" if descr else ""
    holds = ", ".join(f"{count} {node_type}" for node_type, count in part.holds.items())
    central = ", ".join(_called(graph, each) for each in part.central)
    tied = ", ".join(f"{graph.short_id(graph.nodes[head])} ({count})" for head, count in part.tied.items())
    told = (("holds", holds), ("most connected", central), ("related to", tied))
    return "; ".join([f"{_called(graph, part.head)}{what}", *(f"{key} {text}" for key, text in told if text)])


def _called(graph: Graph, node: Node) -> str:
    return f"{graph.short_id(node)} {escape(node.name[:_NAME])}"
