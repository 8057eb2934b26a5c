"""What people changed of an element since its file came in the last time, by the digest of what the file said then.

The digest alone holds no values, but it tells whether a guess at them is right. The guesses are made of what is here
and what the file says now: a field that only people changed is in the file as it was, one that only the file changed
is here as it was. Where no guess is right, both sides changed a field. Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from graphwright.graph.foreign import (
    FOREIGN_DIGEST,
    FOREIGN_FIELDS,
    FOREIGN_SOURCE,
    FORMER_FOREIGN_IDS,
    FORMER_IDS,
    PREFIX,
    is_foreign,
)
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import EdgeCreate, NodeCreate

NAME: Final = f"{PREFIX}=name"
DESCR: Final = f"{PREFIX}=descr"
"""Name and description among attributes: no attribute is called so."""
_DIGEST: Final = 12
"""Characters of a digest: two states of one element meet by chance once in 10^14."""
_SORTED: Final = msgspec.json.Encoder(order="sorted")
_NOT_SAID: Final = frozenset({FOREIGN_DIGEST, FOREIGN_FIELDS, FOREIGN_SOURCE, FORMER_IDS, FORMER_FOREIGN_IDS})
"""Attributes that no file said."""
_TRIED: Final = 8
"""Fields of one element of which every combination is tried: 256 digests, about a millisecond."""


class Meanwhile(NamedTuple):
    """The fields that a file would overwrite and people changed."""

    ours: frozenset[str] = frozenset()
    """Only people changed them: the file says what it always said."""
    both: tuple[str, ...] = ()
    """People and the file changed them, or it cannot be told which of them people changed."""


def said_digest(wanted: NodeCreate | EdgeCreate) -> str:
    """Of what a file says of an element."""
    if isinstance(wanted, NodeCreate):
        return _digest(wanted.name, wanted.descr, wanted.node_type, wanted.attributes)
    return _digest(wanted.edge_type, wanted.attributes)


def meanwhile(here: Node | Edge, wanted: NodeCreate | EdgeCreate, overwritten: Collection[str]) -> Meanwhile:
    """What people changed of the fields that the file would overwrite; nothing where no digest tells it."""
    now, then = _fields(here), _fields(wanted)
    before = here.attributes.get(FOREIGN_DIGEST)
    if before is None:
        return Meanwhile()
    given = {NAME, DESCR, *str(here.attributes.get(FOREIGN_FIELDS, "")).split(",")}
    told = [key for key in overwritten if key in (NAME, DESCR) or not is_foreign(key)]
    open_to_doubt = [key for key in told if key in given and key in then]
    for guess in _guesses(open_to_doubt):
        said = {key: then[key] if key in guess or (key not in told and key in then) else now[key]
                for key in given if key in guess or key in now}  # fmt: skip
        for marks in _marks(now, then):
            if _digest_of(_kind(wanted), {**said, **marks}) == before:
                # What the file adds and people had added meets here for the first time.
                return Meanwhile(guess, tuple(key for key in told if key not in given and key in now))
    return Meanwhile(both=tuple(key for key in told if key in given or key in now))


def is_changed_here(here: Node | Edge, kind: str) -> bool:
    """Did people change anything that the file said of it? Not where no digest tells it."""
    before = here.attributes.get(FOREIGN_DIGEST)
    now = _fields(here)
    given = {NAME, DESCR, *str(here.attributes.get(FOREIGN_FIELDS, "")).split(",")}
    said = {key: now[key] for key in given if key in now}
    return before is not None and all(_digest_of(kind, {**said, **marks}) != before for marks in _marks(now, now))


def _guesses(keys: list[str]) -> Iterator[frozenset[str]]:
    """Fields that only people may have changed: none, then one of them, and so on."""
    for count in range(len(keys) + 1 if len(keys) <= _TRIED else 1):
        yield from map(frozenset, combinations(keys, count))


def _marks(now: Mapping[str, JsonValue], then: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    """The attributes for machines, with and without those that an earlier file left behind."""
    marks = {key: value for key, value in now.items() if is_foreign(key) and key not in (NAME, DESCR, *_NOT_SAID)}
    yield marks
    if not marks.keys() <= then.keys():
        yield {key: value for key, value in marks.items() if key in then}


def _kind(element: NodeCreate | EdgeCreate) -> str:
    return element.node_type if isinstance(element, NodeCreate) else element.edge_type


def _fields(element: Node | Edge | NodeCreate | EdgeCreate) -> dict[str, JsonValue]:
    if isinstance(element, Edge | EdgeCreate):
        return element.attributes
    return {NAME: element.name, DESCR: element.descr, **element.attributes}


def _digest_of(kind: str, fields: Mapping[str, JsonValue]) -> str:
    attributes = {key: value for key, value in fields.items() if key not in (NAME, DESCR)}
    return _digest(*(fields[key] for key in (NAME, DESCR) if key in fields), kind, attributes)


def _digest(*said: JsonValue | Mapping[str, JsonValue]) -> str:
    return hashlib.sha256(_SORTED.encode(said)).hexdigest()[:_DIGEST]
