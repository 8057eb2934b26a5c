"""Texts of a model that name an element by its semantic id, such as a requirement: found, and written anew. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import NodeSet


class MentioningNode(Struct, frozen=True):
    """A node whose texts name ids."""

    node: Node
    mentions: list[tuple[str, str]]
    """Field and id: `descr`, or the name of an attribute."""


def mentioning_texts(
    graph: Graph, semantic_ids: Sequence[str], *, without: Collection[NodeId]
) -> Iterator[MentioningNode]:
    """The nodes whose texts name one of these ids. Reads every text of the graph once."""
    for node in graph.nodes.values():
        if node.node_id in without:
            continue
        mentions = [
            (field, name)
            for field, text in _texts(node)
            for name in semantic_ids
            if name in text and _whole(name).search(text) is not None
        ]
        if mentions:
            yield MentioningNode(node, mentions)


def rewritten(found: MentioningNode, now: Mapping[str, str]) -> NodeSet:
    """The texts with other ids in the places of those."""
    fields = dict.fromkeys(field for field, _ in found.mentions)
    texts = {field: text for field, text in _texts(found.node) if field in fields}
    for field, name in found.mentions:
        texts[field] = _whole(name).sub(now[name], texts[field])
    attributes: dict[str, JsonValue] = {field: text for field, text in texts.items() if field != "descr"}
    return NodeSet(descr=texts.get("descr"), attributes=attributes)


def _texts(node: Node) -> Iterator[tuple[str, str]]:
    yield "descr", node.descr
    for field, value in read_by_people(node.attributes).items():
        if isinstance(value, str):
            yield field, value


def _whole(name: str) -> re.Pattern[str]:
    """The id by itself: `Guest.AC.001` is not named by `Guest.AC.0012`, nor by `OldGuest.AC.001`."""
    return re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
