"""What a tool answers: JSON of at most 16 KB, cleaned for a prompt; what does not fit is said, with the way to it.

JSON, because a name with a line break or a bracket in it cannot leave its place there (ADR-14).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from graphwright.context.data_block import escape_roles
from graphwright.errors import GraphwrightError
from graphwright.formats.cleaning import clean
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.ids import NodeId, PassageId
from graphwright.protocol.operations import Operation

ANSWER_BYTES: Final = 16 * 1024
"""Of one answer (ADR-18)."""
TEXT_CHARACTERS: Final = 2_000
"""Of one long text inside an answer."""
_ROOM: Final = 512
"""Kept free for saying what was left out."""
_ERROR_CHARACTERS: Final = 4_000


class ShownPassage(Record, frozen=True, kw_only=True):
    """A passage that an answer shows; in its JSON it stands as `"passage":"<passage id>"`."""

    passage_id: PassageId
    quote: str


class ToolAnswer(Record, frozen=True, kw_only=True):
    """What the language model is told, and what came of the call."""

    content: str
    """JSON."""
    is_error: bool = False
    node_ids: list[NodeId] = []
    """Nodes that this answer showed to the model: what it may cite."""
    passages: list[ShownPassage] = []
    operations: list[Operation] = []
    """What a write proposes; nothing has changed."""
    reason: str = ""
    """Why it proposes that, in the model's words."""


def answered(value: Mapping[str, JsonValue], *, node_ids: Iterable[NodeId] = ()) -> ToolAnswer:
    """An answer that is short by nature."""
    return ToolAnswer(content=json_text(value), node_ids=list(node_ids))


def listed(
    head: Mapping[str, JsonValue],
    name: str,
    rows: Iterable[tuple[NodeId | Sequence[NodeId] | None, JsonValue]],
    *,
    total: int,
    start: int = 0,
    rest: str = "",
    more: str = "more",
    budget: int = ANSWER_BYTES,
) -> ToolAnswer:
    """A list as far as it fits, with what is missing and how to get it.

    `rows`, each after the nodes that it names, begin at position `start` of `total`; `rest` says how to ask for more,
    `{offset}` in it is where to go on.
    """
    text = json_text(head)
    shown: list[str] = []
    node_ids: list[NodeId] = []
    left = budget - _ROOM - len(text.encode())
    for named, row in rows:
        line = json_text(row)
        left -= len(line.encode()) + 1
        if left < 0:
            break
        shown.append(line)
        node_ids += [NodeId(named)] if isinstance(named, str) else named or ()
    end = start + len(shown)
    left_out = json_text(f"{total - end} more; {rest.format(offset=end)}")
    said = "" if end >= total else f',"{more}":{left_out}'
    begun = f"{text[:-1]}," if head else "{"
    return ToolAnswer(content=f'{begun}"{name}":[{",".join(shown)}]{said}}}', node_ids=node_ids)


def refused(error: GraphwrightError) -> ToolAnswer:
    """A call that could not be carried out, in words the model can act on (WD-11)."""
    said: dict[str, JsonValue] = {"code": error.code, "message": error.message[:_ERROR_CHARACTERS]}
    return ToolAnswer(content=json_text({"error": said}), is_error=True)


def cut(text: str, how: str, *, start: int = 0, most: int = TEXT_CHARACTERS) -> str:
    """A long text from `start`, cut visibly; `how` says how to read on, `{offset}` in it is where."""
    end = start + most
    if len(text) <= end:
        return text[start:]
    rest = f"; {how.format(offset=end)}" if how else ""
    return f"{text[start:end]} [cut: {len(text) - end:,} more characters{rest}]"


def with_names(content: str, names: Mapping[PassageId, str]) -> str:
    """The JSON of an answer with short names for its passages; no text inside it can look like such a place."""
    for passage_id, name in names.items():
        content = content.replace(f'"passage":"{passage_id}"', f'"passage":"{name}"')
    return content


def json_text(value: JsonValue | Mapping[str, JsonValue]) -> str:
    """JSON for a prompt: no invisible characters, no marks that a model takes for a change of speaker."""
    return msgspec.json.encode(_cleaned(value)).decode()


def _cleaned(value: JsonValue | Mapping[str, JsonValue]) -> JsonValue:
    if isinstance(value, str):
        return escape_roles(clean(value))
    if isinstance(value, Mapping):
        return {escape_roles(clean(key)): _cleaned(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    return value
