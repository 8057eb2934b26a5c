"""Words that hardly are what they look like: all but the name of an element, or in letters that nobody here reads.

More doubts of certainty. A slip is only looked for in what would be new: `the bakr` beside a *Baker*.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.offline.draft import Draft
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Doing, Statement

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_READ: Final = ("LATIN", "GREEK")
"""Scripts of what is read; Greek letters stand in names and units."""
_SHORTEST: Final = 5
"""Letters of a name that is not one letter apart from much else."""


def nearly_named(statements: Iterable[Statement], draft: Draft) -> Iterator[str]:
    """What is new and one letter apart from the name of an element, by no number and no ending."""
    for said in statements:
        if not isinstance(said, Doing):
            continue
        for phrase in (*said.doers, *said.receivers, *((said.thing,) if said.thing is not None else ())):
            for name in map(name_of, members(phrase)):
                near = [] if _is_known(name, draft) else draft.names.near(name)
                if any(len(each) >= _SHORTEST and _is_slip(name, each) for each in near):
                    yield name


def _is_known(name: str, draft: Draft) -> bool:
    """Is something of the model called so?"""
    return any(node.node_id in draft.base.nodes for node in draft.find(name))


def _is_slip(written: str, name: str) -> bool:
    """Nobody mistypes a digit or a letter that counts; a letter more or less at the end makes another word."""
    one, other = written.lower(), name.lower()
    is_ending = len(one) != len(other) and (one.startswith(other) or other.startswith(one))
    return one.isalpha() and other.isalpha() and not is_ending and one[0] == other[0]


def unread(text: str) -> Iterator[str]:
    """Words in letters of another script."""
    for found in _WORD.finditer(text):
        if not found[0].isascii() and not unicodedata.name(found[0][0], "").startswith(_READ):
            yield found[0]
