"""The fields of a schema, read from its `struct`: the keys of an object, or of its `properties` or `fields`."""

from __future__ import annotations

from typing import cast

import msgspec

from graphwright.protocol.graph import Node


def fields_of(node: Node) -> list[str]:
    """Names of fields, in their order; none where the structure is no object or cannot be read."""
    struct: object = node.attributes.get("struct")
    if isinstance(struct, str):
        try:
            struct = msgspec.json.decode(struct)
        except msgspec.MsgspecError:
            return []
    if not isinstance(struct, dict):
        return _named(struct)
    known = cast("dict[str, object]", struct)
    for key in ("properties", "fields"):
        inner = known.get(key)
        if isinstance(inner, dict):
            return list(cast("dict[str, object]", inner))
        if isinstance(inner, list):
            return _named(cast("list[object]", inner))
    return list(known)


def _named(rows: object) -> list[str]:
    """Fields as a list: texts, or objects with a name."""
    if not isinstance(rows, list):
        return []
    found: list[str] = []
    for row in cast("list[object]", rows):
        name: object = cast("dict[str, object]", row).get("name") if isinstance(row, dict) else row
        found += [name] if isinstance(name, str) else []
    return found
