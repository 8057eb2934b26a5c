"""The documents of one project: add, remove, read, search, link. What is true stands in the journal and in blobs.

A library follows the journal: whoever adds a document, this process or another, it is found at the next question. The
index lies in a file that can be lost: what it lacks is taken in again in the background, or when somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from graphwright.documents.content import Content, StoredPassage, place_of, read_in_slices
from graphwright.documents.files import AddedDocument, FileToAdd
from graphwright.documents.headers import DocumentHeaders
from graphwright.documents.index import PassageIndex, PassageMatch
from graphwright.documents.parse import DocumentParser, ParsedFile
from graphwright.errors import GraphwrightError, InvalidCommand, LimitExceeded, NotFound, StoreDamaged
from graphwright.fold import link_key
from graphwright.formats.cleaning import visible
from graphwright.graph.document import former_ids
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.base import Record
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

DOCUMENTS: Final = 20_000
PASSAGES: Final = 200_000
"""Of one project."""
AHEAD: Final = 16
"""Files that are read while others are kept; and so many are kept at once."""
_HASHED_AT_ONCE: Final = 100_000
"""Bytes whose digest takes less than to ask a thread for it."""
_MAX_IN_MEMORY: Final = 8_000_000
"""Characters of documents that were opened last."""
NAME_LENGTH: Final = 300
WHY_LENGTH: Final = 2_000
AROUND: Final = 1_000
"""Characters of the document shown before and after a passage."""
_SLICE: Final = 200
"""Passages decoded between two pauses: about 1 ms."""
_PAUSE_S: Final = 0.001
BLOB_REGISTER: Final = "documentBlob"
"""The kind of record that names every blob with a document's text, so that none outlives its document (a crash may
come between the two)."""
_log = logging.getLogger(__name__)


class _ReadFile(Struct, frozen=True):
    """A file that was read and is to be kept, unless its document has changed meanwhile."""

    name: str
    digest: str
    size: int
    document_id: DocumentId
    before: SourceDocument | None
    parsed: ParsedFile | None
    """None: the bytes are those that are kept."""


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
        folder: Path | None = None,
        max_passages: int = PASSAGES,
    ) -> None:
        """`folder`: where indexes are kept; in memory only where there is none."""
        self._max_passages = max_passages
        self.project = project
        self._parser = parser
        self._path = None if folder is None else folder / f"{project.project_id}.passages"
        self._embedder = embedder
        self._made: PassageIndex | None = None
        self._headers: DocumentHeaders | None = None
        """What stands, once somebody has asked; by the journal from then on."""
        self._contents: OrderedDict[DocumentId, tuple[str, Content]] = OrderedDict()
        """The documents that were opened last, with the blobs that they were read from."""
        self._characters = 0
        self._is_stale, self._heard = True, 0
        self._has_swept = False
        self._changing = asyncio.Lock()
        self._loading = asyncio.Lock()
        self._indexing: asyncio.Task[None] | None = None
        self._keeping: set[asyncio.Task[list[tuple[FileToAdd, AddedDocument | GraphwrightError]]]] = set()
        """What is being kept, whether somebody still waits for it or not."""
        project.on_event.append(self._hear)

    @property
    def _index(self) -> PassageIndex:
        """Opened when somebody first needs it."""
        if self._made is None:
            self._made = PassageIndex(self._embedder, path=self._path, content=self._opened)
        return self._made

    # documents ---------------------------------------------------------------------------------------------------

    async def documents(self) -> list[SourceDocument]:
        """The headers, in the order in which they were first added."""
        return await self.project.read_all(SourceDocument)

    async def document(self, document_id: str) -> SourceDocument:
        """One header. `NotFound`."""
        return await self.project.read(SourceDocument, document_id)

    async def bytes_used(self, person: Author) -> tuple[int, int]:
        """The bytes of all files that were taken in, and of those that one person has added."""
        known = await self._known()
        return known.bytes, known.bytes_of(person.person_id)

    async def check_known(self, document_ids: Iterable[str]) -> None:
        """Is each of them here? `NotFound` names the first that is not."""
        for document_id in document_ids:
            await self.document(document_id)

    async def add(self, name: str, data: bytes, author: Author) -> AddedDocument:
        """Take a file in. One of a name that is known becomes its next version; the same bytes change nothing.

        `DocumentUnreadable` and `LimitExceeded` say why a file is not taken in; then nothing is different.
        """

        async def read() -> bytes:
            return data

        (kept,) = [each async for _, each in self.add_all([FileToAdd(name, read)], author)]
        if isinstance(kept, GraphwrightError):
            raise kept
        await self._ready()
        return kept

    async def add_all(
        self, files: Iterable[FileToAdd], author: Author
    ) -> AsyncGenerator[tuple[FileToAdd, AddedDocument | GraphwrightError]]:
        """Take many files in, in their order; what became of each is told once it is so.

        Some are read while others are kept. Whoever stops listening ends the rest; what was told is kept, and the same
        files again go on where it ended, because those that are the same change nothing.
        """
        coming = iter(files)
        under_way: deque[tuple[FileToAdd, asyncio.Task[_ReadFile]]] = deque()
        try:
            while True:
                while len(under_way) < AHEAD and (file := next(coming, None)) is not None:
                    under_way.append((file, asyncio.create_task(self._read_file(file))))
                if not under_way:
                    return
                await asyncio.wait({under_way[0][1]})
                ready = [under_way.popleft()]
                while under_way and under_way[0][1].done():
                    ready.append(under_way.popleft())
                keeping = asyncio.create_task(self._keep_all(ready, author))
                self._keeping.add(keeping)
                keeping.add_done_callback(self._keeping.discard)
                # Whoever stops waiting lets it end: a sweep in between would take its texts for left behind.
                for told in await asyncio.shield(keeping):
                    yield told
        finally:
            for _, task in under_way:
                task.cancel()
            await asyncio.gather(*(task for _, task in under_way), return_exceptions=True)
            self._index_soon()

    async def _read_file(self, file: FileToAdd) -> _ReadFile:
        name = checked_name(file.name)
        data = await file.read()
        self._parser.check_size(name, len(data))
        if len(data) <= _HASHED_AT_ONCE:
            digest = sha256(data).hexdigest()
        else:
            digest = await in_thread(lambda: sha256(data).hexdigest())
        before = (await self._known()).named(name)
        if before is not None and before.sha256 == digest:
            return _ReadFile(name, digest, len(data), before.document_id, before, None)
        document_id = DocumentId(self.project.ids.new()) if before is None else before.document_id
        parsed = await self._parser.parse(name, data, document_id)
        return _ReadFile(name, digest, len(data), document_id, before, parsed)

    async def _keep_all(
        self, ready: Sequence[tuple[FileToAdd, asyncio.Task[_ReadFile]]], author: Author
    ) -> list[tuple[FileToAdd, AddedDocument | GraphwrightError]]:
        """Keep what was read, all in one transaction where nothing stands against it."""
        told: dict[int, AddedDocument | GraphwrightError] = {}
        async with self._changing:
            fresh: dict[int, _ReadFile] = {}
            for at, (file, task) in enumerate(ready):
                try:
                    read = task.result()
                except GraphwrightError as error:
                    told[at] = error
                    continue
                if any(each.name == read.name for each in fresh.values()):
                    told |= zip(fresh, await self._keep(list(fresh.values()), author), strict=True)
                    fresh = {}
                try:
                    if (before := (await self._known()).named(read.name)) != read.before:
                        read = await self._read_file(file)  # somebody was faster
                        before = read.before
                    if read.parsed is None and before is not None:
                        told[at] = AddedDocument(outcome="unchanged", document=before, kept=before.passages)
                    elif read.parsed is not None:
                        self._check_room([*fresh.values(), read], author)
                        fresh[at] = read
                except GraphwrightError as error:
                    told[at] = error
            told |= zip(fresh, await self._keep(list(fresh.values()), author), strict=True)
        return [(file, told[at]) for at, (file, _) in enumerate(ready)]

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
        if self._path is not None:
            self._index.forget_all()

    async def indexed(self) -> None:
        """Wait until every passage is found by its words."""
        await self._ready()

    async def settled(self) -> None:
        """Wait until every passage is found by meaning too, or cannot be."""
        await self._ready()
        await self._index.settled()

    async def close(self) -> None:
        """Let work in the background end."""
        await asyncio.gather(*self._keeping, return_exceptions=True)
        if self._indexing is not None:
            self._indexing.cancel()
            await asyncio.gather(self._indexing, return_exceptions=True)
        if self._made is not None:
            await self._made.close()

    # passages ----------------------------------------------------------------------------------------------------

    async def passages(self, document_id: str, *, after: int = 0, limit: int = 100) -> list[Passage]:
        """Passages of a document in its order, after the first so many. `NotFound`."""
        content = await self._content(await self.document(document_id))
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
        found = await self._index.search(query, limit, among=document_ids)
        hits = [await self._hit(each) for each in found]
        return [each for each in hits if each is not None]

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
        if not isinstance(event, DocumentAdded | DocumentRemoved):
            return
        self._is_stale, self._heard = True, self._heard + 1
        if self._headers is not None:
            if isinstance(event, DocumentAdded):
                self._headers.put(_plain_header(event))
            else:
                self._headers.drop(event.document_id)

    async def _known(self) -> DocumentHeaders:
        while self._headers is None:
            heard, found = self._heard, await self.documents()
            if heard == self._heard:  # nobody added one meanwhile
                self._headers = DocumentHeaders(found)
        return self._headers

    def _index_soon(self) -> None:
        """Take in what is new while nobody asks."""
        if self._indexing is None or self._indexing.done():
            self._indexing = asyncio.create_task(self._ready())

    async def _ready(self) -> None:
        """The index is what the journal says."""
        async with self._loading:
            while self._is_stale:
                self._is_stale = False
                try:
                    await self._catch_up()
                except BaseException:
                    self._is_stale = True
                    raise

    async def _catch_up(self) -> None:
        standing, held = dict((await self._known()).by_id), self._index.documents
        for document_id, content in held.items():
            if document_id not in standing or standing[document_id].content != content:
                self._let_go(document_id)
                await self._index.remove(document_id, self.project.clock)
        for document_id, header in standing.items():
            if held.get(document_id) != header.content:
                await self._index.add(
                    header.title, await self._content(header), self.project.clock, digest=header.content
                )
        if not self._has_swept:
            self._index.embed()
            async with self._changing:  # a text that is just being kept has no document yet
                await self._sweep({header.content for header in (await self._known()).by_id.values()})

    # blobs -------------------------------------------------------------------------------------------------------

    async def _keep(self, files: Sequence[_ReadFile], author: Author) -> list[AddedDocument]:
        """Blobs first, then the events: a document that is announced can be read."""
        store, own = self.project.store, self.project.project_id.encode()
        parsed = [each.parsed for each in files if each.parsed is not None]
        blobs = await in_thread(lambda: [sha256(each.content).hexdigest() for each in parsed])
        await asyncio.gather(*(store.set_record(BLOB_REGISTER, blob, own) for blob in blobs))
        await asyncio.gather(*(store.put_blob(each.content) for each in parsed))
        done: list[AddedDocument] = []
        added: list[DurableEvent] = []
        for file, read, blob in zip(files, parsed, blobs, strict=True):
            before, event = file.before, self._announced(file, read, blob, author)
            added.append(event)
            kept = 0 if before is None else len(await self._ids(before) & ids_of(read.content))
            outcome: Literal["added", "replaced"] = "added" if before is None else "replaced"
            done.append(AddedDocument(outcome=outcome, document=_plain_header(event), kept=kept))
        if added:
            await self.project.record(added)
            self._index_soon()
        for each in files:
            # Other bytes may say the very same: another end of line is another file with one text.
            if each.before is not None and each.before.content not in blobs:
                self._let_go(each.document_id)
                await self._forget_blob(each.before.content)
        return done

    def _announced(self, file: _ReadFile, parsed: ParsedFile, blob: str, author: Author) -> DocumentAdded:
        facts, before = parsed.facts, file.before
        return DocumentAdded(
            document_id=file.document_id,
            name=file.name,
            title=facts.title,
            format=facts.format,
            language=facts.language,
            version=1 if before is None else before.version + 1,
            bytes=file.size,
            sha256=file.digest,
            content=blob,
            characters=facts.characters,
            passages=facts.passages,
            pages=facts.pages or None,
            suspicious=facts.suspicious,
            notes=facts.notes,
            added_at=self.project.clock.now(),
            added_by=author,
        )

    async def _forget_blob(self, blob: str) -> None:
        await self.project.store.forget_blob(Sha256(blob))
        await self.project.store.set_record(BLOB_REGISTER, blob, None)

    async def _registered(self) -> list[str]:
        own = self.project.project_id.encode()
        return [blob for blob, owner in await self.project.store.records(BLOB_REGISTER) if owner == own]

    async def _sweep(self, standing: set[str]) -> None:
        """Forget what an ended process could not: texts whose document never came, or is gone."""
        self._has_swept = True
        for blob in await self._registered():
            if blob not in standing:
                await self._forget_blob(blob)

    # finding -----------------------------------------------------------------------------------------------------

    async def _content(self, header: SourceDocument) -> Content:
        """A document's text and passages; those that were opened last are at hand."""
        kept = self._contents.get(header.document_id)
        if kept is not None and kept[0] == header.content:
            self._contents.move_to_end(header.document_id)
            return kept[1]
        content = Content(header.document_id, "", [])
        try:
            blob = await self.project.store.get_blob(Sha256(header.content))
            for read in read_in_slices(blob, _SLICE):
                content = read or content
                if read is None:
                    await self.project.clock.sleep(_PAUSE_S)
        except NotFound:
            pass  # removed a moment ago, and the journal says so next
        except (StoreDamaged, MsgspecError):
            _log.exception("the text of document %s is damaged; the others still serve", header.document_id)
        self._remember(header, content)
        return content

    def _remember(self, header: SourceDocument, content: Content) -> None:
        self._let_go(header.document_id)
        self._contents[header.document_id] = header.content, content
        self._characters += len(content.text)
        while self._characters > _MAX_IN_MEMORY and len(self._contents) > 1:
            self._let_go(next(iter(self._contents)))

    def _let_go(self, document_id: DocumentId) -> None:
        gone = self._contents.pop(document_id, None)
        self._characters -= 0 if gone is None else len(gone[1].text)

    async def _opened(self, document_id: DocumentId) -> Content | None:
        header = (await self._known()).by_id.get(document_id)
        return None if header is None else await self._content(header)

    async def _find(self, passage_id: str) -> tuple[SourceDocument, Content, StoredPassage]:
        await self._ready()
        where = self._index.where(passage_id)
        header = None if where is None else (await self._known()).by_id.get(where[0])
        content = None if header is None else await self._content(header)
        if where is None or header is None or content is None or where[1] >= len(content.passages):
            message = f"there is no passage {passage_id[:80]!r}; its document was removed or says something else now"
            raise NotFound(message)
        return header, content, content.passages[where[1]]

    async def _ids(self, header: SourceDocument) -> set[PassageId]:
        return {kept.passage_id for kept in (await self._content(header)).passages}

    async def _hit(self, found: PassageMatch) -> PassageHit | None:
        """The passage as it is told; None where its document went meanwhile."""
        header = (await self._known()).by_id.get(found.document_id)
        content = None if header is None else await self._content(header)
        if header is None or content is None or found.number >= len(content.passages):
            return None
        kept = content.passages[found.number]
        return PassageHit(
            passage_id=kept.passage_id,
            document_id=found.document_id,
            title=header.title,
            score=found.score,
            scores=found.scores,
            text=content.text_of(kept),
            place=place_of(kept),
            suspicious=kept.suspicious,
        )

    def _check_room(self, files: Sequence[_ReadFile], author: Author) -> None:
        known = self._headers or DocumentHeaders()
        documents, passages, own = len(known.by_id), known.passages, author.person_id
        gone, own_gone = 0, 0
        for each in files:
            passages += each.parsed.facts.passages if each.parsed else 0
            if each.before is None:
                documents += 1
                continue
            passages -= each.before.passages
            gone += each.before.bytes
            own_gone += each.before.bytes if each.before.added_by.person_id == own else 0
        if documents > DOCUMENTS or passages > self._max_passages:
            message = (
                f"a project holds at most {DOCUMENTS:,} documents with {self._max_passages:,} passages; "
                "remove some, or use another project"
            )
            raise LimitExceeded(message, reason="projectFull")
        more = sum(each.size for each in files)
        self.project.quotas.check_document_bytes(known.bytes - gone, known.bytes_of(own) - own_gone, more=more)


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


def ids_of(blob: bytes) -> set[PassageId]:
    """The passages of a blob."""
    (*_, content) = read_in_slices(blob, len(blob))
    return set() if content is None else {kept.passage_id for kept in content.passages}


def _plain_header(added: DocumentAdded) -> SourceDocument:
    return SourceDocument(**{name: getattr(added, name) for name in SourceDocument.__struct_fields__})


def _plain_link(linked: PassageLinked) -> PassageLink:
    return PassageLink(**{name: getattr(linked, name) for name in PassageLink.__struct_fields__})
