"""Finds passages by their words, by the words of their whole section, and by meaning where there is an embedder.

The rankings are fused by their scores. Passages are taken in by slices, so nobody waits for a large document; vectors
come after them in the background, and until then a passage is found by its words.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from graphwright.documents.content import Content, Kept
from graphwright.ports import Clock
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.ids import DocumentId, PassageId
from graphwright.search.embedder import Embedder
from graphwright.search.fusion import fuse
from graphwright.search.lexical import Lexical

if TYPE_CHECKING:
    from graphwright.search.vectors import Vectors

CANDIDATES: Final = 50
"""Of each ranking, at least: what is deep in one may be high in another."""
SECTION_CHARACTERS: Final = 4_000
"""Of a section that speak for it."""
_WEIGHTS: Final = {"section": 2, "label": 3, "text": 1}
"""What a word counts: in the headings above a passage twice, in its own name (`REQ-12`) three times."""
_SLICE: Final = 10
"""Passages between two pauses: about 2 ms."""
_PAUSE_S: Final = 0.001
_BATCH: Final = 64
"""Passages that are embedded at a time."""
_log = logging.getLogger(__name__)


class Indexed(Struct, frozen=True):
    """A passage that was found."""

    passage_id: PassageId
    score: float
    scores: dict[str, float]


class PassageIndex:
    """All passages of a project."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._lexical: Lexical[PassageId] = Lexical(_WEIGHTS)
        self._sections: Lexical[str] = Lexical({"section": 2})
        self._section_of: dict[PassageId, str] = {}
        self._in_section: dict[str, list[PassageId]] = {}
        self._embedder = embedder
        self._vectors: Vectors[PassageId] | None = None
        self._waiting: dict[PassageId, str] = {}
        """Texts whose vectors are still to come."""
        self._embedding: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Passages that are not found by meaning yet."""
        return len(self._waiting)

    async def add(self, header: SourceDocument, content: Content, clock: Clock) -> None:
        """Take a document in."""
        for number, kept in enumerate(content.passages, start=1):
            section = " ".join(kept.section) or header.title
            text = content.text_of(kept)
            self._lexical.add(kept.passage_id, {"section": section, "label": kept.label, "text": text})
            if self._embedder is not None:
                self._waiting[kept.passage_id] = f"{section}\n{text}"
            if number % _SLICE == 0:
                await clock.sleep(_PAUSE_S)
        for number, (key, members) in enumerate(_sections(header.document_id, content).items(), start=1):
            text = "\n".join(content.text_of(kept) for kept in members)[:SECTION_CHARACTERS]
            self._sections.add(key, {"section": " ".join(members[0].section) or header.title, "text": text})
            self._in_section[key] = [kept.passage_id for kept in members]
            self._section_of |= dict.fromkeys(self._in_section[key], key)
            if number % _SLICE == 0:
                await clock.sleep(_PAUSE_S)
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

    async def search(self, query: str, limit: int, *, among: Container[PassageId] | None = None) -> list[Indexed]:
        """The best passages, best first."""
        accept = None if among is None else among.__contains__
        depth = max(limit, CANDIDATES)
        lexical = [(hit.key, hit.score) for hit in self._lexical.search(query, depth, accept=accept)]
        rankings = {"lexical": lexical, "section": self._by_section(query, dict(lexical), among)}
        if self._embedder is not None and self._vectors is not None:
            rankings["vector"] = await self._by_meaning(query, depth, self._embedder, self._vectors, among)
        # Where two rankings disagree about two passages, the words of the passage itself say more than its section's.
        found = sorted(fuse(rankings), key=lambda each: (-each.score, -each.scores.get("lexical", 0.0), each.key))
        return [Indexed(each.key, each.score, each.scores) for each in found[:limit]]

    async def settled(self) -> None:
        """Wait until every passage is found by meaning too, or cannot be."""
        if self._embedding is not None:
            await asyncio.gather(self._embedding, return_exceptions=True)

    async def close(self) -> None:
        """Embed nothing more."""
        if self._embedding is not None:
            self._embedding.cancel()
            await self.settled()

    def _by_section(
        self, query: str, lexical: dict[PassageId, float], among: Container[PassageId] | None
    ) -> list[tuple[PassageId, float]]:
        """The best passage of each section that as a whole speaks of what was asked."""
        found: list[tuple[PassageId, float]] = []
        for hit in self._sections.search(query, CANDIDATES):
            members = [each for each in self._in_section[hit.key] if among is None or each in among]
            if members:
                found.append((max(members, key=lambda each: lexical.get(each, 0.0)), hit.score))
        return found

    async def _by_meaning(
        self,
        query: str,
        depth: int,
        embedder: Embedder,
        vectors: Vectors[PassageId],
        among: Container[PassageId] | None,
    ) -> list[tuple[PassageId, float]]:
        try:
            asked = await embedder.embed([query])
        except Exception:  # noqa: BLE001  an embedder may raise anything, and words alone still answer
            _log.warning("a question was not embedded; it is answered by words alone", exc_info=True)
            return []
        return vectors.search(asked[0], depth, least=embedder.cut, accept=None if among is None else among.__contains__)

    async def _embed(self) -> None:
        """Fetch the vectors that are still to come; when the embedder fails, words alone must do until more comes."""
        from graphwright.search.vectors import Vectors  # noqa: PLC0415  numpy only where there is an embedder

        embedder = self._embedder
        while embedder is not None and self._waiting:
            batch = dict(list(self._waiting.items())[:_BATCH])
            try:
                matrix = await embedder.embed(list(batch.values()))
            except Exception:  # noqa: BLE001  same
                _log.warning("%d passages are found by words only", len(self._waiting), exc_info=True)
                return
            self._vectors = Vectors() if self._vectors is None else self._vectors
            for passage_id, vector in zip(batch, matrix, strict=True):
                # Removed, or changed, while the embedder thought.
                if self._waiting.get(passage_id) == batch[passage_id]:
                    del self._waiting[passage_id]
                    self._vectors.put(passage_id, vector)


def _sections(document_id: DocumentId, content: Content) -> dict[str, list[Kept]]:
    sections: dict[str, list[Kept]] = {}
    for kept in content.passages:
        sections.setdefault("\n".join((document_id, *kept.section)), []).append(kept)
    return sections
