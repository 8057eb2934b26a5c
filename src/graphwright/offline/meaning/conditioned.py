"""Deeds of the model that a condition names: `if the inspection reveals a crack, ...` comes after *Inspect casing*.

They are told by their verb, in whatever form, or by its noun: what is done then follows them. A part that tells of the
condition, `as soon as the anemometer reports a storm`, is a part all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.offline.meaning.anchors import deed_called, is_same
from graphwright.offline.meaning.casting import Casting
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, said_in
from graphwright.offline.meaning.spoken import is_circumstance, meant, phrases
from graphwright.offline.meaning.vocabulary import small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_FEWEST: Final = 2
"""Words of a deed that is told by its verb and by what it is done to."""


def conditioned(sentence: SentenceReading, steps: Sequence[DeedStep], index: NodeIndex) -> Node | None:
    """The one function of the model that the condition of the first step names; none where the condition is a step."""
    if not steps or not any(index.graph.of_type("FUNC")):
        return None
    told = {each.doing.clause.index for each in steps}
    links = [each for each in sentence.links if each.kind in {"if", "then"} and each.target in told]
    sources = {each.source for each in links} - told
    worded = {
        each.source for each in links if each.word and fold(each.word) in vocabulary(sentence.language).phrases["after"]
    }
    clauses = [each for each in sentence.clauses if each.index in sources]
    clauses = [each for each in clauses if each.kind == "condition" or each.index in worded]
    found = [deed for each in clauses if (deed := _named(each, sentence, index)) is not None]
    made = steps[0].make.draft.base
    return found[0] if len(found) == 1 and found[0].node_id in made.nodes else None


def name_parts(sentence: SentenceReading, casting: Casting, make: Maker) -> None:
    """Make the parts that tell of a state under which something is done."""
    told = [each for each in sentence.clauses if is_circumstance(each, sentence) and each.verb and not each.verb.copula]
    for phrase in (phrase for each in told for phrase in phrases(each, "doer")):
        cast = casting.participant(phrase, sentence.language)
        if cast.node_type == "MOD" and cast.node is None:
            make.participant(cast, sentence.text)


def alternative_of(steps: Sequence[DeedStep], at: int) -> int | None:
    """Where the first step stands to which a step is the alternative: `...; otherwise it is polished`."""
    step = steps[at]
    sentence = step.doing.sentence
    first = next((each for each in range(at) if steps[each].doing.sentence is sentence), None)
    is_other = any(each.kind == "otherwise" and each.target == step.doing.clause.index for each in sentence.links)
    return first if is_other else None


def _named(clause: SpokenClause, sentence: SentenceReading, index: NodeIndex) -> Node | None:
    """The function that a clause names: by what is done in it, or by a noun."""
    language = sentence.language
    said = [fold(clause.verb.lemma)] if clause.verb is not None and not clause.verb.negated else []
    for role in clause.roles:
        called = meant(role.phrase) or role.phrase  # `after they have been timed`
        said += [word for each in said_in(called.name) if (word := fold(each)) not in small_words()]
    place = -1 if vocabulary(language).names.object_first else 0
    whole: list[Node] = []
    for node in index.functions_like(said[0]) if said else ():
        name = [word for each in said_in(node.name) if (word := fold(each)) not in small_words()]
        if len(name) >= _FEWEST and is_same(name[place], said[0]):
            whole += [node] if all(any(is_same(each, word) for word in said) for each in name) else []
    if whole:
        return whole[0] if len(whole) == 1 else None
    nouns = [deed_called(role.phrase.name, language, index) for role in clause.roles if role.phrase.refers_to is None]
    found = [each for each in nouns if each is not None and _is_by_verb(each, clause, place)]
    return found[0] if len(found) == 1 else None


def _is_by_verb(node: Node, clause: SpokenClause, place: int) -> bool:
    """Is a deed named by the noun of its verb, rather than by what it is done to?"""
    name = [word for each in said_in(node.name) if (word := fold(each)) not in small_words()]
    heads = [fold(role.phrase.head) for role in clause.roles]
    return len(name) >= _FEWEST and any(is_same(name[place], each) for each in heads)
