"""Archives and folders in and out. A folder travels as a ZIP archive; what comes in is unpacked in memory, with limits.

Names that lead out of the archive, links, passwords and bombs are refused before anything is read from them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from graphwright.errors import InvalidCommand, LimitExceeded

UNPACKED_BYTES: Final = 1024 * 1024 * 1024
"""Of all files of an archive together: twice what a file may have."""
MEMBERS: Final = 100_000
"""Files in an archive: one for each element of a large model."""
_DAMAGE: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError)
_BLOCK: Final = 1024 * 1024
_RATIO: Final = 1_100
"""No honest file shrinks further: it is what DEFLATE can do at most, and a little."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The same graph gives the same bytes, so archives have no clock."""
_PACKINGS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The others unpack a block as far as it goes, without a limit; no tool packs models so."""
_LINK: Final = 0o120000
_KIND: Final = 0o170000


def member_names(data: bytes) -> tuple[str, ...]:
    """The names in an archive, as they stand; empty for what is none, or is damaged."""
    if not data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return tuple(archive.namelist())
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        return ()


def begin_of_member(data: bytes, name: str) -> bytes:
    """How one file of an archive begins; nothing where it is not there, or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(name).compress_type not in _PACKINGS:
                return b""
            with archive.open(name) as stream:
                return stream.read(_BLOCK)
    except (*_DAMAGE, KeyError, RuntimeError):  # not there, or behind a password
        return b""


def read_archive(data: bytes, most: int = UNPACKED_BYTES) -> dict[str, bytes]:
    """Every file of an archive by its path. `InvalidCommand` names the member that cannot be read, `LimitExceeded`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [each for each in archive.infolist() if not each.is_dir()]
            if len(members) > MEMBERS:
                message = f"the archive holds {len(members):,} files, at most {MEMBERS:,} are read"
                raise LimitExceeded(message)
            files: dict[str, bytes] = {}
            left = most
            for member in members:
                _check_name(member, files)
                files[member.filename] = b"".join(_blocks(archive, member, left, most))
                left -= len(files[member.filename])
    except _DAMAGE as error:
        message = f"the archive is damaged ({error}); pack it again"
        raise InvalidCommand(message) from None
    return files


def check_archive(data: bytes) -> None:
    """Refuse what `read_archive` would refuse, and keep nothing: for files that a library unpacks itself."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            left = UNPACKED_BYTES
            for member in archive.infolist():
                _check_name(member, {})
                left -= sum(len(block) for block in _blocks(archive, member, left, UNPACKED_BYTES))
    except _DAMAGE as error:
        message = f"the archive is damaged ({error}); pack it again"
        raise InvalidCommand(message) from None


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _check_name(member: zipfile.ZipInfo, files: Mapping[str, bytes]) -> None:
    name, path = member.filename, PurePosixPath(member.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise InvalidCommand(f"{name[:200]!r} in the archive leads out of it; nothing was read")
    if member.external_attr >> 16 & _KIND == _LINK:
        raise InvalidCommand(f"{name[:200]!r} in the archive is a link; pack the file itself")
    if member.flag_bits & 1:
        raise InvalidCommand(f"{name[:200]!r} in the archive has a password; pack it without one")
    if member.compress_type not in _PACKINGS:
        raise InvalidCommand(f"{name[:200]!r} in the archive is packed in a rare way; pack it as usual ZIP (deflate)")
    if name in files:
        raise InvalidCommand(f"{name[:200]!r} stands twice in the archive; which one is meant cannot be told")


def _blocks(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int, most: int) -> Iterator[bytes]:
    size = 0
    with archive.open(member) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > left or size > _BLOCK + _RATIO * member.compress_size:
                raise LimitExceeded(
                    f"{member.filename[:200]!r} in the archive unpacks to more than it can honestly hold; at most "
                    f"{most:,} bytes are unpacked in all"
                )
            yield block
