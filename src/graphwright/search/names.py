"""Names and their numbers, in a file where each is found without reading the others; what came since is in memory.

The file holds the names in the order of their numbers, and a table of hashes: a name is looked for at the place that
its checksum says, and then at the next ones (linear probing; Knuth, "The Art of Computer Programming", 6.4).
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from graphwright.search.kept import KeptFile
from graphwright.search.rows import copied

_ROOM: Final = 2
"""Places of the table for each name, at least; a table is twice as large as the one before it, so it is seldom made."""
_END: Final = b"\n"
_NOBODY: Final[Sequence[int]] = (0,)
_MAX_KNOWN: Final = 1 << 16
"""Names of the file that are remembered with their numbers: most words of a text were in those before it."""


class WrittenParts(NamedTuple):
    """What a part of an index gives to be written."""

    numbers: dict[str, array[int]]
    names: dict[str, bytearray]
    """Each with a line feed behind it."""


class KeptNames:
    """Names by number, from 0, as they came. One that is forgotten is "", and its number not given again."""

    def __init__(self, part: str, kept: KeptFile | None) -> None:
        """`part`: how they are called in the file."""
        self._part = part
        self._known: dict[str, int] = {}
        """The numbers of all that came since, and of names of the file that were asked for."""
        self._named: list[str] = []
        """Those that came since, by number; the file has those before."""
        self._gone: set[int] = set()
        self.forgot = False
        """Has one of them lost its number since the file was written?"""
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
        found = self._known.get(name)
        return self._looked_up(name) if found is None else found

    def numbers(self, names: Iterable[str]) -> list[int | None]:
        """The numbers of several names."""
        known = self._known.get
        return [number if (number := known(name)) is not None else self._looked_up(name) for name in names]

    def _looked_up(self, name: str) -> int | None:
        """The number of a name that stands in the file."""
        wanted = name.encode()
        at, last, table = zlib.crc32(wanted) % len(self._table), len(self._table) - 1, self._table
        while number := table[at]:
            if self._at(number - 1) == wanted:
                if number - 1 in self._gone:
                    return None
                if len(self._known) >= _MAX_KNOWN + len(self._named):
                    self._known = {name: at for name, at in self._known.items() if at >= self._kept}
                self._known[name] = number - 1
                return number - 1
            at = at + 1 if at < last else 0
        return None

    def add(self, name: str) -> int:
        """A further name; its number. One that is there already has another number from now on."""
        self.forgot = self.forgot or self.number(name) is not None
        return self.add_new(name)

    def add_new(self, name: str) -> int:
        """A further name, known not to be there; its number."""
        number = self._known[name] = self._kept + len(self._named)
        self._named.append(name)
        return number

    def forget(self, number: int) -> None:
        """A name that is needed no more."""
        name, self.forgot = self[number], True
        if number < self._kept:
            self._gone.add(number)
        else:
            self._named[number - self._kept] = ""
        if self._known.get(name) == number:
            del self._known[name]

    def written(self) -> WrittenParts:
        """What is written of them: what the file has, and what came since; all anew where names were forgotten."""
        size = 1 << (_ROOM * len(self)).bit_length()
        starts, table, text = array("I", (0,)), array("I", bytes(4 * size)), bytearray()
        if not self.forgot:
            starts, text = copied(self._starts), bytearray(self._text)
            if size == len(self._table):
                table = copied(self._table)
        names = list(self)
        for name in names[len(starts) - 1 :]:
            text += name.encode() + _END
            starts.append(len(text))
        entered = self._kept if size == len(self._table) and not self.forgot else 0
        last = {name: number for number, name in enumerate(names[entered:], start=entered) if name}
        for name, number in last.items():
            place = zlib.crc32(name.encode()) % size
            while table[place]:
                place = place + 1 if place < size - 1 else 0
            table[place] = number + 1
        numbers = {f"{self._part}.starts": starts, f"{self._part}.table": table}
        return WrittenParts(numbers, {self._part: text})

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        self._known = {name: at for name, at in self._known.items() if at < self._kept}  # numbers stay as they are
        self._named.clear()
        self._gone.clear()
        self.forgot = False
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

    def written(self, words: Iterable[str] | None) -> WrittenParts:
        """What is written of those words; of all that it has where none is given."""
        since, places = self._since, self._places
        if words is not None:
            since, places = _grouped(words), {}
        written, text = array("I"), bytearray()
        for letter, length in dict.fromkeys((*places, *since)):
            start, end = places.get((letter, length), (0, 0))
            begin = len(text)
            text += self._text[start:end]
            for word in since.get((letter, length), ()):
                text += word.encode() + _END
            written.extend((ord(letter), length, begin, len(text)))
        return WrittenParts({f"{self._part}.places": written}, {self._part: text})

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


def _grouped(words: Iterable[str]) -> dict[tuple[str, int], list[str]]:
    """Words by their first letter and length."""
    groups: dict[tuple[str, int], list[str]] = {}
    for word in filter(None, words):
        groups.setdefault((word[0], len(word)), []).append(word)
    return groups
