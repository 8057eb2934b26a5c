"""What of a change is hardly what was meant, though every word of the message is explained: then it is only proposed.

`accounting.py` looks for words that nothing explains. Here the change itself is held against what is known: the kind
of a noun, the sort of those in one list, who does what is new in a model, and how a name looks (ADR-113).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from graphwright.grammar.records import SpokenPhrase
from graphwright.grammar.rules import words_of
from graphwright.languages import Language
from graphwright.offline.dialogue.told import SentenceResult, words_in
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.casting import BUILT, is_twofold, kind_of
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.spoken import members, said_kind, whole
from graphwright.offline.meaning.stated import Doing, Ordering, Proceeding, Statement
from graphwright.offline.meaning.vocabulary import node_type_of, small_words, vocabulary
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeUpdate
from graphwright.text.folding import fold

_SIGNS: Final = re.compile(r"[\"“”„«»;:?!]")
"""Signs that end a name or stand around it, and are in none."""
_PIECE: Final = re.compile(r"[,;–—…]\s*")
_FEW: Final = 2
"""Words that take something back: `I mean`."""
_ACTING: Final = frozenset(("ACTOR", "SYS", "MOD"))
_BUILT_TYPES: Final = frozenset(("SYS", "MOD"))
_NAMED: Final = frozenset(("SYS", "MOD", "ACTOR", "UC", "FUNC", "TEST", "SCHEMA"))
"""Types with a name of somebody's own words."""


def no_names(draft: Draft) -> Iterator[str]:
    """New names that no name looks like: signs stand in them, or another begins with `to`, `for` or `pour`."""
    for each in paced(draft.operations):
        match each:
            case NodeCreate(node_type=node_type, name=name) if node_type in _NAMED:
                is_odd = bool(_SIGNS.search(name))
            case NodeUpdate(set=fields) if fields.name:
                name, first = fields.name, words_in(fields.name)[:1]
                is_odd = bool(_SIGNS.search(name)) or bool(small_words().intersection(first))
            case _:
                continue
        if is_odd:
            yield name


def done_by_nobody(statements: Sequence[Statement], draft: Draft) -> Iterator[str]:
    """New functions in a model that has something, which no part carries out and no use case holds.

    Who tells of such a model speaks of how it is built, or of a step that it has, as often as of a new one.
    """
    if not draft.base.nodes or not any(isinstance(each, Doing | Proceeding) for each in statements):
        return
    doings = (each for each in statements if isinstance(each, Doing))
    named = (node for each in doings for doer in each.doers for node in draft.find(name_of(doer)))
    is_system = any(node.node_type == "SYS" for node in named)  # `it also detects the room`
    done = set[str]()
    for each in paced(draft.operations):
        if isinstance(each, EdgeCreate) and each.edge_type == "allocate":
            done |= {str(each.source), str(each.target)}
        elif isinstance(each, EdgeCreate) and each.edge_type == "compose":
            holder = draft.node(each.source)
            done |= {str(each.target)} if is_system or holder.node_type != "SYS" else set()
    for each in paced(draft.operations):
        if isinstance(each, NodeCreate) and each.node_type == "FUNC" and str(each.semantic_id) not in done:
            yield each.name


def unlikely(told: SentenceResult) -> Iterator[tuple[str, str]]:
    """Why what was told is hardly what was meant: the key of a reason in `[doubts]`, and the words."""
    if told.statements and not told.demands:
        for code, look in _LOOKS.items():
            yield from ((code, text) for text in islice(look(told), 1))


def _several_sorts(told: SentenceResult) -> Iterator[str]:
    """Those of one list became elements of different types, or some of them none: the list was cut wrongly."""
    for clause in told.sentence.clauses:
        for role in clause.roles:
            if role.taken_over or len(role.phrase.members) <= 1:
                continue
            listed = [each for each in members(role.phrase) if not _says_type(each, told.sentence.language)]
            found = [told.draft.find(name_of(each)) for each in listed]
            sorts = {nodes[0].node_type if nodes else "" for nodes in found}
            if role.name == "doer" and sorts <= _ACTING and whole(clause, "thing") is not None:
                continue  # `the driver and the radio report the delay`
            if len(sorts) > 1 and any(_is_new(nodes[0], told.draft) for nodes in found if nodes):
                yield role.phrase.text


def _says_type(phrase: SpokenPhrase, language: Language) -> bool:
    """Is its type said: `actor Guest`, `two tests`?"""
    is_type = bool(phrase.type_word) or node_type_of(phrase.head) is not None
    return is_type or said_kind(phrase, language) is not None


def _other_kind(told: SentenceResult) -> Iterator[str]:
    """A noun that is known for another kind of thing than it became: somebody a part, a deed a machine."""
    language = told.sentence.language
    for clause in told.sentence.clauses:
        for role in clause.roles:
            for each in members(role.phrase):
                new = [node for node in told.draft.find(name_of(each)) if _is_new(node, told.draft)]
                if new and not _says_type(each, language) and _is_of_another(each, new[0].node_type, language):
                    yield name_of(each)


def _is_of_another(phrase: SpokenPhrase, node_type: str, language: Language) -> bool:
    kind = kind_of(phrase, language)
    if node_type in _BUILT_TYPES:
        is_deed = kind is None and fold(phrase.head).endswith(tuple(vocabulary(language).kinds["deedEnds"]))
        is_person = kind == "person" and (node_type == "SYS" or not is_twofold(phrase, language))
        return is_person or is_deed
    return node_type == "ACTOR" and kind in BUILT and not is_twofold(phrase, language)


def _of_parts(told: SentenceResult) -> Iterator[str]:
    """A new deed that only speaks of parts of the model: nobody does it to one, or nothing is done by one."""
    for doing in told.doings:
        parts = [each for role in doing.clause.roles for each in members(role.phrase) if _is_part(each, told)]
        is_done_to = doing.thing is not None and not doing.doers and _is_part(doing.thing, told)
        if parts and not doing.denied and (is_done_to or doing.thing is None):
            yield doing.clause.text


def _is_part(phrase: SpokenPhrase, told: SentenceResult) -> bool:
    known = told.draft.base.nodes
    nodes = told.draft.find(name_of(phrase))
    return any(each.node_id in known and each.node_type in _BUILT_TYPES for each in nodes)


def _taken_back(told: SentenceResult) -> Iterator[str]:
    """Somebody corrects themselves in the same breath: `..., no, sorry, ...`."""
    back = words_of("taking_back")
    for piece in _PIECE.split(told.sentence.text)[1:]:
        said = fold(piece).split()[:_FEW]
        yield from (" ".join(said[:count]) for count in range(1, len(said) + 1) if " ".join(said[:count]) in back)


def _asked_for(told: SentenceResult) -> Iterator[str]:
    """Somebody asks for it politely, and it was not read as an order: an errand for others, as often."""
    please = order_words(told.sentence.language).words["please"]
    is_told = any(isinstance(each, Doing) for each in told.statements)
    is_ordered = any(isinstance(each, Ordering) for each in told.statements)
    if is_told and not is_ordered and not please.isdisjoint(words_in(told.sentence.text)):
        yield told.sentence.text


def _is_new(node: Node, draft: Draft) -> bool:
    return node.node_id not in draft.base.nodes


_LOOKS: Final[Mapping[str, Callable[[SentenceResult], Iterator[str]]]] = MappingProxyType(
    {
        "severalSorts": _several_sorts,
        "otherKind": _other_kind,
        "ofParts": _of_parts,
        "takenBack": _taken_back,
        "askedFor": _asked_for,
    }
)
"""By the key of the reason in `[doubts]`."""
