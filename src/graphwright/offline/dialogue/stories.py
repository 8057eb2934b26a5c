"""Sentences that tell what is the case or what happened, rather than what a system is: more doubts of certainty.

`The technician restarted the server yesterday` happened once; `the editor has the last word` names no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.grammar.rules import rules_of
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.casting import BUILT, is_the_system, kind_of
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import members
from graphwright.offline.meaning.stated import Composing, Doing, Statement
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.operations import NodeCreate
from graphwright.text.folding import fold
from graphwright.text.words import words_of_name


def happened_once(sentence: SentenceReading) -> Iterator[str]:
    """A day or year in the past beside what is done: a system does it again and again."""
    spoken = f" {' '.join(fold(each) for each in words_of_name(sentence.text))} "
    yield from (each for each in sorted(vocabulary(sentence.language).phrases["once"]) if f" {each} " in spoken)


def hardly_had(sentence: SentenceReading, statements: Iterable[Statement], draft: Draft) -> Iterator[str]:
    """Parts only by the verb `have`, which says much else, where none of the nouns is known to be built."""
    built = {fold(each.name) for each in draft.operations if isinstance(each, NodeCreate) and each.node_type == "MOD"}
    having = rules_of(sentence.language).verbs["have"]
    verbs = {fold(each.verb.lemma) for each in sentence.clauses if each.verb is not None}
    for said in statements if having & verbs else ():
        if not isinstance(said, Composing) or said.are_deeds:
            continue
        named = [*said.wholes, *said.parts]
        are_parts = any(fold(name_of(each)) in built for each in said.parts)  # a record has its fields
        is_built = any(kind_of(each, sentence.language) in BUILT or _is_known(each.name, draft) for each in named)
        if are_parts and not is_built and not any(_has_parts(each, draft) for each in said.parts):
            yield ", ".join(name_of(each) for each in said.parts)


def tells_of_had(having: Doing, doings: Iterable[Doing], draft: Draft) -> bool:
    """`The system has a supplier who sends offers`, `each shift has a clerk who ...`: whom it has does what is told."""
    language = having.sentence.language
    had = [] if having.thing is None else list(members(having.thing))
    acting = {fold(name_of(each)) for other in doings if other is not having for each in other.doers}
    is_system = bool(having.doers) and all(
        each.determiner == "every"
        or is_the_system(each, language)
        or kind_of(each, language) in BUILT
        or is_known_part(each, draft)
        for each in having.doers
    )
    acts = all(kind_of(each, language) == "person" and fold(name_of(each)) in acting for each in had)
    return is_system and bool(had) and acts


def is_known_part(phrase: SpokenPhrase, draft: Draft) -> bool:
    """Is it a part of the model already?"""
    known = draft.base.nodes
    return any(node.node_type in {"MOD", "SYS"} and node.node_id in known for node in draft.find(name_of(phrase)))


def _has_parts(phrase: SpokenPhrase, draft: Draft) -> bool:
    """Does the message say what it consists of itself? Then what has it is a whole, too."""
    found = (node for node in draft.find(name_of(phrase)) if node.node_type == "MOD")
    return any(next(iter(draft.graph.targets(node.node_id, "compose")), None) is not None for node in found)


def _is_known(name: str, draft: Draft) -> bool:
    return any(node.node_id in draft.base.nodes for node in draft.find(name))
