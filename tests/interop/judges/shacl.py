"""Validates JSON-LD with pySHACL and prints which rule each node or edge breaks. Runs among the judges, not the tests."""

from __future__ import annotations

import json
import sys
from functools import cache

import rdflib
from pyshacl import validate
from rdflib.namespace import SH
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.processor import SPARQLProcessor
from rdflib.query import Processor

prepared = cache(prepareQuery)


class ParsedOnce(SPARQLProcessor):
    """Parses the query of a shape once, and not for each node again, in which nine tenths of the time would go."""

    def query(self, strOrQuery, initBindings=None, initNs=None, *more, **named):  # noqa: N803  the names are rdflib's
        query = prepared(strOrQuery) if isinstance(strOrQuery, str) else strOrQuery
        return super().query(query, initBindings or {}, initNs or {}, *more, **named)


rdflib.plugin.register("sparql", Processor, __name__, ParsedOnce.__name__)

data = rdflib.Graph().parse(sys.argv[1], format="json-ld")
shapes = rdflib.Graph().parse(sys.argv[2], format="turtle")
_, results, text = validate(data, shacl_graph=shapes, allow_infos=True, allow_warnings=True)
if not isinstance(results, rdflib.Graph):
    sys.exit(f"no result: {text}")
broken = {
    (
        str(results.value(each, SH.sourceShape)).split(":")[3],
        str(results.value(each, SH.focusNode)).rpartition(":")[2],
    )
    for each in results.subjects(SH.resultSeverity)
}
json.dump(sorted(broken), sys.stdout)
