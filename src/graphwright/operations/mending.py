"""An open draft and its repair become one: what is said again replaces, what is new is added, the rest stays. Pure.

A repair says only what was wrong, in the model's own words: by the ids that the answer gave its operations, or by what
a line is about (the node it makes, the ends of the edge). Taking back what the draft would make takes it out of the
draft. A repair that says half of what was good once more has been said anew as a whole, and replaces the draft: then
what it does not say is not wanted any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from graphwright.operations.refs import names_of
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeDelete, NodeUpdate, Operation
from graphwright.text.folding import name_key

_Subject = tuple[str, ...]
"""What an operation is about."""


class MendedDraft(Struct, frozen=True):
    """The draft after a repair."""

    operations: list[Operation]
    unanswered: list[OperationId]
    """Operations that had problems and were not said again: still there, in case that another line mends them."""
    added: int
    """Operations that stand for none of the draft."""


class Mending:
    """Takes a repair, operation by operation, into a draft."""

    def __init__(self, draft: Sequence[Operation], faulty: Collection[OperationId], *, by_id: bool) -> None:
        """`faulty`: the operations of the draft that had problems. `by_id`: the answers give their operations ids.

        Such ids mean the same in the repair.
        """
        self._faulty = set(faulty)
        self._draft = {operation.id: operation for operation in draft}
        self._by_id = by_id
        self._subjects: dict[_Subject, OperationId] = {}
        for operation in draft:
            for subject in _subjects(operation):
                self._subjects.setdefault(subject, operation.id)
        self._ids: dict[OperationId, OperationId] = {}
        """The id in the merged draft of each operation of the repair."""
        self._taken: dict[OperationId, Operation] = {}
        self._withdrawn: set[OperationId] = set()

    def take(self, operation: Operation) -> Operation | None:
        """The operation as it stands in the draft; `None` when it only takes something out of it."""
        withdrawn = self._withdraws(operation)
        if withdrawn is not None:
            self._withdrawn.add(withdrawn)
            return None
        known = self._known(operation)
        operation_id = self._new_id(operation.id) if known is None else known
        self._ids[operation.id] = operation_id
        needs = [self._ids.get(need, need) for need in operation.depends_on]
        taken = replace(operation, id=operation_id, depends_on=needs)
        self._taken[operation_id] = taken
        return taken

    def result(self) -> MendedDraft:
        """The merged draft."""
        said_again = {operation_id for operation_id in self._taken if operation_id in self._draft}
        good = self._draft.keys() - self._faulty
        added = len(self._taken) - len(said_again)
        if good and 2 * len(said_again & good) >= len(good):
            return MendedDraft(list(self._taken.values()), [], added)
        kept = {each.id: each for each in self._draft.values() if each.id not in self._withdrawn}
        unanswered = [each for each in kept if each in self._faulty - said_again] if self._taken else []
        return MendedDraft(list({**kept, **self._taken}.values()), unanswered, added)

    def _withdraws(self, operation: Operation) -> OperationId | None:
        """The operation of the draft that would make what this one removes."""
        if isinstance(operation, NodeDelete):
            found = self._subjects.get(("node", operation.ref.casefold()))
        elif isinstance(operation, EdgeDelete):
            found = self._subjects.get(("edge", *_ends(operation)))
        else:
            return None
        return found

    def _known(self, operation: Operation) -> OperationId | None:
        if self._by_id and operation.id in self._draft:
            return operation.id
        same = next((self._subjects[each] for each in _subjects(operation) if each in self._subjects), None)
        return same or self._corrected(operation)

    def _corrected(self, operation: Operation) -> OperationId | None:
        """The wrong operation that this one says differently: an edge with another end, a change of another node."""
        for operation_id in self._draft:
            if operation_id in self._faulty and operation_id not in self._taken:
                before = self._draft[operation_id]
                if type(before) is type(operation) and _differ_in_one(before, operation):
                    return operation_id
        return None

    def _new_id(self, wanted: OperationId) -> OperationId:
        """An id that neither the draft nor the repair uses yet."""
        number = len(self._draft) + len(self._taken) + 1
        while wanted in self._draft or wanted in self._taken:
            wanted, number = OperationId(f"op-{number}"), number + 1
        return wanted


def _subjects(operation: Operation) -> Iterable[_Subject]:
    """Every way in which another operation may be about the same."""
    match operation:
        case NodeCreate():
            yield from (("node", name.casefold()) for name in names_of(operation))
            yield "named", operation.node_type.casefold(), name_key(operation.name)
        case NodeUpdate() | NodeDelete():
            yield type(operation).__name__, operation.ref.casefold()
        case EdgeCreate():
            yield "edge", *_ends(operation)
        case _:
            ref = operation.ref or ""
            yield type(operation).__name__, ref, *_ends(operation)


def _differ_in_one(before: Operation, after: Operation) -> bool:
    """Whether two operations of one kind agree in all but one of what they are about."""
    if isinstance(before, NodeCreate):
        return False  # two names, two nodes
    if isinstance(before, NodeUpdate) and isinstance(after, NodeUpdate):
        return before.set == after.set
    return sum(one == two for one, two in zip(_ends(before), _ends(after), strict=True)) > 1


def _ends(operation: Operation) -> _Subject:
    given = (getattr(operation, field, "") for field in ("edge_type", "source", "target"))
    return tuple("" if each is None else str(each).casefold() for each in given)
