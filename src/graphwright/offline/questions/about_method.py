"""Questions about the method: when something is a use case, what a flow is for, how a requirement is written.

They name no element of the model, so what they ask is answered from the ontology, whatever else they say.
"""

from __future__ import annotations

from typing import Final

from graphwright.graph.document import Graph
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import types_of
from graphwright.offline.questions.query import Query

_TYPES: Final = 3
"""Node types that one answer explains."""
_SAID_OF: Final = {"carry": ("MOD", "FUNC"), "verify": ("TEST", "REQ"), "satisfy": ("FUNC", "REQ"), "send": ("FLOW",)}
"""Types that a connection is about, where a question names it."""


def method(question: MarkedQuestion, graph: Graph) -> Query | None:
    """How something is said, or what a type is for; `None` where an element is named."""
    if question.of("name") or question.of("unnamed") or not question.has("topics", "method"):
        return None
    types = list(types_of(question))
    for mark in question.of("relations"):
        types += [each for each in _SAID_OF.get(mark.key, ()) if each not in types]
    known = [each for each in types if each in graph.ontology.node_types]
    return Query(kind="method", types=tuple(known[:_TYPES])) if known else None
