"""What the person behind a run may do in the project now: looked up when needed, never remembered (WD-07, D15)."""

from __future__ import annotations

from graphwright.projects import Project
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.projects import RIGHTS, Person, Right, rights_in
from graphwright.protocol.wire import decode


async def rights_of(project: Project, person_id: PersonId) -> frozenset[Right]:
    """All rights for the owner of the data folder, those of a member, none for anybody else."""
    owner = await project.store.get_record("account", "owner")
    if owner is not None and decode(owner, Author).person_id == person_id:
        return RIGHTS["admin"]
    member = await project.store.document(project.project_id, "member", person_id)
    if member is not None:
        return rights_in(decode(member.body, Person).access, viewers_ask=project.header.viewers_ask)
    return frozenset()
