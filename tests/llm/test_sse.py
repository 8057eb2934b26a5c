"""The event decoder: any cut of the same bytes gives the same events, and nothing grows without limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import ProviderUnavailable
from graphwright.llm.sse import EventDecoder

STREAM = (
    "\ufeff: comment\n\n"
    "event: x\ndata: Grüß\ndata:dich\nid: 3\nretry: 7\n\n"
    "data\n\n"
    "data:  two spaces\r\n\r\n"
    "data: with\rdata: returns\r\r"
    "unknown: field\n\n"
    "data: unfinished"
).encode()
EVENTS = ["Grüß\ndich".encode(), b"", b" two spaces", b"with\nreturns"]


@pytest.mark.requirement("R-61")
@given(st.lists(st.integers(0, len(STREAM)), max_size=12).map(sorted))
def test_every_cut_of_a_stream_gives_the_same_events(cuts):
    # The mark at the very beginning is looked for in the first read, which is never shorter than three bytes.
    cuts = [cut for cut in cuts if cut >= 3]
    decoder = EventDecoder()
    pieces = [STREAM[a:b] for a, b in zip([0, *cuts], [*cuts, len(STREAM)], strict=True)]
    assert [event for piece in pieces for event in decoder.feed(piece)] == EVENTS


@pytest.mark.requirement("R-61")
def test_single_bytes_give_the_same_events():
    decoder = EventDecoder()
    body = STREAM[3:]
    assert [event for at in range(len(body)) for event in decoder.feed(body[at : at + 1])] == EVENTS


@pytest.mark.requirement("R-40")
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_line_over_its_limit_is_refused_however_it_comes(size):
    def read(line: bytes) -> list[bytes]:
        decoder = EventDecoder(max_line_bytes=100)
        pieces = (line[at : at + size] for at in range(0, len(line), size))
        return [event for piece in pieces for event in decoder.feed(piece)]

    assert read(b"data: " + b"x" * 94 + b"\n\n") == [b"x" * 94]
    with pytest.raises(ProviderUnavailable, match="a line of more than 100 bytes"):
        read(b"data: " + b"x" * 95 + b"\n\n")


@pytest.mark.requirement("R-40")
def test_a_stream_over_its_limit_is_refused_although_each_event_is_small():
    decoder = EventDecoder(max_total_bytes=100)
    assert decoder.feed(b"data: 1\n\n" * 11) == [b"1"] * 11
    with pytest.raises(ProviderUnavailable, match="more than 100 bytes"):
        decoder.feed(b"data: 1\n\n")


@pytest.mark.requirement("R-40")
def test_a_line_in_a_million_pieces_costs_only_its_length():
    decoder = EventDecoder(max_line_bytes=1 << 20)
    for _ in range(300_000):
        decoder.feed(b"x")
    assert decoder.feed(b"\ndata: 1\n\n") == [b"1"]
