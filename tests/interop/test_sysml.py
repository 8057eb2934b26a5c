"""SysML v2 text: what we write comes back the same, other readers see all of it, and other people's text is read."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology, load_profile
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.formats import sysml
from graphwright.interop.imports import read_import
from graphwright.interop.sysml.names import semantic_id_of, short_name
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import contents, contents_of, hostile_graphs, order_system
from tests.interop.applying import brought, imported
from tests.interop.judging import said, seen

SHARED = ("advent", "batmobile", "gfse", "omg-release")


def written(graph: Graph, name: str = "Order system") -> str:
    return write_export(ExportRequest(graph, "01a2", name), "sysml")[0].decode()


def read_back(text: str) -> tuple[Counter, Counter]:
    """As `contents` has it: edges by semantic ids."""
    file = ForeignFile(text.encode(), "model.sysml")
    assert sysml.SYSML.read is not None
    operations = sysml.SYSML.read(file, default_ontology()).operations
    names = {each.temp_id: each.semantic_id for each in operations if isinstance(each, NodeCreate)}
    nodes, edges = contents_of(operations)
    told: Counter[Any] = edges
    return nodes, Counter({(names[a], kind, names[b], rest): count for (a, kind, b, rest), count in told.items()})


@pytest.mark.requirement("X-31")
def test_a_model_is_written_in_the_words_that_sysml_has_for_it():
    lines = [line.strip() for line in written(order_system()).splitlines()]

    assert [line for line in lines if " <" in line] == [
        "part <OrderSystem_SY_001> OrderSystem {",
        "use case <PlaceOrder_UC_001> PlaceOrder {",
        "action <PlaceOrderChain_FC_001> PlaceOrderChain {",
        "part <Customer_AC_001> Customer {",
        "action <ValidateOrder_FN_001> 'Validate order' {",
        "item <OrderData_FL_001> OrderData {",
        "requirement <OrdersAreChecked_RQ_001> OrdersAreChecked {",
        "verification <CheckOrders_TS_001> CheckOrders {",
    ]
    assert [line for line in lines if "references" in line or line.startswith(("verify", "assert"))] == [
        "ref part Customer references Customer_AC_001;",
        "ref action 'Validate order' references ValidateOrder_FN_001;",
        "out item OrderData references OrderData_FL_001;",
        "in item OrderData references OrderData_FL_001;",
        "verify OrdersAreChecked_RQ_001;",
        'assert satisfy OrdersAreChecked_RQ_001 by ValidateOrder_FN_001 { rep language "json" /* {"attributes": {"weight": 2}} */ }',
    ]


@pytest.mark.requirement("X-32")
def test_what_was_written_is_read_back_the_same():
    assert read_back(written(order_system())) == contents(order_system())


@pytest.mark.slow
@pytest.mark.requirement("X-32")
@given(hostile_graphs())
def test_hostile_texts_are_read_back_the_same(graph: Graph):
    if graph.nodes:
        assert read_back(written(graph)) == contents(graph)


@pytest.mark.requirement("X-32")
def test_an_export_that_comes_back_to_its_project_changes_nothing():
    graph = order_system()

    assert brought(graph, written(graph).encode(), "model.sysml").operations == []


@pytest.mark.requirement("X-32")
@pytest.mark.parametrize("profile", ["workflow", "procedure"])
def test_types_of_other_profiles_are_parts_that_are_read_back_as_what_they_are(profile: str):
    graph = Graph(load_profile(profile))
    source = order_system()
    types = [*graph.ontology.node_types][:3]
    for node_type, each in zip(types, source.nodes.values(), strict=False):
        graph.put_node(type(each)(**{**{f: getattr(each, f) for f in each.__struct_fields__}, "node_type": node_type}))

    operations = read_import(ForeignFile(written(graph).encode()), graph.ontology).operations

    assert contents_of(operations)[0] == contents(graph)[0]


@pytest.mark.requirement("X-31")
@pytest.mark.parametrize("semantic_id", ["PlaceOrder.UC.001", "a_b.FN.12", "Straße.FN.001", "odd", "x.y"])
def test_a_short_name_stands_for_one_semantic_id(semantic_id: str):
    assert semantic_id_of(short_name(semantic_id)) == semantic_id


def models(shared_data: Path) -> dict[str, Graph]:
    found = {"order": order_system()}
    for name in ("eole", "model_test"):
        found[name] = imported((shared_data / "capella" / f"{name}.graph.json").read_bytes(), f"{name}.json")
    return found


@pytest.mark.slow
@pytest.mark.requirement("X-33")
@pytest.mark.parametrize("name", ["order", "eole", "model_test"])
def test_an_independent_reader_sees_every_element_where_it_stands_and_every_relation(
    name: str, tmp_path: Path, shared_data: Path
):
    graph = models(shared_data)[name]
    file = tmp_path / "model.sysml"
    file.write_text(written(graph, name))

    found = seen("sysml_elements", file)

    shorts = {node.node_id: short_name(node.semantic_id) for node in graph.nodes.values()}
    assert sorted(found["elements"]) == sorted(shorts.values())
    expected = Counter(node.node_type for node in graph.nodes.values())
    by_kind = Counter(kind for kind, *_ in found["elements"].values())
    assert by_kind == Counter(
        {
            "PartUsage": expected["SYS"] + expected["ACTOR"] + expected["MOD"],
            "ActionUsage": expected["FUNC"] + expected["FCHAIN"],
            "UseCaseUsage": expected["UC"],
            "ItemUsage": expected["FLOW"],
            "RequirementUsage": expected["REQ"],
            "VerificationCaseUsage": expected["TEST"],
            "ItemDefinition": expected["SCHEMA"],
        }
    )
    assert {short: docs for short, (_, _, _, docs) in found["elements"].items() if docs} == {
        shorts[node.node_id]: [node.descr] for node in graph.nodes.values() if node.descr
    }
    edges = Counter(edge.edge_type for edge in graph.edges.values())
    nested = sum(owner is not None for _, _, owner, _ in found["elements"].values())
    referring = Counter(direction for *_, direction in found["referring"])
    assert nested + referring["ref"] == edges["compose"]
    assert referring["in"] + referring["out"] == edges["io"]
    assert found["counts"]["RequirementVerificationMembership"] == edges["verify"]
    assert sum(found["counts"].values()) == edges["satisfy"] + edges["allocate"] + edges["verify"] + edges["relation"]
    assert Counter(map(tuple, found["dependencies"])) == Counter(
        (shorts[edge.source], shorts[edge.target]) for edge in graph.edges.values() if edge.edge_type == "relation"
    )


@pytest.mark.slow
@pytest.mark.requirement("X-33")
@pytest.mark.parametrize("name", ["order", "eole", "model_test"])
def test_every_name_in_an_export_means_something_to_an_independent_compiler(
    name: str, tmp_path: Path, shared_data: Path
):
    file = tmp_path / "model.sysml"
    text = written(models(shared_data)[name], name)

    file.write_text(text)
    assert said("sysml_names", file) == ""


@pytest.mark.requirement("X-33")
def test_that_compiler_would_refuse_a_name_that_means_nothing(tmp_path: Path):
    file = tmp_path / "model.sysml"
    file.write_text(written(order_system()).replace("verify Orders", "verify Nowhere"))

    assert "unresolved" in said("sysml_names", file)


FOREIGN = """
package Garage {
    private import ScalarValues::*;
    import Data::*;
    // a note
    part def Vehicle { attribute mass : Real = 1200 [kg]; port fuel : FuelPort; perform action drive : Drive; }
    part car : Vehicle {
        doc /* What people
             * drive. */
        part engine [1] { }
        part :>> spare;
    }
    action def Drive { in item fuel : Fuel; out item motion; action shift; }
    requirement <'R1'> massLimit { doc /* At most 1.5 t. */ subject v : Vehicle; requirement deeper; }
    satisfy massLimit by car.engine;
    use case travel { actor driver; include use case park; }
    verification weigh { objective { verify massLimit; } }
    allocate Drive to car;
    connect car.engine to car;
    flow of Fuel from Drive.fuel to Drive.motion;
    dependency weigh to Lost::name;
    state idle { entry; }
}
package Data { item def Fuel { attribute octane : Integer; } port def FuelPort; }
"""


@pytest.mark.requirement("X-34")
def test_other_peoples_text_becomes_nodes_known_by_their_qualified_names():
    operations = read_import(ForeignFile(FOREIGN.encode(), "garage.sysml"), default_ontology()).operations

    assert [(each.temp_id, each.node_type, each.name) for each in operations if isinstance(each, NodeCreate)] == [
        ("Garage::Vehicle", "MOD", "Vehicle"),
        ("Garage::Vehicle::fuel", "SCHEMA", "fuel"),
        ("Garage::Vehicle::drive", "FUNC", "drive"),
        ("Garage::car", "MOD", "car"),
        ("Garage::car::engine", "MOD", "engine"),
        ("Garage::car::spare", "MOD", "spare"),
        ("Garage::Drive", "FUNC", "Drive"),
        ("Garage::Drive::fuel", "FLOW", "fuel"),
        ("Garage::Drive::motion", "FLOW", "motion"),
        ("Garage::Drive::shift", "FUNC", "shift"),
        ("Garage::massLimit", "REQ", "massLimit"),
        ("Garage::massLimit::deeper", "REQ", "deeper"),
        ("Garage::travel", "UC", "travel"),
        ("Garage::travel::driver", "ACTOR", "driver"),
        ("Garage::travel::park", "UC", "park"),
        ("Garage::weigh", "TEST", "weigh"),
        ("Garage::flow#1", "FLOW", "Flow 1"),
        ("Data::Fuel", "SCHEMA", "Fuel"),
        ("Data::FuelPort", "SCHEMA", "FuelPort"),
    ]
    car = next(each for each in operations if isinstance(each, NodeCreate) and each.name == "car")
    assert (car.descr, car.attributes) == ("What people\ndrive.", {"foreign.id": "Garage::car", "foreign.kind": "part"})
    vehicle = next(each for each in operations if isinstance(each, NodeCreate) and each.name == "Vehicle")
    assert vehicle.attributes["mass"] == "Real = 1200 [kg]"


@pytest.mark.requirement("X-34")
def test_other_peoples_text_becomes_edges_that_lead_where_their_names_lead():
    operations = read_import(ForeignFile(FOREIGN.encode(), "garage.sysml"), default_ontology()).operations

    edges = [
        (str(each.attributes.get("originalKind", each.edge_type)), each.source, each.target)
        for each in operations
        if isinstance(each, EdgeCreate)
    ]
    assert sorted(edges) == sorted(
        [
            ("actor", "Garage::travel", "Garage::travel::driver"),
            ("allocate", "Garage::Vehicle", "Garage::Vehicle::drive"),
            ("allocate", "Garage::car", "Garage::Drive"),
            ("compose", "Garage::Drive", "Garage::Drive::shift"),
            ("compose", "Garage::car", "Garage::car::engine"),
            ("compose", "Garage::car", "Garage::car::spare"),
            ("compose", "Garage::travel", "Garage::travel::park"),
            ("connection", "Garage::car::engine", "Garage::car"),
            ("definedBy", "Garage::Vehicle::drive", "Garage::Drive"),
            ("definedBy", "Garage::Vehicle::fuel", "Data::FuelPort"),
            ("definedBy", "Garage::car", "Garage::Vehicle"),
            ("io", "Garage::Drive", "Garage::Drive::motion"),
            ("io", "Garage::Drive", "Garage::flow#1"),
            ("io", "Garage::Drive::fuel", "Garage::Drive"),
            ("io", "Garage::flow#1", "Garage::Drive"),
            ("port", "Garage::Vehicle", "Garage::Vehicle::fuel"),
            ("relation", "Garage::Drive::fuel", "Data::Fuel"),
            ("relation", "Garage::flow#1", "Data::Fuel"),
            ("satisfy", "Garage::car::engine", "Garage::massLimit"),
            ("satisfy", "Garage::massLimit", "Garage::massLimit::deeper"),
            ("subject", "Garage::massLimit", "Garage::Vehicle"),
            ("verify", "Garage::massLimit", "Garage::weigh"),
        ]
    )


CHAIN = """
package Cars {
    package Parts {
        part car {
            perform Actions::drive;
            part gearbox { perform drive.amplify; }
            part axle { perform drive.distribute; }
        }
    }
    package Actions { action drive { action amplify; action distribute; } }
    use case def Trip { objective { doc /* Arrive safely. */ } subject car; }
    use case stay { objective; }
}
"""


@pytest.mark.requirement("U-493")
def test_what_a_part_performs_of_what_its_whole_performs_is_carried_by_it_and_an_objective_is_a_goal():
    operations = read_import(ForeignFile(CHAIN.encode(), "cars.sysml"), default_ontology()).operations

    carried = [(each.source, each.target) for each in operations if getattr(each, "edge_type", "") == "allocate"]
    assert sorted(carried) == [
        ("Cars::Parts::car", "Cars::Actions::drive"),
        ("Cars::Parts::car::axle", "Cars::Actions::drive::distribute"),
        ("Cars::Parts::car::gearbox", "Cars::Actions::drive::amplify"),
    ]
    goals = {each.name: each.attributes.get("goal") for each in operations if isinstance(each, NodeCreate)}
    assert (goals["Trip"], goals["stay"]) == ("Arrive safely.", None)


@pytest.mark.requirement("X-35")
def test_what_has_no_place_and_what_means_nothing_is_counted_and_named():
    notes = read_import(ForeignFile(FOREIGN.encode(), "garage.sysml"), default_ontology()).report.notes

    told = {note.key: note.values for note in notes if note.key.startswith("notes.sysml")}
    assert told == {
        "notes.sysmlLeft": {"count": 4, "kinds": ["2 package", "1 feature", "1 state"]},
        "notes.sysmlUnknown": {"count": 2, "names": ["spare", "Lost::name"]},
    }


@pytest.mark.requirement("X-36")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("package A {\n  part b {", "line 2, column 3: the braces of what begins here are never closed"),
        ("package A {\n}\n  }", "line 3, column 3: this brace closes nothing"),
        ("package A { part b [3; }", "line 1, column 24: this '}' closes nothing"),
        ("package A { doc /* never ends", "line 1, column 17: a comment begins here and never ends"),
        ("package A { part 'never ends; }", "line 1, column 18: a name in quotes begins here and never ends"),
        ("package " + "A { package " * 201 + "B;" + "}" * 201, "line 1, column 2401: more than 200 levels of braces"),
    ],
)
def test_a_text_whose_signs_do_not_pair_is_refused_with_its_place(text: str, message: str):
    with pytest.raises(InvalidCommand) as refused:
        read_import(ForeignFile(text.encode(), "a.sysml"), default_ontology(), format_name="sysml")

    assert refused.value.message == message


@pytest.mark.requirement("X-36")
def test_a_text_above_the_limit_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sysml, "LONGEST", 20)

    with pytest.raises(LimitExceeded, match="split it by packages"):
        read_import(ForeignFile(FOREIGN.encode(), "a.sysml"), default_ontology())


@pytest.mark.requirement("X-36")
def test_circles_of_types_and_imports_end():
    text = "package A { import B::*; part x :> y; part y :> x; part z : q.w; } package B { import A::*; part u : nowhere; }"

    imported_model = read_import(ForeignFile(text.encode(), "a.sysml"), default_ontology())

    assert imported_model.report.nodes == 4


@pytest.mark.requirement("X-34")
def test_every_shared_model_is_read_with_the_elements_that_are_in_it(shared_data: Path):
    expected = json.loads((shared_data / "EXPECTED.json").read_text())
    kinds = {"part": "part", "item": "item", "port": "port", "requirement": "requirement", "action": "action"}
    wrong = {}
    for path in sorted(path for folder in SHARED for path in (shared_data / "sysml" / folder).glob("*.sysml")):
        name = path.relative_to(shared_data).as_posix()
        operations = read_import(ForeignFile(path.read_bytes(), path.name), default_ontology()).operations
        found = Counter(
            str(each.attributes.get("foreign.kind")).removesuffix(" def").rpartition(" ")[2]
            for each in operations
            if isinstance(each, NodeCreate)
        )
        for kind in kinds:
            if kind in expected[name] and found[kind] != expected[name][kind]:
                wrong[name, kind] = (found[kind], expected[name][kind])
    assert wrong == {}
