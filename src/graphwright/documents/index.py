"""Finds passages by their words, by the words of their whole section, and by meaning where there is an embedder.

Sections are ranked first, by all of these, and hand on half of their score to the sections that they refer to and that
refer to them. Then each gives its score to its best passage, so that the first passages are of many sections.

Passages are taken in by slices, so nobody waits for a large document; vectors come after them in the background, and
until then a passage is found by its words. What the words need lies in a file (`shelf`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from graphwright.documents.content import Content
from graphwright.documents.shelf import PassageShelf, ShelvedDocument
from graphwright.ports import Clock, in_thread
from graphwright.protocol.ids import DocumentId, PassageId
from graphwright.search.embedder import Embedder
from graphwright.search.fusion import FusedKey, fuse
from graphwright.search.kept import forget_kept
from graphwright.text.language import language_of

if TYPE_CHECKING:
    from graphwright.search.embedder import Vector
    from graphwright.search.kept_vectors import KeptVectors

Accepts: TypeAlias = Callable[[int], bool]
Ranking: TypeAlias = list[tuple[int, float]]
"""Passages, or sections, by number with their scores, best first."""
ReadsContent: TypeAlias = Callable[[DocumentId], Awaitable[Content | None]]

CANDIDATES: Final = 100
"""Of each ranking: what is deep in one may be high in another."""
READ: Final = 10_000
"""Postings: a question to documents may take longer than one that is still being typed."""
HANDED_ON: Final = 0.5
"""Of a section's score, to all that it is linked with together; as with every hop in a graph."""
FURTHER: Final = 0.5
"""What another passage of a section counts beside the best: the next section may say something new."""
_PAUSE_S: Final = 0.001
_BATCH: Final = 64
"""Passages that are embedded at a time."""
FORGET_S: Final = 2.0
"""How long the file may hold words of a document that was removed; several are forgotten at once."""
_log = logging.getLogger(__name__)


class PassageMatch(Struct, frozen=True):
    """A passage that was found."""

    passage_id: PassageId
    document_id: DocumentId
    number: int
    """In its document, from 0."""
    score: float
    scores: dict[str, float]


class _FoundSlot(Struct, frozen=True):
    slot: int
    score: float
    scores: dict[str, float]


class PassageIndex:
    """All passages of a project."""

    def __init__(
        self, embedder: Embedder | None = None, *, path: Path | None = None, content: ReadsContent | None = None
    ) -> None:
        """`path`: where it is kept. `content`: reads a document that the file holds and the memory does not."""
        self._path = path
        self._shelf = PassageShelf(path)
        self._embedder = embedder
        self._content = content
        self._vectors = None if embedder is None else _opened_vectors(path, embedder)
        self._waiting: dict[DocumentId, Content | None] = {}
        """Documents whose vectors are still to come."""
        self._embedding: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self._forgetting: asyncio.Task[None] | None = None
        if embedder is not None:
            self._waiting = dict.fromkeys(self._missing())

    @property
    def waiting(self) -> int:
        """Passages that are not found by meaning yet."""
        known = self._vectors
        return sum(
            known is None or slot not in known
            for document_id in self._waiting
            for slot in self._shelf.documents[document_id].slots
        )

    @property
    def documents(self) -> dict[DocumentId, str]:
        """What has been taken in, with the digests of what it was made from."""
        return {name: each.content for name, each in self._shelf.documents.items()}

    def __len__(self) -> int:
        return len(self._shelf.passages)

    async def add(self, title: str, content: Content, clock: Clock, *, digest: str = "") -> None:
        """Take a document in. When the caller is cancelled nothing is."""
        async with self._writing:
            for _ in self._shelf.take(title, content, digest):
                await clock.sleep(_PAUSE_S)
        if self._embedder is not None and content.passages:
            self._waiting[content.document_id] = content
            self.embed()
        if self._shelf.wants_writing:
            await self.write()

    def embed(self) -> None:
        """Let the vectors come that are missing."""
        if self._waiting and (self._embedding is None or self._embedding.done()):
            self._embedding = asyncio.create_task(self._embed())

    def _missing(self) -> Iterator[DocumentId]:
        """Documents of which the file holds no vectors."""
        for document_id, shelved in self._shelf.documents.items():
            if self._vectors is None or not self._vectors.adopt(_group(document_id, shelved), shelved.slots):
                yield document_id

    async def remove(self, document_id: DocumentId, clock: Clock) -> None:
        """Forget a document; the file forgets its words a moment later."""
        async with self._writing:
            slots = self._shelf.drop(document_id)
            self._waiting.pop(document_id, None)
            if self._vectors is not None:
                for slot in slots:
                    self._vectors.remove(slot)
        if self._forgetting is None or self._forgetting.done():
            self._forgetting = asyncio.create_task(self._forget(clock))

    def where(self, passage_id: str) -> tuple[DocumentId, int] | None:
        """The document of a passage and its number there."""
        slot = self._shelf.slot(passage_id)
        if slot is None:
            return None
        document_id = self._shelf.document_at(slot)
        return document_id, slot - self._shelf.documents[document_id].first

    def has(self, document_id: DocumentId, passage_id: str) -> bool:
        """Is this a passage of the document?"""
        slot = self._shelf.slot(passage_id)
        return slot is not None and slot in self._shelf.documents[document_id].slots

    async def search(self, query: str, limit: int, *, among: Sequence[DocumentId] | None = None) -> list[PassageMatch]:
        """The best passages, best first."""
        asked = await self._embedded(query)
        accept = None if among is None else self._of(among)
        hits = self._shelf.passages.search(query, CANDIDATES, accept=accept, apart=_is_apart(query), enough=READ)
        rankings = {"lexical": [(hit.key, hit.score) for hit in hits]}
        if asked is not None:
            rankings["vector"] = self._nearest(asked, accept)
        passages = {each.key: each for each in fuse(rankings)}
        found = [
            each
            for section, scores in self._scored_sections(query, rankings, accept).items()
            for each in self._of_section(section, scores, passages, accept)
        ]
        # Where two are worth the same, the words of the passage itself say more than its section's.
        found.sort(key=lambda each: (-each.score, -each.scores.get("lexical", 0.0), self._shelf.ids[each.slot]))
        return [self._told(each, asked) for each in found[:limit]]

    async def settled(self) -> None:
        """Wait until every passage is found by meaning too, or cannot be."""
        if self._embedding is not None:
            await asyncio.gather(self._embedding, return_exceptions=True)

    async def write(self) -> None:
        """Let the file hold what is known. Where it cannot be written, it is made anew after the next start."""
        async with self._writing:
            if self._shelf.is_written:
                return
            try:
                self._shelf.written(await in_thread(self._shelf.write))
            except OSError as error:
                _log.warning("the index of the documents is not kept: %s", error.strerror)

    async def _order_vectors(self) -> None:
        """Let the file hold all vectors; as `write`."""
        vectors = self._vectors
        if vectors is None:
            return
        async with self._writing:
            groups = {_group(name, each): each.slots for name, each in self._shelf.documents.items()}
            try:
                vectors.take_order(await in_thread(vectors.plan_order(groups)))
            except OSError as error:
                _log.warning("the vectors of the documents are not kept: %s", error.strerror)

    async def close(self) -> None:
        """Embed nothing more, and write what is not."""
        for task in (self._embedding, self._forgetting):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self.write()
        if self._vectors is not None and self._path is not None and not self._vectors.is_written:
            await self._order_vectors()

    def forget_all(self) -> None:
        """Leave no file behind."""
        self._shelf.forget_all()
        if self._path is not None:
            forget_kept(_vectors_of(self._path))

    async def _forget(self, clock: Clock) -> None:
        await clock.sleep(FORGET_S)
        await self.write()
        if self._vectors is not None and self._vectors.must_forget:
            await self._order_vectors()

    def _of(self, documents: Sequence[DocumentId]) -> Accepts:
        """The passages of some documents."""
        known = self._shelf.documents
        slots = {slot for each in documents if each in known for slot in known[each].slots}
        return slots.__contains__

    def _scored_sections(
        self, query: str, rankings: Mapping[str, Ranking], accept: Accepts | None
    ) -> dict[int, dict[str, float]]:
        """What each section is worth itself, and what it gets from those that it is linked with."""
        own = self._ranked_sections(query, rankings, accept)
        scores = {section: {"section": score} for section, score in own.items()}
        for section, score in own.items():
            others = self._shelf.linked(section)
            for other in others:
                got = scores.setdefault(other, {})
                got["reference"] = got.get("reference", 0.0) + HANDED_ON * score / len(others)
        return scores

    def _ranked_sections(self, query: str, rankings: Mapping[str, Ranking], accept: Accepts | None) -> dict[int, float]:
        """Sections by the words of the whole, and by words and meaning of their best passage."""
        best = {name: self._best_of_each(ranking) for name, ranking in rankings.items()}

        def holds(section: int) -> bool:
            return accept is None or any(map(accept, self._shelf.members(section)))

        held = None if accept is None else holds
        hits = self._shelf.sections.search(query, CANDIDATES, accept=held, apart=_is_apart(query), enough=READ)
        whole = [(hit.key, hit.score) for hit in hits]
        return {each.key: each.score for each in fuse({"whole": whole, **best})}

    def _best_of_each(self, ranking: Ranking) -> Ranking:
        best: dict[int, float] = {}
        for slot, score in ranking:
            best.setdefault(self._shelf.section_of[slot], score)
        return list(best.items())

    def _of_section(
        self,
        section: int,
        scores: dict[str, float],
        passages: Mapping[int, FusedKey[int]],
        accept: Accepts | None,
    ) -> Iterator[_FoundSlot]:
        """Its best passage with its whole score, the others that were found by what they are worth beside it.

        Where none was found itself, it is the first: there a section says what it is about.
        """
        score = sum(scores.values())
        members = [each for each in self._shelf.members(section) if accept is None or accept(each)]
        found = sorted((passages[each] for each in members if each in passages), key=lambda each: -each.score)
        if not found:
            yield from (_FoundSlot(each, score, scores) for each in members[:1])
            return
        best, *others = found
        yield _FoundSlot(best.key, score, {**best.scores, **scores})
        for each in others:
            share = each.score / best.score if best.score else 0.0
            yield _FoundSlot(each.key, FURTHER * share * score, {**each.scores, **scores})

    def _nearest(self, asked: Vector, accept: Accepts | None) -> Ranking:
        """The passages of like meaning, by how much nearer each is than the last: a cosine has no zero of its own."""
        if self._embedder is None or self._vectors is None:
            return []
        found = self._vectors.search(asked, CANDIDATES, least=self._embedder.cut, accept=accept)
        last = found[-1][1] if len(found) == CANDIDATES else 0.0
        return [(key, cosine - last) for key, cosine in found]

    def _told(self, found: _FoundSlot, asked: Vector | None) -> PassageMatch:
        """With its cosine to the question as it is, however it was found: it can be compared between questions."""
        scores = found.scores
        if asked is not None and self._vectors is not None and found.slot in self._vectors:
            scores = {**scores, "vector": self._vectors.cosine(found.slot, asked)}
        document_id = self._shelf.document_at(found.slot)
        first = self._shelf.documents[document_id].first
        passage_id = PassageId(self._shelf.ids[found.slot])
        return PassageMatch(passage_id, document_id, found.slot - first, found.score, scores)

    async def _embedded(self, query: str) -> Vector | None:
        if self._embedder is None or not self._vectors:
            return None
        try:
            return (await self._embedder.embed([query]))[0]
        except Exception:  # noqa: BLE001  an embedder may raise anything, and words alone still answer
            _log.warning("a question was not embedded; it is answered by words alone", exc_info=True)
            return None

    async def _embed(self) -> None:
        """Fetch the vectors that are still to come. Of what fails words alone must do until more comes.

        One document may be what the embedder refuses, and the others go on; after two in a row it is the embedder.
        """
        refused: dict[DocumentId, Content | None] = {}
        has_failed = False
        while found := next((each for each in self._waiting.items() if refused.get(each[0], "") is not each[1]), None):
            document_id, waits = found
            content = await self._content(document_id) if waits is None and self._content is not None else waits
            is_embedded = content is None or await self._embed_document(content)
            if self._waiting.get(document_id, waits) is not waits:
                continue  # it says something else by now, which waits in its place
            self._waiting.pop(document_id, None)
            if not is_embedded and document_id in self._shelf.documents:
                self._waiting[document_id] = waits  # behind the others
                refused[document_id] = waits
                if has_failed:
                    return
            has_failed = not is_embedded
            if self._vectors is not None and self._vectors.wants_writing:
                await self._order_vectors()
        if self._vectors is not None and self._vectors.wants_order:
            await self._order_vectors()

    async def _embed_document(self, content: Content) -> bool:
        embedder, vectors = self._embedder, self._vectors
        shelved = self._shelf.documents.get(content.document_id)
        if embedder is None or vectors is None or shelved is None:
            return True
        async with self._writing:  # a file that is being written takes nothing in
            vectors.adopt(_group(content.document_id, shelved), shelved.slots)
        texts = dict(zip(shelved.slots, _embeddable(shelved.title, content), strict=True))
        todo = [slot for slot in texts if slot not in vectors]
        for at in range(0, len(todo), _BATCH):
            batch = todo[at : at + _BATCH]
            try:
                matrix = await embedder.embed([texts[slot] for slot in batch])
            except Exception:  # noqa: BLE001  same
                _log.warning("%d passages are found by words only", self.waiting, exc_info=True)
                return False
            async with self._writing:
                if self._shelf.documents.get(content.document_id) is not shelved:
                    return True  # removed, or changed, while the embedder thought
                vectors.put(batch, matrix)
        return True


def _vectors_of(path: Path) -> Path:
    """Where the vectors of an index are kept."""
    return path.with_suffix(".vectors")


def _opened_vectors(path: Path | None, embedder: Embedder) -> KeptVectors:
    from graphwright.search.kept_vectors import KeptVectors  # noqa: PLC0415  numpy only where there is an embedder

    return KeptVectors(None if path is None else _vectors_of(path), embedder.made_by)


def _group(document_id: DocumentId, shelved: ShelvedDocument) -> str:
    """All that the vectors of a document depend on beside the embedder."""
    made_of = sha256(f"{shelved.title}\n{shelved.content}".encode())
    return f"{document_id} {made_of.hexdigest()}"


def _is_apart(query: str) -> bool:
    """Is it asked in English, which joins no words? Where nothing tells it is searched as in German, which does."""
    return language_of(query, default="de") == "en"


def _embeddable(title: str, content: Content) -> list[str]:
    return [f"{' '.join(kept.section) or title}\n{content.text_of(kept)}" for kept in content.passages]
