"""All language models of one server: what each is for, what it can do, and the probes of those that nobody knows.

A probe's result is kept in the data folder under the model's name, so that a start costs nothing twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from graphwright.llm.abilities import abilities_of
from graphwright.llm.budget import part_name
from graphwright.llm.capabilities import Capabilities
from graphwright.llm.choices import choices_of
from graphwright.llm.probe import probe
from graphwright.llm.remote import RemoteModel
from graphwright.ports import Clock
from graphwright.protocol.language_models import BudgetAmounts, ConfiguredModel, ModelPrice, ModelProbe, ModelUse
from graphwright.protocol.wire import decode, encode
from graphwright.setting_kinds import WORKFLOWS
from graphwright.settings import BudgetLimits, Settings

_MILLION: Final = 1_000_000


class KeptProbes(NamedTuple):
    """Where probes are kept, by the name of the language model."""

    read: Callable[[str], Awaitable[bytes | None]]
    keep: Callable[[str, bytes], Awaitable[None]]


class RemoteCatalogue:
    """See `ModelCatalogue`."""

    def __init__(self, settings: Settings, remote: Mapping[str, RemoteModel], probes: KeptProbes, clock: Clock) -> None:
        self._settings = settings
        self._remote = remote
        self._probes = probes
        self._clock = clock

    async def probe_unknown(self) -> None:
        """Probe what nobody knows and nobody has probed yet; nothing where the operator switched that off."""
        for name, model in self._remote.items():
            kept = await self._kept(name)
            if kept is not None:
                _learn(model, kept)
            elif self._settings.probe and not model.capabilities.is_known and not model.missing_key:
                await self.probe(name)

    async def probe(self, name: str) -> ModelProbe:
        """Probe one model anew and keep what was found; a failure is told and not kept."""
        found = await probe(self._remote[name], self._clock)
        if not found.error:
            await self._probes.keep(name, encode(found))
            _learn(self._remote[name], found)
        return found

    @property
    def names(self) -> list[str]:
        """Those that a provider serves."""
        return list(self._remote)

    def uses(self) -> list[ModelUse]:
        """Every workflow, then the personas with a choice or a budget of their own, as the settings list them."""
        settings = self._settings
        parts = [(each.workflow, each.persona) for each in settings.model_choices]
        parts += [(each.workflow, each.persona) for each in settings.workflow_budgets]
        personas = [part for part in dict.fromkeys(parts) if part[1]]
        return [self._use(*part) for workflow in WORKFLOWS for part in ((workflow, ""), *_of(workflow, personas))]

    def _use(self, workflow: str, persona: str) -> ModelUse:
        choice = choices_of(self._settings).of(workflow, persona)
        model = choice.model or self._settings.model
        remote = self._remote.get(model)
        effort = None if remote is None else remote.capabilities.effort(choice.effort)
        return ModelUse(
            workflow=workflow,
            persona=persona,
            model=model,
            effort=effort or "",
            budget=_budget(self._settings, workflow, persona),
        )

    async def told(self, fresh: Mapping[str, ModelProbe] | None = None) -> list[ConfiguredModel]:
        """Every model in the order of the settings; `fresh` are probes of this moment."""
        return [
            self._told(model, (fresh or {}).get(name) or await self._kept(name)) for name, model in self._remote.items()
        ]

    def _told(self, model: RemoteModel, found: ModelProbe | None) -> ConfiguredModel:
        known, uses = model.capabilities, [use for use in self.uses() if use.model == model.name]
        return ConfiguredModel(
            model=model.name,
            family=known.family,
            used_for=[part_name(use.workflow, use.persona) for use in uses],
            is_fallback=model.name in self._settings.fallback,
            dialect=known.dialect,
            effort=", ".join(sorted({use.effort for use in uses if use.effort})),
            efforts=list(known.efforts),
            temperature=known.temperature,
            schema=known.schema,
            tools=known.tools,
            context=known.context,
            max_output=known.max_output,
            price=_price(known),
            ends=known.ends,
            missing_key=model.missing_key,
            workflows=abilities_of(known, found, missing_key=model.missing_key, today=self._clock.now().date()),
            probe=found,
        )

    async def _kept(self, name: str) -> ModelProbe | None:
        kept = await self._probes.read(name)
        return None if kept is None else decode(kept, ModelProbe)


def _learn(model: RemoteModel, found: ModelProbe) -> None:
    """What a probe found holds where no family says it."""
    known = model.capabilities
    if not known.is_known:
        known = replace(known, temperature=found.temperature, context=found.context)
        model.capabilities = replace(known, schema=known.schema if found.schema else "prompt")


def _of(workflow: str, parts: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [part for part in parts if part[0] == workflow]


def _budget(settings: Settings, workflow: str, persona: str) -> BudgetAmounts:
    """A persona without limits of its own has none but those of the run; a run has those of its workflow first."""
    own = {
        each.what: each.most
        for each in settings.workflow_budgets
        if (each.workflow, each.persona) == (workflow, persona)
    }
    limits = BudgetLimits() if persona else settings.run_budget
    return BudgetAmounts(
        calls=own.get("calls", limits.calls),
        tokens=own.get("tokens", limits.tokens),
        seconds=own.get("seconds", limits.seconds),
        money=own.get("money", limits.money),
    )


def _price(known: Capabilities) -> ModelPrice | None:
    price = known.price
    if price is None:
        return None
    return ModelPrice(
        input=price.input / _MILLION,
        cached=price.cached / _MILLION,
        output=price.output / _MILLION,
        as_of=price.as_of,
    )
