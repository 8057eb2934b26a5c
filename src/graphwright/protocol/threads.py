"""Conversations: threads, their messages, and the typed parts of a message."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import UNSET, Count, Record, Time, UnsetType
from graphwright.protocol.ids import MessageId, NodeId, PassageId, PersonId, ProposalId, RunId, ThreadId


class Thread(Record, frozen=True, kw_only=True):
    """The header of a durable conversation in a project."""

    thread_id: ThreadId
    title: str
    started_at: Time


class MessageAuthor(Record, frozen=True, kw_only=True):
    """Who speaks: a person, the assistant, or one of its personas."""

    kind: Literal["person", "assistant", "persona"]
    name: str
    person_id: PersonId | UnsetType = UNSET


class TextPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="text"):
    """Prose, as the speaker wrote it."""

    text: str


class ToolCallPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="toolCall"):
    """The language model asks for a function. `arguments` is JSON text, complete and unrepaired (R-63)."""

    tool_call_id: str
    name: str
    arguments: str


class ToolResultPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="toolResult"):
    """What the function answered."""

    tool_call_id: str
    content: str
    is_error: bool


class ProposalPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="proposalRef"):
    """The message led to this proposal."""

    proposal_id: ProposalId


class CitationPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="citation"):
    """What a statement rests on: a node or a passage."""

    node_id: NodeId | UnsetType = UNSET
    passage_id: PassageId | UnsetType = UNSET
    quote: str | UnsetType = UNSET


class AttachmentPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="attachment"):
    """A file that came with the message, kept as a blob."""

    name: str
    media_type: str
    sha256: str
    bytes: Count


Part: TypeAlias = TextPart | ToolCallPart | ToolResultPart | ProposalPart | CitationPart | AttachmentPart
MessageStatus: TypeAlias = Literal["streaming", "complete", "stopped", "failed"]


class Message(Record, frozen=True, kw_only=True):
    """One durable entry of a thread. The completed message is the truth, deltas are courtesy (D11)."""

    message_id: MessageId
    thread_id: ThreadId
    author: MessageAuthor
    parts: list[Part]
    status: MessageStatus
    attempt: Count
    parent_message_id: MessageId | UnsetType = UNSET
    turn: Count | UnsetType = UNSET
    round: Count | UnsetType = UNSET
    run_id: RunId | UnsetType = UNSET


def text_of(parts: list[Part]) -> str:
    """The prose of a message."""
    return "".join(part.text for part in parts if isinstance(part, TextPart))


__all__ = [
    "AttachmentPart",
    "CitationPart",
    "Message",
    "MessageAuthor",
    "MessageStatus",
    "Part",
    "ProposalPart",
    "TextPart",
    "Thread",
    "ToolCallPart",
    "ToolResultPart",
    "text_of",
]
