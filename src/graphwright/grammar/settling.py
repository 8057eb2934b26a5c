"""Words of a tagged sentence that look like something else than they do there, by what stands around them.

A gerund that names a deed is a noun, a participle beside its noun an adjective, a German `dem` behind a comma and a
preposition a relative. Knows no phrases; what stands around a phrase, `preparing` looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import Feature, Tag, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import is_finite, is_verb
from graphwright.grammar.word_lists import word_lists

SPEAKER: Final = "I"
"""The English word for who speaks; alone, it is no name before another word."""
_DETERMINING: Final = frozenset(("article", "possessive", "demonstrative"))
_OPENS: Final = frozenset(("sign", "conjunction", "subordinator"))
_DENIABLE: Final = _DETERMINING | {"preposition", "noun", "name", "negation"}
_SPEAKING: Final[frozenset[Feature]] = frozenset(("singular", "first", "nominative"))
_INFINITIVE: Final[frozenset[Feature]] = frozenset(("infinitive",))
_OBJECT: Final[frozenset[Feature]] = frozenset(("third", "accusative"))
_DEED: Final[frozenset[Feature]] = frozenset(("singular", "gerund"))
_TIME: Final[frozenset[Feature]] = frozenset(("singular",))
_OPENING: Final = frozenset(("subordinator", "relative"))
_LED: Final = frozenset(("which", "whom"))
_ACTS: Final[frozenset[Feature]] = frozenset(("singular", "third", "present"))


def settled(row: Sequence[Token], rules: GrammarRules) -> tuple[Token, ...]:
    """A tagged sentence in which each word is tagged as what it does."""
    found: list[Token] = []
    row = _with_objects(row) if not rules.verb_last else row
    for at, token in enumerate(row):
        if rules.verb_last and _is_noun_in_small(row, at):
            found[-1] = replace(found[-1], tag="article")
            found.append(replace(token, tag="noun", lemma=token.text, features=frozenset()))
        elif rules.verb_last and _is_before_zu(row, at):
            found.append(replace(token, tag="verb", lemma=token.text, features=_INFINITIVE))
        elif token.tag != "verb":
            found.append(_small_word(row, at, found, rules))
        elif not found and key(token) in words_of("new"):
            found.append(replace(token, tag="adjective"))
        elif token.kind != "word":
            found.append(token)
        elif "gerund" in token.features and not (
            _is_helped(found, rules) or _is_deed(row, at, found) or _describes(row, at, found)
        ):
            features = _TIME if key(token) in rules.times else _DEED  # `every evening the guard ...` does nothing
            found.append(replace(token, tag="noun", lemma=token.text, features=features))
        elif "participle" in token.features:
            found.append(_participle(row, at, found, rules))
        else:
            found.append(token)
    return tuple(found)


def _with_objects(row: Sequence[Token]) -> Sequence[Token]:
    """French: `de l'attribuer`: between a preposition and an infinitive stands no article but what it is done to."""
    found = list(row)
    verbs, nouns = word_lists("fr").verbs, word_lists("fr").nouns
    for at in range(1, len(row) - 1):
        before, token, following = found[at - 1], found[at], found[at + 1]
        if token.tag != "article" or key(token) not in words_of("object_articles") or before.tag != "preposition":
            continue
        if following.tag in {"noun", "adjective"} and following.text in verbs - nouns:
            found[at] = replace(token, tag="pronoun", features=token.features | _OBJECT)
            found[at + 1] = replace(following, tag="verb", lemma=following.text, features=_INFINITIVE, known=True)
    return found


def _is_before_zu(row: Sequence[Token], at: int) -> bool:
    """German: the verb of `um auslaufen zu können`, whatever else its form may be."""
    token, behind = row[at], row[at + 1 : at + 3]
    if len(behind) < 2 or not token.text.endswith("n") or token.tag not in {"verb", "adjective", "adverb"}:  # noqa: PLR2004
        return False
    return behind[0].tag == "particle" and key(behind[0]) == "zu" and behind[1].tag in {"auxiliary", "modal"}


def _is_noun_in_small(row: Sequence[Token], at: int) -> bool:
    """German in small letters: `lädt der fahrer den wagen`: behind an article, in a clause that has its verb."""
    token, before = row[at], row[max(at - 1, 0)]
    if at < 2 or token.tag != "verb" or "infinitive" not in token.features or not token.text.islower():  # noqa: PLR2004
        return False
    if key(before) not in words_of("before_nouns") or before.tag == "particle":
        return False
    begin = max((number for number in range(at - 1) if row[number].tag in _OPENS), default=-1)
    told = [each for each in row[begin + 1 : at - 1] if is_finite(each)]
    return bool(told) and all(each.tag == "verb" for each in told)


def _small_word(row: Sequence[Token], at: int, before: Sequence[Token], rules: GrammarRules) -> Token:
    token = row[at]
    following = row[at + 1] if at + 1 < len(row) else None
    if rules.verb_last and (tag := _german(row, at, following)) is not None:
        return replace(token, tag=tag)
    if token.tag in {"noun", "name"} and token.text == SPEAKER and following is not None:
        return replace(token, tag="pronoun", lemma=token.text, features=_SPEAKING)
    if token.tag == "question" and key(token) in _LED and _is_led_relative(row, at):
        return replace(token, tag="relative")
    if token.tag == "noun" and following is not None and key(following) == "than" and token.text.endswith("er"):
        return replace(token, tag="adjective")
    if token.tag == "auxiliary" and key(token) in words_of("bare_to") and _is_goal(before, following):
        return replace(token, tag="preposition", lemma=token.text, features=frozenset())
    if token.tag == "adverb" and not rules.verb_last and _leads_described(row, at, before):
        return replace(token, tag="preposition")
    if key(token) in words_of("plain_no") and token.tag != "negation" and _joins_thing(before, following):
        return replace(token, tag="negation")
    if token.tag == "noun" and (lemma := _second_verb(row, at, before, rules)):
        return replace(token, tag="verb", lemma=lemma, features=_ACTS)
    if token.tag == "conjunction" and _is_alone(token, row[:at]):
        return replace(token, tag="adverb")
    if token.tag == "adjective" and _is_listed(before, following) and not _is_said(before, rules):
        return replace(token, tag="noun")
    return token


def _is_led_relative(row: Sequence[Token], at: int) -> bool:
    """English: `a counter at which clerks sell tickets`: behind a noun and a preposition nothing is asked."""
    if at < 2 or at + 2 >= len(row) or row[-1].text.startswith("?"):  # noqa: PLR2004
        return False
    is_led = row[at - 1].tag == "preposition" and row[at - 2].tag in {"noun", "name"}
    return is_led and row[at + 1].tag in {"noun", "name"} and any(map(is_finite, row[at + 2 :]))


def _second_verb(row: Sequence[Token], at: int, before: Sequence[Token], rules: GrammarRules) -> str:
    """English: the base form of what goes on with a clause: `locks the doors and switches off`, `, rents skis and`."""
    following = row[at + 1] if at + 1 < len(row) else None
    if not rules.verb_last and (_is_done_to(row, at) or _ends_condition(row, at)):
        return _known_verb(row[at])
    is_joined = bool(before) and "plural" in row[at].features
    if rules.verb_last or not is_joined or following is None or before[-1].tag not in {"conjunction", "sign"}:
        return ""
    if not any(is_finite(each) and "third" in each.features for each in before):
        return ""
    lemma = _known_verb(row[at])
    particle = key(following) in words_of("particles") and (
        key(following) not in words_of("loose") or lemma in words_of("particled")
    )
    if before[-1].tag == "conjunction":
        return lemma if particle or following.tag == "subordinator" else ""
    # Behind a comma a noun stands before no article, and before another noun hardly ever in the plural.
    has_thing = following.tag in _DETERMINING or following.tag == "noun"
    return lemma if before[-1].text == "," and (particle or has_thing) and _goes_on(row, at) else ""


def _known_verb(token: Token) -> str:
    """English: the verb that a dictionary knows and that has this form of the third person; empty where none has."""
    forms = (each for each in candidates(token.text, "en", cased=False) if each.kind == "finite" and each.known)
    return next((each.lemma for each in forms), "")


def _is_done_to(row: Sequence[Token], at: int) -> bool:
    """English: does what looks like a noun do something to `it`: `the ejector kicks it out`? No noun is told so."""
    if at == 0 or "plural" not in row[at].features or row[at - 1].tag not in {"noun", "name"} or at + 1 == len(row):
        return False
    if row[at + 1].tag != "pronoun" or key(row[at + 1]) not in words_of("done_to"):
        return False
    behind = next((each for each in row[at + 2 :] if each.tag != "adverb"), None)
    return behind is None or not (is_finite(behind) or behind.tag in {"modal", "auxiliary"})  # `the boxes it holds`


def _ends_condition(row: Sequence[Token], at: int) -> bool:
    """English: is it the verb missing behind a condition without a comma: `if the cell fails the hoist stops`?"""
    if at < 3 or "plural" not in row[at].features or row[at - 1].tag != "noun":  # noqa: PLR2004
        return False
    opener = next((number for number in range(at, -1, -1) if row[number].tag in _OPENS), -1)
    if opener < 0 or row[opener].tag != "subordinator" or (opener and row[opener - 1].tag not in _OPENS):
        return False
    article = next((number for number in range(at - 1, opener, -1) if row[number].tag in _DETERMINING), -1)
    inside = row[opener + 1 : article]
    if article < 0 or not any(map(is_finite, inside)) or inside[-1].tag in {"preposition", "conjunction", "sign"}:
        return False
    end = next((number for number in range(at + 1, len(row)) if row[number].tag in _OPENS), len(row))
    ends = at + 1 == end or row[at + 1].tag in _DETERMINING | {"preposition", "adverb"}
    goes_on = end < len(row) and row[end].text == "," and any(map(is_finite, row[end:]))
    return ends and not goes_on and not any(is_finite(each) for each in row[article:end])


def _goes_on(row: Sequence[Token], at: int) -> bool:
    """English: does the sentence go on with `and` and one more verb: `sells bikes, rents skis and repairs boots`?"""
    behind = (number for number in range(at + 1, len(row) - 1) if row[number].tag == "conjunction")
    return any(is_verb(row[number + 1]) and is_finite(row[number + 1]) for number in behind)


def _is_goal(before: Sequence[Token], following: Token | None) -> bool:
    """French without accents: does `a` say where to, since the clause has its verb: `envoie le badge a la centrale`?"""
    if following is None or following.tag not in _DETERMINING | {"noun", "name"}:
        return False
    told = False
    for each in reversed(before):
        if each.tag in {"subordinator", "relative", "question"}:
            return False
        if each.tag in {"sign", "conjunction"}:
            break
        told = told or is_verb(each)
    return told


def _leads_described(row: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """English: `packs them in insulated boxes`: between a verb and a participle with its noun stands a preposition."""
    behind = row[at + 1 : at + 3]
    if key(row[at]) not in words_of("loose") or len(behind) < 2 or behind[1].tag != "noun":  # noqa: PLR2004
        return False
    return "participle" in behind[0].features and bool(before) and is_verb(before[-1]) and is_finite(before[-1])


def _joins_thing(before: Sequence[Token], following: Token | None) -> bool:
    """French: is `non` followed by what is denied: `et non par la minuterie`, `, non le client`?"""
    joined = bool(before) and before[-1].tag in {"conjunction", "sign"}
    return joined and following is not None and following.tag in _DENIABLE


def _german(row: Sequence[Token], at: int, following: Token | None) -> Tag | None:
    """What a German `der` or `zu` is by its place, where that is another thing than it looks like."""
    token = row[at]
    if _opens_relative(row, at):
        return "relative"
    if token.tag == "relative" and following is not None and following.tag in {"noun", "name"}:
        return "article"  # a relative is hardly ever followed by a noun without an article: here it is the article
    if token.tag in {"pronoun", "article"} and _is_relative(row, at):
        return "relative"
    if key(token) in words_of("objects") | words_of("subjects") and _is_before_participle(row, at):
        return "relative"
    if token.tag == "pronoun" and following is not None and following.tag in {"noun", "name", "adjective"}:
        # `von anderen Knoten`, `die unten dargestellten Werte`
        return "adjective" if key(token) in words_of("others") else None
    if (
        token.tag in {"pronoun", "demonstrative"}
        and key(token) in words_of("objects") | words_of("subjects")
        and _is_attribute(row[at + 1 : at + 4])
    ):
        return "article"
    if token.tag == "particle" and _is_said_of(row, at):
        return "adjective"
    too = token.tag == "preposition" and key(token) == "zu" and _is_too(following, row[at + 2 :])
    return "adverb" if too else None


def _opens_relative(row: Sequence[Token], at: int) -> bool:
    """German: `ein System, das Schrauben zählt`, `ein Gerät das die Katze füttert`: behind a noun, the verb last.

    Before a noun it is an article, unless their numbers differ or more stands between them and the verb.
    """
    token = row[at]
    if key(token) not in words_of("subjects") or not 1 < at < len(row) - 2:
        return False
    comma = row[at - 1].text == ","
    if row[at - 1 - comma].tag not in {"noun", "name"} or token.tag not in {"relative", "pronoun", "article"}:
        return False
    ends = (number for number in range(at + 1, len(row)) if row[number].tag in {"sign", "conjunction", "subordinator"})
    inner = row[at + 1 : next(ends, len(row))]
    verbs = [number for number, each in enumerate(inner) if is_verb(each)]
    if any(each.tag == "particle" for each in inner) or not any(map(is_finite, inner)):
        return False  # `nicht leicht, die Luke zu verriegeln`
    if not any(map(is_finite, row[: at - 1])) or not verbs or verbs != list(range(verbs[0], len(inner))):
        return False
    if inner[0].tag not in {"noun", "name"}:
        return inner[0].tag in _DETERMINING
    several = "plural" in inner[0].features
    verb = next((each for each in inner if is_finite(each)), inner[verbs[0]])
    differs = several and (key(token) == "das" or _ACTS & {"singular"} <= verb.features)
    return comma and (differs or (verbs[0] > 1 and inner[1].tag != "preposition"))


def _is_before_participle(row: Sequence[Token], at: int) -> bool:
    """German: `der Wert, der angezeigt werden soll`: behind a noun and a comma, before nothing but verbs."""
    if at < 2 or at + 2 >= len(row) or row[at - 1].text != "," or row[at - 2].tag not in {"noun", "name"}:  # noqa: PLR2004
        return False
    verb, behind = row[at + 1], row[at + 2]
    joined = behind.tag == "conjunction" or is_verb(behind)
    return verb.tag == "verb" and "participle" in verb.features and joined


def _is_attribute(behind: Sequence[Token]) -> bool:
    """German: does an adverb stand before an adjective and its noun: `die unten dargestellten Werte`?"""
    return [each.tag for each in behind] == ["adverb", "adjective", "noun"]


def _is_said_of(row: Sequence[Token], at: int) -> bool:
    """German: is it no half of a verb but what something is: `der Turm ist hoch`?"""
    if row[at].text not in word_lists("de").adjectives:
        return False
    start = next((number for number in range(at, -1, -1) if row[number].tag == "sign"), -1)
    end = next((number for number in range(at, len(row)) if row[number].tag == "sign"), len(row))
    verbs = [each for each in row[start + 1 : end] if is_verb(each)]
    return bool(verbs) and all(each.tag == "auxiliary" for each in verbs)


def _participle(row: Sequence[Token], at: int, before: Sequence[Token], rules: GrammarRules) -> Token:
    token = row[at]
    following = row[at + 1] if at + 1 < len(row) else None
    if _is_state(before, following, rules) or (not rules.verb_last and _is_lone(row, at, before)):
        return replace(token, tag="adjective", lemma=token.text)
    if not rules.verb_last and _is_attached(before, following):
        return replace(token, tag="adjective")
    if _is_of_thing(before, following):
        return replace(token, tag="adjective", lemma=token.text)
    if before and before[-1].tag in _DETERMINING and following is not None:
        tag: Tag = "adjective" if following.tag in {"noun", "name", "adjective"} else "noun"
        return replace(token, tag=tag, lemma=token.text)
    return token


def _is_relative(row: Sequence[Token], at: int) -> bool:
    """German: `, in dem die Kinder schlafen`: behind a comma and a preposition, since the verb stands last."""
    if at < 2 or row[at - 2].text != "," or row[at - 1].tag != "preposition":  # noqa: PLR2004
        return False
    if key(row[at]) not in words_of("objects") | words_of("subjects"):
        return False
    ends = (
        number
        for number in range(at, len(row))
        if row[number].tag == "sign" or (row[number].tag == "conjunction" and _tells(row[number - 1]))
    )
    end = next(ends, len(row))
    verbs = [number for number in range(at, end) if is_verb(row[number])]
    last = bool(verbs) and verbs[-1] == end - 1 and verbs == list(range(end - len(verbs), end))
    # `, in die Passanten ihren Abfall werfen`: of several the form is that of the infinitive.
    told = any(is_finite(row[number]) for number in verbs) or any(map(is_finite, row[:at]))
    return last and told and not any(each.tag == "particle" for each in row[at:end])


def _tells(token: Token) -> bool:
    """Is it a verb that a clause may end with, and no participle that another verb waits for?"""
    return is_verb(token) and ("participle" not in token.features or token.lemma == token.text)


def _is_too(following: Token | None, rest: Sequence[Token]) -> bool:
    """German: does `zu` say that something is too much: `zu hoch`, but `zu hohen Bergen`?"""
    if following is None or following.tag != "adjective":
        return False
    return not rest or rest[0].tag not in {"noun", "name", "adjective"}


def _is_deed(row: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """Does a gerund say what is done, rather than name it: `after sifting`, `Using a stencil, she`, `, lowering it`?"""
    last = before[-1] if before else None
    if last is not None and (key(last) in words_of("gerundial") or key(last) in words_of("whilst")):
        return last.tag in {"preposition", "subordinator"}
    if last is not None and last.text != ",":
        return False
    following = row[at + 1] if at + 1 < len(row) else None
    if following is None or following.tag not in _DETERMINING | {"noun", "name", "number", "quantifier", "pronoun"}:
        return False
    if last is not None:
        others = any("gerund" in each.features for each in before)
        return not others and any(is_finite(each) for each in before)
    comma = next((number for number, each in enumerate(row) if each.text == ","), len(row))
    return any(is_finite(each) for each in row[comma:])


def _describes(row: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """English: does a gerund of moving or resting tell which: `crates arriving from the farm are weighed`?"""
    token, following = row[at], row[at + 1] if at + 1 < len(row) else None
    if token.lemma not in words_of("motions") or following is None or following.tag != "preposition":
        return False
    is_behind = bool(before) and before[-1].tag == "noun" and not any(map(is_finite, before))
    return is_behind and any(map(is_finite, row[at + 1 :]))


def _is_alone(token: Token, before: Sequence[Token]) -> bool:
    """Is it the second half of `weder ... noch` without the first?"""
    if key(token) not in words_of("halves"):
        return False
    return not any(key(each) in words_of("nor") and key(each) not in words_of("halves") for each in before)


def _is_listed(before: Sequence[Token], following: Token | None) -> bool:
    """Does a word stand alone between signs or small words, where only a noun can?"""
    ends = following is None or following.tag in {"sign", "conjunction", "verb", "auxiliary", "modal"}
    return ends and bool(before) and before[-1].tag in {"sign", "conjunction", "article", "possessive", "preposition"}


def _is_attached(before: Sequence[Token], following: Token | None) -> bool:
    """Does a participle stand between a noun and its verb, so that it describes the noun: `members registered can`?"""
    if following is None or following.tag not in {"modal", "auxiliary"} or not before or before[-1].tag != "noun":
        return False
    return not any(each.tag in {"auxiliary", "modal"} for each in before)


def _is_of_thing(before: Sequence[Token], following: Token | None) -> bool:
    """Does a participle stand between a whole verb or a preposition and its noun: `reports broken hoses`?"""
    if following is None or following.tag != "noun" or not before:
        return False
    last = before[-1]
    if last.tag == "conjunction" or last.text == ",":
        # `contains a knife and cut boards`: what goes on with `contains` is in the present, too.
        verb = next((each for each in reversed(before) if is_verb(each) or each.tag in _OPENING), None)
        return verb is not None and verb.tag == "verb" and verb.features >= _ACTS
    return last.tag == "preposition" or (last.tag == "verb" and is_finite(last) and "participle" not in last.features)


def _is_lone(row: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """French: does a participle only describe the noun before it: `le casier prévu.`, `le bras articulé la soulève`?"""
    if not before or before[-1].tag not in {"noun", "adjective"} or "past" in row[at].features:
        return False
    following = row[at + 1] if at + 1 < len(row) else None
    ends = following is None or following.tag in {"sign", "conjunction", "pronoun"} or is_verb(following)
    once = any(key(each) in words_of("once") for each in before)
    return ends and not once and any(is_finite(each) for each in (*row[:at], *row[at + 1 :]))


def _is_state(before: Sequence[Token], following: Token | None, rules: GrammarRules) -> bool:
    """Does a participle say how something stays: `bleibt geschlossen`, `reste ouverte`, `remains locked`?"""
    last = before[-1] if before else None
    if last is None or last.tag not in {"verb", "auxiliary"} or (following is not None and is_verb(following)):
        return False
    return last.lemma in rules.verbs["copulas"] - rules.verbs["be"] - rules.verbs["passive"]


def _is_said(before: Sequence[Token], rules: GrammarRules) -> bool:
    """Did a form of `be` come before, of which an adjective is said?"""
    return any(token.tag == "auxiliary" and token.lemma in rules.verbs["copulas"] for token in before)


def _is_helped(before: Sequence[Token], rules: GrammarRules) -> bool:
    """Does a form of `be` stand before a gerund, with nothing but adverbs between?"""
    for token in reversed(before):
        if token.tag == "auxiliary":
            return token.lemma in rules.verbs["be"]
        if token.tag not in {"adverb", "negation"}:
            return False
    return False
