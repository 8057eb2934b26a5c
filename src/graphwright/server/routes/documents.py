"""Documents: bring files in, read their passages, find and cite them, link them to nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import aclosing
from functools import partial
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from graphwright.actions.refusals import refusal
from graphwright.documents.archive import ArchivedFile, files_in
from graphwright.documents.files import AddedDocument, FileRefused, FileToAdd
from graphwright.documents.library import NAME_LENGTH, WHY_LENGTH
from graphwright.documents.quotes import find_quote
from graphwright.errors import GraphwrightError
from graphwright.interop.passages import CandidateNode, candidate_nodes
from graphwright.operations.plan import API_OPERATIONS
from graphwright.ports import in_thread
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.commands import DocumentsPropose
from graphwright.protocol.documents import Passage, PassageHit, PassageLink, SourceDocument
from graphwright.protocol.ids import CommandId, DocumentId, NodeId, PassageId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import StoredError
from graphwright.server.endpoint import LINES, PROJECT, EndpointCall, HttpAnswer, Lines, NoBody, NoQuery, endpoint
from graphwright.server.leaving import CLOSED, told_lines, unless_left
from graphwright.server.readers import language_asked
from graphwright.server.routes.exchange import IMPORT_BYTES, OCTETS
from graphwright.server.routes.model import Limit, node_of
from graphwright.settings import Settings

UPLOAD_S: Final = 600.0
"""The largest file, by default, over a line of 700 kbit/s."""
PAGE: Final = 100
_DOCUMENT: Final = PROJECT + "/documents/{document}"
_LINK: Final = PROJECT + "/passages/{passage}/links/{ref}"


class DocumentList(Record, frozen=True, kw_only=True):
    """The documents of a project."""

    documents: list[SourceDocument]


class DocumentsTaken(Record, frozen=True, kw_only=True):
    """What became of many files."""

    added: Count
    replaced: Count
    unchanged: Count
    passed_over: Count
    """Links, devices and hidden files in an archive."""
    refused: list[FileRefused]


class DocumentLine(Record, frozen=True, kw_only=True):
    """What is told while many files are taken in: one that was, or was not; at the end all, or why they ended early."""

    name: str | None = None
    number: Count | None = None
    """Of the file, from 1."""
    files: Count | None = None
    """How many there are."""
    added: AddedDocument | None = None
    taken: DocumentsTaken | None = None
    error: StoredError | None = None


class DocumentQuery(Command, frozen=True, kw_only=True):
    """What the file is called."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]


class DocumentGone(Record, frozen=True, kw_only=True):
    """The document and everything that was read from it is forgotten."""

    document_id: DocumentId


class PassagesQuery(Command, frozen=True, kw_only=True):
    """Which passages: after the first so many."""

    after: Count = 0
    limit: Limit = PAGE


class Passages(Record, frozen=True, kw_only=True):
    """Passages of a document, in its order."""

    document: SourceDocument
    passages: list[Passage]


class FindQuery(Command, frozen=True, kw_only=True):
    """A question to the documents."""

    q: Annotated[str, Meta(min_length=1, max_length=2_000)]
    limit: Annotated[int, Meta(ge=1, le=100)] = 10
    document: str | None = None
    """Only in this one."""


class PassagesFound(Record, frozen=True, kw_only=True):
    """Passages that answer a question, best first."""

    hits: list[PassageHit]


class QuoteQuery(Command, frozen=True, kw_only=True):
    """Which words of the passage are meant."""

    quote: Annotated[str, Meta(max_length=4_000)] = ""


class QuotePlace(Record, frozen=True, kw_only=True):
    """Where a quote stands in the text of its passage, in characters."""

    start: Count
    end: Count


class PassageRead(Record, frozen=True, kw_only=True):
    """A passage in its surroundings."""

    passage: Passage
    document: SourceDocument
    before: str
    after: str
    """The document's text on both sides of the passage, up to 1,000 characters each."""
    links: list[PassageLink]
    marked: QuotePlace | None
    """The quote that was asked for; `null` when none was, or when it does not stand here."""


class CandidateList(Record, frozen=True, kw_only=True):
    """The nodes that a document could become, in its order."""

    document: SourceDocument
    nodes: list[CandidateNode]
    total: Count
    """How many there are in all."""
    known: Count
    """Passages left out because a node of that name is there already."""


class NodesPost(Command, frozen=True, kw_only=True):
    """Propose nodes for passages of a document."""

    command_id: CommandId
    passage_ids: Annotated[list[PassageId], Meta(min_length=1, max_length=API_OPERATIONS)] | None = None
    """Only these; absent: every candidate of the document."""


class LinkPut(Command, frozen=True, kw_only=True):
    """Why a passage bears on a node."""

    why: Annotated[str, Meta(max_length=WHY_LENGTH)] = ""


class LinkGone(Record, frozen=True, kw_only=True):
    """The link is gone."""

    passage_id: PassageId
    node_id: NodeId


class LinkedPassage(Record, frozen=True, kw_only=True):
    """A link with its passage."""

    link: PassageLink
    passage: Passage | None
    """`null` when the newest version of the document does not hold it any more."""


class LinkedPassages(Record, frozen=True, kw_only=True):
    """What documents say about a node."""

    links: list[LinkedPassage]


@endpoint("documents.get", PROJECT + "/documents", "read")
async def list_documents(call: EndpointCall[NoQuery, NoBody]) -> DocumentList:
    """The documents of a project."""
    return DocumentList(documents=await call.open_project.library.documents())


def _largest(settings: Settings) -> int:
    """Bytes of one file, as the operator set it."""
    return settings.documents.bytes


@endpoint(
    "documents.post",
    PROJECT + "/documents",
    "build",
    answer=AddedDocument,
    status=201,
    takes=OCTETS,
    most=_largest,
    within=UPLOAD_S,
)
async def post_document(call: EndpointCall[DocumentQuery, bytes]) -> HttpAnswer:
    """Take a file in; the body is the file. 200 when it is known and the same."""
    added = await call.open_project.library.add(call.query.name, call.body, call.person)
    return HttpAnswer(added, status=200 if added.outcome == "unchanged" else 201)


@endpoint(
    "documents.archive.post",
    PROJECT + "/documents/archive",
    "build",
    answer=DocumentsTaken,
    status=201,
    takes=OCTETS,
    most=IMPORT_BYTES,
    within=UPLOAD_S,
)
async def post_archive(call: EndpointCall[NoQuery, bytes]) -> HttpAnswer:
    """Take many files in; the body is a tar archive, not compressed. 200 when all are known and the same.

    Whoever accepts lines of JSON is told of each file. Whoever closes the connection ends the work; what was taken in
    stays, and the same archive goes on there.
    """
    if LINES in call.headers.get("accept", ""):

        async def work(tell: Callable[[DocumentLine], None]) -> None:
            tell(DocumentLine(taken=await _taken(call, tell)))

        lines = told_lines(call, "documents.archive.post", work, lambda error: DocumentLine(error=error))
        return HttpAnswer(Lines(lines), status=200, media=LINES)
    taken = await unless_left(call, _taken(call, lambda _: None))
    if taken is None:
        return HttpAnswer(b"", status=CLOSED)
    return HttpAnswer(taken, status=201 if taken.added or taken.replaced else 200)


async def _taken(call: EndpointCall[NoQuery, bytes], tell: Callable[[DocumentLine], None]) -> DocumentsTaken:
    found = await in_thread(lambda: files_in(call.body))
    language, library = language_asked(call.headers), call.open_project.library
    outcomes: Counter[str] = Counter()
    refused: list[FileRefused] = []
    coming = (FileToAdd(each.name, partial(_bytes_of, call.body, each)) for each in found.files)
    async with aclosing(library.add_all(coming, call.person)) as told:
        number = 0
        async for file, done in told:
            number += 1
            line = DocumentLine(name=file.name, number=number, files=len(found.files))
            if isinstance(done, GraphwrightError):
                refused.append(FileRefused(name=file.name, error=refusal(done, language)))
                tell(replace(line, error=refused[-1].error))
            else:
                outcomes[done.outcome] += 1
                tell(replace(line, added=done))
    await library.indexed()
    return DocumentsTaken(
        added=outcomes["added"],
        replaced=outcomes["replaced"],
        unchanged=outcomes["unchanged"],
        passed_over=found.passed_over,
        refused=refused,
    )


async def _bytes_of(data: bytes, file: ArchivedFile) -> bytes:
    return data[file.start : file.start + file.size]


@endpoint("document.get", _DOCUMENT, "read")
async def read_document(call: EndpointCall[NoQuery, NoBody]) -> SourceDocument:
    """The header of a document."""
    return await call.open_project.library.document(call.path["document"])


@endpoint("document.delete", _DOCUMENT, "build")
async def delete_document(call: EndpointCall[NoQuery, NoBody]) -> DocumentGone:
    """Forget a document: text, passages, index and links."""
    await call.workbench.holds.check(call.project.project_id)
    header = await call.open_project.library.remove(call.path["document"], call.person)
    return DocumentGone(document_id=header.document_id)


@endpoint("document.passages.get", _DOCUMENT + "/passages", "read")
async def list_passages(call: EndpointCall[PassagesQuery, NoBody]) -> Passages:
    """The passages of a document, in its order."""
    library, wanted = call.open_project.library, call.query
    header = await library.document(call.path["document"])
    found = await library.passages(header.document_id, after=wanted.after, limit=wanted.limit)
    return Passages(document=header, passages=found)


@endpoint("candidates.get", _DOCUMENT + "/candidates", "read")
async def list_candidates(call: EndpointCall[PassagesQuery, NoBody]) -> CandidateList:
    """The nodes that a document could become."""
    header = await call.open_project.library.document(call.path["document"])
    found = await candidate_nodes(call.project, call.open_project.library, [header])
    page = found.nodes[call.query.after : call.query.after + call.query.limit]
    return CandidateList(document=header, nodes=page, total=len(found.nodes), known=found.known)


@endpoint("candidates.post", _DOCUMENT + "/candidates", "ask", answer=Proposal, status=201, worded=True)
async def post_nodes(call: EndpointCall[NoQuery, NodesPost]) -> HttpAnswer:
    """Propose these nodes, or those of chosen passages."""
    wanted = call.body
    return await call.carry_out(
        DocumentsPropose(
            command_id=wanted.command_id,
            document_ids=[DocumentId(call.path["document"])],
            passage_ids=wanted.passage_ids,
        )
    )


@endpoint("passages.get", PROJECT + "/passages", "read")
async def find_passages(call: EndpointCall[FindQuery, NoBody]) -> PassagesFound:
    """Search the documents."""
    wanted, library = call.query, call.open_project.library
    among = None if wanted.document is None else [(await library.document(wanted.document)).document_id]
    return PassagesFound(hits=await library.search(wanted.q, wanted.limit, document_ids=among))


@endpoint("passage.get", PROJECT + "/passages/{passage}", "read")
async def read_passage(call: EndpointCall[QuoteQuery, NoBody]) -> PassageRead:
    """A passage in its surroundings, with the place of a quote."""
    around = await call.open_project.library.around(call.path["passage"])
    span = find_quote(around.passage.text, call.query.quote)
    return PassageRead(
        passage=around.passage,
        document=around.document,
        before=around.before,
        after=around.after,
        links=around.links,
        marked=None if span is None else QuotePlace(start=span[0], end=span[1]),
    )


@endpoint("link.put", _LINK, "build")
async def put_link(call: EndpointCall[NoQuery, LinkPut]) -> PassageLink:
    """Say that a passage bears on a node."""
    passage = await call.open_project.library.passage(call.path["passage"])
    return await call.open_project.library.link(passage.passage_id, node_of(call), call.body.why, call.person)


@endpoint("link.delete", _LINK, "build")
async def delete_link(call: EndpointCall[NoQuery, NoBody]) -> LinkGone:
    """Take such a link away."""
    ref = call.path["ref"]
    found = call.project.graph.find(ref)
    node_id = found[0] if len(found) == 1 else NodeId(ref)  # which may be no more
    await call.open_project.library.unlink(call.path["passage"], node_id, call.person)
    return LinkGone(passage_id=PassageId(call.path["passage"]), node_id=node_id)


@endpoint("node.passages.get", PROJECT + "/nodes/{ref}/passages", "read")
async def list_links(call: EndpointCall[NoQuery, NoBody]) -> LinkedPassages:
    """What documents say about a node."""
    library = call.open_project.library
    links = await library.links_to(node_of(call))
    return LinkedPassages(links=[LinkedPassage(link=link, passage=await library.standing(link)) for link in links])
