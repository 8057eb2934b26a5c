"""Which plugins are installed, by the names that the settings give: their versions, and what they say they bring.

Only the metadata of the packages is read; nothing of a plugin is imported.
"""

from __future__ import annotations

from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Final

from msgspec import Struct

from graphwright.contributions.tasks import GROUPS, ContributionName
from graphwright.errors import InvalidCommand, NotFound

GROUP_PREFIX: Final = "graphwright."
MAX_BROUGHT: Final = 100
"""Contributions of one plugin."""


class InstalledPlugin(Struct, frozen=True):
    """A package that says it brings something."""

    name: str
    version: str
    names: list[ContributionName]


def installed(name: str) -> InstalledPlugin:
    """The plugin of a name. `NotFound` where it is not installed, `InvalidCommand` where it is no plugin of ours."""
    try:
        found = distribution(name)
    except (PackageNotFoundError, ValueError):
        message = f"no package {name!r} is installed beside graphwright: pip install it there, or take it out"
        raise NotFound(message) from None
    names, strange = _names(found)
    if strange:
        message = f"{', '.join(strange)} is no group of entry points; there are {', '.join(GROUPS)}"
        raise InvalidCommand(message)
    if not names:
        message = f"it brings nothing: it has no entry points in {', '.join(GROUPS)}"
        raise InvalidCommand(message)
    if len(names) > MAX_BROUGHT:
        message = f"it has {len(names)} entry points, at most {MAX_BROUGHT} are loaded"
        raise InvalidCommand(message)
    return InstalledPlugin(name, found.version, names)


def _names(found: Distribution) -> tuple[list[ContributionName], list[str]]:
    """What stands in our groups, and groups that only look like ours."""
    ours = [point for point in found.entry_points if point.group.startswith(GROUP_PREFIX)]
    names = [ContributionName(GROUPS[point.group], point.name) for point in ours if point.group in GROUPS]
    strange = sorted({point.group for point in ours if point.group not in GROUPS})
    return sorted(names, key=lambda name: (name.kind, name.name)), strange
