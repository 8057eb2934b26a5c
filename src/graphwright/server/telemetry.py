"""The figures under `/metrics`, in a registry of their own: what the journal tells, requests, the event loop.

Three of the `canvas_context_*` names were promised (B-54), the others tell the rest of its figures (B-53). No
label names a project, a person or an object.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from graphwright.context.captured import CacheStats, Capture
from graphwright.ports import Clock
from graphwright.protocol.events import CommitApplied, DurableEvent, RunFinished, RunStarted, StepFinished
from graphwright.rooms.rooms import Rooms
from graphwright.workbench import OpenProject

LAG_EVERY_S: Final = 0.5
"""How often the loop is asked how late it is."""
_MS: Final = (0.1, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
_TOKENS: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Telemetry:
    """All figures of one server."""

    def __init__(self, clock: Clock, rooms: Rooms) -> None:
        self._clock = clock
        self._rooms = rooms
        self._open_projects: list[OpenProject] = []
        registry = self._registry = CollectorRegistry(auto_describe=True)
        self._capture_ms = Histogram(
            "canvas_context_capture_duration_ms", "Milliseconds to capture context", ["mode"], buckets=_MS,
            registry=registry,
        )  # fmt: skip
        self._capture_tokens = Histogram(
            "canvas_context_tokens", "Tokens of captured context", ["mode"], buckets=_TOKENS, registry=registry
        )
        hit_rate = Gauge("canvas_context_cache_hit_rate", "Share of captures from the cache, 0 to 1", registry=registry)
        hit_rate.set_function(self._hit_rate)
        for name, text, figure in (
            ("canvas_context_cache_hits", "Captures from the cache", "hits"),
            ("canvas_context_cache_misses", "Captures made anew", "misses"),
            ("canvas_context_cache_size", "Captures kept", "size"),
            ("canvas_context_tokens_saved", "Tokens that came from the cache", "tokens_from_cache"),
            ("canvas_context_errors", "Captures that failed", "errors"),
        ):
            Gauge(name, text, registry=registry).set_function(partial(self._captures, figure))
        self._commits = Counter("graphwright_commits", "Commits", ["origin"], registry=registry)
        self._runs = Counter(
            "graphwright_runs", "Runs that ended", ["workflow", "status", "outcome"], registry=registry
        )
        self._steps = Counter("graphwright_steps", "Steps that ended", ["kind", "status"], registry=registry)
        self._tokens = Counter("graphwright_tokens", "Tokens of model calls", ["direction"], registry=registry)
        self._cost = Counter("graphwright_cost_micros", "Cost, in millionths of the currency", registry=registry)
        self._requests = Histogram(
            "graphwright_http_seconds", "Seconds to answer a request", ["operation", "status"], buckets=_SECONDS,
            registry=registry,
        )  # fmt: skip
        self._lag = Histogram(
            "graphwright_loop_lag_seconds", "How late the event loop is", buckets=_SECONDS, registry=registry
        )
        for name, text, figure in (
            ("graphwright_rooms", "Rooms with somebody in them", "rooms"),
            ("graphwright_sessions", "Connected sessions", "sessions"),
            ("graphwright_outbox_depth", "Events that wait in all outboxes", "waiting"),
            ("graphwright_sessions_cut", "Sessions that were ended by the server", "cut"),
        ):
            Gauge(name, text, registry=registry).set_function(partial(self._figure, figure))
        self._workflows: dict[str, str] = {}

    def watch(self, open_project: OpenProject) -> None:
        """Count what happens in a project from now on."""
        self._open_projects.append(open_project)
        open_project.project.on_event.append(self._hear)
        open_project.captures.on_capture.append(self._captured)

    def forget(self, open_project: OpenProject) -> None:
        """A project is gone."""
        self._open_projects = [one for one in self._open_projects if one is not open_project]

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(operation, str(status)).observe(seconds)

    def text(self) -> bytes:
        """Everything, in Prometheus' text form."""
        return generate_latest(self._registry)

    async def measure_lag(self) -> None:
        """Ask the loop again and again; ends when it is cancelled."""
        while True:
            due = self._clock.monotonic() + LAG_EVERY_S
            await self._clock.sleep(LAG_EVERY_S)
            self._lag.observe(max(0.0, self._clock.monotonic() - due))

    def _hear(self, event: DurableEvent) -> None:
        match event:
            case CommitApplied():
                self._commits.labels(event.origin).inc()
            case RunStarted():
                self._workflows[event.run_id] = event.workflow
            case RunFinished():
                outcome = "none" if event.outcome is None else event.outcome
                self._runs.labels(self._workflows.pop(event.run_id, "resumed"), event.status, outcome).inc()
                self._tokens.labels("in").inc(event.totals.input_tokens)
                self._tokens.labels("out").inc(event.totals.output_tokens)
                self._cost.inc(event.totals.cost_micros)
            case StepFinished():
                self._steps.labels(event.kind, event.status).inc()
            case _:
                pass

    def _captured(self, capture: Capture, seconds: float) -> None:
        self._capture_ms.labels(capture.mode).observe(seconds * 1_000)
        self._capture_tokens.labels(capture.mode).observe(capture.tokens)

    def _hit_rate(self) -> float:
        stats: list[CacheStats] = [open_project.captures.stats() for open_project in self._open_projects]
        asked = sum(each.hits + each.misses for each in stats)
        return sum(each.hits for each in stats) / asked if asked else 0.0

    def _captures(self, name: str) -> float:
        return float(sum(getattr(open_project.captures.stats(), name) for open_project in self._open_projects))

    def _figure(self, name: str) -> float:
        return float(getattr(self._rooms.figures(), name))
