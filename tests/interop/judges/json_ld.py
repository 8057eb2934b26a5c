"""Reads JSON-LD with rdflib and prints what is said of each subject. Runs among the judges, not among the tests."""

from __future__ import annotations

import json
import sys
from collections import defaultdict

import rdflib

PREFIXES = {
    "urn:graphwright:type:": "t:",
    "urn:graphwright:relation:": "r:",
    "urn:graphwright:attribute:": "a:",
    "urn:graphwright:": "g:",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
}


def short(term: object) -> object:
    if isinstance(term, rdflib.Literal):
        return term.toPython()
    return next((str(term).replace(long, to, 1) for long, to in PREFIXES.items() if str(term).startswith(long)), term)


found: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
for subject, predicate, value in rdflib.Graph().parse(sys.argv[1], format="json-ld"):
    found[str(subject)][str(short(predicate))].append(
        str(value) if str(value).startswith(("urn:graphwright:node:", "urn:graphwright:edge:")) else short(value)
    )
json.dump(found, sys.stdout)
