"""What somebody may do: one policy, for HTTP, WebSocket and command line alike (ADR-15, R-10).

Who somebody is was decided before (`reception`). Rights inside a project differ in verbs, never in what may be read.
Somebody without access to a project is answered exactly as if it did not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.access import access_in
from graphwright.errors import AccessDenied, NotFound
from graphwright.projects import Project
from graphwright.protocol.commands import (
    CanvasUpdate,
    ChangesRedo,
    ChangesSubmit,
    ChangesUndo,
    ClientCommand,
    CommitRevert,
    DiscussionSteer,
    FormAnswer,
    LayoutUpdate,
    MessageEdit,
    MessageSend,
    PresenceUpdate,
    ProposalAmend,
    ProposalDecide,
    ProposalWithdraw,
    RunCancel,
    RunRetry,
    SessionOpen,
    ThreadUpdate,
)
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.projects import Access, Person, Right, rights_in
from graphwright.protocol.wire import decode
from graphwright.store.base import Store

Kind: TypeAlias = Literal["owner", "account", "token"]
"""The owner of the data folder, somebody with an account, or a program with an API token."""


class Caller(Struct, frozen=True):
    """Somebody who has been recognised."""

    person: Author
    kind: Kind
    credential: str = ""
    """The record that proves it, looked up again at each use; empty over the owner's own Unix socket."""
    project_id: ProjectId | None = None
    """The one project that a token opens."""


COMMAND_RIGHTS: Final[Mapping[type[ClientCommand], Right]] = MappingProxyType(
    {
        SessionOpen: "read",
        CanvasUpdate: "read",
        PresenceUpdate: "read",
        MessageSend: "ask",
        MessageEdit: "ask",
        RunCancel: "ask",
        RunRetry: "ask",
        FormAnswer: "ask",
        ThreadUpdate: "ask",
        DiscussionSteer: "ask",
        ProposalDecide: "decide",
        ProposalAmend: "decide",
        ProposalWithdraw: "ask",
        ChangesSubmit: "build",
        CommitRevert: "build",
        ChangesUndo: "build",
        ChangesRedo: "build",
        LayoutUpdate: "build",
    }
)
"""The right that each command needs; a command without a line here could not be sent at all."""


async def access_of(caller: Caller, project: Project) -> Access | None:
    """The access of somebody in a project as it stands now; `None` = the project does not exist for them."""
    return await access_to(caller, project.project_id, project.store)


async def access_to(caller: Caller, project_id: ProjectId, store: Store) -> Access | None:
    """The same for a project that is not open."""
    if caller.project_id is not None and caller.project_id != project_id:
        return None
    if caller.kind == "owner":
        return "admin"
    return await access_in(store, project_id, PersonId(caller.person.person_id))


def allow(access: Access | None, right: Right, *, project: str, viewers_ask: bool = False) -> Access:
    """Let it happen, or say why not: `NotFound` for a foreign project, `AccessDenied` for a missing right."""
    if access is None:
        raise no_project(project)
    if right not in rights_in(access, viewers_ask=viewers_ask):
        message = f"your access here is {access!r}, and this needs the right to {right}; ask somebody with admin access"
        raise AccessDenied(message, access=access, right=right)
    return access


def no_project(name: str) -> NotFound:
    """What everybody is told of a project that is not there, or not for them; no other project is named."""
    return NotFound(f"there is no project {name[:80]!r}")


async def members(project: Project, owner: Author) -> list[Person]:
    """Everybody who may enter the project; the owner of the data folder always may."""
    stored = await project.store.documents(project.project_id, "member")
    people = [decode(document.body, Person) for document in stored]
    if any(person.person_id == owner.person_id for person in people):
        return people
    return [Person(person_id=PersonId(owner.person_id), name=owner.name, access="admin"), *people]
