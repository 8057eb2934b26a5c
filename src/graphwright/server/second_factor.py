"""The second factor of local accounts: a code of an authenticator app, or one of ten recovery codes, each used once."""

from __future__ import annotations

import asyncio
import base64
from typing import Final

from msgspec.structs import replace

from graphwright.errors import AccessDenied, InvalidCommand, NotAuthenticated
from graphwright.ports import Clock, random_bytes
from graphwright.protocol.base import Record
from graphwright.server.accounts import Account, Accounts, SecondFactor
from graphwright.server.tickets import hashed
from graphwright.server.totp import SECRET_BYTES, from_base32, in_base32, otpauth, step_of

RECOVERY_CODES: Final = 10
ISSUER: Final = "Graphwright"
NEEDS: Final = "code"
"""What `fields.needs` of a refusal says where only the code is missing."""


class NewSecondFactor(Record, frozen=True, kw_only=True):
    """What goes into an authenticator app. Shown only now; it counts once a code of it was sent."""

    secret: str
    address: str


class SecondFactors:
    """Those of all accounts."""

    def __init__(self, accounts: Accounts, clock: Clock) -> None:
        self._accounts = accounts
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()

    async def begin(self, account: Account) -> NewSecondFactor:
        """A new secret that waits for its first code. `InvalidCommand` for an account without a password."""
        if account.password is None:
            raise InvalidCommand("a second factor stands beside a password, and this account has none")
        if account.second_factor is not None:
            raise InvalidCommand("this account has a second factor already; switch it off first")
        secret = in_base32(random_bytes(SECRET_BYTES))
        await self._accounts.change(account, awaited_secret=secret)
        return NewSecondFactor(secret=secret, address=otpauth(secret, account.name, ISSUER))

    async def confirm(self, account: Account, code: str) -> list[str]:
        """Switch it on with the first code; answers with the recovery codes. `AccessDenied` for a wrong one."""
        async with self._one_at_a_time:
            now = await self._accounts.get(account.person_id)
            secret = None if now is None else now.awaited_secret
            if now is None or secret is None or now.second_factor is not None:
                raise InvalidCommand("no second factor waits for its first code; begin with POST")
            step = self._step(secret, code, after=0)
            if step is None:
                raise _wrong()
            codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
            factor = SecondFactor(secret=secret, last_step=step, recovery=[hashed(_plain(each)) for each in codes])
            await self._accounts.change(now, second_factor=factor, awaited_secret=None)
            return codes

    async def switch_off(self, account: Account, code: str) -> None:
        """Without a second factor from now on. `AccessDenied` for a wrong code."""
        if account.second_factor is None:
            raise InvalidCommand("this account has no second factor")
        if not await self.use(account, code):
            raise _wrong()
        await self.forget(account)

    async def forget(self, account: Account) -> None:
        """The same without a code, by whoever owns the data folder."""
        async with self._one_at_a_time:
            await self._accounts.change(account, second_factor=None, awaited_secret=None)

    async def check(self, account: Account, code: str | None) -> None:
        """Let somebody on whose password was right. `NotAuthenticated`, with `needs` where there was no code."""
        if account.second_factor is None:
            return
        if code is None:
            raise NotAuthenticated("send the code of your authenticator app as well", needs=NEEDS)
        if not await self.use(account, code):
            raise NotAuthenticated("the code is wrong, or was used already; wait for the next one")

    async def use(self, account: Account, code: str) -> bool:
        """Use a code up; false for one that does not count (any more)."""
        async with self._one_at_a_time:
            now = await self._accounts.get(account.person_id)
            factor = None if now is None else now.second_factor
            if now is None or factor is None:
                return False
            step = self._step(factor.secret, code, after=factor.last_step)
            key = hashed(_plain(code))
            if step is not None:
                factor = replace(factor, last_step=step)
            elif key in factor.recovery:
                factor = replace(factor, recovery=[each for each in factor.recovery if each != key])
            else:
                return False
            await self._accounts.change(now, second_factor=factor)
            return True

    def _step(self, secret: str, code: str, *, after: int) -> int | None:
        return step_of(from_base32(secret), _plain(code), self._clock.now().timestamp(), after=after)


def _plain(code: str) -> str:
    """As it counts, however somebody types it."""
    return "".join(code.split()).replace("-", "").upper()


def _recovery_code() -> str:
    text = base64.b32encode(random_bytes(10)).decode()
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


def _wrong() -> AccessDenied:
    return AccessDenied("the code is wrong, or was used already; nothing was changed")
