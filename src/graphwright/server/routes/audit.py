"""The audit for the owner of the data folder: searched, and handed on whole; both hold the chain together."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from typing import Annotated, Final, Literal

from msgspec import Meta, Raw

from graphwright.audit import AuditEntry, in_cef, is_meant
from graphwright.protocol.base import Command, Count, Record, Time
from graphwright.protocol.wire import encode
from graphwright.server.endpoint import LINES, EndpointCall, HttpAnswer, NoBody, Pieces, endpoint
from graphwright.version import VERSION

MAX_ENTRIES: Final = 1_000
"""Of one answer."""


class AuditSearch(Command, frozen=True, kw_only=True):
    """Which entries."""

    search: Annotated[str, Meta(max_length=200)] | None = None
    """Words that stand somewhere in an entry, all of them."""
    since: Time | None = None


class AuditQuery(AuditSearch, frozen=True, kw_only=True):
    """Which entries, and how many."""

    before: Count | None = None
    """Only those with a lower number: the next page of older ones."""
    limit: Annotated[int, Meta(ge=1, le=MAX_ENTRIES)] = 100


class AuditExportQuery(AuditSearch, frozen=True, kw_only=True):
    """Which entries, and in which form."""

    format: Literal["jsonl", "cef"] = "jsonl"


class AuditPage(Record, frozen=True, kw_only=True):
    """Entries that fit, the newest first."""

    entries: list[AuditEntry]
    has_older: bool


@endpoint("audit.get", "/api/audit", "owner")
async def read_audit(call: EndpointCall[AuditQuery, NoBody]) -> AuditPage:
    """Who came in, what rights, secrets and settings were touched, and what left; for the owner."""
    newest: deque[AuditEntry] = deque(maxlen=call.query.limit + 1)
    async for entry in call.workbench.audit.entries():
        is_before = call.query.before is None or entry.sequence < call.query.before
        if is_before and is_meant(entry, call.query.search, call.query.since):
            newest.append(entry)
    entries = [*reversed(newest)]
    return AuditPage(entries=entries[: call.query.limit], has_older=len(entries) > call.query.limit)


@endpoint("audit.export.get", "/api/audit/export", "owner", answer=Raw, media=LINES, audited=())
async def export_audit(call: EndpointCall[AuditExportQuery, NoBody]) -> HttpAnswer:
    """The audit as lines of JSON or of the Common Event Format; that it was read is an entry, too."""
    wanted = call.query

    async for _ in call.workbench.audit.entries():
        continue  # what was changed is refused, and not cut off in the middle

    async def lines() -> AsyncGenerator[bytes]:
        async for entry in call.workbench.audit.entries():
            if is_meant(entry, wanted.search, wanted.since):
                yield (in_cef(entry, VERSION).encode() if wanted.format == "cef" else encode(entry)) + b"\n"

    return HttpAnswer(Pieces(lines()), media=LINES if wanted.format == "jsonl" else "text/plain; charset=utf-8")
