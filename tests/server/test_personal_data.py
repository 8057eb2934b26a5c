"""What is kept of a person: told to themselves, whole and without secrets or what others wrote."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from graphwright.server.personal_data import personal_data
from tests.server.place import PASSWORD, Place, create, error_of, uuid


async def lines_of(client: httpx2.AsyncClient) -> list[dict[str, Any]]:
    answer = await client.get("/api/session/data")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


async def worked(place: Place) -> httpx2.AsyncClient:
    """Ana, who has done something of everything, beside Ben, who has as well."""
    await place.project("shop")
    ana, ben = await place.somebody("Ana", shop="admin"), await place.somebody("Ben", shop="admin")
    for number, (client, name) in enumerate(((ana, "Ana"), (ben, "Ben")), start=1):
        changed = await client.post(
            "/api/projects/shop/changes",
            json={
                "commandId": uuid(number), "baseRevision": number - 1, "reason": f"by {name}",
                "operations": create(("SYS", f"Thing of {name}"), start=number),
            },
        )  # fmt: skip
        assert changed.status_code == 201, changed.text
        node = (await client.get("/api/projects/shop/graph")).json()["nodes"][0]["nodeId"]
        comment = {"commandId": uuid(10 + number), "kind": "node", "about": node, "text": f"a remark of {name}"}
        assert (await client.post("/api/projects/shop/comments", json=comment)).status_code == 201
        said = {"commandId": uuid(20 + number), "text": f"Is {name} heard?"}
        sent = await client.post("/api/projects/shop/messages", json=said)
        assert sent.status_code < 300, sent.text
        await place.settled("shop", sent.json()["runId"])
        await client.post("/api/tokens", json={"project": "shop", "access": "viewer"})
    await ana.put("/api/session/password", json={"password": PASSWORD})
    return ana


@pytest.mark.requirement("R-80")
async def test_a_person_reads_all_that_is_kept_of_them_and_nothing_of_others(place):
    lines = await lines_of(await worked(place))
    kinds = [line["kind"] for line in lines]
    assert (kinds[0], kinds[-1]) == ("account", "end")
    assert lines[0]["content"] | {"personId": ""} == {
        "personId": "", "name": "Ana", "hasPassword": True, "hasSecondFactor": False, "isConnected": False,
        "passkeys": [], "signedUp": False, "hasEntered": True,
    }  # fmt: skip
    assert lines[-1]["content"] == {"lines": len(lines) - 1, "isComplete": True}
    assert {"session", "token", "member", "access.changed", "commit.applied", "comment.changed", "run.started",
            "message.completed", "audit"} <= set(kinds)  # fmt: skip
    commit = next(line for line in lines if line["kind"] == "commit.applied")
    assert (commit["project"], commit["content"]["reason"], commit["content"]["revision"]) == ("shop", "by Ana", 1)
    assert next(line for line in lines if line["kind"] == "member")["content"] == {"access": "admin"}
    told = json.dumps(lines)
    assert "a remark of Ana" in told
    assert "Is Ana heard?" in told
    assert "Ben" not in told
    assert "argon2" not in told


@pytest.mark.requirement("R-80")
async def test_the_export_is_noted_and_only_for_people_who_are_logged_in(place):
    ana = await worked(place)
    await lines_of(ana)
    assert [line["content"]["action"] for line in await lines_of(ana) if line["kind"] == "audit"][-2:] == [
        "personalData.get", "personalData.get",
    ]  # fmt: skip
    assert error_of(await (await place.program("shop", "admin")).get("/api/session/data"))[0] == 403
    assert error_of(await place.anybody().get("/api/session/data")) == (401, "notAuthenticated")


@pytest.mark.requirement("R-80")
async def test_an_export_that_grows_too_large_says_that_it_is_not_all(place):
    await worked(place)
    account = await place.server_state.authenticator.accounts.named("Ana")
    assert account is not None
    lines = [json.loads(line) async for line in personal_data(place.workbench, account, max_bytes=600)]
    assert lines[-1] == {"kind": "end", "content": {"lines": len(lines) - 1, "isComplete": False}}
    assert 1 < len(lines) < 6
