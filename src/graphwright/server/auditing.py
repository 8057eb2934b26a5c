"""What requests leave in the audit: who asked for what, from where, and what became of it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from graphwright.errors import AccessDenied, NotAuthenticated
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Author
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer

_TOLD: Final = (NotAuthenticated, AccessDenied)
"""Refusals that are noted. Those before them (no log-in, no right, too many attempts) change and show nothing, and who
sends them without end must not fill the disk."""


async def audited(endpoint: Endpoint, call: EndpointCall[Any, Any]) -> HttpAnswer | Record:
    """Carry a request out, and note it before it is answered; nothing is done while an earlier note is owed."""
    await call.workbench.audit.settle()
    try:
        found = await endpoint.handle(call)
    except _TOLD as error:
        await _note(endpoint, call, None, error.code)
        raise
    await _note(endpoint, call, found, "done")
    return found


async def _note(endpoint: Endpoint, call: EndpointCall[Any, Any], found: object, outcome: str) -> None:
    body = found.body if isinstance(found, HttpAnswer) else found
    told = getattr(body, "person", None)
    person = call.somebody.person if call.somebody is not None else told if isinstance(told, Author) else None
    details = {name: value for name, value in call.path.items() if name != "project"}
    for name in endpoint.audited or ():
        value = getattr(call.body, name, None)
        if value is not None and not isinstance(value, Struct):
            details[name] = _host(value) if name == "url" else str(value)
    await call.workbench.audit.note(
        endpoint.name,
        person=person,
        outcome=outcome,
        address="socket" if call.over_socket else call.address,
        project="" if call.place is None else call.project.header.name,
        details=details,
    )


def _host(url: str) -> str:
    """Of an address: path and query are secrets at many services."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
