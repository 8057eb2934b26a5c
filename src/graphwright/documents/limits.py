"""What is said of a file that is not taken in, and the limits that no operator can change; the others are settings."""

from __future__ import annotations

from typing import Final, Literal, NoReturn, TypeAlias

Reason: TypeAlias = Literal[
    "empty",
    "unknownFormat",
    "notInstalled",
    "damaged",
    "encrypted",
    "noText",
    "tooLarge",
    "tooManyPages",
    "tooDeep",
    "tooManyPassages",
    "tooSlow",
    "tooMuchMemory",
]

CHARACTERS: Final = 20_000_000
"""Of the text of one document: 8,000 pages of print."""
PASSAGES: Final = 20_000
"""Of one document: a statute book of 10,000 pages."""


class UnreadableFile(Exception):
    """A file that is not taken in: the reason as a word, and a sentence that says what to do."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message


def damaged(what: str, detail: object) -> NoReturn:
    """The file breaks the rules of its format."""
    said = " ".join(str(detail).split())[:120] or type(detail).__name__
    raise UnreadableFile("damaged", f"the {what} is damaged ({said}); open it in its program and save it anew")


def encrypted(what: str) -> NoReturn:
    """The file can be read with a password only."""
    raise UnreadableFile("encrypted", f"the {what} is encrypted; save it without a password and add it again")
