"""Questions about a size of something named: "how loud may the unit be?", "how long does the battery last?".

The model holds sizes as quantities in texts, mostly of requirements; units say which of them are meant.
"""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import is_spoken_of


def sized(question: MarkedQuestion, graph: Graph) -> Query | None:
    """How big, loud, heavy ... something is or may be."""
    sizes = question.of("sizes")
    if not sizes or question.of("type"):
        return None
    words = tuple(question.words[place].folded for place in question.uncovered)
    if not question.of("name") and not (words and is_spoken_of(words, ("REQ",), graph)):
        return None
    return Query(kind="sizes", anchors=anchors_of(question), unit=sizes[0].key, words=words)
