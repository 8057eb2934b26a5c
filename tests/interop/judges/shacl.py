"""Validates JSON-LD with pySHACL and prints which rule each node or edge breaks. Runs among the judges, not the tests."""

from __future__ import annotations

import json
import sys

import rdflib
from pyshacl import validate
from rdflib.namespace import SH

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
