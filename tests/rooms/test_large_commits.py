"""A commit with very many changes: everybody hears that it was, and reads the state."""

from __future__ import annotations

import json

import pytest

from graphwright.client.connection import events_of
from graphwright.protocol.events import CommitAnnounced, CommitApplied
from graphwright.rooms.catching_up import MAX_CHANGES, on_the_wire
from tests.operations.test_proposals import make
from tests.places import open_table


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
