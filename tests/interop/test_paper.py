"""The specification on paper: PDF and DOCX as their readers see them, and what stands on every page."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import UTC, datetime
from xml.etree.ElementTree import fromstring

import docx
import mammoth
import pypdf
import pytest
from msgspec.structs import replace

from benchmarks._systems import model
from graphwright.errors import LimitExceeded
from graphwright.graph.document import Graph
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.formats import paper
from graphwright.interop.paper.apart import set_on_paper
from graphwright.interop.paper.content import digest_of, document_of
from graphwright.interop.paper.layers import ranks_of
from graphwright.interop.specification import write_specification
from tests.offline.documented import model_of

SHOP = """## Nodes
Order system|SYS|OrderSystem.SY.001|Takes orders. It has **two** parts:
Customer|ACTOR|Customer.AC.001|Buys things.
Place an order|UC|PlaceAnOrder.UC.001|A customer orders from the cart.
From cart to confirmation|FCHAIN|FromCartToConfirmation.FC.001|The way of an order.
Validate order|FUNC|ValidateOrder.FN.001|Checks `article` and price of each line.
Confirm order|FUNC|ConfirmOrder.FN.002|Tells the customer.
Order|FLOW|Order.FL.001|What was ordered.
Valid order|FLOW|ValidOrder.FL.002|An order without faults.
Fast|REQ|Fast.RQ.001|The system shall check every order within 2 s. [rationale:People wait.]
Nobody asked|REQ|NobodyAsked.RQ.002|The system shall make coffee.
Wrong article|TEST|WrongArticle.TS.001|Order an article that does not exist.

## Edges
OrderSystem.SY.001 -cp-> PlaceAnOrder.UC.001
PlaceAnOrder.UC.001 -cp-> FromCartToConfirmation.FC.001
FromCartToConfirmation.FC.001 -cp-> Customer.AC.001, ValidateOrder.FN.001, ConfirmOrder.FN.002
Customer.AC.001 -io-> Order.FL.001
Order.FL.001 -io-> ValidateOrder.FN.001
ValidateOrder.FN.001 -io-> ValidOrder.FL.002
ValidOrder.FL.002 -io-> ConfirmOrder.FN.002
ValidateOrder.FN.001 -st-> Fast.RQ.001
Fast.RQ.001 -vf-> WrongArticle.TS.001
"""
HOSTILE = "#set page(fill: red) $x$ @ref <b> \\u{41} *a* [#panic()] </w:t> & 注文 ü"
AT = datetime(2026, 11, 22, 12, 0, 0, 123456, tzinfo=UTC)


def request(graph: Graph | None = None, baseline: str = "SRR") -> ExportRequest:
    return ExportRequest(model_of(SHOP) if graph is None else graph, "01a2", "shop", AT, baseline)


def pages(data: bytes) -> list[str]:
    """The text of each page, without the breaks of lines."""
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def words(data: bytes) -> str:
    """Every word of a DOCX, tables included."""
    made = docx.Document(io.BytesIO(data))
    cells = [cell.text for table in made.tables for row in table.rows for cell in row.cells]
    return " ".join(" ".join([*(each.text for each in made.paragraphs), *cells]).split())


def with_text(text: str) -> Graph:
    graph = model_of(SHOP)
    node = next(each for each in graph.nodes.values() if each.semantic_id == "Customer.AC.001")
    graph.put_node(replace(node, descr=text))
    return graph


# --- what both say ------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-71", "X-72")
@pytest.mark.parametrize("name", ["pdf", "docx"])
def test_every_element_with_its_text_attributes_and_relations_is_on_paper(name: str):
    data, report = write_export(request(), name)

    told = " ".join(pages(data)) if name == "pdf" else words(data)

    for node in model_of(SHOP).nodes.values():
        assert node.semantic_id in told, node
        assert re.sub(r"[*`]", "", node.descr) in told, node
    assert "rationale People wait." in told
    assert "Wrong article (WrongArticle.TS.001)" in told
    assert "Traceability of requirements" in told
    assert [note.key for note in report.notes] == ["notes.withoutEdgeAttributes"]


@pytest.mark.requirement("X-73")
def test_chapters_and_numbers_are_those_of_the_specification_in_markdown():
    graph = model_of(SHOP)
    headings = re.findall(r"(?m)^#{2,} (.*)$", write_specification(graph))

    told = []
    for chapter in document_of(request()).chapters:
        told.append(f"{chapter.number} {chapter.title}")
        told += [f"{each.number} {each.name} `{each.known_as}`" for each in chapter.sections]

    assert told == headings


@pytest.mark.requirement("X-73")
def test_the_digest_is_of_what_the_model_says():
    graph = model_of(SHOP)
    later = model_of(SHOP)
    later.revision = 9

    assert digest_of(graph) == digest_of(later) != digest_of(with_text("Buys more."))


@pytest.mark.requirement("X-73")
@pytest.mark.parametrize("name", ["pdf", "docx"])
def test_no_text_of_people_is_markup(name: str):
    data, _ = write_export(request(with_text(HOSTILE)), name)

    told = " ".join(pages(data)) if name == "pdf" else words(data)

    assert "#set page(fill: red) $x$ @ref <b> \\u{41} a [#panic()] </w:t> &" in told


@pytest.mark.requirement("X-71", "X-72")
@pytest.mark.parametrize("name", ["pdf", "docx"])
def test_a_model_for_a_library_is_refused_with_what_to_do(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(paper, "ELEMENTS", 5)

    with pytest.raises(LimitExceeded, match="the model has 11 elements, at most 5 are set on paper; export a part"):
        write_export(request(), name)


@pytest.mark.requirement("X-101")
@pytest.mark.parametrize("form", ["pdf", "docx"])
def test_a_document_that_takes_too_long_is_given_up_with_what_to_do(form: str):
    with pytest.raises(LimitExceeded, match=r"takes longer than 0\.01 s; export a part of the model"):
        set_on_paper(form, document_of(request()), AT, seconds=0.01)


# --- PDF ----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-71")
def test_the_cover_says_what_it_is_and_where_to_sign():
    cover = pages(write_export(request(), "pdf")[0])[0]

    assert "SPECIFICATION Order system" in cover
    for words_of_it in ("Baseline SRR", "Revision 1", "Date 2026-11-22", "11 elements, 11 relations", "Approver"):
        assert words_of_it in cover
    assert digest_of(model_of(SHOP)) in cover.replace(" ", "")


@pytest.mark.requirement("X-71")
@pytest.mark.parametrize(("baseline", "state"), [("SRR", "Baseline SRR · Revision 1 · "), ("", "Revision 1 · ")])
def test_baseline_revision_digest_and_page_stand_on_every_page(baseline: str, state: str):
    found = pages(write_export(request(baseline=baseline), "pdf")[0])

    stamp = f"{state}{digest_of(model_of(SHOP))[:16]}"
    assert [at for at, page in enumerate(found, 1) if stamp not in page] == []
    assert [at for at, page in enumerate(found[1:], 2) if f"Page {at} / {len(found)}" not in page] == []


@pytest.mark.requirement("X-71")
def test_contents_lead_to_every_chapter_and_bookmarks_are_there():
    data = write_export(request(), "pdf")[0]
    reader = pypdf.PdfReader(io.BytesIO(data))

    assert "Contents 1 System" in pages(data)[1]
    top = [each.title for each in reader.outline if not isinstance(each, list)]
    assert [re.sub(r"\s+", " ", title).split(" ", 1)[1] for title in top][-3:] == [
        "Traceability of requirements",
        "What it is composed of",
        "Who passes what to whom: From cart to confirmation",
    ]


@pytest.mark.requirement("X-71")
def test_the_traces_say_what_is_missing():
    (page,) = [each for each in pages(write_export(request(), "pdf")[0]) if "What satisfies each requirement" in each]

    assert "Fast Fast.RQ.001 Validate order (ValidateOrder.FN.001) Wrong article (WrongArticle.TS.001)" in page
    assert "Nobody asked NobodyAsked.RQ.002 nothing nothing" in page


@pytest.mark.requirement("X-71")
def test_diagrams_are_drawings_whose_words_can_be_searched():
    data = write_export(request(), "pdf")[0]

    assert "Valid order" in pages(data)[-1]
    assert [image.name for page in pypdf.PdfReader(io.BytesIO(data)).pages for image in page.images] == []


@pytest.mark.requirement("X-71")
def test_the_same_model_gives_the_same_bytes():
    assert write_export(request(), "pdf")[0] == write_export(request(), "pdf")[0]


# --- DOCX ---------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-72")
def test_every_part_of_the_file_is_sound_and_every_target_is_there():
    with zipfile.ZipFile(io.BytesIO(write_export(request(), "docx")[0])) as archive:
        names = {*archive.namelist()}
        for name in names:
            if name.endswith((".xml", ".rels", ".svg")):
                fromstring(archive.read(name))
        relations = fromstring(archive.read("word/_rels/document.xml.rels"))
        targets = [each.get("Target", "") for each in relations if each.get("TargetMode") != "External"]
        known = archive.read("word/document.xml").decode()

    assert {f"word/{target}" for target in targets if not target.startswith(("/", ".."))} <= names
    drawings = [name for name in names if name.endswith(".svg")]
    assert len(drawings) == known.count("svgBlip ") == 2
    assert {each.get("Id") for each in relations} >= {*re.findall(r'r:(?:embed|id)="(\w+)"', known)}


@pytest.mark.requirement("X-72")
def test_headings_styles_contents_and_the_state_on_each_page_are_words_own():
    made = docx.Document(io.BytesIO(write_export(request(), "docx")[0]))

    headings = [
        (each.style.name, each.text.split("   ")[0]) for each in made.paragraphs if "Heading" in each.style.name
    ]
    assert headings[:3] == [
        ("Heading 1", "1  System"),
        ("Heading 2", "1.1  Order system"),
        ("Heading 1", "2  Use case"),
    ]
    section = made.sections[0]
    stamp = f"Baseline SRR · Revision 1 · {digest_of(model_of(SHOP))[:16]}"
    assert stamp in section.header.paragraphs[0].text
    assert stamp in section.first_page_footer.paragraphs[0].text
    fields = re.findall(r"<w:instrText[^>]*>([^<]*)<", made.element.xml + section.footer._element.xml)
    assert [field.split()[0] for field in fields] == ["TOC", "PAGE", "NUMPAGES"]
    assert [run.text for each in made.paragraphs for run in each.runs if run.bold and run.text == "two"] == ["two"]


@pytest.mark.requirement("X-72")
def test_another_reader_finds_headings_tables_and_lists_and_nothing_to_complain_of():
    found = mammoth.convert_to_html(io.BytesIO(write_export(request(with_text("Buys:\n- bread\n- milk")), "docx")[0]))

    assert [each.message for each in found.messages if each.type == "error"] == []
    assert len(re.findall("<h1>", found.value)) == len(document_of(request()).chapters) + 3
    assert "<li>bread</li>" in found.value
    assert "<strong>Satisfied by</strong>" in found.value


# --- drawings -----------------------------------------------------------------------------------------------------


@pytest.mark.requirement("X-71")
def test_boxes_stand_behind_what_they_wait_for_and_a_circle_ends():
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "a"), ("d", "c")]

    assert [sorted(rank) for rank in ranks_of(["a", "b", "c", "d"], edges)] == [["a", "d"], ["b"], ["c"]]


@pytest.mark.requirement("X-71")
def test_what_is_not_drawn_for_want_of_room_is_told():
    document = document_of(request(model(400)))

    assert all(each.svg.count("<rect") <= 18 for each in document.diagrams)
    (note,) = [
        each for each in write_export(request(model(400)), "pdf")[1].notes if each.key == "notes.notDrawn"
    ]  # fmt: skip
    assert note.values == {"count": sum(each.left_out for each in document.diagrams)}
