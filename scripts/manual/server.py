"""The server as operators and programs meet it: addresses, rights, figures."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final, get_args

from graphwright.actions.dispatch import right_for
from graphwright.ports import SystemClock
from graphwright.protocol.commands import ClientCommand
from graphwright.protocol.projects import RIGHTS, Right
from graphwright.rooms.rooms import Rooms
from graphwright.server.endpoint import Needs
from graphwright.server.routes import ENDPOINTS
from graphwright.server.telemetry import Telemetry
from scripts.manual.tables import table

_WHO: Final[dict[Needs, str]] = {
    "everybody": "nobody in particular",
    "person": "any log-in or token",
    "account": "a log-in",
    "operator": "the owner, or a token",
    "socket": "the Unix socket",
}


def endpoints() -> str:
    """Every address, and who may use it."""
    rows = (
        (f"`{each.method} {each.path}`", _WHO.get(each.needs, f"`{each.needs}`"), each.summary) for each in ENDPOINTS
    )
    return table(("Address", "Needs", "What it does"), rows)


def access() -> str:
    """What each access may do."""
    rights: tuple[Right, ...] = get_args(Right)
    rows = ((f"`{name}`", *("yes" if right in held else "" for right in rights)) for name, held in RIGHTS.items())
    return table(("Access", *(f"`{right}`" for right in rights)), rows)


def command_rights() -> str:
    """The commands that each right allows."""
    needing: defaultdict[Right, list[str]] = defaultdict(list)
    for command in get_args(ClientCommand):
        needing[right_for(command)].append(f"`{command.__struct_config__.tag}`")
    return table(("Right", "Commands that need it"), ((f"`{right}`", ", ".join(needing[right])) for right in needing))


def metrics() -> str:
    """Every figure, as the server itself describes it."""
    text = Telemetry(SystemClock(), Rooms()).text().decode()
    helps = re.findall(r"^# HELP (\w+) (.+)$", text, re.MULTILINE)
    return table(("Figure", "Meaning"), ((f"`{name}`", meaning) for name, meaning in helps if "_created" not in name))
