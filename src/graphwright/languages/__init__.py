"""The languages of the product. Everything that one has is data in a folder of its own, read when it is first needed.

`findings.toml`   what rules, problems and notes say; the page gets its texts of them from here, too
`sentences.toml`  what the assistant and the workflows say beside them
`words.toml`      words by which is recognised what a person or a language model means
`forms.toml`      how words look: closed classes, endings, irregular forms
`grammar.toml`    how sentences are built: prepositions and roles, links, questions, moods
`meaning.toml`    what words mean for a system model: node types, orders, kinds of things
`orders.toml`    how people order a change of the model, as frames of words and places
`cues.toml`      words by which an order is told that no frame of `orders.toml` fits
`asking.toml`     what can be asked of a model, and in which words

A language is registered by its name in `Language`. What it lacks beside English, `lacking` tells.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast, get_args

import msgspec

Language: TypeAlias = Literal["en", "de", "fr"]
"""A language of the product; a new one is added here and as a folder, and to the page."""
File: TypeAlias = Literal["findings", "sentences", "words", "forms", "grammar", "meaning", "orders", "cues", "asking"]
T = TypeVar("T")

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
TRANSLATED: Final[tuple[File, ...]] = ("findings", "sentences")
"""Files that every language has the same keys and places in."""
_PLACE: Final = re.compile(r"\{(\w+)(?::\w+)?\}")


def supported(language: str) -> Language:
    """A language of the product; English for every other one, and where a project follows its people."""
    return language if language in LANGUAGES else "en"


def load(language: str, file: File, table: str, shape: type[T]) -> T:
    """One table of a language, checked against its shape once; English where the product does not have the language."""
    return cast("T", _table(supported(language), file, table, cast("Hashable", shape)))


@cache
def _table(language: Language, file: File, table: str, shape: Hashable) -> object:
    return msgspec.convert(_document(language, file)[table], cast("Any", shape))


@cache
def _document(language: Language, file: File) -> dict[str, Any]:
    path = resources.files("graphwright.languages") / language / f"{file}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def lacking(language: Language) -> list[str]:
    """What a language lacks or has too much beside English, and the places that its texts lack: one line each."""
    found: list[str] = []
    for file in TRANSLATED:
        found += differences(_document("en", file), _document(language, file), f"{language}/{file}.toml: ")
    # Of words every language has as many as it needs, but some for each thing.
    for table, keys in _document("en", "words").items():
        theirs = _document(language, "words").get(table, {})
        found += [f"{language}/words.toml: {table}.{key} is missing" for key in keys if not theirs.get(key)]
    return found


def differences(english: Mapping[str, Any], other: Mapping[str, Any], where: str = "") -> list[str]:
    """What a translation lacks or has too much: keys, and the places that its texts lack."""
    theirs, ours = dict(leaves(english)), dict(leaves(other))
    found = [f"{where}{key} is missing" for key in theirs if key not in ours]
    found += [f"{where}{key} is not in English" for key in ours if key not in theirs]
    for key in theirs.keys() & ours.keys():
        for name in sorted(places(theirs[key]) ^ places(ours[key])):
            has = "lacks" if name in places(theirs[key]) else "has too much:"
            found.append(f"{where}{key} {has} {{{name}}}")
    return sorted(found)


def places(text: str) -> frozenset[str]:
    """The places of a text that values are put into: `node` of `{node} has no name`."""
    return frozenset(_PLACE.findall(text))


def leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a table, with its path: `rules.naming.broken.0`."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, inner in enumerate(cast("list[object]", value)):
            yield from leaves(inner, f"{path}.{number}")
