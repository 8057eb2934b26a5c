"""Conclusions in the making: a draft in which every change says why it follows and how sure that is."""

from __future__ import annotations

from typing import Final

from graphwright.graph.document import Graph
from graphwright.offline.derivation.messages import DerivationMessages, derive_words
from graphwright.offline.draft import Draft

CERTAIN: Final = 90
LIKELY: Final = 80
PLAUSIBLE: Final = 60
GUESSED: Final = 30
"""Per cent. Nothing is wholly certain, because the model that it follows from may be wrong."""
QUOTED: Final = 1_000
"""Characters of a text that a description repeats."""


class Conclusions:
    """The model with everything that was concluded so far."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.say: DerivationMessages = derive_words(draft.language)
        self._before = len(draft.operations)

    @property
    def graph(self) -> Graph:
        """The model with all conclusions in it, so that one can build on another."""
        return self.draft.graph

    def because(self, why: str, percent: int) -> None:
        """The reason of all that was put into the draft since the last one was given."""
        self.draft.justify(self._before, self.say.reason.format(why=why, percent=percent))
        self._before = len(self.draft.operations)
