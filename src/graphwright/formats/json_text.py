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

from graphwright.formats.unreadable import UnreadableText
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

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
_FAULTS: Final = {
    "Expecting value": "jsonValue",
    "Expecting property name": "jsonKey",
    "Expecting ':'": "jsonColon",
    "Expecting ','": "jsonComma",
    "Extra data": "jsonMore",
    "Unterminated string": "jsonText",
    "Invalid control character": "jsonControl",
    "Invalid \\": "jsonEscape",
}
"""How the standard parser begins to say what is wrong, and what we call it."""
_QUOTES_ESCAPED: Final = re.compile(r"\s*[\[{]\s*\\\"")


def load_json(text: str) -> JsonValue:
    """JSON, read strictly. `UnreadableText` says where it is no JSON, where a key stands twice, where NaN is."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise _unreadable("jsonDeep") from None
    except json.JSONDecodeError as error:
        name = next((name for words, name in _FAULTS.items() if error.msg.startswith(words)), "jsonPlace")
        raise _unreadable(name, line=error.lineno, column=error.colno) from None
    except ValueError:  # a number of thousands of digits
        raise _unreadable("jsonDigits") from None
    return value


def load_loose_json(text: str) -> JsonValue:
    """JSON as people and language models write it. `UnreadableText` as of `load_json`, of the text as it stands."""
    try:
        return load_json(text)
    except UnreadableText as error:
        try:
            return load_json(strictly_written(text))
        except UnreadableText as again:
            # A key that stands twice or NaN is said of what was meant; a place is one of the text as it stands.
            raise (again if _says_what(again) else error) from None


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
            raise _unreadable("jsonTwice", key=repr(key))
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise _unreadable("jsonConstant", name=name)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _unreadable("jsonNumber", number=text[:40])
    return value


def _unreadable(reason: str, /, **values: str | int) -> UnreadableText:
    return UnreadableText("json", reason=Term(key=f"terms.{reason}", values={**values}))


def _says_what(error: UnreadableText) -> bool:
    """Whether an error is about what the JSON means, not about a place in it."""
    reason = error.values["reason"]
    return isinstance(reason, Term) and "line" not in reason.values
