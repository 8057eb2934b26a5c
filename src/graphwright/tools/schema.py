"""Argument structs become the JSON Schema that a provider is told, and text from a model becomes arguments, strictly.

The struct is the only definition. Schemas are short, because every call carries them: no references, because small
models follow what stands in place; alternatives told apart by a tag are one object with the fields of all; lengths are
held and not told, because no model counts characters. A word of the project's ontology is an enumeration of what there
is today.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta, Struct

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.protocol.base import JsonValue
from graphwright.protocol.json_schema import without_nulls

if TYPE_CHECKING:
    from graphwright.graph.ontology import Ontology

A = TypeVar("A", bound=Struct)

ARGUMENT_CHARACTERS: Final = 256 * 1024
"""Of one call: a batch of a hundred described nodes has room in it."""
_NOT_TOLD: Final = frozenset(
    {"title", "discriminator", "propertyNames"} | {"minLength", "maxLength", "minItems", "maxItems", "maxProperties"}
)
_FAR: Final = 1_000_000
"""A bound as far off as this is held and not told, either."""
_NODE_TYPE: Final = "nodeType"
_EDGE_TYPE: Final = "edgeType"

NodeTypeWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100, extra_json_schema={"format": _NODE_TYPE})]
EdgeTypeWord: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100, extra_json_schema={"format": _EDGE_TYPE})]


class ToolArguments(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of one tool; its docstring is the description that the language model reads."""


class GivenArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments as they came, for a tool that reads them elsewhere."""

    text: str
    """JSON."""


def schema_of(arguments: type[Struct], ontology: Ontology) -> dict[str, JsonValue]:
    """The JSON Schema of a tool's arguments in a project with this ontology; made once, so nobody may change it."""
    return _made(arguments, tuple(ontology.node_types), tuple(ontology.relations))


@lru_cache(maxsize=512)  # all tools of a dozen profiles
def _made(arguments: type[Struct], node_types: tuple[str, ...], edge_types: tuple[str, ...]) -> dict[str, JsonValue]:
    schema = cast("dict[str, JsonValue]", without_nulls(msgspec.json.schema(arguments, schema_hook=_any_json)))
    definitions = cast("dict[str, JsonValue]", schema.pop("$defs"))
    words: dict[str, list[JsonValue]] = {_NODE_TYPE: [*node_types], _EDGE_TYPE: [*edge_types]}
    return cast("dict[str, JsonValue]", _inlined(schema, definitions, words, is_top=True))


def arguments_of(text: str, arguments: type[A]) -> A:
    """The arguments a model sent; cut, unknown or wrong ones are an error that says where. Nothing is repaired (R-63).

    Raises `LimitExceeded`, `InvalidCommand`.
    """
    if len(text) > ARGUMENT_CHARACTERS:
        raise LimitExceeded(f"the arguments have {len(text):,} characters, at most {ARGUMENT_CHARACTERS:,} are read")
    try:
        return msgspec.json.decode(text, type=arguments)
    except msgspec.ValidationError as error:
        raise InvalidCommand(f"the arguments do not fit the tool: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        message = f"the arguments are not one complete JSON object ({error}); nothing of them was used"
        raise InvalidCommand(message) from None


def _any_json(_type: object) -> dict[str, Any]:
    """Attributes hold any JSON."""
    return {}


def _inlined(
    value: JsonValue, definitions: dict[str, JsonValue], words: dict[str, list[JsonValue]], *, is_top: bool = False
) -> JsonValue:
    """The schema with its references put in place, without titles; a tool's own description stands beside it."""
    if isinstance(value, list):
        return [_inlined(item, definitions, words) for item in value]
    if not isinstance(value, dict):
        return value
    if isinstance(reference := value.get("$ref"), str):
        target = _inlined(definitions[reference.rpartition("/")[2]], definitions, words)
        own = {key: each for key, each in value.items() if key != "$ref"}
        whole = {**target, **own} if isinstance(target, dict) else own
        if is_top:
            whole.pop("description", None)
        return whole
    alternatives = value.get("anyOf")
    if "discriminator" in value and isinstance(alternatives, list):
        return _merged([_inlined(each, definitions, words) for each in alternatives])
    made: dict[str, JsonValue] = {}
    for key, each in value.items():
        if key == "properties" and isinstance(each, dict):
            made[key] = {name: _inlined(field, definitions, words) for name, field in each.items()}
        elif key == "format" and each in words:
            made["enum"] = words[str(each)]
        elif key not in _NOT_TOLD and not (key == "maximum" and isinstance(each, int) and each >= _FAR):
            made[key] = _inlined(each, definitions, words)
    if "enum" in made:
        made.setdefault("type", "string")  # a tag has none, and some providers ask for one
    return made


def _merged(alternatives: Sequence[JsonValue]) -> dict[str, JsonValue]:
    """Alternatives told apart by a tag as one object; required is what all of them ask for."""
    objects = [cast("dict[str, Any]", each) for each in alternatives]
    properties: dict[str, Any] = {}
    for each in objects:
        for name, field in each["properties"].items():
            words = [*properties.get(name, {}).get("enum", []), *field.get("enum", [])]
            properties[name] = {**field, **properties.get(name, {}), **_enumeration(words)}
    required = [name for name in objects[0]["required"] if all(name in each["required"] for each in objects)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _enumeration(words: Sequence[str]) -> dict[str, list[str]]:
    return {"enum": list(dict.fromkeys(words))} if words else {}
