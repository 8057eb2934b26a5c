"""A library in a project on a store in memory, whose files are really read in processes of their own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from graphwright.documents.library import PASSAGES, Library
from graphwright.documents.parse import DocumentParser
from graphwright.ports import SystemClock, talking_process
from graphwright.projects import Project
from graphwright.protocol.graph import Author
from graphwright.search.embedder import Embedder
from graphwright.settings import DocumentLimits
from graphwright.store.base import Store
from tests.places import ANA, open_project

PARSER_LIMITS = DocumentLimits()


class Shelf(NamedTuple):
    """A library, its project, and who uses it."""

    library: Library
    project: Project
    author: Author = ANA


async def library_of(
    limits: DocumentLimits = PARSER_LIMITS,
    store: Store | None = None,
    embedder: Embedder | None = None,
    *,
    folder: Path | None = None,
    max_passages: int = PASSAGES,
) -> Shelf:
    """A library, on a store that may hold one already."""
    project = await open_project(store)
    return Shelf(
        Library(
            project,
            DocumentParser(talking_process, limits, SystemClock()),
            embedder,
            folder=folder,
            max_passages=max_passages,
        ),
        project,
    )
