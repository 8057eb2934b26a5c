"""The language of whoever asks over REST, and answers in its words; the page has a catalogue of its own.

A record keeps its codes and values beside the words, so that nobody has to take a text apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from graphwright.errors import GraphwrightError, Refused
from graphwright.languages import LANGUAGES, Language
from graphwright.protocol.operations import Finding, Problem
from graphwright.protocol.wire import decode
from graphwright.text.messages import in_words

_WANTED: Final = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,30})?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?\s*")
_MOST: Final = 20
"""Languages that are looked at; a browser sends a handful."""


def language_asked(headers: Mapping[str, str]) -> Language:
    """The language of `Accept-Language` that people want most and the product has; else English."""
    best, language = 0.0, LANGUAGES[0]
    for part in headers.get("accept-language", "").split(",")[:_MOST]:
        wanted = _WANTED.fullmatch(part.strip())
        known = None if wanted is None else next((each for each in LANGUAGES if each == wanted[1].lower()), None)
        weight = 0.0 if wanted is None else float(wanted[2] or 1)
        if known is not None and weight > best:
            best, language = weight, known
    return language


def worded(body: object, answer: Any, language: Language) -> object:  # noqa: ANN401  any type that an endpoint answers with
    """The same answer with the words of its findings and problems in it; one that is encoded already is read again."""
    return _worded(decode(bytes(body), answer) if isinstance(body, msgspec.Raw) else body, language)


def _worded(value: object, language: Language) -> object:
    match value:
        case Finding():
            return in_words(value, language)
        case Problem():
            return in_words(value, language)
        case list():
            return [_worded(each, language) for each in value]
        case Struct():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            made = {name: _worded(each, language) for name, each in fields.items() if isinstance(each, list | Struct)}
            changed = {name: each for name, each in made.items() if each != fields[name]}
            return msgspec.structs.replace(value, **changed) if changed else value
        case _:
            return value


def worded_error(error: GraphwrightError, language: Language) -> GraphwrightError:
    """The same error; the problems of a refused change set have their words."""
    if isinstance(error, Refused):
        error.problems = [_worded(each, language) for each in error.problems]
    return error
