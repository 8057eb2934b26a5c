"""Every REST operation and every command of the WebSocket, for everybody, on own, foreign and unknown projects (R-10)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import httpx2
import pytest

from graphwright.actions.dispatch import ACTIONS, right_for
from graphwright.protocol.commands import ClientCommand, Writing
from graphwright.protocol.projects import RIGHTS
from graphwright.server.endpoint import Endpoint
from graphwright.server.routes import ENDPOINTS
from tests.actions.samples import NOTHING, least, tag_of
from tests.server.place import Place, create, uuid

MEMBERS = ("viewer", "commenter", "approver", "editor", "admin")
EVERYBODY = (*MEMBERS, "owner", "program", "stranger", "nobody")
"""`program` is an editor's API token; `stranger` is a member of another project only."""
PROJECTS = ("own", "foreign", "unknown")

# Said here once more, by hand: a slip in the table of endpoints must not be able to give itself the right.
NEEDS = {
    "projects.get": "person", "projects.post": "account", "project.get": "read", "project.patch": "admin",
    "project.delete": "admin", "state.get": "read", "state.lines.get": "read", "graph.get": "read", "ontology.get": "read", "node.get": "read",
    "neighbourhood.get": "read", "changes.post": "build", "commits.get": "read", "element.history.get": "read", "revert.post": "build",
    "journal.get": "read", "events.get": "read", "stream.get": "read", "findings.get": "read", "search.get": "read", "context.post": "read", "context.get": "read",
    "import.post": "build", "export.get": "read", "exports.get": "read", "exports.post": "read", "formats.get": "person", "threads.get": "read", "threads.post": "ask", "thread.get": "read", "thread.export.get": "read",
    "messages.post": "ask", "runs.get": "read", "run.get": "read", "step.get": "read", "step.request.get": "read", "run.context.get": "read",
    "run.export.get": "read", "run.tree.get": "read", "run.compare.get": "read",
    "forms.post": "ask", "proposals.get": "read", "proposals.post": "ask", "proposal.get": "read", "decision.post": "decide",
    "commands.post": "read", "session.post": "everybody", "session.get": "person", "session.delete": "person",
    "secondFactor.post": "account", "secondFactor.put": "account", "sessions.get": "account", "sessions.delete": "account", "session.other.delete": "account",
    "passkeyLogin.post": "everybody", "passkeyLogin.put": "everybody", "passkeys.get": "account", "passkeys.post": "account", "passkeys.put": "account", "passkey.delete": "account",
    "scimResources.get": "directory", "scimResources.post": "directory", "scimSearch.post": "directory", "scimSearchAll.post": "directory", "scimResource.get": "directory", "scimResource.put": "directory",
    "scimResource.patch": "directory", "scimResource.delete": "directory",
    "directory.get": "owner", "scimToken.post": "owner", "scimToken.delete": "owner",
    "ways.get": "everybody", "company.post": "everybody", "company.put": "everybody", "companyLogout.post": "everybody",
    "members.get": "read", "members.put": "admin", "invitation.delete": "admin",
    "password.put": "account", "personalData.get": "account", "people.get": "owner", "deletion.get": "owner", "deletion.put": "owner", "tokens.get": "account", "tokens.post": "account", "token.delete": "account",
    "health.get": "everybody", "readiness.get": "everybody", "mcp.post": "person", "mcpResource.get": "everybody", "models.get": "person", "workflows.get": "person", "workflow.post": "ask", "suggestions.get": "read",
    "agui.post": "ask", "completionModels.get": "person", "completionModel.get": "person", "completions.post": "person",
    "shares.get": "admin", "shares.post": "admin", "share.delete": "admin", "shared.post": "everybody",
    "mappings.get": "read", "mapping.put": "build", "mapping.delete": "build",
    "baselines.get": "read", "baseline.put": "build", "baseline.patch": "build", "baseline.delete": "build", "comparison.get": "read", "overview.get": "read",
    "metrics.get": "operator", "audit.get": "owner", "audit.export.get": "owner", "commandline.post": "socket", "backup.post": "socket", "check.post": "socket",
    "openapi.get": "everybody", "documents.get": "read", "documents.post": "build", "documents.archive.post": "build", "document.get": "read",
    "document.delete": "build", "document.passages.get": "read", "passages.get": "read", "passage.get": "read",
    "schedules.get": "read", "schedules.post": "ask", "schedule.patch": "ask", "schedule.delete": "ask",
    "webhooks.get": "admin", "webhooks.post": "admin", "webhook.patch": "admin", "webhook.delete": "admin",
    "webhook.secret.post": "admin", "webhook.test.post": "admin", "redelivery.post": "admin",
    "questions.get": "read", "candidates.get": "read", "candidates.post": "ask", "derivations.post": "ask", "merge.post": "ask", "retype.post": "ask", "relink.post": "ask", "discussion.get": "read", "costs.get": "read", "holds.get": "owner", "installation.get": "owner", "hold.put": "owner", "quotas.get": "read", "link.put": "build", "link.delete": "build", "node.passages.get": "read",
    "comments.get": "read", "comments.post": "ask", "replies.post": "ask", "comment.patch": "ask", "comment.delete": "ask",
    "mail.get": "account", "mail.put": "account", "mail.patch": "account", "mail.delete": "account", "mailConfirmation.post": "account",
    "unsubscription.get": "everybody", "unsubscription.post": "everybody", "seenComments.post": "read", "mailTest.post": "owner",
    "views.get": "read", "views.post": "ask", "view.patch": "ask", "view.delete": "ask",
}  # fmt: skip
COMMANDS = {
    "session.open": "read", "canvas.update": "read", "presence.update": "read", "message.send": "ask",
    "message.edit": "ask", "changes.propose": "ask", "model.derive": "ask", "documents.propose": "ask", "nodes.merge": "ask", "node.retype": "ask", "edge.relink": "ask", "thread.open": "ask", "answer.apply": "build", "run.cancel": "ask", "run.retry": "ask", "form.answer": "ask", "thread.update": "ask",
    "discussion.steer": "ask", "proposal.decide": "decide", "proposal.amend": "decide", "proposal.withdraw": "ask", "changes.submit": "build",
    "comment.write": "ask", "comment.reply": "ask", "comment.update": "ask", "comment.delete": "ask",
    "view.save": "ask", "view.update": "ask",
    "commit.revert": "build", "changes.undo": "build", "changes.redo": "build", "layout.update": "build",
}  # fmt: skip

BODIES: dict[str, Any] = {
    # JSON-RPC: the shape is not ours, and who reads it ignores the fields that they do not know.
    "mcp.post": b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
    "agui.post": {"threadId": "t", "runId": "r", "messages": []},
    "completions.post": {"model": "own", "messages": [{"role": "user", "content": " "}]},
    "scimResources.post": b"{}",
    "scimSearch.post": b"{}",
    "scimSearchAll.post": b"{}",
    "scimResource.put": b"{}",
    "scimResource.patch": b"{}",
    "scimToken.post": {},
    "passkeyLogin.post": {},
    "passkeyLogin.put": {"credential": {}},
    "passkeys.post": {},
    "passkeys.put": {"name": "a", "credential": {}},
    "project.patch": {"phase": 1},
    "changes.post": {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "A")), "dryRun": True},
    "revert.post": {"commandId": uuid(2)},
    "context.post": {},
    "documents.post": b"# A title\n\nA sentence.",
    "documents.archive.post": bytes(1024),
    "link.put": {},
    "candidates.post": {"commandId": uuid(9)},
    "derivations.post": {"commandId": uuid(9), "product": "tests"},
    "merge.post": {"commandId": uuid(9), "kept": NOTHING, "others": [NOTHING]},
    "retype.post": {"commandId": uuid(9), "nodeType": "SYS"},
    "relink.post": {"commandId": uuid(9), "edge": NOTHING, "newType": "io"},
    "exports.post": {},
    "import.post": b'{"projectId": "x", "revision": 0, "nodes": [], "edges": []}',
    "schedules.post": {"name": "nightly"},
    "schedule.patch": {},
    "webhooks.post": {"url": "ftp://nowhere"},
    "webhook.patch": {},
    "webhook.secret.post": {},
    "webhook.test.post": {},
    "redelivery.post": {"sequence": 1},
    "workflow.post": {"text": "What is there?"},
    "comments.post": {"commandId": uuid(10), "kind": "node", "about": NOTHING, "text": "Why?"},
    "replies.post": {"commandId": uuid(11), "text": "Because."},
    "comment.patch": {"commandId": uuid(12), "resolved": True},
    "mail.put": {"address": "ana@example.org"},
    "mail.patch": {"reviews": True},
    "mailConfirmation.post": {"code": "123456"},
    "mailTest.post": {"address": "ana@example.org"},
    "unsubscription.post": b"List-Unsubscribe=One-Click",
    "seenComments.post": {"commentIds": [NOTHING]},
    "views.post": {"commandId": uuid(13), "name": "Open", "place": "show=table"},
    "view.patch": {"commandId": uuid(14), "name": "Closed"},
    "shares.post": {"kind": "view", "about": "hierarchy"},
    "shared.post": {"secret": "nobody knows it"},
    "mapping.put": {"corrections": {"": "MOD"}},
    "baseline.put": {"revision": 0},
    "baseline.patch": {"name": "CDR"},
    "threads.post": {"commandId": uuid(3), "title": "A talk"},
    "messages.post": {"commandId": uuid(4), "text": " "},
    "forms.post": {"commandId": uuid(5), "skip": True},
    "proposals.post": {"commandId": uuid(6), "baseRevision": 0, "operations": []},
    "decision.post": {"commandId": uuid(7), "digest": "x", "decision": "reject"},
    "commands.post": {"type": "changes.undo", "commandId": uuid(8)},
    "members.put": {"personId": NOTHING, "access": "viewer"},
    "projects.post": {"name": "made here"},
    "session.post": {"ticket": "x"},
    "deletion.put": {"name": "nobody"},
    "hold.put": {"reason": "a case"},
    "secondFactor.post": {},
    "secondFactor.put": {"code": "x", "isOn": False},
    "company.post": {},
    "company.put": {"state": "x", "code": "x"},
    "companyLogout.post": b"logout_token=x",
    "password.put": {"password": "too short"},
    "tokens.post": {"project": "foreign", "access": "viewer"},
}
QUERIES = {"search.get": "?q=x", "passages.get": "?q=x", "documents.post": "?name=a.md", "comparison.get": "?base=0"}


@pytest.fixture
async def people(place: Place) -> dict[str, httpx2.AsyncClient]:
    await place.project("own")
    await place.project("foreign")
    people = {name: await place.somebody(name, own=name) for name in MEMBERS}  # type: ignore[arg-type]  # names are access
    people["owner"] = await place.owner()
    people["program"] = await place.program("own", "editor")
    await place.project("other")
    people["stranger"] = await place.somebody("stranger", other="admin")
    people["nobody"] = place.anybody()
    return people


def rights_of(who: str, project: str) -> frozenset[str] | None:
    """What somebody may do in a project; None = it does not exist for them."""
    if project == "unknown":
        return None
    if who == "owner":
        return frozenset(RIGHTS["admin"])
    if project == "foreign" or who in {"stranger", "nobody"}:
        return None
    return frozenset(RIGHTS["editor" if who == "program" else who])  # type: ignore[index]


def expected(who: str, needs: str, project: str | None) -> Callable[[httpx2.Response], bool]:
    """What must come of it: a refusal of exactly one kind, or anything that is no refusal of rights."""
    if needs == "socket":
        return lambda answer: answer.status_code == 404 and "nothing at this address" in answer.text
    if needs == "directory":
        return lambda answer: (answer.status_code, answer.json()["status"]) == (401, "401")
    if needs == "everybody":
        return lambda answer: answer.status_code != 403
    if who == "nobody":
        return lambda answer: (answer.status_code, told(answer)["code"]) == (401, "notAuthenticated")
    if project is None:
        allowed = {
            "person": True,
            "account": who != "program",
            "operator": who in {"owner", "program"},
            "owner": who == "owner",
        }[needs]
    else:
        rights = rights_of(who, project)
        if rights is None:
            return lambda answer: told(answer) == {
                "code": "notFound", "message": f"there is no project {project!r}", "retry": "never",
            } and answer.status_code == 404  # fmt: skip
        allowed = needs in rights
    if not allowed:
        return lambda answer: (answer.status_code, told(answer)["code"]) == (403, "accessDenied")
    return lambda answer: answer.status_code not in {401, 403, 500} and "no project" not in answer.text


def told(answer: httpx2.Response) -> Any:
    """A refusal in our form; chat clients are told it in theirs."""
    body = answer.json()
    if "error" not in body:
        return body
    error = body["error"]
    code = "notFound" if error["code"] == "model_not_found" else error["code"]
    retry = "later" if answer.headers["x-should-retry"] == "true" else "never"
    return {"code": code, "message": error["message"], "retry": retry}


# What they need depends on their body: the command that is sent, the project that is named.
BY_BODY = {
    "commands.post": "build", "tokens.post": "admin", "completions.post": "ask", "completionModel.get": "read"
}  # fmt: skip


async def send(client: httpx2.AsyncClient, endpoint: Endpoint, project: str | None) -> httpx2.Response:
    path = (
        endpoint.path.replace("{project}", project or "").replace("{model}", project or "").replace("{kind}", "Users")
    )
    for name in (
        "ref",
        "held",
        "commit",
        "element",
        "thread",
        "run",
        "step",
        "proposal",
        "person",
        "token",
        "session",
        "document",
        "passage",
        "baseline",
        "webhook",
        "schedule",
        "share",
        "passkey",
        "secret",
        "resource",
    ):
        path = path.replace(f"{{{name}}}", NOTHING)
    path += QUERIES.get(endpoint.name, "")
    body = BODIES.get(endpoint.name)
    if endpoint.name == "tokens.post":
        body = {**body, "project": project}
    if endpoint.name == "completions.post":
        body = {**body, "model": project}
    if isinstance(body, bytes):
        return await client.request(endpoint.method, path, content=body, headers={"content-type": endpoint.takes})
    return (
        await client.request(endpoint.method, path, json=body)
        if body is not None
        else await client.request(endpoint.method, path)
    )


@pytest.mark.requirement("R-10", "I-14", "H-21")
def test_every_endpoint_and_every_command_is_in_the_matrix():
    assert {endpoint.name: endpoint.needs for endpoint in ENDPOINTS} == NEEDS
    assert {tag_of(kind): right_for(kind) for kind in get_args(ClientCommand)} == COMMANDS
    assert set(ACTIONS) == {kind for kind in get_args(ClientCommand) if issubclass(kind, Writing)}
    writing = {endpoint.name for endpoint in ENDPOINTS if endpoint.method in {"POST", "PUT", "PATCH"}}
    assert writing - set(BODIES) <= {"commandline.post", "backup.post", "check.post"}


@pytest.mark.requirement("R-10", "R-03", "I-14", "B-78", "WF-13")
async def test_the_matrix_of_operations(place, people):
    cells = 0
    wrong: list[str] = []
    for endpoint in sorted(ENDPOINTS, key=lambda each: each.name in {"project.delete", "session.delete"}):
        if endpoint.name in {"project.delete", "session.delete"}:
            continue
        for who in EVERYBODY:
            for project in PROJECTS if endpoint.has_project or endpoint.name in BY_BODY else (None,):
                answer = await send(people[who], endpoint, project)
                cells += 1
                is_refused_first = endpoint.needs == "account" and who == "program"  # whatever its body names
                asked = (
                    (endpoint.needs, None)
                    if is_refused_first
                    else (BY_BODY.get(endpoint.name, endpoint.needs), project)
                )
                if not expected(who, *asked)(answer):
                    wrong.append(f"{endpoint.name} {who} {project}: {answer.status_code} {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)
    print(f"{cells} cells")
    assert cells > 700


@pytest.mark.requirement("R-10")
@pytest.mark.parametrize("who", EVERYBODY)
async def test_who_may_delete_a_project(place, people, who):
    endpoint = next(each for each in ENDPOINTS if each.name == "project.delete")
    for project in PROJECTS:
        answer = await send(people[who], endpoint, project)
        assert expected(who, "admin", project)(answer), (project, answer.text)


@pytest.mark.requirement("R-10")
@pytest.mark.parametrize("who", EVERYBODY)
async def test_who_may_log_out(place, people, who):
    endpoint = next(each for each in ENDPOINTS if each.name == "session.delete")
    assert expected(who, "person", None)(await send(people[who], endpoint, None))


@pytest.mark.requirement("R-10", "R-11", "I-14")
async def test_the_matrix_of_commands(place, people):
    cells = 0
    wrong: list[str] = []
    for command in ACTIONS:
        tag, fields = tag_of(command), least(command)
        for who in EVERYBODY:
            for project in PROJECTS:
                cells += 1
                body = {**fields, "commandId": uuid(1_000 + cells)}
                answer = await people[who].post(f"/api/projects/{project}/commands", json=body)
                if not expected(who, COMMANDS[tag], project)(answer):
                    wrong.append(f"{tag} {who} {project}: {answer.status_code} {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)
    assert cells == len(ACTIONS) * len(EVERYBODY) * len(PROJECTS)


@pytest.mark.requirement("R-10", "I-14", "WD-06", "D-25")
async def test_ids_of_another_project_are_as_unknown_as_ids_that_never_were(place):
    """Somebody who may do everything in one project learns nothing of another one by its ids."""
    await place.project("other")
    owner, stranger = await place.owner(), await place.somebody("stranger", other="admin")
    await place.project("own")
    body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Hidden"))}
    commit = (await owner.post("/api/projects/own/changes", json=body)).json()["commit"]
    said = (await owner.post("/api/projects/own/messages", json={"commandId": uuid(2), "text": "Delete Hidden"})).json()
    await place.settled("own", said["runId"])
    run = (await owner.get(f"/api/projects/own/runs/{said['runId']}")).json()
    proposal = (await owner.get("/api/projects/own/proposals")).json()["proposals"][0]
    octets = {"content-type": "application/octet-stream"}
    added = await owner.post("/api/projects/own/documents?name=Hidden.md", content=b"Hidden words.", headers=octets)
    document_id = added.json()["document"]["documentId"]
    passages = (await owner.get(f"/api/projects/own/documents/{document_id}/passages")).json()["passages"]
    ids = {
        "document": document_id,
        "passage": passages[0]["passageId"],
        "ref": commit["changes"][0]["after"]["nodeId"],
        "commit": commit["commitId"],
        "thread": said["threadId"],
        "run": said["runId"],
        "step": run["steps"][0]["stepId"],
        "proposal": proposal["proposalId"],
    }
    seen = 0
    for endpoint in ENDPOINTS:
        names = [name for name in ids if f"{{{name}}}" in endpoint.path]
        if not names or endpoint.needs == "socket":
            continue
        answers = []
        for real in (True, False):
            path = endpoint.path.replace("{project}", "other")
            for name in names:
                path = path.replace(f"{{{name}}}", ids[name] if real else NOTHING)
            answer = await stranger.request(
                endpoint.method,
                path,
                json=_body(endpoint, uuid(10 + seen)),
            )
            text = answer.text
            for name in names:
                text = text.replace(ids[name], NOTHING)
            answers.append((answer.status_code, json.loads(text)))
        assert answers[0] == answers[1], endpoint.name
        assert answers[0][0] == 404, endpoint.name
        assert "Hidden" not in str(answers)
        seen += 1
    assert seen >= 8


def _body(endpoint: Endpoint, command_id: str) -> dict[str, Any] | None:
    """A body that the endpoint reads, with an id of its own where it takes one."""
    if not endpoint.writes:
        return None
    body = BODIES.get(endpoint.name, {})
    return {**body, "commandId": command_id} if "commandId" in body else body


@pytest.mark.requirement("R-10", "R-05", "D-22")
async def test_viewers_may_ask_where_the_project_says_so_and_nothing_else(place, people):
    viewer, owner = people["viewer"], people["owner"]
    asking = [endpoint for endpoint in ENDPOINTS if endpoint.has_project and endpoint.needs == "ask"]
    others = [each for each in ENDPOINTS if each.has_project and each.needs in {"build", "decide", "admin"}]

    async def refused() -> set[str]:
        answers = {each.name: await send(viewer, each, "own") for each in (*asking, *others)}
        return {name for name, answer in answers.items() if answer.status_code == 403}

    everything = {each.name for each in (*asking, *others)}
    assert await refused() == everything
    assert (await viewer.patch("/api/projects/own", json={"viewersAsk": True})).status_code == 403
    changed = await owner.patch("/api/projects/own", json={"viewersAsk": True})
    assert (changed.status_code, changed.json()["viewersAsk"]) == (200, True)

    assert await refused() == {each.name for each in others}
    assert (await send(people["commenter"], others[0], "own")).status_code == 403
    assert (await send(viewer, asking[0], "foreign")).status_code == 404
    command = {"type": "message.send", "commandId": NOTHING, "text": "Which functions are there?", "workflow": "ask"}
    assert (await viewer.post("/api/projects/own/commands", json=command)).status_code in {200, 202}

    await owner.patch("/api/projects/own", json={"viewersAsk": False})
    assert await refused() == everything
