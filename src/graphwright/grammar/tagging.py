"""What each word of a sentence is, by closed classes, form and neighbours: one pass, one row. Makes no phrases.

Verbs need no list: a word is taken as one by its form where a clause still lacks its verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from graphwright.grammar.records import Feature, Tag, Token
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_LETTERS: Final[dict[str, Feature]] = {
    "s": "singular", "p": "plural", "1": "first", "2": "second", "3": "third", "n": "nominative", "d": "dative",
    "a": "accusative", "g": "genitive", "m": "masculine", "f": "feminine", "u": "neuter", "t": "present", "q": "past",
}  # fmt: skip
_CLASSES: Final[tuple[Tag, ...]] = (
    "auxiliary", "modal", "article", "possessive", "demonstrative", "negation", "subordinator", "conjunction",
    "preposition", "quantifier", "pronoun", "question", "relative", "number", "particle", "interjection", "adverb",
)  # fmt: skip
"""Closed classes; a word of several is first taken for the first of them."""
_LONGEST: Final = 5
"""Tokens that are taken together as one word: `à l'aide de`."""
_NOMINAL: Final = frozenset(("noun", "name", "pronoun"))
_BEFORE_NOUN: Final = frozenset(("article", "possessive", "demonstrative", "quantifier", "number", "adjective"))
_BOUNDARY: Final = frozenset(("sign", "conjunction", "subordinator", "relative"))
_VERBAL: Final = frozenset(("verb", "auxiliary", "modal"))


class ClosedWord(Struct, frozen=True):
    """An entry of a closed class or an irregular form."""

    tag: Tag
    lemma: str
    features: frozenset[Feature]


class WordLexicon(Struct, frozen=True):
    """The lists of a language, by folded word."""

    closed: dict[str, tuple[ClosedWord, ...]]
    several: dict[tuple[str, ...], Tag]
    verbs: dict[str, str]
    participles: frozenset[str]
    nouns: dict[str, str]
    common: frozenset[str]
    adjectives: frozenset[str]
    separable: frozenset[str]
    noun_endings: tuple[str, ...]
    adjective_endings: tuple[str, ...]


@cache
def lexicon(language: Language) -> WordLexicon:
    """The lists of a language, read once."""
    tables = {
        name: load(language, "forms", name, dict[str, str])
        for name in ("closed", "several", "endings", "irregular", "common")
    }
    closed: dict[str, tuple[ClosedWord, ...]] = {}
    for tag in _CLASSES:
        for entry in tables["closed"].get(tag, "").split():
            word, lemma, features = _entry(entry)
            closed[word] = (*closed.get(word, ()), ClosedWord(tag, lemma, features))
    several = {
        tuple(fold(part) for part in entry.partition("=")[0].split("_")): cast("Tag", tag)
        for tag, words in tables["several"].items()
        for entry in words.split()
    }
    irregular = tables["irregular"]
    return WordLexicon(
        closed=closed,
        several=several,
        verbs={_entry(each)[0]: _entry(each)[1] for each in irregular["verb"].split()},
        participles=frozenset(fold(each) for each in irregular.get("participle", "").split()),
        nouns={_entry(each)[0]: _entry(each)[1] for each in irregular["noun"].split()},
        common=frozenset(fold(each) for each in tables["common"]["verb"].split()),
        adjectives=frozenset(fold(each) for each in tables["common"]["adjective"].split()),
        separable=frozenset(fold(each) for each in irregular.get("separable", "").split()),
        noun_endings=tuple(fold(each) for each in tables["endings"]["noun"].split()),
        adjective_endings=tuple(fold(each) for each in tables["endings"]["adjective"].split()),
    )


def _entry(entry: str) -> tuple[str, str, frozenset[Feature]]:
    word, _, letters = entry.partition("/")
    word, _, lemma = word.partition("=")
    return fold(word), lemma or word, frozenset(_LETTERS[each] for each in letters if each in _LETTERS)


def tagged(tokens: Sequence[Token], language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence with tag, lemma and features; words of several are one token."""
    return tuple(_Tagging(_together(tokens, language), language).row())


def _together(tokens: Sequence[Token], language: Language) -> list[Token]:
    """Words that mean something only together, as one token each."""
    several = lexicon(language).several
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        for length in range(min(_LONGEST, len(tokens) - at), 1, -1):
            words = tuple(each.folded for each in tokens[at : at + length])
            tag = several.get(words)
            if tag is not None:
                text = " ".join(each.text for each in tokens[at : at + length])
                last = tokens[at + length - 1]
                found.append(
                    replace(
                        tokens[at], text=text, folded=" ".join(words), end=last.end, tag=tag, lemma=text, known=True
                    )
                )
                at += length
                break
        else:
            found.append(tokens[at])
            at += 1
    return found


class _Tagging:
    """Goes through a sentence once, from left to right, and remembers whether its clause has a verb."""

    def __init__(self, tokens: list[Token], language: Language) -> None:
        self._tokens = tokens
        self._language = language
        self._lexicon = lexicon(language)
        self._row: list[Token] = []
        self._finite = False
        self._helper: str = ""
        """Lemma of the helper that waits for its verb."""
        self._spoken = False
        """A verb stood in the sentence before."""

    def row(self) -> list[Token]:
        for at, token in enumerate(self._tokens):
            tagged_token = token if token.tag != "other" else self._tag(token, at)
            self._row.append(tagged_token)
            self._remember(tagged_token)
        return self._row

    def _remember(self, token: Token) -> None:
        if token.tag in _BOUNDARY:
            self._finite = False
            if token.tag != "conjunction" or token.folded in {"but", "aber", "mais"}:
                self._helper = "" if token.tag != "sign" else self._helper
            if token.tag in {"subordinator", "relative"}:
                self._helper = ""
        elif token.tag in {"auxiliary", "modal"}:
            self._finite = self._spoken = True
            self._helper = fold(token.lemma) if token.tag == "auxiliary" else "modal"
        elif token.tag == "verb" and not token.features & {"participle", "infinitive", "gerund"}:
            self._finite = self._spoken = True
            self._helper = ""

    def _before(self) -> str:
        return self._row[-1].tag if self._row else ""

    def _next(self, at: int) -> Token | None:
        return self._tokens[at + 1] if at + 1 < len(self._tokens) else None

    def _tag(self, token: Token, at: int) -> Token:
        if token.kind == "quoted":
            return replace(token, tag="name", lemma=token.text[1:-1].strip(), known=True)
        if token.kind == "id":
            return replace(token, tag="name", lemma=token.text, known=True)
        if token.kind == "number":
            return replace(token, tag="number", lemma=token.text, known=True)
        if token.kind == "code":
            return token
        if token.kind != "word":
            return replace(token, tag="sign", lemma=token.text, known=True)
        if self._is_separated(token, at):
            return replace(token, tag="particle", lemma=token.folded, known=True)
        entries = self._lexicon.closed.get(token.folded, ())
        if entries:
            chosen = self._closed(token, at, entries)
            if chosen is not None:
                return replace(token, tag=chosen.tag, lemma=chosen.lemma, features=chosen.features, known=True)
        return self._open(token, at)

    def _is_separated(self, token: Token, at: int) -> bool:
        """Is it the part that a German verb lost, at the end of its clause: `gibt ... ein`?"""
        following = self._next(at)
        ends = following is None or following.kind == "sign" or following.folded in {"und", "oder", "sowie"}
        return self._language == "de" and self._finite and ends and token.folded in self._lexicon.separable

    # closed classes

    def _closed(self, token: Token, at: int, entries: tuple[ClosedWord, ...]) -> ClosedWord | None:
        by_tag = {each.tag: each for each in entries}
        for tag in self._wanted(token, at, frozenset(by_tag)):
            if tag in by_tag:
                return by_tag[tag]
        return entries[0]

    def _wanted(self, token: Token, at: int, tags: frozenset[str]) -> list[str]:
        """Which of its classes a word is here, best first."""
        before, following = self._before(), self._next(at)
        nominal = following is not None and self._may_be_noun(following)
        wanted: list[str] = []
        if "particle" in tags:
            wanted += ["particle"] if self._infinitive_follows(following) else ["preposition", "adverb"]
        if "relative" in tags and (before in {"noun", "name"} or (before == "sign" and self._row[-1].text == ",")):
            opens = self._language != "de" or before == "sign"
            if opens and ("article" not in tags or len(self._row) > 1):
                wanted.append("relative")
        if "question" in tags and (not self._row or before in {"preposition", "interjection"}):
            wanted.append("question")
        if "article" in tags or "possessive" in tags or "demonstrative" in tags:
            french_clitic = self._language == "fr" and "pronoun" in tags and not nominal
            wanted += (
                ["pronoun"]
                if french_clitic
                else (["article", "possessive", "demonstrative"] if nominal else ["pronoun"])
            )
        if "subordinator" in tags and "preposition" in tags:
            wanted += ["subordinator"] if self._clause_follows(at) else ["preposition"]
        if "quantifier" in tags and not nominal:
            wanted += ["pronoun", "adverb"]
        return wanted

    def _may_be_noun(self, token: Token) -> bool:
        if token.kind != "word":
            return token.kind in {"quoted", "id", "number"}
        entries = {each.tag for each in self._lexicon.closed.get(token.folded, ())}
        if entries and not entries & {"number", "quantifier", "adjective"}:
            return False
        if self._language == "de" and token.text[:1].islower():
            return token.folded.endswith(("e", "en", "er", "es", "em")) or not self._is_verb_form(token.folded)
        return not (self._language == "fr" and token.folded in self._lexicon.verbs and token.folded != "note")

    def _clause_follows(self, at: int) -> bool:
        """Is there a verb before the next boundary, so that this word opens a clause?"""
        for token in self._tokens[at + 1 :]:
            if token.kind == "sign":
                return False
            entries = {each.tag for each in self._lexicon.closed.get(token.folded, ())}
            if entries & {"auxiliary", "modal"} or self._is_verb_form(token.folded):
                return self._language != "en" or token is not self._tokens[at + 1]
        return False

    def _infinitive_follows(self, following: Token | None) -> bool:
        if following is None or following.kind != "word":
            return False
        if self._language == "de":
            return following.folded.endswith(("en", "ern", "eln")) and following.text[:1].islower()
        entries = {each.tag for each in self._lexicon.closed.get(following.folded, ())}
        if entries & {"auxiliary"} and following.folded in {"be", "have"}:
            return True
        if entries or following.folded.endswith(("s", "ing", "tion", "ment", "er", "or")):
            return following.folded in self._lexicon.common
        return (
            following.folded in self._lexicon.common
            or self._helper != ""
            or self._row[-1:] == []
            or (self._before() in {"verb", "adjective", "auxiliary"} or not following.text[:1].isupper())
        )

    # open classes

    def _is_verb_form(self, word: str) -> bool:
        if word in self._lexicon.verbs or word in self._lexicon.common:
            return True
        return any(stem in self._lexicon.common for stem in _infinitives(word, self._language))

    def _open(self, token: Token, at: int) -> Token:
        verb = self._as_verb(token, at)
        if verb is not None:
            return verb
        if self._is_adjective(token, at):
            return replace(token, tag="adjective", lemma=token.text)
        capital = token.text[:1].isupper() and at > 0 and self._language != "de"
        number: Feature = "plural" if _is_plural(token.folded, self._language) else "singular"
        lemma = self._lexicon.nouns.get(token.folded) or _singular(token.text, self._language)
        return replace(token, tag="name" if capital else "noun", lemma=lemma, features=frozenset((number,)))

    def _is_adjective(self, token: Token, at: int) -> bool:
        lexicon_, word = self._lexicon, token.folded
        following = self._next(at)
        if self._language == "de":
            if token.text[:1].isupper() and at > 0:
                return False
            return (
                following is None
                or following.kind != "word"
                or word.endswith(("e", "en", "er", "es", "em", "bar", "lich", "ig"))
            )
        known = word in lexicon_.adjectives or word.endswith(lexicon_.adjective_endings)
        if self._language == "fr":
            return known and self._before() in _NOMINAL | _VERBAL | {"article", "adverb", "adjective"}
        after = self._before() in {"auxiliary", "adverb"} and self._helper in {"be", "become"}
        noun_next = following is not None and self._may_be_noun(following) and following.kind == "word"
        return (known and (noun_next or after)) or (after and following is None)

    def _as_verb(self, token: Token, at: int) -> Token | None:
        word, before, following = token.folded, self._before(), self._next(at)
        if self._language == "de" and token.text[:1].isupper() and not (at == 0 and self._may_order(word, following)):
            return None
        if before in _BEFORE_NOUN - {"number"}:
            return None
        features = self._features(word, before, following, at)
        if features is None:
            return None
        lemma = self._lexicon.verbs.get(word) or _lemma(word, token.text, self._language, self._lexicon.common)
        return replace(token, tag="verb", lemma=lemma, features=frozenset(features), known=self._is_verb_form(word))

    def _may_order(self, word: str, following: Token | None) -> bool:
        """German: may a capital word at the beginning be an order?"""
        determined = following is not None and bool(
            self._tags_of(following) & {"article", "pronoun", "possessive", "preposition"}
        )
        return self._is_verb_form(word) or (determined and not word.endswith(("ung", "er", "en", "keit", "heit", "s")))

    def _features(self, word: str, before: str, following: Token | None, at: int) -> set[Feature] | None:
        if self._language == "en":
            return self._english(word, before, following)
        if self._language == "de":
            return self._german(word, before, following, at)
        return self._french(word, before, following)

    def _english(self, word: str, before: str, following: Token | None) -> set[Feature] | None:
        if before == "particle" and self._row[-1].folded.endswith("to"):
            return {"infinitive"}
        known = self._is_verb_form(word)
        helped = self._english_helped(word, before, known=known)
        if helped is not None:
            return helped
        if self._finite or before == "preposition" or word.endswith(("ing", "ly")):
            return None
        free = following is None or following.kind in {"sign", "number", "quoted"} or self._goes_on(following)
        if before in {"", "conjunction", "sign", "interjection"}:
            taken = following is not None and (known or (self._spoken and self._determines(following)))
            return self._english_finite(word) if taken else None
        if before not in _NOMINAL | {"adverb", "relative", "negation", "question"} or not (known or free):
            return None
        if self._is_participle(word):
            return {"past", "participle"}
        third = word.endswith("s") and not word.endswith(("ss", "us"))
        if third:
            return None if self._plural_noun() else {"present", "third", "singular"}
        return {"present", "plural"} if self._plural_before() else None

    def _is_participle(self, word: str) -> bool:
        return word.endswith("ed") or word in self._lexicon.participles

    def _english_helped(self, word: str, before: str, *, known: bool) -> set[Feature] | None:
        """The verb that a helper waits for: `is checked`, `shall be`, `can borrow, renew`."""
        coordinated = before in {"conjunction", "sign"}
        if self._helper in {"modal", "do"} and before in _NOMINAL and known and not word.endswith("s"):
            return {"infinitive"}
        if not self._helper or not (before in {"auxiliary", "modal", "adverb", "negation"} or coordinated):
            return None
        if self._is_participle(word) and self._helper in {"be", "get", "have"}:
            return {"participle"}
        if self._helper == "be" and word.endswith("ing") and not coordinated:
            return {"gerund"}
        if self._helper in {"modal", "do", "be"} and not word.endswith(("ing", "ly")):
            plain = self._helper != "be" and (not coordinated or known)
            return {"infinitive"} if plain else None
        return None

    def _english_finite(self, word: str) -> set[Feature]:
        if word.endswith("s") and word not in self._lexicon.common:
            return {"present", "third", "singular"}
        return {"past", "participle"} if self._is_participle(word) else {"imperative", "present", "plural"}

    def _determines(self, following: Token) -> bool:
        return bool(self._tags_of(following) & {"article", "possessive", "demonstrative", "pronoun"})

    def _plural_noun(self) -> bool:
        last = next((each for each in reversed(self._row) if each.tag in _NOMINAL), None)
        return last is not None and "plural" in last.features and last.tag != "relative"

    def _plural_before(self) -> bool:
        """Is the last noun plural, a list or a plural pronoun?"""
        for token in reversed(self._row):
            if token.tag in _NOMINAL:
                joined = any(each.tag == "conjunction" for each in self._row[-6:])
                return (
                    "plural" in token.features
                    or (joined and token.tag != "pronoun")
                    or bool({"first", "second"} & token.features)
                )
            if token.tag in {"relative", "question"}:
                return False
        return False

    def _goes_on(self, following: Token) -> bool:
        entries = {each.tag for each in self._lexicon.closed.get(following.folded, ())}
        return bool(
            entries
            & {
                "article",
                "possessive",
                "demonstrative",
                "preposition",
                "pronoun",
                "adverb",
                "conjunction",
                "quantifier",
                "particle",
                "number",
                "subordinator",
            }
        )

    def _german(self, word: str, before: str, following: Token | None, at: int) -> set[Feature] | None:
        known = self._is_verb_form(word)
        ends = (
            following is None
            or following.kind == "sign"
            or self._tags_of(following) & {"conjunction", "auxiliary", "modal"} != set()
        )
        participle = word in self._lexicon.participles or (
            word.endswith("t") and (word.startswith(("ge", "be", "ver", "er", "ent", "zer")) or "ge" in word[2:6])
        )
        if before == "particle":
            return {"infinitive"}
        if self._helper and (ends or self._helped_end(at)):
            if participle and self._helper in {"werden", "haben", "sein", "modal"}:
                return {"participle"}
            if word.endswith(("en", "ern", "eln")) and self._helper in {"modal", "werden"}:
                return {"infinitive"}
        if participle and ends and following is not None and self._tags_of(following) & {"auxiliary", "modal"}:
            return {"participle"}
        if self._finite:
            return None
        nominal_next = following is not None and following.kind == "word" and following.text[:1].isupper()
        inflected = word.endswith(("t", "en", "st", "ern", "eln"))
        if at == 0 or before == "interjection":
            imperative = known or (
                following is not None and self._tags_of(following) & {"article", "pronoun", "possessive"} != set()
            )
            return {"imperative", "present"} if imperative and not word.endswith(("er", "ung")) else None
        if inflected and (known or ends or before in _NOMINAL | {"adverb", "sign", "conjunction"}):
            if nominal_next and word.endswith("en") and before not in _NOMINAL and not known:
                return None
            plural: Feature = "plural" if word.endswith("en") else "singular"
            return {"present", plural, "third"} | ({"infinitive"} if word.endswith("en") and ends else set())
        if known and not word.endswith(("e", "er")) and word in self._lexicon.verbs:
            return {"present", "third", "singular"}
        return None

    def _helped_end(self, at: int) -> bool:
        rest = self._tokens[at + 1 : at + 3]
        return bool(rest) and all(
            self._tags_of(each) & {"auxiliary", "modal"} or each.folded.endswith("en") for each in rest[:1]
        )

    def _tags_of(self, token: Token) -> set[str]:
        return {each.tag for each in self._lexicon.closed.get(token.folded, ())}

    def _french(self, word: str, before: str, following: Token | None) -> set[Feature] | None:
        known = self._is_verb_form(word)
        participle = word in self._lexicon.participles or (
            word.endswith(("ee", "ees", "es", "e")) and self._accented(word, "e")
        )
        coordinated = before in {"conjunction", "sign"} and self._helper in {"etre", "avoir"}
        if (
            self._helper in {"etre", "avoir"}
            and (before in {"auxiliary", "adverb", "negation"} or coordinated)
            and participle
        ):
            return {"participle"}
        if word.endswith(("er", "ir", "re")) and self._french_infinitive(before, following, known=known):
            return {"infinitive"}
        if self._finite:
            return None
        free = following is None or following.kind in {"sign", "number", "quoted"} or self._goes_on(following)
        if before in {"", "sign", "conjunction", "interjection"}:
            return {"imperative", "present"} if known and following is not None and free else None
        if before in _NOMINAL | {"adjective", "negation", "adverb", "relative"}:
            shaped = word.endswith(("e", "ent", "it", "t", "d", "ont", "a", "ssent"))
            if known or (shaped and free and not word.endswith(("tion", "ment"))):
                plural: Feature = "plural" if word.endswith(("ent", "ont")) else "singular"
                return {"present", "third", plural}
        return None

    def _french_infinitive(self, before: str, following: Token | None, *, known: bool) -> bool:
        """May a word that ends like an infinitive be one here?"""
        if before in {"modal", "preposition", "pronoun", "adverb", "negation", "auxiliary"}:
            return before != "preposition" or known or self._goes_on_or_ends(following)
        if known:
            return True
        begins = before == "" or (before in {"sign", "conjunction"} and not self._finite)
        return (begins or self._helper == "modal") and self._goes_on_or_ends(following)

    def _goes_on_or_ends(self, following: Token | None) -> bool:
        return following is None or following.kind == "sign" or self._goes_on(following)

    def _accented(self, word: str, letter: str) -> bool:
        """Was the last letter of the stem an é? Folding took it off; the token has it."""
        token = next((each for each in self._tokens[len(self._row) :] if each.folded == word), None)
        return token is not None and token.text.lower() != word and letter != ""


def _infinitives(word: str, language: Language) -> list[str]:
    """What a form may be a form of, folded."""
    return {"en": _of_english, "de": _of_german, "fr": _of_french}[language](word)


def _of_english(word: str) -> list[str]:
    found = [word[:-1]] if word.endswith("s") else []
    if word.endswith("es"):
        found += [word[:-2], word[:-3] + "y" if word.endswith("ies") else word[:-2]]
    if word.endswith("ed"):
        found += [word[:-1], word[:-2], word[:-3] if word[-3:-2] == word[-4:-3] else word[:-2]]
        found += [word[:-3] + "y"] if word.endswith("ied") else []
    if word.endswith("ing"):
        found += [word[:-3], word[:-3] + "e", word[:-4] if word[-4:-3] == word[-5:-4] else word[:-3]]
    return found


def _of_german(word: str) -> list[str]:
    stem = word.removeprefix("ge") if word.endswith(("t", "en")) else word
    found: list[str] = []
    for base in (word, stem):
        for ending in ("et", "est", "t", "st", "e", "en", "n", "te", "ten", ""):
            if base.endswith(ending) and len(base) - len(ending) > 1:
                cut = base[: len(base) - len(ending)] if ending else base
                found += [cut + "en", cut + "n"]
    return found


def _of_french(word: str) -> list[str]:
    first = ("es", "ent", "ees", "ee", "e", "ons", "ez", "era", "eront", "ant")
    second = ("issent", "it", "is", "ie", "i")
    found = [word[: -len(ending)] + "er" for ending in first if word.endswith(ending)]
    return found + [word[: -len(ending)] + "ir" for ending in second if word.endswith(ending)]


def _lemma(word: str, text: str, language: Language, common: frozenset[str]) -> str:
    """The dictionary form of a verb: a listed one, else by the regular rule."""
    low = text.lower()
    if word in common:
        return low
    options = _infinitives(word, language)
    folded = next((each for each in options if each in common), "")
    if language == "en":
        return folded or _english_lemma(low)
    if language == "de":
        if low.endswith(("en", "ern", "eln")) and not low.startswith("ge"):
            return low
        stem = low[2:] if low.startswith("ge") and low.endswith("t") else low
        for ending in ("est", "et", "st", "t", "e"):
            if stem.endswith(ending) and len(stem) > len(ending) + 1:
                stem = stem[: -len(ending)]
                break
        return stem + ("n" if stem.endswith(("er", "el")) else "en")
    if low.endswith(("er", "ir", "re", "oir")):
        return low
    for ending in ("ees", "ee", "ent", "es", "e"):
        if word.endswith(ending) and len(word) == len(low):
            return low[: -len(ending)] + "er"
    if low.endswith("issent"):
        return low[:-6] + "ir"
    return low[:-1] + "r" if low.endswith("it") else low


def _english_lemma(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return word[:-2]
    if word.endswith("ied"):
        return word[:-3] + "y"
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            if stem[-1:] == stem[-2:-1] and stem[-1:] not in "ls":
                return stem[:-1]
            return stem + "e" if stem.endswith(("at", "iz", "s", "v", "c", "u", "g", "ir", "ur")) else stem
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _is_plural(word: str, language: Language) -> bool:
    if language == "de":
        return word.endswith(("en", "ungen", "innen"))
    return word.endswith(("s", "x")) and not word.endswith(("ss", "us", "is")) and len(word) > 3  # noqa: PLR2004 `gas`


def _singular(text: str, language: Language) -> str:
    low = text.lower()
    if language == "de" or not low.endswith("s") or low.endswith(("ss", "us", "is")) or len(low) <= 3:  # noqa: PLR2004
        return text
    if language == "en" and low.endswith("ies") and len(low) > 4:  # noqa: PLR2004 `ties`
        return text[:-3] + "y"
    if language == "en" and low.endswith(("ches", "shes", "sses", "xes")):
        return text[:-2]
    return text[:-1]
