"""Questions about all of a node type: which there are, how many, which have or lack something, which is first.

A question of which words were not understood gives no query, unless these words are what is looked for: a list of
everything is no answer to a question about something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.questions.links import DEEDS
from graphwright.offline.questions.marks import MarkedQuestion
from graphwright.offline.questions.pieces import (
    BOUNDS,
    anchors_of,
    form_of,
    is_negated,
    is_verb,
    overview,
    partnered,
    types_of,
)
from graphwright.offline.questions.query import Query
from graphwright.offline.questions.texts import is_spoken_of

_TWO: Final = 2
"""What is compared."""


def defined(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "What is a FLOW?", "the difference between UC and FUNC": words of the ontology."""
    types = types_of(question)
    if question.of("name") or question.uncovered or not types:
        return None
    asks = question.has("topics", "define") or (len(types) > 1 and question.has("topics", "difference"))
    is_plain = question.has("asked", "what") and question.has("signs", "is") and not question.has("relations")
    is_short = is_plain and not any(mark.plural for mark in question.of("type")) and not question.has("asked", "exists")
    if asks or (is_short and not question.has("topics", "missing", "wrong", "overview", "status", "impact")):
        return Query(kind="define", types=types)
    return None


def balanced(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Are there more modules than functions?", "Has A more parts than B?", "more modules or functions?"."""
    types = types_of(question)
    names, is_choice = question.of("name"), _is_choice(question)
    bounds = [mark for mark in question.of("signs", "moreThan", "lessThan") if names and len(mark.places) == _TWO]
    more = question.has("signs", "more") or any(mark.key == "moreThan" for mark in bounds)
    more = more or (is_choice and question.has("signs", "most"))  # "who has most to do, A or B?"
    less = question.has("signs", "fewer") or bool(bounds)  # "does A carry more than B?"
    is_said = (more or less) and (is_choice or bounds or question.has("signs", "than"))
    if not is_said or len(names or types) != _TWO:
        return None
    query = Query(kind="balance", types=types, most=more, form="either" if is_choice else "whether")
    if not names:
        return query
    parts = ("compose", "thing") if question.has("nouns", "parts") and not types else None
    if parts is None and not types and (question.has("relations", "carry") or question.has("topics", "missing")):
        # "has more to do"; people do not carry what they do
        people = any(node.node_type == "ACTOR" for mark in names for node in mark.nodes)
        relation = "connect" if people else "carry"
        return replace(query, types=("FUNC",), anchors=anchors_of(question), relation=relation, asked="thing")
    if parts is None and len(types) != 1:
        return None
    relation, asked = parts or ("", "thing")
    return replace(query, anchors=anchors_of(question), relation=relation, asked=asked)


def _is_choice(question: MarkedQuestion) -> bool:
    """Stands an "or" between the two that are compared, and no "than"?"""
    compared = question.of("name") or question.of("type")
    joints = question.of("signs", "or")
    is_between = any(compared[0].last < each.first < compared[-1].first for each in joints) if compared else False
    return is_between and not question.has("signs", "than")


def numbered(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which modules carry more than one function?"."""
    types = types_of(question)
    bound = next((each for each in BOUNDS if question.has("signs", each)), None)
    number = _number_behind(question, bound) if bound is not None else None
    left = [place for place in question.uncovered if not question.words[place].folded.isdigit()]
    if bound is None or number is None or not types or question.of("name") or left:
        return None
    relation, asked = partnered(question, types)
    if len(types) < 2 and not relation:  # noqa: PLR2004 -- what is asked for, and what is counted of it
        return None
    partner = types[1] if len(types) > 1 else ""
    return Query(kind="nodes", types=types[:1], partner=partner, relation=relation, asked=asked,
                 bound=BOUNDS[bound], number=number)  # fmt: skip


def _number_behind(question: MarkedQuestion, sign: str) -> float | None:
    """The number that follows a bound, in digits or as a word."""
    behind = question.of("signs", sign)[0].last + 1
    if behind < len(question.words) and question.words[behind].folded.isdigit():
        return float(question.words[behind].folded)
    word = next((mark.key for mark in question.of("numbers") if mark.first == behind), None)
    return None if word is None else float(word)


def every(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Are all requirements tested?": yes when none lacks it."""
    types = types_of(question)
    if form_of(question) != "whether" or not question.has("signs", "all") or question.has("asked", "exists"):
        return None
    query = lacking(question, _graph)
    return replace(query, every=True, negated=True) if query is not None and types and not query.negated else None


def busiest(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Who has the most tasks?", "Who has most to do?": people by what they do."""
    is_ranked = question.has("asked", "who") and question.has("signs", "most", "fewest") and not question.of("name")
    if not is_ranked or not _does(question, types_of(question)):
        return None
    is_most = question.has("signs", "most")
    return Query(kind="rank", types=("ACTOR",), partner="FUNC", relation="connect", asked="thing", most=is_most)


def ranked(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which module carries the most functions?"; "Which requirement has the strictest time?"."""
    types, names = types_of(question), question.of("name")
    if question.has("signs", "most", "fewest") and (types or question.has("nouns", "elements")) and not names:
        partner = types[1] if len(types) > 1 else ""
        relation, asked = partnered(question, types) if types else ("connect", "thing")
        is_most = question.has("signs", "most")
        return Query(
            kind="rank", types=types[:1], partner=partner, relation=relation, asked=asked, most=is_most, form="list"
        )
    if question.has("signs", "strictest", "loosest") and types and not names:
        return Query(kind="rank", types=types[:1], attribute="number", most=question.has("signs", "loosest"))
    return None


def _does(question: MarkedQuestion, types: Sequence[str]) -> bool:
    """Is somebody asked for by what they do: by its types, by work, or by doing alone: `who does the most`?"""
    if types:
        return set(types) <= {"FUNC", "UC", "ACTOR"}
    is_bare = question.has("relations", "carry") and not question.uncovered
    return is_bare or question.has("nouns", "work")


def measured(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which requirements exceed 100 kg?": numbers in texts."""
    numbers = [word for word in question.words if word.folded.isdigit()]
    bound = next((key for key in BOUNDS if question.has("signs", key)), None)
    types = types_of(question)
    if len(numbers) != 1 or bound is None or not types or question.of("name") or len(types) > 1:
        return None
    at = question.words.index(numbers[0])
    unit = (
        question.text[question.words[at + 1].start : question.words[at + 1].end] if at + 1 < len(question.words) else ""
    )
    return Query(kind="measure", types=types, bound=BOUNDS[bound], number=float(numbers[0].folded), unit=unit)


_MEANT: Final = {"carry": "FUNC", "satisfy": "REQ", "verify": "REQ", "send": "FLOW", "receive": "FLOW"}
"""What is asked for by "anything that nobody carries"."""


def doing_nothing(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Who has nothing to do?", "which parts have nothing to do?"."""
    if question.of("type") or question.of("name") or not question.has("relations", "carry"):
        return None
    if not question.has("signs", "un"):
        return None
    if question.has("asked", "who"):
        return Query(kind="nodes", types=("ACTOR",), relation="connect", negated=True)
    is_part = question.has("nouns", "parts")
    return Query(kind="nodes", types=("MOD",), relation="carry", negated=True) if is_part else None


def lacking(question: MarkedQuestion, _graph: Graph) -> Query | None:
    """As in "Which functions have no test?", "untested requirements", "functions with a module"."""
    types = types_of(question)
    is_any = not types and question.has("nouns", "elements") and question.has("relations", "connect")
    alone = not types and question.has("nouns", "elements") and question.has("signs", "un")
    if (is_any or alone) and not question.uncovered and not question.of("name"):
        return Query(kind="nodes", relation="connect", negated=is_negated(question))
    if not types and is_negated(question):
        types = tuple(_MEANT[mark.key] for mark in question.of("relations") if mark.key in _MEANT)[:1]
    if not types or question.of("name") or (question.uncovered and not _says_nothing(question)):
        return None
    marks = question.of("type")
    joined = len(marks) > 1 and any(marks[0].last < sign.first < marks[1].first for sign in question.of("signs", "and"))
    if joined and not question.has("relations") and not is_negated(question):
        return None
    if (proved := _proved_by(question)) is not None:
        return proved
    relation, asked = partnered(question, types)
    if relation == "use" and types[0] in DEEDS and question.has("asked", "who"):
        types, relation = ("ACTOR", types[0]), ""  # "who takes part in no use case?"
    elif relation == "use" and types[0] in DEEDS and question.has("signs", "nobody"):
        types, relation = (types[0], "ACTOR"), ""  # "which functions does nobody take part in?"
    if len(types) < 2 and not relation:  # noqa: PLR2004 -- what is asked for, and what it has
        return None
    partner = types[1] if len(types) > 1 else ""
    if (relation, asked) == ("carry", "doer") and types == ("FUNC",) and not _speaks_of_people(question):
        partner = "MOD"  # "which functions run nowhere?"
    return Query(
        kind="nodes", types=types[:1], partner=partner, relation=relation, asked=asked, negated=is_negated(question),
        within=(),
    )  # fmt: skip


def _speaks_of_people(question: MarkedQuestion) -> bool:
    """Is it asked or denied that somebody does it: "for which is it not settled who does it?"."""
    return question.has("signs", "nobody") or question.has("asked", "who")


def _proved_by(question: MarkedQuestion) -> Query | None:
    """As in "What isn't covered by any test?": the requirements, of which nobody speaks by their name."""
    kinds = question.of("type")
    is_said = question.has("relations", "satisfy", "verify") and len(kinds) == 1 and kinds[0].key == "TEST"
    by = question.of("signs", "by")
    if not is_said or not question.has("asked", "what") or not any(mark.last < kinds[0].first for mark in by):
        return None
    return Query(kind="nodes", types=("REQ",), partner="TEST", negated=is_negated(question))


def _says_nothing(question: MarkedQuestion) -> bool:
    """Is all that is not known a verb between two types, which then says no more than that the two belong together?"""
    if len(question.uncovered) != 1 or len(question.of("type")) != 2 or question.of("relations"):  # noqa: PLR2004
        return False
    (place,) = question.uncovered
    first, second = question.of("type")
    return first.last < place < second.first and is_verb(question, place)


def others(question: MarkedQuestion, graph: Graph) -> Query | None:
    """As in "Who else is there besides the skipper?": all of a type but those that are named."""
    signs, names = question.of("signs", "otherThan"), question.of("name")
    asks = question.has("asked", "who", "which", "list", "howMany", "exists")
    if not signs or not names or not asks or question.uncovered or question.has("relations") or question.of("nouns"):
        return None
    without = {node.node_id: node for mark in names for node in mark.nodes}
    if question.has("asked", "who") and any(node.node_type in DEEDS for node in without.values()):
        return None  # "besides the artist, who pierces the ear?" asks for who does that
    kinds = ("ACTOR",) if question.has("asked", "who") else tuple({node.node_type for node in without.values()})
    is_left_out = names[0].first > signs[-1].last and "ACTOR" in graph.ontology.node_types
    types = types_of(question) or kinds
    return Query(kind="nodes", types=types[:1], without=tuple(without)) if is_left_out else None


def listed(question: MarkedQuestion, graph: Graph) -> Query | None:
    """All of a type, or those whose name or text holds the words that are left."""
    types = types_of(question)
    if not types and question.has("nouns", "elements", "edges") and question.has("asked", "howMany", "list"):
        return None if question.uncovered or question.has("relations") else overview(question)
    if not types or question.has("relations") or not question.has("asked"):
        return None
    words = tuple(question.words[place].folded for place in question.uncovered)
    if words and question.of("name"):
        return None  # what is asked about is named: nobody wants to hear that nothing is called by the rest
    if words and len(types) > 1 and not question.has("signs", "and", "or"):
        return None  # "which requirements have the component X?" asks for no list of both
    if question.has("signs", "nobody", "un"):
        return None  # what nobody does with them is not understood: all of them are no answer
    if words and question.has("asked", "exists") and not question.has("signs", "about"):
        if not is_spoken_of(words, types[:1], graph):
            return Query(kind="unjudged", types=types[:1], term=question.words_at(question.uncovered))
        return Query(
            kind="nodes", types=types[:1], words=words, form="whether", term=question.words_at(question.uncovered)
        )
    if words and not question.has("signs", "about") and not is_spoken_of(words, types, graph):
        return None
    return Query(kind="nodes", types=types, words=words)
