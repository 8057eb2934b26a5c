"""What a workflow of a plugin and the program say to each other: it asks for one thing, and is given it, line by line.

It has no other way out. Everything it asks for is done by the program, in its own steps (`workflows/of_plugin.py`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

from graphwright.contributions.calling import WORKER, ended, slow, too_much
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.requests import (
    AnswerRequest,
    ContentRequest,
    ProposalRequest,
    WorkReply,
    WorkRequest,
)
from graphwright.contributions.tasks import (
    ContributionFailure,
    ContributionName,
    PluginTask,
    WorkflowAnswer,
    WorkflowContribution,
    WorkTask,
)
from graphwright.errors import InvalidCommand, PluginFailed
from graphwright.ports import ProcessTalk, TooMuchSaid, in_thread, talking_process
from graphwright.protocol.operations import Operation

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
REQUEST_BYTES: Final = 16 * 1024 * 1024
"""Of one thing that a workflow asks for: as much as 10,000 operations have."""


class _WrittenProposal(Struct, frozen=True, tag="proposal"):
    """A `ProposalRequest` whose operations are not read yet."""

    operations: list[Raw]
    reason: str


_Said: TypeAlias = ContentRequest | AnswerRequest | _WrittenProposal | WorkflowAnswer | ContributionFailure
_SAID: Final[msgspec.json.Decoder[_Said]] = msgspec.json.Decoder(_Said)
_OPERATION: Final[msgspec.json.Decoder[Operation]] = msgspec.json.Decoder(Operation)


class PluginWorkflow(Struct, frozen=True):
    """A workflow that is loaded."""

    plugin: str
    version: str
    name: str
    told: WorkflowContribution
    limits: PluginLimits

    @property
    def full_name(self) -> str:
        """As messages and schedules name it; no workflow of our own has a colon in its name."""
        return f"{self.plugin}:{self.name}"

    def failure(self, why: str) -> PluginFailed:
        """The error for what it did not do."""
        return PluginFailed(f"workflow {self.name!r} of plugin {self.plugin} {self.version} failed: {why}")

    @asynccontextmanager
    async def working(self, text: str, language: str, *, waits: Callable[[], None]) -> AsyncGenerator[WorkflowTalk]:
        """Its process at work, as soon as there is a place for it (`waits`: not yet); gone however it went."""
        place = ContributionName("workflow", self.name)
        task = PluginTask(self.plugin, [place], WorkTask(text, language), self.limits.seconds, self.limits.memory)
        async with self.limits.workflow_places.taken(waits), talking_process(WORKER) as talk:
            await talk.tell(msgspec.json.encode(task) + b"\n")
            yield WorkflowTalk(self, task, talk)


def plugin_workflow(
    plugin: str, version: str, name: str, told: WorkflowContribution, limits: PluginLimits
) -> PluginWorkflow:
    """The workflow as it is registered. `InvalidCommand` for a name that cannot be typed."""
    if not _NAME.fullmatch(name):
        message = f"{name[:40]!r} is no name of a workflow: use small letters, digits, '-' and '_', at most 32"
        raise InvalidCommand(message)
    return PluginWorkflow(plugin, version, name, told, limits)


class WorkflowTalk:
    """The program's side of the conversation: whatever the process does, what it says or `PluginFailed` is seen."""

    def __init__(self, workflow: PluginWorkflow, task: PluginTask, talk: ProcessTalk) -> None:
        self._workflow = workflow
        self._task = task
        self._talk = talk

    async def next(self) -> WorkRequest | WorkflowAnswer:
        """What it asks for next, or its end. `PluginFailed` where it does not say within the seconds of a plugin."""
        try:
            async with asyncio.timeout(self._task.seconds):
                line = await self._talk.hear(most=REQUEST_BYTES)
        except TimeoutError:
            raise self._workflow.failure(slow(self._task)) from None
        except TooMuchSaid as error:
            raise self._workflow.failure(too_much(error)) from None
        if line is None:
            raise self._workflow.failure(ended(self._task))
        try:
            said = await in_thread(lambda: _SAID.decode(line))
            if isinstance(said, _WrittenProposal):
                return ProposalRequest(await operations_of(said.operations), said.reason)
        except msgspec.MsgspecError as error:
            raise self._workflow.failure(f"what it asks for cannot be read: {error}") from None
        if isinstance(said, ContributionFailure):
            raise self._workflow.failure(said.why)
        return said

    async def give(self, reply: WorkReply) -> None:
        """Give it what it asked for. `PluginFailed` where it does not take it."""
        line = await in_thread(lambda: msgspec.json.encode(reply) + b"\n")
        try:
            async with asyncio.timeout(self._task.seconds):
                await self._talk.tell(line)
        except TimeoutError:
            raise self._workflow.failure(slow(self._task)) from None


async def operations_of(written: Iterable[Raw]) -> list[Operation]:
    """Operations, read beside the loop. `msgspec.ValidationError` with the place of what is none.

    Each by itself: a decoder that reads a long list at once lets nobody else go on, whatever thread it is in.
    """

    def read() -> list[Operation]:
        operations: list[Operation] = []
        for position, one in enumerate(written):
            try:
                operations.append(_OPERATION.decode(one))
            except msgspec.ValidationError as error:
                message = f"operations[{position}]: {error}"
                raise msgspec.ValidationError(message) from None
        return operations

    return await in_thread(read)
