"""The sentence of a requirement in every format, wherever in the model it stands."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pypdf
import pytest

from graphwright.graph.document import Graph
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.registry import EXPORT_FORMATS
from graphwright.interop.report import Report
from tests.interop.applying import brought, graph_of

pytestmark = pytest.mark.requirement("X-204")

GAP, LAMP = "The gap shall stay below 35 mm", "The lamp shall give 50 lux"
MODEL = f"""## Nodes
Cabin clearance|REQ|CabinClearance.RQ.001| [text:"{GAP}", foreign.id:PN-1]
Lighting|REQ|Lighting.RQ.002|About light. [text:"{LAMP}", foreign.id:PN-2]
"""
PICTURES = {"capella", "dot", "mermaid", "plantuml", "shacl"}
"""They draw names, or hold rules: no text of any element."""


def texts_in(data: bytes) -> Iterator[str]:
    """What a file says, out of its archive and its pages."""
    if data.startswith(b"%PDF"):
        yield from (page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    elif data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield from (archive.read(name).decode(errors="replace") for name in archive.namelist())
    else:
        yield data.decode()


def written(graph: Graph, format_name: str) -> tuple[str, Report]:
    data, report = write_export(ExportRequest(graph, "01a2", "lift"), format_name)
    return " ".join(" ".join(texts_in(data)).split()), report


@pytest.mark.parametrize("format_name", [name for name in EXPORT_FORMATS if name not in PICTURES])
def test_a_format_holds_the_sentence_that_stands_in_text(format_name: str) -> None:
    said, _ = written(graph_of(MODEL), format_name)

    assert GAP in said
    assert LAMP in said


@pytest.mark.parametrize("format_name", ["doorstop", "strictdoc"])
def test_the_description_beside_such_a_sentence_is_told_as_left(format_name: str) -> None:
    said, report = written(graph_of(MODEL), format_name)

    assert "About light" not in said
    assert [(each.key, each.values) for each in report.notes] == [("notes.exportAttributes", {"count": 1})]


@pytest.mark.parametrize("format_name", ["doorstop", "strictdoc", "needs", "sysml", "reqif"])
def test_reading_the_file_back_changes_nothing_of_the_first(format_name: str) -> None:
    graph = graph_of(MODEL.replace("About light.", ""))
    data, _ = write_export(ExportRequest(graph, "01a2", "lift"), format_name)

    assert not any(getattr(each, "set", None) and each.set.descr for each in brought(graph, data).operations)


def test_a_requirement_diagram_calls_it_by_the_known_id() -> None:
    said, _ = written(graph_of(MODEL), "mermaid-requirements")

    assert 'id: "PN-1 Cabin clearance"' in said
