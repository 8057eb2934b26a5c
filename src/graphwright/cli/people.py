"""Commands about people: token, password, second-factor, personal-data."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import cast

from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand, NotFound
from graphwright.formats.cleaning import visible_in_json
from graphwright.protocol.projects import Access
from graphwright.server.accounts import PASSWORD_MOST, Accounts
from graphwright.server.personal_data import personal_data as personal_lines
from graphwright.server.second_factor import SecondFactors
from graphwright.server.tokens import ApiTokens
from graphwright.workbench import Workbench


async def token(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make an API token; nothing else is printed."""
    open_project = await workbench.open_project(options.project)
    issued = await ApiTokens(workbench).issue(open_project, cast("Access", options.access), days=options.days)
    details = {"project": options.project, "access": options.access, "days": str(options.days)}
    await _note(workbench, "tokens.post", details)
    output.result(issued, [issued.token])
    return 0


async def second_factor(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the second factor of somebody who lost theirs."""
    accounts = Accounts(workbench)
    account = await accounts.named(options.name)
    if account is None or account.second_factor is None:
        raise NotFound(f"nobody with a second factor is called {options.name[:80]!r}")
    await SecondFactors(accounts, workbench.clock).forget(account)
    await _note(workbench, "secondFactor.put", {"name": account.name, "is_on": "False"})
    output.result(
        {"name": account.name}, [f"{account.name} logs in with the password alone, and can set up another app"]
    )
    return 0


async def personal_data(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print what is kept of somebody."""
    accounts = Accounts(workbench)
    await accounts.owner()  # who never logged in has an account from now on
    account = await accounts.named(options.name)
    if account is None:
        raise NotFound(f"nobody here is called {options.name[:80]!r}")
    await _note(workbench, "personalData.get", {"name": account.name})
    async for line in personal_lines(workbench, account):
        output.document(visible_in_json(line.decode()))
    return 0


async def password(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:  # noqa: ARG001  as all commands
    """Choose the owner's password: typed twice without being shown, or piped in."""
    if not workbench.settings.passwords:
        raise InvalidCommand("passwords are switched off (GRAPHWRIGHT_PASSWORDS=no); nothing was changed")
    try:
        text = output.secret(4 * PASSWORD_MOST).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        message = "the password is no UTF-8 text"
        raise InvalidCommand(message) from None
    accounts = Accounts(workbench)
    account = await accounts.set_password(await accounts.owner(), text)
    await _note(workbench, "password.put", {})
    output.result({"name": account.name}, [f"{account.name} can log in with this password now"])
    return 0


async def _note(workbench: Workbench, action: str, details: Mapping[str, str]) -> None:
    await workbench.audit.note(action, person=await workbench.owner(), address="command line", details=details)
    await workbench.audit.settle()
