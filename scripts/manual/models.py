"""The tables of language models: what each family can do, and what its models cost."""

from __future__ import annotations

from graphwright.llm.capabilities import Family, families, providers
from scripts.manual.tables import table


def family_table() -> str:
    """One row per family, in the order in which names are compared."""
    rows = [_family(family) for file in families().values() for family in file.family]
    return table(("Family", "Dialect", "Temperature", "Efforts", "Goes back", "Context", "Longest output"), rows)


def _family(family: Family) -> tuple[str, ...]:
    efforts = ", ".join(family.efforts) or ("thinks" if family.thinks else "")
    size = [f"{count:,}" if count else "" for count in (family.context, family.max_output)]
    temperature = "yes" if family.temperature else ""
    goes_back = "" if family.state == "none" else family.state
    return (family.name, ", ".join(family.dialects), temperature, efforts, goes_back, *size)


def price_table() -> str:
    """Every price as published by its provider on a day, from the newest source seen, and the last day of service."""
    rows: list[tuple[str, ...]] = []
    for file in families().values():
        for family in file.family:
            rows += [
                (f"`{name}`", *(f"{amount:g}" for amount in amounts), file.as_of, str(family.ends.get(name, "")))
                for name, amounts in family.prices.items()
            ]
    return table(("Model", "Input", "Cached", "Output", "As of", "Last day"), rows)


def provider_table() -> str:
    """Who serves language models, where, and in which dialects."""
    rows = [
        (f"`{name}`", ", ".join(each.dialects), f"`{each.address}`" if each.address else "`GRAPHWRIGHT_BASE_URL`")
        for name, each in providers().items()
    ]
    return table(("Provider", "Dialects", "Address"), rows)
