"""The JSON Schema of records as they are written: a field that is `None` is left out, so no schema says null for it.

Words to choose from may be given as the place where the program has them (`choices`), and are looked up here.
"""

from __future__ import annotations

from typing import Any, cast

from graphwright.choices import Choices
from graphwright.protocol.base import JsonValue

_NULL: dict[str, JsonValue] = {"type": "null"}


def without_nulls(schema: Any) -> Any:  # noqa: ANN401 # a schema is any JSON, and stays of the kind it was
    """The same schema; what may be null only because it may be absent is told as what it is when it is there."""
    if isinstance(schema, list):
        return [without_nulls(each) for each in cast("list[JsonValue]", schema)]
    if isinstance(schema, tuple):
        return tuple(without_nulls(each) for each in cast("tuple[JsonValue, ...]", schema))
    if not isinstance(schema, dict):
        return schema
    told = {key: without_nulls(each) for key, each in cast("dict[str, Any]", schema).items()}
    if isinstance(told.get("enum"), str):
        told["enum"] = list(Choices(told["enum"]))
    if "default" in told and told["default"] is None:
        del told["default"]
        others = [each for each in told.pop("anyOf", []) if each != _NULL]
        told |= others[0] if len(others) == 1 else {"anyOf": others} if others else {}
    return told
