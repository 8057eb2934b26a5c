"""What a commit changes on the canvases of a client, told update by update."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from graphwright.client.projections import ChatMetadata, text_updates
from graphwright.client.replica import Replica
from graphwright.protocol.events import CommitApplied, Event
from graphwright.protocol.graph import Node, NodeChange
from graphwright.protocol.ids import MessageId, NodeId, SemanticId, ThreadId
from graphwright.protocol.threads import Message, MessageAuthor
from graphwright.rooms.state import state_of
from tests.places import open_table

SHIP = Node(
    node_id=NodeId("n1"),
    semantic_id=SemanticId("Ship.FN.001"),
    node_type="FUNC",
    name="Ship",
    descr="Ships an order.",
    attributes={},
    created_revision=1,
    revision=1,
)


IDS = {
    "streaming": MessageId("019b76da-a800-798b-834d-559e6d0c56b5"),
    "complete": MessageId("019b76da-a800-78cf-aff9-8ff54d46117a"),
    "unknown": MessageId("019b76da-a800-75b1-a522-4a58b791df6a"),
}


def message(status: Literal["streaming", "complete"]) -> Message:
    return Message(
        message_id=IDS[status],
        thread_id=ThreadId("t"),
        author=MessageAuthor(kind="assistant", name="Assistant"),
        attempt=1,
        status=status,
        parts=[],
    )


@pytest.mark.requirement("A-51")
def test_a_node_is_a_row_that_comes_changes_and_goes():
    renamed = replace(SHIP, name="Send")
    changes = [
        NodeChange(before=before, after=after) for before, after in ((None, SHIP), (SHIP, renamed), (renamed, None))
    ]
    told = [(each.type, each.data["Name"]) for each in text_updates(changes)]
    assert told == [("row-add", "Ship"), ("row-update", "Send"), ("row-delete", "Send")]


@pytest.mark.requirement("A-50")
async def test_a_message_comes_again_only_when_a_commit_follows_that_came_after_its_end():
    table = await open_table()
    copy = Replica()
    commits: list[Event] = []
    copy.load(await state_of(table.project))
    table.project.bus.subscribe(table.project.project_id, commits.append)
    for name in ("streaming", "complete", "unknown"):
        await table.apply(f"<operations>\n## Nodes\n+ {name}|FUNC|{name}.FN.001|Does it.\n</operations>")
    copy.load_messages([message("streaming"), message("complete")])
    said = [
        [(update.uuid, update.metadata) for update in copy.hear(replace(commit, message_id=IDS[name])).chat]
        for commit, name in zip(
            [each for each in commits if isinstance(each, CommitApplied)],
            ("streaming", "complete", "unknown"),
            strict=True,
        )
    ]
    made = ChatMetadata(operations_executed=1, nodes_created=1, relationships_created=0)
    assert said == [[], [(IDS["complete"], made)], []]
