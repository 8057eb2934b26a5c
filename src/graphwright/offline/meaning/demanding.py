"""Demands become requirements, word for word: text verbatim, a short name, a kind, and what satisfies and tests it.

Always a proposal: whoever binds others must have seen the words. Only what the sentence names and the model has is
linked; nobody is made by a demand.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.grammar.records import SentenceReading, SpokenClause
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.naming import cleaned, name_of, requirement_name
from graphwright.offline.meaning.spoken import phrases, whole
from graphwright.offline.meaning.statements import Demanding
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

RequirementKind: TypeAlias = Literal["functional", "quality", "constraint"]

_SATISFIERS: Final = ("FUNC", "UC", "SYS")
# Words that a name takes from a clause without a subject.
_FIRST_WORDS: Final = 12


def demand(said: Demanding, index: NodeIndex, make: Maker) -> Node:
    """The requirement of a sentence, with what satisfies and tests it."""
    sentence = said.sentence
    tests = [clause for clause in sentence.clauses if _is_test(clause, sentence)]
    text = _binding_text(sentence, tests)
    existing = next((node for node in make.draft.graph.of_type("REQ") if node.attributes.get("text") == text), None)
    if existing is not None:
        return existing
    clause = _main(sentence, tests)
    name = make.free_name("REQ", _name(sentence, clause))
    requirement = make.new("REQ", name, text, {"kind": _kind(sentence, clause), "text": text})
    for node in _satisfying(text, index):
        make.link("satisfy", node, requirement)
    for test in tests:
        way = whole(test, "means") or whole(test, "doer") or whole(test, "thing")
        called = name_of(way) if way is not None and not way.refers_to else make.names.test.format(name)
        make.link("verify", requirement, make.node("TEST", called, make.say.test.format(said=text)))
    return requirement


def _binding_text(sentence: SentenceReading, tests: list[SpokenClause]) -> str:
    """The words that bind: the sentence without its label and without how it is to be tested."""
    text = sentence.text
    if sentence.layout is not None and sentence.layout.kind == "pair" and _is_label(sentence.layout.label):
        text = sentence.layout.text or text
    start = min((each.start for each in tests), default=None)
    if start is None:
        return text.strip()
    cut = text[: max(0, len(text) - (sentence.end - start))].rstrip().rstrip(",;:–—-").rstrip()
    return cut or text.strip()


def _is_label(label: str) -> bool:
    """Is it a number of a requirement, `REQ-017`, rather than what is measured, `Weight`?"""
    return any(map(str.isdigit, label)) and " " not in label.strip()


def _is_test(clause: SpokenClause, sentence: SentenceReading) -> bool:
    words = vocabulary(sentence.language)
    verb = clause.verb
    if verb is None or clause.index == 0 or fold(verb.lemma) not in words.relations["verify"]:
        return False
    return verb.modality != "demand" or verb.passive


def _main(sentence: SentenceReading, tests: list[SpokenClause]) -> SpokenClause | None:
    """The clause that binds: the first main one with a modal, else the first main one."""
    mains = [each for each in sentence.clauses if each.kind in {"main", "fragment"} and each not in tests]
    binding = [each for each in mains if each.verb is not None and each.verb.modality != "none"]
    return next(iter(binding or mains), None)


def _kind(sentence: SentenceReading, clause: SpokenClause | None) -> RequirementKind:
    if any(each.unit or each.bound != "exactly" for part in sentence.clauses for each in part.measures):
        return "quality"
    verb = clause.verb if clause is not None else None
    if verb is not None and (verb.negated or verb.modality == "permission" or verb.copula):
        return "constraint"
    return "functional"


def _name(sentence: SentenceReading, clause: SpokenClause | None) -> str:
    """What is demanded of what: subject and object, or subject and verb; else the first telling words."""
    label = sentence.layout.label if sentence.layout is not None and sentence.layout.kind == "pair" else ""
    if label:
        return cleaned(label)
    found: list[str] = []
    if clause is not None:
        named = phrases(clause, "doer", "thing") + ([] if clause.verb is None else phrases(clause, "kind"))
        for each in named[:2]:
            found += cleaned(each.name).split()
        if len(named) == 1 and clause.verb is not None and not clause.verb.copula:
            found += clause.verb.lemma.split()
    words = found or cleaned(sentence.text).split()[:_FIRST_WORDS]
    return requirement_name(words, sentence.language) or cleaned(sentence.text)[:_FIRST_WORDS]


def _satisfying(text: str, index: NodeIndex) -> list[Node]:
    """The functions that a demand names; where it names none, its system."""
    named = [node for span in index.named_in(text) for node in span.nodes]
    for node_type in _SATISFIERS:
        found = [node for node in named if node.node_type == node_type]
        if found:
            return list({node.node_id: node for node in found}.values())
    return []
