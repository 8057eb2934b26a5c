"""The main job on the sample project, without key or network: an order system from a few sentences.

Every line is printed by the command that the line before it names; nothing is prepared. A second run shows what the
first one made.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Final

from graphwright.app import open_workbench
from graphwright.cli import reading, talking
from graphwright.cli.arguments import parser
from graphwright.cli.output import Output
from graphwright.errors import NotFound
from graphwright.settings import Settings
from graphwright.workbench import Workbench

PROJECT: Final = "order-system"
SENTENCES: Final = (
    "Create the system OrderSystem",
    "A customer places an order",
    "Un client annule la commande",
    "Ein Sachbearbeiter versendet eine Bestellung",
    "Add a requirement for every function",
    "Add a test for AcceptOrderReq",
    "Add the modules OrderService and ShippingService to OrderSystem",
    "Allocate AcceptOrder and RevokeOrder to OrderService",
    "Which requirements have no test?",
)


async def build_sample(workbench: Workbench, output: Output) -> None:
    """Make the sample project, if it is not there yet; what is said goes to standard error."""
    if not await _is_built(workbench):
        output.note(f"building the sample project from {len(SENTENCES)} sentences")
        thread: list[str] = []
        for text in SENTENCES:
            said = io.StringIO()
            words = ["say", PROJECT, text, *thread]
            await talking.say(workbench, parser().parse_args(words), Output(as_json=True, to=said))
            thread = ["--thread", json.loads(said.getvalue())["threadId"]]


async def demo(settings: Settings, output: Output) -> int:
    """Build the sample, show it and check it; answers with the worst exit code."""
    if output.as_json:
        code = await demo(settings, Output(as_json=False, to=sys.stderr))
        output.result({"project": PROJECT, "data": str(settings.data), "exitCode": code}, ())
        return code
    async with open_workbench(settings) as workbench:
        codes = [] if await _is_built(workbench) else [await _say(workbench, text, output) for text in SENTENCES]
        for command, words in ((reading.show, ["show", PROJECT]), (reading.check, ["check", PROJECT])):
            _announce(words, output)
            codes.append(await command(workbench, parser().parse_args(words), output))
        output.note(f'The data is in {settings.data}; go on: graphwright say {PROJECT} "..."')
        return max(codes)


async def _is_built(workbench: Workbench) -> bool:
    try:
        open_project = await workbench.open_project(PROJECT)
    except NotFound:
        return False
    return open_project.project.graph.revision > 0


async def _say(workbench: Workbench, text: str, output: Output) -> int:
    words = ["say", PROJECT, text]
    _announce(words, output)
    return await talking.say(workbench, parser().parse_args(words), output)


def _announce(words: list[str], output: Output) -> None:
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    output.text(f"\n$ graphwright {shown}\n")
