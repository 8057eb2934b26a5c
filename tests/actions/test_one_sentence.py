"""How many files tell what becomes of one sentence, from the frame that brings it to the frame that shows the change.

The program is watched, not changed: whenever one of the `MILESTONES` is called for the first time, the files of the
functions that led to the call are noted, outermost first. That is the spine of the story: who called whom until this
came about. Functions that were asked and had answered before (a parser, a rule, an index) stand on no stack and are not
counted; a reader looks into them when they want to know more.

`CARRIERS` are on the stack, too, but tell nothing of this story: they carry every command, every step of every run,
every event and every frame alike, and a reader may step over them. They are listed here one by one, so that nobody can
hide a part of the story among them unseen.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import graphwright
from graphwright.actions.dispatch import ACTIONS, carry_out
from graphwright.client.in_process import InnerDoor, InnerLine
from graphwright.context.prompt import build_prompt
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Committer
from graphwright.projects import Project
from graphwright.protocol.commands import Writing
from graphwright.protocol.wire import PROTOCOL_VERSION
from graphwright.rooms.catching_up import on_the_wire
from graphwright.runs.engine import Engine
from tests.actions.samples import tag_of
from tests.server.place import open_place, uuid
from tests.sources import MODULES, inside, nodes_of
from tests.stories.test_build import diff

PACKAGE = Path(graphwright.__file__).parent
PAGE = Path(__file__).parent.parent.parent / "docs" / "architecture.md"

MILESTONES: dict[str, Callable[..., Any]] = {
    "the command is carried out": carry_out,
    "the run that answers begins": Engine.start,
    "the prompt is made": build_prompt,
    "the language model is called": ScriptedModel.stream,
    "its first words are told": Project.publish,
    "the change is handed over": Committer.submit,
    "the room hears of the commit": on_the_wire,
    "the frame is sent": vars(InnerLine)["_take"],
}
CARRIERS = {
    "actions/dispatch.py": "every command: its rights, and that it is done once",
    "runs/": "every step of every run: that it survives a crash",
    "llm/retry.py": "every model call: that it is tried again",
    "llm/base.py": "every model call: read to its end, piece by piece",
    "projects.py": "every event: into the journal, then to the bus",
    "bus.py": "every event: to everybody who listens",
    "rooms/outbox.py": "every frame: in order, and not too many",
    "server/sending.py": "every frame: onto the network",
}
TELL = [
    "server/websocket.py",
    "actions/messages.py",
    "workflows/build.py",
    "turns/preparation.py",
    "turns/model_calls.py",
    "turns/message_stream.py",
    "operations/commit.py",
    "rooms/room.py",
]


@contextmanager
def watched() -> Iterator[dict[str, list[str]]]:
    """The files on the stack at each milestone, filled in as they are reached."""
    seen: dict[str, list[str]] = {}
    by_code: dict[CodeType, str] = {function.__code__: name for name, function in MILESTONES.items()}

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and (name := by_code.get(frame.f_code)) is not None:
            # The room hears of much; what counts is the commit, which nobody hears of before it is handed over.
            is_early = name in AFTER and AFTER[name] not in seen
            if name not in seen and not is_early:
                seen[name] = files_below(frame.f_back)

    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(None)


AFTER = {
    "the room hears of the commit": "the change is handed over",
    "the frame is sent": "the room hears of the commit",
}


def files_below(frame: FrameType | None) -> list[str]:
    """The files of our package on the stack, each once, outermost first."""
    found: list[str] = []
    at = frame
    while at is not None:
        path = Path(at.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            found.append(path.relative_to(PACKAGE).as_posix())
        at = at.f_back
    return list(dict.fromkeys(reversed(found)))


@pytest.mark.requirement("H-26")
async def test_one_sentence_is_told_in_eight_files_from_frame_to_frame():
    made = diff("+ Customer|ACTOR|Customer.AC.001|Buys.", text="I make it.")
    async with open_place(ScriptedModel(made)) as place:
        await place.project("shop")
        owner = await place.server_state.authenticator.accounts.owner()
        ticket = await place.server_state.authenticator.tickets.issue(owner.person_id, timedelta(minutes=1))
        line = await InnerDoor(place.network).dial()
        opening = {"type": "session.open", "protocolVersion": PROTOCOL_VERSION, "projectId": "shop", "ticket": ticket}
        await line.send(json.dumps(opening))
        assert "session.opened" in await line.receive()
        sentence = {"type": "message.send", "commandId": uuid(1), "text": "Somebody buys", "workflow": "build"}

        with watched() as seen:
            await line.send(json.dumps(sentence))
            while "commit.applied" not in await line.receive():
                pass
        await line.close()

    assert list(seen) == list(MILESTONES)
    spine = list(dict.fromkeys(file for name in MILESTONES for file in seen[name]))
    carriers = [file for file in spine if any(file.startswith(carrier) for carrier in CARRIERS)]
    assert [file for file in spine if file not in carriers] == TELL
    assert {next(each for each in CARRIERS if file.startswith(each)) for file in carriers} == set(CARRIERS)
    assert len(TELL) <= 8
    assert f"With those it steps over the spine has {len(spine)} files." in PAGE.read_text(encoding="utf-8")


@pytest.mark.requirement("H-26")
def test_the_architecture_page_follows_the_sentence_through_these_files():
    told = PAGE.read_text(encoding="utf-8").split("## Follow one sentence")[1].split("\n## ")[0]
    rows = [line for line in told.splitlines() if re.match(r"\| \d", line)]

    assert [re.findall(r"`([\w/]+\.py)`", row)[0] for row in rows] == TELL
    assert {name for name in CARRIERS if f"`{name}`" not in told} == set()


@pytest.mark.requirement("H-27")
@pytest.mark.parametrize("command", ACTIONS, ids=tag_of)
def test_a_command_is_written_in_two_files_and_named_elsewhere_only_by_doors(command: type[Writing]):
    """A door of its own (an address, words on the command line, a method of the Python API) is one file more.

    What an agent does has a file for each of its tools: it decides for itself, and about what a run proposed. Chat clients
    send in two protocols, which share how a run is followed. A schedule sends what its owner would.
    """
    doors = ("server/routes/", "cli/", "client/", "api/", "agents/", "chats/", "schedules/")
    naming = importers()[command.__name__]
    inside = {name for name in naming if not name.startswith(doors)}

    function = ACTIONS[command].function
    assert inside == {f"actions/{function.__module__.rpartition('.')[2]}.py"}
    assert len({name for name in naming if not name.startswith(("agents/", "chats/", "schedules/"))}) <= 1 + 3
    assert len({name for name in naming if name.startswith("agents/")}) <= 1 + 1
    assert len({name for name in naming if name.startswith("chats/")}) <= 1 + 2
    assert len({name for name in naming if name.startswith("schedules/")}) <= 1


@cache
def importers() -> dict[str, set[str]]:
    """The modules that import each command from where it is defined."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module in MODULES:
        for node in nodes_of(module, ast.ImportFrom):
            if node.module == Writing.__module__:
                for alias in node.names:
                    found[alias.name].add(inside(module))
    return found
