"""A file becomes operations: recognised by its content or by the format that was named, read whole or not at all."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format
from graphwright.interop.registry import FORMATS, IMPORT_FORMATS, import_format, recognised
from graphwright.interop.report import ImportedModel
from graphwright.ports import uncollected
from graphwright.protocol.texts import Term

FILE_BYTES: Final = 512 * 1024 * 1024
"""Room for 500,000 operations of a kilobyte each."""


def read_import(file: ForeignFile, ontology: Ontology, *, format_name: str | None = None) -> ImportedModel:
    """The operations that make what the file holds.

    Raises `InvalidCommand`, `LimitExceeded` or `Refused`, which name the place; nothing has happened then.
    """
    if len(file.data) > FILE_BYTES:
        message = f"the file has {len(file.data):,} bytes, at most {FILE_BYTES:,} can be imported"
        raise LimitExceeded(message)
    chosen = format_of(file, format_name)
    chosen.check_installed()
    read = chosen.read
    if read is None:
        raise AssertionError  # the registry only gives formats that can be read
    with uncollected():
        imported = read(file, ontology)
    if not _lies(file, chosen):
        return imported
    note = Term(key="notes.otherContent", values={"extension": file.ending, "found": chosen.title})
    return replace(imported, report=replace(imported.report, notes=[note, *imported.report.notes]))


def format_of(file: ForeignFile, named: str | None = None) -> Format:
    """What a file is. `InvalidCommand` where it is none of ours, or is another than was named."""
    found = recognised(file)
    if named is None:
        if found is None:
            message = f"the file is none of {', '.join(IMPORT_FORMATS)}; name its format if it is one of them after all"
            raise InvalidCommand(message)
        return found
    chosen = import_format(named)
    if found is not None and found is not chosen and (chosen.recognise is None or not chosen.recognise(file)):
        raise InvalidCommand(
            f"the file is {found.title}, not {chosen.title}; leave the format out, or name {found.name}"
        )
    return chosen


def _lies(file: ForeignFile, found: Format) -> bool:
    """Does the name promise another format than the content has? That of an archive promises nothing."""
    if file.ending == "zip":
        return False
    promised = [each for each in FORMATS.values() if file.ending in each.endings]
    return bool(promised) and found not in promised
