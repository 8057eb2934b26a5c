"""A change set becomes a plan: refs resolved, ontology and rules checked, in batches, with its changes. Pure.

Nothing is changed: everything happens on a staged graph over the given one. All problems are reported at once, each
with operation, path, code and hint (A-30); a plan with problems is never committed. What blocks
whom is K-22: the structure always, hard rules only what an AI wrote. Writing it down is `commit`'s job.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.check import blocks
from graphwright.graph.document import Graph
from graphwright.graph.similarity import SimilarityIndex
from graphwright.operations.conflicts import NOTHING_SINCE, Since
from graphwright.operations.creators import Creators
from graphwright.operations.execution_order import order
from graphwright.operations.findings import introduced_and_resolved
from graphwright.operations.meant import as_meant
from graphwright.operations.replacements import merge_replacements
from graphwright.operations.staged import StagedGraph
from graphwright.operations.staging import Staging
from graphwright.operations.staging_edges import create_edge, delete_edge, update_edge
from graphwright.operations.staging_nodes import create_node, delete_node, update_node
from graphwright.ports import Ids
from graphwright.protocol.graph import Change
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    FindingsDelta,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
    Problem,
)
from graphwright.protocol.texts import Term

MODEL_OPERATIONS: Final = 1_000
API_OPERATIONS: Final = 10_000
IMPORT_OPERATIONS: Final = 5_000_000

# Named once: a union written at the place is made anew for every operation.
_DELETES: Final = (NodeDelete, EdgeDelete)

NO_FINDINGS: Final = FindingsDelta(introduced=[], resolved=[])


class Plan(Struct, frozen=True):
    """A change set checked against a graph; nothing has changed yet."""

    operations: list[Operation]
    """As asked for, refs of existing elements resolved to their ids, legal direction, in the order they were sent."""
    batches: list[list[OperationId]]
    """Operations that do not wait for one another, in order: a display unit, never a commit unit (ADR-01)."""
    changes: list[Change]
    aliases: dict[str, NodeId]
    problems: list[Problem]
    findings: FindingsDelta
    notes: list[Term]
    """Liberties that were taken, to be said: an edge that was turned round, an operation that changes nothing."""
    after: Graph | None = None
    """The graph with all of it, as long as the one that it was planned on stands; `None` where more than the changes
    would be left of it: the counter of a node that came and went."""


def plan(
    graph: Graph,
    change_set: ChangeSet,
    *,
    ids: Ids,
    ai: bool = False,
    limit: int = API_OPERATIONS,
    later: Since = NOTHING_SINCE,
    importing: bool = False,
    similar: SimilarityIndex | None = None,
    loose: bool = False,
) -> Plan:
    """Check a change set against a graph and say what it would do.

    `ai`: written by a language model or the offline assistant, so hard rules block too. `later`: what changed since
    the change set's base revision (ADR-06). `importing`: well-formed free semantic ids are kept (ADR-05), and the
    rules are left to the sweep that follows every commit, because nothing that is imported is blocked by them (K-22).
    `similar`: the index in which near-duplicates are looked for. `loose`: a language model wrote it freely, and its
    words are taken as they were meant (`meant`).
    """
    if len(change_set.operations) > limit:
        return _refused(_too_many(len(change_set.operations), limit))
    operations, liberties = as_meant(graph, change_set.operations) if loose else (change_set.operations, [])
    operations = merge_replacements(operations)
    creators = Creators(operations)
    batches, problems = _arrange(operations, creators)
    staged = _staged(graph)
    staging = Staging(graph, staged, ids, later, creators, keep_semantic_ids=importing)
    for position in [position for batch in batches for position in batch]:
        _stage(staging, position, operations[position])
    staging.finish()
    problems += staging.problems
    changes = staging.changes()
    findings = (
        NO_FINDINGS if importing else introduced_and_resolved(graph, staged, changes, similar, joined_by_plan=True)
    )
    if ai:
        hard = (finding for finding in findings.introduced if blocks(finding.rule_id, graph.ontology))
        problems += [_blocked(finding, staging) for finding in hard]
    return Plan(
        operations=[staging.resolved.get(position, operation) for position, operation in enumerate(operations)],
        batches=[[operations[position].id for position in batch] for batch in batches],
        changes=changes,
        aliases=staging.aliases,
        problems=problems,
        findings=findings,
        notes=[*liberties, *staging.notes],
        after=staged if staging.touches == len(changes) else None,
    )


def _staged(graph: Graph) -> Graph:
    """A graph over the given one; over an empty one a graph by itself is the same, and twice as fast to fill."""
    if graph.nodes:
        return StagedGraph(graph)
    empty = Graph(graph.ontology)
    empty.revision = graph.revision
    empty.counters.update(graph.counters)
    return empty


def _stage(staging: Staging, position: int, operation: Operation) -> None:
    path = f"$.operations[{position}]"
    match operation:
        case NodeCreate():
            create_node(staging, path, operation)
        case EdgeCreate():
            create_edge(staging, position, path, operation)
        case NodeUpdate():
            update_node(staging, position, path, operation)
        case NodeDelete():
            delete_node(staging, position, path, operation)
        case EdgeUpdate():
            update_edge(staging, position, path, operation)
        case EdgeDelete():
            delete_edge(staging, position, path, operation)
        case _:
            assert_never(operation)


def _refused(problem: Problem) -> Plan:
    return Plan(operations=[], batches=[], changes=[], aliases={}, problems=[problem], findings=NO_FINDINGS, notes=[])


def _too_many(count: int, limit: int) -> Problem:
    return Problem(
        code="limitExceeded",
        case="operations",
        path="$.operations",
        values={"count": count, "limit": limit},
        candidates=[],
    )


def _arrange(operations: Sequence[Operation], creators: Creators) -> tuple[list[list[int]], list[Problem]]:
    """Batches by explicit and implied dependencies (A-11..A-20); deletes make the last one (A-15)."""
    problems: list[Problem] = []
    first = {operation.id: position for position, operation in enumerate(operations)}
    if len(first) < len(operations):
        first = dict[OperationId, int]()
        for position, operation in enumerate(operations):
            if first.setdefault(operation.id, position) != position:
                problems.append(_duplicate_id(position, operation, first[operation.id]))
    needs: list[tuple[OperationId, ...]] = []
    for position, operation in enumerate(operations):
        waits = creators.needed_by(operation)
        if operation.depends_on:
            explicit, missing = _explicit(position, operation, first)
            waits = (*explicit, *waits)
            problems += missing
        needs.append(waits)
    ids, building, deleting = list(first), list(first.values()), list[int]()
    if creators.makes < len(operations):
        deleting = [at for at in building if isinstance(operations[at], _DELETES)]
    if deleting or len(building) < len(operations):
        building = [at for at in building if not isinstance(operations[at], _DELETES)]
        ids = [operations[at].id for at in building]
        built = set(ids)
        needs = [tuple(need for need in needs[at] if need in built) for at in building]
    found = order(ids, needs)
    problems += [_cycle([operations[building[at]] for at in cycle]) for cycle in found.cycles]
    batches = found.batches
    if len(building) < len(operations):
        batches = [[building[at] for at in batch] for batch in batches]
    if deleting:
        # Edges first: a node takes its edges along, and then nobody could name them.
        batches.append(sorted(deleting, key=lambda position: isinstance(operations[position], NodeDelete)))
    return batches, problems


def _explicit(
    position: int, operation: Operation, known: dict[OperationId, int]
) -> tuple[list[OperationId], list[Problem]]:
    missing = [need for need in operation.depends_on if need not in known]
    if not missing:
        return operation.depends_on, []
    problem = Problem(
        code="missingDependency",
        case="unknown",
        operation_id=operation.id,
        path=f"$.operations[{position}].dependsOn",
        values={"operation": repr(operation.id), "missing": [*map(repr, missing)]},
        candidates=[str(known_id) for known_id in known][:5],
    )
    return [need for need in operation.depends_on if need in known], [problem]


def _duplicate_id(position: int, operation: Operation, first: int) -> Problem:
    return Problem(
        code="duplicateRef",
        case="operation",
        operation_id=operation.id,
        path=f"$.operations[{position}].id",
        values={"operation": repr(operation.id), "first": first + 1},
        candidates=[],
    )


def _in_words(operation: Operation) -> str:
    """What an operation is called before it is resolved."""
    if isinstance(operation, NodeCreate):
        return operation.name
    if isinstance(operation, NodeUpdate | NodeDelete):
        return operation.ref
    return f"{operation.source} -{operation.edge_type}-> {operation.target}"


def _cycle(members: Sequence[Operation]) -> Problem:
    ring = " -> ".join(f"{_in_words(each)} ({each.id})" for each in (*members, members[0]))
    return Problem(
        code="dependencyCycle",
        case="operations",
        operation_id=members[0].id,
        path="$.operations",
        values={"ring": ring},
        candidates=[str(operation.id) for operation in members],
    )


def _blocked(finding: Finding, staging: Staging) -> Problem:
    """A hard rule that an AI's change set would break: it goes back for repair (K-22)."""
    operation_id = staging.operation_behind(finding)
    problem = Problem(
        code="ruleViolation",
        case=f"{finding.rule_id}.{finding.case}",
        path=f"rule {finding.rule_id}",
        values=finding.values,
        candidates=[],
    )
    return problem if operation_id is None else replace(problem, operation_id=operation_id)
