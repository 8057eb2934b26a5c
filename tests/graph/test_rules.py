"""Each rule with a model that keeps it and a model that breaks it (T-18)."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from graphwright.graph.check import check_all
from graphwright.graph.load import load_profile
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import statement
from tests.graph.build import SYSTEMS, graph_of, profile_with

WORKFLOW = load_profile("workflow")
OF_WORKFLOWS = {"step_type", "on_a_sheet", "link_handles", "reached"}
"""Rules about types that `systems` does not have."""

# Every rule there is about systems, also the ones that `systems` leaves out.
EVERYTHING = profile_with(
    rules=[
        *SYSTEMS["rules"],
        *(
            {"id": rule_id, "phase": 2, "severity": "info"}
            for rule_id in RULES
            if rule_id not in {rule["id"] for rule in SYSTEMS["rules"]} | OF_WORKFLOWS
        ),
    ]
)


class Case(NamedTuple):
    rule: str
    keeps: str
    breaks: str
    subjects: str
    """The nodes that the findings are about, each finding's first."""


PARTS = "; ".join(f"F{number}:FUNC; Shop -cp-> F{number}" for number in range(10))
BUSY = "; ".join(f"R{number}:FUNC; Out -io-> R{number}" for number in range(3))
PLACE = "Customer:ACTOR; Order:FLOW; Place:FUNC; Done:FLOW; Customer -io-> Order; Order -io-> Place; Place -io-> Done"

CASES = [
    Case(
        "step_type",
        "A:STEP; T:TYPE; A -tp-> T",
        "A:STEP; B:STEP; T:TYPE; U:TYPE; B -tp-> T; B -tp-> U",
        "A:STEP, B:STEP",
    ),
    Case("on_a_sheet", "m:SHEET; A:STEP; m -cp-> A", "m:SHEET; n:SHEET; A:STEP; m -cp-> A; n -cp-> A", "A:STEP"),
    Case(
        "link_handles",
        "S:STARTER; H:HTML; S -lk-> H [sourceHandle=R-0, targetHandle=L-0]",
        "S:STARTER; H:HTML; S -lk-> H [sourceHandle=R-9, targetHandle=R-0]",
        "S:STARTER, H:HTML",
    ),
    Case("reached", "S:STARTER; A:STEP; S -lk-> A", "S:STARTER; A:STEP; B:STEP; A -lk-> B", "A:STEP, B:STEP"),
    Case("naming", "Place order:FUNC", "place_order:FUNC", "place_order:FUNC"),
    Case("naming", f"{'A' * 25}:FUNC", f"{'A' * 26}:FUNC", f"{'A' * 26}:FUNC"),
    Case("required_properties", "A:FUNC | does it", "A:FUNC | ", "A:FUNC"),
    Case("required_properties", "A:REQ | [text=It shall.]", "A:REQ | [text= ]", "A:REQ"),
    Case("attribute_values", "A:FUNC [volatility=low]", "A:FUNC [volatility=often]", "A:FUNC"),
    Case(
        "schema_struct_property", 'A:SCHEMA [struct={"a": 1}]', "A:SCHEMA [struct={a}]; B:SCHEMA", "A:SCHEMA, B:SCHEMA"
    ),
    Case("schema_struct_property", 'A:SCHEMA [struct="x"]', "A:SCHEMA [struct=NaN]", "A:SCHEMA"),
    Case("req_semantic_id", "A:REQ", "A:REQ <A.FN.001>; B:REQ <b>", "A:REQ, B:REQ"),
    Case("isolation", "A:UC; B:UC; A -cp-> B", "A:UC; B:UC; C:UC; A -cp-> B", "C:UC"),
    Case("no_duplicate_nodes", "S:SYS; T:SYS; A:UC; A:FUNC; S -cp-> A:UC", "a:UC; A:UC", "a:UC, A:UC"),
    Case("no_duplicate_edges", "A:UC; B:UC; A -cp-> B; A -rl-> B", "A:UC; B:UC; A -cp-> B; A -cp-> B #2", "A:UC"),
    Case("no_self_loops", "A:UC; B:UC; A -cp-> B", "A:UC; A -cp-> A", "A:UC"),
    Case("valid_edge_types", "A:REQ; B:TEST; A -vf-> B", "A:REQ; B:TEST; B -vf-> A; A -likes-> B", "B:TEST, A:REQ"),
    Case("millers_law", "Shop:SYS; " + PARTS.replace("F9", "F8"), "Shop:SYS; " + PARTS, "Shop:SYS"),
    Case("millers_law", "Shop:MOD; A:FUNC; Shop -al-> A", "Shop:SYS; A:FUNC; Shop -cp-> A", "Shop:SYS"),
    Case("nested_system", "S:SYS; A:UC; S -cp-> A", "S:SYS; T:SYS; S -cp-> T", "T:SYS"),
    Case("function_requirements", "A:FUNC; R:REQ; A -st-> R", "A:FUNC; R:REQ; A -rl-> R", "A:FUNC"),
    Case("requirements_verification", "R:REQ; T:TEST; R -vf-> T", "R:REQ; T:TEST", "R:REQ"),
    Case("uc_satisfy_req", "U:UC; R:REQ; U -st-> R; Q:REQ [kind=quality]", "U:UC; R:REQ", "R:REQ"),
    Case("sys_satisfy_nfr", "S:SYS; R:REQ [kind=quality]; S -st-> R", "S:SYS; R:REQ; S -st-> R", "S:SYS"),
    Case(
        "leaf_usecase_actor",
        "Top:UC; U:UC; C:FCHAIN; A:ACTOR; Top -cp-> U; U -cp-> C; C -cp-> A",
        "Top:UC; U:UC; C:FCHAIN; A:ACTOR; Top -cp-> U; U -cp-> C; U -rl-> A",
        "U:UC",
    ),
    Case("function_io", PLACE, PLACE.replace("Place -io-> Done", "Place -rl-> Done"), "Place:FUNC"),
    Case("flow_connectivity", PLACE + "; Done -io-> Customer", PLACE, "Done:FLOW"),
    Case("io_bidirectional_flow", PLACE, PLACE + "; Place -io-> Order", "Order:FLOW"),
    Case("io_bidirectional_flow", PLACE, PLACE + "; Order -io-> Customer", "Order:FLOW"),
    Case(
        "fchain_actor_boundary",
        PLACE + "; Done -io-> Customer; C:FCHAIN; C -cp-> Customer",
        PLACE + "; C:FCHAIN; C -cp-> Customer",
        "C:FCHAIN",
    ),
    Case(
        "function_allocation",
        "M:MOD; A:FUNC; M -al-> A",
        "M:MOD; N:MOD; A:FUNC; B:FUNC; M -al-> A; N -al-> A",
        "A:FUNC, B:FUNC",
    ),
    Case("no_orphan_mod", "S:SYS; M:MOD; N:MOD; A:FUNC; S -cp-> M; N -al-> A", "M:MOD; N:MOD; M -cp-> N", "M:MOD"),
    Case(
        "flow_data_schema", "F:FLOW; D:SCHEMA; F -rl-> D", "F:FLOW; D:SCHEMA [category=TypeSchema]; F -rl-> D", "F:FLOW"
    ),
    Case(
        "flow_protocol_schema",
        "A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; P:SCHEMA [category=ProtocolSchema]; F -rl-> P",
        "A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; D:SCHEMA; F -rl-> D",
        "F:FLOW",
    ),
    Case(
        "flow_protocol_schema",
        "P:FUNC; A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; P -cp-> A",
        "P:SYS; A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; P -cp-> A",
        "F:FLOW",
    ),
    Case(
        "flow_3layer_model",
        "A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; P:SCHEMA [category=ProtocolSchema]; F -rl-> P; D:SCHEMA; D -rl-> F",
        "A:FUNC; F:FLOW; B:FUNC; A -io-> F; F -io-> B; P:SCHEMA [category=ProtocolSchema]; F -rl-> P",
        "F:FLOW",
    ),
    Case("scheme_usage", "F:FLOW | an order", "F:FLOW | the order object; G:FLOW [Type=sync]", "F:FLOW, G:FLOW"),
    Case("scheme_usage", "D:SCHEMA; F:FUNC | reads the structure; D -rl-> F", "F:FUNC | reads the structure", "F:FUNC"),
    Case("scheme_usage", "W:FUNC; Out:FLOW; W -io-> Out", f"W:FUNC; Out:FLOW; W -io-> Out; {BUSY}", "Out:FLOW"),
    Case(
        "nested_func_isolation",
        "P:FUNC; A:FUNC; B:FUNC; P -cp-> A, B; F:FLOW; A -io-> F; F -io-> B",
        "P:FUNC; A:FUNC; B:FUNC; P -cp-> A; F:FLOW; A -io-> F; F -io-> B",
        "A:FUNC",
    ),
    Case(
        "nested_func_isolation",
        "P:FUNC; A:FUNC; B:FUNC; P -cp-> A; F:FLOW; A -io-> F; P -io-> F; F -io-> B",
        "P:FUNC; A:FUNC; B:FUNC; P -cp-> A; F:FLOW; A -io-> F; F -io-> P, B",
        "A:FUNC",
    ),
    Case(
        "nested_func_isolation",
        "P:FUNC; Q:FUNC; A:FUNC; B:FUNC; P -cp-> A, Q; Q -cp-> B; F:FLOW; A -io-> F; F -io-> B, Q",
        "P:FUNC; Q:FUNC; A:FUNC; B:FUNC; P -cp-> A, Q; Q -cp-> B; F:FLOW; A -io-> F; F -io-> B",
        "B:FUNC",
    ),
    Case(
        "volatile_func_isolation",
        f"W:FUNC [volatility=medium]; Out:FLOW; W -io-> Out; {BUSY}",
        f"W:FUNC [volatility=high]; Out:FLOW; W -io-> Out; {BUSY}",
        "W:FUNC",
    ),
    Case(
        "func_description_quality",
        "A:FUNC | Checks what it receives and gives the result",
        "A:FUNC | Checks; B:FUNC | ",
        "A:FUNC",
    ),
    Case(
        "func_near_duplicate",
        "CheckOrder:FUNC; SendBill:FUNC",
        "CheckOrder:FUNC | a; CheckOrders:FUNC | a",
        "CheckOrder:FUNC",
    ),
    Case("schema_near_duplicate", "Order:SCHEMA; Bill:SCHEMA", "Order:SCHEMA; Orders:SCHEMA", "Order:SCHEMA"),
    Case(
        "func_merge_candidate",
        "ValidateOrder:FUNC; SendBill:FUNC",
        "ValidateOrder:FUNC | order items; CheckOrder:FUNC | order items; P:FUNC; P -cp-> ValidateOrder, CheckOrder",
        "ValidateOrder:FUNC",
    ),
    Case(
        "schema_merge_candidate",
        "Order:SCHEMA; Bill:SCHEMA",
        "OrderItem:SCHEMA [struct=[1,2,3,4]]; OrderList:SCHEMA [struct=[1,2,3,4]]",
        "OrderItem:SCHEMA",
    ),
    Case("functional_flow", PLACE + "; Done -io-> Customer", PLACE + "; Alone:FUNC", "Place:FUNC, Alone:FUNC"),
    Case(
        "fchain_connectivity",
        PLACE + "; Ship:FUNC; Done -io-> Ship; C:FCHAIN; C -cp-> Customer, Place, Ship",
        PLACE + "; Ship:FUNC; C:FCHAIN; C -cp-> Customer, Place, Ship",
        "C:FCHAIN",
    ),
    Case(
        "flow_cycles",
        "A:FUNC; F:FLOW; B:FUNC; G:FLOW; Out:FLOW; A -io-> F; F -io-> B; B -io-> G; G -io-> A; B -io-> Out",
        "A:FUNC; F:FLOW; B:FUNC; G:FLOW; A -io-> F; F -io-> B; B -io-> G; G -io-> A",
        "A:FUNC",
    ),
    Case(
        "flow_cycles",
        "A:ACTOR; F:FLOW; B:FUNC; G:FLOW; A -io-> F; F -io-> B; B -io-> G; G -io-> A",
        # A figure eight: each loop leaves into the other, and nothing leaves both (K-09).
        "A:FUNC; F:FLOW; G:FLOW; B:FUNC; C:FUNC; H:FLOW; I:FLOW; "
        "A -io-> F, H; F -io-> B; B -io-> G; G -io-> A; H -io-> C; C -io-> I; I -io-> A",
        "A:FUNC",
    ),
    Case(
        "full_traceability",
        "U:UC; R:REQ; Q:REQ; T:TEST; U -st-> R; R -st-> Q; Q -vf-> T",
        "U:UC; R:REQ; Q:REQ; T:TEST; U -st-> R; Q -vf-> T",
        "R:REQ, Q:REQ",
    ),
    Case(
        "allocation_cohesion",
        "M:MOD; N:MOD; A:FUNC; B:FUNC; C:FUNC; D:FUNC; E:FUNC; M -al-> A, B, C, D, E; N -al-> A",
        "M:MOD; N:MOD; A:FUNC; B:FUNC; C:FUNC; D:FUNC; M -al-> A, B, C, D; N -al-> A",
        "A:FUNC",
    ),
    Case(
        "layer_twins",
        "A:FUNC [layer=SA]; B:FUNC [layer=LA]; C:FUNC",
        "A:FUNC [layer=SA]; a:FUNC [layer=LA]; B:FUNC [layer=LA]",
        "A:FUNC",
    ),
]


@pytest.mark.requirement("X-65")
@pytest.mark.parametrize(("second", "found"), [("LA", ["layer_twins"]), ("SA", ["no_duplicate_nodes"])])
def test_one_name_in_two_layers_is_no_duplicate_and_told_in_one_line(second: str, found: list[str]):
    graph = graph_of("Check order:FUNC [layer=SA]", f"check order:FUNC [layer={second}]")
    looked_for = {"no_duplicate_nodes", "layer_twins", "func_near_duplicate", "func_merge_candidate"}

    rules = {each.rule_id for each in check_all(graph) if each.rule_id in looked_for}

    assert rules - {"func_near_duplicate", "func_merge_candidate"} == set(found)
    assert ("func_near_duplicate" in rules) is (second == "SA")


def subjects(lines: str, rule: str) -> list[str]:
    graph = graph_of(*lines.split("; "), ontology=WORKFLOW if rule in OF_WORKFLOWS else EVERYTHING)
    return sorted({finding.node_ids[0] for finding in check_all(graph) if finding.rule_id == rule})


@pytest.mark.requirement("T-18", "K-20")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_rule_accepts_what_keeps_it_and_names_what_breaks_it(case: Case) -> None:
    assert subjects(case.keeps, case.rule) == []
    assert subjects(case.breaks, case.rule) == sorted(case.subjects.split(", "))


@pytest.mark.requirement("T-18")
def test_every_rule_has_a_case_and_a_statement() -> None:
    assert {case.rule for case in CASES} == RULES.keys()
    assert [rule.id for rule in RULES.values() if not statement(rule).endswith(".")] == []


@pytest.mark.requirement("WF-19")
@pytest.mark.parametrize(
    ("lines", "severities"),
    [
        ("Shop:SYS; A:FUNC; Shop -cp-> A", ["info"]),
        ("A:FUNC; B:FUNC; A -cp-> B", []),
        ("Shop:SYS; " + PARTS, ["warning"]),
    ],
)
def test_many_parts_are_a_warning_and_few_a_remark_at_the_top_only(lines: str, severities: list[str]) -> None:
    graph = graph_of(*lines.split("; "), ontology=EVERYTHING)
    assert [each.severity for each in check_all(graph) if each.rule_id == "millers_law"] == severities


@pytest.mark.requirement("X-205")
@pytest.mark.parametrize(
    ("first", "second", "count"),
    [("cES1006", "cES1309", 0), ("cES1006", "cES1006", 2), ("cES1006", None, 2)],
)
def test_requirements_of_one_name_are_two_by_ids_of_their_own(first: str, second: str | None, count: int):
    own = "" if second is None else f" [foreign.id={second}; foreign.source=a.csv]"
    graph = graph_of(f"Restart:REQ | It shall. [foreign.id={first}; foreign.source=a.csv]", f"restart:REQ | So.{own}")

    assert sum(each.rule_id == "no_duplicate_nodes" for each in check_all(graph)) == count
