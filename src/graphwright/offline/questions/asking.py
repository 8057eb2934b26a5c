"""The door of questions: a sentence in, an answer from the model out. Pure; nothing is changed and nothing fetched.

The words of all languages are tried, since a short question does not always tell its language, that of the sentence
first where they understand as much; the answer is in the sentence's language all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.answers import QuestionAnswer, Telling, told
from graphwright.offline.questions.evaluate import rows_of
from graphwright.offline.questions.marks import MarkedQuestion, marked
from graphwright.offline.questions.query import Query, query_of
from graphwright.offline.questions.surveys import defined, missing, surveyed, unnamed
from graphwright.protocol.operations import Finding

FindingsOf = Callable[[], Sequence[Finding]]


def asked(text: str, language: Language, graph: Graph, names: NodeIndex) -> Query | None:
    """What a sentence asks of this model; `None` when it is no question that is understood."""
    for question in _readings(text, language, graph, names):
        query = query_of(question, graph)
        if query is not None:
            return query
    return None


def answered(
    query: Query, language: Language, graph: Graph, names: NodeIndex, *, findings_of: FindingsOf | None = None
) -> QuestionAnswer | None:
    """The answer to a query; `None` when only a tool can look it up (who changed what)."""
    telling = Telling(query, rows_of(query, graph), graph, language)
    match query.kind:
        case "define":
            return defined(telling)
        case "missing":
            return missing(telling, findings_of or (lambda: check_all(graph)))
        case "status" | "overview":
            return surveyed(telling)
        case "unnamed":
            return unnamed(telling, names)
        case "changed" | "ambiguous":
            return None
        case _:
            return told(telling)


def answer(
    text: str, language: Language, graph: Graph, names: NodeIndex, *, findings_of: FindingsOf | None = None
) -> QuestionAnswer | None:
    """The answer to a sentence, or `None`: it asks nothing of the model, or nothing that is understood."""
    query = asked(text, language, graph, names)
    return None if query is None else answered(query, language, graph, names, findings_of=findings_of)


def _readings(text: str, language: Language, graph: Graph, names: NodeIndex) -> Iterator[MarkedQuestion]:
    """The language that leaves the fewest words over; names that are nothing but words by which is asked last."""
    for weak in (False, True):
        read = [marked(text, each, graph, names, weak=weak) for each in dict.fromkeys((language, *LANGUAGES))]
        yield from sorted(read, key=lambda question: len(question.uncovered))
