"""The scope of an export: what a view shows, chosen elements with what they hold, and what is told of the rest."""

from __future__ import annotations

import io

import docx
import pytest

from graphwright.errors import InvalidCommand, NotFound
from graphwright.graph.document import Graph
from graphwright.graph.views import VIEW_NAMES
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.scope import WHOLE, ExportScope, part_of, words_of
from tests.interop.applying import applied, brought, empty, graph_of

MODEL = """## Nodes
Shop|SYS|Shop.SY.001|
Customer|ACTOR|Customer.AC.001|
Place order|UC|PlaceOrder.UC.001|
Order chain|FCHAIN|OrderChain.FC.001|
Return chain|FCHAIN|ReturnChain.FC.001|
Check order|FUNC|CheckOrder.FN.001|
Pack|FUNC|Pack.FN.001|
Weigh|FUNC|Weigh.FN.001|
Take back|FUNC|TakeBack.FN.001|
Order|FLOW|Order.FL.001|
Parcel|FLOW|Parcel.FL.001|
Fast answer|REQ|FastAnswer.RQ.001|
Timing|TEST|Timing.TS.001|
Server|MOD|Server.MD.001|
## Edges
Shop.SY.001 -cp-> PlaceOrder.UC.001
PlaceOrder.UC.001 -cp-> OrderChain.FC.001
PlaceOrder.UC.001 -cp-> ReturnChain.FC.001
OrderChain.FC.001 -cp-> CheckOrder.FN.001
OrderChain.FC.001 -cp-> Pack.FN.001
Pack.FN.001 -cp-> Weigh.FN.001
ReturnChain.FC.001 -cp-> TakeBack.FN.001
Customer.AC.001 -io-> Order.FL.001
Order.FL.001 -io-> CheckOrder.FN.001
CheckOrder.FN.001 -io-> Parcel.FL.001
Parcel.FL.001 -io-> Pack.FN.001
CheckOrder.FN.001 -st-> FastAnswer.RQ.001
FastAnswer.RQ.001 -vf-> Timing.TS.001
Server.MD.001 -al-> CheckOrder.FN.001
"""


def told(scope: ExportScope, graph: Graph | None = None) -> tuple[list[str], list[str], dict[str, object]]:
    """Names of the elements, relations, and the counts of what is left out."""
    whole = graph or graph_of(MODEL)
    part, notes = part_of(whole, scope)
    names = {node_id: node.name for node_id, node in part.nodes.items()}
    edges = [f"{names[each.source]} {each.edge_type} {names[each.target]}" for each in part.edges.values()]
    return [*names.values()], edges, {note.key.removeprefix("notes."): note.values["count"] for note in notes}


@pytest.mark.requirement("X-90")
def test_the_whole_model_is_the_graph_itself_and_nothing_is_told():
    graph = graph_of(MODEL)

    assert part_of(graph, WHOLE) == (graph, [])
    assert part_of(graph, ExportScope(view="model")).notes == []


@pytest.mark.requirement("X-90")
def test_a_view_holds_its_types_and_the_relations_that_it_draws():
    assert told(ExportScope(view="requirements")) == (
        ["Shop", "Place order", "Check order", "Pack", "Weigh", "Take back", "Fast answer", "Timing"],
        ["Check order satisfy Fast answer", "Fast answer verify Timing"],
        # To both chains and from them (5), of the flows (3), from the server; inside, two of composition.
        {"scopeNodes": 6, "scopeEdges": 9, "scopeUndrawn": 2},
    )


@pytest.mark.requirement("X-90")
def test_a_flow_that_a_view_draws_as_a_port_or_label_is_part_of_it():
    names, edges, _ = told(ExportScope(view="functional-network"))

    assert names == ["Customer", "Check order", "Pack", "Weigh", "Take back", "Order", "Parcel"]
    assert edges == [
        "Customer io Order",
        "Order io Check order",
        "Check order io Parcel",
        "Parcel io Pack",
    ]


@pytest.mark.requirement("X-90")
@pytest.mark.parametrize(
    ("focus", "names"),
    [
        (None, ["Order chain", "Check order", "Pack", "Order", "Parcel"]),
        ("ReturnChain.FC.001", ["Return chain", "Take back"]),
    ],
)
def test_a_view_of_one_element_holds_it_and_what_stands_around_it(focus: str | None, names: list[str]):
    assert told(ExportScope(view="fchain", focus=focus))[0] == names


@pytest.mark.requirement("X-90")
def test_who_performs_a_step_is_in_the_view_of_its_chain():
    graph = graph_of(MODEL + "Customer.AC.001 -rl-> CheckOrder.FN.001\n")

    names, edges, _ = told(ExportScope(view="fchain"), graph)

    assert ("Customer" in names, "Customer relation Check order" in edges) == (True, True)


@pytest.mark.requirement("X-90")
def test_chosen_elements_come_with_all_they_are_composed_of_and_the_flows_between():
    assert told(ExportScope(elements=["OrderChain.FC.001"])) == (
        ["Order chain", "Check order", "Pack", "Weigh", "Parcel"],
        [
            "Order chain compose Check order",
            "Order chain compose Pack",
            "Pack compose Weigh",
            "Check order io Parcel",
            "Parcel io Pack",
        ],
        # From the use case, from the customer's order, to the requirement, from the server.
        {"scopeNodes": 9, "scopeEdges": 4},
    )


@pytest.mark.requirement("X-90")
def test_filters_and_hidden_boxes_of_a_canvas_hold_for_the_file_too():
    scope = ExportScope(
        view="functional-network",
        node_types=["FUNC", "ACTOR"],
        relation_types=["relation"],
        hidden=["Pack.FN.001", "Gone.FN.009"],
        show_flows=False,
    )

    assert told(scope)[:2] == (["Customer", "Check order", "Weigh", "Take back"], [])


@pytest.mark.requirement("X-90")
@pytest.mark.parametrize(
    ("scope", "kind", "said"),
    [
        (ExportScope(view="cellar"), InvalidCommand, f"use one of {', '.join(VIEW_NAMES)}"),
        (ExportScope(view="workflow"), InvalidCommand, "nothing of the model is in what was chosen"),
        (ExportScope(elements=["CheckOrder"]), NotFound, "did you mean CheckOrder.FN.001?"),
        (ExportScope(focus="Pack.FN.001"), InvalidCommand, "name the view, too"),
        (
            ExportScope(view="fchain", focus="Pack.FN.001"),
            InvalidCommand,
            "is about one FCHAIN, and Pack.FN.001 is none",
        ),
        (ExportScope(view="model", focus="Pack.FN.001"), InvalidCommand, "leave the focus out"),
    ],
)
def test_a_scope_that_cannot_be_meant_is_refused_with_what_to_do(scope: ExportScope, kind: type[Exception], said: str):
    with pytest.raises(kind) as refused:
        part_of(graph_of(MODEL), scope)

    assert said in str(refused.value)


@pytest.mark.requirement("X-90")
def test_the_report_of_a_part_tells_both_what_is_outside_and_what_the_format_cannot_hold():
    request = ExportRequest(graph_of(MODEL), "01a2", scope=ExportScope(elements=["OrderChain.FC.001"]))

    data, report = write_export(request, "format-e")

    assert (report.nodes, report.edges, data.count(b"|FUNC|")) == (5, 5, 3)
    assert [note.key for note in report.notes] == ["notes.scopeNodes", "notes.scopeEdges", "notes.withoutIds"]


@pytest.mark.requirement("X-90")
def test_a_part_that_comes_back_changes_what_was_changed_in_it_and_takes_nothing_away():
    graph = graph_of(MODEL)
    request = ExportRequest(graph, "01a2", scope=ExportScope(elements=["OrderChain.FC.001"]))
    data = write_export(request, "reqif")[0].replace(b"Weigh", b"Weigh twice")

    found = brought(graph, data, "part.reqif")

    assert (found.added, found.changed, found.gone) == (0, 1, 0)
    assert "Weigh twice" in [node.name for node in applied(graph, found.operations).nodes.values()]


@pytest.mark.requirement("X-90")
def test_a_paper_of_a_part_says_of_which_part_it_is():
    scope = ExportScope(view="fchain", focus="OrderChain.FC.001")
    data, _ = write_export(ExportRequest(graph_of(MODEL), "01a2", scope=scope), "docx")

    cover = [[cell.text for cell in row.cells] for row in docx.Document(io.BytesIO(data)).tables[0].rows]

    assert ["Extract", "fchain, Order chain"] in cover
    assert words_of(empty(), WHOLE) == ""
    assert ForeignFile(data, "shop.docx").members
