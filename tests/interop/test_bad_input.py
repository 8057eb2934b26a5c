"""What is no sound model is refused with its place, and nothing is changed; what is only odd is read and told.

Through the same reading, matching and planning as an import; one case for each thing that people send by mistake or
malice. Archives that lie about their size are in `test_formats`.
"""

from __future__ import annotations

import codecs
import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import openpyxl
import pytest

from graphwright.actions.refusals import refusal
from graphwright.errors import InvalidCommand, LimitExceeded, Refused
from graphwright.interop import imports
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.registry import FORMATS
from graphwright.interop.wrong_elements import refused_elements
from graphwright.languages import Language
from graphwright.operations.plan import IMPORT_OPERATIONS, plan
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import ChangeSet, NodeCreate
from graphwright.text.messages import in_words
from tests.interop.applying import brought, empty, graph_of, imported
from tests.interop.test_losses import MODEL

NODES = [{"id": "a", "type": "FUNC", "name": "Pump"}, {"id": "b", "type": "FUNC", "name": "Valve"}]


def neutral(nodes: Sequence[object] = NODES, edges: Sequence[object] = ()) -> bytes:
    return json.dumps({"format": "neutral-graph/1", "nodes": nodes, "edges": [*edges]}).encode()


def graphml(before: str = "", inside: str = '<node id="a"/>') -> bytes:
    text = f'<?xml version="1.0"?>{before}<graphml><graph edgedefault="directed">{inside}</graph></graphml>'
    return text.encode()


def packed(files: Mapping[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def workbook(*sheets: tuple[str, Sequence[Sequence[object]]], merge: str = "") -> bytes:
    book: Any = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
        if merge:
            page.merge_cells(merge)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def edge(source: str, target: str, kind: str = "compose") -> dict[str, str]:
    return {"type": kind, "source": source, "target": target}


def taken(data: bytes, name: str) -> int:
    """An import into an empty project, up to the commit: how many elements it would make."""
    graph = empty()
    change_set = ChangeSet(base_revision=0, operations=brought(graph, data, name).operations)
    made = plan(graph, change_set, ids=Ids(SystemClock()), importing=True, limit=IMPORT_OPERATIONS)
    if made.problems:
        raise refused_elements(made.problems, change_set.operations)
    return len(made.changes)


BILLION = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
REQIF_HEAD = b'<?xml version="1.0"?>\n<REQ-IF>\n<CORE-CONTENT><SPEC-OBJECT IDENT'
REFUSED = {
    "cut JSON": (neutral()[:-20], "cut.json", InvalidCommand, "begins like JSON and cannot be read"),
    "cut XML": (REQIF_HEAD, "cut.reqif", InvalidCommand, "line 3"),
    "cut archive": (packed({"a.reqif": "x" * 5_000})[:-40], "cut.reqifz", InvalidCommand, "none of"),
    "cut workbook": (workbook(("REQ", [["ID"], ["a"]]))[:-300], "cut.xlsx", InvalidCommand, "none of"),
    "another encoding": (neutral().replace(b"Pump", b"P\xfcmp"), "latin.json", InvalidCommand, "save the file as UTF-8"),
    "a hidden encoding": (b'<?xml version="1.0" encoding="utf-7"?><graphml/>', "x.graphml", InvalidCommand, "'utf-7'"),
    "a bomb of entities": (graphml(BILLION), "bomb.graphml", InvalidCommand, "document type"),
    "an entity of another file": (graphml(OUTSIDE), "out.graphml", InvalidCommand, "document type"),
    "a name of the format that is no UTF-8": (
        b'{"format": "neutral\xfc", "nodes": []}', "x.json", InvalidCommand, "codec can't decode",
    ),
    "a path out of an archive": (packed({"../a.reqif": "x"}), "out.reqifz", InvalidCommand, "leads out of it"),
    "a cycle of parts": (
        neutral([{**each, "type": "MOD"} for each in NODES], [edge("a", "b"), edge("b", "a")]),
        "ring.json", Refused, "Pump",
    ),
    "an end that is not there": (neutral(edges=[edge("a", "z")]), "x.json", InvalidCommand, "edges[0].target"),
    "an id twice": (neutral([*NODES, NODES[0]]), "x.json", InvalidCommand, "nodes[2].id: 'a' stands twice"),
    "an unknown type": (neutral([{**NODES[0], "type": "GIZMO"}]), "x.json", InvalidCommand, "nodes[0].type: 'GIZMO'"),
    "a wrong value": (neutral([{**NODES[0], "name": 7}]), "x.json", InvalidCommand, "nodes[0].name must be text"),
    "no file of anybody": (bytes(range(256)) * 10, "noise.bin", InvalidCommand, "none of"),
}  # fmt: skip


@pytest.mark.requirement("X-103")
@pytest.mark.parametrize("case", [*REFUSED])
def test_what_is_no_sound_model_is_refused_with_its_place(case: str):
    data, name, error, place = REFUSED[case]

    with pytest.raises(error) as told:
        taken(data, name)

    assert place in str(told.value)


@pytest.mark.requirement("R-72")
@pytest.mark.parametrize(
    "before", ["<!--" + "x" * 65_507 + "-->" + BILLION, "<?a " + "x" * 70_000 + "?>" + OUTSIDE, " " * 70_000 + OUTSIDE]
)
def test_a_document_type_does_not_hide_behind_what_is_longer_than_is_looked_at(before: str):
    file = ForeignFile(graphml(before), "out.graphml")

    with pytest.raises(InvalidCommand, match="after 64 kB of remarks"):
        read_import(file, empty().ontology, format_name="graphml")


@pytest.mark.requirement("X-103")
@pytest.mark.parametrize(
    "data",
    [codecs.BOM_UTF8 + neutral(), neutral().decode().encode("utf-16"), neutral()],
    ids=["UTF-8 with a mark", "UTF-16", "UTF-8"],
)
def test_the_usual_encodings_are_read_alike(data: bytes):
    graph = imported(data, "x.json")

    assert sorted(node.name for node in graph.nodes.values()) == ["Pump", "Valve"]


@pytest.mark.requirement("X-103")
def test_a_file_that_is_too_large_is_not_looked_at(monkeypatch: pytest.MonkeyPatch):
    assert imports.FILE_BYTES == 512 * 1024 * 1024
    monkeypatch.setattr(imports, "FILE_BYTES", 50)

    with pytest.raises(LimitExceeded, match="at most 50 can be imported"):
        taken(neutral(), "x.json")


@pytest.mark.requirement("X-103")
def test_an_edge_from_a_node_to_itself_is_left_out_and_counted():
    found = read_import(ForeignFile(neutral(edges=[edge("a", "a")]), "x.json"), empty().ontology)

    assert [(note.key, note.values) for note in found.report.notes] == [("notes.importLoops", {"count": 1})]


@pytest.mark.requirement("P-170")
def test_elements_without_a_name_are_told_apart_by_their_ids():
    nameless = ({"id": "R-1", "type": "REQ"} | name for name in ({"name": ""}, {"name": " \t"}, {"name": "\u200b"}))
    nodes = [{**node, "id": f"R-{number}"} for number, node in enumerate(nameless)]
    broken = {"id": "two\nlines", "type": "REQ", "name": ""}

    names = [node.name for node in imported(neutral([*nodes, broken])).nodes.values()]

    assert names == ["R-0", "R-1", "R-2", "Req"]


@pytest.mark.requirement("X-103")
def test_sheets_of_nearly_one_name_keep_their_rows_apart():
    data = workbook(("Modules", [["ID", "Name"], ["1", "Pump"]]), ("Modules ", [["ID", "Name"], ["1", "Valve"]]))

    graph = imported(data, "two.xlsx")

    assert sorted(node.name for node in graph.nodes.values()) == ["Pump", "Valve"]


@pytest.mark.requirement("X-103")
def test_merged_cells_and_formulas_are_read_as_people_see_them():
    data = workbook(("REQ", [["ID", "Name", "owner"], ["1", "Fast", "=1+1"], ["2", "Small", None]]), merge="C2:C3")

    found = read_import(ForeignFile(data, "x.xlsx"), empty().ontology)

    assert [note.key for note in found.report.notes if note.key == "notes.mergedCells"] == ["notes.mergedCells"]
    # No program has calculated this formula yet, so its cell says nothing; it is never taken for text.
    assert "=1+1" not in str(found.operations)


@pytest.mark.requirement("X-103")
def test_a_name_that_promises_another_format_is_told_and_a_named_format_that_is_wrong_is_refused():
    found = read_import(ForeignFile(neutral(), "x.csv"), empty().ontology)

    assert found.report.notes[0].key == "notes.otherContent"
    with pytest.raises(InvalidCommand, match=r"the file is neutral-graph/1, not ReqIF 1\.2"):
        read_import(ForeignFile(neutral(), "x.json"), empty().ontology, format_name="reqif")


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.requirement("X-103")
def test_a_table_of_a_million_cells_is_read_and_planned():
    rows = "".join(f"R{number},Requirement {number},It shall be {number}.\n" for number in range(330_000))

    assert taken(f"ID,Name,Description\n{rows}".encode(), "REQ.csv") == 330_000


# each format, each kind of harm ------------------------------------------------------------------------------------------

GRAPH = graph_of(MODEL)
PACK, CHECK = (
    next(node.node_id for node in GRAPH.nodes.values() if node.name == name) for name in ("Pack", "Check order")
)
HARMED: Mapping[str, Callable[[str], str]] = {
    "a zero byte": lambda text: text.replace("Pack", "Pa\0ck"),
    "a control character": lambda text: text.replace("Pack", "Pa\x07ck"),
    "half a character": lambda text: text.replace("Pack", "Pa\ud800ck"),
    "an unknown type": lambda text: text.replace("FUNC", "GIZMO"),
    "an id twice": lambda text: text.replace("Pack.FN.005", "CheckOrder.FN.007").replace(PACK, CHECK),
    "an end that is not there": lambda text: "zz9".join(text.rsplit(PACK, 1)),
    "a long value": lambda text: text.replace("money", "m" * 30_000),
    "a value of another kind": lambda text: text.replace('"Pack"', "7"),
    "all of it twice": lambda text: text + text,
}
PLACE = re.compile(
    r"line [\d,]+|row \d|byte [\d,]+|![A-Z]+\d+|(nodes|edges|versions|needs)[.\[]|(node|edge) \d|(element|relationship) \S"
    r"|^[A-Z]+ .*\(.*\): |^\S+ -\w+-> \S+: |\$[.\[]|archive|the workbook is damaged|^'[^']+' in the file|SPEC-OBJECT \S"
)


def harm(data: bytes, change: Callable[[str], str]) -> bytes:
    """The file with a changed text; an archive with all of its texts changed."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return packed({name: harm(archive.read(name), change) for name in archive.namelist()})
    return change(data.decode()).encode(errors="surrogatepass")


def harmed(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield from ((name, harm(data, change)) for name, change in HARMED.items())
    yield "another encoding", harm(data, lambda text: text.replace("Pack", "Päck")).replace("ä".encode(), b"\xe4")
    yield "UTF-16 without its mark", data.decode("utf-8", "replace").encode("utf-16-le")
    yield from ((f"cut after {tenths} tenths", data[: len(data) * tenths // 10]) for tenths in range(10))
    chance = random.Random(3)
    for number in range(20):
        at = chance.randrange(len(data))
        yield f"damage {number}", data[:at] + chance.randbytes(chance.randrange(3)) + data[at + chance.randrange(9) :]


@pytest.mark.requirement("X-162")
@pytest.mark.parametrize(
    "name", [each.name for each in FORMATS.values() if each.read is not None and each.write is not None]
)
def test_whatever_is_done_to_a_file_it_is_read_or_refused_with_a_place(name: str):
    data, _ = write_export(ExportRequest(GRAPH, ProjectId("01a2"), "shop"), name)
    outcomes: dict[str, str] = {}
    for case, file in harmed(data):
        try:
            taken(file, f"shop.{FORMATS[name].endings[0]}")
        except (InvalidCommand, LimitExceeded, Refused) as refusal:
            outcomes[case] = refusal.message

    assert outcomes, "something of it is refused"
    assert {
        case: said for case, said in outcomes.items() if not PLACE.search(said) and not said.endswith("document")
    } == {}


@pytest.mark.requirement("X-173")
@pytest.mark.parametrize(
    ("language", "more"),
    [("en", "and 1 more problem"), ("de", "und 1 weiteres Problem"), ("fr", "et 1 autre problème")],
)
def test_the_first_line_of_a_refused_import_is_in_the_language_of_who_reads_it(language: Language, more: str):
    nodes = [NodeCreate(id=f"n{at}", temp_id=f"u{at}", node_type="FUNC", name="", descr="x") for at in range(2)]
    wrong = plan(empty(), ChangeSet(base_revision=0, operations=nodes), ids=Ids(SystemClock()), importing=True).problems
    error = refused_elements(wrong, nodes)

    told = refusal(error, language)

    first = in_words(wrong[0], language)
    assert f"FUNC  (u0): {first.message}. {first.hint} ({more})" in told.message
    assert (refusal(error, None).message in told.message) == (language == "en")
