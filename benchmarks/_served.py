"""A server of its own for a measurement: `graphwright serve` in a process, and the way in as its owner."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx2

ROOT = Path(__file__).parents[1]


class Served(NamedTuple):
    """Where it is."""

    origin: str
    link: str
    """Lets its owner in once."""
    pid: int


@contextmanager
def served(data: Path, **settings: str) -> Iterator[Served]:
    """The program as people start it."""
    environment = {**os.environ, "GRAPHWRIGHT_DATA": str(data), "GRAPHWRIGHT_PORT": "0", **settings}
    command = [sys.executable, "-m", "graphwright", "serve", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            ready = json.loads(server.stdout.readline())
            yield Served(ready["address"].rstrip("/"), ready["link"], server.pid)
        finally:
            server.terminate()


@contextmanager
def owner_of(place: Served) -> Iterator[httpx2.Client]:
    """Logged in as a browser is: by the link, with a cookie from then on."""
    with httpx2.Client(base_url=place.origin, headers={"Origin": place.origin}, timeout=60) as client:
        told(client.post("/api/session", json={"ticket": place.link.partition("#ticket=")[2]}))
        yield client


def told(response: httpx2.Response) -> object:
    """What it says; anything but an answer ends the measurement."""
    response.raise_for_status()
    return response.json()
