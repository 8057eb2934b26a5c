"""Finds texts by their words: an inverted index in memory that a change enters in microseconds.

A question becomes *units*: its words by stem, and the parts of its words (runs of four letters), each a group of words
of the vocabulary. A text's score is the sum of BM25 over the units it holds (Robertson and Zaragoza, "The probabilistic
relevance framework", 2009), so compounds, derivations and typing errors score without being indexed themselves.

Rare units are read whole. Once a question has read enough, the others only add to what was found; texts of common words
alone are found by their planes. So a question costs the same at 10,000 and 100,000 texts.

Languages need no declaration: German, English and French are folded and stemmed alike. Not thread safe: one owner.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from graphwright.search.kept_texts import Counts, KeptTexts, TextsState
from graphwright.search.planes import COMMON, Planes, PlanesState, most_promising
from graphwright.search.vocabulary import Vocabulary
from graphwright.text.words import SHORT, function_words, grams, short_words, words

Key = TypeVar("Key", bound="str | int")

MAX_WORDS: Final = 32
"""Words of a question that are looked for; a longer question is cut."""
MAX_PARTS: Final = 160
MAX_CHARACTERS: Final = 20_000
"""Read of each field, and of a question."""
ENOUGH: Final = 4_000
"""Postings that one question reads."""
PROMISING: Final = 150
"""Texts of common words that are scored exactly."""
K1: Final = 1.2
_B: Final = 0.75
_PART: Final = 0.5
"""What parts of words count beside whole words."""
_UNSURE: Final = 0.6
"""What a word counts that was perhaps meant: a typing error, an unfinished last word."""
_MAX_MEMBERS: Final = 16
"""A common unit of more words than this says little and costs much."""
_SLICE: Final = 500
"""Texts entered into the planes of a word in between two pauses: about 1 ms."""
_SURE: Final = 10
"""So many of the best must not be lost when candidates are thinned out."""
MAX_RANKED: Final = 600
MIN_PARTS: Final = 3
"""A shorter word stands in too many others by chance: `order` in `Anforderung`."""
_DIGITS: Final = 9
MIN_COVERED: Final = 0.5
"""So much of one word of the question, by its parts, must stand in a text that counts as found."""


class LexicalHit(NamedTuple, Generic[Key]):
    """A text that was found."""

    key: Key
    score: float
    words: tuple[str, ...]
    """The words of the question it was found by, as the question has them."""


class Unit(NamedTuple):
    """Words of the vocabulary, as its index has them, any of which stands for something that was asked."""

    members: Sequence[Any]
    weight: float
    size: int
    """Postings of all members together."""


class QueryWord(NamedTuple):
    """A word of the question, and how it is found."""

    word: str
    meant: frozenset[Any]
    """Words of the vocabulary that stand for it."""
    parts: tuple[str, ...]
    """Those that are looked for."""


class LexicalIndex(Generic[Key]):
    """An index of texts under keys."""

    def __init__(
        self, weights: Mapping[str, int] | None = None, *, common: int = COMMON, kept: KeptTexts | None = None
    ) -> None:
        """`weights`: what a word counts in a field; 1 where nothing is said. `kept`: what is in it from the start."""
        self._weights = dict(weights or {})
        self._common = common
        self._vocabulary = Vocabulary()
        self._postings: dict[str, dict[int, int]] = {}
        self._planes: dict[Any, Planes] = {}
        self._due: dict[Any, None] = {}
        """Words that have become common: they get their planes before the next search."""
        self._slots: dict[Key, int] = {}
        self._keys: list[Key | None] = []
        self._counts: list[Counts | None] = []
        """The words of each text, never changed but replaced; `None` while they are only in `_kept`."""
        self._lengths: list[int] = []
        self._free: list[int] = []
        self._total = 0
        self._kept = kept
        if kept is not None:
            self._take_over(kept)

    def _take_over(self, kept: KeptTexts) -> None:
        self._vocabulary = Vocabulary(kept.kin())
        self._postings = kept.postings()
        self._planes = kept.planes(self._planes_of)
        self._due = dict.fromkeys(kept.due)
        keys = cast("list[Key]", kept.keys)
        self._slots = {key: slot for slot, key in zip(kept.slots, keys, strict=True) if key}
        self._keys = [key or None for key in keys]
        self._free = [slot for slot, key in enumerate(keys) if not key]
        self._counts = [None] * len(keys)
        self._lengths = kept.lengths
        self._total = sum(self._lengths)

    def _planes_of(self, word: str, state: PlanesState) -> Planes:
        return Planes((), partial(self._worths, word), state)

    def state(self) -> TextsState:
        """All that it is at this moment, to be kept, whatever happens to it afterwards. For keys that are texts."""
        made = {word: planes.state() for word, planes in self._planes.items()}
        planes = {word: each for word, each in made.items() if each is not None}
        keys = cast("list[str | None]", self._keys.copy())
        return TextsState(keys, self._counts.copy(), self._lengths.copy(), planes, self._common, self._kept)

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, key: object) -> bool:
        return key in self._slots

    # changing ------------------------------------------------------------------------------------------------------

    def add(self, key: Key, fields: Mapping[str, str]) -> None:
        """Take in a text under its key, in place of the one that was there."""
        counts: dict[str, int] = {}
        length = 0
        for field, text in fields.items():
            weight = self._weights.get(field, 1)
            found = short_words(text) if len(text) <= SHORT else words(text[:MAX_CHARACTERS])
            length += weight * len(found)
            for word in found:
                counts[word] = counts.get(word, 0) + weight
        slot = self._slots.get(key)
        before = self._counts_of(slot) if slot is not None else {}
        if slot is None:
            slot = self._new_slot(key)
        self._replace(slot, before, counts, length)

    def remove(self, key: Key) -> None:
        """Forget a text; a key that is not there is no error."""
        slot = self._slots.pop(key, None)
        if slot is not None:
            self._replace(slot, self._counts_of(slot), {}, 0)
            self._keys[slot] = None
            self._free.append(slot)

    def _new_slot(self, key: Key) -> int:
        if self._free:
            slot = self._free.pop()
            self._keys[slot] = key
        else:
            slot = len(self._keys)
            self._keys.append(key)
            self._counts.append({})
            self._lengths.append(0)
        self._slots[key] = slot
        return slot

    def _counts_of(self, slot: int) -> Counts:
        counts = self._counts[slot]
        if counts is None:
            counts = self._counts[slot] = self._kept.counts(slot) if self._kept else {}
        return counts

    def _replace(self, slot: int, before: dict[str, int], after: dict[str, int], length: int) -> None:
        """Let the postings say what a text holds now; words that stay as often as they were are not touched."""
        self._total += length - self._lengths[slot]
        self._counts[slot], self._lengths[slot] = after, length
        postings, planes = self._postings, self._planes
        for word in before.keys() - after.keys():
            listed = postings[word]
            del listed[slot]
            if word in planes:
                if len(listed) < self._common // 2:
                    del planes[word]
                else:
                    planes[word].note(slot)
            if not listed:
                del postings[word]
                self._vocabulary.remove(word)
        for word, count in after.items():
            if before.get(word) == count:
                continue
            found = postings.get(word)
            if found is None:
                found = postings[word] = {}
                self._vocabulary.add(word)
            found[slot] = count
            if word in planes:
                planes[word].note(slot)
            elif len(found) == self._common:
                self._due[word] = None

    def settle(self) -> Iterator[None]:
        """Make ready what a search would else do first; pauses are wanted wherever it yields.

        What changes meanwhile is followed, and whoever searches before the end waits for the rest.
        """
        yield from self._vocabulary.settle()
        while self._due:
            word, _ = self._due.popitem()
            listed = self._postings.get(word, {})
            if len(listed) < self._common or word in self._planes:
                continue
            planes = self._planes[word] = Planes(listed, partial(self._worths, word))
            while planes.settle(_SLICE):
                yield

    def _worths(self, word: str, slots: Sequence[int]) -> list[float]:
        """BM25 of a word in each of some texts, without the weight of the word; 0 where it does not stand."""
        (least, more), lengths, listed = self._norm(), self._lengths, self._postings.get(word, {})
        counts = [listed.get(slot, 0) for slot in slots]
        return [
            count * (K1 + 1) / (count + least + more * lengths[slot]) if count else 0.0
            for slot, count in zip(slots, counts, strict=True)
        ]

    def _norm(self) -> tuple[float, float]:
        """What the length of a text takes away: a constant, and so much for each word it has."""
        return K1 * (1 - _B), K1 * _B * len(self) / max(self._total, 1)

    # searching -----------------------------------------------------------------------------------------------------

    def search(
        self,
        text: str,
        limit: int = 10,
        *,
        accept: Callable[[Key], bool] | None = None,
        unfinished: bool = False,
        apart: bool = False,
        enough: int = ENOUGH,
    ) -> list[LexicalHit[Key]]:
        """The best texts for a question, best first, ties in the order of their keys.

        `accept` leaves keys out. `unfinished`: the last word is still being typed. `apart`: the question is in a
        language that does not join words, so parts are looked for only of words that stand nowhere. `enough`: postings
        to read.
        """
        for _ in self.settle():
            pass
        asked = self._asked(text[:MAX_CHARACTERS], unfinished=unfinished, apart=apart)
        whole, parts = self._units(asked)
        if not whole and not parts:
            return []
        scores = self._accepted(*self._split(whole, parts, enough), accept, 4 * limit)
        hits: list[LexicalHit[Key]] = []
        best = _best(scores, self._keys, 4 * limit)
        held_by = self._holder(list(asked), [slot for _, _, slot in best])
        for score, key, slot in best:
            if held := held_by(slot):
                hits.append(LexicalHit(key, score, held))
                if len(hits) == limit:
                    break
        return hits

    def _asked(self, text: str, *, unfinished: bool, apart: bool) -> dict[QueryWord, float]:
        """The words of a question with their weights; function words only where there is nothing else."""
        found = words(text)
        small = function_words()
        telling = [word for word in found if word not in small] or found
        asked: dict[QueryWord, float] = {}
        for word, times in list(Counter(telling).items())[:MAX_WORDS]:
            meant, weight = self._vocabulary.same_stem(word), float(times)
            parts = () if apart and meant else grams(word)
            if unfinished and word == found[-1]:
                meant = [*meant, *self._vocabulary.beginning(word)]
            elif not meant:
                meant, weight = self._vocabulary.near(word), times * _UNSURE
            asked[QueryWord(word, frozenset(meant), parts)] = weight
        return asked

    def _units(self, asked: Mapping[QueryWord, float]) -> tuple[list[Unit], list[Unit]]:
        """Whole words, and parts of words; groups of the same words are one unit, so a telling part is read once."""
        whole: dict[Any, float] = {}
        parts: dict[Any, float] = {}
        of_parts: dict[str, float] = {}
        for each, weight in asked.items():
            if each.meant:
                group = self._group(each.meant)
                whole[group] = whole.get(group, 0.0) + weight
            for part in each.parts:
                of_parts[part] = of_parts.get(part, 0.0) + weight * _PART
        for part in list(of_parts)[:MAX_PARTS]:
            if group := self._group(self._vocabulary.with_gram(part)):
                into = whole if group in whole else parts
                into[group] = into.get(group, 0.0) + of_parts[part]
        return self._listed(whole), self._listed(parts)

    def _group(self, words: Iterable[str]) -> frozenset[str] | bytes:
        """Equal, and hashed alike, for the same words; false for none."""
        return frozenset(words)

    def _listed(self, groups: Mapping[frozenset[str], float]) -> list[Unit]:
        """Units, those with the fewest postings first."""
        listed = (
            Unit(tuple(sorted(group)), weight, sum(len(self._postings[word]) for word in group))
            for group, weight in groups.items()
        )
        return sorted(listed, key=lambda unit: (unit.size, tuple(unit.members)))

    def _split(self, whole: Sequence[Unit], parts: Sequence[Unit], enough: int) -> tuple[list[Unit], list[Unit]]:
        """Units that are read, rare ones first, and those that only add to what was found."""
        now: list[Unit] = []
        later: list[Unit] = []
        left = enough
        reads_all = sum(unit.size for unit in whole) <= enough
        for unit in (*whole, *parts):
            # Common words are read with all others or not at all: half of them would choose the wrong texts.
            if unit.size <= left and (reads_all or not self._is_common(unit)):
                left -= unit.size
                now.append(unit)
            elif len(unit.members) <= _MAX_MEMBERS:
                later.append(unit)
        return now, later

    def _accepted(
        self, now: Sequence[Unit], later: Sequence[Unit], accept: Callable[[Key], bool] | None, most: int
    ) -> dict[int, float]:
        """Scores by slot of texts that may be told; an index that reads them in turn may stop at the `most` best."""
        scores = self._scored(now, later)
        if accept is None:
            return scores
        keys = self._keys
        return {slot: score for slot, score in scores.items() if (key := keys[slot]) is not None and accept(key)}

    def _scored(self, now: Sequence[Unit], later: Sequence[Unit]) -> dict[int, float]:
        """Scores by slot: some units are read, the others add to what they or the planes found."""
        scores: dict[int, float] = {}
        for unit in now:
            self._read(unit, scores)
        if later:
            scores = _hopeful(scores, sum(self._weight(unit) * (K1 + 1) for unit in later))
            for slot in self._promising(later):
                scores.setdefault(slot, 0.0)
            self._add_all(later, scores)
        return scores

    def _weight(self, unit: Unit, texts: int | None = None) -> float:
        """The weight of a unit that stands in so many texts: the rarer, the more it says."""
        count = len(self)
        df = min(unit.size if texts is None else texts, count)
        return unit.weight * math.log(1 + (count - df + 0.5) / (df + 0.5))

    def _read(self, unit: Unit, scores: dict[int, float]) -> None:
        """Score every text that holds a unit."""
        if len(unit.members) == 1:
            counts: Mapping[int, int] = self._postings[unit.members[0]]
        else:
            counts = merged = dict(self._postings[unit.members[0]])
            for word in unit.members[1:]:
                for slot, count in self._postings[word].items():
                    merged[slot] = merged.get(slot, 0) + count
        weight = self._weight(unit, len(counts)) * (K1 + 1)
        (least, more), lengths = self._norm(), self._lengths
        if not scores:
            scores.update(
                {slot: weight * count / (count + least + more * lengths[slot]) for slot, count in counts.items()}
            )
            return
        get = scores.get
        for slot, count in counts.items():
            scores[slot] = get(slot, 0.0) + weight * count / (count + least + more * lengths[slot])

    def _add_all(self, units: Sequence[Unit], scores: dict[int, float]) -> None:
        """Score units in the texts that were found already."""
        (least, more), lengths = self._norm(), self._lengths
        for unit in units:
            weight = self._weight(unit) * (K1 + 1)
            lists = [self._postings[word] for word in unit.members]
            for slot in scores:
                count = 0
                for listed in lists:
                    count += listed.get(slot, 0)
                if count:
                    scores[slot] += weight * count / (count + least + more * lengths[slot])

    def _is_common(self, unit: Unit) -> bool:
        return any(word in self._planes for word in unit.members)

    def _promising(self, units: Sequence[Unit]) -> list[int]:
        planes = self._planes
        common = [(self._weight(unit), planes[word]) for unit in units for word in unit.members if word in planes]
        return most_promising(common, PROMISING)

    def _holder(self, asked: Sequence[QueryWord], _slots: Sequence[int]) -> Callable[[int], tuple[str, ...]]:
        """What says which words of a question stand in a text, one of those slots."""
        return lambda slot: tuple(each.word for each in asked if self._holds(slot, each))

    def _holds(self, slot: int, asked: QueryWord) -> bool:
        """Whether a word of the question stands in a text, itself or most of its parts."""
        counts = self._counts_of(slot)
        if not asked.meant.isdisjoint(counts):
            return True
        if len(asked.parts) < MIN_PARTS:
            return False
        least = math.ceil(MIN_COVERED * len(asked.parts))
        held = (part for part in asked.parts if not self._vocabulary.with_gram(part).keys().isdisjoint(counts))
        return next(islice(held, least - 1, None), None) is not None


def _hopeful(scores: dict[int, float], more: float) -> dict[int, float]:
    """The texts that can still be among the best when each gains at most `more`; never very many."""
    if len(scores) <= PROMISING:
        return scores
    best = heapq.nlargest(MAX_RANKED, scores.values())
    least = max(best[_SURE] - more if len(best) > _SURE else 0.0, best[-1])
    return {slot: score for slot, score in scores.items() if score >= least}


def _best(scores: Mapping[int, float], keys: Sequence[Key | None], count: int) -> list[tuple[float, Key, int]]:
    """About `count` texts, best first, ties in the order of their keys, so that no history shows."""
    if len(scores) > count:
        least = heapq.nlargest(count, scores.values())[-1]
        found = [(score, slot) for slot, score in scores.items() if score >= least]
    else:
        found = [(score, slot) for slot, score in scores.items()]
    # Rounded, because in which order the parts of a score were added up depends on the history.
    named = [(round(score, _DIGITS), key, slot) for score, slot in found if (key := keys[slot]) is not None]
    return sorted(named, key=lambda each: (-each[0], each[1]))
