"""What a question asks: language, intent, topic, names in it, quantities (C-21). Rules; no lists of cities or laws.

Intents are told by how questions are put, names by how they are written and by what the project itself knows: the
caller hands in the names of nodes and headings that the question may speak of (WC-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graphwright.context.workflow_choice import PLEASE, is_order, is_question, said
from graphwright.inquiry.records import Complexity, Intent, ParsedQuery, QuestionAnalysis
from graphwright.languages import Language
from graphwright.offline.documents import measured as amount_question
from graphwright.text.folding import fold
from graphwright.text.language import language_of
from graphwright.text.quantities import Quantity, quantities
from graphwright.text.recognition import Recogniser
from graphwright.text.words import content, function_words, words

MAX_KEYWORDS: Final = 12
MAX_ENTITIES: Final = 20
_SUBTOPICS: Final = 4
_SHORT: Final = 2
"""Letters of a word that names nothing by itself."""
_ASKING: Final = 5
"""Letters of a word that asks rather than names."""
_CLAUSE_WORDS: Final = 3
_NAMING: Final[frozenset[Intent]] = frozenset(("permission", "requirement", "procedure", "comparison"))
"""Their longer words are things too: a permit, a requirement, a procedure."""
_OPENING: Final = Recogniser(r"(?:<intents.opening>)$")
_SIMPLE: Final = 4
_MANIFOLD: Final = 10

_INTENTS: Final[tuple[Intent, ...]] = (
    # The first that fits: a question about a permit is one even when it also asks how.
    "permission", "comparison", "responsibility", "quantity", "definition", "procedure", "requirement", "cause",
)  # fmt: skip
_PATTERNS: Final[tuple[tuple[Intent, Recogniser], ...]] = tuple(
    (intent, Recogniser(rf"\b(?:<intents.{intent}>)\b")) for intent in _INTENTS
)
_NEEDING: Final = Recogniser(r"(?:<intents.needing>)$")
"""Verbs that say that something is needed, and not what."""
_URGENT: Final = Recogniser(r"\b(?:<intents.urgent>)\b|!{2,}")
# A paragraph of a law or standard, something in quotes, an identifier, an abbreviation.
_WRITTEN: Final = re.compile(
    r"(?<!§)§+\s?\d+\w?(?:\s(?:Abs\.|Absatz)\s?\d+)?(?:\s[A-ZÄÖÜ][\w-]+)*|\bArt(?:\.|icle|ikel)\s?\d+|"
    r"[\"„“«]\s?([^\"“”»«]{2,60}?)\s?[\"“”»]|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-ZÄÖÜ]{2,}[A-Z0-9ÄÖÜ-]*\b|"
    r"\b[\w-]+\.[A-Z]{2}\.\d{3,}"
)
_CLAUSE: Final = Recogniser(r"[,;?]|\b(?:<clarity.both>|<clarity.one>)\b")
_ORDER: Final = Recogniser(PLEASE + r"(?:<investigation.order>)\b")
"""Words at the beginning of a sentence that order an investigation; they say who answers, and not about what."""
_INDIRECT: Final = Recogniser(r"^[\s,]*(?:<workflow.indirect>)\b")
_TASK: Final = Recogniser(r"(?:<investigation.task>)$")
_COVERS: Final = Recogniser(r"(?:<investigation.covers>)(?!\w)")
_WHY: Final = Recogniser(r"\b(?:<investigation.why>)\b")
_CAUSE: Final = Recogniser(r"\b(?:<investigation.cause>)")
_HYPOTHESES: Final = Recogniser(r"\b(?:<investigation.hypotheses>)\b")


def wants_investigation(text: str) -> bool:
    """Does a message want something looked into?

    It begins with an order to do so; or, where nothing is ordered to be made, two of these come together: an order to
    look into it, a question for a cause, a wish for several explanations, and an observation that is to be explained.
    """
    if _ORDER.match(text) is not None:
        return True
    sentences = [clause for sentence in said(text) for clause in sentence.split("; ")]
    if any(is_order(sentence) for sentence in sentences):
        return False
    looks = [sentence for sentence in sentences if _ORDER.match(sentence) is not None]
    asks = [sentence for sentence in sentences if is_question(sentence)]
    has_cause = any(_CAUSE.search(sentence) for sentence in asks)
    asks_why = any(_WHY.search(sentence) for sentence in asks)
    has_hypotheses = any(_HYPOTHESES.search(sentence) for sentence in (sentences if asks_why else (*looks, *asks)))
    is_observed = len({*looks, *asks}) < len(set(sentences))
    return (has_hypotheses and asks_why) or sum((bool(looks), has_cause, has_hypotheses)) > (0 if is_observed else 1)


def understand(question: str, *, known: Iterable[str] = (), default: Language = "en") -> QuestionAnalysis:
    """Read a question. `known` are names that it may speak of; `default` is the language where it does not tell."""
    intent, asking = _intent(question)
    measured = quantities(question)
    keywords = [word for word in topical(question) if word.casefold() not in asking]
    entities = _entities(question, known)
    topic = entities[0] if entities else (keywords[0] if keywords else question.strip()[:80])
    subtopics = [word for word in dict.fromkeys([*entities[1:], *keywords]) if word.casefold() != topic.casefold()]
    return QuestionAnalysis(
        language=language_of(question, default),
        intent=intent,
        entities=entities,
        parsed_query=ParsedQuery(main_topic=topic, subtopics=subtopics[:_SUBTOPICS], keywords=keywords),
        estimated_complexity=_complexity(question, keywords),
        sentiment="urgent" if _URGENT.search(question) else "neutral",
        quantities=measured,
    )


def asked_about(question: str) -> str:
    """A question without the order to look into it, and without asking whether the model holds it."""
    return _INDIRECT.pattern.sub("", _ORDER.pattern.sub("", without_model(question), count=1), count=1)


def without_model(question: str) -> str:
    """A question without asking whether the model holds what it is about."""
    return _COVERS.pattern.sub(" ", question)


def asks_model(question: str) -> bool:
    """Does it ask whether the model holds what it is about?"""
    return _COVERS.search(question) is not None


def topical(question: str) -> list[str]:
    """The words of a question that say what it is about, without its numbers, the amount it asks for and its task."""
    text = asked_about(question)
    plain = "".join(_outside(text, quantities(text)))
    amount = amount_question(plain)
    found = _keywords(plain if amount is None else amount.words)
    return [word for word in found if not _TASK.match(word)]


def _intent(question: str) -> tuple[Intent, frozenset[str]]:
    """What is wanted, and the small words that say so: `need` is no topic, `Genehmigung` is one."""
    meant: Intent = "open"
    asking: set[str] = set()
    for intent, pattern in reversed(_PATTERNS):
        found = [match[0] for match in pattern.finditer(question)]
        if found:
            meant = intent
            told = [word for phrase in found for word in phrase.split()]
            asking |= {word.casefold() for word in told if _asks(question, word, may_name=intent in _NAMING)}
    return meant, frozenset(asking)


def _asks(question: str, word: str, *, may_name: bool) -> bool:
    """Does a word only put the question, so that it is nothing the question is about?"""
    if question.startswith(word) and _OPENING.match(word):
        return True
    return word.islower() and (len(word) <= _ASKING or not may_name)


def _outside(question: str, measured: Sequence[Quantity]) -> Iterator[str]:
    """The question without its numbers and their units, which name nothing."""
    at = 0
    for each in measured:
        yield question[at : each.start]
        at = each.end
    yield question[at:]


def _keywords(question: str) -> list[str]:
    """The words that say something, as written, longest first where they come from one stem."""
    found: dict[str, str] = {}
    for written in re.findall(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]{2,}", question):
        key = " ".join(words(written))
        if (
            len(key) > _SHORT
            and not _NEEDING.match(written)
            and not all(word in function_words() for word in words(written))
        ):
            found.setdefault(key, written)
    return list(found.values())[:MAX_KEYWORDS]


def _entities(question: str, known: Iterable[str]) -> list[str]:
    asked, plain = content(question), fold(question)
    found = [match[1] or match[0] for match in _WRITTEN.finditer(question)]
    for name in known:
        stems = content(name)
        if stems and stems <= asked and fold(name) not in {fold(each) for each in found}:
            found.append(name)
    found = [each for each in dict.fromkeys(each.strip() for each in found) if len(each) > 1]
    return sorted(found, key=lambda name: (plain.find(fold(name)) == -1, -len(name)))[:MAX_ENTITIES]


def _complexity(question: str, keywords: list[str]) -> Complexity:
    """By how much is asked at once: clauses and the words that say something."""
    clauses = sum(1 for part in _CLAUSE.pattern.split(question) if len(part.split()) >= _CLAUSE_WORDS)
    weight = len(keywords) + _CLAUSE_WORDS * max(0, clauses - 1)
    return "low" if weight <= _SIMPLE else "medium" if weight <= _MANIFOLD else "high"
