"""What breaks a rule, as SPARQL: the pattern that `$this` fits when it does. Only rules that SPARQL can say stand here.

Rules that read words (descriptions, likeness, structures as JSON) and those that judge a graph as one thing are not
among them; `tests/interop/test_shapes.py` holds every one that is to what `check` finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from graphwright.graph.foreign import FOREIGN_ID, FOREIGN_SOURCE
from graphwright.graph.ontology import Attribute, Ontology
from graphwright.graph.rules.base import Options
from graphwright.interop.linked.vocabulary import iri

_ENDS: Final = "?end a ?kind . FILTER(?kind IN (t:FUNC, t:ACTOR))"
_SCHEMA: Final = "{ $this r:relation ?schema } UNION { ?schema r:relation $this } ?schema a t:SCHEMA ."
_TOP: Final = "FILTER NOT EXISTS { %s g:parent ?outer . ?outer a t:FUNC }"


class RuleQuery(NamedTuple):
    """What may break a rule, and the pattern of what does."""

    of: str
    breaks: str


RuleQueries: TypeAlias = Callable[[Ontology, Options], list[RuleQuery]]


def _fixed(of: str, breaks: str) -> RuleQueries:
    return lambda _ontology, _options: [RuleQuery(of, breaks)]


def _miller(_ontology: Ontology, options: Options) -> list[RuleQuery]:
    """Too many parts of a kind, or too few at the top."""
    most, few = options.number("most"), options.number("few")
    counted = (
        ("SYS", "compose", "FUNC"), ("SYS", "compose", "MOD"), ("FUNC", "compose", "FUNC"),
        ("MOD", "compose", "MOD"), ("UC", "compose", "UC"), ("MOD", "allocate", "FUNC"),
    )  # fmt: skip
    return [
        RuleQuery(
            f"t:{source}",
            f"{{ SELECT $this WHERE {{ $this r:{relation} ?part . ?part a t:{part} }} GROUP BY $this "
            f"HAVING (COUNT(?part) > {most}{f' || COUNT(?part) < {few}' if source == 'SYS' else ''}) }}",
        )
        for source, relation, part in counted
    ]


def _volatile(_ontology: Ontology, options: Options) -> list[RuleQuery]:
    pattern = (
        '{ SELECT $this WHERE { $this a:volatility "high" ; r:io ?flow . ?flow a t:FLOW ; r:io ?reader . '
        "?reader a t:FUNC . FILTER(?reader != $this) } GROUP BY $this "
        f"HAVING (COUNT(DISTINCT ?reader) > {options.number('most')}) }}"
    )
    return [RuleQuery("t:FUNC", pattern)]


def _illegal(ontology: Ontology, _options: Options) -> list[RuleQuery]:
    """An edge whose relation may not join the types of its ends. SHACL has no tables of values, so pairs are texts."""
    anything = [each.name for each in ontology.relations.values() if ("*", "*") in each.pairs]
    pairs = [
        f'"{iri("r", relation)} {iri("t", source)} {iri("t", target)}"'
        for relation in ontology.relations
        for source in ontology.node_types
        for target in ontology.targets_of(relation, source)
        if relation not in anything
    ]
    free = "".join(f" && ?relation != <{iri('r', relation)}>" for relation in anything)
    pattern = (
        "$this g:relation ?relation ; g:source ?source ; g:target ?target . ?source a ?from . ?target a ?to . "
        f"FILTER(?from != g:Element && ?to != g:Element{free} "
        f'&& CONCAT(STR(?relation), " ", STR(?from), " ", STR(?to)) NOT IN ({", ".join(pairs)}))'
    )
    return [RuleQuery("g:Edge", pattern)]


def _values(ontology: Ontology, _options: Options) -> list[RuleQuery]:
    """An attribute that is required and missing, or has a value that it may not have."""
    return [
        query
        for node_type in ontology.node_types.values()
        for attribute in node_type.attributes
        if attribute.type != "json"
        for query in _attribute(iri("t", node_type.name), attribute)
    ]


def _attribute(node_type: str, attribute: Attribute) -> Iterator[RuleQuery]:
    name = f"<{iri('a', attribute.name)}>"
    wrong = {
        "text": "datatype(?value) != xsd:string",
        "number": "!isNumeric(?value)",
        "boolean": "datatype(?value) != xsd:boolean",
        "choice": "str(?value) NOT IN (" + ", ".join(f'"{each}"' for each in attribute.options) + ")",
    }[attribute.type]
    yield RuleQuery(f"<{node_type}>", f"$this {name} ?value . FILTER({wrong})")
    if attribute.required:
        yield RuleQuery(f"<{node_type}>", f"FILTER NOT EXISTS {{ $this {name} ?value }}")


def _semantic_id(ontology: Ontology, _options: Options) -> list[RuleQuery]:
    abbreviation = ontology.node_types["REQ"].abbreviation
    pattern = rf"^[A-Z][A-Za-z0-9]{{0,24}}[.]{abbreviation}[.][0-9]{{3,15}}$"
    return [RuleQuery("t:REQ", f'$this g:semanticId ?id . FILTER(!regex(?id, "{pattern}"))')]


_OWN_ID: Final = f"a:{FOREIGN_ID}"
_SOURCE: Final = f"a:{FOREIGN_SOURCE}"
_ASKS: Final = "FILTER NOT EXISTS { $this a:normative false }"
_FUNCTIONAL: Final = '(!bound(?kind) || ?kind = "" || ?kind = "functional")'

QUERIES: Final[Mapping[str, RuleQueries]] = MappingProxyType(
    {
        "no_duplicate_nodes": _fixed(
            "g:Element",
            "$this a ?type ; g:key ?key . ?twin a ?type ; g:key ?key . FILTER(?type != g:Element && ?twin != $this) "
            "OPTIONAL { $this g:parent ?mine } OPTIONAL { ?twin g:parent ?its } "
            "FILTER((!bound(?mine) && !bound(?its)) || (bound(?mine) && bound(?its) && ?mine = ?its)) "
            "OPTIONAL { $this a:layer ?here } OPTIONAL { ?twin a:layer ?there } "
            'FILTER(COALESCE(?here, "") = COALESCE(?there, "")) '
            f"FILTER NOT EXISTS {{ $this a t:REQ ; {_OWN_ID} ?own . ?twin {_OWN_ID} ?other . FILTER(?own != ?other) "
            f"OPTIONAL {{ $this {_SOURCE} ?file }} OPTIONAL {{ ?twin {_SOURCE} ?its_file }} "
            'FILTER(COALESCE(?file, "") = COALESCE(?its_file, "")) }',
        ),
        "no_self_loops": _fixed("g:Edge", "$this g:source ?end ; g:target ?end ."),
        "valid_edge_types": _illegal,
        "required_properties": _fixed(
            "g:Element",
            "FILTER(NOT EXISTS { $this g:name ?name } || "
            'NOT EXISTS { $this g:descr|a:text ?said . FILTER(STR(?said) != "") })',
        ),
        "attribute_values": _values,
        "isolation": _fixed("g:Element", f"FILTER NOT EXISTS {{ ?edge g:source|g:target $this }} {_ASKS}"),
        "millers_law": _miller,
        "nested_system": _fixed("t:SYS", "$this g:parent ?outer . ?outer a t:SYS ."),
        "req_semantic_id": _semantic_id,
        "uc_satisfy_req": _fixed(
            "t:REQ",
            f"OPTIONAL {{ $this a:kind ?kind }} FILTER({_FUNCTIONAL}) "
            f"FILTER NOT EXISTS {{ ?by r:satisfy $this . ?by a t:UC }} {_ASKS}",
        ),
        "sys_satisfy_nfr": _fixed(
            "t:SYS",
            "FILTER NOT EXISTS { $this r:satisfy ?asked . ?asked a t:REQ ; a:kind ?kind . "
            'FILTER(?kind NOT IN ("", "functional")) }',
        ),
        "leaf_usecase_actor": _fixed(
            "t:UC",
            "FILTER NOT EXISTS { $this r:compose ?inner . ?inner a t:UC } "
            "FILTER NOT EXISTS { $this r:compose ?chain . ?chain a t:FCHAIN ; r:compose ?actor . ?actor a t:ACTOR }",
        ),
        "function_requirements": _fixed("t:FUNC", "FILTER NOT EXISTS { $this r:satisfy ?asked . ?asked a t:REQ }"),
        "function_io": _fixed(
            "t:FUNC",
            "FILTER(NOT EXISTS { ?in r:io $this . ?in a t:FLOW } || NOT EXISTS { $this r:io ?out . ?out a t:FLOW })",
        ),
        "flow_connectivity": _fixed(
            "t:FLOW",
            f"FILTER(NOT EXISTS {{ ?end r:io $this . {_ENDS} }} || NOT EXISTS {{ $this r:io ?end . {_ENDS} }})",
        ),
        "io_bidirectional_flow": _fixed("t:FLOW", "$this r:io ?end . ?end r:io $this ."),
        "fchain_actor_boundary": _fixed(
            "t:FCHAIN",
            "FILTER(NOT EXISTS { $this r:compose ?actor . ?actor a t:ACTOR ; r:io ?out . ?out a t:FLOW } "
            "|| NOT EXISTS { $this r:compose ?actor . ?actor a t:ACTOR . ?in a t:FLOW ; r:io ?actor })",
        ),
        "flow_data_schema": _fixed(
            "t:FLOW",
            f"FILTER NOT EXISTS {{ {_SCHEMA} OPTIONAL {{ ?schema a:category ?category }} "
            'FILTER(!bound(?category) || ?category IN ("", "DataSchema")) }',
        ),
        "flow_protocol_schema": _fixed(
            "t:FLOW",
            f"FILTER EXISTS {{ ?from r:io $this . ?from a t:FUNC . {_TOP % '?from'} }} "
            f"FILTER EXISTS {{ $this r:io ?to . ?to a t:FUNC . {_TOP % '?to'} }} "
            f'FILTER NOT EXISTS {{ {_SCHEMA} ?schema a:category "ProtocolSchema" }}',
        ),
        "volatile_func_isolation": _volatile,
        "functional_flow": _fixed(
            "t:FUNC",
            "FILTER(NOT EXISTS { $this (^r:io)+ ?actor . ?actor a t:ACTOR } "
            "|| NOT EXISTS { $this r:io+ ?actor . ?actor a t:ACTOR })",
        ),
        "function_allocation": _fixed(
            "t:FUNC",
            "FILTER(NOT EXISTS { ?one r:allocate $this . ?one a t:MOD } || EXISTS { ?one r:allocate $this . "
            "?other r:allocate $this . ?one a t:MOD . ?other a t:MOD . FILTER(?one != ?other) })",
        ),
        "no_orphan_mod": _fixed(
            "t:MOD",
            "FILTER NOT EXISTS { $this g:parent ?whole } "
            "FILTER NOT EXISTS { $this r:allocate ?function . ?function a t:FUNC }",
        ),
        "requirements_verification": _fixed(
            "t:REQ", f"FILTER NOT EXISTS {{ $this r:verify ?test . ?test a t:TEST }} {_ASKS}"
        ),
        "full_traceability": _fixed(
            "t:REQ",
            "FILTER(NOT EXISTS { $this (^r:compose|^r:satisfy)+ ?top . ?top a ?kind . FILTER(?kind IN (t:SYS, t:UC)) } "
            f"|| NOT EXISTS {{ $this (r:satisfy|r:verify)+ ?test . ?test a t:TEST }}) {_ASKS}",
        ),
    }
)
"""By rule. What SHACL's core alone could not say needs no second way of saying it."""
