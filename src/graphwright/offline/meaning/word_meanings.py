"""What a word of a question may mean, for comparing it with words of the model: itself and its base forms.

The noun of a deed means its verb: "le dosage" speaks of *doser*, "Freigabe" of *freigeben*, "approval" of *approve*.
Whether a node is meant by it is for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.languages import Language, load
from graphwright.offline.meaning.matching import meaning_key
from graphwright.text.folding import fold

_SHORTEST: Final = 3
"""Letters of a word that says something, also of what is left of a noun without its ending."""
_PLAIN: Final = str.maketrans("äöüÄÖÜ", "aouAOU")
"""From a German plural to its singular, from a verb to its noun: `Stämme`, `auswählen`."""


@lru_cache(maxsize=16_384)
def meanings_of(word: str, language: Language) -> frozenset[str]:
    """The parts of meanings that a word as it was written may have; none of a short one."""
    if len(word) < _SHORTEST:
        return frozenset()
    forms = {word, *(each.lemma for each in candidates(word, language, cased=False)), *_verbs(fold(word), language)}
    if language == "de":
        forms |= {each.translate(_PLAIN) for each in forms}
    return frozenset(part for form in forms for part in meaning_key(form))


def _verbs(noun: str, language: Language) -> Iterator[str]:
    """The verbs of which a folded noun may be the noun; most are none, and then mean nothing in a model."""
    for ending, verbs in _endings(language).items():
        stem = noun.removesuffix(ending) if noun.endswith(ending) else ""
        if stem or (ending and noun == ending):
            yield from (f"{stem}{each}" for each in verbs)
        if len(stem) >= _SHORTEST:
            yield stem


@cache
def _endings(language: Language) -> Mapping[str, tuple[str, ...]]:
    """By the ending of a noun those of its verb: `ation` to `e`, `ate`."""
    return {
        fold(noun): tuple(map(fold, verbs.split()))
        for noun, verbs in load(language, "asking", "deeds", dict[str, str]).items()
    }
