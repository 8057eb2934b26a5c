"""The tasks that the conformance suite expects at a server: they sleep, fail, break and ask, in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from graphwright.mcp.offer import InputRequired, McpRequest, Outcome, TaskBegun, unknown_task
from graphwright.mcp.wire import TASKS, JsonObject, missing_capability
from graphwright.protocol.base import JsonValue
from tests.mcp.conformance_fixture import ConformanceOffer, content, elicited, text

NAMES: Final = (
    "greet", "slow_compute", "failing_job", "protocol_error_job", "confirm_delete", "multi_input", "test_tool_with_task",
)  # fmt: skip
_numbers: Final = itertools.count(1)


class Job:
    """One task."""

    def __init__(self, work: Callable[[Job], Awaitable[JsonObject]]) -> None:
        self.id = f"task-{next(_numbers)}"
        self.asks: dict[str, JsonObject] = {}
        self.answers: dict[str, Any] = {}
        self.answered = asyncio.Event()
        self.begun = datetime.now(UTC).isoformat()
        self.ended: JsonObject | None = None
        self.task = asyncio.create_task(self._run(work))

    async def _run(self, work: Callable[[Job], Awaitable[JsonObject]]) -> None:
        try:
            self.ended = {"status": "completed", "result": await work(self)}
        except asyncio.CancelledError:
            self.ended = {"status": "cancelled"}
        except ArithmeticError as error:
            self.ended = {"status": "failed", "error": {"code": -32603, "message": str(error)}}

    async def ask(self, **asks: JsonObject) -> dict[str, Any]:
        """Wait until all of it is answered."""
        self.asks |= {f"{self.id}-{key}": each for key, each in asks.items()}
        while self.asks:
            self.answered.clear()
            await self.answered.wait()
        return self.answers

    def answer(self, inputs: Mapping[str, JsonValue]) -> None:
        """Take what is waited for."""
        for key in inputs.keys() & self.asks.keys():
            del self.asks[key]
            self.answers[key] = inputs[key]
        self.answered.set()

    def seen(self) -> JsonObject:
        """As a client sees it."""
        now = datetime.now(UTC).isoformat()
        head: JsonObject = {"taskId": self.id, "createdAt": self.begun, "lastUpdatedAt": now, "ttlMs": 60_000}
        head["pollIntervalMs"] = 100
        if self.ended is not None:
            return {**head, **self.ended}
        if self.asks:
            return {**head, "status": "input_required", "inputRequests": {**self.asks}}
        return {**head, "status": "working"}


class TaskOffer(ConformanceOffer):
    """The fixtures with tasks beside them."""

    capabilities: JsonObject = {**ConformanceOffer.capabilities, "extensions": {TASKS: {}}}
    jobs: Final[dict[str, Job]] = {}

    async def tools(self, request: McpRequest) -> list[JsonObject]:
        form: JsonObject = {"type": "object"}
        own: list[JsonObject] = [{"name": name, "description": name, "inputSchema": form} for name in NAMES]
        return [*await super().tools(request), *own]

    async def call_tool(self, name: str, arguments: JsonObject, request: McpRequest) -> Outcome:
        if name not in NAMES:
            return await super().call_tool(name, arguments, request)
        if name == "greet":
            return content(text(f"Hello, {arguments.get('name')}!"))
        if name == "test_tool_with_task" and "user_name" not in request.inputs:
            return InputRequired(requests={"user_name": elicited("What is your name?", "name")})
        if not request.can("extensions", TASKS):
            if name == "slow_compute":
                return await slow(arguments)
            raise missing_capability("extensions", TASKS)
        job = Job(work_of(name, arguments, request))
        self.jobs[job.id] = job
        return TaskBegun(task=job.seen())

    async def get_task(self, task_id: str, request: McpRequest) -> JsonObject:
        return self._job(task_id).seen()

    async def update_task(self, task_id: str, inputs: Mapping[str, JsonValue], request: McpRequest) -> None:
        self._job(task_id).answer(inputs)

    async def cancel_task(self, task_id: str, request: McpRequest) -> None:
        job = self._job(task_id)
        job.task.cancel()
        await asyncio.gather(job.task, return_exceptions=True)

    def _job(self, task_id: str) -> Job:
        if task_id not in self.jobs:
            raise unknown_task(task_id)
        return self.jobs[task_id]


def work_of(name: str, arguments: JsonObject, request: McpRequest) -> Callable[[Job], Awaitable[JsonObject]]:
    """What a task does."""

    async def work(job: Job) -> JsonObject:
        match name:
            case "slow_compute":
                return await slow(arguments)
            case "failing_job":
                return {**content(text("it failed")), "isError": True}
            case "protocol_error_job":
                raise ArithmeticError("broken on purpose")
            case "confirm_delete":
                return content(text(f"{await job.ask(confirm=elicited('Delete it?', 'confirm'))}"))
            case "multi_input":
                asked = await job.ask(one=elicited("First?", "name"), two=elicited("Second?", "name"))
                return content(text(f"{asked}"))
            case _:
                return content(text(f"{request.inputs}"))

    return work


async def slow(arguments: JsonObject) -> JsonObject:
    seconds = arguments.get("seconds", 0)
    await asyncio.sleep(float(seconds) if isinstance(seconds, int | float) else 0)
    return content(text(f"{arguments.get('label')} done"))
