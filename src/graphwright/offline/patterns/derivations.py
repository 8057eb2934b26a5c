"""Means "Derive tests" and "Derive tests for ValidateOrder": what follows from the model, for a person to decide."""

from __future__ import annotations

from graphwright.offline.derivation.derive import derive, product_of
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.phrases import Clause, SentenceReply, one, type_name


def derived(clause: Clause, draft: Draft) -> SentenceReply | None:
    """All that follows, or what follows about one node."""
    node_type = clause.grammar.node_type(clause.slots["type"])
    product = None if node_type is None else product_of(node_type)
    if node_type is None or product is None:
        say = derive_words(draft.language)
        raise CannotApply(say.cannot.format(type=type_name(node_type or "", draft)))
    about = one(clause, "thing", draft) if "thing" in clause.slots else None
    return SentenceReply(derive(product, draft, about=about))
