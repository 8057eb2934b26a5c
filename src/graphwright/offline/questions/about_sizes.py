"""Questions about a size: "how loud may the unit be?", "how long does the battery last?", "combien de lux sur scène ?".

The model holds sizes as quantities in texts, mostly of requirements; units say which of them are meant, and of those
the words of the question.
"""

from __future__ import annotations

from functools import cache

from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, load
from graphwright.offline.questions.evaluate import ANY_UNIT, rows_of
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import quantities_of
from graphwright.pauses import paced


def sized(question: MarkedQuestion, graph: Graph) -> Query | None:
    """How big, loud, heavy ... something is or may be; of what is not named only what a text of the model tells."""
    sizes, places = question.of("sizes"), question.uncovered
    counted = "" if sizes else _counted_unit(question, graph)
    said = " ".join(mark.key for mark in sizes if mark.places == sizes[0].places)
    unit = _in_all_languages(said) if sizes else counted or _bounded(question)
    if not unit or question.of("type"):
        return None
    words = tuple(question.words_at((place,)) for place in (places[1:] if counted else places))
    query = Query(kind="sizes", anchors=anchors_of(question), unit=unit, words=words, language=question.language)
    return query if query.anchors or rows_of(query, graph).nodes else None


def _bounded(question: MarkedQuestion) -> str:
    """Any unit, where a bound is asked for: "wie feucht darf es höchstens sein?"."""
    has_number = any(word.folded.isdigit() for word in question.words)
    asks = question.has("asked", "what", "which") and question.has("signs", "atMost", "atLeast") and not has_number
    return ANY_UNIT if asks else ""


def reasoned(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Why 60 degrees?": why what speaks of this number is so."""
    numbers = (
        {float(word.folded) for word in question.words if word.folded.isdigit()}
        if question.has("asked", "why")
        else set[float]()
    )
    if len(numbers) != 1:
        return None
    demands = (node for node in paced(graph.of_type("REQ")))
    found = [node for node in demands if any(each.number in numbers for each in quantities_of(node))]
    return Query(kind="why", anchors=tuple((node.node_id,) for node in found)) if len(found) == 1 else None


@cache
def _in_all_languages(units: str) -> str:
    """Some units with those of the same kind in the other languages: a model may be in another than the question."""
    known = {each for language in LANGUAGES for each in load(language, "asking", "sizes", dict[str, list[str]])}
    alike = (each for each in sorted(known) if not set(units.split()).isdisjoint(each.split()))
    return " ".join(dict.fromkeys(unit for each in (units, *alike) for unit in each.split()))


def _counted_unit(question: MarkedQuestion, graph: Graph) -> str:
    """A unit that is asked for by its own name, "combien de lux": one that the model counts in."""
    asks = question.of("asked", "howMany")
    behind = next((place for place in question.uncovered if asks and place > asks[0].last), None)
    if behind is None or behind > asks[0].last + 1:
        return ""
    said = question.words[behind].folded
    units = (each.unit for node in paced(graph.of_type("REQ")) for each in quantities_of(node))
    return said if said in units else ""
