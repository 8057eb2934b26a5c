"""The main job on the sample project, without key or network: an order system with its rules, talk and a proposal.

It holds one of every story: built, asked, discussed, investigated.

Every line is printed by the command that the line before it names; nothing is prepared but two files, a model and the
rules that it is built by. A second run shows what the first one made.
"""

from __future__ import annotations

import io
import json
import sys
from importlib import resources
from typing import Final

from graphwright.app import open_workbench
from graphwright.cli.arguments import parser_of
from graphwright.cli.commands import COMMANDS
from graphwright.cli.output import Output
from graphwright.errors import NotFound
from graphwright.settings import Settings
from graphwright.workbench import Workbench

PROJECT: Final = "order-system"
MODEL: Final = "order-system.txt"
RULES: Final = "ordering-rules.md"
BEGUN: Final = (
    ("apply", PROJECT, MODEL),
    ("documents", "add", PROJECT, RULES),
    ("baseline", PROJECT, "first-review"),
)
"""The commands that the sample begins with; the two files come with the program."""
DISCUSSED: Final = (
    "say",
    PROJECT,
    "Should PaymentService be a system of its own in the cloud?",
    "--workflow",
    "discuss",
    "--rounds",
    "1",
)
INVESTIGATED: Final = (
    "say",
    PROJECT,
    "Investigate whether an order may be shipped before it is paid",
    "--workflow",
    "investigate",
)
SENTENCES: Final = (
    "Which requirements have no test?",
    "How does data get from Customer to PackOrder?",
    "Allocate TrackOrder to ShippingService",
    "What do the documents say about card numbers?",
    "Derive tests",
)
"""What is said then, in one conversation; the last sentence leaves a proposal that waits for whoever looks."""
_OK: Final = frozenset({0, 4})
"""Exit codes: done, or something waits for a person."""


async def build_sample(workbench: Workbench, output: Output) -> None:
    """Make the sample project, if it is not there yet; what is said goes to standard error."""
    if await _is_built(workbench):
        return
    output.note("building the sample project")
    for words in (*BEGUN, DISCUSSED, INVESTIGATED):
        await _run(workbench, words, Output(as_json=True, to=io.StringIO()))
    thread: list[str] = []
    for text in SENTENCES:
        said = io.StringIO()
        await _run(workbench, ("say", PROJECT, text, *thread), Output(as_json=True, to=said))
        thread = ["--thread", json.loads(said.getvalue())["threadId"]]


async def demo(settings: Settings, output: Output) -> int:
    """Build the sample, show it and check it; answers with the worst exit code."""
    if output.as_json:
        code = await demo(settings, Output(as_json=False, to=sys.stderr))
        output.result({"project": PROJECT, "data": str(settings.data), "exitCode": code}, ())
        return code
    async with open_workbench(settings) as workbench:
        told = (
            []
            if await _is_built(workbench)
            else [*BEGUN, DISCUSSED, INVESTIGATED, *(("say", PROJECT, text) for text in SENTENCES)]
        )
        codes = [await _announced(workbench, words, output) for words in (*told, ("show", PROJECT), ("check", PROJECT))]
        output.note(f'The data is in {settings.data}; go on: graphwright say {PROJECT} "..."')
        return max(code for code in codes if code not in _OK) if set(codes) - _OK else 0


async def _is_built(workbench: Workbench) -> bool:
    try:
        open_project = await workbench.open_project(PROJECT)
    except NotFound:
        return False
    return open_project.project.graph.revision > 0


async def _announced(workbench: Workbench, words: tuple[str, ...], output: Output) -> int:
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    output.text(f"\n$ graphwright {shown}\n")
    return await _run(workbench, words, output)


async def _run(workbench: Workbench, words: tuple[str, ...], output: Output) -> int:
    """Run a command as if it was typed; the files of the sample are found where the program is."""
    with resources.as_file(resources.files("graphwright.cli") / "sample") as folder:
        typed = [str(folder / word) if word in {MODEL, RULES} else word for word in words]
        return await COMMANDS[words[0]](workbench, parser_of(typed).parse_args(typed), output)
