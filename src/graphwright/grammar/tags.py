"""What each word of a sentence is: the cheapest way through the candidates of all words, and the second cheapest.

What it costs is what `forms` says of each word, what the order of its language says of each two neighbours
(`languages/*/forms.toml`), and whether each clause gets its one finite verb. The work is a bounded number of steps for
each token (`MAX_CANDIDATES` squared, at most), so time is linear in the length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec.structs import replace

from graphwright.grammar.clause_progress import (
    ASKS,
    INNER_ASKS,
    INNER_HAS,
    INNER_WAITS,
    JOINS,
    LEFT_OPEN,
    LISTS,
    MAY,
    NO_COMMA,
    ORDERS,
    SAME_FORM,
    SECOND_VERB,
    VERBAL_FLAGS,
    WAITS,
    behind_each,
    progress,
)
from graphwright.grammar.forms import candidates
from graphwright.grammar.paths import (
    FINITE,
    LOOKED_BACK,
    OPENS,
    Path,
    are_several,
    disagree,
    does_alone,
    has_subject,
    is_listed,
    is_row_of_orders,
    is_unlike,
    tells,
)
from graphwright.grammar.records import Feature, Tag, Token
from graphwright.grammar.repeating import span_of_time
from graphwright.grammar.rules import going_on, normal, words_of
from graphwright.grammar.word_lists import WordCandidate, WordKind, word_lists
from graphwright.languages import Language
from graphwright.text.folding import fold
from graphwright.text.numerals import MAX_WORDS, numeral

TaggedRow: TypeAlias = tuple[Token, ...]
"""The tokens of a sentence with their tags, base forms and features; words of several are one token."""

MAX_MARGIN: Final = 1.5
"""A second row that costs more than this above the first is no real other reading."""
_HOPELESS: Final = 8.0
"""A way that costs this much more than the best at the same word is given up."""
_STRANGE: Final = 4.0
"""What two neighbours cost that the order of the language does not list."""
_DISAGREEING: Final = 1.2
_UNLIKE: Final = 2.4
"""What a verb costs that does not agree with the one that it is listed with."""
_UNOWNED: Final = 2.3
_LISTED_VERB: Final = 1.0
_CAPITALS: Final = 2
"""So many words with a capital inside a text show that its writer sets them."""
_INNER_CAPITAL: Final = re.compile(r"[a-z][A-Z]")
"""An identifier such as `PlaceOrder` is a name and nothing else."""
_LED: Final[frozenset[WordKind]] = frozenset(
    ("article", "adverb", "possessive", "demonstrative", "number", "quantifier")
)
"""Kinds of words that an order goes on with, rather than the name of a deed."""
_WITHOUT_GRAVE: Final = "a"
_UNACCENTED: Final = 0.3
"""What it costs `a` to be `à`."""
_NAMED: Final = 0.4
"""What it costs a small word to be a noun behind an article."""
_NEVER_NAMED: Final[frozenset[WordKind]] = frozenset(
    ("subordinator", "preposition", "conjunction", "modal", "auxiliary", "interjection", "particle")
)
_SMALL: Final[frozenset[WordKind]] = _NEVER_NAMED | frozenset(("negation", "adverb", "pronoun", "quantifier"))
_HELPING: Final[frozenset[WordKind]] = frozenset(("auxiliary", "modal"))
_NOMINAL: Final[frozenset[WordKind]] = frozenset(("noun", "name", "pronoun", "adverb"))
_BARE: Final[frozenset[WordKind]] = frozenset(("finite", "imperative"))
_COUNTING: Final[frozenset[WordKind]] = frozenset(("pronoun", "number", "quantifier"))
_HEADS: Final[frozenset[WordKind]] = frozenset(("noun", "name"))
_LOOKING_BACK: Final[dict[Language, frozenset[WordKind]]] = {
    "en": frozenset(
        ("infinitive", "imperative", "finite", "auxiliary", "modal", "noun", "adjective", "pronoun", "possessive")
    ),
    "de": frozenset(("infinitive", "finite", "auxiliary", "modal")),
    "fr": FINITE.union(("infinitive", "participle", "noun", "adjective", "preposition", "pronoun", "conjunction")),
}
"""Kinds of which more is asked than what stands directly before them; see `_step`."""
_OWNING: Final = frozenset(("'s", "'"))
_OWN: Final[dict[WordKind, Feature]] = {
    "infinitive": "infinitive", "participle": "participle", "gerund": "gerund", "imperative": "imperative",
    "helper": "infinitive",
}  # fmt: skip
_COST: Final = attrgetter("cost")
_SEVERAL: Final[frozenset[Feature]] = frozenset(("plural",))
_KEPT: Final = 2
"""Ways to one candidate with its clause as far as that."""
_UNREACHED: Final = float("inf")


_Ways: TypeAlias = dict[tuple[int, int], list[tuple[float, Path | None]]]
"""What it costs to come to a candidate with its clause as far as that, by the cheapest paths before it, in order."""


def tagged(tokens: Sequence[Token], language: Language) -> tuple[TaggedRow, ...]:
    """The tokens of one sentence with their tags: the likeliest row, and a second one where it is about as likely."""
    return _tagged(tuple(tokens), language)


@lru_cache(maxsize=64)  # a sentence is looked at several times while it is read: is it one, what is it about?
def _tagged(tokens: TaggedRow, language: Language) -> tuple[TaggedRow, ...]:
    together = _together(tokens, language)
    if not together:
        return ((),)
    choices = _choices(together, language)
    paths = _best(choices, language)
    first = _row(together, paths[0])
    rows = [first]
    for path in paths[1:]:
        if path.cost - paths[0].cost <= MAX_MARGIN and len(rows) == 1:
            row = _row(together, path)
            if _verbs(row) != _verbs(first):
                rows.append(row)
    return tuple(rows)


def _verbs(row: TaggedRow) -> list[int]:
    """Where a row has its verbs: only another place of a verb is another reading."""
    return [number for number, token in enumerate(row) if token.tag in {"verb", "auxiliary", "modal"}]


def _together(tokens: Sequence[Token], language: Language) -> list[tuple[Token, WordCandidate | None]]:
    """The tokens, words of several as one token with the only thing that it may be."""
    several, followed = word_lists(language).several, word_lists(language).followed
    found: list[tuple[Token, WordCandidate | None]] = []
    plain = [*map(_plain, tokens), ""]
    counted = [each.text if each.kind == "number" else word for each, word in zip(tokens, plain, strict=False)]
    at = 0
    while at < len(tokens):
        rows = several.get(plain[at], ())
        match = next((row for row in rows if tuple(plain[at : at + len(row.pieces)]) == row.pieces), None)
        if match is None and (count := span_of_time(tokens, at, language)):
            time = _joined(tokens[at : at + count])
            found.append((time, WordCandidate("adverb", 0.0, time.text, known=True)))
            at += count
            continue
        if match is None and (number := numeral(counted[at : at + MAX_WORDS], language)) is not None:
            one = tokens[at].text.lower() in word_lists(language).closed and number.words == 1
            if not one:  # which of its readings a listed word has, its neighbours tell
                together = _joined(tokens[at : at + number.words])
                found.append((together, WordCandidate("number", 0.0, str(number.value), _SEVERAL, known=True)))
                at += number.words
                continue
        if match is None:
            found.append((tokens[at], followed.get((plain[at], plain[at + 1]))))
            at += 1
            continue
        part = tokens[at : at + len(match.pieces)]
        found.append((_joined(part), match.candidate))
        at += len(part)
    return found


def _joined(part: Sequence[Token]) -> Token:
    """Several tokens as the one that they are."""
    text, folded = " ".join(each.text for each in part), " ".join(each.folded for each in part)
    return replace(part[0], text=text, folded=folded, end=part[-1].end)


def _plain(token: Token) -> str:
    return token.text.lower().replace("’", "'") if token.kind == "word" else ""


def _choices(together: list[tuple[Token, WordCandidate | None]], language: Language) -> list[tuple[WordCandidate, ...]]:
    tokens = [token for token, _ in together]
    inside = [
        each for each in tokens[1:] if each.kind == "word" and each.text[:1].isupper() and not each.text.isupper()
    ]
    cased = language != "de" or len(inside) >= min(_CAPITALS, 1 + len(tokens) // 12) or tokens[0].text[:1].isupper()
    found: list[tuple[WordCandidate, ...]] = []
    first = True
    for token, only in together:
        if only is not None:
            found.append((only,))
        elif token.kind == "word" and _INNER_CAPITAL.search(token.text):
            found.append((WordCandidate("name", 0.0, token.text),))
        elif token.kind == "word":
            capital = token.text[:1].isupper() and not (language == "en" and token.text[1:2] == "-")  # `X-rayed`
            found.append(candidates(token.text, language, capital=capital, first=first, cased=cased))
        else:
            found.append((_of_kind(token),))
        if token.text[:1] == "-" and token.kind == "word" and len(found) > 1:
            # `donne-lui`: what hangs on hangs on a verb.
            verbs = tuple(each for each in found[-2] if each.kind in FINITE)
            found[-2] = verbs or found[-2]
        if language != "de" and len(found) > 1 and found[-2][0].kind == "article" and token.kind == "word":
            found[-1] = _behind_article(found[-1], token)
        if language == "de" and len(found) > 1 and _plain(together[len(found) - 2][0]) in words_of("indefinite"):
            # `sendet eine mail.`: the last word behind it is a noun, however it is written.
            ends = len(found) == len(together) or together[len(found)][0].kind == "sign"
            found[-1] = _last_noun(found[-1], token) if ends and token.kind == "word" else found[-1]
        if len(found) > 1 and _plain(token) in words_of("prop"):
            found[-1] = _instead(found[-2], found[-1], token)
        if language == "fr" and token.text == _WITHOUT_GRAVE:
            # `envoie la facture a la cliente`, typed without its accent.
            found[-1] = (*found[-1], WordCandidate("preposition", _UNACCENTED, "à", known=True))
        if language == "fr" and len(found) > 1:
            found[-1] = _behind_small(found[-1], token, _plain(together[len(found) - 2][0]))
        if language == "de" and _plain(token) in words_of("becoming") and len(found) > 1:
            found[-2] = _participle(found[-2])
        first = token.kind in {"bullet", "arrow"} or token.text in {":", "(", "."} or (first and token.kind == "sign")
    return found


def _is_led(choices: Sequence[tuple[WordCandidate, ...]]) -> bool:
    """Does an infinitive that begins a sentence go on as an order does: `Prévoir aussi une pompe`?"""
    return len(choices) > 1 and choices[1][0].kind in _LED


def _behind_article(choice: tuple[WordCandidate, ...], token: Token) -> tuple[WordCandidate, ...]:
    """A small word behind an article, where it can only be a noun or describe one: `the till`, `le car`."""
    if any(each.kind not in _NEVER_NAMED for each in choice):
        return choice
    noun = WordCandidate("noun", _NAMED, token.text, frozenset(("singular",)))
    return (*choice, noun, WordCandidate("adjective", _NAMED + SAME_FORM, token.text))


def _behind_small(choice: tuple[WordCandidate, ...], token: Token, before: str) -> tuple[WordCandidate, ...]:
    """French: `reçoit du boîtier` has an article in it, and in `ferme la grille la nuit` the time is no verb."""
    never: frozenset[WordKind] = frozenset()
    if before in words_of("contracted"):
        never = frozenset(("infinitive",))
    elif before in words_of("object_articles") and _plain(token) in words_of("times"):
        never = FINITE
    return tuple(each for each in choice if each.kind not in never) or choice


def _instead(
    before: tuple[WordCandidate, ...], choice: tuple[WordCandidate, ...], token: Token
) -> tuple[WordCandidate, ...]:
    """English `the old one`, `infertile ones`: a word in place of the noun that was said before."""
    number: Feature = "plural" if token.text.endswith("s") else "singular"
    kinds = {"adjective"} if number == "singular" else {"adjective", "noun", "participle"}
    return (WordCandidate("noun", 0.0, "one", frozenset((number,)), known=True),) if before[0].kind in kinds else choice


def _participle(choice: tuple[WordCandidate, ...]) -> tuple[WordCandidate, ...]:
    """What a word is before German `wird`: `Gepresst wird im Keller` begins with its verb."""
    if any(each.known and each.kind in _SMALL | _HEADS for each in choice):
        return choice
    return tuple(each for each in choice if each.kind == "participle") or choice


def _last_noun(choice: tuple[WordCandidate, ...], token: Token) -> tuple[WordCandidate, ...]:
    """What a word may be where only a noun can stand."""
    nouns = tuple(each for each in choice if each.kind in _HEADS)
    if any(each.known and each.kind in _SMALL for each in choice):
        return choice  # `antwortet einer nicht`
    return nouns or (WordCandidate("noun", _NAMED, token.text, frozenset(("singular",))),)


def _of_kind(token: Token) -> WordCandidate:
    match token.kind:
        case "number":
            return WordCandidate("number", 0.0, token.text, known=True)
        case "quoted" | "id":
            return WordCandidate("name", 0.0, token.text.strip("\"'`„“”«»‚‘’‹› @"), known=True)
        case "code":
            return WordCandidate("other", 0.0, token.text)
        case _:
            return WordCandidate("comma" if token.text == "," else "sign", 0.0, token.text, known=True)


def _best(choices: list[tuple[WordCandidate, ...]], language: Language) -> list[Path]:
    """The two cheapest ways through the candidates, cheapest first."""
    order, looks_back = word_lists(language).order, _LOOKING_BACK[language]
    begun = _begun(choices, language)
    least = min(way[0] for several in begun.values() for way in several)
    states = _near(begun, choices[0], least + _HOPELESS)
    for choice in choices[1:]:
        after: _Ways = {}
        most = _UNREACHED
        ends = [
            (flag, paths, order[(last := paths[0].candidate.kind)], last in _BARE)
            for (_, flag), paths in states.items()
        ]
        for index, candidate in enumerate(choice):
            kind, cost = candidate.kind, candidate.cost
            behind, behind_bare = behind_each(
                kind, _joining(candidate, language), language, asks=_asks(candidate, language)
            )
            looks = kind in looks_back
            for flag, paths, costs, is_bare in ends:
                step = _step(paths[0], candidate, costs, flag, language) if looks else costs.get(kind, _STRANGE) + cost
                following, extra = behind_bare[flag] if is_bare else behind[flag]
                cheapest = paths[0].cost + step + extra
                if cheapest > most:
                    continue  # as `_near` would find later
                most = min(most, cheapest + _HOPELESS)
                ways = after.get((index, following))
                if ways is None:
                    after[index, following] = [(path.cost + step + extra, path) for path in paths]
                    continue
                for path in paths:
                    reached = path.cost + step + extra
                    if reached < ways[0][0]:
                        ways[:] = (reached, path), ways[0]
                    elif len(ways) < _KEPT:
                        ways.append((reached, path))
                    elif reached < ways[1][0]:
                        ways[1] = reached, path
        states = _near(after, choice, most)
    found = [
        replace(path, cost=path.cost + order[path.candidate.kind].get("end", _STRANGE) + LEFT_OPEN.get(flag, 0.0))
        for (_, flag), paths in states.items()
        for path in paths
    ]
    return sorted(found, key=_COST)[:4]


def _begun(choices: list[tuple[WordCandidate, ...]], language: Language) -> _Ways:
    """What it costs to begin with each candidate of the first word."""
    lists = word_lists(language)
    begun: _Ways = {}
    for index, candidate in enumerate(choices[0]):
        flag, extra = progress(candidate.kind, asks=_asks(candidate, language), bare=False)[WAITS]
        if language == "fr" and candidate.kind == "infinitive" and _is_led(choices):
            flag = ORDERS  # `Prévoir une pompe`: nothing finite need come
        cost = lists.order["start"].get(candidate.kind, _STRANGE) + candidate.cost + extra
        cost += _STRANGE * (language == "fr" and _is_object(candidate))
        # `Parts of the loom` is rather a heading than `Provides access` is.
        cost += SAME_FORM * (candidate.kind == "finite" and candidate.lemma in lists.nouns)
        begun[index, flag] = [(cost, None)]
    return begun


def _near(ways: _Ways, choice: tuple[WordCandidate, ...], most: float) -> dict[tuple[int, int], list[Path]]:
    """The ways to each state, without those that cost more than `most`."""
    found: dict[tuple[int, int], list[Path]] = {}
    for key, several in ways.items():
        if paths := [Path(cost, before, choice[key[0]]) for cost, before in several if cost <= most]:
            found[key] = paths
    return found


def _is_rather_verb(path: Path, candidate: WordCandidate) -> bool:
    """English: does a noun or adjective stand where a verb is told: `both report to ...`, `is left to dry`?"""
    before, behind = path.candidate, path.before.candidate if path.before is not None else None
    if candidate.kind == "noun" and before.lemma in words_of("pairs"):
        return "singular" in candidate.features
    rests = behind is not None and behind.kind == "participle" and behind.lemma in words_of("resting")
    return rests and before.lemma == "to" and candidate.kind in {"noun", "adjective"}


def _step(path: Path, candidate: WordCandidate, costs: dict[str, float], flag: int, language: Language) -> float:
    """What it costs that a word stands behind what a path ends with. `costs`: by the order of the language alone."""
    before = path.candidate
    cost = costs.get(candidate.kind, _STRANGE) + candidate.cost
    is_asked = flag in {ASKS, INNER_ASKS} and candidate.kind == "infinitive" and before.kind in _NOMINAL
    if is_asked and (before.kind not in _HEADS or not has_subject(path)):
        return candidate.cost
    following = FINITE if language != "fr" else _HELPING
    if flag == INNER_HAS and candidate.kind in following and candidate.kind != "imperative" and before.kind in FINITE:
        if language == "fr" and not _is_in_relative(path):
            return cost + SECOND_VERB  # `une vibration suspecte est détectée`: the clause around it has no subject yet
        # Behind the last verb of `in which the crew sleeps` the clause around it may go on, also without a comma.
        return candidate.cost + NO_COMMA
    if candidate.kind == "finite" and before.kind == "noun" and disagree(before.features, candidate.features):
        cost += _DISAGREEING
    match language:
        case "en":
            return cost + _english(path, candidate, flag)
        case "fr":
            return cost + _french(path, candidate)
        case _:
            return cost


def _english(path: Path, candidate: WordCandidate, flag: int) -> float:
    """What English neighbours cost besides, by the kind of the second."""
    before = path.candidate
    match candidate.kind:
        case "finite":
            return _finite(path, candidate, flag)
        case "pronoun" if before.kind == "noun":
            # `..., clamps it and sands it`: behind a comma or `and` it is a verb, and so it is before `them`.
            is_joined = path.before is not None and path.before.candidate.kind in JOINS
            return _DISAGREEING * is_joined + _LISTED_VERB * ("accusative" in candidate.features)
        case "imperative" if before.kind in JOINS:
            # An order is hardly ever joined to a statement by `and`.
            joined = before.kind == "conjunction" and flag == MAY and tells(path)
            return _UNLIKE * joined - _DISAGREEING * is_row_of_orders(path)
        case "infinitive" if before.kind in JOINS:
            # None was there before it: `a screw, an erector and thrust jacks`.
            return _UNLIKE * (flag in {MAY, LISTS})
        case "infinitive":
            return _LISTED_VERB * (before.kind == "auxiliary" and before.lemma == "be")
        case "noun" | "adjective":
            # `Samples travel`, `members pay`: a first part of a name is hardly ever several.
            verbs = word_lists("en").verbs
            several = (
                before.kind == "noun" and "plural" in before.features and before.known and candidate.lemma in verbs
            )
            # `uses a bracket to hang up`: bare, it is rather a verb.
            leads = candidate.kind == "noun" and before.kind == "preposition" and before.lemma == "to"
            is_verb = leads and candidate.lemma in verbs and "singular" in candidate.features
            rather = _LISTED_VERB * is_verb + SECOND_VERB * _is_rather_verb(path, candidate)
            if "plural" in candidate.features and candidate.lemma in words_of("alone"):
                rather += _UNLIKE * does_alone(path, candidate)
            return rather + SAME_FORM * several
        case "possessive":
            # `the ranger's badge`, but hardly ever `the ranger its badge`.
            return _UNOWNED * (before.kind in _HEADS and candidate.lemma not in _OWNING)
        case _:
            return 0.0


def _finite(path: Path, candidate: WordCandidate, flag: int) -> float:
    """What an English finite verb costs besides: behind `them` hardly any, behind a list of nouns rather one more."""
    before = path.candidate
    cost = 0.0
    if before.kind in JOINS and flag in VERBAL_FLAGS:
        cost += _UNLIKE * is_unlike(path, candidate)
    if flag in {WAITS, INNER_WAITS, INNER_HAS} and "singular" in candidate.features:
        # `the mill stops and the panel shows`: two who do it show.
        cost += _DISAGREEING * are_several(path)
    if before.kind == "pronoun" and "accusative" in before.features:
        return cost + _LISTED_VERB + SAME_FORM
    if normal(fold(before.lemma)) in going_on("en"):
        return cost - SAME_FORM
    return cost + _LISTED_VERB * is_listed(path)


def _french(path: Path, candidate: WordCandidate) -> float:
    """What French neighbours cost besides: `les` before one thing, `de la` before a finite verb."""
    before = path.candidate
    if before.kind == "article" and candidate.kind in {"noun", "adjective"}:
        strange = disagree(before.features, candidate.features) and not candidate.lemma.endswith(("s", "x", "z"))
        return _DISAGREEING * strange
    if candidate.kind in {"participle", "conjunction"} and "nominative" in before.features:
        return _STRANGE  # `jusqu'à ce qu'elle soit lisse`
    if candidate.kind == "preposition" and candidate.lemma == "de" and before.kind in _BARE:
        # `contrôle des dates` without anybody before it names what is done.
        begins = path.before is None or path.before.candidate.kind in {"comma", "conjunction", "sign"}
        return _DISAGREEING * begins
    if candidate.kind == "infinitive" and _is_object(before):
        # `veut le payer`, but `consulte le bilan le soir`.
        behind = path.before.candidate.kind if path.before is not None else "sign"
        return _STRANGE * (behind in _HEADS) + _LISTED_VERB * (behind == "finite" and not candidate.known)
    if candidate.kind in FINITE and _is_object(before):
        # `peser le véhicule`, `la présence`: no object stands behind an infinitive or before an order.
        behind = path.before.candidate.kind if path.before is not None else "sign"
        return _STRANGE * (
            behind in {"preposition", "infinitive"} or (candidate.kind == "imperative" and behind != "negation")
        )
    if candidate.kind in FINITE and before.kind in _COUNTING:
        # `vendre un forfait`: behind an infinitive stands no subject.
        return _STRANGE * (path.before is not None and path.before.candidate.kind == "infinitive")
    return _STRANGE * (before.kind == "subordinator" and _is_object(candidate))


def _is_in_relative(path: Path) -> bool:
    """Was the clause that a path ends in opened by a relative, so that one around it has its subject?"""
    step: Path | None = path
    for _ in range(LOOKED_BACK):
        if step is None or step.candidate.kind in OPENS:
            break
        step = step.before
    return step is not None and step.candidate.kind == "relative"


def _is_object(candidate: WordCandidate) -> bool:
    """Is it a French `le` that stands for a thing? It never begins a clause."""
    return candidate.kind == "pronoun" and "accusative" in candidate.features


def _asks(candidate: WordCandidate, language: Language) -> bool:
    """English: is it a helper that a verb must follow, at once or behind its subject?"""
    if language != "en":
        return False
    return candidate.kind == "modal" or (candidate.kind == "auxiliary" and candidate.lemma == "do")


def _joining(candidate: WordCandidate, language: Language) -> WordKind:
    """The kind of a word; `then` and its like go on with a clause as `and` does."""
    if candidate.kind != "adverb" or normal(fold(candidate.lemma)) not in going_on(language):
        return candidate.kind
    return "conjunction"


def _row(together: list[tuple[Token, WordCandidate | None]], path: Path) -> TaggedRow:
    found: list[WordCandidate] = []
    step: Path | None = path
    while step is not None:
        found.append(step.candidate)
        step = step.before
    return tuple(
        replace(
            token,
            tag=_public(candidate.kind),
            lemma=candidate.lemma,
            features=candidate.features | {_OWN[candidate.kind]} if candidate.kind in _OWN else candidate.features,
            known=candidate.known,
        )
        for (token, _), candidate in zip(together, reversed(found), strict=True)
    )


def _public(kind: WordKind) -> Tag:
    match kind:
        case "finite" | "infinitive" | "participle" | "gerund" | "imperative":
            return "verb"
        case "helper":
            return "auxiliary"
        case "comma":
            return "sign"
        case _:
            return kind
