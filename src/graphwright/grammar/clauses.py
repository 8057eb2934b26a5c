"""Which pieces of a sentence are clauses, and how they hang together. Knows no roles.

A piece with a verb of its own is a clause; one without belongs to a neighbour, as a member of a list or as what stands
before the subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from graphwright.grammar.pieces import ClausePiece, connects
from graphwright.grammar.records import ClauseKind, LinkKind, SpokenPhrase, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import (
    Chunk,
    Stretch,
    holds_zu,
    is_deed,
    is_german_order,
    is_phrase,
    is_pronoun,
    is_verb,
    shared_helpers,
    stretches,
    tagged_as,
)
from graphwright.text.folding import fold

_STRONG: Final = frozenset((";", ":", "–", "—", "."))
_KINDS: Final[dict[LinkKind, ClauseKind]] = {
    "if": "condition", "unless": "condition", "content": "content", "relative": "relative", "purpose": "purpose",
}  # fmt: skip


class ClauseDraft(Struct):
    """A clause before its roles are known."""

    chunks: list[Chunk]
    kind: ClauseKind = "main"
    before: list[Token] = field(default_factory=list[Token])
    opener: Token | None = None
    preposition: Token | None = None
    """What stands before its relative."""
    link: LinkKind | None = None
    target: int | None = None
    """The clause that it hangs on."""
    antecedent: SpokenPhrase | None = None
    follows: int | None = None
    """The clause before it that it is coordinated with: what it leaves out is taken from there."""
    gapped: bool = False
    """Its verb is the one of the clause before."""
    inverted: bool = False
    """Its subject stands behind the verb, since something else stands before it."""
    reduced: bool = False
    """It is a participle that describes: what it describes is what is done something with."""


def drafts_of(pieces: Sequence[ClausePiece], rules: GrammarRules) -> list[ClauseDraft]:
    """The clauses that the pieces make, each with what it hangs on."""
    return _Drafting(list(pieces), rules).drafts()


def _next_verbal(verbal: Sequence[bool]) -> list[int | None]:
    found: list[int | None] = [None] * len(verbal)
    for at in range(len(verbal) - 2, -1, -1):
        found[at] = at + 1 if verbal[at + 1] else found[at + 1]
    return found


class _Drafting:
    """Goes through the pieces once, from left to right."""

    def __init__(self, pieces: list[ClausePiece], rules: GrammarRules) -> None:
        self._pieces = pieces
        self._rules = rules
        self._verbal = [bool(stretches(each.chunks, rules)) for each in pieces]
        self._following = _next_verbal(self._verbal)
        """For each piece the number of the next one with a verb."""
        self._number = 0
        self._found: list[ClauseDraft] = []
        self._pending: ClauseDraft | None = None
        """What was said before the subject of a clause, or a subject whose verb has not come yet."""
        self._main: int | None = None
        self._waiting: list[int] = []
        """Subordinate clauses that stand before the clause they hang on."""

    def drafts(self) -> list[ClauseDraft]:
        for number, piece in enumerate(self._pieces):
            if not piece.chunks and piece.opener is None:
                continue
            self._number = number
            if piece.opener is not None:
                self._subordinate(piece)
            elif piece.reduced:
                self._reduced(piece)
            elif self._verbal[number]:
                self._clause(piece)
            else:
                self._without_verb(piece)
        if self._pending is not None:
            self._add(self._pending, kind="fragment")
        for number in self._waiting:
            self._found[number].target = self._main if self._main is not None and self._main != number else None
        return self._found

    def _next(self) -> ClausePiece | None:
        """The next piece with a verb."""
        at = self._following[self._number]
        return self._pieces[at] if at is not None else None

    def _add(self, draft: ClauseDraft, *, kind: ClauseKind | None = None) -> int:
        if kind is not None:
            draft.kind = kind
        self._found.append(draft)
        return len(self._found) - 1

    def _subordinate(self, piece: ClausePiece) -> None:
        opener = piece.opener
        if opener is None:
            return
        relative = self._describes(opener, piece)
        link: LinkKind = "relative" if relative else self._linked(opener)
        draft = ClauseDraft(piece.chunks, _KINDS.get(link, "main"), piece.before, opener, piece.preposition, link)
        if relative:
            draft.antecedent = self._described(piece)
            draft.inverted = key(opener) in words_of("objects") and bool(piece.chunks) and is_verb(piece.chunks[0])
        if link in {"then", "before", "while", "because"}:
            draft.kind = "main"
        number = self._add(draft)
        if self._main is None or self._pending is not None or self._leads_on(draft):
            self._waiting.append(number)
        elif self._is_deed_inside(draft, number):
            draft.target = number - 1
        else:
            draft.target = self._main if not relative else self._newest_main()

    def _leads_on(self, draft: ClauseDraft) -> bool:
        """Is it of what comes behind it: `the smith heats the rod, and once it glows the helper bends it`?"""
        following = self._next()
        if draft.link in {"relative", "purpose", "content"} or following is None or following.opener is not None:
            return False
        first = following.chunks[0]
        own = is_verb(first) if self._rules.verb_last else is_phrase(first)
        return own and _is_joined(draft.before) and not _is_joined(following.before)

    def _is_deed_inside(self, draft: ClauseDraft, number: int) -> bool:
        """Is it a bare deed right behind a relative clause: `the stones, which a driver loads before weighing them`?"""
        inside = self._found[number - 1] if number else None
        is_own = inside is not None and inside.link == "relative" and inside.target is not None and not inside.reduced
        return is_own and draft.link in {"before", "then"} and not draft.before and is_deed(draft.chunks)

    def _described(self, piece: ClausePiece) -> SpokenPhrase | None:
        """What a relative clause says something of; `and who ...` says it of the same as the one before."""
        before = self._found[-1] if self._found and self._pending is None else None
        if before is not None and before.link == "relative" and before.opener is not None and _is_joined(piece.before):
            return before.antecedent
        return self._last_phrase()

    def _reduced(self, piece: ClausePiece) -> None:
        """A participle that describes the phrase before it."""
        antecedent = self._last_phrase()
        draft = ClauseDraft(
            piece.chunks, "relative", piece.before, link="relative", antecedent=antecedent, reduced=True
        )
        number = self._add(draft)
        if self._main is None or self._pending is not None:
            self._waiting.append(number)
        else:
            draft.target = self._newest_main()

    def _linked(self, opener: Token) -> LinkKind:
        if key(opener) in words_of("whilst"):
            return "while"
        return self._rules.links.get(key(opener), "content")

    def _describes(self, opener: Token, piece: ClausePiece) -> bool:
        """Does a clause say something of the phrase before it, rather than what is said or known?"""
        if key(opener) in words_of("contents") and self._found:
            return False
        if opener.tag in {"relative", "question"} and key(opener) not in self._rules.links:
            asked = self._rules.asking.get(key(opener)) if opener.tag == "question" else None
            return asked in {None, "who", "what", "which"}
        row = self._pending.chunks if self._pending is not None else self._found[-1].chunks if self._found else []
        last = next(iter(_describable(row)), None) if row and is_phrase(row[-1]) else row[-1] if row else None
        if key(opener) in words_of("places") and isinstance(last, SpokenPhrase):
            return True
        if (
            key(opener) not in words_of("describing")
            or not isinstance(last, SpokenPhrase)
            or last.refers_to is not None
        ):
            return False
        first = next((each for each in piece.chunks if not is_pronoun(each)), None)
        if piece.before and self._pending is not None and not self._rules.verb_last:
            return True  # `La vanne, que l'opérateur ouvre, vide la cuve`
        told = any(isinstance(each, Token) and fold(each.lemma) in words_of("telling") for each in row)
        lacks_object = not told and not any(is_phrase(each) for each in _behind(piece.chunks)[:1])
        if piece.before:
            # `la crème, que le serveur apporte ensuite aux clients`
            return key(opener) in words_of("objects") and (lacks_object or (first is not None and is_verb(first)))
        if self._pending is not None or (first is not None and is_verb(first)):
            return True
        return not told and not any(is_phrase(each) for each in _behind(piece.chunks))

    def _newest_main(self) -> int | None:
        return len(self._found) - 2 if len(self._found) > 1 else self._main

    def _last_phrase(self) -> SpokenPhrase | None:
        rows = [self._pending.chunks] if self._pending is not None else []
        if not rows and self._found:
            rows = [self._found[-1].chunks]
        return next((each for row in rows for each in _describable(row)), None)

    def _clause(self, piece: ClausePiece) -> None:
        before = [self._found[each] for each in self._waiting]
        inverted = any(each.kind == "condition" or self._main is None or _is_joined(each.before) for each in before)
        if self._has_completed(piece):
            return
        if self._pending is not None and self._goes_on_with_relative(piece):
            self._coordinated(ClauseDraft(piece.chunks, before=piece.before), len(self._found) - 1)
            return
        if (
            self._pending is not None
            and _is_step(self._pending.chunks)
            and any(connects(each, self._rules) for each in piece.before)
        ):
            self._main = self._add(self._pending, kind="fragment")
            self._pending = None
        if self._pending is not None:
            pending, self._pending = self._pending, None
            joined = [*pending.chunks, *piece.before, *piece.chunks]
            draft = ClauseDraft(joined, before=pending.before)
        else:
            draft = ClauseDraft(piece.chunks, before=piece.before)
        runs = stretches(draft.chunks, self._rules)
        bare = bool(runs) and runs[0].start == 0
        whoever = next((number for number in self._waiting if self._is_whoever(number)), None)
        if bare and whoever is not None:
            # `Wer ein Buch leiht, bringt es zurück`: the clause before is the subject.
            inverted, draft.follows = False, whoever
        draft.inverted = bare and (inverted or self._follows_adverb(piece))
        previous = len(self._found) - 1
        if not runs[0].finite and self._is_infinitive(draft, runs[0], previous):
            self._infinitive(draft, previous, runs[0])
            return
        if bare and self._is_circumstance(draft, runs[0]):
            draft.link = "then" if tagged_as(draft.chunks[0], "auxiliary") else "while"
            self._waiting.append(self._add(draft))
            return
        if bare and self._is_verb_first(piece):
            draft.kind, draft.link, draft.inverted = "condition", "if", True
            self._waiting.append(self._add(draft))
            return
        marked = previous >= 0 and self._is_marked_infinitive(draft, runs[0], previous)
        if marked:
            draft.chunks = draft.chunks[1:]
        resumed = self._resumed(previous, piece, bare=bare)
        if marked or resumed != previous or (previous >= 0 and self._continues(previous, piece, bare=bare)):
            self._coordinated(draft, resumed)
            return
        if self._main is not None and draft.follows is None:
            draft.follows = self._main
        self._main = self._add(draft)
        self._settle()

    def _coordinated(self, draft: ClauseDraft, previous: int) -> None:
        """A clause that goes on with the subordinate clause before it, and hangs where that one hangs."""
        before = self._found[previous]
        before.chunks += shared_helpers(before.chunks, draft.chunks, self._rules)
        draft.kind, draft.link, draft.target = before.kind, before.link, before.target
        draft.opener = None
        draft.inverted = False  # `once she has taken the call and logged it`: the subject is the one before
        draft.antecedent = before.antecedent
        draft.follows = previous
        number = self._add(draft)
        for between in self._found[previous + 1 : number]:
            between.target = number  # the condition that stands inside
        if previous in self._waiting:
            self._waiting.append(number)

    def _has_completed(self, piece: ClausePiece) -> bool:
        """Did a clause wait for what stands here, so that it goes on with that?"""
        if self._completes(piece):
            self._found[-1].chunks += [*piece.before, *piece.chunks]
            return True
        if (opened := self._opened(piece)) is None:
            return False
        self._found[opened].chunks += piece.chunks
        for inside in self._found[opened + 1 :]:
            inside.target = opened
        self._waiting = [each for each in self._waiting if each <= opened]
        return True

    def _completes(self, piece: ClausePiece) -> bool:
        """German: does the verb come that a list in a clause waits for: `, aus dem Seile und Helme kommen`?"""
        if not self._rules.verb_last or not self._found or not _is_joined(piece.before):
            return False
        last = self._found[-1]
        ends = stretches(piece.chunks, self._rules)[-1].end == len(piece.chunks) and is_phrase(piece.chunks[0])
        return ends and last.opener is not None and bool(last.chunks) and not stretches(last.chunks, self._rules)

    def _opened(self, piece: ClausePiece) -> int | None:
        """The clause that waits for its verb around a relative: `once the driver, who is trained, arrives, ...`."""
        opened = next((at for at in reversed(range(len(self._found))) if self._found[at].link != "relative"), None)
        if self._rules.verb_last or opened is None or opened + 1 == len(self._found) or not is_verb(piece.chunks[0]):
            return None
        around = self._found[opened]
        is_subject = around.opener is not None and bool(around.chunks) and is_phrase(around.chunks[-1])
        return opened if is_subject and not stretches(around.chunks, self._rules) else None

    def _goes_on_with_relative(self, piece: ClausePiece) -> bool:
        """Is it one more verb of the relative clause behind a subject: `the pilot, who boards and checks, ...`?"""
        previous = len(self._found) - 1
        if previous not in self._waiting or self._found[previous].link != "relative" or not _is_joined(piece.before):
            return False
        following = self._next()
        own = self._rules.verb_last or is_verb(piece.chunks[0])
        return own and following is not None and following.opener is None and not _is_joined(following.before)

    def _is_infinitive(self, draft: ClauseDraft, run: Stretch, previous: int) -> bool:
        """Does a clause say what for, or what somebody is asked to do?"""
        first = draft.chunks[run.start]
        if tagged_as(first, "particle"):
            return True
        if self._rules.verb_last:
            merged = any(isinstance(each, Token) and holds_zu(each) for each in draft.chunks[run.start : run.end])
            return merged and previous >= 0 and any(each.text == "," for each in draft.before)
        if previous < 0 or draft.before or "infinitive" not in getattr(first, "features", ()):
            return False
        opening = draft.chunks[0]
        if isinstance(opening, Token) and opening.tag == "preposition" and key(opening) in words_of("infinitive"):
            draft.chunks = draft.chunks[1:]
        return True

    def _is_wanted_too(self, draft: ClauseDraft, run: Stretch) -> bool:
        """`wants to start a show and to dim the lights`: the second of what somebody wants, and not what for?"""
        around = self._found[self._main].chunks if self._main is not None else []
        previous = self._found[-1] if self._found else None
        marked = run.start == 0 and tagged_as(draft.chunks[0], "particle")
        joined = _is_joined(draft.before)
        return marked and joined and previous is not None and previous.link is None and _wants(around)

    def _is_marked_infinitive(self, draft: ClauseDraft, run: Stretch, previous: int) -> bool:
        """French: one more infinitive of what somebody may do: `permet de commander des repas et de suivre ...`?"""
        opening = draft.chunks[0]
        first = draft.chunks[run.start]
        if run.start != 1 or not isinstance(opening, Token) or opening.tag != "preposition":
            return False
        if not _is_joined(draft.before):
            return False
        is_open = self._found[previous].link == "purpose" and self._found[previous].opener is None
        return is_open and key(opening) in words_of("infinitive") and "infinitive" in getattr(first, "features", ())

    def _is_circumstance(self, draft: ClauseDraft, run: Stretch) -> bool:
        """Does a participle begin the sentence, whose doer the main clause names: `Using a stencil, she ...`?"""
        following = self._next()
        if run.finite or self._found or self._rules.verb_last or following is None or following.opener is not None:
            return False
        first = draft.chunks[run.start]
        participle = isinstance(first, Token) and bool(first.features & {"gerund", "participle"})
        return (participle or tagged_as(first, "auxiliary")) and is_phrase(following.chunks[0])

    def _is_whoever(self, number: int) -> bool:
        draft = self._found[number]
        return draft.link == "relative" and draft.antecedent is None

    def _follows_adverb(self, piece: ClausePiece) -> bool:
        """German: behind `danach` the subject stands behind the verb."""
        return self._rules.verb_last and any(each.tag == "adverb" for each in piece.before)

    def _is_verb_first(self, piece: ClausePiece) -> bool:
        """German: `Fällt der Strom aus, startet ...`: a condition begins with its verb, and so does what follows."""
        if not self._rules.verb_last or (self._found and [each.text for each in piece.before] != [";"]):
            return False
        verbal = self._next()
        if verbal is None or verbal.opener is not None or not is_verb(verbal.chunks[0]):
            return False
        first = piece.chunks[0]
        if "participle" in getattr(first, "features", ()) and "third" not in getattr(first, "features", ()):
            return False  # `geknetet wird in der Maschine`
        then = getattr(verbal.chunks[0], "features", ())
        if "participle" in then and "third" not in then:
            return False  # `danach wird der Ton geknetet, geformt und gebrannt`: more of what is done
        ordered = is_german_order([first], self._rules) and "third" not in getattr(first, "features", ())
        return not ordered and all(each.text == "," for each in verbal.before)

    def _infinitive(self, draft: ClauseDraft, previous: int, run: Stretch) -> None:
        """`to book a seat`, `, die Tür zu öffnen`: what for, or what is meant."""
        if self._is_wanted_too(draft, run):
            draft.chunks = draft.chunks[run.start + 1 :]
            draft.follows = self._main
            self._main = self._add(draft)
            return
        draft.kind, draft.link = "purpose", "purpose"
        draft.follows = draft.target = previous if previous >= 0 else None
        number = self._add(draft)
        following = self._next()
        if previous < 0 and following is not None and following.opener is None and is_phrase(following.chunks[0]):
            self._waiting.append(number)  # `To spare the hinges, the sluice closes.`
        elif previous < 0:
            self._main = number
            draft.kind, draft.link = "main", None

    def _settle(self) -> None:
        """What stood before the clause hangs on it now."""
        for number in self._waiting:
            self._found[number].target = self._main
        self._waiting = []

    def _continues(self, previous: int, piece: ClausePiece, *, bare: bool) -> bool:
        """Does this clause go on with the subordinate clause before it, rather than with the main clause?"""
        before = self._found[previous]
        if before.link is None:
            return False
        if bare and before.link == "relative" and previous not in self._waiting and self._only_names(before):
            return True
        joined = _is_joined(piece.before)
        if not joined or (before.link == "content" and any(connects(each, self._rules) for each in piece.before)):
            return False
        runs = stretches(piece.chunks, self._rules)
        if self._rules.verb_last:
            shares = bool(shared_helpers(before.chunks, piece.chunks, self._rules))
            return runs[-1].end == len(piece.chunks) and (runs[0].start > 0 or shares)
        if previous in self._waiting:
            following = self._pieces.index(piece) + 1
            return any(stretches(each.chunks, self._rules) and each.opener is None for each in self._pieces[following:])
        return bare and before.link in {"relative", "purpose", "content"} and not self._is_sensed(before)

    def _is_sensed(self, relative: ClauseDraft) -> bool:
        """Does a whole relative only say who is sensed, and does nothing more: `detects a man who crosses the line`?"""
        around = self._found[relative.target] if relative.link == "relative" and relative.target is not None else None
        if around is None or around.link is not None or not is_phrase(around.chunks[0]):
            return False
        senses = any(isinstance(each, Token) and fold(each.lemma) in words_of("sensing") for each in around.chunks)
        return senses and any(map(is_phrase, _behind(relative.chunks) or relative.chunks))

    def _resumed(self, previous: int, piece: ClausePiece, *, bare: bool) -> int:
        """The relative that goes on behind a condition: `a lamp that blinks and, if ..., goes out`; else `previous`."""
        inside, relative = (self._found[previous], self._found[previous - 1]) if previous > 1 else (None, None)
        if inside is None or relative is None or inside.kind != "condition" or relative.link != "relative":
            return previous
        if relative.reduced or not _is_joined(inside.before):
            return previous
        runs = stretches(piece.chunks, self._rules)
        last = runs[-1].end == len(piece.chunks) and runs[0].start > 0
        goes_on = last if self._rules.verb_last else bare and self._only_names(relative, "holding")
        return previous - 1 if goes_on else previous

    def _only_names(self, relative: ClauseDraft, *also: str) -> bool:
        """Is the clause around a relative there only to name what it describes: `we need a rover that drills, ...`?"""
        around = self._found[relative.target].chunks if relative.target is not None else []
        verbs = [each for each in around if isinstance(each, Token) and is_verb(each)]
        naming = self._rules.verbs["have"] | self._rules.verbs["copulas"] | self._rules.verbs["exist"]
        said = frozenset[str]().union(*(words_of(each) for each in ("needing", *also)))
        return bool(verbs) and all(each.lemma in naming or fold(each.lemma) in said for each in verbs)

    def _without_verb(self, piece: ClausePiece) -> None:
        strong = any(each.text in _STRONG for each in piece.before)
        if self._pending is not None and _is_step(self._pending.chunks) and _is_step(piece.chunks):
            self._main = self._add(self._pending, kind="fragment")
            self._pending = ClauseDraft(piece.chunks, before=piece.before, follows=self._main)
            return
        if self._pending is not None and self._goes_on_inside(piece):
            self._found[-1].chunks += [*piece.before, *piece.chunks]
            return
        if self._pending is not None:
            self._pending.chunks += [*piece.before, *piece.chunks]
            return
        if not self._found or self._waiting or self._goes_forward(piece):
            self._pending = ClauseDraft(piece.chunks, before=piece.before)
            return
        last = self._found[-1]
        if self._is_gapped(last, piece) or self._is_exception(piece):
            draft = ClauseDraft(piece.chunks, "main", piece.before, follows=len(self._found) - 1, gapped=True)
            self._main = self._add(draft)
        elif any(each.kind == "arrow" for each in piece.before):
            self._main = self._add(ClauseDraft(piece.chunks, "fragment", piece.before, follows=len(self._found) - 1))
        elif strong and self._explains(last, piece):
            last.chunks = [*last.chunks, *piece.chunks]
        elif strong:
            self._add(ClauseDraft(piece.chunks, "fragment", piece.before))
        else:
            last.chunks += [*piece.before, *piece.chunks]

    def _goes_on_inside(self, piece: ClausePiece) -> bool:
        """Does a list go on in the relative clause behind a subject: `the kiln, which fires tiles and bricks, ...`?"""
        inside = self._found[-1] if self._found and len(self._found) - 1 in self._waiting else None
        if inside is None or inside.link != "relative" or not _is_joined(piece.before) or not inside.chunks:
            return False
        return is_phrase(inside.chunks[-1]) and is_phrase(piece.chunks[0])

    def _explains(self, last: ClauseDraft, piece: ClausePiece) -> bool:
        """Does a list behind a colon name what was counted before it: `three parts: a, b and c`?"""
        if not any(each.text == ":" for each in piece.before) or self._main is None:
            return False
        listed = self._gathered()
        verb = next((at for at, each in enumerate(last.chunks) if is_verb(each)), 0)
        counted = next((at for at in range(len(last.chunks) - 1, verb, -1) if _is_counted(last.chunks[at])), None)
        if len(listed) < 2 or counted is None:  # noqa: PLR2004 one thing is no list
            return False
        phrase = last.chunks[counted]
        if isinstance(phrase, SpokenPhrase):
            last.chunks[counted] = replace(phrase, members=tuple(listed))
        for each in self._pieces[self._number :]:
            each.chunks = []
        return True

    def _gathered(self) -> list[SpokenPhrase]:
        """The phrases from this piece on, when nothing else follows."""
        rest: list[SpokenPhrase] = []
        for each in self._pieces[self._number :]:
            if len(each.chunks) != 1 or not isinstance(each.chunks[0], SpokenPhrase):
                return []
            rest.append(each.chunks[0])
        return rest

    def _goes_forward(self, piece: ClausePiece) -> bool:
        """Does a piece without a verb belong to the clause behind it rather than to the one before it?"""
        following = self._next()
        if following is None or following.opener is not None:
            return False
        if not is_phrase(piece.chunks[0]):
            # An adverb or `at the exit` before a comma: what comes behind it has its own subject.
            return (
                self._following[self._number] == self._number + 1
                and is_phrase(following.chunks[0])
                and not _is_joined(following.before)
            )
        strong = any(each.text in _STRONG for each in piece.before) and len(piece.chunks) == 1
        return _is_joined(following.before) and (strong or _subject_is_list(piece, following, self._rules))

    def _is_exception(self, piece: ClausePiece) -> bool:
        """`, only the owner`: the same is said of somebody else, without its verb."""
        only = any(self._rules.connectors.get(key(each)) == "only" for each in piece.before)
        return only and is_phrase(piece.chunks[0])

    def _is_gapped(self, last: ClauseDraft, piece: ClausePiece) -> bool:
        """`brewing in the brew unit`, `the apprentice the tulips`: the shape of the clause before, without its verb."""
        if len(piece.chunks) == 2 and all(map(_is_determined, piece.chunks)):  # noqa: PLR2004 who, and what
            return any(map(is_verb, last.chunks)) and is_phrase(last.chunks[0]) and is_phrase(last.chunks[-1])
        if len(piece.chunks) < 3 or not is_phrase(piece.chunks[0]):  # noqa: PLR2004 a phrase, a preposition, a phrase
            return False
        said = {key(each) for each in last.chunks if tagged_as(each, "preposition") and isinstance(each, Token)}
        preposition = next((each for each in piece.chunks[1:] if not tagged_as(each, "adverb")), None)
        return isinstance(preposition, Token) and preposition.tag == "preposition" and key(preposition) in said


def _is_joined(before: Sequence[Token]) -> bool:
    return any(each.tag == "conjunction" for each in before)


def _is_determined(chunk: Chunk) -> bool:
    return isinstance(chunk, SpokenPhrase) and chunk.refers_to is None and chunk.determiner in {"the", "a"}


def _wants(chunks: Sequence[Chunk]) -> bool:
    """Does a finite verb stand directly before a marked infinitive: `wants to start`?"""
    return any(tagged_as(one, "verb") and tagged_as(other, "particle") for one, other in pairwise(chunks))


def _describable(row: Sequence[Chunk]) -> Iterator[SpokenPhrase]:
    """The phrases of a row, last first, without the `it` of `has a probe in it that`."""
    for at in range(len(row) - 1, -1, -1):
        chunk = row[at]
        if isinstance(chunk, SpokenPhrase) and not (
            is_pronoun(chunk) and at > 1 and tagged_as(row[at - 1], "preposition")
        ):
            yield chunk


def _behind(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """What stands behind the last verb of a row."""
    last = next((at for at in range(len(chunks) - 1, -1, -1) if is_verb(chunks[at])), len(chunks))
    return chunks[last + 1 :]


def _is_step(chunks: Sequence[Chunk]) -> bool:
    """Is it a thing and where it is, without a verb: `ticket at the entrance`?"""
    return len(chunks) > 2 and is_phrase(chunks[0]) and tagged_as(chunks[1], "preposition")  # noqa: PLR2004


def _is_counted(chunk: Chunk) -> bool:
    return isinstance(chunk, SpokenPhrase) and chunk.refers_to is None and (chunk.plural or chunk.count is not None)


def _subject_is_list(piece: ClausePiece, following: ClausePiece, rules: GrammarRules) -> bool:
    """Does the verb behind the last phrase need more than one subject: `..., the bus and the tram stop`?"""
    if not is_phrase(following.chunks[0]) or len(piece.chunks) != 1:
        return False
    last = following.chunks[0]
    if isinstance(last, SpokenPhrase) and (last.plural or last.refers_to is not None):
        return False
    runs = stretches(following.chunks, rules)
    first = following.chunks[runs[0].start]
    return isinstance(first, Token) and "plural" in first.features and "singular" not in first.features
