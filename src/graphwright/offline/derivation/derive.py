"""Derives one kind of thing: looks at every node that lacks it, and draws the most obvious conclusion for each.

Nothing is applied here. What is derived becomes a proposal in which each change has its reason, for a person to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from graphwright.offline.derivation.conclusions import Conclusions
from graphwright.offline.derivation.flows import reading_and_writing
from graphwright.offline.derivation.functions import carrying_out, satisfying
from graphwright.offline.derivation.modules import carrying
from graphwright.offline.derivation.verification import verifying
from graphwright.offline.draft import MAX_OPERATIONS, Draft
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.related import related
from graphwright.offline.wording import enumerated
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from graphwright.protocol.products import Product

_Conclude: TypeAlias = Callable[[Node, Conclusions], None]

_LARGEST: Final = 30
"""Operations that may follow from one node."""


class _Derivation(NamedTuple):
    """How one product is derived."""

    node_type: str
    needs: frozenset[str]
    """Node types without which a profile has nothing to derive."""
    rules: tuple[tuple[str, _Conclude], ...]
    """Each for the nodes of one type, in this order."""


_DERIVATIONS: Final[Mapping[Product, _Derivation]] = MappingProxyType(
    {
        "functions": _Derivation(
            "FUNC", frozenset({"UC", "FCHAIN", "FUNC", "REQ"}), (("UC", carrying_out), ("REQ", satisfying))
        ),
        "tests": _Derivation("TEST", frozenset({"REQ", "TEST"}), (("REQ", verifying),)),
        "flows": _Derivation("FLOW", frozenset({"ACTOR", "FCHAIN", "FUNC", "FLOW"}), (("FUNC", reading_and_writing),)),
        "modules": _Derivation("MOD", frozenset({"FUNC", "MOD"}), (("FUNC", carrying),)),
    }
)


def product_of(node_type: str) -> Product | None:
    """What to derive to get nodes of a type; `None` for a type that is for people to write."""
    return next((product for product, each in _DERIVATIONS.items() if each.node_type == node_type), None)


def derive(product: Product, draft: Draft, *, about: Node | None = None) -> str:
    """Put what follows into the draft, each operation with its reason; what that is, in words.

    `about` limits it to one node and to what belongs to that.
    """
    wanted, conclusions = _DERIVATIONS[product], Conclusions(draft)
    before = len(draft.operations)
    for node, conclude in list(_subjects(wanted, draft, about)):
        if not draft.has_room(_LARGEST):
            break
        conclude(node, conclusions)
    if len(draft.operations) == before:
        return conclusions.say.nothing.format(type=vocabulary(draft.language).type_word(wanted.node_type, count=2))
    said = conclusions.say.derived.format(names=enumerated(_results(draft, before), draft.say))
    return said if draft.has_room(_LARGEST) else f"{said} {draft.say.too_many.format(limit=MAX_OPERATIONS)}"


def _subjects(wanted: _Derivation, draft: Draft, about: Node | None) -> Iterator[tuple[Node, _Conclude]]:
    graph = draft.graph
    if not wanted.needs <= graph.ontology.node_types.keys():
        return
    for node_type, conclude in wanted.rules:
        if about is None:
            nodes = list(graph.of_type(node_type))
        else:
            nodes = [about] if about.node_type == node_type else related(graph, about, node_type)
        for node in paced(nodes):
            yield node, conclude


def _results(draft: Draft, before: int) -> list[str]:
    """The new nodes; the new edges where there is none."""
    new, words = draft.operations[before:], vocabulary(draft.language)
    names = [
        f"{each.name} ({words.type_word(each.node_type, count=1)})" for each in new if isinstance(each, NodeCreate)
    ]
    return names or [f"{each.source} -{each.edge_type}-> {each.target}" for each in new if isinstance(each, EdgeCreate)]
