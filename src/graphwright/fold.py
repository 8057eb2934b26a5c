"""What each durable event does to the records of a project: the one fold, for stores, clients and the page.

It is two tables: `RECORDS` says how the records of each kind are told apart, `FOLD` what an event puts, changes and
removes. `folded` carries them out for one event, and answers with puts and removals; whoever keeps the records (a store
as documents, a client in memory) takes these in. Pure. The page reads the same tables, written out for it by
`scripts/generate_protocol.py`, in `web/src/state/fold.ts`; `tests/golden/folds/` holds both to the same records.

A commit changes no record: the graph is folded from the commits themselves (ADR-03), and commits are the hot path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct, structs

from graphwright.errors import NotFound
from graphwright.protocol.base import Record
from graphwright.protocol.checks import ModelCheck
from graphwright.protocol.comments import Comment
from graphwright.protocol.documents import PassageLink, SourceDocument
from graphwright.protocol.events import (
    AccessChanged,
    BaselineNamed,
    BaselineRemoved,
    CommentChanged,
    CommentRemoved,
    CommitApplied,
    DiscussionSteered,
    DocumentAdded,
    DocumentRemoved,
    DurableEvent,
    FindingsChanged,
    FormAnswered,
    LayoutChanged,
    MappingForgotten,
    MappingRemembered,
    MessageCompleted,
    MessageStarted,
    ModelChecked,
    PassageLinked,
    PassageUnlinked,
    ProjectChanged,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
    RunFinished,
    RunResumed,
    RunStarted,
    RunWaiting,
    SavedViewChanged,
    StepFinished,
    StepStarted,
    ThreadChanged,
)
from graphwright.protocol.operations import Finding, Proposal, ProposalDecision
from graphwright.protocol.projects import Baseline, Person, ProjectHeader
from graphwright.protocol.runs import Run, Step, Wait
from graphwright.protocol.saved_views import SavedView
from graphwright.protocol.tables import RememberedMapping
from graphwright.protocol.threads import Message, Thread

R = TypeVar("R", bound=Record)

HEADER: Final = "header"
"""Id of a project's one record of a kind of which it has one: itself, and its newest check."""


class RecordKind(Struct, frozen=True, gc=False):
    """How the records of a kind are told apart. Every name is one of a field, of the record or of its event."""

    record: type[Record]
    """As clients know it; stored is sometimes the event itself, which has more. Records are tolerant: both read it."""
    key: tuple[str, ...]
    """What the id is made of, joined by `/`; `sequence` in twelve digits, so that ids are in order."""
    group: str = ""
    """Whose records it is one of; empty: nobody's."""
    any_case: bool = False
    """Two ids that differ only in case are one."""
    stored: type[Record] | None = None
    """What the fold reads, where that is more than `record`."""


RECORDS: Final = MappingProxyType[str, RecordKind](
    {
        "project": RecordKind(ProjectHeader, (), stored=ProjectChanged),
        "baseline": RecordKind(Baseline, ("name",), any_case=True),
        "mapping": RecordKind(RememberedMapping, ("mapping_id",)),
        "thread": RecordKind(Thread, ("thread_id",)),
        "message": RecordKind(Message, ("message_id",), "thread_id"),
        "run": RecordKind(Run, ("run_id",), "thread_id", stored=RunStarted),
        "step": RecordKind(Step, ("step_id",), "run_id"),
        "wait": RecordKind(Wait, ("step_id",), "run_id"),
        "steering": RecordKind(DiscussionSteered, ("run_id", "sequence"), "run_id"),
        "proposal": RecordKind(Proposal, ("proposal_id",), "run_id"),
        "finding": RecordKind(Finding, ("finding_id",)),
        "layout": RecordKind(LayoutChanged, ("view", "node_id"), "view"),
        "member": RecordKind(Person, ("person_id",)),
        "document": RecordKind(SourceDocument, ("document_id",)),
        "link": RecordKind(PassageLink, ("passage_id", "node_id"), "document_id"),
        "comment": RecordKind(Comment, ("comment_id",), "about"),
        "view": RecordKind(SavedView, ("saved_view_id",)),
        "check": RecordKind(ModelCheck, ()),
    }
)
"""Every kind of record."""

KINDS: Final = MappingProxyType[type[Record], str](
    {record: name for name, kind in RECORDS.items() for record in (kind.record, kind.stored) if record is not None}
)
"""The kind of each record; a run is read as `Run` or, with what it was asked, as `RunStarted`."""


class Put(Struct, frozen=True, gc=False, tag_field="rule", tag="put"):
    """A record, or each of a list, as it now stands."""

    kind: str
    of: str = ""
    """The field of the event that holds it; empty: it is the event itself."""
    completed_by: str = ""
    """The field of the event that is one of the record's; where it is null, the record is removed."""


class PutEntries(Struct, frozen=True, gc=False, tag_field="rule", tag="putEntries"):
    """A record for each entry of a map: the event with this entry alone. Moving one of 100,000 writes one small row."""

    kind: str
    of: str
    entry: str
    """What the key of an entry is called."""


class SetFields(Struct, frozen=True, gc=False, tag_field="rule", tag="change"):
    """Fields of a record that must be there."""

    kind: str
    values: Mapping[str, str] = MappingProxyType({})
    copied: tuple[str, ...] = ()
    """Fields of the event that are fields of the record."""
    gathered: Mapping[str, type[Record]] = MappingProxyType({})
    """Fields that hold a record, made of fields of the event."""


class Remove(Struct, frozen=True, gc=False, tag_field="rule", tag="remove"):
    """A record that is no longer."""

    kind: str
    of: str = ""
    """The field of the event that lists the ids of all; empty: the one whose key the event has."""


class Clear(Struct, frozen=True, gc=False, tag_field="rule", tag="clear"):
    """All records of the event's group."""

    kind: str
    where: str = ""
    """Only those in which this field is as in the event."""


Rule: TypeAlias = Put | PutEntries | SetFields | Remove | Clear

FOLD: Final = MappingProxyType[type[DurableEvent], tuple[Rule, ...]](
    {
        ProjectChanged: (Put("project"),),
        CommitApplied: (),
        BaselineNamed: (Put("baseline"),),
        BaselineRemoved: (Remove("baseline"),),
        MappingRemembered: (Put("mapping"),),
        MappingForgotten: (Remove("mapping"),),
        ThreadChanged: (Put("thread"),),
        MessageStarted: (Put("message"),),
        MessageCompleted: (Put("message"),),
        RunStarted: (Put("run"),),
        RunWaiting: (SetFields("run", {"status": "waiting"}), Clear("wait"), Put("wait", of="waits")),
        RunResumed: (SetFields("run", {"status": "running"}),),
        RunFinished: (
            SetFields("run", copied=("status", "totals", "outcome", "result", "ended_at")),
            Clear("wait"),
        ),
        StepStarted: (Put("step"),),
        StepFinished: (Put("step"),),
        FormAnswered: (Remove("wait"),),
        DiscussionSteered: (Put("steering"),),
        ProposalOpened: (Put("proposal"),),
        ProposalChanged: (Put("proposal"),),
        ProposalDecided: (
            SetFields("proposal", copied=("state",), gathered={"decided": ProposalDecision}),
            Clear("wait", where="proposal_id"),
        ),
        FindingsChanged: (
            Put("finding", of="introduced"),
            Put("finding", of="reworded"),
            Remove("finding", of="resolved"),
        ),
        LayoutChanged: (PutEntries("layout", of="positions", entry="node_id"),),
        AccessChanged: (Put("member", of="person", completed_by="access"),),
        DocumentAdded: (Put("document"),),
        DocumentRemoved: (Remove("document"), Clear("link")),
        PassageLinked: (Put("link"),),
        PassageUnlinked: (Remove("link"),),
        CommentChanged: (Put("comment"),),
        CommentRemoved: (Remove("comment"),),
        SavedViewChanged: (Put("view"),),
        ModelChecked: (Put("check"),),
    }
)
"""What each event does, in this order."""


class PutRecord(Struct, frozen=True, gc=False):
    """A record as it now stands."""

    kind: str
    id: str
    record: Record
    group: str = ""


class RemovedRecord(Struct, frozen=True, gc=False):
    """A record that is no longer."""

    kind: str
    id: str


RecordChange: TypeAlias = PutRecord | RemovedRecord


class Records(Protocol):
    """Records as they stand: what a fold may look at."""

    def one(self, of: type[R], record_id: str) -> R | None:
        """One record."""
        ...

    def of_group(self, of: type[R], group: str) -> Iterable[tuple[str, R]]:
        """Those of a group with their ids, in the order they were first made."""
        ...


_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


def baseline_key(name: str) -> str:
    """The id of the one baseline that may have this name."""
    return _joined(RECORDS["baseline"], name)


def link_key(passage_id: str, node_id: str) -> str:
    """The id of the one link between a passage and a node."""
    return _joined(RECORDS["link"], passage_id, node_id)


def folded(event: DurableEvent, sequence: int, records: Records, *, leaves_out: bool = False) -> Iterator[RecordChange]:
    """The changes that one event makes. `NotFound` for a run or proposal that never was.

    `leaves_out`: the records are not all of the project, and what an event says of another one changes nothing.
    """
    for rule in FOLD[type(event)]:
        try:
            yield from _changes(rule, _Fields(event, sequence), records)
        except NotFound:
            if not leaves_out:
                raise


class _Fields:
    """What a rule may name: fields of an event and, before these, of a record that it holds."""

    def __init__(
        self, event: DurableEvent, sequence: int, named: Mapping[str, object] = _NOTHING, record: object = None
    ) -> None:
        self.event = event
        self._sequence = sequence
        self._named = named
        self._records = (record, event)

    def of(self, record: object = None, **named: object) -> _Fields:
        """With a record of the event before it, and with what is named before both."""
        return _Fields(self.event, self._sequence, named, record)

    # Which field it is stands in the table, so what it holds has no closer type.
    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        if name == "sequence":
            return f"{self._sequence:012}"
        if name in self._named:
            return self._named[name]
        record, event = self._records
        return getattr(record if hasattr(record, name) else event, name)

    def id(self, kind: str) -> str:
        """Of the record of this kind."""
        return _joined(RECORDS[kind], *(self[name] for name in RECORDS[kind].key))

    def group(self, kind: str) -> str:
        """Of the record of this kind."""
        name = RECORDS[kind].group
        value = self[name] if name else ""
        return "" if value is None else str(value)

    def gathered(self, into: type[R]) -> R:
        """A record of fields."""
        return into(**{name: self[name] for name in into.__struct_fields__})


def _changes(rule: Rule, fields: _Fields, records: Records) -> Iterator[RecordChange]:
    match rule:
        case Put():
            yield from _put(rule, fields)
        case PutEntries():
            for key, value in fields[rule.of].items():
                alone = structs.replace(fields.event, sequence=None, **{rule.of: {key: value}})
                yield _stands(rule.kind, alone, fields.of(**{rule.entry: key}))
        case SetFields():
            yield _changed(rule, fields, records)
        case Remove():
            ids = fields[rule.of] if rule.of else [fields.id(rule.kind)]
            for record_id in ids:
                yield RemovedRecord(rule.kind, record_id)
        case Clear():
            yield from _cleared(rule, fields, records)


def _put(rule: Put, fields: _Fields) -> Iterator[RecordChange]:
    if not rule.of:
        yield _stands(rule.kind, fields.event, fields)
        return
    held: object = fields[rule.of]
    more = {rule.completed_by: fields[rule.completed_by]} if rule.completed_by else {}
    for each in cast("list[object]", held) if isinstance(held, list) else [held]:
        within = fields.of(each, **more)
        if None in more.values():
            yield RemovedRecord(rule.kind, within.id(rule.kind))
        else:
            yield _stands(rule.kind, within.gathered(RECORDS[rule.kind].record), within)


def _stands(kind: str, record: Record, fields: _Fields) -> PutRecord:
    return PutRecord(kind, fields.id(kind), record, fields.group(kind))


def _changed(rule: SetFields, fields: _Fields, records: Records) -> PutRecord:
    kind, record_id = RECORDS[rule.kind], fields.id(rule.kind)
    record = records.one(kind.stored or kind.record, record_id)
    if record is None:
        raise NotFound(f"it speaks of {rule.kind} {record_id!r}, which is not there")
    changes = {
        **rule.values,
        **{name: fields[name] for name in rule.copied},
        **{name: fields.gathered(into) for name, into in rule.gathered.items()},
    }
    return _stands(rule.kind, structs.replace(record, **changes), fields.of(record))


def _cleared(rule: Clear, fields: _Fields, records: Records) -> Iterator[RemovedRecord]:
    group = fields.group(rule.kind)
    if not group:
        return
    for record_id, record in list(records.of_group(RECORDS[rule.kind].record, group)):
        if not rule.where or getattr(record, rule.where) == fields[rule.where]:
            yield RemovedRecord(rule.kind, record_id)


def _joined(kind: RecordKind, *values: object) -> str:
    joined = "/".join(map(str, values)) if kind.key else HEADER
    # Lower case, not folded: the page, which makes the same ids, has only that.
    return joined.lower() if kind.any_case else joined
