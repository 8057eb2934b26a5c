"""The nodes that have, lack or are something, in words: a list, a number, yes or no; several types one by one."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.questions.telling import (
    COUNTED,
    AnswerContext,
    answered_with,
    meant_types,
    one_line,
    with_type,
)
from graphwright.protocol.graph import Node


def rows_told(telling: AnswerContext) -> str:
    """Which nodes answer, and how many."""
    query, nodes, say = telling.query, telling.rows.nodes, telling.say
    if query.term and not nodes:
        return _unlike(telling)
    has = query.relation or query.partner or query.attribute
    if not nodes and (has or query.negated or query.every) and not _exists(telling):
        return with_type(say.none_of, telling.type_of(query.types, 2))  # what is not there is not complete
    if has:
        text = _having(telling)
    elif len(query.types) > 1 and len({node.node_type for node in nodes}) > 1:
        text = _by_type(telling)
    elif nodes:
        text = _listed(telling, query.types, nodes)
    elif query.form == "count":
        text = say.counted.format(count=0, type=telling.type_of(query.types, 2))
    else:
        is_narrowed = query.words or query.within or query.without
        text = with_type(say.none_like if is_narrowed else say.none_of, telling.type_of(query.types, 2))
    return answered_with(telling, holds=bool(nodes) != query.every, text=text)


def _exists(telling: AnswerContext) -> bool:
    """Is there anything of the types that are asked for?"""
    kinds = telling.query.types
    return not kinds or any(True for kind in kinds for _ in telling.graph.of_type(kind))


def _listed(telling: AnswerContext, types: Sequence[str], nodes: Sequence[Node]) -> str:
    """A number with the names, or the number alone where it was asked for and is high."""
    word, say = telling.type_of(types, len(nodes)), telling.say
    if telling.query.form == "count" and len(nodes) > COUNTED:
        return say.counted.format(count=len(nodes), type=word)
    return say.listed.format(count=len(nodes), type=word, names=telling.named(nodes))


def _by_type(telling: AnswerContext) -> str:
    """Each type that was asked for by itself."""
    lines = (
        _listed(telling, (each,), [node for node in telling.rows.nodes if node.node_type == each])
        for each in telling.query.types
        if any(node.node_type == each for node in telling.rows.nodes)
    )
    return "\n".join(lines)


def _having(telling: AnswerContext) -> str:
    """Those with, or without, what is said."""
    query, nodes, say = telling.query, telling.rows.nodes, telling.say
    word, several = telling.type_of(query.types, len(nodes)), telling.type_of(query.types, 2)
    if query.bound is not None:
        wording = say.listed if nodes else say.none_like
        types = word if nodes else several
        return wording.format(count=len(nodes), names=telling.named(nodes), type=types)
    other = _other(telling)
    if nodes:
        wording = say.lacking if query.negated else say.having
        return wording.format(count=len(nodes), type=word, other=other, names=telling.named(nodes))
    return with_type(say.none_lacking if query.negated else say.none_having, several, other=other)


def _other(telling: AnswerContext) -> str:
    """What they have or lack: a node type, an attribute, or what stands at the end of a connection."""
    query = telling.query
    if query.attribute:
        word = attribute_word(telling, query.attribute)
        return f"{word} {query.value}" if query.value else word
    implied = [query.partner] if query.partner else meant_types(query)[:1]
    end = telling.say.ends.get(f"{query.relation}_{query.asked}", "")
    return end or telling.type_of(implied, 1)


def attribute_word(telling: AnswerContext, key: str) -> str:
    """What people call an attribute: `Begründung` for `rationale`."""
    return vocabulary(telling.language).attribute_word(key)


def _unlike(telling: AnswerContext) -> str:
    """That nothing is called so, with the few that there are of the type."""
    query, say = telling.query, telling.say
    others = [node for node_type in query.types for node in telling.graph.of_type(node_type)]
    known = ""
    if 0 < len(others) <= COUNTED:
        kind = telling.type_of(query.types, len(others))
        known = f" {say.listed.format(count=len(others), type=kind, names=telling.named(others))}"
    return f"{say.no} {say.unnamed.format(name=one_line(query.term))}{known}"
