"""Passkeys: logging in with one, and those of one's own account: made, listed, taken away."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from graphwright.errors import InvalidCommand, NotAuthenticated
from graphwright.protocol.base import Command, JsonValue, Record, Time
from graphwright.server.accounts import PASSWORD_MOST, Account
from graphwright.server.attempts import ATTEMPT_LIFE
from graphwright.server.endpoint import SMALL_BODY_BYTES, EndpointCall, HttpAnswer, NoBody, NoQuery, endpoint
from graphwright.server.passkeys import COOKIE, AskedPasskey, short_key
from graphwright.server.routes.people import LoginSession, login_session
from graphwright.server.sessions import cookie_in, set_cookie

_LOGIN: Final = "/api/session/passkey"
_OWN: Final = "/api/session/passkeys"


class PasskeyOptions(Record, frozen=True, kw_only=True):
    """What a browser hands to `navigator.credentials`."""

    options: dict[str, JsonValue]


class PasskeyLoginPut(Command, frozen=True, kw_only=True):
    """What the device has signed."""

    credential: dict[str, JsonValue]
    """As `toJSON` of the browser writes it."""


class PasskeysPost(Command, frozen=True, kw_only=True):
    """A passkey that is to be made."""

    password: Annotated[str, Meta(max_length=PASSWORD_MOST)] | None = None
    """One's own, for whoever has one."""
    code: Annotated[str, Meta(max_length=100)] | None = None
    """Of one's second factor, for whoever has one."""


class PasskeysPut(Command, frozen=True, kw_only=True):
    """What the device has made."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """By which its holder knows it again."""
    credential: dict[str, JsonValue]
    """As `toJSON` of the browser writes it."""


class ListedPasskey(Record, frozen=True, kw_only=True):
    """A passkey of an account."""

    passkey_id: str
    name: str
    host: str
    """The address of the page for which the browser keeps it."""
    made_at: Time
    used_at: Time | None


class PasskeyList(Record, frozen=True, kw_only=True):
    """Passkeys, oldest first."""

    passkeys: list[ListedPasskey]


@endpoint("passkeyLogin.post", _LOGIN, "everybody", answer=PasskeyOptions, most=SMALL_BODY_BYTES)
async def begin_passkey_login(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Begin to log in with a passkey."""
    return _asked(call, await call.server_state.authenticator.begin_passkey_login(_origin(call)))


@endpoint("passkeyLogin.put", _LOGIN, "everybody", answer=LoginSession, most=SMALL_BODY_BYTES, audited=())
async def log_in_with_passkey(call: EndpointCall[NoQuery, PasskeyLoginPut]) -> HttpAnswer:
    """Log in with what the device has signed."""
    caller, secret = await call.server_state.authenticator.log_in_with_passkey(
        cookie_in(call.headers, COOKIE),
        call.body.credential,
        address=call.address,
        browser=call.headers.get("user-agent", ""),
    )
    return HttpAnswer(await login_session(call, caller), headers={"set-cookie": set_cookie(call.headers, secret)})


@endpoint("passkeys.get", _OWN, "account")
async def list_passkeys(call: EndpointCall[NoQuery, NoBody]) -> PasskeyList:
    """One's own passkeys."""
    return _listed(await call.server_state.authenticator.account_of(call.caller))


@endpoint("passkeys.post", _OWN, "account", answer=PasskeyOptions, most=SMALL_BODY_BYTES)
async def begin_passkey(call: EndpointCall[NoQuery, PasskeysPost]) -> HttpAnswer:
    """Begin to make a passkey for one's own account."""
    asked = await call.server_state.authenticator.begin_making_passkey(
        call.caller, _origin(call), password=call.body.password, code=call.body.code, address=call.address
    )
    return _asked(call, asked)


@endpoint("passkeys.put", _OWN, "account", most=SMALL_BODY_BYTES, audited=("name",))
async def put_passkey(call: EndpointCall[NoQuery, PasskeysPut]) -> PasskeyList:
    """Add the passkey that the device has made."""
    authenticator = call.server_state.authenticator
    account = await authenticator.account_of(call.caller)
    cookie = cookie_in(call.headers, COOKIE)
    try:
        made = await authenticator.passkeys.finish_making(account, cookie, call.body.credential, call.body.name)
    except NotAuthenticated as error:  # who asks is known; what their device sent is wrong
        raise InvalidCommand(error.message) from None
    return _listed(made)


@endpoint("passkey.delete", _OWN + "/{passkey}", "account", audited=())
async def delete_passkey(call: EndpointCall[NoQuery, NoBody]) -> PasskeyList:
    """Take a passkey of one's own away."""
    authenticator = call.server_state.authenticator
    account = await authenticator.account_of(call.caller)
    return _listed(await authenticator.passkeys.remove(account, call.path["passkey"]))


def _origin(call: EndpointCall[Any, Any]) -> str:
    """What the browser takes the page's address for."""
    return call.headers.get("origin") or call.origin


def _asked(call: EndpointCall[Any, Any], asked: AskedPasskey) -> HttpAnswer:
    cookie = set_cookie(call.headers, asked.cookie, of=COOKIE, life=ATTEMPT_LIFE)
    return HttpAnswer(PasskeyOptions(options=asked.options), headers={"set-cookie": cookie})


def _listed(account: Account) -> PasskeyList:
    return PasskeyList(
        passkeys=[
            ListedPasskey(
                passkey_id=short_key(each), name=each.name, host=each.host, made_at=each.made_at, used_at=each.used_at
            )
            for each in account.passkeys
        ]
    )
