"""A sentence beside what was made of it: what it says, what of that stands in the model now, and what it knew before.

For those who judge a reading (`certainty.py`, `accounting.py`); nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import rules_of, words_of
from graphwright.languages import Language
from graphwright.offline.meaning.casting import is_nobody, is_the_system
from graphwright.offline.meaning.explaining import only_explains
from graphwright.offline.meaning.matching import same_noun
from graphwright.offline.meaning.means import Meant
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.spoken import denied, is_circumstance, members
from graphwright.offline.meaning.stated import Demanding, Doing, Existing, Proceeding, Statement
from graphwright.offline.meaning.vocabulary import node_type_of, small_words, vocabulary
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+?(?=(?<=[^\W\d_A-ZÀ-Þ])[A-ZÀ-Þ])|[^\W_]+")
"""A word, or one of those that a name in PascalCase holds."""
_FEW_ORDERS: Final = 2
"""More orders in a row are steps."""
_TELLING: Final = 4
"""Letters of a telling word; also those that its forms share, in most cases."""
_ENDING: Final = 2
"""Letters of the ending of a case or a number."""
_DESCRIBED: Final = frozenset({"condition", "purpose", "content"})
"""Clauses that go into a description as they are."""


class SentenceResult:
    """A sentence with what was made of it."""

    def __init__(self, sentence: SentenceReading, meant: Meant, made: frozenset[str]) -> None:
        self.sentence = sentence
        self.draft = meant.draft
        self.left_out = meant.left_out
        self.words = vocabulary(sentence.language)
        self.statements: list[Statement] = [
            each for each in meant.statements if sentence.start <= each.sentence.start < sentence.end
        ]
        self.demands = any(isinstance(each, Demanding) for each in self.statements)
        self.builds = bool(self.statements) and not self.demands and bool(meant.draft.operations)
        self.doings = [each for each in self.statements if isinstance(each, Doing)]
        self._made = made

    def is_called(self) -> bool:
        """Was it called a requirement by who wrote it? Then nothing else can have been meant."""
        return self.demands and all(isinstance(each, Demanding) and each.called for each in self.statements)

    def is_process(self) -> bool:
        """Was it read as steps, word by word? Then its clauses were not what was built."""
        return (
            bool(self.statements)
            and all(isinstance(each, Proceeding | Existing) for each in self.statements)
            and any(isinstance(each, Proceeding) for each in self.statements)
        )

    def clauses(self) -> Iterator[SpokenClause]:
        """The clauses that say what is: neither asked nor denied, nor a circumstance that goes into a description."""
        orders = sum(each.mood == "order" for each in self.sentence.clauses)
        moods = {"statement", "order"} if orders > _FEW_ORDERS else {"statement"}
        for clause in self.sentence.clauses:
            says = clause.kind in {"main", "relative"} and clause.mood in moods
            is_sure = says and clause.verb is not None and not clause.verb.negated
            if is_sure and not is_circumstance(clause, self.sentence) and not only_explains(clause, self.sentence):
                yield clause

    def is_kept(self, phrase: SpokenPhrase) -> bool:
        """Does any telling word of a phrase stand in what was made, or is it the name of what exists?"""
        language = self.sentence.language
        spoken = {each for each in words_in(phrase.name or phrase.text) if not each[0].isdigit()} - small_words()
        if not spoken or spoken & self._made or is_nobody(phrase, language) or is_the_system(phrase, language):
            return True
        if any(len(each) >= _TELLING and any(made.endswith(each) for made in self._made) for each in spoken):
            return True  # `die Säule` is the `Ladesäule`
        if any(
            _is_form(each, made) or (_is_form(made, each) and same_noun(made, each))
            for each in spoken
            for made in self._made
        ):
            return True  # `den Nutzern` is the `Nutzer`, `the chain` one of the `Endless chains`
        head = phrase.type_word or phrase.head
        plain = frozenset[str]().union(*(self.words.phrases[each] for each in ("part", "things", "team")))
        is_type = node_type_of(head) is not None or fold(head) in plain | order_words(language).words["field"]
        return phrase.quoted or is_type or bool(self.draft.find(name_of(phrase)))

    def is_heading(self, phrase: SpokenPhrase) -> bool:
        """Does it only stand before a colon, as what the rest is about?"""
        behind = self.sentence.text[phrase.end - self.sentence.start :].lstrip()
        return behind.startswith(":") and phrase.start == self.sentence.start

    def is_among_others(self, doing: Doing) -> bool:
        """Does somebody else do something beside it, so that who speaks takes part, too: `..., I bind them`?"""
        verb = doing.clause.verb
        others = (each for each in self.doings if each is not doing and each.doers and not each.denied)
        needs = self.words.relations["wish"] | self.words.relations["use"] | self.words.relations["there"]
        if verb is None or verb.past or fold(verb.lemma) in needs:
            return False
        return doing.thing is not None and any(others)

    def speaks_of_known(self) -> bool:
        """Is an element of the model named in it?"""
        spoken = (each.phrase for clause in self.sentence.clauses for each in clause.roles)
        return any(self.exists(part) for phrase in spoken for part in members(phrase))

    def exists(self, phrase: SpokenPhrase) -> bool:
        """Is it in the model already?"""
        return any(node.node_id in self.draft.base.nodes for node in self.draft.find(name_of(phrase)))

    def speaks_of_model(self) -> bool:
        """Is `the model` said? `The scanner produces a surface model` speaks of none of ours."""
        model = self.words.phrases["model"]
        if model.isdisjoint(words_in(self.sentence.text)):
            return False
        names = (words_in(each.phrase.name) for clause in self.sentence.clauses for each in clause.roles)
        return not any(len(each) > 1 and model & set(each) for each in names)

    def is_step(self, doing: Doing) -> bool:
        """Is it one of several that are put in order, `first we ..., then ...`: a process rather than a story?"""
        verb = doing.clause.verb
        row = [each for each in self.sentence.links if each.kind in {"then", "before"}]
        is_ordered = any(letter.isalpha() for each in row for letter in each.word)
        is_linked = any(doing.clause.index in {each.source, each.target} for each in row)
        opens = not self.words.phrases["opening"].isdisjoint(words_in(doing.clause.text))  # `we soak the beans first`
        return ((is_ordered and is_linked) or opens) and verb is not None and not verb.past and doing.thing is not None

    def says(self, clause: SpokenClause) -> bool:
        """Does it only say that somebody says or thinks something?"""
        return clause.verb is not None and fold(clause.verb.lemma) in self.words.relations["say"]

    def needs(self, clause: SpokenClause) -> bool:
        """Does it only say what somebody needs? That is no deed, and left out where nothing else is made of it."""
        return clause.verb is not None and fold(clause.verb.lemma) in words_of("needing")

    def tellingwords_in(self) -> list[str]:
        """The words of the sentence that name something, without its verbs, its conditions and what it denies."""
        layout, spoken = self.sentence.layout, set[str]()
        # What stands before a colon only says what the rows are.
        told = any(not each.preposition for clause in self.sentence.clauses for each in clause.roles)
        is_list = layout is not None and layout.kind == "heading" and not told
        text = layout.text if is_list and layout is not None else self.sentence.text
        for clause in self.sentence.clauses:
            verb = clause.verb
            if clause.kind in _DESCRIBED or (verb is not None and (verb.negated or self.moves(clause))):
                text = text.replace(clause.text, " ")
            said = [*clause.adverbs, *([] if verb is None else [verb.text])]
            spoken |= set(words_in(" ".join([*said, *(each.text for each in denied(clause, "doer"))])))
        phrases = self.words.phrases
        # `dann`, `zum Schluss`: in which order it is done stands in the connections.
        ordering = _ordering_words(self.sentence.language)
        plain = (spoken, small_words(), phrases["anybody"], phrases["system"], phrases["speaker"], ordering)
        return [
            each
            for each in words_in(text)
            if len(each) >= _TELLING and not each[0].isdigit() and not any(each in words for words in plain)
        ]

    def is_made(self, word: str) -> bool:
        """Does a word, in whatever form, stand in what was made?"""
        return any(each.startswith(word[:_TELLING]) for each in self._made)

    def moves(self, clause: SpokenClause) -> bool:
        """Is it about coming, going and standing, or that something happens again? That is left out on purpose."""
        verb = "" if clause.verb is None else fold(clause.verb.lemma)
        tables = (self.words.relations[each] for each in ("move", "still", "repeat"))
        return any(verb.endswith(each) for each in frozenset[str]().union(*tables))


@cache
def _ordering_words(language: Language) -> frozenset[str]:
    """The words that only say in which order something is done."""
    return frozenset(word for said in rules_of(language).connectors for word in said.split())


def _is_form(word: str, base: str) -> bool:
    """Is a word another one with the ending of a case or a number?"""
    return len(base) >= _TELLING and word.startswith(base) and len(word) - len(base) <= _ENDING


@lru_cache(maxsize=16_384)  # the names of a project; of one message each is asked for again and again
def words_in(text: str) -> tuple[str, ...]:
    """The words of a text, folded, those of a name in PascalCase apart."""
    return tuple(fold(each) for each in _WORD.findall(text))
