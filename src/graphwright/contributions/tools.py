"""The tools of plugins, as the assistant and agents over MCP are told of them; each call is a process of its own."""

from __future__ import annotations

import re
from typing import Final

from graphwright.contributions.calling import each_answer
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.tasks import (
    CallAnswer,
    CallTask,
    ContributionFailure,
    ContributionName,
    PluginTask,
    ToolContribution,
    content_of,
)
from graphwright.errors import InvalidCommand, PluginFailed
from graphwright.graph.document import Graph
from graphwright.llm.base import ToolSpec
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import ToolAnswer, refused
from graphwright.tools.registry import Tool
from graphwright.tools.schema import GivenArguments
from graphwright.tools.tool_context import ToolContext

_WORD: Final = re.compile(r'(?<=")[^"\\]+(?=")')
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")


def plugin_tool(plugin: str, version: str, name: str, told: ToolContribution, limits: PluginLimits) -> Tool:
    """The tool, called after its plugin and itself. `InvalidCommand` for a name that providers refuse."""
    full = f"{re.sub(r'[^a-z0-9]+', '_', plugin.lower())}_{name}"
    if not _NAME.fullmatch(full):
        message = f"{full[:80]!r} is no name of a tool: use small letters, digits and '_', at most 64 with the plugin's"
        raise InvalidCommand(message)

    async def call(context: ToolContext, arguments: GivenArguments) -> ToolAnswer:
        graph = context.graph
        content = content_of(graph)
        what = CallTask(content, arguments.text)
        place = ContributionName("tool", name)
        task = PluginTask(plugin, [place], what, limits.seconds, limits.memory)
        [answer] = await each_answer(task, limits.places)
        match answer:
            case CallAnswer(text):
                return ToolAnswer(content=text, node_ids=_named_in(text, graph))
            case ContributionFailure(why, is_refusal=True):
                return refused(InvalidCommand(why))
            case ContributionFailure(why):
                return refused(PluginFailed(f"tool {name} of plugin {plugin} {version} failed: {why}"))
            case _:
                return refused(PluginFailed(f"tool {name} of plugin {plugin} {version} failed: no answer"))

    spec = ToolSpec(name=full, description=told.description, parameters=told.schema)
    return Tool(name=full, arguments=GivenArguments, read=call, told=spec)


def _named_in(text: str, graph: Graph) -> list[NodeId]:
    """The nodes whose semantic ids stand in an answer: they were shown, so they may be cited."""
    words = dict.fromkeys(_WORD.findall(text))
    return [node.node_id for node in graph.nodes.values() if node.semantic_id in words]
