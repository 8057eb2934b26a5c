"""Traces: what a collector hears of requests, commits, steps, model calls and appends, and that nobody pays who asks for none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from graphwright.errors import InvalidCommand
from graphwright.llm.testing import ScriptedModel
from graphwright.server.traces import is_wanted, tracing
from tests.server.place import create, open_place, uuid

WHERE = "/api/projects/shop"


class Collector:
    """Takes spans over OTLP, as collectors do; a little one that keeps them."""

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.port = 0

    @property
    def environment(self) -> dict[str, str]:
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.port}"}

    def spans(self) -> list[Any]:
        return [
            each
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for each in scope.spans
        ]

    def resource(self) -> dict[str, str]:
        return {each.key: each.value.string_value for each in self.requests[0].resource_spans[0].resource.attributes}


@contextmanager
def collector() -> Iterator[Collector]:
    message = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2")
    kept = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            import gzip

            assert self.path == "/v1/traces"
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            kept.requests.append(message.ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_port
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.requirement("Z-114")
async def test_a_collector_hears_what_led_to_what_and_no_word_of_anybody(monkeypatch):
    with collector() as kept:
        for name, value in kept.environment.items():
            monkeypatch.setenv(name, value)
        with tracing(kept.environment):
            async with open_place(ScriptedModel(["It sells quillfeathers."])) as place:
                await place.project("shop")
                ana = await place.somebody("Ana", shop="editor")
                body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Quillfeather"))}
                await ana.post(f"{WHERE}/changes", json=body)
                said = await ana.post(f"{WHERE}/messages", json={"commandId": uuid(2), "text": "What is Quillfeather?"})
                await place.settled("shop", said.json()["runId"])
        spans = {each.span_id: each for each in kept.spans()}
        told = {
            (each.name, spans[each.parent_span_id].name if each.parent_span_id in spans else None)
            for each in spans.values()
        }
        post = "POST /api/projects/{project}"
        assert {
            (f"{post}/changes", None),
            ("commit", f"{post}/changes"),
            (f"{post}/messages", None),
            ("append", f"{post}/messages"),
            ("model call", "step"),
        } <= told
        assert "append" in {name for name, parent in told if parent in {"commit", f"{post}/changes"}}
        attributes = [(each.key, each.value) for span in spans.values() for each in span.attributes]
        assert {key for key, _ in attributes} == {
            "http.request.method", "http.response.status_code", "graphwright.operations", "graphwright.change_sets",
            "graphwright.entries", "graphwright.kind", "graphwright.attempt", "gen_ai.request.model",
            "gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens",
        }  # fmt: skip
        whole = b"".join(each.SerializeToString() for each in kept.requests)
        assert [word for word in (b"Quillfeather", b"quillfeather", b"Ana", b"shop") if word in whole] == []
        assert kept.resource()["service.name"] == "graphwright"


@pytest.mark.requirement("Z-114")
def test_nothing_is_loaded_where_nobody_asks_for_traces():
    code = (
        "import sys; from graphwright.server.traces import tracing; import graphwright.server.http, graphwright.tracing\n"
        "with tracing({}), graphwright.tracing.span('x') as told: told.set_attribute('a', 1)\n"
        "print([each for each in sys.modules if each.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


@pytest.mark.requirement("Z-114")
@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:4318/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_the_standard_variables_say_whether_there_is_a_collector(environment, wanted):
    assert is_wanted(environment) is wanted


@pytest.mark.requirement("Z-114")
def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    asked = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    with pytest.raises(InvalidCommand, match=r"graphwright\[traces\]"), tracing(asked):
        raise AssertionError
