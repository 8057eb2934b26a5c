"""The table of actions: what may be asked for, the right that it needs, and the function that does it.

A command is a record of `protocol.commands` and one function, registered with `@action(TheCommand, right="ask")`.
Doors, the matrix of rights, its test and the documentation are read from here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Raw, Struct

from graphwright.actions.context import CommandContext
from graphwright.errors import Misuse
from graphwright.protocol.base import Record
from graphwright.protocol.commands import Writing
from graphwright.protocol.projects import Right

C = TypeVar("C", bound=Writing)
R = TypeVar("R", bound="Record | Raw")
Function: TypeAlias = Callable[[C, CommandContext], Awaitable[R]]
"""Answers with the result; as `Raw` where that is stored already, together with the effect, or must not be."""


class Action(Struct, frozen=True):
    """One thing that can be done."""

    command: type[Writing]
    right: Right
    function: Function[Any, Record | Raw]


_ACTIONS: Final[dict[type[Writing], Action]] = {}


def action(command: type[C], *, right: Right) -> Callable[[Function[C, R]], Function[C, R]]:
    """Register the function that carries out a command. `Misuse` where another one does already."""

    def register(function: Function[C, R]) -> Function[C, R]:
        if command in _ACTIONS:
            raise Misuse(f"{command.__name__} is carried out by {_ACTIONS[command].function.__name__} already")
        _ACTIONS[command] = Action(command, right, function)
        return function

    return register


def registered() -> dict[type[Writing], Action]:
    """Every action that was registered so far; `dispatch.ACTIONS` is the whole table."""
    return dict(_ACTIONS)
