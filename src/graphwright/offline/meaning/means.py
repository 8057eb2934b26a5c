"""What a reading means for this model: a draft of operations, what must be asked first, and what was left out.

Sentence by sentence, each on the model that those before it lead to. Where something is open in a sentence nothing
of it is built; nobody who reads the draft can tell which half was meant.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import Doubt, Focus, MessageReading, RoleName, SentenceReading
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.draft import CannotApply, Draft, PairNotAllowed
from graphwright.offline.meaning import building, changing, demanding, structure
from graphwright.offline.meaning.adding import Adding
from graphwright.offline.meaning.assigning import assign, assigned_in
from graphwright.offline.meaning.called_demands import called_demands, names_demand
from graphwright.offline.meaning.casting import SUPPOSED, Casting, ChoiceKey, is_nobody
from graphwright.offline.meaning.checking import check
from graphwright.offline.meaning.cited_numbers import renumber_tests
from graphwright.offline.meaning.conditioned import conditioned, name_parts
from graphwright.offline.meaning.correcting import correct, renumber
from graphwright.offline.meaning.creating import new_element
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.deeds_named import deed_told, is_in_name
from graphwright.offline.meaning.duties import obliges_system
from graphwright.offline.meaning.empty_wishes import holds_nothing
from graphwright.offline.meaning.existing import name_existing
from graphwright.offline.meaning.given_parts import given_parts
from graphwright.offline.meaning.happening import is_deed, is_end, is_frame, is_state, only_repeats
from graphwright.offline.meaning.impersonal import is_impersonal
from graphwright.offline.meaning.likely import earlier_names
from graphwright.offline.meaning.looping import again, repeated
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.measuring import tell_properties
from graphwright.offline.meaning.mentions import focused, named_elements, spoken_last, spoken_of
from graphwright.offline.meaning.named_steps import chain_steps, proceeding_steps
from graphwright.offline.meaning.ordered import orders_given
from graphwright.offline.meaning.ordering import carry_out
from graphwright.offline.meaning.orders.behind import changes_only, order_behind
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.declaring import JOINING, Declaration, declarations, may_declare
from graphwright.offline.meaning.orders.pointing import joins_again, steps_turned
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import MustAsk, NoOrder, Resolver
from graphwright.offline.meaning.orders.sentence import is_only_asked, says_again
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.passing import pass_through
from graphwright.offline.meaning.proving import prove
from graphwright.offline.meaning.readied import ReadyReading, readied
from graphwright.offline.meaning.readings import add_doubt, open_in
from graphwright.offline.meaning.recounting import correct_number
from graphwright.offline.meaning.relating import part
from graphwright.offline.meaning.severally import steps_of
from graphwright.offline.meaning.signs import signs_of
from graphwright.offline.meaning.spoken import phrases, unknown
from graphwright.offline.meaning.stated import (
    Carrying,
    Chaining,
    Composing,
    Conveying,
    Demanding,
    Doing,
    Existing,
    Listing,
    Ordering,
    Proceeding,
    Statement,
    Typing,
    Using,
    words_of,
)
from graphwright.offline.meaning.statements import statements_of
from graphwright.offline.meaning.substituting import substitute
from graphwright.offline.meaning.titles import headed_deed
from graphwright.offline.meaning.told_earlier import only_names_step, order_by_earlier
from graphwright.offline.meaning.wanted_steps import give, owned
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import NodeCreate, NodeDelete

READ_AS: Final = "readAs"
"""Code of the choice how a sentence is read, by its text: as a demand, or as what is done."""
DEMAND: Final = "demand"
DEEDS: Final = "deeds"
_TAKING_PART: Final[tuple[RoleName, ...]] = ("doer", "thing", "receiver", "source")
"""Roles of which it must be known who is meant; where or with what it is done, is told by the words."""
_DEEDS_TOO: Final = frozenset(("verify", "carry"))
"""Kinds of orders of which the verbs also say what somebody does: `The baker checks the oven`."""
_NOTED: Final = frozenset(("quantity", "set", "status", "merge", "split"))
"""Kinds of orders with wordings that end in one which points back to their beginning."""
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
    """A person must agree: it binds, deletes or takes apart, or somebody's kind was only supposed."""
    read_again: Mapping[int, SentenceReading]
    """Sentences that were read another time, by where they begin: rows as clauses, without what only says when."""
    ordered: frozenset[int] = frozenset()
    """Where the sentences begin that were read as orders: every word of them was understood."""


def means(
    reading: MessageReading,
    graph: Graph,
    index: NodeIndex,
    *,
    focus: Focus = _NO_FOCUS,
    choices: Mapping[ChoiceKey, str] = _NO_CHOICES,
    only_orders: bool = False,
) -> Meant:
    """What a reading means for a model. `choices`: how doubts of an earlier time were answered.

    `only_orders`: what is no order is left out.
    """
    draft = Draft(graph, index, reading.language)
    ready = readied(reading, index, focused(focus, index, graph))
    meaning = _MessageMeaning(draft, index, choices, focus, ready)
    meaning.only_orders = only_orders
    said_so = set(map(id, ready.reading.sentences))
    for sentence in paced(ready.rows, 1):
        meaning.take(sentence, is_row=id(sentence) not in said_so)
    return meaning.result()


class _MessageMeaning:
    """A message on its way from statements to operations."""

    def __init__(
        self, draft: Draft, index: NodeIndex, choices: Mapping[ChoiceKey, str], focus: Focus, ready: ReadyReading
    ) -> None:
        self._draft = draft
        self._choices = choices
        self._focus = focus
        self._index = index
        self._doubts: list[Doubt] = []
        self._left_out: list[str] = []
        self._statements: list[Statement] = []
        self._steps: list[DeedStep] = []
        names = earlier_names(ready.reading, index)
        self._doubt = partial(add_doubt, self._doubts)
        """Notes a doubt. No method: who casts phrases has it, too, and would keep the message by which it is kept."""
        self._casting = Casting(draft, choices, self._doubt, signs_of(ready.reading).sign, names.full_name)
        self._proposes = False
        self._last: Node | None = None
        self._remark: SentenceReading | None = None
        """The sentence before, where it names something and nothing came of it."""
        self._done: list[Order] = []
        """The orders of the sentence before."""
        self._merged_at: int | None = None
        """How many operations there were before the sentence before merged something, and did nothing else."""
        self._mentioned: list[Node] = []
        """What the sentence before names, for a pronoun of several."""
        self._ordered_at: set[int] = set()
        self._illegal: dict[int, PairNotAllowed] = {}
        """Why what may be an order, and may be told, is no order, by where its sentence begins."""
        self.only_orders = False
        self._ready = ready

    def take(self, sentence: SentenceReading, *, is_row: bool = False) -> None:
        """One sentence: built whole, or not at all. `is_row`: below a heading, where `delete a file` orders nobody."""
        if any(each.weight == "stops" for each in sentence.doubts) or holds_nothing(sentence):
            self._left_out.append(sentence.text)
            return
        chosen = self._choices.get((READ_AS, sentence.text))
        called = [] if names_demand(sentence, self._index) else called_demands(sentence, self._index)
        may_order = chosen is None and not is_row and not called and not obliges_system(sentence)
        whole = self._ready.pointing.get(sentence.start)
        joins = whole is not None and joins_again(whole, self._index)
        if whole is not None and joins and {"create", "said"} & {each.kind for each in self._orders(sentence)}:
            sentence, whole = whole, None  # what is made is also to be joined
        is_carried_out = may_order and (
            (whole is not None and self._turns(whole))
            or self._carries_out(sentence)
            or (whole is not None and self._is_noted(whole) and self._carries_out(whole))
        )
        self._remark = None
        if is_carried_out or self.only_orders:
            self._left_out += [] if is_carried_out else [sentence.text]
            return
        stated: list[Statement] = [Demanding(each, sentence.text.partition(":")[0]) for each in called]
        stated = stated or statements_of(sentence, demands=None if chosen is None else chosen == DEMAND)
        self._statements += stated
        before, asked, left_out = len(self._draft.operations), len(self._doubts), len(self._left_out)
        self._speak_of(sentence)
        self._open_readings(sentence, stated)
        make = Maker(self._draft, sentence.language)
        steps: list[DeedStep] = []
        for statement in stated:
            ready = len(self._draft.operations)
            if not self._built(statement, make, steps):
                self._draft.rollback(ready)
                self._left_out.append(words_of(statement))
        if any(each.weight != "says" for each in self._doubts[asked:]):
            self._draft.rollback(before)
            return
        is_bare = not steps and len(self._draft.operations) == before and len(self._left_out) == left_out
        if is_bare and stated and all(isinstance(each, Doing) for each in stated):
            self._left_out.append(sentence.text)  # nothing of it is in the model
        if not steps and self._mentioned and len(self._draft.operations) == before:
            self._remark = sentence
        if steps:
            name_parts(sentence, self._casting, make)
        elif sentence.start in self._illegal and len(self._draft.operations) == before:
            self._refuse(self._illegal[sentence.start])
        self._stand(sentence, steps)
        self._steps += steps

    def _stand(self, sentence: SentenceReading, steps: list[DeedStep]) -> None:
        """Where the steps of a sentence stand among those of the model; none goes straight past those between two."""
        place = self._ready.places.get(sentence.start)
        if place is not None and steps:
            steps[0].after, steps[-1].before = place.after, place.before
            if place.after and place.before:
                model = self._resolver(sentence, sentence.language)
                part(place.after[0], place.before[0], model)
                self._proposes |= model.proposes
        elif (known := conditioned(sentence, steps, self._index)) is not None:
            steps[0].after = (known,)
        else:
            order_by_earlier(sentence, steps, self._steps)
        under = headed_deed(sentence, self._draft) if steps else None
        for step in steps:
            step.under = under

    def _carries_out(self, sentence: SentenceReading) -> bool:
        """Was the sentence an order, or a correction, and is it carried out, asked about or refused?"""
        told = (self._tells_properties, self._proves, self._is_said_again)
        ordered = (self._owned, self._assigned, self._ordered, self._corrected, self._ordered_behind)
        return any(read(sentence) for read in (*told, *ordered))

    def _proves(self, sentence: SentenceReading) -> bool:
        """Does the sentence say by which new tests a requirement is proved, or what one checks? Then they are made."""
        make = Maker(self._draft, sentence.language)
        is_check = check(sentence, make)
        if not is_check and not prove(sentence, self._index, make):
            return False
        self._proposes = self._proposes or is_check
        self._ordered_at.add(sentence.start)
        return True

    def _tells_properties(self, sentence: SentenceReading) -> bool:
        """Does it tell of something how much of a property it has, or correct that?"""
        before, model = len(self._draft.operations), self._resolver(sentence, sentence.language)
        try:
            told = tell_properties(sentence, sentence.text, model, self._casting)
            found = told or correct_number(sentence, model, self._casting)
        except MustAsk as asked:
            self._doubt(asked.doubt)
            return True
        if found is None:
            self._draft.rollback(before)
            return False
        self._proposes |= told is not None  # no profile declares it
        self._last = found
        self._ordered_at.add(sentence.start)
        return True

    def _turns(self, sentence: SentenceReading) -> bool:
        """Are two steps in a row told, and ordered to change places: `we filter before we press, swap the two`?"""
        steps = steps_turned(sentence, self._index)
        if not steps or any(each.node_id not in self._draft.graph.nodes for each in steps):
            return False
        model = self._resolver(sentence, sentence.language)
        if len(changing.neighbours(steps, model)) < len(steps):
            return False
        changing.change_places(steps, model)
        self._proposes = True
        self._ordered_at.add(sentence.start)
        return True

    def _is_noted(self, sentence: SentenceReading) -> bool:
        """Is it an order of which the pointing is a part: `the pump has 5 kW, note that`?"""
        return {each.kind for each in self._orders(sentence)} <= _NOTED

    def _is_said_again(self, sentence: SentenceReading) -> bool:
        """Does it only ask for what the orders of the sentence before told: `please move it`?"""
        told, self._done = self._done, []
        merged_at, self._merged_at = self._merged_at, None
        if merged_at is not None and [each.kind for each in self._orders(sentence)] == ["merge"]:
            self._draft.rollback(merged_at)  # `A and B are the same. Merge them into B.`
            return False
        if not told or not says_again(sentence, self._index, told):
            return False
        self._ordered_at.add(sentence.start)
        return True

    def _speak_of(self, sentence: SentenceReading) -> None:
        """What an order behind a remark means by its pronoun: `Cut boards is too coarse. Split it into ...`."""
        named = {each.node.node_id: each for each in named_elements(sentence.text, self._draft.graph, self._index)}
        subjects = [
            each.node
            for each in named.values()
            for clause in sentence.clauses[:1]
            for phrase in phrases(clause, "doer", "thing")
            if phrase.start <= sentence.start + each.start < phrase.end
        ]
        if len(named) == 1 or len(subjects) == 1:
            self._last = (subjects or [each.node for each in named.values()])[0]
        self._mentioned = [each.node for each in named.values()]

    def _open_readings(self, sentence: SentenceReading, stated: list[Statement]) -> None:
        """What the sentence itself leaves open."""
        for found in filter(self._is_open, open_in(sentence, stated)):
            self._doubt(found)

    def _is_open(self, doubt: Doubt) -> bool:
        return (doubt.code, doubt.text) not in self._choices

    def result(self) -> Meant:
        """Everything built, deeds last: they know what all sentences name."""
        nodes, before = self._draft.graph.nodes, len(self._draft.operations)
        gone = [step for step in self._steps if any(each.node_id not in nodes for each in step.known)]
        self._left_out += [step.said for step in gone]  # a later order took away who does it
        try:
            building.build([each for each in self._steps if each not in gone])
        except CannotApply as refused:
            self._draft.rollback(before)
            self._doubt(Doubt(code="refused", start=0, end=0, text=refused.text, weight="says"))
        self._proposes |= renumber_tests(self._draft)
        return Meant(
            statements=tuple(self._statements),
            draft=self._draft,
            doubts=tuple(self._doubts),
            left_out=tuple(self._left_out),
            proposes=self._proposes or any(each.code in SUPPOSED.values() for each in self._doubts),
            ordered=frozenset(self._ordered_at),
            read_again=self._ready.again,
        )

    def _built(self, statement: Statement, make: Maker, steps: list[DeedStep]) -> bool:
        match statement:
            case Demanding():
                demanding.demands(statement, self._index, make)
                self._proposes = True
                return True
            case Composing():
                return structure.compose(statement, self._casting, make)
            case Existing():
                self._ordered_at.add(statement.sentence.start)  # nobody asks who `there` is
                return name_existing(statement, self._casting, make)
            case Carrying():
                return structure.carry(statement, self._casting, make)
            case Typing():
                return self._changes(make, lambda adding: adding.retype(statement))
            case Listing():
                return self._changes(make, lambda adding: adding.listed(statement))
            case Chaining():
                steps += (chained := chain_steps(statement, self._casting, make))
                return bool(chained)
            case Proceeding():
                steps += proceeding_steps(statement, self._casting, make)
                self._ordered_at.add(statement.sentence.start)  # it was read word by word
                return True
            case Using():
                structure.feed(statement, make)
                return True
            case Doing() | Conveying():
                return self._does(statement, make, steps)
            case Ordering():
                return self._changes(make, lambda adding: adding.order(statement))

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

    def _ordered(self, sentence: SentenceReading) -> bool:
        """Does the sentence order changes? Then they are carried out, refused or asked, all of them or none."""
        before = len(self._draft.operations)
        orders = self._orders(sentence)
        kinds = [each.kind for each in orders]
        if kinds in ([], ["create"]) or "host" in kinds:  # `create A and allocate it to B` is more than one
            orders = self._declared(sentence) or orders
        if not orders:
            return False
        proposed = self._proposes
        model = self._resolver(sentence, orders[0].language)
        self._ordered_at.add(sentence.start)
        try:
            for order in orders:
                carry_out(order, model)
        except NoOrder:
            self._ordered_at.discard(sentence.start)
            self._draft.rollback(before)
            return False
        except MustAsk as asked:
            self._draft.rollback(before)
            if renumber(sentence, Maker(self._draft, sentence.language), self._index, self._focused()):
                self._proposes = True  # nothing that exists was named, so a person looks at it
            else:
                self._doubt(asked.doubt)
            return True
        except CannotApply as refused:
            self._draft.rollback(before)
            if isinstance(refused, PairNotAllowed) and all(
                each.kind in _DEEDS_TOO and not each.leads for each in orders
            ):
                self._ordered_at.discard(sentence.start)
                self._illegal[sentence.start] = refused
                return False
            self._refuse(refused)
            return True
        if model.cut:
            self._refuse(CannotApply(model.cut))
        self._done = orders if len(self._draft.operations) > before else []
        self._merged_at = before if kinds == ["merge"] else None
        self._proposes = proposed or model.proposes or is_only_asked(sentence, self._index)
        self._last, self._mentioned = model.focus or self._last, model.told
        if model.took_up and self._remark is not None:
            # What the pronoun stands for was said there, and why: nothing of it is left out.
            self._ordered_at.add(self._remark.start)
            self._left_out = [each for each in self._left_out if each not in self._remark.text]
            self._statements = [each for each in self._statements if each.sentence.start != self._remark.start]
        return True

    def _ordered_behind(self, sentence: SentenceReading) -> bool:
        """Does the sentence tell why, and order a change behind that? Then only the order is carried out."""
        found = order_behind(sentence) if self._index.graph.nodes else None
        if found is None or not changes_only(self._orders(replace(sentence, text=found.order))):
            return False
        is_done = self._ordered(replace(sentence, text=found.order))
        self._left_out += [found.told] if is_done else []
        return is_done

    def _resolver(self, sentence: SentenceReading, language: Language) -> Resolver:
        """What the names of a sentence mean in the model that those before it lead to."""
        return Resolver(
            Maker(self._draft, language),
            self._index,
            sentence,
            choices=self._choices,
            focus=self._focused(),
            spoken=self._spoken(),
            mentioned=self._mentioned,
        )

    def _declared(self, sentence: SentenceReading) -> list[Order]:
        """The orders of a sentence that names new elements by their types; those are made, where it is read one way."""
        if not may_declare(sentence.text):
            return []
        make, before = Maker(self._draft, sentence.language), len(self._draft.operations)
        found: dict[Declaration, list[Order]] = {}
        for way in declarations(sentence.text, pieces_of(sentence.text, self._index), order_words(sentence.language)):
            for each in way:
                new_element(make, each.node_type, changing.named_new(each.name), sentence.text)
            orders = self._orders(sentence)
            self._draft.rollback(before)
            joins = any(each.kind in JOINING for each in orders)
            if joins and all(each.known and each.kind in JOINING | {"create", "said"} for each in orders):
                found[way] = orders
        if len(found) != 1:
            return []
        [way] = found
        for number, each in enumerate(way):
            new_element(make, each.node_type, changing.named_new(each.name), sentence.text)
            self._last = self._last if number else self._draft.newest()  # `create A and allocate it to B`
        self._proposes = self._proposes or any(each.node_type == "REQ" for each in way)
        return [each for each in self._orders(sentence) if each.kind in JOINING]

    def _orders(self, sentence: SentenceReading) -> list[Order]:
        """The orders of a sentence on the model that those before it lead to."""
        spoken_of = self._focused() is not None or bool(self._mentioned)
        found = orders_given(sentence, self._draft, self._index, spoken_of=spoken_of)
        self._proposes = self._proposes or found.proposes
        return found.orders

    def _assigned(self, sentence: SentenceReading) -> bool:
        """Does the sentence give functions of the model to parts, and nothing else? Then the parts are made."""
        found = assigned_in(sentence, self._index) if self._index.graph.nodes else []
        if not found or any(each.function.node_id not in self._draft.graph.nodes for each in found):
            return False
        assign(found, self._casting, Maker(self._draft, sentence.language), sentence.text)
        self._proposes = self._proposes or not all(each.is_worded for each in found)
        self._ordered_at.add(sentence.start)
        return True

    def _owned(self, sentence: SentenceReading) -> bool:
        """Does the sentence order a new step, and say who does it? Then both are done."""
        found = owned(sentence.text, sentence.language, self._index) if self._index.graph.nodes else None
        if found is None or found.doer.node_id not in self._draft.graph.nodes:
            return False
        before, asked = len(self._draft.operations), len(self._doubts)
        is_done = self._ordered(replace(sentence, text=found.text))
        new = [each for each in self._draft.operations[before:] if isinstance(each, NodeCreate)]
        steps = [self._draft.node(Ref(str(each.semantic_id))) for each in new if each.node_type == "FUNC"]
        if not is_done or len(steps) != 1 or len(self._doubts) > asked:
            self._draft.rollback(before)
            del self._doubts[asked:]
            self._ordered_at.discard(sentence.start)
            return False
        give(steps[0], found.doer, Maker(self._draft, sentence.language))
        return True

    def _corrected(self, sentence: SentenceReading) -> bool:
        """Does the sentence correct what was said before?"""
        if not self._index.graph.nodes or sentence.text.rstrip().endswith("?"):
            return False
        make, before = Maker(self._draft, sentence.language), len(self._draft.operations)
        try:
            last = self._focused()
            spoken = [*([] if last is None else [last]), *spoken_of(self._focus, self._index, self._draft.graph)]
            found = substitute(sentence, make, self._index, self._casting, spoken) or correct(
                sentence, make, self._index, last
            )
        except CannotApply as refused:
            self._draft.rollback(before)
            self._refuse(refused)
            return True
        if found:
            self._ordered_at.add(sentence.start)
            gone = any(isinstance(each, NodeDelete) for each in self._draft.operations[before:])
            self._proposes = self._proposes or gone
        return found

    def _refuse(self, refused: CannotApply) -> None:
        self._doubt(Doubt(code="refused", start=0, end=0, text=refused.text, weight="stops"))

    def _focused(self) -> Node | None:
        """What this message, else the conversation before it, spoke of last."""
        if self._last is not None and self._last.node_id in self._draft.graph.nodes:
            return self._last
        return focused(self._focus, self._index, self._draft.graph)

    def _spoken(self) -> list[Node]:
        """What this message has made so far, else all that the turn before it spoke of."""
        made = (each for each in self._draft.operations if isinstance(each, NodeCreate) and each.semantic_id)
        new = [self._draft.node(Ref(str(each.semantic_id))) for each in made]
        return new or spoken_last(self._focus, self._index, self._draft.graph)

    def _does(self, doing: Doing | Conveying, make: Maker, steps: list[DeedStep]) -> bool:
        if isinstance(doing, Conveying):
            return pass_through(doing, self._casting, make, lambda each: self._does(each, make, steps))
        if doing.denied or is_in_name(doing.clause, doing.sentence, self._index) or (steps and only_repeats(doing)):
            return False
        if is_frame(doing) or only_names_step(doing, self._steps):
            return len(doing.sentence.clauses) > 1
        if (given := given_parts(doing, self._draft)) is not None:
            self._proposes = True
            return structure.compose(given, self._casting, make)
        for phrase in unknown(doing.clause, *_TAKING_PART):
            if not is_nobody(phrase, doing.sentence.language):
                self._doubt(Doubt(code="whoIsIt", start=phrase.start, end=phrase.end, text=phrase.text, weight="asks"))
        if (is_state(doing) and not is_deed(doing, self._casting)) or is_end(doing, self._casting):
            return True  # a state that must hold first: it stands in the words of what is then done
        if is_impersonal(doing.clause, doing.sentence.language):
            known = deed_told(doing.verb, doing.sentence.language, self._index)
            if known is not None and known.node_id in self._draft.graph.nodes:
                return structure.carry_out(known, doing, self._casting, make)
            before = steps or self._steps
            self._proposes = True
            doing = dataclasses.replace(doing, thing=before[-1].doing.thing if before else None)
        if doing.thing is None and doing.clause.measures:
            model = self._resolver(doing.sentence, doing.sentence.language)
            if tell_properties(doing.sentence, doing.clause.text, model, self._casting) is not None:
                self._proposes = True
                return True  # `the tank holds 300 l and feeds the boiler`
        first = repeated(doing, [*self._steps, *steps])
        steps += (found := steps_of(doing, self._casting, make) if first is None else [again(doing, first)])
        return bool(found)
