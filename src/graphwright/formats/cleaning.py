"""Characters that a reader cannot see but a machine can: which they are, and how they are removed or shown (R-25).

Text is stored raw; these functions are for the way out (prompts, terminals) and work on assembled text, where a joiner
can be judged by its neighbours. Kept are the joiners that writing needs: inside emoji, and in the scripts whose letters
join (Persian, Hindi, ...). Everything else that is invisible could hide an instruction and is removed or shown.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.late_patterns import late_pattern

# Bases that a variation selector or a joiner may follow in an emoji.
_EMOJI: Final = (
    r"\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u24C2\u25AA-\u25FE\u2600-\u27BF\u2934\u2935"
    r"\u2B00-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF"
)
# Scripts whose letters change shape beside a joiner: Arabic and its neighbours, the Indic family, Khmer, Mongolian.
_JOINING: Final = (
    r"\u0600-\u061B\u061D-\u08FF\u0900-\u0DFF\u1000-\u109F\u1780-\u17B3\u17B6-\u180A\u1810-\u18AF"
    r"\uFB50-\uFDFF\uFE70-\uFEFC"
)
# The only tag sequences in use: the flags of England, Scotland and Wales.
_FLAGS: Final = "\U0001f3f4(?:" + "|".join(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f" for region in ("gbeng", "gbsct", "gbwls")
) + ")"  # fmt: skip
_LEGITIMATE: Final = "|".join(
    (
        _FLAGS,
        rf"(?:(?<=[{_EMOJI}]\uFE0F)|(?<=[{_EMOJI}]))\u200D(?=[{_EMOJI}])",
        rf"(?<=[{_EMOJI}])[\uFE0E\uFE0F]",
        r"(?<=[0-9#*])\uFE0F(?=\u20E3)",
        rf"(?<=[{_JOINING}])[\u200C\u200D](?=[{_JOINING}])",
        # A half form at the end of a word: virama, then a joiner.
        r"(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D]",
        r"(?<=[\u1820-\u18AA])[\u180B-\u180D]",
    )
)

CONTROLS: Final = r"\x00-\x1F\x7F-\x9F\u2028\u2029"
"""Control characters and the two separators that some programs take for line ends; for a regular expression class."""
INVISIBLE: Final = (
    r"\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164"
    r"\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U0001D173-\U0001D17A\U000E0000-\U000E0FFF\uD800-\uDFFF"
)
"""Zero-width and bidirectional controls, fillers, tags, variation selectors, lone surrogates."""


LEGITIMATE: Final = f"({_LEGITIMATE})"
"""A hidden character where writing needs it; the one group that a match of it fills."""

_LINE_ENDS: Final = late_pattern(r"\r\n?|[\x0B\x0C\x85\u2028\u2029]")
# Most text holds nothing suspicious, and a plain class is found 20 times faster than one with exceptions.
_BUT_LINE_FEED: Final = r"\x00-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029"
_SUSPECT: Final = late_pattern(rf"[{INVISIBLE}{_BUT_LINE_FEED}]")
_SUSPECT_IN_LINE: Final = late_pattern(rf"[{INVISIBLE}{CONTROLS}]")
_HIDDEN: Final = late_pattern(rf"{LEGITIMATE}|[{INVISIBLE}{_BUT_LINE_FEED}]")
_SHOWN: Final = late_pattern(rf"{LEGITIMATE}|[{INVISIBLE}{CONTROLS}]")


def clean(text: str) -> str:
    """Text for a prompt: hidden characters removed, every line end a line feed; tabs and line feeds stay."""
    if _SUSPECT.search(text) is None:
        return text
    return _HIDDEN.sub(_kept, _LINE_ENDS.sub("\n", text))


def visible(text: str) -> str:
    r"""Text for a terminal or one table cell: hidden and control characters, line ends too, shown as `\u{202e}`."""
    if _SUSPECT_IN_LINE.search(text) is None:
        return text
    return _SHOWN.sub(_shown, text)


def visible_in_json(text: str) -> str:
    r"""JSON for a terminal: the same value, but what cannot be seen is written as `\u202e`; line feeds stay."""
    return _SUSPECT.sub(_escaped_in_json, text)


def hidden_in_json(text: str) -> str:
    r"""JSON for any reader: the same value, what cannot be seen as `\u202e`; joiners that writing needs stay."""
    if _SUSPECT.search(text) is None:
        return text
    return _HIDDEN.sub(lambda match: match[1] or _escaped_in_json(match), text)


def code_point(character: str) -> str:
    r"""A character by its number, `\u{202e}`: how Format E, tables and terminals show what cannot be seen."""
    return f"\\u{{{ord(character):x}}}"


def _escaped_in_json(match: re.Match[str]) -> str:
    return re.sub("(....)", r"\\u\1", match[0].encode("utf-16-be", "surrogatepass").hex())


def _kept(match: re.Match[str]) -> str:
    return match[1] or ""


def _shown(match: re.Match[str]) -> str:
    return match[1] or code_point(match[0])
