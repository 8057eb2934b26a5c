"""How elements that exist belong together, and what their attributes are: said of them by name.

`StoreOrder satisfies OrderFast`, `the pump is part of the plant`, `disconnect A from B`, `set the volatility of A to
high`, `add a test for A`, `a requirement for every function without one`. At least one element of the model is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import SentenceReading
from graphwright.offline.draft import MAX_OPERATIONS, CannotApply
from graphwright.offline.meaning.linking import connect, holders
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.structure import schema_attributes
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, vocabulary
from graphwright.offline.meaning.wishes import (
    NamedElement,
    SpokenWord,
    focused_or,
    named_elements,
    spoken_words,
    types_in,
)
from graphwright.offline.related import has
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.words import stem

_TWO: Final = 2
# Between these there is always a flow, and its name must be said.
_EXCHANGING: Final = frozenset({"ACTOR", "FUNC"})
_LARGEST: Final = 3
"""Operations that one addition takes."""
# The place of a base form: it stands for a word that is there in another form.
_NOWHERE: Final = 1_000_000_000


def relate(sentence: SentenceReading, make: Maker, index: NodeIndex, focus: Node | None) -> bool:
    """Relate what a sentence names; `False` where it says nothing of the kind."""
    lemmas = [fold(each.verb.lemma) for each in sentence.clauses if each.verb is not None]
    words = (*spoken_words(sentence.text), *(SpokenWord(each, each, _NOWHERE, _NOWHERE) for each in lemmas))
    language = vocabulary(sentence.language)
    named = named_elements(sentence.text, make.draft.graph, index)
    if any(
        clause.verb is not None and (clause.verb.negated or clause.verb.modality == "demand")
        for clause in sentence.clauses
    ):
        return False
    return (
        _for_each(sentence, words, language, make)
        or _attribute(words, named, language, make)
        or _for_one(words, focused_or(named, focus, words, language), language, make)
        or _together(words, named, language, make)
    )


def _together(
    words: Sequence[SpokenWord], named: Sequence[NamedElement], language: MeaningVocabulary, make: Maker
) -> bool:
    """Two or more elements and a word that says how they belong together."""
    nodes = list({each.node.node_id: each.node for each in named}.values())
    if len(nodes) == 1 and len(named) == _TWO and _says(words, language.orders["connect"]):
        make.draft.link("relation", nodes[0], nodes[0])  # refuses, and says why
    if len(nodes) < _TWO or _unnamed(words, named, language):
        return False
    if _says(words, language.orders["detach"]):
        return _detach(nodes, make)
    types = {node.node_type for node in nodes}
    first, *others = nodes
    if (_says(words, language.relations["satisfy"]) or _says(words, language.relations["verify"])) and types & {
        "REQ",
        "TEST",
    }:
        hub = nodes[-1] if nodes[-1].node_type == "REQ" else first
        return all(connect(hub, each, make) for each in nodes if each is not hub)
    flow = next((each for each in nodes if each.node_type == "FLOW"), None)
    if flow is not None and len(nodes) == _TWO + 1 and _says(words, language.relations["send"]):
        source, target = (each for each in nodes if each is not flow)
        make.draft.link("io", source, flow)
        make.draft.link("io", flow, target)
        return True
    if _says(words, language.orders["connect"]):
        for each in others:
            if {first.node_type, each.node_type} <= _EXCHANGING and "FUNC" in {first.node_type, each.node_type}:
                raise make.draft.illegal(
                    first, each, make.draft.graph.ontology.advice("io", first.node_type, each.node_type)
                )
        return all(connect(first, each, make) for each in others)
    if _says(words, language.phrases["held"]):
        return _hold(nodes, make)
    return False


def _unnamed(words: Sequence[SpokenWord], named: Sequence[NamedElement], language: MeaningVocabulary) -> bool:
    """Are there more words than the names and one that relates them? Then more is said than that."""
    known = language.phrases["small"] | language.phrases["polite"] | language.phrases["to"] | language.phrases["by"]
    typed = {each for _, each in types_in(words)}
    others = [
        each
        for each in words
        if each.folded not in known
        and each.start != _NOWHERE
        and each not in typed
        and not any(one.start <= each.start < one.end for one in named)
    ]
    return len(others) > _TWO


def _hold(nodes: Sequence[Node], make: Maker) -> bool:
    """One of them carries or contains the other: a module the function, a whole its part."""
    ranks = {"SYS": 0, "MOD": 1, "UC": 2, "FCHAIN": 3, "FUNC": 4}
    *parts, host = nodes
    if ranks.get(host.node_type, 9) > ranks.get(parts[0].node_type, 9):
        host, parts = parts[0], [*parts[1:], host]
    graph = make.draft.graph
    for part in parts:
        for edge in holders(part, make):
            if graph.nodes[edge.source].node_type == host.node_type and edge.source != host.node_id:
                make.draft.unlink(edge)
    return all(connect(host, part, make) for part in parts)


def _detach(nodes: Sequence[Node], make: Maker) -> bool:
    graph = make.draft.graph
    one, other = nodes[0], nodes[1]
    edges = [
        edge
        for edge in [*graph.outgoing(one.node_id), *graph.incoming(one.node_id)]
        if other.node_id in {edge.source, edge.target}
    ]
    for edge in edges:
        make.draft.unlink(edge)
    return bool(edges)


def _attribute(
    words: Sequence[SpokenWord], named: Sequence[NamedElement], language: MeaningVocabulary, make: Maker
) -> bool:
    """`Set the volatility of A to high`, `mark T as passed`."""
    nodes = {each.node.node_id: each.node for each in named}
    if len(nodes) != 1 or not _says(words, language.orders["set"]):
        return False
    [node] = nodes.values()
    node_type = make.draft.graph.ontology.node_types.get(node.node_type)
    free = [each for each in words if not any(one.start <= each.start < one.end for one in named)]
    said = " ".join(each.folded for each in free)
    values = [value for phrase, value in language.values.items() if f" {phrase} " in f" {said} "]
    for attribute in node_type.attributes if node_type is not None else ():
        value = next((each for each in values if each in attribute.options), None)
        if value is not None:
            make.draft.update(node, attributes={attribute.name: value})
            return True
    return False


def _for_one(
    words: Sequence[SpokenWord], named: Sequence[NamedElement], language: MeaningVocabulary, make: Maker
) -> bool:
    """`Add a test for A`: something new without a name of its own."""
    nodes = {each.node.node_id: each.node for each in named}
    types = [
        node_type for node_type, word in types_in(words) if not any(one.start <= word.start < one.end for one in named)
    ]
    if (
        len(nodes) != 1
        or len(types) != 1
        or not _says(words, language.orders["create"])
        or _unnamed(words, named, language)
    ):
        return False
    [node] = nodes.values()
    return _make_for(node, types[0], make)


def _for_each(sentence: SentenceReading, words: Sequence[SpokenWord], language: MeaningVocabulary, make: Maker) -> bool:
    """`A requirement for every function without requirement`."""
    if not language.phrases["every"] & {each.folded for each in words} or not _says(words, language.orders["create"]):
        return False
    types = [node_type for node_type, _ in types_in(words)]
    if len(types) < _TWO or sentence.text.rstrip().endswith("?"):
        return False
    lacking = types[2] if len(types) > _TWO else types[0]
    hosts = [node for node in make.draft.graph.of_type(types[1]) if not has(make.draft.graph, node, lacking)]
    made: list[bool] = []
    for node in hosts:
        if not make.draft.has_room(_LARGEST):
            raise CannotApply(make.draft.say.too_many.format(limit=MAX_OPERATIONS))
        made.append(_make_for(node, types[0], make))
    return bool(made) and all(made)


def _make_for(node: Node, node_type: str, make: Maker) -> bool:
    names = make.names
    patterns = {"TEST": names.test, "REQ": names.requirement, "MOD": names.module, "SCHEMA": names.schema}
    pattern = patterns.get(node_type)
    if pattern is None:
        return False
    attributes: dict[str, JsonValue] = {}
    if node_type == "SCHEMA":
        attributes = schema_attributes([])
    elif node_type == "REQ":
        attributes = {"kind": "functional"}
    name = make.free_name(node_type, make.called(pattern, node.name))
    new = make.new(node_type, name, node.descr or node.name, attributes)
    return connect(node, new, make)


def _says(words: Sequence[SpokenWord], lemmas: frozenset[str]) -> bool:
    stems = {stem(each) for each in lemmas} | lemmas
    spoken = {each.folded for each in words} | {stem(each.folded) for each in words}
    spoken |= {f"{each.folded[:-3]}y" for each in words if each.folded.endswith("ies")}
    last = words[-1].folded if words else ""
    return bool(stems & spoken) or any(stem(f"{last}{each.folded}") in stems for each in words)
