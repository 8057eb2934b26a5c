"""What a reading means for this model: a draft of operations, what must be asked first, and what was left out.

Sentence by sentence, each on the model that those before it lead to. Where something is open in a sentence nothing
of it is built; nobody who reads the draft can tell which half was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from graphwright.grammar.records import Doubt, Focus, MessageReading, SentenceReading
from graphwright.graph.document import Graph
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.meaning import building, demanding, structure
from graphwright.offline.meaning.adding import Adding
from graphwright.offline.meaning.casting import Casting, ChoiceKey, is_nobody
from graphwright.offline.meaning.changing import WISHES, Changing
from graphwright.offline.meaning.correcting import correct
from graphwright.offline.meaning.duties import is_obliged
from graphwright.offline.meaning.fields import is_about_fields
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.readings import open_list, open_owner, vague
from graphwright.offline.meaning.relating import relate
from graphwright.offline.meaning.signs import NounSigns, signs_of
from graphwright.offline.meaning.spoken import conditions, is_circumstance, unknown
from graphwright.offline.meaning.stated import (
    Carrying,
    Chaining,
    Composing,
    Demanding,
    Doing,
    Listing,
    Ordering,
    Proceeding,
    Statement,
    Typing,
    Using,
)
from graphwright.offline.meaning.statements import statements_of
from graphwright.offline.meaning.wishes import focused, wish_of
from graphwright.protocol.graph import Node

READ_AS: Final = "readAs"
"""Code of the choice how a sentence is read, by its text: as a demand, or as what is done."""
DEMAND: Final = "demand"
DEEDS: Final = "deeds"
_NO_FOCUS: Final = Focus()
_NO_CHOICES: Final[Mapping[ChoiceKey, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Meant:
    """What a message means for the model."""

    statements: tuple[Statement, ...]
    draft: Draft
    """The operations that are sure."""
    doubts: tuple[Doubt, ...]
    """What must be asked, or told. The answer to one goes back as a choice for its code and text."""
    left_out: tuple[str, ...]
    """Words of the message that nothing was made of, verbatim."""
    proposes: bool
    """A person must agree: it binds, deletes or takes apart."""


def means(
    reading: MessageReading,
    graph: Graph,
    index: NodeIndex,
    *,
    focus: Focus = _NO_FOCUS,
    choices: Mapping[ChoiceKey, str] = _NO_CHOICES,
) -> Meant:
    """What a reading means for a model. `choices`: how doubts of an earlier time were answered."""
    meaning = _MessageMeaning(Draft(graph, index, reading.language), index, choices, focus, signs_of(reading))
    for sentence in reading.sentences:
        meaning.take(sentence)
    return meaning.result()


class _MessageMeaning:
    """A message on its way from statements to operations."""

    def __init__(
        self, draft: Draft, index: NodeIndex, choices: Mapping[ChoiceKey, str], focus: Focus, signs: NounSigns
    ) -> None:
        self._draft = draft
        self._choices = choices
        self._focus = focus
        self._index = index
        self._doubts: list[Doubt] = []
        self._left_out: list[str] = []
        self._statements: list[Statement] = []
        self._steps: list[building.DeedStep] = []
        self._casting = Casting(draft, choices, self._doubt, signs.sign)
        self._proposes = False

    def _doubt(self, doubt: Doubt) -> None:
        if (doubt.code, doubt.text) not in {(each.code, each.text) for each in self._doubts}:
            self._doubts.append(doubt)

    def take(self, sentence: SentenceReading) -> None:
        """One sentence: built whole, or not at all."""
        if any(each.weight == "stops" for each in sentence.doubts):
            self._left_out.append(sentence.text)
            return
        chosen = self._choices.get((READ_AS, sentence.text))
        if chosen is None and self._wished(sentence, Maker(self._draft, sentence.language)):
            return
        stated = statements_of(sentence, demands=None if chosen is None else chosen == DEMAND)
        self._statements += stated
        before, asked = len(self._draft.operations), len(self._doubts)
        self._open_readings(sentence, stated)
        make = Maker(self._draft, sentence.language)
        steps: list[building.DeedStep] = []
        for statement in stated:
            ready = len(self._draft.operations)
            if not self._built(statement, make, steps):
                self._draft.rollback(ready)
                self._left_out.append(_words_of(statement))
        if any(each.weight != "says" for each in self._doubts[asked:]):
            self._draft.rollback(before)
            return
        self._steps += steps

    def _open_readings(self, sentence: SentenceReading, stated: list[Statement]) -> None:
        """What the sentence itself leaves open: two readings, who is meant by a demand, how much is more."""
        language = sentence.language
        if stated:
            for doubt in sentence.doubts:
                if doubt.code == "twoReadings" and doubt.weight == "asks" and self._is_open(doubt):
                    self._doubt(doubt)
        doubts = [open_list(sentence), *(open_owner(each) for each in stated if isinstance(each, Doing))]
        if any(isinstance(each, Demanding) for each in stated):
            doubts += [vague(sentence)]
            doubts += [
                Doubt("whoIsIt", phrase.start, phrase.end, phrase.text, (), "asks")
                for clause in sentence.clauses[:1]
                for phrase in unknown(clause)
                if not is_nobody(phrase, language) and not is_obliged(sentence)  # `it is forbidden to`: nobody is it
            ]
        for found in doubts:
            if found is not None and self._is_open(found):
                self._doubt(found)

    def _is_open(self, doubt: Doubt) -> bool:
        return (doubt.code, doubt.text) not in self._choices

    def result(self) -> Meant:
        """Everything built, deeds last: they know what all sentences name."""
        try:
            building.build(self._steps)
        except CannotApply as refused:
            self._doubt(Doubt(code="refused", start=0, end=0, text=refused.text, weight="says"))
        return Meant(
            statements=tuple(self._statements),
            draft=self._draft,
            doubts=tuple(self._doubts),
            left_out=tuple(self._left_out),
            proposes=self._proposes,
        )

    def _built(self, statement: Statement, make: Maker, steps: list[building.DeedStep]) -> bool:
        match statement:
            case Demanding():
                demanding.demands(statement, self._index, make)
                self._proposes = True
                return True
            case Composing():
                return structure.compose(statement, self._casting, make)
            case Carrying():
                return structure.carry(statement, self._casting, make)
            case Typing():
                return self._changes(make, lambda adding: adding.retype(statement))
            case Listing():
                return self._changes(make, lambda adding: adding.listed(statement))
            case Chaining():
                return self._chains(statement, make, steps)
            case Proceeding():
                steps += building.proceeding_steps(statement, self._casting, make)
                return True
            case Using():
                structure.feed(statement, make)
                return True
            case Doing():
                return self._does(statement, make, steps)
            case Ordering():
                return self._changes(make, lambda adding: adding.order(statement))

    def _chains(self, chaining: Chaining, make: Maker, steps: list[building.DeedStep]) -> bool:
        """Arrows between those who take part, or between what is done."""
        found = building.chain_steps(chaining, self._casting, make)
        steps += found
        return bool(found)

    def _changes(self, make: Maker, add: Callable[[Adding], bool]) -> bool:
        adding = Adding(
            make, self._index, self._casting, doubt=self._doubt, choices=self._choices, focus=self._focused()
        )
        try:
            return add(adding)
        except CannotApply as refused:
            self._refuse(refused)
            return False
        finally:
            self._proposes = self._proposes or adding.proposes

    def _wished(self, sentence: SentenceReading, make: Maker) -> bool:
        """Is the sentence about what exists? Then it is carried out or asked, and nothing is built of it."""
        graph = self._draft.graph
        if not self._index.graph.nodes or sentence.text.rstrip().endswith("?"):
            return False
        wish = wish_of(sentence, graph, self._index)
        if wish is not None:
            make = Maker(self._draft, wish.language)
        changing = Changing(make, self._index, doubt=self._doubt, choices=self._choices, focus=self._focused())
        before, asked = len(self._draft.operations), len(self._doubts)
        try:
            leads = wish is not None and wish.order in WISHES and wish.verb is wish.words[0]
            if not leads and correct(sentence, make, self._index, changing, self._focused()):
                return True
            if not is_about_fields(sentence.text, make) and relate(sentence, make, self._index, self._focused()):
                return True
            if wish is None or wish.order not in WISHES or is_about_fields(sentence.text, make):
                return False
            if changing.carry_out(wish):
                return True
        except CannotApply as refused:
            self._refuse(refused)
            return True
        finally:
            self._proposes = self._proposes or changing.proposes
        self._draft.rollback(before)
        return len(self._doubts) > asked

    def _refuse(self, refused: CannotApply) -> None:
        self._doubt(Doubt(code="refused", start=0, end=0, text=refused.text, weight="stops"))

    def _focused(self) -> Node | None:
        return focused(self._focus, self._index, self._draft.graph)

    def _does(self, doing: Doing, make: Maker, steps: list[building.DeedStep]) -> bool:
        if doing.denied:
            return False
        if building.is_frame(doing):
            return len(doing.sentence.clauses) > 1
        for phrase in unknown(doing.clause):
            if is_nobody(phrase, doing.sentence.language):
                continue
            self._doubt(Doubt(code="whoIsIt", start=phrase.start, end=phrase.end, text=phrase.text, weight="asks"))
        if is_circumstance(doing.clause, doing.sentence) and not building.is_deed(doing, self._casting):
            return True  # a state that must hold first: it stands in the words of what is then done
        step = building.step_of(doing, self._casting, make, _described(doing, make))
        if step is None:
            return False
        steps.append(step)
        return True


def _described(doing: Doing, make: Maker) -> str:
    """What is written into a deed: its words, and under which condition it is done."""
    said = doing.clause.text
    for condition in conditions(doing.sentence, doing.clause):
        said = make.say.condition.format(said=said, condition=condition.text)
    return said


def _words_of(statement: Statement) -> str:
    return statement.clause.text if isinstance(statement, Doing | Ordering) else statement.sentence.text
