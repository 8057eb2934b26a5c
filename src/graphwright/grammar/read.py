"""Reads a message: each sentence in its own language, its clauses with their roles, links and doubts. Never raises.

The one door of this folder. What the words mean for a model is said elsewhere (`offline/meaning`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.asides import pointed_out, without_asides, without_introduction, without_us
from graphwright.grammar.clauses import ClauseDraft, drafts_of
from graphwright.grammar.completing import (
    as_participle,
    asks_who,
    completed,
    goes_on_with_verb,
    is_bare_need,
    is_none,
    is_relative_subject,
    is_story,
    share_objects,
    share_subjects,
    share_voice,
    verb_of,
)
from graphwright.grammar.consisting import with_need, with_verb, without_colon
from graphwright.grammar.correcting import taken_back
from graphwright.grammar.headed import is_title, with_headings, with_notes
from graphwright.grammar.letting import with_bare_infinitives
from graphwright.grammar.lists import attachments, list_of, with_lists
from graphwright.grammar.measures import measures_of
from graphwright.grammar.mood import asked_for, asks_by_order, is_hedged, is_question, mood_of, talk_of
from graphwright.grammar.pasted import Place, pasted
from graphwright.grammar.phrases import phrases_of
from graphwright.grammar.pieces import pieces_of
from graphwright.grammar.plainer import in_plain_words
from graphwright.grammar.preparing import denied, prepared
from graphwright.grammar.records import (
    ClauseLink,
    Doubt,
    DoubtWeight,
    Focus,
    LayoutRow,
    LinkKind,
    Measure,
    MessageReading,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenRole,
    TalkKind,
    Token,
)
from graphwright.grammar.references import Mentions
from graphwright.grammar.roles import roles_of, stands_behind
from graphwright.grammar.rules import GrammarRules, key, rules_of, words_of
from graphwright.grammar.segments import announces_rows, layout_of
from graphwright.grammar.settling import settled
from graphwright.grammar.slips import without_slips
from graphwright.grammar.spoken import spoken_in
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import ends_sentence, sentence_tokens
from graphwright.grammar.verbs import Chunk, is_deed, is_finite, is_german_order, is_verb
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import LANGUAGES, Language
from graphwright.pauses import paced
from graphwright.text.folding import fold
from graphwright.text.language import language_of

MAX_TEXT: Final = 100_000
"""Characters of a message that are read; nobody types more, and what is pasted belongs among the documents."""
MAX_TOKENS: Final = 1_000
"""Tokens of a sentence that are read as one; a longer one is a list or no sentence."""
MIN_FOREIGN: Final = 4
"""Words without a single small word among them that are looked at as perhaps no sentence."""
MAX_UNCOVERED: Final = 3
"""Words of a clause that may be left over before it has to be asked."""
_TWO: Final = 2
_OPEN: Final = frozenset(("noun", "name", "verb", "adjective", "other"))
"""Tags of words that say something of their own."""
_BARE: Final = frozenset(("word", "sign"))
"""Kinds of tokens in words without a number, a name in quotation marks or the like."""
_NO_FOCUS: Final = Focus()


@lru_cache(maxsize=8)  # a message is read more than once while it is answered
def read(text: str, language: Language | None = None, focus: Focus = _NO_FOCUS) -> MessageReading:
    """What a message says. `language`: what it is in unless it tells; each sentence may be in another one."""
    default = language or focus.language or "en"
    whole = text[:MAX_TEXT]
    rows = [row for row in sentence_tokens(whole) if row]
    usual = spoken_in([token for row in rows for token in row], language_of(whole, default))
    rows, titles = with_notes(with_headings(whole, rows, usual), usual)
    mentions = Mentions(focus)
    places = pasted(whole)
    said = [_Sentence(whole, row, spoken_in(row, usual), mentions, pasted=places) for row in paced(rows, 1)]
    titled = is_title(whole, rows) and (whole.lstrip().startswith("#") or not said[0].holds_verb())
    sentences = tuple(
        each.title() if row[0].start in titles or (titled and at == 0) else each.reading()
        for at, (row, each) in enumerate(paced(zip(rows, said, strict=True), 1))
    )
    spoken: Counter[Language] = Counter(each.language for each in sentences)
    most: Language = spoken.most_common(1)[0][0] if spoken else default
    return MessageReading(sentences=sentences, language=most, cut=len(text) > MAX_TEXT)


def _readable(row: tuple[Token, ...]) -> tuple[Token, ...]:
    """What is read of a sentence: of a list that is too long no half member."""
    if len(row) <= MAX_TOKENS:
        return row
    ends = (
        at for at in range(MAX_TOKENS, MAX_TOKENS // 2, -1) if row[at].kind == "bullet" or row[at].text in {",", ";"}
    )
    return row[: next(ends, MAX_TOKENS)]


class _Sentence:
    """One sentence on its way from tokens to a reading."""

    def __init__(
        self, text: str, row: tuple[Token, ...], language: Language, mentions: Mentions, *, pasted: Sequence[Place]
    ) -> None:
        self._text = text
        row = without_colon(row, language)
        self._all = _readable(row)
        self._language: Language = language
        self._rules: GrammarRules = rules_of(language)
        self._mentions = mentions
        self._doubts: list[Doubt] = []
        body = [each for each in self._all if each.kind != "bullet"] or list(self._all)
        self._start, self._end = body[0].start, row[-1].end
        self._is_pasted = any(start < self._end and self._start < end for start, end in pasted)
        self._tokens = in_plain_words(with_need(without_slips(body, language), language), language)
        if len(self._all) < len(row):
            rest = row[len(self._all)]
            self._doubts.append(Doubt("sentenceCut", rest.start, row[-1].end, text[rest.start : rest.start + 80]))

    def reading(self) -> SentenceReading:
        clauses: list[SpokenClause] = []
        links: list[ClauseLink] = []
        talk = self._talk()
        if talk is None and self._is_no_sentence():
            self._doubts.append(Doubt("noSentence", self._start, self._end, self._spoken(), weight="stops"))
            return SentenceReading(
                language=self._language, text=self._spoken(), start=self._start, end=self._end,
                doubts=tuple(self._doubts),
            )  # fmt: skip
        layout = None if talk is not None else self._layout()
        if talk is not None:
            clauses.append(SpokenClause(0, "fragment", "talk", self._spoken(), self._start, self._end, talk=talk))
        elif layout is None and (typed := self._typed()):
            whole = list_of(typed) if len(typed) > 1 else typed[0]
            roles = (SpokenRole("thing", whole),)
            clauses.append(
                SpokenClause(0, "fragment", "statement", self._spoken(), self._start, self._end, roles=roles)
            )
        elif layout is None or (layout.kind == "pair" and not layout.members):
            if layout is not None:  # `From the talk with the miller: he ...`
                named = [each for each in self._chunks(self._before_colon()) if isinstance(each, SpokenPhrase)]
                self._mentions.resolved([SpokenRole("thing", each) for each in named], None)
            clauses, links = self._clauses(self._behind_key(layout))
            # `Il fait ceci : laver la cuve`
            self._doubts = [each for each in self._doubts if each.code != "whoIsIt" or not self._is_announced(each)]
        elif layout.kind == "heading" and self._is_said(head := self._before_colon()):
            clauses, links = self._clauses(head)
            # `fait ceci :`, `das macht der Koch:` point at the list, and nobody asks what it is.
            self._doubts = [each for each in self._doubts if each.code != "whoIsIt" or not _points_on(each, head)]
            if announces_rows(head) and all(each.mood != "order" for each in clauses):
                # It says no more than its label does, but for what its rows are of.
                clauses = [replace(each, roles=_placed(each.roles)) for each in clauses]
                self._doubts = []
        elif layout.members:
            self._mentions.resolved([SpokenRole("thing", each) for each in layout.members], None)
        return SentenceReading(
            language=self._language,
            text=self._spoken(),
            start=self._start,
            end=self._end,
            clauses=tuple(clauses),
            links=tuple(links),
            layout=layout,
            doubts=tuple(self._doubts),
        )

    def _is_announced(self, doubt: Doubt) -> bool:
        """Does what a pronoun stands for come behind a colon: `das macht der Koch: ...`?"""
        behind = self._text[doubt.end : self._end].lstrip()
        return behind.startswith(":") or (":" in behind and fold(doubt.text) in words_of("events"))

    def title(self) -> SentenceReading:
        """The sentence as the title of what follows."""
        layout = LayoutRow(kind="title", label=self._spoken())
        return SentenceReading(
            language=self._language, text=self._spoken(), start=self._start, end=self._end, layout=layout
        )

    def holds_verb(self) -> bool:
        """Is there a finite verb that a dictionary knows?"""
        chunks = self._chunks(self._tokens)
        return any(isinstance(each, Token) and is_verb(each) and each.known and is_finite(each) for each in chunks)

    def _talk(self) -> TalkKind | None:
        """What kind of talk it is; a greeting may be in any language."""
        for language in dict.fromkeys((self._language, *LANGUAGES)):
            found = talk_of(self._tokens, rules_of(language))
            if found is not None:
                self._language = language
                return found
        return None

    def _spoken(self) -> str:
        return self._text[self._start : self._end]

    def _chunks(self, tokens: Sequence[Token]) -> tuple[Chunk, ...]:
        if not tokens:
            return ()
        rows = tagged(tokens, self._language)
        # Of two likely rows the one with fewer verbs that may be none: `walk-in`, `tasse la lavande`.
        row = settled(min(rows, key=_strange_verbs), self._rules)
        row = with_bare_infinitives(row) if self._language == "en" else row
        return tuple(prepared(phrases_of(row, self._language), self._rules))

    def _layout(self) -> LayoutRow | None:
        return layout_of(self._text, self._all, self._phrases, self._has_verb, self._tells)

    def _phrases(self, tokens: Sequence[Token]) -> list[SpokenPhrase]:
        """Each thing of a row, however it is put: `login, log out and check the meter`."""
        found: list[SpokenPhrase] = []
        part: list[Token] = []
        for token in [*tokens, None]:
            if token is None or token.kind == "bullet" or token.text in {",", ";"} or key(token) in words_of("joins"):
                found += self._part(part)
                part = []
            else:
                part.append(token)
        return found

    def _part(self, tokens: Sequence[Token]) -> list[SpokenPhrase]:
        words = [each for each in _outside_brackets(tokens) if each.text != "."]
        if not words:
            return []
        chunks = with_lists(self._chunks(words), self._rules)
        phrases = [each for each in chunks if isinstance(each, SpokenPhrase)]
        if len(phrases) == len(chunks):
            return [member for each in phrases for member in (each.members or (each,))]
        text = self._text[words[0].start : words[-1].end]
        head = phrases[0].head if phrases else words[0].text
        place = words[0].start, words[-1].end
        return [SpokenPhrase(text=text, name=text, head=head, start=place[0], end=place[1], tokens=tuple(words))]

    def _has_verb(self, tokens: Sequence[Token]) -> bool:
        """Is there a verb for sure? In a heading or chain an unknown or single word is rather a name."""
        if sum(each.kind == "word" for each in tokens) < 2:  # noqa: PLR2004
            return False
        return any(isinstance(each, Token) and is_verb(each) and each.known for each in self._chunks(tokens))

    def _tells(self, tokens: Sequence[Token]) -> bool:
        """Is it told that somebody does something, rather than what is done: `melt glass`, `Teig kneten`?"""
        if not self._has_verb(tokens):
            return False
        chunks = self._chunks(tokens)
        first = next(at for at, each in enumerate(chunks) if is_verb(each))
        verb = chunks[first]
        is_last = self._language == "de" and first == len(chunks) - 1
        return first > 0 and not (is_last and isinstance(verb, Token) and verb.text == verb.lemma)

    def _is_said(self, head: Sequence[Token]) -> bool:
        """Is what stands before a list a clause, rather than a label: `The schema contains:`, not `Booking record:`?"""
        if not head or not self._has_verb(head):
            return False
        chunks = self._chunks(head)
        verbs = [at for at, each in enumerate(chunks) if is_verb(each)]
        first, last = chunks[verbs[0]], chunks[-1]
        if isinstance(last, Token) and verbs == [len(chunks) - 1] and last.lemma in word_lists(self._language).nouns:
            return any(isinstance(each, SpokenPhrase) and each.determiner != "none" for each in chunks)
        return self._language == "en" or is_finite(first)

    def _is_no_sentence(self) -> bool:
        """Is it markup, data or code, or words of which none holds a sentence together?"""
        if self._is_pasted or any(each.text in {"{", "}", "--"} or each.text.startswith("</") for each in self._tokens):
            return True
        if self._language != "en" or any(
            each.kind not in {"word", "sign"} or each.text == "," for each in self._tokens
        ):
            return False  # only English leaves a sentence that is all bare words to be told by its verb
        if sum(each.kind == "word" for each in self._tokens) < MIN_FOREIGN:
            return False
        row = tagged(self._tokens, self._language)[0]
        verbs = [at for at, each in enumerate(row) if each.tag == "verb"]
        if any(each.tag not in {"noun", "name", "adjective", "verb", "sign"} for each in row):
            return False
        return len(verbs) == 1 and not _agrees(row, verbs[0])

    def _typed(self) -> list[SpokenPhrase]:
        """`SYS Hotel, ACTOR Guest, UC Check in`: names behind their types in capitals, and nothing else."""
        parts: list[list[Token]] = [[]]
        for token in self._tokens:
            if token.text in {",", ";"}:
                parts.append([])
            elif not ends_sentence(token):
                parts[-1].append(token)
        found: list[SpokenPhrase] = []
        for part in parts:
            code = part[0].text if len(part) > 1 else ""
            if len(code) < 2 or not (code.isupper() and code.isalpha()):  # noqa: PLR2004 one letter is no type
                return []
            start, end = part[1].start, part[-1].end
            name = self._text[start:end]
            text = self._text[part[0].start : end]
            found.append(
                SpokenPhrase(
                    text=text, name=name.strip("\"'"), head=part[-1].text, start=part[0].start, end=end,
                    tokens=tuple(part), type_word=part[0].text, quoted=part[1].kind == "quoted",
                )
            )  # fmt: skip
        return found if len(found) > 1 else []

    def _before_colon(self) -> tuple[Token, ...]:
        colon = next((at for at, each in enumerate(self._all) if each.text == ":" or each.kind == "bullet"), 0)
        return tuple(self._all[:colon])

    def _behind_key(self, layout: LayoutRow | None) -> tuple[Token, ...]:
        """The tokens that clauses are read from: behind the key of a pair."""
        if layout is None:
            return self._tokens
        colon = next((at for at, each in enumerate(self._tokens) if each.text == ":"), -1)
        return self._tokens[colon + 1 :]

    def _clauses(self, tokens: tuple[Token, ...]) -> tuple[list[SpokenClause], list[ClauseLink]]:
        chunks = taken_back(self._chunks(with_verb(tokens, self._language)))
        while chunks and isinstance(last := chunks[-1], Token) and ends_sentence(last):
            chunks = chunks[:-1]
        asks = is_question(chunks, tokens, self._rules)
        hedged = is_hedged(tokens, self._rules)
        if not asks and chunks and isinstance(first := chunks[0], Token) and first.tag == "question":
            # `Wer ein Buch leiht, ...`: nothing is asked, whoever does it is the subject.
            chunks = (replace(first, tag="relative"), *chunks[1:])
        said = list(chunks)
        if not asks:
            said = without_us(without_introduction(without_asides(chunks), self._rules), self._rules)
            said = pointed_out(said, self._rules)
        drafts = drafts_of(pieces_of(said, self._rules), self._rules)
        found: list[SpokenClause] = []
        for number, draft in enumerate(drafts):
            described = any(each.link == "relative" and each.target == number for each in drafts)
            found.append(self._clause(number, draft, found, asks=asks, hedged=hedged, described=described))
        share_objects(drafts, found, self._rules)
        share_voice(drafts, found, self._rules)
        share_subjects(drafts, found)
        return found, _links(drafts, self._rules)

    def _clause(
        self,
        number: int,
        draft: ClauseDraft,
        before: list[SpokenClause],
        *,
        asks: bool,
        hedged: bool,
        described: bool,
    ) -> SpokenClause:
        """`described`: a relative clause says something of what it begins with, as of who does something."""
        rules = self._rules
        followed = before[draft.follows] if draft.follows is not None and draft.follows < len(before) else None
        chunks = as_participle(draft, with_lists(denied(draft.chunks), rules), followed, rules)
        verb = verb_of(draft, chunks, followed, rules)
        goes_on = followed is not None and not draft.inverted and not asks and bool(chunks) and is_verb(chunks[0])
        shares = (
            goes_on or goes_on_with_verb(chunks, followed, rules) or is_relative_subject(draft, chunks, followed, rules)
        )
        shares = shares or asks_who(chunks, rules, asks=asks)
        begun = number == 0 or (bool(before) and before[-1].mood == "order" and before[-1].index == draft.follows)
        ordered = begun and not asks and draft.kind == "main" and is_german_order(chunks, rules)
        shares = shares or ordered
        inverted = draft.inverted or asks or (followed is None and not rules.verb_last and stands_behind(chunks))
        told = draft.link is None and followed is not None and any(each.name == "doer" for each in followed.roles)
        told = told or (described and rules.verb_last and draft.link is None)
        roles = roles_of(chunks, verb, rules, inverted=inverted, shares=shares, told=told)
        said = completed(roles, draft, verb, followed, rules)
        resolved, doubts = self._mentions.resolved(
            said,
            verb,
            inner=draft.kind in {"condition", "content", "relative"} or draft.link == "before",
            circumstance=draft.link in {"if", "unless", "then", "before", "while", "because"},
        )
        if verb is not None and any(
            (is_none(each.phrase) or each.phrase.joined == "nor") and not each.taken_over for each in resolved
        ):
            verb = replace(verb, negated=True)
        self._doubts += [*doubts, *_uncovered(roles.uncovered), *attachments(chunks, verb)]
        has_subject = any(each.name == "doer" or (verb is not None and verb.passive) for each in resolved)
        asking = asks or (number == 0 and draft.link is None and asks_by_order(chunks, verb, rules))
        mood = mood_of(chunks, verb, rules, has_subject=has_subject, asks=asking)
        if draft.gapped and followed is not None and followed.mood == "order":
            mood = "order"  # `add a timer to the oven and a bowl to the mixer`
        if verb is not None and not asking and is_bare_need(verb, resolved, rules):
            verb, mood = replace(verb, modality="none"), "wish"
        if verb is not None and is_story(draft, rules) and verb.modality == "none":
            verb = replace(verb, modality="intention")
        if mood == "wish" and is_story(draft, rules):
            mood = "statement"
        if mood == "order" and draft.link is not None and is_deed(chunks):
            mood = "statement"
        if mood == "order":
            resolved = [each for each in resolved if not (each.taken_over and each.name == "doer")]
        start, end = _extent(draft, self._tokens)
        tokens = [each for each in self._tokens if start <= each.start < end]
        return SpokenClause(
            index=number,
            kind="fragment" if verb is None and draft.link is None else draft.kind,
            mood=mood,
            text=self._text[start:end],
            start=start,
            end=end,
            verb=verb,
            roles=tuple(resolved),
            asked=asked_for(chunks, resolved, verb, rules) if asking and draft.link is None else None,
            hedged=hedged,
            measures=tuple(_measures(tokens)),
            adverbs=tuple(roles.adverbs),
            uncovered=tuple(roles.uncovered),
        )


def _points_on(doubt: Doubt, head: Sequence[Token]) -> bool:
    """Does a pronoun of a heading stand for the list below it: the last word of it, or `das`, `this`?"""
    return doubt.end >= head[-1].end or fold(doubt.text) in words_of("events")


def _outside_brackets(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of a part without what stands in brackets: `pitch number (optional)`."""
    found: list[Token] = []
    depth = 0
    for token in tokens:
        depth += token.text == "("
        if depth == 0:
            found.append(token)
        depth -= token.text == ")" and depth > 0
    return found or [each for each in tokens if each.text not in {"(", ")"}]


def _extent(draft: ClauseDraft, tokens: Sequence[Token]) -> tuple[int, int]:
    """Where a clause stands, with the word that opens it."""
    starts = [each.start for each in draft.chunks]
    ends = [each.end for each in draft.chunks]
    if draft.preposition is not None:
        starts.append(draft.preposition.start)
    if draft.opener is not None:
        starts.append(draft.opener.start)
        ends.append(draft.opener.end)
    if not starts:
        return tokens[0].start, tokens[-1].end
    return min(starts), max(ends)


def _agrees(row: Sequence[Token], at: int) -> bool:
    """Does a verb fit the noun before it, in number, or begin the sentence?"""
    verb, before = row[at], row[at - 1] if at else None
    plural = "plural" in verb.features and "singular" not in verb.features
    return before is None or not plural or "plural" in before.features


def _placed(roles: Sequence[SpokenRole]) -> tuple[SpokenRole, ...]:
    """The roles behind a preposition."""
    return tuple(each for each in roles if each.preposition)


def _strange_verbs(row: Sequence[Token]) -> int:
    return sum(each.tag == "verb" and ("-" in each.text or _is_hardly_verb(row, at)) for at, each in enumerate(row))


def _is_hardly_verb(row: Sequence[Token], at: int) -> bool:
    """Is it a verb in no dictionary, where a noun stands as well: `en hiver`, `, tasse la lavande`?"""
    if row[at].known or at < _TWO:
        return False
    before, other = row[at - 1], row[at - 2]
    if before.tag == "preposition":
        return "infinitive" not in row[at].features or key(before) not in words_of("infinitive")
    may_be_article = before.tag == "pronoun" and before.folded in {"le", "la", "les", "l'"}
    return may_be_article and other.tag == "noun" and at > _TWO and row[at - 3].tag in {"sign", "conjunction"}


def _uncovered(tokens: Sequence[Token]) -> list[Doubt]:
    """What was not understood of a clause: said, and asked when it is more than a few words."""
    words = [each for each in tokens if each.tag in _OPEN]
    if not words:
        return []
    text = " ".join(each.text for each in words)
    weight: DoubtWeight = "asks" if len(words) > MAX_UNCOVERED else "says"
    return [Doubt("unknownWords", words[0].start, words[-1].end, text, weight=weight)]


def _measures(tokens: Sequence[Token]) -> list[Measure]:
    return list(measures_of(tuple(tokens)))


def _links(drafts: Sequence[ClauseDraft], rules: GrammarRules) -> list[ClauseLink]:
    """How the clauses hang together."""
    found: list[ClauseLink] = []
    for number, draft in enumerate(drafts):
        if draft.link is not None and draft.target is not None and draft.target != number:
            word = draft.opener.text if draft.opener is not None else ""
            source, target = number, draft.target
            if draft.link == "before":
                source, target = draft.target, number
            found.append(ClauseLink(draft.link, source, target, word))
        elif draft.follows is not None and draft.link is None and not _stands_alone(draft):
            said = {rules.connectors.get(key(each)): each.text for each in draft.before}
            kind: LinkKind = "otherwise" if "otherwise" in said else "then"
            word = said.get(kind) or next((each.text for each in draft.before), "")
            found.append(ClauseLink(kind, draft.follows, number, word))
    return found


def _stands_alone(draft: ClauseDraft) -> bool:
    """Does a clause with a subject of its own stand behind a semicolon, so that it says something else?"""
    first = draft.chunks[0] if draft.chunks else None
    own = isinstance(first, SpokenPhrase) and first.refers_to is None
    return own and not draft.gapped and [each.text for each in draft.before] == [";"]
