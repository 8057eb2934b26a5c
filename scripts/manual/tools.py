"""The tools of the language model, from their registry."""

from __future__ import annotations

import msgspec

from graphwright.tools.registry import TOOLS
from graphwright.tools.schema import ToolArguments
from scripts.manual.tables import table


def tools() -> str:
    """Every tool, what it takes and what it does; arguments that may be left out in brackets."""
    rows = ((f"`{tool.name}`", _arguments(tool.arguments), f"`{tool.right}`", tool.description) for tool in TOOLS)
    return table(("Tool", "Arguments", "Needs", "What the language model reads"), rows)


def _arguments(arguments: type[ToolArguments]) -> str:
    fields = msgspec.structs.fields(arguments)
    return ", ".join(f"`{field.name}`" if field.required else f"[`{field.name}`]" for field in fields)
