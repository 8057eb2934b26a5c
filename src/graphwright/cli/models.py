"""The command about language models: which are configured, what each can do and what it costs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from graphwright.cli.output import Output
from graphwright.protocol.language_models import ConfiguredModel, Obstacle, WorkflowAbility
from graphwright.workbench import Workbench

_OBSTACLES: Final[dict[Obstacle, str]] = {
    "noKey": "its key is missing",
    "ended": "its provider has ended it",
    "unreachable": "it cannot be asked",
    "noTools": "it calls no tools, so it looks nothing up",
    "shortContext": "its context is short",
    "schemaInWords": "its answers are checked, not enforced",
    "noSchema": "it does not keep to a form",
    "unknown": "nobody knows it; see --probe",
}


async def models(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the configured language models; with `--probe` ask each of them three small things first."""
    catalogue = workbench.catalogue
    fresh = {name: await catalogue.probe(name) for name in catalogue.names} if options.probe else {}
    told = await catalogue.told(fresh)
    lines = [line for model in told for line in _lines(model)]
    offline = "no language model is configured: the offline assistant answers, by fixed rules"
    output.result({"models": told, "uses": catalogue.uses()}, lines or [offline])
    return 5 if any(probe.error for probe in fresh.values()) else 0


def _lines(model: ConfiguredModel) -> Iterator[str]:
    yield f"{model.model}: {model.family or 'nobody knows it'}"
    if model.missing_key:
        yield f"  set {model.missing_key}"
    if model.used_for or model.is_fallback:
        yield f"  answers: {', '.join([*model.used_for, *(['as a fallback'] if model.is_fallback else [])])}"
    for each in model.workflows:
        yield f"  {each.workflow}: {_ability(each)}"
    yield f"  context: {_tokens(model.context)}, longest answer: {_tokens(model.max_output)}"
    efforts = f"{', '.join(model.efforts)} (now: {model.effort or 'its own'})" if model.efforts else "cannot be chosen"
    yield f"  effort: {efforts}"
    yield f"  price: {_price(model)}"
    if model.ends:
        yield f"  ends on {model.ends}"
    if model.probe is not None:
        yield f"  probed {model.probe.at:%Y-%m-%d}: {model.probe.error or 'it answers'}"


def _ability(each: WorkflowAbility) -> str:
    why = "; ".join(_OBSTACLES[obstacle] for obstacle in each.obstacles)
    return f"{each.ability} ({why})" if why else each.ability


def _tokens(count: int | None) -> str:
    return "not known" if count is None else f"{count:,} tokens"


def _price(model: ConfiguredModel) -> str:
    price = model.price
    if price is None:
        return f"not known; tell it as GRAPHWRIGHT_PRICES={model.model}=INPUT/CACHED/OUTPUT"
    amounts = f"{price.input:g} in, {price.cached:g} cached, {price.output:g} out, dollars per million tokens"
    return f"{amounts} ({price.as_of})" if price.as_of else amounts
