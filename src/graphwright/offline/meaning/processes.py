"""Processes told in nouns: `Intake of the milk, heating of the vat, then moulding`, `A, B and C are the steps of D`.

Each step names what is done, with what carries it out behind `by`. It reads the words of the sentence themselves: a
reading in clauses looks for a verb, and here is none.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.likely import is_done, names_deed
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.spoken import is_infinitive, phrases
from graphwright.offline.meaning.stated import Proceeding
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, small_words, vocabulary
from graphwright.text.folding import fold

_PIECE: Final = re.compile(r"[^,;]+")
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_ARTICLE: Final = re.compile(r"^(?:l|d)['’]", re.IGNORECASE)


def process_in(sentence: SentenceReading) -> Proceeding | None:
    """The steps that a sentence names, in order; a mere list of nouns says no order, a clause no step."""
    words = vocabulary(sentence.language)
    text, is_told = _without_frame(sentence.text, words)
    denies = any(each.verb is not None and each.verb.negated for each in sentence.clauses)
    if denies or (not is_told and any(_is_spoken_of(each) for each in sentence.clauses)):
        return None
    steps = [step for piece in _PIECE.finditer(text) for step in _steps(piece, sentence, words)]
    if len(steps) < 2 or any(each is None for each in steps):  # noqa: PLR2004 two steps make an order
        return None
    found = tuple(each for each in steps if each is not None)
    in_turn = is_told or bool(words.phrases["sequence"] & set(_spoken(text)))
    is_carried = sum(bool(carriers) for _, carriers in found) > 1
    return Proceeding(sentence, found) if in_turn or is_carried else None


def followed(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Proceeding | None:
    """`Mashing is followed by lautering`, `auf das Rösten folgt das Mahlen`, `undergoes washing, then drying`."""
    verb = clause.verb
    if verb is None or verb.negated:
        return None
    lemma = fold(verb.lemma)
    stages = phrases(clause, "thing")
    if (
        lemma in words.relations["undergo"]
        and len(stages) > 1
        and all(is_done(each, words.language) for each in stages)
    ):
        return Proceeding(sentence, tuple((each, ()) for each in stages))
    if lemma not in words.relations["follow"] | words.relations["precede"]:
        return None
    doers, things = phrases(clause, "doer"), phrases(clause, "thing")
    subjects, others = (things, doers) if verb.passive else (doers, things)
    others += phrases(clause, "goal", "receiver", "place", "about", "part", "source")
    if not subjects or not others or not all(is_done(each, sentence.language) for each in (*subjects, *others)):
        return None
    is_first = verb.passive == (lemma in words.relations["follow"])  # what is followed comes first
    order = (*subjects, *others) if is_first else (*others, *subjects)
    return Proceeding(sentence, tuple((each, ()) for each in order))


def _is_spoken_of(clause: SpokenClause) -> bool:
    """Is it a clause with a verb of its own, rather than nouns in which a verb was looked for?"""
    verb = clause.verb
    if verb is None:
        return False
    is_named = is_infinitive(clause) or verb.copula or verb.text.endswith("ing")
    return verb.known and not is_named and bool(phrases(clause, "doer", "thing"))


def _without_frame(text: str, words: MeaningVocabulary) -> tuple[str, bool]:
    """The steps without what only says that they are: `... are the steps of the cleaning`."""
    spoken = list(_WORD.finditer(text))
    folded = [fold(each[0]) for each in spoken]
    for at, word in enumerate(folded):
        if word in words.phrases["are"] and words.phrases["step"] & set(folded[at + 1 : at + 6]):
            before = folded[at - 1 : at]
            end = spoken[at - 1].start() if before and before[0] in words.phrases["those"] else spoken[at].start()
            return text[:end].rstrip(" :–-"), True
    return text, False


def _steps(
    piece: re.Match[str], sentence: SentenceReading, words: MeaningVocabulary
) -> list[tuple[SpokenPhrase, tuple[SpokenPhrase, ...]] | None]:
    """The steps between two commas: one, or two that `and` joins."""
    found: list[tuple[SpokenPhrase, tuple[SpokenPhrase, ...]] | None] = []
    spoken = [(each[0], piece.start() + each.start()) for each in _WORD.finditer(piece[0])]
    parts: list[list[tuple[str, int]]] = [[]]
    for word, at in spoken:
        if fold(word) in words.phrases["and"]:
            parts.append([])
        else:
            parts[-1].append((word, at))
    leading = words.phrases["sequence"] | small_words()
    for part in parts:
        while part and {fold(part[0][0]), _ARTICLE.sub("", fold(part[0][0]))} & leading:
            part.pop(0)
        if part:
            found.append(_step(part, sentence, words))
    return found


def _step(
    part: list[tuple[str, int]], sentence: SentenceReading, words: MeaningVocabulary
) -> tuple[SpokenPhrase, tuple[SpokenPhrase, ...]] | None:
    """A deed with what carries it out; `None` where the words name none."""
    text, language = sentence.text, sentence.language
    end = part[-1][1] + len(part[-1][0])
    by = next((at for at in range(1, len(part) - 1) if _is_agent(part, at, words)), None)
    name = cleaned(text[part[0][1] : part[by][1] if by else end])
    name = name[2:] if _ARTICLE.match(name) else name
    head = _head(name, language, words)
    step = _phrase(name, head, part[0][1], sentence)
    if not names_deed(head, language) and not _is_infinitive(part, language):
        return None
    if by is None:
        return step, ()
    carrier = part[by + 1 :]
    while len(carrier) > 1 and fold(carrier[0][0]) in small_words():
        carrier.pop(0)
    named = _ARTICLE.sub("", cleaned(text[carrier[0][1] : end]))
    outer = named.split()[0 if language == "fr" else -1]
    return step, (_phrase(named, outer, carrier[0][1], sentence),)


def _is_agent(part: list[tuple[str, int]], at: int, words: MeaningVocabulary) -> bool:
    """`by the scanner`, `durch den Bürger`; `by size` only says how."""
    following = fold(part[at + 1][0])
    return fold(part[at][0]) in words.phrases["agent"] and (
        following in small_words() or bool(_ARTICLE.match(following))
    )


def _head(name: str, language: Language, words: MeaningVocabulary) -> str:
    """The noun that says what is done: before `of`, in French and German the first."""
    spoken = name.split()
    if language != "en":
        return spoken[0]
    if fold(spoken[0]).endswith("ing"):
        return spoken[0]
    before = next((at for at, word in enumerate(spoken) if at and fold(word) in words.phrases["small"]), len(spoken))
    return spoken[before - 1]


def _is_infinitive(part: list[tuple[str, int]], language: Language) -> bool:
    """`Wasser einlassen`, `abpumpen`: a German step may end in its infinitive."""
    last, at = part[-1]
    return language == "de" and (last.islower() or at == 0) and last.endswith(("en", "ern", "eln"))


def _phrase(name: str, head: str, at: int, sentence: SentenceReading) -> SpokenPhrase:
    start = sentence.start + at
    return SpokenPhrase(text=name, name=name, head=head, start=start, end=start + len(name))


def _spoken(text: str) -> list[str]:
    return [fold(each[0]) for each in _WORD.finditer(text)]
