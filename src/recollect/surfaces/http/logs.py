"""The server's log: an event name and its fields, as text for people or as one JSON object a line for machines.

Never memory contents or secrets: whoever logs gives ids, counts and times.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from recollect.config import Settings

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""What every record of `logging` has; the rest are fields of the event."""


def begin(settings: Settings) -> None:
    """Write what `recollect` and uvicorn log to standard error, in the chosen form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else TextLines())
    level = settings.log_level.upper()
    for name in ("recollect", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level if name == "recollect" else max(logging.WARNING, logging.getLevelName(level)))
        logger.propagate = False


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in STANDARD}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """A line for people: time, level, event, name=value."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        said = " ".join(f"{name}={value}" for name, value in fields_of(record).items())
        line = f"{at} {record.levelname.lower():7} {record.getMessage()} {said}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
