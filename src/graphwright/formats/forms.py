"""Forms that a language model fills in: the schema it is told, and what it wrote, read as it was meant.

A form is a struct whose fields carry a description (`asked`). Hosted models keep to a strict schema; every other one
writes what it likes: prose and fences around, wrappers, translated keys, texts where numbers or lists were asked. All
of that has one meaning only and is read. What has none is left out and told, so that whoever asks can ask again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar, cast

import msgspec
from msgspec import Meta, Struct, inspect

from graphwright.formats.json_text import json_end, load_loose_json
from graphwright.formats.unreadable import UnreadableText
from graphwright.protocol.base import JsonValue
from graphwright.text.folding import fold
from graphwright.text.recognition import listed, words_of

F = TypeVar("F", bound=Struct)

_CANDIDATES: Final = 40
"""Objects and lists of one answer that are tried; the form stands among the first."""
_PROBLEMS: Final = 12
_DEPTH: Final = 3
"""Wrappers around the form that are opened."""
_SHOWN: Final = 60
_OF_TEN: Final = 10
_LEFT_OUT: Final = frozenset({"title", "default"})
_BEGIN: Final = re.compile(r"[{\[]")
_NUMBER: Final = re.compile(r"-?\d+(?:[.,]\d+)?")
_SEPARATOR: Final = re.compile(r"\s*[;|\n]\s*|\s+/\s+|,\s+")


def asked(description: str, *names: str, words: str = "", is_list_in_text: bool = False) -> Meta:
    """What a field of a form wants. `names` are other words for its key, in any language.

    `words` is the table of languages/*/words.toml with other words for its values; `is_list_in_text`: a text is a list
    of short ones (`a, b / c`).
    """
    extra: dict[str, Any] = {"names": names, "words": words, "is_list_in_text": is_list_in_text}
    return Meta(description=description, extra=extra)


class FilledForm(Struct, Generic[F], frozen=True):
    """A form as it was filled in; `value` is missing when too little of it could be read."""

    value: F | None
    problems: list[str]
    """What could not be read, each with its place and what stands there."""


@lru_cache(maxsize=64)
def form_schema(form: type[Struct]) -> dict[str, JsonValue]:
    """The JSON Schema of a form, without references: small models follow what stands in place."""
    schema = cast("dict[str, JsonValue]", msgspec.json.schema(form))
    definitions = cast("dict[str, JsonValue]", schema.pop("$defs", {}))
    return cast("dict[str, JsonValue]", _inlined(schema, definitions))


def read_form(text: str, form: type[F]) -> FilledForm[F]:
    """The form in an answer, wherever it stands in it. The first one of those that can be read best."""
    best: FilledForm[F] | None = None
    is_cut = False
    for value in _values_in(text):
        if value is None:
            is_cut = True
            continue
        filled = _filled(value, form)
        if best is None or (filled.value is not None, -len(filled.problems)) > (
            best.value is not None,
            -len(best.problems),
        ):
            best = filled
    if best is None or (best.value is None and is_cut):
        return FilledForm(
            None, ["the JSON is not whole: it was cut off" if is_cut else "there is no JSON in the answer"]
        )
    return best


def folded(word: str) -> str:
    """A key or a word for comparing: no case, no accents, letters and digits only."""
    return "".join(letter for letter in fold(word) if letter.isalnum())


def _values_in(text: str) -> Iterator[JsonValue | None]:
    """Every JSON value that stands in a text, in order; `None` where one begins and never ends."""
    at = 0
    for _ in range(_CANDIDATES):
        begin = _BEGIN.search(text, at)
        if begin is None:
            return
        end = json_end(text, begin.start())
        at = begin.end()
        if end is None:
            if text[begin.start()] == "{":
                yield None
            continue
        try:
            value = load_loose_json(text[begin.start() : end])
        except UnreadableText:
            continue
        if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
            at = end
            yield value


def _filled(value: JsonValue, form: type[F]) -> FilledForm[F]:
    reading = _FormReading()
    try:
        return FilledForm(cast("F", reading.struct(value, _type_of(form), "")), reading.problems[:_PROBLEMS])
    except _Unfit as unfit:
        return FilledForm(None, [*reading.problems, str(unfit)][:_PROBLEMS])


@lru_cache(maxsize=64)
def _type_of(form: type[Struct]) -> inspect.StructType:
    return cast("inspect.StructType", inspect.type_info(form))


class _Unfit(ValueError):
    """A value that has no meaning where it stands."""


class _FormReading:
    """Fits values into the types of one form; remembers what did not fit and could be left out."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def struct(self, value: JsonValue, wanted: inspect.StructType, path: str, depth: int = 0) -> Struct:
        """A struct from an object, from a wrapper around one, or from what stands for its one essential field."""
        fields = {name: field for field in wanted.fields for name in _names_of(field)}
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and not _only_list(wanted):
            value = value[0]
        if not isinstance(value, dict):
            field = _only_list(wanted) if isinstance(value, list) else _main_field(wanted)
            if field is None or value is None:
                raise _Unfit(f"{path or 'the answer'} is {_shown(value)}, not an object")
            value = {field.encode_name: value}
        given = {field.name: each for key, each in value.items() if (field := fields.get(folded(key))) is not None}
        inner = [each for each in value.values() if isinstance(each, dict | list) and each]
        if not given and depth < _DEPTH and len(inner) == 1:
            return self.struct(inner[0], wanted, path, depth + 1)
        made: dict[str, Any] = {}
        for field in wanted.fields:
            place = f"{path}.{field.encode_name}" if path else field.encode_name
            each = given.get(field.name)
            if each is None:
                if field.required:
                    raise _Unfit(f"{place} is missing")
                continue
            try:
                made[field.name] = self.fit(each, field.type, place, {})
            except _Unfit as unfit:
                if field.required:
                    raise
                self.problems.append(str(unfit))
        return wanted.cls(**made)

    def fit(self, value: JsonValue, wanted: inspect.Type, path: str, extra: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """The value as the type wants it."""
        match wanted:
            case inspect.Metadata():
                return self.fit(value, wanted.type, path, {**extra, **_extra_of(wanted)})
            case inspect.UnionType():
                kinds = [each for each in wanted.types if not isinstance(each, inspect.NoneType)]
                return None if value is None else self.fit(value, kinds[0], path, extra)
            case inspect.StructType():
                return self.struct(value, wanted, path)
            case inspect.ListType():
                return self._list(value, wanted, path, extra)
            case inspect.LiteralType():
                return _one_of(value, wanted, path, extra)
            case inspect.BoolType():
                return _bool(value, path)
            case inspect.IntType() | inspect.FloatType():
                return _number(value, wanted, path)
            case inspect.StrType():
                return _text(value, wanted, path)
            case _:
                message = f"a form holds no {type(wanted).__name__}"
                raise TypeError(message)

    def _list(self, value: JsonValue, wanted: inspect.ListType, path: str, extra: Mapping[str, Any]) -> list[Any]:
        items = _items(value, wanted.item_type, is_list_in_text=bool(extra.get("is_list_in_text")))
        found: list[Any] = []
        for position, each in enumerate(items[: wanted.max_length]):
            try:
                found.append(self.fit(each, wanted.item_type, f"{path}[{position}]", extra))
            except _Unfit as unfit:
                self.problems.append(str(unfit))
        if len(found) < (wanted.min_length or 0):
            raise _Unfit(f"{path} holds nothing that can be read")
        return found


def _items(value: JsonValue, item: inspect.Type, *, is_list_in_text: bool) -> list[JsonValue]:
    """The items that a value stands for: itself, the pieces of a text, or the entries of an object by their keys."""
    inner = item.type if isinstance(item, inspect.Metadata) else item
    if value is None or value == "":
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, str) and is_list_in_text:
        return [piece for piece in _SEPARATOR.split(value.strip()) if piece]
    if isinstance(value, dict) and isinstance(inner, inspect.StructType):
        fields = {name for field in inner.fields for name in _names_of(field)}
        if not fields & {folded(key) for key in value}:
            first, second = (field.encode_name for field in inner.fields[:2])
            return [
                {first: key, **each} if isinstance(each, dict) else {first: key, second: each}
                for key, each in value.items()
            ]
    return [value]


def _text(value: JsonValue, wanted: inspect.StrType, path: str) -> str:
    """A text from whatever says one; a longer one than is wanted is cut."""
    if isinstance(value, dict):
        texts = [each for each in value.values() if isinstance(each, str) and each.strip()]
        value = texts[0] if texts else ""
    if isinstance(value, list):
        value = " ".join(str(each) for each in value if isinstance(each, str | int | float))
    text = "" if value is None else str(value).strip()
    if len(text) < (wanted.min_length or 0):
        raise _Unfit(f"{path} is empty")
    most = wanted.max_length
    return text if most is None or len(text) <= most else f"{text[: most - 1]}…"


def _number(value: JsonValue, wanted: inspect.IntType | inspect.FloatType, path: str) -> float | int:
    """A number from a number or from a text around one; of a share of one, more than one is a percentage."""
    number, is_percent = value, False
    if isinstance(number, str):
        found, is_percent = _NUMBER.search(number), "%" in number
        number = None if found is None else float(found[0].replace(",", "."))
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise _Unfit(f"{path} is {_shown(value)}, not a number")
    if wanted.le == 1 and (is_percent or number > _OF_TEN):
        number = number / 100
    elif wanted.le == 1 and number > 1:
        raise _Unfit(f"{path} is {_shown(value)}, which may be a share of ten or of a hundred")
    low, high = wanted.ge, wanted.le
    number = number if low is None else max(low, number)
    number = number if high is None else min(high, number)
    return round(number) if isinstance(wanted, inspect.IntType) else float(number)


def _bool(value: JsonValue, path: str) -> bool:
    if isinstance(value, bool):
        return value
    word = folded(str(value))
    if word in listed("lists", "yes") or word in listed("lists", "no"):
        return word in listed("lists", "yes")
    raise _Unfit(f"{path} is {_shown(value)}, neither true nor false")


def _one_of(value: JsonValue, wanted: inspect.LiteralType, path: str, extra: Mapping[str, Any]) -> object:
    words = {folded(str(each)): each for each in wanted.values}
    if extra.get("words"):
        words |= {folded(word): each for each in wanted.values for word in words_of(extra["words"], str(each))}
    found = words.get(folded(str(value)))
    if found is None:
        raise _Unfit(f"{path} is {_shown(value)}, none of {', '.join(str(each) for each in wanted.values)}")
    return found


def _extra_of(wanted: inspect.Type) -> dict[str, Any]:
    return cast("dict[str, Any]", wanted.extra or {}) if isinstance(wanted, inspect.Metadata) else {}  # pyright: ignore[reportUnknownMemberType]  # msgspec leaves it open


def _names_of(field: inspect.Field) -> list[str]:
    extra = _extra_of(field.type)
    return [folded(name) for name in (field.encode_name, *extra.get("names", ()))]


def _only_list(wanted: inspect.StructType) -> inspect.Field | None:
    """The one list that a form consists of."""
    lists = [field for field in wanted.fields if isinstance(_bare(field.type), inspect.ListType)]
    return lists[0] if len(lists) == len(wanted.fields) == 1 else None


def _main_field(wanted: inspect.StructType) -> inspect.Field | None:
    """The one text without which the struct says nothing; a text alone stands for it."""
    texts = [field for field in wanted.fields if field.required and isinstance(_bare(field.type), inspect.StrType)]
    return texts[0] if len(texts) == 1 and sum(field.required for field in wanted.fields) == 1 else None


def _bare(wanted: inspect.Type) -> inspect.Type:
    return wanted.type if isinstance(wanted, inspect.Metadata) else wanted


def _shown(value: JsonValue) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")


def _inlined(value: JsonValue, definitions: Mapping[str, JsonValue]) -> JsonValue:
    if isinstance(value, list):
        return [_inlined(each, definitions) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(reference := value.get("$ref"), str):
        target = _inlined(definitions[reference.rpartition("/")[2]], definitions)
        own = {key: each for key, each in value.items() if key != "$ref"}
        return {**target, **own} if isinstance(target, dict) else own
    made: dict[str, JsonValue] = {}
    for key, each in value.items():
        if key == "properties" and isinstance(each, dict):
            made[key] = {name: _inlined(field, definitions) for name, field in each.items()}
        elif key not in _LEFT_OUT:
            made[key] = _inlined(each, definitions)
    if "enum" in made:
        made["type"] = "string"  # as every form has it; hosted models refuse an enumeration without one
    return made


def told(problems: Sequence[str]) -> str:
    """What could not be read, as one line."""
    return "; ".join(problems)[:1_000]
