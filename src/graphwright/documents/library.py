"""The documents of one project: add, remove, read, search, link. What is true stands in the journal and in blobs.

A library follows the journal: whoever adds a document, this process or another, it is found at the next question. Text
and index are only in memory, and read anew after a start, when somebody first asks.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, Literal

from msgspec.structs import replace

from graphwright.documents.content import Content, StoredPassage, place_of, read_in_slices, written
from graphwright.documents.index import PassageIndex, PassageMatch
from graphwright.documents.parse import DocumentParser, ParsedFile
from graphwright.errors import InvalidCommand, LimitExceeded, NotFound
from graphwright.fold import link_key
from graphwright.formats.cleaning import visible
from graphwright.graph.document import former_ids
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.documents import Passage, PassageHit, PassageLink, SourceDocument
from graphwright.protocol.events import (
    DocumentAdded,
    DocumentRemoved,
    DurableEvent,
    PassageLinked,
    PassageUnlinked,
)
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import DocumentId, NodeId, PassageId
from graphwright.protocol.wire import decode
from graphwright.search.embedder import Embedder
from graphwright.store.base import Sha256

DOCUMENTS: Final = 2_000
PASSAGES: Final = 200_000
"""Of one project: about 120 MB of text in memory."""
NAME_LENGTH: Final = 300
WHY_LENGTH: Final = 2_000
AROUND: Final = 1_000
"""Characters of the document shown before and after a passage."""
_SLICE: Final = 200
"""Passages decoded between two pauses: about 1 ms."""
_PAUSE_S: Final = 0.001
_REGISTER: Final = "documentBlob"
"""The kind of record that names every blob with a document's text, so that none outlives its document (a crash may
come between the two)."""


class AddedDocument(Record, frozen=True, kw_only=True):
    """What became of a file."""

    outcome: Literal["added", "replaced", "unchanged"]
    document: SourceDocument
    kept: Count
    """Passages that stood in the version before, with the same id."""


class PassageSurroundings(Record, frozen=True, kw_only=True):
    """A passage with what stands around it."""

    passage: Passage
    document: SourceDocument
    before: str
    after: str
    links: list[PassageLink]


class Library:
    """The documents of one open project."""

    def __init__(
        self,
        project: Project,
        parser: DocumentParser,
        embedder: Embedder | None = None,
        *,
        max_documents: int = DOCUMENTS,
        max_passages: int = PASSAGES,
    ) -> None:
        self._max_documents, self._max_passages = max_documents, max_passages
        self.project = project
        self._parser = parser
        self._index = PassageIndex(embedder)
        self._contents: dict[DocumentId, tuple[SourceDocument, Content]] = {}
        self._where: dict[PassageId, tuple[DocumentId, int]] = {}
        self._is_stale = True
        self._has_swept = False
        self._changing = asyncio.Lock()
        self._loading = asyncio.Lock()
        project.on_event.append(self._hear)

    # documents ---------------------------------------------------------------------------------------------------

    async def documents(self) -> list[SourceDocument]:
        """The headers, in the order in which they were first added."""
        return await self.project.read_all(SourceDocument)

    async def document(self, document_id: str) -> SourceDocument:
        """One header. `NotFound`."""
        return await self.project.read(SourceDocument, document_id)

    async def check_known(self, document_ids: Iterable[str]) -> None:
        """Is each of them here? `NotFound` names the first that is not."""
        for document_id in document_ids:
            await self.document(document_id)

    async def add(self, name: str, data: bytes, author: Author) -> AddedDocument:
        """Take a file in. One of a name that is known becomes its next version; the same bytes change nothing.

        `DocumentUnreadable` and `LimitExceeded` say why a file is not taken in; then nothing is different.
        """
        name = checked_name(name)
        self._parser.check_size(name, len(data))
        digest = await in_thread(lambda: sha256(data).hexdigest())
        async with self._changing:
            known = await self.documents()
            before = next((each for each in known if each.name == name), None)
            if before is not None and before.sha256 == digest:
                return AddedDocument(outcome="unchanged", document=before, kept=before.passages)
            document_id = DocumentId(self.project.ids.new()) if before is None else before.document_id
            parsed = await self._parser.parse(name, data, document_id)
            others = sum(each.passages for each in known if each is not before)
            self._check_room(len(known) + (before is None), others + parsed.facts.passages)
            await self._ready()
            ids_before = self._ids(document_id)
            header = await self._kept(
                name, parsed, digest=digest, size=len(data), document_id=document_id, author=author, before=before
            )
            if before is not None:
                await self._forget_blob(before.content)
        await self._ready()
        kept = len(ids_before & self._ids(document_id))
        return AddedDocument(outcome="added" if before is None else "replaced", document=header, kept=kept)

    async def remove(self, document_id: str, author: Author) -> SourceDocument:
        """Forget a document: text, passages, index, links. The journal keeps that it was there. `NotFound`."""
        async with self._changing:
            header = await self.document(document_id)
            await self.project.record([DocumentRemoved(document_id=header.document_id, person=author)])
            await self._forget_blob(header.content)
        await self._ready()
        return header

    async def forget_all(self) -> None:
        """Forget every text, when the project itself is deleted."""
        async with self._changing:
            for blob in await self._registered():
                await self._forget_blob(blob)

    async def settled(self) -> None:
        """Wait until every passage is found by meaning too, or cannot be."""
        await self._index.settled()

    async def close(self) -> None:
        """Let work in the background end."""
        await self._index.close()

    # passages ----------------------------------------------------------------------------------------------------

    async def passages(self, document_id: str, *, after: int = 0, limit: int = 100) -> list[Passage]:
        """Passages of a document in its order, after the first so many. `NotFound`."""
        content = await self._content(document_id)
        return [content.passage(kept) for kept in content.passages[after : after + limit]]

    async def passage(self, passage_id: str) -> Passage:
        """One passage. `NotFound`."""
        _, content, kept = await self._find(passage_id)
        return content.passage(kept)

    async def around(self, passage_id: str) -> PassageSurroundings:
        """One passage, where it stands and what stands around it. `NotFound`."""
        header, content, kept = await self._find(passage_id)
        return PassageSurroundings(
            passage=content.passage(kept),
            document=header,
            before=content.text[max(0, kept.start - AROUND) : kept.start],
            after=content.text[kept.end : kept.end + AROUND],
            links=[link for link in await self.links(header.document_id) if link.passage_id == kept.passage_id],
        )

    async def search(
        self, query: str, limit: int = 10, *, document_ids: Sequence[DocumentId] | None = None
    ) -> list[PassageHit]:
        """The passages that say most about a question, best first, with what each way of searching gave."""
        await self._ready()
        found = await self._index.search(query, limit, among=self._among(document_ids))
        return [self._hit(each) for each in found]

    # links -------------------------------------------------------------------------------------------------------

    async def link(self, passage_id: str, node_id: NodeId, why: str, author: Author) -> PassageLink:
        """Say that a passage bears on a node; a second time changes the reason. `NotFound`."""
        header, _, kept = await self._find(passage_id)
        if node_id not in self.project.graph.nodes:
            message = f"there is no node {node_id[:80]!r}"
            raise NotFound(message)
        if len(why) > WHY_LENGTH:
            message = f"the reason has {len(why):,} characters, at most {WHY_LENGTH:,} are accepted"
            raise LimitExceeded(message)
        link = PassageLinked(
            passage_id=kept.passage_id,
            document_id=header.document_id,
            node_id=node_id,
            why=why,
            person=author,
            at=self.project.clock.now(),
        )
        await self.project.record([link])
        return _plain_link(link)

    async def unlink(self, passage_id: str, node_id: NodeId, author: Author) -> None:
        """Take a link away. `NotFound`."""
        node = self.project.graph.nodes.get(node_id)
        linked = [NodeId(each) for each in (node_id, *(former_ids(node) if node else ()))]
        unlinked = [
            PassageUnlinked(passage_id=PassageId(passage_id), node_id=each, person=author)
            for each in linked
            if await self.project.store.document(self.project.project_id, "link", link_key(passage_id, each))
        ]
        if not unlinked:
            message = f"there is no link from passage {passage_id[:80]!r} to node {node_id[:80]!r}"
            raise NotFound(message)
        await self.project.record(unlinked)

    async def links(self, document_id: DocumentId | None = None) -> list[PassageLink]:
        """The links of a document, or all. One may name a passage that the newest version of its document lacks."""
        kept = await self.project.store.documents(self.project.project_id, "link", group=document_id)
        return [self._standing_link(decode(each.body, PassageLink)) for each in kept]

    def _standing_link(self, link: PassageLink) -> PassageLink:
        """The link as it holds now: one to a node whose place another one took leads to that one."""
        node = None if link.node_id in self.project.graph.nodes else self.project.graph.successor(link.node_id)
        return link if node is None else replace(link, node_id=node.node_id)

    async def links_to(self, node_id: NodeId) -> list[PassageLink]:
        """The links to a node."""
        return [link for link in await self.links() if link.node_id == node_id]

    async def standing(self, link: PassageLink) -> Passage | None:
        """The passage of a link, if its document still holds it."""
        try:
            return await self.passage(link.passage_id)
        except NotFound:
            return None

    # following the journal ---------------------------------------------------------------------------------------

    def _hear(self, event: DurableEvent) -> None:
        if isinstance(event, DocumentAdded | DocumentRemoved):
            self._is_stale = True

    async def _ready(self) -> None:
        """What is in memory is what the journal says."""
        async with self._loading:
            while self._is_stale:
                self._is_stale = False
                try:
                    await self._catch_up()
                except BaseException:
                    self._is_stale = True
                    raise

    async def _catch_up(self) -> None:
        standing = {each.document_id: each for each in await self.documents()}
        for document_id, (header, _) in list(self._contents.items()):
            if document_id not in standing or standing[document_id].content != header.content:
                self._drop(document_id)
        for document_id, header in standing.items():
            if document_id not in self._contents:
                await self._take(header)
        if not self._has_swept:
            await self._sweep({header.content for header in standing.values()})

    async def _take(self, header: SourceDocument) -> None:
        try:
            blob = await self.project.store.get_blob(Sha256(header.content))
        except NotFound:
            # Removed a moment ago, and the journal says so next; or damaged, and the other documents still serve.
            blob = written(header.document_id, "", [])
        for content in read_in_slices(blob, _SLICE):
            if content is not None:
                await self._index.add(header.title, content, self.project.clock)
                self._contents[header.document_id] = header, content
                for number, kept in enumerate(content.passages):
                    self._where[kept.passage_id] = header.document_id, number
            await self.project.clock.sleep(_PAUSE_S)

    def _drop(self, document_id: DocumentId) -> None:
        _, content = self._contents.pop(document_id)
        for kept in content.passages:
            self._where.pop(kept.passage_id, None)
        self._index.remove([kept.passage_id for kept in content.passages])

    # blobs -------------------------------------------------------------------------------------------------------

    async def _kept(
        self,
        name: str,
        parsed: ParsedFile,
        *,
        digest: str,
        size: int,
        document_id: DocumentId,
        author: Author,
        before: SourceDocument | None,
    ) -> SourceDocument:
        """Blob first, then the event: a document that is announced can be read."""
        store, facts, content = self.project.store, parsed.facts, parsed.content
        blob = await in_thread(lambda: sha256(content).hexdigest())
        await store.set_record(_REGISTER, blob, self.project.project_id.encode())
        await store.put_blob(content)
        added = DocumentAdded(
            document_id=document_id,
            name=name,
            title=facts.title,
            format=facts.format,
            language=facts.language,
            version=1 if before is None else before.version + 1,
            bytes=size,
            sha256=digest,
            content=blob,
            characters=facts.characters,
            passages=facts.passages,
            pages=facts.pages or None,
            suspicious=facts.suspicious,
            notes=facts.notes,
            added_at=self.project.clock.now(),
            added_by=author,
        )
        await self.project.record([added])
        return _plain_header(added)

    async def _forget_blob(self, blob: str) -> None:
        await self.project.store.forget_blob(Sha256(blob))
        await self.project.store.set_record(_REGISTER, blob, None)

    async def _registered(self) -> list[str]:
        own = self.project.project_id.encode()
        return [blob for blob, owner in await self.project.store.records(_REGISTER) if owner == own]

    async def _sweep(self, standing: set[str]) -> None:
        """Forget what an ended process could not: texts whose document never came, or is gone."""
        self._has_swept = True
        for blob in await self._registered():
            if blob not in standing:
                await self._forget_blob(blob)

    # finding -----------------------------------------------------------------------------------------------------

    async def _content(self, document_id: str) -> Content:
        await self._ready()
        found = self._contents.get(DocumentId(document_id))
        if found is None:
            message = f"there is no document {document_id[:80]!r}"
            raise NotFound(message)
        return found[1]

    async def _find(self, passage_id: str) -> tuple[SourceDocument, Content, StoredPassage]:
        await self._ready()
        where = self._where.get(PassageId(passage_id))
        if where is None:
            message = f"there is no passage {passage_id[:80]!r}; its document was removed or says something else now"
            raise NotFound(message)
        header, content = self._contents[where[0]]
        return header, content, content.passages[where[1]]

    def _ids(self, document_id: DocumentId) -> set[PassageId]:
        found = self._contents.get(document_id)
        return set() if found is None else {kept.passage_id for kept in found[1].passages}

    def _among(self, document_ids: Sequence[DocumentId] | None) -> set[PassageId] | None:
        if document_ids is None:
            return None
        return {passage_id for document_id in document_ids for passage_id in self._ids(document_id)}

    def _hit(self, found: PassageMatch) -> PassageHit:
        document_id, number = self._where[found.passage_id]
        header, content = self._contents[document_id]
        kept = content.passages[number]
        return PassageHit(
            passage_id=kept.passage_id,
            document_id=document_id,
            title=header.title,
            score=found.score,
            scores=found.scores,
            text=content.text_of(kept),
            place=place_of(kept),
            suspicious=kept.suspicious,
        )

    def _check_room(self, documents: int, passages: int) -> None:
        if documents > self._max_documents or passages > self._max_passages:
            message = (
                f"a project holds at most {self._max_documents:,} documents with {self._max_passages:,} passages; "
                "remove some, or use another project"
            )
            raise LimitExceeded(message, reason="projectFull")


def checked_name(name: str) -> str:
    """A name as it is kept: a relative path with `/`. `InvalidCommand` for one that names no file."""
    parts = [part for part in unicodedata.normalize("NFC", name).replace("\\", "/").split("/") if part not in {"", "."}]
    kept = "/".join(parts)
    if not kept or ".." in parts or len(kept) > NAME_LENGTH or visible(kept) != kept:
        message = (
            f"{visible(name[:80])!r} cannot be a document's name: give a file name, or a path without '..' and control "
            f"characters, of at most {NAME_LENGTH} characters"
        )
        raise InvalidCommand(message)
    return kept


def _plain_header(added: DocumentAdded) -> SourceDocument:
    return SourceDocument(**{name: getattr(added, name) for name in SourceDocument.__struct_fields__})


def _plain_link(linked: PassageLinked) -> PassageLink:
    return PassageLink(**{name: getattr(linked, name) for name in PassageLink.__struct_fields__})
