"""The command `documents`: bring files in; list, read, find, turn into proposed nodes, remove what was brought."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Final

from graphwright.cli.acting import act, new_id
from graphwright.cli.files import read_file
from graphwright.cli.output import Line, Output, counted
from graphwright.cli.proposals import WAITS, proposal_lines
from graphwright.documents.files import AddedDocument, FileRefused, FileToAdd
from graphwright.documents.library import DOCUMENTS, Library
from graphwright.documents.recognise import EXTENSIONS, extension_of
from graphwright.errors import GraphwrightError, InvalidCommand, NotFound
from graphwright.formats.table import table
from graphwright.interop.passages import candidate_nodes
from graphwright.ports import in_thread
from graphwright.protocol.commands import DocumentsPropose
from graphwright.protocol.documents import Passage, Place, SourceDocument
from graphwright.protocol.operations import Proposal
from graphwright.protocol.wire import decode, stored_error
from graphwright.workbench import Workbench

FOUND: Final = 10
_TOLD_EACH: Final = 100
"""Of so many files each is told; of more, every so many."""
_REFUSED: Final = 3
"""Exit code: at least one file was not taken in."""


async def documents(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Add, list, show, find, turn into proposed nodes, or remove."""
    if options.action == "add":
        return await _add(workbench, options, output)
    library = (await workbench.open_project(options.project)).library
    if options.action == "list":
        return await _list(library, output)
    given = _given(options)
    if options.action == "find":
        return await _find(library, " ".join(given), output)
    chosen = [await document_named(library, name) for name in given]
    if options.action == "propose":
        return await _propose(workbench, options, chosen, output)
    if options.action == "show":
        return await _show(library, chosen, output)
    for header in chosen:
        await workbench.holds.check(library.project.project_id)
        await library.remove(header.document_id, await workbench.owner())
    names = [f"removed {header.name} with its {counted(header.passages, 'passage')}" for header in chosen]
    output.result({"documents": chosen}, names)
    return 0


async def _add(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take files in. Whoever stops it has what was told; the same command goes on there."""
    given, most = [Path(name) for name in _given(options)], workbench.settings.documents.bytes
    files = await in_thread(lambda: list(_files(given, output)))
    open_project, author = await workbench.open_or_new_project(options.project), await workbench.owner()
    coming = (FileToAdd(name, partial(_read, path, output, most)) for name, path in files)
    added: list[AddedDocument] = []
    refused: list[FileRefused] = []
    try:
        async with aclosing(open_project.library.add_all(coming, author)) as told:
            async for file, done in told:
                place = f"{len(added) + len(refused) + 1}/{len(files)} "
                if isinstance(done, GraphwrightError):
                    refused.append(FileRefused(name=file.name, error=stored_error(done)))
                    output.note(f"{place}not taken in: {done.message}")
                    continue
                added.append(done)
                if len(files) <= _TOLD_EACH or len(added) % _TOLD_EACH == 0:
                    output.note(f"{place}{done.outcome}: {_line(done)}")
                    for note in done.document.notes:
                        output.note(note)
        await open_project.library.indexed()
    except asyncio.CancelledError:
        output.note(f"stopped after {len(added) + len(refused)} of {len(files)}; the same command goes on there")
        raise
    new = sum(each.document.passages - each.kept for each in added)
    as_before = sum(each.outcome == "unchanged" for each in added)
    parts = [counted(len(added), "document"), counted(new, "new passage"), f"{len(refused)} not taken in"]
    parts += [f"{as_before:,} unchanged"] if as_before else []
    output.result({"added": added, "refused": refused}, [", ".join(parts)])
    return _REFUSED if refused else 0


async def _read(path: Path, output: Output, most: int) -> bytes:
    return await in_thread(partial(read_file, str(path), output, most))


async def _list(library: Library, output: Output) -> int:
    found = await library.documents()
    rows = [
        [each.name, each.format, each.language, f"{each.passages:,}", str(each.version), each.document_id]
        for each in found
    ]
    heads = ["name", "format", "language", "passages", "version", "id"]
    output.result({"documents": found}, table(heads, rows) if rows else ["no documents"])
    return 0


async def _show(library: Library, chosen: list[SourceDocument], output: Output) -> int:
    passages: list[Passage] = []
    lines: list[Line] = []
    for header in chosen:
        found = await library.passages(header.document_id, limit=header.passages)
        passages += found
        lines += [f"{header.title} ({header.name})", *header.notes]
        for passage in found:
            marks = f"  suspicious: {', '.join(passage.suspicious)}" if passage.suspicious else ""
            lines += ["", f"{passage.passage_id}  {where(passage.place)}{marks}", f"  {' '.join(passage.text.split())}"]
    output.result({"documents": chosen, "passages": passages}, lines)
    return 0


async def _find(library: Library, question: str, output: Output) -> int:
    hits = await library.search(question, FOUND)
    lines: list[str] = []
    for hit in hits:
        scores = ", ".join(f"{name} {score:.3g}" for name, score in hit.scores.items())
        lines += [f"{hit.score:.3g}  {hit.title}, {where(hit.place)}  ({scores})", f"  {' '.join(hit.text.split())}"]
    output.result({"hits": hits}, lines or ["nothing in the documents says anything about that"])
    return 0


async def _propose(
    workbench: Workbench, options: argparse.Namespace, chosen: list[SourceDocument], output: Output
) -> int:
    """Open a proposal of what the documents oblige somebody to; 4, because a person must act."""
    open_project = await workbench.open_project(options.project)
    found = await candidate_nodes(open_project.project, open_project.library, chosen)
    output.note(f"{counted(len(found.nodes), 'new node')}, {found.known} known already")
    if not found.nodes:
        output.result({"outcome": "answered", "proposal": None}, ["nothing in these documents obliges anybody"])
        return 0
    command = DocumentsPropose(command_id=new_id(workbench), document_ids=[each.document_id for each in chosen])
    proposal = decode((await act(workbench, open_project, command)).result, Proposal)
    output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal, output))
    return WAITS


def where(place: Place) -> str:
    """A place in one line: `BauGB > § 34, paragraph 2, page 5`."""
    parts = [" > ".join(place.section)] if place.section else []
    if place.label and not any(place.label in title for title in place.section):
        parts.append(place.label)
    parts.append(f"paragraph {place.paragraph}")
    parts += [f"page {place.page}"] if place.page is not None else []
    parts += [f"row {place.row}"] if place.row is not None else []
    return ", ".join(parts)


async def document_named(library: Library, name: str) -> SourceDocument:
    """The document of this name or id. `NotFound`."""
    found = next((each for each in await library.documents() if name in {each.name, each.document_id}), None)
    if found is None:
        message = f"there is no document {name!r}; `graphwright documents list` names them"
        raise NotFound(message)
    return found


def _given(options: argparse.Namespace) -> list[str]:
    if not options.paths:
        message = f"say what to {options.action}: `graphwright documents {options.action} {options.project} ...`"
        raise InvalidCommand(message)
    given: list[str] = options.paths
    return given


def _files(paths: list[Path], output: Output) -> Iterator[tuple[str, Path]]:
    """Names and files: what is named, and of folders every file of a known extension, in order."""
    found: dict[str, Path] = {}
    for path in paths:
        for name, file in _below(path.absolute(), output) if path.is_dir() else [(path.name, path)]:
            if found.setdefault(name, file) != file:
                message = f"two files would be called {name!r}; add a folder that holds both"
                raise InvalidCommand(message)
    if len(found) > DOCUMENTS:
        message = f"these are {len(found):,} files, a project holds at most {DOCUMENTS:,} documents"
        raise InvalidCommand(message)
    yield from found.items()


def _below(folder: Path, output: Output) -> Iterator[tuple[str, Path]]:
    """Files of a folder. Hidden ones stay out, and links, so that nothing from elsewhere comes in."""
    passed = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        if extension_of(path.name) in EXTENSIONS:
            yield (Path(folder.name) / inside).as_posix(), path
        else:
            passed += 1
    if passed:
        output.note(f"{counted(passed, 'file')} of other kinds in {folder.name} passed over")


def _line(done: AddedDocument) -> str:
    header = done.document
    parts = [f"{header.name}, {header.format}, {counted(header.passages, 'passage')}"]
    parts += [f"{done.kept:,} as before"] if done.outcome == "replaced" else []
    parts += [f"{header.suspicious:,} suspicious"] if header.suspicious else []
    return ", ".join(parts)
