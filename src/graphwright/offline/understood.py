"""What comes of a message, and what it is said in: records between who reads a message and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from graphwright.grammar.records import Focus
from graphwright.graph.check import check_all
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.forms import FormLine
from graphwright.offline.dialogue.teaching import NO_LESSON, Lesson
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.telling import QuestionAnswer
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import Finding, Operation

_NO_FOCUS: Final = Focus()
FindingsOf: TypeAlias = Callable[[], Sequence[Finding]]


@dataclass(frozen=True, slots=True)
class Change:
    """Operations that were asked for, and what they are in words."""

    operations: list[Operation]
    text: str
    language: Language
    proposes: bool = False
    """People are to look at them first, whatever the policy."""
    reasons: Mapping[OperationId, str] = field(default_factory=dict[OperationId, str])
    """Why an operation was concluded from the model; one with a reason is only ever proposed."""
    refused: bool = False
    """Nothing of it could be done, and the text says why."""
    ordered: bool = False
    """It was said as an order to change the model."""


@dataclass(frozen=True, slots=True)
class ReadOnlyAnswer:
    """An answer that changes nothing, and the nodes it speaks of."""

    text: str
    node_ids: list[NodeId]
    language: Language
    remarks: bool = False
    """Nothing was read but a remark: `wait`, `sorry`, `that was quick`."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something must be asked before anything is changed."""

    text: str
    lines: list[FormLine]
    language: Language
    reads_order: bool = False
    """It shows an order that was understood, and asks only whether it is meant."""


@dataclass(frozen=True, slots=True)
class UnclearMessage:
    """Nothing could be done; `suggestions` are sentences that would be understood."""

    text: str
    suggestions: list[str]
    language: Language
    lesson: Lesson = NO_LESSON
    """What the sentences to offer should be about."""
    tells_why: bool = False
    """The text says why it cannot be answered: all of it was read."""


Understood: TypeAlias = Change | ReadOnlyAnswer | OpenQuestion | UnclearMessage


@dataclass(frozen=True, slots=True)
class Situation:
    """What a message is said in: the model, and what was said before."""

    graph: Graph
    index: NodeIndex
    focus: Focus = _NO_FOCUS
    findings_of: FindingsOf | None = None
    earlier: Sequence[str] = ()
    """The person's earlier messages, newest first; a follow-up leans on them."""
    answered: Sequence[str] | None = None
    """What the person answered to the form, by line; `None` when nothing was asked yet."""
    before: Graph | None = None
    """The model before its newest change, for an undo."""
    suggests: bool = True
    """What is not understood comes with sentences that work; else whoever asks tries some, see `suggesting`."""
    answers: dict[str, QuestionAnswer | None] = field(init=False, default_factory=dict[str, "QuestionAnswer | None"])
    """The answers to sentences of the message, each looked for once; another situation has its own."""

    def findings(self) -> Sequence[Finding]:
        """The findings of the model."""
        return check_all(self.graph) if self.findings_of is None else self.findings_of()
