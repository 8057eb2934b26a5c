"""Names for elements that have none in their file: the first words of what they say."""

from __future__ import annotations

from typing import Final

_WORDS: Final = 8


def made_name(descr: str, otherwise: str) -> str:
    """The first words of a description; `otherwise` where it says nothing."""
    words = descr.replace("*", "").split()
    return (" ".join(words[:_WORDS]).rstrip(".,;:") + ("…" if len(words) > _WORDS else "")) or otherwise


def is_made(name: str, descr: str, otherwise: str) -> bool:
    """Is a name still the one that was made? Cut where it was too long, and for a description that was edited since."""
    plain = " ".join(descr.replace("*", "").split())
    return name == otherwise or plain.startswith(name.removesuffix("…"))
