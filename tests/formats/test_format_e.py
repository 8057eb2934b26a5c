"""Whole documents in Format E and in the compact encoding: nothing is lost, and nothing is guessed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings

from graphwright.errors import Refused
from graphwright.formats.compact import read_compact, write_compact
from graphwright.formats.format_e import read_format_e, write_format_e
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import EdgeCreate, Problem
from tests.formats.models import contents, contents_of, edge, graph_of, hostile_graphs, node, order_system

ONTOLOGY = default_ontology()
FORMS = pytest.mark.parametrize(
    ("write", "read"), [(write_format_e, read_format_e), (write_compact, read_compact)], ids=["format-e", "compact"]
)


def problems(read, text: str) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        read(text, ONTOLOGY)
    assert all(isinstance(each, Problem) for each in refused.value.problems)
    return [(each.code, each.path) for each in refused.value.problems if isinstance(each, Problem)]


@pytest.mark.requirement("T-17", "A-70", "WF-06")
@FORMS
@settings(max_examples=40)  # a graph is slow to draw
@given(graph=hostile_graphs())
def test_any_graph_reads_back_as_it_was_written(write, read, graph):
    assert contents_of(read(write(graph), ONTOLOGY)) == contents(graph)


@pytest.mark.requirement("T-06")
@FORMS
def test_the_same_graph_gives_the_same_bytes_however_it_came_about(write, read):
    graph = order_system()
    other = graph_of(list(graph.nodes.values())[::-1], list(graph.edges.values())[::-1])
    assert write(graph) == write(other)


@pytest.mark.requirement("A-70", "A-71", "A-72")
def test_format_e_is_the_dialect_of_the_founding_documents():
    assert write_format_e(order_system()) == (
        "## Nodes\n"
        "OrderSystem|SYS|OrderSystem.SY.001|Takes and ships orders\n"
        "PlaceOrder|UC|PlaceOrder.UC.001|A customer orders\n"
        "Customer|ACTOR|Customer.AC.001|Buys things [subtype:HumanActor]\n"
        "PlaceOrderChain|FCHAIN|PlaceOrderChain.FC.001|From cart to confirmation\n"
        "Validate order|FUNC|ValidateOrder.FN.001|Checks an order\n"
        "OrderData|FLOW|OrderData.FL.001|What was ordered [Type:async, rate:2.5]\n"
        "OrdersAreChecked|REQ|OrdersAreChecked.RQ.001|The system shall check every order\n"
        "CheckOrders|TEST|CheckOrders.TS.001|Order with wrong article\n"
        "\n"
        "## Edges\n"
        "OrderSystem.SY.001 -cp-> PlaceOrder.UC.001\n"
        "PlaceOrder.UC.001 -cp-> PlaceOrderChain.FC.001\n"
        "Customer.AC.001 -io-> OrderData.FL.001\n"
        "PlaceOrderChain.FC.001 -cp-> Customer.AC.001, ValidateOrder.FN.001\n"
        "ValidateOrder.FN.001 -st-> OrdersAreChecked.RQ.001 [weight:2]\n"
        "OrderData.FL.001 -io-> ValidateOrder.FN.001\n"
        "OrdersAreChecked.RQ.001 -vf-> CheckOrders.TS.001\n"
    )


@pytest.mark.requirement("A-74")
def test_the_compact_encoding_says_each_name_and_type_once():
    graph = order_system()
    graph.put_node(node("OldName.FN.002", "Was renamed", name="New name"))
    graph.put_node(msgspec.structs.replace(node("Other.RQ.0001"), node_id=NodeId("rq-other")))
    text = write_compact(graph_of([*graph.nodes.values()], [*graph.edges.values(), edge("fn2", "satisfy", "rq-other")]))
    assert text.count("PlaceOrder:") == 1
    assert "\nFN2=OldName New name: Was renamed\n" in text
    assert "\nFN2 st Other.RQ.0001\n" in text, "two requirements share a counter, so the whole id stands for each"


@pytest.mark.requirement("T-20")
@pytest.mark.parametrize("dialect", ["cp io st vf al rl", "cp io sf vf al rl", "cp io sat ver alc rel"])
@pytest.mark.parametrize("abbreviation", ["TS", "TC"])
def test_a_document_reads_the_same_in_every_dialect(dialect, abbreviation):
    cp, io, st, vf, al, rl = dialect.split()
    text = f"""# System ID: Shop.SY.001
## View-Context
Type: hierarchy
Filter: SYS,UC|cp
## Nodes
Shop|SYS|Shop.SY.001|Sells
Validate.FN.001|Checks
Cart.MD.001
Check|TEST|Check.{abbreviation}.001|Tries
Data.FL.001|Is passed
Fast.RQ.001|The shop shall be fast
Form.SC.001|Is used
## Edges
Shop.SY.001 -{cp}-> Validate.FN.001, Cart.MD.001
Data.FL.001 -{io}-> Validate.FN.001
Validate.FN.001 -{st}-> Fast.RQ.001
Fast.RQ.001 -{vf}-> Check.{abbreviation}.001
Cart.MD.001 -{al}-> Validate.FN.001
Data.FL.001 -{rl}-> Form.SC.001
## Messages
user|2025-01-16|hello | + nothing to read
"""
    operations = read_format_e(text, ONTOLOGY)
    assert contents_of(operations) == contents_of(
        read_format_e(
            text.replace(f"-{st}->", "-satisfy->")
            .replace(f"-{vf}->", "-verify->")
            .replace(f"-{al}->", "-allocate->")
            .replace(f"-{rl}->", "-relation->")
            .replace(".TC.", ".TS."),
            ONTOLOGY,
        )
    )
    assert [each.edge_type for each in operations if isinstance(each, EdgeCreate)] == [
        "compose", "compose", "io", "satisfy", "verify", "allocate", "relation"
    ]  # fmt: skip


@pytest.mark.requirement("WF-06", "WF-05")
def test_everything_wrong_with_a_document_is_told_with_its_line():
    text = """Shop|SYS|Shop.SY.001|before any section
## Nodes
Shop|SYS|Shop.SY.001|Sells
Shop|SYS|Shop.SY.001|again
Pay|FUNC|Pay.UC.001|type and id disagree
Pay|FUNC|Pay.FN.001|a|b
Pay|FUNC|Pay.FN.002|unknown \\q
nothing
## Edges
Shop.SY.001 -cp-> Nobody.UC.001
Shop.SY.001 -cp-> Shop.SY.01
no edge
"""
    assert problems(read_format_e, text) == [
        ("malformed", "line 1"),
        ("duplicateRef", "line 4"),
        ("malformed", "line 5"),
        ("malformed", "line 6"),
        ("malformed", "line 7"),
        ("malformed", "line 8"),
        ("unknownRef", "line 10"),
        ("unknownRef", "line 11"),
        ("malformed", "line 12"),
    ]


@pytest.mark.requirement("WF-06")
def test_an_unknown_end_comes_with_the_nearest_names():
    with pytest.raises(Refused) as refused:
        read_format_e("## Nodes\nShop|SYS|Shop.SY.001|\n## Edges\nShop.SY.001 -cp-> Shop.SY.01", ONTOLOGY)
    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert problem.candidates[0] == "Shop.SY.001"
    assert refused.value.message.startswith("line 4: 'Shop.SY.01' names no element of this document")


@pytest.mark.requirement("WF-06")
def test_everything_wrong_with_a_compact_document_is_told_with_its_line():
    text = "SY1 Shop\n# SYS\nSY1 Shop: Sells\nSY1 Shop: again\nshop Shop\nSY2\nFN1 Pay: wrong section\n# edges\nSY1 cp\nSY1 cp FN9\n"
    assert problems(read_compact, text) == [
        ("malformed", "line 1"),
        ("duplicateRef", "line 4"),
        ("malformed", "line 5"),
        ("malformed", "line 6"),
        ("malformed", "line 7"),
        ("malformed", "line 9"),
        ("unknownRef", "line 10"),
    ]


@pytest.mark.requirement("WB-05")
@FORMS
def test_neighbours_of_an_excerpt_may_be_ends_but_are_not_made(write, read):
    graph = order_system()
    function, requirement = graph.nodes[node("X.FN.001").node_id], graph.nodes[node("X.RQ.001").node_id]
    text = write(graph, [function], list(graph.outgoing(function.node_id)), neighbours=[requirement])
    operations = read(text, ONTOLOGY)
    assert contents_of(operations)[0].total() == 1
    assert [each.target for each in operations if isinstance(each, EdgeCreate)] == ["OrdersAreChecked.RQ.001"]


@pytest.mark.requirement("A-70")
@FORMS
def test_an_empty_graph_is_an_empty_document(write, read):
    assert read(write(Graph(ONTOLOGY)), ONTOLOGY) == []


@pytest.mark.requirement("A-70")
def test_windows_line_ends_and_a_byte_order_mark_do_not_matter():
    text = write_format_e(order_system())
    assert read_format_e("\ufeff" + text.replace("\n", "\r\n"), ONTOLOGY) == read_format_e(text, ONTOLOGY)


@pytest.mark.requirement("X-74")
def test_the_compact_encoding_says_the_layer_of_nodes_once():
    graph = graph_of(
        [
            node("One.FN.001", attributes={"layer": "SA", "risk": "low"}),
            node("Two.FN.002", attributes={"layer": "SA"}),
            node("Three.FN.003", attributes={"layer": "LA: new, 2"}),
            node("Four.FN.004"),
        ]
    )

    text = write_compact(graph)

    assert text.splitlines() == [
        "# FUNC [layer:SA]",
        "FN1 One [risk:low]",
        "FN2 Two",
        '# FUNC [layer:"LA: new, 2"]',
        "FN3 Three",
        "# FUNC",
        "FN4 Four",
    ]
    assert contents_of(read_compact(text, ONTOLOGY)) == contents(graph)


@pytest.mark.requirement("X-74")
def test_a_heading_whose_attributes_cannot_be_read_is_refused_with_its_line():
    assert problems(read_compact, "# FUNC [layer]\nFN1 One\n") == [("malformed", "line 1")]
