"""A message of the controlled language becomes operations, an answer, or an honest "I did not understand".

Each sentence is tried against the patterns of the three languages, the likeliest first, the special patterns before the
general. The first pattern that means something wins; if one fits but cannot be done, its doubt is told. What was not
understood is said and leaves no operation behind. Pure: nothing is read but the text and the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.formats.cleaning import clean
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.offline import question_patterns as questions
from graphwright.offline.draft import CannotApply, Draft, MustNotApply
from graphwright.offline.grammar import matches
from graphwright.offline.languages import LanguageGrammar, by_likelihood, speeches
from graphwright.offline.lexicon import Intent
from graphwright.offline.names import NodeNames
from graphwright.offline.patterns import additions, changes, create, derivations, does, links
from graphwright.offline.phrases import Clause, SentenceReply
from graphwright.offline.repairs import repair
from graphwright.offline.tokens import Span, TokenSentence, sentences
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import Finding, Operation

# A message may have 100,000 characters; the controlled language is sentences, not documents.
MAX_CHARACTERS: Final = 10_000
MAX_SENTENCES: Final = 30
# The longest sentence of the documentation has 17 words; matching grows with the square of the length.
MAX_WORDS: Final = 60
# Ways to read one sentence with one pattern; a sentence of many "and" has more than anybody means.
_MAX_READINGS: Final = 8
_SUGGESTIONS: Final = 3
# Enough to recognise one's own sentence by.
_RECOGNISABLE: Final = 120


@dataclass(frozen=True, slots=True)
class Change:
    """Operations that were asked for, and what they are in words."""

    operations: list[Operation]
    text: str
    reasons: Mapping[OperationId, str] = field(default_factory=dict[OperationId, str])
    """Why an operation was concluded from the model; one with a reason is only ever proposed."""


@dataclass(frozen=True, slots=True)
class ReadOnlyAnswer:
    """An answer that changes nothing, and the nodes it speaks of."""

    text: str
    node_ids: list[NodeId]


@dataclass(frozen=True, slots=True)
class UnclearMessage:
    """Nothing could be done; `suggestions` are sentences that would be understood."""

    text: str
    suggestions: list[str]


Understood: TypeAlias = Change | ReadOnlyAnswer | UnclearMessage
FindingsOf: TypeAlias = Callable[[], Sequence[Finding]]
_Meaning: TypeAlias = Callable[[Clause, Draft], SentenceReply | None]

_MEANINGS: Final[Mapping[Intent, _Meaning]] = MappingProxyType(
    {
        "derive": derivations.derived,
        "countLacking": questions.lacking,
        "countHaving": questions.having,
        "count": questions.count,
        "lacking": questions.lacking,
        "having": questions.having,
        "impact": questions.impact,
        "users": questions.users,
        "about": questions.about,
        "related": questions.relatives,
        "listing": questions.listing,
        "rename": changes.rename,
        "describe": changes.describe,
        "set": changes.set_attribute,
        "mark": changes.mark,
        "disconnect": links.disconnect,
        "delete": changes.delete,
        "addForEach": additions.add_for_each,
        "addFor": additions.add_for,
        "createWith": create.create_with,
        "create": create.create,
        "satisfy": links.satisfy,
        "verify": links.verify,
        "allocate": links.allocate,
        "send": links.send,
        "compose": links.compose,
        "part": links.part,
        "connect": links.connect,
        "does": does.does,
    }
)


@dataclass(slots=True)
class _SentenceResults:
    """What came of the sentences so far."""

    replies: list[SentenceReply] = field(default_factory=list[SentenceReply])
    doubts: list[str] = field(default_factory=list[str])


def understand(
    text: str, graph: Graph, *, names: NodeNames | None = None, findings_of: FindingsOf | None = None
) -> Understood:
    """What a message asks for.

    `names` is the index of this graph when the caller keeps one. `findings_of` gives the current findings; without it
    they are computed when a sentence asks for them.
    """
    found = sentences(clean(text[:MAX_CHARACTERS]))
    spoken = by_likelihood([sentence.tokens for sentence in found])
    grammar = spoken[0]
    if len(text) > MAX_CHARACTERS:
        return UnclearMessage(
            grammar.say.too_long.format(count=len(text), limit=MAX_CHARACTERS), list(_nearest((), grammar))
        )
    if not found:
        return UnclearMessage(grammar.say.empty, list(_nearest((), grammar)))
    draft = Draft(graph, names or NodeNames(graph), grammar)
    heard = _SentenceResults()
    for sentence in found[:MAX_SENTENCES]:
        _hear(sentence, spoken, draft, heard, findings_of or (lambda: check_all(graph)))
    if len(found) > MAX_SENTENCES:
        heard.doubts.append(grammar.say.too_many.format(limit=MAX_SENTENCES))
    return _conclude(heard, draft, found)


def asks_for_findings(text: str) -> bool:
    """Does a message ask what is wrong, or for repairs? Then somebody may want to collect the findings first."""
    found = sentences(clean(text[:MAX_CHARACTERS]))
    asking: tuple[Intent, ...] = ("findings", "repair")
    readings = (reading for each in found[:MAX_SENTENCES] for reading in _readings(each, speeches(), only=asking))
    return next(readings, None) is not None


def _conclude(heard: _SentenceResults, draft: Draft, found: Sequence[TokenSentence]) -> Understood:
    grammar = draft.grammar
    text = "\n".join([*(reply.text for reply in heard.replies), *heard.doubts])
    if draft.operations:
        return Change(draft.operations, text, draft.reasons)
    if heard.replies:
        cited = {node.node_id: None for reply in heard.replies for node in reply.cited}
        return ReadOnlyAnswer(text, list(cited))
    words = tuple(token for sentence in found for token in sentence.tokens)
    return UnclearMessage(text, list(_nearest(words, grammar)))


def _hear(
    sentence: TokenSentence,
    spoken: Sequence[LanguageGrammar],
    draft: Draft,
    heard: _SentenceResults,
    findings_of: FindingsOf,
) -> None:
    """One sentence: what it means, or why it could not be done."""
    refusal: CannotApply | None = None
    before = len(draft.operations)
    for intent, clause in _readings(sentence, spoken):
        try:
            reply = _meaning(intent, clause, draft, findings_of)
        except CannotApply as refused:
            draft.rollback(before)
            if isinstance(refused, MustNotApply):
                refusal = refused
                break
            refusal = refusal or refused
            continue
        if reply is not None:
            heard.replies.append(reply)
            return
        draft.rollback(before)
    named = (
        questions.mentioned(sentence.tokens, draft.grammar, draft) if sentence.is_question and refusal is None else []
    )
    if named:
        told = questions.described(named, draft)
        heard.replies.append(told._replace(text=f"{draft.say.found_instead}\n{told.text}"))
        return
    heard.doubts.append(refusal.text if refusal else draft.say.not_understood.format(text=_shortened(sentence.text)))


def _readings(
    sentence: TokenSentence, spoken: Sequence[LanguageGrammar], *, only: Container[Intent] | None = None
) -> Iterator[tuple[Intent, Clause]]:
    """All ways to read a sentence: the likeliest language first, special patterns before general ones."""
    if len(sentence.tokens) > MAX_WORDS:
        return
    for grammar in spoken:
        tokens = grammar.without_courtesy(sentence.tokens)
        for intent, pattern in grammar.patterns:
            if only is not None and intent not in only:
                continue
            for slots in islice(matches(pattern, tokens, grammar.shapes), _MAX_READINGS):
                yield intent, Clause(slots, sentence, grammar)


def _meaning(intent: Intent, clause: Clause, draft: Draft, findings_of: FindingsOf) -> SentenceReply | None:
    match intent:
        case "help":
            return SentenceReply("\n".join([draft.say.help, *(f"- {each}" for each in draft.grammar.lexicon.examples)]))
        case "findings":
            return questions.findings_told(findings_of(), draft)
        case "repair":
            return repair(clause, draft, findings_of())
        case _:
            return _MEANINGS[intent](clause, draft)


def _nearest(words: Span, grammar: LanguageGrammar) -> Sequence[str]:
    """The documented sentences that share the most words with what was said."""
    said = {token.word for token in words}

    def shared(example: str) -> int:
        return sum(token.word in said for sentence in sentences(example) for token in sentence.tokens)

    return sorted(grammar.lexicon.examples, key=shared, reverse=True)[:_SUGGESTIONS]


def _shortened(text: str) -> str:
    return text if len(text) <= _RECOGNISABLE else f"{text[:_RECOGNISABLE]}..."
