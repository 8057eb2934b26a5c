"""The command `webhook`: tell another program what happens in a project, and see what became of it."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand, NeedsChoice, NotFound
from graphwright.formats.table import table
from graphwright.protocol.ids import ProjectId
from graphwright.webhooks.records import Delivery, Webhook
from graphwright.webhooks.webhooks import IssuedWebhook
from graphwright.workbench import Workbench

_NOT_TAKEN: Final = 3
"""Exit code: the receiver did not take what was sent."""
_Action: TypeAlias = Callable[[Workbench, ProjectId, argparse.Namespace, Output], Awaitable[int]]


async def webhook(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List or add webhooks, or do something to one."""
    project = (await workbench.open_project(options.project)).project
    return await WEBHOOK_ACTIONS[options.action](workbench, project.project_id, options, output)


async def _list(workbench: Workbench, project_id: ProjectId, _options: argparse.Namespace, output: Output) -> int:
    found = await workbench.webhooks.of(project_id)
    none = ["nobody is told; add a receiver: graphwright webhook add PROJECT https://..."]
    cells = [(each.webhook_id, each.url, ", ".join(each.events) or "all", _state(each)) for each in found]
    told = [line for each in found for line in _deliveries(each)]
    lines = [*table(("webhook", "address", "events", "state"), cells), *told] if found else none
    output.result({"webhooks": found}, lines)
    return 0


async def _add(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    if options.target is None:
        raise InvalidCommand("webhook add needs the address of a receiver, such as https://ci.example.org/hooks")
    issued = await workbench.webhooks.add(
        project_id,
        options.target,
        by=await workbench.owner(),
        events=options.event,
        description=options.description or "",
        after=options.after,
    )
    return _shown(issued, output)


async def _secret(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    return _shown(await workbench.webhooks.renew_secret(await _meant(workbench, project_id, options)), output)


async def _on(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    webhook = await _meant(workbench, project_id, options)
    changed = await workbench.webhooks.change(webhook, is_on=True, from_now=options.from_now)
    output.result({"webhook": changed}, [f"{changed.url} is told what happened after event {changed.after}"])
    return 0


async def _off(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    changed = await workbench.webhooks.change(await _meant(workbench, project_id, options), is_on=False)
    output.result({"webhook": changed}, [f"{changed.url} is told nothing any more"])
    return 0


async def _remove(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    gone = await _meant(workbench, project_id, options)
    await workbench.webhooks.remove(gone)
    output.result({"webhook": gone}, [f"removed the webhook to {gone.url}"])
    return 0


async def _test(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    return _sent(await workbench.deliverer.test(await _meant(workbench, project_id, options)), output)


async def _redeliver(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace, output: Output) -> int:
    if options.sequence is None:
        raise InvalidCommand("webhook redeliver needs --sequence, the number of an event")
    webhook = await _meant(workbench, project_id, options)
    return _sent(await workbench.deliverer.redeliver(webhook, options.sequence), output)


WEBHOOK_ACTIONS: Final[Mapping[str, _Action]] = MappingProxyType(
    {
        "list": _list,
        "add": _add,
        "on": _on,
        "off": _off,
        "test": _test,
        "redeliver": _redeliver,
        "secret": _secret,
        "remove": _remove,
    }
)
"""What can be done."""


async def _meant(workbench: Workbench, project_id: ProjectId, options: argparse.Namespace) -> Webhook:
    """The webhook that an id, or the end of one, stands for; the only one where none is given."""
    wanted = options.target or ""
    found = [each for each in await workbench.webhooks.of(project_id) if each.webhook_id.endswith(wanted)]
    if not found:
        raise NotFound(f"this project has no webhook {wanted[:80]!r}" if wanted else "this project has no webhook")
    if len(found) > 1:
        raise NeedsChoice("which one? give its id", candidates=[each.webhook_id for each in found])
    return found[0]


def _shown(issued: IssuedWebhook, output: Output) -> int:
    lines = [
        f"{issued.webhook.url} is told, as webhook {issued.webhook.webhook_id}; its secret, shown only now:",
        issued.secret,
    ]
    output.result(issued, lines)
    return 0


def _sent(delivery: Delivery, output: Output) -> int:
    output.result({"delivery": delivery}, [_told(delivery)])
    return 0 if delivery.status == "delivered" else _NOT_TAKEN


def _deliveries(webhook: Webhook) -> list[str]:
    return ["", f"{webhook.webhook_id}, newest last:", *(f"  {_told(each)}" for each in webhook.deliveries[-10:])]


def _told(delivery: Delivery) -> str:
    answer = PROBLEMS[delivery.problem] if delivery.problem else "taken"
    status = "" if delivery.http_status is None else f" ({delivery.http_status})"
    again = "" if delivery.next_at is None else f"; again at {delivery.next_at.isoformat(timespec='seconds')}"
    at = delivery.at.isoformat(timespec="seconds")
    return f"{at} event {delivery.sequence} {delivery.type}, attempt {delivery.attempts}: {answer}{status}{again}"


PROBLEMS: Final = {
    "address": "its name leads to where no webhook may lead; an administrator can allow it",
    "name": "its name is not known",
    "connection": "it cannot be reached",
    "certificate": "its certificate is not accepted",
    "time": "it did not answer in time",
    "status": "it answered with no success",
}
"""Why nobody took a delivery."""


def _state(webhook: Webhook) -> str:
    if webhook.off is not None:
        return {"person": "off", "failing": "off, it failed for days", "gone": "off, it said it is gone"}[webhook.off]
    return "on" if webhook.failing_since is None else f"failing since {webhook.failing_since.isoformat('T', 'seconds')}"
