"""What stands in brackets at the end of a line of Format E: `[category:DataSchema, struct:{"id":"string"}, !old]`.

A value is text; a number, `true`, `false` or `null` as JSON writes it; text in JSON's quotes; or, where it begins with
a brace or a bracket, one JSON value, in which nothing needs protection. Written text has one form only.

Files are read strictly. Answers of language models are read tolerantly: `;`, `|` and line breaks also separate, `=`
also joins, other quotes and backslashes that JSON does not know are read, a comma that no key follows belongs to the
value. But a bracket that looks like attributes and cannot be read is said, never taken for text: the model would be
told nothing, and its words would stand in a description for ever.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.formats.cleaning import hidden_in_json
from graphwright.formats.escape import escape_in_list, positions, unescape
from graphwright.formats.json_text import json_end, load_json, load_loose_json
from graphwright.formats.unreadable import UnreadableText
from graphwright.protocol.base import JsonValue

_NAME: Final = "name"
_DESCR: Final = "descr"
# An attribute that is really called like a field is told apart by escaping its first letter, which no field name has.
_FIELD_KEYS: Final = {_NAME: "\\u{6e}ame", _DESCR: "\\u{64}escr"}
_PLAIN_KEY: Final = re.compile(r"[^\W\d][\w.-]{0,99}")
_CAREFUL_START: Final = "\"'`{[“„”‘’!"
_SEPARATES: Final = re.compile(r"[,:;=|\[\]]")

_SPACE: Final = re.compile(r"\s*")
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_OTHER_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*+'|`(?:[^`\\]|\\.)*+`|[“„](?:[^“”\\]|\\.)*+[”“]", re.DOTALL)
_QUOTED_JSON: Final = re.compile(r"[\"'`]\s*(?=[{\[])")
_KEY: Final = re.compile(r"((?:[^\\\[\]{}\"',:=;|\n]|\\u\{[0-9A-Fa-f]+\}|\\.){1,200}?)\s*([:=])(?!//)", re.DOTALL)
_UNSET: Final = re.compile(
    r"!\s*+(\"(?:[^\"\\]|\\.)*+\"|(?=\S)(?:[^\\\[\],;|\n]|\\.){1,200}?)\s*(?=[\],;|\n])", re.DOTALL
)
_AFTER: Final = re.compile(r"\s*(?:(?=\])|[,;|\n]|\Z)")
_STOP: Final = re.compile(r"\\.|([\[\],;|\n])", re.DOTALL)
_NEXT_KEY: Final = re.compile(
    r"(?:[^\W\d][\w.-]{0,99}|\"(?:[^\"\\\n]|\\.){1,200}\"|\\u\{6[4e]\}\w+)\s*[:=](?!//)"
    r"|!\s*(?:[^\W\d][\w.-]*|\\u\{6[4e]\}\w+|\"(?:[^\"\\\n]|\\.){1,200}\")\s*[\],;|\n]"
)
_NEXT_WORDS: Final = re.compile(r"\s*[^\W\d][\w -]{0,40}:(?!//)\s*\S")
_LOOKS: Final = re.compile(r"\[\s*(?:!\s*)?(?:[^\W\d][\w.-]{0,60}|\"(?:[^\"\\\n]|\\.){1,200}\")\s*[:=](?!//)")
_TRAILING: Final = re.compile(r"[\s.;,]*\Z")
_NEAR: Final = 40
"""Characters that are quoted of what cannot be read."""
_MAX_BRACKETS: Final = 40
"""Brackets of one line that are looked at; each look reads to the end of the line."""


class Attributes(Struct, frozen=True):
    """What stands between the brackets. On a node line `name:`, `descr:` and `!descr` are fields, not attributes."""

    values: dict[str, JsonValue]
    unset: list[str]
    name: str | None = None
    descr: str | None = None


NO_ATTRIBUTES: Final = Attributes({}, [])


class UnfinishedText(UnreadableText):
    """The brackets are not closed on this line; perhaps on a later one."""


# writing -------------------------------------------------------------------------------------------------------------


def write_attributes(
    values: Mapping[str, JsonValue], unset: Iterable[str] = (), *, name: str | None = None, clear_descr: bool = False
) -> str:
    """`[key:value, !key]`; in an update also the new name, and that the description goes."""
    parts = [] if name is None else [f"{_NAME}:{_text(name)}"]
    parts += [f"!{_DESCR}"] if clear_descr else []
    parts += [f"{_written_key(key)}:{_written(value)}" for key, value in values.items()]
    parts += [f"!{_written_key(key)}" for key in unset]
    return f"[{', '.join(parts)}]"


def _written_key(key: str) -> str:
    if key in _FIELD_KEYS:
        return _FIELD_KEYS[key]
    return key if _PLAIN_KEY.fullmatch(key) else _json(key)


def _written(value: JsonValue) -> str:
    return _text(value) if isinstance(value, str) else _json(value)


def _text(text: str) -> str:
    """Text as itself, or in JSON's quotes where it would be cut or read as something else."""
    if not text or text[0] in _CAREFUL_START or _SEPARATES.search(text) or _scalar(text) is not None:
        return _json(text)
    return escape_in_list(text)


def _json(value: JsonValue) -> str:
    return hidden_in_json(msgspec.json.encode(value).decode())


# reading -------------------------------------------------------------------------------------------------------------


def read_attributes(
    text: str, *, strict: bool, of_node: bool = True, known: Collection[str] = ()
) -> tuple[str, Attributes]:
    """A line without its closing `[...]`, and what stood in it. `UnreadableText`; `UnfinishedText`.

    Tolerant: brackets that hold no `key:value` are part of the text before them; `known` are names of attributes that
    are meant wherever they stand.
    """
    text = text.strip()
    if "[" not in text and "]" not in text:
        return text, NO_ATTRIBUTES
    if strict:
        return _strictly(text, of_node=of_node)
    openings = [at for at in positions(text, "[") if _LOOKS.match(text, at) or _begins(text, at)]
    for opening in openings[:_MAX_BRACKETS]:
        reading = _AttributeReading(text, opening, strict=False, of_node=of_node)
        try:
            reading.read_all()
        except UnreadableText as error:
            if _is_meant(text, opening, error, known):
                raise
            continue
        if _TRAILING.match(text, reading.at):
            return text[:opening].rstrip(), reading.result()
        if reading.keys & set(known):
            raise UnreadableText("attributesFollowed", rest=repr(text[reading.at :][:_NEAR]))
    return text, NO_ATTRIBUTES


def _strictly(text: str, *, of_node: bool) -> tuple[str, Attributes]:
    openings = positions(text, "[]")
    if not openings:
        return text, NO_ATTRIBUTES
    if text[openings[0]] != "[" or not text.endswith("]"):
        raise UnreadableText("bracket")
    reading = _AttributeReading(text, openings[0], strict=True, of_node=of_node)
    reading.read()
    if reading.at != len(text):
        raise UnreadableText("bracket")
    return text[: openings[0]].rstrip(), reading.result()


def _begins(text: str, opening: int) -> bool:
    """Does something begin here that only a list of attributes can be: an unset key, a key in words?"""
    at = _skipped(text, opening + 1)
    return _UNSET.match(text, at) is not None or _KEY.match(text, at) is not None


def _is_meant(text: str, opening: int, error: UnreadableText, known: Collection[str]) -> bool:
    """Were these brackets meant as attributes, though they cannot be read?"""
    looks = _LOOKS.match(text, opening)
    if looks is None:
        return False
    key = looks[0].strip("[]!:=\"' ")
    is_last = text.endswith("]") or isinstance(error, UnfinishedText)
    return is_last or key in known


def _skipped(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


class _AttributeReading:
    """Reads one list of attributes, from its opening bracket on."""

    def __init__(self, text: str, opening: int, *, strict: bool, of_node: bool) -> None:
        self.at = opening
        self._text = text
        self._strict = strict
        self._fields = _FIELD_KEYS if of_node else ()
        self._values: dict[str, JsonValue] = {}
        self._unset: list[str] = []
        self._given: dict[str, str] = {}

    @property
    def keys(self) -> set[str]:
        """Every attribute named so far."""
        return {*self._values, *self._unset}

    def result(self) -> Attributes:
        """What was read."""
        return Attributes(self._values, self._unset, self._given.get(_NAME), self._given.get(_DESCR))

    def read_all(self) -> None:
        """One list, or several behind one another: `[a:1] [b:2]`."""
        self.read()
        following = _skipped(self._text, self.at)
        while _LOOKS.match(self._text, following):
            self.at = following
            self.read()
            following = _skipped(self._text, self.at)

    def read(self) -> None:
        """One list with its brackets."""
        self._advance(self.at + 1)
        while not self._text.startswith("]", self.at):
            if self.at >= len(self._text):
                raise UnfinishedText("attributesOpen")
            self._item()
            end = _AFTER.match(self._text, self.at)
            if end is None:
                raise self._unreadable()
            separator = self._text[self.at : end.end()].strip(" \t")
            if self._strict and separator not in ("", ","):
                raise self._unreadable()
            self._advance(end.end())
            if self._strict and separator and self._text.startswith("]", self.at):
                raise self._unreadable()
        self.at += 1

    def _item(self) -> None:
        if self._text.startswith("!", self.at):
            unset = _UNSET.match(self._text, self.at)
            if unset is None:
                raise self._unreadable()
            self.at = unset.end()
            self._drop(unset[1])
            return
        raw_key = self._key()
        self._set(raw_key, self._value())

    def _drop(self, raw: str) -> None:
        if self._fields and raw == _DESCR:
            self._given[_DESCR] = ""
        else:
            self._unset.append(self._key_text(raw))

    def _key(self) -> str:
        """The key as it is written; `at` is then behind the colon."""
        quoted = _QUOTED.match(self._text, self.at)
        if quoted is not None:
            colon = _skipped(self._text, quoted.end())
            if not self._text.startswith((":", "="), colon):
                raise self._unreadable()
            self._advance(colon + 1)
            return quoted[0]
        key = _KEY.match(self._text, self.at)
        if key is None or (self._strict and key[2] != ":"):
            raise self._unreadable()
        self._advance(key.end())
        return key[1].strip()

    def _key_text(self, raw: str) -> str:
        if raw.startswith('"'):
            return str(_json_value(raw, strict=False))
        return unescape(raw, strict=self._strict)

    def _set(self, raw_key: str, value: JsonValue) -> None:
        bare = raw_key.strip('"') if not self._strict else raw_key
        if bare in self._fields:
            self._given[bare] = value if isinstance(value, str) else _json(value)
            return
        key = self._key_text(raw_key)
        if not key:
            raise self._unreadable()
        if key in self._values:
            raise UnreadableText("attributeTwice", key=repr(key))
        self._values[key] = value

    # values ----------------------------------------------------------------------------------------------------------

    def _value(self) -> JsonValue:
        text, at = self._text, self.at
        if text.startswith(("{", "["), at) or (not self._strict and text.startswith(("\\[", "\\{"), at)):
            return self._braces()
        quoted = _QUOTED.match(text, at)
        if quoted is not None and _AFTER.match(text, quoted.end()):
            self.at = quoted.end()
            return _json_value(quoted[0], strict=self._strict)
        if not self._strict:
            found = self._other_quotes()
            if found is not None:
                return found
        return self._plain()

    def _braces(self) -> JsonValue:
        start, end = self.at, json_end(self._text, self.at)
        if end is None:
            raise UnfinishedText("valueOpen")
        raw = self._text[start:end]
        if _AFTER.match(self._text, end):
            self.at = end
            try:
                return _json_value(raw, strict=self._strict)
            except UnreadableText as error:
                fault = error
            try:
                return load_loose_json(unescape(raw, strict=self._strict))
            except UnreadableText:
                pass
            if self._strict or re.search("[\"':]", raw):
                raise fault
        elif self._strict:
            raise self._unreadable()
        # Words in brackets, such as `[draft] of the order`.
        self.at = start
        return self._plain()

    def _other_quotes(self) -> str | None:
        """Text in other quotes, or JSON in quotes that are not escaped inside it."""
        text, at = self._text, self.at
        opening = _QUOTED_JSON.match(text, at)
        if opening is not None:
            end = json_end(text, opening.end())
            if end is None:
                raise UnfinishedText("valueOpen")
            closing = _skipped(text, end)
            if text.startswith(text[at], closing) and _AFTER.match(text, closing + 1):
                self.at = closing + 1
                return unescape(text[opening.end() : end], strict=False)
        quoted = _OTHER_QUOTED.match(text, at)
        if quoted is None or not _AFTER.match(text, quoted.end()):
            return None
        self.at = quoted.end()
        return unescape(quoted[0][1:-1].replace("\\'", "'"), strict=False)

    def _plain(self) -> JsonValue:
        start = self.at
        self.at = self._plain_end()
        raw = self._text[start : self.at].strip()
        found = _scalar(raw)
        return unescape(raw, strict=self._strict) if found is None else found[0]

    def _plain_end(self) -> int:
        """Where text that is not in quotes ends: at its bracket, or at what separates it from the next key."""
        depth = 0
        for stop in _STOP.finditer(self._text, self.at):
            match stop[1]:
                case "[":
                    depth += 1
                case "]" if depth:
                    depth -= 1
                case "]":
                    return stop.start()
                case str() if not depth and self._separates(stop.start()):
                    return stop.start()
                case _:
                    pass
        raise UnfinishedText("attributesOpen")

    def _separates(self, at: int) -> bool:
        if self._strict:
            return self._text[at] == ","
        following = _skipped(self._text, at + 1)
        if self._text.startswith("]", following) or _NEXT_KEY.match(self._text, following):
            return True
        if self._text[at] == "," and _NEXT_WORDS.match(self._text, following):
            words = self._text[following:].partition(":")[0]
            raise UnreadableText("keyOrValue", words=repr(words))
        return False

    def _advance(self, at: int) -> None:
        self.at = _skipped(self._text, at)

    def _unreadable(self) -> UnreadableText:
        return UnreadableText("attributes", rest=repr(self._text[self.at :][:_NEAR]))


def _json_value(text: str, *, strict: bool) -> JsonValue:
    try:
        return load_json(text) if strict else load_loose_json(text)
    except UnreadableText as fault:
        raise UnreadableText("value", **fault.values) from None


def _scalar(text: str) -> tuple[JsonValue] | None:
    """Numbers, booleans and null only in the one form in which JSON is written: `1.10` stays text."""
    if not text or text[0] not in "-0123456789tfn":
        return None
    try:
        value: JsonValue = msgspec.json.decode(text)
        canonical = msgspec.json.encode(value).decode() == text
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return (value,) if canonical else None
