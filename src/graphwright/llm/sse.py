"""Server-sent events: bytes in as they arrive, the data of each complete event out.

Names, ids and retry hints of events are dropped, because both dialects say everything in the data. Data stays bytes, so
a character that is split between two reads is whole again before anybody decodes it. Pure; knows nothing of HTTP.
"""

from __future__ import annotations

from typing import Final

from graphwright.errors import ProviderUnavailable

# Some servers send a whole answer as one event; a longer line is an attack or a wrong address.
MAX_LINE_BYTES: Final = 8 << 20
# A long answer of 100,000 tokens is about 20 MB of events.
MAX_TOTAL_BYTES: Final = 64 << 20

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class EventDecoder:
    """Decodes one stream; make a new one for each."""

    def __init__(self, *, max_line_bytes: int = MAX_LINE_BYTES, max_total_bytes: int = MAX_TOTAL_BYTES) -> None:
        self._max_line = max_line_bytes
        self._max_total = max_total_bytes
        self._total = 0
        # The line that is not complete yet. A list, so that a line in a million pieces costs no more than its length.
        self._pieces: list[bytes] = []
        self._pieces_size = 0
        self._after_return = False
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> list[bytes]:
        """The data of the events that `chunk` completes, in order.

        Raises `ProviderUnavailable` when a line or the whole stream is longer than its limit.
        """
        if not self._total and chunk.startswith(_BYTE_ORDER_MARK):
            chunk = chunk[len(_BYTE_ORDER_MARK) :]
        self._total += len(chunk)
        if self._total > self._max_total:
            raise _too_much("an answer", self._max_total)
        if self._after_return or b"\r" in chunk:
            chunk = self._with_plain_line_ends(chunk)
        if b"\n" not in chunk:
            self._keep(chunk)
            return []
        if self._pieces:
            chunk = b"".join((*self._pieces, chunk))
            self._pieces, self._pieces_size = [], 0
        *lines, rest = chunk.split(b"\n")
        if rest:
            self._keep(rest)
        return self._events(lines)

    def _events(self, lines: list[bytes]) -> list[bytes]:
        events: list[bytes] = []
        for line in lines:
            if not line:
                if self._data:
                    events.append(self._data[0] if len(self._data) == 1 else b"\n".join(self._data))
                    self._data = []
            elif line.startswith(b"data:"):
                if len(line) > self._max_line:
                    raise _too_much("a line", self._max_line)
                self._data.append(line[6:] if line.startswith(b" ", 5) else line[5:])
            elif line == b"data":
                self._data.append(b"")
        return events

    def _keep(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._pieces_size += len(piece)
        if self._pieces_size > self._max_line:
            raise _too_much("a line", self._max_line)

    def _with_plain_line_ends(self, chunk: bytes) -> bytes:
        """A line may end with CR, LF or both, and a chunk may end between the two."""
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        elif not chunk:
            return chunk
        self._after_return = chunk.endswith(b"\r")
        return chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _too_much(what: str, limit: int) -> ProviderUnavailable:
    return ProviderUnavailable(f"the provider sent {what} of more than {limit:,} bytes; it was cut off", retry="never")
