"""The built pages, each read once into memory and served from there. Nothing else can be fetched by a path."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from graphwright.ports import in_thread

FOLDER: Final = "web"
INDEX: Final = "/index.html"
_MIN_GZIP: Final = 1_024
"""Smaller files fit into one packet either way."""
_LEVEL: Final = 6
"""A hundredth larger than the best and three times as fast; the layout worker has 1.5 MB."""
_TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")
# What the machine's own table of types says must not decide what a browser runs.
_TYPES: Final[Mapping[str, str]] = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
}
_NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Graphwright</title></head>
<body><h1>The pages are not built</h1>
<p>The server runs, and its REST interface and WebSocket work. This is a source tree without the built pages:
run <code>make web</code> in it, or install the wheel, which has them inside.</p></body></html>
"""


class Asset:
    """One file, read when it is first asked for and kept from then on."""

    def __init__(self, path: str, read: Callable[[], bytes]) -> None:
        suffix = path[path.rfind(".") :]
        self.media = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        self.for_ever = path.startswith("/assets/")
        """Its name holds a hash of its content, so browsers need never ask again."""
        self._read = read
        self._kept: tuple[bytes, str] | None = None
        self._packed: bytes | None = None

    async def read(self) -> tuple[bytes, str]:
        """The file, and by what a browser knows it again."""
        if self._kept is None:
            self._kept = await in_thread(self._now)
        return self._kept

    async def packed(self) -> bytes | None:
        """The file in gzip, where that helps."""
        body, _ = await self.read()
        if self._packed is None and len(body) >= _MIN_GZIP and self.media.startswith(_TEXT):
            self._packed = await in_thread(lambda: gzip.compress(body, _LEVEL, mtime=0))
        return self._packed

    def _now(self) -> tuple[bytes, str]:
        body = self._read()
        return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


class Assets:
    """All files of the pages, by path."""

    def __init__(self, files: Mapping[str, Callable[[], bytes]]) -> None:
        self.is_built = INDEX in files
        self._assets = {path: Asset(path, read) for path, read in ({INDEX: lambda: _NOT_BUILT} | dict(files)).items()}

    def get(self, path: str) -> Asset | None:
        """The file at exactly this path; `/` is the page itself."""
        return self._assets.get(INDEX if path == "/" else path)


def built_assets() -> Assets:
    """What `make web` built into the package."""
    folder = resources.files("graphwright.server") / FOLDER
    return Assets(dict(_files(folder, "")) if folder.is_dir() else {})


def _files(folder: Traversable, above: str) -> list[tuple[str, Callable[[], bytes]]]:
    found: list[tuple[str, Callable[[], bytes]]] = []
    for entry in folder.iterdir():
        path = f"{above}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            found += _files(entry, path)
        else:
            found.append((path, entry.read_bytes))
    return found
