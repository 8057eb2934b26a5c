"""What the words of a question point at: names and node types of the model, connections, signs; and what is left.

Names come first and take their words; among phrases the one that covers most wins. A name that is nothing but words by
which is asked (a flow called "what") counts only between quotation marks, behind a type, or when nothing else fits.
Nothing is concluded here: that is for `query.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.grammar.word_lists import word_lists
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.deed_nouns import deeds_by_noun
from graphwright.offline.meaning.held import HeldAttributes
from graphwright.offline.meaning.matching import WRITTEN_ID, NodeIndex, said_in
from graphwright.offline.meaning.orders.pieces import verb_forms
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.offline.questions.deeds import spoken_deeds
from graphwright.offline.questions.spelling import QuestionWord, compound_parts, corrected, is_nearly_asking
from graphwright.offline.questions.types import TypeWords, words_of_types
from graphwright.offline.questions.words import AskingWords, asking_words
from graphwright.pauses import paced, pause
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import function_words

LONGEST: Final = 80
"""Words of a question; a longer one is a story."""
_OPENING: Final = frozenset({"asked", "topics"})
_FIRST: Final = 6
"""Words among which a question says that it is one, where no mark does at its end."""
_ORDER: Final = 2
"""Words of an order to tell something; more of them say what: a list."""
_HEAD: Final = 200
_TAIL: Final = 5
_NAME_WORDS: Final = 12
_ARTICLES: Final = 2
"""Small words that people put into a name: `temperature of the water` for `Water temperature`."""
_SHORTEST_PART: Final = 4
"""Letters of a word that may stand for a whole name."""
_SHORTEST_NOUN: Final = 3
"""Letters of the noun of a deed: `tri`."""
_ALIKE: Final = 4
"""Nodes that share such a word; of more nobody knows which is meant."""
_WORD: Final = re.compile(r"[^\W_]+")
_OWN_ID: Final = re.compile(r"[^\W.]{1,200}\.[A-Z]{2}\.\d{3,9}")
_ID: Final = re.compile(WRITTEN_ID)
_QUOTED: Final = re.compile(
    '"([^"\n]{1,200})"|\u201e([^\u201c\u201d"\n]{1,200})[\u201c\u201d]|\u201c([^\u201d\n]{1,200})\u201d'
    "|\u00ab([^\u00bb\n]{1,200})\u00bb|(?<!\\w)'([^'\n]{1,200})'(?!\\w)|`([^`\n]{1,200})`"
)


class Mark(NamedTuple):
    """What some words of a question point at."""

    group: str
    """`name`, `type`, `unnamed` (a name that no node has), or a group of `asking.toml`."""
    key: str
    """Of a name its words as written; of a type its node type; else a key of the group."""
    places: tuple[int, ...]
    nodes: tuple[Node, ...] = ()
    plural: bool = False

    @property
    def first(self) -> int:
        """The number of its first word."""
        return self.places[0]

    @property
    def last(self) -> int:
        """The number of its last word."""
        return self.places[-1]


class MarkedQuestion(Struct, frozen=True):
    """A question with everything that its words point at."""

    text: str
    language: Language
    words: tuple[QuestionWord, ...]
    marks: tuple[Mark, ...]
    uncovered: tuple[int, ...]
    """Words that point at nothing and are not idle: what was not understood."""
    held: HeldAttributes
    """The attributes of the model that is asked."""

    def of(self, group: str, *keys: str) -> list[Mark]:
        """The marks of a group, or of some of its keys, in order."""
        return [mark for mark in self.marks if mark.group == group and (not keys or mark.key in keys)]

    def has(self, group: str, *keys: str) -> bool:
        """Is there such a mark?"""
        return any(mark.group == group and (not keys or mark.key in keys) for mark in self.marks)

    def words_at(self, places: Sequence[int]) -> str:
        """Words as they were written, from the first of some places to the last."""
        return self.text[self.words[places[0]].start : self.words[places[-1]].end] if places else ""


NameReading: TypeAlias = Literal["plain", "typos", "told", "parts", "weak"]
"""Which names are looked for: whole ones, also with the slips of the other words mended; deeds that the sentence tells;
also names by one word that is left over; also words by which is asked."""


def marked(
    text: str, language: Language, graph: Graph, names: NodeIndex, reading: NameReading = "plain"
) -> MarkedQuestion:
    """A question with its marks, found once while it is looked at: readings are tried, and told again."""
    return names.of_text(f"{reading} {language}", text, lambda: _marked(text, language, graph, names, reading))


def _marked(text: str, language: Language, graph: Graph, names: NodeIndex, reading: NameReading) -> MarkedQuestion:
    pause()
    asking = asking_words(language)
    known = words_of_types(graph.ontology, language)
    if reading == "plain":
        words = tuple(part for word in _words(text) for part in compound_parts(word, text, known, asking))
        return _NameSearch(text, words, graph, names, asking).question([])
    plain = marked(text, language, graph, names)
    if reading == "parts":
        return _with_parts(plain, names)
    words = corrected(plain.words, known.words, asking) if reading == "typos" else plain.words
    search = _NameSearch(text, words, graph, names, asking)
    told = list(search.told()) if reading == "told" else []
    if reading != "weak" and not told and words == plain.words:
        return plain
    return search.question(told, weak=reading == "weak")


def _with_parts(plain: MarkedQuestion, names: NodeIndex) -> MarkedQuestion:
    """The question with the nodes that words which are left over only name in part."""
    text, words, uncovered = plain.text, plain.words, plain.uncovered
    partly = [mark for at in uncovered for mark in _named_partly(text, words[at], at, names, plain.language)]
    if not partly and not plain.of("name"):
        partly = [mark for at in uncovered for mark in _misspelled(text, words[at], at, names)]
    marks = sorted([*plain.marks, *partly], key=lambda mark: mark.first)
    left = tuple(at for at in uncovered if all(at != mark.first for mark in partly))
    return replace(plain, marks=tuple(marks), uncovered=left)


def _named_partly(text: str, word: QuestionWord, place: int, names: NodeIndex, language: Language) -> Iterator[Mark]:
    """The few nodes that have a word in their names, as one mark; of the noun of a deed the deeds."""
    said = text[word.start : word.end]
    deeds = deeds_by_noun(said, language, names) if len(said) >= _SHORTEST_NOUN else []
    holding = names.holding(said, _ALIKE) if len(word.folded) >= _SHORTEST_PART else []
    meant = words_of_types(names.graph.ontology, language).known.get((word.folded,))
    holding = [each for each in holding if meant is None or each.node_type != meant.node_type]
    found = {node.node_id: node for node in _shortest(deeds or holding)}
    if 0 < len(found) <= _ALIKE:
        yield Mark("name", said, (place,), tuple(found.values()))


def _shortest(nodes: Sequence[Node]) -> list[Node]:
    """The nodes without those whose names only hold the name of another: flows called after both their ends."""
    names = [frozenset(map(fold, _WORD.findall(node.name))) for node in nodes]
    return [node for node, name in zip(nodes, names, strict=True) if not any(other < name for other in names)]


def _misspelled(text: str, word: QuestionWord, place: int, names: NodeIndex) -> Iterator[Mark]:
    """A word that is nearly a name of the model: nobody's name, so that it is told and never taken for the other."""
    said = text[word.start : word.end]
    if names.near(said):
        yield Mark("unnamed", said, (place,))


@lru_cache(maxsize=64)  # of one message a dozen times
def _words(text: str) -> tuple[QuestionWord, ...]:
    found = islice(_WORD.finditer(text), LONGEST)
    return tuple(QuestionWord(fold(each[0]), each.start(), each.end()) for each in found)


def may_ask(text: str) -> bool:
    """Could it be a question, by its end or its first words in any language? Costs nothing beside looking for names."""
    if "?" in text[-_TAIL:]:
        return True
    folded = [word.folded for word in _words(text[:_HEAD])]
    return slips_into_asking(text) or any(
        found.group in _OPENING
        for language in LANGUAGES
        for place in range(min(_FIRST, len(folded)))
        for found in asking_words(language).at(folded, place)
    )


_DEVICES: Final = "devices"
"""Nouns that may be any module, and ask for nothing: a module may as well be called so."""
_FOR_SOME: Final = frozenset({"who", "which", "where", "whereTo", "whereFrom", "howMany"})


def asks_for_some(text: str, language: Language) -> bool:
    """Is it but one question that begins by asking who, which, where or how many? Nobody orders anything so."""
    if not text.rstrip().endswith("?") or any(sign in text.rstrip(" ?") for sign in "?.!;:\n"):
        return False
    first = [word.folded for word in _words(text[:_HEAD])][:_ORDER]
    found = asking_words(language).at(first, 0) if first else []
    return any((each.group == "asked" and each.key in _FOR_SOME) for each in found)


def slips_into_asking(text: str) -> bool:
    """Is its first word a word by which is asked, but for one letter: "wich", "weche"?"""
    first = next(iter(_words(text[:_HEAD])), None)
    if first is None or first.folded in function_words():
        return False  # `wenn` is no slip of `wen`
    return any(is_nearly_asking(first.folded, asking_words(each)) for each in LANGUAGES)


def wants_overview(text: str) -> bool:
    """Does it begin with an order for an overview of something: "give me a summary of the functions"?"""
    folded = [word.folded for word in _words(text[:_HEAD])]
    for asking in map(asking_words, LANGUAGES):
        listing = [each for each in asking.at(folded, 0) if each.key == "list"] if folded else []
        behind = range(listing[0].places[-1] + 1, min(_FIRST, len(folded))) if listing else ()
        if listing and len(listing[0].places) > _ORDER:
            return True  # "I need a list of ..."
        if any(each.key in {"overview", "list"} for place in behind for each in asking.at(folded, place)):
            return True
    return False


def begins_to_list(text: str) -> bool:
    """Does it begin with an order to tell something: "name all actors", "nenne alle Akteure"?"""
    first = [word.folded for word in _words(text[:_HEAD])][:1]
    found = (each for language in LANGUAGES for each in asking_words(language).at(first, 0)) if first else ()
    return any((each.group, each.key) == ("asked", "list") for each in found)


class _NameSearch:
    """The names of the model in a question."""

    def __init__(
        self, text: str, words: tuple[QuestionWord, ...], graph: Graph, names: NodeIndex, asking: AskingWords
    ) -> None:
        self.text = text
        self.words = words
        self.graph = graph
        self.names = names
        self.asking = asking
        self.folded = [word.folded for word in words]
        """The words as they are compared."""
        types = _types(self.folded, words_of_types(graph.ontology, asking.language))
        self.types = [each for each in types if not self._is_of_domain(each)]
        self.in_quotes = list(self.quoted())

    def _is_of_domain(self, said: Mark) -> bool:
        """Is a word that types are also called by said of a thing of the model: `the chain`, of *Halt chain*?

        A type's own word stays one, and so does what stands before a name: `the chain Halt chain`.
        """
        at, word = said.first, self.folded[said.first]
        if len(said.places) > 1 or said.plural or word in vocabulary(self.asking.language).types or not at:
            return False
        if not any(each.key == "article" for each in self.asking.at(self.folded, at - 1)):
            return False
        behind = self.words[at + 1 : at + 2]
        if any(self.names.knows(self.text[each.start : each.end]) for each in behind):
            return False
        spoken = self.text[self.words[at].start : self.words[at].end]
        return any(each.node_type != said.key for each in paced(self.names.each_holding(spoken)))

    def question(self, told: Sequence[Mark], *, weak: bool = False) -> MarkedQuestion:
        """The question with its marks, beside those of deeds that it tells."""
        folded, asking = self.folded, self.asking
        marks = [*self.in_quotes, *told]
        marks += self.named(_places_of(marks), weak=weak)
        taken = _places_of(marks)
        for mark in self.types:
            if taken.isdisjoint(mark.places):
                marks.append(mark)
                taken.update(mark.places)
        marks += (each for each in _phrased(folded, taken, asking) if not _is_helping(each, told))
        marks = _of_deeds(_without_judging(marks, folded, self.names.held), self.graph)
        marks, beside = _narrowed(sorted(marks, key=lambda mark: mark.first))
        covered = _places_of(marks) | beside
        left = (place for place, word in enumerate(folded) if place not in covered and word not in asking.idle)
        uncovered = tuple(place for place in left if len(folded[place]) > 1 or folded[place].isdigit())
        return MarkedQuestion(self.text, asking.language, self.words, tuple(marks), uncovered, self.names.held)

    def quoted(self) -> Iterator[Mark]:
        """What stands between quotation marks, and ids: a name, whether a node has it or not."""
        for found in [*_QUOTED.finditer(self.text), *_ID.finditer(self.text)]:
            inner = next((group for group in found.groups() if group), found[0]).strip()
            inside = (found.start() <= word.start and word.end <= found.end() for word in self.words)
            places = tuple(at for at, is_inside in enumerate(inside) if is_inside)
            nodes = tuple(self.names.find(inner))
            # What is written like the id of another tool may be anything else.
            if places and (nodes or found.re is _QUOTED or _OWN_ID.fullmatch(inner)):
                yield Mark("name" if nodes else "unnamed", inner, places, nodes)

    def named(self, taken: set[int], *, weak: bool) -> Iterator[Mark]:
        """Names from left to right, the longest first; those that may mean something else only if `weak`."""
        behind_type = {mark.last + 1 for mark in self.types}
        folded = self.folded
        known = [self.names.knows(self.text[word.start : word.end]) for word in self.words]
        at = 0
        while at < len(self.words):
            mark = None
            if at not in taken and (folded[at] not in self.asking.idle or weak or at in behind_type):
                mark = self._at(at, taken, folded, known)
            if mark is not None and not (weak or self._is_strong(mark, folded)):
                mark = None
            if mark is not None:
                yield mark
            at = at + 1 if mark is None else mark.last + 1

    def told(self) -> Iterator[Mark]:
        """Deeds of which the sentence tells."""
        language, taken = self.asking.language, _places_of(self.in_quotes)
        silent = small_words().difference(word_lists(language).separable)
        spoken = {
            at: self.text[word.start : word.end]
            for at, word in enumerate(self.words)
            if at not in taken and word.folded not in silent
        }
        for places, nodes in spoken_deeds(spoken, language, self.names):
            yield Mark("name", nodes[0].name, places, nodes)

    def _at(self, at: int, taken: set[int], folded: Sequence[str], known: Sequence[bool]) -> Mark | None:
        """The longest name that begins at a word; with a small word at an end only as the model writes it."""
        longest = min(_NAME_WORDS, self.names.longest + _ARTICLES)
        # A verb at its beginning may be known in another form; what no name holds ends it.
        unknown = next((place for place in range(at + 1, len(self.words)) if not known[place]), len(self.words))
        for end in range(min(unknown, at + longest), at, -1):
            if not taken.isdisjoint(range(at, end)):
                continue
            phrase = self.text[self.words[at].start : self.words[end - 1].end]
            nodes = tuple(self.names.find(phrase) or (self._spoken(phrase) if end > at + 1 else ()))
            small = folded[end - 1] in self.asking.idle or folded[at] in small_words()
            if end > at + 1 and small:
                nodes = tuple(node for node in nodes if fold(node.name) == fold(phrase))
            if nodes and end == at + 1 and all(fold(node.name) != folded[at] for node in nodes):
                # "Nach dem Schroten" speaks of *Malz schroten*, and not of the flow *Schrot*.
                deeds = deeds_by_noun(phrase, self.asking.language, self.names)
                nodes = tuple(each for each in deeds if folded[at] in said_in(each.name)) or nodes
            if nodes:
                return Mark("name", phrase, tuple(range(at, end)), nodes)
        return None

    def _spoken(self, phrase: str) -> list[Node]:
        """What is done, said of who does it: "pays the ticket" for Pay ticket, "pèse le lait" for Peser le lait."""
        verb, _, rest = phrase.partition(" ")
        lemmas = (lemma for form, lemma in verb_forms(verb.lower(), self.asking.language) if form == "other")
        found = (node for lemma in lemmas for node in self.names.find(f"{lemma} {rest}"))
        return list({node.node_id: node for node in found if node.node_type in {"FUNC", "UC"}}.values())

    def _is_strong(self, mark: Mark, folded: Sequence[str]) -> bool:
        """Is it surely a name, though its words may mean something in a question, too?"""
        of_types = {place for each in self.types for place in each.places}
        if any(each.last + 1 == mark.first for each in self.types) and not of_types.issuperset(mark.places):
            return True
        found = (each for at in mark.places for each in self.asking.at(folded, at) if each.key != _DEVICES)
        phrased = {place for each in found for place in each.places}
        meant = phrased | of_types | {place for place in mark.places if folded[place] in self.asking.idle}
        if not meant.issuperset(mark.places):
            return True
        # Several words just as the model writes them are no chance.
        return len(mark.places) > 1 and any(node.name == mark.key for node in mark.nodes)


def _places_of(marks: Iterable[Mark]) -> set[int]:
    return {place for mark in marks for place in mark.places}


def _narrowed(marks: Sequence[Mark]) -> tuple[list[Mark], set[int]]:
    """Names with the type beside them ("the function Pay", "the Pay module"), and the words of such types."""
    kept = list(marks)
    beside: set[int] = set()
    for name in (mark for mark in marks if mark.group == "name"):
        for said in (mark for mark in marks if mark.group == "type" and mark in kept):
            is_before = said.last + 1 == name.first
            is_behind = name.last + 1 == said.first and not said.plural
            narrowed = tuple(node for node in name.nodes if node.node_type == said.key)
            if narrowed and (is_before or is_behind):
                kept.remove(said)
                kept[kept.index(name)] = name._replace(nodes=narrowed)
                beside.update(said.places)
                break
    return kept, beside


def _without_judging(marks: Sequence[Mark], folded: Sequence[str], held: HeldAttributes) -> list[Mark]:
    """The marks without those of words to be judged, where they are values or are only looked for: "about risks"."""
    seeks = any(mark.group == "signs" and mark.key in {"about", "called"} for mark in marks)
    keys = {fold(key) for key in held.keys}
    return [
        mark
        for mark in marks
        if mark.group != "judged"
        or not (seeks or any(folded[each] in keys or held.called(folded[each]) for each in mark.places))
    ]


def _of_deeds(marks: Sequence[Mark], graph: Graph) -> list[Mark]:
    """The marks with "steps", "tasks" or "work" as a word for functions, where no other type is spoken of."""
    marks = _of_devices(marks, graph)
    if "FUNC" not in graph.ontology.node_types or any(mark.group == "type" for mark in marks):
        return list(marks)
    deeds = {mark.places for mark in marks if (mark.group, mark.key) == ("nouns", "deeds")}
    others = (mark for mark in marks if mark.group != "nouns" or mark.places not in deeds)
    return [*others, *(Mark("type", "FUNC", places, plural=True) for places in deeds)]


def _of_devices(marks: Sequence[Mark], graph: Graph) -> Sequence[Mark]:
    """The marks with "device" as a word for modules in a question about all of them; else it says nothing new."""
    devices = {mark.places for mark in marks if (mark.group, mark.key) == ("nouns", _DEVICES)}
    if not devices:
        return marks
    is_about_all = "MOD" in graph.ontology.node_types and all(mark.group != "name" for mark in marks)
    others = [mark for mark in marks if mark.places not in devices]
    return [*others, *(Mark("type", "MOD", each, plural=True) for each in devices if is_about_all)]


def _is_helping(mark: Mark, told: Sequence[Mark]) -> bool:
    """Does a word only help the verb of a deed that is told around it, as in "the feed gets weighed"?"""
    inside = any(deed.first < mark.first and mark.last < deed.last for deed in told)
    return inside and mark.group == "relations" and mark.key not in {"follow", "precede"}


def _phrased(folded: Sequence[str], taken: set[int], asking: AskingWords) -> Iterator[Mark]:
    """Phrases by which is asked: at each word those that cover most, several where they cover the same."""
    covered: set[int] = set(taken)
    for at in range(len(folded)):
        found = [each for each in asking.at(folded, at, taken) if covered.isdisjoint(each.places)]
        if not found:
            continue
        longest = len(found[0].places)
        best = [each for each in found if len(each.places) == longest]
        for each in best:
            yield Mark(each.group, each.key, each.places)
        covered.update(place for each in best for place in each.places)


def _types(folded: Sequence[str], types: TypeWords) -> list[Mark]:
    """Words for node types, the longest first."""
    found: list[Mark] = []
    at = 0
    while at < len(folded):
        for end in range(min(len(folded), at + types.longest), at, -1):
            meant = types.known.get(tuple(folded[at:end]))
            if meant is not None:
                found.append(Mark("type", meant[0], tuple(range(at, end)), plural=meant[1]))
                at = end - 1
                break
        at += 1
    return found
