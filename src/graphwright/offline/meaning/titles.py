"""What a heading says of the rows below it: steps of something, tasks of somebody, use cases of a system."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final, Literal, NamedTuple, TypeAlias

from graphwright.grammar.records import LayoutRow, SentenceReading, SpokenPhrase
from graphwright.grammar.rules import rules_of
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.naming import outer_word
from graphwright.offline.meaning.spoken import is_said, phrases, unknown
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, small_words, vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

RowKind: TypeAlias = Literal["steps", "tasks", "uses"]

_NUMBERED: Final = re.compile(r"\s*\d")
_QUOTES: Final = re.compile(r"[«»„“”\"]")
_ELIDED: Final = re.compile(r"^l['’]", re.IGNORECASE)
_OWNED: Final = re.compile(r"(?:the |our )?(?P<owner>.+)['’]s? (?P<rows>\w+)", re.IGNORECASE)
"""English: `The duty officer's tasks`."""
_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*['’]?|\S")
_TYPES: Final[tuple[tuple[str, RowKind], ...]] = (("UC", "uses"), ("FUNC", "tasks"))


class RowTitle(NamedTuple):
    """A heading without the words that only say what its rows are."""

    kind: RowKind | None
    """`None` where the heading does not say."""
    name: str
    """Whose rows they are, or what they are the steps of; may be empty."""


def title_of(layout: LayoutRow, sentence: SentenceReading) -> RowTitle:
    """What the heading of a list says; numbers before its rows make steps of them."""
    words = vocabulary(sentence.language)
    if owner := _who_does_things(sentence, words):
        return RowTitle("tasks", owner)
    label = " ".join(_QUOTES.sub(" ", layout.label).split())
    if (owned := _OWNED.fullmatch(label)) is not None and fold(owned["rows"]) in words.phrases["task"]:
        return RowTitle("tasks", owned["owner"])
    if owner := _doing_what(label, words):
        return RowTitle("tasks", owner)
    kind, frame = _kind(label, words)
    if kind is None:
        return RowTitle("steps" if _NUMBERED.match(layout.text) else None, label)
    spoken = [(fold(each[0]).rstrip("'’"), each.start(), each.end()) for each in _WORD.finditer(label)]
    first = next((word for word, _, _ in spoken if word not in small_words()), "")
    if kind != "steps" and first not in frame:
        return RowTitle(None, label)  # `Create functions: ...` orders them
    if kind != "steps" and first in frame and _tells_more(spoken, frame, words):
        return RowTitle(kind, "")  # `functions that are missing`
    plain = frame | small_words() | words.phrases["copula"] | words.phrases["are"]
    article = ""
    while spoken and spoken[0][0] in plain:
        article = spoken.pop(0)[0]
    while spoken and spoken[-1][0] in plain:
        spoken.pop()
    if spoken and spoken[0][0] in words.phrases["speaker"]:
        spoken = []  # `functions we need for the app`: whoever speaks does none of them
    name = label[spoken[0][1] : spoken[-1][2]] if spoken else ""
    # `Aufgaben des Roboters`: German puts an owner into the genitive.
    return RowTitle(kind, name[:-1] if article == "des" and sentence.language == "de" and name.endswith("s") else name)


def _tells_more(spoken: list[tuple[str, int, int]], frame: frozenset[str], words: MeaningVocabulary) -> bool:
    """Does something else than whose they are stand behind the word for the rows: `..., die wir brauchen`?"""
    said = [word for word, _, _ in spoken]
    behind = said[max(at for at, each in enumerate(said) if each in frame) + 1 :]
    return bool(behind) and behind[0] not in words.phrases["owned"]


def _who_does_things(sentence: SentenceReading, words: MeaningVocabulary) -> str:
    """`The key cabinet does three things:`, `Unsere Presse kann drei Dinge:`: whose rows they are."""
    for clause in sentence.clauses:
        does = clause.verb is not None and fold(clause.verb.lemma) in words.phrases["pro"] | words.relations["there"]
        if does and any(
            is_said(words.phrases["things"], each) for each in (*phrases(clause, "thing"), *unknown(clause, "thing"))
        ):
            return next((each.name for each in phrases(clause, "doer")), "")
    return ""


def _doing_what(label: str, words: MeaningVocabulary) -> str:
    """`What the controller does:`, `Ce que fait le maître-nageur :`: who, without an article; else empty."""
    for pattern in sorted(words.phrases["doesWhat"], key=len, reverse=True):
        before, _, behind = (each.strip() for each in pattern.partition("*"))
        said = fold(label)
        if said.startswith(f"{before} ".lstrip()) and said.endswith(f" {behind}".rstrip()) and " " in said:
            spoken = label.split()[len(before.split()) : len(label.split()) - len(behind.split())]
            while len(spoken) > 1 and fold(spoken[0]) in small_words():
                spoken.pop(0)
            if spoken and not any(fold(each) in words.phrases["asking"] for each in spoken):
                return _ELIDED.sub("", " ".join(spoken))
    return ""


def _kind(label: str, words: MeaningVocabulary) -> tuple[RowKind | None, frozenset[str]]:
    """What the rows are, and the words that say so."""
    if steps := _steps(label, words):
        return "steps", steps
    plain = f" {fold(label)} "
    for node_type, kind in _TYPES:
        named = next((each for each, one in words.types.items() if one == node_type and f" {each} " in plain), None)
        if named is not None:
            return kind, frozenset(named.split())
    # `Tasks of the duty officer`: only what stands first together says so.
    in_turn = [fold(each) for each in re.findall(r"[^\W_]+", label)]
    runs = [list(run) for is_task, run in groupby(in_turn, words.phrases["task"].__contains__) if is_task]
    tasks = runs[0] if runs else []
    return ("tasks", frozenset(tasks)) if tasks else (None, frozenset())


def _steps(label: str, words: MeaningVocabulary) -> frozenset[str]:
    """The words that say that the rows are steps: the head, or before `of`; no `process engineer`."""
    steps, processes = words.phrases["step"], words.phrases["process"]
    said = [word for each in re.findall(r"[^\W_]+", label) if not (word := fold(each)).isdigit()]
    found = {
        word
        for at, word in enumerate(said)
        if word in steps | processes
        and (
            at + 1 == len(said)
            or said[at + 1] in small_words()
            or (at == 0 and (words.names.object_first or word in steps))
        )
    }
    return frozenset(found)


def phrase_of(name: str, sentence: SentenceReading) -> SpokenPhrase:
    """The name in a heading as a phrase."""
    head = outer_word(name, sentence.language)
    return SpokenPhrase(text=name, name=name, head=head, start=sentence.start, end=sentence.start)


def is_timed(sentence: SentenceReading) -> bool:
    """Is it a note of what is done at a time of day or on a day: `Morning: check the pans`?"""
    if sentence.layout is None or sentence.layout.kind != "pair":
        return False
    said = [fold(each) for each in _WORD.findall(sentence.layout.label)]
    return bool(said) and all(each in rules_of(sentence.language).times | small_words() for each in said)


def headed_deed(sentence: SentenceReading, draft: Draft) -> Node | None:
    """The use case or function of which a heading gives the steps: one of the model, or a deed that it names."""
    if sentence.layout is None or sentence.layout.kind not in {"heading", "steps"}:
        return None
    if sentence.layout.kind == "steps":
        found = draft.find(sentence.layout.label, ["UC", "FUNC"])
        return found[0] if found else Maker(draft, sentence.language).function(sentence.layout.label, sentence.text)
    found = draft.find(title_of(sentence.layout, sentence).name, ["UC", "FUNC"])
    return found[0] if len(found) == 1 else None
