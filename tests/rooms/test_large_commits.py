"""A commit with very many changes: everybody hears that it was, and reads the state."""

from __future__ import annotations

import json

import pytest

from graphwright.client.connection import events_of
from graphwright.protocol.commands import Since
from graphwright.protocol.events import CommitAnnounced, CommitApplied
from graphwright.rooms.catching_up import MAX_CHANGES, on_the_wire
from graphwright.rooms.room import Room
from graphwright.store import entries
from graphwright.turns.streams import Streams
from tests.operations.test_proposals import make
from tests.places import ANA, open_table
from tests.rooms.lines import joined


@pytest.mark.requirement("R-40", "I-06")
@pytest.mark.parametrize(("changes", "is_whole"), [(MAX_CHANGES, True), (MAX_CHANGES + 1, False)])
async def test_a_commit_above_the_limit_is_announced_without_its_changes(changes, is_whole):
    table = await open_table()
    done = await table.apply([make(f"N{number}") for number in range(3)])
    assert done.commit is not None
    large = CommitApplied(
        **{name: getattr(done.commit, name) for name in CommitApplied.__struct_fields__}
        | {"changes": (done.commit.changes * changes)[:changes], "sequence": 7}
    )

    text = on_the_wire(large).text
    sent = json.loads(text)
    heard = events_of(text), events_of(f"[{text}]")

    assert (sent["changes"] is None, sent.get("reload")) == ((False, None) if is_whole else (True, True))
    assert sent["commitId"] == large.commit_id
    for (event,) in heard:
        assert isinstance(event, CommitApplied if is_whole else CommitAnnounced)
        assert (event.sequence, event.revision) == (7, large.revision)


@pytest.mark.requirement("R-40", "R-46", "I-06")
async def test_who_comes_back_after_a_commit_that_lies_in_pieces_is_told_that_it_was(monkeypatch):
    monkeypatch.setattr(entries, "MAX_IN_ONE", 1)
    table = await open_table()
    project = table.project
    before = Since(epoch=project.header.epoch, sequence=project.header.sequence)
    done = await table.apply([make(f"N{number}") for number in range(3)])
    assert done.commit is not None

    ana = await joined(Room(project, Streams(project)), project, ANA, since=before)
    await ana.flush()

    (announced,) = ana.heard[1:]
    head = {name: announced[name] for name in ("type", "commitId", "revision", "sequence", "changes", "reload")}
    assert head == {"type": "commit.applied", "commitId": done.commit.commit_id, "revision": 1,
                    "sequence": project.header.sequence, "changes": None, "reload": True}  # fmt: skip
