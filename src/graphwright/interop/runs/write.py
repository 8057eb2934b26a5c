"""A run of a project as a file, in one of the formats of this folder."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, structs

from graphwright.interop.runs.evidence import evidence
from graphwright.interop.runs.page import run_page
from graphwright.interop.runs.process_json import process_json
from graphwright.interop.runs.spans import spans_json
from graphwright.projects import Project
from graphwright.protocol.events import RunStarted
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Step
from graphwright.protocol.threads import Message, text_of
from graphwright.runs.recorder import with_whole_result
from graphwright.version import VERSION

RunFormat: TypeAlias = Literal["process-json", "markdown", "otlp", "evidence"]


class RunFile(Struct, frozen=True):
    """What was written, and how a browser is to take it."""

    content: bytes
    media_type: str
    suffix: str


async def write_run(project: Project, run_id: RunId, form: RunFormat) -> RunFile:
    """The file of a run, as far as the run has come. `NotFound`."""
    store = project.store
    run = await project.read(RunStarted, run_id)
    match form:
        case "evidence":
            entries = store.read(project.project_id, after=0)
            content = await evidence(store, project.project_id, run, entries, now=project.clock.now())
            return RunFile(content, "application/x-ndjson", "evidence.ndjson")
        case "process-json":
            whole = [await with_whole_result(project, step) for step in await _steps(project, run_id)]
            return RunFile(process_json(run, run, whole).encode(), "application/json", "json")
        case "otlp":
            text = spans_json(run, await _steps(project, run_id), version=VERSION)
            return RunFile(text.encode(), "application/json", "otlp.json")
        case "markdown":
            steps = [structs.replace(step, result_ref=None) for step in await _steps(project, run_id)]
            page = run_page(run, steps, answer=await _answer(project, run))
            return RunFile(page.encode(), "text/markdown; charset=utf-8", "md")


async def _steps(project: Project, run_id: RunId) -> list[Step]:
    return await project.read_all(Step, group=run_id)


async def _answer(project: Project, run: RunStarted) -> str:
    """The text of the run's last message."""
    if run.thread_id is None:
        return ""
    messages = await project.read_all(Message, group=run.thread_id)
    said = [text_of(message.parts) for message in messages if message.run_id == run.run_id]
    return said[-1] if said else ""
