"""Sentences that would work on the model as it is: to begin with, and to go on with. Pure.

Each is a form of `[suggestions]` filled with names of this model: what it lacks, in the order in which a model is
completed, by turns with questions about it. Each says what it would do; whoever asks tries it, and what would do
anything else is not offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import Final

from msgspec import Struct

from graphwright.formats.suggestions import split_suggestions, write_suggestions
from graphwright.graph.document import Graph
from graphwright.graph.foreign import is_made_name, known_id
from graphwright.languages import Language, load
from graphwright.offline.derivation.modules import module_for
from graphwright.offline.dialogue.tasks import type_in
from graphwright.offline.dialogue.teaching import NO_LESSON, Lesson
from graphwright.offline.meaning.matching import meaning_key
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation

SUGGESTIONS: Final = 3
"""Under an answer; a beginning and a composer show more."""
_TRIES: Final = 12
"""Sentences that are tried in vain; each takes milliseconds."""
_LOOKS: Final = 200
"""Nodes of a type among which one that lacks something is looked for."""
_LACKING: Final = 3
"""Nodes that lack the same, of which the first whose sentence works is named."""
_NEAREST: Final = 2
"""Kinds of orders of which a sentence is offered."""
_BUILT: Final = ("FUNC", "MOD", "ACTOR", "UC", "SYS")
"""Types that the sentences to begin with make."""
_TRIED_OTHERS: Final = 3
"""Elements that may be the second of an order."""
_ONE_WORD: Final = re.compile(r"[^\W\d_]\w*")


class AnnouncedChange(Struct, frozen=True):
    """What an order says that it does."""

    edge_type: str
    node_id: NodeId
    """What it names, which gets an edge of this type."""
    makes: frozenset[str] = frozenset()
    """Types of the nodes that it makes."""
    new: str | None = None
    """The name of a new node, where the order has one."""

    def is_kept_by(self, operations: Sequence[Operation], graph: Graph) -> bool:
        """Do these operations do it, and nothing else?"""
        made = [each for each in operations if isinstance(each, NodeCreate)]
        joined = (each for each in operations if isinstance(each, EdgeCreate) and each.edge_type == self.edge_type)
        return (
            all(isinstance(each, NodeCreate | EdgeCreate) for each in operations)
            and frozenset(each.node_type for each in made) == self.makes
            and (self.new is None or any(meaning_key(each.name) == meaning_key(self.new) for each in made))
            and any(self.node_id in graph.find(end) for each in joined for end in (each.source, each.target))
        )


class SuggestedSentence(Struct, frozen=True):
    """A sentence that may be said next."""

    text: str
    announced: AnnouncedChange | None = None
    """What must come of it where it is an order; else it only has to be understood."""
    about: NodeId | None = None
    """What the answer must speak of, where it is a question about one node."""


Works = Callable[[SuggestedSentence], bool]


class _SentenceForms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sentence forms of a language; `{name}`, `{other}` and `{new}` are places for names."""

    begin: list[str]
    """For a model without any node."""
    no_function: str
    function: str
    """A name for a new one, as for `module`."""
    no_module: str
    module: str
    module_of: str
    """Where the model has a module that fits."""
    no_requirement: str
    no_test: str
    no_use_case: str
    no_parts: str
    quoted: str
    """A name of several words within a sentence."""
    ask: list[str]
    """Questions about any model."""
    about: list[str]
    """Questions about one node."""
    change: dict[str, str]
    """An order of each kind that cue words tell."""

    def named(self, node: Node) -> str:
        """An element as a sentence names it: where a name ends must be plain, and nobody says one that was cut."""
        if is_made_name(node.attributes) and (known := known_id(node.attributes)) is not None:
            return known
        return node.name if _ONE_WORD.fullmatch(node.name) else self.quoted.format(name=node.name)


def suggestions(graph: Graph, language: Language, works: Works, lesson: Lesson = NO_LESSON) -> Iterator[str]:
    """The sentences that `works` accepts, what a lesson is about first, then the most useful, none twice."""
    found = set[str]()
    left = _TRIES
    forms = load(language, "sentences", "suggestions", _SentenceForms)
    for wishes in chain(_nearest(graph, forms, lesson), _offered(graph, forms)):
        for each in wishes:
            if not left:
                return
            if each.text not in found and _is_shown_whole(each.text) and works(each):
                found.add(each.text)
                yield each.text
                break
            left -= 1


def _nearest(graph: Graph, forms: _SentenceForms, lesson: Lesson) -> Iterator[Iterable[SuggestedSentence]]:
    """The orders and the question that come nearest to what was not understood."""
    if not graph.nodes or not (lesson.kinds or lesson.nodes):
        return
    first = lesson.nodes[0] if lesson.nodes else _best(graph)
    others = [*lesson.nodes[1:], *(each for each in islice(graph.nodes.values(), _LOOKS) if each is not first)]
    for kind in lesson.kinds[:_NEAREST]:
        names = (
            [(first, other) for other in others[:_TRIED_OTHERS]]
            if "{other}" in forms.change[kind]
            else [(first, first)]
        )
        yield (
            SuggestedSentence(forms.change[kind].format(name=forms.named(one), other=forms.named(other)))
            for one, other in names
        )
    if lesson.nodes:
        yield (SuggestedSentence(each.format(name=forms.named(first)), about=first.node_id) for each in forms.about)


def _best(graph: Graph) -> Node:
    """The node that is joined best."""
    return max(islice(graph.nodes.values(), _LOOKS), key=lambda node: graph.degree(node.node_id))


def _is_shown_whole(sentence: str) -> bool:
    """Does it come out of an answer as it went in? A name may hold line ends and other signs, or be too long."""
    return sentence.isprintable() and split_suggestions(write_suggestions([sentence])) == ("", [sentence])


def _offered(graph: Graph, forms: _SentenceForms) -> Iterator[Iterable[SuggestedSentence]]:
    """All that could be said, what is missing and what could be asked by turns; of each the first that works."""
    begin = ([SuggestedSentence(each)] for each in forms.begin)
    if not graph.nodes:
        yield from begin
        return
    # In a list of requirements nobody asked for a machine.
    is_list = graph.count("REQ") > 0 and not any(graph.count(each) for each in _BUILT)
    for pair in zip_longest(_missing(graph, forms), chain(_asked(graph, forms), () if is_list else begin)):
        yield from (each for each in pair if each is not None)


def _missing(graph: Graph, forms: _SentenceForms) -> Iterator[Iterable[SuggestedSentence]]:
    """What a model needs next, each for the first nodes that lack it."""

    def lacking(node_type: str, lacks: Callable[[Node], bool]) -> Iterator[Node]:
        return islice(filter(lacks, islice(graph.of_type(node_type), _LOOKS)), _LACKING)

    def ordered(
        form: str, node: Node, edge_type: str, makes: Iterable[str], new: str | None = None
    ) -> SuggestedSentence:
        text = form.format(name=forms.named(node), new=new)
        return SuggestedSentence(text, AnnouncedChange(edge_type, node.node_id, frozenset(makes), new))

    yield (
        ordered(forms.no_test, each, "verify", ["TEST"])
        for each in lacking("REQ", lambda node: not any(graph.targets(node.node_id, "verify", "TEST")))
    )
    yield (
        _carried(each, graph, forms)
        for each in lacking("FUNC", lambda node: not any(graph.sources(node.node_id, "allocate", "MOD")))
    )
    yield (
        ordered(forms.no_requirement, each, "satisfy", ["REQ"])
        for each in lacking("FUNC", lambda node: not any(graph.targets(node.node_id, "satisfy", "REQ")))
    )
    yield (
        ordered(forms.no_use_case, each, "io", ["UC", "FCHAIN", "FUNC", "FLOW"])
        for each in lacking("ACTOR", lambda node: not graph.degree(node.node_id))
    )
    yield (
        ordered(forms.no_function, each, "allocate", ["FUNC"], forms.function)
        for each in lacking("MOD", lambda node: not any(graph.targets(node.node_id, "allocate", "FUNC")))
    )
    yield (
        ordered(forms.no_parts, each, "compose", ["MOD"])
        for each in lacking("SYS", lambda node: not any(graph.targets(node.node_id, "compose", "MOD")))
    )


def _carried(function: Node, graph: Graph, forms: _SentenceForms) -> SuggestedSentence:
    """Where a function that no module carries could run: in the module that fits, else in a new one."""
    module = module_for(function, graph)
    if module is None:
        text = forms.no_module.format(name=forms.named(function), new=forms.module)
        return SuggestedSentence(text, AnnouncedChange("allocate", function.node_id, frozenset({"MOD"}), forms.module))
    text = forms.module_of.format(name=forms.named(function), other=forms.named(module))
    return SuggestedSentence(text, AnnouncedChange("allocate", function.node_id))


def _asked(graph: Graph, forms: _SentenceForms) -> Iterator[Iterable[SuggestedSentence]]:
    """Questions, by turns about the model and about its best joined node."""
    best = _best(graph)
    for general, one in zip_longest(forms.ask, forms.about):
        if general is not None and _is_held(general, graph):
            yield [SuggestedSentence(general)]
        if one is not None:
            yield [SuggestedSentence(one.format(name=forms.named(best)), about=best.node_id)]


def _is_held(question: str, graph: Graph) -> bool:
    """Has the model anything of the type that a question is about?"""
    node_type = type_in(question)
    return node_type is None or graph.count(node_type) > 0
