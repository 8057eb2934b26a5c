"""The text of a comment: how SysML v2 reads `/* ... */`, and how a text is written so that it is read back the same."""

from __future__ import annotations

import re
from typing import Final

_MARGIN: Final = re.compile(r"^[ \t]*\*?[ ]?", re.MULTILINE)


def read_comment(comment: str) -> str:
    """The text between the signs: without the margin of stars and the white space around it."""
    body = comment[2:-2]
    first, line_break, rest = body.replace("\r\n", "\n").partition("\n")
    return (first.lstrip(" \t") + line_break + _MARGIN.sub("", rest)).strip()


def write_comment(text: str, indent: str) -> str:
    """A comment that holds a text, or what comes nearest where the text itself ends a comment."""
    text = text.replace("*/", "* /")
    if "\n" not in text:
        return f"/* {text} */"
    lines = "\n".join(f"{indent} * {line}".rstrip() for line in text.split("\n"))
    return f"/*\n{lines}\n{indent} */"
