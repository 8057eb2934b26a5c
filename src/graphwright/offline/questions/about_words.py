"""Questions about words that are no name, type or connection: "how many sensors are there?", "modules with "pump" in".

They are looked for in names; where the last word of a name is it (in French the first), it says what the thing is. What
is between quotation marks is looked for in texts as well. Nothing of it is ever denied while something is called so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from graphwright.grammar.word_lists import word_lists
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.questions.marks import Mark, MarkedQuestion
from graphwright.offline.questions.pieces import anchors_of, ids_of, is_verb, may_be_verb, types_of
from graphwright.offline.questions.query import Query, QueryForm
from graphwright.offline.questions.texts import is_called, joined, speaks_of, tells_all
from graphwright.offline.questions.words import asking_words
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.words import short_words, stem, words

_LONGEST: Final = 4
"""Words of a noun phrase that is looked for."""
_LONGEST_THING: Final = 3
"""Words of a thing that is told not to be there; more of them are a story about something else."""
_FEW_WORDS: Final = 2
"""Words of a thing that is asked about only by the way."""
_FEW: Final = 3
"""Elements whose texts say the same; of more nobody is meant."""
_FOUND_BY: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "duplicates": (
            "no_duplicate_nodes", "no_duplicate_edges", "func_near_duplicate", "func_merge_candidate",
            "schema_near_duplicate", "schema_merge_candidate", "layer_twins",
        ),
        "unclear": ("naming", "required_properties", "func_description_quality"),
        "circular": ("flow_cycles",),
        "overloaded": ("millers_law", "function_allocation", "allocation_cohesion"),
    }
)  # fmt: skip
"""The rules that are about what a question wants judged; for all else there is none."""
_KINDS: Final = 2
"""Node types of one answer; of more it is told as elements."""


def quoted(question: MarkedQuestion, graph: Graph) -> Query | None:
    """Who has quoted words, which are nobody's name, in the name or else in a text; that nobody has them is told."""
    said = next(iter(question.of("unnamed")), None)
    if said is None or question.of("name"):
        return None
    return _quoted(said.key, types_of(question), question, graph)


def sought(question: MarkedQuestion, graph: Graph) -> Query | None:
    """What is asked to be there, counted or listed, by a noun phrase; a whole one that is asked for may be denied."""
    if question.of("name") or question.of("relations"):
        return None
    places = question.uncovered
    is_asked = question.has("asked", "exists", "howMany") or (places and question.has("asked", "list", "which"))
    is_whole = bool(places) and places == tuple(range(places[0], places[-1] + 1)) and len(places) <= _LONGEST
    if not is_asked or not is_whole or types_of(question):
        return None
    found = _called([question.words[place].folded for place in places], question.language, graph)
    if found:
        return _those(found)
    if not question.has("asked", "exists"):
        return None
    if _is_one_thing(places[0], question):
        form: QueryForm = "list" if question.has("asked", "why") else "whether"  # nobody who asks why is told no
        return Query(kind="unnamed", term=question.words_at(places), form=form)
    return Query(kind="unjudged", term=question.words_at(places))


def _is_one_thing(place: int, question: MarkedQuestion) -> bool:
    """Is one thing asked about, "is there a printer?", which may be denied, and no kind of things, "any hazards?"?"""
    articles = {each for mark in question.of("signs", "article") for each in mark.places}
    return place - 1 in articles


def judged(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Are there duplicate functions?": what rules find about it; what none is about they cannot tell.

    So it is with "Do any requirements contradict each other?" and "Which hazards are there?".
    """
    if question.of("sizes") or question.has("asked", "who", "when"):
        return None  # how long a wash cycle takes, and who assesses a risk, are told by other words
    marks = question.of("judged")
    asks = question.has("asked", "exists", "which", "list", "howMany", "whether", "what", "where")
    if not marks or not (asks or question.text.rstrip().endswith("?")) or question.has("topics", "impact", "define"):
        return None
    rules = tuple(rule for rule in _FOUND_BY.get(marks[0].key, ()) if rule in graph.ontology.rules)
    anchors, types = anchors_of(question), types_of(question)
    if rules:
        return Query(kind="missing", rules=rules, anchors=anchors, types=types, term=question.words_at(marks[0].places))
    said = question.words_at(marks[0].places)
    called = _called(words(said), question.language, graph) if words(said) and not anchors else []
    if found := [node for node in called if not types or node.node_type in types]:
        return _those(found)
    return Query(kind="unjudged", term=said, anchors=anchors, types=types)


def told_of(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Who takes the barrels away?" where a description says "Takes the barrels away": whose text tells it.

    So is what is only claimed of another: "The cashier takes the barrels away?".
    """
    names = question.of("name")
    claims = not question.of("asked") and len(names) == 1 and names[0].first <= 1 and question.text.endswith("?")
    if not (question.has("asked", "who") or claims) or question.of("type") or question.of("topics"):
        return None
    marks = question.of("relations") if claims else (*names, *question.of("relations"))
    places = sorted({*question.uncovered, *(place for mark in marks for place in mark.places)})
    said = joined([question.words_at((place,)) for place in places], question.language)
    if len(said) < _FEW_WORDS:
        return None
    doers = (node for kind in ("ACTOR", "MOD", "SYS") for node in graph.of_type(kind))
    found = [node for node in paced(doers) if tells_all(node.descr, said, question.language)]
    return Query(kind="describe", anchors=tuple((node.node_id,) for node in found)) if 0 < len(found) <= _FEW else None


def unheard_of(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Who cleans the pool?" or "And the pool, who cleans that?" where there is no pool, nor any text of one."""
    asks = question.of("asked", "who", "where", "whereFrom", "whereTo", "exists")
    if not asks or question.of("name") or question.of("type") or question.of("topics"):
        return None
    opening = {place for mark in question.of("asked") for place in mark.places}
    if not question.text.rstrip().endswith("?") and not opening.issuperset(range(asks[0].first)):
        return None  # `the clerk who checks the invoice` tells who that is
    things = [each for each in _phrases(question) if _is_thing(each, question)]
    fronted = [each for each in things if each[-1] < asks[0].first]  # "and the popcorn, who sells that?"
    things = fronted or [each for each in things if len(things) == 1 or not may_be_verb(question, each[0])]
    if len(things) != 1 or len(things[0]) > _LONGEST_THING:
        return None
    particles = word_lists(question.language).separable
    beside = (place for place in question.uncovered if place not in things[0])
    rest = [place for place in beside if question.words[place].folded not in particles]
    if len(rest) > 1 or not all(is_verb(question, place) or _is_told(place, asks) for place in rest):
        return None
    thing = question.words_at(things[0])
    if any(_called([question.words[place].folded], question.language, graph) for place in things[0]):
        return None
    if any(tells_all(node.descr, thing.split(), question.language) for node in paced(graph.nodes.values())):
        return None  # nothing is called so, but a text speaks of it
    deeds = tuple(question.words_at((place,)) for place in rest)
    return Query(kind="unnamed", term=thing, words=deeds)


def _phrases(question: MarkedQuestion) -> list[tuple[int, ...]]:
    """The words that were not understood, those side by side together."""
    runs: list[tuple[int, ...]] = []
    for place in question.uncovered:
        if runs and runs[-1][-1] == place - 1:
            runs[-1] = (*runs[-1], place)
        else:
            runs.append((place,))
    particles = word_lists(question.language).separable
    runs = [run[:-1] if question.words[run[-1]].folded in particles else run for run in runs]
    runs = [run for run in runs if run]
    # The verb may stand beside the thing: `der die Flaschen wäscht`, `who serves drinks`.
    runs = [run[:-1] if len(run) > 1 and is_verb(question, run[-1]) else run for run in runs]
    return [run[1:] if len(run) > 1 and is_verb(question, run[0]) else run for run in runs]


def _is_thing(run: Sequence[int], question: MarkedQuestion) -> bool:
    """Stands an article, another small word or a verb before some words?"""
    before = run[0] - 1
    if before < 0 or any(before in mark.places for mark in question.of("asked")):
        return False
    is_small = question.words[before].folded in asking_words(question.language).idle
    return is_small or (before in question.uncovered and is_verb(question, before))


def _is_told(place: int, asks: Sequence[Mark]) -> bool:
    """Is a word the verb behind "who", whatever it may be else?"""
    return any(mark.last + 1 == place for mark in asks)


def _quoted(term: str, types: Sequence[str], question: MarkedQuestion, graph: Graph) -> Query:
    """Who has quoted words in the name; else in a text."""
    said = words(term)
    pool = [node for node in paced(graph.nodes.values()) if not types or node.node_type in types]
    asks_for_some = not question.of("relations") and (types or question.has("asked", "howMany", "list", "which"))
    found = [node for node in paced(pool) if is_called(node, said)] if asks_for_some and said else []
    if not found and types and not question.has("signs", "called"):
        found = [node for node in paced(pool) if all(speaks_of(node, word) for word in said)]
    return _those(found) if found else Query(kind="unnamed", term=term, types=tuple(types))


def _called(said: Sequence[str], language: Language, graph: Graph) -> list[Node]:
    """The nodes with these words in their names; those that are such a thing where there are any."""
    found = [node for node in paced(graph.nodes.values()) if is_called(node, said)]
    head = stem(said[0 if language == "fr" else -1])
    such = [node for node in found if stem(_head_of(node.name, language)) == head]
    return such or found


def _head_of(name: str, language: Language) -> str:
    said = short_words(name)
    return "" if not said else said[0 if language == "fr" else -1]


def _those(found: Sequence[Node]) -> Query:
    kinds = tuple(dict.fromkeys(node.node_type for node in found))
    return Query(kind="nodes", types=kinds if len(kinds) <= _KINDS else (), within=ids_of(found))
