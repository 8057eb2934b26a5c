"""A message as it was typed, made plain before it is read: all in capitals, or with underlines that set words off.

Nothing is mended: a slip stays a slip, and is asked about.
"""

from __future__ import annotations

import re
from typing import Final

_SHOUTED: Final = 3
"""Words in capitals, and no others, that are no name but a key that was held down."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_UNDERLINED: Final = re.compile(r"(?<![\w.])_{1,3}([^\s_](?:[^_\n]{0,200}[^\s_])?)_{1,3}(?!\w)")
"""Words between underlines, as Markdown sets them off; a name such as `order_id` has them inside."""


def plain(text: str) -> str:
    """The message without what only says how it was typed."""
    text = _UNDERLINED.sub(r"\1", text)
    return text.lower() if text.isupper() and len(_WORD.findall(text)) >= _SHOUTED else text
