"""Context for people: what a language model would see, in which mode and why, and how capturing does."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import asdict

from graphwright.context.capture_parts import ChangesSince
from graphwright.context.captured import CacheStats, CaptureMetadata, CaptureOptions, MaxNodes
from graphwright.context.choose import ModeChoice, choose_mode
from graphwright.formats.encoding import EncodingName
from graphwright.operations.survey import PAUSE_S
from graphwright.protocol.base import Command, Count, Record, Time
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.ids import MessageId, NodeId, ThreadId
from graphwright.protocol.projects import RIGHTS, rights_in
from graphwright.protocol.runs import WorkflowName
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint
from graphwright.threads import history
from graphwright.turns.changes_since import since_moment, since_revision, since_thread
from graphwright.turns.preparation import said_in_view
from graphwright.turns.preview import GUIDES, PromptPreview
from graphwright.turns.workflow import TurnQuestion
from graphwright.workflows.registry import choose_workflow

SEEN: Final = 50
"""Newest messages of a thread among which those in view are looked for."""


class ContextPost(Command, frozen=True, kw_only=True):
    """Capture options, and the screen they apply to. `auto`: as the next message will be answered."""

    mode: ContextMode | Literal["auto"] = "full"
    workflow: WorkflowName | Literal["auto"] = "auto"
    """Who is to answer; `auto`: whoever the words of the question choose."""
    question: Annotated[str, Meta(max_length=100_000)] = ""
    include_metadata: bool = True
    include_positions: bool = False
    include_viewport: bool = False
    selected_only: bool = False
    max_nodes: MaxNodes | None = None
    encoding: EncodingName = "compact"
    canvases: bool = False
    canvas: CanvasState | None = None
    thread_id: ThreadId | None = None
    """For mode `changed`: since the last call of this conversation; also where messages in view are."""
    since_revision: Count | None = None
    """For mode `changed`, instead of a thread."""
    since: Time | None = None
    """For mode `changed`: since this moment."""
    positions: dict[NodeId, tuple[float, float]] | None = None
    screen: tuple[float, float] | None = None
    """Width and height in pixels."""


class ContextRead(Record, frozen=True, kw_only=True):
    """What a language model would see."""

    mode: ContextMode
    text: str
    metadata: CaptureMetadata
    tokens: Count
    token_method: str
    reasons: list[str]
    """Why this mode."""
    is_override: bool
    """A person chose it."""
    cache_key: str
    """Everything that changes the text, as one hash."""
    prompt: PromptPreview | None = None
    """What the next message would send, where a question is given that one prompt answers."""


class CaptureFigures(CacheStats, frozen=True, kw_only=True):
    """How capturing does in this project since the server began."""

    share_from_cache: float
    """Hits among all captures, 0 to 1."""


@endpoint("context.post", PROJECT + "/context", "read")
async def post_context(call: EndpointCall[NoQuery, ContextPost]) -> ContextRead:
    """What a language model would see of the model, as text."""
    wanted, open_project = call.body, call.open_project
    call.server_state.captures.count(call.person.person_id)
    for _ in open_project.captures.warm(wanted.encoding):
        await call.workbench.clock.sleep(PAUSE_S)
    canvas = CanvasState() if wanted.canvas is None else wanted.canvas
    since = await _since(call)
    workflow = _workflow(call)
    choice = _choice(call, canvas, workflow)
    capture = open_project.captures.capture(
        canvas,
        CaptureOptions(
            mode=choice.mode,
            include_metadata=wanted.include_metadata,
            include_positions=wanted.include_positions,
            include_viewport=wanted.include_viewport,
            selected_only=wanted.selected_only,
            max_nodes=wanted.max_nodes,
            encoding=wanted.encoding,
            canvases=wanted.canvases,
        ),
        rights=rights_in(call.granted, viewers_ask=call.project.header.viewers_ask),
        since=since,
        positions=wanted.positions,
        screen=wanted.screen,
        said=await _said(call, canvas),
    )
    return ContextRead(
        mode=capture.mode,
        text=capture.text,
        metadata=capture.metadata,
        tokens=capture.tokens,
        token_method=capture.token_method,
        reasons=choice.reasons,
        is_override=choice.is_override,
        cache_key=capture.cache_key,
        prompt=await _prompt(call, workflow),
    )


@endpoint("context.get", PROJECT + "/context", "read")
async def read_figures(call: EndpointCall[NoQuery, NoBody]) -> CaptureFigures:
    """How capturing context does: times, tokens, hits."""
    stats = call.open_project.captures.stats()
    return CaptureFigures(**asdict(stats), share_from_cache=stats.hit_rate)


def _workflow(call: EndpointCall[NoQuery, ContextPost]) -> WorkflowName:
    """Who would answer the question."""
    if call.body.workflow != "auto":
        return call.body.workflow
    return choose_workflow(call.body.question, may_build="build" in RIGHTS[call.granted]).workflow


async def _prompt(call: EndpointCall[NoQuery, ContextPost], workflow: WorkflowName) -> PromptPreview | None:
    if not call.body.question:
        return None
    return await call.open_project.preview.of(_unsent(call.body), workflow, call.person.person_id)


def _unsent(wanted: ContextPost) -> TurnQuestion:
    return TurnQuestion(
        text=wanted.question,
        thread_id=wanted.thread_id,
        canvas=wanted.canvas,
        context_mode=None if wanted.mode == "auto" else wanted.mode,
    )


def _choice(call: EndpointCall[NoQuery, ContextPost], canvas: CanvasState, workflow: WorkflowName) -> ModeChoice:
    """As for a message, so that the preview is what will be sent; by the words where a workflow sends several."""
    wanted = call.body
    guide = GUIDES.get(workflow)
    if wanted.mode == "auto" and guide is not None:
        return call.open_project.preparation.choose(_unsent(wanted), guide)
    return choose_mode(
        wanted.question,
        selected=len(canvas.selection.nodes) + len(canvas.selection.edges),
        nodes=len(call.project.graph.nodes),
        changed=None,
        filtered=bool(canvas.filters.node_types or canvas.filters.relation_types),
        wanted=None if wanted.mode == "auto" else wanted.mode,
    )


async def _since(call: EndpointCall[NoQuery, ContextPost]) -> ChangesSince | None:
    wanted, project = call.body, call.project
    if wanted.since_revision is not None:
        return await since_revision(project, wanted.since_revision)
    if wanted.since is not None:
        return await since_moment(project, wanted.since)
    if wanted.thread_id is not None:
        return await since_thread(project, wanted.thread_id)
    return None


async def _said(call: EndpointCall[NoQuery, ContextPost], canvas: CanvasState) -> dict[MessageId, str]:
    thread_id = call.body.thread_id
    if not call.body.canvases or thread_id is None:
        return {}
    store, project_id = call.workbench.store, call.project.project_id
    return said_in_view(canvas, await history(store, project_id, thread_id, newest=SEEN))
