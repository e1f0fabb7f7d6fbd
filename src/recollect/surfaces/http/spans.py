"""Spans without what was asked or said, on their way to the collector.

The libraries that make them put whole addresses into them, names and questions with them, and the messages of errors.
So only what is known to tell of the work and never of its contents is passed on. Needs the extra `otel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import Status

ROUTE, PATH = "http.route", "url.path"
KEPT = frozenset(
    {
        ROUTE, "http.request.method", "http.response.status_code", "url.scheme", "server.address", "server.port",
        "network.protocol.name", "network.protocol.version", "error.type", "exception.type", "code.function.name",
        "mcp.method.name", "mcp.protocol.version", "rpc.response.status_code",
        "gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.prompt.name",
    }
)  # fmt: skip
METHOD = "mcp.method.name"
_TARGETS = ("gen_ai.tool.name", "gen_ai.prompt.name")
"""A caller may ask MCP for what there is not, by any name."""


class Contentless:
    """A `SpanExporter` that hands spans on to another, without contents."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([contentless(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return bool(self._exporter.force_flush(timeout_millis))


def contentless(span: ReadableSpan) -> ReadableSpan:
    """The same span; its path is that of its route, `/v1/entities/{name}`, and without one it has none."""
    given = span.attributes or {}
    attributes = {name: value for name, value in given.items() if name in KEPT}
    name = span.name
    if ROUTE in attributes:
        attributes[PATH] = attributes[ROUTE]
    if METHOD in attributes:
        asked = {part: attributes.pop(part) for part in (METHOD, *_TARGETS) if part in attributes}
        there = {part: value for part, value in asked.items() if value in _offered()}
        attributes |= there
        name = " ".join(map(str, there.values())) or "mcp"
    return ReadableSpan(
        name=name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        events=[_without_message(event) for event in span.events],
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _without_message(event: Event) -> Event:
    given = event.attributes or {}
    return Event(event.name, {name: value for name, value in given.items() if name in KEPT}, event.timestamp)


@cache
def _offered() -> frozenset[object]:
    """The methods of MCP, and the tools and prompts there are. Asked only where MCP made a span, and is loaded."""
    from mcp_types.methods import SPEC_CLIENT_METHODS, SPEC_CLIENT_NOTIFICATION_METHODS

    from recollect.surfaces.mcp.reading import PROMPTS
    from recollect.surfaces.mcp.server import OFFERS

    own = (*(offer.name for offer in OFFERS), *(prompt.__name__ for prompt, _ in PROMPTS))
    return frozenset((*SPEC_CLIENT_METHODS, *SPEC_CLIENT_NOTIFICATION_METHODS, *own))
