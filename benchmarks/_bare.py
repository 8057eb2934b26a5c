"""The least web server that can answer one page: Starlette and uvicorn, set up as ours are, and nothing else.

A process of its own for `serving`: `python -m benchmarks._bare PORT ANSWER`; the file ANSWER holds head and body as our
server sent them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def main(port: int, answer: Path) -> None:
    head, _, body = answer.read_bytes().partition(b"\r\n\r\n")
    lines = [line.partition(": ") for line in head.decode().split("\r\n")[1:]]
    headers = {name: value for name, _, value in lines if name not in {"date", "content-length"}}

    async def page(_: Request) -> Response:
        return Response(body, headers=headers)

    app = Starlette(routes=[Route("/{path:path}", page)])
    settings = uvicorn.Config(
        app, port=port, loop="none", http="httptools", ws="websockets-sansio", ws_per_message_deflate=False,
        lifespan="off", log_config=None, access_log=False, proxy_headers=False, server_header=False,
        timeout_keep_alive=30,
    )  # fmt: skip
    uvloop.run(uvicorn.Server(settings).serve())


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
