"""Which sections of a document speak of each other by their labels: `nach § 34`, `Article 5`. Pure.

What stands behind a label may say that another text is meant: `§ 35 des Bundesnaturschutzgesetzes` is none of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from graphwright.documents.structure import STATUTE_IN

_ELSEWHERE: Final = re.compile(
    r"[^.;,]{0,40}?\b(?:des|der|vom|of\s+the|du|de\s+la)\s+(?:[\w-]+\s){0,2}"
    r"[\w-]*(?:gesetz|ordnung|buch|code|act|regulation|directive|richtlinie|loi|règlement)(?:es|s)?\b",
    re.IGNORECASE,
)
_KIND: Final = re.compile(r"§+|Art(?:\.|ikel|icle)")


class DocumentSection(NamedTuple):
    """What a section is called, `§ 34`, empty where it has no such name; and what stands under its heading."""

    label: str
    texts: Sequence[str]


def linked(sections: Mapping[str, DocumentSection]) -> dict[str, frozenset[str]]:
    """For each section, by key, those it mentions and those that mention it."""
    named = {_plain(found["label"]): key for key, each in sections.items() if (found := STATUTE_IN.match(each.label))}
    links: dict[str, set[str]] = {}
    if not named:  # most documents: nothing to look for
        return {}
    for key, section in sections.items():
        for label in {label for text in section.texts for label in _mentioned(text)} & named.keys():
            if (other := named[label]) != key:
                links.setdefault(key, set()).add(other)
                links.setdefault(other, set()).add(key)
    return {key: frozenset(others) for key, others in links.items()}


def _mentioned(text: str) -> Iterator[str]:
    return (_plain(found["label"]) for found in STATUTE_IN.finditer(text) if not _ELSEWHERE.match(text, found.end()))


def _plain(label: str) -> str:
    """`§§ 34` and `§ 34` are one, so are `Art. 5` and `Article 5`."""
    number = "".join(_KIND.sub("", label, count=1).split())
    return f"§ {number}" if label.startswith("§") else f"Art. {number}"
