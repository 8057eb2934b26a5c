"""Means "Add a test for Z", and the same for every node of a type: a new node that belongs to an existing one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphwright.offline.draft import MAX_OPERATIONS, CannotApply, Draft, MustNotApply
from graphwright.offline.patterns.attach import attach, can_attach, free_name
from graphwright.offline.patterns.create import attributes_of, description, new_node
from graphwright.offline.phrases import (
    Clause,
    NounPhrase,
    SentenceReply,
    asked,
    enumerated,
    is_identifier,
    the_node,
    type_name,
)
from graphwright.offline.related import has, related
from graphwright.protocol.graph import Node
from graphwright.text.messages import words_of

# How a new node is called that got no name: after what it belongs to.
_NAMED_AFTER: Final = {"TEST": "Test{}", "REQ": "{}Req", "MOD": "{}Module", "SCHEMA": "{}Data", "FCHAIN": "{}Chain"}
# The most operations that one addition takes: requirement, its edge, test and its edge.
_LARGEST_ADDITION: Final = 4


def add_for(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Add a test for ValidateOrder": made, named after its host unless a name is given, and connected."""
    host = _host(clause, draft)
    before = len(draft.operations)
    wanted = asked(clause.slots["new"], clause.grammar)
    if not wanted:
        return None
    made = [_add(each, host, clause, draft) for each in wanted]
    if len(draft.operations) == before:
        return SentenceReply(" ".join(draft.say.exists.format(name=node.name) for node in made), tuple(made))
    return _told(made, draft)


def add_for_each(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Add a requirement for every function without requirement"."""
    wanted = asked(clause.slots["new"], clause.grammar)
    host_type = clause.grammar.node_type(clause.slots["type"])
    if host_type is None or not wanted or any(each.node_type is None or each.words for each in wanted):
        return None
    hosts = _hosts(host_type, wanted, clause, draft)
    if not hosts:
        return SentenceReply(draft.say.nobody_lacks.format(type=type_name(host_type, draft)))
    made: list[Node] = []
    for host in hosts:
        if not draft.has_room(_LARGEST_ADDITION * len(wanted)):
            return SentenceReply(f"{_told(made, draft).text} {draft.say.too_many.format(limit=MAX_OPERATIONS)}")
        made += [_add(each, host, clause, draft) for each in wanted]
    return _told(made, draft)


def _host(clause: Clause, draft: Draft) -> Node:
    """What the new node belongs to. A plain name that nothing has is no part of a longer name for the new one."""
    span = clause.slots["thing"]
    try:
        return the_node(span, clause.grammar, draft)
    except CannotApply as refusal:
        if is_identifier(clause.grammar.without_articles(span)):
            raise MustNotApply(refusal.text) from None
        raise


def _hosts(host_type: str, wanted: list[NounPhrase], clause: Clause, draft: Draft) -> list[Node]:
    """Those that lack what the sentence says; without saying, those that lack what is to be added."""
    other = clause.grammar.node_type(clause.slots["other"]) if "other" in clause.slots else wanted[0].node_type
    return [host for host in draft.graph.of_type(host_type) if other and not has(draft.graph, host, other)]


def _add(wanted: NounPhrase, host: Node, clause: Clause, draft: Draft) -> Node:
    if wanted.words and wanted.node_type is None:
        existing = the_node(wanted.words, clause.grammar, draft)
        attach(draft, host, existing)
        return existing
    node_type = wanted.node_type or ""
    if not can_attach(draft, host, node_type):
        hint = words_of(draft.graph.ontology.advice("compose", host.node_type, node_type), draft.language)
        say = draft.say.no_target
        raise MustNotApply(
            say.format(type=type_name(node_type, draft, plural=False), name=host.name, other=host.node_type, hint=hint)
        )
    if wanted.words:
        node = new_node(wanted, clause, draft)
    elif node_type in _NAMED_AFTER:
        node = _named_after(host, node_type, clause, draft)
    else:
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    attach(draft, host, node)
    return node


def _named_after(host: Node, node_type: str, clause: Clause, draft: Draft) -> Node:
    """The node that the host has already, or a new one with the host's name in its own."""
    existing = next(iter(related(draft.graph, host, node_type)), None)
    if existing is not None:
        return existing
    name = free_name(draft, node_type, host.name, _NAMED_AFTER[node_type])
    descr = clause.sentence.tail or description(node_type, host.name, draft, said=host.name)
    return draft.create(node_type, name, descr, attributes_of(node_type, name))


def _told(made: Iterable[Node], draft: Draft) -> SentenceReply:
    names = dict.fromkeys(f"{node.name} ({node.node_type})" for node in made)
    return SentenceReply(draft.say.created.format(names=enumerated(list(names), draft)))
