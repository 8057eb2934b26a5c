"""Conversations: threads, their messages, and the typed parts of a message."""

from __future__ import annotations

import hashlib
from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.ids import EdgeId, MessageId, NodeId, PassageId, PersonId, ProposalId, RunId, ThreadId

CitationStatus: TypeAlias = Literal["given", "notGiven", "unknown"]
"""`given`: the language model had seen it; `notGiven`: it was never shown; `unknown`: there is no such node."""


class Thread(Record, frozen=True, kw_only=True):
    """The header of a durable conversation in a project."""

    thread_id: ThreadId
    title: str
    started_at: Time


class ThreadFigures(Record, frozen=True, kw_only=True):
    """What a conversation came to, computed from its messages and runs (D-27)."""

    messages: Count
    branches: Count
    """Ends that it has; 1 as long as no message was edited."""
    runs: Count
    model_calls: Count
    tool_calls: Count
    input_tokens: Count
    output_tokens: Count
    cost_micros: Count


class ThreadRow(Thread, frozen=True, kw_only=True):
    """A conversation in a list, with its figures."""

    figures: ThreadFigures


class MessageAuthor(Record, frozen=True, kw_only=True):
    """Who speaks: a person, the assistant, or one of its personas."""

    kind: Literal["person", "assistant", "persona"]
    name: str
    person_id: PersonId | None = None


class TextSpan(Record, frozen=True, kw_only=True):
    """A stretch of a message's prose, in characters (code points) from its beginning; `end` is not part of it."""

    start: Count
    end: Count


class TextPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="text"):
    """Prose, as the speaker wrote it."""

    text: str
    unsupported: list[TextSpan] | None = None
    """Sentences that state something and cite nothing for it; absent where nobody looked."""


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


class SuggestionsPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="suggestions"):
    """Sentences that the person may say next, as they stand."""

    texts: list[str]


class CitationPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="citation"):
    """What a statement rests on: a node or a passage. Where it stands in the prose is counted as in `TextSpan`."""

    node_id: NodeId | None = None
    """Of an edge: where it begins."""
    edge_id: EdgeId | None = None
    passage_id: PassageId | None = None
    quote: str | None = None
    label: str | None = None
    """As it was cited: a semantic id, a short id, an invented word."""
    start: Count | None = None
    end: Count | None = None
    status: CitationStatus = "given"


class AttachmentPart(Record, frozen=True, kw_only=True, tag_field="kind", tag="attachment"):
    """A file that came with the message, kept as a blob."""

    name: str
    media_type: str
    sha256: str
    bytes: Count


Part: TypeAlias = (
    TextPart | ToolCallPart | ToolResultPart | ProposalPart | SuggestionsPart | CitationPart | AttachmentPart
)
MessageStatus: TypeAlias = Literal["streaming", "complete", "stopped", "failed"]


class Message(Record, frozen=True, kw_only=True):
    """One durable entry of a thread. The completed message is the truth, deltas are courtesy (ADR-11)."""

    message_id: MessageId
    thread_id: ThreadId
    author: MessageAuthor
    parts: list[Part]
    status: MessageStatus
    attempt: Count
    parent_message_id: MessageId | None = None
    turn: Count | None = None
    round: Count | None = None
    run_id: RunId | None = None
    revision: Count | None = None
    """Of a question about the model as it was: at which revision."""


def text_of(parts: list[Part]) -> str:
    """The prose of a message."""
    return "".join(part.text for part in parts if isinstance(part, TextPart))


def text_digest(text: str) -> str:
    """What a completed message says of its text: sha256 in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


__all__ = [
    "AttachmentPart",
    "CitationPart",
    "CitationStatus",
    "Message",
    "MessageAuthor",
    "MessageStatus",
    "Part",
    "ProposalPart",
    "SuggestionsPart",
    "TextPart",
    "TextSpan",
    "Thread",
    "ThreadFigures",
    "ThreadRow",
    "ToolCallPart",
    "ToolResultPart",
    "text_digest",
    "text_of",
]
