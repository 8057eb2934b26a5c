"""Graphs for tests of formats: empty ones, from Format E, and with operations applied as an import applies them."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from graphwright.formats.format_e import read_format_e
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.matching import ModelDifferences, differences
from graphwright.operations.plan import plan
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.operations import ChangeSet, Operation


def empty() -> Graph:
    """A graph of profile `systems`."""
    return Graph(default_ontology())


def applied(graph: Graph, operations: list[Operation]) -> Graph:
    """The graph with these operations, all of which must be sound."""
    ids = Ids(ManualClock(datetime(2025, 1, 1, tzinfo=UTC)), random_bytes=Random(graph.revision).randbytes)
    change_set = ChangeSet(base_revision=graph.revision, operations=operations)
    planned = plan(graph, change_set, ids=ids, importing=True)
    assert planned.problems == []
    graph.apply(planned.changes, graph.revision + 1)
    return graph


def graph_of(format_e: str) -> Graph:
    """A graph from its Format E."""
    graph = empty()
    return applied(graph, read_format_e(format_e, graph.ontology))


def brought(graph: Graph, data: bytes, name: str = "model") -> ModelDifferences:
    """What a file of other people would change."""
    return differences(read_import(ForeignFile(data, name), graph.ontology), graph, name)


def imported(data: bytes, name: str = "model") -> Graph:
    """A file in a project of its own."""
    graph = empty()
    return applied(graph, brought(graph, data, name).operations)
