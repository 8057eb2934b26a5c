"""Writes the parts of the manual that the program itself knows best, and the schema of the wire.

A page marks such a part with `<!-- generated:NAME -->` and `<!-- end -->`; what stands between is written here. With
`--check` nothing is written, and the exit code is 1 when something is out of date. The tables of the ontology and of
the offline language are kept by those parts of the program.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from scripts.manual import goals, keyboard, models, program, server, testing, tools, wire

ROOT: Final = Path(__file__).resolve().parent.parent
PARTS: Final[dict[str, Callable[[], str]]] = {
    "profile-workflow": partial(program.profile, "workflow"),
    "profile-procedure": partial(program.profile, "procedure"),
    "error-tree": program.error_tree,
    "errors": program.error_table,
    "problem-codes": program.problem_codes,
    "settings": program.setting_table,
    "commands": program.command_sections,
    "formats": program.format_table,
    "model-families": models.family_table,
    "model-prices": models.price_table,
    "model-providers": models.provider_table,
    "layers": program.layers,
    "limits": program.limit_table,
    "protocol-version": wire.version,
    "command-frames": wire.command_frames,
    "durable-events": wire.durable_events,
    "passing-events": wire.passing_events,
    "records": wire.record_table,
    "close-codes": wire.close_codes,
    "endpoints": server.endpoints,
    "access": server.access,
    "command-rights": server.command_rights,
    "metrics": server.metrics,
    "tools": tools.tools,
    "keys": keyboard.keys,
    "canvas-keys": keyboard.canvas_keys,
    "test-counts": testing.test_counts,
    "requirement-counts": testing.requirement_counts,
    "figures": testing.figures,
    "goals": goals.goals,
}

_PART = re.compile(r"(<!-- generated:([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def generated() -> dict[Path, str]:
    """Every page of the manual and the schema, as they should be."""
    pages = {
        path: _PART.sub(lambda part: part[1] + PARTS[part[2]]() + part[3], path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "docs").glob("*.md"))
    }
    return {**pages, ROOT / "docs" / "protocol.json": wire.protocol_json()}


def main(arguments: list[str]) -> int:
    """Write what is out of date; with `--check` only name it."""
    check = "--check" in arguments
    stale = {
        path: text
        for path, text in generated().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        print(f"{'out of date, run `make docs`' if check else 'wrote'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(text, encoding="utf-8")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
