"""Passkeys of local accounts: a key that a device keeps and opens for its holder alone, in place of password and code.

What is signed is read and checked by the library `webauthn`; which account a passkey opens is decided here. The library
takes half a second to load, so it is loaded for the first passkey.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import AccessDenied, InvalidCommand, NotAuthenticated, NotFound
from graphwright.ports import in_thread, random_bytes
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import PersonId
from graphwright.server.accounts import Account, Accounts, Passkey
from graphwright.server.attempts import Attempts
from graphwright.server.tickets import hashed
from graphwright.server.tokens import ApiTokens
from graphwright.workbench import Workbench

if TYPE_CHECKING:
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

COOKIE: Final = "passkey"
MAX_PASSKEYS: Final = 20
"""Of one person."""
_AUDIENCE: Final = "graphwright passkey"
_CHALLENGE_BYTES: Final = 32
_NAME: Final = "Graphwright"
"""What a device shows beside the host."""


class _PasskeyAttempt(Struct, frozen=True):
    """What a browser was asked to sign."""

    challenge: str
    """Hexadecimal."""
    host: str
    origin: str
    person_id: str | None = None
    """Whose account it is made for; `None` where somebody logs in."""


@dataclass(frozen=True, slots=True)
class AskedPasskey:
    """What a browser is given to make or use a passkey."""

    options: dict[str, JsonValue]
    """As `navigator.credentials` reads them."""
    cookie: str


class Passkeys:
    """Those of all accounts."""

    def __init__(self, workbench: Workbench, accounts: Accounts, tokens: ApiTokens) -> None:
        self._accounts = accounts
        self._clock = workbench.clock
        self._attempts = Attempts(tokens, workbench.clock, _PasskeyAttempt, _AUDIENCE)
        self._one_at_a_time = asyncio.Lock()

    # making one --------------------------------------------------------------------------------------------------

    async def begin_making(self, account: Account, origin: str) -> AskedPasskey:
        """What a device is asked to make. `InvalidCommand` where there can be none, or no more of them."""
        if account.signed_up:
            raise AccessDenied("this account is opened by the identity provider alone, and has no passkeys")
        if len(account.passkeys) >= MAX_PASSKEYS:
            raise InvalidCommand(f"an account has at most {MAX_PASSKEYS} passkeys; remove one that is not used first")
        attempt = _attempt(origin, account.person_id)
        options = await in_thread(lambda: _making(attempt, account))
        return AskedPasskey(options, await self._attempts.seal(attempt))

    async def finish_making(
        self, account: Account, cookie: str | None, credential: Mapping[str, JsonValue], name: str
    ) -> Account:
        """Keep what a device made. `NotAuthenticated` for an answer to something else."""
        attempt = await self._attempts.unseal(cookie)
        self._attempts.use(attempt.challenge)
        if attempt.person_id != account.person_id:
            raise NotAuthenticated("you are not logged in any more as who you were; log in and begin once more")
        verified = await in_thread(lambda: _made(attempt, credential))
        async with self._one_at_a_time:
            key_id = verified.credential_id.hex()
            now = await self._accounts.get(account.person_id)
            if now is None or len(now.passkeys) >= MAX_PASSKEYS or await self._holder(key_id) is not None:
                raise InvalidCommand("this passkey cannot be added here (any more); nothing was changed")
            made = Passkey(
                key_id=key_id,
                public_key=verified.credential_public_key.hex(),
                uses=verified.sign_count,
                host=attempt.host,
                name=name,
                made_at=self._clock.now(),
            )
            return await self._accounts.change(now, passkeys=[*now.passkeys, made])

    # logging in --------------------------------------------------------------------------------------------------

    async def begin_login(self, origin: str) -> AskedPasskey:
        """What a device is asked to sign; it knows itself whose passkeys it has."""
        attempt = _attempt(origin)
        options = await in_thread(lambda: _asking(attempt))
        return AskedPasskey(options, await self._attempts.seal(attempt))

    async def finish_login(self, cookie: str | None, credential: Mapping[str, JsonValue]) -> Account:
        """Whose account the passkey opens. `NotAuthenticated` for everything that is not signed by one of ours."""
        attempt = await self._attempts.unseal(cookie)
        self._attempts.use(attempt.challenge)
        if attempt.person_id is not None:
            raise NotAuthenticated("this was asked to make a passkey, not to log in; begin once more")
        async with self._one_at_a_time:  # the number of its uses rises
            account, passkey = await self._meant(credential)
            verified = await in_thread(lambda: _used(attempt, credential, passkey))
            used = replace(passkey, uses=verified.new_sign_count, used_at=self._clock.now())
            kept = [used if each.key_id == used.key_id else each for each in account.passkeys]
            return await self._accounts.change(account, passkeys=kept)

    # taking away -------------------------------------------------------------------------------------------------

    async def remove(self, account: Account, short: str) -> Account:
        """One that opens the account no more. `NotFound`."""
        async with self._one_at_a_time:
            now = await self._accounts.get(account.person_id)
            left = [] if now is None else [each for each in now.passkeys if short_key(each) != short]
            if now is None or len(left) == len(now.passkeys):
                raise NotFound("you have no passkey with this id")
            return await self._accounts.change(now, passkeys=left)

    async def remove_all(self, account: Account) -> Account:
        """All of somebody's, by whoever owns the data folder."""
        async with self._one_at_a_time:
            return await self._accounts.change(account, passkeys=[])

    async def _meant(self, credential: Mapping[str, JsonValue]) -> tuple[Account, Passkey]:
        from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415  see above

        with _read():
            parsed = await in_thread(lambda: parse_authentication_credential_json(dict(credential)))
            found = await self._holder(parsed.raw_id.hex())
            handle = (parsed.response.user_handle or b"").decode("ascii")
        if found is None or handle != found[0].person_id:
            raise NotAuthenticated("this passkey opens no account here (any more); log in another way")
        return found

    async def _holder(self, key_id: str) -> tuple[Account, Passkey] | None:
        for account in await self._accounts.all():
            for each in account.passkeys:
                if each.key_id == key_id:
                    return account, each
        return None


def are_installed() -> bool:
    """Whether the extra is there."""
    return find_spec("webauthn") is not None


def short_key(passkey: Passkey) -> str:
    """What a passkey is called in addresses; its id is as long as its device likes."""
    return hashed(passkey.key_id)[:16]


def _attempt(origin: str, person_id: PersonId | None = None) -> _PasskeyAttempt:
    """For the host that the browser sees. `InvalidCommand` for one that can have no passkeys."""
    if not are_installed():
        raise InvalidCommand("passkeys need the extra of this server: pip install 'graphwright[sign-in]'")
    host = urlsplit(origin).hostname or ""
    if not host or _is_number(host):
        message = "browsers keep passkeys for names of hosts, not for numbers; open this page as http://localhost"
        raise InvalidCommand(f"{message} or by the name of its server")
    return _PasskeyAttempt(random_bytes(_CHALLENGE_BYTES).hex(), host, origin, person_id)


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _making(attempt: _PasskeyAttempt, account: Account) -> dict[str, JsonValue]:
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415  see above
    from webauthn.helpers import structs  # noqa: PLC0415

    options = generate_registration_options(
        rp_id=attempt.host,
        rp_name=_NAME,
        user_id=account.person_id.encode("ascii"),
        user_name=account.name,
        challenge=bytes.fromhex(attempt.challenge),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=bytes.fromhex(each.key_id)) for each in account.passkeys
        ],
    )
    return _as_json(options_to_json(options))


def _asking(attempt: _PasskeyAttempt) -> dict[str, JsonValue]:
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415  see above
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    options = generate_authentication_options(
        rp_id=attempt.host,
        challenge=bytes.fromhex(attempt.challenge),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _as_json(options_to_json(options))


def _made(attempt: _PasskeyAttempt, credential: Mapping[str, JsonValue]) -> VerifiedRegistration:
    from webauthn import verify_registration_response  # noqa: PLC0415  see above

    with _read():
        return verify_registration_response(
            credential=dict(credential),
            expected_challenge=bytes.fromhex(attempt.challenge),
            expected_rp_id=attempt.host,
            expected_origin=attempt.origin,
            require_user_verification=True,
        )


def _used(attempt: _PasskeyAttempt, credential: Mapping[str, JsonValue], passkey: Passkey) -> VerifiedAuthentication:
    from webauthn import verify_authentication_response  # noqa: PLC0415  see above

    with _read():
        return verify_authentication_response(
            credential=dict(credential),
            expected_challenge=bytes.fromhex(attempt.challenge),
            expected_rp_id=attempt.host,
            expected_origin=attempt.origin,
            credential_public_key=bytes.fromhex(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )


@contextmanager
def _read() -> Generator[None]:
    """Whatever is wrong with what a browser sent is told in one way: strangers send it."""
    try:
        yield
    except NotAuthenticated:
        raise
    except Exception as error:  # the library's readers raise what their own libraries do
        message = f"the passkey was not accepted ({type(error).__name__}); begin once more, or log in another way"
        raise NotAuthenticated(message) from error


def _as_json(text: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(text)
    return loaded
