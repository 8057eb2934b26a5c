"""The REST interface does what its OpenAPI document says, whatever is sent (T-18 of the test plan): made-up requests."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS

from graphwright.server.routes import ENDPOINTS
from tests.server.place import BASE, Place, create, open_place, uuid
from tests.server.test_rest import shop

QUICK = ("projects.get", "changes.post", "messages.post", "search.get", "context.post", "commands.post", "members.put")
# What these look at does not concern an interface whose ids are the server's and whose log-in is asked before anything.
LEFT_OUT = {
    "ensure_resource_availability",
    "use_after_free",
    "ignored_auth",
    "positive_data_acceptance",
    "unsupported_method",
}
NEVER = {"project.delete", "session.delete"}
"""Would end what the next example stands on; the matrix calls them."""

NOBODY = "127.0.0.1:9"
"""Where nobody listens; what is made up here must not be sent to anybody."""


class Visit:
    """A server with a project in it, driven from plain functions."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self._opened = open_place(GRAPHWRIGHT_WEBHOOK_HOSTS=NOBODY)
        self.place: Place = self.runner.run(self._opened.__aenter__())
        self.client: httpx2.AsyncClient = self.runner.run(self._begin())
        document = self.runner.run(self.client.get("/api/openapi.json")).json()
        self.operations = {
            found.ok().definition.raw["operationId"]: found.ok()
            for found in schemathesis.openapi.from_dict(document).get_all_operations()
        }

    async def _begin(self) -> httpx2.AsyncClient:
        client = await shop(self.place, *create(("SYS", "Shop"), ("FUNC", "Place order")))
        said = await client.post(
            "/api/projects/shop/messages", json={"commandId": uuid(3), "text": "A clerk ships an order"}
        )
        body = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("REQ", "Speed"))}
        proposal = (await client.post("/api/projects/shop/proposals", json=body)).json()
        ids = said.json()
        await self.place.settled("shop", ids["runId"])
        run = (await client.get(f"/api/projects/shop/runs/{ids['runId']}")).json()
        commits = (await client.get("/api/projects/shop/commits")).json()["commits"]
        added = await client.post(
            "/api/projects/shop/documents", params={"name": "law.md"}, content=b"# Law\n\nShips must be fast.\n",
            headers={"content-type": "application/octet-stream"},
        )  # fmt: skip
        document = added.json()["document"]["documentId"]
        passages = (await client.get(f"/api/projects/shop/documents/{document}/passages")).json()["passages"]
        await client.put("/api/projects/shop/baselines/PDR", json={"revision": 1})
        await client.post(
            "/api/projects/shop/import", params={"name": "parts.csv", "map": "parts=MOD"}, content=b"id,name\r\n1,Pump\r\n",
            headers={"content-type": "application/octet-stream"},
        )  # fmt: skip
        mapping = (await client.get("/api/projects/shop/mappings")).json()["mappings"][0]["mappingId"]
        members = (await client.get("/api/projects/shop/members")).json()["members"]
        webhook = (await client.post("/api/projects/shop/webhooks", json={"url": f"http://{NOBODY}/"})).json()
        remark = {"commandId": uuid(4), "kind": "proposal", "about": proposal["proposalId"], "text": "Why?"}
        comment = (await client.post("/api/projects/shop/comments", json=remark)).json()["commentId"]
        nightly = {"name": "nightly", "cron": "@daily", "workflow": "ask", "text": "What is missing?"}
        schedule = (await client.post("/api/projects/shop/schedules", json=nightly)).json()["scheduleId"]
        place = {"commandId": uuid(5), "name": "Open", "place": "show=graph"}
        view = (await client.post("/api/projects/shop/views", json=place)).json()
        link = (await client.post("/api/projects/shop/shares", json={"kind": "view", "about": "hierarchy"})).json()
        element = (await client.get("/api/projects/shop/nodes/FN1")).json()["node"]["nodeId"]
        self.known = {
            "project": "shop", "held": "shop", "ref": "FN1", "node": "FN1", "element": element, "comment": comment, "commit": commits[0]["commitId"], "thread": ids["threadId"],
            "run": ids["runId"], "step": run["steps"][0]["stepId"], "proposal": proposal["proposalId"],
            "other": ids["runId"], "document": document, "passage": passages[0]["passageId"],
            "person": members[0]["personId"],
            "token": uuid(9), "webhook": webhook["webhook"]["webhookId"], "schedule": schedule, "mapping": mapping, "baseline": "PDR",
            "format": "format-e", "model": "shop", "view": view["savedViewId"],
            "share": link["link"]["shareId"], "session": uuid(8), "passkey": "0" * 16, "kind": "Users", "resource": uuid(7),
            "secret": "s" * 43,
        }  # fmt: skip
        return client

    def ask(self, case: Any, *, real: bool) -> None:
        if real:
            case.path_parameters = {name: self.known[name] for name in case.path_parameters or {}}
        sent = case.as_transport_kwargs(base_url=BASE)
        sent.pop("cookies", None)  # made up ones; the client brings its own
        if "data" in sent:
            sent["content"] = sent.pop("data")
        answer = self.runner.run(self.client.request(**sent))
        answer.elapsed  # noqa: B018  httpx2 wants the answer closed before it is asked how long it took
        checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in LEFT_OUT]
        case.validate_response(answer, checks=checks)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            forms = {"/v1/": {"error"}, "/scim/": {"schemas", "status", "scimType", "detail"}}
            ours = {"code", "message", "retry", "fields"}
            form = next((form for start, form in forms.items() if case.path.startswith(start)), ours)
            assert set(json.loads(answer.content)) <= form

    def close(self) -> None:
        self.runner.run(self._opened.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture(scope="module")
def visit():
    opened = Visit()
    yield opened
    opened.close()


def examine(visit: Visit, name: str, examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
        derandomize=True,
    )
    @given(case=visit.operations[name].as_strategy(), real=st.booleans())
    def one(case: Any, real: bool) -> None:
        visit.ask(case, real=real)

    one()


@pytest.mark.requirement("R-43", "R-48")
@pytest.mark.parametrize("name", QUICK)
def test_a_few_made_up_requests_are_answered_as_documented(visit, name):
    examine(visit, name, 5)


@pytest.mark.slow
@pytest.mark.requirement("R-43", "R-48")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [each.name for each in ENDPOINTS if each.needs != "socket" and each.name not in NEVER])
def test_made_up_requests_of_every_operation_are_answered_as_documented(visit, name):
    examine(visit, name, 30)
