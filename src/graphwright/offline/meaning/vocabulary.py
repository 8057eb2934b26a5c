"""The words of `languages/*/meaning.toml` made ready for use: what they mean for a system model, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from graphwright.languages import LANGUAGES, Language, load
from graphwright.text.folding import fold

# "chaînes de fonctions" is the longest phrase for a type.
LONGEST_TYPE_WORD: Final = 3
_CHANGED: Final = 4
"""Letters that a plural changes or adds, less one: `Flüssen` of `Fluss`."""
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class NamePatterns(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """How names are made that nobody said: of what was said, in the language of the sentence."""

    object_first: bool
    """German puts the verb last: `Fahrkarte prüfen`."""
    handler: str
    result: str
    request: str
    send: str
    receive: str
    message: str
    command: str
    handle: str
    module: str
    schema: str
    chain: str
    chain_else: str
    """Of what has the word for a chain in its own name: `Measure chain`."""
    test: str
    test_beyond: str
    requirement: str
    limit: str

    def chain_of(self, name: str) -> str:
        """How the chain of something is called, without its word twice: `Kette Kette messen`."""
        said = fold(self.chain.format("").strip())
        return self.chain_else if said in fold(name).split() else self.chain


class MeaningVocabulary:
    """One language: base forms and heads, folded, and what they stand for."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.names = load(language, "meaning", "names", NamePatterns)
        self.orders = _lists(language, "orders")
        """Base forms of verbs that ask for a change of the model, by which change."""
        self.relations = _lists(language, "relations")
        """Base forms of verbs that say how things belong together."""
        self.kinds = _lists(language, "kinds")
        """Heads of nouns, by what kind of thing they are."""
        self.answers = load(language, "meaning", "answers", dict[str, str])
        """What a system does for somebody who does something, by base forms."""
        self.phrases = _lists(language, "phrases")
        self.governed = _lists(language, "governed")
        """The prepositions that a verb has of its own, by its base form: `ask for`."""
        self.introduced = _lists(language, "introduced")
        """Words by which somebody is said to be there, or to have a task."""
        self.letting = {form: verb for verb, forms in _lists(language, "letting").items() for form in forms}
        """Base form of a verb that lets or makes another happen, by each of its forms: `laisse passer`."""
        self.opened = next(iter(self.phrases["opened"])).capitalize()
        """What a sentence begins with that follows another."""
        self.types = _phrases(language, "types")
        """A node type by each of its words, folded."""
        self.attributes = _phrases(language, "attributes")
        self.values = _phrases(language, "values")
        spoken = load(language, "meaning", "types", dict[str, str])
        self.type_codes = frozenset(spoken)
        listed = load(language, "meaning", "attributes", dict[str, str])
        self._attribute_words = {key: words.split(", ")[0] for key, words in listed.items()}
        self._type_words = {node_type: words.split(", ") for node_type, words in spoken.items()}

    def is_plural(self, words: str) -> bool:
        """Is a word for a type said of several? Each language lists the singular before its plurals."""
        said = fold(words)
        for listed in self._type_words.values():
            forms = list(map(fold, listed))
            if said in forms:
                at = forms.index(said)
                return any(_is_plural_of(said, one) for one in forms[:at])
        return False

    def type_word(self, node_type: str, *, count: int = 1) -> str:
        """What a node type is called, for one or for several; its code where the language has no word."""
        words = self._type_words.get(node_type, [node_type])
        return words[0] if count == 1 else words[min(1, len(words) - 1)]

    def attribute_word(self, key: str) -> str:
        """What an attribute is called; its key where the language has no word."""
        return self._attribute_words.get(key, key)


@cache
def vocabulary(language: Language) -> MeaningVocabulary:
    """The words of a language, made ready once."""
    return MeaningVocabulary(language)


def node_type_of(words: str) -> str | None:
    """The node type that some words stand for in any language, or as a code: `MOD`."""
    return _node_type(words) if may_be_listed(words, _first_of_several()) else None


def may_be_listed(words: str, first_words: frozenset[str]) -> bool:
    """May words be an entry of a table of which those of several words begin so? Most runs of words are told by that.

    Of a sentence every run of words is asked about; remembered, all of them would drive out what is asked again.
    """
    if " " not in words and "\n" not in words:
        return True
    first = words.split(None, 1)
    return len(first) < 2 or fold(first[0]) in first_words  # noqa: PLR2004


def first_of_several(entries: Iterable[str]) -> frozenset[str]:
    """The first words of the entries of several words."""
    return frozenset(each.split(" ")[0] for each in entries if " " in each)


@cache
def _first_of_several() -> frozenset[str]:
    return first_of_several(types_by_words())


@lru_cache(maxsize=16_384)  # of a sentence every word is asked about, again and again
def _node_type(words: str) -> str | None:
    return words if words in vocabulary("en").type_codes else types_by_words().get(fold(" ".join(words.split())))


@cache
def types_by_words() -> Mapping[str, str]:
    """A node type by each of its words of any language, folded."""
    first_wins = reversed(LANGUAGES)
    return {word: each for language in first_wins for word, each in vocabulary(language).types.items()}


@cache
def concepts() -> Mapping[str, tuple[str, ...]]:
    """What folded words mean in any language, by words that mean the same.

    A deed that is a device of another language but for its accents is none: `Regler` pays nothing, as `régler` does.
    """
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for concept, words in load(language, "meaning", "concepts", dict[str, str]).items():
            meant = tuple(fold(word) for word in _HUMP.split(concept.removesuffix("Verb")))
            for word in words.split():
                is_deed = concept.endswith("Verb")
                if is_deed and fold(word) != word.casefold() and fold(word) in _devices_of_others(language):
                    continue
                found.setdefault(fold(word), meant)
    return found


@cache
def _devices_of_others(language: Language) -> frozenset[str]:
    """What devices, and people or devices, are called in the other languages, folded."""
    tables = [load(each, "meaning", "kinds", dict[str, str]) for each in LANGUAGES if each != language]
    return frozenset(fold(" ".join(table.get(key, "") for table in tables for key in ("device", "twofold"))).split())


@cache
def small_words() -> frozenset[str]:
    """Words of any language that name nothing: articles, prepositions, possessives."""
    return frozenset[str]().union(*(vocabulary(language).phrases["small"] for language in LANGUAGES))


def _is_plural_of(several: str, one: str) -> bool:
    """`Testfälle` of `Testfall`, `modules` of `module`: the same beginning, and another or a longer end."""
    same = next(
        (at for at, (a, b) in enumerate(zip(several, one, strict=False)) if a != b), min(len(several), len(one))
    )
    return same >= len(one) - _CHANGED and len(several) - len(one) in range(1, _CHANGED)


def _lists(language: Language, table: str) -> dict[str, frozenset[str]]:
    found = load(language, "meaning", table, dict[str, str])
    return {
        key: frozenset(fold(each.replace("_", " ")) for each in (words.split(", ") if ", " in words else words.split()))
        for key, words in found.items()
    }


def _phrases(language: Language, table: str) -> dict[str, str]:
    listed = load(language, "meaning", table, dict[str, str])
    return {fold(phrase): meaning for meaning, phrases in listed.items() for phrase in phrases.split(", ")}
