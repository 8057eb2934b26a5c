"""Comments on elements, proposals, passages, steps and messages: listed, written, answered, changed and removed."""

from __future__ import annotations

from graphwright.actions.comments import CommentTaken
from graphwright.protocol.base import Command, Record
from graphwright.protocol.commands import CommentDelete, CommentReply, CommentUpdate, CommentWrite
from graphwright.protocol.comments import Comment, open_comments
from graphwright.protocol.ids import CommandId, CommentId
from graphwright.server.command_endpoint import command_endpoint
from graphwright.server.endpoint import PROJECT, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint


class CommentList(Record, frozen=True, kw_only=True):
    """Comments with their replies, oldest first."""

    comments: list[Comment]


class CommentsQuery(Command, frozen=True, kw_only=True):
    """Which."""

    about: str | None = None
    """The id of what they are about; absent: all."""
    resolved: bool = False
    """With those that are resolved."""


@endpoint("comments.get", PROJECT + "/comments", "read")
async def list_comments(call: EndpointCall[CommentsQuery, NoBody]) -> CommentList:
    """The comments of a project, or on one thing."""
    found = await call.open_project.comments.all(call.query.about)
    return CommentList(comments=found if call.query.resolved else open_comments(found))


@endpoint("comment.delete", PROJECT + "/comments/{comment}", "ask", answer=CommentTaken)
async def delete_comment(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Take a comment away."""
    command_id = CommandId(call.workbench.ids.new())
    return await call.carry_out(CommentDelete(command_id=command_id, comment_id=CommentId(call.path["comment"])))


command_endpoint(
    CommentWrite,
    name="comments.post",
    path="comments",
    summary="Comment on an element, a proposal, a passage, a step or a message",
    answer=Comment,
    status=201,
)
command_endpoint(
    CommentReply,
    name="replies.post",
    path="comments/{comment}/replies",
    summary="Reply to a comment",
    answer=Comment,
    status=201,
    ids={"comment": "comment_id"},
)
command_endpoint(
    CommentUpdate,
    name="comment.patch",
    path="comments/{comment}",
    summary="Change, resolve or reopen a comment",
    answer=Comment,
    ids={"comment": "comment_id"},
)
