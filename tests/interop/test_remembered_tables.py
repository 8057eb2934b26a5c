"""What people say of tables, remembered by headers for the next file, and what is wrong with cells, told beside them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphwright.errors import InvalidCommand
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import read_import
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.records import CellProblem, TableMapping, TableRow
from graphwright.interop.tables.wishes import mapping_id
from graphwright.protocol.tables import RememberedMapping
from graphwright.protocol.texts import Term
from tests.interop.applying import empty
from tests.interop.test_tables import table, workbook
from tests.places import ANA

START = datetime(2026, 1, 1, tzinfo=UTC)
HEADERS = ["No", "What", "Who"]
ROWS = [HEADERS, ["1", "Pump", "Ana"]]


def remembered(
    sheet: str, corrections: dict[str, str], *, headers: list[str] = HEADERS, file: str = "old.xlsx", day: int = 0
) -> RememberedMapping:
    return RememberedMapping(
        mapping_id=mapping_id(sheet, headers),
        sheet=sheet,
        headers=headers,
        corrections=corrections,
        file=file,
        person=ANA,
        at=START + timedelta(days=day),
    )


def looked_at(data: bytes, *known: RememberedMapping, name: str = "new.xlsx", said: str = "") -> ImportedModel:
    options = {"map": said} if said else {}
    return read_import(ForeignFile(data, name, options, known), empty().ontology, looking=True)


def meanings(found: TableMapping) -> tuple[str, dict[str, str]]:
    return found.node_type, {each.header: each.meaning for each in found.columns}


def only(model: ImportedModel) -> TableMapping:
    (found,) = model.report.tables
    return found


# remembered ----------------------------------------------------------------------------------------------------------

THINGS = remembered("Things", {"": "MOD", "What": "name", "Who": "-"})
AS_SAID = ("MOD", {"No": "id", "What": "name", "Who": "left out"})


@pytest.mark.requirement("X-110")
@pytest.mark.parametrize(
    "sheets",
    [
        {"Things": ROWS},
        {"Things": [["Who", "No", "What"], ["Ana", "1", "Pump"]]},
        {"things": [["NO", "what ", "Who"], ["1", "Pump", "Ana"]]},
        {"Sheet1": ROWS},
    ],
    ids=["the same", "other order", "other case", "other sheet"],
)
def test_a_table_with_the_same_headers_is_read_as_people_said_of_another_one(sheets: dict[str, list[list[str]]]):
    found = only(looked_at(workbook(sheets), THINGS))

    node_type, columns = meanings(found)
    assert (node_type, {header.strip().casefold(): meaning for header, meaning in columns.items()}) == (
        "MOD",
        {"no": "id", "what": "name", "who": "left out"},
    )
    assert found.remembered == THINGS.mapping_id


@pytest.mark.requirement("X-110")
def test_the_next_export_of_a_tool_is_another_file_of_the_same_table():
    assert (
        meanings(only(looked_at(table(*ROWS), remembered("parts-may", THINGS.corrections), name="parts-june.csv")))
        == AS_SAID
    )


@pytest.mark.requirement("X-110")
def test_a_sheet_whose_name_says_what_its_rows_are_is_not_taken_for_another_one():
    found = looked_at(workbook({"Things": ROWS, "Requirements": ROWS}), THINGS)

    assert [meanings(each) for each in found.report.tables] == [AS_SAID, ("REQ", AS_SAID[1])]


@pytest.mark.requirement("X-110")
def test_what_the_rows_of_another_sheet_are_is_not_remembered_of_one_whose_own_name_said_it():
    first = only(looked_at(workbook({"Requirements": ROWS}), THINGS))
    again = only(looked_at(workbook({"Requirements": ROWS}), THINGS, remembered("Requirements", first.corrections)))

    assert first.corrections == {"What": "name", "Who": "-"}
    assert meanings(again) == ("REQ", AS_SAID[1])


@pytest.mark.requirement("X-110")
def test_what_was_said_of_this_sheet_goes_before_what_was_said_later_of_another():
    later = remembered("Gadgets", {"": "FUNC"}, day=1)

    assert [only(looked_at(workbook({name: ROWS}), THINGS, later)).node_type for name in ("Things", "Other")] == [
        "MOD",
        "FUNC",
    ]


@pytest.mark.requirement("X-110")
def test_what_people_say_now_holds_over_what_is_remembered_and_the_rest_stays():
    found = only(looked_at(workbook({"Things": ROWS}), THINGS, said="Things.Who=attribute"))

    assert meanings(found) == ("MOD", {"No": "id", "What": "name", "Who": "attribute"})
    assert found.corrections == {"": "MOD", "What": "name", "Who": "attribute"}


@pytest.mark.requirement("X-110")
def test_a_file_with_a_column_more_is_read_as_before_where_it_is_the_same_file():
    data = workbook({"Things": [[*HEADERS, "Mass"], ["1", "Pump", "Ana", "3"]]})

    assert [only(looked_at(data, THINGS, name=name)).node_type for name in ("old.xlsx", "new.xlsx")] == ["MOD", "REQ"]


@pytest.mark.requirement("X-110")
def test_letters_are_no_headers_to_be_remembered_by():
    data = workbook({"Sheet1": [["D1", "Pump"], ["D2", "Valve"]]})
    known = remembered("Sheet1", {"": "MOD"}, headers=["A", "B"])

    assert [only(looked_at(data, known, name=name)).node_type for name in ("old.xlsx", "new.xlsx")] == ["MOD", "REQ"]


@pytest.mark.requirement("X-110", "X-14")
@pytest.mark.parametrize("header", ["No.", "Spec. text", "a = b", "two; parts", "on two\nlines", "a.b=c;d"])
def test_any_header_can_be_spoken_of(header: str):
    data = workbook({"Parts.v2": [["id", header], ["1", "Pump"]]})

    found = only(looked_at(data, said=f"Parts.v2.{' '.join(header.split())}=name\nParts.v2=MOD"))

    assert meanings(found) == ("MOD", {"id": "id", header: "name"})


# cells ---------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-111")
def test_what_is_wrong_with_cells_is_told_beside_them_before_anything_is_imported():
    long = "x" * 201
    data = workbook(
        {
            "REQ": [
                ["ID", "Type", "Name", "→ relation"],
                ["a", "REQ", "A", "b"],
                ["b", "Gadget", "B", "nothing\nb"],
                ["a", "REQ", long, ""],
            ]
        }
    )

    found = only(looked_at(data))

    types = [*empty().ontology.node_types]
    assert found.problems == [
        CellProblem(
            row=3, at=1, column="B", header="Type", value="Gadget",
            problem=Term(key="cells.noType", values={"types": types}), is_refused=True,
        ),
        CellProblem(
            row=3, at=3, column="D", header="→ relation", value="nothing\nb",
            problem=Term(key="cells.dangling", values={"word": "nothing"}),
        ),
        CellProblem(
            row=3, at=3, column="D", header="→ relation", value="nothing\nb", problem=Term(key="cells.loop"),
        ),
        CellProblem(row=4, at=0, column="A", header="ID", value="a", problem=Term(key="cells.twice")),
        CellProblem(
            row=4, at=2, column="C", header="Name", value="x" * 79 + "…",
            problem=Term(key="cells.cut", values={"limit": 200}),
        ),
    ]  # fmt: skip
    assert found.problem_count == 5
    assert found.preview == [
        TableRow(number=2, cells=["a", "REQ", "A", "b"]),
        TableRow(number=3, cells=["b", "Gadget", "B", "nothing\nb"]),
        TableRow(number=4, cells=["a", "REQ", "x" * 79 + "…", ""]),
    ]


@pytest.mark.requirement("X-111")
def test_the_cells_that_are_told_are_bounded_all_are_counted_and_those_that_refuse_the_file_come_first():
    rows = [["ID", "Type", "→ relation"], *([f"r{at}", "REQ", "gone"] for at in range(300)), ["z", "Gadget", ""]]

    found = only(looked_at(workbook({"REQ": rows})))

    assert (len(found.problems), found.problem_count, len(found.preview)) == (50, 301, 20)
    assert [each.row for each in found.problems if each.is_refused] == [302]
    assert found.preview[-1].number == 302


@pytest.mark.requirement("X-111", "X-17")
def test_a_value_longer_than_an_attribute_may_be_is_refused_with_its_cell():
    data = workbook({"REQ": [["ID", "Note"], ["a", "x" * 20_001]]})

    with pytest.raises(InvalidCommand) as refused:
        read_import(ForeignFile(data, "a.xlsx"), empty().ontology)

    assert refused.value.message.startswith("REQ!B2: 'xxxxx")
    assert refused.value.message.endswith("is longer than 20,000 characters; leave the column out or shorten it")
    assert looked_at(data, said="REQ.Note=-").report.tables[0].problems == []
