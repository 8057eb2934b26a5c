"""The bare server of the official SDK: one tool, which repeats a file. Runs among the judges.

Arguments: the file, and the port.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from mcp.server import MCPServer

TEXT = Path(sys.argv[1]).read_text(encoding="utf-8")
server = MCPServer("bare")


@server.tool()
def repeat() -> str:
    """Repeat the file."""
    return TEXT


if __name__ == "__main__":
    uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[2]), log_level="error")
