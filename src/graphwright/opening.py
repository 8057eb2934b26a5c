"""Opens a project: makes everything that works on one, of what the program stands on.

Half of the program is imported here and by nobody below, so it is loaded with the first project (`workbench`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graphwright.baselines import Baselines
from graphwright.comments import Comments
from graphwright.context.index import GraphIndex
from graphwright.context.retrieve import MOST, RetrieveOptions, Retriever
from graphwright.contributions.brought import Contributions
from graphwright.documents.library import Library
from graphwright.documents.parse import DocumentParser
from graphwright.graph.document import Graph
from graphwright.llm.base import LanguageModel
from graphwright.llm.budget import budgets_of
from graphwright.llm.capabilities import capabilities_of
from graphwright.llm.choices import choices_of
from graphwright.llm.retry import Breakers
from graphwright.open_project import OpenProject
from graphwright.operations.commit import Committer
from graphwright.operations.open_proposals import OpenProposals
from graphwright.operations.proposals import Proposals
from graphwright.operations.survey import Survey
from graphwright.operations.watch import Watch
from graphwright.ports import Ids, ProcessPlaces, fraction, talking_process
from graphwright.projects import Project
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import Finding
from graphwright.runs.engine import Engine
from graphwright.saved_views import SavedViews
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.thread_book import ThreadBook
from graphwright.tools.tool_context import FoundNode, ToolContext
from graphwright.tools.toolbox import Toolbox
from graphwright.turns.allowance import Allowance
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import Preparation
from graphwright.turns.preview import Preview
from graphwright.turns.retrieval import SourceRetrieval
from graphwright.turns.streams import Streams
from graphwright.turns.tool_loop import ToolLoop
from graphwright.turns.workflow_ports import WorkflowPorts
from graphwright.workflows.discuss import Discuss
from graphwright.workflows.registry import register_workflows

if TYPE_CHECKING:
    from graphwright.ports import Clock
    from graphwright.search.embedder import Embedder

PROCESSES: Final = 2
"""That read or write files at once: each may take 8 GiB of memory and a whole core."""


class Opener:
    """Opens the projects of one program, and holds what they share."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        *,
        clock: Clock,
        ids: Ids,
        models: Callable[[Project], Sequence[LanguageModel]],
        indexes: Path | None,
        embedder: Embedder | None,
        contributions: Contributions,
        admit: Callable[[Engine, Author], None],
    ) -> None:
        self.survey = Survey(clock, contributions.findings)
        self._settings = settings
        self._store = storage.store
        self._clock = clock
        self._ids = ids
        self._models = models
        self._indexes = indexes
        self._embedder = embedder
        self._contributions = contributions
        self._admit = admit
        self._parser = DocumentParser(talking_process, settings.documents, clock)
        self._breakers = Breakers(clock)
        self._allowance = Allowance(budgets_of(settings, clock), storage.store, storage.alone)
        self._places = ProcessPlaces(PROCESSES)

    async def close(self) -> None:
        """End the process that reads documents, and write what model calls came to."""
        await self._parser.close()
        await self._allowance.settled()

    def opened(self, project: Project) -> OpenProject:
        """A project with everything that works on it."""
        committer = Committer(project)
        baselines = Baselines(project)
        threads = ThreadBook(self._store, project.project_id, lambda: project.header.sequence)
        project.on_event.append(threads.hear)
        proposals = Proposals(project, committer)
        open_proposals = OpenProposals(project, proposals)
        calls = ModelCalls(
            project, self._models(project), clock=self._clock, breakers=self._breakers, allowance=self._allowance,
            jitter=fraction, choices=choices_of(self._settings),
        )  # fmt: skip
        engine = Engine(project, owner=self._ids.new(), admit=lambda author: self._admit(engine, author))
        retriever = Retriever(project, GraphIndex(project.graph), self._embedder, folder=self._indexes)
        library = Library(project, self._parser, self._embedder, folder=self._indexes)
        retrieval = SourceRetrieval(project, retriever, library)
        preparation = self._preparation(project, calls, retrieval)
        toolbox = self._toolbox(project, committer, retriever, library)
        loop = ToolLoop(project, toolbox, max_model_calls=self._settings.max_model_calls, is_lean=preparation.is_lean)
        ports = WorkflowPorts(
            settings=self._settings, project=project, committer=committer, proposals=proposals, calls=calls,
            preparation=preparation, retrieval=retrieval, loop=loop, more_findings=self._contributions.findings,
        )  # fmt: skip
        register_workflows(engine, ports, self._contributions.workflows)
        return OpenProject(
            project, committer, proposals, engine, Watch(project, self._contributions.findings), Streams(project),
            preparation.captures, open_proposals, library, retriever, Discuss(ports.of("discuss")), baselines,
            Comments(project, library.passage), SavedViews(project), threads, calls, preparation,
            Preview(project, preparation, toolbox, model=calls.name, prices=self._settings.prices), toolbox,
            self._places,
        )  # fmt: skip

    def _preparation(self, project: Project, calls: ModelCalls, retrieval: SourceRetrieval) -> Preparation:
        """What the model calls of one project are prepared by."""

        async def findings() -> list[Finding]:
            return (await self.survey.of(project)).findings

        return Preparation(
            project,
            assistant=calls.name,
            is_language_model=calls.is_language_model,
            retrieval=retrieval,
            findings=findings,
            context_tokens=self._settings.context_tokens,
            room=capabilities_of(calls.name).graph_room,
        )

    def _toolbox(self, project: Project, committer: Committer, retriever: Retriever, library: Library) -> Toolbox:
        """The tools of one project, with what they search in."""

        def ground(past: Graph | None) -> ToolContext:
            revision = None if past is None else past.revision

            async def search(query: str, limit: int, node_types: Sequence[str] | None) -> list[FoundNode]:
                if limit > MOST:  # a meaning ranks only the best; all that fits is found by words
                    hits = await retriever.search(query, limit, node_types, revision=revision)
                    return [FoundNode(node_id=hit.node_id, score=hit.score) for hit in hits]
                options = RetrieveOptions(limit=limit, starts=0, node_types=list(node_types or ()), revision=revision)
                retrieved = await retriever.retrieve(query, options)
                return [FoundNode(node_id=node.node_id, score=node.score) for node in retrieved.nodes]

            async def findings() -> list[Finding]:
                found = await (self.survey.of(project) if past is None else self.survey.at(past))
                return found.findings

            return ToolContext(
                project=project, committer=committer, search=search, findings=findings, documents=library, past=past
            )

        async def ground_at(revision: int) -> ToolContext:
            return ground(await project.at_revision(revision))

        return Toolbox(ground(None), ground_at, more=self._contributions.tools)
