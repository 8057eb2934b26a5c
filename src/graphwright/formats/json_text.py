"""JSON as text: read strictly, read as people and language models write it, and found in a longer line.

Loosely written are comments, trailing commas, single or curly quotes, keys without quotes, `None` and `True`, a line
break inside a text, and backslashes that Format E asks for and JSON does not know. All of them have one meaning only;
`strictly_written` turns them into JSON, which the standard parser then reads, because only that one can tell a key that
stands twice and NaN apart. Nothing that is missing is ever made up.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final, NoReturn

from graphwright.errors import MalformedOutput
from graphwright.protocol.base import JsonValue

_TOKEN: Final = re.compile(
    r"""
    (?P<text>"(?:[^"\\]|\\.)*+")
    | (?P<single>'(?:[^'\\]|\\.)*+')
    | (?P<curly>[“„”](?:[^“”\\]|\\.)*+[”“])
    | (?P<comment>//[^\n]*+|\#[^\n]*+|/\*(?:(?!\*/).)*+(?:\*/)?)
    | \\?(?P<bracket>[\[\]{}])
    | \\?(?P<mark>[,:])
    | (?P<number>[+-]?\d[\w.+-]*+)
    | (?P<space>\s++)
    | (?P<word>[^\W\d][\w$-]*+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "null"}
_ESCAPE: Final = re.compile(r"\\(.)|[\n\r\t]", re.DOTALL)
_KNOWN_ESCAPES: Final = frozenset('"\\/bfnrtu')
_RAW: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_QUOTES_ESCAPED: Final = re.compile(r"\s*[\[{]\s*\\\"")


def load_json(text: str) -> JsonValue:
    """JSON, read strictly. `MalformedOutput` says where it is no JSON, where a key stands twice, where NaN is."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise MalformedOutput("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        message = f"the JSON cannot be read at line {error.lineno}, column {error.colno}: {error.msg}"
        raise MalformedOutput(message) from None
    except ValueError as error:  # a number of thousands of digits
        raise MalformedOutput(f"the JSON cannot be read: {error}") from None
    return value


def load_loose_json(text: str) -> JsonValue:
    """JSON as people and language models write it. `MalformedOutput` as of `load_json`, of the text as it stands."""
    try:
        return load_json(text)
    except MalformedOutput as error:
        try:
            return load_json(strictly_written(text))
        except MalformedOutput as again:
            # A key that stands twice or NaN is said of what was meant; a place is one of the text as it stands.
            raise (error if "cannot be read" in again.message else again) from None


def strictly_written(text: str) -> str:
    """The same, as JSON wants it written, as far as its meaning is plain."""
    if _QUOTES_ESCAPED.match(text):
        text = text.replace('\\"', '"')
    written: list[str] = []
    comma = False
    tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup not in ("space", "comment")]
    for at, token in enumerate(tokens):
        piece = _strict(token, tokens[at + 1] if at + 1 < len(tokens) else None)
        if piece == ",":
            comma = True
            continue
        if comma and piece not in ("]", "}"):
            written.append(",")
        comma = False
        written.append(piece)
    if comma:
        written.append(",")
    return " ".join(written)


def json_end(text: str, start: int) -> int | None:
    """Where the list or object that begins at `start` ends (the place behind it); `None` while it is not whole."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token.lastgroup != "bracket":
            continue
        depth += 1 if token["bracket"] in "[{" else -1
        if depth == 0:
            return token.end()
    return None


def _strict(token: re.Match[str], following: re.Match[str] | None) -> str:
    """One token as JSON writes it; what has no meaning in JSON stays, for the parser to refuse."""
    kind, piece = token.lastgroup, token[token.lastgroup or 0]
    if kind == "text":
        return f'"{_ESCAPE.sub(_known_escape, piece[1:-1])}"'
    if kind in ("single", "curly"):
        inner = piece[1:-1].replace("\\'", "'")
        return '"' + _ESCAPE.sub(_known_escape, re.sub(r'(?<!\\)"', '\\"', inner)) + '"'
    if kind == "word":
        if following is not None and following["mark"] == ":":
            return json.dumps(piece, ensure_ascii=False)
        return _WORDS.get(piece.casefold(), piece)
    return piece


def _known_escape(match: re.Match[str]) -> str:
    if match[1] is None:
        return _RAW[match[0]]
    return match[0] if match[1] in _KNOWN_ESCAPES else match[1]


def _once(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for key, value in pairs:
        if key in found:
            message = f"the key {key!r} stands twice in one object, so it is not clear which one is meant"
            raise MalformedOutput(message)
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON value"
    raise MalformedOutput(message)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        message = f"the number {text[:40]} is too large"
        raise MalformedOutput(message)
    return value
