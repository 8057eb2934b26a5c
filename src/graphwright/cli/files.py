"""Files and folders that a command is given: read up to a limit, written whole; errors name them."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from shutil import rmtree
from typing import Final

from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.archives import read_archive, write_archive

STANDARD_INPUT = "-"
_PART_NAME: Final = 200
"""Characters of a name that those of its unfinished file begin with: together a system allows 255."""


def read_file(name: str, output: Output, most: int) -> bytes:
    """A file, or standard input for `-`; one byte more than `most` where it is larger. `InvalidCommand`."""
    try:
        if name == STANDARD_INPUT:
            return output.standard_input(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None


def write_file(name: str, data: bytes) -> None:
    """A file that holds exactly this: whole, or what was there before. `InvalidCommand`."""
    path = Path(name)
    if path.exists() and not path.is_file():  # a device or pipe is written to, never replaced
        writing = path
    else:
        path = path.resolve()  # a link stays one
        writing = path.with_name(f".{path.name[:_PART_NAME]}.{os.getpid()}.part")
    try:
        writing.write_bytes(data)
        if writing != path:
            if path.exists():
                writing.chmod(path.stat().st_mode)
            writing.replace(path)
    except OSError as error:
        if writing != path:
            writing.unlink(missing_ok=True)
        message = f"{name} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None


def read_folder(name: str, most: int, wanted: Collection[str] = ()) -> bytes:
    """A folder as the archive that it travels in, without links and without hidden files but those that are wanted.

    `InvalidCommand`, `LimitExceeded`.
    """
    folder = Path(name)
    files: dict[str, bytes] = {}
    size = 0
    try:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            is_hidden = any(part.startswith(".") and part not in wanted for part in inside.parts)
            if is_hidden or path.is_symlink() or not path.is_file():
                continue
            size += path.stat().st_size
            if size > most:
                message = f"the files of {name} have more than {most:,} bytes together"
                raise LimitExceeded(message)
            files[inside.as_posix()] = path.read_bytes()
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise InvalidCommand(message) from None
    if not files:
        message = f"{name} holds no file"
        raise InvalidCommand(message)
    return write_archive(files)


def write_folder(name: str, archive: bytes) -> int:
    """A folder with exactly the files of an archive; how many. `InvalidCommand` where something is there already."""
    folder, files = Path(name), read_archive(archive)
    is_ours = False
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            message = f"{name} is there already; name a new or empty folder, or a .zip file"
            raise InvalidCommand(message)
        is_ours = True
        for inside, content in files.items():
            path = folder / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        if is_ours:  # half a folder would be in the way of the same command
            rmtree(folder, ignore_errors=True)
        message = f"{name} cannot be written: {error.strerror}"
        raise InvalidCommand(message) from None
    return len(files)
