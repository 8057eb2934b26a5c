"""What requirements leave open: six kinds of ambiguity, each a question with answers to choose from (B-81). Pure.

Found by rules, in three languages: words that mean what their reader likes, demands that nothing measures, pronouns
without a noun, short forms that nobody explains, two texts that differ in a number only, and what is still to be said.
An answer that changes the text comes as the whole new text, for a person to edit.
"""

from __future__ import annotations

import re
import string
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Final, Literal, TypeAlias

from graphwright.graph.quality import BINDING, CRITERION
from graphwright.graph.statement import statement_of
from graphwright.graph.words import weasel_words
from graphwright.inquiry.clarity_messages import (
    COMMON,
    Asked,
    Vague,
    clarity_words,
)
from graphwright.languages import Language
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.text.language import language_of
from graphwright.text.quantities import Quantity, quantities
from graphwright.text.recognition import Recogniser, listed
from graphwright.text.words import content, covered

Ambiguity: TypeAlias = Literal[
    "vagueQuantifier", "missingConstraint", "unclearRelationship", "undefinedTerm", "conflictingStatement",
    "incompleteSpecification",
]  # fmt: skip

REQUIREMENT: Final = "REQ"
LIKENESS: Final = 0.7
"""Two texts that share so many of their words, numbers apart, speak of the same."""
NAMES: Final = 3
"""Nodes offered as what a pronoun means."""
OTHERS: Final = 5
"""Requirements that one is held to contradict; more say the same once more."""
_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_ACRONYM: Final = re.compile(r"\b[A-Z][A-Z0-9]{1,5}\b(?![-_.]?\d)")
_EXPLAINED: Final = re.compile(r"\(([A-Z][A-Z0-9]{1,5})\)|\b([A-Z][A-Z0-9]{1,5})\s\(")
_OPEN: Final = Recogniser(r"\b(?:TBD|TBC|TODO|<clarity.open>)\b|\?{2,}|(?:…|\.{3})(?=\s*$)|\b(?:<clarity.etc>)\b\.?")
_CLOSING: Final = string.whitespace + "\u00a0\u202f.!"
_EITHER: Final = Recogniser(r"\b(?P<both><clarity.both>)/(?P<one><clarity.one>)\b")


class Suggestion(Record, frozen=True, kw_only=True):
    """An answer to choose."""

    words: str
    text: str | None = None
    """The requirement's text with this answer in it; absent where it is not this text that changes."""


class ClarifyingQuestion(Record, frozen=True, kw_only=True):
    """One thing that a requirement leaves open."""

    kind: Ambiguity
    text: str
    about: str
    """The words that it hangs on, as they stand there."""
    required: bool
    """Without an answer nobody can build or test it."""
    suggestions: list[Suggestion]
    other: NodeId | None = None
    """The requirement that says something else."""


class RequirementQuestions(Record, frozen=True, kw_only=True):
    """A requirement and what it leaves open."""

    node_id: NodeId
    semantic_id: str
    text: str
    questions: list[ClarifyingQuestion]


def clarify(
    nodes: Sequence[Node], *, only: Collection[NodeId] | None = None, default: Language
) -> list[RequirementQuestions]:
    """The requirements that leave something open, in their order. `nodes` are the whole model, `only` what is asked of.

    `default` is the language of a text that does not show its own.
    """
    model = _RequirementBasis(nodes)
    found = (
        RequirementQuestions(
            node_id=node.node_id,
            semantic_id=node.semantic_id,
            text=statement_of(node),
            questions=list(_questions(node, model, default)),
        )
        for node in model.requirements
        if only is None or node.node_id in only
    )
    return [each for each in found if each.questions]


class _RequirementBasis:
    """What a requirement is held against: the names, explained short forms and limits of all others."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.requirements = [node for node in nodes if node.node_type == REQUIREMENT]

    @cached_property
    def explained(self) -> frozenset[str]:
        """Short forms that a name or a parenthesis explains."""
        named = {word for node in self.nodes for word in _ACRONYM.findall(node.name)}
        said = {
            one or other
            for node in self.nodes
            for one, other in _EXPLAINED.findall(f"{node.descr} {statement_of(node)}")
        }
        return COMMON | named | said

    @cached_property
    def initials(self) -> dict[str, list[str]]:
        """Names by the first letters of their words."""
        found: dict[str, list[str]] = defaultdict(list)
        for node in self.nodes:
            words = re.findall(r"[A-ZÄÖÜ]?[a-zäöüß]+|[A-Z]+", node.name)
            found["".join(word[0] for word in words).upper()].append(node.name)
        return found

    @cached_property
    def limits(self) -> dict[NodeId, list[_Limit]]:
        """What the requirements bound."""
        return {
            node.node_id: [_Limit(node, each) for each in quantities(statement_of(node)) if each.bound != "is"]
            for node in self.requirements
        }

    @cached_property
    def _by_rare_word(self) -> dict[str, list[_Limit]]:
        """Texts that are alike share a word among their rarest, so that nobody compares each with each."""
        found: dict[str, list[_Limit]] = defaultdict(list)
        for limit in chain.from_iterable(self.limits.values()):
            for word in self._rarest(limit):
                found[word].append(limit)
        return found

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(word for limit in chain.from_iterable(self.limits.values()) for word in limit.words)

    def _rarest(self, limit: _Limit) -> list[str]:
        most = len(limit.words) - int(LIKENESS * len(limit.words)) + 1
        return sorted(limit.words, key=lambda word: (self._counts[word], word))[:most]

    def contradicting(self, limit: _Limit) -> Iterator[_Limit]:
        """Limits of requirements that say the same with another number, each requirement once."""
        seen = {limit.node.node_id}
        for word in self._rarest(limit):
            for other in self._by_rare_word[word]:
                if other.node.node_id not in seen and limit.contradicts(other):
                    seen.add(other.node.node_id)
                    yield other


class _Limit:
    """A bound in the text of a requirement, and the words around it."""

    def __init__(self, node: Node, quantity: Quantity) -> None:
        self.node = node
        self.quantity = quantity
        text = statement_of(node)
        self.said = text[quantity.start : quantity.end]
        rest = f"{text[: quantity.start]} {text[quantity.end :]}"
        self.words = frozenset(word for word in content(rest) if not word.isdigit())

    def contradicts(self, other: _Limit) -> bool:
        """The same words, unit and direction, and another number."""
        mine, theirs = self.quantity, other.quantity
        if (mine.unit, mine.bound) != (theirs.unit, theirs.bound) or mine.value == theirs.value:
            return False
        all_words = self.words | other.words
        return bool(all_words) and len(self.words & other.words) >= LIKENESS * len(all_words)


def _questions(node: Node, model: _RequirementBasis, default: Language) -> Iterator[ClarifyingQuestion]:
    text = statement_of(node)
    language = language_of(text, default)
    if not text.strip():
        demand = Suggestion(
            words=clarity_words(language).demand.format(name="…"),
            text=clarity_words(language).demand.format(name=node.name),
        )
        yield _question("nothingSaid", language, node.name, [demand], required=True)
        return
    yield from _incomplete(text, language)
    yield from _contradictions(node, model, language)
    yield from _vague(text, language)
    if BINDING.search(text) and not CRITERION.search(text):
        measures = [Suggestion(words=one, text=_at_end(text, one)) for one in _measures(language)]
        yield _question("missingConstraint", language, "", measures, required=True)
    yield from _unclear(text, model, language)
    yield from _undefined(text, model, language)


def _incomplete(text: str, language: Language) -> Iterator[ClarifyingQuestion]:
    for match in _once(_OPEN.finditer(text)):
        without = " ".join((text[: match.start()] + text[match.end() :]).split())
        said = without.rstrip(".)")
        left_out = Suggestion(words=clarity_words(language).leave_out, text=said.rstrip(" ,:;(") + without[len(said) :])
        yield _question("incompleteSpecification", language, match[0], [left_out], required=True)


def _contradictions(node: Node, model: _RequirementBasis, language: Language) -> Iterator[ClarifyingQuestion]:
    text = statement_of(node)
    for limit in model.limits[node.node_id]:
        for other in islice(model.contradicting(limit), OTHERS):
            span, name = limit.quantity, other.node.semantic_id
            theirs = Suggestion(words=f"{other.said} ({name})", text=text[: span.start] + other.said + text[span.end :])
            kept = Suggestion(words=clarity_words(language).kept.format(other=name))
            yield _question(
                "conflictingStatement", language, limit.said, [theirs, kept],
                required=True, other=other.node.node_id, theirs=other.said, name=name,
            )  # fmt: skip


def _vague(text: str, language: Language) -> Iterator[ClarifyingQuestion]:
    for match in _once(match for match in _WORD.finditer(text) if match[0].casefold() in weasel_words()):
        kind = _kind_of(match[0].casefold())
        suggestions = [
            Suggestion(words=one, text=_with(text, match, f"{match[0]} ({one})" if kind == "quality" else one))
            for one in clarity_words(language).measures[kind]
        ]
        yield _question("vagueQuantifier", language, match[0], suggestions, required=not CRITERION.search(text))


def _unclear(text: str, model: _RequirementBasis, language: Language) -> Iterator[ClarifyingQuestion]:
    for match in _once(_EITHER.finditer(text)):
        choices = [Suggestion(words=one, text=_with(text, match, one)) for one in (match["both"], match["one"])]
        yield _question("unclearRelationship", language, match[0], choices, required=False)
    first = _WORD.search(text)
    if first is not None and first[0].casefold() in listed("lists", "pronoun"):
        named = sorted(
            (node for node in model.nodes if node.node_type != REQUIREMENT and covered(node.name, text) > 0),
            key=lambda node: -covered(node.name, text),
        )[:NAMES]
        names = [node.name for node in named] or ["…"]
        meant = [Suggestion(words=name, text=_with(text, first, name)) for name in names]
        yield _question("unclearRelationship", language, first[0], meant, required=False)


def _undefined(text: str, model: _RequirementBasis, language: Language) -> Iterator[ClarifyingQuestion]:
    openings = {match.start() for match in _OPEN.finditer(text)}
    for match in _once(_ACRONYM.finditer(text)):
        if match[0] in model.explained or match.start() in openings:
            continue
        names = model.initials.get(match[0], [])[:NAMES] or ["…"]
        meant = [
            Suggestion(
                words=name if name != "…" else clarity_words(language).stands_for,
                text=_with(text, match, f"{match[0]} ({name})"),
            )
            for name in names
        ]
        yield _question("undefinedTerm", language, match[0], meant, required=True)


def _question(
    asked: Asked,
    language: Language,
    about: str,
    suggestions: list[Suggestion],
    *,
    required: bool,
    other: NodeId | None = None,
    theirs: str = "",
    name: str = "",
) -> ClarifyingQuestion:
    return ClarifyingQuestion(
        kind="incompleteSpecification" if asked == "nothingSaid" else asked,
        text=clarity_words(language).questions[asked].format(about=about, other=name, theirs=theirs),
        about=about,
        required=required,
        suggestions=suggestions,
        other=other,
    )


def _once(matches: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Each word once, however often it stands there."""
    seen: set[str] = set()
    for match in matches:
        if match[0].casefold() not in seen:
            seen.add(match[0].casefold())
            yield match


def _kind_of(word: str) -> Vague:
    return "speed" if word in listed("lists", "speed") else "amount" if word in listed("lists", "amount") else "quality"


def _measures(language: Language) -> list[str]:
    return [clarity_words(language).measures[kind][0] for kind in ("speed", "quality")]


def _with(text: str, match: re.Match[str], words: str) -> str:
    """The text with other words in one place."""
    return text[: match.start()] + words + text[match.end() :]


def _at_end(text: str, words: str) -> str:
    """The text with words before its full stop."""
    return f"{text.rstrip(_CLOSING)} {words}."
