"""Investigations over REST and WebSocket: options that are refused at once, and who may answer a form, when, how often."""

from __future__ import annotations

from typing import Any, cast

import pytest

from graphwright.actions.messages import MessageAccepted
from graphwright.client.connection import ClientConnection
from graphwright.errors import AccessDenied, FormClosed, InvalidCommand
from graphwright.ports import ManualClock
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commands import FormAnswer, MessageSend
from graphwright.protocol.state import OpenWait
from graphwright.protocol.wire import decode
from tests.client.place import house
from tests.server.place import Place, error_of, open_place, uuid
from tests.stories.carport import DOCUMENTS, GIVEN, QUESTION, filled

SHOP = "/api/projects/shop"


async def shop(place: Place) -> Any:
    """A project of the owner's with the law of one Land."""
    client = await place.owner()
    assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
    for name in ("bauordnung-nordland.md", "bauordnung-suedland.md"):
        added = await client.post(
            f"{SHOP}/documents?name={name}",
            content=(DOCUMENTS / name).read_bytes(),
            headers={"content-type": "application/octet-stream"},
        )
        assert added.status_code == 201, added.text
    return client


def message(number: int, **options: Any) -> dict[str, Any]:
    return {"commandId": uuid(number), "text": QUESTION, "workflow": "investigate", "options": options}


async def asked(place: Place, client: Any, number: int, **options: Any) -> tuple[str, str]:
    """Run and step of the open form."""
    answer = await client.post(f"{SHOP}/messages", json=message(number, **options))
    assert answer.status_code == 201, answer.text
    run = str(answer.json()["runId"])
    await place.settled("shop", run)
    open_project = await place.workbench.open_project("shop")
    state = await open_project.engine.settled(run)  # type: ignore[arg-type]
    (wait,) = state.waits
    return run, wait.step_id


def filled_form(number: int, run: str, step: str) -> dict[str, Any]:
    return {"type": "form.answer", "commandId": uuid(number), "runId": run, "stepId": step, "values": GIVEN}


@pytest.mark.requirement("C-42", "R-11")
@pytest.mark.parametrize(
    ("options", "word"),
    [({"attempts": 0}, "attempts"), ({"formHours": "soon"}, "formHours"), ({"deep": True}, "deep"), ([1], "object")],
)
async def test_options_that_do_not_fit_are_refused_before_anything_begins(options, word):
    async with open_place() as place:
        client = await place.owner()
        assert (await client.post("/api/projects", json={"name": "shop"})).status_code == 201
        answer = await client.post(f"{SHOP}/messages", json=message(1) | {"options": options})
        assert error_of(answer) == (400, "invalidCommand")
        assert word in answer.json()["message"]
        assert (await client.get(f"{SHOP}/runs")).json()["runs"] == []


@pytest.mark.requirement("C-42", "WC-16", "R-12")
async def test_a_form_is_answered_by_whoever_may_and_by_nobody_else():
    async with open_place() as place:
        client = await shop(place)
        viewer, commenter = [await place.somebody(name, shop=name) for name in ("viewer", "commenter")]  # type: ignore[arg-type]
        run, step = await asked(place, client, 1)
        alone, own = await asked(place, client, 2, onlyAsker=True)

        assert error_of(await viewer.post(f"{SHOP}/commands", json=filled_form(3, run, step))) == (403, "accessDenied")
        refused = await commenter.post(f"{SHOP}/commands", json=filled_form(4, alone, own))
        assert error_of(refused) == (403, "accessDenied")
        assert "the person who asked" in refused.json()["message"]
        assert (await commenter.post(f"{SHOP}/commands", json=filled_form(5, run, step))).status_code == 200
        assert (await client.post(f"{SHOP}/commands", json=filled_form(6, alone, own))).status_code == 200
        again = await client.post(f"{SHOP}/commands", json=filled_form(7, run, step))
        assert error_of(again) == (409, "formClosed")
        await place.settled("shop", run)
        await place.settled("shop", alone)


@pytest.mark.requirement("C-42", "WC-07", "R-11")
async def test_an_answer_that_comes_after_the_deadline_is_refused_and_the_assumptions_hold():
    async with open_place() as place:
        client = await shop(place)
        run, step = await asked(place, client, 1, formHours=1)
        place.clock.ahead = 3_601
        late = await client.post(f"{SHOP}/commands", json=filled_form(2, run, step))
        assert error_of(late) == (409, "formClosed")
        assert "expired" in late.json()["message"]
        open_project = await place.workbench.open_project("shop")
        await open_project.engine.sweep(place.clock.now())
        await place.settled("shop", run)
        ended = (await client.get(f"{SHOP}/runs/{run}")).json()["run"]
        assert (ended["status"], len(ended["result"]["assumptions"])) == ("completed", 5)
        again = await client.post(f"{SHOP}/commands", json=filled_form(3, run, step))
        assert error_of(again) == (409, "formClosed")


@pytest.mark.requirement("C-42", "WC-07", "WC-16", "R-11", "R-12")
async def test_over_the_socket_a_form_takes_one_answer_of_whoever_may_and_in_time():
    place = await house(store=await filled())
    async with (
        place.somebody("editor") as asker,
        place.somebody("editor") as other,
        place.somebody("viewer") as viewer,
    ):
        wait = await asked_over_socket(asker)
        await viewer.until(lambda replica: wait.step_id in replica.waits)  # viewers see what is asked
        for somebody, values, refusal in (
            (viewer, GIVEN, AccessDenied), (viewer, None, AccessDenied), (other, {"land": "Atlantis"}, InvalidCommand),
        ):  # fmt: skip
            with pytest.raises(refusal):
                await somebody.send(answer_to(somebody, wait, values))
        await other.send(answer_to(other, wait, GIVEN))
        with pytest.raises(FormClosed):
            await asker.send(answer_to(asker, wait, GIVEN))
        await viewer.until(lambda replica: replica.runs[wait.run_id].status == "completed")

        own = await asked_over_socket(asker, onlyAsker=True, formHours=1)
        with pytest.raises(AccessDenied, match="the person who asked"):
            await other.send(answer_to(other, own, GIVEN))
        cast("ManualClock", place.server_state.workbench.clock).advance(3_601)
        with pytest.raises(FormClosed, match="expired"):
            await asker.send(answer_to(asker, own, GIVEN))


async def asked_over_socket(who: ClientConnection, **options: Any) -> OpenWait:
    """The open form of a question of somebody's."""
    command = MessageSend(command_id=who.new_id(), text=QUESTION, workflow="investigate", options=options)
    run_id = decode(bytes(await who.send(command)), MessageAccepted).run_id
    await who.until(lambda replica: any(wait.run_id == run_id for wait in replica.waits.values()))
    return next(wait for wait in who.replica.waits.values() if wait.run_id == run_id)


def answer_to(who: ClientConnection, wait: OpenWait, values: dict[str, JsonValue] | None) -> FormAnswer:
    given: Any = {"skip": True} if values is None else {"values": values}
    return FormAnswer(command_id=who.new_id(), run_id=wait.run_id, step_id=wait.step_id, **given)
