"""The words of `languages/*/orders.toml` made ready for use: verbs, classes of words, requests and frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from graphwright.languages import LANGUAGES, Language, load
from graphwright.offline.meaning.orders.frames import Frame, FrameToken, frame_of
from graphwright.offline.meaning.vocabulary import (
    first_of_several,
    may_be_listed,
    node_type_of,
    types_by_words,
    vocabulary,
)
from graphwright.text.folding import fold
from graphwright.text.misspelt import slips_of
from graphwright.text.words import stem

DESCRIPTION: Final = "descr"
"""What a node has beside its attributes, and may be set like one."""

ELEMENT, SCHEMA, FLOW, TYPE, ATTRIBUTE, VALUE, NAMED, _WORDS = (1 << number for number in range(8))
"""What the pieces in a place must hold, each a bit; words and verbs that a frame needs have the bits behind them."""
_NEEDED_IN: Final[Mapping[str, int]] = {
    **dict.fromkeys("XPYZKH", ELEMENT), "S": SCHEMA, "L": FLOW, **dict.fromkeys("TUW", TYPE),
    "A": ATTRIBUTE, "V": VALUE, "*": NAMED,
}  # fmt: skip
NeededFrame: TypeAlias = tuple[Frame, int]
"""A frame with the bits of what it needs."""


class RequestLetters(NamedTuple):
    """Words in front of an order or behind it."""

    letters: str
    """All of them, without blanks: `what's` may be said in two pieces."""
    words: int


class OrderWords:
    """One language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.verbs: Mapping[str, frozenset[str]] = {
            name: frozenset(fold(each.replace("_", " ")) for each in lemmas.split())
            for name, lemmas in load(language, "orders", "verbs", dict[str, str]).items()
        }
        """Base forms, folded, by what they order."""
        self.verb_stems = {name: frozenset(map(stem, lemmas)) for name, lemmas in self.verbs.items()}
        self.names_by_verb, self.names_by_stem = _turned(self.verbs), _turned(self.verb_stems)
        """What a verb orders, which seldom is more than one thing."""
        self.every_verb = frozenset[str]().union(*self.verbs.values())
        self.words: Mapping[str, frozenset[str]] = {
            name: frozenset(map(fold, words.split()))
            for name, words in load(language, "orders", "words", dict[str, str]).items()
        }
        self.around = self.words["skip"] | self.words["and"]
        """Words that may stand around what fills a place."""
        self.small = self.around | self.words["adjective"]
        """Words that may stand among names."""
        self.pointing = self.words["last"] | self.words["this"] | self.words["whose"] | self.words["pronoun"]
        """Words that may mean what was spoken of."""
        self.told = self.words["pronoun"] | self.words["them"] | self.words["that"] | self.words["this"]
        """Words for what was just told."""
        beside = ("skip", "link", "last", "to", "in", "apart", "here", "there")
        self.beside_pointing = self.told.union(*(self.words[each] for each in beside))
        """Words that may stand beside the verb of an order that only points back."""
        requests = load(language, "orders", "requests", dict[str, str])
        self.requests = {name: _phrases(listed) for name, listed in requests.items()}
        """Words in front of an order, by what they are: `ask` for a deed, `want` for a thing."""
        self.plain = _by_letter(load(language, "orders", "plain", dict[str, str]))
        """Phrases with what they are said for, by their first letter, the longest first; see `rephrasing`."""
        held = load(language, "orders", "held", dict[str, str])
        self.held_prepositions = {fold(word): each for each, listed in held.items() for word in listed.split()}
        """Prepositions that a pronoun holds: `aus` of `daraus`."""
        self._begun = {
            (name, letter): tuple(each for each in phrases if each.letters[:1] == letter)
            for name, phrases in self.requests.items()
            for letter in {each.letters[:1] for each in phrases}
        }
        self.frames: tuple[Frame, ...] = tuple(
            frame_of(kind, text)
            for kind, texts in load(language, "orders", "frames", dict[str, list[str]]).items()
            for text in texts
        )
        bits: dict[FrameToken, int] = {}
        self.needs: tuple[NeededFrame, ...] = tuple((frame, _needed(frame, bits)) for frame in self.frames)
        """The frames with the bits of what they need."""
        self._frames_by_need = _by_rarest(self.needs)
        self.needed_by_word: dict[str, int] = {}
        self.needed_by_verb: dict[str, list[tuple[int, FrameToken]]] = {}
        for token, bit in bits.items():
            if token.kind == "verb":
                self.needed_by_verb.setdefault(token.name, []).append((bit, token))
                continue
            for word in self.words[token.name] if token.kind == "class" else token.words:
                self.needed_by_word[word] = self.needed_by_word.get(word, 0) | bit
        spoken = load(language, "orders", "values", dict[str, str])
        self.values = vocabulary(language).values | {
            fold(phrase): value for value, phrases in spoken.items() for phrase in phrases.split(", ")
        }
        self.types = {
            fold(word): node_type
            for node_type, listed in load(language, "orders", "types", dict[str, str]).items()
            for word in listed.split(", ")
        }
        """More words for a type, which only an order uses for one."""
        described = load(language, "orders", "attributes", dict[str, str])
        self.attributes = _with_slips(
            vocabulary(language).attributes
            | {fold(phrase): name for name, phrases in described.items() for phrase in phrases.split(", ")}
        )
        self.begins_attribute, self.begins_value = _first_words(self.attributes), _first_words(self.values)

    def frames_with(self, there: int) -> list[NeededFrame]:
        """The frames that need nothing but what is there, in the order of the file."""
        missing = ~there
        likely = (each for bit in (0, *_each_bit(there)) for each in self._frames_by_need.get(bit, ()))
        return [self.needs[place] for place in sorted(place for place, needed in likely if not needed & missing)]

    def requests_like(self, name: str, word: str) -> tuple[RequestLetters, ...]:
        """The requests of a name that may begin with a folded word: by its letter, the longest first."""
        return self._begun.get((name, word[:1]), ())


def type_said(words: str) -> str | None:
    """The node type that some words stand for in an order: `component` too, which elsewhere may be anything."""
    return _type_said(words) if may_be_listed(words, _first_of_several()) else None


@lru_cache(maxsize=16_384)  # see `node_type_of`
def _type_said(words: str) -> str | None:
    return node_type_of(words) or _more_types().get(fold(words))


@cache
def _first_of_several() -> frozenset[str]:
    return first_of_several((*types_by_words(), *_more_types()))


@cache
def _more_types() -> Mapping[str, str]:
    """Types by words that stand for one in an order only, and by those of any language with a slip: `Funkton`."""
    listed = {word: each for language in LANGUAGES for word, each in order_words(language).types.items()}
    return {**_with_slips(types_by_words()), **listed}


@cache
def order_words(language: Language) -> OrderWords:
    """The words of a language, made ready once."""
    return OrderWords(language)


def _with_slips(words: Mapping[str, str]) -> Mapping[str, str]:
    """A table with its longer words as they are mistyped: a letter left out, or two that changed places."""
    slips = {slip: meant for word, meant in words.items() for slip in slips_of(word)}
    return {**slips, **words}


def languages_from(first: Language) -> tuple[Language, ...]:
    """Every language, that of the sentence first: of a short order it is easily told wrong."""
    return (first, *(each for each in LANGUAGES if each != first))


def _needed(frame: Frame, bits: dict[FrameToken, int]) -> int:
    """What no sentence of a frame lacks; words and verbs get their bits when they are met first."""
    found = 0
    for token in frame.tokens:
        if token.kind == "place" and not token.optional:
            found |= _NEEDED_IN.get(token.name, 0)
    for token in frame.needed:
        found |= bits.setdefault(token, _WORDS << len(bits))
    return found


def _each_bit(bits: int) -> Iterator[int]:
    while bits:
        yield (lowest := bits & -bits)
        bits ^= lowest


def _by_rarest(needs: Sequence[NeededFrame]) -> Mapping[int, list[tuple[int, int]]]:
    """The places of frames, and what they need, by the bit of what the fewest others need; 0 where it is nothing."""
    users = Counter(bit for _, needed in needs for bit in _each_bit(needed))
    found: dict[int, list[tuple[int, int]]] = {}
    for place, (_, needed) in enumerate(needs):
        rarest = min(_each_bit(needed), key=lambda each: (users[each], each), default=0)
        found.setdefault(rarest, []).append((place, needed))
    return found


def _first_words(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(each.partition(" ")[0] for each in phrases)


def _phrases(listed: str) -> tuple[RequestLetters, ...]:
    """Phrases, those of most words first."""
    found = {tuple(fold(phrase).replace("-", " ").split()) for phrase in listed.split(",") if phrase.strip()}
    return tuple(
        RequestLetters("".join(each), len(each)) for each in sorted(found, key=lambda each: (-len(each), each))
    )


def _by_letter(table: Mapping[str, str]) -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The phrases of a table, as letters, with the words that they are said for, by the first of their letters."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    phrases = [(each.letters, tuple(said.split())) for said, listed in table.items() for each in _phrases(listed)]
    for letters, said in sorted(phrases, key=lambda each: -len(each[0])):
        found.setdefault(letters[0], []).append((letters, said))
    return {letter: tuple(each) for letter, each in found.items()}


def _turned(table: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
    """The names of a table by what stands under them."""
    names: dict[str, set[str]] = {}
    for name, values in table.items():
        for value in values:
            names.setdefault(value, set()).add(name)
    return {value: frozenset(each) for value, each in names.items()}
