"""What of the model goes into a prompt: all of it, the part that was chosen, or names and what is talked about.

Whatever the size of the model, whatever is selected and whatever a person chose to show, it takes at most a budget of
tokens. What would take more is cut to what the words are about and what was chosen, with a note that says so; nothing
is refused for its size, and nothing larger than the budget is ever written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.context.capture import Captures
from graphwright.context.capture_parts import ChangesSince
from graphwright.context.captured import Capture, CaptureOptions
from graphwright.context.choose import ModeChoice
from graphwright.context.large import FOCUS, LINE_TOKENS, GraphExcerpt, around, names_of
from graphwright.context.parts import parts_excerpt, parts_of
from graphwright.context.retrieve import RetrieveOptions
from graphwright.context.tokens import tokenizer
from graphwright.context.visibility import compose_depths, shows_node
from graphwright.graph.document import Graph
from graphwright.projects import Project
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import MessageId, NodeId
from graphwright.protocol.projects import RIGHTS
from graphwright.turns.retrieval import SourceRetrieval

PAUSE_S: Final = 0.001
"""Between slices of work on a large model (ADR-18)."""
_SLICE: Final = 2_000
"""Nodes looked at between two pauses: about 1 ms."""
_MARKS: Final = 100
"""Tokens of the budget for what stands around the lines: marks of blocks, headings, the note that something is cut."""
_RELATED: Final = 100
"""Nodes that a request about a large model may be about."""
_STARTS: Final = 8


class ModelView(Struct, frozen=True):
    """What a question is about, and how it is shown to whoever answers."""

    graph: Graph
    captures: Captures
    canvas: CanvasState
    since: ChangesSince | None
    """What is new for this conversation; nothing is in the past."""


class PortionContext(Struct, frozen=True):
    """The words that decide what of a large model is talked about."""

    text: str
    before: str
    """What a person said last before it."""
    said: Mapping[MessageId, str]
    """The messages that the chat shows."""


class Portion(Struct, frozen=True):
    """What goes into one prompt."""

    choice: ModeChoice
    capture: Capture
    names: str = ""
    """The index of names, where the workflow wants it and the model is not shown whole."""
    excerpt: GraphExcerpt | None = None
    """What is talked about, where the capture does not show it."""
    parts: GraphExcerpt | None = None
    """The main parts of the model, for a question about one that is not shown whole."""

    @property
    def node_ids(self) -> list[NodeId]:
        """The nodes of the excerpt and the parts."""
        return [node_id for each in (self.excerpt, self.parts) if each is not None for node_id in each.node_ids]


class Portions:
    """Makes the portions of one project's model."""

    def __init__(
        self, project: Project, retrieval: SourceRetrieval, *, budget: int, room: int | None, is_language_model: bool
    ) -> None:
        """`budget` and `room`: tokens of a model in one prompt, as people set them and as the language model allows."""
        self._project = project
        self._retrieval = retrieval
        self._budget = budget if room is None else min(budget, room)
        # The offline assistant reads the model itself: what it is shown, nobody pays for.
        self._is_language_model = is_language_model
        self._names: tuple[int, str] = (-1, "")
        """The index of names, and its revision."""

    @property
    def _half(self) -> int:
        """For the names, and as much for what is talked about."""
        return (self._budget - _MARKS) // 2

    def is_surely_too_large(self, elements: int) -> bool:
        """Would so many nodes take more than the budget, however short their lines are?"""
        return self._is_language_model and elements * LINE_TOKENS > self._budget

    async def of(self, choice: ModeChoice, view: ModelView, context: PortionContext, *, changes: bool) -> Portion:
        """What of the model a prompt shows in this mode. `changes`: for a workflow that writes."""
        part = await self._part(choice, view)
        if not self.is_surely_too_large(len(part)):
            if choice.mode == "full":
                for _ in view.captures.warm():
                    await self._pause()
            capture = self._capture(choice, view, context)
            if not self._is_language_model or capture.body_tokens <= self._budget - _MARKS:
                if capture.is_whole or choice.is_override:
                    return Portion(choice, capture)
                if not changes:
                    return await self._with_parts(Portion(choice, capture), view.graph)
                return Portion(choice, capture, await self._index(view.graph), await self._talked_about(view, context))
        return await self._cut(choice, part, view, context, changes=changes)

    async def _cut(
        self, choice: ModeChoice, part: Collection[NodeId], view: ModelView, context: PortionContext, *, changes: bool
    ) -> Portion:
        """As much as fits: of what was chosen, what the words are about first."""
        reason = f"{choice.mode} would take more than {self._budget:,} tokens: what is talked about of it"
        smallest = ModeChoice(mode="minimal", reasons=[*choice.reasons, reason], is_override=choice.is_override)
        capture = self._capture(smallest, view, context)
        if choice.mode == "full" and not changes and not choice.is_override:
            # What only reads is given the parts and what was found, and looks up the rest.
            return await self._with_parts(Portion(smallest, capture), view.graph)
        names = await self._index(view.graph) if changes else ""
        budget = self._half if changes else self._budget - _MARKS
        related = [each for each in await self._related(context) if each in part]
        ranked = list(_some(chain(related, part), budget // LINE_TOKENS))
        excerpt = around(view.graph, ranked, tokenizer(), budget=budget)
        note = (
            f"Cut to {self._budget:,} tokens: {excerpt.shown:,} of {len(part):,} nodes that are {_CHOSEN[choice.mode]}"
        )
        return Portion(
            smallest, capture, names, GraphExcerpt(f"{note}\n{excerpt.text}", excerpt.node_ids, excerpt.shown)
        )

    async def _part(self, choice: ModeChoice, view: ModelView) -> Collection[NodeId]:
        """The nodes that the mode shows, without their edges; counted before anything of them is written."""
        graph, canvas = view.graph, view.canvas
        if choice.mode == "full" or (choice.mode == "changed" and view.since is None):
            return graph.nodes.keys()
        if choice.mode == "changed" and view.since is not None:
            changed = (change.after for change in reversed(view.since.changes))
            return {each.node_id: None for each in changed if isinstance(each, Node) and each.node_id in graph.nodes}
        if choice.mode == "selected" and (canvas.selection.nodes or canvas.selection.edges):
            return dict.fromkeys(_selected(view))
        if choice.mode in ("visible", "selected"):
            return await self._visible(graph, canvas)
        return ()

    async def _visible(self, graph: Graph, canvas: CanvasState) -> Collection[NodeId]:
        if canvas.active == "table" and canvas.table is not None:
            return {node_id: None for node_id in canvas.table.rows if node_id in graph.nodes}
        depths = compose_depths(graph) if canvas.filters.rollup_level is not None else {}
        visible: dict[NodeId, None] = {}
        nodes = list(graph.nodes.values())
        for start in range(0, len(nodes), _SLICE):
            some = nodes[start : start + _SLICE]
            visible.update((node.node_id, None) for node in some if shows_node(node, canvas.filters, depths))
            if start + _SLICE < len(nodes):
                await self._pause()
        return {node_id: None for node_id in visible if node_id in graph.nodes}

    def _capture(self, choice: ModeChoice, view: ModelView, context: PortionContext) -> Capture:
        return view.captures.capture(
            view.canvas,
            CaptureOptions(mode=choice.mode, canvases=True, include_types=choice.mode != "full"),
            rights=RIGHTS["editor"],
            since=view.since,
            said=context.said,
        )

    async def _with_parts(self, portion: Portion, graph: Graph) -> Portion:
        """The portion with the main parts of the model, where they fit in."""
        if not self._is_language_model:
            return portion
        parts = parts_excerpt(graph, await parts_of(graph, self._project.clock))
        left = self._budget - _MARKS - portion.capture.body_tokens
        return replace(portion, parts=parts) if parts.shown and tokenizer().count(parts.text) <= left else portion

    async def _index(self, graph: Graph) -> str:
        """The names of a large model, made once for a revision."""
        if self._names[0] != graph.revision:
            revision = graph.revision
            names = await names_of(graph, tokenizer(), budget=self._half, pause=self._pause)
            self._names = (revision, names)
        return self._names[1]

    async def _talked_about(self, view: ModelView, context: PortionContext) -> GraphExcerpt:
        """What is selected, and what the words are about; of a large selection first what they are about."""
        selected = dict.fromkeys(_selected(view))
        related = await self._related(context)
        if len(selected) > FOCUS:
            ranked = chain((each for each in related if each in selected), selected, related)
        else:
            ranked = chain(selected, related)
        some = list(_some(ranked, self._half // LINE_TOKENS))
        return around(view.graph, some, tokenizer(), budget=self._half)

    async def _related(self, context: PortionContext) -> list[NodeId]:
        """What the words are about; a short wish is read with the one before it."""
        options = RetrieveOptions(limit=_RELATED, starts=_STARTS)
        retrieved = await self._retrieval.about(context.text, context.before, options)
        return [node.node_id for node in retrieved.nodes]

    async def _pause(self) -> None:
        await self._project.clock.sleep(PAUSE_S)


_CHOSEN: Final = {
    "full": "in the model",
    "visible": "visible",
    "selected": "selected",
    "changed": "new or changed",
    "minimal": "shown",
}


def _selected(view: ModelView) -> Iterator[NodeId]:
    """The selected nodes and the ends of the selected edges, as far as they are still there."""
    nodes, edges, selection = view.graph.nodes, view.graph.edges, view.canvas.selection
    yield from (each for each in selection.nodes if each in nodes)
    for edge_id in selection.edges:
        if edge_id in edges:
            yield from (edges[edge_id].source, edges[edge_id].target)


def _some(node_ids: Iterator[NodeId], most: int) -> Iterator[NodeId]:
    """The first so many, each once."""
    known: set[NodeId] = set()
    for node_id in node_ids:
        if len(known) >= most:
            return
        if node_id not in known:
            known.add(node_id)
            yield node_id
