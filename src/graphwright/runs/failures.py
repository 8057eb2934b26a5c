"""Stored errors become exceptions again, so that a replay fails exactly as the first execution did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from graphwright.errors import FieldValue, GraphwrightError, Refused
from graphwright.protocol.runs import StoredError


def _family(error: type[GraphwrightError]) -> Iterator[type[GraphwrightError]]:
    yield error
    for child in error.__subclasses__():
        yield from _family(child)


def _by_code() -> dict[str, type[GraphwrightError]]:
    """The most specific class of each code. Branches of the tree share a code with one of their leaves.

    `Refused` has the code of its first problem, never one of its own, so it cannot come back from a code.
    """
    found: dict[str, type[GraphwrightError]] = {}
    for error in _family(GraphwrightError):
        known = found.get(error.code)
        if error is not Refused and (known is None or issubclass(error, known)):
            found[error.code] = error
    return found


_CLASSES: Final = _by_code()


def error_of(stored: StoredError) -> GraphwrightError:
    """The exception that a stored error stands for; a plain `GraphwrightError` where the code is unknown."""
    fields = cast("dict[str, FieldValue]", stored.fields)
    known = _CLASSES.get(stored.code, GraphwrightError)
    # "retry" and names that are no identifiers may come from an older version; `fields` takes any.
    error = known(stored.message, retry=stored.retry)
    error.fields.update(fields)
    return error
