"""Names of the model that hold a word which is none elsewhere: `to the pot still`, where `still` looks like an adverb.

The grammar knows no model, so such a phrase ends before its name does; here it is given all of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading, SpokenPhrase
from graphwright.offline.meaning.matching import NodeIndex


def with_known_names(sentence: SentenceReading, index: NodeIndex) -> SentenceReading:
    """The sentence with each phrase as long as the name that it begins; itself where none is longer."""
    at = sentence.start
    ends = {at + each.end: at + each.start for each in index.named_in(sentence.text)}

    def whole(phrase: SpokenPhrase) -> SpokenPhrase:
        if phrase.members:
            return replace(phrase, members=tuple(map(whole, phrase.members)))
        if phrase.refers_to is not None or phrase.quoted:
            return phrase
        end = next((end for end, start in ends.items() if phrase.start <= start < phrase.end < end), None)
        more = "" if end is None else sentence.text[phrase.end - at : end - at]
        if end is None or not more.startswith(" "):
            return phrase
        of = None if phrase.of is None else whole(phrase.of)
        head = more.split()[-1] if of is None else phrase.head
        return replace(phrase, text=phrase.text + more, name=phrase.name + more, head=head, end=end, of=of)

    clauses = tuple(
        replace(clause, roles=tuple(replace(role, phrase=whole(role.phrase)) for role in clause.roles))
        for clause in sentence.clauses
    )
    return sentence if clauses == sentence.clauses else replace(sentence, clauses=clauses)
