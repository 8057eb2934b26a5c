"""What somebody may do: one policy for every door (ADR-15, R-10).

Who somebody is was decided before, at the door. Rights inside a project differ in verbs, never in what may be read.
Somebody without access to a project is answered exactly as if it did not exist.
"""

from __future__ import annotations

from graphwright.access import access_in
from graphwright.actions.context import Caller
from graphwright.errors import AccessDenied, NotFound
from graphwright.projects import Project
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.projects import Access, Person, Right, rights_in
from graphwright.store.base import Store


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
    people = await project.read_all(Person)
    if any(person.person_id == owner.person_id for person in people):
        return people
    return [Person(person_id=PersonId(owner.person_id), name=owner.name, access="admin"), *people]
