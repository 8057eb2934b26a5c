"""The table of endpoints: every address of the REST interface, in the order of the documentation."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import Raw

from graphwright.protocol.wire import encode
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer
from graphwright.server.openapi import document
from graphwright.server.routes.baselines import BASELINES
from graphwright.server.routes.clarity import CLARITY
from graphwright.server.routes.context import CONTEXT
from graphwright.server.routes.discussions import DISCUSSIONS
from graphwright.server.routes.documents import DOCUMENTS
from graphwright.server.routes.machine import MACHINE
from graphwright.server.routes.members import MEMBERS
from graphwright.server.routes.model import MODEL
from graphwright.server.routes.people import PEOPLE
from graphwright.server.routes.projects import PROJECTS
from graphwright.server.routes.proposals import PROPOSALS
from graphwright.server.routes.talk import TALK
from graphwright.server.routes.threads import THREADS


async def openapi(_call: EndpointCall[Any, Any]) -> HttpAnswer:
    """This table as an OpenAPI document."""
    return HttpAnswer(_document())


@cache
def _document() -> Raw:
    return Raw(encode(document(ENDPOINTS)))


ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *PROJECTS,
    *MODEL,
    *BASELINES,
    *CLARITY,
    *DOCUMENTS,
    *CONTEXT,
    *THREADS,
    *TALK,
    *DISCUSSIONS,
    *PROPOSALS,
    *MEMBERS,
    *PEOPLE,
    *MACHINE,
    Endpoint(
        name="openapi.get", method="GET", path="/api/openapi.json", needs="everybody",
        summary="This interface as an OpenAPI document", handle=openapi, answer=Raw,
    ),
)  # fmt: skip
