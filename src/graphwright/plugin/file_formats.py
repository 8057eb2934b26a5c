"""A format of a plugin: models written into files of other tools, or read from them, or both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from graphwright.api.model import SystemModel
from graphwright.interop.builder import ImportBuilder
from graphwright.protocol.base import JsonValue

_NOTHING: Final[Mapping[str, JsonValue]] = {}


class WrittenFile(NamedTuple):
    """A file, and what it leaves behind."""

    content: str | bytes
    losses: tuple[str, ...] = ()
    """A sentence for each kind of thing that the form has no room for, in English."""


class ModelBuilder:
    """A model in the making, as a reader finds it. It becomes one change that a person may decide."""

    def __init__(self, builder: ImportBuilder) -> None:
        self._builder = builder

    def __contains__(self, foreign_id: object) -> bool:
        """Is there a node with this id already?"""
        return foreign_id in self._builder

    def node(
        self,
        foreign_id: str,
        node_type: str,
        name: str,
        *,
        descr: str = "",
        attributes: Mapping[str, JsonValue] = _NOTHING,
        place: str = "",
    ) -> None:
        """A node with the id that the file gives it, by which a second import finds it again.

        `node_type` is one of the project's, or a word for it; `place`, such as `line 7`, is named where it is none.
        """
        self._builder.node(foreign_id, node_type, name, descr=descr, attributes=attributes, place=place)

    def edge(
        self,
        relation: str,
        source: str,
        target: str,
        *,
        attributes: Mapping[str, JsonValue] = _NOTHING,
        place: str = "",
    ) -> None:
        """An edge between two nodes that are there already; a relation that is not legal between them is kept as one.

        The report says how many were turned round, or kept as a plain relation.
        """
        self._builder.edge(relation, source, target, attributes=attributes, place=place)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFormat:
    """A format and the functions that read and write it; at least one of them."""

    title: str
    """As people call it."""
    endings: tuple[str, ...]
    """Of its files, without the dot; the first is what an export gets."""
    media: str = "text/plain"
    """The media type of an export; what begins with `text/` is shown in a terminal."""
    begins: str = ""
    """How the text of each of its files begins, by which one is recognised; empty: people name the format."""
    write: Callable[[SystemModel], str | bytes | WrittenFile] | None = None
    read: Callable[[bytes, ModelBuilder], None] | None = None
    """`InvalidCommand` with the place where the file has a mistake; nothing is imported then."""
