"""One does what another was said to do: `not the arm, the brush cleans the teats`, `no, the guard does that`.

Whatever the wording: one element is denied, another of its kind is named, and what joined the first with the deed that
is spoken of joins the second. The deed is told by the words of its name in any form, else by there being only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.grammar.records import SentenceReading
from graphwright.offline.meaning.linking import own_relation
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, meaning_key
from graphwright.offline.meaning.mentions import NamedElement, SpokenWord, named_elements, spoken_words
from graphwright.offline.meaning.orders.words import OrderWords, order_words
from graphwright.protocol.graph import Edge, Node

_DOERS: Final = frozenset({"ACTOR", "MOD", "SYS"})
_DEEDS: Final = frozenset({"UC", "FUNC"})
_THROUGH: Final = frozenset({"FCHAIN", "FLOW"})
_MAX_BEFORE: Final = 3
"""Small words between a denial and what it denies: `not by the`."""


def substitute(
    sentence: SentenceReading, make: Maker, index: NodeIndex, focus: Node | None, spoken_of: Iterable[Node] = ()
) -> bool:
    """Put one doer in another's place; `False` where a sentence says nothing of the kind.

    `spoken_of` is all that was spoken of, newest first: who is to do it may have been made with the deed.
    """
    if sentence.text.rstrip().endswith("?"):
        return False
    words, table = spoken_words(sentence.text), order_words(sentence.language)
    named = [each for each in named_elements(sentence.text, make.draft.graph, index) if each.node.node_type in _DOERS]
    denied = [each.node for each in named if _is_denied(each, words, table)]
    said = [each.node for each in named if each.node.node_id not in {one.node_id for one in denied}]
    if len({each.node_id for each in said}) != 1 or len({each.node_id for each in denied}) > 1:
        return False
    new = said[0]
    if focus is not None and focus.node_id == new.node_id:
        focus = next((each for each in spoken_of if each.node_type in _DEEDS), focus)
    if denied:
        old, deeds = denied[0], None
    elif focus is not None and _takes_over(words, table):
        found = _doer_of(focus, new, make)
        if found is None:
            return False
        old, deeds = found
    else:
        return False
    edges = _edges_of(old, deeds, sentence, make, focus)
    for edge in edges:
        _turn(edge, old, new, make)
    return bool(edges)


def _is_denied(named: NamedElement, words: Sequence[SpokenWord], table: OrderWords) -> bool:
    """Does a denial, or a word for "instead of", stand right before it?"""
    before = [each for each in words if each.end <= named.start][-_MAX_BEFORE:]
    small = table.words["skip"] | table.words["to"] | table.words["from"] | table.words["in"] | table.words["with"]
    if before and before[0] is words[0] and before[0].folded in table.words["no"]:
        before = before[1:]  # `No, the guard does that` denies what was said, not the guard
    for each in reversed(before):
        if each.folded in table.words["not"] | table.words["instead"] or each.folded.endswith("n't"):
            return True
        if not {each.folded, *each.folded.split("'")} & (small | {"qu"}):
            return False
    return False


def _takes_over(words: Sequence[SpokenWord], table: OrderWords) -> bool:
    """`No, the guard does that`: a denial first, and a word for what was spoken of."""
    return (
        bool(words)
        and words[0].folded in table.words["no"]
        and any(each.folded in table.words["that"] for each in words)
    )


def _doer_of(focus: Node, new: Node, make: Maker) -> tuple[Node, set[str] | None] | None:
    """Who did what was spoken of last, and which deed that is."""
    if focus.node_type in _DOERS:
        return (focus, None) if focus.node_id != new.node_id else None
    graph = make.draft.graph
    doers = {
        node.node_id: node
        for node in graph.nodes.values()
        if node.node_type in _DOERS and node.node_type == new.node_type and node.node_id != new.node_id
        for _, deed in _deeds_of(node, make)
        if deed.node_id == focus.node_id
    }
    if len(doers) != 1:
        return None
    old = next(iter(doers.values()))
    key = meaning_key(focus.name)
    return old, {str(deed.node_id) for _, deed in _deeds_of(old, make) if meaning_key(deed.name) == key}


def _edges_of(
    old: Node, deeds: set[str] | None, sentence: SentenceReading, make: Maker, focus: Node | None
) -> list[Edge]:
    """The edges by which a doer does the deed that is spoken of; none where that is open."""
    joined = list(_deeds_of(old, make))
    if deeds is None:
        spoken = set(meaning_key(sentence.text))
        shared = {
            str(deed.node_id): len(spoken & set(meaning_key(deed.name)) - set(meaning_key(old.name)))
            for _, deed in joined
        }
        most = max(shared.values(), default=0)
        deeds = {each for each, count in shared.items() if count == most}
        if most == 0 and focus is not None and str(focus.node_id) in deeds:
            deeds = {str(focus.node_id)}
        if most == 0 and len({meaning_key(deed.name) for _, deed in joined if str(deed.node_id) in deeds}) > 1:
            return []
    return list({edge.edge_id: edge for edge, deed in joined if str(deed.node_id) in deeds}.values())


def _deeds_of(doer: Node, make: Maker) -> Iterable[tuple[Edge, Node]]:
    """What somebody does, with the edges by which: directly, or through a chain or a flow."""
    graph = make.draft.graph
    for edge in [*graph.outgoing(doer.node_id), *graph.incoming(doer.node_id)]:
        other = graph.nodes[edge.target if edge.source == doer.node_id else edge.source]
        if other.node_type in _DEEDS:
            yield edge, other
        elif other.node_type in _THROUGH:
            for neighbour in graph.neighbours(other.node_id):
                if graph.nodes[neighbour].node_type in _DEEDS:
                    yield edge, graph.nodes[neighbour]


def _turn(edge: Edge, old: Node, new: Node, make: Maker) -> None:
    """An edge joins the new one instead; by the relation of its type, where the old one may not be."""
    graph = make.draft.graph
    other = graph.nodes[edge.target if edge.source == old.node_id else edge.source]
    make.draft.unlink(edge)
    source, target = (new, other) if edge.source == old.node_id else (other, new)
    relation = edge.edge_type
    if not graph.ontology.allows(relation, source.node_type, target.node_type):
        relation = own_relation(graph.ontology, source.node_type, target.node_type) or "relation"
    make.draft.link(relation, source, target)
