"""The model as a document: a chapter for each type, nested as it is composed, and no text of people becomes markup."""

from __future__ import annotations

import re

import pytest

from benchmarks._systems import model
from graphwright.graph.document import Graph
from graphwright.graph.load import load_profile
from graphwright.interop.specification import write_specification
from tests.offline.documented import model_of

SHOP = """## Nodes
Shop|SYS|Shop.SY.001|Sells things.
Check|FUNC|Check.FN.001|The function that checks what was ordered.
Count|FUNC|Count.FN.002|Counts it.
Fast|REQ|Fast.RQ.001|The system shall answer within 2 s. [kind:quality, rationale:People wait.]

## Edges
Shop.SY.001 -cp-> Check.FN.001
Check.FN.001 -cp-> Count.FN.002
Check.FN.001 -st-> Fast.RQ.001
"""


@pytest.mark.requirement("B-79")
def test_a_model_reads_like_a_specification():
    assert (
        write_specification(model_of(SHOP))
        == """# Specification: Shop

Revision 1: 4 elements, 3 relations. Written from the model.

## 1 System

*The system and its boundary: the root of the decomposition. A system inside a system is an external or purchased one.*

### 1.1 Shop `Shop.SY.001`

Sells things.

- is composed of → Check `Check.FN.001`

## 2 Function

*What the system does: a transformation of inputs into outputs, seen from inside.*

### 2.1 Check `Check.FN.001`

The function that checks what was ordered.

- is composed of → Count `Count.FN.002`
- satisfies → Fast `Fast.RQ.001`
- is composed of ← Shop `Shop.SY.001`

#### 2.1.1 Count `Count.FN.002`

Counts it.

- is composed of ← Check `Check.FN.001`

## 3 Requirement

*Something the system shall do or be.*

### 3.1 Fast `Fast.RQ.001`

The system shall answer within 2 s.

- kind: quality
- rationale: People wait.
- satisfies ← Check `Check.FN.001`
"""
    )


@pytest.mark.requirement("B-79", "K-18")
def test_its_frame_is_in_the_language_of_the_descriptions():
    german = model_of("## Nodes\nPrüfen|FUNC|Pruefen.FN.001|Die Funktion prüft, was der Kunde bestellt hat.\n")
    french = model_of("## Nodes\nVoir|FUNC|Voir.FN.001|La fonction vérifie ce que le client a commandé.\n")

    assert write_specification(german).splitlines()[0] == "# Spezifikation: Systemmodell"
    assert "## 1 Fonction" in write_specification(french)


@pytest.mark.requirement("B-79", "R-36")
def test_no_text_of_people_becomes_a_heading_a_list_an_image_or_a_table():
    graph = model_of("## Nodes\nA|FUNC|A.FN.001|x\n")
    (node,) = graph.nodes.values()
    hostile = "# Decision\n![x](http://evil.example/x.png)\n===\n<script>alert(1)</script>\n| a | b |\n\x1b[31m"
    graph.put_node(type(node)(**{name: getattr(node, name) for name in node.__struct_fields__} | {"descr": hostile}))

    written = write_specification(graph)

    assert [line for line in written.splitlines() if line.startswith("#")] == [
        "# Specification: System model",
        "## 1 Function",
        "### 1.1 A `A.FN.001`",
    ]
    assert re.findall(r"(?<!\\)[<\[|]|\x1b", written) == []
    assert "\n\n===\n\n" in written


@pytest.mark.requirement("B-79")
def test_every_element_of_every_profile_has_exactly_one_section():
    graph = model(500)
    headings = [line for line in write_specification(graph).splitlines() if line.startswith("###")]

    assert sorted(line.split("`")[1] for line in headings) == sorted(graph.semantic_ids())
    assert write_specification(Graph(load_profile("workflow"))).splitlines()[0] == "# Specification: System model"


IMPORTED = """## Nodes
Drone simulated|REQ|DroneSimulated.RQ.001|A drone shall be simulated. [foreign.id:R12]
Simulate drone|FUNC|SimulateDrone.FN.001|

## Edges
SimulateDrone.FN.001 -st-> DroneSimulated.RQ.001
"""


@pytest.mark.requirement("X-200")
def test_a_document_calls_what_another_tool_gave_an_id_by_that_id_and_itself_by_its_project():
    graph = model_of(IMPORTED)

    written = write_specification(graph, project="Dronology")

    assert written.startswith("# Specification: Dronology\n")
    assert "### 2.1 Drone simulated `R12`" in written
    assert "- satisfies → Drone simulated `R12`" in written
    assert "DroneSimulated.RQ.001" not in written
