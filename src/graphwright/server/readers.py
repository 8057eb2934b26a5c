"""The language of whoever asks over REST, and answers in its words; the page has a catalogue of its own.

A record keeps its codes and values beside the words, so that nobody has to take a text apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from graphwright.languages import LANGUAGES, Language, supported
from graphwright.protocol.base import JsonValue
from graphwright.protocol.operations import Finding, Problem
from graphwright.text.messages import hint_of, message_of

_WANTED: Final = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,30})?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?\s*")
_MOST: Final = 20
"""Languages that are looked at; a browser sends a handful."""
_WORDLESS: Final = "zxx"
"""The code for "no linguistic content" (ISO 639-2): what the page asks for, which makes the words itself."""


def language_asked(headers: Mapping[str, str]) -> Language | None:
    """The language of `Accept-Language` that the product has and people want most, else English; `None`: no words."""
    best, language = 0.0, supported("")
    wanted = headers.get("accept-language", "")
    if wanted.strip().lower() == _WORDLESS:
        return None
    for part in wanted.split(",")[:_MOST]:
        found = _WANTED.fullmatch(part.strip())
        known = None if found is None or found[1].lower() not in LANGUAGES else supported(found[1].lower())
        weight = 0.0 if found is None else float(found[2] or 1)
        if known is not None and weight > best:
            best, language = weight, known
    return language


def worded(body: bytes, language: Language) -> bytes:
    """JSON with the words of its findings and problems in it. Pure: a long list is told beside the event loop."""
    value: JsonValue = msgspec.json.decode(body)
    _put_words(value, language)
    return msgspec.json.encode(value)


def _put_words(value: JsonValue, language: Language) -> None:
    """Fill in what lies in this value, however deep; what is sent is ours and not deep."""
    if isinstance(value, list):
        for each in value:
            _put_words(each, language)
    elif isinstance(value, dict):
        told = _told(value)
        if told is None:
            for each in value.values():
                _put_words(each, language)
        else:
            value["message"], value["hint"] = message_of(told, language), hint_of(told, language)


def _told(value: dict[str, JsonValue]) -> Finding | Problem | None:
    if "findingId" in value and "ruleId" in value:
        return msgspec.convert(value, Finding)
    return msgspec.convert(value, Problem) if {"code", "path", "candidates"} <= value.keys() else None
