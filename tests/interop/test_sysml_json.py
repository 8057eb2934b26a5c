"""SysML v2 as elements of its API: the same elements as the text to an independent reader, and back."""

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
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, contents_of, hostile_graphs, order_system
from tests.interop.applying import brought, imported
from tests.interop.judging import said, seen


def written(graph: Graph, name: str = "sysml-json") -> bytes:
    return write_export(ExportRequest(graph, "01a2", "shop"), name)[0]


def read(data: bytes):
    return read_import(ForeignFile(data, "model.json"), default_ontology())


@pytest.mark.requirement("X-67")
@pytest.mark.parametrize("name", ["order", "eole", "model_test"])
def test_an_independent_reader_sees_in_the_elements_what_it_sees_in_the_text(
    name: str, tmp_path: Path, shared_data: Path
):
    if name == "order":
        graph = order_system()
    else:
        graph = imported((shared_data / "capella" / f"{name}.graph.json").read_bytes(), "m.json")
    elements, text = tmp_path / "m.json", tmp_path / "m.sysml"
    elements.write_bytes(written(graph))
    text.write_bytes(written(graph, "sysml"))

    by_elements, by_text = seen("sysml_elements", elements), seen("sysml_elements", text)

    same_names = {short: [kind, owner, docs] for short, (kind, _, owner, docs) in by_text["elements"].items()}
    assert {
        short: [kind, owner, docs] for short, (kind, _, owner, docs) in by_elements["elements"].items()
    } == same_names
    for field in ("referring", "dependencies", "satisfied"):
        assert Counter(map(str, by_elements[field])) == Counter(map(str, by_text[field]))
    assert by_elements["counts"] == by_text["counts"]


@pytest.mark.requirement("X-67")
def test_every_id_that_an_element_names_is_the_id_of_an_element_of_the_list():
    elements = json.loads(written(order_system()))

    def named(value: Any) -> set[str]:
        if isinstance(value, dict):
            return {value["@id"]} if [*value] == ["@id"] else set().union(*map(named, value.values()))
        return set().union(*map(named, value)) if isinstance(value, list) else set()

    assert set().union(*map(named, (list(each.values()) for each in elements))) <= {each["@id"] for each in elements}
    assert len({each["@id"] for each in elements}) == len(elements)


@pytest.mark.slow
@pytest.mark.requirement("X-68")
@given(hostile_graphs())
def test_elements_that_we_wrote_come_back_the_same(graph: Graph):
    operations = read(written(graph)).operations
    names = {each.temp_id: each.semantic_id for each in operations if isinstance(each, NodeCreate)}
    nodes, edges = contents_of(operations)
    told: Counter[Any] = edges

    assert (
        nodes,
        Counter({(names[a], kind, names[b], rest): count for (a, kind, b, rest), count in told.items()}),
    ) == contents(graph)


@pytest.mark.requirement("X-68")
def test_elements_that_come_back_to_their_project_change_nothing():
    graph = order_system()

    assert brought(graph, written(graph), "m.json").operations == []


FOREIGN = [
    {"@type": "Package", "@id": "p", "declaredName": "shop"},
    {
        "@type": "PartUsage",
        "@id": "m",
        "declaredName": "server",
        "owner": {"@id": "p"},
        "documentation": [{"@id": "d"}],
    },
    {"@type": "Documentation", "@id": "d", "body": "Answers."},
    {"@type": "ActionUsage", "@id": "f", "declaredName": "check", "owner": {"@id": "m"}},
    {
        "@type": "ItemUsage",
        "@id": "i",
        "owner": {"@id": "f"},
        "direction": "in",
        "ownedReferenceSubsetting": {"@id": "s"},
    },
    {"@type": "ReferenceSubsetting", "@id": "s", "referencedFeature": {"@id": "o"}},
    {"@type": "ItemUsage", "@id": "o", "declaredName": "order", "owner": {"@id": "p"}},
    {"@type": "RequirementUsage", "@id": "r", "declaredName": "fast", "declaredShortName": "R1", "owner": {"@id": "p"}},
    {
        "@type": "SatisfyRequirementUsage",
        "@id": "x",
        "satisfiedRequirement": {"@id": "r"},
        "satisfyingFeature": {"@id": "f"},
    },
    {"@type": "Dependency", "@id": "y", "client": [{"@id": "m"}], "supplier": [{"@id": "o"}]},
    {"@type": "StateUsage", "@id": "z", "declaredName": "on", "owner": {"@id": "m"}},
    {"@type": "FeatureMembership", "@id": "k"},
]


@pytest.mark.requirement("X-68")
@pytest.mark.parametrize("wrap", [lambda each: each, lambda each: {"payload": each}], ids=["elements", "payloads"])
def test_elements_of_another_tool_become_what_is_in_them(wrap: Any):
    found = read(json.dumps([wrap(each) for each in FOREIGN]).encode())

    assert [
        (each.node_type, each.name, each.descr, each.attributes.get("shortName"))
        for each in found.operations
        if isinstance(each, NodeCreate)
    ] == [
        ("MOD", "server", "Answers.", None),
        ("FUNC", "check", "", None),
        ("FLOW", "order", "", None),
        ("REQ", "fast", "", "R1"),
    ]
    assert [
        (each.source, each.edge_type, each.target, each.attributes.get("label"))
        for each in found.operations
        if isinstance(each, EdgeCreate)
    ] == [
        ("m", "allocate", "f", None),
        ("o", "io", "f", None),
        ("f", "satisfy", "r", None),
        ("m", "relation", "o", "depends on"),
    ]
    assert [(note.key, note.values) for note in found.report.notes] == [
        ("notes.sysmlLeft", {"count": 1, "kinds": ["1 StateUsage"]})
    ]


@pytest.mark.requirement("X-68")
def test_elements_that_another_tool_makes_of_a_text_are_what_we_read_in_the_text(shared_data: Path):
    source = shared_data / "sysml" / "batmobile" / "DontPanic-SysMLv2-Batmobile.sysml"

    by_elements = read(said("sysml_full_json", source).encode()).operations
    by_text = read_import(ForeignFile(source.read_bytes(), source.name), default_ontology()).operations

    def counted(operations: list[Any]) -> Counter[str]:
        """Data is told apart by each in its own way: what is a definition there may be a usage here."""
        types = Counter(each.node_type for each in operations if isinstance(each, NodeCreate))
        return Counter({kind: count for kind, count in types.items() if kind != "SCHEMA"})

    assert counted(by_elements) == counted(by_text)


@pytest.mark.requirement("X-68")
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'[{"@type": "Package", "@id": "p"}, {"@type": "PartUsage"}]', "element 2: it has no @id and no @type"),
        (b'[{"@type": "Package", "@id": "p"}, 5]', "Expected `object`, got `int` - at `$[1]`"),
        (b'[{"@type": "Package", "@id": "p"', "Input data was truncated"),
        (b'[{"@type": "Package", "@id": "p", "x": ' + b"[" * 3000, "nested too deeply"),
    ],
    ids=["no id", "number", "cut off", "deep"],
)
def test_what_is_no_list_of_whole_elements_is_refused_with_its_place(data: bytes, told: str):
    with pytest.raises(InvalidCommand) as refused:
        read(data)

    assert told in refused.value.message
