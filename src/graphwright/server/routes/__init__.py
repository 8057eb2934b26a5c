"""The table of endpoints: every address of the REST interface, by its path."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Raw

from graphwright.protocol.wire import encode
from graphwright.server.endpoint import REGISTERED, Endpoint, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint
from graphwright.server.openapi import document
from graphwright.server.routes import (
    administration,
    agui,
    audit,
    baselines,
    clarity,
    comments,
    company,
    completions,
    context,
    cures,
    directory,
    discussions,
    documents,
    events,
    exchange,
    holds,
    installation,
    machine,
    mail,
    mappings,
    mcp,
    members,
    model,
    overview,
    passkeys,
    people,
    projects,
    proposals,
    quotas,
    saved_views,
    schedules,
    scim,
    second_factor,
    sessions,
    shares,
    stream,
    talk,
    threads,
    webhooks,
)


@endpoint("openapi.get", "/api/openapi.json", "everybody", answer=Raw)
async def openapi(_call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """This interface as an OpenAPI document."""
    return HttpAnswer(_document())


MODULES: Final = (
    administration,
    agui,
    audit,
    baselines,
    clarity,
    comments,
    company,
    completions,
    context,
    cures,
    directory,
    discussions,
    documents,
    events,
    exchange,
    holds,
    installation,
    machine,
    mail,
    mappings,
    mcp,
    members,
    model,
    overview,
    passkeys,
    people,
    projects,
    proposals,
    quotas,
    saved_views,
    schedules,
    scim,
    shares,
    second_factor,
    sessions,
    stream,
    talk,
    threads,
    webhooks,
)
"""Where the endpoints stand; each is registered when its module is imported."""
ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(sorted(REGISTERED, key=lambda each: (each.path, each.method)))


@cache
def _document() -> Raw:
    return Raw(encode(document(ENDPOINTS)))
