"""Layers of abstraction: the attribute `layer`. What is in several of them under one name is one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from graphwright.protocol.graph import Node

LAYER: Final = "layer"


def layer_of(node: Node) -> str:
    """The layer that a node stands in; empty where a model has none."""
    layer = node.attributes.get(LAYER)
    return layer if isinstance(layer, str) else ""
