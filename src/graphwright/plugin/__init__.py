"""What authors of plugins write against. Everything that is exported here is stable; see docs/plugins.md.

A plugin is a Python package with entry points in the groups `graphwright.rules`, `graphwright.formats`,
`graphwright.tools`, `graphwright.profiles` and `graphwright.workflows`. It is loaded only where the setting `plugins`
names it.
"""

from __future__ import annotations

from graphwright.api.change import ChangeSetBuilder
from graphwright.api.model import SystemModel
from graphwright.errors import InvalidCommand
from graphwright.plugin.file_formats import FileFormat, ModelBuilder, WrittenFile
from graphwright.plugin.profiles import ModelProfile
from graphwright.plugin.rules import ModelRule, Notice
from graphwright.plugin.tools import ModelTool, ToolArguments
from graphwright.plugin.workflows import ModelWorkflow, Rehearsal, WorkflowRun, rehearse
from graphwright.protocol.graph import Edge, Node

__all__ = [
    "ChangeSetBuilder",
    "Edge",
    "FileFormat",
    "InvalidCommand",
    "ModelBuilder",
    "ModelProfile",
    "ModelRule",
    "ModelTool",
    "ModelWorkflow",
    "Node",
    "Notice",
    "Rehearsal",
    "SystemModel",
    "ToolArguments",
    "WorkflowRun",
    "WrittenFile",
    "rehearse",
]
