"""Bodies of requests, read up to their limit and decoded strictly; bodies of answers, zipped where that helps."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.requests import ClientDisconnect, Request

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.ports import in_thread
from graphwright.protocol.wire import decode

T = TypeVar("T")

READ_S: Final = 60.0
"""A body that takes longer is not waited for; 4 MiB in that time is a slow mobile line."""
ZIP_FROM: Final = 1_024
"""Bytes; less fits into one packet anyway."""
_ZIP_APART: Final = 64 * 1_024
"""Zipping this much takes about 2 ms, so more is done on another thread."""
_LEVEL: Final = 3
"""Of gzip: three times as fast as the default, a tenth larger, on graphs in JSON."""
_PIECES_LEVEL: Final = 6
"""Of what comes in pieces, which is large: a tenth smaller, and nobody waits for all of it."""
_GZIP: Final = zlib.MAX_WBITS | 16
"""What tells zlib to write the frame of gzip."""
_EMPTY: Final = b"{}"


async def read_body(request: Request, most: int, within: float = READ_S) -> bytes:
    """The whole body. `LimitExceeded` before more than `most` bytes were taken, `InvalidCommand` when it stalls."""
    stated = request.headers.get("content-length", "")
    if stated.isdecimal() and int(stated) > most:
        raise _too_large(most)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(within):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise _too_large(most)
                parts.append(part)
    except TimeoutError:
        message = f"the body did not arrive within {within:.0f} s"
        raise InvalidCommand(message) from None
    except ClientDisconnect:
        raise InvalidCommand("the connection ended inside the body") from None
    return b"".join(parts)


def decode_body(body: bytes, of: type[T]) -> T:
    """JSON as the given strict type. No body is an empty object."""
    return decode(body or _EMPTY, of)


def decode_query(parameters: QueryParams, of: type[T]) -> T:
    """Parameters of the address as the given strict type; one that stands twice is refused."""
    pairs = parameters.multi_items()
    given: dict[str, Any] = dict(pairs)
    if len(given) != len(pairs):
        raise InvalidCommand("a parameter stands twice in the address")
    try:
        return msgspec.convert(given, of, strict=False)
    except msgspec.ValidationError as error:
        message = f"the parameters of the address do not fit: {error}"
        raise InvalidCommand(message) from None


async def zipped(body: bytes, headers: Headers) -> tuple[bytes, Mapping[str, str]]:
    """The body as the client wants it, and the headers that say so."""
    if len(body) < ZIP_FROM or "gzip" not in headers.get("accept-encoding", ""):
        return body, {}
    if len(body) < _ZIP_APART:
        packed = gzip.compress(body, _LEVEL, mtime=0)
    else:
        packed = await in_thread(lambda: gzip.compress(body, _LEVEL, mtime=0))
    return packed, {"content-encoding": "gzip", "vary": "Accept-Encoding"}


def zipped_pieces(pieces: AsyncGenerator[bytes], headers: Headers) -> tuple[AsyncGenerator[bytes], Mapping[str, str]]:
    """A body that is sent as it comes, the same way: each piece can be read when it has arrived."""
    if "gzip" not in headers.get("accept-encoding", ""):
        return pieces, {}
    return _packed(pieces), {"content-encoding": "gzip", "vary": "Accept-Encoding"}


async def _packed(pieces: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    packer = zlib.compressobj(_PIECES_LEVEL, wbits=_GZIP)
    async with aclosing(pieces):
        async for piece in pieces:
            yield await in_thread(partial(_flushed, packer, piece))
    yield packer.flush()


def _flushed(packer: zlib._Compress, piece: bytes) -> bytes:
    return packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)


def _too_large(most: int) -> LimitExceeded:
    return LimitExceeded(f"the body is larger than {most:,} bytes")
