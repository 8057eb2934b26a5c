"""The server itself: health, figures, and what only the same user of the machine may do over the Unix socket."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Raw

from graphwright import __version__
from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Command, JsonValue, Record
from graphwright.protocol.commandline import CommandLine, PrintedPiece
from graphwright.protocol.language_models import ConfiguredModel, ModelUse
from graphwright.server.endpoint import Endpoint, EndpointCall, HttpAnswer, Lines, NoBody, NoQuery

EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"
COMMAND_BYTES: Final = 768 * 1024 * 1024
"""Room for the largest import on standard input, in base64."""
LINES: Final = "application/x-ndjson"


class Health(Record, frozen=True, kw_only=True):
    """The server answers."""

    status: Literal["ok"]
    version: str


class BackupPost(Command, frozen=True, kw_only=True):
    """Where to."""

    folder: str
    """A full path; empty, or not there yet."""


class CheckPost(Command, frozen=True, kw_only=True):
    """How thoroughly."""

    deep: bool = True


async def health(call: EndpointCall[NoQuery, NoBody]) -> Health:
    """Whether the server answers and its store can be read."""
    await call.server_state.workbench.store.projects()
    return Health(status="ok", version=__version__)


class ModelList(Record, frozen=True, kw_only=True):
    """The configured language models; none: the offline assistant answers."""

    models: list[ConfiguredModel]
    uses: list[ModelUse]


async def models(call: EndpointCall[NoQuery, NoBody]) -> ModelList:
    """Which language models are configured, what each can do and what it costs."""
    catalogue = call.server_state.workbench.catalogue
    return ModelList(models=await catalogue.told(), uses=catalogue.uses())


async def metrics(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """All figures in Prometheus' text form."""
    return HttpAnswer(call.server_state.telemetry.text(), media=EXPOSITION)


async def command_line(call: EndpointCall[NoQuery, CommandLine]) -> HttpAnswer:
    """Run a command that was typed in another process; what it prints comes line by line as it is printed."""
    run = call.server_state.run_command
    if run is None:
        raise InvalidCommand("this server runs no commands")
    return HttpAnswer(Lines(run(call.body)), media=LINES)


async def backup(call: EndpointCall[NoQuery, BackupPost]) -> HttpAnswer:
    """Copy all data into a folder."""
    return await _printed(call, CommandLine(command="backup", options={"folder": call.body.folder, "json": True}))


async def check(call: EndpointCall[NoQuery, CheckPost]) -> HttpAnswer:
    """Findings, scores and gates; deep: whether everything derived follows from the journal."""
    options: dict[str, JsonValue] = {
        "project": call.open_project.project.project_id,
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


MACHINE: Final = (
    Endpoint(
        name="health.get", method="GET", path="/healthz", needs="everybody",
        summary="Whether the server answers", handle=health, answer=Health,
    ),
    Endpoint(
        name="models.get", method="GET", path="/api/models", needs="person",
        summary="Which language models are configured, what each can do and what it costs", handle=models,
        answer=ModelList,
    ),
    Endpoint(
        name="metrics.get", method="GET", path="/metrics", needs="operator",
        summary="Figures for Prometheus; needs a token or the owner", handle=metrics, answer=str, media=EXPOSITION,
    ),
    Endpoint(
        name="commandline.post", method="POST", path="/api/commandline", needs="socket",
        summary="Run a command of the command line", handle=command_line, body=CommandLine,
        most=COMMAND_BYTES, answer=PrintedPiece, media=LINES,
    ),
    Endpoint(
        name="backup.post", method="POST", path="/api/backup", needs="socket",
        summary="Copy all data into a folder", handle=backup, body=BackupPost, answer=Raw,
    ),
    Endpoint(
        name="check.post", method="POST", path="/api/projects/{project}/check", needs="socket",
        summary="Check a project against its journal", handle=check, body=CheckPost, answer=Raw,
    ),
)  # fmt: skip
