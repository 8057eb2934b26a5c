"""A folder with a model on the disk: which of its files are read, and how they are written without losing any."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from graphwright.actions.folders import SYNCED
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.folder.intended import INTENDED
from graphwright.interop.folder.manifest import MANIFEST, PROFILE
from graphwright.interop.folder.writing import ENDING
from graphwright.interop.imports import FILE_BYTES

_IGNORED: Final = b"# Of this clone only.\n*\n"
FILES: Final = 1_000_000
"""Of a model: one for each node."""


def is_model_folder(name: str) -> bool:
    """Is there a folder of this name with a model in it?"""
    return (Path(name) / MANIFEST).is_file()


def is_on_disk(name: str) -> bool:
    """Is this such a folder, or a file that may hold a model?"""
    return is_model_folder(name) or Path(name).is_file()


def read_model(name: str) -> dict[str, bytes]:
    """The files of a model by their path in the folder; none where there is no such folder yet.

    Hidden folders and links are left out. `InvalidCommand` for what cannot be read, `LimitExceeded`.
    """
    folder = Path(name)
    if not folder.exists():
        return {}
    if not folder.is_dir():
        message = f"{name} is no folder"
        raise InvalidCommand(message)
    files: dict[str, bytes] = {}
    size = 0
    try:
        for path in _paths(folder):
            size += path.stat().st_size
            if size > FILE_BYTES or len(files) > FILES:
                message = f"{name} holds more than {FILE_BYTES:,} bytes or {FILES:,} files of a model"
                raise LimitExceeded(message)
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    except OSError as error:
        message = f"{error.filename or name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None
    return files


def write_model(name: str, files: Mapping[str, bytes], removed: Iterable[str]) -> None:
    """Write some files and take others away; each is there whole or as it was. `InvalidCommand`.

    The state in which both agree is written last: after a failure the next time sees the same differences again.
    """
    folder = Path(name)
    try:
        for inside, data in sorted(files.items(), key=lambda each: each[0] == SYNCED):
            path = folder / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            if inside == SYNCED:
                _replace(path.parent / ".gitignore", _IGNORED)
                for gone in removed:
                    (folder / gone).unlink(missing_ok=True)
            _replace(path, data)
        (folder / INTENDED).unlink(missing_ok=True)
    except OSError as error:
        message = f"{error.filename or name} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None


def write_note(name: str, note: bytes) -> None:
    """Write down what is about to be made, on the disk before it is. `InvalidCommand`."""
    path = Path(name) / INTENDED
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path.parent / ".gitignore", _IGNORED)
        _replace(path, note)
    except OSError as error:
        message = f"{error.filename or path} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None


def _paths(folder: Path) -> Iterator[Path]:
    yield from (path for each in (MANIFEST, PROFILE, SYNCED, INTENDED) if (path := folder / each).is_file())
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for each in sorted(names):
            path = Path(where) / each
            if each.endswith(ENDING) and not each.startswith(".") and not path.is_symlink():
                yield path


def _replace(path: Path, data: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
