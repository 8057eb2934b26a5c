"""A project with a long past, made as people make one: each commit and each question is a command that is carried out.

`python -m benchmarks._past FOLDER COMMITS` makes it once; a folder that holds it is left as it is. A tenth as many
messages as commits stand in one thread, and a hundredth as many runs answer some of them. What others say in between
is recorded without a run, because an answer takes sixty times as long as a commit.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

from msgspec import Raw

from benchmarks._systems import NOUNS, VERBS, operations
from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.actions.messages import MessageAccepted
from graphwright.app import open_workbench
from graphwright.operations.commit import Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.protocol.base import Record
from graphwright.protocol.commands import ChangesSubmit, MessageSend, Writing
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommandId, MessageId, OperationId, PersonId, Ref, ThreadId
from graphwright.protocol.operations import ChangeSet, NodeSet, NodeUpdate
from graphwright.protocol.wire import decode, decode_command, encode
from graphwright.settings import Settings
from graphwright.threads import newest, posted
from graphwright.workbench import OpenProject, Workbench

NAME: Final = "long"
NODES: Final = 400
BEN: Final = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000b"), name="Ben")
"""He changed something at the very beginning, and nothing since."""
CALLERS: Final = 32
QUESTION: Final = "How many functions are there?"
PER_RUN: Final = 10
"""Messages for each run: it makes two of them."""


class Made(Record, frozen=True, kw_only=True):
    """What stands in the folder."""

    commits: int
    thread: ThreadId
    quiet: str
    """A node that was changed twice, at the beginning; all others go on changing."""
    run_id: str
    """The first run."""


class Past:
    """The commands of one owner."""

    def __init__(self, workbench: Workbench, desk: OpenProject, owner: Author) -> None:
        self.workbench, self.desk = workbench, desk
        self.caller = Caller(owner, "owner")
        self.thread: ThreadId | None = None
        functions = sorted(desk.project.graph.of_type("FUNC"), key=lambda node: node.node_id)
        self.quiet, *self.busy = [node.node_id for node in functions]

    async def act(self, command: Writing) -> bytes:
        """As any door does it: the form is checked as if it came over the wire."""
        checked = decode_command(encode(command))
        done = await carry_out(checked, caller=self.caller, open_project=self.desk, workbench=self.workbench)
        return bytes(done.result)

    def new_id(self) -> CommandId:
        return CommandId(self.workbench.ids.new())

    async def rename(self, number: int) -> None:
        await self.act(
            ChangesSubmit(
                command_id=self.new_id(),
                base_revision=self.desk.project.graph.revision,
                operations=[Raw(encode(renaming(self.busy[number % len(self.busy)], number)))],
                reason="as the customer calls it" if number % 4 == 0 else None,
            )
        )

    async def ask(self) -> MessageAccepted:
        command = MessageSend(command_id=self.new_id(), text=QUESTION, workflow="ask", thread_id=self.thread)
        accepted = decode(await self.act(command), MessageAccepted)
        self.thread = accepted.thread_id
        assert accepted.run_id is not None
        await self.desk.engine.settled(accepted.run_id)
        return accepted

    async def talk(self, messages: int) -> None:
        """What people say to each other, one after another."""
        assert self.thread is not None
        project = self.desk.project
        parent: MessageId | None = await newest(project.store, project.project_id, self.thread)
        events: list[DurableEvent] = []
        for number in range(messages):
            entry, said = posted(
                f"Remark {number}: the dispatcher checks the route before the driver leaves.",
                author=BEN,
                thread_id=self.thread,
                ids=project.ids,
                clock=project.clock,
                parent=parent,
            )
            events += said
            parent = entry.message_id
        await project.record(events)


def renaming(node_id: str, number: int) -> NodeUpdate:
    verb, noun, other = (words[number * step % len(words)] for words, step in ((VERBS, 7), (NOUNS, 3), (NOUNS, 5)))
    return NodeUpdate(id=OperationId("op-1"), ref=Ref(node_id), set=NodeSet(name=f"{verb}{noun}{other}{number}"))


def made(data: Path, commits: int) -> Made:
    """Make the project, or look at what stands there."""
    kept = data / "made.json"
    if not kept.exists():
        data.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(encode(asyncio.run(_made(data, commits))))
    return decode(kept.read_bytes(), Made)


async def _made(data: Path, commits: int) -> Made:
    async with open_workbench(Settings.read({}, {"data": str(data / "data")})) as workbench:
        desk = await workbench.open_or_new_project(NAME)
        filled = ChangeSet(base_revision=0, operations=operations(NODES))
        owner = await workbench.owner()
        await desk.committer.submit(
            Submission(change_set=filled, author=owner, origin="import", importing=True, limit=IMPORT_OPERATIONS)
        )
        past = Past(workbench, desk, owner)
        for number in range(2):
            change_set = ChangeSet(base_revision=desk.project.graph.revision, operations=[renaming(past.quiet, number)])
            await desk.committer.submit(Submission(change_set=change_set, author=BEN, origin="person"))
        first = await past.ask()
        runs = max(2, commits // 100)
        for number in range(runs):
            each = commits // runs
            at = number * each
            for begin in range(at, at + each, CALLERS):
                await asyncio.gather(*map(past.rename, range(begin, min(begin + CALLERS, at + each))))
            await past.talk(PER_RUN - 2)
            await past.ask()
        await desk.committer.settled()
        return Made(
            commits=desk.project.graph.revision,
            thread=first.thread_id,
            quiet=past.quiet,
            run_id=str(first.run_id),
        )


if __name__ == "__main__":
    print(made(Path(sys.argv[1]), int(sys.argv[2])))
