"""What a workflow of a plugin asks the program for, and what it is given: the records of their conversation.

How they are sent is told beside them (`contributions.conversation`): the process of a plugin needs no event loop.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from graphwright.contributions.tasks import ModelContent
from graphwright.protocol.operations import Operation


class ContentRequest(Struct, frozen=True, tag="content"):
    """Hand me the model."""


class AnswerRequest(Struct, frozen=True, tag="answer"):
    """Ask the language model."""

    prompt: str
    instructions: str
    label: str


class ProposalRequest(Struct, frozen=True, tag="proposal"):
    """Hold this change set against the model; the last one without a problem is proposed in the end."""

    operations: list[Operation]
    reason: str


WorkRequest: TypeAlias = ContentRequest | AnswerRequest | ProposalRequest


class ContentReply(Struct, frozen=True, tag="content"):
    """The model."""

    model: ModelContent


class AnswerReply(Struct, frozen=True, tag="answer"):
    """What the language model says."""

    text: str


class ProblemsReply(Struct, frozen=True, tag="problems"):
    """What is wrong with a change set; nothing: it can be proposed."""

    problems: list[str]


class RefusalReply(Struct, frozen=True, tag="refused"):
    """Why it was not done."""

    why: str


WorkReply: TypeAlias = ContentReply | AnswerReply | ProblemsReply | RefusalReply
