"""HTTPS without a proxy: a certificate and its key from files, which are read anew when they change.

Whatever renews the certificate replaces the files; connections that are made from then on see the new one, those that
are open go on. Files that do not fit together are never used: the certificate so far stays, and the log says why.
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TypeAlias

from graphwright.errors import InvalidCommand
from graphwright.ports import in_thread

FileMark: TypeAlias = tuple[int, int, int]


class ServerCertificate:
    """The certificate of this server. `InvalidCommand` when its files cannot be used at the start."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = certificate, key
        self._seen = self._marks()
        self._newest = self.context = self._checked()
        """For everybody who connects, who is handed on to that of the newest files."""
        # No files are loaded into it again: a key of another kind would only be added, and the old one shown on.
        self.context.sni_callback = self._hand_on

    async def renew(self) -> bool:
        """Read the files anew if they changed; whether they did. `InvalidCommand`: the certificate so far stays."""
        marks = await in_thread(self._marks)
        if marks == self._seen:
            return False
        self._seen = marks  # said once, and tried again when a file changes again
        self._newest = await in_thread(self._checked)
        return True

    def _hand_on(self, connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        connection.context = self._newest

    def _checked(self) -> ssl.SSLContext:
        certificate, key = self._files
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        try:
            # An encrypted key would be asked for on the terminal.
            context.load_cert_chain(certificate, key, password=lambda: "")
        except OSError as error:  # what the library says of the content is one of these, too
            odd = isinstance(error, ssl.SSLError) or error.strerror is None
            reason = "they do not fit together, or are not PEM, or the key is encrypted" if odd else error.strerror
            message = f"the certificate {certificate} with the key {key} cannot be used: {reason}"
            raise InvalidCommand(message, setting="tls_certificate") from None
        return context

    def _marks(self) -> tuple[FileMark | None, ...]:
        return tuple(_mark(path) for path in self._files)


def _mark(path: Path) -> FileMark | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
