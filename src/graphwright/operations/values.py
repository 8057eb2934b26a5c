"""Whether names, descriptions and attributes may be stored as they are: length, characters, depth (R-40, R-43).

Text is kept raw and encoded at output (R-36); here only what no reader could handle is refused.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from typing import Final

from graphwright.errors import MalformedOutput
from graphwright.formats.json_text import load_json, load_loose_json
from graphwright.graph.profile import NodeType
from graphwright.protocol.base import JsonValue

NAME_LENGTH: Final = 200
DESCR_LENGTH: Final = 20_000
ATTRIBUTES: Final = 100
"""Attributes of one element."""
KEY_LENGTH: Final = 100
VALUE_LENGTH: Final = 20_000
DEPTH: Final = 8
"""Of one attribute's value: process configurations of profile `workflow` are the deepest known, at 5."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_CONTROL_OR_BREAK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIELDS: Final = frozenset({"nodeid", "edgeid", "semanticid", "nodetype", "edgetype", "name", "descr"})


def normal(text: str) -> str:
    """Text as it is stored: NFC, no white space around it."""
    return unicodedata.normalize("NFC", text).strip()


def stored(attributes: dict[str, JsonValue], node_type: NodeType | None) -> dict[str, JsonValue]:
    """Attributes as they are kept: what the ontology wants as JSON text is that, however it was given."""
    wanted = {each.name for each in node_type.attributes if each.type == "json"} if node_type is not None else ()
    return {key: _json_text(value) if key in wanted else value for key, value in attributes.items()}


def _json_text(value: JsonValue) -> JsonValue:
    """A value as JSON text. Text that is loosely written JSON is written strictly; other text stays, for the rules."""
    if value is None:
        return None
    if isinstance(value, str) and not value.lstrip().startswith(("{", "[")):
        return value
    if isinstance(value, str):
        try:
            load_json(value)
        except MalformedOutput:
            try:
                value = load_loose_json(value)
            except MalformedOutput:
                return value
        else:
            return value
    return json.dumps(value, ensure_ascii=False)


def name_fault(name: str) -> str | None:
    """What is wrong with a node's name (already `normal`), or `None` (K-19)."""
    if not name:
        return "the name is empty"
    if len(name) > NAME_LENGTH:
        return f"the name has {len(name):,} characters, at most {NAME_LENGTH} are kept"
    return _character_fault(name, _CONTROL_OR_BREAK, "the name")


def descr_fault(descr: str) -> str | None:
    """What is wrong with a description, or `None`."""
    if len(descr) > DESCR_LENGTH:
        return f"the description has {len(descr):,} characters, at most {DESCR_LENGTH:,} are kept"
    return _character_fault(descr, _CONTROL, "the description")


def attributes_fault(attributes: dict[str, JsonValue]) -> str | None:
    """What is wrong with a set of attributes, or `None`."""
    if len(attributes) > ATTRIBUTES:
        return f"{len(attributes)} attributes, at most {ATTRIBUTES} are kept"
    for key, value in attributes.items():
        if not key or len(key) > KEY_LENGTH:
            return f"attribute name {key[:40]!r} must have 1 to {KEY_LENGTH} characters"
        if key.lower() in _FIELDS:
            return f"{key!r} is a field of the element, not an attribute"
        fault = _character_fault(key, _CONTROL_OR_BREAK, "an attribute name") or _value_fault(value, DEPTH)
        if fault is not None:
            return f"attribute {key!r}: {fault}"
    return None


def _value_fault(value: JsonValue, depth: int) -> str | None:
    if isinstance(value, str):
        if len(value) > VALUE_LENGTH:
            return f"{len(value):,} characters, at most {VALUE_LENGTH:,} are kept"
        return _character_fault(value, _CONTROL, "the value")
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN and infinity are no values"
    if isinstance(value, list | dict):
        if not depth:
            return f"nested deeper than {DEPTH} levels"
        inner = value.values() if isinstance(value, dict) else value
        return next((fault for fault in (_value_fault(item, depth - 1) for item in inner) if fault), None)
    return None


def _character_fault(text: str, refused: re.Pattern[str], what: str) -> str | None:
    found = refused.search(text) or _SURROGATE.search(text)
    if found is None:
        return None
    return f"{what} holds the character U+{ord(found[0]):04X} at position {found.start()}; remove it"
