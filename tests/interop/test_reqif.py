"""ReqIF in and out: files of other tools, held against other people's reader, and ids that survive the way through here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from reqif.parser import ReqIFZParser

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID, read_by_people
from graphwright.interop.archives import write_archive
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.reqif.rich_text import RichTextReader, xhtml_of
from graphwright.interop.xml_text import parse_xml
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeSet, NodeUpdate
from tests.interop.applying import applied, brought, empty, graph_of, imported
from tests.interop.judging import bench, seen

SAMPLES = ("doors_small", "polarion", "reqif_studio", "rmf_sample", "rmf_spec_relation", "sparx_ea", "strictdoc")
IDENTIFIER = re.compile(r'<([A-Z-]+)\b[^>]*?\bIDENTIFIER="([^"]+)"')

SMALL = """<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<THE-HEADER><REQ-IF-HEADER IDENTIFIER="h"/></THE-HEADER><CORE-CONTENT><REQ-IF-CONTENT>
<DATATYPES>
  <DATATYPE-DEFINITION-STRING IDENTIFIER="d-text" LONG-NAME="Text"/>
  <DATATYPE-DEFINITION-XHTML IDENTIFIER="d-rich"/>
  <DATATYPE-DEFINITION-INTEGER IDENTIFIER="d-int"/>
  <DATATYPE-DEFINITION-BOOLEAN IDENTIFIER="d-bool"/>
  <DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="d-status"><SPECIFIED-VALUES>
    <ENUM-VALUE IDENTIFIER="v-draft" LONG-NAME="draft"/><ENUM-VALUE IDENTIFIER="v-done" LONG-NAME="done"/>
  </SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION>
</DATATYPES>
<SPEC-TYPES>
  <SPEC-OBJECT-TYPE IDENTIFIER="t-req" LONG-NAME="Requirement"><SPEC-ATTRIBUTES>
    <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="f-name" LONG-NAME="ReqIF.Name"><TYPE><DATATYPE-DEFINITION-STRING-REF>d-text</DATATYPE-DEFINITION-STRING-REF></TYPE></ATTRIBUTE-DEFINITION-STRING>
    <ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="f-text" LONG-NAME="ReqIF.Text"><TYPE><DATATYPE-DEFINITION-XHTML-REF>d-rich</DATATYPE-DEFINITION-XHTML-REF></TYPE></ATTRIBUTE-DEFINITION-XHTML>
    <ATTRIBUTE-DEFINITION-INTEGER IDENTIFIER="f-effort" LONG-NAME="Effort"><TYPE><DATATYPE-DEFINITION-INTEGER-REF>d-int</DATATYPE-DEFINITION-INTEGER-REF></TYPE></ATTRIBUTE-DEFINITION-INTEGER>
    <ATTRIBUTE-DEFINITION-BOOLEAN IDENTIFIER="f-safe" LONG-NAME="Safe"><TYPE><DATATYPE-DEFINITION-BOOLEAN-REF>d-bool</DATATYPE-DEFINITION-BOOLEAN-REF></TYPE></ATTRIBUTE-DEFINITION-BOOLEAN>
    <ATTRIBUTE-DEFINITION-ENUMERATION IDENTIFIER="f-status" LONG-NAME="Status"><TYPE><DATATYPE-DEFINITION-ENUMERATION-REF>d-status</DATATYPE-DEFINITION-ENUMERATION-REF></TYPE></ATTRIBUTE-DEFINITION-ENUMERATION>
  </SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>
  <SPEC-RELATION-TYPE IDENTIFIER="t-refines" LONG-NAME="refines"/>
  <SPECIFICATION-TYPE IDENTIFIER="t-doc" LONG-NAME="Document"/>
</SPEC-TYPES>
<SPEC-OBJECTS>
  <SPEC-OBJECT IDENTIFIER="o-1"><TYPE><SPEC-OBJECT-TYPE-REF>t-req</SPEC-OBJECT-TYPE-REF></TYPE><VALUES>
    <ATTRIBUTE-VALUE-STRING THE-VALUE="Answer quickly"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>f-name</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
    <ATTRIBUTE-VALUE-XHTML><DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>f-text</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION>
      <THE-VALUE><xhtml:div>The system <xhtml:b>shall</xhtml:b> answer:<xhtml:ul><xhtml:li>in 2 s</xhtml:li><xhtml:li>always</xhtml:li></xhtml:ul></xhtml:div></THE-VALUE></ATTRIBUTE-VALUE-XHTML>
    <ATTRIBUTE-VALUE-INTEGER THE-VALUE="3"><DEFINITION><ATTRIBUTE-DEFINITION-INTEGER-REF>f-effort</ATTRIBUTE-DEFINITION-INTEGER-REF></DEFINITION></ATTRIBUTE-VALUE-INTEGER>
    <ATTRIBUTE-VALUE-BOOLEAN THE-VALUE="true"><DEFINITION><ATTRIBUTE-DEFINITION-BOOLEAN-REF>f-safe</ATTRIBUTE-DEFINITION-BOOLEAN-REF></DEFINITION></ATTRIBUTE-VALUE-BOOLEAN>
    <ATTRIBUTE-VALUE-ENUMERATION><DEFINITION><ATTRIBUTE-DEFINITION-ENUMERATION-REF>f-status</ATTRIBUTE-DEFINITION-ENUMERATION-REF></DEFINITION><VALUES><ENUM-VALUE-REF>v-draft</ENUM-VALUE-REF></VALUES></ATTRIBUTE-VALUE-ENUMERATION>
  </VALUES></SPEC-OBJECT>
  <SPEC-OBJECT IDENTIFIER="o-2" LONG-NAME="Be there"><TYPE><SPEC-OBJECT-TYPE-REF>t-req</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT>
</SPEC-OBJECTS>
<SPEC-RELATIONS><SPEC-RELATION IDENTIFIER="r-1"><TYPE><SPEC-RELATION-TYPE-REF>t-refines</SPEC-RELATION-TYPE-REF></TYPE>
  <SOURCE><SPEC-OBJECT-REF>o-2</SPEC-OBJECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>o-1</SPEC-OBJECT-REF></TARGET></SPEC-RELATION></SPEC-RELATIONS>
<SPECIFICATIONS><SPECIFICATION IDENTIFIER="s-1" LONG-NAME="SRS"><TYPE><SPECIFICATION-TYPE-REF>t-doc</SPECIFICATION-TYPE-REF></TYPE><CHILDREN>
  <SPEC-HIERARCHY IDENTIFIER="p-1"><OBJECT><SPEC-OBJECT-REF>o-1</SPEC-OBJECT-REF></OBJECT><CHILDREN>
    <SPEC-HIERARCHY IDENTIFIER="p-2"><OBJECT><SPEC-OBJECT-REF>o-2</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY></CHILDREN></SPEC-HIERARCHY>
</CHILDREN></SPECIFICATION></SPECIFICATIONS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>
"""


def exported(graph: Graph, name: str = "reqif") -> bytes:
    return write_export(ExportRequest(graph, "01a2", "Shop"), name)[0]


def node(graph: Graph, foreign_id: str) -> Node:
    return next(each for each in graph.nodes.values() if each.attributes.get(FOREIGN_ID) == foreign_id)


def ids(data: bytes) -> set[tuple[str, str]]:
    """Every identifier of a file but the header's, with what it is an identifier of."""
    return {found for found in IDENTIFIER.findall(data.decode()) if found[0] != "REQ-IF-HEADER"}


def judged(path: Path) -> str:
    """What other people's validator says of a file, by the schema of the OMG."""
    command = [sys.executable, "-c", "from reqif.cli.main import main; main()", "validate", "--use-reqif-schema", path]
    told = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False)
    return (told.stdout + told.stderr).strip()


@pytest.mark.requirement("X-09")
def test_an_object_becomes_a_requirement_with_its_fields_and_its_place():
    graph = imported(SMALL.encode())

    first, second = node(graph, "o-1"), node(graph, "o-2")
    assert [(each.node_type, each.name, each.descr, read_by_people(each.attributes)) for each in (first, second)] == [
        (
            "REQ",
            "Answer quickly",
            "The system **shall** answer:\n\n- in 2 s\n- always",
            {"Effort": 3, "Safe": True, "Status": "draft"},
        ),
        ("REQ", "Be there", "", {}),
    ]
    edges = [
        (edge.edge_type, edge.source, edge.target, edge.attributes["originalKind"]) for edge in graph.edges.values()
    ]
    assert edges == [
        ("satisfy", first.node_id, second.node_id, "compose"),
        ("relation", second.node_id, first.node_id, "refines"),
    ]


@pytest.mark.requirement("X-09")
@pytest.mark.parametrize("name", SAMPLES)
def test_exports_of_other_tools_are_read_whole(shared_data: Path, name: str):
    expected: dict[str, int] = json.loads((shared_data / "EXPECTED.json").read_text())[f"reqif/{name}.reqif"]
    data = (shared_data / "reqif" / f"{name}.reqif").read_bytes()

    read = read_import(ForeignFile(data), empty().ontology)

    dangling = sum(note.values["count"] for note in read.report.notes if note.key == "notes.importDangling")
    below = sum(isinstance(each, EdgeCreate) and b"SPEC-HIERARCHY" in data for each in read.operations)
    tops = sum("foreign.place" in each.attributes for each in read.operations if isinstance(each, NodeCreate))
    assert read.report.nodes == expected["SPEC-OBJECT"]
    assert below + tops + dangling >= expected.get("SPEC-HIERARCHY", 0) + expected.get("SPEC-RELATION", 0)
    assert {note.key for note in read.report.notes} <= {
        "notes.importKept",
        "notes.importRefining",
        "notes.importDangling",
    }


@pytest.mark.requirement("X-11")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_of_another_tool_comes_back_as_it_went_out(shared_data: Path, name: str):
    data = (shared_data / "reqif" / f"{name}.reqif").read_bytes()
    graph = imported(data)

    assert brought(graph, data).operations == []
    assert brought(graph, exported(graph)).operations == []


@pytest.mark.slow
@pytest.mark.requirement("X-10")
@pytest.mark.parametrize("name", ["polarion", "reqif_studio"])
def test_another_reader_finds_no_issue_in_what_came_from_other_tools(shared_data: Path, tmp_path: Path, name: str):
    graph = imported((shared_data / "reqif" / f"{name}.reqif").read_bytes())
    (tmp_path / "out.reqif").write_bytes(exported(graph))

    assert judged(tmp_path / "out.reqif") == (
        "Validation complete with 0 errors, 0 schema issues found, 0 semantic issues found."
    )


@pytest.mark.slow
@pytest.mark.requirement("X-10")
def test_another_reader_finds_no_issue_whatever_the_model_holds(tmp_path: Path):
    lists = "- a\n  - b\n    1. c\n- d\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n```\n<pre>\n```"
    hostile: list[Any] = [
        NodeCreate(id="a", temp_id="a", node_type="SYS", name="Shop", descr='a < b & "c" ]]> <xhtml:b>'),
        NodeCreate(id="b", temp_id="b", node_type="FUNC", name="Check", attributes={"1 odd/key": 1.5, "list": [1, {}]}),
        NodeCreate(id="c", temp_id="c", node_type="FUNC", name="Count", attributes={"1 odd/key": "later", "on": True}),
        NodeCreate(id="d", temp_id="d", node_type="REQ", name="Ends \ufffe", descr=lists),
        NodeCreate(id="e", node_type="REQ", name="no XML id", attributes={FOREIGN_ID: "12 not an XML id"}),
        NodeCreate(id="f", node_type="REQ", name="taken", attributes={FOREIGN_ID: "_graphwright-string"}),
        EdgeCreate(id="g", edge_type="compose", source=Ref("a"), target=Ref("b")),
        EdgeCreate(id="h", edge_type="satisfy", source=Ref("b"), target=Ref("d"), attributes={"why": "so", "n": None}),
        EdgeCreate(
            id="i", edge_type="relation", source=Ref("c"), target=Ref("d"), attributes={"originalKind": "is <like> ä"}
        ),
    ]
    graph = applied(empty(), hostile)
    (tmp_path / "out.reqif").write_bytes(exported(graph))

    assert judged(tmp_path / "out.reqif") == (
        "Validation complete with 0 errors, 0 schema issues found, 0 semantic issues found."
    )
    assert "1 odd/key" in exported(graph).decode()


@pytest.mark.requirement("X-11")
def test_what_was_edited_here_goes_out_under_the_ids_of_the_other_tool():
    graph = imported(SMALL.encode())
    edit = NodeSet(name="Answer at once", attributes={"Status": "done", "Effort": 5})
    graph = applied(graph, [NodeUpdate(id="o", ref=node(graph, "o-1").node_id, set=edit)])

    out = exported(graph)

    missing = ids(SMALL.encode()) - ids(out)
    assert missing == set(), "objects, types, fields, choices, links and places are called what they were called"
    again = imported(out)
    assert (node(again, "o-1").name, read_by_people(node(again, "o-1").attributes)) == (
        "Answer at once",
        {"Effort": 5, "Safe": True, "Status": "done"},
    )


@pytest.mark.requirement("X-11", "X-05")
def test_what_was_made_here_is_known_again_when_another_tool_sends_it_back():
    graph = graph_of("## Nodes\nFast|REQ|Fast.RQ.001|Quick.\n\n## Edges\n")
    edited = exported(graph).replace(b"Quick.", b"Quicker.")

    found = brought(graph, edited)

    assert (found.added, found.changed, found.gone) == (0, 1, 0)


@pytest.mark.slow
@pytest.mark.requirement("X-163")
def test_strictdoc_converts_our_requirements_with_their_ids_texts_and_relations(tmp_path: Path):
    graph = graph_of(
        "## Nodes\nFast answer|REQ|FastAnswer.RQ.041|It shall answer in 2 s. [RATIONALE:money]\n"
        "Small cache|REQ|SmallCache.RQ.002|It shall cache.\n## Edges\nFastAnswer.RQ.041 -rl-> SmallCache.RQ.002\n"
    )
    file, folder = tmp_path / "shop.reqif", tmp_path / "converted"
    file.write_bytes(exported(graph))

    subprocess.run(
        [bench() / "strictdoc", "convert", file, folder, "--input-format", "reqif-sdoc"], check=True, timeout=50
    )

    (converted,) = folder.rglob("*.sdoc")
    assert seen("strictdoc_requirements", converted) == {
        "FastAnswer.RQ.041": ["Fast answer", "It shall answer in 2 s.", "money", ["SmallCache.RQ.002"]],
        "SmallCache.RQ.002": ["Small cache", "It shall cache.", "", []],
    }


@pytest.mark.requirement("X-148")
def test_another_reader_sees_in_a_packed_file_every_object_link_and_place_of_the_plain_one(
    tmp_path: Path, shared_data: Path
):
    graph = imported((shared_data / "reqif" / "polarion.reqif").read_bytes())
    packed = tmp_path / "out.reqifz"
    packed.write_bytes(exported(graph, "reqifz"))

    bundle = ReqIFZParser.parse(str(packed))

    assert bundle.attachments == {}
    (read,) = bundle.reqif_bundles.values()
    content = read.core_content.req_if_content
    found = {("SPEC-OBJECT", each.identifier) for each in content.spec_objects}
    found |= {("SPEC-RELATION", each.identifier) for each in content.spec_relations or ()}
    for specification in content.specifications:
        found |= {("SPEC-HIERARCHY", each.identifier) for each in read.iterate_specification_hierarchy(specification)}
    assert {kind for kind, _ in found} >= {"SPEC-OBJECT", "SPEC-HIERARCHY"}
    told = {"SPEC-OBJECT", "SPEC-RELATION", "SPEC-HIERARCHY"}
    assert found == {each for each in ids(exported(graph)) if each[0] in told}


@pytest.mark.requirement("X-09", "X-08")
def test_a_packed_file_is_read_and_what_is_left_of_it_is_told():
    packed = write_archive({"spec.reqif": SMALL.encode(), "pictures/a.png": b"\x89PNG"})

    read = read_import(ForeignFile(packed, "spec.reqifz"), empty().ontology)

    assert read.report.nodes == 2
    assert [(note.key, note.values) for note in read.report.notes if "Left" in note.key] == [
        ("notes.attachmentsLeft", {"count": 1})
    ]
    assert ids(exported(imported(packed))) >= ids(SMALL.encode())


@pytest.mark.requirement("X-09")
@pytest.mark.parametrize(
    "markdown",
    [
        "One line.",
        "Two\nlines.\n\nAnd a paragraph.",
        "- a\n- b\n  - c\n  - d\n- e",
        "1. a\n2. b",
        "- a\n  goes on\n  and on\n- b\n  - c\n    goes on\n- d",
        "1. a\n   goes on\n2. b\n\nA paragraph.",
        "**bold** and *light* and `code`",
        "[name](http://example.org/?a=1&b=2)",
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
        "```\nx < y\n  indented\n```",
        "a < b & c > d, 2 * 3 * 4, snake_case_name",
    ],
)
def test_rich_text_is_the_same_after_a_round_trip(markdown: str):
    xml = f'<v xmlns:xhtml="http://www.w3.org/1999/xhtml">{xhtml_of(markdown)}</v>'

    assert RichTextReader(parse_xml(ForeignFile(xml.encode()))).markdown == markdown


# bad input -----------------------------------------------------------------------------------------------------------

BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.mark.requirement("X-12")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (SMALL.replace("<REQ-IF ", BOMB + "<REQ-IF ", 1), "the XML declares a document type"),
        (SMALL.replace("<REQ-IF ", OUTSIDE + "<REQ-IF ", 1), "the XML declares a document type"),
        (SMALL.replace("<REQ-IF ", f"<!-- x --><?y?>{OUTSIDE}<REQ-IF ", 1), "the XML declares a document type"),
        (SMALL.replace("UTF-8", "cp037", 1), "the encoding 'cp037' is not read"),
        (SMALL[:2000], "the XML is damaged"),
        (SMALL.replace("</SPEC-OBJECTS>", "</SPEC-OBJECT>"), "line 34, column 3: the XML is damaged"),
        (SMALL.replace('"o-2"', '"o-1"'), "SPEC-OBJECT o-1.id: 'o-1' stands twice"),
        (SMALL.replace('IDENTIFIER="o-2"', ""), "<SPEC-OBJECT> 'Be there' has no IDENTIFIER"),
        (SMALL.replace("<VALUES>", "<VALUES>" + "<x>" * 600, 1), "is nested more than 500 deep"),
    ],
    ids=["bomb", "file", "hidden", "encoding", "cut off", "tags", "twice", "no id", "deep"],
)
def test_a_bad_file_is_refused_with_the_place_and_changes_nothing(data: str, said: str):
    with pytest.raises((InvalidCommand, LimitExceeded)) as refused:
        read_import(ForeignFile(data.encode()), empty().ontology)

    assert said in refused.value.message


@pytest.mark.requirement("X-12")
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_any_unicode_that_xml_allows_is_read(encoding: str):
    data = SMALL.replace("UTF-8", encoding.removesuffix("-sig").removesuffix("-le")).encode(encoding)

    assert imported(data).count("REQ") == 2


@pytest.mark.requirement("X-09")
def test_a_link_into_nothing_is_left_out_and_named():
    read = read_import(
        ForeignFile(SMALL.replace("<SPEC-OBJECT-REF>o-2", "<SPEC-OBJECT-REF>o-9").encode()), empty().ontology
    )

    assert [(note.key, note.values) for note in read.report.notes] == [
        ("notes.importDangling", {"count": 2, "examples": ["o-9"]})
    ]
