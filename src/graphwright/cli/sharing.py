"""The command `share`: links by which people without an account look at one thing, listed, made and ended."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from graphwright.cli.noting import note
from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand
from graphwright.formats.table import table
from graphwright.server.share_links import SharedKind, ShareLink, ShareLinks
from graphwright.server.shared_content import named
from graphwright.settings import Settings
from graphwright.tools.look import find_node
from graphwright.workbench import OpenProject, Workbench


async def share(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the links, make one, or end one."""
    open_project, links = await workbench.open_project(options.project), ShareLinks(workbench)
    project_id = open_project.project.project_id
    wanted = [each for each in (options.element, options.view, options.thread, options.end) if each is not None]
    if len(wanted) > 1:
        raise InvalidCommand("an element, --view, --thread and --end are four different things; give one of them")
    if not wanted:
        living = await links.living(project_id)
        output.result({"shares": living}, _lines(living))
    elif options.end is not None:
        await links.end(project_id, options.end)
        await note(workbench, "share.delete", {"share": options.end}, open_project.project.header.name)
        output.result({"ended": options.end}, [f"the link {options.end} leads nowhere any more"])
    else:
        kind, about = _meant(open_project, options)
        thing = await named(open_project.project, kind, about)
        made = await links.make(project_id, thing, days=options.days, person=await workbench.owner())
        details = {"kind": kind, "about": about, "days": str(options.days)}
        await note(workbench, "shares.post", details, open_project.project.header.name)
        address = f"{_address(workbench.settings)}/#share={made.secret}"
        output.result({"link": made.link, "address": address}, [address])
    return 0


def _meant(open_project: OpenProject, options: argparse.Namespace) -> tuple[SharedKind, str]:
    if options.view is not None:
        return "view", options.view
    if options.thread is not None:
        return "thread", options.thread
    return "node", find_node(open_project.project.graph, options.element).node_id


def _address(settings: Settings) -> str:
    """Where browsers find this server: as the operator named it, else on this machine."""
    named_so = next(iter(settings.origins), None)
    return named_so.rstrip("/") if named_so else f"http://{settings.host}:{settings.port}"


def _lines(links: list[ShareLink]) -> Iterable[str]:
    cells = [
        (each.share_id, each.kind, each.label, each.person.name, each.expires_at.isoformat(timespec="minutes"))
        for each in links
    ]
    none = ["nothing is shared; make a link: graphwright share PROJECT ELEMENT"]
    return table(("link", "kind", "what", "by", "until"), cells) if cells else none
