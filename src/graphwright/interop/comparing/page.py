"""The changed part of a model as one page: a picture and, below it, each change in words. Nothing in it is loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from importlib import resources
from typing import Final

from graphwright.baselines import Tally
from graphwright.formats.cleaning import clean
from graphwright.graph.difference import Fate
from graphwright.graph.document import Graph
from graphwright.interop.comparing.comparison import ModelComparison
from graphwright.interop.comparing.layout import columns
from graphwright.protocol.graph import Change, Edge, Node, NodeChange
from graphwright.protocol.ids import EdgeId, NodeId

DRAWN: Final = 120
"""Boxes that a picture shows; all changes are in the list."""
_WIDTH, _HEIGHT, _ACROSS, _DOWN, _EDGE = 190, 46, 300, 70, 20
_LETTERS: Final = 23
"""Of a name in its box; all of it shows when the pointer is over it."""
_SIGNS: Final[dict[Fate, str]] = {"added": "+", "modified": "~", "deleted": "−", "unchanged": ""}
_STYLE: Final = (resources.files("graphwright.interop.comparing") / "page.css").read_text(encoding="utf-8")


def write_page(comparison: ModelComparison, before: Graph, after: Graph) -> str:
    """The page; the graphs have the same ids for elements that are the same."""
    return "\n".join(_page(comparison, _Picture(comparison, before, after), before, after)) + "\n"


def fate_of(change: Change) -> Fate:
    """What became of an element."""
    return "added" if change.before is None else "deleted" if change.after is None else "modified"


def _page(comparison: ModelComparison, picture: _Picture, before: Graph, after: Graph) -> Iterator[str]:
    names = f"{_text(comparison.before)} → {_text(comparison.after)}"
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{names}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{names}</h1>"
    yield f"<p>Nodes: {_counts(comparison.nodes)}.<br>Edges: {_counts(comparison.edges)}.</p>"
    if not comparison.changes:
        yield "<p>Both say the same.</p></body></html>"
        return
    if picture.left_out:
        yield f"<p>The picture shows {DRAWN} of {DRAWN + picture.left_out} boxes.</p>"
    yield f'<div class="picture">{picture.svg()}</div>'
    yield "<table>"
    for change in comparison.changes:
        yield _row(change, before, after)
    yield "</table></body></html>"


class _Picture:
    """What is drawn: every changed element, the ends of changed edges, and what a changed node is joined with."""

    def __init__(self, comparison: ModelComparison, before: Graph, after: Graph) -> None:
        fates: dict[str, Fate] = {}
        wanted: dict[NodeId, None] = {}
        for change in comparison.changes:
            element = change.after or change.before
            if isinstance(element, Node):
                fates[element.node_id] = fate_of(change)
                wanted[element.node_id] = None
            elif element is not None:
                fates[element.edge_id] = fate_of(change)
                wanted |= dict.fromkeys((element.source, element.target))
        for node_id in [each for each in wanted if each in fates]:
            for graph in (before, after):
                if node_id in graph.nodes:
                    wanted |= dict.fromkeys(graph.neighbours(node_id))
        drawn = [*wanted][:DRAWN]
        self.left_out = len(wanted) - len(drawn)
        self._fates = fates
        self._nodes = {each: after.nodes.get(each) or before.nodes[each] for each in drawn}
        edges: dict[EdgeId, Edge] = {**before.edges, **after.edges}
        self._edges = [each for each in edges.values() if each.source in self._nodes and each.target in self._nodes]
        found = columns(drawn, [(each.source, each.target) for each in self._edges])
        self._places = {
            node: (_EDGE + across * _ACROSS, _EDGE + down * _DOWN)
            for across, column in enumerate(found)
            for down, node in enumerate(column)
        }

    def svg(self) -> str:
        """The drawing, edges under boxes."""
        width = max(across for across, _ in self._places.values()) + _WIDTH + _EDGE
        height = max(down for _, down in self._places.values()) + _HEIGHT + 2 * _EDGE
        parts = [self._edge(each) for each in self._edges] + [self._box(each) for each in self._nodes.values()]
        heads = "".join(
            f'<marker id="{fate}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0 8 4 0 8z" style="fill:var(--{colour});stroke:none"/></marker>'
            for fate, colour in zip(_SIGNS, ("added", "modified", "deleted", "line"), strict=True)
        )
        return (
            f'<svg role="img" aria-label="The changed part" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}"><defs>{heads}</defs>{"".join(parts)}</svg>'
        )

    def _box(self, node: Node) -> str:
        fate = self._fates.get(node.node_id, "unchanged")
        across, down = self._places[node.node_id]
        name = clean(node.name)
        short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
        return (
            f'<g class="{fate}"><title>{_text(node.semantic_id)}: {_text(name)}</title>'
            f'<rect x="{across}" y="{down}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
            f'<text class="type" x="{across + 8}" y="{down + 16}">{_SIGNS[fate]} {_text(node.node_type)}</text>'
            f'<text x="{across + 8}" y="{down + 35}">{_text(short)}</text></g>'
        )

    def _edge(self, edge: Edge) -> str:
        fate = self._fates.get(edge.edge_id, "unchanged")
        (x1, y1), (x2, y2) = self._places[edge.source], self._places[edge.target]
        y1, y2 = y1 + _HEIGHT // 2, y2 + _HEIGHT // 2
        # Behind the next column it runs between the rows, not under the boxes.
        sag = _DOWN // 2 if abs(x2 - x1) > _ACROSS else 0
        is_forward = x2 > x1
        x1, x2 = x1 + _WIDTH, x2 if is_forward else x2 + _WIDTH
        bend = (x2 - x1) // (3 if sag else 2) if is_forward else _ACROSS // 3
        far = x2 - bend if is_forward else x2 + bend
        low1, low2 = y1 + sag * 4 // 3, y2 + sag * 4 // 3
        curve = f"M{x1} {y1}C{x1 + bend} {low1} {far} {low2} {x2} {y2}"
        path = f'<path class="{fate}" marker-end="url(#{fate})" d="{curve}"/>'
        middle = f'x="{(x1 + x2) // 2 - 20}" y="{(y1 + y2) // 2 + sag - 5}"'
        label = f'<text class="edge" {middle}>{_text(edge.edge_type)}</text>'
        return path + (label if fate != "unchanged" else "")


def _row(change: Change, before: Graph, after: Graph) -> str:
    fate, element = fate_of(change), change.after or change.before
    if isinstance(element, Node):
        kind, what = element.node_type, f"{_text(element.name)} <code>{_text(element.semantic_id)}</code>"
    elif element is not None:
        graph = after if change.after is not None else before
        ends = [_text(graph.nodes[end].name) for end in (element.source, element.target)]
        kind, what = element.edge_type, " → ".join(ends)
    else:
        kind = what = ""
    fields = "<br>".join(_fields(change))
    return (
        f'<tr class="{fate}"><td class="sign">{_SIGNS[fate]}</td><td class="type">{_text(kind)}</td>'
        f"<td>{what}</td><td>{fields}</td></tr>"
    )


def _fields(change: Change) -> Iterator[str]:
    """Each value that is another one now; of an element that came or went nothing but its description."""
    old, new = _values(change.before), _values(change.after)
    for name in old | new:
        was, now = old.get(name, ""), new.get(name, "")
        if was == now or (isinstance(change, NodeChange) and name == "name" and not (old and new)):
            continue
        told = " ".join(f"<{tag}>{_text(value)}</{tag}>" for tag, value in (("del", was), ("ins", now)) if value)
        yield f"{_text(name)}: {told}"


def _values(element: Node | Edge | None) -> dict[str, str]:
    if element is None:
        return {}
    values = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in element.attributes.items()
    }
    return {"name": element.name, "description": element.descr, **values} if isinstance(element, Node) else values


def _counts(tally: Tally) -> str:
    return f"{tally.added} added, {tally.modified} modified, {tally.deleted} deleted, {tally.unchanged} unchanged"


def _text(text: str) -> str:
    return escape(clean(text))
