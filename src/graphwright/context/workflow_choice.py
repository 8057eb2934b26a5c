"""Which workflow answers a message when its sender did not say: a question is asked, a wish is built. Pure.

The rule, in this order, sentence by sentence for German, English and French:

0. a first sentence that begins with words that name a workflow ("investigate", "untersuche", "discutez") gets it: each
   brings its own (`workflows.registry`);
1. whoever may not build gets *ask*;
2. a sentence with a polite opening ("can you", "könntest du", "peux-tu") and a verb of making is a wish;
3. a sentence that ends with a question mark, or begins with a question word, a verb that asks ("explain", "zeige",
   "montre") or a verb before its subject ("is there", "gibt es", "est-ce que"), is a question, unless it goes on with
   an order or, behind a colon, with what shall be ("Nenn sie Kraft und lösche den Rest", "Kurz: das Gerät soll ...");
4. what has no two words in it ("ok", "?", a script we do not read without a verb) is a question: nothing can be built;
5. everything else is a wish: somebody describes the system or orders a change.

One wish makes the message a wish: *build* answers questions beside it, *ask* would only propose what was wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from graphwright.protocol.base import Record
from graphwright.protocol.runs import WorkflowName
from graphwright.text.sentences import sentences, without_code

ChosenBy: TypeAlias = Literal["person", "question", "wish", "verb", "rights", "revision", "proposal"]
"""`verb`: the first one names the workflow. `revision`: a past one is asked about. `proposal`: a person gave feedback
on one, whose workflow answers."""

READ: Final = 2_000
"""Characters of a message that decide; what somebody wants stands at its beginning."""
_FEWEST_WORDS: Final = 2

_BASELINE: Final = re.compile(r"(?<![\w@.-])@[^\W\d_](?:[\w.-]*\w)?")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POLITE: Final = re.compile(
    r"""(?ix)^\W*(?:
      (?:can|could|will|would)\s+(?:you|we|somebody|someone)
    | (?:kannst|könntest|würdest|magst|willst)\s+(?:du|ihr)
    | (?:können|könnten|würden|wollen)\s+(?:sie|wir)
    | (?:kann|könnte)\s+(?:man|jemand)
    | (?:peux|pourrais|veux)[\s-]tu | (?:pouvez|pourriez|voulez)[\s-]vous | (?:peut|pourrait)[\s-]on
    | tu\s+(?:peux|pourrais) | vous\s+(?:pouvez|pourriez)
    )\b"""
)
_MAKING: Final = r"""(?:
      add|create|make|build|insert|introduce|remove|delete|drop|rename|connect|link|attach|change|update|set|move|mark
    | split|merge|replace|extend|model|complete|fix|repair|propose
    | füge?n?|hinzufügen|hinzu|anlegen|leg(?:e|en|st)?|erstell\w*|erzeug\w*|lösch\w*|entfern\w*|umbenenn\w*|benenn\w*
    | verbind\w*|verknüpf\w*|änder\w*|setz\w*|ergänz\w*|verschieb\w*|markier\w*|ersetz\w*|modellier\w*|reparier\w*
    | aufnehmen|bau(?:e|en|st)?|mach(?:e|en|st)?|einfügen|vervollständig\w*
    | ajout\w*|cré\w*|supprim\w*|enlev\w*|enlèv\w*|renomm\w*|reli\w*|connect\w*|modifi\w*|chang\w*|met(?:s|tre|tez)
    | déplac\w*|marqu\w*|remplac\w*|complét\w*|corrig\w*|répar\w*|modélis\w*|construi\w*|fai(?:s|re|tes)
    )\b"""
_MAKES: Final = re.compile(rf"(?ix)\b{_MAKING}")
_MAKES_TOO: Final = re.compile(
    rf"""(?ix)
      (?:[:;]|(?P<joined>,|\b(?:and|then|und|dann|et|puis)\b)) \s+
      (?:(?:please|bitte|also|auch|aussi|then|dann|puis)\s+)* {_MAKING}
    | [:;] .{{0,200}}? \b(?:shall|must|soll(?:en)?|muss|müssen|doit|doivent)\b"""
)
"""A request that goes on with an order ("Name it X and delete Y") or, behind a colon, with what shall be."""
_ASKS_WHICH: Final = re.compile(
    r"(?i)\b(?:what|which|who|whom|whose|where|when|why|how|was|welche[rmns]?|wer|wen|wem|wo|wann|warum|wie|ob|"
    r"que|quoi|quel(?:le)?s?|qui|où|quand|pourquoi|comment|combien|si)\b"
)
"""Behind one of these a joined verb tells and does not order: "Tell me which functions add data and change flows"."""
_ASKS: Final = re.compile(
    r"""(?ix)^[\W_]*(?:(?:please|bitte|s'il\ (?:te|vous)\ pla[iî]t|and|und|et|but|aber|mais|so|also|donc|hm+)[,\s]+)*(?:
      what|which|who|whom|whose|where|when|why|how|what's|who's|where's|how's
    | is|are|was|were|does|do|did|has|have|had|should|may|might|must|am|isn't|aren't|doesn't
    | (?:can|could|will|would|shall)\s+(?:i|we|he|she|it|they|the|this|that|a|an|\w+\s+\w+\W*$)
    | explain|describe|show|list|tell|summari[sz]e|compare|find|search|count|give\s+(?:me|us)\s+an?\s+overview|help
    | was|welche[rmns]?|wer|wen|wem|wessen|wo|wohin|woher|wann|warum|wieso|weshalb|wie|wieviele?|wozu|womit|worauf
    | ist|sind|hat|haben|gibt\s+es|gibt's|darf|dürfen|muss|müssen|soll(?:en|te)?|kann\s+(?:ich|es|das|die|der)
    | erklär\w*|beschreib\w*|zeig\w*|liste|nenn\w*|fass\w*|vergleich\w*|such\w*|finde|zähl\w*|hilf|hilfe|sag\w*
    | qu['’]\S+|que|quoi|quel(?:le)?s?|qui|où|quand|pourquoi|comment|combien|lequel|laquelle|lesquel(?:le)?s
    | est-ce|est-il|est-elle|sont-ils|y\s+a-t-il|a-t-il|existe-t-il|as-tu|dois-je|puis-je|peut-on\s+savoir
    | expli\w*|décri\w*|montre\w*|liste\w*|résum\w*|compare\w*|cherche\w*|trouve\w*|dis(?:-moi)?|compte\w*|aide\w*
    )\b"""
)
PLEASE: Final = r"""(?ix)^[\W_]*(?:(?:please|bitte|s'il\ (?:te|vous)\ pla[iî]t)[,\s]+)?(?:
      (?:can|could|will|would)\s+you\s+(?:please\s+)? | let['’]?s\s+ | let\s+us\s+
    | (?:kannst|könntest|würdest)\s+du\s+(?:bitte\s+)? | (?:peux-tu|pouvez-vous|pourriez-vous)\s+)?"""
"""How an order may begin; a workflow that is named by a verb puts its own behind this."""
_SETS: Final = re.compile(r"(?i)^\W*(?:describe|beschreib\w*|décri\w*)\b.{1,200}?(?::|\b(?:as|als|comme)\b)\s*\S")
_QUESTION_MARKS: Final = ("?", "؟", "？", "⁇")


class WorkflowChoice(Record, frozen=True, kw_only=True):
    """The workflow that answers, and what decided it."""

    workflow: WorkflowName
    chosen_by: ChosenBy


def choose_workflow(text: str, *, may_build: bool, openings: Mapping[str, re.Pattern[str]]) -> WorkflowChoice:
    """The workflow for a message; the same for the same words and rights. `@PDR` says when and not what.

    `openings`: with what words a message begins that names a workflow.
    """
    text = _BASELINE.sub(" ", text)
    for name, opening in openings.items():
        if opening.match(text):
            return WorkflowChoice(workflow=name, chosen_by="verb")
    if not may_build:
        return WorkflowChoice(workflow="ask", chosen_by="rights")
    said = [sentence.text for sentence in sentences(without_code(text[:READ]))]
    if any(_is_wish(sentence) for sentence in said):
        return WorkflowChoice(workflow="build", chosen_by="wish")
    return WorkflowChoice(workflow="ask", chosen_by="question")


def asks_only(text: str) -> bool:
    """Does every sentence of a message plainly ask, so that nothing could be meant to change?

    "Now work out renting: which functions does it need?" asks, and may well be meant as a wish.
    """
    said = [sentence.text for sentence in sentences(without_code(text[:READ]))]
    return not any(_is_wish(sentence) or _ASKS.match(sentence) is None for sentence in said)


def _is_wish(sentence: str) -> bool:
    words = _WORD.findall(sentence)
    if len(words) < _FEWEST_WORDS:
        return False
    if _POLITE.match(sentence):
        return _MAKES.search(sentence) is not None
    if sentence.rstrip("\"'”’» )*_").endswith(_QUESTION_MARKS):
        return False
    if _SETS.match(sentence) is not None or _ASKS.match(sentence) is None:
        return True
    goes_on = _MAKES_TOO.search(sentence)
    return goes_on is not None and not (goes_on["joined"] and _ASKS_WHICH.search(sentence[: goes_on.start()]))
