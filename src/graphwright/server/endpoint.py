"""What an address of the REST interface is: one table of endpoints drives routes, OpenAPI, the rights and their matrix.

An endpoint says who may use it; nothing is checked in its handler. The handler gets a call whose project exists for the
caller, whose right is given, and whose query and body are decoded.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from starlette.datastructures import Headers

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.errors import Misuse
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import Writing
from graphwright.protocol.graph import Author
from graphwright.protocol.projects import Access, Right
from graphwright.server.bodies import READ_S
from graphwright.server.server_state import ServerState
from graphwright.settings import Settings
from graphwright.workbench import OpenProject

Q = TypeVar("Q")
B = TypeVar("B")

Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Who: TypeAlias = Literal["everybody", "person", "account", "operator", "socket"]
"""Without a project: no log-in, any log-in, a person but no token, the owner or a program, the Unix socket alone."""
Needs: TypeAlias = Right | Who

BODY_BYTES: Final = 4 * 1024 * 1024
"""As large as a frame on the WebSocket."""
SMALL_BODY_BYTES: Final = 64 * 1024
"""Before somebody has logged in."""


NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class NoQuery(Command, frozen=True, kw_only=True):
    """No parameters."""


class NoBody(Command, frozen=True, kw_only=True):
    """An empty object, or no body at all."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A stream of records, one a line, sent as they come."""

    records: AsyncIterator[object]


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What is sent back where a bare record does not say it all."""

    body: object
    """A record, JSON as `Raw`, text or bytes of `media`, or `Lines`."""
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: NO_HEADERS)
    media: str = "application/json"


@dataclass(frozen=True, slots=True)
class EndpointCall(Generic[Q, B]):
    """One request that may be answered."""

    server_state: ServerState
    headers: Headers
    address: str
    path: Mapping[str, str]
    query: Q
    body: B
    somebody: Caller | None
    place: OpenProject | None
    access: Access | None
    over_socket: bool

    @property
    def caller(self) -> Caller:
        """Who asks."""
        if self.somebody is None:
            raise Misuse("this endpoint is for everybody, it has no caller")
        return self.somebody

    @property
    def person(self) -> Author:
        """The same, as events name people."""
        return self.caller.person

    @property
    def open_project(self) -> OpenProject:
        """The project in the path."""
        if self.place is None:
            raise Misuse("this endpoint has no project in its path")
        return self.place

    @property
    def granted(self) -> Access:
        """The caller's access in this project."""
        if self.access is None:
            raise Misuse("this endpoint has no project in its path")
        return self.access

    async def carry_out(self, command: Writing) -> HttpAnswer:
        """Do what the command says, exactly as over the WebSocket."""
        carried = await carry_out(
            command, caller=self.caller, open_project=self.open_project, workbench=self.server_state.workbench
        )
        return HttpAnswer(carried.result)


Handler: TypeAlias = Callable[[EndpointCall[Any, Any]], Awaitable[HttpAnswer | Record]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One operation at one address."""

    name: str
    method: Method
    path: str
    needs: Needs
    summary: str
    handle: Handler
    answer: Any
    """The type of the body, for the OpenAPI document."""
    body: Any = NoBody
    """A strict type, a union of such, or `bytes`."""
    query: type[Any] = NoQuery
    status: int = 200
    media: str = "application/json"
    """Of the answer."""
    worded: bool = False
    """Whether the answer holds findings or problems, whose words are made in the language of who asks."""
    takes: str = "application/json"
    """Media type of the body; anything else than JSON is handed over as bytes."""
    most: int | Callable[[Settings], int] = BODY_BYTES
    """Bytes of the body."""
    within: float = READ_S
    """Seconds in which the body must have come."""

    @property
    def has_project(self) -> bool:
        """Whether the path begins with a project."""
        return "{project}" in self.path

    @property
    def writes(self) -> bool:
        """Whether the method may change something."""
        return self.method != "GET"
