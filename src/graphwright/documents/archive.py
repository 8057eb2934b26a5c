"""Many files in one: finds the files of a tar archive that lies in memory, and unpacks nothing.

An archive that is not compressed holds no more than it is long, so the limit of a request is the limit of all that it
brings. What is no plain file (links, devices, files with holes) stays out, and hidden files do, as of a folder.
"""

from __future__ import annotations

import io
import tarfile
from typing import Final

from msgspec import Struct

from graphwright.documents.library import DOCUMENTS
from graphwright.errors import InvalidCommand, LimitExceeded

_NONE: Final = "this is no tar archive that can be read; make one with `tar -cf FILES.tar FOLDER`, not compressed"


class ArchivedFile(Struct, frozen=True):
    """Where a file lies in an archive."""

    name: str
    start: int
    size: int


class ArchivedFiles(Struct, frozen=True):
    """The files of an archive."""

    files: list[ArchivedFile]
    passed_over: int
    """Links, devices, hidden files."""


def files_in(data: bytes, *, most: int = DOCUMENTS) -> ArchivedFiles:
    """The files of an archive, in its order. `InvalidCommand` where it is none or not whole, `LimitExceeded`."""
    found: list[ArchivedFile] = []
    passed_over = at = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:", encoding="utf-8", errors="replace") as archive:
            while (member := archive.next()) is not None:
                archive.members = []  # type: ignore[attr-defined]  # else it keeps all of them
                if archive.offset <= at or member.size < 0:
                    raise tarfile.ReadError("a file lies before the one in front of it")
                at = archive.offset
                if member.isdir():
                    continue
                if not member.isreg() or member.issparse() or _is_hidden(member.name):
                    passed_over += 1
                    continue
                found.append(ArchivedFile(member.name, member.offset_data, member.size))
                if len(found) > most:
                    message = f"the archive holds more than {most:,} files; a project holds no more documents"
                    raise LimitExceeded(message)
            at = archive.offset
    except (tarfile.TarError, ValueError, OverflowError, RecursionError) as error:
        message = f"{_NONE} ({error})"
        raise InvalidCommand(message) from error
    # It stops at what is no header, and says nothing; behind the last file there are zeros, or nothing.
    if at > len(data) or data[at : at + tarfile.BLOCKSIZE].strip(b"\0"):
        message = f"{_NONE} (it ends, or is damaged, at byte {min(at, len(data)):,})"
        raise InvalidCommand(message)
    return ArchivedFiles(found, passed_over)


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") and part != "." for part in name.split("/"))
