"""Who may enter a project: its members, and the links of those who were invited and have not come in yet."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta

from graphwright.actions.access import members
from graphwright.actions.context import CallerKind
from graphwright.errors import AccessDenied, InvalidCommand, NotFound
from graphwright.protocol.base import Command, Record, Time
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.projects import Access, Person
from graphwright.server.accounts import Account, folded
from graphwright.server.endpoint import PROJECT, EndpointCall, NoBody, NoQuery, endpoint
from graphwright.server.tickets import INVITATION_LIFE

Short = Annotated[str, Meta(max_length=200)]


class Member(Person, frozen=True, kw_only=True):
    """Somebody who may enter, and what they are."""

    kind: CallerKind
    link_expires_at: Time | None = None
    """Until when the link of somebody who was invited works; absent when there is none."""
    has_entered: bool
    """Of an account: has anybody come in with it? Until then it can be invited again."""


class MemberPut(Command, frozen=True, kw_only=True):
    """Somebody's access to a project: by id, or by the name of an account, which is made if there is none."""

    access: Access | None
    """`null` takes it away."""
    person_id: PersonId | None = None
    name: Short | None = None


class Members(Record, frozen=True, kw_only=True):
    """Everybody who may enter a project."""

    members: list[Member]
    ticket: str | None = None
    """For a person who was invited: the link `/#ticket=...` lets them in once. Shown only now."""
    ticket_expires_at: Time | None = None


@endpoint("members.get", PROJECT + "/members", "read")
async def list_members(call: EndpointCall[NoQuery, NoBody]) -> Members:
    """Who may enter the project."""
    return Members(members=await _listed(call))


@endpoint("members.put", PROJECT + "/members", "admin", audited=("person_id", "name", "access"))
async def put_member(call: EndpointCall[NoQuery, MemberPut]) -> Members:
    """Give, change or take away somebody's access; unknown names are invited."""
    person, account = await _meant(call)
    authenticator, access = call.server_state.authenticator, call.body.access
    if person.person_id == (await call.workbench.owner()).person_id:
        raise InvalidCommand("the owner of the data folder always has admin access")
    await call.project.record([AccessChanged(person=person, access=access)])
    may_invite = account is not None and not account.has_entered and account.invited_by == call.person.person_id
    if access is None:
        if may_invite:
            await authenticator.tickets.withdraw(person.person_id)
        if await authenticator.tokens.revoke(person.person_id):
            await call.server_state.socket.recheck()
    # A second link goes only to whoever invited, and only until it was used: no way into somebody's account.
    # It is made for a name, not at every change of an access.
    if access is None or not may_invite or call.body.name is None:
        return Members(members=await _listed(call))
    ticket = await authenticator.tickets.issue(person.person_id, INVITATION_LIFE)
    ends = (await authenticator.tickets.waiting())[person.person_id]
    return Members(members=await _listed(call), ticket=ticket, ticket_expires_at=ends)


@endpoint("invitation.delete", PROJECT + "/members/{person}/invitation", "admin", audited=())
async def delete_invitation(call: EndpointCall[NoQuery, NoBody]) -> Members:
    """Withdraw the link of somebody who was invited."""
    person_id = PersonId(call.path["person"])
    if all(member.person_id != person_id for member in await _listed(call)):
        raise NotFound("nobody in this project has this id")
    account = await call.server_state.authenticator.accounts.get(person_id)
    if account is None or account.has_entered:
        raise NotFound("this member was not invited by a link, or came in already")
    if call.caller.kind != "owner" and account.invited_by != call.person.person_id:
        raise AccessDenied("somebody else invited this person; ask them or the owner")
    await call.server_state.authenticator.tickets.withdraw(person_id)
    return Members(members=await _listed(call))


async def _listed(call: EndpointCall[NoQuery, Any]) -> list[Member]:
    owner = await call.workbench.owner()
    authenticator = call.server_state.authenticator
    links = await authenticator.tickets.waiting()
    listed: list[Member] = []
    for person in await members(call.project, owner):
        account = await authenticator.accounts.get(person.person_id)
        is_owner = person.person_id == owner.person_id
        has_entered = account is None or is_owner or account.has_entered
        listed.append(
            Member(
                person_id=person.person_id,
                name=person.name,
                access="admin" if is_owner else person.access,
                kind="owner" if is_owner else "token" if account is None else "account",
                link_expires_at=None if has_entered else links.get(person.person_id),
                has_entered=has_entered,
            )
        )
    return listed


async def _meant(call: EndpointCall[NoQuery, MemberPut]) -> tuple[Author, Account | None]:
    """The person a request speaks of, and the account (programs have none)."""
    wanted, accounts = call.body, call.server_state.authenticator.accounts
    if (wanted.person_id is None) == (wanted.name is None):
        raise InvalidCommand("send exactly one of personId and name")
    if wanted.person_id is not None:
        member = await call.project.find(Person, wanted.person_id)
        if member is None:
            raise NotFound("nobody in this project has that personId; invite people by name")
        return Author(person_id=member.person_id, name=member.name), await accounts.get(member.person_id)
    name = cast("str", wanted.name)
    account = await accounts.named(name)
    if account is None and wanted.access is None:
        raise NotFound(f"nobody is called {folded(name)[:80]!r}")
    if account is None:
        account = await accounts.invite(name, by=call.person)
    return Author(person_id=account.person_id, name=account.name), account
