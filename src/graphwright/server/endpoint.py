"""What an address of the REST interface is: one table of endpoints drives routes, OpenAPI, the rights and their matrix.

A handler is registered with `@endpoint(name, path, needs)`: the name ends in its method, the types of query, body and
answer are those of its signature, and what it does is its docstring. Nothing is checked in it: its call has a project
that exists for the caller, a right that is given, and a query and body that are decoded.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, cast, get_args, get_type_hints

from msgspec import Struct
from starlette.datastructures import Headers

from graphwright.actions.access import access_of
from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.errors import Misuse
from graphwright.projects import Project
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import Writing
from graphwright.protocol.graph import Author
from graphwright.protocol.projects import Access, Right
from graphwright.protocol.runs import StoredError
from graphwright.server.bodies import READ_S
from graphwright.server.server_state import ServerState
from graphwright.settings import Settings
from graphwright.workbench import OpenProject, Workbench

Q = TypeVar("Q")
B = TypeVar("B")
A = TypeVar("A", bound="HttpAnswer | Record")

Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Who: TypeAlias = Literal["everybody", "person", "account", "operator", "owner", "directory", "socket"]
"""Without a project: no log-in, any log-in, a person but no token, the owner or a program, the owner, the directory
of the organisation, the socket."""
Needs: TypeAlias = Right | Who

ANYTHING: Final = "*/*"
"""What an endpoint takes that does not look at its body."""
LINES: Final = "application/x-ndjson"
"""The media type of lines of JSON."""
PROJECT: Final = "/api/projects/{project}"
"""Where the addresses of one project begin."""
BODY_BYTES: Final = 4 * 1024 * 1024
"""As large as a frame on the WebSocket."""
SMALL_BODY_BYTES: Final = 64 * 1024
"""Before somebody has logged in."""


NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class NoQuery(Command, frozen=True, kw_only=True):
    """No parameters."""


class NoBody(Command, frozen=True, kw_only=True):
    """An empty object, or no body at all."""


def origin_of(headers: Headers, scheme: str) -> str:
    """Where the caller found this server, such as `https://models.example`; `scheme` = of the request that arrived."""
    scheme = "https" if "https" in {scheme, headers.get("x-forwarded-proto")} else "http"
    return f"{scheme}://{headers.get('host', 'localhost')}"


@dataclass(frozen=True, slots=True)
class Lines:
    """A stream of records, one a line, sent as they come."""

    records: AsyncGenerator[object]


@dataclass(frozen=True, slots=True)
class Pieces:
    """A stream of bytes, sent as they come."""

    pieces: AsyncGenerator[bytes]


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What is sent back where a bare record does not say it all."""

    body: object
    """A record, JSON as `Raw`, text or bytes of `media`, `Lines` or `Pieces`."""
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: NO_HEADERS)
    media: str = "application/json"


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """An error as it is sent."""

    body: object
    headers: Mapping[str, str] = field(default_factory=lambda: NO_HEADERS)


@dataclass(frozen=True, slots=True)
class EndpointCall(Generic[Q, B]):
    """One request that may be answered."""

    server_state: ServerState
    headers: Headers
    origin: str
    """Where the caller found this server, such as `https://models.example`."""
    address: str
    path: Mapping[str, str]
    query: Q
    body: B
    somebody: Caller | None
    place: OpenProject | None
    access: Access | None
    over_socket: bool
    is_head: bool
    """Only the headers of the answer are wanted."""
    left: Callable[[], Awaitable[None]]
    """Comes back when whoever asks has hung up; nothing more is read of the request."""

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
    def project(self) -> Project:
        """The same, as what is recorded and read."""
        return self.open_project.project

    @property
    def workbench(self) -> Workbench:
        """The program."""
        return self.server_state.workbench

    @property
    def granted(self) -> Access:
        """The caller's access in this project."""
        if self.access is None:
            raise Misuse("this endpoint has no project in its path")
        return self.access

    async def may_still(self, project: Project | None = None) -> bool:
        """Whether an answer that goes on may go on: the credential holds, and the access to the project (R-05).

        project: where the path names none, the one that the answer is about.
        """
        if not await self.server_state.authenticator.is_still(self.caller):
            return False
        return await access_of(self.caller, project or self.project) is not None

    async def carry_out(self, command: Writing) -> HttpAnswer:
        """Do what the command says, exactly as over the WebSocket."""
        carried = await carry_out(command, caller=self.caller, open_project=self.open_project, workbench=self.workbench)
        return HttpAnswer(carried.result)


Handler: TypeAlias = Callable[[EndpointCall[Q, B]], Awaitable[A]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One operation at one address."""

    name: str
    path: str
    needs: Needs
    summary: str
    handle: Handler[Any, Any, HttpAnswer | Record]
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
    error_answer: Callable[[StoredError, int], ErrorAnswer] = lambda error, _status: ErrorAnswer(error)
    """How an error with its status is told, where clients of another wire read it."""
    error: type[Struct] = StoredError
    """What the body of an error is."""
    error_media: str = "application/json"
    """Of an error."""
    counts_as_change: bool = True
    """Whether asking with a writing method counts as a change; not where the handler counts its changes itself."""

    audited: tuple[str, ...] | None = None
    """Fields of the body that the audit keeps beside the path; None: it is nothing for the audit."""

    @property
    def method(self) -> Method:
        """What its name ends in."""
        return cast("Method", self.name.rpartition(".")[2].upper())

    @property
    def has_project(self) -> bool:
        """Whether the path begins with a project."""
        return "{project}" in self.path

    @property
    def writes(self) -> bool:
        """Whether the method may change something."""
        return self.method != "GET"


REGISTERED: Final[list[Endpoint]] = []
"""Every endpoint whose module was imported; `routes.ENDPOINTS` is the whole table."""


def endpoint(
    name: str,
    path: str,
    needs: Needs,
    **options: Any,  # noqa: ANN401  the other fields of an `Endpoint`
) -> Callable[[Handler[Q, B, A]], Handler[Q, B, A]]:
    """Register a handler. `answer` and `body` are needed only where its signature does not say them."""

    def register(handle: Handler[Q, B, A]) -> Handler[Q, B, A]:
        types = get_type_hints(handle)
        query, body = get_args(next(iter(types.values())))
        told = {"answer": types["return"], "body": body, "query": query, **options}
        summary = (handle.__doc__ or "").partition("\n")[0].rstrip(".")
        REGISTERED.append(Endpoint(name=name, path=path, needs=needs, summary=summary, handle=handle, **told))
        return handle

    return register
