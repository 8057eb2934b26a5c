"""Relations of StrictDoc: only those that the grammar of a document allows, and StrictDoc takes what goes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from graphwright.interop.report import Report
from graphwright.protocol.graph import Node
from graphwright.protocol.texts import Term
from tests.formats.models import edge
from tests.interop.applying import imported
from tests.interop.judging import said

REFINES = "  - TYPE: Parent\n    ROLE: Refines\n"
DERIVES = "  - TYPE: Parent\n    ROLE: Derives\n"
PLAIN = "  - TYPE: Parent\n"
CHILD = "  - TYPE: Child\n"


def document(relations: str) -> str:
    """Two requirements, in a grammar with these relations."""
    return (
        "[DOCUMENT]\nTITLE: Page\n\n[GRAMMAR]\nELEMENTS:\n- TAG: REQUIREMENT\n  FIELDS:\n"
        "  - TITLE: UID\n    TYPE: String\n    REQUIRED: True\n"
        "  - TITLE: STATEMENT\n    TYPE: String\n    REQUIRED: True\n"
        f"  RELATIONS:\n{relations}\n"
        "[REQUIREMENT]\nUID: P-1\nSTATEMENT: It answers.\n\n"
        "[REQUIREMENT]\nUID: P-2\nSTATEMENT: It is fast.\n"
    )


def joined(text: str, **attributes: str) -> Graph:
    """The document, whose second requirement was made a child of its first here."""
    graph = imported(text.encode(), "page.sdoc")
    parent, child = sorted(graph.of_type("REQ"), key=_name)
    graph.put_edge(edge(parent.node_id, "satisfy", child.node_id, **attributes))
    return graph


def _name(node: Node) -> str:
    return node.name


def written(graph: Graph) -> tuple[str, Report]:
    data, report = write_export(ExportRequest(graph, "01a2", "shop"), "strictdoc")
    return data.decode(), report


@pytest.mark.requirement("X-140")
@pytest.mark.parametrize(
    ("relations", "attributes", "then"),
    [
        (PLAIN + REFINES, {}, ("", "RELATIONS:\n- TYPE: Parent\n  VALUE: P-1\n")),
        (REFINES + PLAIN, {"role": "Refines"}, ("", "RELATIONS:\n- TYPE: Parent\n  VALUE: P-1\n  ROLE: Refines\n")),
        (REFINES, {}, ("", "RELATIONS:\n- TYPE: Parent\n  VALUE: P-1\n  ROLE: Refines\n")),
        (CHILD, {}, ("RELATIONS:\n- TYPE: Child\n  VALUE: P-2\n", "")),
    ],
    ids=["without a role", "its role", "the only role", "only children"],
)
def test_a_relation_made_here_is_written_as_the_grammar_allows_it(
    tmp_path: Path, relations: str, attributes: dict[str, str], then: tuple[str, str]
):
    text, report = written(joined(document(relations), **attributes))
    (tmp_path / "page.sdoc").write_text(text)

    first, second = document(relations).split("\n\n[REQUIREMENT]\nUID: P-2")
    assert text == f"{first}\n{then[0]}\n[REQUIREMENT]\nUID: P-2{second}{then[1]}"
    assert report.notes == []
    assert said("strictdoc_export", tmp_path) == ""


@pytest.mark.requirement("X-140")
def test_a_relation_for_which_the_grammar_has_several_roles_is_left_out_and_counted(tmp_path: Path):
    text, report = written(joined(document(REFINES + DERIVES)))
    (tmp_path / "page.sdoc").write_text(text)

    assert text == document(REFINES + DERIVES)
    assert report.notes == [Term(key="notes.exportEdges", values={"count": 1})]
    assert said("strictdoc_export", tmp_path) == ""


@pytest.mark.requirement("X-140")
@pytest.mark.parametrize("begin", ["  VALUE: P-1\n", "- VALUE: P-1\n  TYPE: Parent\n"])
def test_a_relation_without_its_type_is_refused_with_its_line(begin: str):
    with pytest.raises(InvalidCommand, match=r"page\.sdoc, line 25: a relation begins with its type"):
        imported(f"{document(PLAIN)}RELATIONS:\n{begin}".encode(), "page.sdoc")
