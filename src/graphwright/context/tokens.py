"""How many tokens a text takes: counted with a real tokenizer where one is installed, else estimated and labelled so.

The count of a text is the sum over its lines to within one token in many thousands, so counts are
kept beside cached lines and only what changed is counted again.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from msgspec import Struct

COUNTED_WITH: Final = "o200k_base"
ESTIMATED: Final = "estimate"
LONGEST: Final = 8_000
"""Characters that are counted one by one: a quarter of a millisecond of plain text, and of no text above five."""
SAMPLES: Final = 8
# Measured on our texts: 3.1 to 4.0 characters of ASCII a token. Four, as is often said, was 23 % low on Format E
# (WB-18), and an estimate should rather be high; other scripts take more bytes for a character, and more tokens too.
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
    return counter_of(encode)


def _count(encode: Callable[[str], Sequence[int]], text: str) -> int:
    """Tokens of a text; of a very long one by samples, so that nobody waits; an estimate where it cannot be read."""
    if len(text) > LONGEST:
        step = len(text) // SAMPLES
        samples = [text[at : at + LONGEST // SAMPLES] for at in range(0, step * SAMPLES, step)]
        return sum(_count(encode, sample) for sample in samples) * len(text) // sum(map(len, samples))
    try:
        return len(encode(text))
    except (ValueError, UnicodeError, BufferError):  # what the package refuses is counted all the same
        return estimate(text)


def counter_of(encode: Callable[[str], Sequence[int]]) -> Tokenizer:
    """Counts with a vocabulary, which is given at most `LONGEST` characters of a text, whatever its length."""
    return Tokenizer(method=COUNTED_WITH, count=partial(_count, encode))


def estimator() -> Tokenizer:
    """A counter that loads nothing; what it says is labelled an estimate."""
    return Tokenizer(method=ESTIMATED, count=estimate)


def estimate(text: str) -> int:
    """Tokens by the number of bytes, rounded up."""
    return -int(-len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN)
