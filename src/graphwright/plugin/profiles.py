"""A profile of a plugin: node types, relations and rule settings of a team's own, for new projects."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """The file of a profile (`graphwright-profile/1`), which each project that is made with it keeps as its own."""

    content: bytes
