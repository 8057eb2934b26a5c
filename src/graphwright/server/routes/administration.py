"""What the owner of the data folder looks after: the people, and that one of them is deleted."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from graphwright.access import SUSPENDED
from graphwright.errors import NotFound
from graphwright.protocol.base import Command, Count, Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.server.accounts import Account
from graphwright.server.company import MANAGED
from graphwright.server.endpoint import SMALL_BODY_BYTES, EndpointCall, NoBody, NoQuery, endpoint
from graphwright.server.person_deletion import DeletedPerson, DeletionPlan


class KnownPerson(Record, frozen=True, kw_only=True):
    """Somebody with an account."""

    person_id: PersonId
    name: str
    is_owner: bool
    """Of the data folder."""
    has_entered: bool
    has_password: bool
    has_second_factor: bool
    is_connected: bool
    in_directory: bool = False
    """The organisation's directory tells of them."""
    is_suspended: bool = False
    """It has switched them off: they may do nothing."""
    sessions: Count
    signed_in_at: Time | None = None
    """The last time; absent where that was before it was kept."""


class PeopleList(Record, frozen=True, kw_only=True):
    """Everybody with an account, by name."""

    people: list[KnownPerson]


class DeletionPut(Command, frozen=True, kw_only=True):
    """That a person is to be deleted."""

    name: Annotated[str, Meta(max_length=200)]
    """Of the person, typed once more."""


@endpoint("people.get", "/api/people", "owner")
async def list_people(call: EndpointCall[NoQuery, NoBody]) -> PeopleList:
    """Everybody with an account, for the owner."""
    authenticator, owner = call.server_state.authenticator, await call.workbench.owner()
    sessions = [each.person_id for _, each in await authenticator.sessions.living()]
    people = [
        KnownPerson(
            person_id=account.person_id,
            name=account.name,
            is_owner=account.person_id == owner.person_id,
            has_entered=account.has_entered,
            has_password=account.password is not None,
            has_second_factor=account.second_factor is not None,
            is_connected=account.is_connected,
            in_directory=await call.workbench.store.get_record(MANAGED, account.person_id) is not None,
            is_suspended=await call.workbench.store.get_record(SUSPENDED, account.person_id) is not None,
            sessions=sessions.count(account.person_id),
            signed_in_at=await authenticator.sessions.last(account.person_id),
        )
        for account in await authenticator.accounts.all()
    ]
    return PeopleList(people=sorted(people, key=lambda each: each.name.casefold()))


@endpoint("deletion.get", "/api/people/{person}/deletion", "owner")
async def plan_deletion(call: EndpointCall[NoQuery, NoBody]) -> DeletionPlan:
    """What the deletion of a person would do, and what stands against it; nothing is done."""
    return await call.server_state.deletions.plan(await _meant(call))


@endpoint("deletion.put", "/api/people/{person}/deletion", "owner", most=SMALL_BODY_BYTES)
async def delete_person(call: EndpointCall[NoQuery, DeletionPut]) -> DeletedPerson:
    """Delete a person: ways in and account go, a pseudonym takes the place of the name."""
    account = await _meant(call)
    deleted = await call.server_state.deletions.delete(
        account, typed=call.body.name, by=call.person, address="socket" if call.over_socket else call.address
    )
    await call.server_state.socket.recheck()
    return deleted


async def _meant(call: EndpointCall[NoQuery, Any]) -> Account:
    account = await call.server_state.authenticator.accounts.get(PersonId(call.path["person"]))
    if account is None:
        raise NotFound("nobody here has this id")
    return account
