"""`json-ld` and `shacl`: the graph as linked data, and the rules of its profile as shapes for validators of others."""

from __future__ import annotations

from typing import Final

from graphwright.graph.rules import RULES
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.linked.document import write_json_ld
from graphwright.interop.linked.shapes import said, write_shapes
from graphwright.protocol.texts import Term


def _write_document(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutRevisions")] if request.graph.nodes else []
    return WrittenModel(write_json_ld(request.graph), notes)


def _write_shapes(request: ExportRequest) -> WrittenModel:
    ontology = request.graph.ontology
    left = [rule_id for rule_id in ontology.rules if rule_id in RULES and rule_id not in said(ontology)]
    notes = [Term(key="notes.withoutRules", values={"count": len(left), "rules": [*left]})] if left else []
    return WrittenModel(write_shapes(ontology).encode(), notes)


JSON_LD: Final = Format(
    name="json-ld", title="JSON-LD", endings=("jsonld",), media="application/ld+json", write=_write_document
)
SHACL: Final = Format(name="shacl", title="SHACL shapes", endings=("ttl",), media="text/turtle", write=_write_shapes)
