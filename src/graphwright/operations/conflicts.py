"""Whether a change set made on an older revision still means what its author saw (ADR-06).

Per element and attribute: a touched element that was deleted is a conflict; an attribute that somebody set since is one
unless both set the same value; everything else is disjoint and is rebased silently. A conflict shows both values, and
whose commit it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Author, Change, Edge, Node, NodeChange
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeSet, ElementConflict, NodeSet, Problem


class LaterChange(Struct, frozen=True):
    """What a commit did to an element since the base revision."""

    change: Change
    author: Author
    revision: int


Since: TypeAlias = Mapping[str, Sequence[LaterChange]]
"""What commits did since the base revision, in order, by the element that they changed."""

NOTHING_SINCE: Since = {}


def since(commits: Iterable[CommitApplied]) -> dict[str, list[LaterChange]]:
    """What commits did, in their order."""
    later: dict[str, list[LaterChange]] = {}
    for commit in commits:
        for change in commit.changes:
            made = LaterChange(change, commit.author, commit.revision)
            later.setdefault(element_id(change), []).append(made)
    return later


def followed(earlier: Since, later: Since) -> Since:
    """What was done first, and what was done after it."""
    if not later or not earlier:
        return later or earlier
    return {**earlier, **{element: [*earlier.get(element, ()), *made] for element, made in later.items()}}


def at_base(later: Sequence[LaterChange]) -> Node | Edge | None:
    """What an element was before all of it; `None` = it did not exist."""
    return later[0].change.before


def names_at_base(later: Sequence[LaterChange]) -> set[str]:
    """What an element could be referred to by before all of it."""
    base = at_base(later)
    names: set[str] = set() if base is None else {element_id(later[0].change)}
    if isinstance(base, Node):
        names.add(base.semantic_id)
    return names


def element_id(change: Change) -> str:
    """The id of the node or edge a change is about."""
    if isinstance(change, NodeChange):
        node = change.after or change.before
        return "" if node is None else node.node_id
    edge = change.after or change.before
    return "" if edge is None else edge.edge_id


def fields_of(element: Node | Edge) -> dict[str, JsonValue]:
    """What an update may set on an element, flat: name, descr and each attribute."""
    fields: dict[str, JsonValue] = {f"attributes.{key}": value for key, value in element.attributes.items()}
    if isinstance(element, Node):
        fields["name"] = element.name
        fields["descr"] = element.descr
    return fields


def fields_set(changes: NodeSet | EdgeSet, unset: list[str]) -> dict[str, JsonValue]:
    """What an update sets, flat; an unset attribute is set to nothing."""
    fields: dict[str, JsonValue] = {}
    if isinstance(changes, NodeSet):
        if changes.name is not None:
            fields["name"] = changes.name
        if changes.descr is not None:
            fields["descr"] = changes.descr
    fields |= {f"attributes.{key}": value for key, value in changes.attributes.items()}
    fields |= {f"attributes.{key}": None for key in unset}
    return fields


def update_conflicts(
    wanted: Mapping[str, JsonValue],
    later: Sequence[LaterChange],
    now: Node | Edge,
    operation_id: OperationId,
    path: str,
) -> list[Problem]:
    """The fields that this update and somebody else both set, to different values."""
    base = at_base(later)
    before = {} if base is None else fields_of(base)
    current = fields_of(now)
    return [
        conflict(
            operation_id,
            f"{path}.set.{field}",
            "field",
            _told(later, field, before.get(field), current.get(field)),
            field=field,
            before=repr(before.get(field)),
            now=repr(current.get(field)),
            value=repr(value),
        )
        for field, value in wanted.items()
        if current.get(field) != before.get(field) and current.get(field) != value
    ]


def conflict(
    operation_id: OperationId, path: str, case: str, made: ElementConflict | None = None, /, **values: str
) -> Problem:
    """A conflict of one kind."""
    return Problem(
        code="conflict",
        case=case,
        operation_id=operation_id,
        path=path,
        values={**values},
        candidates=[],
        conflict=made,
    )


def whole(later: Sequence[LaterChange]) -> ElementConflict:
    """Who changed an element last, whatever it was."""
    return _of(later, later[-1])


def _told(later: Sequence[LaterChange], field: str, before: JsonValue, now: JsonValue) -> ElementConflict:
    """Who set a field last, and to what."""
    last = next((each for each in reversed(later) if _sets(each.change, field)), later[-1])
    return replace(_of(later, last), field=field, before=before, now=now)


def _sets(change: Change, field: str) -> bool:
    was, became = ({} if each is None else fields_of(each) for each in (change.before, change.after))
    return was.get(field) != became.get(field)


def _of(later: Sequence[LaterChange], made: LaterChange) -> ElementConflict:
    change = made.change
    shown = at_base(later) or change.after or change.before
    return ElementConflict(
        kind="node" if isinstance(change, NodeChange) else "edge",
        element_id=element_id(change),
        name=shown.name if isinstance(shown, Node) else "" if shown is None else shown.edge_type,
        by=made.author,
        revision=made.revision,
    )
