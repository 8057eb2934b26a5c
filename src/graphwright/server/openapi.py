"""The OpenAPI document, made from the table of endpoints and the types of `protocol/`: nothing is written twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw, Struct, inspect

from graphwright.protocol.json_schema import without_nulls
from graphwright.protocol.wire import PROTOCOL_VERSION
from graphwright.server.endpoint import Endpoint, NoBody, NoQuery
from graphwright.version import VERSION

Json: TypeAlias = dict[str, Any]

OPENAPI: Final = "3.1.0"
_REFS: Final = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"\{(\w+)\}")
_MEANINGS: Final[Mapping[str, str]] = {
    "project": "short name or id of the project",
    "node": "node id, semantic id or short id",
    "ref": "node id, semantic id or short id",
    "element": "id of a node or an edge, also of one that is gone",
    "commit": "id of a commit",
    "thread": "id of a thread",
    "run": "id of a run",
    "step": "id of a step",
    "proposal": "id of a proposal",
    "person": "id of a member",
    "token": "id of an API token",
    "document": "id of a document",
    "passage": "id of a passage",
    "baseline": "name of a baseline",
    "comment": "id of a comment",
    "view": "id of a saved view",
    "webhook": "id of a webhook",
    "session": "short id of a session",
    "share": "id of a share link",
    "schedule": "id of a schedule",
    "held": "name of a project, or its id",
    "passkey": "short id of a passkey",
    "kind": "`Users`, `Groups`, `ServiceProviderConfig`, `ResourceTypes` or `Schemas`",
    "resource": "id of a user or group; of what the server says of itself, the name or schema",
    "mapping": "id of a mapping that is remembered",
    "model": "name of a project, or `PROJECT:WORKFLOW`",
    "format": "name of a format that can be written, such as `json` or `format-e`",
    "other": "id of another one of the same kind",
    "secret": "what stands in the link of a mail, and ends such mails",
}
_WHO: Final[Mapping[str, str]] = {
    "everybody": "Needs no log-in.",
    "person": "Needs a log-in or a token.",
    "account": "Needs a log-in; tokens are refused.",
    "operator": "Needs the owner's log-in or a token.",
    "owner": "Needs the owner's log-in; tokens are refused.",
    "directory": "Needs the token of the organisation's directory.",
    "socket": "Over the Unix socket only.",
}


def document(endpoints: Iterable[Endpoint]) -> Json:
    """The whole document. What only the Unix socket answers is not in it."""
    public = [endpoint for endpoint in endpoints if endpoint.needs != "socket"]
    schemas, components = _schemas(public)
    paths: dict[str, Json] = {}
    for endpoint in public:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Graphwright",
            "version": VERSION,
            "description": f"REST; the live interface is the WebSocket at /ws, protocol version {PROTOCOL_VERSION}.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
        },
        "security": [{"token": []}],
    }


def _schemas(endpoints: Iterable[Endpoint]) -> tuple[dict[Any, Json], Json]:
    """A schema for each type of the table, and the components that they refer to."""
    types: list[Any] = []
    for endpoint in endpoints:
        used = (endpoint.error, endpoint.answer, endpoint.body, endpoint.query)
        types += [kind for kind in used if kind not in (Raw, bytes, str)]
    unique = list(dict.fromkeys(types))
    found, components = _made(unique)
    return dict(zip(unique, found, strict=True)), components


def _made(types: Iterable[Any]) -> tuple[tuple[Json, ...], Json]:
    """A schema for each type, and the components that they refer to."""
    made: tuple[tuple[Json, ...], Json] = without_nulls(msgspec.json.schema_components(types, ref_template=_REFS))
    return made


def _operation(endpoint: Endpoint, schemas: Mapping[Any, Json]) -> Json:
    who = _WHO.get(endpoint.needs, f"Needs the right to {endpoint.needs}.")
    operation: Json = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": who,
        "parameters": [*_in_path(endpoint), *_in_query(endpoint)],
        "responses": {
            **{str(status): _answered(endpoint, schemas) for status in _statuses(endpoint)},
            "4XX": _failed(endpoint, schemas),
            "5XX": _failed(endpoint, schemas),
        },
    }
    if endpoint.needs == "everybody":
        operation["security"] = []
    if endpoint.writes and endpoint.body is not NoBody:
        operation["requestBody"] = {"required": True, "content": {endpoint.takes: _taken(endpoint, schemas)}}
    return operation


def _statuses(endpoint: Endpoint) -> list[int]:
    """A write that found nothing to do, or a dry run, answers 200 where a change answers 201."""
    return sorted({endpoint.status, 200})


def _in_path(endpoint: Endpoint) -> list[Json]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _MEANINGS[name],
            "schema": {"type": "string", "minLength": 1},
        }
        for name in _PARAMETER.findall(endpoint.path)
    ]


def _in_query(endpoint: Endpoint) -> list[Json]:
    if endpoint.query is NoQuery:
        return []
    described = inspect.type_info(endpoint.query)
    if not isinstance(described, inspect.StructType):
        return []
    return [
        {
            "name": field.encode_name,
            "in": "query",
            "required": field.required,
            "schema": _field_schema(endpoint.query, field.encode_name),
        }
        for field in described.fields
    ]


def _field_schema(query: type[Struct], name: str) -> Json:
    """The schema of one field; queries hold no records, so it needs no component."""
    _, components = _made([query])
    properties: Json = components[query.__name__]["properties"]
    schema: Json = properties[name]
    return schema


def _taken(endpoint: Endpoint, schemas: Mapping[Any, Json]) -> Json:
    if endpoint.body is bytes:
        return {"schema": {"type": "string", "format": "binary"}}
    schema = schemas[endpoint.body]
    tag = getattr(getattr(endpoint.body, "__struct_config__", None), "tag", None)
    if tag is None:
        return {"schema": schema}
    # A command that has an address of its own need not say its type again.
    _, components = _made([endpoint.body])
    own = dict(components[endpoint.body.__name__])
    own["required"] = [name for name in own["required"] if name != "type"]
    return {"schema": own}


def _answered(endpoint: Endpoint, schemas: Mapping[Any, Json]) -> Json:
    plain: Mapping[Any, Json] = {Raw: {}, str: {"type": "string"}}
    schema = plain[endpoint.answer] if endpoint.answer in plain else schemas[endpoint.answer]
    return {"description": "Done", "content": {endpoint.media: {"schema": schema}}}


def _failed(endpoint: Endpoint, schemas: Mapping[Any, Json]) -> Json:
    return {"description": "Refused or failed", "content": {endpoint.error_media: {"schema": schemas[endpoint.error]}}}
