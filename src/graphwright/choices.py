"""Words to choose from, looked up where the program has them when somebody chooses: nothing is loaded before."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import get_args


class Choices:
    """What may be chosen, by where the program has it: `interop.registry:TEXT_FORMATS`."""

    def __init__(self, place: str, *before: str, and_plugins: str | None = None) -> None:
        self._place = place
        self._before = before
        self._and_plugins = and_plugins
        """What stands in each word that plugins may bring; the command refuses those that nobody brings."""

    def __iter__(self) -> Iterator[str]:
        """Each choice, in the order of the program."""
        module, _, name = self._place.partition(":")
        found = getattr(import_module(f"graphwright.{module}"), name)
        return iter((*self._before, *(get_args(found) or found)))

    def __contains__(self, word: object) -> bool:
        return (self._and_plugins is not None and self._and_plugins in str(word)) or word in tuple(self)
