"""What is retrieved for a message: passages of documents and nodes of the graph, as sources with short names.

The same for every workflow. Two searches side by side, and a second look along the edges (C-22 to C-25, C-29, C-41);
both give sources on one scale. The relevance of a source is half its rank among what was found, half how much of the
question it speaks of; what each search itself gave is kept beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.context.passages import NamedPassage, passages_block, place_of, quote_of
from graphwright.context.retrieve import RetrievedNodes, RetrieveOptions, Retriever
from graphwright.context.retrieved_block import found_block
from graphwright.documents.library import Library
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.graph.query import neighbourhood
from graphwright.languages import Language
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import DocumentId, NodeId, PassageId
from graphwright.runs.scope import StepScope
from graphwright.text.words import covered
from graphwright.turns.sources import FoundNodes, FoundPassages, RetrievalResult, Source, TraversalResult

FEW_WORDS: Final = 6
"""A text this short leans on the one before it: "and its tests?"."""
PER_CRITERION: Final = 6
"""Nodes that are looked for of each thing that has to be shown."""
AROUND: Final = 40
"""Nodes of a second look with criteria: whether a thing is covered shows in what stands around it."""
HOPS: Final = 3
"""How far a traversal walks."""
RELATIONSHIPS: Final = 40
"""Of each node found: all of nearly every node, so that what is not listed is not there; a hub tells the rest."""
FIRST_PASSAGES: Final = 6
"""Of each document found."""


class SourceQuery(Record, frozen=True, kw_only=True):
    """What is looked for, and how much of it is wanted."""

    text: str
    before: str = ""
    """What the person said last before it; a short text is read with it."""
    nodes: Count
    """At most; a second look with criteria may give more."""
    passages: Count
    documents: list[DocumentId] = []
    """To search in; none = all of the project."""
    revision: Count | None = None
    """Of the model, where it is asked about as it was."""
    last_name: Count = 0
    """Of a passage that the conversation has named: names go on behind it."""


class SourceRetrieval:
    """The searches of one project."""

    def __init__(self, project: Project, retriever: Retriever, library: Library) -> None:
        self._project = project
        self._retriever = retriever
        self.library = library

    async def search(self, step: StepScope, query: SourceQuery) -> RetrievalResult:
        """The first look: words and meaning in the passages, and the graph, at the same time."""
        passages, nodes = await step.parallel(
            step.step("semantic_search", self.passages, query), step.step("graph_search", self.nodes, query)
        )
        passages_named = named(passages.top_documents, last_name=query.last_name)
        return _together(passages_named, nodes.graph_context, nodes.notice)

    async def look_again(
        self, step: StepScope, query: SourceQuery, known: Sequence[Source], criteria: Sequence[str] = ()
    ) -> RetrievalResult:
        """The second look, with what people said: again in the passages, and along the edges of what is known.

        `criteria` is what has to be shown, each searched for in the graph by itself.
        """
        starts = [each.document_id for each in known if each.is_node]
        passages, walked = await step.parallel(
            step.step("semantic_search", self.passages, query),
            step.step("graph_traversal", self._around, query, starts, list(criteria)),
        )
        found = _together(named(passages.top_documents, known=known), walked.process_steps)
        return replace(found, trigger="hypothesis_missing_info_resolved", refined_query=query.text)

    async def passages(self, step: StepScope, query: SourceQuery) -> FoundPassages:
        """The passages that say most, by words and meaning; none where there are no documents."""
        began = self._project.clock.monotonic()
        hits = await self.library.search(query.text, query.passages, document_ids=query.documents or None)
        best = max((hit.score for hit in hits), default=0.0)
        sources = [
            Source(
                label="",
                document_id=hit.passage_id,
                title=hit.title,
                text=hit.text,
                relevance_score=_relevance(
                    query.text,
                    hit.score / best if best else 0.0,
                    f"{hit.title} {' '.join(hit.place.section)} {hit.text}",
                    meaning=hit.scores.get("vector", 0.0),
                ),
                scores=hit.scores,
                source_step=step.step_id,
                section=hit.place.section,
                place=place_of(hit),
                origin=hit.document_id,
                suspicious=bool(hit.suspicious),
            )
            for hit in hits
        ]
        return FoundPassages(
            source="passages",
            query=query.text,
            results_count=len(sources),
            top_documents=_ranked(sources),
            retrieval_time_ms=self._since(began),
        )

    async def nodes(self, step: StepScope, query: SourceQuery) -> FoundNodes:
        """The nodes that a text is about, and what lies around them."""
        began = self._project.clock.monotonic()
        options = RetrieveOptions(limit=query.nodes, revision=query.revision)
        retrieved = await self.about(query.text, query.before, options)
        graph = await self.graph_at(query.revision)
        best = max((node.score for node in retrieved.nodes), default=0.0)
        sources = [
            _node(graph, node.node_id, retrieved.query, node.score / best if best else 0.0, step.step_id)
            for node in (retrieved.nodes if retrieved.found else [])
            if node.node_id in graph.nodes
        ]
        return FoundNodes(
            source="graph",
            query=retrieved.query,
            nodes_found=len(sources),
            relationships_found=len(retrieved.edge_ids),
            graph_context=_ranked(sources),
            retrieval_time_ms=self._since(began),
            notice=retrieved.notice,
        )

    async def about(self, text: str, before: str, options: RetrieveOptions) -> RetrievedNodes:
        """What a text is about; a short one, or one that finds nothing, is read with the one before it."""
        retrieved = await self._retriever.retrieve(text, options)
        if not before or (retrieved.found and len(text.split()) > FEW_WORDS):
            return retrieved
        both = await self._retriever.retrieve(f"{text}\n{before}", options)
        if not retrieved.found:
            return both
        known = {node.node_id for node in retrieved.nodes}
        return replace(
            both,
            nodes=[*retrieved.nodes, *(node for node in both.nodes if node.node_id not in known)],
            edge_ids=list(dict.fromkeys([*retrieved.edge_ids, *both.edge_ids])),
            found=True,
        )

    async def beginnings(self, sources: Sequence[Source]) -> dict[str, str]:
        """How each document begins that a passage stands in: there it says what it is and for what it holds."""
        beginnings: dict[str, str] = {}
        for document_id in sorted({source.origin for source in sources if source.origin}):
            first = await self.library.passages(document_id, limit=FIRST_PASSAGES)
            beginnings[document_id] = "\n".join(passage.text for passage in first)
        return beginnings

    async def documents_but(self, others: Sequence[str], among: Sequence[DocumentId]) -> list[DocumentId]:
        """What is left to search in: `others` are about another case and would only take the place of what holds."""
        if others and not among:
            among = [DocumentId(each.document_id) for each in await self.library.documents()]
        return [each for each in among if each not in others]

    async def graph_at(self, revision: int | None) -> Graph:
        """The model that is asked about."""
        return await self._retriever.graph_at(revision)

    async def _around(
        self, step: StepScope, query: SourceQuery, starts: list[str], criteria: list[str]
    ) -> TraversalResult:
        """What the nodes that were found lead to, the nearest being worth most, and what speaks of each criterion."""
        began = self._project.clock.monotonic()
        graph = self._project.graph
        found_for: dict[NodeId, list[str]] = {}
        for criterion in criteria:
            retrieved = await self._retriever.retrieve(criterion, RetrieveOptions(limit=PER_CRITERION))
            for node in retrieved.nodes if retrieved.found else ():
                found_for.setdefault(node.node_id, []).append(criterion)
        around = neighbourhood(graph, [*map(NodeId, starts), *found_for], depth=HOPS)
        sources = [
            replace(
                _node(graph, node_id, query.text, 1.0 / (depth or 1), step.step_id),
                depth=depth,
                criteria=found_for.get(node_id, []),
            )
            for node_id, depth in around.distances.items()
            if (depth or node_id in found_for) and node_id in graph.nodes
        ]
        stations = sorted(_ranked(sources), key=lambda source: not source.criteria)
        return TraversalResult(
            source="graph",
            query=query.text,
            process_steps=stations[: AROUND if criteria else query.nodes],
            retrieval_time_ms=self._since(began),
        )

    def _since(self, began: float) -> int:
        return round((self._project.clock.monotonic() - began) * 1000)


def blocks_of(
    graph: Graph,
    nodes: Sequence[Source] | None,
    passages: Sequence[Source],
    *,
    mark: str,
    language: Language,
    is_shown: bool = False,
) -> str:
    """The sources as data of a prompt, best first. `nodes` is `None` where none were looked for.

    `is_shown`: the prompt holds the whole graph, so that of its nodes only the best are named.
    """
    blocks: list[str] = []
    if nodes is not None:
        node_ids = [NodeId(each.document_id) for each in nodes]
        blocks.append(found_block(graph, node_ids, mark=mark, language=language, is_shown=is_shown))
    if passages:
        blocks.append(passages_block([(each.label, each.place, each.text) for each in passages], mark=mark))
    return "\n\n".join(blocks)


def named_passages(sources: Sequence[Source]) -> list[NamedPassage]:
    """The passages among the sources, as an answer cites them."""
    return [
        NamedPassage(label=each.label, passage_id=PassageId(each.document_id), quote=quote_of(each.text))
        for each in sources
        if not each.is_node
    ]


def named(passages: Sequence[Source], *, known: Sequence[Source] = (), last_name: int = 0) -> list[Source]:
    """Passages under short names, `P1` and so on: each keeps the one that it has among what is `known`."""
    names = {source.document_id: source.label for source in known}
    taken = last_name + sum(not source.is_node for source in known)
    for source in passages:
        if source.document_id not in names:
            taken += 1
            names[source.document_id] = f"P{taken}"
    return [replace(source, label=names[source.document_id]) for source in passages]


def _together(passages: Sequence[Source], nodes: Sequence[Source], notice: str = "") -> RetrievalResult:
    documents = _ranked([*passages, *nodes])
    return RetrievalResult(
        documents_found=len(documents),
        documents=documents,
        notice=notice,
    )


def _node(graph: Graph, node_id: NodeId, query: str, rank: float, step_id: str) -> Source:
    node = graph.nodes[node_id]
    facts = [
        f"{key}: {value}"
        for key, value in read_by_people(node.attributes).items()
        if isinstance(value, str | int | float)
    ]
    text = ". ".join(part for part in (node.descr.rstrip("."), *facts) if part)
    outgoing, incoming = list(graph.outgoing(node_id)), list(graph.incoming(node_id))
    edges = [
        f"{graph.nodes[edge.source].semantic_id} -{edge.edge_type}-> {graph.nodes[edge.target].semantic_id}"
        for edge in (*outgoing, *incoming)
    ]
    return Source(
        label=node.semantic_id,
        document_id=node.node_id,
        title=node.name,
        text=text,
        relevance_score=_relevance(query, rank, f"{node.name} {text}"),
        source_step=step_id,
        is_node=True,
        relationships=edges[:RELATIONSHIPS],
        more_edges=max(0, len(edges) - RELATIONSHIPS),
        linked=list(dict.fromkeys([*(edge.target for edge in outgoing), *(edge.source for edge in incoming)])),
    )


def _relevance(query: str, rank: float, text: str, *, meaning: float = 0.0) -> float:
    """`rank` is the share of the best score; `meaning` the cosine to the question: other words may say the same."""
    return round(0.5 * rank + 0.5 * max(covered(query, text), meaning), 4)


def _ranked(sources: Sequence[Source]) -> list[Source]:
    """The best first; what is as good stays in the order it was found in, which does not hang on ids."""
    return sorted(sources, key=lambda source: -source.relevance_score)
