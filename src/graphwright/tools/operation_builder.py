"""From a write call to typed operations, checked at once against the graph and what the turn has proposed before.

Nothing changes here. The operations of one turn end in one proposal (WD-10, WD-12); later calls may use nodes that
earlier ones proposed. What is wrong in structure refuses the call and is told to the model; a rule that is only broken
because the draft is not finished is told as open, and stands in the proposal if nobody mends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.errors import InvalidCommand, NotFound
from graphwright.graph.document import Graph
from graphwright.operations.commit import Submission
from graphwright.operations.commit import refused as refusal
from graphwright.operations.plan import MODEL_OPERATIONS, Plan
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref
from graphwright.protocol.operations import (
    ChangeSet,
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
    Problem,
)
from graphwright.text.messages import hint_of, message_of, term
from graphwright.tools.answer import ToolAnswer, cut, json_text
from graphwright.tools.look import edge_text, find_node, label_of, name_of
from graphwright.tools.tool_context import ToolContext

_SHOWN: Final = 20
"""Problems or operations that are listed in an answer."""
_VALUE: Final = 200
"""Characters of a value, old or new."""


class DraftedOperations(Record, frozen=True, kw_only=True):
    """What a turn has proposed so far."""

    base_revision: int
    operations: list[Operation] = []


def with_proposed(drafted: Sequence[Operation], proposed: Sequence[Operation]) -> list[Operation]:
    """The draft of a turn with what was proposed last: an update takes the place of an earlier one of the same fields.

    A model that corrects itself proposes the same node again; people decide what it means now, not both.
    """
    kept = list(drafted)
    for new in proposed:
        if isinstance(new, NodeUpdate):
            kept = [each for old in kept if (each := _left_of(old, new)) is not None]
        kept.append(new)
    return kept


def _left_of(old: Operation, new: NodeUpdate) -> Operation | None:
    """What an earlier update still says beside a later one of the same node; `None` for nothing."""
    if not isinstance(old, NodeUpdate) or old.ref != new.ref:
        return old
    touched = {*new.set.attributes, *new.unset}
    attributes = {name: value for name, value in old.set.attributes.items() if name not in touched}
    unset = [name for name in old.unset if name not in touched]
    fields = NodeSet(
        name=old.set.name if new.set.name is None else None,
        descr=old.set.descr if new.set.descr is None else None,
        attributes=attributes,
    )
    return None if fields == NodeSet() and not unset else replace(old, set=fields, unset=unset)


class OperationBuilder:
    """Gives new operations their ids, new nodes their names, and resolves what the model calls a node."""

    def __init__(self, context: ToolContext, drafted: DraftedOperations) -> None:
        self.graph = context.project.graph
        self._count = max((int(each.id[1:]) for each in drafted.operations), default=0)
        self._names: dict[str, str] = {}
        """Temp ids, each with the name of the node that it stands for."""
        for operation in drafted.operations:
            if isinstance(operation, NodeCreate) and operation.temp_id is not None:
                self._names[operation.temp_id] = operation.name

    def next_id(self) -> OperationId:
        """Unique in the turn's change set, and the same on every replay."""
        self._count += 1
        return OperationId(f"p{self._count}")

    def name_new(self, wanted: str | None, name: str) -> str:
        """The name by which later calls may use a new node. `InvalidCommand` for a taken one."""
        temp_id = f"new{len(self._names) + 1}" if wanted is None else wanted.strip()
        if temp_id in self._names or self.graph.find(temp_id):
            raise InvalidCommand(f"temp_id {temp_id!r} is taken; choose another, or leave it out")
        self._names[temp_id] = name
        return temp_id

    def ref(self, word: str) -> Ref:
        """The node that is meant: in the model, or proposed in this turn. `NotFound`."""
        if word in self._names:
            return Ref(word)
        try:
            return Ref(find_node(self.graph, word).node_id)
        except NotFound as error:
            proposed = [temp_id for temp_id, name in self._names.items() if name == word]
            if len(proposed) == 1:
                return Ref(proposed[0])
            also = f"; proposed in this turn: {', '.join(self._names)}" if self._names else ""
            raise NotFound(f"{error.message}{also}"[:2_000]) from None

    def type_of(self, ref: Ref) -> str | None:
        """The type of the node that is meant; `None` for one that is only proposed."""
        node = self.graph.nodes.get(NodeId(ref))
        return None if node is None else node.node_type

    def attributes(self, given: dict[str, JsonValue] | None, node_type: str | None) -> dict[str, JsonValue]:
        """Attributes as they are kept: what holds JSON is kept as text, and may be given as the object itself."""
        ontology = self.graph.ontology
        known = None if node_type is None else ontology.node_type(node_type)
        types = ontology.node_types.values() if known is None else [known]
        json = {attribute.name for each in types for attribute in each.attributes if attribute.type == "json"}
        return {
            name: msgspec.json.encode(value).decode() if name in json and isinstance(value, dict | list) else value
            for name, value in (given or {}).items()
        }

    def existing(self, word: str) -> NodeId:
        """A node that is in the model already. `InvalidCommand` for one that is only proposed."""
        ref = self.ref(word)
        if ref in self._names:
            raise InvalidCommand(
                f"{word!r} is only proposed in this turn and not in the model; leave it out of what you propose"
            )
        return NodeId(ref)


async def propose(
    context: ToolContext, operations: Sequence[Operation], drafted: DraftedOperations, author: Author, reason: str
) -> ToolAnswer:
    """Check new operations together with the draft; none is taken if one does not hold.

    Raises `Refused` with all problems, `StaleRevision`.
    """
    commits = await context.project.commits_since(drafted.base_revision)

    def dry_run(tried: Sequence[Operation]) -> Plan:
        change_set = ChangeSet(base_revision=drafted.base_revision, operations=list(tried), reason=reason)
        submission = Submission(change_set=change_set, author=author, origin="run", ai=True, limit=MODEL_OPERATIONS)
        return context.committer.dry_run(submission, commits)

    plan = dry_run(with_proposed(drafted.operations, operations))
    wrong = [problem for problem in plan.problems if problem.code != "ruleViolation"]
    if wrong and drafted.operations:
        new = {operation.id for operation in operations}
        if any(problem.operation_id not in new for problem in wrong):
            # What was wrong before, because the model has changed meanwhile, is not this call's fault.
            known = {
                (problem.case, *map(str, problem.values.values())) for problem in dry_run(drafted.operations).problems
            }
            wrong = [each for each in wrong if (each.case, *map(str, each.values.values())) not in known]
    if wrong:
        raise refusal(wrong)
    return _taken(context, operations, drafted, plan, reason)


def _taken(
    context: ToolContext, operations: Sequence[Operation], drafted: DraftedOperations, plan: Plan, reason: str
) -> ToolAnswer:
    open_rules = [problem for problem in plan.problems if problem.code == "ruleViolation"]
    own = {operation.id for operation in operations}
    said: dict[str, JsonValue] = {
        "proposed": [_said(context, operation) for operation in operations[:_SHOWN]],
        "operations_in_proposal": len(with_proposed(drafted.operations, operations)),
        "notice": "nothing has changed: all you propose in this turn becomes one proposal that a person decides",
    }
    if open_rules:
        said["still_open"] = [_problem_row(problem) for problem in open_rules[:_SHOWN]]
    notes = [term(note.key, note.values, "en") for note in plan.notes if note.values.get("operation") in own]
    if notes:
        said["notes"] = [*notes[:_SHOWN]]
    return ToolAnswer(content=json_text(said), operations=list(operations), reason=reason)


def problems_answer(problems: Sequence[Problem]) -> ToolAnswer:
    """All that is wrong with a write, at once."""
    said: dict[str, JsonValue] = {
        "error": {"code": problems[0].code, "message": "nothing of this call was proposed"},
        "problems": [_problem_row(problem) for problem in problems[:_SHOWN]],
    }
    if len(problems) > _SHOWN:
        said["more"] = f"{len(problems) - _SHOWN} more problems"
    return ToolAnswer(content=json_text(said), is_error=True)


def _problem_row(problem: Problem) -> dict[str, JsonValue]:
    # Tools speak English, as their schemas do; the assistant answers in the conversation's language.
    message, hint = message_of(problem, "en", coded=True)[:300], hint_of(problem, "en", coded=True)[:300]
    row: dict[str, JsonValue] = {"code": problem.code, "message": message, "hint": hint}
    if problem.candidates:
        row["candidates"] = [*problem.candidates[:5]]
    return row


def _said(context: ToolContext, operation: Operation) -> JsonValue:
    """What was taken, and what changes by it, so that the model can go on from there."""
    graph = context.project.graph
    row: dict[str, JsonValue] = {"operation": operation.id}
    match operation:
        case NodeCreate():
            return row | {"create": operation.name, "type": operation.node_type, "refer_to": str(operation.temp_id)}
        case EdgeCreate():
            ends = (name_of(graph, NodeId(operation.source)), name_of(graph, NodeId(operation.target)))
            return row | {"connect": f"{ends[0]} -{operation.edge_type}-> {ends[1]}"}
        case NodeUpdate():
            return row | {"change": _name(graph, operation.ref), "from_to": _differences(graph, operation)}
        case NodeDelete():
            edges = graph.degree(NodeId(operation.ref))
            return row | {"delete": _name(graph, operation.ref), "edges_that_go_with_it": edges}
        case EdgeUpdate():
            return row | {"change": _edge(graph, operation)}
        case EdgeDelete():
            return row | {"delete": _edge(graph, operation)}


def _name(graph: Graph, ref: Ref) -> str:
    node = graph.nodes.get(NodeId(ref))
    return ref if node is None else label_of(graph, node)


def _edge(graph: Graph, operation: EdgeUpdate | EdgeDelete) -> str:
    """An edge by its ends, however it was named."""
    if operation.ref is not None:
        edge = graph.edges.get(EdgeId(operation.ref))
        return operation.ref if edge is None else edge_text(graph, edge)
    ends = (name_of(graph, NodeId(str(operation.source))), name_of(graph, NodeId(str(operation.target))))
    return f"{ends[0]} -{operation.edge_type}-> {ends[1]}"


def _differences(graph: Graph, operation: NodeUpdate) -> JsonValue:
    """Old and new value of each field that an update sets; new only where the node is proposed itself."""
    node = graph.nodes.get(NodeId(operation.ref))
    old: dict[str, JsonValue] = {} if node is None else {"name": node.name, "descr": node.descr, **node.attributes}
    named = {"name": operation.set.name, "descr": operation.set.descr}
    new: dict[str, JsonValue] = {field: text for field, text in named.items() if text is not None}
    new |= operation.set.attributes
    new |= dict.fromkeys(operation.unset)
    pairs = {field: (old.get(field), value) for field, value in new.items()}
    return {field: [_shown(before), _shown(after)] for field, (before, after) in pairs.items()}


def _shown(value: JsonValue) -> JsonValue:
    text = value if isinstance(value, str) else json_text(value)
    return cut(text, "", most=_VALUE) if len(text) > _VALUE else value
