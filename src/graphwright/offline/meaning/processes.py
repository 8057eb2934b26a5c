"""Processes told in nouns: `Intake of the milk, heating of the vat, then moulding`, `A, B and C are the steps of D`.

Each step names what is done, with what carries it out behind `by`. It reads the words of the sentence themselves: a
reading in clauses looks for a verb, and here is none.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from graphwright.grammar.records import LayoutRow, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import going_on
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language
from graphwright.offline.meaning.casting import ACTING, kind_of
from graphwright.offline.meaning.likely import is_done, names_deed
from graphwright.offline.meaning.naming import cleaned, outer_word
from graphwright.offline.meaning.spoken import is_infinitive, phrases
from graphwright.offline.meaning.stated import Existing, Proceeding, Statement
from graphwright.offline.meaning.summing import ListSummary, summary_of
from graphwright.offline.meaning.vocabulary import MeaningVocabulary, small_words, vocabulary
from graphwright.text.folding import fold

_PIECE: Final = re.compile(r"[^,;\n]+")
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*")
_HALF: Final = 2
"""Of so many members one must name a deed by its form."""
_REACH: Final = 6
"""Words of a step that is put in order; more of them say something of their own."""
_INFINITIVE: Final = ("en", "ern", "eln")
NamedStep: TypeAlias = tuple[SpokenPhrase, tuple[SpokenPhrase, ...]]
"""What is done, and what carries it out."""
_ARTICLE: Final = re.compile(r"^(?:l|d)['’]", re.IGNORECASE)


def process_in(sentence: SentenceReading) -> list[Statement]:
    """The steps that a sentence names, in order; a mere list of nouns says no order, a clause no step."""
    words = vocabulary(sentence.language)
    summary = summary_of(sentence, words)
    if summary is not None and (summed := _summed(summary, sentence, words)):
        return summed
    text, is_told = _without_frame(sentence.text, words)
    denies = any(each.verb is not None and each.verb.negated for each in sentence.clauses)
    if denies:
        return []
    unrolled = _unrolled(text, words)
    if unrolled and (steps := _chained(unrolled, sentence, words, opened=2)):
        return [Proceeding(sentence, steps)]
    deeds = words.kinds["deed"]
    if not is_told and any(_is_spoken_of(each, deeds) for each in sentence.clauses):
        return []
    is_bare = not any(_has_verb(each, deeds) or _is_order(each) for each in sentence.clauses)
    listed = "" if sentence.layout is None else sentence.layout.text
    behind = " " * text.find(listed) + listed if listed and listed in text else text
    if not is_told and is_bare and (steps := _chained(behind, sentence, words)):
        return [Proceeding(sentence, steps)]
    found = _all_steps(text, sentence, words)
    if not found:
        return []
    in_turn = is_told or bool(words.phrases["sequence"] & set(_spoken(text)))
    is_carried = sum(bool(carriers) for _, carriers in found) > 1
    return [Proceeding(sentence, found)] if in_turn or is_carried else []


def _unrolled(text: str, words: MeaningVocabulary) -> str:
    """`After harvest comes washing, then ...` as its steps with commas, each where it stood; empty for others."""
    spoken = list(_WORD.finditer(text))
    folded = [fold(each[0]) for each in spoken[: _REACH + 1]]
    at = next((at for at, word in enumerate(folded) if at > 1 and word in words.phrases["comes"]), None)
    if at is None or folded[0] not in words.phrases["after"]:
        return ""
    first, comes = spoken[0], spoken[at]
    signs = ",".ljust(comes.end() - comes.start())
    return " " * first.end() + text[first.end() : comes.start()] + signs + text[comes.end() :]


def _chained(
    text: str, sentence: SentenceReading, words: MeaningVocabulary, *, opened: int = 1, named: bool = False
) -> tuple[NamedStep, ...]:
    """`Check-in, then security, then boarding`: what the words of order make steps, whatever its form.

    Who takes part in turn is no step; where most of the names are of people and parts, they are that. `opened`: how
    many at the beginning need no word of order. `named`: it is said that they are steps.
    """
    text = separated(text, words.language)
    pieces = [[word for word in _spoken(each) if word not in words.phrases["and"]] for each in _PIECE.findall(text)]
    pieces = [each for each in pieces if each]
    in_turn = [each[0] in words.phrases["sequence"] for each in pieces]
    is_chain = all(in_turn[opened:]) and any(in_turn[1:]) and all(len(each) <= _REACH for each in pieces)
    if not is_chain or len(pieces) + sum(in_turn[:1]) <= _HALF:
        return ()
    steps = _all_steps(text, sentence, words, is_told=True)
    others = [each for each, _ in steps if kind_of(each, sentence.language) in ACTING]
    return steps if named or len(others) * _HALF < len(steps) else ()


def separated(text: str, language: Language) -> str:
    """A text with a comma before each `then`, every word where it stood."""
    ordering = "|".join(sorted(re.escape(each) for each in going_on(language) if " " not in each))
    return re.sub(rf"(?<=\w) (?=(?:{ordering})\b)", ",", text.rstrip(" .!"), flags=re.IGNORECASE)


def _summed(summary: ListSummary, sentence: SentenceReading, words: MeaningVocabulary) -> list[Statement]:
    """The steps of a list that is summed up behind it: each names a deed, where most of them do so by their form."""
    language = sentence.language
    steps = _all_steps(summary.listed, sentence, words, is_told=True)
    formed = [each for each, _ in steps if names_deed(each.head, language)]
    if not formed or (not summary.in_turn and len(formed) * _HALF < len(steps)):
        return []
    in_turn = summary.in_turn or bool(words.phrases["sequence"] & set(_spoken(summary.listed)))
    owner = summary.owner
    if owner is None:
        return [Proceeding(sentence, steps)] if in_turn else []
    owned = tuple((step, carriers or (owner,)) for step, carriers in steps)
    whole = [] if kind_of(owner, language) == "person" else [Existing(sentence, (owner,), "SYS")]
    return [*whole, Proceeding(sentence, owned, in_turn=in_turn)]


def rows_done(layout: LayoutRow, sentence: SentenceReading, *, is_told: bool = False) -> tuple[NamedStep, ...]:
    """The rows of a list where each names something that is done. `is_told`: its title says that they do."""
    at = max(sentence.text.find(layout.text), 0)
    return _all_steps(" " * at + layout.text, sentence, vocabulary(sentence.language), is_told=is_told)


def _all_steps(
    text: str, sentence: SentenceReading, words: MeaningVocabulary, *, is_told: bool = False
) -> tuple[NamedStep, ...]:
    """The steps of a text, two at least; nothing where any of its pieces is none.

    `is_told`: somebody says that they are steps, whatever their form.
    """
    steps = [step for piece in _PIECE.finditer(text) for step in _steps(piece, sentence, words, is_told=is_told)]
    found = tuple(each for each in steps if each is not None)
    return found if len(steps) > 1 and len(found) == len(steps) else ()


def followed(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Proceeding | Existing | None:
    """`Mashing is followed by lautering`, `auf das Rösten folgt das Mahlen`, `undergoes washing, then drying`."""
    verb = clause.verb
    if verb is None or verb.negated:
        return None
    lemma = fold(verb.lemma)
    if (gone_through := _gone_through(sentence, clause, words)) is not None:
        return gone_through
    if stages := _stages(clause, words):
        if all(_is_stage(each, words.language) for each in stages):
            return Proceeding(sentence, tuple((each, ()) for each in stages))
        return Existing(sentence, tuple(stages), "MOD")
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


def _stages(clause: SpokenClause, words: MeaningVocabulary) -> list[SpokenPhrase]:
    """What something passes through: deeds, or parts in turn: `durchläuft nacheinander Waage und Ofen`."""
    verb = clause.verb
    led = [each.phrase for each in clause.roles if fold(each.preposition) in words.phrases["through"]]
    if verb is not None and fold(verb.lemma) in words.relations["undergo"]:
        stages = phrases(clause, "thing")
    elif verb is not None and fold(verb.lemma) in words.relations["move"] and len(led) == 1:
        stages = list(led[0].members)
    else:
        return []
    if len(stages) <= 1 or any(
        kind_of(each, words.language) == "person" for each in (*stages, *phrases(clause, "doer"))
    ):
        return []
    said = f" {fold(clause.text)} "
    in_turn = any(f" {each} " in said for each in words.phrases["inTurn"])
    return stages if in_turn or all(_is_stage(each, words.language) for each in stages) else []


def _is_stage(phrase: SpokenPhrase, language: Language) -> bool:
    """Does it name a deed, in German also by an infinitive: `Fräsen`?"""
    is_bare = phrase.determiner in {"none", "the"} and " " not in phrase.name
    is_infinitive_noun = language == "de" and is_bare and phrase.name.lower() in word_lists("de").verbs
    return is_infinitive_noun or is_done(phrase, language)


def _gone_through(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Proceeding | None:
    """`The passenger goes through check-in, then security, then boarding`: somebody takes part in each step."""
    verb, doers = clause.verb, phrases(clause, "doer")
    if verb is None or len(doers) != 1 or clause.index or len(sentence.clauses) > 1:
        return None
    behind = sentence.text[verb.end - sentence.start :]
    led = _WORD.match(behind.lstrip())
    goes = fold(verb.lemma) in words.relations["move"] and led is not None and fold(led[0]) in words.phrases["through"]
    if not goes and fold(verb.lemma) not in words.relations["undergo"]:
        return None
    at = len(sentence.text) - len(behind) + (len(behind) - len(behind.lstrip()) + len(led[0]) if goes and led else 0)
    steps = _chained(" " * at + sentence.text[at:], sentence, words, named=True)
    takes_part = kind_of(doers[0], sentence.language) == "person"
    told = tuple((each, tuple(doers) if takes_part else ()) for each, _ in steps)
    return Proceeding(sentence, told) if told else None


def _is_spoken_of(clause: SpokenClause, deeds: frozenset[str]) -> bool:
    """Is it a clause with a verb of its own, rather than nouns in which a verb was looked for?"""
    return _has_verb(clause, deeds) and bool(phrases(clause, "doer", "thing"))


def _has_verb(clause: SpokenClause, deeds: frozenset[str]) -> bool:
    """Is there a verb that is no name of a deed?"""
    verb = clause.verb
    if verb is None:
        return False
    if any(each.phrase.refers_to is not None for each in clause.roles):
        return True  # `then we eat`
    is_named = is_infinitive(clause) or verb.copula or verb.text.endswith("ing") or fold(verb.text) in deeds
    return verb.known and not is_named


def _is_order(clause: SpokenClause) -> bool:
    """`Weigh the flour`: what is done to something with an article is said, and is no name as it stands."""
    things = [each for each in phrases(clause, "thing") if each.determiner in {"the", "a"}]
    return clause.mood == "order" and clause.verb is not None and any(each.start >= clause.verb.end for each in things)


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
    piece: re.Match[str], sentence: SentenceReading, words: MeaningVocabulary, *, is_told: bool
) -> list[NamedStep | None]:
    """The steps between two commas: one, or two that `and` joins."""
    found: list[NamedStep | None] = []
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
            found.append(_step(part, sentence, words, is_told=is_told))
    return found


def _step(
    part: list[tuple[str, int]], sentence: SentenceReading, words: MeaningVocabulary, *, is_told: bool
) -> NamedStep | None:
    """A deed with what carries it out; `None` where the words name none."""
    text, language = sentence.text, sentence.language
    end = part[-1][1] + len(part[-1][0])
    by = next((at for at in range(1, len(part) - 1) if _is_agent(part, at, words)), None)
    name = cleaned(text[part[0][1] : part[by][1] if by else end])
    name = name[2:] if _ARTICLE.match(name) else name
    head = _head(name, language, words)
    step = _phrase(name, head, part[0][1], sentence)
    if not (is_told or names_deed(head, language) or _is_infinitive(part, language)):
        return None
    if by is None:
        return step, ()
    carrier = part[by + 1 :]
    while len(carrier) > 1 and fold(carrier[0][0]) in small_words():
        carrier.pop(0)
    named = _ARTICLE.sub("", cleaned(text[carrier[0][1] : end]))
    return step, (_phrase(named, outer_word(named, language), carrier[0][1], sentence),)


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
    """`Wasser einlassen`, `abpumpen`, `Waschen der Teile`: a German step may be named by an infinitive."""
    (first, at), (last, _) = part[0], part[-1]
    if language != "de":
        return False
    is_noun = first.endswith(_INFINITIVE) and len(part) > 1 and fold(part[1][0]) in {"der", "des", "von"}
    return is_noun or ((last.islower() or (at == 0 and first == last)) and last.endswith(_INFINITIVE))


def _phrase(name: str, head: str, at: int, sentence: SentenceReading) -> SpokenPhrase:
    start = sentence.start + at
    return SpokenPhrase(text=name, name=name, head=head, start=start, end=start + len(name))


def _spoken(text: str) -> list[str]:
    return [fold(each[0]) for each in _WORD.finditer(text)]
