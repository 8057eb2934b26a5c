"""Which orders a sentence gives, each as its kind and what fills its places; `[]` for every other sentence.

A sentence of several orders is taken apart where each part is an order. First everything that is named must be there;
only an order that begins or ends with its verb may name what nobody knows, so that it can be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from graphwright.languages import LANGUAGES, Language
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.orders.contrasting import ContrastRead, contrasts
from graphwright.offline.meaning.orders.filling import (
    PlaceReader,
    holds_clause_outside,
    is_asked_for,
    is_small,
    trimmed,
)
from graphwright.offline.meaning.orders.frames import Frame, FrameLaying, FrameToken
from graphwright.offline.meaning.orders.pieces import (
    OrderPiece,
    is_helper,
    joined_verbs,
    verb_forms,
)
from graphwright.offline.meaning.orders.pointing import points_back, requests_at, without_end, without_times
from graphwright.offline.meaning.orders.rephrasing import named_for, plainly, without_us
from graphwright.offline.meaning.orders.standing import PieceBits, bits_of, stands, verbs_parted
from graphwright.offline.meaning.orders.words import OrderWords, languages_from, order_words

_MAX_PIECES: Final = 60
"""Nobody orders with more words; a longer sentence tells something."""
_MAX_ORDERS: Final = 12
"""In one sentence."""
_SHORT: Final = 16
"""Pieces of a sentence of which the language is easily told wrong."""
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
_HOSTS: Final[Mapping[str, tuple[str, str]]] = {
    "carry": ("X", "Y"), "contain": ("X", "Y"), "move": ("Y", "X"), "satisfy": ("X", "Y"), "verify": ("X", "Y"),
    "exchange": ("Y", "L"), "connect": ("Y", "X"),
}  # fmt: skip
"""Kinds of which one end may be contrasted with another element: the place of that end, and of what it is about."""
_TEXTS: Final = frozenset("NFGMQ*")
_VERB_AND_DOER: Final = 3
"""Pieces of a verb with an article and who does it; what has more tells something."""
_CONTRASTED: Final = 3
"""Names of an order that gives the place of one to another."""
_FRONTED: Final = 4
"""Pieces of the shortest order with its host in front: `for each add tests`."""


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
    turned: bool = False
    """Behind it the two are ordered to change places: `A comes after B, swap them`."""
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
    languages = languages_from(first) if len(pieces) <= _SHORT else (first,)
    plain: dict[Language, tuple[list[OrderPiece], int, PieceBits]] = {}
    for known in (True,) if empty else (True, False):
        for language in languages:
            words = order_words(language)
            if language not in plain:
                said = plainly(without_us(pieces, text, language), words)
                plain[language] = said, verbs_parted(said, words), {}
            said, parted, bits = plain[language]
            reader = OrderReader(text, words, said, spoken_of=spoken_of, known=known, parted=parted, bits=bits)
            if reader.may_order and (found := reader.orders(said)):
                return found
    return []


def only_repeats(pieces: Sequence[OrderPiece], before: Sequence[Order]) -> bool:
    """Does a sentence only say that what was told before be done: `the hoist belongs to A. Please move it.`?"""
    if not before or len(pieces) > _SHORT or any(each.kind not in _JOINING for each in before):
        return False
    words = order_words(before[-1].language)
    return points_back(pieces, words, "again") or (
        before[-1].kind == "sequence" and points_back(pieces, words, "turned")
    )


def is_polite(pieces: Sequence[OrderPiece]) -> bool:
    """Does a sentence begin as a request that is only put as a question?"""
    return any(any(requests_at("polite", trimmed(pieces, words), words)) for words in map(order_words, LANGUAGES))


class OrderReader:
    """Reads orders in the words of one language. See `FrameReader`."""

    def __init__(
        self,
        text: str,
        words: OrderWords,
        pieces: Sequence[OrderPiece],
        *,
        spoken_of: bool,
        known: bool,
        parted: int | None = None,
        bits: PieceBits | None = None,
    ) -> None:
        """`pieces`: of the whole sentence; it reads them and their parts. `parted`, `bits`: what is known of them."""
        self._text = text
        self._whole = pieces
        self._words = words
        self._spoken_of = spoken_of
        self._known = known
        self._stood: dict[tuple[int, int, str, str], bool] = {}
        self._behind: OrderReader | None = None
        """Reads what stands behind an order, where a pronoun may mean what that named."""
        self._tried: dict[tuple[tuple[int, int], ...], Order | None] = {}
        self._bits: PieceBits = {} if bits is None else bits
        held = (words.held_prepositions[each.folded] for each in pieces if self._is_held(each))
        unsaid = [OrderPiece("word", each, each, 0, 0) for each in (_WANT, *held)]
        self._parted = verbs_parted(pieces, words) if parted is None else parted
        self._unsaid = self._there(unsaid) | self._parted
        """What an order may hold that no piece says by itself."""
        self._frames = [
            (frame, needed)
            for frame, needed in words.frames_with(self._there(pieces) | self._unsaid)
            if known or frame.leads or frame.kind == _MOVED
        ]
        self._places = PlaceReader(words, spoken_of=spoken_of, known=known)
        self.may_order = bool(self._frames)
        """Is there any frame that a part of the sentence may fit?"""

    def orders(self, pieces: list[OrderPiece], budget: int = _MAX_ORDERS) -> list[Order]:
        """The orders of some pieces: of each part, if every part is one, else of the whole."""
        whole = self._as_one(pieces)
        if whole is not None and not _TEXTS & set(whole.places):
            return [whole]
        if whole is None and self._known and (bound := self._under_condition(pieces)) is not None:
            return [bound]
        for cut in self._cuts(pieces) if budget > 1 else []:
            first = self._order(pieces[:cut]) or self._named_first(pieces, cut, whole)
            if first is None:
                continue
            if whole is not None and (
                whole.kind == first.kind == "merge" or (whole.kind == "split" and pieces[cut].text == ":")
            ):
                return [whole]  # `A and B are the same, merge them into C` says into what
            self._behind = self._behind or self._reading_behind()
            rest = self._behind.orders(pieces[cut + 1 :], budget - 1)
            is_bare = first.kind in _GOING and all(each.kind == _CREATE and not each.leads for each in rest)
            names_more = whole is not None and whole.kind == first.kind and first.kind in _NAMING
            if (not rest or is_bare) and ((whole is None and budget == _MAX_ORDERS) or names_more):
                rest = self._shared(first, pieces[:cut], pieces[cut + 1 :], budget) or rest
            if whole is not None and whole.kind == "split" and _makes_it(rest, self._words):
                return [whole]
            if (told := self._told_again(first, pieces[cut + 1 :])) is not None:
                return [told]
            if rest:
                is_reason = _says_again(rest, self._words) or self._tells_why(first, rest, pieces[cut + 1 :])
                return [first] if first.kind in _SURE and is_reason else [first, *rest]
        order = self._with_remark(pieces, whole)
        return [] if order is None else [order]

    def _as_one(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """The order that some pieces are as a whole, unless they only begin with one."""
        whole = self._order(pieces)
        return None if whole is not None and whole.kind != _CREATE and self._goes_on(pieces) else whole

    def _told_again(self, first: Order, behind: Sequence[OrderPiece]) -> Order | None:
        """An order behind which it is only said once more, or that what it tells is to be put right."""
        table = "gone" if first.kind in _GOING else "again" if first.kind in _JOINING else ""
        if table and points_back(behind, self._words, table):
            return first
        if first.kind == "sequence" and points_back(behind, self._words, "turned"):
            return first._replace(turned=True)
        is_remark = table == "again" and self._is_remark(behind)
        return first if is_remark else None  # `A comes before B, it's the wrong way round`

    def _reading_behind(self) -> OrderReader:
        """Who reads what stands behind an order."""
        return OrderReader(self._text, self._words, self._whole, spoken_of=True, known=self._known, parted=self._parted)

    def _named_first(self, pieces: Sequence[OrderPiece], cut: int, whole: Order | None) -> Order | None:
        """German puts the verb of several new names behind all of them: `A in X und B in Y umbenennen`."""
        named = trimmed(pieces[cut + 1 :], self._words)[:1]
        if whole is None or whole.kind not in _NAMING or not named or named[0].kind != "name":
            return None
        return self._order([*pieces[:cut], pieces[-1]])

    def _with_remark(self, pieces: Sequence[OrderPiece], whole: Order | None) -> Order | None:
        """The order of a sentence that also remarks something; `whole` where it is one as it stands."""
        if whole is not None:
            # `A ist zu grob, mach daraus B und C schreiben`: its last name ends like an order.
            is_open = whole.kind == _CREATE and not whole.leads
            return (self._taken_up(pieces) if is_open else None) or whole
        told = (self._explained, self._taken_up, self._concluded) if self._known else ()
        return next((order for each in told if (order := each(pieces)) is not None), None)

    def _shared(
        self, first: Order, before: Sequence[OrderPiece], behind: Sequence[OrderPiece], budget: int
    ) -> list[Order]:
        """The orders of a part that leaves out what the part before it says: its verb, or its subject."""
        behind = trimmed(behind, self._words)
        if first.leads:
            particle = self._particle(before)
            tried = [[*_lead(before, self._words), *behind, *particle]]  # `assign A to X and B to Y`
        else:
            subject = _subject(before)
            helper = next((each for each in before[len(subject) :] if each.folded in self._words.words["be"]), None)
            tried = [_filled(before, behind), [*subject, *behind]]
            tried += [[*subject, helper, *behind]] if helper is not None else []  # `is carried by A and tested by T`
        for each in tried:
            order = self._order(each) if len(each) > len(behind) else None
            if order is not None and (order.kind == first.kind or order.kind not in _GOING):
                # `rename A to B, C to D and E to F`: a new name may hold nearly anything
                return self.orders(each, budget - 1) if order.kind in _NAMING else [order]
        return []

    def _particle(self, pieces: Sequence[OrderPiece]) -> Sequence[OrderPiece]:
        """German: the last piece, where it is the particle of a verb that stands before it: `ordne ... zu`."""
        apart = [*pieces]
        joined = joined_verbs(apart, self._words.every_verb, self._words.language)
        return apart[-1:] if len(joined) < len(apart) and joined[-1:] != apart[-1:] else []

    def _goes_on(self, pieces: Sequence[OrderPiece]) -> bool:
        """Does an order end at its particle, and another go on with its verb: `ordne A dem X zu und B dem Y`?"""
        joints = (at for at, each in enumerate(pieces) if each.folded in self._words.words["and"])
        return any(
            at + 1 < len(pieces) and pieces[at - 1].folded in self._words.words["apart"] and self._particle(pieces[:at])
            for at in (joints if self._words.language == "de" else ())
        )

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
        return any(requests_at("if", pieces, self._words)) and not any(requests_at("end", pieces, self._words))

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
                and (order.leads or order.kind in _SURE or any(requests_at("because", reason, self._words, 1)))
                and not _TEXTS & set(order.places)
            ):
                return order
        return None

    def _tells_why(self, first: Order, rest: Sequence[Order], behind: Sequence[OrderPiece]) -> bool:
        """Is an order only told behind another one, of what that names: `delete the saw, the shop does not use it`?"""
        return first.leads and not any(each.leads for each in rest) and self._takes_up_any(behind)

    def _takes_up_any(self, pieces: Sequence[OrderPiece]) -> bool:
        """Does a pronoun in it mean what was ordered: `the probe takes care of it already`?"""
        return any(self._takes_up(pieces, at) for at in range(len(pieces)))

    def _taken_up(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """An order with a pronoun for what the part before it names: `the pump is worn out, so replace it by ...`."""
        for cut in self._cuts(pieces):
            named = [each for each in pieces[:cut] if each.kind == "name"]
            left = pieces[cut + 1 :]
            for at in (i for i in range(len(left)) if named and self._takes_up(left, i)):
                if any(each.kind == "name" for each in left[:at]):
                    break
                whole = range(at + 1, len(left))  # `split it in two`: what may be a preposition begins something else
                end = next((i for i in whole if self._is_held(left[i]) or not self._takes_up(left, i)), len(left))
                order = self._order(named_for(self._text, left, (at, end), named, self._words))
                if order is not None and (order.leads or order.kind in _JOINING | _GOING):
                    return order
        return None

    def _concluded(self, pieces: Sequence[OrderPiece]) -> Order | None:
        """An order with a reason before it that names nothing else: `A and B are one - merge A into B`."""
        for cut in self._cuts(pieces):
            said = {each.folded for each in pieces[:cut] if each.kind == "name"}
            if not said <= {each.folded for each in pieces[cut + 1 :] if each.kind == "name"}:
                continue
            order = None if self._opens_condition(pieces) else self._order(pieces[cut + 1 :])
            if order is None:
                continue
            if (
                (order.kind in _SURE and order.leads)
                if said
                else (order.kind in _JOINING and self._is_remark(pieces[:cut]))
            ):
                return order
        return None

    def _is_remark(self, pieces: Sequence[OrderPiece]) -> bool:
        """Is it a clause of its own that only says how something is: `the order is wrong`, `das stimmt so nicht`?"""
        said = {each.folded for each in pieces if each.kind == "word"}
        return len(said) == len(pieces) and not said.isdisjoint(self._words.words["be"] | self._words.words["wrong"])

    def _takes_up(self, pieces: Sequence[OrderPiece], at: int) -> bool:
        """Is a piece a pronoun with nothing behind it that it could be the article of?"""
        tables, piece = self._words.words, pieces[at]
        if piece.kind != "word" or piece.folded not in tables["pronoun"] | tables["them"]:
            return False
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        return following is None or piece.folded not in tables["article"] or following.kind in {"word", "sign"}

    def _is_held(self, piece: OrderPiece) -> bool:
        """Is it a pronoun that holds a preposition: `daraus`, French `en`?"""
        return piece.folded in self._words.held_prepositions

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
            self._tried[key] = self._framed(pieces) if self._may_fit(pieces) else None
        return self._tried[key]

    def _may_fit(self, pieces: Iterable[OrderPiece]) -> bool:
        """Is there all that any frame needs? Of most parts of most sentences there is not."""
        there = self._there(pieces) | self._unsaid
        return any(needed | there == there for _, needed in self._frames)

    def _there(self, pieces: Iterable[OrderPiece]) -> int:
        """What frames need and some pieces may be or hold, as bits."""
        there, known = 0, self._bits
        for each in pieces:
            key = (each.kind, each.start, each.folded, each.lemma)
            bits = known.get(key)
            if bits is None:
                bits = known[key] = bits_of(each, self._words, spoken_of=self._spoken_of)
            there |= bits[self._known]
        return there

    def _framed(self, pieces: Sequence[OrderPiece]) -> Order | None:
        left = self._with_host_behind(without_times(pieces, self._words))
        whole = self._laid(left) or (self._laid(pieces) if len(left) < len(pieces) else None)
        return whole or self._contrasted(left)

    def _contrasted(self, pieces: list[OrderPiece]) -> Order | None:
        """An order of any wording that gives the place of one element to another: `..., not on the ferry any more`."""
        if not self._known or sum(each.kind == "name" for each in pieces) < _CONTRASTED:
            return None
        for read in contrasts(pieces, self._words):
            order = self._laid(read.left)
            if order is not None and order.kind in _HOSTS and (places := _changed_end(order, read)):
                return order._replace(kind=_MOVED, places=places)
        return None

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
                    if frame.kind == "merge" and "N" in places:
                        into = self._without_reason(places.pop("N"))
                        places["K" if all(each.kind == "name" for each in into) else "N"] = into
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
        """Does what should be a new name tell who does something, or what for: `nehmen wir den Herd`, `to ask him`?"""
        if len(pieces) > 1 and pieces[0].kind == "word" and pieces[0].folded in self._words.words["purpose"]:
            return True  # `call the plumber to move the date`
        left = trimmed(pieces, self._words)
        if self._calls() and is_asked_for(" ".join(each.text for each in left if each.kind != "quoted"), self._words):
            return True
        first = [at for at, each in enumerate(left[:2]) if each.kind == "word" and self._begins([each], "we")]
        if any(at + 1 < len(left) for at in first) or not left or left[0].kind != "word":
            return any(at + 1 < len(left) for at in first)
        forms = {form for form, _ in verb_forms(left[0].text, self._words.language)}
        # `statt des Azubis siegelt die Beamtin die Urkunde`
        acts = "other" in forms and "infinitive" not in forms and left[0].text.islower() and len(left) > _VERB_AND_DOER
        return acts or is_helper(left[0].folded, self._words.language)

    def _calls(self) -> bool:
        """Is the verb one of calling, which may ask for what is to be named: `name the tasks of the cook`?"""
        said = (lemma for each in self._whole[:2] for _, lemma in verb_forms(each.text.lower(), self._words.language))
        return not self._words.verbs["call"].isdisjoint(said)

    def _without_reason(self, pieces: tuple[OrderPiece, ...]) -> tuple[OrderPiece, ...]:
        """A new name without what is told behind it: `Issue receipt instead, we are going paperless`."""
        for at, piece in enumerate(pieces):
            if at and piece.text in {",", ";"} and holds_clause_outside(pieces[at:], self._words):
                pieces = pieces[:at]
                break
        while len(pieces) > 1 and pieces[-1].kind == "word" and pieces[-1].folded in self._words.words["instead"]:
            pieces = pieces[:-1]
        return pieces

    def _asked(self, pieces: Sequence[OrderPiece]) -> Iterator[list[OrderPiece]]:
        """The pieces without what only asks for them, as much of it as there is first; last `we need` as one word."""
        left = without_end(pieces, self._words)
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

    def _begins(self, pieces: Sequence[OrderPiece], name: str) -> bool:
        return pieces[0].kind == "word" and pieces[0].folded in self._words.words[name]

    def _request(self, pieces: Sequence[OrderPiece], kind: str) -> int:
        """How many pieces a request at the beginning takes."""
        return next((count for count in requests_at(kind, pieces, self._words) if count < len(pieces)), 0)

    def _fitting(self, pieces: Sequence[OrderPiece]) -> Iterator[Frame]:
        """The frames of which everything that they need is there."""
        there = self._there(pieces)
        return (frame for frame, needed in self._frames if needed | there == there)

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
        return self._places.fills(place, pieces)


def _changed_end(order: Order, read: ContrastRead) -> dict[str, tuple[OrderPiece, ...]]:
    """The places of `moved`: of the ends of an order that one gives way to which the old one is like.

    That is the end of its type; where both are, the one that stands nearest, before the contrast or behind `but`.
    """
    host, thing = _HOSTS[order.kind]
    ends = [each for each in dict.fromkeys((host, thing, "X")) if each in order.places]
    named = {each: [piece for piece in order.places[each] if piece.kind == "name"] for each in ends}
    if any(len(pieces) != 1 for pieces in named.values()) or thing not in named:
        return {}
    types = {each.node_type for each in read.old.nodes}
    alike = [each for each in ends if types & {node.node_type for node in named[each][0].nodes}]
    if not alike:
        return {}  # `done by the robot, not by the clerk`: who takes part is no part
    beside = [each for each in alike if (named[each][0].start > read.old.start) == read.follows] or alike
    new = (min if read.follows else max)(beside, key=lambda each: named[each][0].start)
    about = thing if new != thing else host
    if about not in named or read.old.folded in {piece.folded for each in named.values() for piece in each}:
        return {}
    return {"X": order.places[about], "Y": order.places[new], "Z": (read.old,)}


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
