"""The container of one graph: the project record, the people in it, and the words for rights and policies."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.graph import Author
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
"""Names are presets (ADR-15). This table drives the policy function, its test and the docs."""


def rights_in(access: Access, *, viewers_ask: bool) -> frozenset[Right]:
    """What somebody may do in a project. Asking costs money, so viewers may only where the project says so."""
    return RIGHTS["commenter"] if viewers_ask and access == "viewer" else RIGHTS[access]


class ProjectHeader(Record, frozen=True, kw_only=True):
    """The header of a project."""

    project_id: ProjectId
    name: str
    """Short and unique: what commands and paths call it."""
    profile: str
    phase: int
    policy: Policy
    language: str
    four_eyes: bool = False
    """Whoever made or edited a proposal, or whose run made it, may not decide it."""
    viewers_ask: bool = False
    """Viewers may ask, too; what they ask costs the project money."""
    revision: Count
    sequence: Count
    epoch: str
    """Changes only when a backup is restored; a client that knows another one starts over (I-06)."""


class Person(Record, frozen=True, kw_only=True):
    """Somebody, as members of a project see them."""

    person_id: PersonId
    name: str
    access: Access


class Baseline(Record, frozen=True, kw_only=True):
    """A revision with a name, to be found and asked by."""

    name: str
    """Unique in its project, whatever its case."""
    revision: Count
    person: Author
    """Who gave it this name."""
    at: Time
