"""The command `comment`: what people remark, listed, written, answered, resolved and removed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from graphwright.actions.comments import CommentTaken
from graphwright.cli.acting import act, new_id
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand, NotFound
from graphwright.protocol.commands import CommentDelete, CommentReply, CommentUpdate, CommentWrite
from graphwright.protocol.comments import Comment, CommentedKind, open_comments
from graphwright.protocol.ids import CommentId, EdgeId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Step
from graphwright.protocol.threads import Message
from graphwright.protocol.wire import decode
from graphwright.tools.look import find_node
from graphwright.workbench import OpenProject, Workbench

_ABOUT_ONE: Final = ("reply", "resolve", "reopen", "remove")
"""Options that are about one comment, named by its id."""


async def comment(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the comments, write one, or answer, resolve, reopen or remove one."""
    open_project = await workbench.open_project(options.project)
    wanted = [name for name in _ABOUT_ONE if getattr(options, name) not in (None, False)]
    if len(wanted) + (options.text is not None) > 1:
        raise InvalidCommand("TEXT, --reply, --resolve, --reopen and --remove are different things to do; give one")
    if options.text is not None:
        kind, element = await _meant(open_project, options.about)
        write = CommentWrite(command_id=new_id(workbench), kind=kind, about=element, text=options.text)
        return _told(decode((await act(workbench, open_project, write)).result, Comment), "written", output)
    if wanted:
        return await _changed(workbench, open_project, options, output)
    shown = await _wanted(open_project, options.about, resolved_too=options.all)
    output.result({"comments": shown}, _lines(shown))
    return 0


async def _changed(workbench: Workbench, open_project: OpenProject, options: argparse.Namespace, output: Output) -> int:
    if options.about is None:
        raise InvalidCommand("--reply, --resolve, --reopen and --remove are about one comment; give its id")
    command_id, comment_id = new_id(workbench), CommentId(options.about)
    if options.remove:
        remove = CommentDelete(command_id=command_id, comment_id=comment_id)
        gone = decode((await act(workbench, open_project, remove)).result, CommentTaken)
        output.result(gone, [f"the comment {gone.comment_id} is removed"])
        return 0
    if options.reply is not None:
        command: CommentReply | CommentUpdate = CommentReply(
            command_id=command_id, comment_id=comment_id, text=options.reply
        )
    else:
        command = CommentUpdate(command_id=command_id, comment_id=comment_id, resolved=options.resolve)
    said = decode((await act(workbench, open_project, command)).result, Comment)
    return _told(
        said, "written" if options.reply is not None else "resolved" if options.resolve else "open again", output
    )


async def _wanted(open_project: OpenProject, about: str | None, *, resolved_too: bool) -> list[Comment]:
    """All comments, those on one thing, or one with its replies, which is shown also when it is resolved."""
    known = await open_project.comments.all()
    if about is None:
        return known if resolved_too else open_comments(known)
    if one := [each for each in known if about in {each.comment_id, each.reply_to}]:
        return one
    found = await open_project.comments.all((await _meant(open_project, about))[1])
    return found if resolved_too else open_comments(found)


async def _meant(open_project: OpenProject, word: str) -> tuple[CommentedKind, str]:
    """What a word names: by its id whatever can be commented on, else a node. `NotFound`, `NeedsChoice`."""
    project = open_project.project
    if EdgeId(word) in project.graph.edges:
        return "edge", word
    if await project.find(Proposal, word) is not None:
        return "proposal", word
    if await project.find(Step, word) is not None:
        return "step", word
    if await project.find(Message, word) is not None:
        return "message", word
    with suppress(NotFound):
        return "passage", (await open_project.library.passage(word)).passage_id
    try:
        return "node", find_node(open_project.project.graph, word).node_id
    except NotFound:
        if await open_project.comments.all(word):  # on what was deleted since
            return "node", word
        raise


def _told(said: Comment, what: str, output: Output) -> int:
    output.result({"comment": said}, [f"the comment {said.comment_id} on {said.label or said.about} is {what}"])
    return 0


def _lines(comments: list[Comment]) -> Iterator[str]:
    """Each comment with what it is about, its replies below it."""
    for first in (each for each in comments if each.reply_to is None):
        state = "" if first.resolved is None else f", resolved by {first.resolved.person.name}"
        yield f"{first.comment_id}  {first.kind} {first.label or first.about}{state}"
        for each in (first, *(reply for reply in comments if reply.reply_to == first.comment_id)):
            begin, *rest = each.text.splitlines()
            indent = "  " if each.reply_to is None else "    "
            yield f"{indent}{each.person.name}, {each.at.isoformat(timespec='minutes')}: {begin}"
            yield from (f"{indent}  {line}" for line in rest)
    if not comments:
        yield "no comments; write one: graphwright comment PROJECT ELEMENT TEXT"
