"""Whether names, descriptions and attributes may be stored as they are: length, characters, depth (R-40, R-43).

Text is kept raw and encoded at output (R-36); here only what no reader could handle is refused.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from graphwright.formats.json_text import load_json, load_loose_json
from graphwright.formats.unreadable import UnreadableText
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
_UNSEEN: Final = frozenset({"Cf", "Zs"})
"""Categories of characters that leave no ink: they join, turn and space others."""
_FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category, drawn as nothing."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIELDS: Final = frozenset({"nodeid", "edgeid", "semanticid", "nodetype", "edgetype", "name", "descr"})


class Fault(NamedTuple):
    """Why something may not be stored."""

    code: Literal["limitExceeded", "malformed"]
    case: str
    values: dict[str, str | int] = {}


def normal(text: str) -> str:
    """Text as it is stored: NFC, no white space around it."""
    if text.isascii():
        return text.strip()
    return unicodedata.normalize("NFC", text).strip()


def are_normal(texts: Sequence[str]) -> bool:
    """Is each of them as it is stored? Asked of all at once, which is a tenth of the work for the many that are."""
    if [*map(str.strip, texts)] != [*texts]:
        return False
    together = "\n".join(texts)  # the mark between them composes with nothing
    return together.isascii() or unicodedata.is_normalized("NFC", together)


def stored(attributes: dict[str, JsonValue], node_type: NodeType | None) -> dict[str, JsonValue]:
    """Attributes as they are kept: what the ontology wants as JSON text is that, however it was given."""
    if not attributes:
        return attributes
    wanted = {each.name for each in node_type.attributes if each.type == "json"} if node_type is not None else ()
    if not wanted:
        return attributes
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
        except UnreadableText:
            try:
                value = load_loose_json(value)
            except UnreadableText:
                return value
        else:
            return value
    return json.dumps(value, ensure_ascii=False)


def name_fault(name: str) -> Fault | None:
    """What is wrong with a node's name (already `normal`), or `None` (K-19)."""
    if not is_seen(name):
        return Fault("malformed", "emptyName")
    if len(name) > NAME_LENGTH:
        return Fault("limitExceeded", "name", {"count": len(name), "limit": NAME_LENGTH})
    return _character_fault(name, _CONTROL_OR_BREAK)


def is_seen(text: str) -> bool:
    """Whether there is a character in it that leaves ink: nobody finds an element of blanks alone."""
    if text.isascii():  # where nothing but the blank is unseen; by far the most names
        return bool(text.strip(" "))
    return any(unicodedata.category(each) not in _UNSEEN and each not in _FILLERS for each in text)


def descr_fault(descr: str) -> Fault | None:
    """What is wrong with a description, or `None`."""
    if len(descr) > DESCR_LENGTH:
        return Fault("limitExceeded", "descr", {"count": len(descr), "limit": DESCR_LENGTH})
    return _character_fault(descr, _CONTROL)


def attributes_fault(attributes: dict[str, JsonValue]) -> Fault | None:
    """What is wrong with a set of attributes, or `None`."""
    if len(attributes) > ATTRIBUTES:
        return Fault("limitExceeded", "attributes", {"count": len(attributes), "limit": ATTRIBUTES})
    for key, value in attributes.items():
        fault = _key_fault(key) or _value_fault(value, DEPTH)
        if fault is not None:
            return fault._replace(
                values={**fault.values, "key": repr(key if len(key) <= KEY_LENGTH else key[:40])},
                case="attributeCharacter" if fault.case == "character" else fault.case,
            )
    return None


@lru_cache(maxsize=1_000)
def _key_fault(key: str) -> Fault | None:
    """What is wrong with the name of an attribute; elements of a model share a few."""
    if not key or len(key) > KEY_LENGTH:
        return Fault("malformed", "key", {"limit": KEY_LENGTH})
    if key.lower() in _FIELDS:
        return Fault("malformed", "reserved")
    return _character_fault(key, _CONTROL_OR_BREAK)


def _value_fault(value: JsonValue, depth: int) -> Fault | None:
    if isinstance(value, str):
        if len(value) > VALUE_LENGTH:
            return Fault("limitExceeded", "value", {"count": len(value), "limit": VALUE_LENGTH})
        return _character_fault(value, _CONTROL)
    if isinstance(value, float) and not math.isfinite(value):
        return Fault("malformed", "infinite")
    if isinstance(value, list | dict):
        if not depth:
            return Fault("malformed", "depth", {"limit": DEPTH})
        inner = value.values() if isinstance(value, dict) else value
        return next((fault for fault in (_value_fault(item, depth - 1) for item in inner) if fault), None)
    return None


def _character_fault(text: str, refused: re.Pattern[str]) -> Fault | None:
    if text.isprintable():  # by far the most texts: nothing that is refused is printable
        return None
    found = refused.search(text) or _SURROGATE.search(text)
    if found is None:
        return None
    return Fault("malformed", "character", {"character": f"U+{ord(found[0]):04X}", "position": found.start()})
