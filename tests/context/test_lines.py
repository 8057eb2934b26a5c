"""Cached lines follow every commit: the same bytes as a fresh start, and the same tokens."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graphwright.context.capture import MAX_FOLLOWED, Captures
from graphwright.context.line_cache import CachedLines, LineBlocks
from graphwright.context.tokens import ESTIMATED, Tokenizer, estimate
from graphwright.formats.compact import read_compact
from graphwright.formats.encoding import ENCODINGS, EncodingName
from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.graph import Author, Change, EdgeChange, NodeChange
from graphwright.protocol.ids import CommitId, NodeId, PersonId
from graphwright.protocol.operations import Commit, FindingsDelta
from graphwright.protocol.projects import RIGHTS
from tests.formats.models import edge, graph_of, hostile_graphs, node, order_system

READ = RIGHTS["viewer"]
COUNTER = Tokenizer(method=ESTIMATED, count=estimate)


def commit_to(graph: Graph, *changes: Change) -> Commit:
    """Change the graph and answer with the commit that did it."""
    graph.apply(changes, graph.revision + 1)
    return Commit(
        commit_id=CommitId("c"),
        revision=graph.revision,
        at=datetime(2025, 1, 1, tzinfo=UTC),
        author=Author(person_id=PersonId("p"), name="Ada"),
        origin="person",
        changes=list(changes),
        aliases={},
        findings=FindingsDelta(introduced=[], resolved=[]),
    )


def filled(graph: Graph, name: EncodingName) -> CachedLines:
    lines = CachedLines(graph, ENCODINGS[name])
    lines.fill()
    return lines


@pytest.mark.slow
@pytest.mark.requirement("T-06", "B-32", "WB-03")
@pytest.mark.parametrize("name", ["compact", "format-e"])
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs(), data=st.data())
def test_lines_that_followed_commits_are_the_lines_of_a_fresh_start(name: EncodingName, graph: Graph, data):
    """Deletes with their edges, new nodes that share a counter, edits and new edges, in any order."""
    lines = filled(graph, name)
    for step in range(data.draw(st.integers(1, 6))):
        lines.on_commit(commit_to(graph, *_some_changes(graph, step, data)))
        "\n".join(lines.texts())
        lines.tokens(COUNTER)
    fresh = filled(graph, name)
    assert list("\n".join(lines.texts()).split("\n")) == list("\n".join(fresh.texts()).split("\n"))
    assert lines.tokens(COUNTER) == fresh.tokens(COUNTER)


def _some_changes(graph: Graph, step: int, data) -> list[Change]:
    kind = data.draw(st.sampled_from(["create", "edit", "delete", "connect"]))
    if kind == "create" or not graph.nodes:
        node_type = data.draw(st.sampled_from(list(graph.ontology.node_types.values())))
        counter = data.draw(st.integers(1, 3))
        id_text = semantic_id(f"Made{step}", type_word="Type", abbreviation=node_type.abbreviation, counter=counter)
        return [NodeChange(before=None, after=replace(node(id_text, "made"), node_id=NodeId(f"made{step}")))]
    chosen = graph.nodes[data.draw(st.sampled_from(sorted(graph.nodes)))]
    if kind == "edit":
        return [NodeChange(before=chosen, after=replace(chosen, name=f"Edited {step}", descr="edited"))]
    if kind == "delete":
        touching = {each.edge_id: each for each in (*graph.outgoing(chosen.node_id), *graph.incoming(chosen.node_id))}
        return [
            *(EdgeChange(before=each, after=None) for each in touching.values()),
            NodeChange(before=chosen, after=None),
        ]
    other = data.draw(st.sampled_from(sorted(graph.nodes)))
    made = edge(chosen.node_id, data.draw(st.sampled_from(list(graph.ontology.relations))), other)
    return [EdgeChange(before=graph.edges.get(made.edge_id), after=made)]


@pytest.mark.requirement("B-32", "WB-03")
def test_a_new_node_that_makes_a_short_id_ambiguous_changes_all_lines_with_it():
    graph = order_system()
    made = Captures(graph, counter=COUNTER)
    before = made.capture(CanvasState(), rights=READ).body
    twin = replace(node("Twin.RQ.001"), node_id=NodeId("twin"))
    made.on_commit(commit_to(graph, NodeChange(before=None, after=twin)))
    body = made.capture(CanvasState(), rights=READ).body
    assert "FN1 st OrdersAreChecked.RQ.001" in body
    assert len(read_compact(body, graph.ontology)) == 9 + 8
    made.on_commit(commit_to(graph, NodeChange(before=twin, after=None)))
    assert made.capture(CanvasState(), rights=READ).body == before


@pytest.mark.requirement("B-77")
def test_blocks_stay_near_the_square_root_of_their_lines():
    graph = graph_of([])
    lines = filled(graph, "compact")
    for number in range(1, 1001):
        lines.on_commit(commit_to(graph, NodeChange(before=None, after=node(f"Do{number}.FN.{number:03d}"))))
    blocks = list(lines.texts())[1:]
    assert 20 < len(blocks) < 80
    assert max(len(block.split("\n")) for block in blocks) <= 2 * 32 + 1


@pytest.mark.requirement("B-77", "T-06")
def test_commits_that_come_while_the_lines_are_made_are_followed():
    nodes = [node(f"Do{number}.FN.{number:03d}") for number in range(1, 201)]
    graph = graph_of(nodes, [edge("fn1", "compose", "fn2"), edge("fn150", "compose", "fn151")])
    captures = Captures(graph, counter=COUNTER)
    steps = captures.warm()
    for _ in range(3):
        next(steps)
    gone, new = graph.nodes[NodeId("fn1")], node("New.RQ.001")
    captures.on_commit(
        commit_to(
            graph,
            EdgeChange(before=edge("fn1", "compose", "fn2"), after=None),
            NodeChange(before=gone, after=None),
            NodeChange(before=None, after=new),
            NodeChange(before=nodes[1], after=replace(nodes[1], descr="edited")),
            EdgeChange(before=None, after=edge("fn199", "satisfy", "rq1")),
        )
    )
    assert len(list(steps)) == 1
    assert captures.capture(CanvasState(), rights=READ).body == "\n".join(filled(graph, "compact").texts())


@pytest.mark.requirement("Z-163")
@pytest.mark.parametrize(("more", "is_followed"), [(0, True), (1, False)])
def test_lines_of_a_commit_too_large_to_be_followed_at_once_are_made_in_slices_again(more: int, is_followed: bool):
    graph = graph_of([node(f"Do{number}.FN.{number:03d}") for number in range(1, 101)])
    captures = Captures(graph, counter=COUNTER)
    assert len(list(captures.warm())) > 1
    new = [node(f"New{number}.RQ.{number:04d}") for number in range(1, MAX_FOLLOWED + more + 1)]
    captures.on_commit(commit_to(graph, *(NodeChange(before=None, after=each) for each in new)))
    assert (not list(captures.warm())) is is_followed
    assert captures.capture(CanvasState(), rights=READ).body == "\n".join(filled(graph, "compact").texts())


@pytest.mark.requirement("B-77")
def test_only_the_changed_line_is_counted_again():
    counted: list[str] = []

    def count(text: str) -> int:
        counted.append(text)
        return len(text)

    counter = Tokenizer(method="by length", count=count)
    key = lambda number: (1.0, "FUNC", number, f"F{number}")  # noqa: E731 - a key in one line
    blocks = LineBlocks({key(number): f"line {number}" for number in range(100)})
    blocks.tokens(counter)
    counted.clear()
    blocks.put(key(50), "changed")
    assert blocks.tokens(counter) == sum(len(text) + 1 for text in blocks.lines.values())
    assert counted == ["changed\n"]
