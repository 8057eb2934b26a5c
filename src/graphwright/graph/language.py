"""Which language a model is written in (K-18)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from graphwright.languages import Language
from graphwright.text.language import language_of

if TYPE_CHECKING:
    from graphwright.graph.document import Graph

_READ: Final = 200
"""Descriptions that tell it."""


def language_spoken(graph: Graph) -> Language:
    """The language of a model: that of its first descriptions."""
    return language_of(" ".join(node.descr for node in islice(graph.nodes.values(), _READ)))
