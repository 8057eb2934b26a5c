"""Numbers with units in a text: what is measured, how much, and whether that is a limit. German, English and French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from graphwright.languages import Language
from graphwright.protocol.base import Count, Record
from graphwright.text.words import covered

_UNITS: Final[dict[str, str]] = {
    "qm": "m²", "m2": "m²", "m^2": "m²", "quadratmeter": "m²", "quadratmetern": "m²", "m3": "m³", "kubikmeter": "m³",
    "cbm": "m³", "meter": "m", "metern": "m", "metres": "m", "meters": "m", "mètres": "m", "euro": "€", "eur": "€",
    "euros": "€", "prozent": "%", "percent": "%", "tage": "d", "tagen": "d", "tag": "d", "days": "d", "day": "d",
    "jours": "d", "jour": "d", "wochen": "wk", "woche": "wk", "weeks": "wk", "week": "wk", "semaines": "wk",
    "semaine": "wk", "monate": "mo", "monaten": "mo", "monat": "mo", "months": "mo", "month": "mo", "mois": "mo",
    "jahre": "a", "jahren": "a", "jahr": "a", "years": "a", "year": "a", "ans": "a", "stunden": "h", "hours": "h",
    "heures": "h", "minuten": "min", "minutes": "min", "sekunden": "s", "seconds": "s", "secondes": "s",
}  # fmt: skip
"""Other ways to write a unit."""
_PLAIN: Final = (
    "m²", "m³", "km", "cm", "mm", "m", "kg", "g", "t", "l", "ms", "s", "min", "h", "d", "kW", "W", "kV", "V", "A", "Hz",
    "MHz", "kHz", "dB", "°C", "K", "%", "€", "MB", "GB", "kB",
)  # fmt: skip
_UNIT: Final = "|".join(re.escape(unit) for unit in sorted([*_PLAIN, *_UNITS], key=len, reverse=True))
_QUANTITY: Final = re.compile(
    r"(?<![\w.,§])(?<!§\s)(?P<number>\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?)"
    rf"\s?(?P<unit>{_UNIT})(?![\w²³])",
    re.IGNORECASE,
)
_MOST: Final = re.compile(
    r"(?i)\b(?:bis(?:\s+zu)?|höchstens|maximal|nicht\s+mehr\s+als|up\s+to|at\s+most|no\s+more\s+than|not\s+exceeding|"
    r"maximum(?:\s+of)?|within|jusqu'à|au\s+plus|au\s+maximum|n'excédant\s+pas|binnen|innerhalb\s+von)\s*$"
)
_LEAST: Final = re.compile(
    r"(?i)\b(?:mindestens|wenigstens|ab|mehr\s+als|über|at\s+least|more\s+than|over|minimum(?:\s+of)?|au\s+moins|"
    r"plus\s+de)\s*$"
)
_MAX_AFTER: Final = re.compile(r"(?i)^\s*(?:nicht\s+überschreit|au\s+plus|or\s+less|or\s+fewer|at\s+most|maximum)")
_WORDS: Final = re.compile(r"[^\W\d_][\w'’-]*")
_LEADING: Final = """of up to at most least zu bis von de du d' à au höchstens mindestens maximal about etwa ca is are
ist sind est with mit avec"""
_LEADS: Final = frozenset(_LEADING.split())
"""Stand between the measured thing and its number."""
_INNER: Final = frozenset(("of", "des", "du", "de"))
"""May stand inside the name of a measured thing: `hauteur des murs`."""
_STOPPING: Final = """a an the with and or has have my our its their that which whose for in
ein eine einen einem einer eines der die das den dem mit und oder hat haben mein meine meinen meinem meiner unser unsere
unseren unserem sein seine seiner ihr ihre ihrer sowie für im auf
un une le la les avec et ou ont mon ma mes notre nos sa son ses pour sur"""
_STOPS: Final = frozenset(_STOPPING.split())
"""Stand before the name of a measured thing."""
_PLACES: Final = re.compile(r"^(?:an|am|in|im|zu|zur|zum|bei|beim|vor|auf|über|unter)$")
"""German words by which a place belongs to a name: `Länge an der Grenze`."""
_ARTICLES: Final = frozenset(("der", "die", "das", "den", "dem"))
_ADJECTIVE: Final = re.compile(r"\b([a-zäöüß]{3,})e[nmrs](?=\s+[A-ZÄÖÜ])")
_NAME_AFTER: Final = re.compile(r"^\s(?P<name>[A-ZÄÖÜ][a-zäöüß]{2,}(?:-[A-ZÄÖÜ]?[a-zäöüß]+)*)\b")
"""A German noun behind the unit: `30 m² Brutto-Grundfläche`."""
_MAX_WORDS: Final = 4


class Quantity(Record, frozen=True, kw_only=True):
    """A number with its unit, and the words around it that say what is measured."""

    value: float
    unit: str
    about: str
    """The measured thing, such as `mittlere Wandhöhe`; empty where the text does not say."""
    bound: Literal["most", "least", "is"] = "is"
    """A limit from above or below, or just what it is."""
    start: Count
    end: Count


def quantities(text: str) -> list[Quantity]:
    """The quantities of a text, in order."""
    return list(_read(text))


def nominative(about: str, language: Language) -> str:
    """The name of a measured thing as a label: `mittleren Wandhöhe` is called `mittlere Wandhöhe`.

    After `der`, `die` or `das` a German adjective ends in -e in the nominative, whatever the gender.
    """
    return _ADJECTIVE.sub(r"\1e", about) if language == "de" else about


def same_thing(one: Quantity, other: Quantity) -> bool:
    """Do both measure the same thing? The same unit, and names that speak of each other."""
    if one.unit != other.unit or not one.about or not other.about:
        return False
    return max(covered(one.about, other.about), covered(other.about, one.about)) >= 1.0


def _read(text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(text):
        unit = match["unit"]
        before, after = text[: match.start()], text[match.end() :]
        named = _NAME_AFTER.match(after)
        yield Quantity(
            value=number(match["number"]),
            unit=_UNITS.get(unit.casefold(), unit),
            about=named["name"] if named else _measured(_LEAST.sub("", _MOST.sub("", before))),
            bound=_bound(before, after),
            start=match.start(),
            end=match.end(),
        )


def _bound(before: str, after: str) -> Literal["most", "least", "is"]:
    if _MOST.search(before) or _MAX_AFTER.match(after):
        return "most"
    return "least" if _LEAST.search(before) else "is"


def _measured(before: str) -> str:
    """The words in front of a number that name what it measures, up to the article or the end of the clause."""
    clause = re.split(r"[.;:,()\n]", before[-160:])[-1]
    found = [match[0] for match in _WORDS.finditer(clause)]
    while found and found[-1].casefold() in _LEADS:
        found.pop()
    taken: list[str] = []
    while found and len(taken) < _MAX_WORDS:
        word = found.pop()
        small = word.casefold()
        if taken and small in _ARTICLES and len(found) > 1 and _PLACES.match(found[-1]) and found[-2][0].isupper():
            taken += [word, found.pop(), found.pop()]
            break
        if small in _STOPS or (small in _INNER and not taken):
            break
        taken.append(word)
    while taken and taken[-1].casefold() in _INNER:
        taken.pop()
    return " ".join(reversed(taken))


def number(text: str) -> float:
    """`1.000` and `1 000` are a thousand, `2,5` and `2.5` two and a half."""
    grouped = re.fullmatch(r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?", text)
    plain = re.sub(r"[.\u00a0\u202f ]", "", text) if grouped else text
    return float(plain.replace(",", "."))
