"""What could be said to the offline assistant about a model, as the page and the command line show it."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.suggestions import suggestions
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import Change, ReadOnlyAnswer, Situation, understand


def suggested(graph: Graph, language: Language, count: int) -> list[str]:
    """Up to so many sentences, each tried on this model: it is understood as it stands."""
    index = NodeIndex(graph)
    return suggestions(
        graph,
        language,
        count,
        lambda text: isinstance(
            understand(text, Situation(graph, index, findings_of=list, suggests=False)), Change | ReadOnlyAnswer
        ),
    )
