"""Logs: one JSON object a line on standard error, without identities, addresses, texts or secrets (R-38, R-50, R-52).

A line says what happened to which operation and how long it took. Of an exception it says the type and the places in
our code; its message may hold what somebody wrote, so it stays out.
"""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import PurePath
from types import TracebackType
from typing import Final

import msgspec

from graphwright.protocol.base import JsonValue

FIELDS: Final = ("operation", "status", "ms", "request")
"""What a record may carry beside its message."""
FRAMES: Final = 12
"""Innermost calls of an exception that are named."""

log: Final = logging.getLogger("graphwright.server")


class OneObjectALine(logging.Formatter):
    """A log record as JSON; line breaks and control characters are escaped by that."""

    def format(self, record: logging.LogRecord) -> str:
        """One line: when, how bad, who says it, what happened, and where an exception came from."""
        line: dict[str, JsonValue] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage() if record.name.startswith("graphwright") else str(record.msg)[:200],
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            elsewhere: list[str] = getattr(record.exc_info[1], "places", [])  # in another process of ours
            line["where"] = list[JsonValue]([*_places(record.exc_info[2]), *elsewhere])
        return msgspec.json.encode(line).decode()


def configure_logs() -> None:
    """Send everything the program logs to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneObjectALine())
    logging.getLogger().handlers = [handler]  # libraries, such as the driver of the database
    for name in ("graphwright", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == "graphwright" else logging.WARNING)


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
