"""What an index of texts in memory is in a file: written from one moment of it, read word by word and text by text.

Opened, the file gives dictionaries whose values are read when they are asked for, and from then on the index changes
what is in memory as if it had been there all along. Nothing here ranks; `lexical` does, with what it finds here.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from graphwright.search.kept import KeptFile
from graphwright.search.planes import PlanesState
from graphwright.search.unread import Unread
from graphwright.search.vocabulary import Group, WordKin, head_of, length_of
from graphwright.text.words import grams, stem

V = TypeVar("V")
Counts = dict[str, int]
"""How often each word stands in a text."""

_DOUBLE: Final = 2
"""Numbers of a file for one of twice the size."""


class TextsState(NamedTuple):
    """One moment of an index, of which nothing changes any more."""

    keys: list[str | None]
    """By number of a text; `None` where there is none."""
    counts: list[Counts | None]
    """By number of a text; `None` where `before` has them."""
    lengths: list[int]
    planes: dict[str, PlanesState]
    """Of common words; one without must get them."""
    common: int
    """Postings of a common word."""
    before: KeptTexts | None
    """What the index was opened with."""

    def counts_of(self, slot: int) -> Counts:
        """The words of a text."""
        counts = self.counts[slot]
        if counts is None:
            return self.before.counts(slot) if self.before else {}
        return counts


class KeptTexts:
    """An index in a file."""

    def __init__(self, kept: KeptFile, known: Iterable[str] = ()) -> None:
        """`known`: keys that there are somewhere already, so that no second ones are made."""
        same = {key: key for key in known}
        self._words = _names(kept, "words")
        self.keys = [same.get(key, key) for key in _names(kept, "keys")]
        """By number of a text; "" where there is none."""
        self.slots = list(range(len(self.keys)))
        """The same objects wherever a text is listed."""
        self.lengths = kept.numbers("sizes").tolist()
        self._counts = _KeptLists(kept, "counts")
        self._postings = _KeptLists(kept, "postings")
        self._levels, self._bits = _KeptLists(kept, "levels"), _KeptLists(kept, "bits")
        self._changed = _KeptLists(kept, "changed")
        self._planes = kept.numbers("planes").tolist()
        self._kin = {name: (_names(kept, name), _KeptLists(kept, name)) for name in WordKin._fields}
        self.due = [self._words[number] for number in kept.numbers("due")]
        """Common words that have no planes yet."""

    def counts(self, slot: int) -> Counts:
        """The words of a text."""
        return _paired(self._counts[slot], self._words)

    def postings(self) -> dict[str, dict[int, int]]:
        """The texts of each word, and how often it stands there."""
        places = {word: number for number, word in enumerate(self._words)}
        return Unread(places, lambda number: _paired(self._postings[number], self.slots))

    def kin(self) -> WordKin:
        """Which words are kin."""
        return WordKin(*(self._groups(*self._kin[name]) for name in WordKin._fields))

    def _groups(self, keys: list[str], lists: _KeptLists) -> dict[str, Group]:
        word = self._words.__getitem__
        places = {key: number for number, key in enumerate(keys)}
        return Unread(places, lambda number: dict.fromkeys(map(word, lists[number])))

    def planes(self, made: Callable[[str, PlanesState], V]) -> dict[str, V]:
        """Those of common words, as `made` makes them of what is kept."""
        places = {self._words[number]: at for at, number in enumerate(self._planes)}
        return Unread(places, lambda at: made(self._words[self._planes[at]], self.planes_at(at)))

    def planes_at(self, at: int) -> PlanesState:
        """What is kept of the planes of one word."""
        first, end = (each // _DOUBLE for each in self._levels.bounds(at))
        levels = self._levels[at].cast("B").cast("d").tolist()
        return PlanesState(levels, [bytes(self._bits[each]) for each in range(first, end)], self._changed[at].tolist())


class _KeptLists:
    """Lists of a file by number."""

    def __init__(self, kept: KeptFile, name: str) -> None:
        self._starts, self._values = kept.numbers(f"{name}.starts"), kept.numbers(f"{name}.values")

    def __getitem__(self, number: int) -> memoryview[int]:
        return self._values[self._starts[number] : self._starts[number + 1]]

    def bounds(self, number: int) -> tuple[int, int]:
        """Where a list begins and ends."""
        return self._starts[number], self._starts[number + 1]


def written_texts(state: TextsState) -> tuple[dict[str, array[int]], dict[str, bytearray]]:
    """The numbers and the names of a file that holds an index: what `KeptTexts` reads. For any thread."""
    numbers: dict[str, array[int]] = {"sizes": array("I", state.lengths)}
    names = {"keys": _encoded([key or "" for key in state.keys])}
    number_of: defaultdict[str, int] = defaultdict(lambda: len(number_of))
    slots: list[array[int]] = []
    times: list[array[int]] = []

    def texts() -> Iterator[Iterable[int]]:
        for slot in range(len(state.keys)):
            counts = state.counts_of(slot)
            held = [number_of[word] for word in counts]
            while len(slots) < len(number_of):
                slots.append(array("I"))
                times.append(array("I"))
            for number, count in zip(held, counts.values(), strict=True):
                slots[number].append(slot)
                times[number].append(count)
            yield (*held, *counts.values())

    numbers |= _lists("counts", texts())
    numbers |= _lists("postings", (held + often for held, often in zip(slots, times, strict=True)))
    words = list(number_of)
    names["words"] = _encoded(words)
    for name, groups in _kin_of(words).items():
        names[name] = _encoded(list(groups))
        numbers |= _lists(name, groups.values())
    numbers |= _written_planes(state, number_of)
    numbers["due"] = array(
        "I", (at for at, word in enumerate(words) if len(slots[at]) >= state.common and word not in state.planes)
    )
    return numbers, names


def _kin_of(words: Sequence[str]) -> dict[str, dict[str, array[int]]]:
    """The groups of `WordKin`, with numbers in place of words: these are many and small."""
    found: list[defaultdict[str, array[int]]] = [defaultdict(lambda: array("I")) for _ in WordKin._fields]
    stems, parts, heads, lengths = found
    for number, word in enumerate(words):
        stems[stem(word)].append(number)
        for gram in grams(word):
            parts[gram].append(number)
        heads[head_of(word)].append(number)
        lengths[length_of(word)].append(number)
    return dict(zip(WordKin._fields, found, strict=True))


def _written_planes(state: TextsState, number_of: Mapping[str, int]) -> dict[str, array[int]]:
    planes = state.planes
    bits = (each.ljust(-(-len(each) // 4) * 4, b"\0") for one in planes.values() for each in one.bits)
    return {
        "planes": array("I", map(number_of.__getitem__, planes)),
        **_lists("levels", (array("I", array("d", one.levels).tobytes()) for one in planes.values())),
        **_lists("bits", (array("I", each) for each in bits)),
        **_lists("changed", (one.changed for one in planes.values())),
    }


def _lists(name: str, lists: Iterable[Iterable[int]]) -> dict[str, array[int]]:
    starts, values = array("I", (0,)), array("I")
    for each in lists:
        values.extend(each)
        starts.append(len(values))
    return {f"{name}.starts": starts, f"{name}.values": values}


def _paired(half: memoryview[int], named: Sequence[V]) -> dict[V, int]:
    """A list whose first half says of what, and whose second half how many."""
    numbers = half.tolist()
    middle = len(numbers) // 2
    return dict(zip(map(named.__getitem__, numbers[:middle]), numbers[middle:], strict=True))


def _encoded(names: list[str]) -> bytearray:
    return bytearray(msgspec.json.encode(names))


def _names(kept: KeptFile, name: str) -> list[str]:
    return msgspec.json.decode(kept.block(name), type=list[str])
