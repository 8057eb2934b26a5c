"""A JSON schema in the form that providers enforce word by word: the strictest subset that all of them take.

Every object is closed and requires all its properties; what was optional may be null instead. Limits on lengths and
numbers are not enforced by hosted models alike, so they become words of the description; a server of one's own, which
makes a grammar of the schema, is given them as they are. Readers of an answer take null for absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from graphwright.protocol.base import JsonValue

_KEPT: Final = frozenset({"type", "enum", "const", "title", "$ref"})
_NULL: Final[dict[str, JsonValue]] = {"type": "null"}


def strict_schema(schema: Mapping[str, JsonValue], *, keep_limits: bool = False) -> dict[str, JsonValue]:
    """The same schema as `strict` providers demand it; `keep_limits`: with its lengths and numbers."""
    strict: dict[str, JsonValue] = {}
    limits: list[str] = []
    for keyword, value in schema.items():
        if keyword in _KEPT:
            strict[keyword] = value
        elif keyword in {"anyOf", "oneOf"}:
            strict["anyOf"] = [
                strict_schema(_object(each), keep_limits=keep_limits) for each in cast("list[JsonValue]", value)
            ]
        elif keyword == "items":
            strict["items"] = strict_schema(_object(value), keep_limits=keep_limits)
        elif keyword in {"$defs", "definitions"}:
            inner = _object(value).items()
            strict[keyword] = {name: strict_schema(_object(each), keep_limits=keep_limits) for name, each in inner}
        elif keyword not in {"description", "properties", "required", "additionalProperties", "default"}:
            if keep_limits:
                strict[keyword] = value
            limits.append(f"{keyword}: {msgspec.json.encode(value).decode()}")
    if strict.get("type") == "object" or "properties" in schema:
        strict |= _closed(schema, keep_limits=keep_limits)
    described = [str(schema["description"])] if "description" in schema else []
    if limits:
        described.append(f"({', '.join(limits)})")
    if described:
        strict["description"] = " ".join(described)
    return strict


def schema_in_words(schema: Mapping[str, JsonValue]) -> str:
    """What the prompt says of the schema where the provider does not enforce it."""
    return f"Answer with one JSON object that follows this JSON Schema: {msgspec.json.encode(schema).decode()}"


def _closed(schema: Mapping[str, JsonValue], *, keep_limits: bool) -> dict[str, JsonValue]:
    properties = _object(schema.get("properties", {}))
    required = cast("list[JsonValue]", schema.get("required", []))
    closed: dict[str, JsonValue] = {
        name: strict if name in required else _or_null(strict)
        for name, each in properties.items()
        for strict in (strict_schema(_object(each), keep_limits=keep_limits),)
    }
    names: list[JsonValue] = list(properties)
    return {"properties": closed, "required": names, "additionalProperties": False}


def _or_null(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    either = schema.get("anyOf")
    if isinstance(either, list):
        return schema if _NULL in either else {**schema, "anyOf": [*either, _NULL]}
    return schema if schema == _NULL else {"anyOf": [schema, _NULL]}


def _object(value: JsonValue) -> dict[str, JsonValue]:
    return cast("dict[str, JsonValue]", value)
