"""A model that came in one format and goes out in another: what it says there is what it says here.

Directions and fields of the first tool mean nothing to the second one; ids and kinds are the same for both.
"""

from __future__ import annotations

import pytest

from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest
from tests.interop.applying import brought, imported
from tests.interop.test_tables import workbook

BOOK = {
    "Requirements": [
        ["ID", "Name", "Description", "Area", "Satisfied by"],
        ["R1", "Fast", "Within 2 s.", "Web", "F1"],
        ["R2", "Quiet", "", "Office", "M1"],
    ],
    "Parts": [["No.", "Name", "Part of"], ["M1", "Machine", ""], ["M2", "Pump", "M1"]],
    "Functions": [["No.", "Name", "Allocated to"], ["F1", "Pump water", "M2"]],
    "Tests": [["No.", "Procedure", "Tests"], ["T1", "Look at the clock.", "R1"]],
}
"""Every relation of it is said by the other end, and a requirement has no text."""


def joined(data: bytes, name: str) -> list[tuple[str, str, str]]:
    """What another project that reads it has as edges, by the names of their ends."""
    graph = imported(data, name)
    names = {node_id: node.name for node_id, node in graph.nodes.items()}
    return sorted(
        (str(each.attributes.get("originalKind", each.edge_type)), names[each.source], names[each.target])
        for each in graph.edges.values()
    )


@pytest.mark.requirement("X-179")
@pytest.mark.parametrize(
    "name",
    [
        "neutral",
        "csv",
        "xlsx-matrix",
        "reqif",
        "sysml",
        "sysml-json",
        "needs",
        "graphml",
        "archimate",
        "json",
        "format-e",
    ],
)
def test_relations_of_a_workbook_lead_the_same_way_in_every_format(name: str):
    graph = imported(workbook(BOOK), "book.xlsx")
    said = [
        ("allocate", "Pump", "Pump water"),
        ("compose", "Machine", "Pump"),
        ("satisfy", "Machine", "Quiet"),
        ("satisfy", "Pump water", "Fast"),
        ("verify", "Fast", "Look at the clock"),
    ]
    assert joined(workbook(BOOK), "book.xlsx") == said

    data, _ = write_export(ExportRequest(graph, "01a2", "shop"), name)

    assert joined(data, "shop") == said
    assert brought(graph, data, "shop").operations == []


@pytest.mark.requirement("X-179")
def test_the_only_text_of_an_element_without_a_description_stays_an_attribute_in_reqif():
    graph = imported(workbook({"REQ": [*BOOK["Requirements"][:1], ["R2", "Quiet", "", "Office", ""]]}), "book.xlsx")

    data, _ = write_export(ExportRequest(graph, "01a2", "shop"), "reqif")

    (found,) = imported(data, "shop.reqif").nodes.values()
    assert (found.name, found.descr, found.attributes["Area"]) == ("Quiet", "", "Office")
