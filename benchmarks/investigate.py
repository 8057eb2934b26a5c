"""What an investigation by rules finds, and what its tree, journal and events cost beside the work itself.

First table: the building-law questions through the whole workflow with no language model and nobody asked back: of how
many questions the answer cites a passage that answers it, by the judgements of the set, what share of the cited
sections does not, and whether every citation exists. Second table, against one append and fdatasync of the same bytes:
the tree of the founding example, 17 steps of its kinds that do nothing, begun, finished, journalled and published.

Run: python -m benchmarks investigate
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks._table import Table
from benchmarks._turns import Log, Samples, timed
from benchmarks.retrieval import first_half
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, PersonId
from graphwright.protocol.threads import CitationPart
from graphwright.protocol.wire import decode
from graphwright.runs.scope import RunScope, StepScope
from graphwright.search.embedder import Embedder, local_is_installed
from graphwright.search.local import LocalEmbedder
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.memory import MemoryStore
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest, WorkflowResult
from graphwright.workbench import OpenProject, Workbench
from graphwright.workflows.investigate import InvestigateResult

ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="Ana")
LAW: Final = Path(__file__).parents[2] / "shared" / "data" / "retrieval" / "baurecht-de"
CITED: Final = 0.8
"""Least share of the questions whose answer cites a passage that answers them."""
HALVES: Final = ("in the half to choose by", "held out")
OVERHEAD_S: Final = 0.005
STEPS: Final = 17


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    if LAW.is_dir():
        most = 3 if quick else None
        yield from asyncio.run(_all(cited(most, None, "words alone")))
        if local_is_installed() and not quick:
            yield from asyncio.run(_all(cited(most, LocalEmbedder(), "words and meaning")))
    yield asyncio.run(overhead(folder, times=2 if quick else 40))


async def cited(most: int | None, embedder: Embedder | None, how: str) -> AsyncIterator[Table]:
    """The building-law set through the whole workflow."""
    clock = SystemClock()
    workbench, open_project = await opened(clock, embedder)
    titles = await read_laws(open_project)
    await open_project.library.settled()
    judged: dict[str, set[str]] = defaultdict(set)
    for line in (LAW / "qrels.tsv").read_text().splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            judged[query].add(document)
    hits: dict[str, bool] = {}
    exact: list[float] = []
    lengths: list[int] = []
    existing: list[float] = []
    seconds: list[float] = []
    for line in (LAW / "queries.jsonl").read_text().splitlines()[:most]:
        query = json.loads(line)
        begin = time.perf_counter()
        result = await investigated(workbench, open_project, query["text"])
        seconds.append(time.perf_counter() - begin)
        found = [await _source(open_project, citation, titles) for citation in result.citations]
        sections = set(found)
        hits[query["_id"]] = not sections.isdisjoint(judged[query["_id"]])
        exact.append(len(sections & judged[query["_id"]]) / max(1, len(sections)))
        lengths.append(len(result.answer))
        existing += [float(each is not None) for each in found]
    await workbench.close()
    chosen = first_half(judged)
    halves = [[hit for query, hit in hits.items() if (query in chosen) is first] for first in (True, False)]
    told = ", ".join(f"{sum(half)} of {len(half)} {name}" for half, name in zip(halves, HALVES, strict=True))
    real = sum(existing) / max(1, len(existing))
    table = Table(f"an investigation by rules, {how}, {len(titles)} sections of law", what="question", unit="%")
    missed = 100 * (1 - mean(hits.values()))
    table.add("without a passage cited that answers it", [missed], f"with one {told}", most=100 * (1 - CITED))
    table.add("cited sections that do not answer it", [100 * (1 - mean(exact))], f"{mean(lengths):,.0f} characters")
    table.add("citations of nothing that exists", [100 * (1 - real)], f"of {len(existing)} citations", most=0.0)
    yield table
    took = Table(f"the same, time of the whole workflow, {how}, in memory", what="question")
    took.add("by the clock", seconds)
    yield took


async def _all(measured: AsyncIterator[Table]) -> list[Table]:
    return [table async for table in measured]


async def overhead(folder: Path, *, times: int) -> Table:
    """17 steps that do nothing."""
    clock = SystemClock()
    workbench, open_project = await opened(clock)
    open_project.engine.register("tree", _tree, version=1)
    log = Log(folder / "log")
    least: Samples = []
    took: Samples = []
    size = 0
    for number in range(times):
        begin = time.process_time()
        run_id = await open_project.engine.start(
            "tree", WorkflowResult(outcome="answered", answer="", message_id=MessageId("m")), author=ANA, question="?"
        )
        await open_project.engine.settled(run_id)
        took.append(time.process_time() - begin)
        if number == 0:
            size = sum([len(e.body) async for e in workbench.store.read(open_project.project.project_id)])
    for _ in range(5 * times):
        least.append(timed(lambda: log.append(b"x" * size)))
    log.close()
    await workbench.close()
    table = Table(f"tree, journal and events of a run of {STEPS} steps that do nothing", what="run")
    table.limit("append and fdatasync of the bytes of the run", least, f"{size:,} bytes")
    table.add("in memory, processor time", took, most=OVERHEAD_S)
    return table


async def opened(clock: SystemClock, embedder: Embedder | None = None) -> tuple[Workbench, OpenProject]:
    """A workbench in memory with no language model."""
    settings = Settings.read({"GRAPHWRIGHT_DATA": "unused"})
    store, ids = MemoryStore(clock), Ids(clock)
    workbench = Workbench(settings, Storage(store), clock=clock, ids=ids, models=lambda _: [], embedder=embedder)
    return workbench, await workbench.open_or_new_project("bench")


async def investigated(workbench: Workbench, open_project: OpenProject, text: str) -> InvestigateResult:
    """Look into one question; nobody is asked."""
    question, events = posted(text, author=ANA, thread_id=None, ids=workbench.ids, clock=workbench.clock)
    request = WorkflowRequest(
        text=text,
        message_id=question.message_id,
        thread_id=question.thread_id,
        options={"askPeople": False},
    )
    run_id = await open_project.engine.start(
        "investigate", request, author=ANA, question=text, thread_id=question.thread_id, before=events
    )
    state = await open_project.engine.settled(run_id)
    if state.status != "completed":
        raise RuntimeError(f"the investigation is {state.status}: {state.error}")
    return decode(bytes(state.result or b""), InvestigateResult)


async def read_laws(open_project: OpenProject) -> dict[str, str]:
    """Each law as one document, a heading for each of its sections; the ids of the set by heading."""
    laws: dict[str, list[str]] = defaultdict(list)
    titles: dict[str, str] = {}
    for line in (LAW / "corpus.jsonl").read_text().splitlines():
        section = json.loads(line)
        title = " ".join(section["title"].split())
        titles[title] = section["_id"]
        laws[section["_id"].partition("-")[0]].append(f"## {title}\n\n{section['text']}\n")
    for law, sections in laws.items():
        await open_project.library.add(f"{law}.md", f"# {law}\n\n{''.join(sections)}".encode(), ANA)
    return titles


async def _source(open_project: OpenProject, citation: CitationPart, titles: dict[str, str]) -> str | None:
    """The section that a citation stands in; `None` when there is no such passage."""
    if not isinstance(citation.passage_id, str):
        return None
    passage = await open_project.library.passage(citation.passage_id)
    return next((titles[heading] for heading in passage.place.section if heading in titles), "")


async def _tree(run: RunScope, request: WorkflowResult) -> WorkflowResult:
    """The shape of the founding example: four parents, searches side by side, an answer with three checks."""
    await run.step("nlp_preprocessing", _nothing)
    await run.step("rag_retrieval", _two_searches, "graph_search")
    await run.step("hypothesis_generation", _hypothesis)
    await run.step("evidence_evaluation", _nothing)
    await run.step("template_construction", _nothing)
    await run.step("answer_generation", _answer)
    return request


async def _nothing(_step: StepScope) -> str:
    return ""


async def _two_searches(step: StepScope, second: str) -> str:
    await step.parallel(step.step("semantic_search", _nothing), step.step(second, _nothing))
    return ""


async def _hypothesis(step: StepScope) -> str:
    await step.step("llm_call", _nothing)
    await step.step("context", _nothing)
    await step.step("rag_retrieval_refined", _two_searches, "graph_traversal")
    return ""


async def _answer(step: StepScope) -> str:
    await step.step("llm_call_streaming", _nothing)
    for check in ("completeness", "accuracy", "consistency"):
        await step.step("quality_check", _nothing, key=check)
    return ""
