"""XML in and out, safely: no document types and so no entities, known encodings only, and errors that name the line."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, ParseError, iterparse
from xml.sax.saxutils import escape, quoteattr

from graphwright.errors import InvalidCommand
from graphwright.interop.files import ForeignFile

_ENCODINGS: Final = frozenset({"utf-8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "windows-1252"})
"""Others could hide a document type from whoever looks for one."""
_DECLARED: Final = re.compile(r"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)[\"']")
_PROLOG: Final = re.compile(r"(?:\s++|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_ELEMENT: Final = re.compile(r"<[^\s!?/<>]")
_ILLEGAL: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DEEPEST: Final = 500
"""Elements inside one another: chapters of chapters need ten."""


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def parse_xml(file: ForeignFile) -> Element:
    """The first element with everything in it. `InvalidCommand` names the line."""
    root: Element | None = None
    for event, element in xml_events(file):
        if event == "start" and root is None:
            root = element
    if root is None:
        raise InvalidCommand("the file holds no XML element")
    return root


def xml_events(file: ForeignFile) -> Iterator[tuple[str, Element]]:
    """Beginnings and ends of elements as they come, so that a reader may forget what it has read."""
    check_prolog(file)
    depth = 0
    try:
        for event, element in iterparse(io.BytesIO(file.data), events=("start", "end")):  # noqa: S314  see check_prolog
            depth += 1 if event == "start" else -1
            if depth > _DEEPEST:
                raise InvalidCommand(f"<{local_name(element)}> is nested more than {_DEEPEST} deep")
            yield event, element
    except ParseError as error:
        line, column = error.position
        what = str(error).partition(":")[0]
        raise InvalidCommand(f"line {line}, column {column + 1}: the XML is damaged ({what})") from None
    except (UnicodeDecodeError, LookupError, ValueError) as error:
        raise InvalidCommand(f"the XML cannot be decoded ({error}); save it as UTF-8") from None


def text(value: str) -> str:
    """Text as it stands between tags; what XML cannot hold is left out."""
    if value.isprintable() and "<" not in value and "&" not in value and ">" not in value:  # by far the most texts
        return value
    return escape(_ILLEGAL.sub("", value))


def attribute(value: str) -> str:
    """Text in quotes, as the value of an attribute; line breaks survive."""
    if value.isprintable() and '"' not in value and "<" not in value and "&" not in value and ">" not in value:
        return f'"{value}"'
    return quoteattr(_ILLEGAL.sub("", value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def check_prolog(file: ForeignFile) -> None:
    """Refuse what could hide entities: a document type, or an encoding that is not known. `InvalidCommand`."""
    head = file.head
    declared = _DECLARED.match(head)
    if declared is not None and declared[1].lower() not in _ENCODINGS:
        raise InvalidCommand(f"the encoding {declared[1]!r} is not read; save the file as UTF-8")
    before = _PROLOG.match(head)
    rest = head[before.end() if before else 0 :]
    if rest[:2] == "<!" and not rest.startswith("<!--"):
        raise InvalidCommand(
            "the XML declares a document type, whose entities could name files or multiply; save it without"
        )
    if not _ELEMENT.match(rest):  # a comment that is longer than what was looked at may hide a document type behind it
        raise InvalidCommand(
            "line 1: the file does not begin like XML, or its first element comes after 64 kB of remarks"
        )
