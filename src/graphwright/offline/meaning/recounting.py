"""Another number for what was said last: `No, six wheels.`, `Nein, sechs.`, `Non, 3 kg`, `six wheels, not four`.

The number of a part that is named, else of the one that was spoken of and has a number, or a measure in the same unit.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SentenceReading
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.casting import Casting
from graphwright.offline.meaning.measuring import COUNT, tell_properties
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.orders.resolving import Resolver
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.numerals import in_digits, whole_number
from graphwright.text.quantities import AMOUNT, amount
from graphwright.text.recognition import alternatives

_LONGEST: Final = 120
"""Characters; a longer message says more than a number."""
_WORDS: Final = 4
"""Of a value: `about 3 kg`; what has more is the text of a requirement, which is corrected elsewhere."""
_PARTS: Final = ("MOD", "SYS")


def corrects_number(text: str) -> bool:
    """Is a message nothing but another number for what was said?"""
    return len(text) <= _LONGEST and any(_parts_of(text, language) is not None for language in LANGUAGES)


def correct_number(sentence: SentenceReading, model: Resolver, casting: Casting) -> Node | None:
    """Write the other number; the element that has it, `None` where the sentence is no such correction."""
    found = _parts_of(sentence.text, sentence.language) if len(sentence.text) <= _LONGEST else None
    if found is None:
        return _told_again(sentence, model, casting)
    number, noun = found
    spoken = [model.graph.nodes[each.node_id] for each in model.spoken if each.node_id in model.graph.nodes]
    changed: dict[str, JsonValue]
    if noun:
        owners = model.make.draft.find(noun, _PARTS)
    else:
        owners = [each for each in spoken if _attribute(each, number)]
    if len(owners) != 1:
        return None
    [owner] = owners
    value = _count(number, sentence.language)
    name = COUNT if noun else _attribute(owner, number)
    if name == COUNT and value is None:
        return None
    changed = {name: value if name == COUNT else number}
    model.make.draft.update(owner, attributes=changed)
    return owner


def _told_again(sentence: SentenceReading, model: Resolver, casting: Casting) -> Node | None:
    """A property that is told anew: `No, it weighs 3 kg`."""
    denied = _denied(sentence.language).match(sentence.text.strip())
    return None if denied is None else tell_properties(sentence, denied["rest"], model, casting)


def _attribute(node: Node, number: str) -> str:
    """The attribute of a node that holds a number of this kind; empty where none does, or several."""
    unit = _unit(number)
    if not unit:
        return COUNT if COUNT in node.attributes else ""
    values = {name: value for name, value in node.attributes.items() if isinstance(value, str)}
    found = [name for name, value in values.items() if len(value.split()) <= _WORDS and _unit(value) == unit]
    return found[0] if len(found) == 1 else ""


def _unit(text: str) -> str:
    found = amount(text)
    return "" if found is None else found.unit


def _count(word: str, language: Language) -> int | None:
    if (whole := whole_number(word, language)) is not None:
        return whole
    numbers = [each.lemma for each in candidates(word.lower(), language) if each.kind == "number"]
    return int(numbers[0]) if numbers and numbers[0].isdecimal() else None


def _parts_of(text: str, language: Language) -> tuple[str, str] | None:
    """The number and the noun behind it, which may be missing."""
    text = in_digits(text, language).strip().rstrip(".! ")
    denied = _denied(language).match(text)
    found = _numbered(language).fullmatch(text if denied is None else denied["rest"])
    if found is None or (denied is None and found["not"] is None):
        return None
    number, noun = found["number"].strip(), cleaned(found["noun"] or "")
    is_number = _count(number, language) is not None if noun else bool(_unit(number)) or _count(number, language)
    return (number, noun) if is_number else None


@cache
def _denied(language: Language) -> re.Pattern[str]:
    words: list[Language] = [language]
    return re.compile(
        rf"(?:(?:{alternatives('measuring', 'deny', words)})(?:[\s,;:.!–-]+|$))+(?P<rest>\S.*)", re.IGNORECASE
    )


@cache
def _numbered(language: Language) -> re.Pattern[str]:
    words: list[Language] = [language]
    number = rf"(?:{AMOUNT}|[^\W\d_]+)"
    return re.compile(
        rf"(?:(?:{alternatives('measuring', 'so', words)})\s+)?(?P<number>{number})"
        rf"(?:\s+(?P<noun>[^\W\d_][^\d,;:.]{{0,60}}?))?"
        rf"(?P<not>,?\s+(?:{alternatives('measuring', 'contrast', words)})\s+{number}(?:\s+[^\d,;:.]{{1,60}})?)?",
        re.IGNORECASE,
    )
