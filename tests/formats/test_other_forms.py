"""JSON, TOON and tables."""

from __future__ import annotations

import msgspec
import pytest
import toons
from hypothesis import given, settings

from graphwright.errors import InvalidCommand, Refused
from graphwright.formats.compact import write_compact
from graphwright.formats.graph_json import operations_of_graph, read_graph_json, write_graph_json
from graphwright.formats.table import columns, table, write_table
from graphwright.formats.toon import write_toon
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, graph_of, hostile_graphs, node, order_system

PROJECT = ProjectId("p1")


@pytest.mark.requirement("A-76")
def test_json_has_the_field_names_of_the_wire():
    graph = order_system()
    document = msgspec.json.decode(write_graph_json(graph, PROJECT))
    assert list(document) == ["projectId", "revision", "nodes", "edges"]
    assert (document["projectId"], document["revision"]) == ("p1", 7)
    assert document["nodes"][1] == {
        "nodeId": "ac1",
        "semanticId": "Customer.AC.001",
        "nodeType": "ACTOR",
        "name": "Customer",
        "descr": "Buys things",
        "attributes": {"subtype": "HumanActor"},
        "createdRevision": 1,
        "revision": 1,
    }
    assert document["edges"][6] == {
        "edgeId": "fn1-satisfy-rq1",
        "edgeType": "satisfy",
        "source": "fn1",
        "target": "rq1",
        "attributes": {"weight": 2},
        "revision": 1,
    }


@pytest.mark.requirement("T-17")
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs())
def test_json_reads_back_as_it_was_written(graph):
    document = read_graph_json(write_graph_json(graph, PROJECT))
    assert contents(graph_of(document.nodes, document.edges)) == contents(graph)


@pytest.mark.requirement("A-76")
def test_the_operations_of_a_json_file_make_its_graph():
    operations = operations_of_graph(read_graph_json(write_graph_json(order_system(), PROJECT)))
    customer = next(each for each in operations if isinstance(each, NodeCreate) and each.temp_id == "ac1")
    assert (customer.name, customer.semantic_id) == ("Customer", "Customer.AC.001")
    assert sum(isinstance(each, EdgeCreate) for each in operations) == 8


@pytest.mark.requirement("WF-06")
def test_a_json_file_with_two_equal_ids_and_a_loose_end_names_both():
    text = write_graph_json(order_system(), PROJECT)
    broken = text.replace('"nodeId": "uc1"', '"nodeId": "sy1"')
    with pytest.raises(Refused) as refused:
        operations_of_graph(read_graph_json(broken))
    assert [each.path for each in refused.value.problems] == [  # type: ignore[attr-defined]
        "$.nodes[2].nodeId",
        "$.edges[0].target",
        "$.edges[1].source",
    ]


@pytest.mark.requirement("WF-06")
@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"projectId": "p", "revision": -1, "nodes": [], "edges": []}', "[" * 100_000]
)
def test_what_is_no_graph_in_json_is_refused(text):
    with pytest.raises(InvalidCommand):
        read_graph_json(text)


@pytest.mark.requirement("WF-06")
def test_an_unknown_field_in_json_is_refused():
    text = write_graph_json(order_system(), PROJECT).replace(
        '"name": "Customer"', '"name": "Customer", "colour": "red"'
    )
    with pytest.raises(InvalidCommand, match="colour"):
        read_graph_json(text)


@pytest.mark.requirement("T-17")
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs())
def test_another_reader_of_toon_finds_every_text_unchanged(graph):
    """The oracle is the Rust implementation of the format."""
    loaded = toons.loads(write_toon(graph))
    by_id = {each["id"]: (each["type"], each["name"], each["descr"]) for each in loaded["nodes"]}
    assert by_id == {n.semantic_id: (n.node_type, n.name, n.descr) for n in graph.nodes.values()}
    assert len(loaded["edges"]) == len(graph.edges)


@pytest.mark.requirement("T-03", "D-52")
def test_toon_is_what_another_writer_makes_of_the_same_tables():
    text = write_toon(order_system())
    assert toons.dumps(toons.loads(text)) == text


@pytest.mark.requirement("R-25")
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs())
def test_a_table_has_one_line_per_element_whatever_its_text(graph):
    lines = write_table(graph).split("\n")
    types = {each.node_type for each in graph.nodes.values()}
    sections = len(types) + bool(graph.edges)
    if sections:
        assert len(lines) == len(graph.nodes) + len(graph.edges) + 3 * sections + sections
    assert all(ord(each) >= 0x20 and each not in "\u202e\u2028" for line in lines for each in line)


@pytest.mark.requirement("R-25")
def test_columns_stay_aligned_beside_wide_characters():
    rows = list(table(("id", "name"), [("注文", "x"), ("ab", "y")]))
    assert [columns(row[: row.index(last)]) for row, last in zip(rows[2:], "xy", strict=True)] == [6, 6]


@pytest.mark.requirement("R-25")
def test_long_texts_are_cut_in_a_table():
    text = write_table(graph_of([node("A.FN.001", "word " * 40)]))
    assert "…" in text
    assert max(map(len, text.split("\n"))) < 120


@pytest.mark.requirement("R-25")
def test_an_empty_model_says_so():
    assert write_table(Graph(default_ontology())) == "The model is empty.\n"


@pytest.mark.requirement("T-17")
def test_an_exported_compact_file_is_recognised_and_imported():
    graph = order_system()

    read = read_import(ForeignFile(write_compact(graph).encode()), graph.ontology)

    assert (read.report.format, read.report.nodes, read.report.edges) == (
        "compact",
        len(graph.nodes),
        len(graph.edges),
    )
