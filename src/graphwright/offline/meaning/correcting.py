"""Corrections of what was said before: another number, and what is so no longer.

`It is 2 s, not 1.5 s` changes a requirement whose text holds the number; `guests do not pay any more` takes a
connection away. What fits no element of the model, or several, corrects nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from graphwright.grammar.records import SentenceReading
from graphwright.graph.statement import statement_of
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, meaning_key
from graphwright.offline.meaning.mentions import NamedElement, SpokenWord, named_elements, spoken_words
from graphwright.offline.meaning.orders.resolving import holding
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.pauses import paced
from graphwright.protocol.graph import Edge, Node
from graphwright.text.quantities import number, quantities

_NUMBER: Final = re.compile(r"(?<![\w.,])(?<![^\W\d_]-)\d+(?:[.,]\d+)?(?![\w]|[.,]\d)")
"""None that is part of an id: `ZEP-2`."""
_TWO: Final = 2


def correct(sentence: SentenceReading, make: Maker, index: NodeIndex, focus: Node | None) -> bool:
    """Correct what a sentence corrects; `False` where it corrects nothing."""
    named = named_elements(sentence.text, make.draft.graph, index)
    words = spoken_words(sentence.text)
    return _number(sentence, make, named, focus) or _no_longer(sentence, make, named, words)


def renumber(sentence: SentenceReading, make: Maker, index: NodeIndex, focus: Node | None) -> bool:
    """`Replace the 20 seconds by 40`, `mets 5 secondes au lieu de 3`: an order of which a number is the thing.

    Only where no element but requirements is named: `the pump` with a number is something else.
    """
    named = named_elements(sentence.text, make.draft.graph, index)
    return all(each.node.node_type == "REQ" for each in named) and _number(sentence, make, named, focus)


def _number(sentence: SentenceReading, make: Maker, named: tuple[NamedElement, ...], focus: Node | None) -> bool:
    """Another number in the text of a requirement that is named, was spoken of, or alone has the old one."""
    numbers = [each[0] for each in _NUMBER.finditer(sentence.text)]
    demands = any(clause.verb is not None and clause.verb.modality == "demand" for clause in sentence.clauses)
    if len(numbers) != _TWO or (demands and not _denies_number(sentence)):
        return False
    said = {each.unit for each in quantities(sentence.text)}
    every = [
        node
        for node in paced(make.draft.graph.of_type("REQ"))
        if (old := _old_number(node, numbers)) and _measures_in(node, old, said)
    ]
    spoken = {each.node.node_id for each in named}
    if focus is not None:
        spoken.add(focus.node_id)
    found = [node for node in every if node.node_id in spoken] or _by_words(sentence, every) or every
    if len(found) != 1:
        return False
    [requirement] = found
    old = _old_number(requirement, numbers)
    new = next(each for each in numbers if each != old)
    text = statement_of(requirement)
    changed = _swapped(text, old, new)
    make.draft.update(requirement, descr=changed if requirement.descr == text else None, attributes={"text": changed})
    return True


def _denies_number(sentence: SentenceReading) -> bool:
    """`not 40 but 55`: then it corrects, though it demands."""
    words = spoken_words(sentence.text)
    denial = vocabulary(sentence.language).phrases["denial"]
    return any(one.folded in denial and other.text[0].isdigit() for one, other in pairwise(words))


def _by_words(sentence: SentenceReading, found: list[Node]) -> list[Node]:
    said = set(meaning_key(sentence.text))
    return [node for node in found if set(meaning_key(node.name)) & said]


def _old_number(requirement: Node, numbers: list[str]) -> str:
    """The one of two numbers that a requirement holds; empty when it holds both or none."""
    held = [each for each in numbers if each in set(_NUMBER.findall(statement_of(requirement)))]
    return held[0] if len(held) == 1 else ""


def _measures_in(requirement: Node, old: str, said: set[str]) -> bool:
    """May its number be meant, by the units that were said? `the 3 kg` are not the 3 s of a requirement."""
    units = {each.unit for each in quantities(statement_of(requirement)) if each.value == number(old)}
    return not units or not said or not units.isdisjoint(said)


def _swapped(text: str, old: str, new: str) -> str:
    return _NUMBER.sub(lambda match: new if match[0] == old else match[0], text)


def _denies(sentence: SentenceReading, words: tuple[SpokenWord, ...]) -> bool:
    denial = vocabulary(sentence.language).phrases["denial"]
    return any(each.folded in denial for each in words) or any(each.folded.endswith("n't") for each in words)


def _no_longer(
    sentence: SentenceReading, make: Maker, named: tuple[NamedElement, ...], words: tuple[SpokenWord, ...]
) -> bool:
    """`Guests do not pay any more`: of somebody who is there, with something that is there."""
    phrases = vocabulary(sentence.language).phrases
    longer = (each.folded in phrases["longer"] for each in words)
    than = (*(each.folded in phrases["than"] for each in words[1:]), False)
    if not _denies(sentence, words) or not any(said and not more for said, more in zip(longer, than, strict=True)):
        return False  # `not more than one` only sets a limit
    actors = {each.node.node_id: each.node for each in named if each.node.node_type == "ACTOR"}
    if len(actors) != 1:
        return False
    [actor] = actors.values()
    said = [each.text for each in words if not any(one.start <= each.start < one.end for one in named)]
    edges = [
        edge
        for edge in _connections(actor, make)
        if any(node in holding([word], make.draft) for word in said for node in _deeds_of(edge, actor, make))
    ]
    named_deeds = {each.node.node_id for each in named}
    edges += [
        edge
        for edge in _connections(actor, make)
        if named_deeds & {node.node_id for node in _deeds_of(edge, actor, make)}
    ]
    unique = {edge.edge_id: edge for edge in edges}
    for edge in unique.values():
        make.draft.unlink(edge)
    return bool(unique)


def _connections(actor: Node, make: Maker) -> list[Edge]:
    graph = make.draft.graph
    return [*graph.outgoing(actor.node_id, "relation"), *graph.incoming(actor.node_id, "compose")]


def _deeds_of(edge: Edge, actor: Node, make: Maker) -> list[Node]:
    """What somebody does by an edge: the use case itself, or that of the chain."""
    graph = make.draft.graph
    other = graph.nodes[edge.target if edge.source == actor.node_id else edge.source]
    return [other, *graph.sources(other.node_id, "compose", "UC")] if other.node_type == "FCHAIN" else [other]
