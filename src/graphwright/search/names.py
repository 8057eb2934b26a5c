"""Names and their numbers, in a file where each is found without reading the others; what came since is in memory.

The file holds the names in the order of their numbers, and a table of hashes: a name is looked for at the place that
its checksum says, and then at the next ones (linear probing; Knuth, "The Art of Computer Programming", 6.4).
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from graphwright.search.kept import KeptFile

_ROOM: Final = 2
"""Places of the table for each name, at least."""
_NOBODY: Final[Sequence[int]] = (0,)


class WrittenParts(NamedTuple):
    """What a part of an index gives to be written."""

    numbers: dict[str, array[int]]
    names: dict[str, Sequence[str]]


class KeptNames:
    """Names by number, from 0, as they came. One that is forgotten is "", and its number not given again."""

    def __init__(self, part: str, kept: KeptFile | None) -> None:
        """`part`: how they are called in the file."""
        self._part = part
        self._since: dict[str, int] = {}
        self._named: list[str] = []
        """Those that came since, by number; the file has those before."""
        self._gone: set[int] = set()
        self._read(kept)

    def __len__(self) -> int:
        return self._kept + len(self._named)

    def __getitem__(self, number: int) -> str:
        if number >= self._kept:
            return self._named[number - self._kept]
        return "" if number in self._gone else str(self._at(number), "utf-8")

    def __iter__(self) -> Iterator[str]:
        names = str(self._text, "utf-8").split("\n")[: self._kept]
        for number in self._gone:
            names[number] = ""
        yield from names
        yield from self._named

    def number(self, name: str) -> int | None:
        """The number of a name."""
        found = self._since.get(name)
        if found is not None:
            return found
        wanted = name.encode()
        at, last, table = zlib.crc32(wanted) % len(self._table), len(self._table) - 1, self._table
        while number := table[at]:
            if self._at(number - 1) == wanted:
                return None if number - 1 in self._gone else number - 1
            at = at + 1 if at < last else 0
        return None

    def add(self, name: str) -> int:
        """A further name; its number. One that is there already has another number from now on."""
        number = self._since[name] = len(self)
        self._named.append(name)
        return number

    def forget(self, number: int) -> None:
        """A name that is needed no more."""
        if number < self._kept:
            self._gone.add(number)
            return
        name, self._named[number - self._kept] = self[number], ""
        if self._since.get(name) == number:
            del self._since[name]

    def written(self) -> WrittenParts:
        """What is written of them."""
        names = list(self)
        starts, at = array("I", (0,)), 0
        table = array("I", bytes(4 * max(1, _ROOM * len(names))))
        last = len(table) - 1
        for encoded in map(str.encode, names):
            at += len(encoded) + 1
            starts.append(at)
        for name, number in {name: number for number, name in enumerate(names) if name}.items():
            place = zlib.crc32(name.encode()) % len(table)
            while table[place]:
                place = place + 1 if place < last else 0
            table[place] = number + 1
        numbers = {f"{self._part}.starts": starts, f"{self._part}.table": table}
        return WrittenParts(numbers, {self._part: names})

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        self._since.clear()
        self._named.clear()
        self._gone.clear()
        self._read(kept)

    def _read(self, kept: KeptFile | None) -> None:
        self._starts: Sequence[int] = kept.numbers(f"{self._part}.starts") if kept else (0,)
        self._table: Sequence[int] = kept.numbers(f"{self._part}.table") if kept else _NOBODY
        self._text = kept.block(self._part) if kept else memoryview(b"")
        self._kept = len(self._starts) - 1

    def _at(self, number: int) -> bytes:
        return bytes(self._text[self._starts[number] : self._starts[number + 1] - 1])


class KeptGroups:
    """Words by their first letter and length, in a file and since: where words that are alike are looked for."""

    def __init__(self, part: str, kept: KeptFile | None) -> None:
        """`part`: how they are called in the file."""
        self._part = part
        self._since: dict[tuple[str, int], list[str]] = {}
        self._read(kept)

    def __getitem__(self, group: tuple[str, int]) -> list[str]:
        """The words of a group; some of them may be forgotten already."""
        start, end = self._places.get(group, (0, 0))
        kept = str(self._text[start:end], "utf-8").split("\n")[:-1]
        return kept + self._since.get(group, [])

    def lengths(self, letter: str) -> list[int]:
        """How long words with this first letter are, the shortest first."""
        return sorted({length for first, length in (*self._places, *self._since) if first == letter})

    def add(self, word: str) -> None:
        """A further word."""
        self._since.setdefault((word[0], len(word)), []).append(word)

    def written(self, words: Iterator[str]) -> WrittenParts:
        """What is written of those words."""
        groups: dict[tuple[str, int], list[str]] = {}
        for word in words:
            if word:
                groups.setdefault((word[0], len(word)), []).append(word)
        places, at = array("I"), 0
        for (letter, length), members in groups.items():
            size = len(members) + sum(map(len, map(str.encode, members)))
            places.extend((ord(letter), length, at, at + size))
            at += size
        ordered = [word for members in groups.values() for word in members]
        return WrittenParts({f"{self._part}.places": places}, {self._part: ordered})

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        self._since.clear()
        self._read(kept)

    def _read(self, kept: KeptFile | None) -> None:
        places = kept.numbers(f"{self._part}.places").tolist() if kept else []
        self._text = kept.block(self._part) if kept else memoryview(b"")
        self._places = {
            (chr(places[at]), places[at + 1]): (places[at + 2], places[at + 3]) for at in range(0, len(places), 4)
        }
