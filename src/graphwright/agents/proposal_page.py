"""The page that draws a proposal inside a client (MCP Apps): where it stands, and which tools bring it along."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from graphwright.mcp.wire import JsonObject

URI: Final = "ui://graphwright/proposal"
MEDIA: Final = "text/html;profile=mcp-app"
SHOWN_BY: Final[JsonObject] = {"ui": {"resourceUri": URI}}
"""The `_meta` of a tool whose result the page shows."""
LISTED: Final[JsonObject] = {
    "uri": URI,
    "name": "proposal-page",
    "title": "A proposal as a picture, with accept and reject",
    "mimeType": MEDIA,
}


@cache
def page() -> str:
    """The whole page; it loads nothing."""
    return files("graphwright.agents").joinpath("proposal_page.html").read_text(encoding="utf-8")
