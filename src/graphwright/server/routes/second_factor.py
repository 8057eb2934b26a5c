"""The second factor of one's own account: begun, switched on with its first code, switched off with a code."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from graphwright.errors import AccessDenied
from graphwright.protocol.base import Command, Record
from graphwright.protocol.ids import PersonId
from graphwright.server.accounts import Account
from graphwright.server.endpoint import SMALL_BODY_BYTES, EndpointCall, NoBody, NoQuery, endpoint
from graphwright.server.second_factor import NewSecondFactor

_PATH: Final = "/api/session/second-factor"


class SecondFactorPut(Command, frozen=True, kw_only=True):
    """A code, and what it is for."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    is_on: bool


class SecondFactorState(Record, frozen=True, kw_only=True):
    """Whether there is a second factor."""

    is_on: bool
    recovery_codes: list[str] | None = None
    """What lets in without the app, each once. Shown only when it is switched on."""


@endpoint("secondFactor.post", _PATH, "account", most=SMALL_BODY_BYTES)
async def begin_second_factor(call: EndpointCall[NoQuery, NoBody]) -> NewSecondFactor:
    """Begin a second factor: the secret for an authenticator app, which counts from its first code on."""
    return await call.server_state.authenticator.second_factors.begin(await _account(call))


@endpoint("secondFactor.put", _PATH, "account", most=SMALL_BODY_BYTES)
async def put_second_factor(call: EndpointCall[NoQuery, SecondFactorPut]) -> SecondFactorState:
    """Switch one's second factor on or off, with a code."""
    account, authenticator = await _account(call), call.server_state.authenticator
    with authenticator.attempt(account.name, call.address):
        if call.body.is_on:
            codes = await authenticator.second_factors.confirm(account, call.body.code)
            return SecondFactorState(is_on=True, recovery_codes=codes)
        await authenticator.second_factors.switch_off(account, call.body.code)
    return SecondFactorState(is_on=False)


async def _account(call: EndpointCall[NoQuery, Any]) -> Account:
    account = await call.server_state.authenticator.accounts.get(PersonId(call.person.person_id))
    if account is None:
        raise AccessDenied("this is for people with an account")
    return account
