"""A disk that forgets: what was written but not synced is lost or torn when the power goes off.

The disk is a SQLite file system over real files, so the very code of the store runs on it. It remembers of each file
what a sync has made safe and what is still on its way. `power_off` decides, with a seeded random, the fate of each write
on its way: kept, lost, or torn at a sector; `image` writes what a new start would find.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import apsw

SECTOR = 512

_numbers = itertools.count()


class Disk(apsw.VFS):
    """A SQLite file system named `name`, over real files."""

    def __init__(self) -> None:
        self.name = f"simulated-{next(_numbers)}"
        super().__init__(self.name, "")
        self.files: dict[Path, Content] = {}
        self.before: Callable[[str, Path], None] = lambda operation, path: None
        """Called before each `write`, `sync` and `truncate`; what it raises is what SQLite is told."""

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> DiskFile:  # noqa: N802  # SQLite's name
        return DiskFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802  # SQLite's name
        self.files.pop(Path(filename), None)
        super().xDelete(filename, syncdir)

    def content(self, path: Path) -> Content:
        """What the disk knows of a file."""
        if path not in self.files:
            self.files[path] = Content(path.read_bytes() if path.exists() else b"")
        return self.files[path]

    def power_off(self, random: Random) -> dict[str, bytes]:
        """What each database file holds after a power cut at this moment, by its name."""
        return {
            path.name: content.after_power_cut(random)
            for path, content in self.files.items()
            if not path.name.endswith(".new")
        }


def image(files: dict[str, bytes], folder: Path) -> Path:
    """A folder as a new start finds it."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


class Content:
    """One file: the safe bytes, and the writes on their way."""

    def __init__(self, data: bytes) -> None:
        self.safe = bytearray(data)
        self.pending: list[tuple[int, bytes] | int] = []
        """Writes (offset, data), and truncations (a size), in order."""

    def sync(self) -> None:
        """Everything is safe."""
        for change in self.pending:
            _apply(self.safe, change)
        self.pending.clear()

    def after_power_cut(self, random: Random) -> bytes:
        """The safe bytes, and of the writes on their way whatever the disk had got round to."""
        data = bytearray(self.safe)
        fate = random.choice(["nothing", "all", "the first", "any"])
        reached = random.randrange(len(self.pending) + 1)
        for number, change in enumerate(self.pending):
            if fate == "all" or (fate == "the first" and number < reached) or (fate == "any" and random.random() < 0.5):
                _apply(data, change if fate == "all" else _torn(change, random))
        return bytes(data)


def _torn(change: tuple[int, bytes] | int, random: Random) -> tuple[int, bytes] | int:
    if isinstance(change, int) or random.random() < 0.5:
        return change
    offset, data = change
    return offset, data[: SECTOR * random.randrange(len(data) // SECTOR + 1)]


def _apply(data: bytearray, change: tuple[int, bytes] | int) -> None:
    if isinstance(change, int):
        del data[change:]
        return
    offset, written = change
    data.extend(bytes(max(0, offset - len(data))))
    data[offset : offset + len(written)] = written


class DiskFile(apsw.VFSFile):
    """An open file of a `Disk`."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        assert path is not None, "the store keeps no temporary files"
        self.path = Path(path)
        self.content = disk.content(self.path)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's name
        self.disk.before("write", self.path)
        super().xWrite(data, offset)
        self.content.pending.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802  # SQLite's name
        self.disk.before("truncate", self.path)
        super().xTruncate(newsize)
        self.content.pending.append(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802  # SQLite's name
        self.disk.before("sync", self.path)
        # The real file needs no sync: what survives is decided here.
        self.content.sync()


def failing_at(numbers: Iterator[int] | range, error: type[Exception]) -> Callable[[str, Path], None]:
    """A `Disk.before` that fails at these operations, counted from 0."""
    failing = set(numbers)
    count = itertools.count()

    def before(operation: str, path: Path) -> None:
        if next(count) in failing:
            raise error(f"{operation} of {path.name}: made to fail")

    return before
