"""Sends a command to the server that owns the data folder, over its Unix socket, and prints what it prints."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

import msgspec

from graphwright.cli.output import show_passing
from graphwright.cli.secret import read_secret
from graphwright.errors import StoreBusy
from graphwright.protocol.base import JsonValue
from graphwright.protocol.commandline import CommandLine, PrintedPiece
from graphwright.protocol.runs import StoredError
from graphwright.runs.failures import error_of
from graphwright.store.folder import holder_of

ADDRESS: Final = "http://localhost/api/commandline"
PATHS: Final = ("file", "folder", "output")
"""Arguments that name files; the server reads and writes them as the same user, from another folder."""
READS_INPUT: Final = ("file", "text")
INPUT_BYTES: Final = 512 * 1024 * 1024 + 1
"""As much as the largest import."""
_NOT_SENT: Final = frozenset({"command", "data", "api_key"})


def socket_of(data: Path) -> str | None:
    """Where the owner of a data folder listens, if it says so."""
    holder = holder_of(data)
    return None if holder is None else holder.socket


async def send(socket: str, options: argparse.Namespace, language: str) -> int | None:
    """Let the server run the command, in its reader's language; its exit code, or `None` when nobody listens there."""
    import httpx2

    try:  # before what is piped in is read, which cannot be read twice
        _, writer = await asyncio.open_unix_connection(socket)
        writer.close()
    except OSError:
        return None
    line = CommandLine(command=options.command, options=_sent(options), language=language, input=_input(options))
    headers = {"content-type": "application/json"}
    async with httpx2.AsyncClient(transport=httpx2.AsyncHTTPTransport(uds=socket), timeout=None) as client:
        try:
            async with client.stream("POST", ADDRESS, content=msgspec.json.encode(line), headers=headers) as answer:
                if not answer.is_success:
                    raise error_of(msgspec.json.decode(await answer.aread(), type=StoredError))
                async for printed in answer.aiter_lines():
                    code = _print(msgspec.json.decode(printed, type=PrintedPiece))
                    if code is not None:
                        return code
        except httpx2.ConnectError:
            return None
        except httpx2.TransportError as error:
            message = f"the server ended while it ran the command ({type(error).__name__}); look before you repeat it"
            raise StoreBusy(message) from None
    message = "the server ended while it ran the command; look before you repeat it"
    raise StoreBusy(message)


def _print(printed: PrintedPiece) -> int | None:
    if printed.passing is not None:
        show_passing(printed.passing)
    sys.stdout.write(printed.out)
    sys.stdout.flush()
    sys.stderr.write(printed.err)
    return printed.code


def _sent(options: argparse.Namespace) -> dict[str, JsonValue]:
    given: dict[str, JsonValue] = vars(options)
    sent = {name: value for name, value in given.items() if name not in _NOT_SENT}
    for name in PATHS:
        value = sent.get(name)
        if isinstance(value, str) and value != "-":
            sent[name] = str(Path(value).absolute())
    for name in ("before", "after"):
        if isinstance(value := sent.get(name), str) and Path(value).exists():  # else it names a project
            sent[name] = str(Path(value).absolute())
    if options.command == "documents" and options.action == "add":
        sent["paths"] = [str(Path(path).absolute()) for path in options.paths]
    return sent


def _input(options: argparse.Namespace) -> bytes | None:
    if options.command == "password":
        return read_secret(INPUT_BYTES)
    wanted = any(getattr(options, name, None) == "-" for name in READS_INPUT)
    return sys.stdin.buffer.read(INPUT_BYTES) if wanted else None
