"""Means "Derive tests" and "Derive tests for ValidateOrder": what follows from the model, for a person to decide."""

from __future__ import annotations

from graphwright.offline.derivation.derive import derive, product_of
from graphwright.offline.derivation.words import derive_words
from graphwright.offline.draft import Doubt, Draft
from graphwright.offline.phrases import Clause, Reply, one, type_name


def derived(clause: Clause, draft: Draft) -> Reply | None:
    """All that follows, or what follows about one node."""
    node_type = clause.speech.node_type(clause.slots["type"])
    product = None if node_type is None else product_of(node_type)
    if node_type is None or product is None:
        say = derive_words(draft.speech.language)
        raise Doubt(say.cannot.format(type=type_name(node_type or "", draft)))
    about = one(clause, "thing", draft) if "thing" in clause.slots else None
    return Reply(derive(product, draft, about=about))
