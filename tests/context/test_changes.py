"""What is told of the changes since a thread last saw a model, where there are very many."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from graphwright.context.changes import news
from graphwright.protocol.graph import Change, EdgeChange, NodeChange
from tests.formats.models import edge, graph_of, node


@pytest.mark.requirement("B-21")
def test_the_edges_of_removed_nodes_are_told_where_the_removals_are_not_told_any_more():
    ends = [node(f"Gone{number}.FN.{number:03}") for number in range(1, 21)]
    edges = [edge(one.node_id, "compose", two.node_id) for one, two in pairwise(ends)]
    calm = [node(f"Calm{number}.FN.{number:03}") for number in range(101, 141)]
    graph = graph_of([replace(each, descr="x" * 300) for each in calm])
    changes: list[Change] = [NodeChange(before=each, after=None) for each in ends]
    changes += [NodeChange(before=each, after=replace(each, descr="x" * 300)) for each in calm]
    changes += [EdgeChange(before=each, after=None) for each in edges]

    text = news(graph, changes, 1)

    assert text.startswith("39 earlier changes are left out\n")
    assert "- Gone19.FN.019 -cp-> Gone20.FN.020" in text


@pytest.mark.requirement("B-21")
def test_the_newest_changes_are_told_whether_of_nodes_or_of_edges():
    old, new = (node(f"{name}.FN.{number:03}") for number, name in enumerate(("Old", "New"), start=1))
    calm = [node(f"Calm{number}.FN.{number:03}") for number in range(101, 401)]
    made = [edge(old.node_id, "compose", each.node_id) for each in calm]
    graph = graph_of([old, new, *calm], made)
    changes: list[Change] = [EdgeChange(before=None, after=each) for each in made]
    changes = [NodeChange(before=None, after=old), *changes, NodeChange(before=None, after=new)]

    text = news(graph, changes, 1)

    assert "+ New|FUNC|New.FN.002" in text
    assert "+ Old|" not in text
