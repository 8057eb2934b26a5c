"""What a clause leaves out and takes from another: subjects, objects, halves of verbs, who `I` or `whoever` is.

Here a clause is seen with the one it goes on from; what pronouns stand for, `references` says.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graphwright.grammar.clauses import ClauseDraft
from graphwright.grammar.forms import candidates
from graphwright.grammar.records import (
    RoleName,
    SpokenClause,
    SpokenPhrase,
    SpokenReference,
    SpokenRole,
    Token,
    VerbGroup,
)
from graphwright.grammar.roles import ClauseRoles, role_behind, taken_over
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, group_of, is_deed, is_finite, is_rest, is_verb, tagged_as
from graphwright.text.folding import fold


def verb_of(
    draft: ClauseDraft, chunks: Sequence[Chunk], followed: SpokenClause | None, rules: GrammarRules
) -> VerbGroup | None:
    """The verb group of a clause, with what it takes from the clause before: its verb, its modality, its voice."""
    earlier = followed.verb if followed is not None else None
    if draft.gapped:
        if earlier is None:
            return None
        return replace(earlier, taken_over=True, negated=earlier.negated and not _excepts(draft, rules))
    described = draft.reduced or (draft.opener is not None and is_deed(chunks))
    verb = group_of(chunks, rules, passive=described or (earlier is not None and earlier.passive))
    if verb is None or earlier is None:
        return verb
    if draft.link is None and _stands_in(verb, chunks, rules):
        return replace(
            earlier, text=verb.text, start=verb.start, end=verb.end, modality=verb.modality, negated=verb.negated,
            taken_over=True,
        )  # fmt: skip
    helpers = any(each.tag in {"auxiliary", "modal"} for each in chunks if isinstance(each, Token) and is_verb(each))
    own = any(isinstance(each, SpokenPhrase) for each in chunks[:1]) and not is_rest(chunks, rules)
    if verb.modality == "none" and earlier.modality != "none" and not helpers and not own:
        return replace(verb, modality=earlier.modality)
    return verb


def as_participle(
    draft: ClauseDraft, chunks: list[Chunk], followed: SpokenClause | None, rules: GrammarRules
) -> list[Chunk]:
    """The same row where its verb goes on with a passive: `is stamped and, if urgent, handed on`, `vom Koch ersetzt`.

    Behind a condition nothing but the clause before tells a participle from a verb of the same form.
    """
    if followed is None or followed.verb is None or not followed.verb.passive:
        return chunks
    verbs = [at for at, each in enumerate(chunks) if is_verb(each)]
    verb = chunks[verbs[0]] if len(verbs) == 1 and draft.link is None and draft.opener is None else None
    # A German main clause has its verb in the second place, and who does it stands free.
    last = rules.verb_last and len(chunks) > 1 and verbs == [len(chunks) - 1] and tagged_as(chunks[0], "preposition")
    first = not rules.verb_last and verbs == [0]
    if not isinstance(verb, Token) or verb.tag != "verb" or not (last or first) or "participle" in verb.features:
        return chunks
    found = next((each for each in candidates(verb.text, rules.language) if each.kind == "participle"), None)
    if found is None:
        return chunks
    lemma = verb.lemma if " " in verb.lemma else found.lemma
    told = replace(verb, lemma=lemma, features=verb.features - {"present", "third"} | found.features | {"participle"})
    return [told if each is verb else each for each in chunks]


def _excepts(draft: ClauseDraft, rules: GrammarRules) -> bool:
    """Does it begin with `only`?"""
    return any(rules.connectors.get(key(each)) == "only" for each in draft.before)


def _stands_in(verb: VerbGroup, chunks: Sequence[Chunk], rules: GrammarRules) -> bool:
    """Is it only a helper that stands for the verb of the clause before: `only the planner does`?"""
    verbs = [each for each in chunks if isinstance(each, Token) and is_verb(each)]
    helping = all(each.tag == "modal" or each.lemma in rules.verbs["do"] for each in verbs)
    last = chunks[-1] if chunks else None
    return (
        helping
        and isinstance(last, Token)
        and (is_verb(last) or last.tag in {"adverb", "negation"})
        and not verb.copula
    )


def completed(
    roles: ClauseRoles,
    draft: ClauseDraft,
    verb: VerbGroup | None,
    followed: SpokenClause | None,
    rules: GrammarRules,
) -> list[SpokenRole]:
    """The roles with what the clause leaves out: the subject of the clause before, the antecedent of a relative."""
    found = list(roles.roles)
    names = {each.name for each in found}
    if verb is None:
        return found
    subject: RoleName = "thing" if verb.passive else "doer"
    found = _gapped(found, draft, followed) if draft.gapped else found
    found = _told(_personal(found, draft, verb, rules), rules, draft)
    names = {each.name for each in found}
    if draft.antecedent is None and draft.link == "relative" and draft.opener is not None and subject not in names:
        return [SpokenRole(subject, _whoever(draft.opener)), *found]
    if draft.antecedent is not None and draft.link == "relative":
        before = _antecedent_role(draft, followed)
        name = before or _relative_role(draft, verb, subject if subject not in names else "thing", rules)
        word = draft.opener.text if draft.opener is not None else ""
        reference = SpokenReference(text=word or draft.antecedent.text, phrase=draft.antecedent)
        place = draft.antecedent
        phrase = SpokenPhrase(
            text=reference.text, name=place.name, head=place.head, start=place.start, end=place.end,
            plural=place.plural, refers_to=reference,
        )  # fmt: skip
        own = [SpokenRole(name, phrase, taken_over=draft.opener is None)] if name not in names else []
        shared = _shared(followed, draft) if before is not None and followed is not None and before != subject else None
        if shared is not None and subject not in names:
            own.insert(0, taken_over(replace(shared, name=subject)))
        return [*own, *found]
    if verb.taken_over and followed is not None and (not draft.gapped or _excepts(draft, rules)):
        found += [taken_over(each) for each in followed.roles if each.name not in names and each.name != subject]
    steps = any(each.kind == "arrow" for each in draft.before)
    if subject in names or steps or followed is None or followed.verb is None:
        return found
    shared = _shared(followed, draft)
    return found if shared is None else [taken_over(replace(shared, name=subject)), *found]


def _antecedent_role(draft: ClauseDraft, followed: SpokenClause | None) -> RoleName | None:
    """What the described is in the relative clause that this one goes on with: `die X prüft und weitergibt`."""
    if draft.opener is not None or draft.reduced or followed is None:
        return None
    for role in followed.roles:
        if role.phrase.refers_to and role.phrase.refers_to.phrase == draft.antecedent:
            return role.name
    return None


def _gapped(roles: list[SpokenRole], draft: ClauseDraft, followed: SpokenClause | None) -> list[SpokenRole]:
    """Of `sends the bill to the client and a copy to the bank` the copy is one more thing, not who sends."""
    joined = any(each.tag == "conjunction" for each in draft.before)
    given = followed is not None and (
        followed.mood == "order" or {"thing", "doer"} <= {each.name for each in followed.roles}
    )
    if not (joined and given and roles and roles[0].name in {"doer", "thing"}):
        return roles
    return [replace(roles[0], name="thing"), *roles[1:]]


def _relative_role(draft: ClauseDraft, verb: VerbGroup, usual: RoleName, rules: GrammarRules) -> RoleName:
    """What a relative is in its clause: `where` a place, `auquel` who is given something, `in which` a place."""
    opener = draft.opener
    if opener is None:
        return usual
    if draft.preposition is not None:
        return role_behind(draft.preposition, _whoever(opener), verb, rules)
    if key(opener) in words_of("places"):
        return "place"
    return "receiver" if key(opener) in words_of("given") else usual


def _shared(other: SpokenClause, draft: ClauseDraft) -> SpokenRole | None:
    """Whom a clause that leaves it out is said of: the subject of the other, or who is asked to do it."""
    if other.verb is None:
        return None
    if draft.link == "purpose" and fold(other.verb.lemma) in words_of("making") and is_deed(draft.chunks):
        asked = [each for name in ("receiver", "thing") for each in other.roles if each.name == name]
        if asked:
            return asked[0]
    theirs = "thing" if other.verb.passive else "doer"
    return next((each for each in other.roles if each.name == theirs), None)


def share_subjects(drafts: Sequence[ClauseDraft], clauses: list[SpokenClause]) -> None:
    """Who does what is said without a finite verb: `um den Elch zu verfolgen`, `before docking`, `when pressed`."""
    for number, draft in enumerate(drafts):
        clause = clauses[number]
        target = draft.target if draft.target is not None and draft.target < len(clauses) else None
        if target is None or clause.verb is None or draft.link in {"relative", "content"} or not is_deed(draft.chunks):
            continue
        subject: RoleName = "thing" if clause.verb.passive else "doer"
        shared = _shared(clauses[target], draft)
        if shared is None or any(each.name == subject for each in clause.roles):
            continue
        role = taken_over(replace(shared, name=subject))
        clauses[number] = replace(clause, mood="statement", roles=(role, *clause.roles))


def share_objects(drafts: Sequence[ClauseDraft], clauses: list[SpokenClause], rules: GrammarRules) -> None:
    """What verbs in a row have in common: `rehearse, record and publish songs`, `Lieder proben und aufnehmen`."""
    order = range(1, len(drafts)) if rules.verb_last else range(len(drafts) - 1, 0, -1)
    for number in order:
        draft = drafts[number]
        if draft.follows != number - 1 or draft.link is not None or draft.gapped:
            continue
        lacking, having = (number, number - 1) if rules.verb_last else (number - 1, number)
        bare = not any(
            isinstance(each, SpokenPhrase) or tagged_as(each, "number") for each in _behind_verb(drafts[lacking])
        )
        clause, other = clauses[lacking], clauses[having]
        thing = next((each for each in other.roles if each.name == "thing"), None)
        bare = bare and (rules.verb_last or bool(draft.chunks and is_verb(draft.chunks[0])))
        if not bare or thing is None or clause.verb is None or clause.verb.passive or clause.verb.copula:
            continue
        if fold(clause.verb.lemma) in words_of("objectless"):
            continue  # `le facteur sonne, remet le colis`
        helped = clause.verb.modality != "none" or not rules.verb_last
        if helped and all(each.name != "thing" for each in clause.roles) and other.verb is not None:
            clauses[lacking] = replace(clause, roles=(*clause.roles, taken_over(thing)))


def share_voice(drafts: Sequence[ClauseDraft], clauses: list[SpokenClause], rules: GrammarRules) -> None:
    """German: participles in front of their helper: `gefüllt und verziert wird sie danach vom Lehrling`."""
    for number in range(len(drafts) - 1, 0, -1):
        draft, clause, earlier = drafts[number], clauses[number], clauses[number - 1]
        joined = draft.follows == number - 1 and any(each.tag == "conjunction" for each in draft.before)
        if not rules.verb_last or not joined or clause.verb is None or not clause.verb.passive or earlier.verb is None:
            continue
        verbs = [each for each in draft.chunks if isinstance(each, Token) and is_verb(each)]
        is_fronted = len(verbs) > 1 and "participle" in verbs[0].features and is_finite(verbs[1])
        said = drafts[number - 1].chunks if is_fronted else []
        bare = [each for each in said if isinstance(each, Token) and is_verb(each)]
        own = tuple(each for each in earlier.roles if not each.taken_over)
        if len(bare) != 1 or "participle" not in bare[0].features or any(not each.preposition for each in own):
            continue
        shared = (taken_over(each) for each in clause.roles if each.name in {"thing", "doer"})
        verb = replace(earlier.verb, passive=True)
        clauses[number - 1] = replace(earlier, mood="statement", verb=verb, roles=(*own, *shared))


def _behind_verb(draft: ClauseDraft) -> list[Chunk]:
    """What stands in a clause from its verb on."""
    at = next((number for number, each in enumerate(draft.chunks) if is_verb(each)), 0)
    return list(draft.chunks[at:])


def is_none(phrase: SpokenPhrase) -> bool:
    """Is it `no ticket` or `nobody`, so that the verb is denied?"""
    return phrase.determiner == "no" or (phrase.refers_to is not None and fold(phrase.text) in words_of("negatives"))


def _whoever(token: Token) -> SpokenPhrase:
    """Who does it, when only `whoever` is said."""
    return SpokenPhrase(
        text=token.text, name=token.text, head=token.folded, start=token.start, end=token.end, tokens=(token,),
        refers_to=SpokenReference(text=token.text),
    )  # fmt: skip


def goes_on_with_verb(chunks: Sequence[Chunk], followed: SpokenClause | None, rules: GrammarRules) -> bool:
    """German: does the clause only go on with the verb before: `muss anhalten und die Tür öffnen`?"""
    if followed is None or followed.verb is None or not (followed.verb.modality != "none" or followed.verb.passive):
        return False
    return is_rest(chunks, rules)


def is_relative_subject(
    draft: ClauseDraft, chunks: Sequence[Chunk], followed: SpokenClause | None, rules: GrammarRules
) -> bool:
    """German: is a relative the subject of its clause? Its form says so, or that nothing else can be."""
    if not rules.verb_last or draft.link != "relative":
        return False
    if draft.opener is None:
        return _antecedent_role(draft, followed) == "doer"
    if draft.preposition is not None or key(draft.opener) in words_of("accusative") | words_of("dative"):
        return False
    firsts = {fold(each.text.partition(" ")[0]) for each in chunks if isinstance(each, SpokenPhrase)}
    return not firsts & words_of("nominative")


def asks_who(chunks: Sequence[Chunk], rules: GrammarRules, *, asks: bool) -> bool:
    """Is the subject itself asked for: `wer sendet die Rechnung`?"""
    first = chunks[0] if chunks else None
    if not asks or not isinstance(first, Token) or rules.asking.get(key(first)) != "who":
        return False
    return key(first) not in words_of("accusative") | words_of("dative") and len(chunks) > 1 and is_verb(chunks[1])


def _personal(roles: list[SpokenRole], draft: ClauseDraft, verb: VerbGroup, rules: GrammarRules) -> list[SpokenRole]:
    """The roles without the `it` that stands for nothing: `it must be possible to`, `il faut que`."""
    if verb.copula and len(roles) > 1 and fold(roles[0].phrase.text) in words_of("existence"):
        return [replace(each, name="thing") if each.name == "kind" else each for each in roles[1:]]
    able = any(isinstance(each, Token) and key(each) in rules.able for each in draft.chunks)
    if not able and not rules.impersonal & {fold(word) for word in verb.text.split()}:
        return roles
    return [each for each in roles if fold(each.phrase.text) not in words_of("dummies")]


def is_bare_need(verb: VerbGroup, roles: Sequence[SpokenRole], rules: GrammarRules) -> bool:
    """French `il faut une pompe`: something is needed, and nothing must be done or be so."""
    if fold(verb.text) not in rules.impersonal or verb.negated:
        return False
    things = [
        part for each in roles if each.name in {"thing", "doer"} for part in each.phrase.members or (each.phrase,)
    ]
    return bool(things) and all(each.determiner == "a" or each.count is not None for each in things)


def is_story(draft: ClauseDraft, rules: GrammarRules) -> bool:
    """Does it begin as user stories do: `As a listener I want`?"""
    first = draft.chunks[0] if draft.chunks else None
    return isinstance(first, Token) and key(first) in rules.story


def _told(roles: list[SpokenRole], rules: GrammarRules, draft: ClauseDraft) -> list[SpokenRole]:
    """A user story: who `I` is, `As a listener I want ...`."""
    if not is_story(draft, rules):
        return roles
    teller = next((each for each in roles if each.name == "kind"), None)
    speaker = next((each for each in roles if each.name == "doer" and each.phrase.refers_to is not None), None)
    if teller is None or speaker is None:
        return roles
    rest = [each for each in roles if each is not teller and each is not speaker]
    return [SpokenRole("doer", teller.phrase), *rest]
