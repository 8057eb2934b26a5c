"""Finds texts by their words in lists that lie in a file, so that a hundred thousand cost little memory and no start.

It asks and scores as `lexical` does, and the same texts give the same answers. What differs is where things stand:
words are numbers, a list of postings holds a text and a count in one number, and what was taken in since the file was
written is kept in memory beside it. `Vocabulary` and lists are shared by all indexes of one file.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from graphwright.search.kept import KeptFile
from graphwright.search.lexical import K1, MIN_COVERED, MIN_PARTS, LexicalIndex, QueryWord, Unit
from graphwright.search.planes import COMMON, Planes
from graphwright.search.rows import Rows, copied
from graphwright.search.vocabulary import MAX_KIN, is_near
from graphwright.text.words import grams, stem

MAX_TEXTS: Final = 1 << 24
_COUNT_BITS: Final = 8
_MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""A word that stands more often in a text is worth no more."""
_SHORTEST_NEAR: Final = 4
_HEAD: Final = 2
_DRIFT: Final = 1.2
"""The planes of a word are made anew when its postings have grown by so much."""


class WrittenParts(NamedTuple):
    """What a part of an index gives to be written."""

    numbers: dict[str, array[int]]
    names: dict[str, Sequence[str]]


class KeptVocabulary:
    """The words of a file as numbers, and how they are kin. The same kin as `vocabulary`."""

    def __init__(self, kept: KeptFile | None) -> None:
        self.words: list[str] = kept.names("words") if kept else []
        self._stems: list[str] = kept.names("stems") if kept else []
        self._grams: list[str] = kept.names("grams") if kept else []
        self._numbers = {word: number for number, word in enumerate(self.words) if word}
        self._stem_rows = {word: number for number, word in enumerate(self._stems) if word}
        self._gram_rows = {gram: number for number, gram in enumerate(self._grams) if gram}
        self._of_stem = kept_rows(kept, "ofStem")
        self._of_gram = kept_rows(kept, "ofGram")
        self._by_head: dict[str, list[int]] = {}
        self._by_length: dict[tuple[str, int], list[int]] = {}
        self._sorted = 0

    def number(self, word: str) -> int:
        """The number of a word, a new one if need be."""
        found = self._numbers.get(word)
        if found is not None:
            return found
        number = self._numbers[word] = len(self.words)
        self.words.append(word)
        _enter(stem(word), number, self._stems, self._stem_rows, self._of_stem)
        for gram in grams(word):
            _enter(gram, number, self._grams, self._gram_rows, self._of_gram)
        return number

    def forget(self, number: int) -> None:
        """A word that stands nowhere any more; its number is not given again."""
        word = self.words[number]
        if not word:
            return
        del self._numbers[word]
        self.words[number] = ""
        _leave(stem(word), number, self._stems, self._stem_rows, self._of_stem)
        for gram in grams(word):
            _leave(gram, number, self._grams, self._gram_rows, self._of_gram)

    def same_stem(self, word: str) -> Sequence[int]:
        """Words that differ in their endings only."""
        row = self._stem_rows.get(stem(word))
        return () if row is None else self._of_stem[row]

    def with_gram(self, gram: str) -> Sequence[int]:
        """Words in which this run of letters stands; shorter words are no parts of others."""
        row = self._gram_rows.get(gram)
        return () if row is None else self._of_gram[row]

    def beginning(self, head: str) -> Sequence[int]:
        """Words that begin so, the shortest first."""
        self._sort()
        found = [each for each in self._by_head.get(head[:_HEAD], ()) if self.words[each].startswith(head)]
        return sorted(found, key=lambda each: (len(self.words[each]), self.words[each]))[:MAX_KIN]

    def near(self, word: str) -> Sequence[int]:
        """Words with the same first letter, one letter changed, added, left out or swapped."""
        if len(word) < _SHORTEST_NEAR:
            return ()
        self._sort()
        alike = (self._by_length.get((word[0], len(word) + more), ()) for more in (-1, 0, 1))
        # One typing error leaves the beginning or the end of a word as it was; to look for these first is quick.
        same = len(word) // 2 - 1
        head, tail = word[:same], word[-same:] if same else ""
        found = [
            each
            for group in alike
            for each in group
            if (other := self.words[each]) and (other.startswith(head) or other.endswith(tail)) and is_near(word, other)
        ]
        return sorted(found, key=self.words.__getitem__)[:MAX_KIN]

    def written(self) -> WrittenParts:
        """What is written of it."""
        numbers = {**written_rows("ofStem", self._of_stem), **written_rows("ofGram", self._of_gram)}
        return WrittenParts(numbers, {"words": self.words, "stems": self._stems, "grams": self._grams})

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        rebase(self._of_stem, kept, "ofStem")
        rebase(self._of_gram, kept, "ofGram")

    def _sort(self) -> None:
        """Words by their beginnings and lengths: only who asks with a typing error needs them."""
        for number in range(self._sorted, len(self.words)):
            if word := self.words[number]:
                self._by_head.setdefault(word[:_HEAD], []).append(number)
                self._by_length.setdefault((word[0], len(word)), []).append(number)
        self._sorted = len(self.words)


class KeptLexicalIndex(LexicalIndex[int]):
    """Texts by number, in the order in which they came. Beside `add` and `remove` all is as in `LexicalIndex`."""

    def __init__(self, name: str, vocabulary: KeptVocabulary, kept: KeptFile | None, *, common: int = COMMON) -> None:
        super().__init__(common=common)
        self._name = name
        self._kin = vocabulary
        self._vocabulary = vocabulary  # type: ignore[assignment]  # words are numbers here
        self._listed_texts = kept_rows(kept, f"{name}.texts")
        self._held = kept_rows(kept, f"{name}.words")
        self._sizes = copied(kept.numbers(f"{name}.lengths")) if kept else array("I")
        self._texts = copied(kept.numbers(f"{name}.sizes")) if kept else array("I")
        """In how many texts each word stands."""
        self._keys = [number if size else None for number, size in enumerate(self._sizes)]
        self._alive = sum(key is not None for key in self._keys)
        self._total = sum(self._sizes)
        self._norms: list[float] | None = None
        self._made_with: dict[int, int] = {}

    def __len__(self) -> int:
        return self._alive

    def take(self, counts: Mapping[str, int]) -> int:
        """Take in a text, the words that count in it; its number."""
        slot = len(self._keys)
        packed, number = slot << _COUNT_BITS, self._kin.number
        ids = array("I")
        lists, texts = self._listed_texts, self._texts
        for word, count in counts.items():
            found = number(word)
            ids.append(found)
            while found >= len(lists):
                lists.new()
            lists.append(found, packed | min(count, _MAX_COUNT))
            if found >= len(texts):
                texts.extend([0] * (found + 1 - len(texts)))
            texts[found] += 1
            if found in self._planes:
                self._planes[found].note(slot)
        length = max(1, sum(counts.values()))
        self._held.new(ids)
        self._keys.append(slot)
        self._sizes.append(length)
        self._alive += 1
        self._total += length
        self._norms = None
        return slot

    def drop(self, slots: range) -> set[int]:
        """Forget texts that follow each other; the words that stand in none any more."""
        gone: set[int] = set()
        words: set[int] = set()
        for slot in slots:
            if self._keys[slot] is not None:
                words.update(self._held[slot])
                self._held.replace(slot, ())
                self._keys[slot] = None
                self._total -= self._sizes[slot]
                self._sizes[slot] = 0
                self._alive -= 1
        first, last = slots.start << _COUNT_BITS, slots.stop << _COUNT_BITS
        for word in words:
            listed = self._listed_texts[word]
            at, end = bisect_left(listed, first), bisect_left(listed, last)
            self._listed_texts.replace(word, copied(listed[:at]) + copied(listed[end:]))
            self._texts[word] -= end - at
            self._planes.pop(word, None)
            if not self._texts[word]:
                gone.add(word)
        self._norms = None
        return gone

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        rebase(self._listed_texts, kept, f"{self._name}.texts")
        rebase(self._held, kept, f"{self._name}.words")

    def stands(self, word: int) -> bool:
        """Is there a text with this word?"""
        return word < len(self._texts) and self._texts[word] > 0

    def written(self) -> WrittenParts:
        """What is written of it."""
        numbers = {
            **written_rows(f"{self._name}.texts", self._listed_texts),
            **written_rows(f"{self._name}.words", self._held),
            f"{self._name}.lengths": self._sizes,
            f"{self._name}.sizes": self._texts,
        }
        return WrittenParts(numbers, {})

    # searching -----------------------------------------------------------------------------------------------------

    def settle(self) -> Iterator[None]:
        """Nothing waits: words are entered as they come, planes made by the question that reads them."""
        return iter(())

    def _listed(self, groups: Mapping[frozenset[int], float]) -> list[Unit]:  # type: ignore[override]
        texts, known = self._texts, len(self._texts)
        listed: list[tuple[int, int, Unit]] = []
        for group, weight in groups.items():
            size = sum([texts[word] for word in group if word < known])
            if size:
                listed.append((size, min(group), Unit(tuple(group), weight, size)))
        return [unit for _, _, unit in sorted(listed, key=lambda each: each[:2])]

    def _is_common(self, unit: Unit) -> bool:
        return any(self._frequency(word) >= self._common for word in unit.members)

    def _frequency(self, word: int) -> int:
        return self._texts[word] if word < len(self._texts) else 0

    def _normed(self) -> list[float]:
        """What the length of each text takes away."""
        if self._norms is None:
            least, more = self._norm()
            self._norms = [least + more * size for size in self._sizes]
        return self._norms

    def _counted(self, unit: Unit) -> dict[int, int]:
        """The texts of a unit, and how often it stands in each."""
        counts: dict[int, int] = {}
        get = counts.get
        for word in unit.members:
            if self._frequency(word):
                for each in self._listed_texts[word]:
                    slot = each >> _COUNT_BITS
                    counts[slot] = get(slot, 0) + (each & _MAX_COUNT)
        return counts

    def _read(self, unit: Unit, scores: dict[int, float]) -> None:
        norms, get = self._normed(), scores.get
        first, *others = unit.members
        if others:
            counts = self._counted(unit)
            weight = self._weight(unit, len(counts)) * (K1 + 1)
            for slot, count in counts.items():
                scores[slot] = get(slot, 0.0) + weight * count / (count + norms[slot])
            return
        weight = self._weight(unit) * (K1 + 1)
        for each in self._listed_texts[first]:
            slot, count = each >> _COUNT_BITS, each & _MAX_COUNT
            scores[slot] = get(slot, 0.0) + weight * count / (count + norms[slot])

    def _add_all(self, units: Sequence[Unit], scores: dict[int, float]) -> None:
        """The words of a text say which of the lists hold it; only these are looked into."""
        norms, held = self._normed(), self._held
        weights = [self._weight(unit) * (K1 + 1) for unit in units]
        of_word: dict[int, list[int]] = {}
        for number, unit in enumerate(units):
            for word in unit.members:
                of_word.setdefault(word, []).append(number)
        lists = {word: self._listed_texts[word] for word in of_word if self._frequency(word)}
        wanted = frozenset(lists)
        for slot in scores:
            counts = [0] * len(units)
            for word in wanted.intersection(held[slot]):
                count = _count(lists[word], slot)
                for number in of_word[word]:
                    counts[number] += count
            norm = norms[slot]
            scores[slot] += sum(weight * count / (count + norm) for weight, count in zip(weights, counts, strict=True))

    def _promising(self, units: Sequence[Unit]) -> list[int]:
        for word in {word for unit in units for word in unit.members}:
            size = self._frequency(word)
            if size >= self._common and size > _DRIFT * self._made_with.get(word, 0):
                self._planes[word] = self._planed(word)
                self._made_with[word] = size
        return super()._promising(units)

    def _planed(self, word: int) -> Planes:
        listed, norms = self._listed_texts[word], self._normed()
        worth = {
            each >> _COUNT_BITS: (each & _MAX_COUNT) * (K1 + 1) / ((each & _MAX_COUNT) + norms[each >> _COUNT_BITS])
            for each in listed
        }

        def worth_of(slot: int) -> float:
            if slot in worth:
                return worth.pop(slot)
            count = _count(self._listed_texts[word], slot)
            return count * (K1 + 1) / (count + self._normed()[slot]) if count else 0.0

        return Planes(list(worth), lambda slots: map(worth_of, slots))

    def _holder(self, asked: Sequence[QueryWord]) -> Callable[[int], tuple[str, ...]]:
        """One look at each word of a text: it says for which words of the question, and parts of them, it stands."""
        marks: dict[int, int] = {}
        wanted: list[tuple[str, int, int, int]] = []
        bit = 0
        for each in asked:
            whole, bit = 1 << bit, bit + 1
            _mark(marks, each.meant, whole)
            parts = 0
            if len(each.parts) >= MIN_PARTS:
                for part in each.parts:
                    _mark(marks, self._kin.with_gram(part), 1 << bit)
                    parts |= 1 << bit
                    bit += 1
            wanted.append((each.word, whole, parts, math.ceil(MIN_COVERED * len(each.parts))))

        telling = frozenset(marks)

        def held(slot: int) -> tuple[str, ...]:
            found = 0
            for word in telling.intersection(self._held[slot]):
                found |= marks[word]
            return tuple(
                word
                for word, whole, parts, least in wanted
                if found & whole or (parts and (found & parts).bit_count() >= least)
            )

        return held


def _mark(marks: dict[int, int], words: Iterable[int], bit: int) -> None:
    for word in words:
        marks[word] = marks.get(word, 0) | bit


def _count(listed: Sequence[int], slot: int) -> int:
    """How often a word stands in a text."""
    at = bisect_left(listed, slot << _COUNT_BITS)
    return listed[at] & _MAX_COUNT if at < len(listed) and listed[at] >> _COUNT_BITS == slot else 0


def _enter(name: str, number: int, names: list[str], rows: dict[str, int], lists: Rows) -> None:
    row = rows.get(name)
    if row is None:
        row = rows[name] = lists.new()
        names.append(name)
    lists.append(row, number)


def _leave(name: str, number: int, names: list[str], rows: dict[str, int], lists: Rows) -> None:
    row = rows[name]
    left = [each for each in lists[row] if each != number]
    lists.replace(row, left)
    if not left:
        del rows[name]
        names[row] = ""


def kept_rows(kept: KeptFile | None, name: str) -> Rows:
    """Lists of a file; none where there is no file."""
    return Rows(kept.numbers(f"{name}.starts"), kept.numbers(f"{name}.values")) if kept else Rows()


def written_rows(name: str, rows: Rows) -> dict[str, array[int]]:
    """What `kept_rows` finds again."""
    starts, values = rows.written()
    return {f"{name}.starts": starts, f"{name}.values": values}


def rebase(rows: Rows, kept: KeptFile, name: str) -> None:
    """These lists stand in the file now."""
    rows.rebase(kept.numbers(f"{name}.starts"), kept.numbers(f"{name}.values"))
