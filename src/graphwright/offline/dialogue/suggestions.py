"""Sentences that would be understood on the model as it is: to begin with, and to go on with. Pure.

Each is a form of `[suggestions]` filled with names of this model: what it lacks, in the order in which a model is
completed, by turns with questions about it. Whoever asks says what works; nothing else is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, zip_longest
from typing import Final

from msgspec import Struct

from graphwright.formats.suggestions import split_suggestions, write_suggestions
from graphwright.graph.document import Graph
from graphwright.languages import Language, load
from graphwright.protocol.graph import Node

Works = Callable[[str], bool]

SUGGESTIONS: Final = 3
"""Under an answer; a beginning and a composer show more."""
_TRIES: Final = 12
"""Sentences that are tried; each takes milliseconds."""
_LOOKS: Final = 200
"""Nodes of a type among which one that lacks something is looked for."""


class _SentenceForms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sentence forms of a language; `{name}` and `{other}` are places for names."""

    begin: list[str]
    """For a model without any node."""
    no_function: str
    no_module: str
    no_requirement: str
    no_test: str
    no_use_case: str
    no_parts: str
    ask: list[str]
    """Questions about any model."""
    about: list[str]
    """Questions about one node."""


def suggestions(graph: Graph, language: Language, count: int, works: Works) -> list[str]:
    """Up to so many sentences that `works` accepts, the most useful first, none twice."""
    tried = islice(
        dict.fromkeys(_offered(graph, load(language, "sentences", "suggestions", _SentenceForms))), _TRIES + count
    )
    return list(islice((each for each in tried if _is_shown_whole(each) and works(each)), count))


def _is_shown_whole(sentence: str) -> bool:
    """Does it come out of an answer as it went in? A name may hold line ends, or be too long."""
    return split_suggestions(write_suggestions([sentence])) == ("", [sentence])


def _offered(graph: Graph, forms: _SentenceForms) -> Iterator[str]:
    """All that could be said: what is missing and what could be asked, by turns."""
    if not graph.nodes:
        yield from forms.begin
        return
    both = zip_longest(_missing(graph, forms), chain(_asked(graph, forms), forms.begin))
    yield from (each for pair in both for each in pair if each is not None)


def _missing(graph: Graph, forms: _SentenceForms) -> Iterator[str]:
    """What a model needs next, each at the first node that lacks it."""
    wanted: tuple[tuple[str, str, Callable[[Node], bool]], ...] = (
        (forms.no_test, "REQ", lambda node: not any(graph.targets(node.node_id, "verify", "TEST"))),
        (forms.no_module, "FUNC", lambda node: not any(graph.sources(node.node_id, "allocate", "MOD"))),
        (forms.no_requirement, "FUNC", lambda node: not any(graph.targets(node.node_id, "satisfy", "REQ"))),
        (forms.no_use_case, "ACTOR", lambda node: not graph.degree(node.node_id)),
        (forms.no_function, "MOD", lambda node: not any(graph.targets(node.node_id, "allocate", "FUNC"))),
        (forms.no_parts, "SYS", lambda node: not any(graph.targets(node.node_id, "compose", "MOD"))),
    )
    for form, node_type, lacks in wanted:
        lacking = next(filter(lacks, islice(graph.of_type(node_type), _LOOKS)), None)
        if lacking is not None:
            yield form.format(name=lacking.name)


def _asked(graph: Graph, forms: _SentenceForms) -> Iterator[str]:
    """Questions, by turns about the model and about its best joined node."""
    best = max(islice(graph.nodes.values(), _LOOKS), key=lambda node: graph.degree(node.node_id))
    for general, one in zip_longest(forms.ask, forms.about):
        if general is not None:
            yield general
        if one is not None:
            yield one.format(name=best.name)
