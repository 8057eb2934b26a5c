"""Two steps that one order puts beside different ones, as an order for each: `put A after B and after C the step D`.

Each half says where and what, in either order; the verb is said once. Else the second half would be part of a name.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.text.folding import fold
from graphwright.text.language import language_of

_LONGEST: Final = 300
"""Characters of an order that is looked at."""
_MARKS: Final = " ,;.!\"'“”„«»\u00a0"
_QUOTED: Final = r"[\"“„«][^\"“”„«»]+[\"”“»]"


class _Half(NamedTuple):
    """Where a step goes."""

    place: str
    """`after` or `before`."""
    anchor: str
    """The step beside which it goes, as it was said."""
    step: str
    is_there: bool
    """Is it one of the model?"""


class _HalfWords(NamedTuple):
    """The words of a language, made ready once."""

    lead: re.Pattern[str]
    joint: re.Pattern[str]
    particle: re.Pattern[str]
    inner: re.Pattern[str]
    """What may stand between where and what: `comes`."""
    article: re.Pattern[str]
    place: re.Pattern[str]
    kind: re.Pattern[str]
    """The word for a step."""
    typed: tuple[re.Pattern[str], ...]
    """A half that says that it is a step, or has its name between quotation marks."""
    places: dict[str, str]
    orders: dict[str, str]
    """The order for a half, by its place, and whether the step is there."""


def in_halves(text: str, index: NodeIndex) -> str:
    """The message with an order for each of two steps; itself where it is no order of this kind."""
    said = text.strip()
    if len(said) > _LONGEST or "\n" in said or said.endswith("?"):
        return text
    spoken = language_of(said, "en")
    found = (_in_halves(said.rstrip(".! "), index, each) for each in dict.fromkeys((spoken, *LANGUAGES)))
    return next(filter(None, found), text)


def _in_halves(said: str, index: NodeIndex, language: Language) -> str:
    words = _words(language)
    rest = words.lead.sub("", said, count=1)
    for joint in words.joint.finditer(rest):
        first, second = rest[: joint.start()], rest[joint.end() :]
        if rest == said and words.inner.search(first) is None:
            continue  # nobody gives an order
        halves = [_half(each, index, words) for each in (first, second)]
        orders = [_ordered(each, words) for each in halves if each is not None]
        if len(orders) == len(halves):
            return " ".join(orders)
    return ""


def _half(said: str, index: NodeIndex, words: _HalfWords) -> _Half | None:
    said = words.particle.sub("", said.strip(" ,;"))
    found = next((match for form in words.typed if (match := form.fullmatch(said))), None)
    if found is not None:
        place, anchor, step = found["place"], found["anchor"], words.kind.sub("", found["step"]).strip(_MARKS)
        return _Half(words.places[fold(place)], words.inner.sub("", anchor).strip(" ,;"), step, is_there=False)
    return _by_name(said, index, words)


def _by_name(said: str, index: NodeIndex, words: _HalfWords) -> _Half | None:
    """A half in which nothing says that it is a step: what is not the name behind `after` is what goes there."""
    place = words.place.search(said)
    named = None if place is None else next((each for each in index.named_in(said) if each.start >= place.end()), None)
    if place is None or named is None or words.article.sub("", said[place.end() : named.start]).strip(_MARKS):
        return None
    before, behind = said[: place.start()].strip(_MARKS), words.inner.sub("", said[named.end :]).strip(_MARKS)
    step = words.article.sub("", before or behind).strip(_MARKS)
    is_step = any(each.node_type == "FUNC" for each in named.nodes)
    if not step or (before and behind) or not is_step:
        return None
    return _Half(words.places[fold(place["place"])], said[named.start : named.end], step, bool(index.find(step)))


def _ordered(half: _Half, words: _HalfWords) -> str:
    key = f"{half.place}_there" if half.is_there else half.place
    return words.orders[key].format(anchor=half.anchor, step=half.step)


@cache
def _words(language: Language) -> _HalfWords:
    said = load(language, "orders", "halves", dict[str, str])
    places = {fold(each): key for key in ("after", "before") for each in said[f"{key}_words"].split("|")}
    any_place = f"{said['after_words']}|{said['before_words']}"
    where = rf"(?P<place>{any_place})\s+(?P<anchor>\S.*?)"
    article = rf"(?:(?:{said['article']})\s*)?"
    what = rf"{article}(?P<step>(?:(?:{said['step']})\s+\S.*?)|{_QUOTED})"
    return _HalfWords(
        lead=re.compile(rf"^(?:{said['verbs']})\s+", re.IGNORECASE),
        joint=re.compile(rf",?\s+(?:{said['and']})\s+", re.IGNORECASE),
        particle=re.compile(rf"\s+(?:{said['particle']})$", re.IGNORECASE),
        inner=re.compile(rf"(?:^|\s+)(?:{said['verbs']}|{said['comes']})(?=\s|$)", re.IGNORECASE),
        article=re.compile(rf"^\s*{article}", re.IGNORECASE),
        place=re.compile(rf"(?:^|(?<=\s))(?P<place>{any_place})\s+", re.IGNORECASE),
        kind=re.compile(rf"^(?:{said['step']})\s+", re.IGNORECASE),
        typed=tuple(re.compile(each, re.IGNORECASE) for each in (rf"{where}\s+{what}", rf"{what}\s+{where}")),
        places=places,
        orders={key: said[key] for key in ("after", "before", "after_there", "before_there")},
    )
