"""Graphs for other programs: GraphML both ways; Mermaid, DOT, PlantUML and openCypher out, seen by their own parsers."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, contents_of, edge, graph_of, hostile_graphs, node, order_system
from tests.interop.applying import brought, imported
from tests.interop.judging import seen

_ILLEGAL_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
HARD = [
    "a --> b",
    'say "hi"',
    "x[y]{z}",
    "end",
    "#quot;",
    "a|b",
    "<b>&amp;",
    "percent %% note",
    "back\\",
    "ü 注文",
    "it's; --",
]


def written(graph: Graph, name: str) -> str:
    return write_export(ExportRequest(graph, "01a2", "shop"), name)[0].decode()


def hard_names() -> Graph:
    nodes = [node(f"N{number}.FN.{number:03}", name=name) for number, name in enumerate(HARD, 1)]
    edges = [edge(f"fn{number}", "compose", f"fn{number + 1}") for number in range(1, len(HARD))]
    return graph_of(nodes, edges)


def models(shared_data: Path) -> dict[str, Graph]:
    eole = (shared_data / "capella" / "eole.graph.json").read_bytes()
    return {"order": order_system(), "hard": hard_names(), "eole": imported(eole, "eole.json")}


def read_back(text: str) -> tuple[Counter, Counter]:
    operations = read_import(
        ForeignFile(text.encode(), "x.graphml"), default_ontology(), format_name="graphml"
    ).operations
    names = {each.temp_id: each.semantic_id for each in operations if isinstance(each, NodeCreate)}
    nodes, edges = contents_of(operations)
    told: Counter[Any] = edges
    return nodes, Counter({(names[a], kind, names[b], rest): count for (a, kind, b, rest), count in told.items()})


# --- GraphML -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.requirement("X-37")
@given(hostile_graphs())
def test_graphml_that_we_wrote_comes_back_the_same(graph: Graph):
    texts = [text for each in graph.nodes.values() for text in (each.name, each.descr)]
    if graph.nodes and not any(map(_ILLEGAL_IN_XML.search, texts)):  # such texts are not stored either
        assert read_back(written(graph, "graphml")) == contents(graph)


@pytest.mark.requirement("X-37")
def test_graphml_that_comes_back_to_its_project_changes_nothing():
    graph = order_system()

    assert brought(graph, written(graph, "graphml").encode(), "order.graphml").operations == []


@pytest.mark.slow
@pytest.mark.requirement("X-37")
@pytest.mark.parametrize("name", ["order", "hard", "eole"])
def test_two_independent_readers_of_graphml_see_the_same_elements(name: str, tmp_path: Path, shared_data: Path):
    graph = models(shared_data)[name]
    file = tmp_path / "model.graphml"
    file.write_text(written(graph, "graphml"))

    one, other = seen("graphml_networkx", file), seen("graphml.mjs", file)

    wanted = {
        each.node_id: (each.node_type, each.name, each.descr or None, each.semantic_id) for each in graph.nodes.values()
    }
    edges = Counter((each.source, each.target, each.edge_type) for each in graph.edges.values())
    for found in (one, other):
        fields = ("type", "name", "descr", "semanticId")
        assert {key: tuple(map(node.get, fields)) for key, node in found["nodes"].items()} == wanted
        assert Counter(map(tuple, found["edges"])) == edges
    assert one["nodes"] == other["nodes"]


@pytest.mark.requirement("X-38")
def test_graphml_of_another_tool_is_read_with_what_it_calls_things():
    text = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="label" attr.type="string"/><key id="d1" for="node" attr.name="kind" attr.type="string"/>
  <key id="d2" for="node" attr.name="weight" attr.type="double"/><key id="d3" for="edge" attr.name="label" attr.type="string"/>
  <graph edgedefault="directed">
    <node id="a"><data key="d0">Pump</data><data key="d1">function</data><data key="d2">2.5</data></node>
    <node id="b"><data key="d1">gizmo</data></node>
    <edge id="e" source="a" target="b"><data key="d3">feeds</data></edge>
  </graph>
</graphml>"""

    found = read_import(ForeignFile(text.encode(), "x.graphml"), default_ontology())

    assert [(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)] == [
        ("FUNC", "Pump"),
        ("MOD", "b"),
    ]
    assert [
        (each.edge_type, each.attributes["originalKind"]) for each in found.operations if isinstance(each, EdgeCreate)
    ] == [("relation", "feeds")]
    assert found.report.notes[-1].key == "notes.importUntyped"
    assert found.report.notes[-1].values == {"count": 1}


@pytest.mark.requirement("X-160")
def test_graphs_inside_of_nodes_are_read_and_what_stands_beside_the_first_graph_is_counted():
    text = """<graphml><graph edgedefault="directed">
    <node id="a"><data key="label">Outer</data><graph id="in"><node id="b"><data key="label">Inner</data></node></graph></node>
    <node id="c"><port name="p"/><data key="shape"><shape>Round <b>box</b></shape></data></node>
    <edge source="a" target="b"/><hyperedge><endpoint node="a"/></hyperedge>
  </graph>
  <graph><node id="d"/><edge source="d" target="d"/></graph>
</graphml>"""

    found = read_import(ForeignFile(text.encode(), "x.graphml"), default_ontology())

    nodes = [each for each in found.operations if isinstance(each, NodeCreate)]
    assert [(each.temp_id, each.name, each.attributes.get("shape")) for each in nodes] == [
        ("a", "Outer", None), ("b", "Inner", None), ("c", "c", "Round box"),
    ]  # fmt: skip
    assert len(found.operations) == len(nodes) + 1
    left = ["1 edge of another graph", "1 hyperedge", "1 node of another graph", "1 port"]
    assert {note.key: note.values for note in found.report.notes}["notes.importLeft"] == {"count": 4, "kinds": left}


@pytest.mark.requirement("X-38")
def test_an_edge_of_graphml_that_leads_nowhere_is_refused_with_its_place():
    text = written(order_system(), "graphml").replace('target="uc1"', 'target="lost"')

    with pytest.raises(InvalidCommand) as refused:
        read_import(ForeignFile(text.encode(), "x.graphml"), default_ontology())

    assert refused.value.message == "edge 1: no node has the id 'lost'"


# --- drawings ----------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-39")
@pytest.mark.parametrize("name", ["order", "hard", pytest.param("eole", marks=pytest.mark.slow)])
def test_mermaid_itself_sees_every_node_and_edge_of_a_flowchart(name: str, tmp_path: Path, shared_data: Path):
    graph = models(shared_data)[name]
    file = tmp_path / "model.mmd"
    file.write_text(written(graph, "mermaid"))

    found = seen("mermaid.mjs", file)

    ids = {node_id: f"n{number}" for number, node_id in enumerate(graph.nodes, 1)}
    assert [(key, *classes) for key, _, classes in found["nodes"]] == [
        (ids[each.node_id], each.node_type) for each in graph.nodes.values()
    ]
    assert found["edges"] == [[ids[each.source], ids[each.target], each.edge_type] for each in graph.edges.values()]


@pytest.mark.requirement("X-39")
def test_mermaid_itself_sees_requirements_with_what_satisfies_and_verifies_them(tmp_path: Path):
    file = tmp_path / "model.mmd"
    file.write_text(written(order_system(), "mermaid-requirements"))

    assert seen("mermaid.mjs", file) == {
        "requirements": [["e2", "Requirement", "The system shall check every order"]],
        "elements": [["e1", "FUNC"], ["e3", "TEST"]],
        "edges": [["e1", "e2", "satisfies"], ["e3", "e2", "verifies"]],
    }


@pytest.mark.requirement("X-39")
@pytest.mark.parametrize("name", ["order", "hard", pytest.param("eole", marks=pytest.mark.slow)])
def test_a_reader_of_dot_sees_every_node_and_edge(name: str, tmp_path: Path, shared_data: Path):
    graph = models(shared_data)[name]
    file = tmp_path / "model.dot"
    file.write_text(written(graph, "dot"))

    found = seen("dot_pydot", file)

    quoted = {each.node_id: f'"{each.semantic_id}"' for each in graph.nodes.values()}
    assert sorted(found["nodes"]) == sorted(quoted.values())
    assert Counter(map(tuple, found["edges"])) == Counter(
        (quoted[each.source], quoted[each.target], f'"{each.edge_type}"') for each in graph.edges.values()
    )


@pytest.mark.requirement("X-39")
def test_a_name_in_plantuml_is_never_markup():
    lines = written(hard_names(), "plantuml").splitlines()

    assert lines[1:4] == [
        'action "a --&#62; b" as n1 <<FUNC>>',
        'action "say &#34;hi&#34;" as n2 <<FUNC>>',
        'action "x&#91;y&#93;&#123;z&#125;" as n3 <<FUNC>>',
    ]
    assert len(lines) == 2 + len(HARD) * 2 - 1


@pytest.mark.slow  # it lays the drawing out, which takes seconds
@pytest.mark.requirement("X-142")
@pytest.mark.parametrize("name", ["order", "hard"])
def test_plantuml_draws_each_element_of_a_diagram_and_each_relation(name: str, tmp_path: Path, shared_data: Path):
    graph = models(shared_data)[name]
    path = tmp_path / "model.puml"
    path.write_text(written(graph, "plantuml"), encoding="utf-8")

    drawn = seen("plantuml.mjs", path)

    boxes = {key: tuple(sorted(words, key=lambda each: not each.startswith("«"))) for key, words in drawn["nodes"]}
    assert Counter(boxes.values()) == Counter((f"«{each.node_type}»", each.name) for each in graph.nodes.values())
    names = {key: label for key, (_, label) in boxes.items()}
    assert Counter((names[a], *words, names[b]) for a, b, words in drawn["edges"]) == Counter(
        (graph.nodes[each.source].name, each.edge_type, graph.nodes[each.target].name) for each in graph.edges.values()
    )


@pytest.mark.slow  # its grammar is large
@pytest.mark.requirement("X-143")
@pytest.mark.parametrize("name", ["order", "hard"])
def test_neo4js_own_parser_reads_each_statement_of_a_script(name: str, tmp_path: Path, shared_data: Path):
    graph = models(shared_data)[name]
    path = tmp_path / "model.cypher"
    path.write_text(written(graph, "cypher"), encoding="utf-8")

    statements = seen("cypher.mjs", path)

    assert [error for each in statements for error in each["errors"]] == []
    made, joined = statements[: len(graph.nodes)], statements[len(graph.nodes) :]
    found = [(labels, dict(fields)) for each in made for labels, fields in each["nodes"]]
    assert [(labels, fields["id"], fields["semanticId"], fields["name"]) for labels, fields in found] == [
        (["Element", each.node_type], each.node_id, each.semantic_id, each.name) for each in graph.nodes.values()
    ]
    ends = [[dict(fields).get("id") for _, fields in each["nodes"]][:2] for each in joined]
    kinds = [labels for each in joined for labels, _ in each["relations"]]
    assert list(zip(ends, kinds, strict=True)) == [
        ([each.source, each.target], [each.edge_type]) for each in graph.edges.values()
    ]


@pytest.mark.requirement("X-40")
def test_a_script_for_graph_databases_has_one_statement_for_each_element():
    lines = written(order_system(), "cypher").splitlines()

    assert len(lines) == 16
    assert lines[5] == (
        'CREATE (:Element:FLOW {Type: "async", id: "fl1", semanticId: "OrderData.FL.001", name: "OrderData", '
        'descr: "What was ordered", json: "{\\"rate\\": 2.5}"});'
    )
    assert lines[14] == (
        'MATCH (a:Element {id: "fn1"}), (b:Element {id: "rq1"}) CREATE (a)-[:satisfy {json: "{\\"weight\\": 2}"}]->(b);'
    )


@pytest.mark.requirement("X-40")
@given(hostile_graphs())
def test_texts_in_a_script_end_where_they_should(graph: Graph):
    lines = written(graph, "cypher").splitlines()

    assert len(lines) == (len(graph.nodes) + len(graph.edges) or 1)
    for line, each in zip(lines, graph.nodes.values(), strict=False):
        names = [json.loads(found[1]) for found in re.finditer(r'[{ ]name: ("(?:[^"\\]|\\.)*")', line)]
        assert names == [each.name] if each.name else []


@pytest.mark.requirement("X-41")
@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("mermaid", ["notes.onlyPicture"]),
        ("dot", ["notes.onlyPictureWithIds"]),
        ("plantuml", ["notes.onlyPicture"]),
        ("mermaid-requirements", ["notes.onlyRequirements"]),
        ("graphml", ["notes.withoutEdgeIds"]),
        ("cypher", ["notes.withoutEdgeIds"]),
        ("sysml", ["notes.withoutEdgeIds"]),
    ],
)
def test_what_a_form_leaves_out_is_named(name: str, notes: list[str]):
    report = write_export(ExportRequest(order_system(), "01a2", "shop"), name)[1]

    assert [note.key for note in report.notes] == notes
