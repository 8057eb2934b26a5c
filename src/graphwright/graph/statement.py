"""What an element says, wherever that stands: every export, answer, rule and derivation reads it here."""

from __future__ import annotations

from typing import Final

from graphwright.protocol.graph import Node

TEXT: Final = "text"
"""The attribute that holds the binding sentence of a requirement, where it differs from the description."""


def statement_of(node: Node) -> str:
    """What an element demands or tells: its attribute `text`, else its description."""
    text = node.attributes.get(TEXT)
    return text if isinstance(text, str) and text.strip() else node.descr


def has_own_text(node: Node) -> bool:
    """Does its binding sentence stand in `text` and differ from the description?"""
    return statement_of(node) != node.descr
