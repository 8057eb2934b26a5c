"""Marks passages that seem to speak to a language model rather than to people, in German, English and French.

A mark is a warning for readers and a reason for review, never a filter: prompts carry every passage as data anyway, so
nothing depends on these patterns being complete. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from graphwright.formats.cleaning import clean
from graphwright.protocol.documents import Suspicion
from graphwright.text.late_patterns import late_pattern

_INSTRUCTIONS: Final = late_pattern(
    r"""
    \b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|system)\b.{0,30}
        \b(?:instructions?|prompts?|rules?|directions?|guidelines?|messages?)\b
    | \byou\ are\ (?:now|no\ longer)\b.{0,60}
        \b(?:assistant|ai|model|system|admin|developer|bot|chatbot|jailbroken|dan)\b
    | \b(?:reveal|print|repeat|show|output)\b.{0,30}\b(?:system\ prompt|hidden\ prompt|your\ (?:instructions|prompt))\b
    | \b(?:do\ not|don't|never)\ (?:tell|inform|mention|reveal|warn)\b.{0,30}\b(?:user|human|reader|person)\b
    | \b(?:as\ an?|dear|attention,?)\ (?:ai|llm|language\ model|assistant)\b
    | \b(?:ignoriere|missachte|vergiss|überschreibe|ignorieren\ sie|vergessen\ sie)\b.{0,40}
        \b(?:vorherigen?|bisherigen?|obigen?|früheren?|alle[ns]?|deine[nr]?|ihre[nr]?)\b.{0,30}
        \b(?:anweisung(?:en)?|instruktion(?:en)?|vorgaben?|regeln?|befehle?|prompts?)\b
    | \b(?:du\ bist|sie\ sind)\ (?:jetzt|nun|ab\ sofort)\b.{0,60}
        \b(?:assistent(?:in)?|ki|modell|system|administrator|bot)\b
    | \b(?:verrate|sag|sage|teile|erwähne)\b.{0,40}
        \b(?:nutzer|benutzer|anwender|leser|mensch)\w*\b.{0,20}\b(?:nicht|nichts)\b
    | \b(?:gib|zeige|nenne|wiederhole)\b.{0,30}\b(?:system-?prompt|deine\ anweisungen)\b
    | \b(?:ignore[zr]?|oublie[zr]?|ne\ tiens\ pas\ compte|ne\ tenez\ pas\ compte)\b.{0,50}
        \b(?:instructions?|consignes?|règles?|directives?)\b.{0,30}(?:\bprécédentes?\b|\bci-dessus\b|\bantérieures?\b|\bsystème\b|$)
    | \b(?:tu\ es|vous\ êtes)\ (?:maintenant|désormais)\b.{0,60}\b(?:assistant|ia|modèle|système|administrateur)\b
    | \bne\ (?:dis|dites|révèle[zs]?|mentionne[zs]?)\b.{0,30}\b(?:utilisateur|lecteur)\b
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_ROLES: Final = late_pattern(
    r"<\|?(?:im_start|im_end|system|assistant|user|endoftext|start_of_turn|begin_of_text)\|?>|\[/?INST\]|<<SYS>>"
    r"|^\s*(?:#{1,4}\s*)?(?:system|assistant|human)\s*:\s*\S",
    re.IGNORECASE | re.MULTILINE,
)


def suspicions(text: str) -> list[Suspicion]:
    """Why this text may have been written for a machine; mostly nothing."""
    cleaned = clean(text)
    plain = " ".join(unicodedata.normalize("NFKC", cleaned).split())
    found: list[Suspicion] = []
    if _INSTRUCTIONS.search(plain):
        found.append("instructions")
    if _ROLES.search(cleaned):
        found.append("roleMarks")
    if _hidden(text, cleaned):
        found.append("hiddenCharacters")
    return found


def _hidden(text: str, cleaned: str) -> bool:
    """Characters that nobody sees, except the soft hyphen and the marks that word processors leave behind."""
    if len(cleaned) == len(text):
        return False
    return len(cleaned) < len(text.translate(_HARMLESS).replace("\r\n", "\n"))


_HARMLESS: Final = dict.fromkeys([0xAD, 0xFEFF, 0x2060, 0x200B, 0x0C, 0x0B, 0x200E, *range(9), *range(14, 32)])
