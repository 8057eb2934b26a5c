"""A file that somebody brings in, and what can be seen of it at a glance: what a format recognises its own by.

Each question is answered once and from as little of the file as answers it; nothing here reads a format.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.interop.archives import member_names
from graphwright.protocol.tables import RememberedMapping
from graphwright.protocol.wire import decode

_HEAD: Final = 65_536
"""Bytes that are looked at: a licence as a comment may stand before the first element."""
_ROOT: Final = re.compile(
    r"(?:\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*)?>)*+<(?:[\w.-]++:)?([A-Za-z_][\w.-]*)",
    re.DOTALL,
)
"""Possessive, so that each comment is read in one way alone: in others they would be tried in every combination."""
_BYTE: Final = re.compile(r" \(byte (\d+)\)$")
"""Where msgspec says that JSON is wrong."""
_CUT: Final = "Input data was truncated"
_WIDE: Final = (b"<\x00", b"\x00<", codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

T = TypeVar("T")


class ForeignFile:
    """Bytes with the name that they came under and the options that people set for reading them."""

    def __init__(
        self,
        data: bytes,
        name: str = "",
        options: Mapping[str, str] = MappingProxyType({}),
        mappings: Sequence[RememberedMapping] = (),
    ) -> None:
        self.data = data
        self.name = name
        self.options = options
        self.mappings = mappings
        """What the project remembers of tables."""

    @property
    def ending(self) -> str:
        """What follows the last dot of the name, in lower case."""
        return self.name.rpartition("/")[2].rpartition(".")[2].lower() if "." in self.name else ""

    @cached_property
    def head(self) -> str:
        """How it begins, as text; empty for an archive or anything else that is no text."""
        start = self.data[:_HEAD]
        if start.startswith(_WIDE):
            marked = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            wide = "utf-16" if marked else "utf-16-le" if start.startswith(b"<") else "utf-16-be"
            return start.decode(wide, "replace").removeprefix("\ufeff")
        if b"\0" in start:
            return ""
        return start.decode("utf-8-sig", "replace")

    @cached_property
    def root(self) -> str:
        """The name of an XML file's first element, without its namespace; empty for what is no XML."""
        found = _ROOT.match(self.head)
        return "" if found is None else found[1]

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The files of an archive; none for what is no archive. A folder travels as one."""
        return member_names(self.data)

    @cached_property
    def fields(self) -> Mapping[str, msgspec.Raw]:
        """The fields of a JSON object, unread; none for what is no JSON. `InvalidCommand` for JSON that is cut off."""
        if not self.head.lstrip().startswith("{") or self.is_json_lines:
            return {}
        try:
            return msgspec.json.decode(self._json, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            message = f"the file begins like JSON and cannot be read: {error}"
            raise InvalidCommand(self._placed(message)) from None

    def decoded(self, of: type[T]) -> T:
        """Its JSON as records. `InvalidCommand` says where it is none of them."""
        try:
            return decode(self._json, of)
        except InvalidCommand as error:
            _ = self.text  # which names the line, where that is no UTF-8
            raise InvalidCommand(self._placed(error.message)) from None

    @property
    def _json(self) -> str | bytes:
        """All of it as a decoder takes it: as it stands, where that is UTF-8."""
        return self.text if self.data.startswith(_WIDE) else self.data.removeprefix(codecs.BOM_UTF8)

    def _placed(self, message: str) -> str:
        """What is wrong with its JSON, with line and column in place of the byte; other words stay as they are."""
        data = self._json if isinstance(self._json, bytes) else self._json.encode()
        byte = _BYTE.search(message)
        if byte is None and not message.endswith(_CUT):
            return message
        at = len(data) if byte is None else int(byte[1])
        line, column = data.count(b"\n", 0, at) + 1, at - data.rfind(b"\n", 0, at)
        return f"line {line:,}, column {column:,}: {message if byte is None else message[: byte.start()]}"

    @cached_property
    def is_json_lines(self) -> bool:
        """Is each line a JSON object of its own?"""
        first, _, rest = self.head.lstrip().partition("\n")
        if not rest.lstrip().startswith("{") or not first.rstrip().endswith("}"):
            return False
        try:
            return isinstance(msgspec.json.decode(first), dict)
        except (msgspec.MsgspecError, RecursionError):
            return False

    def field(self, name: str) -> str:
        """A text field of a JSON object; empty where it has none. `InvalidCommand` for one that is no UTF-8."""
        raw = bytes(self.fields.get(name, b""))
        return decode(raw, str) if raw.startswith(b'"') else ""

    @cached_property
    def text(self) -> str:
        """All of it as text: UTF-8, or UTF-16 with its mark. `InvalidCommand` names the line that is neither."""
        try:
            wide = self.data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            return self.data.decode("utf-16" if wide else "utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            message = f"line {line}: not UTF-8 (byte {error.start}); save the file as UTF-8"
            raise InvalidCommand(message) from None
