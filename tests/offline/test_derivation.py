"""What follows from a model, why, and how sure that is; every conclusion is legal and drawn once."""

from __future__ import annotations

import pytest

from benchmarks._systems import model
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.graph.load import load_profile
from graphwright.languages import Language
from graphwright.offline.derivation.derive import derive, product_of
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.related import has
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation
from graphwright.protocol.products import PRODUCTS, Product
from tests.offline.documented import applied, model_of
from tests.offline.judging.conversations import order_system

SHOP = """## Nodes
Customer|ACTOR|Customer.AC.001|Buys things.
Clerk|ACTOR|Clerk.AC.002|Helps.
PlaceOrder|UC|PlaceOrder.UC.001|A customer places an order.
Tidying|UC|Tidying.UC.002|Somebody tidies up.
PlaceOrderChain|FCHAIN|PlaceOrderChain.FC.001|Carries it out.
OrderStored|REQ|OrderStored.RQ.001|Orders are never lost.
"""


def derived(product: Product, graph: Graph, *, about: str = "", language: Language = "en") -> dict[str, str]:
    """What was concluded, written short, each with its reason; it is put into the graph as an accepted proposal is."""
    draft = Draft(graph, NodeIndex(graph), language)
    derive(product, draft, about=node(graph, about) if about else None)
    assert draft.reasons.keys() == {operation.id for operation in draft.operations}
    found = {short(operation): draft.reasons[operation.id] for operation in draft.operations}
    applied(graph, draft.operations)
    return found


def node(graph: Graph, semantic_id: str) -> Node:
    return graph.nodes[graph.find(semantic_id)[0]]


def short(operation: Operation) -> str:
    if isinstance(operation, NodeCreate):
        return f"{operation.node_type} {operation.name}"
    assert isinstance(operation, EdgeCreate)
    return f"{operation.source.split('.')[0]} -{operation.edge_type}-> {operation.target.split('.')[0]}"


@pytest.mark.requirement("B-80")
def test_a_function_follows_from_a_use_case_the_surer_the_better_its_verb_is_known():
    graph = model_of(
        SHOP
        + """
## Edges
PlaceOrder.UC.001 -cp-> PlaceOrderChain.FC.001
PlaceOrder.UC.001 -st-> OrderStored.RQ.001
"""
    )
    known = "a rule, 80 % sure: its use case begins with a verb that systems answer in one known way"
    other = "a rule, 60 % sure: no function carries out the use case"

    assert derived("functions", graph) == {
        "FUNC AcceptOrder": known,
        "PlaceOrderChain -compose-> AcceptOrder": known,
        "AcceptOrder -satisfy-> OrderStored": known,
        "FUNC HandleTidying": other,
        "FCHAIN TidyingChain": other,
        "Tidying -compose-> TidyingChain": other,
        "TidyingChain -compose-> HandleTidying": other,
    }
    assert derived("functions", graph) == {}


@pytest.mark.requirement("B-80")
def test_a_requirement_is_satisfied_by_the_function_of_its_use_case_that_speaks_like_it_else_by_a_new_one():
    graph = model_of(
        SHOP
        + """AcceptOrder|FUNC|AcceptOrder.FN.001|Takes the order.
StoreOrder|FUNC|StoreOrder.FN.002|Keeps what was stored.
Alone|REQ|Alone.RQ.002|The clerk is told.
Cheap|REQ|Cheap.RQ.003|It costs little. [kind:quality]

## Edges
PlaceOrder.UC.001 -cp-> PlaceOrderChain.FC.001
PlaceOrderChain.FC.001 -cp-> AcceptOrder.FN.001, StoreOrder.FN.002
PlaceOrder.UC.001 -st-> OrderStored.RQ.001
Tidying.UC.002 -cp-> PlaceOrder.UC.001
"""
    )
    likest = "a rule, 60 % sure: of the functions of its use case this one speaks most like the requirement"
    guess = "a rule, 30 % sure: no function satisfies the requirement"

    assert derived("functions", graph) == {
        "StoreOrder -satisfy-> OrderStored": likest,
        "FUNC HandleAlone": guess,
        "HandleAlone -satisfy-> Alone": guess,
    }


@pytest.mark.requirement("B-80")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The system shall answer within 2 s.", "90 % sure: the requirement obliges and names a number"),
        ("Only the customer sees an order.", "80 % sure: the requirement names something that can be checked"),
        ("Orders are never lost.", "60 % sure: the requirement is described, but without a criterion"),
        ("", "30 % sure: the requirement has a name only"),
    ],
)
def test_a_test_follows_from_a_requirement_the_surer_the_better_it_is_written(text, reason):
    graph = model_of(f"## Nodes\nAnswers|REQ|Answers.RQ.001|{text}\n")
    found = derived("tests", graph)

    assert found["TEST Test answers"] == found["Answers -verify-> TestAnswers"] == f"a rule, {reason}"
    assert ("TEST Test answers beyond" in found) == ("2 s" in text)
    assert derived("tests", graph) == {}


@pytest.mark.requirement("B-80")
def test_what_a_function_lacks_is_a_loose_flow_of_its_chain_else_an_exchange_with_the_chain_s_actor():
    graph = model_of(
        SHOP
        + """AcceptOrder|FUNC|AcceptOrder.FN.001|Takes it.
StoreOrder|FUNC|StoreOrder.FN.002|Keeps it.
Loner|FUNC|Loner.FN.003|In no chain.
Accepted|FLOW|Accepted.FL.001|What was accepted.

## Edges
PlaceOrderChain.FC.001 -cp-> Customer.AC.001, AcceptOrder.FN.001, StoreOrder.FN.002
AcceptOrder.FN.001 -io-> Accepted.FL.001
"""
    )
    actor = "a rule, 80 % sure: the function's chain has one actor"

    assert derived("flows", graph) == {
        "FLOW AcceptOrderRequest": actor,
        "Customer -io-> AcceptOrderRequest": actor,
        "AcceptOrderRequest -io-> AcceptOrder": actor,
        "Accepted -io-> StoreOrder": "a rule, 80 % sure: this flow of the same chain is read by nobody",
        "FLOW StoreOrderResult": actor,
        "StoreOrder -io-> StoreOrderResult": actor,
        "StoreOrderResult -io-> Customer": actor,
    }


@pytest.mark.requirement("B-80")
def test_of_several_actors_the_first_is_less_sure_and_a_flow_that_nobody_writes_is_written():
    graph = model_of(
        SHOP
        + """AcceptOrder|FUNC|AcceptOrder.FN.001|Takes it.
Receipt|FLOW|Receipt.FL.001|What the clerk waits for.

## Edges
PlaceOrderChain.FC.001 -cp-> Customer.AC.001, Clerk.AC.002, AcceptOrder.FN.001
Receipt.FL.001 -io-> Clerk.AC.002
"""
    )
    first = "a rule, 60 % sure: the function's chain has several actors; this is the first of them"

    assert derived("flows", graph) == {
        "FLOW AcceptOrderRequest": first,
        "Customer -io-> AcceptOrderRequest": first,
        "AcceptOrderRequest -io-> AcceptOrder": first,
        "AcceptOrder -io-> Receipt": "a rule, 80 % sure: this flow of the same chain is written by nobody",
    }


@pytest.mark.requirement("B-80")
def test_functions_that_exchange_flows_share_a_module_and_what_changes_often_gets_its_own():
    graph = model_of("""## Nodes
Take|FUNC|Take.FN.001|Takes.
Keep|FUNC|Keep.FN.002|Keeps.
Part|FUNC|Part.FN.003|Part of keeping.
Rate|FUNC|Rate.FN.004|Rates, differently every month. [volatility:high]
Count|FUNC|Count.FN.005|Counts for nobody.
Tell|FUNC|Tell.FN.006|Tells.
Chain|FCHAIN|Chain.FC.001|One after the other.
Taken|FLOW|Taken.FL.001|What was taken.

## Edges
Take.FN.001 -io-> Taken.FL.001
Taken.FL.001 -io-> Keep.FN.002
Keep.FN.002 -cp-> Part.FN.003
Chain.FC.001 -cp-> Keep.FN.002, Tell.FN.006
""")
    found = derived("modules", graph)

    assert {change: reason.removeprefix("a rule, ") for change, reason in found.items() if "->" in change} == {
        "TakeModule -allocate-> Take": "60 % sure: it exchanges flows with functions that no module carries yet",
        "TakeModule -allocate-> Keep": "80 % sure: it exchanges a flow with a function of this module",
        "TakeModule -allocate-> Part": "90 % sure: it is part of a function that this module carries",
        "RateModule -allocate-> Rate": "80 % sure: what changes often is kept apart",
        "CountModule -allocate-> Count": "30 % sure: it exchanges nothing with other functions",
        "TakeModule -allocate-> Tell": "60 % sure: a function of the same chain is in this module",
    }


@pytest.mark.requirement("B-80")
def test_a_module_is_given_no_more_than_a_person_holds_in_mind():
    functions = "".join(f"Step{number}|FUNC|Step{number}.FN.{number:03}|Does it.\n" for number in range(1, 13))
    members = ", ".join(f"Step{number}.FN.{number:03}" for number in range(1, 13))
    graph = model_of(f"## Nodes\nChain|FCHAIN|Chain.FC.001|All.\n{functions}\n## Edges\nChain.FC.001 -cp-> {members}\n")
    derived("modules", graph)

    carried = [sum(1 for _ in graph.targets(each.node_id, "allocate")) for each in graph.of_type("MOD")]
    assert (sum(carried), max(carried)) == (12, 9)


@pytest.mark.requirement("B-80")
def test_about_one_node_only_what_belongs_to_it_is_derived():
    graph = model_of(
        SHOP + "AcceptOrder|FUNC|AcceptOrder.FN.001|Takes it.\nOther|REQ|Other.RQ.002|Elsewhere.\n\n## Edges\n"
        "AcceptOrder.FN.001 -st-> OrderStored.RQ.001\n"
    )

    assert set(derived("tests", graph, about="AcceptOrder.FN.001")) == {
        "TEST TestOrderStored",
        "OrderStored -verify-> TestOrderStored",
    }


@pytest.mark.requirement("B-80", "K-18")
def test_reasons_and_descriptions_are_in_the_language_of_whoever_asks():
    graphs = {language: model_of("## Nodes\nFast|REQ|Fast.RQ.001|Soon.\n") for language in ("de", "en", "fr")}

    assert {derived("tests", graph, language=language)["TEST Test fast"] for language, graph in graphs.items()} == {
        "eine Regel, 60 % sicher: die Anforderung ist beschrieben, aber ohne Kriterium",
        "a rule, 60 % sure: the requirement is described, but without a criterion",
        "une règle, sûre à 60 % : l’exigence est décrite, mais sans critère",
    }
    assert [node(graph, "TestFast.TS.001").descr for graph in graphs.values()] == [
        "Zeigt, dass dies gilt: Soon.",
        "Shows that this holds: Soon.",
        "Montre que ceci est vrai : Soon.",
    ]


LACKING: dict[Product, tuple[tuple[str, str], ...]] = {
    "functions": (("FCHAIN", "compose"), ("FUNC", "satisfy")),
    "tests": (("REQ", "verify"),),
    "flows": (("FUNC", "io"), ("FLOW", "io")),
    "modules": (("MOD", "allocate"),),
}
"""The edges without which a model lacks what is derived."""
MENDED: dict[Product, str] = {
    "functions": "a function",
    "tests": "requirements_verification",
    "flows": "function_io",
    "modules": "function_allocation",
}


@pytest.mark.slow
@pytest.mark.requirement("B-80", "R-40")
@pytest.mark.parametrize("product", PRODUCTS)
def test_of_a_large_model_all_that_follows_is_legal_comes_in_bounded_proposals_and_runs_out(product: Product):
    graph = model(3_000)
    for edge in list(graph.edges.values()):
        if (graph.nodes[edge.source].node_type, edge.edge_type) in LACKING[product]:
            graph.drop_edge(edge.edge_id)
    counts = [len(derived(product, graph))]
    while counts[-1]:
        counts.append(len(derived(product, graph)))

    assert max(counts) <= 1_000
    assert sum(counts) > 300
    lacking = {finding.rule_id for finding in check_all(graph)}
    leaves = [each for each in graph.of_type("UC") if not any(graph.targets(each.node_id, "compose", "UC"))]
    lacking |= {"a function" for each in leaves if not has(graph, each, "FUNC")}
    assert MENDED[product] not in lacking


@pytest.mark.requirement("B-80")
def test_nothing_follows_where_the_profile_has_no_such_types():
    assert all(derived(product, Graph(load_profile("workflow"))) == {} for product in PRODUCTS)
    assert {name: product_of(name) for name in ("FUNC", "TEST", "FLOW", "MOD", "REQ", "SYS")} == {
        "FUNC": "functions", "TEST": "tests", "FLOW": "flows", "MOD": "modules", "REQ": None, "SYS": None,
    }  # fmt: skip


@pytest.mark.requirement("U-145")
@pytest.mark.parametrize(
    ("order", "name"),
    [
        ("Derive tests", "TestRefundTimeBeyond"),
        ("Leite Tests ab", "TestRefundTimeÜberschritten"),
        ("Dérive des tests", "TestRefundTimeDépassé"),
    ],
)
def test_a_test_beyond_a_limit_is_named_in_the_language_of_the_order(order: str, name: str):
    graph = order_system()

    found = understand(order, Situation(graph, NodeIndex(graph), findings_of=list))

    assert isinstance(found, Change)
    assert name in {each.name for each in found.operations if isinstance(each, NodeCreate)}
