"""OpenTelemetry: spans leave over OTLP where its own variables ask for it; else nothing of it is imported.

It reads the environment itself: `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and the like.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager

from graphwright.errors import InvalidCommand
from graphwright.tracing import Span, SpanValue, traced_by
from graphwright.version import VERSION


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Whether the variables name a collector, and do not switch it off."""
    is_off = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    where = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    return (
        not is_off
        and environment.get("OTEL_TRACES_EXPORTER", "otlp") == "otlp"
        and any(environment.get(each) for each in where)
    )


@contextmanager
def tracing(environment: Mapping[str, str]) -> Generator[None]:
    """Send spans for as long as the block lasts, where that is wanted. `InvalidCommand` where the extra is missing."""
    if not is_wanted(environment):
        yield
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        message = "OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, which need `pip install 'graphwright[traces]'`"
        raise InvalidCommand(message) from None
    named = {} if environment.get("OTEL_SERVICE_NAME") else {"service.name": "graphwright"}
    provider = TracerProvider(resource=Resource.create({**named, "service.version": VERSION}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("graphwright", VERSION)

    def opener(name: str, attributes: dict[str, SpanValue]) -> AbstractContextManager[Span]:
        # What an exception says may hold words of a model: its kind is enough.
        return tracer.start_as_current_span(name, attributes=attributes, record_exception=False)

    try:
        with traced_by(opener):
            yield
    finally:
        provider.shutdown()
