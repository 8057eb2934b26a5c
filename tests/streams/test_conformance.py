"""The conformance suite of Durable Streams against our reader, with a door of the tests' own in front that can write.

The protocol leaves a server free to have only one of its two sides, and the suite has no switch for that: which of its
cases are about reading is said here, group by group and, in mixed groups, case by case. Its numbers are frozen with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from graphwright.server import durable_stream
from graphwright.server.routes import stream
from tests.mcp.judging import MODULES, NODE, there
from tests.server.place import Place
from tests.streams.writing_door import WritingDoor, WrittenStream

ALL, JUDGED = 338, 102
READING: Mapping[str, Sequence[str]] = {
    # the group: the beginnings of those of its cases that are about writing, or about media types we do not have
    "Read Operations": (),
    "Long-Poll Operations": (),
    "HTTP Protocol": (
        "should return correct headers on P", "should return 200 on idempotent PUT", "should return 409",
        "should return 404 on", "should return 204 on", "should enforce", "should allow", "should reject duplicate",
    ),
    "Browser Security Headers": (
        "should include X-Content-Type-Options: nosniff on PUT", "should include X-Content-Type-Options: nosniff on POST",
    ),
    "Content-Type Validation": ("should enforce", "should allow"),
    "HEAD Metadata": ("Edge Cases",),
    "Offset Validation and Resumability": (),
    "Protocol Edge Cases": (
        "should reject empty POST", "should enforce case-sensitive seq", "should return Location",
        "should reject missing Content-Type", "should accept PUT",
    ),
    "Long-Poll Edge Cases": (),
    "Caching and ETag": (),
    "Chunking and Large Payloads": ("should handle large payload",),
    "Read-Your-Writes Consistency": (),
    "SSE Mode": (
        "base64", "should auto-detect", "should include Stream-SSE-Data-Encoding", "should base64", "should handle empty binary",
        "should handle large binary", "should handle binary", "should handle offset=now with auto-detected",
        "should handle newlines in text/plain", "should prevent CRLF injection",
    ),
    "JSON Mode": ("should reject",),
    "Property-Based Tests (fast-check) Byte-Exactness Property": (),
    "Property-Based Tests (fast-check) Operation Sequence Properties": (),
    "Property-Based Tests (fast-check) Immutability Properties": (),
    "Property-Based Tests (fast-check) Offset Validation Properties": (),
    "Property-Based Tests (fast-check) Concurrent Writer Stress Tests": ("concurrent writers", "concurrent appends"),
    "Property-Based Tests (fast-check) State Hash Verification": (),
}  # fmt: skip
WRITING = {
    "Basic Stream Operations": "streams are projects, which are made and deleted as such",
    "Append Operations": "what writes is a command",
    "Case-Insensitivity": "of media types that are written",
    "TTL and Expiry Validation": "a journal does not expire",
    "TTL and Expiry Edge Cases": "a journal does not expire",
    "TTL Expiration Behavior": "a journal does not expire",
    "HEAD Metadata Edge Cases": "a journal does not expire",
    "Property-Based Tests (fast-check) Sequence Ordering Properties": "numbers of writers",
    "Idempotent Producer Operations": "numbers of writers; a command has an id",
    "Stream Closure": "a journal is never closed",
    "Fork -": "a journal has one history",
    "Reserved subscription APIs": "an extension, which the suite leaves out by itself; there are webhooks",
}
MISSED = {
    "Caching and ETag should allow If-None-Match in CORS preflight responses": "pages of other sites are never let in",
}


@pytest.mark.requirement("G-130")
@pytest.mark.timeout(180)
@pytest.mark.slow
async def test_every_case_about_reading_passes_but_the_one_that_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(stream, "JournalStream", WrittenStream)
    monkeypatch.setattr(durable_stream, "LONG_POLL_S", 2.0)  # the suite gives a case that waits in vain 5 seconds

    async with listening(WritingDoor(place)) as origin:
        cases = await judged(origin, tmp_path / "report.json")

    assert len(cases) == ALL
    assert {name for name in cases if not is_named(name)} == set()
    told = {name: status for name, status in cases.items() if status != "skipped"}
    assert set(told) == {name for name in cases if is_about_reading(name)}
    assert {name: status for name, status in told.items() if status != "passed"} == dict.fromkeys(MISSED, "failed")
    assert len(told) == JUDGED


def is_named(case: str) -> bool:
    """Whether the tables above say what to make of a case."""
    return any(case.startswith(group) for group in [*READING, *WRITING])


def is_about_reading(case: str) -> bool:
    return re.search(pattern(), case) is not None


def pattern() -> str:
    """A regular expression, of Python and JavaScript alike, that finds the names of the cases about reading."""
    groups = [
        f"{re.escape(group)} " + (f"(?!{'|'.join(map(re.escape, writing))})" if writing else "")
        for group, writing in READING.items()
    ]
    return f"^(?:{'|'.join(groups)})"


async def judged(origin: str, report: Path) -> dict[str, str]:
    """Each case of the suite by its name with its group: passed, failed or skipped."""
    there(MODULES / "@durable-streams" / "server-conformance-tests")
    command = [
        str(NODE),
        str(there(MODULES / "vitest" / "vitest.mjs")),
        "run",
        "durable_streams.test.mjs",
        "-t",
        pattern(),
    ]
    process = await asyncio.create_subprocess_exec(
        *command, "--reporter=json", f"--outputFile={report}", cwd=MODULES.parent,
        env={**os.environ, "CONFORMANCE_TEST_URL": origin}, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
    (suite,) = json.loads(report.read_bytes())["testResults"]
    return {each["fullName"].strip(): each["status"] for each in suite["assertionResults"]}


@asynccontextmanager
async def listening(application: Any) -> AsyncGenerator[str]:
    """The origin at which an application can be asked by other programs."""
    taken = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off"))
    task = asyncio.create_task(server.serve(sockets=[taken]))
    try:
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        await task
        taken.close()
