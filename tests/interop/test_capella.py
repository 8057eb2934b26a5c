"""Capella: whole projects with their layers, as their own library loads them, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.layers import layer_of
from graphwright.interop.archives import write_archive
from graphwright.interop.capella.apart import loaded
from graphwright.interop.capella.load import in_named_folders, main_project
from graphwright.interop.capella.records import CapellaElement, CapellaProject
from graphwright.interop.capella.to_graph import model_of
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.matching import differences
from graphwright.interop.report import ImportedModel
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.interop.applying import applied, empty

LISTED = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:viewpoint="http://www.eclipse.org/sirius/1.1.0">
<viewpoint:DAnalysis uid="_1">{files}</viewpoint:DAnalysis></xmi:XMI>"""
METADATA = """<?xml version="1.0" encoding="UTF-8"?>
<metadata:Metadata xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
 xmlns:metadata="http://www.polarsys.org/kitalpha/ad/metadata/1.0.0" id="_2">
<viewpointReferences id="_3" vpId="org.polarsys.capella.core.viewpoint" version="7.0.0"/></metadata:Metadata>"""
NOT_NODES = {"FunctionalExchange", "ComponentFunctionalAllocation"}


def capella(shared_data: Path, name: str) -> bytes:
    return (shared_data / "capella" / name).read_bytes()


def read(folder: Path, name: str) -> ImportedModel:
    """A project among the samples, loaded once; a copy, since where it came from is noted in it."""
    return deepcopy(_read(folder, name))


@cache
def _read(folder: Path, name: str) -> ImportedModel:
    return read_import(ForeignFile(capella(folder, name), name), empty().ontology)


def project(*elements: CapellaElement) -> CapellaProject:
    return CapellaProject(version="7.0.0", elements=[*elements])


def element(element_id: str, kind: str, parent: str = "", **fields: object) -> CapellaElement:
    return CapellaElement(
        element_id=element_id, kind=kind, parent=parent, name=fields.pop("name", element_id), **fields
    )


def packed(files: dict[str, bytes]) -> ForeignFile:
    return ForeignFile(write_archive(files), "project.zip")


def listed(*files: str) -> bytes:
    return LISTED.format(files="".join(f"<semanticResources>{name}</semanticResources>" for name in files)).encode()


def kinds_of(graph: Graph) -> Counter[str]:
    return Counter(str(node.attributes["foreign.kind"]) for node in graph.nodes.values())


# --- whole projects -----------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-64")
@pytest.mark.parametrize("name", ["Model_Test_7.0.capella", "EOLE_AF_UC.capella"])
def test_a_project_has_as_many_elements_of_each_kind_as_its_file(shared_data: Path, name: str):
    expected: dict[str, int] = json.loads((shared_data / "EXPECTED.json").read_text())[f"capella/{name}"]

    model = read(shared_data, name)
    graph = applied(empty(), differences(model, empty(), name).operations)

    allocated = sum(
        edge.edge_type == "allocate" or edge.attributes.get("originalKind") == "allocate"
        for edge in graph.edges.values()
    )
    flows = sum(edge.edge_type == "io" for edge in graph.edges.values())
    found = kinds_of(graph)
    assert {kind: found[kind] for kind in expected if kind not in NOT_NODES} == {
        kind: count for kind, count in expected.items() if kind not in NOT_NODES
    }
    assert (allocated, flows) == (expected["ComponentFunctionalAllocation"], 2 * expected["FunctionalExchange"])
    assert {layer_of(node) for node in graph.nodes.values()} - {""} == {"OA", "SA", "LA", "PA", "EPBS"}
    assert differences(model, graph, name).operations == [], "the same file again"


@pytest.mark.slow
@pytest.mark.requirement("X-64")
def test_a_whole_folder_with_its_list_of_files_is_the_same_as_its_model_alone(shared_data: Path):
    data = capella(shared_data, "EOLE_AF_UC.capella")
    places = "<semanticResources>m.afm</semanticResources><semanticResources>m%20x.capella</semanticResources>"
    whole = packed(
        {"shop/m.aird": LISTED.format(files=places).encode(), "shop/m.afm": METADATA.encode(), "shop/m x.capella": data}
    )

    alone, together = read(shared_data, "EOLE_AF_UC.capella"), read_import(whole, empty().ontology)

    assert together.report == alone.report
    assert together.operations == alone.operations


@pytest.mark.slow
@pytest.mark.requirement("X-141")
@pytest.mark.parametrize("has_diagrams", [True, False], ids=["whole", "models alone"])
def test_a_project_comes_with_the_libraries_that_it_names(shared_data: Path, *, has_diagrams: bool):
    shop, parts = (capella(shared_data, name) for name in ("EOLE_AF_UC.capella", "Model_Test_7.0.capella"))
    alone = [read(shared_data, name).report for name in ("EOLE_AF_UC.capella", "Model_Test_7.0.capella")]
    library = "platform:/resource/Parts%20library/parts.capella"
    files = {
        "Shop/shop.capella": shop.replace(b"?>", f"?>\n<!--{library}-->".encode(), 1),
        "Parts library/parts.capella": parts,
    }
    if has_diagrams:
        files |= {
            "Shop/shop.aird": listed("shop.afm", "shop.capella", library),
            "Shop/shop.afm": METADATA.encode(),
            "Parts library/parts.aird": listed("parts.afm", "parts.capella"),
            "Parts library/parts.afm": METADATA.encode(),
        }

    together = read_import(packed(files), empty().ontology).report

    assert [together.nodes, together.edges] == [
        sum(each.nodes for each in alone),
        sum(each.edges for each in alone),
    ]


@pytest.mark.requirement("X-65")
def test_twins_of_two_layers_are_one_line_of_the_report_and_of_the_findings(shared_data: Path):
    model = read(shared_data, "Model_Test_7.0.capella")
    graph = applied(empty(), model.operations)
    notes = model.report.notes

    assert [(note.key, note.values["count"]) for note in notes if note.key == "notes.layerTwins"] == [
        ("notes.layerTwins", 8)
    ]
    assert [each.values for each in check_all(graph) if each.rule_id == "layer_twins"] == [{"count": 8}]
    assert len(notes) <= 5


# --- what becomes what --------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-64")
def test_functions_carry_exchange_and_refine_as_they_do_there():
    found = model_of(
        project(
            element("sa", "SystemAnalysis"),
            element("pkg", "SystemComponentPkg", "sa"),
            element("sys", "SystemComponent", "pkg", name="Shop"),
            element("clerk", "SystemComponent", "pkg", name="Clerk", is_actor=True, is_human=True),
            element("f1", "SystemFunction", "sa", name="Check", descr="Checks *it*."),
            element("f2", "SystemFunction", "f1", name="Count"),
            element("p1", "FunctionOutputPort", "f1"),
            element("p2", "FunctionInputPort", "f2"),
            element("x", "FunctionalExchange", "f1", name="Order", ends=("p1", "p2"), items=["c"]),
            element("c", "Class", "sa", name="Order data"),
            element("c.a", "Property", "c", name="lines", value_type="c2"),
            element("c2", "Class", "sa", name="Line"),
            element("al", "ComponentFunctionalAllocation", "m", ends=("m", "f3")),
            element("la", "LogicalArchitecture"),
            element("m", "LogicalComponent", "la", name="Server"),
            element("f3", "LogicalFunction", "la", name="Check"),
            element("re", "FunctionRealization", "f3", name="", ends=("f3", "f1")),
            element("r", "Requirement", "la", name="Fast"),
            element("sat", "CapellaOutgoingRelation", "f1", ends=("f1", "r")),
            element("s1", "StateMachine", "m"),
            element("s2", "State", "s1"),
            element("s3", "State", "s1"),
        ),
        empty().ontology,
    )

    nodes = [each for each in found.operations if isinstance(each, NodeCreate)]
    assert {each.name: each.node_type for each in nodes} == {
        "Shop": "SYS",
        "Clerk": "ACTOR",
        "Check": "FUNC",
        "Count": "FUNC",
        "Order": "FLOW",
        "Order data": "SCHEMA",
        "Line": "SCHEMA",
        "Server": "MOD",
        "Fast": "REQ",
    }
    assert [each.attributes for each in nodes if each.temp_id in {"clerk", "f3", "c"}] == [
        {"layer": "SA", "subtype": "HumanActor", "foreign.id": "clerk", "foreign.kind": "SystemComponent"},
        {
            "layer": "SA",
            "struct": '{"lines": "Line"}',
            "category": "DataSchema",
            "foreign.id": "c",
            "foreign.kind": "Class",
        },
        {"layer": "LA", "foreign.id": "f3", "foreign.kind": "LogicalFunction"},
    ]
    edges = [each for each in found.operations if isinstance(each, EdgeCreate)]
    assert {(each.source, each.edge_type, each.target, each.attributes.get("label")) for each in edges} == {
        ("f1", "compose", "f2", None),
        ("f1", "io", "x", None),
        ("x", "io", "f2", None),
        ("m", "allocate", "f3", None),
        ("f1", "satisfy", "r", None),
        ("x", "relation", "c", "exchanges"),
        ("c", "relation", "c2", "lines"),
        ("f3", "relation", "f1", "realizes"),
    }
    assert [(note.key, note.values) for note in found.report.notes] == [
        (
            "notes.importLeft",
            {"count": 5, "kinds": ["2 State", "1 FunctionInputPort", "1 FunctionOutputPort", "1 StateMachine"]},
        ),
        ("notes.layerTwins", {"count": 2}),
    ]


@pytest.mark.requirement("X-64")
def test_a_project_whose_parts_run_in_a_circle_is_read():
    found = model_of(
        project(
            element("a", "LogicalFunction", "b"),
            element("b", "LogicalFunction", "a"),
            element("p", "Part", "q", value_type="q"),
            element("q", "Part", "p", value_type="p"),
            element("l", "PartDeploymentLink", "a", ends=("p", "q")),
        ),
        empty().ontology,
    )

    assert found.report.nodes == 2
    assert [note.key for note in found.report.notes] == ["notes.importLeft"]


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-66")
@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"m.aird": LISTED.format(files="").encode()}, "the folder holds diagrams but no .capella file"),
        ({"a.capella": b"<x/>", "b.capella": b"<x/>"}, "the folder holds several projects (a.capella, b.capella)"),
        (
            {"a/a.capella": b"<x>../b/b.capella</x>", "b/b.capella": b"<x>../a/a.capella</x>"},
            "none of which has the others as its libraries",
        ),
        ({"m.capella": b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>"}, "m.capella: the XML declares a document type"),
        ({"m.capella": b"<a><b></a>"}, "no Capella project that can be loaded"),
        (
            {
                "m.aird": LISTED.format(files="<semanticResources>gone.capella</semanticResources>").encode(),
                "m.capella": b"<a/>",
            },
            "gone.capella",
        ),
    ],
    ids=["diagrams", "several", "circle", "entities", "damaged", "missing"],
)
def test_what_is_no_whole_project_is_refused_with_what_is_wrong(files: dict[str, bytes], said: str):
    with pytest.raises(InvalidCommand) as refused:
        read_import(packed(files), empty().ontology)

    assert said in refused.value.message


@pytest.mark.requirement("X-141")
def test_hundreds_of_projects_are_refused_and_some_of_them_named():
    files = {f"p{number:03}/m.capella": b"<a/>" for number in range(600)}

    with pytest.raises(InvalidCommand, match=r"several projects \(p000/m.capella, .*p009/m.capella and 590 more\)"):
        read_import(packed(files), empty().ontology)


@pytest.mark.requirement("X-141")
@pytest.mark.parametrize(
    "link",
    [
        "platform:/resource/Parts%20&amp;%20tools%20(1+1)%20für%20O'Neil/p.capella",
        "../Parts%20&amp;%20tools%20%281%2B1%29%20f%C3%BCr%20O%27Neil/p.capella",
        "../../Parts & tools (1+1) für O'Neil/p.capella",
    ],
)
def test_a_library_is_known_however_its_address_is_written(link: str):
    library = "Parts & tools (1+1) für O'Neil/p.capella"
    files = {"Shop/shop.capella": f'<x href="{link}#1"/>'.encode(), library: b"<x/>"}

    assert main_project(sorted(files), files) == "Shop/shop.capella"


@pytest.mark.requirement("X-176")
def test_a_project_in_a_folder_of_another_name_is_found_by_its_own():
    files = {
        "repo/shop/.project": b"<projectDescription>\n\t<name>Shop &amp; co</name>",
        "repo/shop/shop.capella": b'<x href="../Parts%20library/parts.capella#1"/>',
        "repo/parts/.project": b"<projectDescription><name>Parts library</name>",
        "repo/parts/sub/parts.capella": b"<x/>",
        "repo/bad/.project": b"<projectDescription><name>../../etc</name>",
        "repo/twin/.project": b"<projectDescription><name>parts</name>",
    }

    assert [*in_named_folders(files)] == [
        "repo/Shop & co/.project",
        "repo/Shop & co/shop.capella",
        "repo/Parts library/.project",
        "repo/Parts library/sub/parts.capella",
        "repo/bad/.project",
        "repo/twin/.project",
    ]


COUNTING = """
import sys
from capellambse import MelodyModel
from graphwright.interop.capella.load import load

gone_through = []
search = MelodyModel.search
MelodyModel.search = lambda model, *kinds, **options: gone_through.append(kinds) or search(model, *kinds, **options)
elements = load({"model.capella": sys.stdin.buffer.read()}).elements
print(len(elements), gone_through)
"""


@pytest.mark.slow
@pytest.mark.requirement("R-92")
def test_a_project_is_gone_through_once_however_many_elements_it_has(shared_data: Path):
    data = capella(shared_data, "Model_Test_7.0.capella")
    told = subprocess.run([sys.executable, "-c", COUNTING], input=data, capture_output=True, check=True).stdout

    assert told.decode().split(maxsplit=1) == ["1450", "[()]\n"]


@pytest.mark.requirement("X-66")
def test_a_project_that_takes_too_long_is_ended(shared_data: Path):
    file = ForeignFile(capella(shared_data, "Model_Test_7.0.capella"), "m.capella")

    with pytest.raises(LimitExceeded, match=r"takes longer than 0\.01 s; bring in a part of it"):
        loaded(file, seconds=0.01)
