"""The command about how tables are read: mapping."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from graphwright.actions.mappings import correct, forget, mappings_of
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.protocol.tables import RememberedMapping
from graphwright.workbench import Workbench


async def mapping(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List what is remembered of tables, or say or forget it of one."""
    project = (await workbench.open_project(options.project)).project
    if options.mapping is None:
        if options.map or options.forget:
            raise InvalidCommand("--map and --forget are about one mapping; give its id")
        found = await mappings_of(project)
        none = ["nothing is remembered yet; import a table with --map"]
        output.result({"mappings": found}, [line for each in found for line in _lines(each)] or none)
        return 0
    if bool(options.map) == options.forget:
        raise InvalidCommand("say what is to happen to it: --map PLACE=MEANING, or --forget")
    person = await workbench.owner()
    if options.forget:
        gone = await forget(project, options.mapping, person)
        output.result({"mapping": gone}, [f"tables like {gone.sheet} are read by what they look like again"])
        return 0
    made = await correct(project, options.mapping, dict(map(_correction, options.map)), person)
    output.result({"mapping": made}, _lines(made))
    return 0


def _lines(known: RememberedMapping) -> Iterator[str]:
    yield f"{known.mapping_id}  {known.sheet} ({', '.join(known.headers)})"
    yield f"  said by {known.person.name} of {known.file}, {known.at.isoformat(timespec='seconds')}"
    for header, word in known.corrections.items():
        yield f"  {header}={word}"


def _correction(line: str) -> tuple[str, str]:
    header, equals, word = line.rpartition("=")
    if not equals or not word.strip():
        raise InvalidCommand(f"{line[:80]!r} is no mapping; write COLUMN=MEANING, or =TYPE for the rows")
    return header.strip(), word.strip()
