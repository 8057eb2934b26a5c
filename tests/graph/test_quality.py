"""Scores, indicators and the gates that ask for them."""

from __future__ import annotations

import pytest
from msgspec import structs

from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.gates import GateResult, GateRule, GateThreshold, check_gates
from graphwright.graph.indicators import Indicators, indicators
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.quality import Quality, Score, quality, requirement_score, subjects_of, use_case_score
from graphwright.text.messages import message_of
from tests.graph.build import graph_of

GOOD = (
    "Shop:SYS", "Buy:UC [goal=Goods bought; precondition=Logged in; postcondition=Order stored]",
    "Buying:FCHAIN", "Customer:ACTOR",
    "Order:FLOW", "PlaceOrder:FUNC | Creates the confirmation from the order", "Confirmation:FLOW",
    'OrderData:SCHEMA [struct={"order": "id"}]', 'ConfirmationData:SCHEMA [struct={"confirmed": "bool"}]',
    "StoreOrder:REQ | The system shall store every order [rationale=Law]",
    "Quick:REQ | The system shall answer within 2 seconds [rationale=Usability; kind=quality]",
    "StoreTest:TEST", "QuickTest:TEST", "Server:MOD",
    "Shop -cp-> Buy, Server, PlaceOrder", "Buy -cp-> Buying", "Buying -cp-> Customer, Order, PlaceOrder, Confirmation",
    "Customer -io-> Order", "Order -io-> PlaceOrder", "PlaceOrder -io-> Confirmation", "Confirmation -io-> Customer",
    "Order -rl-> OrderData", "Confirmation -rl-> ConfirmationData",
    "Buy -st-> StoreOrder", "PlaceOrder -st-> StoreOrder", "Shop -st-> Quick",
    "StoreOrder -vf-> StoreTest", "Quick -vf-> QuickTest", "Server -al-> PlaceOrder",
)  # fmt: skip


def gates_of(graph: Graph, phase: int) -> list[GateResult]:
    findings = check_all(graph)
    return check_gates(graph, findings, quality(graph, findings, phase=phase))


def score_of(*lines: str) -> Score:
    graph = graph_of(*lines)
    return requirement_score(graph, next(graph.of_type("REQ")))


@pytest.mark.requirement("K-23", "T-18")
def test_a_whole_small_model_is_good_and_passes_every_gate() -> None:
    graph = graph_of(*GOOD)
    findings = check_all(graph)
    assert [message_of(each, "en") for each in findings if each.severity != "info"] == []
    assert quality(graph, findings, phase=4) == Quality(1.0, 1.0, 1.0, 1.0, 1.0)
    assert [(gate.gate, gate.passed) for gate in gates_of(graph, 4)] == [
        ("SRR", True), ("PDR", True), ("CDR", True), ("TRR", True),
    ]  # fmt: skip


@pytest.mark.requirement("K-13")
def test_only_findings_of_past_phases_hold_up_a_gate() -> None:
    lines = [line for line in GOOD if not line.startswith(("Server", "StoreOrder -vf", "Quick -vf"))]
    graph = graph_of(*[line.replace(", Server", "") for line in lines])
    assert [(gate.gate, gate.passed, gate.errors) for gate in gates_of(graph, 4)] == [
        ("SRR", True, 0), ("PDR", True, 0), ("CDR", False, 1), ("TRR", False, 3),
    ]  # fmt: skip


@pytest.mark.requirement("K-13")
def test_a_gate_says_which_rule_and_which_measure_held_it_up() -> None:
    graph = graph_of("Shop:SYS", "Buy:UC", "Fast:REQ | fast")
    assert gates_of(graph, 1)[0] == GateResult(
        gate="SRR",
        phase=1,
        passed=False,
        judged=True,
        rules=[
            GateRule(rule_id="req_semantic_id", findings=0, passed=True),
            GateRule(rule_id="uc_satisfy_req", findings=1, passed=False),
            GateRule(rule_id="sys_satisfy_nfr", findings=1, passed=False),
        ],
        thresholds=[
            GateThreshold(measure="requirements", value=0.0, least=0.7, passed=False),
            GateThreshold(measure="useCases", value=0.0, least=0.7, passed=False),
        ],
        errors=0,
    )


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    "text",
    [
        "The system shall answer within 2 seconds",
        "Das System soll innerhalb von 2 Sekunden antworten",
        "Le système doit répondre en moins de 2 secondes",
        "When an order arrives, the system shall store it",
    ],
)
def test_a_good_requirement_lacks_only_its_connections(text: str) -> None:
    assert score_of(f"Answer:REQ | {text}") == Score(
        0.7, ["necessary: connect who needs it", "complete: give a rationale"]
    )


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The system shall answer quickly within 2 seconds", "unambiguous: quickly"),
        ("Das System soll möglichst schnell und einfach antworten", "unambiguous: einfach, möglichst, schnell"),
        ("Le système doit être convivial", "unambiguous: convivial"),
        ("The system shall answer and shall store it", "singular: one shall, not 2"),
        ("The system answers within 2 seconds", "singular: one shall, not 0"),
        ("The system shall be blue", "verifiable: name a test, a number or a condition"),
        ("Shall answer within 2 seconds of it", "conforming: system, shall, verb, object, criterion"),
    ],
)
def test_a_requirement_is_told_what_is_wrong_with_its_sentence(text: str, said: str) -> None:
    assert said in score_of(f"Answer:REQ | {text}").missing


@pytest.mark.requirement("K-04")
def test_a_use_case_has_its_actor_in_its_chain() -> None:
    graph = graph_of("U:UC [goal=x]", "C:FCHAIN", "A:ACTOR", "U -cp-> C", "C -cp-> A")
    assert use_case_score(graph, next(graph.of_type("UC"))) == Score(
        0.4, ["requirements: connect what it asks for", "scenario: give it a chain", "postcondition", "precondition"]
    )


@pytest.mark.requirement("T-18")
def test_a_hard_failure_makes_the_ontology_score_zero() -> None:
    graph = graph_of(*GOOD, "Order -io-> Customer")
    found = quality(graph, check_all(graph), phase=4)
    assert (found.ontology, found.total) == (0.0, 0.6)


@pytest.mark.requirement("T-18")
def test_each_broken_subject_costs_its_rule_a_share() -> None:
    nodes = ("A:FUNC", "B:FUNC", "R:REQ", "F:FLOW", "A -io-> F")
    half = quality(graph := graph_of(*nodes, "A -st-> R"), check_all(graph), phase=2).ontology
    none = quality(graph := graph_of(*nodes), check_all(graph), phase=2).ontology
    rules = default_ontology().rules.values()
    weight = sum(rule.weight for rule in rules if rule.phase <= 2 and subjects_of(graph, rule.id))
    assert half is not None
    assert none is not None
    assert half - none == pytest.approx(0.20 * 0.5 / weight, abs=2e-4)


@pytest.mark.requirement("T-18")
def test_alike_functions_cost_distinctness() -> None:
    graph = graph_of("CheckOrders:FUNC | order items", "CheckOrder:FUNC | order items", "SendBill:FUNC")
    assert quality(graph, check_all(graph), phase=2).distinctness == pytest.approx(2 / 3, abs=1e-4)


@pytest.mark.requirement("U-550")
def test_two_elements_of_one_name_at_the_top_are_never_all_told_apart() -> None:
    many = [f"Function{number}:FUNC" for number in range(400)]
    for kind in ("MOD", "FUNC"):
        graph = graph_of(*many, f"SafetyController:{kind}", f"safetyController:{kind}")
        findings = check_all(graph)
        assert "no_duplicate_nodes" in {each.rule_id for each in findings}
        found = quality(graph, findings, phase=2).distinctness
        assert found is not None
        assert 0.99 < found < 1


@pytest.mark.requirement("U-550")
def test_one_pair_of_very_many_functions_is_still_seen_in_the_score() -> None:
    graph = graph_of(*[f"Function{number}:FUNC" for number in range(500)])
    first, second, *_ = graph.nodes
    alike = next(iter(check_all(graph_of("CheckOrders:FUNC | order items", "CheckOrder:FUNC | order items"))))
    pair = structs.replace(alike, rule_id="func_near_duplicate", node_ids=[first, second], phase=2)
    assert quality(graph, [pair], phase=2).distinctness == 0.9999


@pytest.mark.requirement("U-551")
def test_a_bare_list_of_requirements_has_no_structure_to_judge_and_passes_no_review_of_a_design() -> None:
    graph = graph_of(*[f"R{number}:REQ | The system shall answer within {number} seconds" for number in range(15)])
    findings = check_all(graph)
    found = quality(graph, findings, phase=4)
    assert (found.ontology, found.distinctness) == (None, None)
    assert [(gate.gate, gate.passed, gate.judged) for gate in gates_of(graph, 4)] == [
        ("SRR", False, True), ("PDR", False, False), ("CDR", False, False), ("TRR", False, True),
    ]  # fmt: skip


@pytest.mark.requirement("K-13")
def test_an_empty_model_is_not_good() -> None:
    graph = graph_of()
    assert quality(graph, check_all(graph), phase=1) == Quality(0.0, 0.0, None, None, 0.0)
    assert [(gate.passed, gate.judged) for gate in gates_of(graph, 4)] == [(False, False)] * 4


@pytest.mark.requirement("T-18")
def test_indicators_count_dependents_groups_and_paths() -> None:
    graph = graph_of(
        "M:MOD", "N:MOD", "C:FCHAIN", "A:FUNC", "B:FUNC", "D:FUNC", "E:FUNC", "F:FLOW", "G:FLOW",
        "A -io-> F, G", "F -io-> B, D", "G -io-> D", "M -al-> A, B, E", "N -al-> D, E", "C -cp-> A, B, D",
    )  # fmt: skip
    found = indicators(graph)
    assert found == Indicators(fan_out=2, instability=0.5, allocation_cohesion=0.75, lcom4=2, cyclomatic=2)
    assert found.beyond() == ["allocation_cohesion", "lcom4"]
    assert indicators(graph_of()) == Indicators(0, 0.0, 1.0, 0, 0)


@pytest.mark.requirement("T-18", "R-142")
@pytest.mark.parametrize(
    ("edges", "paths"),
    [
        ([], 1),
        (["A -io-> F", "F -io-> B"], 1),
        (["A -io-> F, G", "F -io-> B", "G -io-> B"], 2),
        (["A -io-> F, G, H", "F -io-> B", "G -io-> B", "H -io-> B"], 3),
        (["A -io-> F, G, H", "F -io-> B", "G -io-> B", "H -io-> B", "B -io-> I", "I -io-> A"], 4),
    ],
)
def test_a_chain_has_as_many_paths_as_its_flows_open_and_one_where_they_open_none(edges: list[str], paths: int) -> None:
    nodes = ("C:FCHAIN", "A:FUNC", "B:FUNC", "F:FLOW", "G:FLOW", "H:FLOW", "I:FLOW", "C -cp-> A, B")

    assert indicators(graph_of(*nodes, *edges)).cyclomatic == paths


@pytest.mark.requirement("T-18", "K-13")
@pytest.mark.parametrize("profile", ["workflow", "procedure"])
def test_a_profile_without_requirements_has_no_score_of_them_and_its_total_is_of_the_rest(profile: str) -> None:
    graph = graph_of(ontology=load_profile(profile))
    found = quality(graph, check_all(graph), phase=4)

    assert found == Quality(None, None, None, None, 0.0)
