"""What retrieval found, as a data block for a prompt: best matches first by id, then their lines and edges, bounded.

It stands in the newest message only and is made anew for each question, so a history never piles up snapshots of a
model that has moved on (WD-22).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from graphwright.context.ask_instructions import BEST, FOUND, NOTHING_FOUND
from graphwright.context.data_block import data_block
from graphwright.context.disclosure import cut_text, shown_attributes
from graphwright.formats.encoding import COMPACT, document_lines
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.protocol.ids import NodeId

DESCR_CHARACTERS: Final = 600
"""Of one description; a tool reads the rest."""
MAX_EDGES: Final = 120
NAMED: Final = 10
"""Where the graph is shown whole anyway."""


def found_block(
    graph: Graph,
    node_ids: Sequence[NodeId],
    *,
    mark: str,
    language: Language,
    is_shown: bool = False,
) -> str:
    """The block; `node_ids` best first, those that are gone by now are passed over. Says so when nothing was found.

    `is_shown`: the prompt holds the whole graph, so that only the best are named.
    """
    nodes = [graph.nodes[node_id] for node_id in node_ids if node_id in graph.nodes]
    if not nodes:
        return data_block(FOUND, NOTHING_FOUND[language], mark=mark)
    if is_shown:
        named = ", ".join(f"{graph.short_id(node)} {escape(node.name)}" for node in nodes[:NAMED])
        return data_block(FOUND, BEST[language].format(nodes=named), mark=mark)
    shown = {node.node_id for node in nodes}
    inner = (edge for node in nodes for edge in graph.outgoing(node.node_id) if edge.target in shown)
    lines = document_lines(
        COMPACT,
        graph,
        [replace(node, descr=cut_text(node.descr, DESCR_CHARACTERS)) for node in nodes],
        list(islice(inner, MAX_EDGES)),
        attributes_of=shown_attributes(graph.ontology),
    )
    best = ", ".join(graph.short_id(node) for node in nodes[:10])
    return data_block(FOUND, "\n".join([f"Best first: {best}", *lines]), mark=mark)
