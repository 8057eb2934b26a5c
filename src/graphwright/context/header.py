"""The few lines above a capture that tell a language model what it is looking at (B-22..B-25).

The same capture gives the same bytes: a revision stands there and no time (WB-08). It also carries what is not
in the graph: edits not sent yet (B-06), positions, zoom. Texts of people are escaped here like everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from graphwright.context.canvases import CHARACTERS, ROWS, canvas_sections, cut, listed
from graphwright.context.captured import CaptureMetadata, CaptureOptions
from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import is_secret
from graphwright.context.visibility import Positions
from graphwright.formats.encoding import Encoding, node_key
from graphwright.formats.escape import escape
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import CanvasState, Filters
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import MessageId

EDITS: Final = 20
"""That are not sent yet; more than anybody types at once."""
EDIT_CHARACTERS: Final = 1_000
"""Of one such edit."""
NOTHING_SAID: Final[Mapping[MessageId, str]] = MappingProxyType({})


def write_header(
    metadata: CaptureMetadata,
    options: CaptureOptions,
    graph: Graph,
    canvas: CanvasState,
    *,
    shown: Iterable[Node],
    encoding: Encoding,
    positions: Positions | None,
    said: Mapping[MessageId, str] = NOTHING_SAID,
) -> str:
    """The header of a capture; empty when nothing of it is wanted."""
    lines: list[str] = []
    if options.include_metadata:
        lines += _metadata_lines(metadata, with_types=options.include_types)
    lines += _pending_lines(canvas, graph)
    if options.include_viewport:
        viewport = canvas.viewport
        lines.append(f"Viewport: zoom {metadata.zoom}%, centre {viewport.center_x:g}, {viewport.center_y:g}")
    if options.include_positions and positions is not None:
        places = (
            f"{encoding.ref(node, graph)} {positions[node.node_id][0]:g},{positions[node.node_id][1]:g}"
            for node in sorted(shown, key=lambda node: node_key(node, graph))
            if node.node_id in positions
        )
        lines.append(f"Positions: {'; '.join(places) or 'none'}")
    if options.canvases:
        lines += canvas_sections(canvas, graph, said)
    return escape_roles("\n".join(lines))


def filter_lines(filters: Filters) -> list[str]:
    """Active filters in words (B-23); nothing for a filter that lets everything through."""
    lines: list[str] = []
    if filters.node_types:
        lines.append(f"Node Types: {_words(filters.node_types)}")
    if filters.relation_types:
        lines.append(f"Relations: {_words(filters.relation_types)}")
    if not filters.show_flows:
        lines.append("Show Flows: No")
    if filters.rollup_level is not None:
        lines.append(f"Rollup Level: {filters.rollup_level}")
    return lines


def _words(words: Sequence[str]) -> str:
    return listed([escape(cut(word, CHARACTERS)) for word in words[:ROWS]], len(words))


def _metadata_lines(metadata: CaptureMetadata, *, with_types: bool) -> Iterator[str]:
    yield f"Revision: {metadata.revision}"
    yield f"Total Nodes: {metadata.total_nodes}"
    yield f"Total Edges: {metadata.total_edges}"
    if with_types:
        histogram = ", ".join(f"{node_type} ({count})" for node_type, count in metadata.histogram.items())
        yield f"Node Types: {histogram or 'none'}"
    if metadata.omitted_nodes or metadata.omitted_edges:
        yield (
            f"Shown: {metadata.kept_nodes} nodes, {metadata.kept_edges} edges; "
            f"left out: {metadata.omitted_nodes} nodes, {metadata.omitted_edges} edges"
        )
    if metadata.selected:
        yield f"Selected: {', '.join(metadata.selected)}"
    if metadata.active_filters:
        yield f"Active Filters: {' | '.join(metadata.active_filters)}"
    yield f"Layout: {metadata.layout}"
    yield from metadata.notices


def _pending_lines(canvas: CanvasState, graph: Graph) -> list[str]:
    """Edits a person has typed but not sent: shown as such, never mixed into the graph."""
    lines: list[str] = []
    for edit in canvas.pending[:EDITS]:
        node = graph.nodes.get(edit.node_id)
        if node is None or is_secret(edit.field):
            continue
        text = edit.value if isinstance(edit.value, str) else msgspec.json.encode(edit.value).decode()
        value = cut(text, EDIT_CHARACTERS)
        value = escape(value) if isinstance(edit.value, str) else value
        lines.append(f"Not sent yet: {node.semantic_id} {escape(cut(edit.field, CHARACTERS))} = {value}")
    if len(canvas.pending) > EDITS:
        lines.append(f"Not sent yet: {len(canvas.pending) - EDITS} more edits")
    return lines
