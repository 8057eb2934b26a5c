"""Which project something is about, before anybody has looked at it: by its path, its token or its first frame.

What is found here only says where to ask. Whoever answers reads everything again and decides what may be done.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

import msgspec
from starlette.datastructures import Headers
from starlette.types import Scope

from graphwright.errors import GraphwrightError
from graphwright.protocol.ids import ProjectId
from graphwright.server.routes.machine import HEALTH_PATH, METRICS_PATH, READY_PATH
from graphwright.server.server_state import ServerState
from graphwright.store.postgres.lease import NO_PROJECT

KNOWN_S: Final = 1.0
"""How long a name is taken for what it was; a project that was renamed is found a moment later."""
_OF_PROJECTS: Final = "/api/projects/"


class _Opening(msgspec.Struct, rename="camel"):
    project_id: str


def named_in(frame: str) -> str | None:
    """The project that the first frame of a socket asks for."""
    try:
        return msgspec.json.decode(frame, type=_Opening).project_id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


class Addresses:
    """Finds projects for one program."""

    def __init__(self, server_state: ServerState) -> None:
        self._state = server_state
        self._workbench = server_state.workbench
        self._known: dict[str, ProjectId] = {}
        self._since = float("-inf")

    def is_of_everybody(self, scope: Scope) -> bool:
        """Whether every server answers this for itself: files of the page, and how it is."""
        path: str = scope["path"]
        return path in {HEALTH_PATH, READY_PATH, METRICS_PATH} or self._state.assets.get(path) is not None

    async def project_of(self, scope: Scope) -> str:
        """The project of a request, else `NO_PROJECT`. `StoreError`."""
        path: str = scope["path"]
        if path.startswith(_OF_PROJECTS):
            return await self.project_called(path.removeprefix(_OF_PROJECTS).partition("/")[0])
        named = parse_qs(scope["query_string"].decode("latin-1")).get("project")
        if named:
            return await self.project_called(named[0])
        headers = Headers(scope=scope)
        if "authorization" in headers:
            return await self._project_of_token(headers)
        return NO_PROJECT

    async def project_called(self, name: str) -> str:
        """The project with this id or name, else `NO_PROJECT`. `StoreError`."""
        now = self._workbench.clock.monotonic()
        if now - self._since > KNOWN_S:
            self._known, self._since = {}, now
        known = self._known.get(name)
        if known is None:
            row = await self._workbench.projects.row(name)
            if row is None:
                return NO_PROJECT
            known = self._known[name] = row.project_id
        return known

    async def _project_of_token(self, headers: Headers) -> str:
        try:
            caller = await self._state.authenticator.recognised(headers)
        except GraphwrightError:
            return NO_PROJECT  # and is told so there
        return NO_PROJECT if caller is None or caller.project_id is None else caller.project_id
