"""One event of every kind and what each does to the records: `folds/events.json`, which the page's tests read, too.

Written anew with `python -m tests.golden.folding`; then look at the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import json, structs

from graphwright.fold import KINDS, RECORDS, PutRecord, RecordChange, folded
from graphwright.protocol.base import Record
from graphwright.protocol.comments import Resolution
from graphwright.protocol.events import (
    BaselineNamed,
    BaselineRemoved,
    CommentChanged,
    CommentRemoved,
    DiscussionSteered,
    DocumentAdded,
    DocumentRemoved,
    DurableEvent,
    MappingForgotten,
    MappingRemembered,
    ModelChecked,
    PassageLinked,
    PassageUnlinked,
    ProposalChanged,
    ProposalOpened,
    SavedViewChanged,
)
from graphwright.protocol.ids import CommentId, DocumentId, FindingId, NodeId, PassageId, RunId, SavedViewId
from graphwright.protocol.wire import encode
from graphwright.store.base import Entry
from tests.store import samples

R = TypeVar("R", bound=Record)

FIXTURE: Final = Path(__file__).parent / "folds" / "events.json"

_BY: Final = {"person": samples.ANA, "at": samples.START}


def _named(name: str) -> DurableEvent:
    return BaselineNamed(name=name, revision=1, **_BY)


def _unnamed(name: str) -> DurableEvent:
    return BaselineRemoved(name=name, person=samples.ANA)


def _remembered(word: str) -> DurableEvent:
    return MappingRemembered(
        mapping_id="m1",
        sheet="Parts",
        headers=["No", "Who"],
        corrections={"": word, "Who": "-"},
        file="parts.csv",
        **_BY,
    )


def _forgotten() -> DurableEvent:
    return MappingForgotten(mapping_id="m1", person=samples.ANA)


def _added(document_id: str) -> DurableEvent:
    return DocumentAdded(
        document_id=DocumentId(document_id),
        name=f"{document_id}.md",
        title="Rules",
        format="markdown",
        language="en",
        version=1,
        bytes=10,
        sha256="s",
        content="c",
        characters=10,
        passages=2,
        added_at=samples.START,
        added_by=samples.ANA,
    )


def _removed(document_id: str) -> DurableEvent:
    return DocumentRemoved(document_id=DocumentId(document_id), person=samples.ANA)


def _linked(passage_id: str, document_id: str = "d1") -> DurableEvent:
    return PassageLinked(
        passage_id=PassageId(passage_id),
        document_id=DocumentId(document_id),
        node_id=NodeId("n1"),
        why="says so",
        **_BY,
    )


def _unlinked(passage_id: str) -> DurableEvent:
    return PassageUnlinked(passage_id=PassageId(passage_id), node_id=NodeId("n1"), person=samples.ANA)


def _commented(comment_id: str, reply_to: str | None = None, resolved: Resolution | None = None) -> DurableEvent:
    return CommentChanged(
        comment_id=CommentId(comment_id),
        kind="node",
        about="n1",
        label="Order",
        reply_to=None if reply_to is None else CommentId(reply_to),
        text="Who places it?",
        resolved=resolved,
        **_BY,
    )


def _taken(comment_id: str) -> DurableEvent:
    return CommentRemoved(comment_id=CommentId(comment_id), person=samples.ANA)


def _saved(*, is_shared: bool = False) -> DurableEvent:
    return SavedViewChanged(
        saved_view_id=SavedViewId("v1"), name="Open orders", place="show=table", is_shared=is_shared, **_BY
    )


def _checked(run_id: str, since: int | None = None) -> DurableEvent:
    return ModelChecked(run_id=RunId(run_id), at=samples.START, revision=2, since=since, finding_ids=[FindingId("f1")])


def _steered(rounds: int) -> DurableEvent:
    return DiscussionSteered(run_id=RunId("r1"), person=samples.ANA, action="extend", rounds=rounds)


def _again() -> DurableEvent:
    """The proposal in its second version."""
    opened = samples.proposal_opened().content
    fields = {name: getattr(opened, name) for name in ProposalOpened.__struct_fields__}
    return ProposalChanged(**{**fields, "version": 2})


def _of(*entries: Entry) -> Iterator[DurableEvent]:
    return (each.content for each in entries if each.content is not None)


EVENTS: Final[tuple[DurableEvent, ...]] = (
    *_of(
        samples.header(),
        samples.header("renamed", policy="review", four_eyes=True),
        samples.header("renamed"),
        samples.thread(),
        samples.thread(title="Other orders"),
        samples.message_started(),
        samples.message(),
        samples.commit(1),
        samples.run_started(),
        samples.run_started("r2", None),
        samples.step_started(),
        samples.step_finished(),
        samples.run_waiting("r1", "s1", "s2"),
        samples.form_answered(),
        samples.run_resumed(),
        samples.proposal_opened(),
    ),
    _again(),
    *_of(
        samples.run_waiting("r1", "s2", "s3", proposal_id="q1"),
        samples.run_waiting("r2", "s9"),
        samples.proposal_decided(),
        samples.proposal_opened("q2", None),
        samples.proposal_decided("q2", "reject", (), "rejected", None),
        samples.run_waiting("r1", "s4"),
        samples.run_finished(),
        samples.findings("f1", "f2"),
        samples.findings("f3", resolved=("f1",)),
        samples.layout("main", a=(1.0, 2.5), b=(3.0, 4.0)),
        samples.layout("main", a=(-1.0, 0.0)),
        samples.layout("other", a=(0.5, 0.5)),
        samples.access("ana", "admin"),
        samples.access("ben"),
        samples.access("ben", None),
    ),
    _steered(1),
    _steered(2),
    _named("PDR"),
    _named("GRÖSSE"),
    _unnamed("grösse"),
    _remembered("MOD"),
    _remembered("FUNC"),
    _forgotten(),
    _added("d1"),
    _added("d2"),
    _linked("p1"),
    _linked("p2"),
    _linked("p3", "d2"),
    _unlinked("p1"),
    _removed("d1"),
    _commented("c1"),
    _commented("c2", "c1"),
    _commented("c1", resolved=Resolution(**_BY)),
    _taken("c2"),
    _saved(),
    _saved(is_shared=True),
    _checked("r1"),
    _checked("r2", since=2),
)
"""Every durable event, and what makes a difference between two of a kind."""


class _Standing:
    """The records as they stand."""

    def __init__(self) -> None:
        self._records: dict[tuple[str, str], PutRecord] = {}

    def one(self, of: type[R], record_id: str) -> R | None:
        put = self._records.get((KINDS[of], record_id))
        return None if put is None else put.record  # type: ignore[return-value]  # of this kind, therefore

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        return [
            (put.id, put.record)  # type: ignore[misc]  # the same
            for put in self._records.values()
            if (put.kind, put.group) == (KINDS[of], group)
        ]

    def take(self, change: RecordChange) -> None:
        if isinstance(change, PutRecord):
            self._records[change.kind, change.id] = change
        else:
            self._records.pop((change.kind, change.id), None)


def told() -> list[dict[str, Any]]:
    """Each event as it goes over the wire, and the changes it makes of records as clients know them."""
    records = _Standing()
    rows = []
    for sequence, event in enumerate(EVENTS, start=1):
        changes = list(folded(event, sequence, records))
        for change in changes:
            records.take(change)
        heard = structs.replace(event, sequence=sequence)
        rows.append({"event": json.decode(encode(heard)), "changes": list(map(_told, changes))})
    return rows


def _told(change: RecordChange) -> dict[str, Any]:
    if not isinstance(change, PutRecord):
        return {"kind": change.kind, "id": change.id}
    known = _fields(RECORDS[change.kind].record)
    record = {name: value for name, value in json.decode(encode(change.record)).items() if name in known}
    return {"kind": change.kind, "id": change.id, "group": change.group, "record": record}


def _fields(record: type[Record]) -> set[str]:
    return set(record.__struct_encode_fields__) - {"sequence"}


if __name__ == "__main__":
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_bytes(json.format(json.encode(told()), indent=1) + b"\n")
