"""Marks passages that seem to speak to a language model rather than to people, in German, English and French.

A mark is a warning for readers and a reason for review, never a filter: prompts carry every passage as data anyway, so
nothing depends on these patterns being complete. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.formats.cleaning import clean
from graphwright.protocol.documents import Suspicion
from graphwright.text.late_patterns import late_pattern

_FLAGS: Final = re.IGNORECASE | re.VERBOSE | re.DOTALL
_INSTRUCTIONS: Final = (
    (
        ("ignore", "disregard", "forget", "override"),
        late_pattern(
            r"""\b(?:ignore|disregard|forget|override)\b.{0,40}
            \b(?:previous|prior|above|earlier|preceding|all|your|system)\b.{0,30}
            \b(?:instructions?|prompts?|rules?|directions?|guidelines?|messages?)\b""",
            _FLAGS,
        ),
    ),
    (
        ("you are now", "you are no longer"),
        late_pattern(
            r"""\byou\ are\ (?:now|no\ longer)\b.{0,60}
            \b(?:assistant|ai|model|system|admin|developer|bot|chatbot|jailbroken|dan)\b""",
            _FLAGS,
        ),
    ),
    (
        ("prompt", "your instructions"),
        late_pattern(
            r"""\b(?:reveal|print|repeat|show|output)\b.{0,30}
            \b(?:system\ prompt|hidden\ prompt|your\ (?:instructions|prompt))\b""",
            _FLAGS,
        ),
    ),
    (
        tuple(
            f"{no} {verb}" for no in ("not", "n't", "never") for verb in ("tell", "inform", "mention", "reveal", "warn")
        ),
        late_pattern(
            r"""\b(?:do\ not|don't|never)\ (?:tell|inform|mention|reveal|warn)\b.{0,30}
            \b(?:user|human|reader|person)\b""",
            _FLAGS,
        ),
    ),
    (
        tuple(f"{end} {name}" for end in ("a", "n", "r", ",") for name in ("ai", "llm", "language model", "assistant")),
        late_pattern(r"\b(?:as\ an?|dear|attention,?)\ (?:ai|llm|language\ model|assistant)\b", _FLAGS),
    ),
    (
        ("ignoriere", "missachte", "vergiss", "überschreibe", "vergessen sie"),
        late_pattern(
            r"""\b(?:ignoriere|missachte|vergiss|überschreibe|ignorieren\ sie|vergessen\ sie)\b.{0,40}
            \b(?:vorherigen?|bisherigen?|obigen?|früheren?|alle[ns]?|deine[nr]?|ihre[nr]?)\b.{0,30}
            \b(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben?|regeln?|befehle?|prompts?)\b""",
            _FLAGS,
        ),
    ),
    (
        ("du bist", "sie sind"),
        late_pattern(
            r"""\b(?:du\ bist|sie\ sind)\ (?:jetzt|nun|ab\ sofort)\b.{0,60}
            \b(?:assistent(?:in)?|ki|modell|system|administrator|bot)\b""",
            _FLAGS,
        ),
    ),
    (
        ("nutzer", "anwender", "leser", "mensch"),
        late_pattern(
            r"""\b(?:verrate|sag|sage|teile|erwähne)\b.{0,40}
            \b(?:nutzer|benutzer|anwender|leser|mensch)\w*\b.{0,20}\b(?:nicht|nichts)\b""",
            _FLAGS,
        ),
    ),
    (
        ("prompt", "deine anweisungen"),
        late_pattern(r"\b(?:gib|zeige|nenne|wiederhole)\b.{0,30}\b(?:system-?prompt|deine\ anweisungen)\b", _FLAGS),
    ),
    (
        ("ignore", "oublie", "pas compte"),
        late_pattern(
            r"""\b(?:ignore[zr]?|oublie[zr]?|ne\ tiens\ pas\ compte|ne\ tenez\ pas\ compte)\b.{0,50}
            \b(?:instructions?|consignes?|règles?|directives?)\b.{0,30}
            (?:\bprécédentes?\b|\bci-dessus\b|\bantérieures?\b|\bsystème\b|$)""",
            _FLAGS,
        ),
    ),
    (
        ("tu es", "vous êtes"),
        late_pattern(
            r"""\b(?:tu\ es|vous\ êtes)\ (?:maintenant|désormais)\b.{0,60}
            \b(?:assistant|ia|modèle|système|administrateur)\b""",
            _FLAGS,
        ),
    ),
    (
        ("utilisateur", "lecteur"),
        late_pattern(r"\bne\ (?:dis|dites|révèle[zs]?|mentionne[zs]?)\b.{0,30}\b(?:utilisateur|lecteur)\b", _FLAGS),
    ),
)
"""Each with what it needs one of: to look for that is quick, and hardly a passage has it."""
_ROLES: Final = (
    (
        ("<", "inst]"),
        late_pattern(
            r"<\|?(?:im_start|im_end|system|assistant|user|endoftext|start_of_turn|begin_of_text)\|?>|\[/?INST\]|<<SYS>>",
            re.IGNORECASE,
        ),
    ),
    (
        ("system", "assistant", "human"),
        late_pattern(r"^\s*(?:#{1,4}\s*)?(?:system|assistant|human)\s*:\s*\S", re.IGNORECASE | re.MULTILINE),
    ),
)
_SAME: Final = (("i\u0307", "i"), ("\u0131", "i"), ("\u017f", "s"))
"""Letters that a pattern without case takes for others, and that have another small letter."""


def suspicions(text: str) -> list[Suspicion]:
    """Why this text may have been written for a machine; mostly nothing."""
    cleaned = clean(text)
    plain = " ".join(unicodedata.normalize("NFKC", cleaned).split())
    found: list[Suspicion] = []
    if _is_in(plain, _INSTRUCTIONS):
        found.append("instructions")
    if _is_in(cleaned, _ROLES):
        found.append("roleMarks")
    if _hidden(text, cleaned):
        found.append("hiddenCharacters")
    return found


def _is_in(text: str, patterns: Iterable[tuple[Sequence[str], re.Pattern[str]]]) -> bool:
    small = text.lower()
    for other, letter in () if small.isascii() else _SAME:
        small = small.replace(other, letter)
    for needed, pattern in patterns:
        for each in needed:
            if each in small:
                if pattern.search(text):
                    return True
                break
    return False


def _hidden(text: str, cleaned: str) -> bool:
    """Characters that nobody sees, except the soft hyphen and the marks that word processors leave behind."""
    if len(cleaned) == len(text):
        return False
    return len(cleaned) < len(text.translate(_HARMLESS).replace("\r\n", "\n"))


_HARMLESS: Final = dict.fromkeys([0xAD, 0xFEFF, 0x2060, 0x200B, 0x0C, 0x0B, 0x200E, *range(9), *range(14, 32)])
