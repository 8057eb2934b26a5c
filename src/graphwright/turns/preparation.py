"""What a language model is given for one message: the capture, the history, the prompt; fixed once, for every try.

One step reads the world (graph, thread, policy, rights) and stores what it read, so a resumed run asks the same again
and a person can open the call later and see exactly what was sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from graphwright.context.capture import Captures
from graphwright.context.captured import Capture, CaptureOptions
from graphwright.context.choose import Choice, choose_mode
from graphwright.context.history import Past, compacted, decision_text
from graphwright.context.instructions import BUILD
from graphwright.context.part import Since
from graphwright.context.prompt import Section, build_prompt, feedback
from graphwright.context.tokens import estimator, tokenizer
from graphwright.graph.document import Graph
from graphwright.llm.base import ChatMessage, ModelRequest
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.ids import MessageId, NodeId, PersonId, ProposalId, RunId, ThreadId
from graphwright.protocol.operations import Problem, Proposal
from graphwright.protocol.projects import RIGHTS
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import Message, ProposalPart, text_of
from graphwright.protocol.wire import decode
from graphwright.runs.scope import StepScope
from graphwright.text.language import Language, language_of, supported
from graphwright.threads import branch, history
from graphwright.turns.since import since_thread

TURNS: Final = 100
"""Earlier messages that are looked at; `context.history` shortens them. Older ones are in the graph or not needed."""
PAUSE_S: Final = 0.001
"""Between slices of the first capture of a large model (D18)."""
_ID: Final = re.compile(r"[^\W.]+\.[A-Z]{2}\.\d{3,}|\b[A-Z]{2}\d+\b")


class Question(Protocol):
    """What a workflow was asked, as far as the preparation needs it."""

    @property
    def text(self) -> str: ...
    @property
    def message_id(self) -> MessageId: ...
    @property
    def thread_id(self) -> ThreadId: ...
    @property
    def canvas(self) -> CanvasState | UnsetType: ...
    @property
    def context_mode(self) -> ContextMode | UnsetType: ...
    @property
    def revision(self) -> int | UnsetType: ...


class Talk(Record, frozen=True, kw_only=True):
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
    """Whose words the prompt holds, beside those of whoever asks; what they may do is looked up when it counts (D9)."""
    past: int | UnsetType = UNSET
    """The same as `revision` where the model is asked about as it was; absent where it goes on changing."""


class Prepared(Record, frozen=True, kw_only=True):
    """Everything the model calls of a run begin from."""

    talk: Talk
    request: ModelRequest
    sections: list[Section]
    """What was sent, block by block, for the inspector."""
    mode: ContextMode
    reasons: list[str]
    tokens: int
    token_method: str
    prefix_hash: str
    notices: list[str]
    shown: list[NodeId] = []
    """Nodes that stand in it, for a story that checks what is cited."""
    question_before: str = ""
    """What a person said last before this message."""


class Guide(Struct, frozen=True, kw_only=True):
    """How a story wants its model calls prepared."""

    instructions: Mapping[Language, str]
    whole_up_to: int | None = None
    """A model of at most so many nodes is shown whole, a larger one only where something is selected; the prefix then
    depends on no question (T-06). `None`: the words of the question decide."""


class _View(Struct, frozen=True):
    """What a question is about, and how it is shown to whoever answers."""

    graph: Graph
    captures: Captures
    canvas: CanvasState
    since: Since | None
    """What is new for this conversation; nothing is in the past."""


BUILD_GUIDE: Final = Guide(instructions=BUILD)


class Preparation:
    """Prepares the model calls of one project; keeps its captures warm."""

    def __init__(
        self, project: Project, *, assistant: str, is_language_model: bool, captures: Captures | None = None
    ) -> None:
        self._project = project
        self._assistant = assistant
        # The offline assistant reads no tokens, and loading a vocabulary costs a second of every command.
        self._counter = None if is_language_model else estimator()
        self.captures = captures or Captures(project.graph, counter=self._counter, timer=project.clock.monotonic)
        """Shared by all stories, so that one of them warms the cache of the other."""
        if captures is None:
            project.on_commit.append(self.captures.on_commit)

    async def prepare(self, step: StepScope, question: Question, guide: Guide = BUILD_GUIDE) -> Prepared:
        """Read what is needed, once."""
        project = self._project
        earlier = await history(project.store, project.project_id, question.thread_id, newest=TURNS + 1)
        earlier = branch(earlier, question.message_id)[:-1]
        proposals = await _proposals_in(project, earlier)
        decisions = await _decisions(project, question.thread_id, proposals)
        view = await self._view(question, but=step.run_id)
        choice = _choice(question, view, guide)
        for _ in view.captures.warm():
            await project.clock.sleep(PAUSE_S)
        options = CaptureOptions(mode=choice.mode, canvases=True)
        capture = view.captures.capture(
            view.canvas, options, rights=RIGHTS["editor"], since=view.since, said=said_in_view(view.canvas, earlier)
        )
        language = self._language(question.text)
        prompt = build_prompt(
            ontology=project.ontology,
            capture=capture,
            request=question.text,
            nonce=project.ids.new().replace("-", ""),
            language=language,
            history=compacted(Past(earlier, decisions), self._counter or tokenizer()),
            instructions=guide.instructions,
            counter=self._counter,
        )
        return Prepared(
            talk=Talk(
                run_id=step.run_id,
                thread_id=question.thread_id,
                question_id=question.message_id,
                message_id=MessageId(step.stable_id("message")),
                proposal_id=ProposalId(step.stable_id("proposal")),
                revision=view.graph.revision,
                past=question.revision,
                language=language,
                assistant=self._assistant,
                speakers=_speakers(earlier, proposals),
            ),
            request=replace(prompt.request, revision=question.revision),
            sections=prompt.sections,
            mode=capture.mode,
            reasons=choice.reasons,
            tokens=prompt.tokens,
            token_method=prompt.token_method,
            prefix_hash=prompt.prefix_hash,
            notices=capture.metadata.notices,
            shown=[] if guide is BUILD_GUIDE else _shown(capture, view.graph),
            question_before=next(
                (text_of(each.parts) for each in reversed(earlier) if each.author.kind == "person"), ""
            ),
        )

    async def _view(self, question: Question, *, but: RunId) -> _View:
        """What the question is about: the live model as the screen shows it, or the model as it was."""
        project = self._project
        if isinstance(question.revision, UnsetType):
            canvas = CanvasState() if isinstance(question.canvas, UnsetType) else question.canvas
            since = await since_thread(project, question.thread_id, but=but)
            return _View(project.graph, self.captures, canvas, since)
        graph = await project.at_revision(question.revision)
        # The newest one goes on changing while it is read, and only the captures that are kept follow it.
        captures = self.captures if graph is project.graph else Captures(graph, counter=self._counter)
        return _View(graph, captures, CanvasState(), None)

    def _language(self, text: str) -> Language:
        """That of the text; where it does not tell, that of the project."""
        return language_of(text, supported(self._project.header.language))


def _choice(question: Question, view: _View, guide: Guide) -> Choice:
    canvas, since, nodes = view.canvas, view.since, len(view.graph.nodes)
    selected = len(canvas.selection.nodes) + len(canvas.selection.edges)
    if guide.whole_up_to is not None and isinstance(question.context_mode, UnsetType):
        if nodes <= guide.whole_up_to:
            return Choice(mode="full", reasons=["the model is small"], is_override=False)
        mode: ContextMode = "selected" if selected else "minimal"
        return Choice(mode=mode, reasons=["the model is large"], is_override=False)
    return choose_mode(
        question.text,
        selected=selected,
        nodes=nodes,
        changed=None if since is None else len(since.changes),
        filtered=bool(canvas.filters.node_types or canvas.filters.relation_types),
        wanted=None if isinstance(question.context_mode, UnsetType) else question.context_mode,
    )


def _shown(capture: Capture, graph: Graph) -> list[NodeId]:
    """The nodes that a capture shows: all, or those whose ids stand in it."""
    if capture.is_whole:
        return list(graph.nodes)
    found = (graph.find(word) for word in _ID.findall(capture.body))
    return list(dict.fromkeys(node_id for nodes in found for node_id in nodes))


def said_in_view(canvas: CanvasState, messages: Sequence[Message]) -> dict[MessageId, str]:
    """The texts of the messages that the chat shows."""
    in_view: set[MessageId] = set() if isinstance(canvas.chat, UnsetType) else set(canvas.chat.messages)
    return {message.message_id: text_of(message.parts) for message in messages if message.message_id in in_view}


def with_feedback(request: ModelRequest, answer: str, problems: Sequence[Problem], language: Language) -> ModelRequest:
    """The same request, with the answer it led to and what was wrong with it (A-31)."""
    said = ChatMessage(role="assistant", text=answer)
    told = ChatMessage(role="user", text=feedback(problems, language))
    return replace(request, messages=[*request.messages, said, told])


class _Ended(Record, frozen=True, kw_only=True):
    """What is wanted of a run's result, which may be shortened beyond that."""

    message_id: MessageId | UnsetType = UNSET
    revision: int | UnsetType = UNSET


async def _proposals_in(project: Project, messages: Sequence[Message]) -> dict[MessageId, list[Proposal]]:
    """The proposals that each message of a conversation holds, as they stand."""
    found: dict[MessageId, list[Proposal]] = {}
    for message in messages:
        for part in message.parts:
            if isinstance(part, ProposalPart):
                document = await project.store.document(project.project_id, "proposal", part.proposal_id)
                if document is not None:
                    found.setdefault(message.message_id, []).append(decode(document.body, Proposal))
    return found


def _speakers(messages: Sequence[Message], proposals: Mapping[MessageId, Sequence[Proposal]]) -> list[PersonId]:
    """Whose words are repeated: those of people who wrote, and the feedback of those who decided.

    A person without an id has the empty one: nobody we know, who may nothing.
    """
    wrote = (message.author.person_id for message in messages if message.author.kind == "person")
    found = {PersonId("") if isinstance(each, UnsetType) else each for each in wrote}
    for proposal in (each for several in proposals.values() for each in several):
        if not isinstance(proposal.decided, UnsetType) and not isinstance(proposal.decided.feedback, UnsetType):
            found.add(proposal.decided.person.person_id)
    return sorted(found)


async def _decisions(
    project: Project, thread_id: ThreadId, proposals: Mapping[MessageId, Sequence[Proposal]]
) -> dict[MessageId, list[str]]:
    """What was decided and committed about each message of a conversation, in words."""
    found = {
        message_id: [decision_text(proposal, project.graph) for proposal in several]
        for message_id, several in proposals.items()
    }
    for document in await project.store.documents(project.project_id, "run", group=thread_id):
        result = decode(document.body, Run).result
        if isinstance(result, UnsetType):
            continue
        ended = decode(bytes(result), _Ended)
        if not isinstance(ended.message_id, UnsetType) and not isinstance(ended.revision, UnsetType):
            found.setdefault(ended.message_id, []).append(f"[applied to the model as revision {ended.revision}]")
    return found
