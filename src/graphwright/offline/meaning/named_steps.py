"""Steps that are only named: by nouns, `sorting, then drying`, or between arrows, `mix batch -> melt glass`."""

from __future__ import annotations

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import Casting
from graphwright.offline.meaning.deeds import DeedStep
from graphwright.offline.meaning.likely import can_be_somebody
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.orders.pieces import verb_forms
from graphwright.offline.meaning.stated import Chaining, Doing, Proceeding
from graphwright.offline.meaning.vocabulary import vocabulary


def proceeding_steps(said: Proceeding, casting: Casting, make: Maker) -> list[DeedStep]:
    """Steps that are named by nouns: each a function of what carries it out."""
    clause = SpokenClause(index=0, kind="main", mood="statement", text=said.sentence.text, start=0, end=0)
    found: list[DeedStep] = []
    for phrase, carriers in said.steps:
        cast = [casting.participant(each, make.language) for each in carriers]
        cast = [
            each if each.node_type or can_be_somebody(each.phrase, make.language) else each._replace(node_type="MOD")
            for each in cast
        ]
        for each in cast:
            if each.node_type is None:
                casting.asked(each, make.language)
        doing = Doing(said.sentence, clause, carriers, "", None, allowed=not said.in_turn)
        found.append(
            DeedStep(doing, vocabulary(make.language), make, name_of(phrase), said.sentence.text, cast, [], None)
        )
    return found


def chain_steps(said: Chaining, casting: Casting, make: Maker) -> list[DeedStep]:
    """Arrows as deeds that follow each other: what takes part has a function that passes on what it gets."""
    clause = SpokenClause(index=0, kind="main", mood="statement", text=said.sentence.text, start=0, end=0)
    found: list[DeedStep] = []
    members_cast = [casting.participant(each, make.language) for each in said.members]
    # `Order -> cook -> serve`, `mix batch -> melt glass`: among steps a person or a part is the name of a step too.
    deeds = [_begins_as_deed(each, make.language) for each in said.members]
    named = [known.node_type is None or deed for known, deed in zip(members_cast, deeds, strict=True)]
    are_steps = sum(named) * 2 > len(named)
    for phrase, known, is_deed in zip(said.members, members_cast, deeds, strict=True):
        is_word = known.node_type == "ACTOR" or is_deed
        is_step = are_steps and known.node is None and is_word and phrase.determiner == "none"
        cast = known._replace(node_type=None) if is_step else known
        doing = Doing(said.sentence, clause, (phrase,) if cast.node_type else (), "", None)
        doers = [cast] if cast.node_type else []
        name = name_of(phrase) if not doers or cast.node_type == "ACTOR" else make.called(make.names.handle, cast.name)
        found.append(DeedStep(doing, vocabulary(make.language), make, name, said.sentence.text, doers, [], None))
    return found


def _begins_as_deed(phrase: SpokenPhrase, language: Language) -> bool:
    """Does it stand like a deed, its verb where the language has it: `mix batch`, `mettre en flacon`, `Teig kneten`?

    A verb alone is one where its form is that of no noun: `boucher`, `ausrollen`; English `pump` is both.
    """
    words = (phrase.name or phrase.text).split()
    if len(words) < 2:  # noqa: PLR2004 a verb and what it is done to
        read = candidates(phrase.text, language) if language != "en" and phrase.text.islower() else ()
        return any(each.kind == "infinitive" and each.known for each in read)
    forms = verb_forms(words[-1 if language == "de" else 0].lower(), language)
    return any(form == "infinitive" or (form == "other" and language == "en") for form, _ in forms)
