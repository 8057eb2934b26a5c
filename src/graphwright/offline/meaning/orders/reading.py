"""Which orders a sentence gives, each as its kind and what fills its places; `[]` for every other sentence.

A sentence of several orders is taken apart where each part is an order. First everything that is named must be there;
only an order that begins or ends with its verb may name what nobody knows, so that it can be asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from graphwright.grammar.forms import candidates
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.clause_words import holds_clause
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.orders.frames import Frame, FrameLaying, FrameToken
from graphwright.offline.meaning.orders.pieces import (
    OrderPiece,
    is_helper,
    joined_verbs,
    pieces_of_phrase,
    verb_forms,
)
from graphwright.offline.meaning.orders.standing import possible, stands, there_among
from graphwright.offline.meaning.orders.words import OrderWords, languages_from, order_words

_MAX_PIECES: Final = 60
"""Nobody orders with more words; a longer sentence tells something."""
_MAX_ORDERS: Final = 12
"""In one sentence."""
_SHORT: Final = 16
"""Pieces of a sentence of which the language is easily told wrong."""
_MAX_UNKNOWN: Final = 6
"""Words of a name that is not there."""
_WANT: Final = "want"
_CREATE: Final = "create"
_NAMING: Final = frozenset(("rename", "correctName", "replace"))
"""Kinds that give a new name."""
_MOVED: Final = "moved"
"""What is joined otherwise may be called by a word of its name: both ends tell which is meant."""
_GOING: Final = frozenset({"remove", "removeWith", "removeEvery", "unlink"})
"""Kinds by which something goes."""
_SURE: Final = frozenset({"remove", "unlink", "merge"})
"""Kinds that may have their reason behind them, whatever they begin with: a person looks at them anyway."""
_JOINING: Final = frozenset(
    {"satisfy", "verify", "carry", "contain", "exchange", "sequence", "depend", "connect", "move", "moved", "merge"}
)
"""Kinds that may be told first and ordered behind that: `the pump comes before the valve, add that`."""
_ELEMENTS: Final = frozenset("XPYZKHSL")
_ONE: Final = frozenset("YZKHSL")
_TYPES: Final = frozenset("TUW")
_TEXTS: Final = frozenset("NFGM*")
_VERB_AND_DOER: Final = 3
"""Pieces of a verb with an article and who does it; what has more tells something."""
_FRONTED: Final = 4
"""Pieces of the shortest order with its host in front: `for each add tests`."""
_MAX_NAME: Final = 4
"""Words of a name that is said beside the one it stands in for."""


class Order(NamedTuple):
    """One order: what is to be done, and the pieces that fill each of its places."""

    kind: str
    language: Language
    text: str
    """The sentence that it stands in."""
    places: Mapping[str, tuple[OrderPiece, ...]]
    known: bool
    """Everything that it names is there."""
    leads: bool
    """It begins with its verb, so that nothing else can be meant."""
    condition: str = ""
    """When it is to be carried out, where somebody says so: `if the valve is there`."""

    @property
    def words(self) -> OrderWords:
        """Of its language."""
        return order_words(self.language)

    def said(self, place: str) -> str:
        """The words of a place as they stand, without signs and small words around them."""
        pieces = trimmed(self.places.get(place, ()), self.words)
        if len(pieces) == 1 and pieces[0].kind == "quoted":
            return pieces[0].text
        said = ""
        for at, piece in enumerate(pieces):
            gap = self.text[pieces[at - 1].end : piece.start] if at else ""
            said += (" " if any(each.isalnum() for each in gap) else gap) + self.text[piece.start : piece.end]
        return cleaned(said)  # without what was taken out between the pieces


def orders_in(text: str, pieces: Sequence[OrderPiece], first: Language, *, spoken_of: bool, empty: bool) -> list[Order]:
    """The orders of a sentence. `spoken_of`: a pronoun may mean something; `empty`: nothing is there."""
    if len(pieces) > _MAX_PIECES:
        return []
    for known in (True,) if empty else (True, False):
        for language in languages_from(first) if len(pieces) <= _SHORT else (first,):
            reader = OrderReader(text, order_words(language), pieces, spoken_of=spoken_of, known=known)
            if reader.may_order and (found := reader.orders(list(pieces))):
                return found
    return []


def is_polite(pieces: Sequence[OrderPiece]) -> bool:
    """Does a sentence begin as a request that is only put as a question?"""
    return any(any(_requests("polite", trimmed(pieces, words), words)) for words in map(order_words, LANGUAGES))


def trimmed(pieces: Sequence[OrderPiece], words: OrderWords) -> tuple[OrderPiece, ...]:
    """Pieces without the small words and signs around them."""
    small = words.around
    start, end = 0, len(pieces)
    while start < end and (pieces[start].kind == "sign" or is_small(pieces[start], small)):
        start += 1
    while end > start and (pieces[end - 1].kind == "sign" or is_small(pieces[end - 1], small)):
        end -= 1
    return tuple(pieces[start:end])


def is_small(piece: OrderPiece, small: frozenset[str]) -> bool:
    """Is a piece one of some small words, and no name of one letter: `function A`?"""
    if piece.kind != "word" or piece.folded not in small:
        return False
    return len(piece.text) > 1 or piece.text.islower() or not piece.text.isalpha() or piece.start == 0


class OrderReader:
    """Reads orders in the words of one language. See `FrameReader`."""

    def __init__(
        self, text: str, words: OrderWords, pieces: Sequence[OrderPiece], *, spoken_of: bool, known: bool
    ) -> None:
        """`pieces`: of the whole sentence; it reads them and their parts."""
        self._text = text
        self._whole = pieces
        self._words = words
        self._spoken_of = spoken_of
        self._known = known
        self._stood: dict[tuple[int, int, str, str], bool] = {}
        self._behind: OrderReader | None = None
        """Reads what stands behind an order, where a pronoun may mean what that named."""
        self._tried: dict[tuple[tuple[int, int], ...], Order | None] = {}
        want = OrderPiece("word", _WANT, _WANT, 0, 0)
        self._frames = tuple(
            (frame, needed)
            for frame, needed in possible([*pieces, want], words, known=known)
            if known or frame.leads or frame.kind == _MOVED
        )
        self.may_order = bool(self._frames)
        """Is there any frame that a part of the sentence may fit?"""

    def orders(self, pieces: list[OrderPiece], budget: int = _MAX_ORDERS) -> list[Order]:
        """The orders of some pieces: of each part, if every part is one, else of the whole."""
        whole = self._order(pieces)
        if whole is not None and not _TEXTS & set(whole.places):
            return [whole]
        if whole is None and self._known and (bound := self._under_condition(pieces)) is not None:
            return [bound]
        for cut in self._cuts(pieces) if budget > 1 else []:
            first = self._order(pieces[:cut])
            if first is None:
                continue
            if whole is not None and (
                whole.kind == first.kind == "merge" or (whole.kind == "split" and pieces[cut].text == ":")
            ):
                return [whole]  # `A and B are the same, merge them into C` says into what
            self._behind = self._behind or OrderReader(
                self._text, self._words, self._whole, spoken_of=True, known=self._known
            )
            rest = self._behind.orders(pieces[cut + 1 :], budget - 1)
            is_bare = first.kind in _GOING and all(each.kind == _CREATE and not each.leads for each in rest)
            if (not rest or is_bare) and whole is None and budget == _MAX_ORDERS:
                rest = self._shared(first, pieces[:cut], pieces[cut + 1 :]) or rest
            if whole is not None and whole.kind == "split" and _makes_it(rest, self._words):
                return [whole]
            table = "gone" if first.kind in _GOING else "again" if first.kind in _JOINING else ""
            if table and self._points_back(pieces[cut + 1 :], table):
                return [first]
            if rest:
                return [first] if first.kind in _SURE and _says_again(rest, self._words) else [first, *rest]
        for told in (self._explained, self._taken_up, self._concluded) if whole is None and self._known else ():
            if (order := told(pieces)) is not None:
                return [order]
        return [] if whole is None else [whole]

    def _shared(self, first: Order, before: Sequence[OrderPiece], behind: Sequence[OrderPiece]) -> list[Order]:
        """The order of a part that leaves out what the part before it says: its verb, or its subject."""
        behind = trimmed(behind, self._words)
        if first.leads:
            tried = [[*_lead(before, self._words), *behind]]  # `assign A to X and B to Y`
        else:
            tried = [_filled(before, behind), [*_subject(before), *behind]]
        for each in tried:
            order = self._order(each) if len(each) > len(behind) else None
            if order is not None and (order.kind == first.kind or order.kind not in _GOING):
                return [order]
        return []

    def _under_condition(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """Something goes only if something is so: `the valve can go if the tap is there`."""
        at = next((at for at in range(len(pieces)) if self._opens_condition(pieces[at:])), None)
        if at is None:
            return None
        end = len(pieces) if at else next((i for i, each in enumerate(pieces) if each.text == ","), len(pieces))
        order = self._order([*pieces[:at], *pieces[end:]]) if end - at < len(pieces) else None
        if order is None or order.kind not in _GOING or (at == 0 and order.leads):
            return None  # `if the tap drips, close the valve` tells what is done
        return order._replace(condition=self._text[pieces[at].start : pieces[end - 1].end])

    def _opens_condition(self, pieces: Sequence[OrderPiece]) -> bool:
        """Does a condition begin here, and no courtesy: `s'il te plaît`?"""
        return any(_requests("if", pieces, self._words)) and not any(_requests("end", pieces, self._words))

    def _explained(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """An order with a reason behind it that names nothing: `delete the pump, we do without it`."""
        for cut in self._cuts(pieces):
            reason = pieces[cut:]
            names = any(each.kind in {"name", "quoted"} for each in reason)
            if pieces[cut].text not in {",", ";"} or (names and not self._takes_up_any(reason)):
                continue
            order = self._order(pieces[:cut])
            if (
                order is not None
                and (not names or order.kind in _SURE)
                and (order.leads or order.kind in _SURE)
                and not _TEXTS & set(order.places)
            ):
                return order
        return None

    def _takes_up_any(self, pieces: Sequence[OrderPiece]) -> bool:
        """Does a pronoun in it mean what was ordered: `the probe takes care of it already`?"""
        return any(self._takes_up(pieces, at) for at in range(len(pieces)))

    def _taken_up(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """An order with a pronoun for what the part before it names: `the pump is worn out, so replace it by ...`."""
        for cut in self._cuts(pieces):
            named = [each for each in pieces[:cut] if each.kind == "name"]
            left = pieces[cut + 1 :]
            at = next((i for i in range(1, len(left)) if self._takes_up(left, i)), None)
            if not named or at is None or any(each.kind == "name" for each in left[:at]):
                continue
            end = next((i for i in range(at, len(left)) if not self._takes_up(left, i)), len(left))
            several = any(each.folded in self._words.words["them"] for each in left[at:end])
            order = self._order([*left[:at], *(named if several else named[:1]), *left[end:]])
            if order is not None and order.leads:
                return order
        return None

    def _concluded(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """An order with a reason before it that names nothing else: `A and B are one - merge A into B`."""
        for cut in self._cuts(pieces):
            said = {each.folded for each in pieces[:cut] if each.kind == "name"}
            if not said or not said <= {each.folded for each in pieces[cut + 1 :] if each.kind == "name"}:
                continue
            order = None if self._opens_condition(pieces) else self._order(pieces[cut + 1 :])
            if order is not None and order.kind in _SURE and order.leads:
                return order
        return None

    def _points_back(self, pieces: Sequence[OrderPiece], table: str) -> bool:
        """Does an order only say that what was told be done: `please connect those two`, `ajoute le lien`?"""
        tables = self._words.words
        left = self._ended(joined_verbs(pieces, self._words.every_verb, self._words.language))
        small = tables["skip"] | tables["pronoun"] | tables["them"] | tables["that"] | tables["link"] | tables["last"]
        small |= tables["to"] | tables["in"] | tables["apart"]
        said = [each for each in left if each.kind != "sign" and not is_small(each, small)]
        again = frozenset[str]().union(*(self._words.verbs[name] for name in tables[table]))
        verb = said[0] if len(said) == 1 and said[0].kind == "word" else None
        return verb is not None and (
            {verb.lemma, *(lemma for _, lemma in verb_forms(verb.text.lower(), self._words.language))} & again != set()
        )

    def _takes_up(self, pieces: Sequence[OrderPiece], at: int) -> bool:
        """Is a piece a pronoun with nothing behind it that it could be the article of?"""
        tables, piece = self._words.words, pieces[at]
        if piece.kind != "word" or piece.folded not in tables["pronoun"] | tables["them"]:
            return False
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        return following is None or piece.folded not in tables["article"] or following.kind in {"word", "sign"}

    def _cuts(self, pieces: Sequence[OrderPiece]) -> list[int]:
        """Where a part may end: at a comma or at a word that joins."""
        joins = self._words.words["and"] | self._words.words["then"]
        return [
            at
            for at, each in enumerate(pieces)
            if 0 < at < len(pieces) - 1
            and (each.text in {",", ";", ":"} or (each.kind == "word" and each.folded in joins))
        ]

    def _order(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """The order that some pieces are as a whole, tried once."""
        key = tuple((each.start, each.end) for each in pieces)
        if key not in self._tried:
            self._tried[key] = self._framed(pieces)
        return self._tried[key]

    def _framed(self, pieces: Sequence[OrderPiece]) -> Order | None:
        left = self._with_host_behind(self._without_times(pieces))
        return self._laid(left) or (self._laid(pieces) if len(left) < len(pieces) else None)

    def _with_host_behind(self, pieces: list[OrderPiece]) -> list[OrderPiece]:
        """The pieces with `for each`, which may stand in front, behind what is ordered: `for each, add a test`."""
        tables = self._words.words
        if len(pieces) < _FRONTED or not self._begins(pieces, "for") or pieces[1].folded not in tables["each"]:
            return pieces
        small = tables["each"] | tables["pronoun"] | tables["them"] | tables["skip"]
        end = next((at for at in range(1, len(pieces)) if not is_small(pieces[at], small)), len(pieces))
        if pieces[end - 1].text == "," or (end < len(pieces) and pieces[end].kind != "type"):
            return [*pieces[end:], *trimmed(pieces[:end], self._words)]
        return pieces

    def _laid(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """The first frame that fits, without what only asks for the order."""
        for asked in self._asked(pieces):
            joined = joined_verbs(asked, self._words.every_verb, self._words.language)
            laying: FrameLaying | None = None
            for frame in self._fitting(joined):
                laying = laying or FrameLaying(joined, self)
                spans = laying.laid(frame)
                if spans is not None and not (frame.kind in _GOING and not frame.begins and self._says_not_yet(joined)):
                    places = {name: tuple(joined[start:end]) for name, (start, end) in spans.items()}
                    if frame.kind in _NAMING and "N" in places:
                        places["N"] = self._without_reason(places["N"])
                    if frame.kind in _NAMING and any(self._tells(places.get(each, ())) for each in "NM"):
                        continue
                    return Order(frame.kind, self._words.language, self._text, places, self._known, frame.begins)
        return None

    def _says_not_yet(self, pieces: Sequence[OrderPiece]) -> bool:
        """`It is not needed yet`, `n'existe pas encore`: that says nothing of what is to go."""
        said, words = [each.folded for each in pieces if each.kind == "word"], self._words.words
        beside = any({one, other} & words["yet"] and {one, other} & words["not"] for one, other in pairwise(said))
        return beside or (bool(said) and said[-1] in words["yet"] and bool(words["not"] & set(said)))

    def _tells(self, pieces: Sequence[OrderPiece]) -> bool:
        """Does what should be a new name tell who does something: `nehmen wir den Herd`, `we have`?"""
        left = trimmed(pieces, self._words)
        first = [at for at, each in enumerate(left[:2]) if each.kind == "word" and self._begins([each], "we")]
        if any(at + 1 < len(left) for at in first) or not left or left[0].kind != "word":
            return any(at + 1 < len(left) for at in first)
        forms = {form for form, _ in verb_forms(left[0].text, self._words.language)}
        # `statt des Azubis siegelt die Beamtin die Urkunde`
        acts = "other" in forms and "infinitive" not in forms and left[0].text.islower() and len(left) > _VERB_AND_DOER
        return acts or is_helper(left[0].folded, self._words.language)

    def _without_reason(self, pieces: tuple[OrderPiece, ...]) -> tuple[OrderPiece, ...]:
        """A new name without what is told behind it: `Issue receipt instead, we are going paperless`."""
        for at, piece in enumerate(pieces):
            if at and piece.text in {",", ";"} and self._holds_clause(pieces[at:]):
                pieces = pieces[:at]
                break
        while len(pieces) > 1 and pieces[-1].kind == "word" and pieces[-1].folded in self._words.words["instead"]:
            pieces = pieces[:-1]
        return pieces

    def _holds_clause(self, pieces: Sequence[OrderPiece]) -> bool:
        """Do these pieces hold what no name has, outside of quotation marks?"""
        said = " ".join(each.text for each in pieces if each.kind == "word")
        return holds_clause(said, self._words.language)

    def _asked(self, pieces: Sequence[OrderPiece]) -> Iterator[list[OrderPiece]]:
        """The pieces without what only asks for them, as much of it as there is first; last `we need` as one word."""
        left = self._ended(pieces)
        steps, wishes = [left], list[list[OrderPiece]]()
        while left:
            if count := self._request(left, "want") or self._request(left, "bare"):
                at = left[count - 1]
                wishes.append([OrderPiece("word", _WANT, _WANT, at.start, at.end), *left[count:]])
            polite = self._request(left, "ask") or self._begins(left, "please") or self._begins(left, "and")
            if not polite and left[0].kind != "sign":
                break
            left = left[int(polite) or 1 :]
            steps.append(left)
        yield from reversed(steps)
        yield from wishes
        if self._known and left and (count := self._request(left, "team")):
            yield left[count:]  # `we drop the valve`, of a valve that is there
        named = trimmed(left, self._words)
        if named and named[0].kind == "type" and any(each.folded in self._words.words["please"] for each in pieces):
            yield [OrderPiece("word", _WANT, _WANT, named[0].start, named[0].start), *left]

    def _without_times(self, pieces: Sequence[OrderPiece]) -> list[OrderPiece]:
        """The pieces without what only says from when or where an order holds: `from now on`, `bei uns`."""
        left: list[OrderPiece] = []
        at = 0
        while at < len(pieces):
            count = next(_requests("meanwhile", pieces, self._words, at), 0)
            left += [] if count else [pieces[at]]
            at += count or 1
        return left

    def _begins(self, pieces: Sequence[OrderPiece], name: str) -> bool:
        return pieces[0].kind == "word" and pieces[0].folded in self._words.words[name]

    def _ended(self, pieces: Sequence[OrderPiece]) -> list[OrderPiece]:
        """The pieces without a request at their end: `for me, please`."""
        left = list(pieces)
        for phrase in self._words.requests["end"]:
            if not left or not phrase.letters.endswith("".join(left[-1].folded.split())):
                continue  # as most are not said
            for count in range(min(phrase.words + 1, len(left) - 1), 0, -1):
                if pieces_of_phrase(phrase.letters, left, len(left) - count) == count:
                    left = left[:-count]
                    break
        return left

    def _request(self, pieces: Sequence[OrderPiece], kind: str) -> int:
        """How many pieces a request at the beginning takes."""
        return next((count for count in _requests(kind, pieces, self._words) if count < len(pieces)), 0)

    def _fitting(self, pieces: Sequence[OrderPiece]) -> Iterator[Frame]:
        """The frames of which every word that they need stands there."""
        there = there_among(pieces, self._words, known=self._known)
        return (frame for frame, needed in self._frames if needed <= there)

    # what stands where ----------------------------------------------------------------------------------------------

    def stands(self, token: FrameToken, piece: OrderPiece) -> bool:
        """Is a piece what a token that is no place asks for?"""
        key = (id(token), piece.start, piece.folded, piece.lemma)
        if key not in self._stood:
            self._stood[key] = stands(token, piece, self._words, known=self._known)
        return self._stood[key]

    def may_skip(self, piece: OrderPiece) -> bool:
        """May a piece stand between the tokens of a frame: a small word or a comma?"""
        return piece.text == "," or is_small(piece, self._words.words["skip"])

    def may_end(self, last: OrderPiece, following: OrderPiece) -> bool:
        """May a place end between two pieces, which no article and its name are: `nenn die | Winde`?"""
        return following.kind != "name" or not is_small(last, self._words.words["article"])

    def fills(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        """May these pieces stand in a place?"""
        left = trimmed(pieces, self._words)
        if place in _ELEMENTS and self._is_pronoun(left or pieces):
            return True
        if not left:
            return False
        if place in _ELEMENTS:
            return self._are_elements(place, left)
        if place == "*":
            return not self._is_described(left) and any(each.kind in {"type", "name"} for each in left)
        if place == "N" and self._relates(left[0]):
            return False
        if place == "M":
            plain = all(each.kind in {"word", "quoted"} for each in left)
            return plain and len(left) <= _MAX_NAME and not self._holds_clause(left)
        if place == "G":
            return (
                all(each.kind in {"word", "quoted", "sign"} for each in left)
                and not self._holds_clause(left)
                and not any(self._tells_more(each) for each in left)
            )
        if place in _TYPES:
            return self._is_type(left)
        if place == "A":
            return _phrase(left) in self._words.attributes
        if place == "V":
            return _phrase(left) in self._words.values
        return True

    def _relates(self, piece: OrderPiece) -> bool:
        """Does it only say more of what stands before it: `a system that counts`, `qui arrose`?"""
        kinds = {each.kind for each in candidates(piece.text.lower(), self._words.language, cased=False)}
        return piece.kind == "word" and piece.text.islower() and "relative" in kinds and "article" not in kinds

    def _is_described(self, pieces: Sequence[OrderPiece]) -> bool:
        """Is a type said that only what follows tells of: `a system that counts`, `ein System, das zählt`?"""
        at = next((at for at, each in enumerate(pieces) if each.kind == "type"), len(pieces))
        behind = pieces[at + 1 : at + 3]
        if not behind or self._words.language != "de":
            return bool(behind) and self._relates(behind[0])
        # German has one word for the article and the relative.
        return behind[0].text == "," and is_small(behind[-1], self._words.words["article"])

    def _tells_more(self, piece: OrderPiece) -> bool:
        """Is it no part of a field's name: `to be encrypted`, `against theft`, `verschlüsselt werden`?"""
        if piece.kind != "word" or is_small(piece, self._words.small) or not piece.text.islower():
            return False
        kinds = {each.kind for each in candidates(piece.text, self._words.language, cased=False)}
        if kinds & {"preposition", "helper", "auxiliary", "modal"}:
            return True
        return bool(kinds & {"infinitive", "participle"}) and not kinds & {"noun", "adjective"}

    def _are_elements(self, place: str, pieces: Sequence[OrderPiece]) -> bool:
        named = [each for each in pieces if each.kind == "name"]
        if not self._known and place in "XH" and self._may_be_name(pieces):
            return True
        if not named:
            return False
        wanted = {"S": "SCHEMA", "L": "FLOW"}.get(place)
        if wanted is not None and not any(node.node_type == wanted for node in named[0].nodes):
            return False
        if (place in _ONE and len(named) > 1) or (place == "P" and len(named) == 1):
            return False
        return all(
            each.kind in {"name", "type", "sign"} or is_small(each, self._words.small) for each in pieces
        ) and not any(each.text in {":", ";", "->"} for each in pieces)

    def _is_pronoun(self, pieces: Sequence[OrderPiece]) -> bool:
        """`it`, `that last one`: what was spoken of last."""
        tables = self._words.words
        left = [each for each in pieces if each.folded not in tables["last"]]
        if self._spoken_of and self._is_this(left):
            return True
        if not left:
            return self._spoken_of and bool(pieces)
        return self._spoken_of and len(left) == 1 and left[0].folded in tables["pronoun"] and left[0].kind == "word"

    def _is_this(self, pieces: Sequence[OrderPiece]) -> bool:
        """`This requirement`, `sa description`: what was spoken of last, by its type or by what it has."""
        this, whose = self._words.words["this"], self._words.words["whose"]
        said = [each.kind if each.kind == "type" else each.folded for each in pieces]
        return (len(said) == 2 and said[0] in this and said[1] == "type") or (len(said) == 1 and said[0] in whose)  # noqa: PLR2004

    def _may_be_name(self, pieces: Sequence[OrderPiece]) -> bool:
        """May it be a name that is not there, or is there written otherwise?"""
        words = [each for each in pieces if each.kind in {"word", "quoted"}]
        return (
            0 < len(words) <= len(pieces) <= _MAX_UNKNOWN
            and all(each.kind != "sign" for each in pieces)
            and not any(is_helper(each.folded, self._words.language) for each in words)
        )

    def _is_type(self, pieces: Sequence[OrderPiece]) -> bool:
        small = self._words.words["skip"] | self._words.words["adjective"]
        types = [each for each in pieces if each.kind == "type"]
        return len(types) == 1 and all(each.kind == "type" or is_small(each, small) for each in pieces)


def _says_again(orders: Sequence[Order], words: OrderWords) -> bool:
    """`There is no link between A and B, remove it`: the second order is the first once more.

    `Remove it from the model` reads as the whole model where the pronoun is also an article: `retire-le du modèle`.
    """
    return all(
        each.kind == "removeWhole"
        or (each.kind == "remove" and all(piece.folded in words.words["pronoun"] for piece in each.places["X"]))
        for each in orders
    )


def _makes_it(orders: Sequence[Order], words: OrderWords) -> bool:
    """`It is two steps, make it A and B`: the second order only says into what it is split."""
    first = next((each.places["*"] for each in orders if each.kind == "create"), ())
    return bool(first) and first[0].kind == "word" and first[0].folded in words.words["pronoun"]


def _lead(pieces: Sequence[OrderPiece], words: OrderWords) -> Sequence[OrderPiece]:
    """What stands before the first name, without its article and its type."""
    end = next((at for at, each in enumerate(pieces) if each.kind == "name"), 0)
    while end and (pieces[end - 1].kind == "type" or is_small(pieces[end - 1], words.words["article"])):
        end -= 1
    return pieces[:end]


def _subject(pieces: Sequence[OrderPiece]) -> Sequence[OrderPiece]:
    """What stands before the verb, where it names one element: `A satisfies R and is run on M`."""
    at = next((at for at, each in enumerate(pieces) if each.kind == "name"), -1)
    return pieces[: at + 1]


def _filled(before: Sequence[OrderPiece], behind: Sequence[OrderPiece]) -> list[OrderPiece]:
    """A part with the verb of the part before it: `A goes onto M, B onto N`."""
    name, first = _subject(behind), _subject(before)
    rest = behind[len(name) :]
    places = range(len(first) + 1, len(before)) if name and first and rest else ()
    end = next((at for at in places if before[at].folded == rest[0].folded), 0)
    return [*name, *before[len(first) : end], *rest] if end else list(behind)


def _phrase(pieces: Sequence[OrderPiece]) -> str:
    return " ".join(each.folded for each in pieces)


def _requests(name: str, pieces: Sequence[OrderPiece], words: OrderWords, at: int = 0) -> Iterator[int]:
    """How many pieces each request of a name takes that stands at a place."""
    listed = words.requests_like(name, pieces[at].folded) if at < len(pieces) else ()
    return (count for phrase in listed if (count := pieces_of_phrase(phrase.letters, pieces, at)))
