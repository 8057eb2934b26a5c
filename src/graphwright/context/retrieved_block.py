"""What retrieval found, as a data block for a prompt: best matches first by id, then their lines and edges, bounded.

It stands in the newest message only and is made anew for each question, so a history never piles up snapshots of a
model that has moved on (WD-22).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.context.ask_instructions import FOUND, NOTHING_FOUND
from graphwright.context.data_block import data_block
from graphwright.context.disclosure import shown_attributes
from graphwright.formats.encoding import COMPACT, document_lines
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.protocol.ids import EdgeId, NodeId

DESCR_CHARACTERS: Final = 600
"""Of one description; a tool reads the rest."""
MAX_EDGES: Final = 120


def found_block(
    graph: Graph, node_ids: Sequence[NodeId], edge_ids: Iterable[EdgeId], *, mark: str, language: Language
) -> str:
    """The block; `node_ids` best first, those that are gone by now are passed over. Says so when nothing was found."""
    nodes = [graph.nodes[node_id] for node_id in node_ids if node_id in graph.nodes]
    if not nodes:
        return data_block(FOUND, NOTHING_FOUND[language], mark=mark)
    shown = {node.node_id for node in nodes}
    edges = [graph.edges[edge_id] for edge_id in edge_ids if edge_id in graph.edges]
    inner = [edge for edge in edges if edge.source in shown and edge.target in shown][:MAX_EDGES]
    lines = document_lines(
        COMPACT,
        graph,
        [replace(node, descr=_shortened(node.descr)) for node in nodes],
        inner,
        attributes_of=shown_attributes(graph.ontology),
    )
    best = ", ".join(graph.short_id(node) for node in nodes[:10])
    return data_block(FOUND, "\n".join([f"Best first: {best}", *lines]), mark=mark)


def _shortened(descr: str) -> str:
    return descr if len(descr) <= DESCR_CHARACTERS else f"{descr[:DESCR_CHARACTERS]}…"
