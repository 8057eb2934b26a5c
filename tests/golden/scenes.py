"""The scenes of the golden fixtures: what happens in each, and what a screen must show in the end.

A fixture holds a state, the events that followed exactly as they came over the wire, what each of them changes on the
canvases, and the canvases at the end. `tests/sync/test_golden.py` holds Python to it, `web/` holds the browser to it.
Write them anew with `python -m tests.golden.scenes`, and look at the difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import json

from graphwright.client.canvases import CanvasUpdates
from graphwright.client.connection import events_of
from graphwright.client.replica import Replica
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Submission
from graphwright.protocol.events import LayoutChanged
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.state import State
from graphwright.protocol.wire import decode, encode
from graphwright.rooms.catching_up import on_the_wire
from graphwright.rooms.state import state_of
from tests.client.screen import Screen
from tests.operations import seed_answers
from tests.places import ANA, BEN, Table
from tests.stories.stage import Stage, stage

HERE: Final = Path(__file__).parent
Scene: TypeAlias = Callable[[Stage], Awaitable[None]]

BEFORE = """```format-e
<operations>
## Nodes
+ Ship|FUNC|Ship.FN.001|Ships an order.
+ Fast|REQ|Fast.RQ.001|Ship within a day. [kind:quality]
+ Delivery|FCHAIN|Delivery.FC.001|From the order to the door.
## Edges
+ Ship.FN.001 -st-> Fast.RQ.001
</operations>
```"""


def diff(*lines: str) -> str:
    nodes = [line for line in lines if "->" not in line]
    edges = [line for line in lines if "->" in line]
    return "\n".join(["<operations>", "## Nodes", *nodes, "## Edges", *edges, "</operations>"])


async def order_system(scene: Stage) -> None:
    """The founding example: one sentence, an answer, two nodes and an edge."""
    await scene.say("Ich möchte ein Bestellsystem mit dem Use Case 'Bestellung aufgeben' erstellen")


async def every_change(scene: Stage) -> None:
    """Nodes and edges that are made, changed, deleted and brought back, and a node that is moved."""
    project, table = scene.open_project.project, Table(scene.open_project.project)
    await table.apply(diff("+ Pay|FUNC|Pay.FN.002|Pays. <b>not bold</b>", "+ Delivery.FC.001 -cp-> Pay.FN.002"))
    await table.apply(diff("~ Ship.FN.001|Ships at once. [name:ShipNow, priority:high]"))
    await table.apply(diff("~ Ship.FN.001 -st-> Fast.RQ.001 [why:law]"))
    moved: dict[NodeId, tuple[float, float]] = dict.fromkeys(list(project.graph.nodes)[:1], (40.0, -2.5))
    await project.record([LayoutChanged(view="hierarchy", positions=moved)])
    await project.record([LayoutChanged(view="flow", positions=moved)])
    deleted = await table.apply(diff("- Ship.FN.001"))
    await table.apply(diff("- Delivery.FC.001 -cp-> Pay.FN.002"))
    assert deleted.commit is not None
    back = ChangeSet(base_revision=project.graph.revision, operations=[])
    await table.committer.submit(Submission(change_set=back, author=ANA, origin="revert", reverts=[deleted.commit]))


async def accepted_later(scene: Stage) -> None:
    """A proposal that waits, and of which a part is accepted after its message is complete."""
    run_id = await scene.begin("Bitte anlegen", policy="review")
    await scene.open_project.engine.settled(run_id)
    (proposal,) = await scene.open_project.proposals.all()
    await scene.open_project.proposals.decide(
        proposal.proposal_id,
        digest=proposal.digest,
        decision="accept",
        person=BEN,
        operation_ids=[operation.id for operation in proposal.operations][:2],
    )
    await scene.open_project.engine.decided(proposal.proposal_id)
    await scene.open_project.engine.settled(run_id)


SCENES: Final[dict[str, tuple[Scene, str | None]]] = {
    "order_system": (order_system, None),
    "every_change": (every_change, BEFORE),
    "accepted_later": (accepted_later, None),
}
"""Each scene, and the model that is there before it."""


async def play(name: str) -> dict[str, Any]:
    """What a fixture must hold."""
    scene, before = SCENES[name]
    place = await stage(ScriptedModel(seed_answers.SECTION_11), seed=7)
    project = place.open_project.project
    if before is not None:
        await Table(project).apply(before)
    state = await state_of(project)
    heard: list[dict[str, Any]] = []
    # Straight from the bus: a room would move the clock, and the fixture would depend on how tasks take turns.
    project.bus.subscribe(project.project_id, lambda event: heard.append(json.decode(on_the_wire(event).text)))
    await scene(place)
    return {"title": scene.__doc__, "state": json.decode(encode(state)), "events": heard} | shown(encode(state), heard)


def shown(state: bytes, events: list[dict[str, Any]]) -> dict[str, Any]:
    """What the events change on the canvases of somebody who began from the state."""
    replica, screen = Replica(), Screen()
    replica.load(decode(state, State))
    screen.show(replica.drawn())
    updates: list[CanvasUpdates] = []
    for told in events:
        (event,) = events_of(json.encode(told).decode())
        updates.append(replica.hear(event))
        screen.show(updates[-1])
    assert screen.canvases() == replica.canvases()
    return {"updates": json.decode(encode(updates)), "canvases": json.decode(encode(replica.canvases()))}


def path_of(name: str) -> Path:
    return HERE / f"{name}.json"


async def write() -> None:
    for name in SCENES:
        body = json.format(json.encode(await play(name)), indent=1)
        path_of(name).write_bytes(body + b"\n")


if __name__ == "__main__":
    asyncio.run(write())
