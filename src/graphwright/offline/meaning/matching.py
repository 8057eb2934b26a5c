"""Finds before anything is made: the nodes that a phrase may name, whatever its case, articles, plural or language.

A name is found in three steps, the first that finds something wins: as it stands, in another number or order, by words
that mean the same. What is one letter off is never found, only told, so that it can be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar, cast

from graphwright.grammar.rules import words_of
from graphwright.graph.buckets import Bearers, add_bearer, bearers_of, drop_bearer
from graphwright.graph.document import Graph
from graphwright.offline.meaning.former import MergedAway
from graphwright.offline.meaning.held import HeldAttributes
from graphwright.offline.meaning.vocabulary import concepts, small_words
from graphwright.pauses import paced
from graphwright.protocol.graph import Node, NodeChange
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Commit
from graphwright.text.folding import fold
from graphwright.text.words import stem, words_of_name

NameKey = tuple[str, ...]

_WORD: Final = re.compile(r"[^\W_]+")
WRITTEN_ID: Final = r"@?\b\w{1,80}\.[A-Z]{2}\.\d{3,9}\b|@?\b[A-Z]{2}\w{0,16}(?:[-.]\w{1,16}){0,3}[-.]\d{1,9}\b"
"""A semantic id in a text, or one of another tool, `ZEP-2`: one word, whatever stands in it."""
_SPOKEN: Final = re.compile(rf"{WRITTEN_ID}|{_WORD.pattern}")
# Shorter names are one letter apart from too much to be asked about.
_SHORTEST_TYPO: Final = 4
# More suggestions than a person compares.
_SUGGESTIONS: Final = 3
_SHORTEST_HEAD: Final = 4
"""Letters of a head that may stand for a whole name."""
BEGINNING: Final = 4
"""Letters that a verb shares with its noun: `pétrir` with `pétrissage`, `check` with `checking`."""
_ID: Final[Callable[[Node], str]] = attrgetter("node_id")
_PARTICIPANTS: Final = ("ACTOR", "MOD", "SYS")
# No name of a model has more words; a longer run of words is not looked up.
_LONGEST_NAME: Final = 12
# A word of a name takes at most so many when it is spoken: `temperature of the water` for `Water temperature`.
_SPOKEN_WORDS: Final = 3
T = TypeVar("T")
SLICE: Final = 50
"""Nodes taken in between two pauses: about 2 ms."""
_LOOKS: Final = 100
"""Nodes that are only looked at, in the time that takes one in."""
_FOUND: Final = 1_000
"""Answers about one revision that are remembered."""
_TEXTS: Final = 256
"""What is remembered of texts: the names, the pieces and the marks of a sentence, of its parts and of suggestions."""
_NOTED: Final = 1_000
"""Changes of a commit that are noted one by one."""


class NamedSpan(NamedTuple):
    """A name of the model in a text, and the nodes that have it."""

    start: int
    end: int
    nodes: tuple[Node, ...]


class NodeIndex:
    """The nodes of a graph by what their names mean; valid for the revision up to which it was filled."""

    def __init__(self, graph: Graph, *, is_filled: bool = True) -> None:
        """`is_filled`: at once; else `fill` is to be called before anything is looked for."""
        self.graph = graph
        self.revision = -1
        self._follows = False
        """Is all that changed after `revision` among `_changed`, up to `_heard`?"""
        self._heard = -1
        self._changed: dict[NodeId, None] = {}
        self._taken: dict[NodeId, Node] = {}
        """What was indexed: a node is not changed but replaced, so what has changed since is seen by what it is."""
        self._keys: dict[NodeId, tuple[NameKey, str]] = {}
        """Where each of them stands in the two below."""
        self._by_key: dict[NameKey, list[NodeId]] = {}
        self._joined: dict[str, list[NodeId]] = {}
        self._former = MergedAway(meaning_key)
        self._demanding: Bearers = {}
        """The requirements by what they demand, word for word."""
        self._by_part: dict[str, list[NodeId]] = {}
        """What the words of names mean, and in which names; also of nodes that are called otherwise by now."""
        self._by_end: dict[tuple[int, str], list[NodeId]] = {}
        """By how long a name is and its first letter, and by its last: a slip leaves one of them. The same holds."""
        self.held = HeldAttributes()
        """The attributes of the nodes."""
        self._by_tail: dict[str, list[NodeId]] = {}
        """By how the first and the last word of their names end; the same holds."""
        self._by_beginning: dict[str, list[NodeId]] = {}
        """By how the first word of a name that says something begins; the same holds."""
        self._by_start: dict[str, list[NodeId]] = {}
        """By how the words of their names begin; the same holds."""
        self._found: dict[Hashable, bool] = {}
        """What was found out about the model as it is at the revision of now."""
        self._found_at = -1
        self._texts: dict[tuple[str, str], object] = {}
        """What was found in the texts that were looked at last: of one message the same again and again."""
        self._texts_at = -1
        self.longest = 1
        """Words of the longest name there was; a longer run of words names nothing."""
        if is_filled:
            for _ in self.fill():
                pass

    def fill(self) -> Iterator[None]:
        """Take in what has changed in the graph since the last time; pauses are wanted wherever it yields."""
        graph, taken = self.graph, self._taken
        while self.revision != graph.revision:
            is_first, revision = not taken, graph.revision
            follows = self._follows and self._heard == revision
            looked_at = list(self._changed) if follows else [*taken, *graph.nodes]
            # Whoever stops in a pause leaves nothing that could be followed.
            self._follows, self._heard, self._changed = False, revision, {}
            shared: list[list[NodeId]] = []
            done = 0
            for node_id in looked_at:
                node = graph.nodes.get(node_id)  # as it is now: what came in a pause is seen again in the next round
                if node is None and node_id in taken:
                    self._forget(node_id)
                elif node is not None and (follows or taken.get(node_id) is not node):
                    shared += self._take(node)
                    done += _LOOKS - 1
                done += 1
                if done >= SLICE * _LOOKS:
                    done = 0
                    yield
            if shared and not is_first:
                self._in_order(shared)
            self.revision, self._follows = revision, True

    def on_commit(self, commit: Commit) -> None:
        """Note what a commit has changed: where all are told, the next `fill` looks at nothing else."""
        if commit.revision != self._heard + 1 or len(commit.changes) > _NOTED:
            return  # a large one, and what comes after it, is found by looking at all
        self._heard = commit.revision
        for each in commit.changes:
            node = (each.after or each.before) if isinstance(each, NodeChange) else None
            if node is not None:
                self._changed[node.node_id] = None

    def _take(self, node: Node) -> list[list[NodeId]]:
        """Index a node; gives the lists in which it stands behind others, perhaps not in the order of the graph."""
        if node.node_id in self._taken:
            self._forget(node.node_id)
        words = words_of_name(node.name)
        key, joined = meaning_key(node.name), "".join(map(fold, words))
        self._taken[node.node_id], self._keys[node.node_id] = node, (key, joined)
        self.held.take(node)
        self._former.take(node)
        if (demand := demanded(node)) is not None:
            add_bearer(self._demanding, demand, node.node_id)
        spelled = spelling(node.name)
        for part in set(key):
            self._note(self._by_part.setdefault(part, []), node.node_id)
        for tail in {fold(each)[-_SHORTEST_HEAD:] for each in (*words[:1], *words[-1:])}:
            self._note(self._by_tail.setdefault(tail, []), node.node_id)
        said = said_in(node.name)
        for word in said[:1]:
            self._note(self._by_beginning.setdefault(word[:BEGINNING], []), node.node_id)
        for start in {word[:BEGINNING] for word in said}:
            self._note(self._by_start.setdefault(start, []), node.node_id)
        for end in _ends(spelled):
            self._note(self._by_end.setdefault((len(spelled), end), []), node.node_id)
        self.longest = max(self.longest, len(words))
        lists = [self._by_key.setdefault(key, []), self._joined.setdefault(joined, [])]
        for each in lists:
            each.append(node.node_id)
        return [each for each in lists if len(each) > 1]

    def _note(self, noted: list[NodeId], node_id: NodeId) -> None:
        """Add a node; what is no longer so is dropped only when half of a list may be that."""
        noted.append(node_id)
        if len(noted) > 2 * len(self._taken):
            noted[:] = [each for each in dict.fromkeys(noted) if each in self._taken]

    def _forget(self, node_id: NodeId) -> None:
        gone = self._taken.pop(node_id)
        self.held.drop(gone)
        self._former.drop(gone)
        if (demand := demanded(gone)) is not None:
            drop_bearer(self._demanding, demand, node_id)
        key, joined = self._keys.pop(node_id)
        self._by_key[key].remove(node_id)
        self._joined[joined].remove(node_id)
        if not self._by_key[key]:
            del self._by_key[key]
        if not self._joined[joined]:
            del self._joined[joined]

    def _in_order(self, lists: list[list[NodeId]]) -> None:
        """What is called alike stands in the order of the graph, whatever was changed last."""
        wanted = {node_id for each in lists for node_id in each}
        order = {node_id: at for at, node_id in enumerate(self.graph.nodes) if node_id in wanted}
        for each in lists:
            each.sort(key=lambda node_id: order.get(node_id, len(order)))

    def remembered(self, question: Hashable, find: Callable[[], bool]) -> bool:
        """The answer to a question about the model, found once for a revision."""
        if self._found_at != self.graph.revision or len(self._found) >= _FOUND:
            self._found, self._found_at = {}, self.graph.revision
        if question not in self._found:
            self._found[question] = find()
        return self._found[question]

    def of_text(self, what: str, text: str, find: Callable[[], T]) -> T:
        """What was found in a text, once for a revision while few others are looked at; nobody may change it."""
        if self._texts_at != self.graph.revision or len(self._texts) >= _TEXTS:
            self._texts, self._texts_at = {}, self.graph.revision
        if (what, text) not in self._texts:
            self._texts[what, text] = find()
        return cast("T", self._texts[what, text])

    def key(self, name: str) -> NameKey:
        """What a name is looked up by."""
        return meaning_key(name)

    def having(self, key: NameKey) -> list[NodeId]:
        """The nodes whose names have this meaning."""
        return self._by_key.get(key, [])

    def demanding(self, text: str) -> Collection[NodeId]:
        """The requirements that demand this, word for word."""
        return bearers_of(self._demanding, text)

    def ranked(self, name: str, nodes: Sequence[Node]) -> list[Node]:
        """Of the nodes whose names mean the same, those whose names are most alike."""
        return closest(name, nodes)

    def find(self, phrase: str, types: Container[str] | None = None) -> list[Node]:
        """The nodes that a phrase names, those most alike only; a semantic or short id names its node."""
        if ids := self.graph.find(phrase.removeprefix("@")):
            nodes = [self.graph.nodes[each] for each in ids]
        else:
            # Whoever writes in small letters writes `orderdata` for `OrderData`.
            key = meaning_key(phrase)
            known = self.having(key) or self._joined.get(fold(phrase), []) or self._former.having(key)
            nodes = [self.graph.nodes[each] for each in known if each in self.graph.nodes]
        wanted = nodes if types is None else [node for node in nodes if node.node_type in types]
        return closest(phrase, wanted)

    def replaced(self, text: str) -> list[tuple[str, Node]]:
        """The names in a text that no node has any more, as they were merged away, with the nodes that were kept."""
        if not self._former.parts:
            return []
        said = ((text[each.start : each.end], each.nodes[0]) for each in self.named_in(text))
        return [(name, node) for name, node in said if self._is_former(meaning_key(name), name)]

    def _is_former(self, key: NameKey, name: str) -> bool:
        is_known = self.having(key) or self._joined.get(fold(name)) or self.graph.find(name)
        return not is_known and bool(self._former.having(key))

    def headed(self, word: str) -> Node | None:
        """The only participant that a head alone may mean: `the mixer`, `der Kneter`, `la chambre`."""
        found = self.each_headed(word)
        return found[0] if len(found) == 1 else None

    def each_headed(self, word: str) -> list[Node]:
        """Every participant that a head alone may mean, the oldest first; none where it is a name itself."""
        head = fold(word)
        if len(head) < _SHORTEST_HEAD:
            return []
        nodes = (self.graph.nodes[each] for each in paced(set(self.ending(head))) if each in self.graph.nodes)
        found = [node for node in nodes if node.node_type in _PARTICIPANTS and head in heads_of(node.name)]
        return sorted(found, key=_ID) if found and not self.find(word) else []

    def near(self, phrase: str, types: Container[str] | None = None) -> list[str]:
        """Names of the model that are one letter away from a phrase, at most three."""
        wanted = spelling(phrase)
        if len(wanted) < _SHORTEST_TYPO:
            return []
        places = ((len(wanted) + more, end) for more in (-1, 0, 1) for end in _ends(wanted))
        likely = dict.fromkeys(node_id for place in places for node_id in self._by_end.get(place, ()))
        nodes = (self.graph.nodes[node_id] for node_id in paced(likely) if node_id in self.graph.nodes)
        found = [
            node
            for node in nodes
            if (types is None or node.node_type in types) and one_letter_apart(wanted, spelling(node.name))
        ]
        return list(dict.fromkeys(node.name for node in self._sorted(found)))[:_SUGGESTIONS]

    def holding(self, word: str, most: int) -> list[Node]:
        """The nodes that have a word in their names, or what it means; none where they are more than so many."""
        found = list(islice(self.each_holding(word), most + 1))
        return self._sorted(found) if len(found) <= most else []

    def each_holding(self, word: str) -> Iterator[Node]:
        """The same one by one, however many, in no order."""
        wanted = set(meaning_key(word))
        noted = paced(dict.fromkeys(self.meaning(wanted)))
        nodes = (self.graph.nodes[each] for each in noted if each in self.graph.nodes)
        return (node for node in nodes if wanted <= set(meaning_key(node.name)))

    def meaning(self, parts: Collection[str]) -> list[NodeId]:
        """The nodes whose names may hold all that some words mean: those of the rarest, also of names that changed."""
        return min((self._by_part.get(part, []) for part in parts), key=len, default=list[NodeId]())

    def sharing(self, parts: Iterable[str]) -> Iterator[NodeId]:
        """The nodes whose names may hold some part of a meaning, again and again; also of names that changed."""
        return chain.from_iterable(self._by_part.get(part, ()) for part in parts)

    def few_meaning(self, part: str, most: int) -> Sequence[NodeId]:
        """The nodes whose names may hold a part of a meaning; none where they are more than so many."""
        found = self._by_part.get(part, [])
        return found if len(found) <= most else []

    def few_beginning(self, word: str, most: int) -> Sequence[NodeId]:
        """The nodes whose names may begin like a folded word; none where they are more than so many."""
        found = self._by_beginning.get(word[:BEGINNING], [])
        return found if len(found) <= most else []

    def ending(self, head: str) -> list[NodeId]:
        """The nodes whose names may begin with a folded word of at least four letters, or end with it, among others."""
        return self._by_tail.get(head[-_SHORTEST_HEAD:], [])

    def beginning(self, starts: Iterable[str]) -> list[NodeId]:
        """The nodes whose names may begin like one of some folded words; also of names that have changed."""
        return list(dict.fromkeys(each for start in starts for each in self._by_beginning.get(start[:BEGINNING], ())))

    def functions_like(self, word: str) -> list[Node]:
        """The functions whose names may hold a form of a folded word: a word that begins like it; in no order."""
        likely = (self.graph.nodes.get(each) for each in paced(dict.fromkeys(self._by_start.get(word[:BEGINNING], ()))))
        return [node for node in likely if node is not None and node.node_type == "FUNC"]

    def _sorted(self, nodes: list[Node]) -> list[Node]:
        """In the order of the graph."""
        if len(nodes) < 2:  # noqa: PLR2004
            return nodes
        wanted = {node.node_id for node in nodes}
        return [self.graph.nodes[node_id] for node_id in paced(self.graph.nodes) if node_id in wanted]

    def named_in(self, text: str) -> list[NamedSpan]:
        """The names of the model that stand in a text as whole words: the longest first found, none over another."""
        return list(self.of_text("names", text, lambda: self._named_in(text)))

    def _named_in(self, text: str) -> list[NamedSpan]:
        found: list[NamedSpan] = []
        if not self._by_key:
            return found
        words = [(match.start(), match.end()) for match in _SPOKEN.finditer(text)]
        at = 0
        while at < len(words):
            span = self._longest_from(words, at, text)
            if span is None:
                at += 1
                continue
            found.append(span)
            while at < len(words) and words[at][0] < span.end:
                at += 1
        return found

    def _reach(self, words: Sequence[str]) -> int:
        """How many words from the first on may be one name together; the first may always be one by itself."""
        return max(1, next((at for at, each in enumerate(words) if not self.knows(each)), len(words)))

    def knows(self, word: str) -> bool:
        """May a word stand in a name? Of most words of a message it may not, so no longer name need be looked for."""
        return all(part in self._by_part or part in self._former.parts for part in _parts(word))

    def _said_of(self, spoken: str, found: list[Node]) -> list[Node]:
        """Of what a word names by its stem alone nothing, where it stands in other names: `cloche` is no *Clocher*."""
        if not found or " " in spoken or any(plain_key(spoken) == plain_key(each.name) for each in found):
            return found
        if len(said_in(found[0].name)) > 1 or fold(spoken) not in {fold(each) for each in said_in(spoken)}:
            return found
        others = (each for each in self.each_holding(spoken) if says(each.name, [spoken]))
        return [] if next(others, None) is not None else found

    def _longest_from(self, words: Sequence[tuple[int, int]], at: int, text: str) -> NamedSpan | None:
        if fold(text[words[at][0] : words[at][1]]) in small_words():
            return None
        longest = min(_LONGEST_NAME, _SPOKEN_WORDS * self.longest, len(words) - at)
        for end in range(at + self._reach([text[start:end] for start, end in words[at : at + longest]]), at, -1):
            spoken = text[words[at][0] : words[end - 1][1]]
            if fold(text[words[end - 1][0] : words[end - 1][1]]) in small_words() or (
                end - at > 1 and _is_parted(spoken)
            ):
                continue
            nodes = self._said_of(spoken, self.find(spoken))
            joins = _joins(spoken)  # `press the cloth and cut the cloth`: two things, and no `Cut cloth` across them
            if nodes := [each for each in nodes if joins <= _joins(each.name)]:
                return NamedSpan(words[at][0], words[end - 1][1], tuple(nodes))
        return None


def says(name: str, words: Iterable[str]) -> bool:
    """Does a name hold these very words, in whatever number?"""
    return set(map(_singular, map(fold, words))) <= set(plain_key(name))


def spelling(name: str) -> str:
    """A name as its letters are compared: folded, without blanks."""
    return fold("".join(name.split()))


def _ends(spelled: str) -> tuple[str, str]:
    """The first and the last letter, told apart."""
    return f"^{spelled[:1]}", f"{spelled[-1:]}$"


def _meaning(word: str) -> tuple[str, ...]:
    """What a folded word means; the word without its ending where no list says."""
    known = concepts()
    return known.get(word) or known.get(_singular(word)) or (stem(_singular(word) if word.endswith("eaux") else word),)


def demanded(node: Node) -> str | None:
    """What a requirement demands, in its own words; `None` of any other element."""
    text = node.attributes.get("text") if node.node_type == "REQ" else None
    return text if isinstance(text, str) else None


def same_noun(one: str, other: str) -> bool:
    """Are two words one noun, in whatever number: `Kette` and `Ketten`?"""
    return stem(_singular(fold(one))) == stem(_singular(fold(other)))


def heads_of(name: str) -> set[str]:
    """What alone may stand for a name: its last word, the end of a German compound, the first word in French."""
    words = [fold(each) for each in words_of_name(name)]
    ends = {words[-1][at:] for at in range(len(words[-1]) - _SHORTEST_HEAD + 1)} if words else set[str]()
    return (ends | {each for each in words[:1] if len(each) >= _SHORTEST_HEAD}) - {fold(name)}


@lru_cache(maxsize=65_536)
def _parts(word: str) -> frozenset[str]:
    """What the parts of a spoken word mean."""
    return frozenset(part for each in said_in(word) for part in _meaning(each))


@lru_cache(maxsize=65_536)  # about the names of a large model
def meaning_key(name: str) -> NameKey:
    """What a name means, for comparing: its words without endings, whatever their order, or what they stand for."""
    return tuple(sorted(part for word in said_in(name) for part in _meaning(word))) or (fold(name),)


def said_in(name: str) -> list[str]:
    """The folded words of a name that say something."""
    small = small_words()
    return [word for word in map(fold, words_of_name(name)) if word not in small]


@lru_cache(maxsize=65_536)
def plain_key(name: str) -> NameKey:
    """A name's words in their order, in one number, without small words."""
    return tuple(map(_singular, said_in(name))) or (fold(name),)


def closest(name: str, nodes: Iterable[Node]) -> list[Node]:
    """The nodes that are called just so; else those in another number; else all."""
    every = list(nodes)
    if len(every) < 2:  # noqa: PLR2004
        return every
    wanted = fold(name)
    exact = [node for node in every if fold(node.name) == wanted]
    return exact or [node for node in every if plain_key(node.name) == plain_key(name)] or every


def _singular(word: str) -> str:
    # Names are compared among themselves, so a wrong singular does no harm as long as it is always the same.
    is_several = word.endswith(("s", "eaux")) and not word.endswith("ss")
    return word[:-1] if is_several and len(word) > _SHORTEST_TYPO else word


def _joins(text: str) -> frozenset[str]:
    """The words of a text by which two things are joined."""
    return frozenset(map(fold, text.split())) & words_of("joins")


def _is_parted(text: str) -> bool:
    return any(sign in text for sign in ',;:.!?\n"«»„“”')


def one_letter_apart(one: str, other: str) -> bool:
    """Is one text the other with a letter too many, too few, wrong, or swapped with its neighbour?"""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if len(one) != len(other):
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        return longer[at + 1 :] == shorter[at:]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]
