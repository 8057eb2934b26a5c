"""`I meant the battery pack, not the battery`: what the last order did with one is done with the other instead.

The order of before is read once more with the other name in its place, on the model as it was before it, and what it
had changed is taken back. Where nobody knows what the name stands for it is asked.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.matching import NodeIndex, meaning_key
from graphwright.offline.meaning.recounting import corrects_number
from graphwright.text.folding import fold
from graphwright.text.recognition import alternatives

_LONGEST: Final = 200
"""Characters; a longer message says more than which one was meant."""
_SEVERAL: Final = re.compile(r"[\d;:\n]")


class MeantInstead(NamedTuple):
    """What a person had meant, and what they had said; empty where they do not say it again."""

    name: str
    said: str
    language: Language


def meant_instead(text: str) -> MeantInstead | None:
    """What a message says that was meant, if it says nothing else."""
    text = text.strip().rstrip(".! ")
    if len(text) > _LONGEST or text.endswith("?") or _SEVERAL.search(text) or corrects_number(text):
        return None
    for language in LANGUAGES:
        found = _meaning(language).fullmatch(text)
        if found is not None:
            name, said = found["name"] or found["name2"], found["said"] or found["said2"] or ""
            return MeantInstead(_bare(name, language), _bare(said, language), language)
    return None


def said_again(meant: MeantInstead, earlier: str, index: NodeIndex) -> str | None:
    """The earlier message with the other name in its place; `None` where nobody knows in which."""
    said = meant.said or _akin(meant.name, earlier, index)
    places = list(re.finditer(rf"(?<!\w){re.escape(said)}(?!\w)", earlier, re.IGNORECASE)) if said else []
    if len(places) != 1:
        return None
    [place] = places
    return f"{earlier[: place.start()]}{meant.name}{earlier[place.end() :]}"


def _akin(name: str, earlier: str, index: NodeIndex) -> str:
    """The only name of an earlier message, or the only one that shares a word with another."""
    named = [earlier[each.start : each.end] for each in index.named_in(earlier)]
    akin = [each for each in named if set(meaning_key(each)) & set(meaning_key(name))]
    chosen = akin or named
    return chosen[0] if len(chosen) == 1 and fold(chosen[0]) != fold(name) else ""


def _bare(name: str, language: Language) -> str:
    return _article(language).sub("", name.strip()).strip(" ,\"'“”„«»")


@cache
def _article(language: Language) -> re.Pattern[str]:
    words = alternatives("measuring", "article", [language])
    return re.compile(rf"^(?:(?:{words}|den|dem)\s+|l['’])", re.IGNORECASE)


@cache
def _meaning(language: Language) -> re.Pattern[str]:
    only: list[Language] = [language]
    means, swaps = (alternatives("assistant", each, only) for each in ("means", "hesitating"))
    contrast = alternatives("measuring", "contrast", only)
    return re.compile(
        rf"(?:(?:{swaps})[\s,;:.!–-]+)*(?:(?:{means})\s+(?:(?:{contrast})\s+(?P<said2>[^,]+?),?\s+(?:{_but(language)})\s+"
        rf"(?P<name2>[^,]+)|(?P<name>[^,]+?)(?:,?\s+(?:{contrast})\s+(?P<said>[^,]+))?))",
        re.IGNORECASE,
    )


def _but(language: Language) -> str:
    return alternatives("assistant", "but", [language])
