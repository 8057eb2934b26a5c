"""Text of somebody without the right to build makes a change set wait for a person, at every door the owner may use."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.cli.arguments import parser
from graphwright.cli.output import Output
from graphwright.cli.talking import say
from graphwright.client.connection import events_of
from graphwright.client.in_process import InnerDoor
from graphwright.llm.testing import ScriptedModel
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import MessageSend, SessionOpen
from graphwright.protocol.events import Reply
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommandId, RunId, ThreadId
from graphwright.protocol.wire import PROTOCOL_VERSION, encode
from graphwright.runs.run_ending import RunState
from graphwright.workbench import OpenProject
from tests.server.place import Place, create, open_place, uuid
from tests.stories.test_build import diff

SENTENCE = "A customer places an order"
SHOP = "/api/projects/shop"
MADE = diff("+ Customer|ACTOR|Customer.AC.001|Buys.", text="I make it.")


# who wrote in the thread before ----------------------------------------------------------------------------------


async def by_a_member(place: Place) -> str:
    """A commenter, who still is one."""
    return await said(place, await place.somebody("cora", shop="commenter"))


async def by_a_removed_member(place: Place) -> str:
    """A commenter who has been removed from the project since."""
    thread = await by_a_member(place)
    account = await place.server_state.authenticator.accounts.named("cora")
    assert account is not None
    await place.give(Author(person_id=account.person_id, name="cora"), "shop", None)
    return thread


async def by_a_guest(place: Place) -> str:
    """A program with a guest's token."""
    return await said(place, await place.program("shop", "commenter"))


async def by_an_editor(place: Place) -> str:
    """Somebody who may build."""
    return await said(place, await place.somebody("ed", shop="editor"))


async def by_the_owner(place: Place) -> str:
    """The owner alone."""
    return await said(place, await place.owner())


async def said(place: Place, client: Any) -> str:
    body = {"commandId": uuid(1), "text": "The shop must sell cheese, too.", "workflow": "ask"}
    answer = await client.post(f"{SHOP}/messages", json=body)
    assert answer.status_code == 201, answer.text
    await place.settled("shop", answer.json()["runId"])
    thread: str = answer.json()["threadId"]
    return thread


# the doors by which the owner speaks -----------------------------------------------------------------------------


async def websocket(place: Place, thread: str) -> None:
    owner = await place.server_state.authenticator.accounts.owner()
    ticket = await place.server_state.authenticator.tickets.issue(owner.person_id, timedelta(minutes=1))
    line = await InnerDoor(place.network).dial()
    opening = SessionOpen(protocol_version=PROTOCOL_VERSION, project_id="shop", ticket=ticket)
    await line.send(encode(opening).decode())
    await line.send(encode(message(thread)).decode())
    while not any(isinstance(event, Reply) for event in events_of(await line.receive())):
        pass
    await line.close()


async def rest(place: Place, thread: str) -> None:
    body = {"commandId": uuid(2), "text": SENTENCE, "threadId": thread, "workflow": "build"}
    answer = await (await place.owner()).post(f"{SHOP}/messages", json=body)
    assert answer.status_code == 201, answer.text


async def command_line(place: Place, thread: str) -> None:
    options = parser().parse_args(["say", "shop", SENTENCE, "--thread", thread, "--workflow", "build"])
    await say(place.workbench, options, Output(as_json=True, to=io.StringIO(), notes=io.StringIO()))


async def in_process(place: Place, thread: str) -> None:
    open_project = await place.workbench.open_project("shop")
    caller = Caller(await place.workbench.owner(), "owner")
    await carry_out(message(thread), caller=caller, open_project=open_project, workbench=place.workbench)


def message(thread: str) -> MessageSend:
    return MessageSend(
        command_id=CommandId(uuid(2)), text=SENTENCE, thread_id=ThreadId(thread), workflow="build", canvas=CanvasState()
    )


async def outcome(place: Place) -> str:
    """What became of the owner's sentence: `applied` at once, or `waits` for a person."""
    open_project, state = await settled(place)
    proposals = [each.state for each in await open_project.proposals.all()]
    return {
        ("completed", 1, ()): "applied",
        ("waiting", 0, ("open",)): "waits",
    }[state.status, open_project.project.graph.revision, tuple(proposals)]


async def settled(place: Place) -> tuple[OpenProject, RunState]:
    """The project, and where its newest run stands."""
    open_project = await place.workbench.open_project("shop")
    runs = await place.workbench.store.documents(open_project.project.project_id, "run", limit=1, newest_first=True)
    return open_project, await open_project.engine.settled(RunId(runs[0].id))


@pytest.mark.requirement("H-11")
@pytest.mark.parametrize("door", [websocket, rest, command_line, in_process])
@pytest.mark.parametrize(
    ("writer", "becomes"),
    [
        (by_a_member, "waits"),
        (by_a_removed_member, "waits"),
        (by_a_guest, "waits"),
        (by_an_editor, "applied"),
        (by_the_owner, "applied"),
    ],
)
async def test_what_the_owner_says_after_them_waits_where_they_may_not_build(
    writer: Callable[[Place], Awaitable[str]], becomes: str, door: Callable[[Place, str], Awaitable[None]]
):
    async with open_place(ScriptedModel("Cheese is noted.", MADE)) as place:
        await place.project("shop")
        thread = await writer(place)
        await door(place, thread)

        assert await outcome(place) == becomes


@pytest.mark.requirement("H-11")
async def test_a_run_that_a_commenter_takes_up_waits_even_if_an_editor_asked_first():
    async with open_place(ScriptedModel("Nothing to do.", MADE)) as place:
        await place.project("shop")
        editor, cora = await place.somebody("ed", shop="editor"), await place.somebody("cora", shop="commenter")
        body = {"commandId": uuid(1), "text": SENTENCE, "workflow": "build"}
        asked = (await editor.post(f"{SHOP}/messages", json=body)).json()
        await place.settled("shop", asked["runId"])
        steps = (await editor.get(f"{SHOP}/runs/{asked['runId']}")).json()["steps"]
        call = next(each["stepId"] for each in steps if each["kind"] == "model_call")

        again = {"type": "run.retry", "commandId": uuid(2), "runId": asked["runId"], "stepId": call}
        assert (await cora.post(f"{SHOP}/commands", json=again)).status_code == 200

        assert await outcome(place) == "waits"


@pytest.mark.requirement("H-11")
async def test_what_an_approver_gives_as_a_reason_counts_as_their_words():
    removal = diff("- Shop.SY.001", text="Removed.")
    async with open_place(ScriptedModel(removal, MADE)) as place:
        await place.project("shop")
        owner, ann = await place.owner(), await place.somebody("ann", shop="approver")
        built = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        await owner.post(f"{SHOP}/changes", json=built)
        body = {"commandId": uuid(3), "text": "Remove the shop", "workflow": "build"}
        asked = (await owner.post(f"{SHOP}/messages", json=body)).json()
        await place.settled("shop", asked["runId"])
        (proposal,) = (await owner.get(f"{SHOP}/proposals")).json()["proposals"]
        yes = {"digest": proposal["digest"], "decision": "accept", "feedback": "Make customers instead."}
        decided = await ann.post(
            f"{SHOP}/proposals/{proposal['proposalId']}/decision", json={"commandId": uuid(4), **yes}
        )
        assert decided.status_code == 200, decided.text
        await place.settled("shop", asked["runId"])

        await rest(place, asked["threadId"])

        open_project, state = await settled(place)
        assert (state.status, open_project.project.graph.revision) == ("waiting", 2)
        assert [each.state for each in await open_project.proposals.all()] == ["accepted", "open"]
