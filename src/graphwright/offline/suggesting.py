"""What could be said to the offline assistant about a model, as the page and the command line show it."""

from __future__ import annotations

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.suggestions import suggestions
from graphwright.offline.names import NodeNames
from graphwright.offline.understand import UnclearMessage, understand


def suggested(graph: Graph, language: Language, count: int) -> list[str]:
    """Up to so many sentences, each tried on this model: it is understood as it stands."""
    names = NodeNames(graph)
    return suggestions(
        graph,
        language,
        count,
        lambda text: not isinstance(understand(text, graph, names=names, findings_of=list), UnclearMessage),
    )
