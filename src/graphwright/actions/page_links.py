"""Addresses of the page, for programs that show people a link to what they speak of."""

from __future__ import annotations

from typing import Literal, TypeAlias
from urllib.parse import quote

LinkKind: TypeAlias = Literal["node", "passage", "proposal", "run"]


def page_link(address: str, project: str, kind: LinkKind | None = None, id_: str = "") -> str:
    """Where people see a project, or something in it; empty where nobody looks at a page."""
    if not address:
        return ""
    place = "" if kind is None else f"?{kind}={quote(id_, safe='')}"
    return f"{address}/#/p/{quote(project, safe='')}{place}"
