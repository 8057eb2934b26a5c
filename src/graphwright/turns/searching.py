"""Two searches side by side, as steps: in the passages of documents, and in the graph (C-22 to C-25, C-29, C-41).

Both give sources on one scale. The relevance of a source is half its rank among what was found, half how much of the
question it speaks of; what each search itself gave is kept beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.context.retrieve import RetrieveOptions, Retriever
from graphwright.documents.library import Library
from graphwright.graph.query import neighbourhood
from graphwright.inquiry.gaps import facts_of
from graphwright.inquiry.records import FoundNodes, FoundPassages, RetrievalResult, Source, TraversalResult
from graphwright.projects import Project
from graphwright.protocol.ids import DocumentId, NodeId
from graphwright.runs.scope import StepScope
from graphwright.text.words import covered

PASSAGES: Final = 20
"""The first are of many sections; all cases of one condition should be among them."""
NODES: Final = 8
PER_CRITERION: Final = 6
"""Nodes that are looked for of each thing that has to be shown."""
AROUND: Final = 40
"""Nodes of a second look with criteria: whether a thing is covered shows in what stands around it."""
HOPS: Final = 3
"""How far a traversal walks."""
RELATIONSHIPS: Final = 40
"""Of each node found: all of nearly every node, so that what is not listed is not there; a hub tells the rest."""
FIRST_PASSAGES: Final = 6
"""Of each document found: where it says what it is and for what it holds."""


class Searching:
    """The searches of one project."""

    def __init__(self, project: Project, retriever: Retriever, library: Library) -> None:
        self._project = project
        self._retriever = retriever
        self._library = library

    async def search(
        self, step: StepScope, query: str, documents: Sequence[DocumentId], known: Sequence[Source]
    ) -> RetrievalResult:
        """The first look: words and meaning in the passages, and the graph, at the same time."""
        passages, nodes = await step.parallel(
            step.step("semantic_search", self._passages, query, documents),
            step.step("graph_search", self._nodes, query),
        )
        return await self._found(known, passages.top_documents, nodes.graph_context, notice=nodes.notice)

    async def refine(
        self,
        step: StepScope,
        query: str,
        documents: Sequence[DocumentId],
        known: Sequence[Source],
        *,
        without: Sequence[str] = (),
        criteria: Sequence[str] = (),
    ) -> RetrievalResult:
        """The second look, with what people said: again in the passages, and along the edges of what is known.

        `without` are documents about another case, which would only take the place of those that hold; `criteria` is
        what has to be shown, each searched for in the graph by itself.
        """
        if without:
            among = documents or [DocumentId(each.document_id) for each in await self._library.documents()]
            documents = [each for each in among if each not in without]
        passages, walked = await step.parallel(
            step.step("semantic_search", self._passages, query, documents),
            step.step(
                "graph_traversal",
                self._around,
                query,
                [each.document_id for each in known if each.is_node],
                list(criteria),
            ),
        )
        found = await self._found(known, passages.top_documents, walked.process_steps, notice="")
        return replace(found, trigger="hypothesis_missing_info_resolved", refined_query=query)

    async def _passages(self, step: StepScope, query: str, documents: Sequence[DocumentId]) -> FoundPassages:
        began = self._project.clock.monotonic()
        hits = await self._library.search(query, PASSAGES, document_ids=list(documents) or None)
        best = max((hit.score for hit in hits), default=0.0)
        sources = [
            Source(
                label="",
                document_id=hit.passage_id,
                title=hit.title,
                text=hit.text,
                relevance_score=_relevance(
                    query,
                    hit.score,
                    best,
                    f"{hit.title} {' '.join(hit.place.section)} {hit.text}",
                    meaning=hit.scores.get("vector", 0.0),
                ),
                scores=hit.scores,
                source_step=step.step_id,
                section=hit.place.section,
                origin=hit.document_id,
                suspicious=bool(hit.suspicious),
            )
            for hit in hits
        ]
        return FoundPassages(
            query=query,
            results_count=len(sources),
            top_documents=_ranked(sources),
            retrieval_time_ms=self._since(began),
        )

    async def _nodes(self, step: StepScope, query: str) -> FoundNodes:
        began = self._project.clock.monotonic()
        retrieved = await self._retriever.retrieve(query, RetrieveOptions(limit=NODES))
        best = max((node.score for node in retrieved.nodes), default=0.0)
        sources = [
            source
            for node in (retrieved.nodes if retrieved.found else [])
            if (source := self._node(step, node.node_id, query, node.score, best)) is not None
        ]
        return FoundNodes(
            query=query,
            nodes_found=len(sources),
            relationships_found=len(retrieved.edge_ids),
            graph_context=_ranked(sources),
            retrieval_time_ms=self._since(began),
            notice=retrieved.notice,
        )

    async def _around(self, step: StepScope, query: str, starts: Sequence[str], criteria: list[str]) -> TraversalResult:
        """What the nodes that were found lead to, the nearest being worth most, and what speaks of each criterion."""
        began = self._project.clock.monotonic()
        found_for: dict[NodeId, list[str]] = {}
        for criterion in criteria:
            retrieved = await self._retriever.retrieve(criterion, RetrieveOptions(limit=PER_CRITERION))
            for node in retrieved.nodes if retrieved.found else ():
                found_for.setdefault(node.node_id, []).append(criterion)
        around = neighbourhood(self._project.graph, [*map(NodeId, starts), *found_for], depth=HOPS)
        sources = [
            replace(source, depth=depth, criteria=found_for.get(node_id, []))
            for node_id, depth in around.distances.items()
            if (depth or node_id in found_for)
            and (source := self._node(step, node_id, query, 1.0 / (depth or 1), 1.0)) is not None
        ]
        stations = sorted(_ranked(sources), key=lambda source: not source.criteria)
        return TraversalResult(
            query=query,
            process_steps=stations[: AROUND if criteria else NODES],
            retrieval_time_ms=self._since(began),
        )

    def _node(self, step: StepScope, node_id: NodeId, query: str, score: float, best: float) -> Source | None:
        node = self._project.graph.nodes.get(node_id)
        if node is None:
            return None
        facts = [f"{key}: {value}" for key, value in node.attributes.items() if isinstance(value, str | int | float)]
        edges = list(self._relationships(node_id))
        text = ". ".join(part for part in (node.descr.rstrip("."), *facts) if part)
        return Source(
            label=node.semantic_id,
            document_id=node.node_id,
            title=node.name,
            text=text,
            relevance_score=_relevance(query, score, best, f"{node.name} {text}"),
            source_step=step.step_id,
            is_node=True,
            relationships=edges[:RELATIONSHIPS],
            more_edges=max(0, len(edges) - RELATIONSHIPS),
            linked=list(
                dict.fromkeys(
                    [
                        *(edge.target for edge in self._project.graph.outgoing(node_id)),
                        *(edge.source for edge in self._project.graph.incoming(node_id)),
                    ]
                )
            ),
        )

    def _relationships(self, node_id: NodeId) -> Iterator[str]:
        """A node's edges, as an answer cites them."""
        graph = self._project.graph
        for edge in (*graph.outgoing(node_id), *graph.incoming(node_id)):
            source, target = graph.nodes[edge.source], graph.nodes[edge.target]
            yield f"{source.semantic_id} -{edge.edge_type}-> {target.semantic_id}"

    async def _found(
        self, known: Sequence[Source], passages: Sequence[Source], nodes: Sequence[Source], *, notice: str
    ) -> RetrievalResult:
        labels = {source.document_id: source.label for source in known}
        taken = sum(not source.is_node for source in known)
        named: list[Source] = []
        for source in passages:
            if source.document_id not in labels:
                taken += 1
                labels[source.document_id] = f"P{taken}"
            named.append(replace(source, label=labels[source.document_id]))
        documents = _ranked([*named, *nodes])
        return RetrievalResult(
            documents_found=len(documents),
            documents=documents,
            top_score=max((source.relevance_score for source in documents), default=0.0),
            facts=await self._facts({source.origin for source in passages if source.origin}),
            notice=notice,
        )

    async def _facts(self, documents: set[str]) -> dict[str, dict[str, str]]:
        """What each document says about itself, at its beginning."""
        facts: dict[str, dict[str, str]] = {}
        for document_id in sorted(documents):
            first = await self._library.passages(document_id, limit=FIRST_PASSAGES)
            facts[document_id] = facts_of("\n".join(passage.text for passage in first))
        return facts

    def _since(self, began: float) -> int:
        return round((self._project.clock.monotonic() - began) * 1000)


def _relevance(query: str, score: float, best: float, text: str, *, meaning: float = 0.0) -> float:
    """`meaning` is the cosine to the question: other words may say the same."""
    return round(0.5 * (score / best if best else 0.0) + 0.5 * max(covered(query, text), meaning), 4)


def _ranked(sources: Sequence[Source]) -> list[Source]:
    """The best first; what is as good stays in the order it was found in, which does not hang on ids."""
    return sorted(sources, key=lambda source: -source.relevance_score)
