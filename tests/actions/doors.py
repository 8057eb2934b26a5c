"""The doors of one workbench, each with the same way in: send a command as somebody, hear the result or the refusal."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from typing import Any, Protocol

import httpx2
import msgspec

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import ACTIONS, carry_out
from graphwright.actions.refusals import refusal
from graphwright.cli.arguments import parser
from graphwright.cli.commands import COMMANDS
from graphwright.cli.guard import guarded
from graphwright.cli.output import Output
from graphwright.client.in_process import InnerDoor
from graphwright.errors import GraphwrightError
from graphwright.languages import supported
from graphwright.protocol.graph import Author
from graphwright.protocol.wire import PROTOCOL_VERSION, encode
from tests.actions.samples import tag_of
from tests.server.place import Place

Fields = dict[str, Any]
BY_TAG = {tag_of(command): command for command in ACTIONS}


class Door(Protocol):
    """A way in. Answers `("result", ...)` or `("error", ...)`, the latter as code, message, retry and fields."""

    async def __call__(self, place: Place, who: Author, fields: Fields, language: str = "en") -> tuple[str, Any]: ...


async def websocket(place: Place, who: Author, fields: Fields, language: str = "en") -> tuple[str, Any]:
    ticket = await place.server_state.authenticator.tickets.issue(who.person_id, timedelta(minutes=1))
    line = await InnerDoor(place.network).dial()
    opening = {"type": "session.open", "protocolVersion": PROTOCOL_VERSION, "projectId": "shop", "ticket": ticket}
    opening["language"] = language
    await line.send(json.dumps(opening))
    await line.send(json.dumps(fields))
    while True:
        frame = json.loads(await line.receive())
        for event in frame if isinstance(frame, list) else [frame]:
            if event.get("replyTo") == fields["commandId"]:
                await line.close()
                is_reply = event["type"] == "reply"
                return ("result", event["result"]) if is_reply else ("error", error(event))


async def rest(place: Place, who: Author, fields: Fields, language: str = "en") -> tuple[str, Any]:
    client = await place.entered(who.person_id)
    speaks = {"accept-language": language}
    return heard(await client.post("/api/projects/shop/commands", json=fields, headers=speaks))


async def rest_address(place: Place, who: Author, fields: Fields, language: str = "en") -> tuple[str, Any]:
    """The address that a command has for itself, where it has one; else that of all."""
    address, in_path = ADDRESSES.get(fields["type"], ("commands", ()))
    body = {name: value for name, value in fields.items() if name not in {"type", *in_path}}
    if address == "commands":
        body = fields
    for name in in_path:
        value = fields[name][0] if isinstance(fields[name], list) else fields[name]
        address = address.replace(f"{{{name}}}", value)
    client = await place.entered(who.person_id)
    speaks = {"accept-language": language}
    return heard(await client.post(f"/api/projects/shop/{address}", json=body, headers=speaks))


ADDRESSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "message.send": ("messages", ()),
    "form.answer": ("runs/{runId}/forms/{stepId}", ("runId", "stepId")),
    "thread.open": ("threads", ()),
    "changes.submit": ("changes", ()),
    "changes.propose": ("proposals", ()),
    "commit.revert": ("commits/{commitId}/revert", ("commitId",)),
    "proposal.decide": ("proposals/{proposalId}/decision", ("proposalId",)),
    "model.derive": ("derivations", ()),
    "nodes.merge": ("merges", ()),
    "node.retype": ("nodes/{node}/retype", ("node",)),
    "edge.relink": ("relinks", ()),
    "documents.propose": ("documents/{documentIds}/candidates", ("documentIds",)),
}


async def in_process(place: Place, who: Author, fields: Fields, language: str = "en") -> tuple[str, Any]:
    """A program that holds the workbench inside itself; its commands are records, not JSON."""
    open_project = await place.workbench.open_project("shop")
    owner = await place.workbench.owner()
    command = msgspec.json.decode(json.dumps(fields), type=BY_TAG[fields["type"]])
    caller = Caller(who, "owner" if who.person_id == owner.person_id else "account")
    try:
        done = await carry_out(command, caller=caller, open_project=open_project, workbench=place.workbench)
    except GraphwrightError as refused:
        return "error", error(json.loads(encode(refusal(refused, supported(language)))))
    return "result", json.loads(done.result)


async def typed(place: Place, *words: str, language: str = "en") -> tuple[str, Any]:
    """What the command line answers to these words."""
    out = io.StringIO()
    output = Output(as_json=True, to=out, notes=io.StringIO())
    output.language = supported(language)
    options = parser().parse_args([*words, "--json"])
    await guarded(lambda: COMMANDS[options.command](place.workbench, options, output), output)
    told = json.loads(out.getvalue())
    return ("error", error(told["error"])) if "error" in told else ("result", told)


def heard(answer: httpx2.Response) -> tuple[str, Any]:
    body = json.loads(answer.content)
    return ("result", body) if answer.is_success else ("error", error(body))


def error(told: Fields) -> Fields:
    """What all doors must tell alike."""
    return {name: told.get(name) for name in ("code", "message", "retry", "fields")}
