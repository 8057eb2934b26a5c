"""What the process that loads a Capella project hands over: elements as they are, nothing decided."""

from __future__ import annotations

from msgspec import Struct


class CapellaElement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An element of any kind."""

    element_id: str
    kind: str
    """Its class in the metamodel of Capella, `LogicalFunction`."""
    parent: str = ""
    name: str = ""
    descr: str = ""
    """Its description as Markdown."""
    ends: tuple[str, str] | None = None
    """Of what leads from one element to another, or has a part in one: from where and to where."""
    value_type: str = ""
    """Of a property or part: the id of what it is of."""
    items: list[str] = []
    """Of an exchange: the ids of what is exchanged."""
    is_actor: bool = False
    is_human: bool = False


class CapellaProject(Struct, frozen=True, kw_only=True, tag="loaded"):
    """Every element of a project."""

    version: str
    elements: list[CapellaElement]


class CapellaRefusal(Struct, frozen=True, kw_only=True, tag="refused"):
    """Why a project was not loaded."""

    message: str
