"""Write a comment, answer, change, resolve and remove it.

Whoever may ask may comment, which is what the access "commenter" is for; viewers read. Only the words of others are
closed to everybody.
"""

from __future__ import annotations

from msgspec import Raw

from graphwright.actions.access import access_of, members
from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.comments import told
from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Record
from graphwright.protocol.commands import CommentDelete, CommentReply, CommentUpdate, CommentWrite
from graphwright.protocol.ids import CommentId
from graphwright.protocol.projects import Person


class CommentTaken(Record, frozen=True, kw_only=True):
    """A comment is no longer."""

    comment_id: CommentId


@action(CommentWrite, right="ask")
async def write(command: CommentWrite, context: CommandContext) -> Raw:
    """Remark on an element, a proposal, a passage, a step or a message."""
    comments, people = context.open_project.comments, await _people(context)
    async with comments.changing:
        said = await comments.write(command.kind, command.about, command.text, person=context.person, people=people)
        return await context.record([told(said)], said)


@action(CommentReply, right="ask")
async def reply(command: CommentReply, context: CommandContext) -> Raw:
    """Answer a comment."""
    comments, people = context.open_project.comments, await _people(context)
    async with comments.changing:
        said, events = await comments.reply(command.comment_id, command.text, person=context.person, people=people)
        return await context.record(events, said)


@action(CommentUpdate, right="ask")
async def update(command: CommentUpdate, context: CommandContext) -> Raw:
    """Say one's own comment differently, or resolve or reopen any."""
    comments, person = context.open_project.comments, context.person
    if (command.text is None) == (command.resolved is None):
        raise InvalidCommand("comment.update takes exactly one of text and resolved")
    people = await _people(context)
    async with comments.changing:
        if command.text is not None:
            said = await comments.edit(command.comment_id, command.text, person=person, people=people)
            return await context.record([told(said)], said)
        said, events = await comments.resolve(command.comment_id, is_resolved=command.resolved is True, person=person)
        return await context.record(events, said)


@action(CommentDelete, right="ask")
async def remove(command: CommentDelete, context: CommandContext) -> Raw:
    """Take one's own comment away; an admin any."""
    comments = context.open_project.comments
    is_admin = await access_of(context.caller, context.project) == "admin"
    async with comments.changing:
        gone = await comments.remove(command.comment_id, person=context.person, is_admin=is_admin)
        return await context.record([gone], CommentTaken(comment_id=gone.comment_id))


async def _people(context: CommandContext) -> list[Person]:
    return await members(context.project, await context.workbench.owner())
