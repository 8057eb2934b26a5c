"""Means "Create ...": new nodes of a named type, alone or as parts of another one."""

from __future__ import annotations

from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.names import words_of_name
from graphwright.offline.patterns.attach import attach, can_attach
from graphwright.offline.phrases import Clause, NounPhrase, SentenceReply, asked, enumerated, name_for
from graphwright.offline.tokens import joined, sentences
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import NodeCreate


def create(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Create the functions A and B": what exists already is left alone."""
    clause, wanted = _wanted(clause)
    if not wanted:
        return None
    before = len(draft.operations)
    nodes = [new_node(each, clause, draft) for each in wanted]
    return told(nodes, before, draft)


def create_with(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Create the system S with the use case U": a whole and its parts."""
    wholes = asked(clause.slots["new"], clause.grammar)
    parts = asked(clause.slots["parts"], clause.grammar)
    if len(wholes) != 1 or not parts or any(part.node_type is None for part in parts):
        return None
    before = len(draft.operations)
    whole = new_node(wholes[0], clause, draft)
    made = [new_node(part, clause, draft) for part in parts]
    for part in made:
        # An actor stands outside the system; it is made and not connected.
        if can_attach(draft, whole, part.node_type):
            attach(draft, whole, part)
    return told([whole, *made], before, draft)


def _wanted(clause: Clause) -> tuple[Clause, list[NounPhrase]]:
    """What is asked for; "create functions: A, B and C" has the names after the colon, so it has no description."""
    wanted = asked(clause.slots["new"], clause.grammar)
    if len(wanted) != 1 or wanted[0].words or not clause.sentence.tail:
        return clause, wanted
    listed = [each for part in sentences(clause.sentence.tail) for each in asked(part.tokens, clause.grammar)]
    undescribed = clause._replace(sentence=clause.sentence._replace(tail=""))
    return undescribed, [NounPhrase(wanted[0].node_type, each.words) for each in listed]


def new_node(wanted: NounPhrase, clause: Clause, draft: Draft) -> Node:
    """The node that is asked for, made unless it exists. Raises `CannotApply` without a type or a name."""
    # "every function" is no name, however little of the rest was understood.
    if not wanted.words or any(token.word in clause.grammar.each for token in wanted.words):
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    name = name_for(wanted.words, clause.grammar)
    if not name:
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    if wanted.node_type is None:
        raise CannotApply(draft.say.which_type.format(name=name))
    said = clause.sentence.tail or description(wanted.node_type, name, draft, said=joined(wanted.words))
    return draft.find_or_create(wanted.node_type, name, said, attributes_of(wanted.node_type, name))


def description(node_type: str, name: str, draft: Draft, *, said: str) -> str:
    """A first description of a new node; a person will say it better, but an empty one helps nobody."""
    say = draft.say
    sentence = {
        "SYS": say.system_descr,
        "ACTOR": say.actor_descr,
        "REQ": say.requirement_descr,
        "TEST": say.test_descr,
        "MOD": say.module_descr,
        "SCHEMA": say.schema_descr,
    }.get(node_type)
    if sentence is not None:
        return sentence.format(name=name)
    phrase = said if " " in said else " ".join(words_of_name(said)).capitalize()
    return f"{phrase}."


def attributes_of(node_type: str, name: str) -> dict[str, JsonValue] | None:
    """The attributes without which a node of this type is not complete: the struct of a schema."""
    if node_type != "SCHEMA":
        return None
    return {"category": "DataSchema", "struct": {"title": name, "type": "object"}}


def told(nodes: list[Node], before: int, draft: Draft) -> SentenceReply:
    """What was made, and what was there already."""
    new = {each.semantic_id for each in draft.operations[before:] if isinstance(each, NodeCreate)}
    made = [f"{node.name} ({node.node_type})" for node in nodes if node.semantic_id in new]
    there = [node for node in nodes if node.semantic_id not in new]
    lines = [draft.say.created.format(names=enumerated(made, draft))] if made else []
    lines += [draft.say.exists.format(name=node.name) for node in there]
    return SentenceReply(" ".join(lines), tuple(there))
