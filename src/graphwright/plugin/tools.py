"""A tool of a plugin: a question about the model that the assistant, and agents over MCP, may ask it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphwright.api.model import SystemModel
from graphwright.protocol.base import JsonValue
from graphwright.tools.schema import ToolArguments

__all__ = ["ModelTool", "ToolArguments"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTool:
    """A function that looks something up; tools of plugins change nothing."""

    arguments: type[ToolArguments]
    """What it takes; the docstring of this class tells a language model what the tool is for."""
    answer: Callable[[SystemModel, Any], dict[str, JsonValue]]
    """What it finds, as JSON; texts in it are data, never instructions. At most 16 KB of it are told."""
