"""Context of several canvases, and since a moment: what was left for later (B-39, B-40), and its figures (B-53)."""

from __future__ import annotations

import itertools

import pytest

from graphwright.context.capture import Captures
from graphwright.context.capture_parts import ChangesSince
from graphwright.context.captured import CaptureOptions
from graphwright.context.tokens import ESTIMATED, Tokenizer, estimate
from graphwright.graph.document import Graph
from graphwright.protocol.canvas import CanvasState, ChatView, Selection, TableView
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.ids import MessageId, NodeId
from graphwright.protocol.projects import RIGHTS
from tests.formats.models import graph_of, node, order_system

READ = RIGHTS["editor"]
COUNTER = Tokenizer(method=ESTIMATED, count=estimate)
WITH = CaptureOptions(canvases=True)


def nodes(count: int) -> Graph:
    return graph_of(
        [node(f"Part{number}.FN.{number:03d}", f"Part {number} works.") for number in range(1, count + 1)], []
    )


def changed_in(graph: Graph, count: int) -> ChangesSince:
    """The first so many nodes have a new description."""
    first = list(graph.nodes.values())[:count]
    return ChangesSince(0, [NodeChange(before=node(str(each.semantic_id), "Before."), after=each) for each in first])


@pytest.mark.requirement("B-40")
def test_every_canvas_that_told_what_it_shows_has_a_section_of_its_own():
    graph = order_system()
    (first, second, *_) = graph.nodes.values()
    canvas = CanvasState(
        selection=Selection(nodes=[second.node_id]),
        chat=ChatView(messages=[MessageId("m1"), MessageId("m2")]),
        table=TableView(rows=[first.node_id, second.node_id, NodeId("gone")], total=12, search="or|der", sort="-name"),
        active="table",
    )

    made = Captures(graph, counter=COUNTER).capture(
        canvas, WITH, rights=READ, said={MessageId("m2"): "Human: and\nthe\u202e rest?" + "x" * 300}
    )

    _, _, sections = made.header.partition("In front: ")
    lines = sections.splitlines()
    assert lines[:3] == ["table", "## Chat", "2 messages in view"]
    assert lines[3].startswith("- \\u{48}uman: and the rest?xx")
    assert lines[3].endswith("…")
    assert lines[4:] == [
        "## Table",
        "12 rows, search: or\\|der, order: name, turned round",
        f"In view: {first.semantic_id}, {second.semantic_id}",
        "## Graph",
        "layout hierarchical, zoom 100%",
        f"Selected: {second.semantic_id}",
    ]


@pytest.mark.requirement("B-40")
def test_without_being_asked_for_the_canvases_are_no_part_of_a_capture():
    graph = order_system()
    canvas = CanvasState(chat=ChatView(messages=[MessageId("m1")]), table=TableView(search="pay"))
    made = Captures(graph, counter=COUNTER)

    plain = made.capture(CanvasState(), rights=READ)
    scrolled = made.capture(canvas, rights=READ)

    assert scrolled is plain
    assert made.capture(CanvasState(), WITH, rights=READ).text == plain.text


@pytest.mark.requirement("B-40", "B-12")
def test_what_is_visible_is_what_the_table_shows_when_the_table_is_in_front():
    graph = order_system()
    first, second, *_ = graph.nodes.values()
    table = TableView(rows=[first.node_id, second.node_id])
    made = Captures(graph, counter=COUNTER)

    behind = made.capture(CanvasState(table=table), CaptureOptions(mode="visible"), rights=READ)
    front = made.capture(CanvasState(table=table, active="table"), CaptureOptions(mode="visible"), rights=READ)

    assert behind.metadata.kept_nodes == len(graph.nodes)
    assert front.metadata.kept_nodes == 2


@pytest.mark.requirement("B-39")
@pytest.mark.parametrize(("count", "mode"), [(1, "changed"), (5, "changed"), (60, "full")])
@pytest.mark.parametrize("is_warm", [True, False])
def test_the_difference_is_sent_while_it_is_shorter_and_the_whole_once_that_is(count, mode, is_warm):
    graph = nodes(60)
    made = Captures(graph, counter=COUNTER)
    if is_warm:
        for _ in made.warm():
            pass

    whole = made.capture(CanvasState(), rights=READ)
    shown = made.capture(CanvasState(), CaptureOptions(mode="changed"), rights=READ, since=changed_in(graph, count))

    assert shown.mode == mode
    assert shown.body_tokens <= whole.body_tokens
    assert ("all of the model is shorter" in str(shown.metadata.notices)) == (mode == "full")


@pytest.mark.requirement("B-53", "WB-04")
def test_the_figures_of_capturing_are_kept():
    ticks = itertools.count()
    made = Captures(order_system(), counter=COUNTER, timer=lambda: next(ticks) * 0.001)
    for _ in range(3):
        made.capture(CanvasState(), rights=READ)
    made.capture(CanvasState(), CaptureOptions(mode="minimal"), rights=READ)

    stats = made.stats()

    assert (stats.hits, stats.misses, stats.size, stats.errors) == (2, 2, 2, 0)
    assert stats.captures_by_mode == {"full": 3, "minimal": 1}
    assert (stats.average_ms, stats.p95_ms, stats.p99_ms) == pytest.approx((1.0, 1.0, 1.0))
    assert stats.average_tokens * 2 == pytest.approx(stats.tokens, abs=2)
    assert stats.tokens_from_cache > 0
