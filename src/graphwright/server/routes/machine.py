"""The server itself: health, figures, and what only the same user of the machine may do over the Unix socket."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Raw

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Command, JsonValue, Record
from graphwright.protocol.commandline import CommandLine, PrintedPiece
from graphwright.protocol.language_models import ConfiguredModel, ModelUse
from graphwright.protocol.runs import WorkflowName
from graphwright.server.endpoint import LINES, PROJECT, EndpointCall, HttpAnswer, Lines, NoBody, NoQuery, endpoint
from graphwright.store.base import Store
from graphwright.version import VERSION

EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"
HEALTH_PATH: Final = "/healthz"
READY_PATH: Final = "/readyz"
METRICS_PATH: Final = "/metrics"
COMMAND_BYTES: Final = 768 * 1024 * 1024
"""Room for the largest import on standard input, in base64."""


class Health(Record, frozen=True, kw_only=True):
    """The server answers."""

    status: Literal["ok"]
    version: str
    waits_for_standby: bool | None = None
    """Whether a change is acknowledged when a standby of the database has it; unset where there is no such choice."""


class BackupPost(Command, frozen=True, kw_only=True):
    """Where to."""

    folder: str
    """A full path; empty, or not there yet."""


class CheckPost(Command, frozen=True, kw_only=True):
    """How thoroughly."""

    deep: bool = True


@endpoint("health.get", HEALTH_PATH, "everybody")
async def health(call: EndpointCall[NoQuery, NoBody]) -> Health:
    """Whether the server answers; one that waits for its database does."""
    await call.workbench.store.projects()
    return _well(call.workbench.store)


@endpoint("readiness.get", READY_PATH, "everybody")
async def readiness(call: EndpointCall[NoQuery, NoBody]) -> Health:
    """Whether changes are taken now: 503 while the database is away, or its disk has failed."""
    store = call.workbench.store
    await store.check_writes()
    await store.get_record("readiness", "asked")
    return _well(store)


def _well(store: Store) -> Health:
    waits_for = store.standing.waits_for
    return Health(status="ok", version=VERSION, waits_for_standby=None if waits_for is None else waits_for != "")


class ModelList(Record, frozen=True, kw_only=True):
    """The configured language models; none: the offline assistant answers."""

    models: list[ConfiguredModel]
    uses: list[ModelUse]


@endpoint("models.get", "/api/models", "person")
async def models(call: EndpointCall[NoQuery, NoBody]) -> ModelList:
    """Which language models are configured, what each can do and what it costs."""
    catalogue = call.workbench.catalogue
    return ModelList(models=await catalogue.told(), uses=catalogue.uses())


class PluginWorkflowFacts(Record, frozen=True, kw_only=True):
    """A workflow that a plugin brings."""

    name: WorkflowName
    """As messages and schedules name it."""
    title: str
    statement: str
    """What it does, in its author's words."""


class PluginWorkflowList(Record, frozen=True, kw_only=True):
    """The workflows of plugins."""

    workflows: list[PluginWorkflowFacts]


@endpoint("workflows.get", "/api/workflows", "person")
async def workflows(call: EndpointCall[NoQuery, NoBody]) -> PluginWorkflowList:
    """Which workflows plugins bring, beside those of the program."""
    return PluginWorkflowList(
        workflows=[
            PluginWorkflowFacts(name=each.full_name, title=each.told.title, statement=each.told.statement)
            for each in call.workbench.contributions.workflows
        ]
    )


@endpoint("metrics.get", METRICS_PATH, "operator", answer=str, media=EXPOSITION)
async def metrics(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Figures for Prometheus; needs a token or the owner."""
    return HttpAnswer(call.server_state.telemetry.text(), media=EXPOSITION)


@endpoint("commandline.post", "/api/commandline", "socket", answer=PrintedPiece, media=LINES, most=COMMAND_BYTES)
async def command_line(call: EndpointCall[NoQuery, CommandLine]) -> HttpAnswer:
    """Run a command of the command line."""
    run = call.server_state.run_command
    if run is None:
        raise InvalidCommand("this server runs no commands")
    return HttpAnswer(Lines(run(call.body)), media=LINES)


@endpoint("backup.post", "/api/backup", "socket", answer=Raw)
async def backup(call: EndpointCall[NoQuery, BackupPost]) -> HttpAnswer:
    """Copy all data into a folder; the command notes it in the audit."""
    return await _printed(call, CommandLine(command="backup", options={"folder": call.body.folder, "json": True}))


@endpoint("check.post", PROJECT + "/check", "socket", answer=Raw)
async def check(call: EndpointCall[NoQuery, CheckPost]) -> HttpAnswer:
    """Check a project against its journal."""
    options: dict[str, JsonValue] = {
        "project": call.project.project_id,
        "deep": call.body.deep,
        "phase": None,
        "json": True,
    }
    return await _printed(call, CommandLine(command="check", options=options))


async def _printed(
    call: EndpointCall[NoQuery, BackupPost] | EndpointCall[NoQuery, CheckPost], line: CommandLine
) -> HttpAnswer:
    run = call.server_state.run_command
    if run is None:
        raise InvalidCommand("this server runs no commands")
    out, code = "", 0
    async for printed in run(line):
        out += printed.out
        code = code if printed.code is None else printed.code
    return HttpAnswer(Raw(out.encode()), status=200 if code == 0 else 409)
