"""Who may do what in a project: looked up when it is needed, never remembered (WD-07, ADR-15).

Somebody owns the data folder because its record says so, never because they are no member of a project: whoever was
removed is no member either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphwright.projects import Project
from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.projects import Access, Person, Right, rights_in
from graphwright.protocol.wire import decode
from graphwright.store.base import Store

SUSPENDED: Final = "suspended"
"""The kind of record that says of somebody that they may do nothing, whatever else gives them access."""


class GroupGrants(Record, frozen=True, kw_only=True):
    """What somebody's groups at the identity provider gave them when they signed in last."""

    everywhere: Access | None = None
    projects: dict[str, Access] = {}
    """Where it is another access; by project id."""
    ends_at: Time | None = None
    """From when on it is forgotten, unless they sign in again: somebody with a password as well may never do."""
    is_managed: bool = False
    """The organisation's directory tells of each change, so it holds until then."""

    def access(self, project_id: ProjectId) -> Access | None:
        """In one project."""
        given = self.projects.get(project_id)
        return self.everywhere if given is None else given


async def access_in(store: Store, project_id: ProjectId, person_id: PersonId) -> Access | None:
    """`admin` for the owner of the data folder, their own for members, their groups' for others, or `None`."""
    owner = await store.get_record("account", "owner")
    if owner is not None and decode(owner, Author).person_id == person_id:
        return "admin"
    if await is_suspended(store, person_id):
        return None
    member = await store.document(project_id, "member", person_id)
    if member is not None:
        return decode(member.body, Person).access
    grants = await store.get_record("groups", person_id)
    return None if grants is None else decode(grants, GroupGrants).access(project_id)


async def is_suspended(store: Store, person_id: PersonId) -> bool:
    """Whether the organisation's directory has switched somebody off."""
    return await store.get_record(SUSPENDED, person_id) is not None


async def rights_of(project: Project, person_id: PersonId) -> frozenset[Right]:
    """What somebody may do in a project as it stands now; nothing for whoever has no access."""
    access = await access_in(project.store, project.project_id, person_id)
    return frozenset() if access is None else rights_in(access, viewers_ask=project.header.viewers_ask)


async def may_all_build(project: Project, people: Iterable[PersonId]) -> bool:
    """Whether everybody whose words led to a change set may make it themselves.

    Else it waits for a person (ADR-09). This is the one place where that is decided: every door starts runs, and every
    run asks here before it changes anything.
    """
    for person_id in set(people):
        if "build" not in await rights_of(project, person_id):
            return False
    return True
