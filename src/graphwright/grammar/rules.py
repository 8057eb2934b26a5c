"""How the sentences of a language are built, as data: `grammar.toml`, read once and asked by word.

An entry is a folded word; of several words they are joined by `_` in the file and by one blank here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, cast

from msgspec import Struct

from graphwright.grammar.records import AskedKind, LinkKind, Modality, RoleName, TalkKind, Token
from graphwright.languages import LANGUAGES, Language, load
from graphwright.text.folding import fold

_BLANK_APOSTROPHE: Final = "' "
_OF_NO_MODALITY: Final = frozenset(("able", "impersonal"))
"""Lists in the table of modality that need another word to say one."""


class GrammarRules(Struct, frozen=True):
    """The tables of a language, by word."""

    language: Language
    verb_last: bool
    """Behind a subordinator the verb stands last, and in a main clause it stands second."""
    roles: dict[str, RoleName]
    doers: frozenset[str]
    """Prepositions that name who does it, in a passive."""
    links: dict[str, LinkKind]
    connectors: dict[str, str]
    modality: dict[str, Modality]
    able: frozenset[str]
    """Adjectives that say what a modal verb says: `able`, `möglich`."""
    impersonal: frozenset[str]
    """Verbs without a subject that demand what comes after them: `il faut`."""
    hedges: frozenset[str]
    wishes: frozenset[str]
    polite: frozenset[str]
    story: frozenset[str]
    talk: dict[str, TalkKind]
    asking: dict[str, AskedKind]
    times: frozenset[str]
    """Nouns that say when: `week`, `Abend`, `fois`."""
    giving: frozenset[str]
    """French verbs whose `à` names who or what is given something; behind others it is where something is done."""
    verbs: dict[str, frozenset[str]]
    """Lemmas by what they do: `be`, `passive`, `moving`, `have`, `do`, `copulas`. `alike`: how German verbs begin whose
    participle may be their infinitive ."""


def key(token: Token) -> str:
    """A token as the tables write it."""
    return normal(token.folded)


@lru_cache(maxsize=16_384)
def normal(words: str) -> str:
    """Words as the tables write them, folded before: one blank between words, none behind an apostrophe."""
    return " ".join(words.split()).replace(_BLANK_APOSTROPHE, "'").replace(" -", "-")


@cache
def rules_of(language: Language) -> GrammarRules:
    """The tables of a language."""
    order = load(language, "grammar", "order", dict[str, bool])
    moods = load(language, "grammar", "moods", dict[str, str])
    lists_by_modality = load(language, "grammar", "modality", dict[str, str])
    modality = {name: words for name, words in lists_by_modality.items() if name not in _OF_NO_MODALITY}
    lists = load(language, "grammar", "lists", dict[str, str])
    return GrammarRules(
        language=language,
        verb_last=order["verb_last"],
        roles=cast("dict[str, RoleName]", _by_word(load(language, "grammar", "roles", dict[str, str]))),
        doers=_entries(load(language, "grammar", "roles", dict[str, str])["doer"]),
        links=cast("dict[str, LinkKind]", _by_word(load(language, "grammar", "links", dict[str, str]))),
        connectors=_by_word(load(language, "grammar", "connectors", dict[str, str])),
        modality=cast("dict[str, Modality]", _by_word(modality)),
        able=_entries(lists_by_modality["able"]),
        impersonal=_entries(lists_by_modality["impersonal"]),
        hedges=_entries(moods["hedges"]),
        wishes=_entries(moods["wishes"]),
        polite=_entries(moods["polite"]),
        story=_entries(moods["story"]),
        talk=cast("dict[str, TalkKind]", _by_word(load(language, "grammar", "talk", dict[str, str]))),
        asking=cast("dict[str, AskedKind]", _by_word(load(language, "grammar", "asking", dict[str, str]))),
        times=_entries(lists["times"]),
        giving=_entries(lists["giving"]),
        verbs={
            name: frozenset(words.split()) for name, words in load(language, "grammar", "verbs", dict[str, str]).items()
        },
    )


@cache
def words_of(name: str) -> frozenset[str]:
    """A list of words of all languages at once, for what no language is needed for: `impersonal`, `plural`, `or` ..."""
    return frozenset(
        word for language in LANGUAGES for word in _entries(load(language, "grammar", "lists", dict[str, str])[name])
    )


@cache
def going_on(language: Language) -> frozenset[str]:
    """Words by which a clause goes on with the next deed: `then`, `danach`, `puis`."""
    return frozenset(word for word, kind in rules_of(language).connectors.items() if kind == "then")


def _entries(words: str) -> frozenset[str]:
    return frozenset(normal(fold(word).replace("_", " ")) for word in words.split())


def _by_word(table: dict[str, str]) -> dict[str, str]:
    """Word to the name of its row; a word in two rows belongs to the first."""
    found: dict[str, str] = {}
    for name, words in table.items():
        for word in _entries(words):
            found.setdefault(word, name)
    return found
