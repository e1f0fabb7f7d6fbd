"""Traces and metrics for an OpenTelemetry collector, with the extra `otel` and the setting `otel_endpoint`.

FastAPI and MCP make a span for every request by themselves once a provider is set; this sets it. Contents are never
part of it (`spans`).
"""

from __future__ import annotations

from recollect.config import Settings
from recollect.errors import MissingExtra
from recollect.version import VERSION


def begin(settings: Settings) -> None:
    """Send spans and metrics to the collector that the settings name; without one, do nothing."""
    if settings.otel_endpoint is None:
        return
    try:
        from opentelemetry import metrics, trace
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from recollect.surfaces.http.spans import Contentless
    except ImportError as error:
        raise MissingExtra("otel_endpoint needs OpenTelemetry: pip install 'recollect[otel]'") from error
    base = settings.otel_endpoint.rstrip("/")
    resource = Resource.create({"service.name": "recollect", "service.version": VERSION})
    tracer = TracerProvider(resource=resource)
    tracer.add_span_processor(BatchSpanProcessor(Contentless(OTLPSpanExporter(endpoint=f"{base}/v1/traces"))))
    trace.set_tracer_provider(tracer)
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(endpoint=f"{base}/v1/metrics"))
    metrics.set_meter_provider(MeterProvider(resource=resource, metric_readers=[reader]))
