"""A file of arrays and names that is read where it lies: opened at once, however much it holds.

It is a copy of what can be made anew, never truth. It is written beside the old one and takes its place whole, so a
crash leaves the one or the other. What is no such file, of another version, or from a machine that writes numbers
otherwise, is no file at all.
"""

from __future__ import annotations

import mmap
import os
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

_MAGIC: Final = b"graphwright-index/1\n"
_ALIGNED: Final = 8
_NUMBER: Final = 4
_NEW: Final = ".new"
_MAX_HEAD: Final = 256 * 1024 * 1024


class _FileIndex(Struct, frozen=True):
    """What stands in the file, and where."""

    order: str
    size: int
    parts: dict[str, tuple[int, int]]
    facts: msgspec.Raw


class Blocks(NamedTuple):
    """A part that is too large to be in memory at once."""

    size: int
    blocks: Iterable[bytes | bytearray | memoryview[int]]


class KeptFile:
    """An open file."""

    def __init__(self, head: _FileIndex, data: memoryview) -> None:
        self._head = head
        self._data = data
        self.facts = bytes(head.facts)
        """JSON of whoever wrote it."""

    def numbers(self, name: str) -> memoryview[int]:
        """An array, where it lies."""
        start, size = self._head.parts[name]
        return self._data[start : start + size].cast("I")

    def check(self) -> int:
        """A checksum of all that stands in it, which reads all of it: that of `check_of`."""
        check = 0
        for start, size in self._head.parts.values():
            check = zlib.crc32(self._data[start : start + size], check)
        return check

    def block(self, name: str) -> memoryview:
        """Bytes, where they lie; of names, each with a line feed behind it."""
        start, size = self._head.parts[name]
        return self._data[start : start + size]


def open_kept(path: Path) -> KeptFile | None:
    """The file; `None` where there is none that can be used."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    at = len(_MAGIC) + 2 * _NUMBER
    length, check = (int.from_bytes(data[at - more : at - more + _NUMBER], "big") for more in (8, 4))
    head = bytes(data[at : at + length])
    if bytes(data[: len(_MAGIC)]) != _MAGIC or length > _MAX_HEAD or zlib.crc32(head) != check:
        return None
    try:
        found = msgspec.json.decode(head, type=_FileIndex)
    except msgspec.MsgspecError:
        return None
    rest = data[_up(at + length) :]
    return KeptFile(found, rest) if found.order == sys.byteorder and found.size == len(rest) else None


def check_of(numbers: Mapping[str, array[int]], names: Mapping[str, bytearray]) -> int:
    """A checksum of what is to be written, for whoever wants to know whether a file is as it was."""
    check = 0
    parts: list[array[int] | bytearray] = [*numbers.values(), *names.values()]
    for each in parts:
        check = zlib.crc32(each, check)
    return check


def write_kept(
    path: Path,
    facts: bytes,
    numbers: Mapping[str, array[int]],
    names: Mapping[str, bytearray],
    blocks: Mapping[str, Blocks] | None = None,
) -> None:
    """Write a file in place of the one that is there. `OSError`. `names`: each with a line feed behind it."""
    bodies = {name: _whole(memoryview(each).cast("B")) for name, each in numbers.items()}
    bodies |= {name: _whole(each) for name, each in names.items()}
    bodies |= blocks or {}
    parts: dict[str, tuple[int, int]] = {}
    at = 0
    for name, body in bodies.items():
        parts[name] = at, body.size
        at += _up(body.size)
    head = msgspec.json.encode(_FileIndex(sys.byteorder, at, parts, msgspec.Raw(facts)))
    begins = _MAGIC + len(head).to_bytes(_NUMBER, "big") + zlib.crc32(head).to_bytes(_NUMBER, "big") + head
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = _unfinished(path)
    try:
        with unfinished.open("wb") as file:
            unfinished.chmod(0o600)
            file.write(begins.ljust(_up(len(begins)), b"\0"))
            for body in bodies.values():
                for block in body.blocks:
                    file.write(block)
                file.write(bytes(_up(body.size) - body.size))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)  # on a full disk it keeps the room that the journal needs
        raise


def forget_kept(path: Path) -> None:
    """Leave no file behind."""
    for each in (path, _unfinished(path)):
        each.unlink(missing_ok=True)


def is_unfinished(path: Path) -> bool:
    """Whether a file is one that is being written, or that nobody came to write to its end."""
    return path.name.endswith(_NEW)


def _unfinished(path: Path) -> Path:
    return path.with_name(f"{path.name}{_NEW}")


def _whole(body: bytes | bytearray | memoryview[int]) -> Blocks:
    return Blocks(len(body), [body])


def _up(size: int) -> int:
    """The next place where an array may begin."""
    return -(-size // _ALIGNED) * _ALIGNED
