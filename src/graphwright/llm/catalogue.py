"""What the program asks of the configured language models beside answers: what each can do. Knows no HTTP client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graphwright.errors import NotFound
from graphwright.protocol.language_models import ConfiguredModel, ModelProbe, ModelUse


class ModelCatalogue(Protocol):
    """The language models that the operator configured."""

    @property
    def names(self) -> Sequence[str]:
        """Those that a provider serves."""
        ...

    def uses(self) -> list[ModelUse]:
        """What each workflow asks, and each persona with a choice or a budget of its own."""
        ...

    async def told(self, fresh: Mapping[str, ModelProbe] | None = None) -> list[ConfiguredModel]:
        """Each in the order of the settings; `fresh` are probes of this moment."""
        ...

    async def probe(self, name: str) -> ModelProbe:
        """Ask one of them three small things and keep what it can do."""
        ...

    async def probe_unknown(self) -> None:
        """Probe what nobody knows and nobody has probed."""
        ...


class NoModels:
    """Without a provider: the offline assistant answers."""

    names: Sequence[str] = ()

    def uses(self) -> list[ModelUse]:
        """See `ModelCatalogue.uses`."""
        return []

    async def told(self, fresh: Mapping[str, ModelProbe] | None = None) -> list[ConfiguredModel]:
        """See `ModelCatalogue.told`."""
        return []

    async def probe(self, name: str) -> ModelProbe:
        """See `ModelCatalogue.probe`."""
        raise NotFound(f"no language model {name[:80]!r} is configured")

    async def probe_unknown(self) -> None:
        """See `ModelCatalogue.probe_unknown`."""
