"""Reads a stream of events from standard input with AG-UI's own types, strictly: what it holds, event by event."""

from __future__ import annotations

import json
import sys

from ag_ui.core import Event
from pydantic import TypeAdapter

reader: TypeAdapter[Event] = TypeAdapter(Event)
told = []
for line in sys.stdin.read().splitlines():
    if line.startswith("data: "):
        event = reader.validate_json(line.removeprefix("data: "))
        extra = {name for each in [event, getattr(event, "outcome", None)] if each for name in each.model_extra or {}}
        told.append([event.type.value, sorted(extra)])
print(json.dumps(told))
