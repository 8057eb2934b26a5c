"""Operations that mend a finding, where that needs no judgement; each is legal by itself.

What a repair makes is a beginning: its description says what is still to be decided.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from graphwright.graph.rules.pascal_case import LONGEST, pascal_case
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node

_JSON: Final = json.JSONEncoder(ensure_ascii=False)


def add_requirement(graph: Graph, function: Node) -> tuple[Operation, ...]:
    """A requirement that the function satisfies."""
    descr = f"The system shall {function.descr or function.name}".rstrip(".") + "."
    return _add(graph, function, "REQ", "Req", descr, relation="satisfy", attributes={"kind": "functional"})


def add_test(graph: Graph, requirement: Node) -> tuple[Operation, ...]:
    """A test that verifies the requirement."""
    descr = f"Shows that {requirement.name} is met."
    return _add(graph, requirement, "TEST", "Test", descr, relation="verify")


def add_data_schema(graph: Graph, flow: Node) -> tuple[Operation, ...]:
    """A data schema that the flow names."""
    attributes: dict[str, JsonValue] = {
        "category": "DataSchema",
        "struct": f'{{"title": {_JSON.encode(flow.name)}, "type": "object"}}',
    }
    descr = f"Data format of {flow.name}."
    return _add(graph, flow, "SCHEMA", "Data", descr, relation="relation", attributes=attributes)


def allocate_to(module: Node, function: Node) -> tuple[Operation, ...]:
    """The module carries the function."""
    return (
        EdgeCreate(
            id=OperationId("repair-1"),
            edge_type="allocate",
            source=Ref(module.node_id),
            target=Ref(function.node_id),
        ),
    )


def _add(
    graph: Graph,
    node: Node,
    node_type: str,
    ending: str,
    descr: str,
    *,
    relation: str,
    attributes: dict[str, JsonValue] | None = None,
) -> tuple[Operation, ...]:
    """Make a node and connect the given one to it; nothing where the ontology has no such type or pair."""
    if not graph.ontology.allows(relation, node.node_type, node_type):
        return ()
    name = _free_name(graph, node_type, pascal_case(node.name) or node.node_type.capitalize(), ending)
    return (
        NodeCreate(
            id=OperationId("repair-1"),
            node_type=node_type,
            name=name,
            descr=descr[:2_000],
            temp_id="repair",
            attributes=attributes or {},
        ),
        EdgeCreate(
            id=OperationId("repair-2"),
            edge_type=relation,
            source=Ref(node.node_id),
            target=Ref("repair"),
        ),
    )


def _free_name(graph: Graph, node_type: str, stem: str, ending: str) -> str:
    """`PlaceOrderReq`, or with a number when that exists: the repair may not make a duplicate."""
    name = stem[: LONGEST - len(ending)] + ending
    number = 2
    while graph.named(node_type, name):
        tail = f"{ending}{number}"
        name = stem[: LONGEST - len(tail)] + tail
        number += 1
    return name
