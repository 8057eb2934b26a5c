"""Whole conversations with a strong language model, played again: what each wish became, held against what it became then.

Somebody who did not know the program wrote the wishes, and a strong language model that knew nothing but each request
answered them (`README.md` beside this). Its answers come in their order, so what is proved is everything behind them:
which workflow a wish goes to, how an answer is read, what of it is applied, what waits, what is asked back.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out_typed
from graphwright.llm.testing import Answer, ScriptedModel
from graphwright.llm.base import ToolCall
from graphwright.protocol.commands import MessageSend, ProposalDecide
from graphwright.protocol.ids import CommandId, RunId, ThreadId
from graphwright.protocol.runs import Run
from tests.stories.stage import Stage, stage

HERE = Path(__file__).parent
WANTED = {"clinic": 16, "crossing": 16}
"""How many of the seventeen wishes of each end as their author wanted: 28 of 30 is the goal."""


def answer(recorded: dict[str, Any]) -> Answer:
    """One recorded answer of the language model."""
    calls = [
        ToolCall(tool_call_id=f"call_{place}", name=call["name"], arguments=json.dumps(call["arguments"]))
        for place, call in enumerate(recorded.get("calls", []))
    ]
    return [recorded["text"], *calls] if recorded.get("text") else calls


class Conversation:
    """One project and one thread, in which a person says one wish after the other and accepts what is proposed."""

    def __init__(self, scene: Stage) -> None:
        self.scene = scene
        self.project = scene.open_project.project
        self.thread: ThreadId | None = None

    async def do(self, command: Any) -> dict[str, Any]:
        caller = Caller(await self.scene.workbench.owner(), "owner")
        done = await carry_out_typed(
            command, caller=caller, open_project=self.scene.open_project, workbench=self.scene.workbench
        )
        return json.loads(bytes(done.result))

    def new_id(self) -> CommandId:
        return CommandId(self.scene.workbench.ids.new())

    async def say(self, text: str) -> dict[str, Any]:
        """What became of a wish: who answered, how it ended, and what the model then holds."""
        thread = {} if self.thread is None else {"thread_id": self.thread}
        told = await self.do(MessageSend(command_id=self.new_id(), text=text, **thread))
        self.thread = told["threadId"]
        state = await self.scene.open_project.engine.settled(RunId(told["runId"]))
        run = await self.project.read(Run, RunId(told["runId"]))
        result = json.loads(bytes(state.result)) if isinstance(state.result, Raw) else {}
        end = result.get("outcome", state.status)
        if proposals := [each for each in await self.scene.open_project.proposals.all() if each.state == "open"]:
            end = "proposed"
            for proposal in proposals:
                await self.do(
                    ProposalDecide(
                        command_id=self.new_id(),
                        proposal_id=proposal.proposal_id,
                        digest=proposal.digest,
                        decision="accept",
                    )
                )
        kinds = Counter(node.node_type for node in self.project.graph.nodes.values())
        return {"workflow": run.workflow, "end": end, "nodes": dict(sorted(kinds.items())), "edges": len(self.project.graph.edges)}


async def played(name: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The wishes of a conversation, and what became of each when it is played."""
    wishes = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    model = ScriptedModel(*[answer(each) for wish in wishes for each in wish["answers"]])
    conversation = Conversation(await stage(model, name=name))
    became: list[dict[str, Any]] = []
    for wish in wishes:
        asked = len(model.requests)
        became.append({"id": wish["id"], **await conversation.say(wish["say"]), "calls": len(model.requests) - asked})
    return wishes, became


@pytest.mark.parametrize("name", WANTED)
async def test_x(name):
    _, became = await played(name)
    for row in became:
        print(row)
    assert 0
