"""What nobody should send: refused in the one shape of errors, within limits, and nothing happens."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphwright.actions.dispatch import ACTIONS
from graphwright.server.bodies import READ_S, read_body
from graphwright.server.routes import ENDPOINTS
from tests.actions.samples import NOTHING, least
from tests.server.place import create, error_of, uuid
from tests.server.test_matrix import BODIES
from tests.server.test_rest import shop

JSON = {"content-type": "application/json"}


@pytest.mark.requirement("R-43", "R-48")
@pytest.mark.parametrize("body", [
    b"", b"{", b"null", b"[]", b'"x"', b"7", b"\xff\xfe", b'{"commandId": NaN}', b'{"a": 1e999}', b"{" * 5_000,
    b'{"a":' * 200_000, b'{"commandId": "\\ud800", "baseRevision": 0, "operations": []}',
    b'{"commandId": "x", "baseRevision": -1, "operations": []}', b'{"commandId": "x", "baseRevision": 1e30, "operations": []}',
    b'{"commandId": "not a uuid", "baseRevision": 0, "operations": []}', b"\x00" * 100, b"<xml/>", b"\xef\xbb\xbf{}",
])  # fmt: skip
async def test_a_body_that_is_no_command_is_refused(place, body):
    client = await shop(place)
    answer = await client.post("/api/projects/shop/changes", content=body, headers=JSON)
    assert error_of(answer)[0] in {400, 413, 422}, answer.text
    assert (await client.get("/api/projects/shop")).json()["revision"] == 0


OTHERS = ("completionModels.get", "completionModel.get", "completions.post")
"""In the protocol of others: their clients send settings of a language model, and read errors in their own shape."""


@pytest.mark.requirement("R-11", "R-43", "D-04")
async def test_no_body_takes_a_field_that_it_does_not_know(place):
    client = await shop(place)
    tried = 0
    for endpoint in ENDPOINTS:
        body = BODIES.get(endpoint.name)
        if not isinstance(body, dict) or endpoint.needs == "socket" or endpoint.name in (*OTHERS, "agui.post"):
            continue
        path = endpoint.path.replace("{project}", "shop")
        for name in ("commit", "run", "step", "proposal"):
            path = path.replace(f"{{{name}}}", NOTHING)
        for field in ("personId2", "isAdmin", "access2", "revision2", "__class__"):
            answer = await client.request(endpoint.method, path, json={**body, field: "x"})
            assert error_of(answer) == (400, "invalidCommand"), (endpoint.name, field, answer.text)
            assert field in answer.json()["message"]
            tried += 1
    for command in ACTIONS:
        body = {**least(command), "commandId": uuid(1), "author": "somebody else"}
        answer = await client.post("/api/projects/shop/commands", json=body)
        assert error_of(answer) == (400, "invalidCommand"), command
        tried += 1
    assert tried > 80


@pytest.mark.requirement("R-11")
async def test_parameters_that_are_not_known_are_refused_everywhere(place):
    client = await shop(place)
    for endpoint in ENDPOINTS:
        if endpoint.method != "GET":
            continue
        path = endpoint.path.replace("{project}", "shop")
        for name in ("ref", "thread", "run", "step"):
            path = path.replace(f"{{{name}}}", NOTHING)
        answer = await client.get(path + "?evil=1")
        if endpoint.name in OTHERS:
            assert (answer.status_code, answer.json()["error"]["type"]) == (400, "invalid_request_error"), endpoint.name
        elif endpoint.name.startswith("scim"):  # has errors of its own form, and asks for its own token first
            assert (answer.status_code, answer.json()["status"]) == (401, "401"), endpoint.name
        elif endpoint.name == "stream.get":  # the Durable Streams Protocol has them ignored
            assert answer.status_code == 200
        else:
            assert error_of(answer) == (400, "invalidCommand"), endpoint.name


@pytest.mark.requirement("R-40", "R-42")
async def test_bodies_have_limits_which_are_smaller_before_log_in(place):
    client = await shop(place)
    large = {"ticket": "x" * 70_000}
    assert error_of(await place.anybody().post("/api/session", json=large)) == (413, "limitExceeded")
    huge = json.dumps({"commandId": uuid(1), "baseRevision": 0, "operations": [], "reason": "x" * 5_000_000})
    assert error_of(await client.post("/api/projects/shop/changes", content=huge, headers=JSON)) == (
        413,
        "limitExceeded",
    )
    many = {"commandId": uuid(1), "baseRevision": 0, "operations": [{}] * 10_001}
    assert error_of(await client.post("/api/projects/shop/changes", json=many)) == (413, "limitExceeded")
    long = {"commandId": uuid(1), "text": "x" * 100_001}
    assert error_of(await client.post("/api/projects/shop/messages", json=long)) == (413, "limitExceeded")
    assert error_of(await client.get("/api/projects/" + "x" * 3_000)) == (413, "limitExceeded")
    name = {"commandId": uuid(2), "baseRevision": 0, "operations": create(("SYS", "x" * 1_000_000))}
    refused = await client.post("/api/projects/shop/changes", json=name)
    assert refused.status_code in {413, 422}
    assert len(refused.content) < 10_000


@pytest.mark.requirement("R-40")
async def test_a_body_is_counted_while_it_comes_and_not_waited_for_without_end():
    class Chunked:
        headers = {"content-length": "10"}

        async def stream(self) -> Any:
            for _ in range(100):
                yield b"x" * 1_000

    with pytest.raises(Exception, match="larger than 5,000 bytes"):
        await read_body(Chunked(), 5_000)  # type: ignore[arg-type]
    assert READ_S < 300


@pytest.mark.requirement("R-35", "R-43")
@pytest.mark.parametrize("path", [
    "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fpyproject.toml", "//etc/passwd",
    "/index.html%00.js", "/.git/config", "/api", "/api/", "/api/projects/", "/nothing",
    "/api/projects/%2e%2e", "/api/projects/shop/graph/", "/ws/../api", "/static/index.html",
])  # fmt: skip
async def test_a_path_leads_to_nothing_but_what_is_there(place, path):
    client = await shop(place)
    answer = await client.get(path)
    assert error_of(answer) == (404, "notFound")


async def test_a_wrong_method_is_told_which_one_is_right(place):
    client = await shop(place)
    answer = await client.put("/api/projects/shop/graph")
    assert error_of(answer) == (405, "invalidCommand")
    assert "GET" in answer.headers["allow"]
    assert (await client.options("/api/projects")).status_code == 405
    assert (await client.request("TRACE", "/")).status_code == 404


@pytest.mark.requirement("R-36", "R-37")
@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "![x](http://evil.example/x.png)",
        "[x](javascript:alert(1))",
        "\u202eevil",
        "=cmd()",
    ],
)
async def test_text_is_stored_raw_and_sent_as_data_that_no_browser_runs(place, text):
    client = await shop(place)
    body = {"commandId": uuid(3), "baseRevision": 0, "operations": create(("SYS", f"Shop {text}"))}
    answer = await client.post("/api/projects/shop/changes", json=body)
    if answer.status_code == 201:
        assert (await client.get("/api/projects/shop/graph")).json()["nodes"][0]["name"] == f"Shop {text}"
    for path in (
        "/api/projects/shop/graph",
        "/api/projects/shop/state",
        "/api/projects/shop/export",
        f"/api/projects/{text}",
    ):
        answer = await client.get(path)
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
        assert answer.headers["cache-control"] in {"no-store", "no-cache"}


@pytest.mark.requirement("R-48")
async def test_a_fault_of_ours_fails_one_request_and_tells_nothing_about_itself(place, monkeypatch, caplog):
    client = await shop(place)

    def fail() -> list[Any]:
        message = "the secret of shop"
        raise RuntimeError(message)

    monkeypatch.setattr(place.workbench.store, "documents", lambda *_, **__: fail())
    answer = await client.get("/api/projects/shop/threads")
    assert error_of(answer) == (500, "internal")
    assert "secret" not in answer.text
    assert any(record.exc_info for record in caplog.records)
    monkeypatch.undo()
    assert (await client.get("/api/projects/shop/threads")).status_code == 200


@pytest.mark.requirement("R-45", "R-47")
async def test_command_ids_belong_to_the_person_and_the_project(place):
    client = await shop(place)
    await client.post("/api/projects", json={"name": "other"})
    ben = await place.somebody("ben", shop="editor")
    body = {"commandId": uuid(4), "baseRevision": 0, "operations": create(("SYS", "Mine"))}
    assert (await client.post("/api/projects/shop/changes", json=body)).status_code == 201
    theirs = {**body, "baseRevision": 1, "operations": create(("SYS", "Theirs"))}
    assert (await ben.post("/api/projects/shop/changes", json=theirs)).status_code == 201
    assert error_of(await client.post("/api/projects/other/changes", json=body)) == (409, "idempotencyConflict")
