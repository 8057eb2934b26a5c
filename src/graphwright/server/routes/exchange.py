"""Models of other people: which formats there are, a file in, a file out."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any, Final, TypeVar

from msgspec import Meta, Raw, to_builtins

from graphwright.actions.exports import export_model
from graphwright.actions.imports import ImportTaken, import_model
from graphwright.interop.apart import pieces
from graphwright.interop.choosing import export_format, formats
from graphwright.interop.files import ForeignFile
from graphwright.interop.format_names import ExportFormat, ImportFormat
from graphwright.interop.progress import ExportProgress, ImportProgress, TellProgress
from graphwright.interop.scope import ExportPost, ExportScope, ViewName
from graphwright.protocol.base import Command, Count, Record
from graphwright.protocol.runs import StoredError
from graphwright.protocol.texts import Term
from graphwright.server.endpoint import (
    LINES,
    PROJECT,
    EndpointCall,
    HttpAnswer,
    Lines,
    NoBody,
    NoQuery,
    endpoint,
)
from graphwright.server.leaving import CLOSED, told_lines, unless_left
from graphwright.server.routes.baselines import Revision

IMPORT_BYTES: Final = 512 * 1024 * 1024
"""As much as a file may have (interop.imports)."""
OCTETS: Final = "application/octet-stream"
Told = TypeVar("Told")


class FormatFacts(Record, frozen=True, kw_only=True):
    """A format as people choose it."""

    name: str
    title: str
    endings: list[str]
    """Of its files, without the dot."""
    is_read: bool
    is_written: bool
    needs: str | None = None
    """The extra that brings a library which is not installed."""


class FormatList(Record, frozen=True, kw_only=True):
    """All formats, in the order in which a file is asked whether it is one of them."""

    formats: list[FormatFacts]


class ImportQuery(Command, frozen=True, kw_only=True):
    """What the file is."""

    format: ImportFormat | None = None
    name: Annotated[str, Meta(max_length=200)] = "file"
    map: Annotated[str, Meta(max_length=10_000)] | None = None
    """Of tables: lines `SHEET=TYPE` and `SHEET.COLUMN=MEANING`; unset = as people said for this file before."""
    dry_run: bool = False
    """Say what would happen, change nothing."""


class ScopeQuery(Command, frozen=True, kw_only=True):
    """Which graph, and which part of it; lists are written with commas between."""

    revision: Revision | None = None
    """Of the past; unset = as the model stands."""
    view: ViewName | None = None
    """Only what this view shows."""
    focus: str | None = None
    """What a view such as `fchain` is about."""
    elements: str = ""
    """Only these elements, by any id, with what they are composed of and the flows between."""
    node_types: str = ""
    """Only elements of these types."""
    relation_types: str = ""
    """Only these relations."""
    show_flows: bool = True
    """Whether flows are written, too."""
    hidden: str = ""
    """Elements that are left out."""

    @property
    def scope(self) -> ExportScope:
        """The part that is meant."""
        return ExportScope(
            view=self.view,
            focus=self.focus,
            elements=_listed(self.elements),
            node_types=_listed(self.node_types),
            relation_types=_listed(self.relation_types),
            show_flows=self.show_flows,
            hidden=_listed(self.hidden),
        )


class ExportQuery(ScopeQuery, frozen=True, kw_only=True):
    """The same, and in which form."""

    format: ExportFormat = "json"


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


@endpoint("formats.get", "/api/formats", "person")
async def list_formats(_call: EndpointCall[NoQuery, NoBody]) -> FormatList:
    """Which formats can be read and written here."""
    return FormatList(
        formats=[
            FormatFacts(
                name=each.name,
                title=each.title,
                endings=[*each.endings],
                is_read=each.read is not None,
                is_written=each.write is not None,
                needs=each.extra if each.missing else None,
            )
            for each in formats().values()
        ]
    )


class ImportLine(Record, frozen=True, kw_only=True):
    """What is told while a file is brought in: how far it is, and at the end what became of it or why nothing did."""

    progress: ImportProgress | None = None
    taken: ImportTaken | None = None
    error: StoredError | None = None


class ServedExport(Record, frozen=True, kw_only=True):
    """A file that is whole, and follows."""

    name: str
    media: str
    bytes: Count
    losses: list[Term]
    """What it does not hold."""


class ExportLine(Record, frozen=True, kw_only=True):
    """What is told while a file is written: how far it is, the file and its pieces, or why there is none."""

    progress: ExportProgress | None = None
    file: ServedExport | None = None
    piece: bytes | None = None
    """In Base64."""
    error: StoredError | None = None


@endpoint("import.post", PROJECT + "/import", "build", answer=ImportTaken, status=201, takes=OCTETS, most=IMPORT_BYTES)
async def post_import(call: EndpointCall[ImportQuery, bytes]) -> HttpAnswer:
    """Bring a file in: at once into an empty project, else as a proposal; the body is the file.

    Whoever accepts lines of JSON is told how far it is; whoever closes the connection then ends the work.
    """
    if LINES in call.headers.get("accept", ""):
        return HttpAnswer(Lines(_told(call)), status=200, media=LINES)
    taken = await _imported(call, lambda _: None)
    return HttpAnswer(taken, status=201 if taken.outcome in ("applied", "proposed") else 200)


def _told(call: EndpointCall[ImportQuery, bytes]) -> AsyncGenerator[ImportLine]:
    async def work(tell: Callable[[ImportLine], None]) -> None:
        tell(ImportLine(taken=await _imported(call, lambda progress: tell(ImportLine(progress=progress)))))

    return told_lines(call, "import.post", work, lambda error: ImportLine(error=error))


async def _imported(call: EndpointCall[ImportQuery, bytes], tell: TellProgress) -> ImportTaken:
    wanted = call.query
    file = ForeignFile(call.body, wanted.name, {} if wanted.map is None else {"map": wanted.map})
    return await import_model(
        call.open_project, file, author=call.person, format_name=wanted.format, dry_run=wanted.dry_run, tell=tell
    )


@endpoint("export.get", PROJECT + "/export", "read", answer=Raw, audited=())
async def read_export(call: EndpointCall[ExportQuery, NoBody]) -> HttpAnswer:
    """The model, or a part of it, as a file for others, in a format of the query."""
    return await _exported(call, "export.get", call.query.format, call.query.revision, call.query.scope)


@endpoint("exports.get", PROJECT + "/exports/{format}", "read", answer=Raw)
async def read_export_in(call: EndpointCall[ScopeQuery, NoBody]) -> HttpAnswer:
    """The same; the header `x-losses` of both has the report of what is left out.

    Whoever accepts lines of JSON is told how far it is, then the report, and then the file in pieces, in Base64.
    Whoever closes the connection ends the work.
    """
    return await _exported(call, "exports.get", call.path["format"], call.query.revision, call.query.scope)


@endpoint("exports.post", PROJECT + "/exports/{format}", "read", answer=Raw, counts_as_change=False, audited=())
async def post_export(call: EndpointCall[NoQuery, ExportPost]) -> HttpAnswer:
    """The same for a part that an address has no room to name; nothing is changed."""
    return await _exported(call, "exports.post", call.path["format"], call.body.revision, call.body.scope)


async def _exported(
    call: EndpointCall[Any, Any], operation: str, name: str, revision: str | None, scope: ExportScope
) -> HttpAnswer:
    chosen = export_format(name)
    # The name of a project holds letters, digits, `-`, `_` and `.` only.
    file_name = f"{call.project.header.name}.{chosen.endings[0]}"
    media = f"{chosen.media}; charset=utf-8" if chosen.is_text else chosen.media

    async def work(tell: Callable[[ExportLine], None]) -> None:
        data, report = await export_model(
            call.open_project,
            name,
            revision=revision,
            scope=scope,
            tell=lambda progress: tell(ExportLine(progress=progress)),
        )
        tell(ExportLine(file=ServedExport(name=file_name, media=media, bytes=len(data), losses=report.notes)))
        for piece in pieces(data):
            tell(ExportLine(piece=piece))

    if LINES in call.headers.get("accept", ""):
        lines = told_lines(call, operation, work, lambda error: ExportLine(error=error))
        return HttpAnswer(Lines(lines), media=LINES)
    done = await unless_left(call, export_model(call.open_project, name, revision=revision, scope=scope))
    if done is None:
        return HttpAnswer(b"", status=CLOSED)
    data, report = done
    headers = {
        "content-disposition": f'attachment; filename="{file_name}"',
        "x-losses": json.dumps(to_builtins(report.notes)),
    }
    return HttpAnswer(data, headers=headers, media=media)
