"""`propose_changes` and `get_proposal`: a whole change set, tried or proposed; never applied by the agent itself.

All that is wrong is said at once, each problem with its change and a hint. A refused set is kept by name: the next call
names it and sends only the changes that are corrected.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw

from graphwright.agents.agent_tool import AgentTool, data_result
from graphwright.agents.proposal_page import SHOWN_BY
from graphwright.agents.proposal_view import finding_line, proposal_view
from graphwright.agents.refused_sets import DAYS, RefusedSet
from graphwright.agents.seat import AgentSeat
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.graph.ontology import Ontology
from graphwright.mcp.offer import McpRequest
from graphwright.mcp.wire import JsonObject
from graphwright.operations.commit import Submission
from graphwright.operations.plan import Plan
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import ChangesPropose
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import ChangeSet, Operation, Problem, Proposal
from graphwright.protocol.wire import encode
from graphwright.text.messages import hint_of, message_of, term
from graphwright.tools.operation_builder import DraftedOperations, OperationBuilder
from graphwright.tools.schema import ToolArguments, schema_of
from graphwright.tools.writes import Change, ProposeChanges, built_operations

MOST: Final = 1_000
"""Changes in one set."""
SHOWN: Final = 100
"""Problems and findings that one answer lists."""
_WORDS: Final = 500
"""Characters of a problem or a hint."""


class ProposeChangeSet(ToolArguments, frozen=True, kw_only=True):
    """Proposes changes that belong together, for a person to decide; nothing is applied by it.

    With dry_run only says what would happen. If one change does not hold, nothing is proposed: all problems are
    answered at once with hints, and the set is kept under a name. Then call again with `corrects`: that name, and
    `corrections`: for each change by its number either the corrected change, or null to leave it out; `changes` are
    then further ones. A new node may have a temp_id by which other changes of the set name it.
    create_node: node_type, name. create_edge: edge_type, source, target. update_node: node and what is new.
    delete_node: node, its edges go with it. update_edge, delete_edge: edge_type, source, target, or edge_id.
    move_node: node, parent.
    """

    changes: Annotated[list[dict[str, Any]], Meta(max_length=MOST)] = []
    reason: Annotated[str, Meta(max_length=1_000, description="why, for the person who decides")] = ""
    dry_run: bool = False
    corrects: Annotated[str, Meta(max_length=100, description="name of a refused change set")] | None = None
    corrections: Annotated[
        dict[str, dict[str, Any] | None], Meta(description="by number of the change, which begins at 1")
    ] = {}  # fmt: skip


class GetProposal(ToolArguments, frozen=True, kw_only=True):
    """A proposal as it stands: its state, each change with old and new values, problems, findings, who decided."""

    proposal_id: Annotated[str, Meta(min_length=1, max_length=100)]


class _Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a change; place 0 is the first, `None` the set as a whole."""

    place: int | None
    code: str
    message: str
    hint: str = ""
    candidates: list[str] = []


async def propose(seat: AgentSeat, arguments: ProposeChangeSet, _request: McpRequest) -> JsonObject:
    """Try a change set and open a proposal with it. What is refused is kept by name."""
    given, reason = await _whole(seat, arguments)
    builder = OperationBuilder(seat.open_project.toolbox.context, DraftedOperations(base_revision=seat.graph.revision))
    changes, wrong = _understood(given)
    built = built_operations(builder, list(changes.values()))
    places = list(changes)
    wrong += [_Wrong(places[at], error.code, error.message) for at, error in built.refused.items()]
    operations = {places[at]: made for at, made in built.operations.items()}
    plan = None
    if not wrong:
        plan = await _tried(seat, [each for made in operations.values() for each in made], reason)
        wrong = [_told(problem, operations) for problem in plan.problems]
    if plan is None or wrong:
        return await _refused(seat, given, reason, wrong)
    if arguments.dry_run:
        return data_result({"outcome": "planned", "changes": len(given), **_noticed(plan)})
    command = ChangesPropose(
        command_id=seat.new_id(),
        base_revision=seat.graph.revision,
        operations=[Raw(encode(each)) for made in operations.values() for each in made],
        reason=reason or None,
    )
    proposal = await seat.carry_out(command, Proposal)
    return data_result({"outcome": "proposed", **proposal_view(seat, proposal), **_noticed(plan)})


async def get_proposal(seat: AgentSeat, arguments: GetProposal, _request: McpRequest) -> JsonObject:
    """One proposal. `NotFound`."""
    proposal = await seat.open_project.proposals.get(ProposalId(arguments.proposal_id))
    return data_result(proposal_view(seat, proposal))


# what is meant ---------------------------------------------------------------------------------------------------


async def _whole(seat: AgentSeat, arguments: ProposeChangeSet) -> tuple[list[JsonObject], str]:
    """The set that is meant, with the corrections in their places. `NotFound`, `InvalidCommand`, `LimitExceeded`."""
    if arguments.corrects is None:
        if arguments.corrections:
            raise InvalidCommand("corrections need `corrects`, the name of the refused change set")
        if not arguments.changes:
            raise InvalidCommand("there are no changes; give at least one")
        return list(arguments.changes), arguments.reason
    kept = await seat.refused_sets.get(seat.project.project_id, seat.person.person_id, arguments.corrects)
    changes: list[JsonObject | None] = [*kept.changes]
    for number, correction in arguments.corrections.items():
        place = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < len(str(MOST)) + 1 else -1
        if not 0 <= place < len(changes):
            raise InvalidCommand(f"the set has the changes 1 to {len(changes)}, none with the number {number[:40]!r}")
        changes[place] = correction
    whole = [each for each in changes if each is not None] + arguments.changes
    if len(whole) > MOST:
        raise LimitExceeded(f"{len(whole):,} changes in one set, at most {MOST:,} are accepted; propose them in parts")
    return whole, arguments.reason or kept.reason


def _understood(given: list[JsonObject]) -> tuple[dict[int, Change], list[_Wrong]]:
    """The changes that have the form of one, by their places, and what is wrong with the others."""
    changes: dict[int, Change] = {}
    wrong: list[_Wrong] = []
    for place, each in enumerate(given):
        try:
            changes[place] = msgspec.convert(each, Change)
        except msgspec.ValidationError as error:
            wrong.append(_Wrong(place, "malformed", str(error), "look at the fields of this kind of change"))
    return changes, wrong


async def _tried(seat: AgentSeat, operations: list[Operation], reason: str) -> Plan:
    revision = seat.graph.revision
    change_set = ChangeSet(base_revision=revision, operations=operations, reason=reason or None)
    submission = Submission(change_set=change_set, author=seat.person, origin="person")
    return seat.open_project.committer.dry_run(submission, await seat.project.commits_since(revision))


# what is said ----------------------------------------------------------------------------------------------------


def _told(problem: Problem, operations: dict[int, list[Operation]]) -> _Wrong:
    place = next(
        (place for place, made in operations.items() if any(each.id == problem.operation_id for each in made)), None
    )
    return _Wrong(
        place,
        problem.code,
        message_of(problem, "en", coded=True),
        hint_of(problem, "en", coded=True),
        problem.candidates[:5],
    )


async def _refused(seat: AgentSeat, given: list[JsonObject], reason: str, wrong: list[_Wrong]) -> JsonObject:
    project_id, person_id = seat.project.project_id, seat.person.person_id
    said: JsonObject = {"outcome": "refused"}
    try:
        name = await seat.refused_sets.keep(project_id, person_id, RefusedSet(given, reason))
    except LimitExceeded as error:
        said["how_to_go_on"] = f"nothing was proposed; correct the set and send it again in parts: {error.message}"
    else:
        said["kept_as"] = name
        said["how_to_go_on"] = (
            f"nothing was proposed; call again with corrects={name!r} and only the corrected changes. "
            f"The set is remembered for {DAYS} days; after that send it whole"
        )
    rows: list[JsonValue] = []
    for each in wrong[:SHOWN]:
        row: JsonObject = {} if each.place is None else {"change": each.place + 1}
        row |= {"code": each.code, "message": each.message[:_WORDS]}
        row |= {"hint": each.hint[:_WORDS]} if each.hint else {}
        row |= {"candidates": [*each.candidates]} if each.candidates else {}
        rows.append(row)
    said["problems"] = rows
    if len(wrong) > SHOWN:
        said["more"] = f"{len(wrong) - SHOWN} more problems"
    return data_result(said, is_error=True)


def _noticed(plan: Plan) -> JsonObject:
    """What the plan brings beside the changes themselves."""
    said: JsonObject = {}
    if introduced := plan.findings.introduced:
        said["findings"] = [finding_line(each) for each in introduced[:SHOWN]]
    if plan.notes:
        said["notes"] = [term(each.key, each.values, "en")[:_WORDS] for each in plan.notes[:SHOWN]]
    return said


def change_schema(ontology: Ontology) -> JsonValue:
    """The form of one change, as the assistant of the project is told of it."""
    properties = schema_of(ProposeChanges, ontology)["properties"]
    changes = properties["changes"] if isinstance(properties, dict) else None
    return changes["items"] if isinstance(changes, dict) else None


class _ProposingTool(AgentTool, frozen=True, kw_only=True):
    """Told with the node and edge types of the project."""

    def told(self, ontology: Ontology) -> JsonObject:
        said = AgentTool.told(self, ontology)
        form = change_schema(ontology)
        schema = said["inputSchema"]
        properties = schema["properties"] if isinstance(schema, dict) else None
        if isinstance(schema, dict) and isinstance(properties, dict):
            own: JsonObject = {**properties}
            own["changes"] = {"type": "array", "items": form}
            own["corrections"] = {
                "type": "object",
                "description": "by number of the change, which begins at 1: the corrected change, or null",
                "additionalProperties": {"anyOf": [{"type": "object"}, {"type": "null"}]},
            }
            said["inputSchema"] = {**schema, "properties": own}
        return said


PROPOSE: Final = _ProposingTool(
    name="propose_changes",
    title="Propose changes",
    arguments=ProposeChangeSet,
    carry_out=propose,
    right="ask",
    changes=True,
    meta=SHOWN_BY,
)
GET: Final = AgentTool(
    name="get_proposal",
    title="Look at a proposal",
    arguments=GetProposal,
    carry_out=get_proposal,
    meta=SHOWN_BY,
)
