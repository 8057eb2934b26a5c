"""Model answers in the dialects of the founding document, with ends that the ontology allows (WA-09), and as it wrote them."""

from __future__ import annotations

import json
from typing import Any


def _create(number: int, node_type: str, temp_id: str, name: str, descr: str = "Something.") -> dict[str, Any]:
    return {
        "id": f"op-{number:03}",
        "type": "create",
        "nodeType": node_type,
        "tempId": temp_id,
        "data": {"Name": name, "Descr": descr},
        "dependsOn": [],
    }


def _relate(number: int, relation: str, source: str, target: str, *needs: str) -> dict[str, Any]:
    return {
        "id": f"op-{number:03}",
        "type": "create-relationship",
        "relType": relation,
        "sourceTempId": source,
        "targetTempId": target,
        "dependsOn": list(needs),
    }


def answer(text_key: str, text: str, operations: list[dict[str, Any]]) -> str:
    return json.dumps({text_key: text, "operations": operations})


# Section 3.2: three creates and two io edges. The founding document lets the flow end at a use case, which the ontology forbids.
SECTION_3_2_LEGAL = answer(
    "response",
    "I made the customer and the order.",
    [
        _create(1, "ACTOR", "temp-customer", "Customer"),
        _create(2, "FUNC", "temp-placeorder", "PlaceOrder"),
        _create(3, "FLOW", "temp-orderrequest", "OrderRequest"),
        _relate(4, "io", "temp-customer", "temp-orderrequest", "op-001", "op-003"),
        _relate(5, "io", "temp-orderrequest", "temp-placeorder", "op-002", "op-003"),
    ],
)
SECTION_3_2_AS_WRITTEN = SECTION_3_2_LEGAL.replace('"nodeType": "FUNC"', '"nodeType": "UC"')

# Section 11: a system with a use case, under the other text key and with a long relation name.
SECTION_11 = answer(
    "textResponse",
    "I made the system with its use case.",
    [
        _create(1, "SYS", "temp-ordersystem", "OrderSystem"),
        _create(2, "UC", "temp-placeorder", "PlaceOrder"),
        _relate(3, "compose", "temp-ordersystem", "temp-placeorder", "op-001", "op-002"),
    ],
)

# Section 6.1: semantic ids chosen by the model, no operation ids, no dependencies; the pair is not legal.
SECTION_6_1_AS_WRITTEN = answer(
    "response",
    "I added the function ProcessPayment.",
    [
        {
            "type": "create",
            "nodeType": "FUNC",
            "data": {"semanticId": "ProcessPayment.FN.002", "Name": "ProcessPayment", "Descr": "Process the payment."},
        },
        {
            "type": "create-relationship",
            "relType": "compose",
            "sourceSemanticId": "ManageFleet.UC.001",
            "targetSemanticId": "ProcessPayment.FN.002",
        },
    ],
)
SECTION_6_1_LEGAL = SECTION_6_1_AS_WRITTEN.replace("ManageFleet.UC.001", "OptimizeRoutes.FN.001")

# Section 3.1: relationships nested in the operation that makes a node.
NESTED = answer(
    "response",
    "Nested.",
    [
        _create(1, "SYS", "s", "OrderSystem"),
        {
            **_create(2, "UC", "u", "PlaceOrder"),
            "relationships": [{"type": "cp", "sourceTempId": "s", "targetTempId": "u"}],
        },
    ],
)

CYCLE = answer(
    "response",
    "",
    [
        {**_create(1, "FUNC", "a", "A"), "dependsOn": ["op-002"]},
        {**_create(2, "FUNC", "b", "B"), "dependsOn": ["op-001"]},
        _create(3, "FUNC", "c", "C"),
    ],
)

MISSING = answer("response", "", [{**_create(1, "FUNC", "a", "A"), "dependsOn": ["op-900"]}])
INDEPENDENT = answer("response", "", [_create(1, "FUNC", "a", "A"), _create(2, "REQ", "r", "R")])
