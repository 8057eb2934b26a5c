"""Which workflow answers a message when its sender did not say: a question is asked, a wish is built. Pure.

The rule, in this order, sentence by sentence for German, English and French:

0. a message that names a workflow ("investigate", "untersuche", "let A and B discuss") gets it: each brings its own
   words (`workflows.registry`);
1. whoever may not build gets *ask*;
2. a sentence with a polite opening ("can you", "könntest du", "peux-tu") and a verb of making is a wish;
3. a sentence that ends with a question mark, or begins with a question word, a verb that asks ("explain", "zeige",
   "montre", "walk me") or a verb before its subject ("is there", "gibt es", "est-ce que"), is a question, unless it
   goes on with an order or, behind a colon, with what shall be ("Nenn sie Kraft und lösche den Rest", "Kurz: das Gerät
   soll ...");
4. what has no two words in it ("ok", "?", a script we do not read without a verb) is a question: nothing can be built;
5. everything else is a wish: somebody orders a change or describes the system.

One order makes the message a wish: *build* answers questions beside it, *ask* would only propose what was wanted.
Statements alone describe the system; beside a question they are what it is about. Where nothing is to be changed
("don't repair anything yet") only a plain order is a wish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from graphwright.context.indirect import direct
from graphwright.protocol.base import Record
from graphwright.protocol.runs import WorkflowName
from graphwright.text.recognition import Recogniser
from graphwright.text.sentences import sentences, without_code

ChosenBy: TypeAlias = Literal["person", "question", "wish", "verb", "rights", "revision", "proposal"]
"""`verb`: the first one names the workflow. `revision`: a past one is asked about. `proposal`: a person gave feedback
on one, whose workflow answers."""

READ: Final = 2_000
"""Characters of a message that decide; what somebody wants stands at its beginning."""
_FEWEST_WORDS: Final = 2
_REMARK: Final = 3
"""Words that say how somebody wants to be answered: "briefly, please"."""

PLEASE: Final = r"^[\W_]*(?:(?:<workflow.please>)[,\s]+)?(?:(?:<workflow.order>)\s+)?(?:(?:<workflow.please>)[,\s]+)?"
"""How an order may begin; a workflow that is named by a verb puts its own behind this."""
_BASELINE: Final = re.compile(r"(?<![\w@.-])@[^\W\d_](?:[\w.-]*\w)?")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POLITE: Final = Recogniser(r"^\W*(?:<workflow.polite>)\b")
_MAKES: Final = Recogniser(r"\b(?:<workflow.making>)\b")
_ORDERS: Final = Recogniser(PLEASE + r"(?:<workflow.making>)\b")
_MAKES_TOO: Final = Recogniser(
    r"(?:[:;]|(?P<joined>,|\b(?:<workflow.and>)\b))\s+(?:(?:<workflow.also>)\s+)*(?:<workflow.making>)\b"
    r"|[:;].{0,200}?\b(?:<workflow.shall>)\b"
)
"""A request that goes on with an order ("Name it X and delete Y") or, behind a colon, with what shall be."""
_NOTHING: Final = Recogniser(r"\b(?:<workflow.nothing>)\b")
_PLEASE: Final = Recogniser(r"\b(?:<workflow.please>)\b")
_SHALL: Final = Recogniser(r"\b(?:<workflow.shall>)\b")
_SPEAKER: Final = Recogniser(
    r"\b(?:<workflow.speaker>)\s+(?:<workflow.shall>)\b|\b(?:<workflow.shall>)\s+(?:<workflow.speaker>)\b"
)
_ASKS_WHICH: Final = Recogniser(r"\b(?:<workflow.which>)\b")
"""Behind one of these a joined verb tells and does not order: "Tell me which functions add data and change flows"."""
_LEAD: Final = r"^[\W_]*(?:(?:<workflow.please>|<workflow.lead>)[,\s]+)*"
_TELLING: Final = r"(?:<workflow.telling>|(?!(?:<workflow.making>|<workflow.giving>)\b)(?:<workflow.telling_whom>))\b"
_TELL: Final = Recogniser(_LEAD + _TELLING)
_ASKS: Final = Recogniser(
    rf"{_LEAD}(?!(?:<workflow.clause>)[^,?]{{3,200}},)(?!<workflow.stated>)(?:(?:<workflow.asks>)\b|{_TELLING})"
)
"""A clause of a condition, and a statement that only begins like a question ("Is the door open, the press shall not
start"), ask nothing."""
_SETS: Final = Recogniser(r"^\W*(?:<workflow.describes>)\b.{1,200}?(?::|\b(?:<workflow.as>)\b)\s*\S")
_QUESTION_MARKS: Final = ("?", "؟", "？", "⁇")


class WorkflowChoice(Record, frozen=True, kw_only=True):
    """The workflow that answers, and what decided it."""

    workflow: WorkflowName
    chosen_by: ChosenBy


def choose_workflow(text: str, *, may_build: bool, openings: Mapping[str, Callable[[str], bool]]) -> WorkflowChoice:
    """The workflow for a message; the same for the same words and rights. `@PDR` says when and not what.

    `openings`: whether a message names a workflow.
    """
    text = _BASELINE.sub(" ", text)
    for name, names_it in openings.items():
        if names_it(text):
            return WorkflowChoice(workflow=name, chosen_by="verb")
    if not may_build:
        return WorkflowChoice(workflow="ask", chosen_by="rights")
    if _wants_a_change(said(text)):
        return WorkflowChoice(workflow="build", chosen_by="wish")
    return WorkflowChoice(workflow="ask", chosen_by="question")


def asks_only(text: str) -> bool:
    """Does every sentence of a message plainly ask, so that nothing could be meant to change?

    "Now work out renting: which functions does it need?" asks, and may well be meant as a wish.
    """
    return not any(_is_wish(sentence) or _ASKS.match(sentence) is None for sentence in said(text))


def said(text: str) -> list[str]:
    """The sentences of a message that decide about it."""
    return [sentence.text for sentence in sentences(direct(without_code(text[:READ])))]


def is_question(sentence: str) -> bool:
    """Does a sentence ask, by its mark or its beginning?"""
    return _ends_in_question(sentence) or _ASKS.match(sentence) is not None


def is_order(sentence: str) -> bool:
    """Does a sentence plainly order that something be made or changed?"""
    if _POLITE.match(sentence):
        return _MAKES.search(sentence) is not None
    return _ORDERS.match(sentence) is not None


def _wants_a_change(sentences_said: Sequence[str]) -> bool:
    """Statements alone describe the system; beside a question they are what it is about, unless one orders a change."""
    wishes = [sentence for sentence in sentences_said if _is_wish(sentence)]
    if any(_NOTHING.search(sentence) for sentence in sentences_said):
        return any(is_order(sentence) for sentence in wishes)
    # "Ist der Zug durch, kommt ..." begins like a question: only a mark or an order to tell makes it one for sure.
    is_asked = any(_ends_in_question(each) or _TELL.match(each) for each in sentences_said if each not in wishes)
    return any(_orders(sentence) for sentence in wishes) or (bool(wishes) and not is_asked)


def _orders(sentence: str) -> bool:
    """Does a wish order something, where a statement would only tell how things are?"""
    if is_order(sentence) or _MAKES_TOO.search(sentence) or _SETS.match(sentence):
        return True
    is_asked_for = _PLEASE.search(sentence) is not None and len(_WORD.findall(sentence)) > _REMARK
    return is_asked_for or (_SHALL.search(sentence) is not None and _SPEAKER.search(sentence) is None)


def _is_wish(sentence: str) -> bool:
    if len(_WORD.findall(sentence)) < _FEWEST_WORDS:
        return False
    if _POLITE.match(sentence):
        return _MAKES.search(sentence) is not None
    if _ends_in_question(sentence):
        return False
    if _SETS.match(sentence) is not None or _ASKS.match(sentence) is None:
        return True
    goes_on = _MAKES_TOO.search(sentence)
    return goes_on is not None and not (goes_on["joined"] and _ASKS_WHICH.search(sentence[: goes_on.start()]))


def _ends_in_question(sentence: str) -> bool:
    return sentence.rstrip("\"'”’» )*_").endswith(_QUESTION_MARKS)
