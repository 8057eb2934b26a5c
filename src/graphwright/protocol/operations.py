"""What may be asked of a graph, what became of it, and what waits: operations, problems, findings, commits, proposals.

The record forms are stored and passed around; the strict twins at the end are what a client may send.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, JsonValue, Record, Time
from graphwright.protocol.graph import Author, Change, Edge, Node, Origin
from graphwright.protocol.ids import (
    CommitId,
    EdgeId,
    FindingId,
    MessageId,
    NodeId,
    OperationId,
    ProposalId,
    Ref,
    RunId,
)
from graphwright.protocol.texts import Values


class NodeSet(Record, frozen=True, kw_only=True):
    """The fields an update sets; absent ones stay as they are."""

    name: str | None = None
    descr: str | None = None
    attributes: dict[str, JsonValue] = {}


class EdgeSet(Record, frozen=True, kw_only=True):
    """The attributes an edge update sets."""

    attributes: dict[str, JsonValue] = {}


class _Operation(Record, frozen=True, kw_only=True, tag_field="op"):
    id: OperationId
    depends_on: list[OperationId] = []


class NodeCreate(_Operation, frozen=True, kw_only=True, gc=False, tag="node.create"):
    """Make a node. `temp_id` and `semantic_id` are names that this change set uses for it."""

    node_type: str
    name: str
    descr: str = ""
    temp_id: str | None = None
    semantic_id: str | None = None
    attributes: dict[str, JsonValue] = {}


class NodeUpdate(_Operation, frozen=True, kw_only=True, tag="node.update"):
    """Change fields of a node."""

    ref: Ref
    set: NodeSet
    unset: list[str] = []


class NodeDelete(_Operation, frozen=True, kw_only=True, tag="node.delete"):
    """Remove a node; its edges go with it and are listed in the commit."""

    ref: Ref


class EdgeCreate(_Operation, frozen=True, kw_only=True, gc=False, tag="edge.create"):
    """Connect two nodes."""

    edge_type: str
    source: Ref
    target: Ref
    temp_id: str | None = None
    attributes: dict[str, JsonValue] = {}


class EdgeUpdate(_Operation, frozen=True, kw_only=True, tag="edge.update"):
    """Change attributes of an edge, addressed by its id or by its type and ends."""

    set: EdgeSet
    ref: Ref | None = None
    edge_type: str | None = None
    source: Ref | None = None
    target: Ref | None = None
    unset: list[str] = []


class EdgeDelete(_Operation, frozen=True, kw_only=True, tag="edge.delete"):
    """Remove an edge, addressed by its id or by its type and ends."""

    ref: Ref | None = None
    edge_type: str | None = None
    source: Ref | None = None
    target: Ref | None = None


Operation: TypeAlias = NodeCreate | NodeUpdate | NodeDelete | EdgeCreate | EdgeUpdate | EdgeDelete

ProblemCode: TypeAlias = Literal[
    "malformed",
    "unknownRef",
    "duplicateRef",
    "dependencyCycle",
    "missingDependency",
    "illegalPair",
    "selfLoop",
    "limitExceeded",
    "conflict",
    "ruleViolation",
    "accessDenied",
]


class ElementConflict(Record, frozen=True, kw_only=True):
    """Who changed an element since the base revision, and to what: enough to say so and to let a person choose."""

    kind: Literal["node", "edge"]
    element_id: str
    name: str
    """What it was called at the base revision: the name of a node, the relation of an edge."""
    by: Author
    revision: Count
    """Whose commit it was. A change that is sent again on this revision means what its author has seen by then."""
    field: str | None = None
    """`name`, `descr` or `attributes.KEY`; absent where the element as a whole is meant."""
    before: JsonValue = None
    now: JsonValue = None


class Problem(Record, frozen=True, kw_only=True):
    """Why an operation cannot be applied, or is not unless somebody chooses it, so that people can act on it."""

    code: ProblemCode
    path: str
    """Where, in wire names: `$.operations[2].target`, or `line 4` for line-based text."""
    case: str
    """Which of the code's texts; of a `ruleViolation` the rule and its case."""
    values: Values = {}
    """What the text names."""
    candidates: list[str]
    """Existing names that were perhaps meant, best first."""
    operation_id: OperationId | None = None
    conflict: ElementConflict | None = None
    """Of a `conflict` with what somebody committed since: what they did."""
    message: str | None = None
    """What is wrong and, as `hint`, what to do: in the language of who asks, over REST only."""
    hint: str | None = None


class ChangeSet(Record, frozen=True, kw_only=True):
    """Operations that are applied together or not at all, on a named revision."""

    base_revision: Count
    operations: list[Operation]
    reason: str | None = None


Severity: TypeAlias = Literal["error", "warning", "info"]
Reach: TypeAlias = Literal["local", "pairwise", "graph"]


class Finding(Record, frozen=True, kw_only=True, gc=False):
    """A rule that a part of the graph breaks. Its identity is the rule and its subjects (ADR-07)."""

    finding_id: FindingId
    rule_id: str
    phase: int
    """1 to 4; 0 = all phases."""
    severity: Severity
    reach: Reach
    node_ids: list[NodeId]
    edge_ids: list[EdgeId]
    case: str
    """Which of the rule's texts."""
    values: Values = {}
    """What the text names."""
    repair: list[Operation] = []
    message: str | None = None
    """What is wrong and, as `hint`, what to do: in the language of who asks, over REST only."""
    hint: str | None = None


class FindingsDelta(Record, frozen=True, kw_only=True):
    """What a change did to the findings."""

    introduced: list[Finding]
    resolved: list[FindingId]


class CommitHead(Record, frozen=True, kw_only=True):
    """A commit without what it changed."""

    commit_id: CommitId
    revision: Count
    at: Time
    author: Author
    origin: Origin
    aliases: dict[str, NodeId]
    """Temp ids and other names the change set used for the nodes it made; an import's stand in their attributes."""
    findings: FindingsDelta
    reason: str | None = None
    run_id: RunId | None = None
    message_id: MessageId | None = None
    proposal_id: ProposalId | None = None
    reverts: list[CommitId] = []
    """The commits that this one takes back (undo is derived from it, ADR-06)."""


class Commit(CommitHead, frozen=True, kw_only=True):
    """A change set that has been applied."""

    changes: list[Change]


ProposalState: TypeAlias = Literal["open", "accepted", "partlyAccepted", "rejected", "expired", "withdrawn"]


# A proposed operation is the operation with what it was shown on beside it. msgspec allows no second base with fields,
# so the four fields stand in each of the six. `provenance` says where the operation came from: a passage, a rule, a
# persona. `edited_by` is whoever changed it since.


class ProposedNodeCreate(NodeCreate, frozen=True, kw_only=True, tag="node.create"):
    """`NodeCreate` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Node | None
    provenance: str | None = None
    edited_by: Author | None = None


class ProposedNodeUpdate(NodeUpdate, frozen=True, kw_only=True, tag="node.update"):
    """`NodeUpdate` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Node | None
    provenance: str | None = None
    edited_by: Author | None = None


class ProposedNodeDelete(NodeDelete, frozen=True, kw_only=True, tag="node.delete"):
    """`NodeDelete` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Node | None
    provenance: str | None = None
    edited_by: Author | None = None


class ProposedEdgeCreate(EdgeCreate, frozen=True, kw_only=True, tag="edge.create"):
    """`EdgeCreate` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Edge | None
    provenance: str | None = None
    edited_by: Author | None = None


class ProposedEdgeUpdate(EdgeUpdate, frozen=True, kw_only=True, tag="edge.update"):
    """`EdgeUpdate` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Edge | None
    provenance: str | None = None
    edited_by: Author | None = None


class ProposedEdgeDelete(EdgeDelete, frozen=True, kw_only=True, tag="edge.delete"):
    """`EdgeDelete` in a proposal: resolved, and bound to the value it was shown on."""

    digest: str
    before: Edge | None
    provenance: str | None = None
    edited_by: Author | None = None


ProposedOperation: TypeAlias = (
    ProposedNodeCreate
    | ProposedNodeUpdate
    | ProposedNodeDelete
    | ProposedEdgeCreate
    | ProposedEdgeUpdate
    | ProposedEdgeDelete
)


class ProposalDecision(Record, frozen=True, kw_only=True):
    """What became of a proposal, and who said so."""

    decision: Literal["accept", "reject"]
    operation_ids: list[OperationId]
    """What was accepted; the rest of a partly accepted proposal is turned down with it."""
    person: Author
    at: Time
    commit_id: CommitId | None = None
    feedback: str | None = None


class ChangeGroup(Record, frozen=True, kw_only=True):
    """Operations of a proposal that are accepted or turned down together, and why they are proposed."""

    operation_ids: list[OperationId]
    reason: str


class ProposalVersion(Record, frozen=True, kw_only=True):
    """An earlier version; `sequence` is that of the journal entry that holds it whole."""

    version: Count
    sequence: Count
    digest: str


class Proposal(Record, frozen=True, kw_only=True):
    """A change set that waits for a person (ADR-08)."""

    proposal_id: ProposalId
    state: ProposalState
    origin: Origin
    author: Author
    operations: list[ProposedOperation]
    batches: list[list[OperationId]]
    findings: list[Finding]
    problems: list[Problem]
    digest: str
    """Hash of the sorted operation digests; the base revision is not in it."""
    version: Count
    base_revision: Count
    reason: str | None = None
    depends_on: dict[OperationId, list[OperationId]] = {}
    """What each operation needs of the others, stated and implied; those that need nothing are left out."""
    groups: list[ChangeGroup] = []
    """Where it holds several suggestions: each by itself. Then `dependsOn` binds the operations of each together."""
    holds: list[OperationId] = []
    """While some operations have problems: the largest part that can be accepted at once, closed under `depends_on`."""
    stale: list[OperationId] = []
    """Operations whose `before` no longer holds: renew the proposal, or accept others of it."""
    previous: list[ProposalVersion] = []
    """Earlier versions, oldest first."""
    run_id: RunId | None = None
    message_id: MessageId | None = None
    expires_at: Time | None = None
    decided: ProposalDecision | None = None


class StrictNodeSet(NodeSet, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`NodeSet` as a client sends it."""


class StrictEdgeSet(EdgeSet, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`EdgeSet` as a client sends it."""


class StrictNodeCreate(NodeCreate, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="node.create"):
    """`NodeCreate` as a client sends it."""


class StrictNodeUpdate(NodeUpdate, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="node.update"):
    """`NodeUpdate` as a client sends it."""

    set: StrictNodeSet


class StrictNodeDelete(NodeDelete, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="node.delete"):
    """`NodeDelete` as a client sends it."""


class StrictEdgeCreate(EdgeCreate, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="edge.create"):
    """`EdgeCreate` as a client sends it."""


class StrictEdgeUpdate(EdgeUpdate, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="edge.update"):
    """`EdgeUpdate` as a client sends it."""

    set: StrictEdgeSet


class StrictEdgeDelete(EdgeDelete, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="edge.delete"):
    """`EdgeDelete` as a client sends it."""


StrictOperation: TypeAlias = (
    StrictNodeCreate | StrictNodeUpdate | StrictNodeDelete | StrictEdgeCreate | StrictEdgeUpdate | StrictEdgeDelete
)
