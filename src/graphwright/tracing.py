"""Spans: how long a request, a change, a step, a model call or a write took, and which of them led to which.

Everybody opens spans here and nobody knows OpenTelemetry: `server/traces.py` brings it where it is wanted, and until
then a span is nothing. A span says kinds, counts and codes; never a name, an id or a text.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final, Protocol, TypeAlias

SpanValue: TypeAlias = str | int | float | bool


class Span(Protocol):
    """Something that takes a while."""

    def set_attribute(self, key: str, value: SpanValue) -> None:
        """Say more of it."""
        ...


class _NoSpan:
    """What is opened while nobody traces."""

    def set_attribute(self, key: str, value: SpanValue) -> None:
        """Nobody hears it."""


SpanOpener: TypeAlias = Callable[[str, dict[str, SpanValue]], AbstractContextManager[Span]]

_NOTHING: Final = nullcontext[Span](_NoSpan())
_openers: Final[list[SpanOpener]] = []


def span(name: str, **attributes: SpanValue) -> AbstractContextManager[Span]:
    """A span that lasts as long as the block, inside the one that is open around it; double underscores are dots."""
    if not _openers:
        return _NOTHING
    return _openers[-1](name, {key.replace("__", "."): value for key, value in attributes.items()})


@contextmanager
def traced_by(opener: SpanOpener) -> Generator[None]:
    """Let somebody open the spans, for as long as the block lasts."""
    _openers.append(opener)
    try:
        yield
    finally:
        _openers.remove(opener)
