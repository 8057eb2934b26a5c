"""Comments beside a model in a file for people: in their order, each with its replies below it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import CommentId, NodeId

COMMENTS: Final = "Comments"
HEADS: Final = ["No.", "ID", "Element", "Person", "Time", "Comment", "Reply to", "Resolved by"]
"""Of a table of them."""


class NumberedComment(NamedTuple):
    """A comment in a file."""

    number: int
    comment: Comment
    reply_to: int | None
    """The number of the comment that it answers."""

    @property
    def time(self) -> str:
        """When it was said, to the minute."""
        return f"{self.comment.at:%Y-%m-%d %H:%M}"

    @property
    def resolved_by(self) -> str:
        """Who took it as dealt with; empty = it is open, or a reply."""
        return "" if self.comment.resolved is None else self.comment.resolved.person.name


def remarks_of(comments: Iterable[Comment]) -> list[NumberedComment]:
    """Each comment, and its replies behind it. A reply whose comment is not among them stands alone."""
    known = [*comments]
    threads: dict[CommentId, list[Comment]] = {each.comment_id: [each] for each in known if each.reply_to is None}
    for each in known:
        if each.reply_to is not None:
            threads.setdefault(each.reply_to, []).append(each)
    found: list[NumberedComment] = []
    for first, *replies in threads.values():
        begin = len(found) + 1
        found.append(NumberedComment(begin, first, None))
        found += [NumberedComment(at, each, begin) for at, each in enumerate(replies, begin + 1)]
    return found


def node_of(graph: Graph, comment: Comment) -> Node | None:
    """The element that it is on, or what has taken its place; none for one on a relation."""
    return graph.nodes.get(NodeId(comment.about)) or graph.successor(comment.about)


def table_of(graph: Graph, comments: Iterable[Comment], ids: Mapping[NodeId, str]) -> list[list[str | int | None]]:
    """A row for each, as `HEADS` says; `ids` are what elements are called in the file."""
    rows: list[list[str | int | None]] = []
    for each in remarks_of(comments):
        said, node = each.comment, node_of(graph, each.comment)
        known = "" if node is None else ids[node.node_id]
        label = said.label if node is None else node.name
        rows.append(
            [each.number, known, label, said.person.name, each.time, clean(said.text), each.reply_to, each.resolved_by]
        )
    return rows
