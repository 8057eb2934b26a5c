"""Webhooks over REST, delivered in the background to a real receiver, and the receiver that the manual shows."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from http.server import HTTPServer
from typing import Any

import pytest

from graphwright.protocol.wire import decode, encode
from graphwright.webhooks.payload import WebhookBody
from graphwright.webhooks.posting import HttpPost, PostResult
from graphwright.webhooks.signing import signed_headers
from graphwright.webhooks.telling import telling
from tests.docs.pages import ROOT, blocks
from tests.server.place import Place, create, error_of, open_place, uuid
from tests.server.test_rest import shop
from tests.waiting import pace, until
from tests.webhooks.receiver import Receiver, open_receiver

AT = "/api/projects/shop/webhooks"


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with open_receiver() as opened:
        yield opened


@pytest.fixture
async def told() -> AsyncIterator[Place]:
    """A server that delivers, and may call receivers on this machine."""
    async with open_place(GRAPHWRIGHT_WEBHOOK_HOSTS="127.0.0.1") as place:
        workbench = place.workbench
        async with telling(workbench.webhooks, workbench.deliverer, workbench.bus):
            yield place


async def _with_deliveries(client: Any, count: int) -> Any:
    """The list, once so many deliveries are noted: the receiver knows of one a moment earlier."""
    async with asyncio.timeout(20):
        while True:
            listed = await client.get(AT)
            if len(listed.json()["webhooks"][0]["deliveries"]) >= count:
                return listed
            await pace(0.005)


async def change(client: Any, number: int, name: str) -> None:
    body = {"commandId": uuid(number), "baseRevision": number - 1, "operations": create(("FUNC", name))}
    answer = await client.post("/api/projects/shop/changes", json=body)
    assert answer.status_code == 201, answer.text


@pytest.mark.requirement("G-80", "G-81", "G-84")
async def test_what_happens_reaches_the_receiver_signed_while_people_work(told, receiver):
    client = await shop(told, *create(("SYS", "Shop")))
    added = await client.post(AT, json={"url": receiver.url, "events": ["commit.applied"], "description": " the  CI "})
    assert added.status_code == 201, added.text
    secret, webhook = added.json()["secret"], added.json()["webhook"]
    assert (webhook["url"], webhook["events"], webhook["description"]) == (receiver.url, ["commit.applied"], "the CI")
    for number in (2, 3, 4):
        await change(client, number, f"Step {number}")
    await until(lambda: len(receiver.received) == 3)

    bodies = [each.verified(secret) for each in receiver.received]
    assert [(each["type"], each["data"]["project"], each["data"]["revision"]) for each in bodies] == [
        ("commit.applied", "shop", number) for number in (2, 3, 4)
    ]
    assert [each["data"]["event"]["changes"][0]["after"]["name"] for each in bodies] == ["Step 2", "Step 3", "Step 4"]
    listed = await _with_deliveries(client, 3)
    assert "whsec" not in listed.text
    [row] = listed.json()["webhooks"]
    assert [each["status"] for each in row["deliveries"]] == ["delivered"] * 3
    assert "run.finished" in listed.json()["eventTypes"]


@pytest.mark.requirement("G-82", "G-84")
async def test_a_webhook_is_tested_changed_renewed_turned_off_and_forgotten(told, receiver):
    client = await shop(told, *create(("SYS", "Shop")))
    issued = (await client.post(AT, json={"url": receiver.url})).json()
    at = f"{AT}/{issued['webhook']['webhookId']}"
    receiver.will_answer("500 Oh")
    assert (await client.post(f"{at}/test")).json()["httpStatus"] == 500
    renewed = (await client.post(f"{at}/secret")).json()
    assert renewed["secret"] != issued["secret"]
    assert (await client.post(f"{at}/test")).json()["status"] == "delivered"
    for secret in (issued["secret"], renewed["secret"]):
        assert receiver.received[-1].verified(secret)["type"] == "webhook.test"
    again = await client.post(f"{at}/redeliveries", json={"sequence": 2})
    assert (again.json()["status"], receiver.received[-1].json["data"]["sequence"]) == ("delivered", 2)
    assert error_of(await client.post(f"{at}/redeliveries", json={"sequence": 99})) == (404, "notFound")

    off = await client.patch(at, json={"isOn": False})
    assert off.json()["off"] == "person"
    sent = len(receiver.received)
    await change(client, 2, "Unheard")
    on = await client.patch(at, json={"isOn": True, "fromNow": True, "events": ["commit.applied"]})
    assert "off" not in on.json()
    await change(client, 3, "Heard")
    await until(lambda: len(receiver.received) > sent)
    heard = receiver.received[-1].json["data"]["event"]["changes"][0]["after"]["name"]
    assert (len(receiver.received), heard) == (sent + 1, "Heard")
    assert (await client.delete(at)).json() == {"webhookId": issued["webhook"]["webhookId"]}
    assert error_of(await client.post(f"{at}/test")) == (404, "notFound")
    assert (await client.get(AT)).json()["webhooks"] == []


@pytest.mark.requirement("G-83", "G-84")
async def test_a_refused_address_is_told_and_a_webhook_of_another_project_is_not_there(told, receiver):
    client = await shop(told, *create(("SYS", "Shop")))
    for url in ("http://127.0.0.2:1/", "https://169.254.169.254/latest", "ftp://a.example/", "https://localhost:1/"):
        refused = await client.post(AT, json={"url": url})
        if refused.status_code == 201:  # a name tells nothing by itself: it is judged by where it leads
            sent = await client.post(f"{AT}/{refused.json()['webhook']['webhookId']}/test")
            assert (sent.json()["status"], sent.json()["problem"]) == ("failed", "address")
        else:
            assert error_of(refused) == (400, "invalidCommand")
    issued = (await client.post(AT, json={"url": receiver.url})).json()
    await told.project("other")
    there = f"/api/projects/other/webhooks/{issued['webhook']['webhookId']}"
    assert error_of(await client.post(f"{there}/test")) == (404, "notFound")
    assert error_of(await client.delete(there)) == (404, "notFound")
    editor = await told.somebody("edi", shop="editor")
    assert error_of(await editor.get(AT)) == (403, "accessDenied")
    await client.delete("/api/projects/shop")
    assert await told.workbench.webhooks.everywhere() == []


@pytest.mark.requirement("G-81")
async def test_one_that_is_slow_costs_the_others_nothing(told, receiver):
    client = await shop(told, *create(("SYS", "Shop")))
    async with open_receiver() as slow:
        slow.will_answer("", "")
        await client.post(AT, json={"url": slow.url, "events": ["commit.applied"]})
        await client.post(AT, json={"url": receiver.url, "events": ["commit.applied"]})
        await change(client, 2, "One")
        await change(client, 3, "Two")
        await until(lambda: len(receiver.received) == 2)
        assert len(slow.received) == 1


@pytest.mark.requirement("G-80", "WB-17")
async def test_the_receiver_of_the_manual_takes_what_is_genuine_once_and_refuses_the_rest(receiver, capsys):
    found = {each.language: each for each in blocks(ROOT / "docs" / "webhooks.md")}
    block, shown = found["python"], json.loads(found["json"].text)
    assert shown == json.loads(encode(decode(encode(shown), WebhookBody)))
    names: dict[str, Any] = {}
    exec(compile(block.text, "webhooks.md", "exec"), names)
    names["Receiver"].log_message = lambda *_: None
    server = HTTPServer(("127.0.0.1", 0), names["Receiver"])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        host = f"127.0.0.1:{server.server_port}"
        post, body = HttpPost((host,)), b'{"type":"commit.applied"}'
        now = datetime.now(UTC)
        genuine = signed_headers("a_1", now, body, ["whsec_c29tZXRoaW5n", names["SECRET"]])
        forged = signed_headers("a_1", now, body, ["whsec_c29tZXRoaW5n"])
        late = signed_headers("a_1", now - timedelta(minutes=6), body, [names["SECRET"]])
        answers = [await post(f"http://{host}/", headers, body) for headers in (genuine, genuine, forged, late)]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert answers == [PostResult(204), PostResult(204), PostResult(401, "status"), PostResult(401, "status")]
    assert capsys.readouterr().out == "commit.applied\n"


@pytest.mark.slow
@pytest.mark.requirement("G-81")
async def test_a_server_that_is_killed_tells_after_its_next_start_what_it_had_not(receiver, tmp_path):
    """A real process, killed while the receiver keeps it waiting; what a command does meanwhile is told, too."""
    words = [sys.executable, "-m", "graphwright"]
    environment = {**os.environ, "GRAPHWRIGHT_DATA": str(tmp_path / "data"), "GRAPHWRIGHT_WEBHOOK_HOSTS": receiver.host}

    async def typed(*command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *words, *command, "--json", env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        out, _ = await process.communicate()
        return out.decode()

    async def serving() -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *words, "serve", "--port", "0", "--json", env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert process.stdout is not None
        await process.stdout.readline()
        return process

    await typed("new", "shop")
    secret = json.loads(await typed("webhook", "add", "shop", receiver.url, "--event", "commit.applied"))["secret"]
    await typed("say", "shop", "A customer places an order")
    receiver.will_answer("")
    server = await serving()
    await until(lambda: len(receiver.received) == 1)
    server.kill()
    await server.wait()
    await typed("say", "shop", "A clerk ships the order")
    server = await serving()
    try:
        await until(lambda: len(receiver.received) == 3)
    finally:
        server.terminate()
        await server.wait()
    revisions = [each.verified(secret)["data"]["revision"] for each in receiver.received]
    assert revisions == [1, 1, 2]
    ids = [each.headers["webhook-id"] for each in receiver.received]
    assert ids[0] == ids[1] != ids[2]
