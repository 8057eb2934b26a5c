"""SCIM 2.0 as it is written (RFC 7643, RFC 7644): resources read, changed, shown, and what this server says of itself.

The library `scim2-models` does all of it. It takes seconds to load, so only the endpoints of SCIM import this module.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from pydantic import ValidationError
from scim2_models import (
    AuthenticationScheme,
    Bulk,
    ChangePassword,
    Context,
    Error,
    ETag,
    Filter,
    Group,
    ListResponse,
    Patch,
    PatchOp,
    Resource,
    ResourceType,
    Schema,
    SCIMException,
    ScimFilter,
    SearchRequest,
    ServiceProviderConfig,
    Sort,
    User,
)

from graphwright.errors import AccessDenied, Conflict, InvalidCommand, NotFound, RequestError
from graphwright.server.directory import Content

MAX_RESULTS: Final = 1_000
RESULTS: Final = 100
"""Of a list, where the directory does not say how many it wants."""
_MODELS: Final[Mapping[str, type[Resource[Any]]]] = {"Users": User, "Groups": Group}
_OURS: Final = ("id", "meta", "groups", "password")
"""What is never taken from the directory: ours to say, or nothing that we keep."""


def new(kind: str, body: bytes) -> Content:
    """A resource that is to be made."""
    with _refusals():
        model: Any = _MODELS[kind]
        return _kept(model.model_validate_json(body, scim_ctx=Context.RESOURCE_CREATION_REQUEST))


def replaced(kind: str, body: bytes, now: Content) -> Content:
    """A resource as it is to be from now on."""
    with _refusals():
        model: Any = _MODELS[kind]
        resource = model.model_validate_json(body, scim_ctx=Context.RESOURCE_REPLACEMENT_REQUEST)
        resource.replace(model.model_validate(now))
        return _kept(resource)


def patched(kind: str, body: bytes, now: Content) -> Content:
    """A resource with these changes."""
    with _refusals():
        model: Any = _MODELS[kind]
        resource = model.model_validate(now)
        PatchOp[model].model_validate_json(body, scim_ctx=Context.RESOURCE_PATCH_REQUEST).patch(resource)
        return _kept(resource)


def shown(kind: str, resource: Content, query: Content) -> bytes:
    """One resource, with the attributes that are wanted."""
    with _refusals():
        model: Any = _MODELS[kind]
        wanted, found = SearchRequest[model].model_validate(query), model.model_validate(resource)
        return _bytes(found.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE, response_parameters=wanted))


def listed(kind: str, resources: list[Content], query: Content) -> bytes:
    """Those that fit, in their order, one page of them."""
    with _refusals():
        model: Any = _MODELS[kind]
        return _page(model, resources, SearchRequest[model].model_validate(query, scim_ctx=Context.SEARCH_REQUEST))


def searched(kind: str, resources: list[Content], body: bytes) -> bytes:
    """The same for what a body asks."""
    with _refusals():
        model: Any = _MODELS.get(kind, User | Group)
        return _page(model, resources, SearchRequest[model].model_validate_json(body, scim_ctx=Context.SEARCH_REQUEST))


def _page(model: Any, resources: list[Content], wanted: Any) -> bytes:  # noqa: ANN401  classes that are made at run time
    found = [_model_of(each).model_validate(each) for each in resources]
    if wanted.filter is not None:
        fitting = ScimFilter[model](str(wanted.filter))
        found = [each for each in found if fitting.match(each)]
    found = wanted.sort(found) if wanted.sort_by is not None else found
    start = max(1, wanted.start_index or 1)
    count = min(RESULTS if wanted.count is None else wanted.count, MAX_RESULTS)
    page = found[start - 1 : start - 1 + count]
    answer = ListResponse[model](total_results=len(found), start_index=start, items_per_page=len(page), resources=page)
    return _bytes(answer.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE, response_parameters=wanted))


def _model_of(resource: Content) -> type[Resource[Any]]:
    return Group if "displayName" in resource and "userName" not in resource else User


def about(kind: str, name: str | None, base: str) -> bytes | None:
    """What this server says of itself; `None` where there is nothing at the address."""
    if kind == "ServiceProviderConfig":
        return None if name is not None else _bytes(_config(base).model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE))
    entries: dict[str, Any] = {}
    for model in _MODELS.values():
        entry: Any = ResourceType.from_resource(model) if kind == "ResourceTypes" else model.to_schema()
        entry.meta = _meta(kind, f"{base}/{kind}/{entry.id}")
        entries[str(entry.id)] = entry
    if name is not None:
        entry = entries.get(name)
        return None if entry is None else _bytes(entry.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE))
    listed_as: Any = ResourceType if kind == "ResourceTypes" else Schema
    answer = ListResponse[listed_as](
        total_results=len(entries), start_index=1, items_per_page=len(entries), resources=[*entries.values()]
    )
    return _bytes(answer.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE))


def _config(base: str) -> ServiceProviderConfig:
    config = ServiceProviderConfig(
        patch=Patch(supported=True),
        bulk=Bulk(supported=False, max_operations=0, max_payload_size=0),
        filter=Filter(supported=True, max_results=MAX_RESULTS),
        change_password=ChangePassword(supported=False),
        sort=Sort(supported=True),
        etag=ETag(supported=False),
        authentication_schemes=[
            AuthenticationScheme(
                type=AuthenticationScheme.Type.oauthbearertoken,
                name="Bearer token",
                description="The token that the owner made with `graphwright scim-token`",
                primary=True,
            )
        ],
    )
    config.meta = _meta("ServiceProviderConfig", f"{base}/ServiceProviderConfig")
    return config


def _meta(kind: str, location: str) -> Any:  # noqa: ANN401  the library makes it of a mapping
    from scim2_models import Meta  # noqa: PLC0415

    return Meta(resource_type=kind.removesuffix("s"), location=location)


def _kept(resource: Resource[Any]) -> Content:
    """What is kept: no password, whatever the directory sends."""
    told: Content = json.loads(resource.model_dump_json(scim_ctx=Context.RESOURCE_QUERY_RESPONSE))
    return {name: value for name, value in told.items() if name not in _OURS}


def _bytes(told: dict[str, Any]) -> bytes:
    return json.dumps(told, default=str).encode()


@contextmanager
def _refusals() -> Generator[None]:
    """What the library finds wrong, as one of our errors; its keyword is in `scimType`."""
    try:
        yield
    except ValidationError as error:
        raise _refused(Error.from_validation_errors(error)[0]) from None
    except SCIMException as error:
        raise _refused(error.to_error()) from None
    except RecursionError:
        raise InvalidCommand("the body is nested too deeply", scimType="invalidSyntax") from None


def _refused(error: Error) -> RequestError:
    kinds: dict[int, type[RequestError]] = {403: AccessDenied, 404: NotFound, 409: Conflict}
    refusal = kinds.get(error.status or 400, InvalidCommand)
    return refusal((error.detail or "this does not fit")[:300], scimType=error.scim_type)
