"""Relations as matrices in a workbook, in and out: what another reader finds there, what comes back, what is told."""

from __future__ import annotations

import io

import openpyxl
import pytest

from graphwright.errors import InvalidCommand
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import format_of, read_import
from graphwright.protocol.operations import EdgeCreate
from tests.interop.applying import brought, empty, graph_of
from tests.interop.test_tables import SHOP, read, workbook

TRACE = [["", "R1", "R2"], ["C1", "X", ""], ["C2", "?", "✓"]]
SHEETS = {
    "Requirements": [["ID", "Name"], ["R1", "Fast"], ["R2", "Safe"]],
    "Functions": [["ID", "Name"], ["C1", "Pump"], ["C2", "Close"]],
}


def joined(data: bytes, **options: str) -> list[tuple[str, str, str]]:
    return [
        (each.edge_type, each.source, each.target)
        for each in read(data, **options).operations
        if isinstance(each, EdgeCreate)
    ]


@pytest.mark.requirement("X-170")
def test_a_sheet_for_each_relation_has_marks_where_two_are_joined():
    graph = graph_of(SHOP)
    data = write_export(ExportRequest(graph, "01a2", "shop"), "xlsx-matrix")[0]

    book = openpyxl.load_workbook(io.BytesIO(data))

    assert {page.title: [[cell.value for cell in row] for row in page.iter_rows()] for page in book.worksheets[2:]} == {
        "REQ": [
            ["ID", "Name", "Description", "kind", "limit", "share", "safe", "parts"],
            ["Fast.RQ.001", "Fast", "Within 2 s.", "quality", 2, 0.5, True, "[1, 2]"],
        ],
        "→ compose": [["→ compose", "Check.FN.001", "Count.FN.002"], ["Shop.SY.001", "x", "x"]],
        "→ satisfy": [["→ satisfy", "Fast.RQ.001"], ["Check.FN.001", "x"], ["Count.FN.002", None]],
        "→ refines, in part": [["→ refines, in part", "Fast.RQ.001"], ["Check.FN.001", "x"], ["Count.FN.002", None]],
    }
    assert [cell.value for cell in book["FUNC"][1]] == ["ID", "Name", "Description", "volatility"], "no columns of them"
    assert format_of(ForeignFile(data, "shop.xlsx")).name == "xlsx-matrix"
    assert brought(graph, data, "shop.xlsx").operations == []


@pytest.mark.requirement("X-170")
def test_a_mark_that_somebody_sets_or_clears_is_one_relation_more_or_less():
    graph = graph_of(SHOP)
    book = openpyxl.load_workbook(
        io.BytesIO(write_export(ExportRequest(graph, "01a2", "shop"), "xlsx-matrix")[0])
    )  # fmt: skip
    book["→ satisfy"]["B2"], book["→ satisfy"]["B3"] = None, "X"
    edited = io.BytesIO()
    book.save(edited)

    found = brought(graph, edited.getvalue(), "shop.xlsx").operations

    assert [each.__class__.__name__ for each in found] == ["EdgeCreate"], "what did not come from a file is never gone"
    assert [(each.edge_type, str(each.source), str(each.target)) for each in found if isinstance(each, EdgeCreate)] == [
        ("satisfy", str(graph.find("Count.FN.002")[0]), str(graph.find("Fast.RQ.001")[0]))
    ]


@pytest.mark.requirement("X-170")
def test_a_relation_that_joins_too_many_for_a_matrix_stays_a_column():
    nodes = "".join(f"N{at}|FUNC|N{at}.FN.{at}|\n" for at in range(1, 502))
    graph = graph_of(f"## Nodes\n{nodes}\n## Edges\nN1.FN.1 -rl-> N2.FN.2\n")

    book = openpyxl.load_workbook(io.BytesIO(write_export(ExportRequest(graph, "01a2", "x"), "xlsx-matrix")[0]))

    assert [(page.title, page["D1"].value, page["D2"].value) for page in book.worksheets] == [
        ("FUNC", "→ relation", "N2.FN.002")
    ]


@pytest.mark.requirement("X-171")
def test_a_matrix_of_others_is_known_by_ids_at_both_edges_and_marks_between_them():
    matrix = [["", "R1", "R2"], ["C1", "X", ""], ["C2", "no", "✓"]]

    assert joined(workbook({**SHEETS, "satisfy": matrix})) == [("satisfy", "C1", "R1"), ("satisfy", "C2", "R2")]


@pytest.mark.requirement("X-171")
def test_what_a_matrix_means_is_said_by_its_first_cell_or_by_people():
    named = [["-> satisfy", *TRACE[0][1:]], *TRACE[1:2]]

    assert joined(workbook({**SHEETS, "Trace": named})) == [("satisfy", "C1", "R1")]
    assert joined(workbook({**SHEETS, "Trace": TRACE}), map="Trace=-> satisfy") == [
        ("satisfy", "C1", "R1"),
        ("satisfy", "C2", "R2"),
    ]
    assert joined(workbook({**SHEETS, "Trace": named}), map="Trace=-") == []
    with pytest.raises(InvalidCommand, match="'->' is no element type"):
        read(workbook({**SHEETS, "Trace": named}), map="Trace=->")


@pytest.mark.requirement("X-171")
def test_what_is_no_mark_and_who_has_no_row_are_told_with_their_cell():
    matrix = [["→ satisfy", "R1", "R9"], ["C1", "maybe", "x"], ["C7", "x", "x"], ["", "x", ""]]

    model = read_import(ForeignFile(workbook({**SHEETS, "Trace": matrix}), "x.xlsx"), empty().ontology)

    assert model.report.edges == 0
    trace = model.report.tables[2]
    assert (trace.sheet, trace.node_type, trace.relation, trace.rows) == ("Trace", "", "satisfy", 3)
    assert [(f"{each.column}{each.row}", each.value, each.problem.key) for each in trace.problems] == [
        ("C1", "R9", "cells.dangling"),
        ("B2", "maybe", "cells.noMark"),
        ("A3", "C7", "cells.dangling"),
        ("A4", "", "cells.dangling"),
    ]
    assert {note.key: note.values["count"] for note in model.report.notes} == {
        "notes.importDangling": 3,
        "notes.tableNoMark": 1,
    }
