"""A rule of a plugin: a function that looks at the whole model and says what it misses.

Rules of plugins run late, after each change, beside the server. They refuse nothing: what they say is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from graphwright.api.model import SystemModel
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import Severity

NoticeText: TypeAlias = str | Mapping[str, str]
"""English, or a text for each language: `{"en": ..., "de": ..., "fr": ...}`; English is shown where one is missing."""


class Notice(NamedTuple):
    """One thing that a rule says."""

    about: Node | Sequence[Node]
    """The node, or the nodes, that it is about first."""
    said: NoticeText
    """What is wrong, at most 500 characters."""
    advice: NoticeText = ""
    """What to do about it."""
    severity: Severity | None = None
    """Set where it is milder, or worse, than the rule says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRule:
    """A rule and how much it matters."""

    check: Callable[[SystemModel], Iterable[Notice]]
    """The first line of its docstring says what it demands."""
    severity: Severity = "warning"
    phase: int = 0
    """From which phase of a project on it counts, 1 to 4; 0: in all of them."""
    node_types: tuple[str, ...] = ()
    """Node types without which it makes no sense; in a project whose profile lacks one it does not run."""
