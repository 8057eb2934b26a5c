"""A pooler in transaction mode, as small as one can be: all its clients share one session of the database."""

from __future__ import annotations

import asyncio
from pathlib import Path

_READY = b"Z\x00\x00\x00\x05"


class Pooler:
    """Listens where a PostgreSQL would. Clients take turns; nobody may ask while another one waits for an answer."""

    def __init__(self, server: Path, folder: Path) -> None:
        self._server = server / ".s.PGSQL.5432"
        self._folder = folder
        self._greeting = b""
        self._client: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> str:
        """The address of a database behind it."""
        self._reading, self._writing = await asyncio.open_unix_connection(str(self._server))
        self._listening = await asyncio.start_unix_server(self._serve, str(self._folder / ".s.PGSQL.5432"))
        return f"postgresql://test@/postgres?host={self._folder}"

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        self._writing.close()

    async def _serve(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        start = await reading.read(65_536)
        if not self._greeting:
            self._writing.write(start)
            while _READY not in self._greeting:
                self._greeting += await self._reading.read(65_536)
            self._answers = asyncio.ensure_future(self._answer())
        writing.write(self._greeting)
        while asked := await reading.read(65_536):
            self._client = writing
            if asked.startswith(b"X"):  # the client ends, not the session
                break
            self._writing.write(asked)
        writing.close()

    async def _answer(self) -> None:
        while told := await self._reading.read(65_536):
            assert self._client is not None
            self._client.write(told)
