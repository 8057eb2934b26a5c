"""XLSX and CSV in and out: columns that are recognised, corrected and remembered, cells in errors, and no formulas."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID, read_by_people
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.wording import meaning_held, meaning_of, numbers
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.formats.models import order_system
from tests.interop.applying import applied, brought, empty, graph_of, imported

SHOP = """## Nodes
Shop|SYS|Shop.SY.001|Sells things.
Check|FUNC|Check.FN.001|Checks, "quotes" and\\nbreaks. [volatility:high]
Count|FUNC|Count.FN.002|
Fast|REQ|Fast.RQ.001|Within 2 s. [kind:quality, limit:2, share:0.5, safe:true, parts:[1, 2]]

## Edges
Shop.SY.001 -cp-> Check.FN.001, Count.FN.002
Check.FN.001 -st-> Fast.RQ.001
Check.FN.001 -rl-> Fast.RQ.001 [originalKind:"refines, in part"]
"""


def workbook(sheets: dict[str, list[list[Any]]], *merged: str) -> bytes:
    packed = io.BytesIO()
    with xlsxwriter.Workbook(packed, {"in_memory": True}) as book:
        for name, rows in sheets.items():
            page = book.add_worksheet(name)
            for at, row in enumerate(rows):
                page.write_row(at, 0, row)
            for area in merged:
                page.merge_range(area, "both")
    return packed.getvalue()


def table(*rows: list[str]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written).writerows(rows)
    return written.getvalue().encode()


def exported(graph: Graph, name: str) -> bytes:
    return write_export(ExportRequest(graph, "01a2", "shop"), name)[0]


def read(data: bytes, name: str = "model.xlsx", **options: str) -> ImportedModel:
    return read_import(ForeignFile(data, name, options), empty().ontology)


def said(model: ImportedModel) -> list[tuple[str, str, str, dict[str, Any]]]:
    return [
        (each.attributes[FOREIGN_ID], each.node_type, each.name, dict(read_by_people(each.attributes)))
        for each in model.operations
        if isinstance(each, NodeCreate)
    ]


# in ------------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-13")
def test_sheets_become_types_and_columns_are_known_by_header_and_by_what_stands_in_them():
    data = workbook(
        {
            "Requirements": [["ID", "Requirement", "Owner", "Made in"], ["R1", "Be fast", "Ana", "C1, C2"], ["R2", "Be safe", "", ""]],
            "Components": [["Key", "Title", "Mass"], ["C1", "Pump", 3.0], ["C2", "Valve", 0.5]],
        }
    )  # fmt: skip

    model = read(data)

    assert said(model) == [
        ("R1", "REQ", "Be fast", {"Owner": "Ana"}),
        ("R2", "REQ", "Be safe", {}),
        ("C1", "MOD", "Pump", {"Mass": 3}),
        ("C2", "MOD", "Valve", {"Mass": 0.5}),
    ]
    assert [[(each.header, each.meaning) for each in sheet.columns] for sheet in model.report.tables] == [
        [("ID", "id"), ("Requirement", "descr"), ("Owner", "attribute"), ("Made in", "relation")],
        [("Key", "id"), ("Title", "name"), ("Mass", "attribute")],
    ]
    assert model.report.edges == 2


@pytest.mark.requirement("X-13")
def test_a_project_of_others_is_read_sheet_by_sheet(shared_data: Path):
    expected: dict[str, int] = json.loads((shared_data / "EXPECTED.json").read_text())[
        "dronology/Artifacts_Version07.xlsx"
    ]

    model = read((shared_data / "dronology" / "Artifacts_Version07.xlsx").read_bytes())

    rows = {each.sheet: each.rows + each.has_header for each in model.report.tables}
    headerless = {name: count for name, count in expected.items() if name != "SafetyAssuranceCase"}
    assert rows == headerless
    assert [note.values["examples"] for note in model.report.notes if note.key == "notes.tableTwice"] == [
        ["Requirements!A50: R49"]
    ]
    assert {each.header: each.meaning for each in model.report.tables[0].columns}["Link to Assumption"] == "relation"


@pytest.mark.requirement("X-192")
def test_what_sheets_call_otherwise_is_told_apart_from_the_requirements(shared_data: Path):
    data = (shared_data / "dronology" / "Artifacts_Version07.xlsx").read_bytes()
    model, graph = read(data), imported(data, "drone.xlsx")
    kinds = Counter(node.attributes.get("category", "") for node in graph.of_type("REQ"))

    assert kinds == {"": 53, "Design decisions": 5, "Assumptions": 15, "Goals": 4, "FMECA": 16}
    asks = {
        node.attributes.get("category", "") for node in graph.of_type("REQ") if node.attributes.get("normative", True)
    }
    assert asks == {""}
    notes = {note.key: note.values for note in model.report.notes}
    assert notes["notes.tableKinds"]["count"] == 4


@pytest.mark.requirement("X-192")
def test_how_many_of_them_there_are_is_answered_by_what_their_sheet_calls_them(shared_data: Path):
    graph = imported((shared_data / "dronology" / "Artifacts_Version07.xlsx").read_bytes(), "drone.xlsx")
    situation = Situation(graph, NodeIndex(graph))
    for category, count in (("Assumptions", 15), ("Goals", 4), ("Design decisions", 5)):
        understood = understand(f"How many requirements have the category {category}?", situation)
        assert isinstance(understood, ReadOnlyAnswer), category
        assert understood.text.startswith(f"{count} requirements with category {category}:"), understood.text


@pytest.mark.requirement("X-13", "X-15")
def test_requirements_of_flight_software_are_read_from_csv_and_written_again(shared_data: Path):
    data = (shared_data / "nasa" / "cFE_FunctionalRequirements.csv").read_bytes()
    graph = imported(data, "cFE_FunctionalRequirements.csv")

    first = next(iter(graph.nodes.values()))
    assert (graph.count("REQ"), len(graph.nodes)) == (397, 397)
    assert (first.name, first.attributes[FOREIGN_ID]) == ("ES: Housekeeping Message", "cES1000")
    assert brought(graph, exported(graph, "csv"), "out.csv").operations == []


@pytest.mark.requirement("X-13")
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_csv_is_read_with_any_usual_delimiter_and_encoding(delimiter: str, encoding: str):
    text = delimiter.join(["id", "title", "text"]) + "\r\n" + delimiter.join(["R1", "Größe", '"a\n""b"""']) + "\r\n"

    model = read(text.encode(encoding), "reqs.csv")

    assert [(each.name, each.descr) for each in model.operations if isinstance(each, NodeCreate)] == [
        ("Größe", 'a\n"b"')
    ]
    assert [note.key for note in model.report.notes if "guessed" not in note.key.casefold()] == (
        ["notes.windows1252"] if encoding == "cp1252" else []
    )


@pytest.mark.requirement("X-14")
def test_what_a_sheet_was_guessed_to_be_is_told_and_corrected_by_people():
    data = workbook({"Things": [["No", "What", "Who"], ["1", "Pump", "Ana"]], "Log": [["a", "b"], ["x", "y"]]})

    guessed = read(data)
    corrected = read(data, map="Things=MOD; Things.What=name\nThings.Who=-; Log=-")

    assert [note.values["examples"] for note in guessed.report.notes if note.key == "notes.tableGuessed"] == [
        ["Things: REQ", "Log: REQ"]
    ]
    assert said(corrected) == [("1", "MOD", "Pump", {})]


@pytest.mark.requirement("X-14")
@pytest.mark.parametrize(
    ("said_so", "wrong"),
    [
        ("Nothing=MOD", "'Nothing': no sheet is called so; there are Things"),
        ("Things.Wat=id", "'Things.Wat': Things has no column of this name; there are No, What"),
        ("Things=Gadget", "Things: 'Gadget' is no element type"),
        ("Things.What=colour", "'colour' is no meaning of a column"),
        ("Things", "'Things' is no mapping"),
    ],
)
def test_a_correction_that_means_nothing_is_refused(said_so: str, wrong: str):
    with pytest.raises(InvalidCommand) as refused:
        read(workbook({"Things": [["No", "What"], ["1", "Pump"]]}), map=said_so)

    assert wrong in refused.value.message


# out and back --------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-15")
@pytest.mark.parametrize("name", ["xlsx", "csv"])
def test_a_table_that_went_out_comes_back_without_a_change(name: str):
    graph = graph_of(SHOP)

    data = exported(graph, name)

    assert brought(graph, data, f"shop.{name}").operations == []
    again = imported(data, f"shop.{name}")
    assert sorted((each.node_type, each.name, each.descr) for each in again.nodes.values()) == sorted(
        (each.node_type, each.name, each.descr) for each in graph.nodes.values()
    )
    assert sorted(each.edge_type for each in again.edges.values()) == sorted(
        each.edge_type for each in graph.edges.values()
    )


@pytest.mark.requirement("X-15")
@pytest.mark.parametrize("name", ["xlsx", "csv"])
@pytest.mark.parametrize(
    "source", ["capella/eole.graph.json", "reqif/reqif_studio.reqif", "dronology/Artifacts_Version07.xlsx"]
)
def test_models_of_others_survive_the_way_through_a_table(shared_data: Path, source: str, name: str):
    graph = imported((shared_data / source).read_bytes(), source.rpartition("/")[2])

    assert brought(graph, exported(graph, name), f"out.{name}").operations == []


@pytest.mark.requirement("X-15")
def test_an_edit_in_a_spreadsheet_is_one_change():
    graph = graph_of(SHOP)
    book = openpyxl.load_workbook(io.BytesIO(exported(graph, "xlsx")))
    page = book["REQ"]
    heads = [cell.value for cell in page[1]]
    page.cell(2, heads.index("limit") + 1).value = 3
    edited = io.BytesIO()
    book.save(edited)

    found = brought(graph, edited.getvalue(), "shop.xlsx")

    assert [(each.ref, each.set.attributes["limit"]) for each in found.operations] == [
        (graph.find("Fast.RQ.001")[0], 3)
    ]


@pytest.mark.requirement("X-15")
def test_another_reader_finds_every_element_where_it_was_written():
    graph = graph_of(SHOP)

    book = openpyxl.load_workbook(io.BytesIO(exported(graph, "xlsx")))

    cells = {page.title: [[cell.value for cell in row] for row in page.iter_rows()] for page in book.worksheets}
    assert cells == {
        "SYS": [["ID", "Name", "Description", "→ compose"], ["Shop.SY.001", "Shop", "Sells things.", "Check.FN.001\nCount.FN.002"]],
        "FUNC": [
            ["ID", "Name", "Description", "volatility", "→ satisfy", "→ refines, in part"],
            ["Check.FN.001", "Check", 'Checks, "quotes" and\nbreaks.', "high", "Fast.RQ.001", "Fast.RQ.001"],
            ["Count.FN.002", "Count", None, None, None, None],
        ],
        "REQ": [
            ["ID", "Name", "Description", "kind", "limit", "share", "safe", "parts"],
            ["Fast.RQ.001", "Fast", "Within 2 s.", "quality", 2, 0.5, True, "[1, 2]"],
        ],
    }  # fmt: skip


FORMULAS = ["=1+1", '=HYPERLINK("http://evil")', "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "{=1}", "http://x.y"]


@pytest.mark.requirement("X-15")
def test_the_reader_of_csv_in_python_sees_every_element_and_relation():
    graph = order_system()

    heads, *found = csv.reader(io.StringIO(exported(graph, "csv").decode("utf-8-sig"), newline=""))
    # An attribute may be called like a field, which stands before it.
    rows = [dict(zip(reversed(heads), reversed(row), strict=True)) for row in found]

    assert {(row["ID"], row["Type"], row["Name"], row["Description"]) for row in rows} == {
        (each.semantic_id, each.node_type, each.name, each.descr) for each in graph.nodes.values()
    }
    assert {
        (row["ID"], head.removeprefix("→ "), target)
        for row in rows
        for head, cell in row.items()
        if head.startswith("→ ")
        for target in cell.split()
    } == {
        (graph.nodes[each.source].semantic_id, each.edge_type, graph.nodes[each.target].semantic_id)
        for each in graph.edges.values()
    }


@pytest.mark.requirement("X-16")
def test_no_text_becomes_a_formula_and_all_of_it_comes_back():
    nodes = [NodeCreate(id=f"n{at}", node_type="REQ", name=f"N{at}", descr=text, attributes={text.strip(): text.strip()})
             for at, text in enumerate(FORMULAS)]  # fmt: skip
    graph = applied(empty(), [*nodes])

    book = openpyxl.load_workbook(io.BytesIO(exported(graph, "xlsx")))
    rows = list(csv.reader(io.StringIO(exported(graph, "csv").decode("utf-8-sig"), newline="")))

    assert {cell.data_type for row in book.active.iter_rows() for cell in row if cell.value is not None} == {"s"}
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    for name in ("xlsx", "csv"):
        again = imported(exported(graph, name), f"x.{name}")
        assert [each.descr for each in again.nodes.values()] == [each.descr for each in graph.nodes.values()]
        assert brought(graph, exported(graph, name), f"x.{name}").operations == []


# bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-17")
def test_a_type_that_is_none_is_named_with_its_cell():
    data = workbook({"REQ": [["ID", "Type", "Name"], ["a", "REQ", "A"], ["b", "Gadget", "B"], ["c", "Thing", "C"]]})

    with pytest.raises(InvalidCommand) as refused:
        read(data)

    assert refused.value.message.startswith("REQ!B3: 'Gadget' is no element type; use one of SYS, UC, ")
    assert "REQ!B4: 'Thing' is no element type" in refused.value.message


@pytest.mark.requirement("X-17")
def test_a_word_that_is_no_id_is_left_out_with_its_cell():
    data = workbook({"REQ": [["ID", "Name", "→ relation"], ["a", "A", "b\nz"], ["b", "B", ""]]})

    assert [(note.key, note.values) for note in read(data).report.notes] == [
        ("notes.importDangling", {"count": 1, "examples": ["REQ!C2: z"]})
    ]


@pytest.mark.requirement("U-720")
@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("Anforderung", "Der Ofen muss in 20 Minuten 240 Grad erreichen."),
        ("Requirement", "The oven must reach 240 degrees in 20 minutes."),
        ("Exigence", "Le four doit atteindre 240 degrés en 20 minutes."),
    ],
)
def test_a_column_called_like_what_its_rows_are_is_their_text_whatever_the_sheet_is_called(header, text):
    rows = [["Nr.", "Titel", header, "Owner"], ["OF-1", "Heat", text, "Ana"], ["OF-2", "Time", text, "Ben"]]

    [table] = read(workbook({"Tabelle1": rows})).report.tables
    [short] = read(
        workbook({"Tabelle1": [["Nr.", "Titel", header], ["OF-1", "Heat", "OF-2"], ["OF-2", "Time", ""]]})
    ).report.tables

    assert [each.meaning for each in table.columns] == ["id", "name", "descr", "attribute"]
    assert "descr" not in [each.meaning for each in short.columns]


@pytest.mark.requirement("U-720")
@pytest.mark.parametrize(
    ("numbers", "meaning"),
    [
        (("OF-1", "OF-2", "OF-2", "OF-4"), "id"),
        (("OF-1", "OF-1", "OF-2", "OF-2"), "attribute"),
        (("1", "2", "2", "4"), "attribute"),
    ],
)
def test_coded_numbers_are_ids_though_one_stands_twice_and_that_is_told(numbers, meaning):
    rows = [["Nr.", "Text"], *([number, f"The oven must do {at}."] for at, number in enumerate(numbers))]

    report = read(workbook({"Tabelle1": rows})).report

    assert report.tables[0].columns[0].meaning == meaning
    assert [note.key for note in report.notes if note.key == "notes.tableTwice"] == ["notes.tableTwice"] * (
        meaning == "id"
    )


BOOK = {
    "Anforderungen": [
        ["Lastenheft Kaffeemaschine"],
        ["Stand: November", "", "offen"],
        [],
        ["Lfd. Nr.", "Anf.-ID", "Kurztext", "Beschreibung der Anforderung", "Art", "erfüllt durch", "Prüfung"],
        [1, "LH-1", "Temperatur", "Das Wasser muss 92 Grad haben.", "Leistung", "", "PR-1"],
        [2, "LH-2", "Zeit", "Eine Tasse muss in 30 s fertig sein.", "Leistung", "F-1, F-2", ""],
    ],
    "Baugruppen": [["Teile-Nr", "Bezeichnung", "Gehört zu"], ["B-1", "Maschine", ""], ["B-2", "Pumpe", "B-1"]],
    "Funktionen": [["Nr.", "Titel", "zugeordnet zu"], ["F-1", "Wasser erhitzen", "B-1"], ["F-2", "Wasser pumpen", "B-2"]],
    "Prüffälle": [["Nr.", "Vorgehen"], ["PR-1", "Thermometer in den Auslauf halten."]],
    "Änderungen": [["Datum", "Was"], ["1.11.", "Erste Fassung"]],
}  # fmt: skip


@pytest.mark.requirement("X-174")
def test_a_table_below_a_title_is_read_by_its_headers_in_the_language_of_who_wrote_it():
    model = read(workbook(BOOK))

    assert [(each.sheet, each.node_type, each.is_guessed) for each in model.report.tables] == [
        ("Anforderungen", "REQ", False),
        ("Baugruppen", "MOD", False),
        ("Funktionen", "FUNC", False),
        ("Prüffälle", "TEST", False),
        ("Änderungen", "", True),
    ]
    assert [each.meaning for each in model.report.tables[0].columns] == [
        "attribute", "id", "name", "descr", "attribute", "relation", "relation",
    ]  # fmt: skip
    assert [
        (each.edge_type, each.source, each.target) for each in model.operations if isinstance(each, EdgeCreate)
    ] == [
        ("satisfy", "F-1", "LH-2"),
        ("satisfy", "F-2", "LH-2"),
        ("verify", "LH-1", "PR-1"),
        ("compose", "B-1", "B-2"),
        ("allocate", "B-1", "F-1"),
        ("allocate", "B-2", "F-2"),
    ]
    assert [(note.key, note.values) for note in model.report.notes] == [
        ("notes.tableLeft", {"count": 1, "examples": ["Änderungen"]}),
        ("notes.tableTitle", {"count": 3, "examples": ["Anforderungen: Lastenheft Kaffeemaschine"]}),
    ]
    assert model.report.tables[0].preview[0].number == 5


@pytest.mark.requirement("X-174", "X-15")
@pytest.mark.parametrize("name", ["xlsx", "csv"])
def test_such_a_table_that_went_out_comes_back_without_a_change(name: str):
    graph = imported(workbook(BOOK), "book.xlsx")

    assert brought(graph, exported(graph, name), f"book.{name}").operations == []


@pytest.mark.requirement("X-174")
@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ([["ID", "Text"], ["a", "A"]], ["ID", "Text"]),
        ([["Parts of the pump"], ["ID", "Text"], ["a", "A"]], ["ID", "Text"]),
        ([["Owner:", "Ana"], [], ["ID", "Text", "Mass", "Made by"], ["a", "A", 1, "b"]], ["ID", "Text", "Mass", "Made by"]),
        ([["ID", "Text", "Mass"], [], ["a", "A", 1]], ["ID", "Text", "Mass"]),
        ([["Name"], ["a"], ["b"]], ["Name"]),
    ],
)  # fmt: skip
def test_only_what_stands_above_a_table_is_its_title(rows: list[list[Any]], headers: list[str]):
    model = read(workbook({"REQ": rows}))

    assert [each.header for each in model.report.tables[0].columns] == headers


PARTS = [["Nr.", "Bezeichnung", "Lieferant", "Kosten"], ["B-1", "Pumpe", "Kern", "12,50 €"],
         ["B-2", "Kessel", "", "1.200 €"], ["B-3", "Ventil", "Kern", "7,50 €"]]  # fmt: skip


@pytest.mark.requirement("X-177")
@pytest.mark.parametrize(
    "below",
    [
        [["Summe", "", "", "1.220,00 €"]],
        [["", "Gesamtsumme der Teile:", "", "1.220"]],
        [[], ["", "", "", "1.220,00"]],
        [["", "", "Zwischensumme", "1.220"], ["", "", "Sous-total", "244"], [], ["", "", "Total", "1464"], []],
        [["Total", "", "", ""]],
    ],
    ids=["word and sum", "a longer word", "sum alone", "several", "a formula that nobody calculated"],
)
def test_rows_of_totals_below_a_table_are_left_out_and_named(below: list[list[str]]):
    whole, sound = read(table(*PARTS, *below), name="Teile.csv"), read(table(*PARTS), name="Teile.csv")

    rows = [" ".join(filter(None, row)) for row in below if any(row)]
    assert whole.operations == sound.operations
    assert [(note.key, note.values) for note in whole.report.notes] == [
        ("notes.tableTotals", {"count": len(rows), "examples": [f"Teile: {row}" for row in rows]})
    ]


@pytest.mark.requirement("X-177")
@pytest.mark.parametrize(
    "last",
    [
        ["B-4", "Total", "", ""],
        ["B-4", "", "", "1.220,00 €"],
        ["", "Deckel", "", "1.220,00 €"],
        ["", "Total loss protection of the pump", "", ""],
        ["", "", "", "1.219,00 €"],
        ["Total", "Kern", "", "1.220,00 €"],
    ],
)
def test_a_row_that_only_looks_like_a_total_is_an_element(last: list[str]):
    model = read(table(*PARTS, last), name="Teile.csv")

    assert model.report.nodes == 4
    assert "notes.tableTotals" not in [note.key for note in model.report.notes]


@pytest.mark.requirement("X-177")
@pytest.mark.parametrize(
    "rows", [[["Nr.", "Text"], ["1", ""], ["2", ""], ["3", ""]], [["Name"], ["a"], ["b"], ["Total"]]]
)
def test_numbers_of_rows_and_names_in_the_only_column_are_no_totals(rows: list[list[str]]):
    assert read(table(*rows), name="REQ.csv").report.nodes == 3


@pytest.mark.requirement("X-174")
def test_a_relation_is_said_to_lead_from_the_cell_to_the_row():
    data = workbook({"Parts": [["ID", "Name", "In"], ["a", "A", ""], ["b", "B", "a"]]})

    model = read(data, map="Parts.In=<- compose")

    assert [
        (each.edge_type, each.source, each.target) for each in model.operations if isinstance(each, EdgeCreate)
    ] == [("compose", "a", "b")]


@pytest.mark.requirement("X-17")
def test_merged_cells_have_the_value_of_the_first_and_are_told():
    data = workbook({"REQ": [["ID", "Name", "Area"], ["a", "A", ""], ["b", "B", ""]]}, "C2:C3")

    model = read(data)

    assert [attributes for *_, attributes in said(model)] == [{"Area": "both"}, {"Area": "both"}]
    assert [(note.key, note.values) for note in model.report.notes] == [("notes.mergedCells", {"count": 1})]


@pytest.mark.requirement("X-17")
@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (workbook({"REQ": [["ID"], ["a"]]})[:-200], "x.xlsx", "the file is none of"),
        (workbook({"REQ": [[]]}), "x.xlsx", "the workbook has no filled cell"),
        (b'a,b\n1,"open\n', "x.csv", "line 2: the table is damaged"),
        (b"a" + b"," * 2000 + b"\n", "x.csv", "row 1: more than 1,000 columns"),
        (b"id,text\n1," + b"x" * 1_100_000, "x.csv", "line 2: the table is damaged (field larger than field limit"),
    ],
    ids=["cut off", "empty", "open quote", "wide", "long"],
)
def test_a_bad_table_is_refused_with_the_place(data: bytes, name: str, message: str):
    with pytest.raises((InvalidCommand, LimitExceeded)) as refused:
        read(data, name)

    assert message in refused.value.message


@pytest.mark.requirement("X-111")
def test_a_row_that_is_too_wide_is_refused_with_its_own_number():
    rows = ["id,name", *["a,b"] * 104, "," * 1_500, *["a,b"] * 94]

    with pytest.raises(LimitExceeded, match=r"row 106: more than 1,000 columns"):
        read_import(ForeignFile("\n".join(rows).encode(), "wide.csv"), empty().ontology)


@pytest.mark.requirement("X-208")
def test_the_titles_that_a_pasted_block_is_read_by_mean_the_same_in_a_file() -> None:
    titles = json.loads((Path(__file__).parent / "column_titles.json").read_text(encoding="utf-8"))
    assert {title: _meaning(title) for title in titles} == titles


def _meaning(title: str) -> str:
    if whole := meaning_of(title):
        return whole
    if held := meaning_held(title):
        return f"{held} held"
    return "number" if numbers(title) else ""
