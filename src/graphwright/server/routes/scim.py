"""SCIM 2.0: the organisation's directory tells who belongs to it, and what this server says of itself to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Raw

from graphwright.errors import GraphwrightError, InvalidCommand, NotFound
from graphwright.ports import in_thread, parsing
from graphwright.protocol.base import Command, JsonValue, Record
from graphwright.protocol.runs import StoredError
from graphwright.server.directory import Content, Directory, DirectoryResource, Kind
from graphwright.server.endpoint import EndpointCall, ErrorAnswer, HttpAnswer, NoBody, NoQuery, endpoint

BASE: Final = "/scim/v2"
SCIM: Final = "application/scim+json"
MAX_BYTES: Final = 1024 * 1024
"""Of a body: a group of 10,000 members has about 900 KB."""
_Handler: TypeAlias = Callable[[EndpointCall[Any, Any]], Awaitable[HttpAnswer]]
_ERROR: Final = "urn:ietf:params:scim:api:messages:2.0:Error"
_KINDS: Final[Mapping[str, Kind]] = {"Users": "Users", "Groups": "Groups"}
_ABOUT: Final = frozenset({"ServiceProviderConfig", "ResourceTypes", "Schemas"})
_ONE: Final = BASE + "/{kind}/{resource}"


class ScimError(Record, frozen=True, kw_only=True):
    """An error as SCIM has it."""

    schemas: list[str]
    status: str
    scim_type: str | None = None
    detail: str


class ScimShownQuery(Command, frozen=True, kw_only=True):
    """What is wanted of a resource."""

    attributes: Annotated[str, Meta(max_length=2_000)] | None = None
    """Their names, with commas between them."""
    excluded_attributes: Annotated[str, Meta(max_length=2_000)] | None = None


class ScimListQuery(ScimShownQuery, frozen=True, kw_only=True):
    """Which resources are wanted."""

    filter: Annotated[str, Meta(max_length=2_000)] | None = None
    start_index: int | None = None
    count: int | None = None
    sort_by: Annotated[str, Meta(max_length=200)] | None = None
    sort_order: Annotated[str, Meta(max_length=20)] | None = None


def told_error(error: StoredError, status: int) -> ErrorAnswer:
    """An error as directories read it."""
    keyword = error.fields.get("scimType")
    body = ScimError(
        schemas=[_ERROR],
        status=str(status),
        scim_type=keyword if isinstance(keyword, str) else None,
        detail=error.message,
    )
    return ErrorAnswer(body)


_THEIRS: Final[Mapping[str, Any]] = {
    "answer": Raw,
    "media": SCIM,
    "error_answer": told_error,
    "error": ScimError,
    "error_media": SCIM,
}
_WRITTEN: Final[Mapping[str, Any]] = {**_THEIRS, "takes": SCIM, "body": bytes, "most": MAX_BYTES, "audited": ()}


def _scim(name: str, path: str, **options: Any) -> Callable[[_Handler], _Handler]:  # noqa: ANN401  of an `Endpoint`
    """Register a handler of the directory's requests, each of which is noted for the owner."""
    only_reads = options.get("audited") is None

    def register(handle: _Handler) -> _Handler:
        @wraps(handle)
        async def noted(call: EndpointCall[Any, Any]) -> HttpAnswer:
            journal = _directory(call).journal
            await journal.heard()
            try:
                return await handle(call)
            except GraphwrightError as error:
                if not (only_reads and isinstance(error, NotFound)):  # it asks whether somebody is there
                    await journal.refused(error)
                raise

        return endpoint(name, path, "directory", **options)(noted)

    return register


@_scim("scimResources.get", BASE + "/{kind}", **_THEIRS)
async def list_resources(call: EndpointCall[ScimListQuery, NoBody]) -> HttpAnswer:
    """The users or groups of the directory, or what the server says of itself."""
    if call.path["kind"] in _ABOUT:
        return await _about(call, None)
    kind, wire = _kind(call), await _wire()
    directory, query = _directory(call), _asked(call.query)
    resources = [await _full(call, kind, key, each) for key, each in (await directory.all(kind)).items()]
    return HttpAnswer(Raw(await in_thread(lambda: wire.listed(kind, resources, query))), media=SCIM)


@_scim("scimResources.post", BASE + "/{kind}", status=201, **_WRITTEN)
async def create_resource(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """A user or group that belongs to the directory from now on."""
    if call.path["kind"] in _ABOUT:
        return _only_read()
    kind, wire = _kind(call), await _wire()
    resource_id = await _directory(call).create(kind, wire.new(kind, call.body))
    return await _shown(call, kind, resource_id, {}, status=201)


@_scim("scimSearch.post", BASE + "/{kind}/.search", **{**_WRITTEN, "audited": None})
async def search_resources(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """The users or groups that fit what the body says."""
    return await _searched(call, call.path["kind"], [_kind(call)])


@_scim("scimSearchAll.post", BASE + "/.search", **{**_WRITTEN, "audited": None})
async def search_all(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """The same among users and groups."""
    return await _searched(call, "", [*_KINDS.values()])


@_scim("scimResource.get", _ONE, **_THEIRS)
async def read_resource(call: EndpointCall[ScimShownQuery, NoBody]) -> HttpAnswer:
    """One user or group."""
    if call.path["kind"] in _ABOUT:
        return await _about(call, call.path["resource"])
    return await _shown(call, _kind(call), call.path["resource"], _asked(call.query))


@_scim("scimResource.put", _ONE, **_WRITTEN)
async def replace_resource(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """A user or group as it is from now on."""
    return await _changed(call, "replaced")


@_scim("scimResource.patch", _ONE, **_WRITTEN)
async def patch_resource(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """Changes of a user or group."""
    return await _changed(call, "patched")


@_scim("scimResource.delete", _ONE, status=204, **{**_WRITTEN, "body": NoBody})
async def delete_resource(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """A user or group that belongs to the directory no more; a user's account is switched off."""
    if call.path["kind"] in _ABOUT:
        return _only_read()
    await _directory(call).delete(_kind(call), call.path["resource"])
    await call.server_state.socket.recheck()
    return HttpAnswer(b"", status=204, media=SCIM)


async def _searched(call: EndpointCall[NoQuery, bytes], kind: str, kinds: list[Kind]) -> HttpAnswer:
    wire, body, directory = await _wire(), call.body, _directory(call)
    resources = [
        await _full(call, each, key, found) for each in kinds for key, found in (await directory.all(each)).items()
    ]
    return HttpAnswer(Raw(await in_thread(lambda: wire.searched(kind, resources, body))), media=SCIM)


async def _changed(call: EndpointCall[NoQuery, bytes], how: str) -> HttpAnswer:
    if call.path["kind"] in _ABOUT:
        return _only_read()
    kind, wire, directory, resource_id = _kind(call), await _wire(), _directory(call), call.path["resource"]
    now = await _full(call, kind, resource_id, await directory.get(kind, resource_id))
    await directory.replace(kind, resource_id, getattr(wire, how)(kind, call.body, now))
    await call.server_state.socket.recheck()
    return await _shown(call, kind, resource_id, {})


async def _shown(
    call: EndpointCall[Any, Any], kind: Kind, resource_id: str, query: Content, status: int = 200
) -> HttpAnswer:
    wire = await _wire()
    full = await _full(call, kind, resource_id, await _directory(call).get(kind, resource_id))
    location = {"location": _address(call, kind, resource_id)} if status == 201 else {}  # noqa: PLR2004  it was created
    return HttpAnswer(Raw(wire.shown(kind, full, query)), status=status, headers=location, media=SCIM)


async def _full(call: EndpointCall[Any, Any], kind: Kind, resource_id: str, resource: DirectoryResource) -> Content:
    """A resource with what the server adds to it."""
    meta: Content = {
        "resourceType": kind.removesuffix("s"),
        "created": resource.created_at.isoformat(),
        "lastModified": resource.changed_at.isoformat(),
        "location": _address(call, kind, resource_id),
    }
    content: Content = {**resource.content, "id": resource_id, "meta": meta}
    if kind == "Users":
        groups = await _directory(call).groups_of(resource_id)
        told: list[JsonValue] = [
            {"value": key, "display": name, "$ref": _address(call, "Groups", key)} for key, name in groups.items()
        ]
        content |= {"groups": told} if told else {}
    return content


async def _about(call: EndpointCall[Any, Any], name: str | None) -> HttpAnswer:
    wire = await _wire()
    told = wire.about(call.path["kind"], name, call.origin + BASE)
    if told is None:
        raise _nothing()
    return HttpAnswer(Raw(told), media=SCIM)


def _only_read() -> HttpAnswer:
    """What the server says of itself, nobody else changes."""
    body = ScimError(schemas=[_ERROR], status="405", detail="this is only read; nothing was changed")
    return HttpAnswer(body, status=405, headers={"allow": "GET"}, media=SCIM)


def _kind(call: EndpointCall[Any, Any]) -> Kind:
    kind = _KINDS.get(call.path["kind"])
    if kind is None:
        raise _nothing()
    return kind


def _nothing() -> NotFound:
    return NotFound("there is nothing at this address; there are Users, Groups and what the server says of itself")


def _directory(call: EndpointCall[Any, Any]) -> Directory:
    return call.server_state.authenticator.directory


def _address(call: EndpointCall[Any, Any], kind: Kind, resource_id: str) -> str:
    return f"{call.origin}{BASE}/{kind}/{resource_id}"


def _asked(query: ScimShownQuery) -> Content:
    """The parameters as the library reads them."""
    names = {
        "attributes": query.attributes,
        "excludedAttributes": query.excluded_attributes,
    }
    asked: Content = {name: [*text.split(",")] for name, text in names.items() if text}
    if isinstance(query, ScimListQuery):
        told: Content = {
            "filter": query.filter,
            "startIndex": query.start_index,
            "count": query.count,
            "sortBy": query.sort_by,
            "sortOrder": query.sort_order,
        }
        asked |= {name: value for name, value in told.items() if value is not None}
    return asked


async def _wire() -> ModuleType:
    """The module that knows SCIM. `InvalidCommand` where the extra is not installed."""
    try:
        return await in_thread(_imported)
    except ModuleNotFoundError as missing:
        if missing.name not in {"scim2_models", "pydantic"}:
            raise
        message = "SCIM needs the extra of this server: pip install 'graphwright[sign-in]'"
        raise InvalidCommand(message) from missing


def _imported() -> ModuleType:
    with parsing():
        return import_module("graphwright.server.scim_wire")
