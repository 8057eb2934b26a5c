"""Identity: what another tool calls an element is kept, found again by a second import and given back on export."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.formats.compact import write_compact
from graphwright.formats.format_e import write_format_e
from graphwright.graph.document import Graph
from graphwright.graph.foreign import PREFIX, read_by_people
from graphwright.interop import matching
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.matching import ModelDifferences, differences
from graphwright.interop.registry import FORMATS
from graphwright.operations.cures.merge import merge
from graphwright.operations.cures.retype import retype
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import NodeCreate, NodeSet, NodeUpdate
from tests.interop.applying import applied, empty, imported
from tests.interop.applying import brought as file_brought

MODEL = {
    "format": "neutral-graph/1",
    "nodes": [
        {
            "id": "u1",
            "type": "FUNC",
            "name": "Check order",
            "descr": "Checks it.",
            "layer": "LA",
            "origin": "LogicalFunction",
        },
        {"id": "u2", "type": "MOD", "name": "Shop server", "descr": "", "layer": "PA"},
        {"id": "u3", "type": "ACTOR", "name": "Clerk", "descr": ""},
    ],
    "edges": [
        {"id": "r1", "type": "allocate", "source": "u1", "target": "u2"},
        {"type": "involves", "source": "u1", "target": "u3"},
    ],
}


def brought(graph: Graph, model: object, name: str = "model.json") -> ModelDifferences:
    return file_brought(graph, json.dumps(model).encode(), name)


def in_a_project(model: object = MODEL) -> Graph:
    graph = empty()
    return applied(graph, brought(graph, model).operations)


@pytest.mark.requirement("R-70")
def test_a_value_that_is_nested_beyond_reading_is_another_one_than_what_was_kept():
    assert not matching._is_same({"a": 1}, "[" * 100_000)
    assert matching._is_same({"a": 1}, '{"a": 1}')


@pytest.mark.requirement("X-04")
@pytest.mark.parametrize("name", ["reqif", "archimate", "sysml-json", "graphml"])
def test_what_one_tool_calls_its_kinds_means_nothing_in_the_file_of_another(name: str):
    graph = in_a_project()

    data, _ = write_export(ExportRequest(graph, "01a2"), name)

    types = sorted(node.node_type for node in imported(data, "model").nodes.values())
    assert types == sorted(node.node_type for node in graph.nodes.values())


def changed(**fields: object) -> dict[str, Any]:
    """The model as a newer file has it: other fields of its first node."""
    first, *others = MODEL["nodes"]
    return {**MODEL, "nodes": [{**first, **fields}, *others]}


def said(graph: Graph) -> Graph:
    """The graph without attributes for machines."""
    plain = empty()
    for node in graph.nodes.values():
        plain.put_node(replace(node, attributes={**read_by_people(node.attributes)}))
    for edge in graph.edges.values():
        plain.put_edge(replace(edge, attributes={**read_by_people(edge.attributes)}))
    return plain


def named(graph: Graph, name: str):
    return next(node for node in graph.nodes.values() if node.name == name)


@pytest.mark.requirement("X-04")
def test_ids_kinds_and_directions_of_the_other_tool_are_given_back():
    data, _ = write_export(ExportRequest(in_a_project(), "01a2"), "neutral")

    assert json.loads(data) == MODEL


@pytest.mark.requirement("X-05")
def test_the_same_file_again_changes_nothing_whatever_it_is_called():
    graph = in_a_project()

    assert brought(graph, MODEL, "renamed.json") == ([], 0, 0, 0, [])


@pytest.mark.requirement("X-05")
def test_one_changed_line_is_one_operation():
    graph = in_a_project()

    found = brought(graph, changed(descr="Checks all of it."))

    assert (found.added, found.changed, found.gone) == (0, 1, 0)
    assert [(each.ref, each.set.descr, each.unset) for each in found.operations if isinstance(each, NodeUpdate)] == [
        (named(graph, "Check order").node_id, "Checks all of it.", [])
    ]


@pytest.mark.requirement("X-05")
def test_a_newer_file_adds_and_takes_away_and_ends_where_it_would_have_begun():
    newer = {
        "format": "neutral-graph/1",
        "nodes": [*MODEL["nodes"][:2], {"id": "u4", "type": "REQ", "name": "Fast", "descr": ""}],
        "edges": [MODEL["edges"][0], {"type": "satisfy", "source": "u1", "target": "u4"}],
    }
    graph = in_a_project()

    found = brought(graph, newer)
    after = applied(graph, found.operations)

    assert (found.added, found.changed, found.gone) == (2, 0, 1)
    assert json.loads(write_export(ExportRequest(after, "01a2"), "neutral")[0]) == newer


def edited(graph: Graph, **fields: Any) -> Graph:
    """The graph after people changed its first function."""
    update = NodeUpdate(id=OperationId("e1"), ref=Ref(named(graph, "Check order").node_id), set=NodeSet(**fields))
    return applied(graph, [update])


def what_it_sets(found: ModelDifferences) -> list[tuple[str | None, str | None, dict[str, Any], list[str]]]:
    return [
        (each.set.name, each.set.descr, {**read_by_people(each.set.attributes)}, each.unset)
        for each in found.operations
        if isinstance(each, NodeUpdate)
    ]


def contests(found: ModelDifferences) -> list[tuple[str, Any]]:
    return [(each.case, each.values["here"]) for each in found.contested]


@pytest.mark.requirement("X-181")
def test_what_only_people_changed_stays_when_the_file_says_something_new_of_another_field():
    graph = edited(in_a_project(), name="My check", attributes={"layer": "PA", "cost": 3})

    found = brought(graph, changed(descr="Checks all of it."))

    assert what_it_sets(found) == [(None, "Checks all of it.", {}, [])]
    assert contests(found) == []
    assert brought(applied(graph, found.operations), changed(descr="Checks all of it.")) == ([], 0, 0, 0, [])
    newer = brought(graph, changed(descr="Checks all of it.", name="Check orders"))
    assert contests(newer) == [("changedHere", "'PA', 'My check'")], "where both changed one, all that is overwritten"


@pytest.mark.requirement("X-181")
@pytest.mark.parametrize(
    ("ours", "theirs", "contested"),
    [
        ({}, {"name": "Check orders"}, ""),
        ({"name": "My check"}, {"name": "Check orders"}, "'My check'"),
        ({"descr": "Mine."}, {"descr": "Theirs."}, "'Mine.'"),
        ({"attributes": {"layer": "PA"}}, {"layer": "SA"}, "'PA'"),
        ({"name": "My check"}, {"layer": "SA", "name": "Check order"}, ""),
        ({"descr": "word " * 100}, {"descr": "Theirs."}, repr(("word " * 16) + "…")),
    ],
    ids=["only the file", "the name", "the description", "an attribute", "another field", "a long text"],
)
def test_what_a_file_would_overwrite_of_what_people_changed_is_contested(ours, theirs, contested):
    graph = in_a_project()
    graph = edited(graph, **ours) if ours else graph

    found = brought(graph, changed(**theirs))

    assert found.changed == 1
    assert [values for _, values in contests(found)] == ([contested] if contested else [])


@pytest.mark.requirement("X-181")
def test_a_field_that_the_file_takes_away_and_people_changed_is_contested():
    bare = changed()
    del bare["nodes"][0]["layer"]
    graph = in_a_project()

    assert contests(brought(graph, bare)) == []
    assert contests(brought(edited(graph, attributes={"layer": "PA"}), bare)) == [("changedHere", "'PA'")]


@pytest.mark.requirement("X-181")
def test_what_is_gone_from_the_file_is_contested_where_people_changed_it():
    graph = edited(in_a_project(), descr="Checks it twice.")
    rest = {**MODEL, "nodes": MODEL["nodes"][2:], "edges": []}

    found = brought(graph, rest)

    assert (found.gone, contests(found)) == (2, [("changedHereGone", "'Check order'")])


TWINS = {
    "format": "neutral-graph/1",
    "nodes": [
        {"id": "1", "type": "FUNC", "name": "Pump", "descr": "Pumps."},
        {"id": "2", "type": "FUNC", "name": "Pumps", "descr": "Pump."},
        {"id": "3", "type": "FUNC", "name": "Clerk", "descr": "Writes."},
        {"id": "4", "type": "FLOW", "name": "Water", "descr": ""},
    ],
    "edges": [
        {"type": "relation", "source": "1", "target": "2"},
        {"type": "relation", "source": "2", "target": "3"},
    ],
}


@pytest.mark.requirement("X-05", "G-66")
def test_the_same_file_again_leaves_what_was_merged_and_retyped_since_as_it_is():
    graph = in_a_project(TWINS)
    graph = applied(graph, merge(graph, named(graph, "Pump"), [named(graph, "Pumps")]).operations)
    graph = applied(graph, retype(graph, named(graph, "Clerk"), "ACTOR").operations)

    assert brought(graph, TWINS) == ([], 0, 0, 0, [])


@pytest.mark.requirement("X-05", "G-66")
def test_a_newer_file_changes_what_was_retyped_and_not_what_was_merged_and_takes_neither_away():
    graph = in_a_project(TWINS)
    graph = applied(graph, merge(graph, named(graph, "Pump"), [named(graph, "Pumps")]).operations)
    graph = applied(graph, retype(graph, named(graph, "Clerk"), "ACTOR").operations)
    newer = {**TWINS, "nodes": [{**each, "descr": "New."} for each in TWINS["nodes"][1:]], "edges": []}

    found = brought(graph, newer)
    after = applied(graph, found.operations)

    assert (found.added, found.gone) == (0, 1)
    assert [(node.name, node.node_type, node.descr) for node in after.nodes.values()] == [
        ("Pump", "FUNC", "Pumps."),
        ("Water", "FLOW", "New."),
        ("Clerk", "ACTOR", "New."),
    ]


def cured_since(format_name: str, *, change: Callable[[bytes], bytes] = bytes) -> tuple[ModelDifferences, Graph]:
    """A file of ours from before a merge and a retype: what it brings after them, and the graph with it."""
    graph = said(in_a_project(TWINS))
    file = change(write_export(ExportRequest(graph, "01a2"), format_name)[0])
    graph = applied(graph, merge(graph, named(graph, "Pump"), [named(graph, "Pumps")]).operations)
    graph = applied(graph, retype(graph, named(graph, "Clerk"), "ACTOR").operations)
    found = file_brought(graph, file, f"model.{FORMATS[format_name].endings[0]}")
    return found, applied(graph, found.operations)


@pytest.mark.requirement("X-05", "G-66")
@pytest.mark.parametrize(
    "format_name",
    [
        "json",
        "format-e",
        "compact",
        "neutral",
        "reqif",
        "csv",
        "xlsx",
        "needs",
        "archimate",
        "graphml",
        "sysml",
        "sysml-json",
    ],
)
def test_a_file_of_ours_from_before_brings_nothing_that_was_merged_or_retyped_again(format_name: str):
    assert cured_since(format_name)[0] == ([], 0, 0, 0, [])


@pytest.mark.requirement("X-05", "G-66")
def test_a_file_of_ours_changes_what_was_retyped_and_not_what_was_merged():
    _, after = cured_since("json", change=lambda data: data.replace(b'"Pump."', b'"Old."').replace(b"Writes.", b"New."))
    assert [(node.name, node.node_type, node.descr) for node in after.nodes.values()] == [
        ("Pump", "FUNC", "Pumps."),
        ("Water", "FLOW", ""),
        ("Clerk", "ACTOR", "New."),
    ]


@pytest.mark.requirement("X-05", "G-66")
def test_a_file_of_strangers_is_new_though_an_id_of_it_ended_here():
    graph = said(in_a_project(TWINS))
    gone = named(graph, "Pumps").semantic_id
    graph = applied(graph, merge(graph, named(graph, "Pump"), [named(graph, "Pumps")]).operations)
    theirs = f"## Nodes\nPumps|FUNC|{gone}|\nOil|FLOW|Oil.FL.007|\nGas|FLOW|Gas.FL.008|\n"
    assert file_brought(graph, theirs.encode(), "theirs.txt").added == 3


@pytest.mark.requirement("X-05")
def test_an_attribute_that_the_file_lost_goes_and_one_that_people_added_stays():
    graph = in_a_project()
    node = named(graph, "Check order")
    graph = applied(graph, [NodeUpdate(id="o1", ref=node.node_id, set=NodeSet(attributes={"owner": "Ana"}))])
    newer = changed(descr="New.")
    del newer["nodes"][0]["layer"]

    after = applied(graph, brought(graph, newer).operations)

    kept = {k: v for k, v in named(after, "Check order").attributes.items() if not k.startswith(PREFIX)}
    assert kept == {"owner": "Ana"}


@pytest.mark.requirement("X-06")
def test_what_people_changed_stays_until_the_file_says_something_new():
    graph = in_a_project()
    node = named(graph, "Check order")
    graph = applied(graph, [NodeUpdate(id="o1", ref=node.node_id, set=NodeSet(name="Check each order"))])

    assert brought(graph, MODEL).operations == []
    assert brought(graph, changed(name="Check the order")).changed == 1


@pytest.mark.requirement("X-05")
def test_two_files_of_one_tool_do_not_take_away_each_others_elements():
    graph = in_a_project()
    other = {"format": "neutral-graph/1", "nodes": [{"id": "v1", "type": "REQ", "name": "Safe"}], "edges": []}
    graph = applied(graph, brought(graph, other, "other.json").operations)

    assert brought(graph, MODEL).operations == []
    assert brought(graph, other, "other.json").operations == []


@pytest.mark.requirement("X-07")
def test_the_compact_encoding_pays_for_no_attribute_of_machines():
    graph = in_a_project()

    assert PREFIX not in write_compact(graph)
    assert PREFIX in write_format_e(graph), "a form that loses nothing holds them"


@pytest.mark.requirement("X-07")
@pytest.mark.parametrize(("name", "most"), [("model_test", 0.40), ("eole", 0.40)])
def test_a_real_model_as_a_user_imports_it_is_compact(shared_data: Path, name: str, most: float):
    data = (shared_data / "capella" / f"{name}.graph.json").read_bytes()
    graph = in_a_project(json.loads(data))

    assert len(write_compact(graph)) <= most * len(write_format_e(said(graph))), "nothing for machines on either side"


@pytest.mark.requirement("X-04", "X-05")
@pytest.mark.parametrize("name", ["model_test", "eole"])
def test_a_real_model_comes_back_as_it_was_and_again_without_a_change(shared_data: Path, name: str):
    source = json.loads((shared_data / "capella" / f"{name}.graph.json").read_bytes())
    graph = in_a_project(source)

    data, _ = write_export(ExportRequest(graph, "01a2"), "neutral")

    assert brought(graph, source).operations == []
    given = json.loads(data)
    assert {node["id"] for node in given["nodes"]} == {node["id"] for node in source["nodes"]}
    assert sorted(given["edges"], key=str) == sorted(source["edges"], key=str)


@pytest.mark.requirement("X-181")
@pytest.mark.parametrize(
    "name",
    [
        "strictdoc/strictdoc_41_Zephyr_requirements.sdoc",
        "strictdoc/strictdoc_21_l2_high_level_requirements.sdoc",
        "reqif/polarion.reqif",
        "dronology/Artifacts_Version07.xlsx",
    ],
)
def test_of_real_files_it_is_told_which_side_changed_what(shared_data: Path, name: str):
    file = ForeignFile((shared_data / name).read_bytes(), Path(name).name)
    graph = imported(file.data, file.name)
    count = len(graph.nodes)

    def with_more(field: str) -> ModelDifferences:
        model = read_import(file, graph.ontology)
        more = [replace(each, **{field: getattr(each, field) + " more"}) if isinstance(each, NodeCreate) else each
                for each in model.operations]  # fmt: skip
        return differences(replace(model, operations=more), graph, file.name)

    assert (with_more("descr").changed, with_more("descr").contested) == (count, []), "only the file"
    for node in [*graph.nodes.values()]:
        graph.put_node(replace(node, name=f"{node.name} here"))
    other, same = with_more("descr"), with_more("name")
    assert [name for name, *_ in what_it_sets(other)] == [None] * count, "what people renamed keeps its name"
    assert (other.contested, len(same.contested)) == ([], count)
