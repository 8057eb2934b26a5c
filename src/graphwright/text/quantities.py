"""Numbers with units in a text: what is measured, how much, and whether that is a limit. German, English and French."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal

from graphwright.languages import Language
from graphwright.protocol.base import Count, Record
from graphwright.text.numerals import whole_number
from graphwright.text.words import covered

_UNITS: Final[dict[str, str]] = {
    unit: plain
    for plain, several in {
        "m²": "qm m2 m^2 quadratmeter quadratmetern", "m³": "m3 m^3 kubikmeter kubikmetern cbm", "km²": "km2",
        "km": "kilometer kilometern kilometers kilometre kilometres kilomètre kilomètres",
        "m": "meter metern meters metre metres mètre mètres",
        "cm": "zentimeter zentimetern centimeter centimeters centimetre centimetres centimètre centimètres",
        "mm": "millimeter millimetern millimeters millimetre millimetres millimètre millimètres",
        "µm": "μm um mikrometer micrometers micromètres",
        "kg": "kilogramm kilogram kilograms kilogramme kilogrammes kilo kilos", "g": "gramm gram grams gramme grammes",
        "mg": "milligramm milligram milligrams milligramme milligrammes", "µg": "μg",
        "t": "tonne tonnen tonnes ton tons",
        "l": "liter litern liters litre litres", "ml": "milliliter millilitern milliliters millilitre millilitres",
        "€": "euro euros eur", "$": "usd dollar dollars", "£": "gbp pounds", "CHF": "franken",
        "%": "prozent percent pour\\scent per\\scent",
        "ms": "millisekunde millisekunden millisecond milliseconds milliseconde millisecondes", "µs": "μs",
        "s": "sekunde sekunden second seconds seconde secondes sec secs sek sek\\.",
        "min": "minute minuten minutes mins min\\.", "h": "stunde stunden hour hours heure heures hrs std\\.",
        "d": "tag tage tagen day days jour jours", "wk": "woche wochen week weeks semaine semaines",
        "mo": "monat monate monaten month months mois", "a": "jahr jahre jahren year years an ans année années",
        "°C": "grad\\scelsius degrees\\scelsius degrés\\scelsius degrees\\scentigrade",
        "°": "grad degrees degré degrés",
        "W": "watt watts", "kW": "kilowatt kilowatts", "kWh": "kilowattstunden kilowattheures",
        "V": "volt volts", "A": "ampere ampère ampères amps", "Hz": "hertz", "dB": "dezibel decibel decibels décibels",
        "N": "newton newtons", "Pa": "pascal", "bar": "bars", "B": "byte bytes octets", "kn": "knoten knots nœuds",
        "in": "inch inches zoll pouces", "ft": "feet", "mi": "mile miles", "px": "pixel pixels",
        "rpm": "umdrehungen tr/min", "lx": "lux", "Mio": "mio\\. million millionen millions",
    }.items()
    for unit in several.split()
}  # fmt: skip
"""Other ways to write a unit; blanks and full stops as in a regular expression."""
_PLAIN_UNITS: Final = """
m² m³ km² cm² mm² km cm mm dm µm nm m kg mg µg g t ml cl dl hl l mL L ms µs ns min s² s h d GW MW kW mW W MWh kWh Wh kVA
VA kV mV V mAh Ah mA µA kA A kΩ MΩ Ω µF nF F GHz MHz kHz mHz Hz dB(A) dBA dBm dB °C °F K ° % ‰ ppm ppb € $ £ CHF kbit
Mbit Gbit bit kB KB MB GB TB Ko Mo Go kbps Mbps Gbps hPa kPa MPa Pa mbar bar psi kNm Nm kN mN N kJ MJ J kcal lm lx cd
mmol mol kBq Bq mSv µSv Sv mGy Gy rpm IU IE UI U px dpi fps mph kn
"""
_PLAIN: Final = _PLAIN_UNITS.split()
UNITS_OF: Final[Mapping[str, frozenset[str]]] = {
    size: frozenset(units.split())
    for size, units in {
        "time": "ms µs s min h d wk mo a", "age": "a mo", "length": "km m cm mm µm nm in ft mi", "mass": "kg g mg µg t",
        "volume": "l ml cl dl hl m³ L mL", "area": "m² km² cm² mm²", "sound": "dB dB(A) dBA",
        "pressure": "bar mbar Pa kPa hPa MPa psi", "temperature": "°C °F K °", "money": "€ $ £ CHF",
        "power": "W kW MW GW mW", "voltage": "V kV mV", "current": "A mA kA", "speed": "km/h m/s mph kn",
    }.items()
}  # fmt: skip
"""In which units a size is told that a text asks for or names."""
_BASE: Final = "|".join(
    [re.escape(unit) for unit in sorted(_PLAIN, key=len, reverse=True)]
    + [f"(?i:{'|'.join(sorted(_UNITS, key=len, reverse=True))})"]
)
_UNIT: Final = rf"(?:1/min|(?:{_BASE})(?:\s?/\s?(?:100\s?)?(?:{_BASE}))?)"
_PER: Final = re.compile(r"\s?/\s?|\s(?:pro|per|par)\s")
_DIGITS: Final = r"(?:\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
_SIGNED: Final = r"(?:(?:±|\+/-|\+-)\s?|(?<![\w)\]])[<>≤≥~≈]\s?=?\s?|(?<![\w)\]])[-−+](?=\d))"
AMOUNT: Final = (
    r"(?<![\w.,§])(?<!§\s)(?:"
    r"\d{1,2}[.:]\d{2}(?::\d{2})?\s?(?:Uhr|am|pm|h)\b|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}\s?h\s?\d{2}\b"
    r"|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{4}-\d{2}-\d{2}|\d+(?:\.\d+){2,4}|\d+/\d+(?!\w)"
    rf"|{_SIGNED}?{_DIGITS}(?:\s?(?:{_UNIT})(?![\w²³/]))?(?:\s?(?:-|–|\.\.\.?|…|±|\+/-)\s?{_DIGITS})?"
    rf"(?:[\s-]?(?:{_UNIT})(?![\w²³/]))?(?![\w²³]))"
)
"""A number as it stands in a text, with its unit, range or tolerance if it has one; also times, dates and versions."""
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.\u00a0\u202f ']\d{3})+(?:,\d+)?")
_GROUPS: Final = re.compile(r"\d{1,3}(?:\D\d{3})+")
_SIGNS: Final = re.compile(r"[.,]")
_GROUP: Final = 3
"""Digits of a group of a large number."""
_BLANKS: Final = re.compile(r"[\u00a0\u202f ']")
_MOST: Final = re.compile(
    r"(?i)\b(?:bis(?:\s+zu)?|höchstens|maximal|nicht\s+mehr\s+als|up\s+to|at\s+most|no(?:t)?\s+more\s+than|not\s+exceeding|"
    r"(?:not|never)\s+(?:exceed|be\s+(?:above|over)|above|over)|(?:nicht|nie)\s+über|(?:pas|jamais)\s+dépasser|"
    r"maximum(?:\s+of)?|within|jusqu'à|au\s+plus|au\s+maximum|n'excédant\s+pas|binnen|innerhalb\s+von)\s*$"
)
_LEAST: Final = re.compile(
    r"(?i)\b(?:mindestens|wenigstens|ab|mehr\s+als|über|at\s+least|more\s+than|over|minimum(?:\s+of)?|au\s+moins|"
    r"plus\s+de)\s*$"
)
_MAX_AFTER: Final = re.compile(r"(?i)^\s*(?:nicht\s+überschreit|au\s+plus|or\s+less|or\s+fewer|at\s+most|maximum)")
_WORDS: Final = re.compile(r"[^\W\d_][\w'’-]*")
_LEADING: Final = """of up to at most least zu bis von de du d' à au höchstens mindestens maximal about etwa ca is are
ist sind est with mit avec be must shall should may can will muss müssen darf dürfen soll sollen kann können sein
beträgt betragen doit doivent devrait peut peuvent être nur only not never nicht nie ne pas"""
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


@cache  # compiled for the first text, like the next one: all the units take half a tenth of a second
def _quantity() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.,§])(?<!§\s)(?P<number>{_DIGITS})\s?(?P<unit>{_UNIT}(?:\s(?:pro|per|par)\s(?:{_BASE}))?)(?![\w²³])"
    )


@cache
def _amount_parts() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<first>{_DIGITS})(?:\s?(?P<inner>{_UNIT})(?![\w²³/]))?"
        rf"(?:\s?(?:-|–|\.\.\.?|…|±|\+/-)\s?(?P<second>{_DIGITS}))?(?:[\s-]?(?P<unit>{_UNIT})(?![\w²³/]))?"
    )


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


class Amount(Record, frozen=True, kw_only=True):
    """A number as one token: `5 s`, `230 V ± 10 %`, `5-10 °C`."""

    number: float
    unit: str
    upper: float | None = None
    """The other end of a range; of a tolerance the upper end."""


def amount(text: str, language: Language | None = None) -> Amount | None:
    """A text that is one amount, read; None where it holds no number. Of a time of day or a date the first number."""
    match = _amount_parts().search(text)
    if match is None:
        return None
    first = number(match["first"], language)
    unit = match["unit"] or match["inner"] or ""
    upper = None if match["second"] is None else number(match["second"], language)
    if upper is not None and "±" in text.replace("+/-", "±"):
        upper = first * (1 + upper / 100) if match["unit"] == "%" and match["inner"] else first + upper
        unit = match["inner"] or unit
    return Amount(number=first, unit=_UNITS.get(unit.casefold(), unit), upper=upper)


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
    for match in _quantity().finditer(text):
        unit = match["unit"]
        before, after = text[: match.start()], text[match.end() :]
        named = _NAME_AFTER.match(after)
        yield Quantity(
            value=number(match["number"]),
            unit=_plain_unit(unit),
            about=named["name"] if named else measured_thing(without_bound(before)),
            bound=_bound(before, after),
            start=match.start(),
            end=match.end(),
        )


def without_bound(before: str) -> str:
    """What stands in front of a number, without the words that make it a limit."""
    return _LEAST.sub("", _MOST.sub("", before))


def _plain_unit(unit: str) -> str:
    """`Liter pro Sekunde` and `litres/second` are `l/s`."""
    whole = _UNITS.get(unit.casefold())
    return whole or "/".join(_UNITS.get(part.casefold(), part) for part in _PER.split(unit))


def _bound(before: str, after: str) -> Literal["most", "least", "is"]:
    if _MOST.search(before) or _MAX_AFTER.match(after):
        return "most"
    return "least" if _LEAST.search(before) else "is"


def measured_thing(before: str) -> str:
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


def number(text: str, language: Language | None = None) -> float:
    """`1.000` and `1 000` are a thousand, `2,5` and `2.5` two and a half; of an address or a version the first number.

    Of two kinds of signs the last one is that of the decimals: `1,234.5`, `1.234,5`, `1,000,000.5`. In a known
    language `1,200` is what it means there.
    """
    if language is not None and _GROUPS.fullmatch(text) and (grouped := whole_number(text, language)) is not None:
        return float(grouped)
    plain = _BLANKS.sub("", text)
    whole, *parts = _SIGNS.split(plain)
    signs = _SIGNS.findall(plain)
    if len(signs) < 2:  # noqa: PLR2004 one sign is that of the decimals, or groups as German does
        return float((plain.replace(".", "") if _GROUPED.fullmatch(text) else plain).replace(",", "."))
    if signs[-1] not in signs[:-1]:
        return float(f"{whole}{''.join(parts[:-1])}.{parts[-1]}")
    if len(set(signs)) == 1 and all(len(each) == _GROUP for each in parts):
        return float(whole + "".join(parts))
    return float(f"{whole}.{parts[0]}")
