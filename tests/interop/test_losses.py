"""The report of an export names exactly what its file lacks: each file is read back and compared element by element."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from graphwright.graph.difference import differences
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_ID
from graphwright.interop.comparing.pairing import as_seen_from, for_people
from graphwright.interop.exports import write_export
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest
from graphwright.interop.imports import read_import
from graphwright.interop.matching import differences as import_differences
from graphwright.interop.registry import FORMATS
from graphwright.interop.report import Report
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node, NodeChange
from tests.interop.applying import applied, empty, graph_of

BOTH_WAYS = [each.name for each in FORMATS.values() if each.read is not None and each.write is not None]
MODEL = """## Nodes
Shop|SYS|Shop.SY.012|The shop.
Customer|ACTOR|Customer.AC.004|Buys; pays. [kind:human]
Place order|UC|PlaceOrder.UC.001|A customer orders.\\nThen waits. [goal:"order"]
Order chain|FCHAIN|OrderChain.FC.001|
Check order|FUNC|CheckOrder.FN.007|Checks it. [cost:3, flag:true, tags:["a","b"], "odd key":x, empty:"", none:null]
Pack|FUNC|Pack.FN.005|=1+1 packs <b>
Order|FLOW|Order.FL.001|The order.
Fast answer|REQ|FastAnswer.RQ.041|The shop shall answer in 2 s. [kind:quality, rationale:money]
Small cache|REQ|SmallCache.RQ.002|The shop shall cache.
Timing|TEST|Timing.TS.001|Measure it.
Server|MOD|Server.MD.001|Runs.
Order data|SCHEMA|OrderData.SC.001|Data.
## Edges
Shop.SY.012 -cp-> PlaceOrder.UC.001 [why:because]
PlaceOrder.UC.001 -cp-> OrderChain.FC.001
PlaceOrder.UC.001 -st-> FastAnswer.RQ.041
OrderChain.FC.001 -cp-> CheckOrder.FN.007
OrderChain.FC.001 -cp-> Pack.FN.005
Customer.AC.004 -io-> Order.FL.001
Order.FL.001 -io-> CheckOrder.FN.007
CheckOrder.FN.007 -st-> FastAnswer.RQ.041 [weight:2, note:"see § 3"]
FastAnswer.RQ.041 -rl-> SmallCache.RQ.002
FastAnswer.RQ.041 -vf-> Timing.TS.001
Server.MD.001 -al-> CheckOrder.FN.007
Pack.FN.005 -rl-> CheckOrder.FN.007 [originalKind:involves]
"""
SAID = {
    "exportNodes": "nodes",
    "exportEdges": "edges",
    "exportAttributes": "attributes",
    "edgeAttributesLeft": "edges without attributes",
    "branchAttributesLeft": "edges without attributes",
    "emptyValuesLeft": "empty values",
    "valuesAsText": "values as text",
    "withoutSemanticIds": "semantic ids",
}
"""What each note says is missing. Others are about ids and revisions of ours, which no content shows."""


def come_back(graph: Graph, format_name: str) -> tuple[Graph, Report]:
    """What a project holds that read the file of an export, and the report of that export."""
    data, report = write_export(ExportRequest(graph, "01a2", "shop"), format_name)
    there = empty()
    there.revision = 100  # else it would give the ids that are here already
    file = ForeignFile(data, f"shop.{FORMATS[format_name].endings[0]}")
    read = read_import(file, there.ontology, format_name=format_name)
    return applied(there, import_differences(read, there, file.name).operations), report


def missing(graph: Graph, there: Graph) -> Counter[str]:
    """What is in the first graph and not, or not like that, in the second."""
    before, after = for_people(graph), as_seen_from(graph, there)
    found: Counter[str] = Counter()
    for fate, change in differences(before, after):
        was, now = change.before, change.after
        if was is None or fate == "added":
            found["something new"] += 1
        elif now is None:
            found["nodes" if isinstance(change, NodeChange) else "edges"] += 1
        else:
            found.update(lacking(was, now))
    known = {name for node in there.nodes.values() for name in (node.semantic_id, node.attributes.get(FOREIGN_ID))}
    kept = [node for node in graph.nodes.values() if node.node_id in after.nodes]
    found["semantic ids"] = sum(node.semantic_id not in known for node in kept)
    return +found


def lacking(was: Node | Edge, now: Node | Edge) -> Iterator[str]:
    if isinstance(was, Edge):
        if any(key not in now.attributes for key in was.attributes):
            yield "edges without attributes"
        return
    assert isinstance(now, Node)
    yield from (field for field in ("name", "descr") if getattr(was, field) != getattr(now, field))
    for key, value in was.attributes.items():
        yield from lacking_value(value, present=key in now.attributes, now=now.attributes.get(key))


def lacking_value(value: JsonValue, *, present: bool, now: JsonValue) -> Iterator[str]:
    if not present:
        yield "empty values" if value in ("", None) else "attributes"
    elif type(value) is not type(now):
        yield "values as text"
    elif value != now:
        yield "another value"


def said(report: Report) -> Counter[str]:
    """What the report says is missing; a note without a count is about all of them."""
    found: Counter[str] = Counter()
    for note in report.notes:
        if (what := SAID.get(note.key.removeprefix("notes."))) is not None:
            count = note.values.get("count", report.nodes)
            assert isinstance(count, int)
            found[what] += count
    return found


@pytest.mark.requirement("X-81")
@pytest.mark.parametrize("name", BOTH_WAYS)
def test_what_a_file_lacks_is_what_the_report_of_its_export_said(name: str):
    graph = graph_of(MODEL)

    there, report = come_back(graph, name)

    found, told = missing(graph, there), said(report)
    if "semantic ids" in told:  # some are made alike again
        assert found.pop("semantic ids") <= told.pop("semantic ids")
    assert found == told
