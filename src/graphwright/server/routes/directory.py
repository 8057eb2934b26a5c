"""The organisation's directory as the owner sees it: its token, who came by it, and what it was refused."""

from __future__ import annotations

from graphwright.errors import NotFound
from graphwright.protocol.base import Record
from graphwright.server.directory import DirectoryStanding
from graphwright.server.endpoint import EndpointCall, NoBody, NoQuery, endpoint
from graphwright.server.routes.scim import BASE

_TOKEN = "/api/directory/token"  # noqa: S105  an address


class DirectoryRead(Record, frozen=True, kw_only=True):
    """What there is to know of the directory."""

    address: str
    """That it is given, beside the token."""
    standing: DirectoryStanding


class DirectoryTokenMade(Record, frozen=True, kw_only=True):
    """A token that is told only now."""

    token: str


class DirectoryTokenEnded(Record, frozen=True, kw_only=True):
    """That no directory is let in any more."""

    ended: bool


@endpoint("directory.get", "/api/directory", "owner")
async def read_directory(call: EndpointCall[NoQuery, NoBody]) -> DirectoryRead:
    """The directory's address, token, users, groups and refusals, for the owner."""
    standing = await call.server_state.authenticator.directory.standing()
    return DirectoryRead(address=call.origin + BASE, standing=standing)


@endpoint("scimToken.post", _TOKEN, "owner", status=201, audited=())
async def make_token(call: EndpointCall[NoQuery, NoBody]) -> DirectoryTokenMade:
    """Make the token of the directory, told only now; an earlier one stops working."""
    return DirectoryTokenMade(token=await call.server_state.authenticator.directory.make_token())


@endpoint("scimToken.delete", _TOKEN, "owner", audited=())
async def end_token(call: EndpointCall[NoQuery, NoBody]) -> DirectoryTokenEnded:
    """Let no directory in any more; accounts and groups stay as they are."""
    if not await call.server_state.authenticator.directory.end_token():
        raise NotFound("there is no token of a directory")
    return DirectoryTokenEnded(ended=True)
