"""Means "Rename", "describe", "set ... to", "delete": changes of nodes that exist."""

from __future__ import annotations

from typing import Final

from graphwright.graph.profile import Attribute, expected, fits
from graphwright.offline.draft import CannotApply, Draft, MustNotApply
from graphwright.offline.names import phrase_words
from graphwright.offline.phrases import Clause, SentenceReply, enumerated, one, several
from graphwright.offline.tokens import Span, joined
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold
from graphwright.text.messages import words_of

# The attribute that "mark X as passed" means.
_MARKED: Final = "status"
# Characters of a value that the answer repeats.
_SHOWN: Final = 120
# Bounds of what one sentence may ask for (ADR-18).
_LONGEST_NAME: Final = 200
_LONGEST_DESCR: Final = 20_000


def rename(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Rename A to B": the name as it is said, several words as one PascalCase name; the semantic id stays."""
    node = one(clause, "thing", draft)
    words = phrase_words(clause.slots["name"])
    name = "".join(word[:1].upper() + word[1:] for word in words)[:_LONGEST_NAME]
    if not name:
        raise CannotApply(draft.say.which_name.format(text=clause.sentence.text))
    if any(other != node.node_id for other in draft.graph.named(node.node_type, name)):
        raise MustNotApply(draft.say.name_taken.format(type=node.node_type, name=name))
    if name != node.name:
        draft.update(node, name=name)
    return SentenceReply(draft.say.renamed.format(name=node.name, to=name))


def describe(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Describe A as ..." or "Describe A: ..."."""
    if clause.sentence.tail:
        said = clause.sentence.tail
    elif "text" in clause.slots:
        said = clause.sentence.text_from(clause.slots["text"])
    else:
        return None
    return _set_descr(one(clause, "thing", draft), said, draft)


def set_attribute(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Set the volatility of A to high"."""
    name = clause.grammar.attribute(clause.slots["attribute"])
    return None if name is None else _set(one(clause, "thing", draft), name, clause, draft)


def mark(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Mark A as passed": a status, or any other attribute that can only be this value's."""
    value = _value(clause)
    if value is None:
        return None
    node = one(clause, "thing", draft)
    fitting = [each.name for each in _attributes(node, draft) if value in each.options]
    if not fitting:
        raise MustNotApply(_no_attribute(node, _MARKED, draft))
    return _set(node, fitting[0], clause, draft)


def delete(clause: Clause, draft: Draft) -> SentenceReply | None:
    """Means "Delete A and B". That it may have to wait for a person is the policy's decision (ADR-09)."""
    nodes = several(clause, "things", draft)
    for node in nodes:
        draft.delete(node)
    return SentenceReply(draft.say.deleted.format(names=enumerated([node.semantic_id for node in nodes], draft)))


def _set_descr(node: Node, said: str, draft: Draft) -> SentenceReply:
    draft.update(node, descr=said[:_LONGEST_DESCR])
    return SentenceReply(draft.say.updated.format(attribute="descr", name=node.name, value=_shortened(said)))


def _set(node: Node, name: str, clause: Clause, draft: Draft) -> SentenceReply:
    attribute = next((each for each in _attributes(node, draft) if each.name == name), None)
    if attribute is None:
        raise MustNotApply(_no_attribute(node, name, draft))
    said = joined(clause.slots["value"])
    value = _read(attribute, clause.slots["value"], clause)
    if value is None or not fits(attribute, value):
        raise MustNotApply(
            draft.say.bad_value.format(
                value=said, attribute=name, expected=words_of(expected(attribute), draft.language)
            )
        )
    draft.update(node, attributes={name: value})
    return SentenceReply(draft.say.updated.format(attribute=name, name=node.name, value=_shortened(said)))


def _read(attribute: Attribute, span: Span, clause: Clause) -> JsonValue:
    said = joined(span)
    match attribute.type:
        case "choice":
            value = _value(clause)
            options = {fold(option): option for option in attribute.options}
            return value if value in attribute.options else options.get(fold(said))
        case "number":
            return float(said) if said.replace(".", "", 1).isdecimal() else None
        case "boolean":
            return {"true": True, "false": False}.get(fold(said))
        case "text" | "json":
            return said


def _value(clause: Clause) -> str | None:
    return clause.grammar.values.get(fold(joined(clause.slots["value"])))


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _attributes(node: Node, draft: Draft) -> list[Attribute]:
    known = draft.graph.ontology.node_types.get(node.node_type)
    return [] if known is None else known.attributes


def _no_attribute(node: Node, name: str, draft: Draft) -> str:
    known = ", ".join(each.name for each in _attributes(node, draft)) or "-"
    return draft.say.no_attribute.format(name=node.name, type=node.node_type, attribute=name, known=known)
