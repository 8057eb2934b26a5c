"""Evidence of a run: its journal entries in a file of chained hashes that anybody can check without Graphwright's data.

One JSON object a line. The first names the run, the last says how many there were and the hash of the chain; a changed,
missing, added or swapped line shows, and where. Whoever makes the whole file anew is found out by its owner, who can
hold each entry against the journal: the chain shows that a file is whole, not who made it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct, structs

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.protocol.events import (
    DurableEvent,
    ProposalChanged,
    ProposalDecided,
    ProposalOpened,
    RunStarted,
)
from graphwright.protocol.ids import RunId
from graphwright.store.base import Sha256, Store, StoredEntry
from graphwright.store.entries import event_of

FORMAT: Final = "graphwright-evidence/1"
EVIDENCE_BYTES: Final = 256 * 1024 * 1024
"""A run of ten thousand steps with their results is a tenth of it."""
_PROBLEMS: Final = 20


class _Line(Struct, frozen=True, kw_only=True, rename="camel", tag_field="line", forbid_unknown_fields=True):
    pass


class _Head(_Line, frozen=True, kw_only=True, tag="head"):
    format: str
    project_id: str
    run_id: str
    workflow: str
    question: str
    made_at: datetime


class _Entry(_Line, frozen=True, kw_only=True, tag="entry"):
    sequence: int
    type: str
    version: int
    at: datetime
    revision: int
    content_hash: str
    body: str
    """The entry as the journal holds it, as text, so that its hash can be taken again."""
    link: str


class _Blob(_Line, frozen=True, kw_only=True, tag="blob"):
    sha256: str
    body: str
    link: str


class _End(_Line, frozen=True, kw_only=True, tag="end"):
    lines: int
    link: str


class EvidenceCheck(Struct, frozen=True, kw_only=True, rename="camel"):
    """What a check of an evidence file found."""

    holds: bool
    run_id: str
    workflow: str
    question: str
    entries: dict[int, str]
    """Hash of each entry's content, by its sequence in the journal."""
    link: str
    """Hash of the whole chain: two files with the same one say the same."""
    problems: list[str]


async def evidence(
    store: Store, project_id: str, started: RunStarted, entries: AsyncIterator[StoredEntry], *, now: datetime
) -> bytes:
    """The file of a run, from all entries of its project's journal."""
    head = _Head(
        format=FORMAT,
        project_id=project_id,
        run_id=started.run_id,
        workflow=started.workflow,
        question=started.question,
        made_at=now,
    )
    lines: list[bytes] = [msgspec.json.encode(head)]
    link = _hash(lines[0])
    proposals: set[str] = set()
    blobs: dict[str, None] = {}
    async for stored in entries:
        event = event_of(stored)
        if not _is_of(event, started.run_id, proposals):
            continue
        blobs.update(_blobs_of(event))
        link = _linked(
            link, _header(stored.sequence, stored.type, stored.version, stored.at, stored.revision), stored.content_hash
        )
        entry = _Entry(
            sequence=stored.sequence,
            type=stored.type,
            version=stored.version,
            at=stored.at,
            revision=stored.revision,
            content_hash=stored.content_hash,
            body=stored.whole.decode(),
            link=link,
        )
        lines.append(msgspec.json.encode(entry))
    for sha in blobs:
        link = _linked(link, "blob", sha)
        body = (await store.get_blob(Sha256(sha))).decode()
        lines.append(msgspec.json.encode(_Blob(sha256=sha, body=body, link=link)))
    lines.append(msgspec.json.encode(_End(lines=len(lines), link=link)))
    return b"\n".join(lines) + b"\n"


def verify(content: bytes) -> EvidenceCheck:
    """Check a file. `InvalidCommand` for one that is no evidence at all, `LimitExceeded` for a huge one."""
    if len(content) > EVIDENCE_BYTES:
        raise LimitExceeded(f"an evidence file has at most {EVIDENCE_BYTES:,} bytes, this has {len(content):,}")
    lines = content.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    head = _read(lines[0]) if lines else None
    if not isinstance(head, _Head) or head.format != FORMAT:
        raise InvalidCommand(f"this is no evidence file: its first line does not say {FORMAT!r}")
    checked = _ChainCheck(_hash(lines[0]))
    problems = list(_first(checked.problems(lines[1:])))
    return EvidenceCheck(
        holds=not problems,
        run_id=head.run_id,
        workflow=head.workflow,
        question=head.question,
        entries=checked.entries,
        link=checked.link,
        problems=problems,
    )


async def hold_against(verified: EvidenceCheck, journal: AsyncIterator[StoredEntry]) -> EvidenceCheck:
    """The same finding, with what a journal says otherwise."""
    left = dict(verified.entries)
    problems: list[str] = []
    async for stored in journal:
        said = left.pop(stored.sequence, None)
        if said is not None and said != stored.content_hash:
            problems.append(f"entry {stored.sequence} ({stored.type}) is another one in the journal")
    problems += [f"entry {sequence} is not in the journal" for sequence in left]
    return structs.replace(
        verified, holds=verified.holds and not problems, problems=[*verified.problems, *_first(problems)]
    )


class _ChainCheck:
    """Goes through the lines after the first, keeping the chain as it should be."""

    def __init__(self, link: str) -> None:
        self.link = link
        self.entries: dict[int, str] = {}
        self._sequence = 0

    def problems(self, lines: list[bytes]) -> Iterator[str]:
        for number, raw in enumerate(lines, 2):
            line = _read(raw)
            last = number == len(lines) + 1
            match line:
                case _Entry():
                    yield from self._entry(number, line)
                case _Blob():
                    yield from self._blob(number, line)
                case _End():
                    yield from self._end(number, line, is_last=last)
                case _:
                    yield f"line {number} cannot be read"
            if last and not isinstance(line, _End):
                yield f"line {number} is the last, but the file does not end there: lines are missing"

    def _entry(self, number: int, line: _Entry) -> Iterator[str]:
        self.entries[line.sequence] = line.content_hash
        if _hash(line.body.encode()) != line.content_hash:
            yield f"line {number} ({line.type}): its body is not what was written"
        if line.sequence <= self._sequence:
            yield f"line {number} ({line.type}): entry {line.sequence} does not follow entry {self._sequence}"
        self._sequence = line.sequence
        header = _header(line.sequence, line.type, line.version, line.at, line.revision)
        yield from self._take(number, line.link, header, line.content_hash)

    def _blob(self, number: int, line: _Blob) -> Iterator[str]:
        if _hash(line.body.encode()) != line.sha256:
            yield f"line {number}: the text is not what was written"
        yield from self._take(number, line.link, "blob", line.sha256)

    def _end(self, number: int, line: _End, *, is_last: bool) -> Iterator[str]:
        if not is_last:
            yield f"line {number} ends the file, but more lines follow"
        if line.lines != number - 1:
            yield f"the file had {line.lines} lines before its end, now it has {number - 1}"
        if line.link != self.link:
            yield f"line {number}: the chain does not end where it should"

    def _take(self, number: int, said: str, header: str, content: str) -> Iterator[str]:
        self.link = _linked(self.link, header, content)
        if said != self.link:
            yield f"line {number}: the chain is broken here"
            self.link = said  # so that one change is told once


def _is_of(event: DurableEvent, run_id: RunId, proposals: set[str]) -> bool:
    """Entries of the run itself, and decisions about what it proposed."""
    own = getattr(event, "run_id", None) == run_id
    if isinstance(event, ProposalOpened | ProposalChanged) and own:
        proposals.add(event.proposal_id)
    return own or (isinstance(event, ProposalDecided) and event.proposal_id in proposals)


def _blobs_of(event: DurableEvent) -> dict[str, None]:
    ref = getattr(event, "result_ref", None)
    return {} if ref is None else {str(ref): None}


def _read(raw: bytes) -> _Head | _Entry | _Blob | _End | None:
    try:
        return msgspec.json.decode(raw, type=_Head | _Entry | _Blob | _End)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _first(problems: Iterable[str]) -> Iterator[str]:
    for number, problem in enumerate(problems):
        if number == _PROBLEMS:
            yield "and more"
            return
        yield problem


def _header(sequence: int, type_: str, version: int, at: datetime, revision: int) -> str:
    return f"{sequence} {type_} {version} {at.isoformat()} {revision}"


def _linked(link: str, header: str, content: str) -> str:
    return _hash(f"{link} {header} {content}".encode())


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


__all__ = ["EVIDENCE_BYTES", "FORMAT", "EvidenceCheck", "evidence", "verify"]
