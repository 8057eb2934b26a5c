"""What an item is called: UIDs as Doorstop takes them apart, and our semantic ids as such UIDs and back."""

from __future__ import annotations

import re
from typing import Final

_SEPARATED: Final = re.compile(r"([\w.-]+)[-_.](\w+)", re.ASCII)
_NUMBERED: Final = re.compile(r"([\w.-]*\D)(\d+)", re.ASCII)
_SEMANTIC: Final = re.compile(r"([A-Z][A-Za-z0-9]*)\.([A-Z]{2})\.(\d{3,})")
_SQUEEZED: Final = re.compile(r"([A-Z][A-Za-z0-9]*)(RQ|TS)(\d{3,})")
_SEPARATORS: Final = "-_."


def uid_parts(uid: str) -> tuple[str, str] | None:
    """Prefix and the rest, in one case and without leading zeros, since `REQ1` is `req001`; none for what is no UID."""
    if not re.match(r"\w", uid):
        return None
    if (found := _SEPARATED.fullmatch(uid)) is not None:
        return found[1].lower(), found[2].lstrip("0") if found[2].isdigit() else found[2]
    if (found := _NUMBERED.fullmatch(uid)) is not None:
        return found[1].rstrip(_SEPARATORS).lower(), found[2].lstrip("0")
    return None


def id_of(uid: str) -> str:
    """The semantic id that a UID was made of here, else the UID itself."""
    found = _SQUEEZED.fullmatch(uid.rpartition("-")[2])
    return f"{found[1]}.{found[2]}.{found[3]}" if found is not None and "-" in uid else uid


def uid_of(given: str, semantic_id: str, prefix: str) -> str:
    """The UID that an element came with, where it is one, else one made of its semantic id.

    A UID is taken apart at its last separator, so a semantic id stands in it without its dots.
    """
    if given and _SEMANTIC.fullmatch(given) is None and uid_parts(given) is not None:
        return given
    return f"{prefix}-{(given or semantic_id).replace('.', '')}"
