"""The earlier messages of a conversation as a language model gets them: within a budget, decisions word for word.

What people decided about proposals, with their feedback, and what was committed is never shortened. The newest messages
are kept whole as far as is sensible, older ones keep their beginning, results of tools are cut in new messages and left
out of old ones: they are snapshots of a model that has moved on (WD-22). Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.naming import Names
from graphwright.context.prompt import EarlierMessage
from graphwright.context.tokens import Tokenizer
from graphwright.protocol.ids import MessageId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    Operation,
    Proposal,
)
from graphwright.protocol.threads import Message, ToolCallPart, ToolResultPart, text_of

BUDGET_TOKENS: Final = 6_000
"""Of the whole history; decisions beyond it are kept all the same."""
LAST: Final = 2
"""Newest messages, of the person and of the assistant, that are kept as long as they are, nearly always."""
NEWEST: Final = 6
"""Messages that are not shortened like old ones (D-53)."""
LAST_CHARACTERS: Final = 12_000
"""Of the newest message of each side: the next one is about what stands there, most of all about its end."""
NEW_CHARACTERS: Final = 4_000
OLD_CHARACTERS: Final = 600
RESULT_CHARACTERS: Final = 2_000
"""Of one result of a tool in a new message (D-53)."""
_OPERATIONS: Final = 20
"""Named one by one in a decision; the others are counted."""


class ConversationHistory(Struct, frozen=True):
    """Earlier messages in order, what was decided about each, what else is noted, and what each changed, as lines."""

    messages: Sequence[Message]
    decisions: Mapping[MessageId, Sequence[str]]
    blocks: Mapping[MessageId, str] = {}
    notes: Mapping[MessageId, Sequence[str]] = {}
    """What says little without the message that it is about."""


def compacted(past: ConversationHistory, counter: Tokenizer, *, budget: int = BUDGET_TOKENS) -> list[EarlierMessage]:
    """The turns for a prompt, oldest first. Says how many messages were left out."""
    told = [message for message in past.messages if message.status in ("complete", "stopped")]
    kept: list[EarlierMessage] = []
    left_out = 0
    left = budget
    for age, message in enumerate(reversed(told)):
        decisions = "\n".join(past.decisions.get(message.message_id, ()))
        block = past.blocks.get(message.message_id, "") if age < NEWEST else ""
        said = (_said(message, age), block, *past.notes.get(message.message_id, ()))
        text = "\n".join(part for part in said if part)
        cost = counter.count(text)
        if left_out or cost > left:
            left_out += 1
            text = ""
        else:
            left -= cost
        whole = "\n".join(part for part in (text, decisions) if part)
        if whole:
            kept.append(EarlierMessage("user" if message.author.kind == "person" else "assistant", whole))
    if left_out:
        followed = any(past.decisions.get(message.message_id) for message in told[:left_out])
        follows = "; what was decided in them follows" if followed else ""
        kept.append(EarlierMessage("user", f"({left_out} earlier messages are left out{follows}.)"))
    return kept[::-1]


def decision_text(proposal: Proposal, names: Names) -> str:
    """What became of a proposal; feedback word for word."""
    count = len(proposal.operations)
    wanted = _listed(proposal.operations, names)
    decided = proposal.decided
    if decided is None:
        state = "waits for a decision" if proposal.state == "open" else f"is {proposal.state}, nothing was changed"
        return f"[proposal of {count} operations: {wanted}; it {state}]"
    chosen = set(decided.operation_ids)
    if decided.decision == "reject":
        became = "rejected"
    elif len(chosen) < count:
        accepted = [operation for operation in proposal.operations if operation.id in chosen]
        became = f"accepted in part ({_listed(accepted, names)}), the rest turned down"
    else:
        became = "accepted and applied"
    feedback = "" if decided.feedback is None else f"; feedback: {decided.feedback}"
    return f"[proposal of {count} operations: {wanted}; {became} by {decided.person.name}{feedback}]"


def _said(message: Message, age: int) -> str:
    is_new = age < NEWEST
    most = LAST_CHARACTERS if age < LAST else NEW_CHARACTERS if is_new else OLD_CHARACTERS
    text = shortened(text_of(message.parts), most)
    looked_up = "\n".join(_looked_up(message, is_new=is_new))
    return "\n".join(part for part in (text, looked_up) if part.strip())


def _looked_up(message: Message, *, is_new: bool) -> Iterator[str]:
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            yield f"[called {part.name} {shortened(part.arguments, OLD_CHARACTERS)}]"
        elif isinstance(part, ToolResultPart) and is_new:
            yield f"[result: {shortened(part.content, RESULT_CHARACTERS)}]"


def shortened(text: str, most: int) -> str:
    """A text that is cut between words in its middle and says so: what it comes to stands at its end."""
    if len(text) <= most:
        return text
    begin, end = text[: most // 2], text[-(most - most // 2) :]
    begin, end = begin.rsplit(maxsplit=1)[0], end.split(maxsplit=1)[-1]
    return f"{begin} [cut: {len(text) - len(begin) - len(end):,} characters] {end}"


def whole_lines(lines: Sequence[str], most: int) -> list[str]:
    """As many lines as fit into so many characters, and how many are left out: half a change would be another one."""
    left, kept = most, 0
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        kept += 1
    more = len(lines) - kept
    return [*lines[:kept], *([f"[{more} more line{'' if more == 1 else 's'}]"] if more else [])]


def _listed(operations: Sequence[Operation], names: Names) -> str:
    named = [_named(operation, names) for operation in operations[:_OPERATIONS]]
    if len(operations) > _OPERATIONS:
        named.append(f"{len(operations) - _OPERATIONS} more")
    return ", ".join(named)


def _named(operation: Operation, names: Names) -> str:
    match operation:
        case NodeCreate():
            return f"create {operation.node_type} {operation.name}"
        case NodeDelete():
            return f"delete {names.of(operation.ref)}"
        case EdgeCreate():
            return f"create {names.of(operation.source)} -{operation.edge_type}-> {names.of(operation.target)}"
        case EdgeUpdate() | EdgeDelete():
            verb = "update" if isinstance(operation, EdgeUpdate) else "delete"
            ends = names.ends(operation)
            return f"{verb} edge" if ends is None else f"{verb} {names.of(ends[0])} -{ends[1]}-> {names.of(ends[2])}"
        case _:
            return f"update {names.of(operation.ref)}"
