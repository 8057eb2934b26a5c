"""Pages, headers, figures, logs and the OpenAPI document."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
import subprocess
import sys
from functools import partial

import httpx2
import pytest
from jsonschema import Draft202012Validator

from graphwright.errors import StoreBusy
from graphwright.llm.testing import ScriptedModel
from graphwright.ports import SystemClock
from graphwright.server.assets import Assets
from graphwright.server.http import network_app
from graphwright.server.logs import OneObjectALine
from graphwright.server.routes import ENDPOINTS
from graphwright.server.serve import again, housekeeping, take_up
from graphwright.server.server_state import ServerState
from graphwright.store.memory import MemoryStore
from tests.places import DamagedStore
from tests.server.place import BASE, create, error_of, open_place, uuid
from tests.server.test_rest import shop


@pytest.mark.requirement("R-36")
async def test_pages_come_from_memory_with_a_policy_that_allows_nothing_foreign(place):
    script = b"console.log(1);" * 200
    files = {"/index.html": b"<!doctype html><title>x</title>", "/assets/app-1a2b.js": script, "/icon.svg": b"<svg/>"}
    app = network_app(
        place.server_state.__class__(
            **{
                **{f: getattr(place.server_state, f) for f in place.server_state.__struct_fields__},
                "assets": Assets({path: partial(bytes, file) for path, file in files.items()}),
            }
        )
    )
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=BASE) as client:
        page = await client.get("/")
        code = await client.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
        plain = await client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
        same = await client.get("/icon.svg", headers={"if-none-match": (await client.get("/icon.svg")).headers["etag"]})
        none = await client.get("/assets/none.js")

    policy = page.headers["content-security-policy"]
    assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"} <= set(
        policy.split("; ")
    )
    assert "unsafe" not in policy
    assert "http" not in policy
    assert (page.headers["content-type"], page.headers["cache-control"]) == ("text/html; charset=utf-8", "no-cache")
    assert code.headers["content-encoding"] == "gzip"
    assert code.content == plain.content == script
    assert code.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in code.headers["cache-control"]
    assert same.status_code == 304
    assert error_of(none) == (404, "notFound")
    assert gzip.decompress(gzip.compress(script)) == script


async def test_without_built_pages_the_server_says_how_to_build_them(place):
    page = await place.anybody().get("/")
    assert page.status_code == 200
    assert "make web" in page.text


@pytest.mark.requirement("R-36")
async def test_every_answer_has_the_headers_that_browsers_need(place):
    client = await shop(place)
    for path in ("/", "/nothing", "/healthz", "/api/projects", "/api/projects/shop/state", "/api/openapi.json"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["content-security-policy"]
        assert "server" not in headers


@pytest.mark.requirement("B-54", "WF-13")
async def test_the_figures_have_the_names_of_the_founding_document_and_name_nobody(place):
    client = await shop(place, *create(("SYS", "Secretname")))
    said = (
        await client.post("/api/projects/shop/messages", json={"commandId": uuid(2), "text": "A clerk ships an order"})
    ).json()
    await place.settled("shop", said["runId"])
    await client.post("/api/projects/shop/context", json={})
    ben = await place.somebody("ben", shop="admin")

    text = (await client.get("/metrics")).text

    for line in (
        'canvas_context_capture_duration_ms_count{mode="full"}',
        'canvas_context_tokens_count{mode="full"}',
        "canvas_context_cache_hit_rate",
        'graphwright_commits_total{origin="person"} 1.0',
        'graphwright_runs_total{outcome="applied",status="completed",workflow="build"} 1.0',
        'graphwright_steps_total{kind="commit",status="completed"} 1.0',
        'graphwright_tokens_total{direction="in"}',
        "graphwright_cost_micros_total",
        "graphwright_rooms 0.0",
        "graphwright_sessions 0.0",
        "graphwright_outbox_depth 0.0",
        "graphwright_loop_lag_seconds_count",
        'graphwright_http_seconds_count{operation="context.post",status="200"} 1.0',
    ):
        assert line in text, line
    for secret in ("shop", "Secretname", "clerk", "ben", said["runId"]):
        assert secret not in text
    assert error_of(await ben.get("/metrics")) == (403, "accessDenied")
    assert (await (await place.program("shop", "viewer")).get("/metrics")).status_code == 200
    assert (await place.terminal().get("/metrics")).status_code == 200


@pytest.mark.requirement("Z-148", "R-38")
def test_libraries_log_one_object_a_line_too():
    program = """
import logging
from graphwright.server.logs import configure_logs
configure_logs()
try:
    raise ConnectionRefusedError("postgresql://ana:secret@db")
except ConnectionRefusedError:
    logging.getLogger("asyncpg.pool").warning("it failed; retrying", exc_info=True)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    (line,) = [json.loads(each) for each in done.stderr.splitlines()]
    told = ("asyncpg.pool", "it failed; retrying", "ConnectionRefusedError")
    assert ((line["logger"], line["event"], line["error"]), "secret" in done.stderr) == (told, False)


@pytest.mark.requirement("Z-148", "R-48")
async def test_that_the_data_is_away_is_said_once_and_when_it_is_back(place, caplog):
    rounds = iter([None, StoreBusy("away"), StoreBusy("away"), StoreBusy("away"), None, None])

    async def work(_: ServerState) -> None:
        if isinstance(met := next(rounds, asyncio.CancelledError()), BaseException):
            raise met

    with pytest.raises(asyncio.CancelledError):
        await again(place.server_state, 0, work)
    assert [each.getMessage() for each in caplog.records] == [
        "the database is away or somebody else has the data; housekeeping waits, /readyz says why",
        "the data is back; housekeeping goes on",
    ]


@pytest.mark.requirement("X-198", "I-08")
async def test_where_a_sweep_fails_in_one_project_it_goes_on_in_the_others(monkeypatch, caplog):
    monkeypatch.setattr("graphwright.server.serve.SWEEP_EVERY_S", 0.01)
    store = DamagedStore(SystemClock())
    async with open_place(store=store) as place:
        store.damaged = (await place.project("aisle")).project_id
        ana = await shop(place)
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        assert (await ana.post("/api/projects/shop/proposals", json=body)).status_code == 201
        place.clock.wall = 31 * 24 * 3600
        async with housekeeping(place.server_state), asyncio.timeout(10):
            proposals = (await place.workbench.open_project("shop")).proposals
            while [each.state for each in await proposals.all()] != ["expired"]:
                await asyncio.sleep(0.01)
    assert "could not be ended in a project" in caplog.text


@pytest.mark.requirement("X-198", "R-48")
async def test_a_project_that_cannot_be_read_keeps_no_server_from_its_start_and_no_other_run_from_going_on(caplog):
    store = DamagedStore(SystemClock())
    async with open_place(ScriptedModel("Nothing."), store=store) as place:
        store.damaged = (await place.project("aisle")).project_id
        ana = await shop(place)
        said = (
            await ana.post("/api/projects/shop/messages", json={"commandId": uuid(1), "text": "What is it?"})
        ).json()
        await place.workbench.close_project((await place.project("shop")).project_id)
        await take_up(place.server_state)
        await place.settled("shop", said["runId"])
        assert (await ana.get(f"/api/projects/shop/runs/{said['runId']}")).json()["run"]["status"] == "completed"
    assert "could not be taken up in a project" in caplog.text


@pytest.mark.requirement("X-198", "Z-111")
async def test_a_session_that_cannot_be_read_keeps_nothing_from_being_forgotten(monkeypatch):
    monkeypatch.setattr("graphwright.server.serve.TIDY_EVERY_S", 0.01)
    store = MemoryStore(SystemClock())
    async with open_place(store=store, GRAPHWRIGHT_RETENTION_AUDIT="30") as place:
        await shop(place)
        await store.set_record("session", "broken", b"{")
        place.clock.ahead = 31 * 24 * 3600
        async with housekeeping(place.server_state), asyncio.timeout(10):
            while "retention.audit" not in [each.action async for each in place.workbench.audit.entries()]:
                await asyncio.sleep(0.01)


@pytest.mark.requirement("R-38", "R-52", "R-50")
def test_a_log_line_is_one_object_and_holds_no_text_of_an_exception():
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(OneObjectALine())
    logger = logging.getLogger("graphwright.test_logs")
    logger.propagate = False
    logger.addHandler(handler)
    foreign = logging.getLogger("uvicorn.test_logs")
    foreign.propagate = False
    foreign.addHandler(handler)

    def fail() -> None:
        raise ValueError("password \x1b[31m\nline two")

    try:
        fail()
    except ValueError:
        logger.exception("a request failed", extra={"operation": "state.get", "status": 500, "person": "ana"})
    foreign.warning("from %s", "10.0.0.1 GET /?token=x")

    lines = [json.loads(line) for line in out.getvalue().splitlines()]

    assert len(lines) == 2
    assert lines[0] | {"at": 0, "where": []} == {
        "at": 0, "level": "error", "logger": "graphwright.test_logs", "event": "a request failed",
        "operation": "state.get", "status": 500, "error": "ValueError", "where": [],
    }  # fmt: skip
    assert lines[0]["where"][-1].startswith("test_surroundings.py:")
    for secret in ("password", "ana", "10.0.0.1", "token"):
        assert secret not in out.getvalue()


@pytest.mark.requirement("R-43")
async def test_the_openapi_document_names_every_operation_and_every_ref_leads_somewhere(place):
    found = await place.anybody().get("/api/openapi.json")
    document = found.json()
    named = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    assert named == {endpoint.name for endpoint in ENDPOINTS if endpoint.needs != "socket"}
    refs = set(walk(document))
    assert refs
    assert all(ref.removeprefix("#/components/schemas/") in document["components"]["schemas"] for ref in refs)
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


async def test_the_socket_is_the_owners_and_has_no_pages(place):
    terminal = place.terminal()
    assert (await terminal.get("/api/session")).json()["access"] == "admin"
    assert (await terminal.get("/")).status_code == 404
    assert error_of(await terminal.post("/api/backup", json={"folder": "/tmp/x"})) == (400, "invalidCommand")


def test_the_server_is_imported_for_its_own_commands_only():
    """`graphwright show` must not pay for a web server (0.3 s)."""
    import subprocess

    code = "import sys, graphwright.cli.dispatch; print([m for m in ('starlette', 'uvicorn', 'prometheus_client', 'joserfc') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_a_server_loads_what_passwords_tokens_and_providers_need_only_with_the_first_of_them():
    """Together 8 MiB of a process that holds 50."""
    import subprocess

    code = "import sys, graphwright.cli.serve; print([m for m in ('cryptography', 'joserfc', 'httpx2') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.requirement("R-120")
def test_a_server_that_starts_loads_no_reader_or_writer_of_files():
    """A sixth of its modules, for which its first page would wait."""
    import subprocess

    code = "import sys, graphwright.cli.serve; print([m for m in sys.modules if m.startswith('graphwright.interop.formats')])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def walk(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [ref for each in value.values() for ref in walk(each)]
    return [ref for each in value for ref in walk(each)] if isinstance(value, list) else []
