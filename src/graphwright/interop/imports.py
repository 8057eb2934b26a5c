"""A file becomes operations: recognised by its content or by the format that was named, read whole or not at all."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.interop.choosing import formats, import_format, import_names, recognised
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format
from graphwright.interop.report import ImportedModel
from graphwright.interop.tables.problems import check_cells
from graphwright.ports import uncollected
from graphwright.protocol.texts import Term

FILE_BYTES: Final = 512 * 1024 * 1024
"""Room for 500,000 operations of a kilobyte each."""

_ARCHIVE: Final = b"PK\x03\x04"
_SHOWN: Final = 5
"""Fields or members that a refusal names."""


def read_import(
    file: ForeignFile, ontology: Ontology, *, format_name: str | None = None, looking: bool = False
) -> ImportedModel:
    """The operations that make what the file holds; `looking`: cells that refuse a table are only told in the report.

    Raises `InvalidCommand`, `LimitExceeded` or `Refused`, which name the place; nothing has happened then.
    """
    check_size(file)
    chosen = format_of(file, format_name)
    chosen.check_installed()
    read = chosen.read
    if read is None:
        raise AssertionError  # the registry only gives formats that can be read
    with uncollected():
        imported = read(file, ontology)
    if not looking:
        check_cells(imported.report.tables)
    if not _lies(file, chosen):
        return imported
    note = Term(key="notes.otherContent", values={"extension": file.ending, "found": chosen.title})
    return replace(imported, report=replace(imported.report, notes=[note, *imported.report.notes]))


def check_size(file: ForeignFile) -> None:
    """`LimitExceeded` for more than is ever read."""
    if len(file.data) > FILE_BYTES:
        message = f"the file has {len(file.data):,} bytes, at most {FILE_BYTES:,} can be imported"
        raise LimitExceeded(message)


def format_of(file: ForeignFile, named: str | None = None) -> Format:
    """What a file is. `InvalidCommand` where it is none of ours, or is another than was named."""
    chosen = None if named is None else import_format(named)
    if chosen is not None and chosen.recognise is not None and chosen.recognise(file):
        return chosen
    found = recognised(file)
    if chosen is None:
        if found is None:
            known = ", ".join(formats()[each].title for each in import_names())
            raise InvalidCommand(
                f"the file is none of the formats that are read here: it holds {looks_like(file)}. Read are {known}. "
                "What is to be cited is added as a document"
            )
        return found
    if found is not None and found is not chosen:
        raise InvalidCommand(
            f"the file is {found.title}, not {chosen.title}; leave the format out, or name {found.name}"
        )
    return chosen


def looks_like(file: ForeignFile) -> str:
    """What a file that is no model holds, in a few words."""
    if file.members:
        return f"an archive of {len(file.members):,} files ({', '.join(file.members[:_SHOWN])})"
    if file.data.startswith(_ARCHIVE):
        return "an archive that is cut off or damaged"
    if not file.head:
        zero = file.data.find(0)
        return "nothing" if zero < 0 else f"no text (byte {zero + 1:,} is zero); save the file as UTF-8"
    if file.fields:
        return f"JSON with the fields {', '.join([*file.fields][:_SHOWN])}"
    begin = file.head.lstrip()
    if file.is_json_lines:
        return "JSON Lines: records of data, a line each"
    if begin.startswith("["):
        return "a list in JSON"
    return f"XML whose first element is {file.root}" if file.root else f"text that begins with {_first_line(begin)!r}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0].strip()[:60]


def _lies(file: ForeignFile, found: Format) -> bool:
    """Does the name promise another format than the content has? That of an archive promises nothing."""
    if file.ending == "zip":
        return False
    promised = [each for each in formats().values() if file.ending in each.endings]
    return bool(promised) and found not in promised
