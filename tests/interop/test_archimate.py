"""ArchiMate exchange files: ours back and as an independent reader sees them, and those of other tools."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.archimate.mapping import ELEMENTS
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, contents_of, hostile_graphs, order_system
from tests.interop.applying import applied, brought, empty, imported
from tests.interop.judging import seen


def written(graph: Graph) -> bytes:
    return write_export(ExportRequest(graph, "01a2", "shop"), "archimate")[0]


def read(data: bytes):
    return read_import(ForeignFile(data, "model.xml"), default_ontology())


@pytest.mark.requirement("X-69")
@pytest.mark.parametrize("name", ["order", "eole"])
def test_an_independent_reader_sees_every_element_and_every_relation(name: str, tmp_path: Path, shared_data: Path):
    graph = order_system()
    if name != "order":
        graph = imported((shared_data / "capella" / f"{name}.graph.json").read_bytes(), "m.json")
    file = tmp_path / "model.xml"
    file.write_bytes(written(graph))

    found = seen("archimate_model", file)

    assert found["invalid"] == []
    assert Counter((kind, each, descr) for kind, each, descr in found["elements"].values()) == Counter(
        (ELEMENTS[node.node_type], node.name, node.descr) for node in graph.nodes.values()
    )
    names = {key: value[1] for key, value in found["elements"].items()}
    ends = Counter(frozenset((names[source], names[target])) for _, source, target, _ in found["relations"])
    assert ends == Counter(
        frozenset((graph.nodes[edge.source].name, graph.nodes[edge.target].name)) for edge in graph.edges.values()
    )


@pytest.mark.requirement("X-69")
def test_an_edge_is_the_relationship_that_archimate_allows_there(tmp_path: Path):
    file = tmp_path / "model.xml"
    file.write_bytes(written(order_system()))

    found = seen("archimate_model", file)

    names = {key: value[1] for key, value in found["elements"].items()}
    assert sorted((names[source], kind, names[target], name) for kind, source, target, name in found["relations"]) == [
        ("Customer", "Association", "OrderData", "io"),
        ("OrderSystem", "Realization", "PlaceOrder", ""),
        ("OrdersAreChecked", "Association", "CheckOrders", "verify"),
        ("PlaceOrder", "Association", "PlaceOrderChain", "compose"),
        ("PlaceOrderChain", "Aggregation", "Validate order", ""),
        ("PlaceOrderChain", "Association", "Customer", "compose"),
        ("Validate order", "Access", "OrderData", ""),
        ("Validate order", "Realization", "OrdersAreChecked", ""),
    ]
    assert found["invalid"] == []


@pytest.mark.slow
@pytest.mark.requirement("X-69")
@given(hostile_graphs())
def test_a_file_that_we_wrote_comes_back_the_same(graph: Graph):
    texts = [text for each in graph.nodes.values() for text in (each.name, each.descr)]
    if not all(text == text.replace("\r", "") and text.isprintable() for text in texts):
        return  # XML holds no control characters, and no line break but one
    file = ForeignFile(written(graph), "model.xml")
    operations = read_import(file, default_ontology(), format_name="archimate").operations
    names = {each.temp_id: each.semantic_id for each in operations if isinstance(each, NodeCreate)}
    nodes, edges = contents_of(operations)
    told: Counter[Any] = edges

    assert (
        nodes,
        Counter({(names[a], kind, names[b], rest): count for (a, kind, b, rest), count in told.items()}),
    ) == contents(graph)


@pytest.mark.requirement("X-69")
def test_a_file_that_comes_back_to_its_project_changes_nothing():
    graph = order_system()

    assert brought(graph, written(graph), "m.xml").operations == []


FOREIGN = """<?xml version="1.0" encoding="UTF-8"?>
<model xmlns="http://www.opengroup.org/xsd/archimate/3.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" identifier="id-m">
  <name xml:lang="en">Shop</name>
  <elements>
    <element identifier="id-a" xsi:type="BusinessActor"><name xml:lang="en">Clerk</name></element>
    <element identifier="id-c" xsi:type="ApplicationComponent"><name>Server</name><documentation>Runs it.</documentation>
      <properties><property propertyDefinitionRef="p1"><value xml:lang="en">Ana</value></property></properties></element>
    <element identifier="id-f" xsi:type="ApplicationFunction"><name>Check</name></element>
    <element identifier="id-r" xsi:type="Requirement"><name>Fast</name></element>
    <element identifier="id-j" xsi:type="AndJunction"><name>both</name></element>
  </elements>
  <relationships>
    <relationship identifier="r1" source="id-c" target="id-f" xsi:type="Assignment"/>
    <relationship identifier="r2" source="id-f" target="id-r" xsi:type="Realization"/>
    <relationship identifier="r3" source="id-c" target="id-a" xsi:type="Serving"><name>at the counter</name></relationship>
    <relationship identifier="r4" source="id-a" target="r3" xsi:type="Association"/>
  </relationships>
  <propertyDefinitions><propertyDefinition identifier="p1" type="string"><name>owner</name></propertyDefinition></propertyDefinitions>
  <views><diagrams><view identifier="v1" xsi:type="Diagram"><name>All</name></view></diagrams></views>
</model>
"""


@pytest.mark.requirement("X-70")
def test_a_file_of_another_tool_becomes_what_is_in_it():
    found = read(FOREIGN.encode())

    assert [
        (each.node_type, each.name, each.descr, each.attributes)
        for each in found.operations
        if isinstance(each, NodeCreate)
    ] == [
        ("ACTOR", "Clerk", "", {"foreign.id": "id-a", "foreign.kind": "archimate:BusinessActor"}),
        (
            "MOD",
            "Server",
            "Runs it.",
            {"owner": "Ana", "foreign.id": "id-c", "foreign.kind": "archimate:ApplicationComponent"},
        ),
        ("FUNC", "Check", "", {"foreign.id": "id-f", "foreign.kind": "archimate:ApplicationFunction"}),
        ("REQ", "Fast", "", {"foreign.id": "id-r", "foreign.kind": "archimate:Requirement"}),
        ("MOD", "both", "", {"foreign.id": "id-j", "foreign.kind": "archimate:AndJunction"}),
    ]
    assert [
        (each.source, each.edge_type, each.target, each.attributes.get("label"))
        for each in found.operations
        if isinstance(each, EdgeCreate)
    ] == [
        ("id-c", "allocate", "id-f", None),
        ("id-f", "satisfy", "id-r", None),
        ("id-c", "relation", "id-a", "at the counter"),
    ]
    assert [(note.key, note.values) for note in found.report.notes] == [
        ("notes.importDangling", {"count": 1, "examples": ["r4"]}),
        ("notes.importUntyped", {"count": 1}),
        ("notes.viewsLeft", {"count": 1}),
    ]


@pytest.mark.requirement("X-70")
def test_ids_and_kinds_of_the_other_tool_are_given_back(tmp_path: Path):
    graph = applied(empty(), brought(empty(), FOREIGN.encode(), "m.xml").operations)
    file = tmp_path / "model.xml"
    file.write_bytes(written(graph))

    found = seen("archimate_model", file)

    assert {key: kind for key, (kind, *_) in found["elements"].items()} == {
        "id-a": "BusinessActor",
        "id-c": "ApplicationComponent",
        "id-f": "ApplicationFunction",
        "id-r": "Requirement",
        "id-j": "ApplicationComponent",
    }
    assert found["relations"] == [
        ["Assignment", "id-c", "id-f", ""],
        ["Realization", "id-f", "id-r", ""],
        ["Serving", "id-c", "id-a", "at the counter"],
    ]


@pytest.mark.requirement("X-70")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('identifier="id-c"', 'identifier="id-a"', "element id-a.id: 'id-a' stands twice"),
        ("</elements>", "", "line 20, column 3: the XML is damaged (mismatched tag)"),
        ("<model ", "<!DOCTYPE x [<!ENTITY a 'b'>]><model ", "the XML declares a document type"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(old: str, new: str, said: str):
    with pytest.raises(InvalidCommand) as refused:
        read(FOREIGN.replace(old, new, 1).encode())

    assert said in refused.value.message
