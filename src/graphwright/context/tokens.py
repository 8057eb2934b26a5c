"""How many tokens a text takes: counted with a real tokenizer where one is installed, else estimated and labelled so.

The count of a text is the sum over its lines to within one token in many thousands (performance.md (c)), so counts are
kept beside cached lines and only what changed is counted again.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from functools import cache
from typing import Final

from msgspec import Struct

COUNTED_WITH: Final = "o200k_base"
ESTIMATED: Final = "estimate"
# Measured on our texts: 3.1 to 4.0 characters of ASCII a token. Seed 001's 4 was 23 % low on Format E (WB-18), and an
# estimate should rather be high; other scripts take more bytes for a character, and more tokens too.
_BYTES_PER_TOKEN: Final = 3.0


class Tokenizer(Struct, frozen=True):
    """A way of counting. `method` is shown beside every figure."""

    method: str
    count: Callable[[str], int]


@cache
def tokenizer() -> Tokenizer:
    """The best counter of this installation. The first call loads the vocabulary, in about half a second."""
    with warnings.catch_warnings():
        # The package reads its vocabulary in a way that Python deprecates; that is not our user's to know.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            vocabularies = importlib.import_module("bpe_openai")
        except ImportError:
            return estimator()
        encode: Callable[[str], list[int]] = vocabularies.get_encoding(COUNTED_WITH).encode_ordinary
    return Tokenizer(method=COUNTED_WITH, count=lambda text: len(encode(text)))


def estimator() -> Tokenizer:
    """A counter that loads nothing; what it says is labelled an estimate."""
    return Tokenizer(method=ESTIMATED, count=estimate)


def estimate(text: str) -> int:
    """Tokens by the number of bytes, rounded up."""
    return -int(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN)
