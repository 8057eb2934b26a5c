"""Finds passages by their words, by the words of their whole section, and by meaning where there is an embedder.

Sections are ranked first, by all of these, and hand on half of their score to the sections that they refer to and that
refer to them. Then each gives its score to its best passage, so that the first passages are of many sections.

Passages are taken in by slices, so nobody waits for a large document; vectors come after them in the background, and
until then a passage is found by its words.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from graphwright.documents.content import Content, StoredPassage
from graphwright.documents.references import DocumentSection, linked
from graphwright.ports import Clock, in_thread
from graphwright.protocol.ids import PassageId
from graphwright.search.embedder import Embedder
from graphwright.search.fusion import FusedKey, fuse
from graphwright.search.lexical import LexicalIndex

if TYPE_CHECKING:
    from graphwright.search.embedder import Vector
    from graphwright.search.vectors import VectorIndex

Accepts: TypeAlias = Callable[[PassageId], bool]
Ranking: TypeAlias = list[tuple[PassageId, float]]
"""Passages with their scores, best first."""

CANDIDATES: Final = 100
"""Of each ranking: what is deep in one may be high in another."""
READ: Final = 10_000
"""Postings: a question to documents may take longer than one that is still being typed."""
HANDED_ON: Final = 0.5
"""Of a section's score, to all that it is linked with together; as with every hop in a graph."""
FURTHER: Final = 0.5
"""What another passage of a section counts beside the best: the next section may say something new."""
_WEIGHTS: Final = {"section": 2, "label": 3, "text": 1}
"""What a word counts: in the headings above a passage twice, in its own name (`REQ-12`) three times."""
_SLICE: Final = 10
"""Passages between two pauses: about 2 ms."""
_PAUSE_S: Final = 0.001
_BATCH: Final = 64
"""Passages that are embedded at a time."""
_log = logging.getLogger(__name__)


class PassageMatch(Struct, frozen=True):
    """A passage that was found."""

    passage_id: PassageId
    score: float
    scores: dict[str, float]


class PassageIndex:
    """All passages of a project."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._lexical: LexicalIndex[PassageId] = LexicalIndex(_WEIGHTS)
        self._sections: LexicalIndex[str] = LexicalIndex({"section": 2})
        self._section_of: dict[PassageId, str] = {}
        self._in_section: dict[str, list[PassageId]] = {}
        self._linked: dict[str, frozenset[str]] = {}
        """Sections that one refers to or that refer to it."""
        self._embedder = embedder
        self._vectors: VectorIndex[PassageId] | None = None
        self._waiting: dict[PassageId, str] = {}
        """Texts whose vectors are still to come."""
        self._embedding: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Passages that are not found by meaning yet."""
        return len(self._waiting)

    async def add(self, title: str, content: Content, clock: Clock) -> None:
        """Take a document in."""
        sections = _sections(content)
        for key, members in sections.items():
            self._in_section[key] = [kept.passage_id for kept in members]
            self._section_of |= dict.fromkeys(self._in_section[key], key)
        for number, kept in enumerate(content.passages, start=1):
            section = " ".join(kept.section) or title
            text = content.text_of(kept)
            self._lexical.add(kept.passage_id, {"section": section, "label": kept.label, "text": text})
            if self._embedder is not None:
                self._waiting[kept.passage_id] = f"{section}\n{text}"
            if number % _SLICE == 0:
                await clock.sleep(_PAUSE_S)
        whole: dict[str, DocumentSection] = {}
        for number, (key, members) in enumerate(sections.items(), start=1):
            texts = [content.text_of(kept) for kept in members]
            whole[key] = DocumentSection(members[0].label, texts)
            self._sections.add(key, {"section": " ".join(members[0].section) or title, "text": "\n".join(texts)})
            if number % _SLICE == 0:
                await clock.sleep(_PAUSE_S)
        self._linked |= linked(whole)
        if self._waiting and (self._embedding is None or self._embedding.done()):
            self._embedding = asyncio.create_task(self._embed())

    def remove(self, passage_ids: Iterable[PassageId]) -> None:
        """Forget passages."""
        for passage_id in passage_ids:
            self._lexical.remove(passage_id)
            self._waiting.pop(passage_id, None)
            if self._vectors is not None:
                self._vectors.remove(passage_id)
            section = self._section_of.pop(passage_id, None)
            if section is not None and self._in_section.pop(section, None) is not None:
                self._sections.remove(section)
                self._linked.pop(section, None)

    async def search(self, query: str, limit: int, *, among: Container[PassageId] | None = None) -> list[PassageMatch]:
        """The best passages, best first."""
        asked = await self._embedded(query)
        accept = None if among is None else among.__contains__
        hits = self._lexical.search(query, CANDIDATES, accept=accept, enough=READ)
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
        found.sort(key=lambda each: (-each.score, -each.scores.get("lexical", 0.0), each.passage_id))
        return [self._told(each, asked) for each in found[:limit]]

    async def settled(self) -> None:
        """Wait until every passage is found by meaning too, or cannot be."""
        if self._embedding is not None:
            await asyncio.gather(self._embedding, return_exceptions=True)

    async def close(self) -> None:
        """Embed nothing more."""
        if self._embedding is not None:
            self._embedding.cancel()
            await self.settled()

    def _scored_sections(
        self, query: str, rankings: Mapping[str, Ranking], accept: Accepts | None
    ) -> dict[str, dict[str, float]]:
        """What each section is worth itself, and what it gets from those that it is linked with."""
        own = self._ranked_sections(query, rankings, accept)
        scores = {section: {"section": score} for section, score in own.items()}
        for section, score in own.items():
            others = self._linked.get(section, frozenset())
            for other in others:
                got = scores.setdefault(other, {})
                got["reference"] = got.get("reference", 0.0) + HANDED_ON * score / len(others)
        return scores

    def _ranked_sections(self, query: str, rankings: Mapping[str, Ranking], accept: Accepts | None) -> dict[str, float]:
        """Sections by the words of the whole, and by words and meaning of their best passage."""
        best = {name: self._best_of_each(ranking) for name, ranking in rankings.items()}

        def holds(section: str) -> bool:
            return accept is None or any(map(accept, self._in_section[section]))

        hits = self._sections.search(query, CANDIDATES, accept=holds, enough=READ)
        whole = [(hit.key, hit.score) for hit in hits]
        return {each.key: each.score for each in fuse({"whole": whole, **best})}

    def _best_of_each(self, ranking: Ranking) -> list[tuple[str, float]]:
        best: dict[str, float] = {}
        for passage_id, score in ranking:
            best.setdefault(self._section_of[passage_id], score)
        return list(best.items())

    def _of_section(
        self,
        section: str,
        scores: dict[str, float],
        passages: Mapping[PassageId, FusedKey[PassageId]],
        accept: Accepts | None,
    ) -> Iterator[PassageMatch]:
        """Its best passage with its whole score, the others that were found by what they are worth beside it.

        Where none was found itself, it is the first: there a section says what it is about.
        """
        score = sum(scores.values())
        members = [each for each in self._in_section[section] if accept is None or accept(each)]
        found = sorted((passages[each] for each in members if each in passages), key=lambda each: -each.score)
        if not found:
            yield from (PassageMatch(each, score, scores) for each in members[:1])
            return
        best, *others = found
        yield PassageMatch(best.key, score, {**best.scores, **scores})
        for each in others:
            share = each.score / best.score if best.score else 0.0
            yield PassageMatch(each.key, FURTHER * share * score, {**each.scores, **scores})

    def _nearest(self, asked: Vector, accept: Accepts | None) -> Ranking:
        """The passages of like meaning, by how much nearer each is than the last: a cosine has no zero of its own."""
        if self._embedder is None or self._vectors is None:
            return []
        found = self._vectors.search(asked, CANDIDATES, least=self._embedder.cut, accept=accept)
        last = found[-1][1] if len(found) == CANDIDATES else 0.0
        return [(key, cosine - last) for key, cosine in found]

    def _told(self, found: PassageMatch, asked: Vector | None) -> PassageMatch:
        """With its cosine to the question as it is, which can be compared between questions."""
        if asked is None or self._vectors is None or "vector" not in found.scores:
            return found
        cosine = self._vectors.cosine(found.passage_id, asked)
        return PassageMatch(found.passage_id, found.score, {**found.scores, "vector": cosine})

    async def _embedded(self, query: str) -> Vector | None:
        if self._embedder is None or self._vectors is None:
            return None
        try:
            return (await self._embedder.embed([query]))[0]
        except Exception:  # noqa: BLE001  an embedder may raise anything, and words alone still answer
            _log.warning("a question was not embedded; it is answered by words alone", exc_info=True)
            return None

    async def _embed(self) -> None:
        """Fetch the vectors that are still to come; when the embedder fails, words alone must do until more comes."""
        from graphwright.search.vectors import VectorIndex  # noqa: PLC0415  numpy only where there is an embedder

        embedder = self._embedder
        while embedder is not None and self._waiting:
            batch = dict(list(self._waiting.items())[:_BATCH])
            try:
                matrix = await embedder.embed(list(batch.values()))
            except Exception:  # noqa: BLE001  same
                _log.warning("%d passages are found by words only", len(self._waiting), exc_info=True)
                return
            self._vectors = VectorIndex() if self._vectors is None else self._vectors
            for passage_id, vector in zip(batch, matrix, strict=True):
                # Removed, or changed, while the embedder thought.
                if self._waiting.get(passage_id) == batch[passage_id]:
                    del self._waiting[passage_id]
                    self._vectors.put(passage_id, vector)
        if self._vectors is not None and self._vectors.wants_shared():
            self._vectors.take_shared(await in_thread(self._vectors.plan_shared()))


def _sections(content: Content) -> dict[str, list[StoredPassage]]:
    sections: dict[str, list[StoredPassage]] = {}
    for kept in content.passages:
        sections.setdefault("\n".join((content.document_id, *kept.section)), []).append(kept)
    return sections
