"""What is known of the passages of a project for finding them: by number, with their sections, in one file.

A document is on the shelf whole or not at all. The file is written beside the old one from time to time; what came
since is in memory, and a crash only costs taking those documents in again. Nothing here ranks; `index` does that.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.documents.content import Content, StoredPassage
from graphwright.documents.references import DocumentSection, linked
from graphwright.protocol.ids import DocumentId
from graphwright.search.kept import KeptFile, forget_kept, open_kept, write_kept
from graphwright.search.names import KeptNames
from graphwright.search.rows import copied
from graphwright.search.shelf import KeptLexicalIndex, KeptVocabulary, kept_rows, rebase, written_rows
from graphwright.text.words import words

VERSION: Final = 2
"""Of what is kept, the words of a text among it: a file of another version is made anew."""
MAX_CHARACTERS: Final = 20_000
"""Read of each heading and passage."""
_HEADING: Final = 2
_LABEL: Final = 3
"""What a word counts in the headings above a passage, and in its own name (`REQ-12`); in its text it counts once."""
_SLICE: Final = 20
"""Passages between two pauses: about 4 ms."""
_MIN_GONE: Final = 100_000
_GONE: Final = 4
"""Passages that are gone, at least so many and so many for each that is there, before the file is made anew at the next
start: their numbers are not given again, and there are no more than `MAX_TEXTS`."""
_MIN_UNWRITTEN: Final = 2_000
_UNWRITTEN: Final = 0.25
"""Passages in memory beside those in the file, or so many of them, before the file is written anew."""


class ShelvedDocument(Struct, frozen=True):
    """A document on the shelf."""

    title: str
    content: str
    """Digest of the blob that it was made from."""
    first: int
    passages: int
    first_section: int
    sections: int

    @property
    def slots(self) -> range:
        """The numbers of its passages."""
        return range(self.first, self.first + self.passages)


class _ShelfIndex(Struct, frozen=True):
    version: int
    documents: dict[DocumentId, ShelvedDocument]


class PassageShelf:
    """All passages of a project, by number in the order in which they came. Not thread safe: one owner."""

    def __init__(self, path: Path | None = None) -> None:
        """`path`: where it is kept; in memory only where there is none."""
        self._path = path
        kept, facts = _opened(path)
        self.documents = facts.documents
        self._vocabulary = KeptVocabulary(kept)
        self.passages = KeptLexicalIndex("passage", self._vocabulary, kept)
        self.sections = KeptLexicalIndex("section", self._vocabulary, kept)
        self.ids = KeptNames("ids", kept)
        self.section_of = copied(kept.numbers("sectionOf")) if kept else array("I")
        self._members = kept_rows(kept, "members")
        self._linked = kept_rows(kept, "linked")
        self._firsts = [each.first for each in self.documents.values()]
        self._names = list(self.documents)
        self._unwritten = 0
        self.must_forget = False
        """Does the file hold words of a document that was removed?"""

    def slot(self, passage_id: str) -> int | None:
        """The number of a passage."""
        return self.ids.number(passage_id)

    def document_at(self, slot: int) -> DocumentId:
        """The document of a passage that is there."""
        return self._names[bisect_right(self._firsts, slot) - 1]

    def members(self, section: int) -> Sequence[int]:
        """The passages of a section, in their order."""
        return self._members[section]

    def linked(self, section: int) -> Sequence[int]:
        """The sections that it refers to or that refer to it."""
        return self._linked[section]

    def take(self, title: str, content: Content, digest: str = "") -> Generator[None]:
        """Take a document in, in slices; who stops before the last one has taken in nothing."""
        first, first_section = len(self.ids), len(self._members)
        grouped: dict[tuple[str, ...], list[StoredPassage]] = {}
        for kept in content.passages:
            grouped.setdefault(tuple(kept.section), []).append(kept)
        numbers = {section: first_section + at for at, section in enumerate(grouped)}
        headings = {section: _weighed(_counted(" ".join(section) or title), _HEADING) for section in grouped}
        whole: dict[tuple[str, ...], dict[int, int]] = {}
        done = False
        try:
            for number, kept in enumerate(content.passages, start=1):
                section = tuple(kept.section)
                heading, said = map(self._vocabulary.numbered, (headings[section], _counted(content.text_of(kept))))
                is_whole = len(grouped[section]) == 1 and not kept.label  # then a section counts what its passage does
                if not is_whole:
                    _add(whole.setdefault(section, heading.copy()), said)
                if kept.label:
                    _add(heading, self._vocabulary.numbered(_weighed(_counted(kept.label), _LABEL)))
                _add(heading, said)
                if is_whole:
                    whole[section] = heading
                self.passages.take(heading)
                self.ids.add(kept.passage_id)
                self.section_of.append(numbers[section])
                if number % _SLICE == 0:
                    yield
            yield from self._take_sections(content, grouped, whole, first)
            self.documents[content.document_id] = ShelvedDocument(
                title, digest, first, len(content.passages), first_section, len(grouped)
            )
            self._firsts.append(first)
            self._names.append(content.document_id)
            self._unwritten += len(content.passages)
            done = True
        finally:
            if not done:
                self._drop(range(first, len(self.ids)), range(first_section, len(self._members)))

    def _take_sections(
        self,
        content: Content,
        grouped: dict[tuple[str, ...], list[StoredPassage]],
        whole: dict[tuple[str, ...], dict[int, int]],
        first: int,
    ) -> Iterator[None]:
        slot_of = {kept.passage_id: first + at for at, kept in enumerate(content.passages)}
        spoken: dict[str, DocumentSection] = {}
        for number, (section, members) in enumerate(grouped.items(), start=1):
            at = self.sections.take(whole[section])
            self._members.new()
            self._linked.new()
            spoken[str(at)] = DocumentSection(members[0].label, [content.text_of(kept) for kept in members])
            if number % _SLICE == 0:
                yield
        # From here on nothing pauses: whoever searches finds a section by its passages when its document stands.
        for at, members in zip(map(int, spoken), grouped.values(), strict=True):
            self._members.replace(at, [slot_of[kept.passage_id] for kept in members])
        for name, others in linked(spoken).items():
            self._linked.replace(int(name), sorted(map(int, others)))

    def drop(self, document_id: DocumentId) -> range:
        """Forget a document that is there; the numbers of its passages, which are not given again."""
        gone = self.documents.pop(document_id)
        at = self._names.index(document_id, bisect_left(self._firsts, gone.first))
        del self._firsts[at], self._names[at]
        self._drop(gone.slots, range(gone.first_section, gone.first_section + gone.sections))
        self.must_forget = True
        return gone.slots

    def _drop(self, slots: range, sections: range) -> None:
        words_gone = self.passages.drop(slots) | self.sections.drop(sections)
        for slot in slots:
            self.ids.forget(slot)
        for section in sections:
            if section < len(self._members):
                self._members.replace(section, ())
                self._linked.replace(section, ())
        for word in words_gone:
            if not self.passages.stands(word) and not self.sections.stands(word):
                self._vocabulary.forget(word)

    # the file ------------------------------------------------------------------------------------------------------

    @property
    def wants_writing(self) -> bool:
        """Has so much come since the file was written that it should be written anew?"""
        return self._path is not None and self._unwritten > max(_MIN_UNWRITTEN, _UNWRITTEN * len(self.ids))

    @property
    def is_written(self) -> bool:
        """Does the file hold what is known?"""
        return self._path is None or not (self._unwritten or self.must_forget)

    def write(self) -> KeptFile | None:
        """Write the file, in a thread if you like while nobody takes in or drops; give its result to `written`."""
        if self._path is None:
            return None
        parts = [each.written() for each in (self._vocabulary, self.passages, self.sections, self.ids)]
        numbers = {name: each for part in parts for name, each in part.numbers.items()}
        numbers |= {"sectionOf": self.section_of}
        numbers |= written_rows("members", self._members) | written_rows("linked", self._linked)
        names = {name: each for part in parts for name, each in part.names.items()}
        facts = msgspec.json.encode(_ShelfIndex(VERSION, self.documents))
        write_kept(self._path, facts, numbers, names)
        return open_kept(self._path)

    def written(self, kept: KeptFile | None) -> None:
        """What was written is read from the file from now on."""
        if kept is None:
            return
        for each in (self._vocabulary, self.passages, self.sections, self.ids):
            each.rebase(kept)
        rebase(self._members, kept, "members")
        rebase(self._linked, kept, "linked")
        self._unwritten, self.must_forget = 0, False

    def forget_all(self) -> None:
        """There is no file any more."""
        if self._path is not None:
            forget_kept(self._path)


def _opened(path: Path | None) -> tuple[KeptFile | None, _ShelfIndex]:
    kept = None if path is None else open_kept(path)
    if kept is not None:
        try:
            facts = msgspec.json.decode(kept.facts, type=_ShelfIndex)
        except msgspec.MsgspecError:
            return None, _ShelfIndex(VERSION, {})
        if facts.version == VERSION and not _is_worn(kept, facts):
            return kept, facts
    return None, _ShelfIndex(VERSION, {})


def _is_worn(kept: KeptFile, facts: _ShelfIndex) -> bool:
    standing = sum(each.passages for each in facts.documents.values())
    return len(kept.numbers("sectionOf")) - standing > max(_MIN_GONE, _GONE * standing)


def _counted(text: str) -> dict[str, int]:
    return Counter(words(text[:MAX_CHARACTERS]))


def _weighed(counts: dict[str, int], weight: int) -> dict[str, int]:
    return {word: weight * count for word, count in counts.items()}


def _add(into: dict[int, int], counts: dict[int, int]) -> None:
    get = into.get
    for word, count in counts.items():
        into[word] = get(word, 0) + count
