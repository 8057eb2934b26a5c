"""Sections, texts and grammars of StrictDoc: kept for the way back, and StrictDoc reads what goes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.report import Report
from graphwright.interop.strictdoc.places import PlacedBlock, in_sections
from graphwright.protocol.operations import NodeUpdate
from graphwright.protocol.texts import Term
from tests.formats.models import edge, node
from tests.interop.applying import brought, imported
from tests.interop.judging import said, seen

PAGE = """[DOCUMENT]
TITLE: Page
VERSION: 2

[GRAMMAR]
ELEMENTS:
- TAG: SECTION
  PROPERTIES:
    IS_COMPOSITE: True
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: False
  - TITLE: TITLE
    TYPE: String
    REQUIRED: True
- TAG: TEXT
  FIELDS:
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: False
- TAG: REQUIREMENT
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: True
  - TITLE: OWNER
    TYPE: String
    REQUIRED: True
  - TITLE: TITLE
    TYPE: String
    REQUIRED: False
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True
  RELATIONS:
  - TYPE: Parent
  - TYPE: Parent
    ROLE: Refines

[TEXT]
STATEMENT: >>>
How fast it is.
<<<

[[SECTION]]
UID: S-1
TITLE: Speed

[REQUIREMENT]
UID: P-1
OWNER: Ann
TITLE: Fast
STATEMENT: It answers.

[[SECTION]]
TITLE: Later

[[/SECTION]]

[[/SECTION]]

[[SECTION]]
TITLE: Looks

[REQUIREMENT]
UID: P-2
OWNER: Bob
STATEMENT: >>>
It is blue.

Always.
<<<
RELATIONS:
- TYPE: Parent
  VALUE: ELSE-7
- TYPE: Parent
  VALUE: P-1
  ROLE: Refines

[TEXT]
STATEMENT: The end.

[[/SECTION]]
"""


def written(graph: Graph) -> tuple[str, Report]:
    data, report = write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc")
    return data.decode(), report


@pytest.mark.requirement("X-140")
def test_a_document_goes_out_word_for_word_with_its_sections_texts_and_grammar():
    assert written(imported(PAGE.encode(), "page.sdoc")) == (
        PAGE,
        Report(format="strictdoc", nodes=2, edges=1, notes=[]),
    )


@pytest.mark.requirement("X-140")
def test_documents_of_strictdoc_itself_go_out_word_for_word(shared_data: Path):
    files = {path.name: path.read_bytes() for path in sorted((shared_data / "strictdoc").glob("*.sdoc"))}
    graph = imported(write_archive(files), "docs.zip")

    data, report = write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc-folder")

    assert read_archive(data) == files
    assert report.notes == []


@pytest.mark.requirement("X-140")
def test_what_was_made_here_stands_at_the_end_of_its_section_in_the_grammar_of_the_document(tmp_path: Path):
    graph = imported(PAGE.encode(), "page.sdoc")
    graph.put_node(node("Soon.RQ.009", "It starts soon.", attributes={"section": "Speed", "owner": "Cleo"}))
    graph.put_node(node("Safe.RQ.010", "It is safe.", attributes={"section": "Speed / Safety"}))
    file = tmp_path / "page.sdoc"
    file.write_text(written(graph)[0])

    made = (
        "[REQUIREMENT]\nUID: Soon.RQ.009\nOWNER: Cleo\nTITLE: Soon\nSTATEMENT: >>>\nIt starts soon.\n<<<\n\n"
        "[[SECTION]]\nTITLE: Safety\n\n"
        "[REQUIREMENT]\nUID: Safe.RQ.010\nOWNER: TBD\nTITLE: Safe\nSTATEMENT: >>>\nIt is safe.\n<<<\n\n[[/SECTION]]"
    )
    speed, looks = PAGE.split("[[/SECTION]]\n\n[[/SECTION]]")
    assert file.read_text() == f"{speed}[[/SECTION]]\n\n{made}\n\n[[/SECTION]]{looks}"
    assert {*seen("strictdoc_sections", file)} == {
        "Speed: P-1", "Speed: Soon.RQ.009", "Safety: Safe.RQ.010", "Looks: P-2",
    }  # fmt: skip


@pytest.mark.requirement("X-140")
def test_a_requirement_moves_to_the_section_that_people_give_it():
    graph = imported(PAGE.encode(), "page.sdoc")
    (fast,) = [each for each in graph.nodes.values() if each.name == "Fast"]
    graph.put_node(replace(fast, attributes={**fast.attributes, "section": "Looks"}))

    text, _ = written(graph)

    assert text.index("TITLE: Looks") < text.index("UID: P-1")


@pytest.mark.requirement("X-140")
@pytest.mark.parametrize("gone", ["P-1", "P-2"])
def test_what_stands_around_a_requirement_is_still_there_when_it_was_deleted(gone: str):
    graph = imported(PAGE.encode(), "page.sdoc")
    (node_id,) = [each.node_id for each in graph.nodes.values() if each.attributes["foreign.id"] == gone]
    for each in [*graph.incoming(node_id), *graph.outgoing(node_id)]:
        graph.drop_edge(each.edge_id)
    graph.drop_node(node_id)

    text, _ = written(graph)

    (deleted,) = [each for each in PAGE.split("\n\n[") if f"UID: {gone}\n" in each]
    rest = PAGE.replace(f"\n\n[{deleted}", "").replace("- TYPE: Parent\n  VALUE: P-1\n  ROLE: Refines\n", "")
    assert text == rest


@pytest.mark.requirement("X-140")
def test_a_newer_document_with_another_text_is_a_change_of_the_requirements_that_keep_it():
    graph = imported(PAGE.encode(), "page.sdoc")

    changed = brought(graph, PAGE.replace("How fast", "How very fast").encode(), "page.sdoc").operations
    again = brought(graph, PAGE.encode(), "page.sdoc").operations

    updates = [each for each in changed if isinstance(each, NodeUpdate)]
    assert len(updates) == len(changed) == 2
    assert all("How very fast" in str(each.set.attributes["foreign.section"]) for each in updates)
    assert again == []


@pytest.mark.requirement("X-140")
def test_texts_of_a_document_without_requirements_are_left_behind_and_counted():
    file = ForeignFile(b"[DOCUMENT]\nTITLE: Empty\n\n[TEXT]\nSTATEMENT: Nothing yet.\n", "empty.sdoc")

    notes = read_import(file, default_ontology()).report.notes

    assert notes == [Term(key="notes.strictdocLeft", values={"count": 1})]


@pytest.mark.requirement("X-140")
def test_comments_that_stand_one_after_another_stay_so_and_are_one_text_here():
    said = "STATEMENT: >>>\nIt answers.\n<<<\nCOMMENT: Who says so?\nCOMMENT: Ann says so."
    page = f"[DOCUMENT]\nTITLE: Page\n\n[REQUIREMENT]\nUID: P-1\n{said}\n"
    graph = imported(page.encode(), "page.sdoc")
    (fast,) = graph.nodes.values()

    assert fast.attributes["comment"] == "Who says so?\n\nAnn says so."
    assert written(graph)[0] == page
    graph.put_node(replace(fast, attributes={**fast.attributes, "comment": "Nobody."}))
    assert written(graph)[0] == page.replace("Who says so?\nCOMMENT: Ann says so.", "Nobody.")


@pytest.mark.requirement("X-140")
def test_a_free_text_keeps_its_end():
    page = (
        "[DOCUMENT]\nTITLE: Page\n\n[FREETEXT]\nHow fast it is.\n[/FREETEXT]\n\n"
        "[REQUIREMENT]\nUID: P-1\nSTATEMENT: It answers.\n"
    )

    assert written(imported(page.encode(), "page.sdoc"))[0] == page


@pytest.mark.requirement("X-140")
def test_a_field_called_section_moves_nothing():
    page = PAGE.replace("TITLE: OWNER", "TITLE: SECTION").replace("OWNER:", "SECTION:")

    assert written(imported(page.encode(), "page.sdoc"))[0] == page


SHARED = """[GRAMMAR]
ELEMENTS:
- TAG: TEXT
  FIELDS:
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True
- TAG: REQUIREMENT
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: False
  - TITLE: OWNER
    TYPE: String
    REQUIRED: True
  - TITLE: TITLE
    TYPE: String
    REQUIRED: False
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True
  RELATIONS:
  - TYPE: Parent
"""
BRIEF = """[DOCUMENT]
TITLE: Brief

[GRAMMAR]
IMPORT_FROM_FILE: shared.sgra

[REQUIREMENT]
UID: B-1
OWNER: Ann
STATEMENT: It answers.
"""
NESTED = """[DOCUMENT]
TITLE: Nested

[GRAMMAR]
ELEMENTS:
- TAG: TEXT
  FIELDS:
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True
- TAG: GROUP
  PROPERTIES:
    IS_COMPOSITE: True
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: False
  - TITLE: TITLE
    TYPE: String
    REQUIRED: False
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True
- TAG: REQUIREMENT
  FIELDS:
  - TITLE: UID
    TYPE: String
    REQUIRED: False
  - TITLE: TITLE
    TYPE: String
    REQUIRED: False
  - TITLE: STATEMENT
    TYPE: String
    REQUIRED: True

[[GROUP]]
UID: N-1
TITLE: Whole
STATEMENT: It works.

[REQUIREMENT]
UID: N-2
STATEMENT: It starts.

[[GROUP]]
UID: N-3
TITLE: Inner
STATEMENT: It runs.

[TEXT]
STATEMENT: How.

[REQUIREMENT]
UID: N-4
STATEMENT: It runs fast.

[[/GROUP]]

[[/GROUP]]

[REQUIREMENT]
UID: N-5
STATEMENT: It ends.
"""


@pytest.mark.requirement("X-144")
def test_a_grammar_of_a_folder_is_obeyed_and_given_back(tmp_path: Path):
    files = {"brief.sdoc": BRIEF.encode(), "shared.sgra": SHARED.encode()}
    graph = imported(write_archive(files), "docs.zip")

    data, report = write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc-folder")

    assert (read_archive(data), report.notes) == (files, [])
    for name, each in read_archive(data).items():
        (tmp_path / name).write_bytes(each)
    assert said("strictdoc_export", tmp_path) == ""


@pytest.mark.requirement("X-144")
def test_a_document_whose_grammar_did_not_come_along_keeps_its_fields_and_no_grammar_is_made_up():
    assert written(imported(BRIEF.encode(), "brief.sdoc")) == (
        BRIEF,
        Report(format="strictdoc", nodes=1, edges=0, notes=[]),
    )
    graph = imported(write_archive({"brief.sdoc": BRIEF.encode()}), "docs.zip")
    assert read_archive(write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc-folder")[0]) == {
        "brief.sdoc": BRIEF.encode()
    }


@pytest.mark.requirement("X-145")
@pytest.mark.parametrize("title", ["I/O", "Input / Output"])
def test_a_slash_in_the_title_of_a_section_is_no_section_of_its_own(title: str):
    page = PAGE.replace("TITLE: Speed", f"TITLE: {title}")
    graph = imported(page.encode(), "page.sdoc")
    (fast,) = [each for each in graph.nodes.values() if each.name == "Fast"]
    section = fast.attributes["section"]
    graph.put_node(node("Soon.RQ.009", "It starts soon.", attributes={"section": section, "owner": "Cleo"}))

    text, _ = written(graph)

    assert text.count("TITLE: Input") + text.count("TITLE: I/O") == 1
    assert text.index("UID: Soon.RQ.009") < text.index("TITLE: Looks")


@pytest.mark.requirement("X-146")
def test_a_requirement_without_an_id_goes_out_without_one_and_is_found_again_in_another_line():
    page = "[DOCUMENT]\nTITLE: Page\n\n[REQUIREMENT]\nSTATEMENT: It answers.\n\n[REQUIREMENT]\nSTATEMENT: It answers.\n"
    graph = imported(page.encode(), "page.sdoc")

    assert written(graph)[0] == page
    moved = page.replace("TITLE: Page\n", "TITLE: Page\nVERSION: 2\n")
    assert brought(graph, moved.encode(), "page.sdoc").operations == []


@pytest.mark.requirement("X-146")
def test_a_requirement_without_an_id_gets_ours_where_a_relation_names_it(tmp_path: Path):
    page = "[DOCUMENT]\nTITLE: Page\n\n[REQUIREMENT]\nSTATEMENT: It answers.\n"
    graph = imported(page.encode(), "page.sdoc")
    (answers,) = graph.nodes.values()
    soon = node("Soon.RQ.009", "It starts soon.")
    graph.put_node(soon)
    graph.put_edge(edge(answers.node_id, "satisfy", soon.node_id))

    file = tmp_path / "page.sdoc"
    file.write_text(written(graph)[0])

    assert seen("strictdoc_sections", file) == [f": {answers.semantic_id}", ": Soon.RQ.009"]
    assert f"- TYPE: Parent\n  VALUE: {answers.semantic_id}\n" in file.read_text()


@pytest.mark.requirement("X-147")
def test_requirements_inside_of_one_go_out_inside_of_it(tmp_path: Path):
    graph = imported(NESTED.encode(), "nested.sdoc")
    runs = next(each for each in graph.nodes.values() if each.descr == "It runs fast.")

    assert runs.attributes["section"] == "Whole / Inner"
    assert written(graph) == (NESTED, Report(format="strictdoc", nodes=5, edges=0, notes=[]))
    (tmp_path / "nested.sdoc").write_text(written(graph)[0])
    assert said("strictdoc_export", tmp_path) == ""


@pytest.mark.requirement("X-147")
def test_what_a_requirement_holds_moves_with_it_and_stays_when_it_is_deleted():
    graph = imported(NESTED.encode(), "nested.sdoc")
    inner = next(each for each in graph.nodes.values() if each.name == "Inner")
    graph.put_node(replace(inner, attributes={**inner.attributes, "section": "Later"}))
    moved = written(graph)[0]
    graph.drop_node(inner.node_id)
    deleted = written(graph)[0]

    assert moved.count("[[/GROUP]]") == 2
    assert moved.index("TITLE: Later") < moved.index("UID: N-3") < moved.index("UID: N-4")
    assert deleted.count("[[/GROUP]]") == 1
    assert deleted.index("UID: N-2") < deleted.index("UID: N-4") < deleted.index("[[/GROUP]]")


@pytest.mark.requirement("X-140")
def test_documents_with_many_sections_that_go_on_later_are_put_in_order_in_one_pass():
    many = 20_000
    blocks = [PlacedBlock([f"{at % 2}"], f"{at}") for at in range(many)]

    found = in_sections(blocks)

    assert [each.text for each in found] == [f"{at}" for at in (*range(0, many, 2), *range(1, many, 2))]
