"""How a persona of a discussion is asked, and how an assistant that answers by rules reads it back out of the request.

The prompt is written in `discussion.prompts`; what both sides must agree on stands here: labels of blocks, the line
that says what is wanted, and where a data block begins and ends. A text inside a data block cannot hold either, see
`data`.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from graphwright.llm.base import ModelRequest

Task: TypeAlias = Literal["argue", "vote", "summary", "close"]

DISCUSSION: Final = "discussion"
"""Label of the block with the rules of a discussion; only a request to a persona has one."""
TOPIC: Final = "topic"
CLAIMS: Final = "claims"
TRANSCRIPT: Final = "turn"
"""Labels of turns begin with this word."""

_TASK_LINE: Final = re.compile(
    r"^\[(\w+) \| ([^|\n]+) \| round (\d+) \| turn (\d+) \| position (\d+) of (\d+) \| (\w\w)( \| proposes)?\]$",
    re.MULTILINE,
)
_BLOCK: Final = re.compile(r'<data-(\w+) label="([^"\n]*)">\n(.*?)\n?</data-\1>', re.DOTALL)
_END_OF_DATA: Final = re.compile(r"</data-\w+>(?=\n\n)")


class PersonaRequest(Struct, frozen=True):
    """What a persona is asked for."""

    task: Task
    persona: str
    round: int
    turn: int
    position: int
    """From 1, in the order of speaking."""
    personas: int
    language: str
    proposes: bool = False
    """May it put changes of the model into its turn?"""


def task_line(wanted: PersonaRequest) -> str:
    """The line after data and brief that says what is wanted."""
    return (
        f"[{wanted.task} | {wanted.persona} | round {wanted.round} | turn {wanted.turn} | "
        f"position {wanted.position} of {wanted.personas} | {wanted.language}"
        f"{' | proposes' if wanted.proposes else ''}]"
    )


def wanted_of(request: ModelRequest) -> PersonaRequest | None:
    """What a persona is asked for; `None` for a request of another workflow."""
    if not any(block.label == DISCUSSION for block in request.system):
        return None
    tail = _END_OF_DATA.split(_first_of_user(request))[-1]
    # The last one: a brief, which is a person's own words, stands before it.
    found = next(reversed(list(_TASK_LINE.finditer(tail))), None)
    if found is None or found[1] not in get_args(Task):
        return None
    task: Task = found[1]  # type: ignore[assignment]  # one of the words just checked
    round_, turn, position, personas = (int(found[index]) for index in (3, 4, 5, 6))
    return PersonaRequest(task, found[2], round_, turn, position, personas, found[7], found[8] is not None)


def blocks_of(request: ModelRequest) -> list[tuple[str, str]]:
    """The data blocks of a request to a persona, in order: label and text."""
    return [(found[2], found[3]) for found in _BLOCK.finditer(_first_of_user(request))]


def data_of(text: str) -> str:
    """The data blocks at the beginning of a user message, without the request that follows them."""
    ends = [found.end() for found in _END_OF_DATA.finditer(text)]
    return text[: ends[-1]] if ends else ""


def _first_of_user(request: ModelRequest) -> str:
    """A repair or a continuation follows the request; what is wanted stands in its beginning."""
    return next((message.text for message in request.messages if message.role == "user"), "")
