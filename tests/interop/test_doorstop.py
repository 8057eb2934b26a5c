"""Doorstop: folders of other people in and out again, ours as Doorstop itself loads them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graphwright.cli.files import read_folder, write_folder
from graphwright.errors import InvalidCommand
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.interop.archives import read_archive, write_archive
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import FILE_BYTES, read_import
from graphwright.interop.registry import HIDDEN_FILES
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import edge, graph_of, hostile_graphs, node
from tests.interop.applying import brought, empty, imported
from tests.interop.judging import seen

SETTINGS = b"""settings:
  digits: 3
  prefix: SRD
  sep: ''
attributes:
  defaults: !include defaults.yml
"""
TESTS = b"settings:\n  digits: 3\n  parent: SRD\n  prefix: TST\n  sep: '-'\n"
STAMP = "avwblqPimDJ2OgTrRCXxRPN8FQhUBWqPIXm7kSR95C4="
PROJECT: dict[str, bytes] = {
    "reqs/.doorstop.yml": SETTINGS,
    "reqs/defaults.yml": b"priority: low\n",
    "reqs/SRD001.yml": f"""active: true
derived: false
header: |
  Speed
level: 1.0
links: []
normative: false
ref: ''
reviewed: {STAMP}
text: ''
""".encode(),
    "reqs/SRD002.yml": f"""active: true
derived: false
header: ''
level: '1.10'
links: []
normative: true
priority: high
ref: ''
reviewed: {STAMP}
text: |
  The system **shall** answer within 2 s.

  At once where it can.
""".encode(),
    "reqs/deep/SRD003.yml": f"""active: false
derived: true
header: ''
level: 2
links:
- SRD002: {STAMP}
normative: true
ref: src/answer.py
references:
- path: src/answer.py
  type: file
reviewed: null
text: |
  The page shall answer within 1 s.
""".encode(),
    "tests/.doorstop.yml": TESTS,
    "tests/TST-001.yml": b"""active: true
derived: false
header: |
  Clock it
level: 1
links:
- SRD002: null
normative: true
ref: ''
reviewed: null
text: |
  Ask a hundred times.
""",
}


def folder(files: dict[str, bytes] | None = None) -> bytes:
    return write_archive(PROJECT if files is None else files)


def changed(name: str, old: str, new: str) -> bytes:
    assert old in PROJECT[name].decode()
    return folder({**PROJECT, name: PROJECT[name].replace(old.encode(), new.encode())})


def read(data: bytes):
    return read_import(ForeignFile(data, "reqs.zip"), empty().ontology)


def written(graph: Graph):
    return write_export(ExportRequest(graph, "01a2", "shop"), "doorstop")


def loaded(graph: Graph, folder: Path, *fields: str) -> Any:
    """What Doorstop itself sees in our folder."""
    write_folder(str(folder), written(graph)[0])
    return seen("doorstop_items", folder, *fields)


# --- in -----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-60")
def test_items_become_requirements_and_tests_with_what_was_said_of_them():
    operations = read(folder()).operations

    assert [
        (
            each.temp_id,
            each.node_type,
            each.name,
            each.descr,
            {k: v for k, v in each.attributes.items() if "." not in k},
        )
        for each in operations
        if isinstance(each, NodeCreate)
    ] == [
        ("SRD001", "REQ", "Speed", "", {"level": "1.0", "normative": False}),
        (
            "SRD002",
            "REQ",
            "The system shall answer within 2 s. At…",
            "The system **shall** answer within 2 s.\n\nAt once where it can.",
            {"level": "1.10", "priority": "high"},
        ),
        (
            "SRD003",
            "REQ",
            "The page shall answer within 1 s",
            "The page shall answer within 1 s.",
            {
                "active": False,
                "derived": True,
                "level": "2",
                "ref": "src/answer.py",
                "references": [{"path": "src/answer.py", "type": "file"}],
            },
        ),
        ("TST-001", "TEST", "Clock it", "Ask a hundred times.", {"level": "1"}),
    ]
    assert [(each.edge_type, each.source, each.target) for each in operations if isinstance(each, EdgeCreate)] == [
        ("satisfy", "SRD002", "SRD003"),
        ("verify", "SRD002", "TST-001"),
    ]


@pytest.mark.requirement("X-60")
def test_a_folder_goes_out_as_it_came_in():
    assert read_archive(written(imported(folder(), "reqs.zip"))[0]) == PROJECT


@pytest.mark.requirement("X-60", "X-05")
def test_the_same_folder_again_changes_nothing_and_one_changed_line_is_one_operation():
    graph = imported(folder(), "reqs.zip")

    assert brought(graph, folder(), "reqs.zip").operations == []
    assert brought(graph, changed("reqs/SRD002.yml", "2 s", "3 s"), "reqs.zip").changed == 1


@pytest.mark.requirement("X-60")
def test_items_in_markdown_are_read_and_written_as_markdown():
    files = {
        ".doorstop.yml": b"settings:\n  digits: 3\n  itemformat: markdown\n  prefix: REQ\n  sep: ''\n",
        "README.md": b"# About\n",
        "REQ001.md": b"---\nactive: true\nderived: false\nlevel: 1\nlinks: []\nnormative: true\nref: ''\nreviewed: null\n---\n\n"
        b"# Fast\n\nIt shall be fast.\n",
    }

    graph = imported(folder(files), "reqs.zip")

    assert [(each.name, each.descr) for each in graph.nodes.values()] == [("Fast", "It shall be fast.")]
    assert read_archive(written(graph)[0]) == {name: files[name] for name in (".doorstop.yml", "REQ001.md")}
    assert [note.key for note in read(folder(files)).report.notes] == ["notes.attachmentsLeft"]


@pytest.mark.requirement("X-60")
def test_the_folder_of_doorstop_itself_is_read_whole_and_goes_out_as_it_came_in(shared_data: Path):
    expected = json.loads((shared_data / "EXPECTED.json").read_text())["doorstop/"]
    data = read_folder(str(shared_data / "doorstop"), FILE_BYTES, HIDDEN_FILES)

    found = read(data)
    back = read_archive(written(imported(data, "doorstop"))[0])

    assert (found.report.nodes, found.report.edges, found.report.notes) == (expected["items"], 0, [])
    assert {name for name, content in read_archive(data).items() if back.get(name) != content} <= {
        "REQ009.yml",
        "REQ019.yml",
    }


@pytest.mark.requirement("X-183")
def test_headings_and_text_of_doorstop_lack_no_test_and_requirements_do(shared_data: Path):
    graph = imported(read_folder(str(shared_data / "doorstop"), FILE_BYTES, HIDDEN_FILES), "doorstop")
    of_text = {each.node_id for each in graph.nodes.values() if each.attributes.get("normative") is False}
    asked = {"requirements_verification", "uc_satisfy_req", "full_traceability", "isolation"}

    wanting = {rule_id: {each.node_ids[0] for each in check_all(graph) if each.rule_id == rule_id} for rule_id in asked}

    assert len(of_text) == 5
    assert wanting == dict.fromkeys(asked, graph.nodes.keys() - of_text)


@pytest.mark.requirement("X-60")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            changed("reqs/SRD002.yml", "priority: high", "priority: [high"),
            "reqs/SRD002.yml, line 8: the YAML cannot be read: did not find expected ',' or ']'",
        ),
        (folder({**PROJECT, "reqs/SRD004.yml": b"- one\n"}), "reqs/SRD004.yml, line 1: there are no fields"),
        (changed("reqs/SRD001.yml", "links: []", "links: 5"), "reqs/SRD001.yml: links must be a list of UIDs"),
        (folder({**PROJECT, "reqs/SRD02.yml": b"text: x\n"}), "reqs/SRD02.yml: 'SRD02' is no UID that tells this item"),
        (
            folder({**PROJECT, "reqs/SRD004.yml": b"a: &a [1]\nb: [*a, *a]\n"}),
            "reqs/SRD004.yml: the YAML repeats parts of itself by *name; write them out",
        ),
        (folder({**PROJECT, "reqs/SRD004.yml": b"text: \xff\n"}), "line 1: not UTF-8"),
        (folder({**PROJECT, "reqs/SRD004.yml": b"a: " + b"[" * 5000}), "reqs/SRD004.yml"),
    ],
    ids=["yaml", "list", "links", "twice", "bomb", "encoding", "deep"],
)
def test_a_damaged_item_is_refused_with_its_file_and_line(data: bytes, said: str):
    with pytest.raises(InvalidCommand) as refused:
        read(data)

    assert said in refused.value.message


# --- out ----------------------------------------------------------------------------------------------------------


def requirements() -> Graph:
    return graph_of(
        [
            node("Fast.RQ.001", "The system shall\nanswer: #1, 'always'.", attributes={"rationale": "People wait."}),
            node("Faster.RQ.002", "", name="Faster: - always", attributes={"links": "odd", "references": 5}),
            node("Clock.TS.001", "Ask often.", attributes={"level": "high"}),
            node("Page.FN.001"),
        ],
        [edge("rq1", "satisfy", "rq2", why="x"), edge("rq1", "verify", "ts1"), edge("fn1", "satisfy", "rq2")],
    )


@pytest.mark.requirement("X-61")
def test_doorstop_itself_sees_every_requirement_test_and_link_and_no_error(tmp_path: Path):
    assert loaded(requirements(), tmp_path / "out", "rationale") == {
        "errors": [],
        "items": {
            "REQ-FastRQ001": {
                "document": "REQ",
                "header": "Fast",
                "text": "The system shall\nanswer: #1, 'always'.",
                "level": "1",
                "links": [],
                "rationale": "People wait.",
            },
            "REQ-FasterRQ002": {
                "document": "REQ",
                "header": "Faster: - always",
                "text": "",
                "level": "2",
                "links": ["REQ-FastRQ001"],
                "rationale": None,
            },
            "TEST-ClockTS001": {
                "document": "TEST",
                "header": "Clock",
                "text": "Ask often.",
                "level": "1",
                "links": ["REQ-FastRQ001"],
                "rationale": None,
            },
        },
    }


@pytest.mark.requirement("X-61")
def test_what_an_item_has_no_place_for_is_counted():
    assert {note.key: note.values["count"] for note in written(requirements())[1].notes} == {
        "notes.exportNodes": 1,
        "notes.exportEdges": 1,
        "notes.exportAttributes": 3,
        "notes.edgeAttributesLeft": 1,
    }


@pytest.mark.requirement("X-61")
def test_a_project_that_came_from_doorstop_and_grew_is_still_one_to_doorstop(tmp_path: Path):
    graph = imported(folder(), "reqs.zip")
    made = node("Safe.RQ.009", "It shall be safe.")
    graph.put_node(made)
    first = next(each for each in graph.nodes.values() if each.attributes.get("foreign.id") == "SRD002")
    graph.put_edge(edge(first.node_id, "satisfy", made.node_id))

    found = loaded(graph, tmp_path / "out")

    assert found["errors"] == []
    assert {uid: (item["document"], item["links"]) for uid, item in found["items"].items()} == {
        "SRD001": ("SRD", []),
        "SRD002": ("SRD", []),
        "SRD003": ("SRD", ["SRD002"]),
        "SRD-SafeRQ009": ("SRD", ["SRD002"]),
        "TST-001": ("TST", ["SRD002"]),
    }


@pytest.mark.requirement("X-60", "X-61")
def test_our_folder_comes_back_to_its_project_without_a_change():
    graph = requirements()

    found = brought(graph, written(graph)[0], "reqs.zip")

    assert [each for each in found.operations if isinstance(each, NodeCreate | EdgeCreate)] == []


@pytest.mark.slow
@pytest.mark.requirement("X-61")
@given(hostile_graphs())
def test_whatever_a_text_holds_it_comes_back(graph: Graph):
    data, _ = written(graph)
    kept = {kind: [*graph.of_type(kind)] for kind in ("REQ", "TEST")}

    found = {each.temp_id: each for each in read(data).operations if isinstance(each, NodeCreate)}

    assert {
        each.semantic_id: (each.node_type, " ".join(each.name.split()), each.descr.strip())
        for nodes in kept.values()
        for each in nodes
        if each.name.strip()
    }.items() <= {key: (each.node_type, each.name, each.descr) for key, each in found.items()}.items()
