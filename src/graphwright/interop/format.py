"""What a format is: its names, how its files are recognised, and the functions that read and write them.

The command line, REST and the tables of the manual are made from these records (`interop.registry`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from typing import TypeAlias

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.report import ImportedModel
from graphwright.interop.scope import WHOLE, ExportScope
from graphwright.protocol.comments import Comment
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.texts import Term


class ExportRequest(Struct, frozen=True):
    """What is to be written."""

    graph: Graph
    project_id: ProjectId
    name: str = "model"
    """The project's, for titles and file names."""
    at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    """When, for formats that must say so; they are told the day."""
    baseline: str = ""
    """What the revision is called, where it has a name."""
    scope: ExportScope = WHOLE
    """Which part of the graph; `write_export` gives a format that part as the graph."""
    comments: list[Comment] = []
    """On elements, with their replies. A format that does not hold them says how many there are."""


class WrittenModel(Struct, frozen=True):
    """A file for others, and what it does not hold."""

    data: bytes
    notes: list[Term] = []
    """One text per kind of loss, with its count; empty = the file holds everything."""


Recogniser: TypeAlias = Callable[[ForeignFile], bool]
Reader: TypeAlias = Callable[[ForeignFile, Ontology], ImportedModel]
"""Raises `InvalidCommand`, `Refused` or `LimitExceeded`, which name the place; nothing has happened then."""
Writer: TypeAlias = Callable[[ExportRequest], WrittenModel]


class Format(Struct, frozen=True, kw_only=True):
    """A format that others read or write."""

    name: str
    """As it is typed, `reqif`."""
    title: str
    """As people call it, `ReqIF 1.2`."""
    endings: tuple[str, ...]
    """Of its files, without the dot; the first is what an export gets."""
    media: str
    """The media type of an export."""
    recognise: Recogniser | None = None
    read: Reader | None = None
    write: Writer | None = None
    needs: tuple[str, ...] = ()
    """Modules that reading or writing imports and a base installation does not have."""
    extra: str = ""
    """The extra of the package that brings them."""
    is_slow: bool = False
    """Reading takes more than a second whatever the size, or may end the process, so it is done in one of its own."""
    is_apart: bool = False
    """Reading and writing are done in processes of its own already, whatever the size."""
    holds_comments: bool = False
    """An export has what people remarked on its elements; an import leaves that out, since nobody said it here."""
    is_folder: bool = False
    """Its files are a folder, which travels as a ZIP archive and is unpacked where a folder is asked for."""
    hidden_files: tuple[str, ...] = ()
    """Names with a dot at the beginning that belong to such a folder; others stay out of it."""

    @property
    def is_text(self) -> bool:
        """Can a terminal show it?"""
        return self.media.startswith("text/") or self.media.endswith(("json", "xml"))

    @property
    def missing(self) -> list[str]:
        """Libraries that it needs and that are not installed."""
        return [name for name in self.needs if find_spec(name) is None]

    def check_installed(self) -> None:
        """`InvalidCommand` names the extra where a library is missing."""
        missing = self.missing
        if missing:
            raise InvalidCommand(
                f"{self.title} needs {' and '.join(missing)}, which is not installed: "
                f"pip install 'graphwright[{self.extra}]'"
            )


def text_writer(write: Callable[[Graph], str], *losses: str) -> Writer:
    """The writer of a text form that does not name the project; `losses` are names of notes."""
    return partial(_written_text, write, losses)


def _written_text(write: Callable[[Graph], str], losses: tuple[str, ...], request: ExportRequest) -> WrittenModel:
    notes = [Term(key=f"notes.{name}") for name in losses] if request.graph.nodes else []
    return WrittenModel(write(request.graph).encode(), notes)
