"""What a message means for this model: a change, an answer, a question back, or an honest "I did not understand".

read -> talk, orders to the assistant, questions -> means -> judgement. Whatever is not understood is left out and said;
nothing is guessed. Pure: nothing is read but the text, the graph and what the conversation spoke of before.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec.structs import replace

from graphwright.context.indirect import direct
from graphwright.context.request_text import answers_in
from graphwright.context.workflow_choice import is_question
from graphwright.formats.cleaning import clean
from graphwright.grammar.read import read
from graphwright.grammar.records import Doubt, MessageReading, SentenceReading, SpokenClause
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.languages import Language
from graphwright.offline.dialogue.accounting import unaccounted
from graphwright.offline.dialogue.announcing import behind_announcement
from graphwright.offline.dialogue.asides import aside_of, is_errand, is_for_others
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.dialogue.dotted import with_dotted_names
from graphwright.offline.dialogue.forms import quoted, settled, shortened, with_names
from graphwright.offline.dialogue.guessing import (
    asked_to_confirm,
    guess_in_words,
    guessed_parts,
    operations_of,
)
from graphwright.offline.dialogue.in_halves import in_halves
from graphwright.offline.dialogue.judgement import (
    OtherReading,
    asked_first,
    look_at,
    notes,
    other_readings,
    reasons,
    shown_first,
)
from graphwright.offline.dialogue.mending import MeantInstead, meant_instead, said_again
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.dialogue.musing import mused, order_in, unhedged
from graphwright.offline.dialogue.numbered import in_a_row
from graphwright.offline.dialogue.settling import is_endless, settled_reading
from graphwright.offline.dialogue.suggestions import SUGGESTIONS, SuggestedSentence, suggestions
from graphwright.offline.dialogue.summary import summary
from graphwright.offline.dialogue.talk import behind_courtesy, courteous_reply, remark_reply, talk_reply, wish_reply
from graphwright.offline.dialogue.tasks import Task, derived, language_of_task, repaired, task_of, type_in, undone
from graphwright.offline.dialogue.teaching import NO_LESSON, Lesson, lesson_of
from graphwright.offline.dialogue.typed import plain
from graphwright.offline.documents import proposing_reply
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.casting import ChoiceKey
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.offline.meaning.mentions import focused
from graphwright.offline.meaning.needed import is_impersonal_need
from graphwright.offline.meaning.ordered import orders_politely
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.recounting import corrects_number
from graphwright.offline.meaning.spoken import is_circumstance, is_yes_or_no, phrases
from graphwright.offline.questions.asking import answer
from graphwright.offline.questions.marks import asks_for_some, begins_to_list, slips_into_asking, wants_overview
from graphwright.offline.questions.telling import QuestionAnswer
from graphwright.offline.questions.words import asking_words
from graphwright.offline.understood import (
    Change,
    OpenQuestion,
    ReadOnlyAnswer,
    Situation,
    UnclearMessage,
    Understood,
)
from graphwright.pauses import paced
from graphwright.protocol.operations import NodeCreate, Operation
from graphwright.text.folding import fold
from graphwright.text.language import language_of

MAX_CHARACTERS: Final = 20_000
"""Of a message that are read, in about two seconds; what is longer belongs among the documents."""
_SHORT: Final = 80
"""Characters of a message that may be about nothing but what a pronoun stands for."""
_QUESTIONS: Final = 10
"""Of one message that are answered."""
_SENTENCE: Final = 2_000
"""Characters of one sentence; the longest of real requirement documents have a quarter of it."""
MAX_SENTENCES: Final = 500
"""Of a message that are read, in its lines and between its marks; so short that more of them fit in are none."""
_ENDS: Final = re.compile(r"[.!?]\s|\n")
_LISTED: Final = frozenset(("nodes", "linked"))


def understand(text: str, situation: Situation) -> Understood:
    """What a message asks for."""
    beginning = _beginning(text)
    words = with_dotted_names(direct(in_a_row(plain(clean(beginning)))), situation.index)
    words = in_halves(words, situation.index)
    task, meant = task_of(words), meant_instead(words) if situation.answered is None else None
    done = None if task is None else _carried_out(task, situation)
    if done is None and meant is not None and (instead := _done_instead(meant, situation)) is not None:
        return instead
    understood = _understood(words, situation) if done is None else done
    if situation.answered is None and _is_empty(understood):
        understood = _guessed(words, situation) or (understood if done else _greeted(beginning, understood, situation))
    elif situation.answered is None and _builds_anew(understood):
        # `Der Clerk streicht` tells what one does; an order that nobody gives speaks of two.
        understood = _guessed(words, situation, least=2) or understood
    understood = _with_kept_names(understood, words, situation)
    if len(beginning) == len(text):
        return understood
    return _with_note(understood, dialogue_words(understood.language).cut.format(limit=len(beginning)))


def _with_kept_names(understood: Understood, words: str, situation: Situation) -> Understood:
    """What a message means, with what took the place of names in it that were merged away; then it is only proposed."""
    replaced = situation.index.replaced(words) if not isinstance(understood, UnclearMessage) else []
    if not replaced:
        return understood
    language, say = understood.language, dialogue_words(understood.language)
    notes = "\n".join(
        say.merged_away.format(name=quoted(name, language), kept=quoted(node.name, language)) for name, node in replaced
    )
    text = (
        understood.text.replace(say.understood, say.proposes, 1) if isinstance(understood, Change) else understood.text
    )
    told = dataclasses.replace(understood, text=f"{notes}\n{text}")
    return dataclasses.replace(told, proposes=True) if isinstance(told, Change) and told.operations else told


def _done_instead(meant: MeantInstead, situation: Situation) -> Understood | None:
    """What the last order did, with what was meant; asked where nobody knows which of its words that is.

    `None` where the other is an element and this is none, and nothing can be done with it: then it is called otherwise.
    """
    say, last = dialogue_words(meant.language), next(iter(situation.earlier), "")
    before = situation.before
    index = situation.index if before is None else NodeIndex(before)
    again = said_again(meant, last, index) if last else None
    if again is None and situation.index.find(meant.said) and not situation.index.find(meant.name):
        return None
    if again is None:
        return _unclear(say.meant_what.format(name=meant.name), situation, meant.language)
    if before is not None:
        first = understand(last, dataclasses.replace(situation, graph=before, index=index, before=None, earlier=()))
        is_done = isinstance(first, Change) and bool(first.operations) and not first.proposes
        second = understand(again, dataclasses.replace(situation, graph=before, index=index, before=None, earlier=()))
        if is_done and isinstance(second, Change) and second.operations:
            operations = [*undone(before, situation.graph), *second.operations]
            told = f"{say.swapped.format(name=meant.name)}\n{summary(second.operations, before, meant.language)}"
            return Change(operations, told, meant.language, proposes=True, ordered=True)
    redone = understand(again, dataclasses.replace(situation, before=None, earlier=situation.earlier[1:]))
    is_called_otherwise = bool(situation.index.find(meant.said)) and not situation.index.find(meant.name)
    return None if is_called_otherwise and _is_empty(redone) else redone


def _greeted(text: str, understood: Understood, situation: Situation) -> Understood:
    """A greeting back, where nothing else could be made of a short message that greets and speaks of no element."""
    reply = courteous_reply(text, understood.language) if isinstance(understood, UnclearMessage) else None
    if reply is None or situation.index.named_in(text) or type_in(text) is not None:
        return understood
    return ReadOnlyAnswer(reply, [], understood.language, remarks=True)


def _beginning(text: str) -> str:
    """What is read of a message: of one that is too long no half sentence, where it has whole ones."""
    ends = [each.end() for each in islice(_ENDS.finditer(text, 0, MAX_CHARACTERS), MAX_SENTENCES)]
    if len(text) <= MAX_CHARACTERS and len(ends) < MAX_SENTENCES:
        return text
    return text[: ends[-1]] if ends else text[:MAX_CHARACTERS]


# one message -------------------------------------------------------------------------------------------------------


def _understood(words: str, situation: Situation) -> Understood:
    words = behind_announcement(behind_courtesy(words))
    order = order_in(words, situation.index)
    reading = _read(words, situation) if order is None else mused(lambda text: _read(text, situation), order)
    words = order or words
    language, say = reading.language, dialogue_words(reading.language)
    if not reading.sentences:
        return _unclear(say.empty, situation, language)
    talk = None if corrects_number(words) else talk_reply(reading) or wish_reply(words, language)
    talk = talk or proposing_reply(words, language)
    if talk is not None:
        return ReadOnlyAnswer(talk, [], language)
    asking = [
        each
        for each in paced(reading.sentences, 1)
        if (_asks(each) or _asks_with_a_slip(each, situation)) and not _orders(each, situation)
    ]
    said = aside_of(reading, words)
    if said is not None and any(_orders(each, situation) for each in paced(reading.sentences, 1)):
        said = None
    if said in {"wait", "sorry"}:
        return ReadOnlyAnswer(say.wait if said == "wait" else say.sorry, [], language, remarks=True)
    told, unanswered = _told(asking, situation)
    if said is not None and not told:
        return _unclear(say.about if said == "about" else say.outside, situation, language)
    stated = replace(reading, sentences=tuple(each for each in reading.sentences if each not in asking))
    meant = _meant(words, stated, situation) if stated.sentences else None
    if isinstance(meant, OpenQuestion):
        return _asked_back(meant, words, stated, situation, is_told=bool(told))
    replies = [each.text for each in told]
    if told and unanswered:
        replies.append(_left_out(unanswered, language))
    if meant is not None and meant.operations:
        is_for_us = bool(told) or not is_errand(stated, situation.index, words)
        return _with_replies(meant, replies) if is_for_us else _unclear(say.outside, situation, language)
    if not told and stated.sentences and (late := _answered_late(stated, situation)) is not None:
        told, replies = [late], [late.text]
    if told:
        return _replied(told, "\n".join(replies), words, situation)
    if meant is not None and meant.text:
        return _unclear(meant.text, situation, language) if meant.refused else ReadOnlyAnswer(meant.text, [], language)
    remark = remark_reply(words, language)
    return _taught(words, situation, language) if remark is None else _remarked(remark, situation, language)


def _replied(told: Sequence[QuestionAnswer], text: str, words: str, situation: Situation) -> Understood:
    """The answers to questions; where all that is told is that nobody can tell by rules, with sentences that work."""
    language = told[0].query.language
    if all(each.query.kind == "unjudged" for each in told):
        lesson = lesson_of(words, language, situation.index)
        return UnclearMessage(text, _suggested(situation, language, lesson), language, lesson, tells_why=True)
    cited = {node.node_id: None for each in told for node in paced(each.nodes)}
    return ReadOnlyAnswer(text, list(cited), language)


def _asked_back(
    meant: OpenQuestion, words: str, stated: MessageReading, situation: Situation, *, is_told: bool
) -> Understood:
    """What is open, unless nothing of it is for this model: "That was quick, thanks" asks nobody what "that" is."""
    is_idle = not is_told and all(each.doubt is not None and not each.options for each in meant.lines)
    idle = remark_reply(words, meant.language) if is_idle else None
    if idle is not None:
        return _remarked(idle, situation, meant.language)
    about_words = all(each.doubt is not None and each.doubt.code in {"whoIsIt", "whatIs"} for each in meant.lines)
    if about_words and is_for_others(stated, situation.index):
        return _unclear(dialogue_words(meant.language).outside, situation, meant.language)
    return meant


def _remarked(reply: str, situation: Situation, language: Language) -> Understood:
    """The answer to a remark; whoever speaks of the weather gets sentences that work, too."""
    if reply == dialogue_words(language).chat:
        return _unclear(reply, situation, language)
    return ReadOnlyAnswer(reply, [], language, remarks=True)


def _taught(words: str, situation: Situation, language: Language) -> UnclearMessage:
    """That nothing was understood: which words of it, and the sentences that come nearest to it."""
    say, lesson = dialogue_words(language), lesson_of(words, language, situation.index)
    lines = [say.not_understood.format(text=shortened(words.strip()))]
    lines += [say.lost.format(texts=", ".join(quoted(each, language) for each in lesson.lost))] if lesson.lost else []
    if (lesson.kinds or _points_somewhere(words, language)) and not lesson.nodes:
        lines.append(say.which_element if situation.graph.nodes else say.nothing_yet)
    return UnclearMessage("\n".join(lines), _suggested(situation, language, lesson), language, lesson)


def _points_somewhere(words: str, language: Language) -> bool:
    """Does a short message speak of something that it does not name: `do that again with the other one`?"""
    tables = order_words(language).words
    said = set(map(fold, words.replace(",", " ").rstrip(".!").split()))
    return len(words) <= _SHORT and not said.isdisjoint(tables["pronoun"] | tables["that"] | tables["them"])


def _is_empty(understood: Understood) -> bool:
    """Would nothing come of a message but that it was not understood, a question back or a remark?"""
    match understood:
        case UnclearMessage():
            return True
        case OpenQuestion(reads_order=reads_order):
            return not reads_order
        case ReadOnlyAnswer(remarks=remarks):
            return remarks
        case Change():
            return False


def _builds_anew(understood: Understood) -> bool:
    """Would new elements come of a message that was not read as an order? Then a cue that fits all of it goes first."""
    return (
        isinstance(understood, Change)
        and not understood.ordered
        and any(isinstance(each, NodeCreate) and each.node_type != "REQ" for each in understood.operations)
    )


def _guessed(words: str, situation: Situation, least: int = 1) -> Change | None:
    """What is proposed for an order that was not understood: by its cue words, or by its frame behind a remark."""
    reading = _read(words, situation)
    if len(reading.sentences) != 1 or len(words) > _SENTENCE:
        return None
    [sentence] = reading.sentences
    last = focused(situation.focus, situation.index, situation.graph)
    tried = {sentence.text}
    for text, guesses in guessed_parts(sentence, situation.index, last):
        again = None if text in tried else _framed(text, situation)
        tried.add(text)  # the words of another language often cut a sentence in the same places
        if again is not None:
            return again
        if len(guesses) > 1:
            return None
        if guesses:
            [(guess, language)] = guesses
            if len(guess.nodes) < least and guess.kind != "describe":
                return None
            operations = operations_of(guess, language, sentence, situation.graph, situation.index)
            asked = guess_in_words(guess, language)
            return _asked_to_confirm(operations, asked, language, situation) if operations else None
    return None


def _framed(text: str, situation: Situation) -> Change | None:
    """What a part of a sentence orders by itself, where all of it is understood."""
    reading = _read(text, situation)
    meant = _means(reading, situation, {}, only_orders=True)
    is_whole = len(meant.ordered) == len(reading.sentences) and not meant.doubts and not meant.left_out
    if not is_whole or not meant.draft.operations:
        return None
    asked = asked_to_confirm(text, reading.language)
    return _asked_to_confirm(meant.draft.operations, asked, reading.language, situation)


def _asked_to_confirm(operations: list[Operation], asked: str, language: Language, situation: Situation) -> Change:
    told = summary(operations, situation.graph, language)
    return Change(operations, f"{asked}\n{dialogue_words(language).proposes}\n{told}", language, proposes=True)


def _read(words: str, situation: Situation) -> MessageReading:
    """The reading; of a sentence that no person wrote as one only its beginning is looked at more closely."""
    reading = read(words, focus=situation.focus)
    bounded = (
        each if len(each.text) <= _SENTENCE else replace(each, text=each.text[:_SENTENCE]) for each in reading.sentences
    )
    return replace(reading, sentences=tuple(bounded))


def _asks(sentence: SentenceReading) -> bool:
    """Is a sentence a question, or an order to tell something?"""
    if sentence.layout is not None and sentence.layout.members and "?" not in sentence.text:
        return False  # `How a repair goes:` is a title
    if any(clause.mood == "question" for clause in sentence.clauses):
        return True
    asks = is_question(sentence.text) or is_yes_or_no(sentence)
    if asks and "?" not in sentence.text and sentence.clauses and is_circumstance(sentence.clauses[0], sentence):
        return False  # `When the gate is locked, ...` tells
    return asks and not any(_binds(each) or _is_need(each, sentence.language) for each in sentence.clauses)


def _is_need(clause: SpokenClause, language: Language) -> bool:
    """Is something needed that is no telling: not `il me faut la liste des pompes`?"""
    things = [fold(each.text).replace("'", " ").split() for each in phrases(clause, "thing")]
    wanted = {found.key for words in things if words for found in asking_words(language).at(words, 0)}
    return "list" not in wanted and is_impersonal_need(clause, language)


def _orders(sentence: SentenceReading, situation: Situation) -> bool:
    """Is it only put as a question, and orders a change: "can you delete the pump?"?"""
    if asks_for_some(sentence.text, sentence.language):
        return False
    if begins_to_list(sentence.text) and (told := _answered(sentence, situation)) and told.query.kind in _LISTED:
        return False
    if wants_overview(sentence.text) and _answered(sentence, situation) is not None:
        return False
    told = None if situation.index.named_in(sentence.text) else _answered(sentence, situation)
    if told is not None and told.query.kind == "overview":
        return False  # `Fasse das Modell zusammen` names nothing that could be merged
    draft = Draft(situation.graph, situation.index, sentence.language)
    last = focused(situation.focus, situation.index, situation.graph)
    return orders_politely(sentence, draft, situation.index, spoken_of=last is not None)


def _asks_with_a_slip(sentence: SentenceReading, situation: Situation) -> bool:
    """Does it only miss being a question by a letter: "weche Tests fehlen"? Then it names a type and has an answer."""
    found = _answered(sentence, situation) if slips_into_asking(sentence.text) else None
    return found is not None and bool(found.query.types)


def _binds(clause: SpokenClause) -> bool:
    return clause.verb is not None and clause.verb.modality == "demand"


def _told(asking: Sequence[SentenceReading], situation: Situation) -> tuple[list[QuestionAnswer], list[str]]:
    """The answers to the questions of a message, each in the light of those before it; and what has none."""
    told, unanswered = list[QuestionAnswer](), list[str]()
    for number, each in enumerate(asking):
        found = _answered(each, situation) if number < _QUESTIONS else None
        if found is None:
            unanswered.append(each.text)
            continue
        told.append(found)
        situation = dataclasses.replace(situation, earlier=(each.text, *situation.earlier))
    return told, unanswered


def _left_out(texts: Sequence[str], language: Language) -> str:
    return dialogue_words(language).left_out.format(texts=" · ".join(map(shortened, texts)))


def _answered(sentence: SentenceReading, situation: Situation) -> QuestionAnswer | None:
    if sentence.text not in situation.answers:
        situation.answers[sentence.text] = answer(
            sentence.text,
            sentence.language,
            situation.graph,
            situation.index,
            findings_of=situation.findings_of,
            before=situation.earlier,
            focus=situation.focus,
        )
    return situation.answers[sentence.text]


def _answered_late(reading: MessageReading, situation: Situation) -> QuestionAnswer | None:
    """A question without a mark and without a verb: "untested requirements"."""
    if len(reading.sentences) != 1 or any(_verbs(reading.sentences[0])):
        return None
    return _answered(reading.sentences[0], situation)


def _verbs(sentence: SentenceReading) -> Iterator[str]:
    return (clause.verb.lemma for clause in sentence.clauses if clause.verb is not None)


def _meant(words: str, reading: MessageReading, situation: Situation) -> Change | OpenQuestion:
    """What is to be built of the sentences that ask nothing."""
    language, say, answered = reading.language, dialogue_words(reading.language), situation.answered
    meant, choices = _means(reading, situation, {}), dict[ChoiceKey, str]()
    reading = settled_reading(reading, meant)
    lines = asked_first(reading, meant, words)
    if lines and answered is None:
        return OpenQuestion(say.open, lines, language)
    if lines and answered is not None:
        answers = answers_in(answered, [line.label for line in lines])
        renamed = with_names(words, lines, answers)
        if renamed != words:
            reading = _read(renamed, situation)
        choices = settled(lines, answers, language)
        meant = _means(reading, situation, choices)
        reading = settled_reading(reading, meant)
    told = summary(meant.draft.operations, situation.graph, language)
    found = misreadings(reading, meant)
    shown = shown_first(reading, meant, found, told)
    if shown is None:
        return _change(reading, meant, told, unaccounted(reading, meant))
    chosen = answers_in(answered or (), [shown.label]).get(shown.label)
    if chosen is None and (answered is None or lines):
        return OpenQuestion(reasons(found, language), [shown], language, reads_order=bool(meant.ordered))
    if chosen == say.yes:
        return _change(reading, meant, told)
    other = next((each for each in other_readings(reading, found) if each.words == chosen), None)
    return Change([], say.refusal, language) if other is None else _chosen(words, other, situation, choices)


def _chosen(
    words: str, other: OtherReading, situation: Situation, choices: Mapping[ChoiceKey, str]
) -> Change | OpenQuestion:
    """Another reading than the first, which a person has chosen; what is open in it is asked once more."""
    reading, language = other.reading, other.reading.language
    meant = _means(reading, situation, {**choices, **other.choices})
    lines = asked_first(reading, meant, words)
    if lines:
        answers = answers_in(situation.answered or (), [line.label for line in lines])
        if not answers:
            return OpenQuestion(dialogue_words(language).open, lines, language)
        meant = _means(reading, situation, {**choices, **other.choices, **settled(lines, answers, language)})
    return _change(reading, meant, summary(meant.draft.operations, situation.graph, language))


def _means(
    reading: MessageReading, situation: Situation, choices: Mapping[ChoiceKey, str], *, only_orders: bool = False
) -> Meant:
    """Also what is only mused about: it is shown before anything is done."""
    graph, index, focus = situation.graph, situation.index, situation.focus
    return means(unhedged(reading), graph, index, focus=focus, choices=choices, only_orders=only_orders)


def _change(reading: MessageReading, meant: Meant, told: str, chosen: Sequence[Doubt] = ()) -> Change:
    """The change in words; without operations the text says why, and is empty where nothing was understood.

    `chosen`: what the words do not tell, so that people are to look at it first.
    """
    language, say = reading.language, dialogue_words(reading.language)
    operations, is_whole = meant.draft.operations, not (chosen or meant.left_out)
    proposes = meant.proposes or not is_whole or any(map(is_endless, reading.sentences))
    lines = [*notes(reading, meant, language)]
    lines += [look_at(chosen, language)] if chosen and operations else []
    if operations:
        lines = [say.proposes if proposes else say.understood, told, *lines]
        lines += [_left_out(meant.left_out, language)] if meant.left_out else []
    elif (meant.statements or meant.ordered) and not meant.left_out and not lines:
        lines.append(say.nothing_new)
    refused = not operations and bool(lines) and lines != [say.nothing_new]
    ordered = bool(meant.ordered)
    return Change(operations, "\n".join(lines), language, proposes=proposes, refused=refused, ordered=ordered)


# orders to the assistant -------------------------------------------------------------------------------------------


def _carried_out(task: Task, situation: Situation) -> Understood | None:
    language = language_of_task(task, language_of(task.text, situation.focus.language or "en"))
    say = dialogue_words(language)
    if task.kind == "help":
        return UnclearMessage(say.help, _suggested(situation, language), language)
    if task.kind == "keep":
        return ReadOnlyAnswer(say.refusal, [], language)
    if task.kind == "undo":
        operations = [] if situation.before is None else undone(situation.before, situation.graph)
        if not operations:
            return ReadOnlyAnswer(say.nothing_to_undo, [], language)
        told = summary(operations, situation.graph, language)
        return Change(operations, f"{say.undone}\n{told}", language, proposes=True)
    draft = Draft(situation.graph, situation.index, language)
    if task.kind == "derive":
        text = derived(task, draft, situation.index)
    else:
        text = repaired(task, draft, situation.index, situation.findings)
    if text is None:
        return None
    if draft.operations:
        return Change(draft.operations, text, language, proposes=bool(draft.reasons), reasons=draft.reasons)
    return ReadOnlyAnswer(text, [], language)


# pieces ------------------------------------------------------------------------------------------------------------


def _unclear(text: str, situation: Situation, language: Language) -> UnclearMessage:
    return UnclearMessage(text, _suggested(situation, language), language)


def _suggested(situation: Situation, language: Language, lesson: Lesson = NO_LESSON) -> list[str]:
    """Sentences that would work on this model."""
    return suggested(situation.graph, situation.index, language, SUGGESTIONS, lesson) if situation.suggests else []


def suggested(graph: Graph, index: NodeIndex, language: Language, count: int, lesson: Lesson = NO_LESSON) -> list[str]:
    """Up to so many sentences, each tried on this model: it is answered, or does what it announces."""
    return list(islice(suggesting(graph, index, language, lesson), count))


def suggesting(graph: Graph, index: NodeIndex, language: Language, lesson: Lesson = NO_LESSON) -> Iterator[str]:
    """The same one by one."""

    def works(suggestion: SuggestedSentence) -> bool:
        if not graph.nodes:
            return _begins(suggestion, graph.ontology)
        return index.remembered(suggestion, lambda: _works(suggestion, graph, index))

    return suggestions(graph, language, works, lesson)


@lru_cache(maxsize=256)  # the beginnings of three languages, for a few ontologies: the first that is offered to anybody
def _begins(suggestion: SuggestedSentence, ontology: Ontology) -> bool:
    """Does a sentence work on a model without any node? All of those are alike."""
    nothing = Graph(ontology)
    return _works(suggestion, nothing, NodeIndex(nothing))


def _works(suggestion: SuggestedSentence, graph: Graph, index: NodeIndex) -> bool:
    """Is it answered, or does what it announces?"""
    announced = suggestion.announced
    match understand(suggestion.text, Situation(graph, index, findings_of=list, suggests=False)):
        case Change(operations) if operations:
            return announced is None or announced.is_kept_by(operations, graph)
        case ReadOnlyAnswer(node_ids=node_ids):
            return announced is None and (suggestion.about is None or suggestion.about in node_ids)
        case _:
            return False


def _with_replies(change: Change, replies: Sequence[str]) -> Change:
    if not replies:
        return change
    text = "\n".join([*replies, change.text])
    return dataclasses.replace(change, text=text)


def _with_note(understood: Understood, note: str) -> Understood:
    match understood:
        case Change(text=text):
            return dataclasses.replace(understood, text=f"{text}\n{note}")
        case ReadOnlyAnswer(text, node_ids, language):
            return ReadOnlyAnswer(f"{text}\n{note}", node_ids, language)
        case OpenQuestion(text, lines, language):
            return OpenQuestion(f"{note}\n{text}", lines, language)
        case UnclearMessage(text=text):
            return dataclasses.replace(understood, text=f"{text}\n{note}")
