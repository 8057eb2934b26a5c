"""Documents that were brought into a project, their passages, and the links from passages to nodes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import DocumentId, NodeId, PassageId
from graphwright.protocol.texts import Term

DocumentFormat: TypeAlias = Literal["markdown", "text", "html", "pdf", "docx", "xlsx"]
PassageKind: TypeAlias = Literal["paragraph", "clause", "item", "row", "code", "heading"]
"""`clause`: a numbered paragraph of a statute; `item`: a requirement or another numbered statement; `row`: of a table;
`heading`: a heading with nothing below it."""
Suspicion: TypeAlias = Literal["instructions", "roleMarks", "hiddenCharacters"]
"""Why a passage may have been written for a language model rather than for people."""


class SourceDocument(Record, frozen=True, kw_only=True):
    """The header of a document; its text and passages are a blob."""

    document_id: DocumentId
    name: str
    """As it was added: a file name, or a path in the folder that was added. One document of a name in a project."""
    title: str
    format: DocumentFormat
    language: str
    version: Count
    """From 1; one more each time that the file is added with another content."""
    bytes: Count
    """Of the file."""
    sha256: str
    """Of the file."""
    content: str
    """The blob that holds text and passages."""
    characters: Count
    passages: Count
    pages: Count | None = None
    """Where the format has pages."""
    suspicious: Count = 0
    """How many passages are marked."""
    notes: list[Term] = []
    """What a reader should know: a wrong extension, left-out parts."""
    added_at: Time
    added_by: Author


class Place(Record, frozen=True, kw_only=True, gc=False):
    """Where a passage stands in its document."""

    start: Count
    end: Count
    """In characters of the document's text; of a text or Markdown file that is the file itself."""
    section: list[str]
    """The headings above it, the outermost first."""
    paragraph: Count
    """Its number within the section, from 1."""
    page: Count | None = None
    row: Count | None = None
    """In its sheet, from 1."""
    label: str = ""
    """What people call it: `§ 34 (1)`, `REQ-12`; empty where it has no name of its own."""


class Passage(Record, frozen=True, kw_only=True, gc=False):
    """A citable piece of a document: its text is `place.start` to `place.end` of the document's text."""

    passage_id: PassageId
    document_id: DocumentId
    kind: PassageKind
    text: str
    place: Place
    suspicious: list[Suspicion] = []


class PassageLink(Record, frozen=True, kw_only=True):
    """Somebody says that a passage bears on a node. One for each pair."""

    passage_id: PassageId
    document_id: DocumentId
    node_id: NodeId
    why: str
    person: Author
    at: Time


class PassageHit(Record, frozen=True, kw_only=True):
    """A passage that a search found."""

    passage_id: PassageId
    document_id: DocumentId
    title: str
    """Of the document."""
    score: float
    scores: dict[str, float]
    """What each way of searching gave: `lexical`, `vector`."""
    text: str
    place: Place
    suspicious: list[Suspicion] = []
