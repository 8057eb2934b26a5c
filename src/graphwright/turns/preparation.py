"""What a language model is given for one message: the model or what of it matters, the history, the prompt; fixed once.

A workflow that changes the model sees it whole up to `WHOLE_MODEL` nodes, whatever the words are: a language model that
sees too little invents duplicates. Of a larger one it sees the names of what there is and the part that is talked
about, within a budget. What has changed since the last call is told in addition, because a call remembers nothing.

One step reads the world (graph, thread, policy, rights) and stores what it read, so a resumed run asks the same again
and a person can open the call later and see exactly what was sent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.context.about import ABOUT, about_project
from graphwright.context.ask_instructions import ASK
from graphwright.context.capture import Captures
from graphwright.context.changes import news
from graphwright.context.choose import ModeChoice, choose_mode
from graphwright.context.history import ConversationHistory, compacted
from graphwright.context.instructions import BUILD
from graphwright.context.mending import CHECK, asks_to_mend, check_text
from graphwright.context.parts import PARTS
from graphwright.context.prompt import ExtraBlock, Prompt, build_prompt
from graphwright.context.tokens import estimator, tokenizer
from graphwright.graph.document import Graph
from graphwright.graph.language import language_spoken
from graphwright.languages import Language, supported
from graphwright.llm.base import ModelRequest
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, NodeId, PersonId, ProposalId, RunId, ThreadId
from graphwright.protocol.threads import Message, text_of
from graphwright.runs.scope import StepScope
from graphwright.text.language import language_of
from graphwright.threads import branch, history, newest
from graphwright.tools.tool_context import FindingList
from graphwright.turns.changes_since import since_thread
from graphwright.turns.portion import ModelView, Portion, PortionContext, Portions
from graphwright.turns.recollection import NOTHING, Recollection, recollected, speakers
from graphwright.turns.retrieval import SourceRetrieval
from graphwright.turns.workflow import TurnQuestion, WorkflowRequest

TURNS: Final = 100
"""Earlier messages that are looked at; `context.history` shortens them. Older ones are in the graph or not needed."""
_ID: Final = re.compile(r"(?<!\w)[^\W.]+\.[A-Z]{2}\.\d{3,}|\b[A-Z]{2}\d+\b")


class TurnContext(Record, frozen=True, kw_only=True):
    """One exchange of a conversation: who answers whom, and on which revision."""

    run_id: RunId
    thread_id: ThreadId
    question_id: MessageId
    message_id: MessageId
    """Of the answer."""
    proposal_id: ProposalId
    revision: int
    language: Language
    assistant: str
    speakers: list[PersonId] = []
    """Whose words the prompt holds, beside those of whoever asks; what they may do is looked up later (ADR-09)."""
    past: int | None = None
    """The same as `revision` where the model is asked about as it was; absent where it goes on changing."""


def heard_from(turn_context: TurnContext, person: Author | None) -> TurnContext:
    """The same exchange, now that somebody else's words go into it."""
    if person is None:
        return turn_context
    return replace(turn_context, speakers=sorted({*turn_context.speakers, person.person_id}))


class PreparedPrompt(Record, frozen=True, kw_only=True):
    """Everything the model calls of a run begin from."""

    turn_context: TurnContext
    request: ModelRequest
    mode: ContextMode
    reasons: list[str]
    """Why it shows the model in this mode, for people."""
    shown: list[NodeId] = []
    """Nodes that stand in it, for a workflow that checks what is cited."""
    question_before: str = ""
    """What a person said last before this message."""


WHOLE_MODEL: Final = 200
"""Nodes of a model that is shown whole, in the part of the prompt that providers cache."""
CONTEXT_TOKENS: Final = 8_000
"""For what is shown of a larger one."""


class PromptGuide(Struct, frozen=True, kw_only=True):
    """How a workflow wants its model calls prepared."""

    instructions: Mapping[Language, str]
    whole_up_to: int = WHOLE_MODEL
    """Nodes; whatever a question says, so that the prefix depends on none (T-06)."""
    changes: bool = False
    """The workflow writes: of a larger model it sees the names and what is talked about; it is told what has changed,
    and what the check shows where somebody asks to mend that. Others look it up."""


BUILD_GUIDE: Final = PromptGuide(instructions=BUILD, changes=True)
ASK_GUIDE: Final = PromptGuide(instructions=ASK)
"""Of a large model only what was found for the question is sent, and the tools read the rest."""
KEPT_S: Final = 300
"""How long providers keep the beginning of a prompt at least."""
_NONCE: Final = 16
"""Characters of the random end of an id; each block of data bears them twice."""
_TELLING: Final = 3
"""Earlier messages whose language counts where a short one does not tell."""


class _Conversation(Struct, frozen=True):
    """The conversation that a question stands in."""

    earlier: list[Message]
    recollection: Recollection

    @property
    def said(self) -> list[str]:
        """What people said before this message, oldest first."""
        return [text_of(each.parts) for each in self.earlier if each.author.kind == "person"]

    @property
    def before(self) -> str:
        """The last of it; empty where this is the first."""
        return self.said[-1] if self.said else ""


class _MadePrompt(Struct, frozen=True):
    """A prompt, and what it was made of."""

    prompt: Prompt
    view: ModelView
    portion: Portion
    language: Language


class _LastPrompt:
    """What was sent last, and when; one for all workflows of a project, because their prompts begin alike."""

    at = -math.inf
    sections: Sequence[str] = ()


class Preparation:
    """Prepares the model calls of one project; keeps its captures warm."""

    def __init__(
        self,
        project: Project,
        *,
        assistant: str,
        is_language_model: bool,
        retrieval: SourceRetrieval,
        findings: FindingList,
        context_tokens: int = CONTEXT_TOKENS,
        room: int | None = None,
    ) -> None:
        """`retrieval` finds what a request about a large model is about, `findings` is what the check shows.

        `room`: tokens of a graph beyond which the language model cannot be shown it whole (`Capabilities.graph_room`).
        """
        self._project = project
        self._assistant = assistant
        self._is_language_model = is_language_model
        # The offline assistant reads no tokens, and loading a vocabulary costs a second of every command.
        self._counter = None if is_language_model else estimator()
        self._findings = findings
        self._portions = Portions(
            project, retrieval, budget=context_tokens, room=room, is_language_model=is_language_model
        )
        self._room = room
        self._sent = _LastPrompt()
        """When the last prompt was made, and the hashes of its sections."""
        self.captures = Captures(project.graph, counter=self._counter, timer=project.clock.monotonic)
        """Shared by all workflows, so that one of them warms the cache of the other."""
        project.on_commit.append(self.captures.on_commit)

    def told_by(self, assistant: str) -> Preparation:
        """The same for a workflow that asks another language model: its messages bear that one's name."""
        own = copy(self)
        own._assistant = assistant  # noqa: SLF001  # our own copy
        return own

    @property
    def is_lean(self) -> bool:
        """Has the language model little room, so that it is told only what it cannot do without?"""
        return self._room is not None

    async def prepare(
        self, step: StepScope, question: WorkflowRequest, guide: PromptGuide = BUILD_GUIDE
    ) -> PreparedPrompt:
        """Read what is needed, once."""
        conversation = await self._conversation(question.thread_id, question.message_id)
        asker = step.execution.run.author.person_id
        made = await self._made(question, guide, conversation, asker, but=step.run_id)
        sections = [each.sha256 for each in made.prompt.sections]
        self._sent.at, self._sent.sections = self._project.clock.monotonic(), sections
        return PreparedPrompt(
            turn_context=TurnContext(
                run_id=step.run_id,
                thread_id=question.thread_id,
                question_id=question.message_id,
                message_id=MessageId(step.stable_id("message")),
                proposal_id=ProposalId(step.stable_id("proposal")),
                revision=made.view.graph.revision,
                past=question.revision,
                language=made.language,
                assistant=self._assistant,
                speakers=speakers(conversation.earlier, conversation.recollection),
            ),
            request=replace(made.prompt.request, revision=question.revision),
            mode=made.portion.capture.mode,
            reasons=made.portion.choice.reasons,
            shown=[] if guide.changes else _shown(made.portion, made.view.graph),
            question_before=conversation.before,
        )

    async def unsent(self, question: TurnQuestion, guide: PromptGuide, person_id: PersonId) -> Prompt:
        """The prompt that a message would get if it were sent now."""
        thread_id = question.thread_id
        leaf: MessageId | None = None
        if thread_id is not None:
            leaf = await newest(self._project.store, self._project.project_id, thread_id)
        conversation = await self._conversation(thread_id, leaf, is_said=False)
        return (await self._made(question, guide, conversation, person_id)).prompt

    def kept(self, prompt: Prompt) -> int:
        """How many sections of a prompt the provider probably still keeps: those it shares with the last one."""
        if self._project.clock.monotonic() - self._sent.at > KEPT_S:
            return 0
        pairs = zip(prompt.sections, self._sent.sections, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].sha256 == pair[1], pairs))

    def choose(self, question: TurnQuestion, guide: PromptGuide) -> ModeChoice:
        """How the model would be captured for a message."""
        canvas = CanvasState() if question.canvas is None else question.canvas
        return _choice(question, ModelView(self._project.graph, self.captures, canvas, None), guide)

    async def _conversation(
        self, thread_id: ThreadId | None, leaf: MessageId | None, *, is_said: bool = True
    ) -> _Conversation:
        """The conversation up to a message, which is the question itself where that `is_said`."""
        project = self._project
        if thread_id is None or leaf is None:
            return _Conversation([], NOTHING)
        earlier = branch(await history(project.store, project.project_id, thread_id, newest=TURNS + 1), leaf)
        earlier = earlier[:-1] if is_said else earlier
        return _Conversation(earlier, await recollected(project, thread_id, earlier))

    async def _made(
        self,
        question: TurnQuestion,
        guide: PromptGuide,
        conversation: _Conversation,
        asker: PersonId,
        *,
        but: RunId | None = None,
    ) -> _MadePrompt:
        """The model as far as the workflow needs it, and what is told beside it. `but` is the run that begins."""
        project = self._project
        view = await self._view(question, but=but)
        language = self._language(question.text, conversation.said)
        portion_context = PortionContext(
            question.text, conversation.before, said_in_view(view.canvas, conversation.earlier)
        )
        changes = guide.changes and self._is_language_model
        portion = await self._portions.of(_choice(question, view, guide), view, portion_context, changes=changes)
        extras = [] if portion.excerpt is None else [ExtraBlock("graph", portion.excerpt.text)]
        if portion.parts is not None:
            extras.append(ExtraBlock(PARTS, portion.parts.text))
        if changes:
            if (changed := _changed(question, view)) is not None:
                extras.append(ExtraBlock("changed", changed))
            if asks_to_mend(question.text):
                found = check_text(view.graph, await self._findings(), phase=project.header.phase, language=language)
                extras.append(ExtraBlock(CHECK, found))
        extras.append(
            ExtraBlock(ABOUT, about_project(project.header, project.ontology, await rights_of(project, asker)))
        )
        recollection = conversation.recollection
        prompt = build_prompt(
            ontology=project.ontology,
            capture=portion.capture,
            request=question.text,
            nonce=project.ids.new().replace("-", "")[-_NONCE:],
            language=language,
            history=compacted(
                ConversationHistory(
                    conversation.earlier, recollection.decisions, recollection.blocks, recollection.notes
                ),
                self._counter or tokenizer(),
            ),
            extras=extras,
            instructions=guide.instructions,
            phase=project.header.phase,
            names=portion.names,
            counter=self._counter,
        )
        return _MadePrompt(prompt, view, portion, language)

    async def _view(self, question: TurnQuestion, *, but: RunId | None = None) -> ModelView:
        """What the question is about: the live model as the screen shows it, or the model as it was."""
        project = self._project
        if question.revision is None:
            canvas = CanvasState() if question.canvas is None else question.canvas
            thread_id = question.thread_id
            since = None if thread_id is None else await since_thread(project, thread_id, but=but)
            return ModelView(project.graph, self.captures, canvas, since)
        graph = await project.at_revision(question.revision)
        # The newest one goes on changing while it is read, and only the captures that are kept follow it.
        captures = self.captures if graph is project.graph else Captures(graph, counter=self._counter)
        return ModelView(graph, captures, CanvasState(), None)

    def _language(self, text: str, said: Sequence[str]) -> Language:
        """That of the text; where it does not tell, of the conversation, then of the project, then of the model."""
        project = self._project
        told = project.header.language
        language = language_spoken(project.graph) if told == "auto" else supported(told)
        for each in [*said[-_TELLING:], text]:
            language = language_of(each, language)
        return language


def _choice(question: TurnQuestion, view: ModelView, guide: PromptGuide) -> ModeChoice:
    """How the model is captured: as a person chose, else whole where it is small enough, else what is selected."""
    if question.context_mode is not None:
        return ModeChoice(mode=question.context_mode, reasons=["chosen by a person"], is_override=True)
    if len(view.graph.nodes) <= guide.whole_up_to:
        return ModeChoice(mode="full", reasons=["the model is small"], is_override=False)
    if guide.changes:
        reasons = ["the model is large: its names, and what is talked about"]
        return ModeChoice(mode="minimal", reasons=reasons, is_override=False)
    is_selected = bool(view.canvas.selection.nodes or view.canvas.selection.edges)
    return ModeChoice(mode="selected" if is_selected else "minimal", reasons=["the model is large"], is_override=False)


def _changed(question: TurnQuestion, view: ModelView) -> str | None:
    """What has changed since the conversation last saw the model, where the words are about that (B-37)."""
    if view.since is None or not view.since.changes or question.context_mode is not None:
        return None
    said = choose_mode(question.text, selected=0, nodes=len(view.graph.nodes), changed=len(view.since.changes))
    if said.mode != "changed":
        return None
    return news(view.graph, view.since.changes, view.since.revision)


def _shown(portion: Portion, graph: Graph) -> list[NodeId]:
    """The nodes that stand in a prompt: all, or those whose ids are in the capture, and those of the excerpt."""
    if portion.capture.is_whole:
        return list(graph.nodes)
    found = (graph.find(word) for word in _ID.findall(portion.capture.body))
    return list(dict.fromkeys([*(node_id for nodes in found for node_id in nodes), *portion.node_ids]))


def said_in_view(canvas: CanvasState, messages: Sequence[Message]) -> dict[MessageId, str]:
    """The texts of the messages that the chat shows."""
    in_view: set[MessageId] = set() if canvas.chat is None else set(canvas.chat.messages)
    return {message.message_id: text_of(message.parts) for message in messages if message.message_id in in_view}
