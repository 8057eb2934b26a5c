"""Propose what documents oblige somebody to, as nodes of the model."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw

from graphwright.actions.context import CommandContext
from graphwright.actions.proposals import kept
from graphwright.actions.registry import action
from graphwright.errors import InvalidCommand, NothingToPropose
from graphwright.interop.passages import CandidateNode, candidate_nodes, propose_nodes
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.protocol.commands import DocumentsPropose
from graphwright.protocol.ids import PassageId


@action(DocumentsPropose, right="ask")
async def propose(command: DocumentsPropose, context: CommandContext) -> Raw:
    """Propose the nodes that documents could become. `NotFound` for a document, `NothingToPropose`."""
    open_project = context.open_project
    documents = [await open_project.library.document(each) for each in command.document_ids]
    found = await candidate_nodes(open_project.project, open_project.library, documents)
    nodes = _chosen(found.nodes, command.passage_ids)
    opened = await propose_nodes(
        open_project.project,
        open_project.committer,
        open_project.proposals,
        nodes,
        documents,
        author=context.person,
        limit=IMPORT_OPERATIONS,
    )
    return await kept(opened, context)


def _chosen(nodes: Sequence[CandidateNode], wanted: list[PassageId] | None) -> Sequence[CandidateNode]:
    """The nodes of these passages. `InvalidCommand` where one is no candidate, and where there is none."""
    if wanted is None:
        if not nodes:
            raise NothingToPropose("nothing here obliges anybody to something that is not in the model already")
        return nodes
    chosen = set(wanted)
    if strange := chosen - {node.passage_id for node in nodes}:
        message = (
            f"{', '.join(sorted(strange))[:200]}: not a candidate; a passage is one when it obliges somebody, is not "
            "suspicious, and no node has its name yet"
        )
        raise InvalidCommand(message, path="$.passageIds")
    return [node for node in nodes if node.passage_id in chosen]
