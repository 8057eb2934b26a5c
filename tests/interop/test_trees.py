"""Trees of requirements and tests: kept as what refines them here, beside whatever else joins the same two."""

from __future__ import annotations

import pytest

from graphwright.graph.load import default_ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.exports import write_export
from graphwright.interop.foreign_view import edge_of
from graphwright.interop.format import ExportRequest
from graphwright.interop.matching import differences
from graphwright.interop.report import ImportedModel
from graphwright.protocol.operations import EdgeCreate
from tests.interop.applying import applied, brought, empty

SAID = [
    ("compose", "a", "b"),
    ("satisfy", "a", "b"),
    ("compose", "b", "a"),
    ("compose", "t", "u"),
    ("compose", "a", "t"),
]


def read(said: list[tuple[str, str, str]]) -> ImportedModel:
    """What a reader says of two requirements and two tests."""
    builder = ImportBuilder("made", default_ontology())
    for name, kind in (("a", "REQ"), ("b", "REQ"), ("t", "TEST"), ("u", "TEST")):
        builder.node(name, kind, name)
    for kind, source, target in said:
        builder.edge(kind, source, target)
    return builder.finish()


@pytest.mark.requirement("X-175")
def test_a_tree_of_one_type_becomes_what_refines_it_and_is_told():
    model = read(SAID)

    assert [
        (each.edge_type, each.source, each.target, each.attributes.get("originalKind"))
        for each in model.operations
        if isinstance(each, EdgeCreate)
    ] == [
        ("satisfy", "a", "b", "compose"),
        ("relation", "a", "b", "satisfy"),
        ("satisfy", "b", "a", "compose"),
        ("verify", "t", "u", "compose"),
        ("relation", "a", "t", "compose"),
    ]
    assert [(note.key, note.values["count"], note.values["keeper"]) for note in model.report.notes] == [
        ("notes.importRefining", 3, "satisfy, verify"),
        ("notes.importKept", 2, "relation"),
    ]


@pytest.mark.requirement("X-04")
def test_a_relation_between_other_types_than_it_joins_here_is_kept_and_it_is_told_what_it_may_join():
    builder = ImportBuilder("made", default_ontology())
    for name, kind in (("m", "MOD"), ("n", "MOD"), ("r", "REQ")):
        builder.node(name, kind, name)
    for kind, source, target in (
        ("satisfy", "m", "r"),
        ("satisfy", "n", "r"),
        ("io", "m", "n"),
        ("involves", "n", "m"),
    ):
        builder.edge(kind, source, target)
    model = builder.finish()

    assert [
        (each.edge_type, each.source, each.target, each.attributes["originalKind"])
        for each in model.operations
        if isinstance(each, EdgeCreate)
    ] == [
        ("relation", "m", "r", "satisfy"),
        ("relation", "n", "r", "satisfy"),
        ("relation", "m", "n", "io"),
        ("relation", "n", "m", "involves"),
    ]
    assert [(note.key, note.values) for note in model.report.notes] == [
        (
            "notes.importKept",
            {"count": 2, "pairs": ["1 involves (MOD → MOD)", "1 io (MOD → MOD)"], "keeper": "relation"},
        ),
        (
            "notes.importMisfits",
            {"count": 2, "pairs": ["2 satisfy (MOD → REQ)"], "keeper": "relation",
             "allowed": ["satisfy (SYS, UC, FUNC, REQ → REQ)"]},
        ),
    ]  # fmt: skip


@pytest.mark.requirement("X-175")
@pytest.mark.parametrize("said", [SAID[:2], SAID[1::-1]], ids=["tree first", "tree last"])
def test_what_a_tree_and_something_else_say_of_the_same_two_are_both_kept(said: list[tuple[str, str, str]]):
    graph = empty()
    applied(graph, differences(read(said), graph, "made").operations)

    assert sorted(edge_of(each).kind for each in graph.edges.values()) == ["compose", "satisfy"]


@pytest.mark.requirement("X-175")
@pytest.mark.parametrize("name", ["reqif", "xlsx", "csv", "neutral", "sysml", "graphml", "needs"])
def test_a_tree_comes_back_as_the_tree_that_it_was(name: str):
    graph = empty()
    applied(graph, differences(read([*SAID[:2], SAID[3]]), graph, "made").operations)
    data, _ = write_export(ExportRequest(graph, "01a2", "shop"), name)

    assert brought(graph, data, f"shop.{name}").operations == []
