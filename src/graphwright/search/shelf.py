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
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from graphwright.search.kept import KeptFile
from graphwright.search.lexical import K1, MAX_WORDS, MIN_COVERED, MIN_PARTS, LexicalIndex, QueryWord, Unit
from graphwright.search.names import KeptGroups, KeptNames, WrittenParts
from graphwright.search.planes import COMMON, Planes
from graphwright.search.rows import Rows, copied
from graphwright.search.vocabulary import MAX_KIN, is_near
from graphwright.text.words import grams, stem

if TYPE_CHECKING:
    from graphwright.search.scoring import TextScores

MAX_TEXTS: Final = 1 << 24
_COUNT_BITS: Final = 8
_MAX_COUNT: Final = (1 << _COUNT_BITS) - 1
"""A word that stands more often in a text is worth no more."""
_AT_ONCE: Final = 128
"""Texts that are looked at together: more than that are seldom told."""
MANY: Final = 2_000
"""Texts from which on numpy scores them, where it is installed."""
_SHORTEST_NEAR: Final = 4
_DRIFT: Final = 1.2
"""The planes of a word are made anew when its postings have grown by so much."""


class KeptVocabulary:
    """The words of a file as numbers, and how they are kin. The same kin as `vocabulary`."""

    def __init__(self, kept: KeptFile | None) -> None:
        self.words = KeptNames("words", kept)
        self._stems = KeptNames("stems", kept)
        self._grams = KeptNames("grams", kept)
        self._groups = KeptGroups("alike", kept)
        self._of_stem = kept_rows(kept, "ofStem")
        self._of_gram = kept_rows(kept, "ofGram")
        self._found: dict[str, Sequence[int]] = {}
        """What was near the words that were asked last: one question goes to several indexes."""

    def numbered(self, counts: Mapping[str, int]) -> dict[int, int]:
        """Words by their numbers, new ones if need be; each must come to stand in a text."""
        found = zip(counts, self.words.numbers(counts), counts.values(), strict=True)
        return {self._new(word) if number is None else number: count for word, number, count in found}

    def _new(self, word: str) -> int:
        number = self.words.add_new(word)
        self._found.clear()
        self._groups.add(word)
        _enter((stem(word),), number, self._stems, self._of_stem)
        _enter(grams(word), number, self._grams, self._of_gram)
        return number

    def forget(self, number: int) -> None:
        """A word that stands nowhere any more; its number is not given again."""
        word = self.words[number]
        if not word:
            return
        self.words.forget(number)
        self._found.clear()
        _leave(stem(word), number, self._stems, self._of_stem)
        for gram in grams(word):
            _leave(gram, number, self._grams, self._of_gram)

    def same_stem(self, word: str) -> Sequence[int]:
        """Words that differ in their endings only."""
        row = self._stems.number(stem(word))
        return () if row is None else self._of_stem[row]

    def with_gram(self, gram: str) -> Sequence[int]:
        """Words in which this run of letters stands; shorter words are no parts of others."""
        row = self._grams.number(gram)
        return () if row is None else self._of_gram[row]

    def beginning(self, head: str) -> Sequence[int]:
        """Words that begin so, the shortest first."""
        found: list[int] = []
        for length in self._groups.lengths(head[0]):
            alike = sorted(word for word in self._groups[head[0], length] if word.startswith(head))
            found += self._numbered(alike)
            if len(found) >= MAX_KIN:
                break
        return found[:MAX_KIN]

    def near(self, word: str) -> Sequence[int]:
        """Words with the same first letter, one letter changed, added, left out or swapped."""
        if len(word) < _SHORTEST_NEAR:
            return ()
        if word in self._found:
            return self._found[word]
        # One typing error leaves the beginning or the end of a word as it was; to look for these first is quick.
        same = len(word) // 2 - 1
        head, tail = word[:same], word[-same:]
        found = [
            other
            for more in (-1, 0, 1)
            for other in self._groups[word[0], len(word) + more]
            if (other.startswith(head) or other.endswith(tail)) and is_near(word, other)
        ]
        if len(self._found) >= MAX_WORDS:
            self._found.clear()
        near = self._found[word] = self._numbered(sorted(found))[:MAX_KIN]
        return near

    def _numbered(self, words: Iterable[str]) -> list[int]:
        """Those of the words that still stand somewhere."""
        return [number for word in dict.fromkeys(words) if (number := self.words.number(word)) is not None]

    def written(self) -> WrittenParts:
        """What is written of it."""
        parts = [each.written() for each in (self.words, self._stems, self._grams)]
        parts.append(self._groups.written(self.words if self.words.forgot else None))
        numbers = {**written_rows("ofStem", self._of_stem), **written_rows("ofGram", self._of_gram)}
        return WrittenParts(
            numbers | {name: each for part in parts for name, each in part.numbers.items()},
            {name: each for part in parts for name, each in part.names.items()},
        )

    def rebase(self, kept: KeptFile) -> None:
        """What was written stands in the file now."""
        for each in (self.words, self._stems, self._grams, self._groups):
            each.rebase(kept)
        rebase(self._of_stem, kept, "ofStem")
        rebase(self._of_gram, kept, "ofGram")


class KeptLexicalIndex(LexicalIndex[int]):
    """Texts by number, in the order in which they came. Beside `add` and `remove` all is as in `LexicalIndex`."""

    def __init__(
        self, name: str, vocabulary: KeptVocabulary, kept: KeptFile | None, *, common: int = COMMON, many: int = MANY
    ) -> None:
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
        self._norms: array[float] | None = None
        self._many = many
        self._scores: TextScores | None = None
        self._made_with: dict[int, int] = {}

    def __len__(self) -> int:
        return self._alive

    def take(self, counts: Mapping[int, int]) -> int:
        """Take in a text, the numbers of the words that count in it; its number."""
        slot = len(self._keys)
        packed, texts = slot << _COUNT_BITS, self._texts
        ids = array("I", counts)
        most = max(counts.values(), default=0) <= _MAX_COUNT
        values = counts.values() if most else [min(count, _MAX_COUNT) for count in counts.values()]
        self._listed_texts.append_each(ids, [packed | count for count in values])
        if (more := max(ids, default=-1) + 1 - len(texts)) > 0:
            texts.extend([0] * more)
        for number in ids:
            texts[number] += 1
        for number in self._planes.keys() & counts.keys():
            self._planes[number].note(slot)
        length = max(1, sum(counts.values()))
        self._held.new(ids)
        self._keys.append(slot)
        self._sizes.append(length)
        self._alive += 1
        self._total += length
        self._norms = self._scores = None
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
        self._norms = self._scores = None
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

    def _group(self, words: Iterable[int]) -> bytes:  # type: ignore[override]
        # Parts of words stand in thousands of others, so nothing is done with each.
        if isinstance(words, memoryview | array):
            return words.tobytes()  # in order, as numbers are given
        return array("I", sorted(words)).tobytes()

    def _listed(self, groups: Mapping[bytes, float]) -> list[Unit]:  # type: ignore[override]
        listed: list[tuple[int, int, Unit]] = []
        for group, weight in groups.items():
            members = memoryview(group).cast("I")
            if size := self._size(members):
                listed.append((size, members[0], Unit(members, weight, size)))
        return [unit for _, _, unit in sorted(listed, key=lambda each: each[:2])]

    def _size(self, members: Sequence[int]) -> int:
        """Postings of some words together."""
        if self._is_large():
            from graphwright.search.scoring import summed  # noqa: PLC0415  as below

            return summed(self._texts, members)
        texts, known = self._texts, len(self._texts)
        return sum([texts[word] for word in members if word < known])

    def _is_large(self) -> bool:
        """Is it worth to load numpy, and is there one?"""
        return self._alive >= self._many and find_spec("numpy") is not None

    def _is_common(self, unit: Unit) -> bool:
        return any(self._frequency(word) >= self._common for word in unit.members)

    def _frequency(self, word: int) -> int:
        return self._texts[word] if word < len(self._texts) else 0

    def _normed(self) -> array[float]:
        """What the length of each text takes away."""
        if self._norms is None:
            least, more = self._norm()
            self._norms = array("d", (least + more * size for size in self._sizes))
        return self._norms

    def _accepted(
        self, now: Sequence[Unit], later: Sequence[Unit], accept: Callable[[int], bool] | None, most: int
    ) -> dict[int, float]:
        if not self._is_large():
            return super()._accepted(now, later, accept, most)
        if self._scores is None:
            from graphwright.search.scoring import TextScores  # noqa: PLC0415  numpy is loaded only where it is used

            self._scores = TextScores(self._normed(), _COUNT_BITS)
        for unit in (*now, *later):
            self._scores.add(self._listed_texts.some(unit.members), partial(self._worth, unit))
        return self._scores.best(most, accept)

    def _worth(self, unit: Unit, texts: int) -> float:
        return self._weight(unit, texts) * (K1 + 1)

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

    def _holder(self, asked: Sequence[QueryWord], slots: Sequence[int]) -> Callable[[int], tuple[str, ...]]:
        """One look at each word of a text: it says for which words of the question, and parts of them, it stands."""
        marked: list[Sequence[int]] = []
        wanted: list[tuple[str, int, int, int]] = []
        for each in asked:
            whole, parts = 1 << len(marked), 0
            marked.append(array("I", each.meant))
            if len(each.parts) >= MIN_PARTS:
                for part in each.parts:
                    parts |= 1 << len(marked)
                    marked.append(self._kin.with_gram(part))
            wanted.append((each.word, whole, parts, math.ceil(MIN_COVERED * len(each.parts))))
        found = self._marks_on(slots, marked)

        def held(slot: int) -> tuple[str, ...]:
            marks = found(slot)
            return tuple(
                word
                for word, whole, parts, least in wanted
                if marks & whole or (parts and (marks & parts).bit_count() >= least)
            )

        return held

    def _marks_on(self, slots: Sequence[int], marked: Sequence[Sequence[int]]) -> Callable[[int], int]:
        """Of some lists of words those that a text has one of, as the bits of a number."""
        if self._is_large() and slots:
            from graphwright.search.scoring import marks_on  # noqa: PLC0415  as below

            known: dict[int, int] = {}

            def looked_up(slot: int) -> int:
                if slot not in known:
                    at = slots.index(slot)
                    some = slots[at : at + _AT_ONCE]
                    marks = marks_on([self._held[each] for each in some], marked, len(self._kin.words))
                    known.update(zip(some, marks, strict=True))
                return known[slot]

            return looked_up
        marks: dict[int, int] = {}
        for bit, words in enumerate(marked):
            for word in words:
                marks[word] = marks.get(word, 0) | 1 << bit
        telling = frozenset(marks)

        def found(slot: int) -> int:
            bits = 0
            for word in telling.intersection(self._held[slot]):
                bits |= marks[word]
            return bits

        return found


def _count(listed: Sequence[int], slot: int) -> int:
    """How often a word stands in a text."""
    at = bisect_left(listed, slot << _COUNT_BITS)
    return listed[at] & _MAX_COUNT if at < len(listed) and listed[at] >> _COUNT_BITS == slot else 0


def _enter(entered: Sequence[str], number: int, names: KeptNames, lists: Rows) -> None:
    """Add a number to the lists of some names, each named once."""
    found = zip(entered, names.numbers(entered), strict=True)
    rows = [names.add_new(name) if row is None else row for name, row in found]
    lists.append_each(rows, [number] * len(rows))


def _leave(name: str, number: int, names: KeptNames, lists: Rows) -> None:
    row = names.number(name)
    if row is None:
        return
    left = [each for each in lists[row] if each != number]
    lists.replace(row, left)
    if not left:
        names.forget(row)


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
