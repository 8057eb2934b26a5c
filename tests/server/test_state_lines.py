"""A state in lines: what it says is what the state says, in an order that lets a page draw before it has all."""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64decode
from itertools import accumulate
from typing import Any
from uuid import UUID

import pytest

from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, SemanticId
from graphwright.protocol.state_lines import IdColumn
from graphwright.protocol.wire import encode
from graphwright.server import state_lines as made
from tests.server.place import create
from tests.server.test_rest import shop


def gathered(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The state again, by nothing but what the lines are said to hold."""
    state: dict[str, Any] = lines[0]["head"]
    columns: dict[str, dict[str, list[Any]]] = {}
    for line in map(spread, lines[1:]):
        for kind, held in line.items():
            for name, values in held.items() if isinstance(held, dict) else [("all", held)]:
                columns.setdefault(kind, {}).setdefault(name, []).extend(
                    values if isinstance(values, list) else [values]
                )
    nodes, texts = columns.get("nodes", {}), columns.get("texts", {})
    semantic_ids = [
        told[1:] if told.startswith("=") else name + told
        for told, name in zip(nodes.get("semanticIds", []), nodes.get("names", []), strict=True)
    ]
    rows = {**nodes, "semanticIds": semantic_ids, **texts}
    state["graph"]["nodes"] = of_columns(rows)
    ends, rest = columns.get("edges", {}), columns.get("rest", {})
    places = {end: [nodes["nodeIds"][place] for place in ends.get(end, [])] for end in ("sources", "targets")}
    state["graph"]["edges"] = of_columns({**ends, **places, **rest})
    state["findings"] = columns.get("findings", {}).get("all", [])
    assert columns["mark"]["all"] == ["outlined", "whole"]
    return state


def spread(line: dict[str, Any]) -> dict[str, Any]:
    """Ids as they are, and ends as places."""
    for kind, ids in (("nodes", "nodeIds"), ("rest", "edgeIds")):
        if kind in line:
            line[kind][ids] = ids_of(line[kind][ids])
    if "edges" in line:
        ends = line["edges"]
        ends["sources"] = list(accumulate(ends["sources"]))
        ends["targets"] = [source + far for source, far in zip(ends["sources"], ends["targets"], strict=True)]
    return line


def ids_of(column: dict[str, Any]) -> list[str]:
    if "plain" in column:
        return list(column["plain"])
    tails = b64decode(column["tails"])
    times = accumulate(column["times"])
    return [str(UUID(int=(time << 80) + int.from_bytes(tails[10 * at :][:10]))) for at, time in enumerate(times)]


def of_columns(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """`edgeIds` is `edgeId` of each, `attributes` is what it is called there, too."""
    names = {column: column if column == "attributes" else column.removesuffix("s") for column in columns}
    rows = zip(*columns.values(), strict=True)
    return [dict(zip((names[column] for column in columns), row, strict=True)) for row in rows]


@pytest.mark.requirement("U-210")
async def test_the_lines_say_what_the_state_says(place, monkeypatch):
    monkeypatch.setattr(made, "SLICE", 3)
    client = await shop(
        place,
        *create(("SYS", "Shop"), *(("FUNC", f"Step {number}") for number in range(7))),
        *(
            {"op": "edge.create", "id": f"e{to}", "edgeType": "compose", "source": "t1", "target": f"t{to}"}
            for to in range(2, 9)
        ),
    )
    whole: dict[str, Any] = {}
    for _ in range(50):  # the rules look meanwhile
        answer = await client.get("/api/projects/shop/state/lines")
        lines = [json.loads(line) for line in answer.text.splitlines()]
        whole = (await client.get("/api/projects/shop/state")).json()
        if whole["findings"] and whole["sequence"] == lines[0]["head"]["sequence"]:
            assert answer.headers["content-type"] == "application/x-ndjson"
            assert [next(iter(line)) for line in lines[:8]] == ["head", *["nodes"] * 3, *["edges"] * 3, "mark"]
            assert gathered(lines) == whole
            return
    pytest.fail("the rules found nothing")


@pytest.mark.requirement("U-210")
async def test_each_line_can_be_read_when_it_has_come_and_what_is_known_is_not_sent_again(place):
    client = await shop(place, *create(("SYS", "Shop")))
    at = "/api/projects/shop/state/lines"
    async with client.stream("GET", at, headers={"accept-encoding": "gzip"}) as answer:
        packed = [piece async for piece in answer.aiter_raw()]
    opened = zlib.decompressobj(zlib.MAX_WBITS | 16)
    heard = [opened.decompress(piece) for piece in packed]
    plain = await client.get(at, headers={"accept-encoding": "identity"})
    state = await client.get("/api/projects/shop/state", headers={"if-none-match": plain.headers["etag"]})
    same = await client.get(at, headers={"if-none-match": plain.headers["etag"]})

    assert answer.headers["content-encoding"] == "gzip"
    assert all(piece.endswith(b"\n") for piece in heard if piece)
    assert gzip.decompress(b"".join(packed)) == b"".join(heard)
    assert "content-encoding" not in plain.headers
    assert (same.status_code, same.content, state.status_code) == (304, b"", 200)


@pytest.mark.requirement("U-210")
def test_of_an_id_is_sent_what_no_other_tells_and_one_that_is_none_of_ours_as_it_is():
    made_together = ["01a21e7b-4d69-7b55-86a7-92c03c639efb", "01a21e7b-4d69-70f6-af8a-f2b184a4c064"]
    earlier = "01a21e7b-4d60-7000-8000-000000000001"
    column = made.id_column([*made_together, earlier])
    foreign = [[*made_together, "n1"], [each.upper() for each in made_together], [f"{earlier}0"], []]

    assert column == IdColumn(times=[1795807726953, 0, -9], tails="e1WGp5LAPGOe+3D2r4rysYSkwGRwAIAAAAAAAAAB")
    assert ids_of(json.loads(encode(column))) == [*made_together, earlier]
    assert [made.id_column(ids) for ids in foreign[:3]] == [IdColumn(plain=ids) for ids in foreign[:3]]
    assert ids_of(json.loads(encode(made.id_column([])))) == []


@pytest.mark.requirement("U-210")
def test_a_semantic_id_is_told_by_its_name_only_where_it_begins_with_it():
    told = {
        ("Shop", "Shop.SY.001"): ".SY.001",
        ("Shop", "Store.SY.001"): "=Store.SY.001",
        ("Sho", "Shop.SY.001"): "=Shop.SY.001",
        ("", "=x.SY.001"): "==x.SY.001",
    }
    assert {key: made.after_name(node(*key)) for key in told} == told


def node(name: str, semantic_id: str) -> Node:
    return Node(
        node_id=NodeId("n"),
        semantic_id=SemanticId(semantic_id),
        node_type="SYS",
        name=name,
        descr="",
        attributes={},
        created_revision=1,
        revision=1,
    )
