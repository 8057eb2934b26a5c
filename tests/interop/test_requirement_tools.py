"""StrictDoc and sphinx-needs: their files in, ours out, read by the tools themselves."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, contents_of, edge, graph_of, hostile_graphs, node, order_system
from tests.interop.applying import brought, imported
from tests.interop.judging import seen


def written(graph: Graph, name: str) -> str:
    return write_export(ExportRequest(graph, "01a2", "shop"), name)[0].decode()


def requirements() -> Graph:
    return graph_of(
        [
            node(
                "Fast.RQ.001",
                "The system shall\nanswer.\n<<<",
                attributes={"rationale": "People wait.", "status": "Active"},
            ),
            node("Faster.RQ.002", "The page shall answer.", name="Faster: always", attributes={"kind": "quality"}),
            node("Page.FN.001"),
        ],
        [edge("rq1", "satisfy", "rq2"), edge("fn1", "satisfy", "rq2")],
    )


# --- StrictDoc ---------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-43")
def test_strictdoc_itself_reads_the_requirements_that_we_write(tmp_path: Path):
    file = tmp_path / "shop.sdoc"
    file.write_text(written(requirements(), "strictdoc"))

    assert seen("strictdoc_requirements", file) == {
        "Fast.RQ.001": ["Fast", "The system shall\nanswer.\n <<<", "People wait.", []],
        "Faster.RQ.002": ["Faster: always", "The page shall answer.", "", ["Fast.RQ.001"]],
    }


@pytest.mark.requirement("X-43")
def test_what_a_strictdoc_document_has_no_place_for_is_counted():
    report = write_export(ExportRequest(requirements(), "01a2", "shop"), "strictdoc")[1]

    assert [(note.key, note.values["count"]) for note in report.notes] == [
        ("notes.exportAttributes", 1),
        ("notes.exportEdges", 1),
        ("notes.exportNodes", 1),
    ]


@pytest.mark.requirement("X-43")
def test_requirements_of_strictdoc_go_out_as_they_came_in():
    graph = imported(written(requirements(), "strictdoc").encode(), "shop.sdoc")

    assert written(imported(written(graph, "strictdoc").encode(), "shop.sdoc"), "strictdoc") == written(
        graph, "strictdoc"
    )
    assert brought(graph, written(graph, "strictdoc").encode(), "shop.sdoc").operations == []


@pytest.mark.requirement("X-43")
@pytest.mark.parametrize("level", ["20_l1_system", "21_l2_high_level", "41_Zephyr"])
def test_documents_of_strictdoc_itself_are_read_whole(level: str, shared_data: Path):
    (path,) = (shared_data / "strictdoc").glob(f"strictdoc_{level}*.sdoc")
    expected = json.loads((shared_data / "EXPECTED.json").read_text())[f"strictdoc/{path.name}"]

    found = read_import(ForeignFile(path.read_bytes(), path.name), default_ontology())

    elsewhere = sum(
        int(str(note.values["count"])) for note in found.report.notes if note.key == "notes.importElsewhere"
    )
    assert (found.report.nodes, found.report.edges + elsewhere) == (
        expected["requirements"],
        expected["parent_relations"],
    )


@pytest.mark.requirement("X-43")
def test_parents_in_another_document_of_the_folder_are_found(shared_data: Path):
    files = {path.name: path.read_bytes() for path in sorted((shared_data / "strictdoc").glob("*.sdoc"))}

    found = read_import(ForeignFile(write_archive(files), "folder.zip"), default_ontology())

    (elsewhere,) = [note.values["count"] for note in found.report.notes if note.key == "notes.importElsewhere"]
    assert (found.report.nodes, found.report.edges, elsewhere) == (217, 162, 21)


TWO_DOCUMENTS = {
    "l1/system.sdoc": b"[DOCUMENT]\nTITLE: System\n\n[REQUIREMENT]\nUID: SYS-1\nTITLE: Fast\nSTATEMENT: >>>\nIt answers.\n<<<\n",
    "l2/page.sdoc": b"[DOCUMENT]\nTITLE: Page\n\n[REQUIREMENT]\nUID: PAGE-1\nTITLE: Faster\nSTATEMENT: >>>\nIt shows.\n<<<\n"
    b"RELATIONS:\n- TYPE: Parent\n  VALUE: SYS-1\n",
}


@pytest.mark.requirement("X-63")
def test_a_folder_of_documents_goes_out_as_it_came_in():
    graph = imported(write_archive(TWO_DOCUMENTS), "docs.zip")
    data, report = write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc-folder")

    assert read_archive(data) == TWO_DOCUMENTS
    assert report.notes == []
    assert brought(graph, data, "docs.zip").operations == []


@pytest.mark.requirement("X-63")
def test_strictdoc_reads_each_document_of_the_folder_and_what_was_made_here_in_one_of_its_own(tmp_path: Path):
    graph = imported(write_archive(TWO_DOCUMENTS), "docs.zip")
    graph.put_node(node("Safe.RQ.009", "It is safe."))
    files = read_archive(write_export(ExportRequest(graph, "01a2", "our shop"), "strictdoc-folder")[0])

    found = {}
    for number, (name, data) in enumerate(files.items()):
        file = tmp_path / f"{number}.sdoc"
        file.write_bytes(data)
        found[name] = seen("strictdoc_requirements", file)

    assert found == {
        "l1/system.sdoc": {"SYS-1": ["Fast", "It answers.", "", []]},
        "l2/page.sdoc": {"PAGE-1": ["Faster", "It shows.", "", ["SYS-1"]]},
        "our-shop.sdoc": {"Safe.RQ.009": ["Safe", "It is safe.", "", []]},
    }


@pytest.mark.requirement("X-43")
def test_a_text_of_strictdoc_that_never_ends_is_refused_with_its_line():
    with pytest.raises(InvalidCommand) as refused:
        read_import(
            ForeignFile(b"[DOCUMENT]\nTITLE: X\n\n[REQUIREMENT]\nSTATEMENT: >>>\nno end", "x.sdoc"), default_ontology()
        )

    assert refused.value.message == "x.sdoc, line 5: the text that begins here has no end; close it with <<<"


# --- sphinx-needs ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.requirement("X-44")
@given(hostile_graphs())
def test_needs_that_we_wrote_come_back_the_same(graph: Graph):
    file = ForeignFile(written(graph, "needs").encode(), "needs.json")
    operations = read_import(file, default_ontology(), format_name="needs").operations
    names = {each.temp_id: each.semantic_id for each in operations if isinstance(each, NodeCreate)}
    nodes, edges = contents_of(operations)
    told: Counter[Any] = edges

    assert (
        nodes,
        Counter({(names[a], kind, names[b], rest): count for (a, kind, b, rest), count in told.items()}),
    ) == (contents(graph))


@pytest.mark.requirement("X-44")
def test_sphinx_needs_finds_nothing_wrong_with_our_needs(tmp_path: Path):
    file = tmp_path / "needs.json"
    file.write_text(written(order_system(), "needs"))

    assert seen("needs_file", file) == []


@pytest.mark.requirement("X-44")
def test_needs_of_another_project_are_read_with_their_links():
    needs = {
        "REQ_1": {
            "id": "REQ_1",
            "type": "req",
            "title": "Fast",
            "content": "It shall be fast.",
            "status": "open",
            "links": [],
        },
        "TEST_1": {
            "id": "TEST_1",
            "type": "test",
            "title": "Time it",
            "links": ["REQ_1", "GONE"],
            "links_back": ["REQ_1"],
        },
        "ODD_1": {"id": "ODD_1", "type": "widget", "title": "Odd", "docname": "index", "checks": ["REQ_1"]},
    }
    text = json.dumps({"current_version": "1", "project": "x", "versions": {"1": {"needs": needs}}})

    found = read_import(ForeignFile(text.encode(), "needs.json"), default_ontology())

    assert [
        (each.node_type, each.name, each.attributes) for each in found.operations if isinstance(each, NodeCreate)
    ] == [
        ("REQ", "Fast", {"status": "open", "foreign.id": "REQ_1", "foreign.kind": "req"}),
        ("TEST", "Time it", {"foreign.id": "TEST_1", "foreign.kind": "test"}),
        ("REQ", "Odd", {"foreign.id": "ODD_1", "foreign.kind": "widget"}),
    ]
    assert [
        (each.edge_type, each.source, each.target) for each in found.operations if isinstance(each, EdgeCreate)
    ] == [
        ("relation", "TEST_1", "REQ_1"),
        ("relation", "ODD_1", "REQ_1"),
    ]
    assert {note.key for note in found.report.notes} == {
        "notes.importKept",
        "notes.importElsewhere",
        "notes.importUntyped",
    }
