"""Names: short free phrases in the person's own words, whole words, never translated, in the style of the model.

A thing is named by its noun phrase (`Ticket machine`), what is done by verb and object in the order of the language
(`Check ticket`, `Fahrkarte prüfen`, `Valider le billet`), a requirement by what is demanded of what, in a few words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.word_lists import WordKind
from graphwright.graph.document import Graph
from graphwright.graph.rules.pascal_case import LONGEST_PHRASE, is_pascal_case
from graphwright.languages import Language
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

LONGEST_REQUIREMENT: Final = 6
"""Words of the name of a requirement."""
_NAME: Final[Callable[[Node], str]] = attrgetter("name")
NAMES_OF_STYLE: Final = 200
"""Names that show how a model is written."""
_TEXTS: Final = 16_384
"""Texts that are remembered: of one message the same names are asked for again and again."""
_WORD: Final = re.compile(r"\S+")
_OUTSIDE: Final = " \t\n.,;:!?\"'’«»„“”‘()[]"
_ARTICLE: Final = re.compile(r"^(?:le|la|les|un|une)\s+|^l['’]\s*", re.IGNORECASE)


def name_of(phrase: SpokenPhrase) -> str:
    """What a noun phrase names: its words without article, a plain plural of one head in the singular."""
    if phrase.members:
        return capitalized(cleaned(" ".join(each.text if each.quoted else each.name for each in phrase.members)))
    return capitalized(cleaned(phrase.name or phrase.text))


def without_owner(phrase: SpokenPhrase) -> str:
    """The name of a phrase without what it is of: `lamp` of `lamp of the lighthouse`; empty where nothing is left."""
    at = phrase.name.rfind(phrase.of.name) if phrase.of is not None else -1
    plain = phrase.name[:at].split() if at > 0 else []
    while plain and fold(plain[-1]) in small_words():
        plain.pop()
    return " ".join(plain)


def outer_word(name: str, language: Language) -> str:
    """The word that says what a name is of: the first in French, else the last; empty for no word."""
    words = name.split()
    return words[0 if language == "fr" else -1] if words else ""


def object_of(phrase: SpokenPhrase, language: Language) -> str:
    """A noun phrase as it stands behind or before a verb in a name; French keeps its article."""
    if phrase.members:
        listed = ", ".join(object_of(each, language) for each in phrase.members)  # no `and`: it would be two deeds
        return listed if len(listed) <= LONGEST_PHRASE // 2 else object_of(phrase.members[0], language)
    name = cleaned(phrase.name or phrase.text)
    if language != "de" and not phrase.quoted and not (phrase.tokens and phrase.tokens[-1].tag == "name"):
        name = uncapitalized(name)
    article = _ARTICLE.match(cleaned(phrase.text)) if language == "fr" and phrase.determiner in {"the", "a"} else None
    if article is None or fold(name).startswith(fold(article[0])):
        return name
    return f"{article[0].lower()}{name}"


def deed_name(verb: str, thing: str, language: Language) -> str:
    """What is done, as a name: verb and object in the order of the language, an infinitive in each."""
    parts = [thing, verb] if vocabulary(language).names.object_first else [verb, thing]
    return shortened(capitalized(" ".join(part for part in parts if part)))


def base_form(word: str, kind: WordKind, language: Language) -> str:
    """The base form of a word that may be such a form of a verb; empty where it may not."""
    found = candidates(word, language, cased=False)
    return next((each.lemma for each in found if each.kind == kind and (each.known or kind == "gerund")), "")


def requirement_name(words: Sequence[str], language: Language) -> str:
    """A few telling words of a requirement, in their order."""
    small = vocabulary(language).phrases["small"]
    kept = [cleaned(word) for word in words if cleaned(word)]
    while len(kept) > LONGEST_REQUIREMENT:
        at = next((place for place, word in enumerate(kept) if fold(word) in small), None)
        kept.pop(len(kept) - 1 if at is None else at)
    while kept and fold(kept[-1]) in small:
        kept.pop()
    return shortened(capitalized(" ".join(kept)))


def patterned(pattern: str, name: str, *, keeps: bool = False) -> str:
    """A name put into a pattern such as `{} result`, in small letters inside it unless it `keeps` its capital."""
    inner = name if keeps or pattern.startswith("{") else uncapitalized(name)
    return shortened(capitalized(pattern.format(inner)))


@lru_cache(maxsize=_TEXTS)
def cleaned(text: str) -> str:
    """A text on one line, without the signs around it."""
    return " ".join(text.split()).strip(_OUTSIDE)


@lru_cache(maxsize=_TEXTS)
def capitalized(text: str) -> str:
    """A text that begins with a capital, unless its first word mixes them: `eBike`."""
    first = text.split(" ", 1)[0]
    return text if not first or any(map(str.isupper, first[1:])) else text[0].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """A name inside another: `Check ticket` as `check ticket`; abbreviations keep their capital."""
    first, _, rest = text.partition(" ")
    plain = first[1:].islower() and (not rest or rest[:1].islower())
    return f"{first[0].lower()}{text[1:]}" if plain else text


def shortened(name: str) -> str:
    """At most as long as a name may be, cut between words; a single word is never cut."""
    kept: list[str] = []
    for word in _WORD.findall(name):
        if kept and len(" ".join([*kept, word])) > LONGEST_PHRASE:
            break
        kept.append(word)
    return " ".join(kept).rstrip(",;:-")


def pascal(name: str) -> str:
    """A name in PascalCase."""
    return "".join(word[0].upper() + word[1:] for word in re.findall(r"[^\W_]+", name))


def is_pascal(graph: Graph) -> bool:
    """Are most names of several words in a model written in PascalCase?"""
    return sum(map(_leaning, map(_NAME, islice(graph.nodes.values(), NAMES_OF_STYLE)))) > 0


@lru_cache(maxsize=4_096)  # more than are looked at
def _leaning(name: str) -> int:
    """What a name says of the style of its model: more than nothing for PascalCase, less for words apart."""
    has_hump = is_pascal_case(name) and any(map(str.isupper, name[1:])) and any(map(str.islower, name))
    return has_hump - (" " in name.strip())
