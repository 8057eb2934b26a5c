"""The command `audit`: searched, verified against its chain, and handed on as lines of JSON or CEF."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import UTC, datetime

from graphwright.audit import AuditEntry, in_cef, is_meant
from graphwright.cli.output import Output, counted
from graphwright.errors import InvalidCommand
from graphwright.formats.cleaning import visible
from graphwright.formats.table import table
from graphwright.languages import supported
from graphwright.protocol.wire import encode
from graphwright.server.accounts import Accounts
from graphwright.text.audit_words import action_in_words, note_in_words, outcome_in_words
from graphwright.version import VERSION
from graphwright.workbench import Workbench


async def audit(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Show, verify or export the entries; every reading holds the whole chain together."""
    since = _since(options.since)
    found: list[AuditEntry] = []
    count = redacted = 0
    async for entry in workbench.audit.entries():
        count += 1
        redacted += entry.redacted
        if is_meant(entry, options.search, since):
            found.append(entry)
    if options.action == "verify":
        told = f"{counted(count, 'entry').replace('entrys', 'entries')}, each as it was written"
        if redacted:
            told += f" but for {redacted:,}, which no longer name somebody who was deleted"
        output.result({"entries": count, "redacted": redacted}, [told])
    elif options.action == "export":
        lines = [in_cef(each, VERSION) if options.format == "cef" else encode(each).decode() for each in found]
        output.result({"lines": lines}, lines)
    else:
        headings = ("number", "when (UTC)", "who", "what", "project", "from", "details")
        names = await _names(workbench) if found else {}
        cells = [_cells(each, names, supported(output.language)) for each in found]
        output.result({"entries": found}, table(headings, cells) if cells else ["the audit holds nothing that fits"])
    return 0


def _cells(entry: AuditEntry, names: Mapping[str, str], language: str) -> tuple[str, ...]:
    who = "" if entry.person is None else entry.person.name
    what = f"{action_in_words(entry.action, language)} {outcome_in_words(entry.outcome, language)}".rstrip()
    told = (who, what, entry.project, entry.address, note_in_words(entry.details, names, language))
    when = entry.at.astimezone(UTC)
    return (str(entry.sequence), f"{when:%Y-%m-%d %H:%M:%S}", *(visible(each) for each in told))


async def _names(workbench: Workbench) -> dict[str, str]:
    """What people and projects are called, by their ids."""
    owner = await workbench.owner()
    people = [(account.person_id, account.name) for account in await Accounts(workbench).all()]
    projects = [(row.project_id, row.name) for row in await workbench.projects.rows()]
    return dict([(owner.person_id, owner.name), *people, *projects])


def _since(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        since = datetime.fromisoformat(text)
    except ValueError:
        message = f"--since takes a date such as 2026-11-23 or 2026-11-23T14:00, not {text[:80]!r}"
        raise InvalidCommand(message) from None
    return since if since.tzinfo is not None else since.replace(tzinfo=UTC)
