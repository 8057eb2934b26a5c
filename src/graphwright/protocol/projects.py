"""The container of one graph: the project record, the people in it, and the words for rights and policies."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import PersonId, ProjectId

Policy: TypeAlias = Literal["auto", "review", "locked"]
Right: TypeAlias = Literal["read", "ask", "build", "decide", "admin"]
Access: TypeAlias = Literal["viewer", "commenter", "approver", "editor", "admin"]

RIGHTS: dict[Access, frozenset[Right]] = {
    "viewer": frozenset({"read"}),
    "commenter": frozenset({"read", "ask"}),
    "approver": frozenset({"read", "ask", "decide"}),
    "editor": frozenset({"read", "ask", "build", "decide"}),
    "admin": frozenset({"read", "ask", "build", "decide", "admin"}),
}
"""Names are presets (records.md, Rights). This table drives the policy function, its test and the docs."""


class Project(Record, frozen=True, kw_only=True):
    """The header of a project."""

    project_id: ProjectId
    name: str
    """Short and unique: what commands and paths call it."""
    profile: str
    phase: int
    policy: Policy
    language: str
    revision: Count
    sequence: Count
    epoch: str
    """Changes only when a backup is restored; a client that knows another one starts over (I-06)."""


class Person(Record, frozen=True, kw_only=True):
    """Somebody, as members of a project see them."""

    person_id: PersonId
    name: str
    access: Access
