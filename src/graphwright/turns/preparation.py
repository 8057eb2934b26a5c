"""What a language model is given for one message: the capture, the history, the prompt; fixed once, for every try.

One step reads the world (graph, thread, policy, rights) and stores what it read, so a resumed run asks the same again
and a person can open the call later and see exactly what was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec.structs import replace

from graphwright.context.capture import Captures
from graphwright.context.captured import CaptureOptions
from graphwright.context.choose import choose_mode
from graphwright.context.language import Language, language_of
from graphwright.context.part import Since
from graphwright.context.prompt import Section, Turn, build_prompt, feedback
from graphwright.context.tokens import estimator
from graphwright.errors import StaleRevision
from graphwright.llm.base import ChatMessage, ModelRequest
from graphwright.projects import Project
from graphwright.protocol.base import Record, UnsetType
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.ids import MessageId, PersonId, ProposalId, RunId, ThreadId
from graphwright.protocol.operations import Problem
from graphwright.protocol.projects import RIGHTS, Person
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.runs.scope import StepScope
from graphwright.threads import branch, history

TURNS: Final = 20
"""Earlier messages that are sent along; older ones are in the graph or not needed."""
PAUSE_S: Final = 0.001
"""Between slices of the first capture of a large model (D18)."""
TURN_CHARACTERS: Final = 4_000
"""Of one earlier message; a long one keeps its beginning."""


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
    foreign_text: bool
    """The context held text of somebody without the right to build (D9)."""


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


class Preparation:
    """Prepares the model calls of one project; keeps its captures warm."""

    def __init__(self, project: Project, *, assistant: str, is_language_model: bool) -> None:
        self._project = project
        self._assistant = assistant
        # The offline assistant reads no tokens, and loading a vocabulary costs a second of every command.
        self._counter = None if is_language_model else estimator()
        self.captures = Captures(project.graph, counter=self._counter, timer=project.clock.monotonic)
        project.on_commit.append(self.captures.on_commit)

    async def prepare(self, step: StepScope, question: Question) -> Prepared:
        """Read what is needed, once."""
        project = self._project
        earlier = await history(project.store, project.project_id, question.thread_id, newest=TURNS + 1)
        earlier = branch(earlier, question.message_id)[:-1]
        since = await self._since(question.thread_id, step.run_id)
        canvas = CanvasState() if isinstance(question.canvas, UnsetType) else question.canvas
        choice = choose_mode(
            question.text,
            selected=len(canvas.selection.nodes) + len(canvas.selection.edges),
            nodes=len(project.graph.nodes),
            changed=None if since is None else len(since.changes),
            filtered=bool(canvas.filters.node_types or canvas.filters.relation_types),
            wanted=None if isinstance(question.context_mode, UnsetType) else question.context_mode,
        )
        for _ in self.captures.warm():
            await project.clock.sleep(PAUSE_S)
        capture = self.captures.capture(canvas, CaptureOptions(mode=choice.mode), rights=RIGHTS["editor"], since=since)
        language = self._language(question.text)
        prompt = build_prompt(
            ontology=project.ontology,
            capture=capture,
            request=question.text,
            nonce=project.ids.new().replace("-", ""),
            language=language,
            history=_turns(earlier),
            counter=self._counter,
        )
        return Prepared(
            talk=Talk(
                run_id=step.run_id,
                thread_id=question.thread_id,
                question_id=question.message_id,
                message_id=MessageId(step.stable_id("message")),
                proposal_id=ProposalId(step.stable_id("proposal")),
                revision=project.graph.revision,
                language=language,
                assistant=self._assistant,
                foreign_text=await self._has_foreign_text(earlier, step.execution.run.author.person_id),
            ),
            request=prompt.request,
            sections=prompt.sections,
            mode=capture.mode,
            reasons=choice.reasons,
            tokens=prompt.tokens,
            token_method=prompt.token_method,
            prefix_hash=prompt.prefix_hash,
            notices=capture.metadata.notices,
        )

    async def _has_foreign_text(self, earlier: Sequence[Message], asker: PersonId) -> bool:
        """Did somebody without the right to build write any of it (D9)? Whoever is no member owns the folder."""
        people = {message.author.person_id for message in earlier if message.author.kind == "person"} | {asker}
        for person_id in people:
            if isinstance(person_id, UnsetType):
                continue
            member = await self._project.store.document(self._project.project_id, "member", person_id)
            if member is not None and "build" not in RIGHTS[decode(member.body, Person).access]:
                return True
        return False

    async def _since(self, thread_id: ThreadId, run_id: RunId) -> Since | None:
        """What changed since the last run of this thread saw the graph (design 7, CHANGED).

        `None` when none did, or so long ago that nobody remembers what was new then.
        """
        project = self._project
        runs = await project.store.documents(project.project_id, "run", group=thread_id)
        seen = [decode(document.body, Run).revision for document in runs if document.id != run_id]
        if not seen:
            return None
        try:
            commits = await project.commits_since(max(seen))
        except StaleRevision:
            return None
        return Since(revision=max(seen), changes=[change for commit in commits for change in commit.changes])

    def _language(self, text: str) -> Language:
        """That of the text; where it does not tell, that of the project."""
        configured = self._project.header.language
        default: Language = "de" if configured == "de" else "fr" if configured == "fr" else "en"
        return language_of(text, default)


def with_feedback(request: ModelRequest, answer: str, problems: Sequence[Problem], language: Language) -> ModelRequest:
    """The same request, with the answer it led to and what was wrong with it (A-31)."""
    said = ChatMessage(role="assistant", text=answer)
    told = ChatMessage(role="user", text=feedback(problems, language))
    return replace(request, messages=[*request.messages, said, told])


def _turns(messages: Sequence[Message]) -> list[Turn]:
    turns: list[Turn] = []
    for message in messages:
        text = text_of(message.parts)
        if message.status == "complete" and text.strip():
            turns.append(Turn("user" if message.author.kind == "person" else "assistant", text[:TURN_CHARACTERS]))
    return turns
