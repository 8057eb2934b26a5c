"""The rules of a profile as SHACL shapes, in Turtle: shapes for each rule of the profile that SPARQL can say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from graphwright.graph.ontology import Ontology
from graphwright.graph.rules import RULES
from graphwright.graph.rules.base import Options, statement
from graphwright.interop.linked.queries import QUERIES
from graphwright.interop.linked.vocabulary import PREFIXES

_SEVERITIES: Final = {"error": "sh:Violation", "warning": "sh:Warning", "info": "sh:Info"}


def write_shapes(ontology: Ontology) -> str:
    """The whole shapes graph."""
    return "\n".join(_lines(ontology)) + "\n"


def said(ontology: Ontology) -> list[str]:
    """The rules of a profile that stand in its shapes."""
    return [rule_id for rule_id in ontology.rules if rule_id in QUERIES]


def _lines(ontology: Ontology) -> Iterator[str]:
    for prefix, name in PREFIXES.items():
        yield f"@prefix {prefix}: <{name}> ."
    yield "g:prefixes"
    for number, (prefix, name) in enumerate(PREFIXES.items()):
        end = " ." if number == len(PREFIXES) - 1 else " ;"
        yield f'  sh:declare [ sh:prefix "{prefix}" ; sh:namespace "{name}"^^xsd:anyURI ]{end}'
    for rule_id in said(ontology):
        rule, setting = RULES[rule_id], ontology.rules[rule_id]
        queries = QUERIES[rule_id](ontology, Options({**rule.options, **setting.options}))
        for number, query in enumerate(queries, 1):
            yield ""
            yield f"<urn:graphwright:rule:{rule_id}:{number}> a sh:NodeShape ;"
            yield f"  sh:targetClass {query.of} ;"
            yield f"  sh:severity {_SEVERITIES[setting.severity]} ;"
            yield "  sh:sparql ["
            yield f"    sh:message {json.dumps(statement(rule))} ;"
            yield "    sh:prefixes g:prefixes ;"
            yield f"    sh:select {json.dumps(f'SELECT DISTINCT $this WHERE {{ {query.breaks} }}')}"
            yield "  ] ."
