"""What a phrase may be in this model: an existing node, or the types that its words and its part in the sentence allow.

In this order: a node of this name, a type that is said, a choice that somebody made, what the head of the noun is known
to be. Where nothing tells, the types stay open: that is asked, or a guess is told and only proposed (`supposing.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.records import Doubt, SpokenPhrase
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NameKey, meaning_key, plain_key, same_noun
from graphwright.offline.meaning.naming import name_of, outer_word, without_owner
from graphwright.offline.meaning.vocabulary import node_type_of, vocabulary
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.misspelt import SHORTEST, near

Kind: TypeAlias = Literal["person", "organisation", "device", "software", "document", "field", "system"]
ChoiceKey: TypeAlias = tuple[str, str]
"""Code and text of a doubt that somebody answered."""

_TYPE_OF_KIND: Final[Mapping[Kind, str]] = {
    "person": "ACTOR", "organisation": "ACTOR", "device": "MOD", "software": "MOD", "system": "SYS",
}  # fmt: skip
PEOPLE: Final[frozenset[Kind]] = frozenset(("person", "organisation"))
BUILT: Final[frozenset[Kind]] = frozenset(("device", "software", "system"))
ACTING: Final[frozenset[Kind]] = PEOPLE | BUILT
"""Kinds of what does something by itself."""
_PARTICIPANTS: Final = ("ACTOR", "MOD", "SYS")
_BUILT: Final = ("MOD", "SYS")
SUPPOSED: Final[Mapping[str, str]] = {"ACTOR": "supposed", "MOD": "supposedPart"}
"""What is told of a type that only the form of a noun tells."""
# A part of a compound that is shorter is chance: `arm` in `alarm`.
_SHORTEST_PART: Final = 4
# The first part of a compound: `Öltank`; `Bretter` is no `retter`.
_SHORTEST_FIRST: Final = 2
# `caisse de retraite`
_LONGEST_HEAD: Final = 3
# Kinds are asked in this order: what is a person is no document, whatever else its head may be.
_KINDS: Final[tuple[Kind, ...]] = ("system", "person", "device", "software", "organisation", "document", "field")
_ENDINGS: Final[tuple[tuple[str, Kind | None], ...]] = (
    ("thingEnds", None), ("deviceEnds", "device"), ("personEnds", "person"), ("organisationEnds", "organisation"),
)  # fmt: skip

_OBLIQUE: Final = frozenset(("dem", "einem", "einen"))
"""German articles of one thing, behind which a noun may have an ending of its case; `den Kunden` may be many."""


class Participant(NamedTuple):
    """Somebody or something that a sentence speaks of."""

    name: str
    phrase: SpokenPhrase
    node: Node | None = None
    node_type: str | None = None
    """What it is or is to become; `None` while that is open."""


class Casting:
    """Casts the phrases of a message. Its doubts are those that must be asked first."""

    def __init__(
        self,
        draft: Draft,
        choices: Mapping[ChoiceKey, str],
        doubts: Callable[[Doubt], None],
        sign: Callable[[str, bool], Kind | None] = lambda _name, _twofold: None,
        full_name: Callable[[SpokenPhrase, Language], str] = lambda phrase, _language: name_of(phrase),
    ) -> None:
        self._draft = draft
        self._choices = choices
        self._doubt = doubts
        self._sign = sign
        """What the whole message tells of a name: a person, a device, or nothing."""
        self._supposed: dict[NameKey, str] = {}
        """Types that only the form of a noun tells, by its name."""
        self._full_name = full_name
        """What the message called it before: `card terminal`, which is only `the terminal` now."""

    def participant(self, phrase: SpokenPhrase, language: Language) -> Participant:
        """Who or what takes part; its type stays open where nothing tells."""
        phrase = without_type(phrase)
        name = nominative(self._full_name(phrase, language), phrase, language)
        if name != name_of(phrase):
            phrase = replace(phrase, name=name, head=outer_word(name, language))
        found = self._draft.find(name, _PARTICIPANTS) or self._part_of(phrase) or self._one_of(phrase, name, language)
        if found:
            return Participant(found[0].name, phrase, found[0], found[0].node_type)
        if is_the_system(phrase, language):
            root = self._draft.root()
            return Participant(root.name if root else name, phrase, root, "SYS")
        told = self._said_type(phrase, name) or self._kind_type(phrase, language)
        return Participant(name, phrase, None, told or self._supposed.get(plain_key(name)))

    def _part_of(self, phrase: SpokenPhrase) -> list[Node]:
        """`The lamp of the lighthouse` where the lamp is a part of it, or of nothing yet: that lamp, and no other."""
        plain = without_owner(phrase) if phrase.of is not None and not phrase.quoted else ""
        owners = self._draft.find(name_of(phrase.of), _BUILT) if plain and phrase.of is not None else []
        parts = self._draft.find(plain, _BUILT) if len(owners) == 1 else []
        if len(parts) != 1:
            return []
        holder = self._draft.graph.parent(parts[0].node_id)
        return parts if holder is None or holder.node_id == owners[0].node_id else []

    def _one_of(self, phrase: SpokenPhrase, name: str, language: Language) -> list[Node]:
        """`The chain` where the model has several as one part, *Endless chains*, and nothing else of that noun."""
        if phrase.determiner != "the" or phrase.plural or phrase.quoted or " " in name:
            return []
        likely = paced(self._draft.likely(self._draft.names.meaning(set(meaning_key(name)))))
        nouns = [(node, outer_word(node.name, language)) for node in likely if node.node_type in _BUILT]
        alike = [(node, noun) for node, noun in nouns if same_noun(noun, name)]
        if len(alike) != 1:
            return []
        return [node for node, noun in alike if fold(noun) != fold(name) or "quantity" in node.attributes]

    def supposed(self, participant: Participant, node_type: str, language: Language) -> Participant:
        """Somebody whose noun only has the form of a person's, or only that of a thing's: taken for that, and told.

        Whoever calls this lets people agree before anything is changed.
        """
        phrase = participant.phrase
        self._supposed[plain_key(participant.name)] = node_type
        words = vocabulary(language)
        self._doubt(
            Doubt(
                code=SUPPOSED[node_type],
                start=phrase.start,
                end=phrase.end,
                text=participant.name,
                alternatives=(words.type_word(node_type),),
            )
        )
        return participant._replace(node_type=node_type)

    def asked(self, participant: Participant, language: Language) -> None:
        """Tell that the type of somebody is open."""
        words = vocabulary(language)
        self._doubt(
            Doubt(
                code="whatIs",
                start=participant.phrase.start,
                end=participant.phrase.end,
                text=participant.name,
                alternatives=tuple(words.type_word(each) for each in _PARTICIPANTS),
                weight="asks",
            )
        )

    def _said_type(self, phrase: SpokenPhrase, name: str) -> str | None:
        """The type that is said of who takes part; a test or a requirement does nothing itself."""
        chosen = self._choices.get(("whatIs", name))
        said = node_type_of(phrase.type_word or chosen or "") if phrase.type_word or chosen else None
        return said if said in _PARTICIPANTS else None

    def _kind_type(self, phrase: SpokenPhrase, language: Language) -> str | None:
        if vocabulary(language).phrases["external"] & set(map(fold, phrase.modifiers)):
            return "ACTOR"
        kind = self._kind(phrase, language)
        if kind == "system" and self._draft.root() is not None:
            return "MOD"  # a model has one system; another one is a part of it
        return _TYPE_OF_KIND.get(kind) if kind else None

    def _kind(self, phrase: SpokenPhrase, language: Language) -> Kind | None:
        """What the noun is known to be, unless it may be two things and the message tells the other."""
        twofold = is_twofold(phrase, language)
        kind, sign = kind_of(phrase, language), self._sign(name_of(phrase), twofold)
        if kind is None and (told := _apposed_kind(phrase, language)) is not None:
            return told
        if kind is None or sign is None:
            return kind or sign
        if (kind in PEOPLE) == (sign == "person") or not twofold:
            return kind
        return sign if sign == "person" or is_compound(phrase, language) else kind


def without_type(phrase: SpokenPhrase) -> SpokenPhrase:
    """`The actor Anna` is Anna, whose type is said: behind a small word, or in German any, a name has a capital."""
    word, _, name = (phrase.name or phrase.text).partition(" ")
    if not name[:1].isupper() or phrase.type_word or phrase.members or node_type_of(word) not in _PARTICIPANTS:
        return phrase
    if word[:1].isupper() and (not phrase.tokens or phrase.tokens[-1].tag == "name" or phrase.tokens[0].text == word):
        return phrase  # `System Control Centre` may be all of a name
    return replace(phrase, name=name, type_word=word)


def _apposed_kind(phrase: SpokenPhrase, language: Language) -> Kind | None:
    """What is said beside a name: `the mint, an agency of its own, strikes coins`."""
    said = phrase.apposition.split(",")[0].strip()
    if not said:
        return None
    head = outer_word(said, language)
    return kind_of(SpokenPhrase(text=said, name=said, head=head, start=phrase.start, end=phrase.end), language)


def nominative(name: str, phrase: SpokenPhrase, language: Language, *, of_one: bool = False) -> str:
    """A German name as a subject has it, where the word without its ending is known: `dem Kunden`, `Lehrern`.

    `of_one`: it stands where `den` is said of one, as behind `für`.
    """
    first = phrase.tokens[0].folded if phrase.tokens else ""
    if language != "de" or phrase.quoted:
        return name
    is_held = phrase.determiner == "the" and bool(phrase.tokens) and phrase.tokens[0].tag in {"noun", "name"}  # `vom`
    is_one = first in _OBLIQUE or (of_one and first == "den")
    endings = ("n", "en") if is_one or is_held else ("n",) if name.endswith(("ern", "eln")) else ()
    kinds = vocabulary(language).kinds
    for ending in endings:
        word = fold(name.removesuffix(ending).rpartition(" ")[2])
        if name.endswith(ending) and any(word in kinds[kind] for kind in PEOPLE):
            return name.removesuffix(ending)
    return name


def is_twofold(phrase: SpokenPhrase, language: Language) -> bool:
    """May a head be somebody as well as something: `manager`, `scanner`, `contrôleur`?"""
    twofold, ends = vocabulary(language).kinds["twofold"], _twofold_ends(language)
    return any(each in twofold or each.endswith(ends) for each in _heads(phrase, language))


@lru_cache(maxsize=len(LANGUAGES))
def _twofold_ends(language: Language) -> tuple[str, ...]:
    """How a compound ends that may be somebody as well as something."""
    return tuple(vocabulary(language).kinds["twofold"]) if language == "de" else ()


def is_listed_twice(phrase: SpokenPhrase, language: Language) -> bool:
    """Is a head known both as somebody's trade and as a device: `forwarder`, `Schleifer`, `souffleur`?"""
    kinds = vocabulary(language).kinds
    people, things = kinds["person"], kinds["device"] | kinds["software"]
    return any(each in people and each in things for each in _heads(phrase, language))


def is_compound(phrase: SpokenPhrase, language: Language) -> bool:
    """`Energy manager`, `Energiemanager`: more than the head alone."""
    head = fold(phrase.head)
    return len((phrase.name or phrase.text).split()) > 1 or (
        language == "de" and not any(head in vocabulary(language).kinds[each] for each in PEOPLE)
    )


def is_the_system(phrase: SpokenPhrase, language: Language) -> bool:
    """Is it just `the system`?"""
    return fold(phrase.name or phrase.text) in vocabulary(language).phrases["system"] and not phrase.quoted


def is_nobody(phrase: SpokenPhrase, language: Language) -> bool:
    """Is it a word for anybody, or for those who speak: `one`, `man`, `on`, `we`?"""
    phrases = vocabulary(language).phrases
    said = fold(phrase.name or phrase.text)
    return said in phrases["anybody"] or said in phrases["speaker"]


def kind_of(phrase: SpokenPhrase, language: Language) -> Kind | None:
    """What the head of a noun phrase is known to be, in the language of the sentence, else in any."""
    if _is_titled(phrase.name or phrase.text, language) or _is_titled(phrase.apposition, language):
        return "person"  # `Mr Lang`; `le nez, Mme Aubert`
    return _kind_of_heads(_heads(phrase, language), language)


@lru_cache(maxsize=16_384)
def _is_titled(name: str, language: Language) -> bool:
    """Does a name begin with a title of people?"""
    return fold(name.split(" ", 1)[0]).rstrip(".") in vocabulary(language).phrases["title"]


@lru_cache(maxsize=16_384)
def _kind_of_heads(heads: tuple[str, ...], language: Language) -> Kind | None:
    """What the first head that is known is known to be."""
    own: Kind | None = next((kind for head in heads if (kind := _kind_of_head(head, language)) is not None), None)
    if own is not None or _is_listed(heads, language):
        return own
    return _told_elsewhere(heads, language) or _mistyped_kind(heads, language)


def is_mistyped(phrase: SpokenPhrase, language: Language) -> bool:
    """Is a noun known to be somebody or something only as the slip of another: `fromager` beside `fromages`?"""
    heads = _heads(phrase, language)
    is_known = any(_kind_of_head(head, language) is not None for head in heads) or _is_listed(heads, language)
    is_told = is_known or kind_of(phrase, language) is None or _told_elsewhere(heads, language) is not None
    return not is_told and _mistyped_kind(heads, language) is not None


def _told_elsewhere(heads: Sequence[str], language: Language) -> Kind | None:
    """What a noun is known to be in another language, or its ending tells."""
    others: Iterator[Language] = (each for each in LANGUAGES if each != language)
    known: Iterator[Kind | None] = (_listed_kind(head, spoken) for spoken in others for head in heads)
    return next(filter(None, known), None) or _kind_by_ending(heads, language)


def _mistyped_kind(heads: Sequence[str], language: Language) -> Kind | None:
    misspelt: Iterator[Kind | None] = (_kind_of_misspelt(head, language) for head in heads)
    return next(filter(None, misspelt), None)


def may_take_part(phrase: SpokenPhrase, language: Language) -> bool:
    """Is the head of a phrase a word for somebody or for a device, if only among others?"""
    kinds = vocabulary(language).kinds
    listed = any(head in kinds[kind] for head in _heads(phrase, language) for kind in _TYPE_OF_KIND)
    return listed or kind_of(phrase, language) in _TYPE_OF_KIND


def _heads(phrase: SpokenPhrase, language: Language) -> tuple[str, ...]:
    """The head as a base form and as it stands; the first noun of a French phrase, else the last."""
    return _heads_of(phrase.name or phrase.text, phrase.head, language)


@lru_cache(maxsize=16_384)
def _heads_of(name: str, head: str, language: Language) -> tuple[str, ...]:
    words = name.split()
    # A head of several words is more telling than its first: `carte mère`, `caisse de retraite`.
    several = [" ".join(words[:count]) for count in range(min(len(words), _LONGEST_HEAD), 1, -1)]
    said = (*several, head, outer_word(name, language))
    found = dict.fromkeys(fold(each).strip(".,;:\"'") for each in said if each)
    return (*found, *(singular for each in found for singular in _singulars(each, language)))


def _singulars(word: str, language: Language) -> Iterator[str]:
    """What a plural may be of: `Ärzte`, `Besucherinnen`, `pupils`. Looked up only, so a wrong one finds nothing."""
    if word.endswith("s"):
        yield word[:-1]
    if language != "de":
        return
    for ending in ("nen", "en", "er", "n", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_PART:
            bare = word[: -len(ending)]
            yield bare
            yield re.sub(r"(a|o|u)e(?=[^aeiou]+$)", r"\1", bare)


def _is_listed(heads: Sequence[str], language: Language) -> bool:
    """Is a head known, if only as a word of two kinds?"""
    kinds = vocabulary(language).kinds
    return any(head in kinds[kind] for head in heads for kind in _KINDS)


def _listed_kind(head: str, language: Language) -> Kind | None:
    kinds = vocabulary(language).kinds
    listed: list[Kind] = [kind for kind in _KINDS if head in kinds[kind]]
    if "system" in listed:
        return "system"
    # A `fan` cools or cheers: a word of both kinds tells neither.
    types = {_TYPE_OF_KIND[kind] for kind in listed if kind in _TYPE_OF_KIND}
    return listed[0] if listed and len(types) <= 1 else None


@lru_cache(maxsize=16_384)
def _kind_of_head(head: str, language: Language) -> Kind | None:
    kinds = vocabulary(language).kinds
    if any(head in kinds[kind] for kind in _KINDS):
        return _listed_kind(head, language)
    if language != "de":
        return None
    # The last part of a compound says what it is; the longest known one.
    for start in range(_SHORTEST_FIRST, len(head) - _SHORTEST_PART + 1):
        part = head[start:]
        found: Kind | None = next((kind for kind in _KINDS if part in kinds[kind]), None)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=16_384)
def _kind_of_misspelt(head: str, language: Language) -> Kind | None:
    """What a word with a slip was meant to be, where every word that it may be says the same; in a compound its end."""
    if head.endswith(tuple(vocabulary(language).kinds["deedEnds"])):
        return None
    listed = _listed_heads(language)
    starts = range(max(len(head) - SHORTEST, 0) + 1) if language == "de" else range(1)
    for start in starts:
        meant = near(head[start:], listed)
        if meant:
            found: set[Kind | None] = {_listed_kind(each, language) for each in meant}
            return found.pop() if len(found) == 1 else None
    return None


@lru_cache(maxsize=len(LANGUAGES))
def _listed_heads(language: Language) -> frozenset[str]:
    """All heads whose kind is known."""
    kinds = vocabulary(language).kinds
    return frozenset[str]().union(*(kinds[kind] for kind in _KINDS))


def _kind_by_ending(heads: Sequence[str], language: Language) -> Kind | None:
    """What the longest known ending of a head tells; that of a `checklist` tells more than that of a `pianist`."""
    kinds = vocabulary(language).kinds
    fitting: list[tuple[int, Kind | None]] = [
        (len(ending), kind)
        for table, kind in _ENDINGS
        for ending in kinds[table]
        for head in heads
        if head.endswith(ending) and len(head) > _SHORTEST_PART
    ]
    return max(fitting, key=lambda each: each[0])[1] if fitting else None
