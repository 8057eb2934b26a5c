"""How texts are kept: a PostgreSQL takes every character but NUL, so that one is written as two others.

Byte order stays what it is: NUL sorts before U+0001, and so do the pairs that stand for them.
"""

from __future__ import annotations

from typing import Final

NAME_BYTES: Final = 1_300
"""Longest name that is indexed: two of them, with a number, must fit into the 2,704 bytes of an index entry."""


def kept(text: str) -> str:
    """The text as it is stored."""
    if "\x00" not in text and "\x01" not in text:
        return text
    return text.replace("\x01", "\x01\x02").replace("\x00", "\x01\x01")


def told(text: str) -> str:
    """The text as it was given."""
    return text.replace("\x01\x01", "\x00").replace("\x01\x02", "\x01") if "\x01" in text else text
