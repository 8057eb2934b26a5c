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
from graphwright.graph.main_parts import MainPart, MainParts, PartKey, main_parts
from graphwright.ports import Clock, Overtaken, of_one_revision
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId

PARTS: Final = "parts"
"""Label of the block."""
_HEADING: Final = (
    "Main parts: what each holds in all, what its head is made of, its most connected elements, and the parts that it "
    "is most related to"
)
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
    lines = [_HEADING]
    for part in found.parts:
        named |= dict.fromkeys(each.node_id for each in part.shown)
        lines.append(_line(graph, part))
    if found.left:
        lines.append(f"{found.left:,} elements belong to none of them")
    if found.smaller:
        smaller = ", ".join(f"{escape(title[:_NAME])} ({count})" for title, count in found.smaller.items())
        lines.append(f"Smaller sections: {smaller}")
    return GraphExcerpt(escape_roles("\n".join(lines)), list(named), len(found.parts))


def _line(graph: Graph, part: MainPart) -> str:
    descr = "" if part.head is None else part.head.descr
    what = f": {escape(cut_text(descr, _DESCR))}" if descr else ""
    holds = ", ".join(f"{count} {node_type}" for node_type, count in part.holds.items())
    made_of = ", ".join(_called(graph, each) for each in part.made_of)
    others = [each for each in part.central if each not in part.made_of]
    central = ", ".join(_called(graph, each) for each in others)
    tied = ", ".join(f"{_key(graph, other)} ({count})" for other, count in part.tied.items())
    told = (
        ("holds", holds),
        ("made of", f"{made_of} and {part.more} more" if part.more else made_of),
        ("most connected" if any(graph.degree(each.node_id) for each in others) else "such as", central),
        ("related to", tied),
    )
    name = f"Section {escape(part.name[:_NAME])}" if part.head is None else f"{_called(graph, part.head)}{what}"
    return "; ".join([name, *(f"{key} {text}" for key, text in told if text)])


def _key(graph: Graph, key: PartKey) -> str:
    """A part by the short id of its head, or by its title."""
    head = graph.nodes.get(NodeId(key))
    return escape(key[:_NAME]) if head is None else graph.short_id(head)


def _called(graph: Graph, node: Node) -> str:
    return f"{graph.short_id(node)} {escape(node.name[:_NAME])}"
