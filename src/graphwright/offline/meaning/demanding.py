"""Demands become requirements, word for word: text verbatim, a short name, a kind, and what satisfies and tests it.

Always a proposal: whoever binds others must have seen the words. Only what the sentence names and the model has is
linked; nobody is made by a demand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.records import LayoutRow, Measure, Modality, SentenceReading, SpokenClause
from graphwright.offline.meaning.demand_names import demanded_of
from graphwright.offline.meaning.duties import is_obliged, wanted_limit
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, demanded
from graphwright.offline.meaning.naming import cleaned, name_of, requirement_name
from graphwright.offline.meaning.obligations import obligations_of
from graphwright.offline.meaning.reserved import is_reserved
from graphwright.offline.meaning.spoken import is_circumstance, phrases, unknown, whole
from graphwright.offline.meaning.stated import Demanding
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

RequirementKind: TypeAlias = Literal["functional", "quality", "constraint"]

_PERCENT: Final = re.compile(r"(\w*)\s*\d+(?:[.,]\d+)?\s*(?:%|percent|Prozent)\s*(\w*)")
"""A share, with the words before and behind it: `in 95 % of all cases`."""
_LIMITS: Final = re.compile(r"\s*;\s*|,\s+(?:(?:and|und|et)\s+)?")
_LIMIT: Final = re.compile(r"\d\s*[^\W\d]|\d\s*[%°]")
_TWO: Final = 2
_NUMBERED: Final = re.compile(r"[A-Z]{1,6}[-_ ]?\d+[.):]?\s+(?=[^\W\d])")
"""`R1`, `REQ-7` before the words."""
_BINDING: Final[frozenset[Modality]] = frozenset(("demand", "recommendation", "permission"))
_SATISFIERS: Final = ("FUNC", "UC", "SYS")
# Words that a name takes from a clause without a subject.
_FIRST_WORDS: Final = 12


def demands(said: Demanding, index: NodeIndex, make: Maker) -> list[Node]:
    """The requirements of a sentence: several where each part keeps a limit of its own."""
    sentence = said.sentence
    if said.called or said.named:
        return [demand(sentence, index, make, said.called, said.named)]
    if halves := _halves(sentence):
        return [demand(each, index, make) for each in halves]
    parts = [each for each in _LIMITS.split(sentence.text) if each.strip()]
    has_modal = any(each.verb is not None and each.verb.modality != "none" for each in sentence.clauses)
    if len(parts) < _TWO or has_modal or sentence.layout or not all(_LIMIT.search(each) for each in parts):
        return [demand(sentence, index, make)]
    if _opens_with_case(sentence, sentence.start + sentence.text.index(parts[0]) + len(parts[0])):
        return [demand(sentence, index, make)]
    return [demand(replace(sentence, text=each.strip(), clauses=(), links=()), index, make) for each in parts]


def _opens_with_case(sentence: SentenceReading, end: int) -> bool:
    """Does the first of some parts only say when the others bind: `If it exceeds 8 bar, ...`, `Above 2°, ...`?"""
    said = [each for each in sentence.clauses if each.verb is not None]
    verbs = [each.verb.start for each in said if each.verb is not None]
    is_led = bool(verbs) and min(verbs) >= end
    return is_led or any(each.start == sentence.start and is_circumstance(each, sentence) for each in said)


def _halves(sentence: SentenceReading) -> list[SentenceReading]:
    """The parts between semicolons, where each binds by itself: `A must ...; B may only ...`."""
    found: list[SentenceReading] = []
    at = 0
    for text in _announced(sentence).split(";"):
        start = sentence.start + sentence.text.index(text, at)
        at = start - sentence.start + len(text)
        clauses = tuple(each for each in sentence.clauses if start <= each.start < start + len(text))
        if not any(each.verb is not None and each.verb.modality in _BINDING for each in clauses):
            return []
        found.append(replace(sentence, text=text.strip(), clauses=clauses, links=(), layout=None))
    return found if len(found) > 1 else []


def demand(sentence: SentenceReading, index: NodeIndex, make: Maker, called: str = "", named: str = "") -> Node:
    """The requirement of a sentence, with what satisfies and tests it; also what it was `called` by may name that."""
    bound = bound_clauses(sentence)
    tests = [clause for clause in bound[1:] if _is_test(clause, sentence)]
    text = _binding_text(sentence, tests)
    if existing := make.draft.likely(index.demanding(text), lambda each: demanded(each) == text):
        return existing[0]
    clause = _main(sentence, bound, tests)
    name = make.draft.free_name("REQ", named or _name(sentence, clause))
    requirement = make.new("REQ", name, text, {"kind": _kind(sentence, clause), "text": text})
    heading = _heading(sentence)
    for node in _satisfying(heading, index) or _satisfying(text, index) or _satisfying(called, index):
        make.link("satisfy", node, requirement)
    if (part := _part(clause, index)) is not None:
        make.link("relation", requirement, part)
    for test in tests:
        way = whole(test, "means") or whole(test, "doer") or whole(test, "thing")
        called = name_of(way) if way is not None and not way.refers_to else make.names.test.format(name)
        make.link(
            "verify", requirement, make.node("TEST", called, f"{make.say.test.format(said=text)} {cleaned(test.text)}")
        )
    return requirement


def bound_clauses(sentence: SentenceReading) -> Sequence[SpokenClause]:
    """The clauses of what binds, behind what only announces it: `The authority asks for this: every label must ...`."""
    begins = sentence.start + len(_heading(sentence))
    return [each for each in sentence.clauses if each.start >= begins - 1] or sentence.clauses


def _heading(sentence: SentenceReading) -> str:
    """What stands before the words that bind: `For sending reminders: `; empty where nothing does."""
    text = _announced(sentence)
    return sentence.text.removesuffix(text) if sentence.text.endswith(text) else ""


def _binding_text(sentence: SentenceReading, tests: list[SpokenClause]) -> str:
    """The words that bind: the sentence without its label and without how it is to be tested."""
    text = _announced(sentence)
    start = min((each.start for each in tests), default=None)
    if start is None:
        return text.strip()
    cut = text[: max(0, len(text) - (sentence.end - start))].rstrip().rstrip(",;:–—-").rstrip()
    return cut or text.strip()


def _announced(sentence: SentenceReading) -> str:
    """The words without what only announces them: `REQ-7: ...`, `R1 The pump ...`, `From the review: The pump ...`."""
    if sentence.layout is not None and _is_announced(sentence, sentence.layout):
        return sentence.layout.text or sentence.text
    if sentence.layout is not None:
        return sentence.text
    if number := _NUMBERED.match(sentence.text):
        return sentence.text[number.end() :]
    before, colon, behind = sentence.text.partition(": ")
    begins = sentence.start + len(before) + len(colon)
    binds = any(
        each.verb is not None
        and (each.start >= begins - 1 or (each is sentence.clauses[0] and _begins_behind(each, begins - 1)))
        and (each.verb.modality in _BINDING or is_obliged(sentence))
        and phrases(each, "doer", "thing")
        for each in sentence.clauses
    )
    return behind.strip() if colon and binds else sentence.text


def _begins_behind(clause: SpokenClause, begins: int) -> bool:
    """Does it say who must do what behind a colon, whatever was read into it: `Please note for drying: the air ...`?"""
    said = [each.start for each in phrases(clause, "doer")]
    return clause.verb is not None and bool(said) and min(clause.verb.start, *said) >= begins


def _is_announced(sentence: SentenceReading, layout: LayoutRow) -> bool:
    """Does a label only announce what binds, `REQ-017: ...`, `From the review: The pump shall ...`?

    One that says what is measured, `Weight: 3 g`, belongs to the words that bind.
    """
    if layout.kind != "pair":
        return False
    if any(map(str.isdigit, layout.label)) and " " not in layout.label.strip():
        return True
    bound = next((each for each in sentence.clauses if each.verb is not None), None)
    if bound is None or bound.verb is None or bound.verb.modality == "none":
        return False
    # A value that must be kept, `Temperature: 20 °C must be held`, is nobody to whom something is done.
    told = phrases(bound, "doer", "thing") if bound.verb.passive and not bound.measures else phrases(bound, "doer")
    return bool(told)


def _is_test(clause: SpokenClause, sentence: SentenceReading) -> bool:
    words = vocabulary(sentence.language)
    verb = clause.verb
    if verb is None or fold(verb.lemma) not in words.relations["verify"]:
        return False
    things = [each.phrase for each in clause.roles if each.name == "thing" and clause.start <= each.phrase.start]
    is_own = any(each.refers_to is None and each.determiner == "the" for each in things)
    shared = [each for each in clause.roles if each.name == "thing" and each.taken_over]
    binds = verb.modality == "demand" or any(each.phrase.refers_to is None for each in shared)
    if binds and verb.passive and (is_own or shared) and not whole(clause, "doer") and not whole(clause, "means"):
        return False  # `..., and the water shall be tested every 4 hours`, `must be light and be tested yearly` bind
    return (
        verb.modality != "demand"
        or verb.passive
        or bool(unknown(clause) or any(each.phrase.refers_to for each in clause.roles))
    )


def _main(sentence: SentenceReading, bound: Sequence[SpokenClause], tests: list[SpokenClause]) -> SpokenClause | None:
    """The clause that binds: what is wanted, else the first main one with a modal, else the first main one."""
    if (wanted := wanted_limit(sentence)) is not None:
        return wanted
    mains = [each for each in bound if each.kind in {"main", "fragment"} and each not in tests]
    binding = [each for each in mains if each.verb is not None and each.verb.modality != "none"]
    return next(iter(binding or mains), None)


def _kind(sentence: SentenceReading, clause: SpokenClause | None) -> RequirementKind:
    """Quality where a limit is kept or a property had, constraint where something is forbidden or reserved to some."""
    words = vocabulary(sentence.language)
    if any(is_reserved(each, sentence) for each in sentence.clauses):
        return "constraint"
    if clause is None or clause.verb is None:
        return "quality"
    verb, lemma = clause.verb, fold(clause.verb.lemma)
    spoken = {fold(cleaned(each)) for each in sentence.text.split()}
    measured = [each for each in clause.measures if each.unit]
    if sentence.layout is not None and not _is_announced(sentence, sentence.layout) and _bounds(sentence):
        return "quality"  # `Availability: at least 99.9 %, must be shown by the log`
    negated = any(each.verb is not None and each.verb.negated for each in sentence.clauses if each.kind == "main")
    first = next(iter(cleaned(sentence.text).split()), "")
    if words.phrases["conform"] & spoken or fold(first) in words.phrases["prohibition"]:
        return "constraint"
    if negated and not (measured and lemma in words.phrases["exceed"]):
        return "constraint"
    if negated or lemma in words.relations["limit"] | words.relations["demand"] or _is_share(sentence):
        return "quality"
    if (words.phrases["possible"] - {lemma}) & spoken and not measured:
        return "functional"
    bound = any(
        each.bound != "exactly" or each.upper is not None for each in clause.measures if _binds(each, clause, sentence)
    )
    if bound or verb.copula or lemma in words.phrases["stay"] or (_is_less(sentence) and not measured):
        return "quality"
    return "constraint" if verb.modality == "permission" else "functional"


def _bounds(sentence: SentenceReading) -> bool:
    measures = [each for clause in sentence.clauses for each in clause.measures]
    return any(each.bound != "exactly" or each.upper is not None for each in measures)


def _is_share(sentence: SentenceReading) -> bool:
    """Does a demand hold for a share of cases?"""
    words = vocabulary(sentence.language).phrases["share"]
    return any(fold(part) in words for match in _PERCENT.finditer(sentence.text) for part in match.groups() if part)


def _is_less(sentence: SentenceReading) -> bool:
    """Does it keep a limit that is written in words: `in less than two seconds`?"""
    text = f" {fold(sentence.text)} "
    return any(f" {each} " in text for each in vocabulary(sentence.language).phrases["less"])


def _binds(measure: Measure, clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a measure say what is demanded, not when: it stands in no part before the verb that a comma ends?"""
    verb = clause.verb
    if verb is None or measure.start > verb.start:
        return True
    return "," not in sentence.text[measure.end - sentence.start : verb.start - sentence.start]


def _name(sentence: SentenceReading, clause: SpokenClause | None) -> str:
    """What is demanded of what: subject and object, or subject and verb; else the first telling words."""
    label = sentence.layout.label if sentence.layout is not None and sentence.layout.kind == "pair" else ""
    is_number = any(map(str.isdigit, label))
    if label and (is_number or sentence.layout is None or not _is_announced(sentence, sentence.layout)):
        return cleaned(label)
    found: list[str] = []
    if len(obligations_of(sentence.text)) > 1 and (name := obligation_name(sentence)):
        return name
    if clause is not None and clause.verb is not None:
        if name := demanded_of(sentence, clause):
            return requirement_name(name.split(), sentence.language)
        named = phrases(clause, "doer", "thing") + phrases(clause, "kind")
        for each in named[:2]:
            found += cleaned(each.name).split()
        located = vocabulary(sentence.language).relations["located"]
        says_where = clause.measures and fold(clause.verb.lemma) in located  # `the value lies below 5 V`
        if len(named) == 1 and not clause.verb.copula and not says_where:
            found += clause.verb.lemma.split()
    words = found or cleaned(sentence.text).split()[:_FIRST_WORDS]
    return requirement_name(words, sentence.language) or cleaned(sentence.text)[:_FIRST_WORDS]


def obligation_name(sentence: SentenceReading) -> str:
    """What the first obligation is about, and what it wants, without its verbs: `Battery 4 hours`."""
    text = obligations_of(_announced(sentence))[0]
    clause = next((each for each in sentence.clauses if each.verb is not None), None)
    subject = whole(clause, "doer") if clause is not None else None
    if clause is None or clause.verb is None or subject is None or subject.text not in text:
        return ""
    verbs = set(clause.verb.text.split())
    wanted = [each for each in text.partition(subject.text)[2].split() if cleaned(each) not in verbs]
    return requirement_name([*name_of(subject).split(), *wanted], sentence.language) if wanted else ""


def _satisfying(text: str, index: NodeIndex) -> list[Node]:
    """The functions that a demand names; where it names none, its system."""
    named = [node for span in index.named_in(text) for node in span.nodes]
    for node_type in _SATISFIERS:
        found = [node for node in named if node.node_type == node_type]
        if found:
            return list({node.node_id: node for node in found}.values())
    return []


def _part(clause: SpokenClause | None, index: NodeIndex) -> Node | None:
    """The one part of which a clause demands something: `The pressure of the pump must not ...`."""
    subject = None if clause is None else whole(clause, "doer") or whole(clause, "thing")
    if subject is None or subject.refers_to is not None:
        return None
    named = {node.node_id: node for span in index.named_in(subject.text) for node in span.nodes}
    parts = [each for each in named.values() if each.node_type == "MOD"]
    return parts[0] if len(named) == 1 and len(parts) == 1 else None
