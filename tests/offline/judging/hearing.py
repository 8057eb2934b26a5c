"""What comes of a sentence on the real way: assistant, reader of answers, plan, and the change applied to a copy."""

from __future__ import annotations

import asyncio
import re
from typing import Any, NamedTuple, Protocol

from graphwright.context.instructions import ANSWERS
from graphwright.context.request_text import answer_line
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, load
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.offline.assistant import OfflineAssistant
from graphwright.operations.parse import AnswerReader
from graphwright.operations.policy import needs_approval
from graphwright.protocol.operations import Operation
from tests.offline.judging.givens import copy_of, plan_of

_BLOCK = re.compile(r"```(\w[\w-]*)[^\n]*\n(.*?)\n```", re.DOTALL)
_OPERATIONS = re.compile(r"<operations[^>]*>.*?(?:</operations>|\Z)", re.DOTALL)
_BULLET = re.compile(r"\s*(?:[-*•]|\d+\.)\s+(.*)")
_NOT_UNDERSTOOD = re.compile(
    r"(?i)\b(?:(?:did|do) not understand|don't understand|nicht verstanden|verstehe [^.]{0,40}nicht|(?:pas|rien) compris|"
    r"ne comprends pas)\b"
)

_AGREED = re.compile(r"```questions\n(.*?) \| (Yes|Ja|Oui) \|")
"""The question whether a reading is right, and the word by which one agrees."""


class Outcome(NamedTuple):
    """What came of a sentence."""

    graph: Graph
    """The model afterwards, with what was proposed as if it had been accepted."""
    how: str
    """`applied`, `proposed`, `refused` by the plan, or `said` where nothing would change."""
    text: str
    """What was told, without the operations, the suggestions, and the sentence itself."""
    questions: list[str]
    suggestions: list[str]
    operations: list[Operation]
    whole: str
    """The answer as it came."""

    @property
    def changes(self) -> bool:
        return self.how in {"applied", "proposed"}

    @property
    def is_not_understood(self) -> bool:
        return _NOT_UNDERSTOOD.search(self.text) is not None

    @property
    def asks(self) -> bool:
        """Whether it asks back, in a form or in words."""
        return bool(self.questions) or "?" in self.text


class Scene(Protocol):
    """A model that is spoken to, and the talk before."""

    @property
    def graph(self) -> Graph: ...

    @property
    def messages(self) -> list[ChatMessage]: ...

    async def graph_at(self, revision: int) -> Graph: ...


def hear(stage: Scene, say: str, *, agrees: bool = False) -> Outcome:
    """Say a sentence to the model of a stage, which stays as it is. `agrees`: also to a reading that is shown first."""
    graph = stage.graph
    assistant = OfflineAssistant(lambda: graph, graph_at=stage.graph_at)
    messages = [*stage.messages, ChatMessage(role="user", text=say)]
    answer = asyncio.run(whole(assistant, ModelRequest(system=[], messages=messages))).text
    yes = _AGREED.search(answer) if agrees else None
    if yes is not None:
        agreed = f"{ANSWERS['en']}\n{answer_line(yes[1].strip(), yes[2])}"
        messages += [ChatMessage(role="assistant", text=answer), ChatMessage(role="user", text=agreed)]
        answer = asyncio.run(whole(assistant, ModelRequest(system=[], messages=messages))).text
    reader = AnswerReader(graph.ontology)
    reader.feed(answer)
    read = reader.close()
    after, how = copy_of(graph), "said"
    if read.operations or read.problems:
        planned = plan_of(graph, read.operations)
        if planned.problems or read.problems:
            how = "refused"
        elif planned.changes:
            # What the answer itself says, where it says so; then the policy of a project that applies at once.
            proposes = bool(getattr(read, "proposes", False))
            reason = needs_approval(planned, "auto", foreign_text=False)
            how = "proposed" if proposes or reason else "applied"
            after.apply(planned.changes, graph.revision + 1)
    told, suggestions = _parted(answer, say)
    return Outcome(after, how, told, read.questions, suggestions, read.operations, answer)


def _parted(answer: str, say: str) -> tuple[str, list[str]]:
    """The words of an answer, and the sentences that it suggests."""
    suggestions: list[str] = []

    def block(match: re.Match[str]) -> str:
        if match[1] == "suggestions":
            suggestions.extend(_bulleted(match[2].splitlines()))
        return ""

    text = _OPERATIONS.sub("", _BLOCK.sub(block, answer))
    spoken = [load(language, "sentences", "offline", dict[str, Any]) for language in LANGUAGES]
    for say_so in spoken:
        before, found, after = text.partition(say_so["examples"])
        if found:
            suggestions += _bulleted([line for line in after.splitlines() if _BULLET.match(line)])
            text = before
    for say_so in spoken:
        text = text.replace(say_so["hello"], "")
    return text.replace(say.strip(), "").strip(), suggestions


def _bulleted(lines: list[str]) -> list[str]:
    return [(match[1] if (match := _BULLET.match(line)) else line).strip() for line in lines if line.strip()]
