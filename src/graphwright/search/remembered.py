"""An embedder that remembers: texts it has seen before cost nothing, also after a restart.

The file is a cache and never truth: it holds digests of texts and their vectors, is bounded, and may be deleted at any
time. What cannot be read of it is thrown away with one line in the log, and made anew when it is wanted.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import zlib
from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from graphwright.ports import Background, in_thread
from graphwright.search.embedder import Embedder, Rows, Vector

MAX_BYTES: Final = 256 * 1024 * 1024
"""Of one file: 130,000 vectors of the local embedder. A full one forgets its older half."""
_MAGIC: Final = b"graphwright-vectors/1 "
_MAX_NUMBERS: Final = 65_536
"""In a vector; a damaged header must not ask for more memory than there is."""
_HEADER: Final = 32
"""Bytes: what this is, and how many numbers a vector has."""
_KEY: Final = 16
_CHECK: Final = 4
_NUMBER: Final = 4
_ROW_BITS: Final = 24
"""Of a number that says where a vector stands: more records than `MAX_BYTES` holds of the shortest."""
_log = logging.getLogger(__name__)


class RememberingEmbedder:
    """An embedder in front of another one. `made_by`: all that the vectors depend on besides the text."""

    def __init__(
        self,
        embedder: Embedder,
        folder: Path,
        *,
        made_by: str,
        most_bytes: int = MAX_BYTES,
        background: Background = in_thread,
    ) -> None:
        self._embedder = embedder
        self.made_by = made_by
        self._file = VectorFile(folder / f"{_digest(made_by).hex()}.vectors", most_bytes)
        self._background = background
        self._one_at_a_time = asyncio.Lock()

    @property
    def name(self) -> str:
        """Of the embedder behind it: what is remembered is as good as made."""
        return self._embedder.name

    @property
    def cut(self) -> float:
        """Of the embedder behind it."""
        return self._embedder.cut

    async def embed(self, texts: Sequence[str]) -> Rows:
        """The vectors of some texts, in their order; only of those that are not remembered are any made."""
        keys = {text: _digest(text) for text in texts}
        async with self._one_at_a_time:
            known = await self._background(partial(self._file.read, list(keys.values())))
        missing = [text for text, key in keys.items() if key not in known]
        if missing:
            made = await self._made(missing, keys)
            if len({len(row) for row in (*known.values(), *made.values())}) > 1:
                # It gives vectors of another length than it used to: what was known is worth nothing any more.
                made |= await self._made([text for text, key in keys.items() if key in known], keys)
            known |= made
        return [known[keys[text]] for text in texts]

    async def _made(self, texts: list[str], keys: Mapping[str, bytes]) -> dict[bytes, array[float]]:
        rows = await self._embedder.embed(texts)
        made = {keys[text]: row for text, row in zip(texts, rows, strict=True)}
        async with self._one_at_a_time:
            return await self._background(partial(self._file.keep, made))


class VectorFile:
    """Vectors of one embedder by the digest of their text. Synchronous; one caller at a time."""

    def __init__(self, path: Path, most_bytes: int = MAX_BYTES) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._places: array[int] | None = None
        """Of each record how its key begins, and its row, in one number of eight bytes; in order, to be found by
        halves. `None` before the file was looked at. What a key is in full its record says."""
        self._length = 0
        """Numbers in a vector."""

    def read(self, keys: Sequence[bytes]) -> dict[bytes, array[float]]:
        """The vectors that are known."""
        try:
            places = self._known()
            rows = {key: found for key in keys if (found := _rows_of(places, key))}
            if not rows:
                return {}
            with self._path.open("rb") as file:
                return {
                    key: array("f", record[_KEY + _CHECK :])
                    for key, found in rows.items()
                    if (record := self._record_of(file, key, found)) is not None
                }
        except OSError as error:
            self._lose(error)
            return {}

    def _record_of(self, file: BinaryIO, key: bytes, rows: Iterable[int]) -> bytes | None:
        # Keys may begin alike, and another process may have written it anew: a row is right if its record says so.
        for row in rows:
            file.seek(_HEADER + row * self._record)
            record = file.read(self._record)
            if record[:_KEY] == key and _is_whole(record):
                return record
        return None

    def keep(self, vectors: Mapping[bytes, Vector]) -> dict[bytes, array[float]]:
        """Remember vectors, and give them back as they are kept."""
        kept = {key: array("f", vector) for key, vector in vectors.items()}
        try:
            self._append(kept)
        except OSError as error:
            self._lose(error)
        return kept

    @property
    def _record(self) -> int:
        return _KEY + _CHECK + self._length * _NUMBER

    def _known(self) -> array[int]:
        if self._places is None:
            self._places = array("Q")
            if self._path.exists():
                self._load()
        return self._places

    def _load(self) -> None:
        """Note where each vector stands, up to the first that is not whole; the rest is thrown away."""
        whole, keys = 0, list[bytes]()
        with self._path.open("rb") as file:
            self._length = _length_in(file.read(_HEADER))
            while self._length:
                whole = file.tell()
                record = file.read(self._record)
                if len(record) < self._record or not _is_whole(record):
                    break
                keys.append(record[:_KEY])
        self._places = _places_of(keys)
        if whole < self._path.stat().st_size:
            _log.warning("%s held what is no vector; it was thrown away and is made anew", self._path.name)
            os.truncate(self._path, whole)

    def _append(self, vectors: Mapping[bytes, array[float]]) -> None:
        self._known()
        length = len(next(iter(vectors.values())))
        if length != self._length:
            self._length = length
            self._write(b"")
        elif self._path.stat().st_size + len(vectors) * self._record > self._most_bytes:
            self._write(self._newer_half())
        places = self._known()
        with self._path.open("ab") as file:
            for key, numbers in vectors.items():
                insort(places, _place(key, (file.tell() - _HEADER) // self._record))
                body = numbers.tobytes()
                file.write(key + _check(key, body) + body)

    def _newer_half(self) -> bytes:
        data = self._path.read_bytes()[_HEADER:]
        half = len(data) // self._record // 2
        return data[len(data) - half * self._record :]

    def _write(self, records: bytes) -> None:
        """The file anew, with these records; whole or not at all."""
        self._path.parent.mkdir(mode=0o700, exist_ok=True)
        unfinished = self._path.with_suffix(".new")
        try:
            unfinished.write_bytes((_MAGIC + str(self._length).encode()).ljust(_HEADER) + records)
            unfinished.chmod(0o600)
            unfinished.replace(self._path)
        except OSError:
            unfinished.unlink(missing_ok=True)  # on a full disk it keeps the room that the journal needs
            raise
        self._places = _places_of(records[at : at + _KEY] for at in range(0, len(records), self._record))

    def _lose(self, error: OSError) -> None:
        """Go on without the file; it is tried again with the next texts."""
        _log.warning("vectors are not remembered: %s cannot be used (%s)", self._path.name, error.strerror)
        self._places, self._length = None, 0


def _place(key: bytes, row: int) -> int:
    return int.from_bytes(key[:8], "big") >> _ROW_BITS << _ROW_BITS | row


def _places_of(keys: Iterable[bytes]) -> array[int]:
    """Where the records of these keys stand, one after the other."""
    return array("Q", sorted(_place(key, row) for row, key in enumerate(keys)))


def _rows_of(places: array[int], key: bytes) -> list[int]:
    """The rows of the records whose keys begin so, the last that was written first."""
    least = _place(key, 0)
    found = places[bisect_left(places, least) : bisect_left(places, least + (1 << _ROW_BITS))]
    return [place - least for place in reversed(found)]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY]


def _check(key: bytes, body: bytes) -> bytes:
    return zlib.crc32(key + body).to_bytes(_CHECK, "big")


def _is_whole(record: bytes) -> bool:
    key, check, body = record[:_KEY], record[_KEY : _KEY + _CHECK], record[_KEY + _CHECK :]
    return check == _check(key, body)


def _length_in(header: bytes) -> int:
    """How many numbers a vector has; 0 where this is no such file."""
    length = header.removeprefix(_MAGIC).strip()
    is_header = header.startswith(_MAGIC) and len(header) == _HEADER and length.isdigit()
    return int(length) if is_header and int(length) <= _MAX_NUMBERS else 0
