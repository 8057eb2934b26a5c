"""The built pages, read into memory at start and served from there (ADR-20). Nothing else can be fetched by a path."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

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


class Asset(Struct):
    """One file."""

    body: bytes
    media: str
    etag: str
    for_ever: bool
    """Its name holds a hash of its content, so browsers need never ask again."""
    is_text: bool
    _packed: bytes | None = None

    async def packed(self) -> bytes | None:
        """The file in gzip, where that helps; made when it is first asked for, so starting takes no longer."""
        if self._packed is None and self.is_text:
            self._packed = await in_thread(lambda: gzip.compress(self.body, _LEVEL, mtime=0))
        return self._packed


class Assets:
    """All files of the pages, by path."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.is_built = INDEX in files
        self._assets = {path: _asset(path, body) for path, body in ({INDEX: _NOT_BUILT} | dict(files)).items()}

    def get(self, path: str) -> Asset | None:
        """The file at exactly this path; `/` is the page itself."""
        return self._assets.get(INDEX if path == "/" else path)


def built_assets() -> Assets:
    """What `make web` built into the package."""
    folder = resources.files("graphwright.server") / FOLDER
    return Assets(dict(_files(folder, "")) if folder.is_dir() else {})


def _files(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        path = f"{above}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            found += _files(entry, path)
        else:
            found.append((path, entry.read_bytes()))
    return found


def _asset(path: str, body: bytes) -> Asset:
    suffix = path[path.rfind(".") :]
    media = _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return Asset(
        body=body,
        media=media,
        etag=f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        for_ever=path.startswith("/assets/"),
        is_text=len(body) >= _MIN_GZIP and media.startswith(_TEXT),
    )
