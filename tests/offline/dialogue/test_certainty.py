"""Why a sentence may have been misread: each doubt on a reading written by hand, beside one that is sure."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.grammar.records import Doubt, Measure, MessageReading, SentenceReading, SpokenClause, SpokenRole
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, load
from graphwright.offline.dialogue.accounting import unaccounted
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import DEEDS, READ_AS, means
from graphwright.text.folding import fold
from tests.graph.build import graph_of
from tests.offline.meaning.readings import clause, it, phrase, sentence, verb

pytestmark = pytest.mark.requirement("U-91")


def doubts(
    *sentences: SentenceReading, graph: Graph | None = None, choices: dict[tuple[str, str], str] | None = None
) -> dict[str, str]:
    """The codes of the doubts with their words."""
    model = graph or graph_of()
    reading = MessageReading(sentences, sentences[0].language)
    found = misreadings(reading, means(reading, model, NodeIndex(model), choices=choices or {}))
    assert all(each == Doubt(each.code, 0, sentences[0].end, each.text, (), "shows") for each in found)
    return {each.code: each.text for each in found}


def open_points(said: SentenceReading) -> dict[str, str]:
    """The codes of what makes a sentence that is sure only a proposal, with their words."""
    model, reading = graph_of(), MessageReading((said,), said.language)
    assert doubts(said) == {}
    return {each.code: each.text for each in unaccounted(reading, means(reading, model, NodeIndex(model)))}


def with_role(said: SpokenClause, name: Any, text: str) -> SpokenClause:
    """A clause with one more role, also of a name that it has."""
    return replace(said, roles=(*said.roles, SpokenRole(name=name, phrase=phrase(text))))


# A sentence in each language of which nothing is doubtful.
SURE = (
    sentence("en", clause("shear", doer="the shepherd", thing="the ram")),
    sentence("de", clause("scheren", doer="der Schäfer", thing="den Widder")),
    sentence("fr", clause("tondre", doer="le berger", thing="le bélier")),
)


@pytest.mark.parametrize("said", SURE, ids=LANGUAGES)
def test_a_plain_deed_is_sure(said):
    assert doubts(said) == {}


@pytest.mark.parametrize(
    ("sure", "another", "words"),
    [
        (SURE[0], "the fleece", "ram / fleece"),
        (SURE[1], "das Vlies", "Widder / Vlies"),
        (SURE[2], "la toison", "bélier / toison"),
    ],
    ids=LANGUAGES,
)
def test_two_things_of_one_verb_that_are_no_list_are_doubtful(sure, another, words):
    said = sentence(sure.language, with_role(sure.clauses[0], "thing", another))

    assert doubts(said)["twoThings"] == words


def test_a_list_is_one_thing():
    said = sentence("en", clause("shear", doer="the shepherd", thing="the ram and the ewe"))

    assert "twoThings" not in doubts(said)


@pytest.mark.parametrize(
    ("sure", "other", "itself"),
    [(SURE[0], "him", "himself"), (SURE[1], "ihn", "sich"), (SURE[2], "le", "se")],
    ids=LANGUAGES,
)
def test_only_a_reflexive_pronoun_means_who_does_it(sure, other, itself):
    [shears] = sure.clauses
    doer = shears.roles[0].phrase

    def found(word: str) -> dict[str, str]:
        return doubts(sentence(sure.language, clause(verb(shears.verb.lemma), doer=doer, thing=it(doer, word))))

    assert found(other)["wrongPronoun"] == f"{other} = {doer.name}"
    assert "wrongPronoun" not in found(itself)


def test_it_is_no_person():
    shepherd, loom = phrase("the shepherd"), phrase("the pump")

    assert "wrongPronoun" in doubts(sentence("en", clause("turn", doer=it(shepherd), thing="the wheel")))
    assert "wrongPronoun" not in doubts(sentence("en", clause("turn", doer=it(loom), thing="the wheel")))


@pytest.mark.parametrize(
    ("sure", "doers", "joined"),
    [
        (SURE[0], "the shepherd, the nurse", "the shepherd and the nurse"),
        (SURE[1], "der Schäfer, der Arzt", "der Schäfer und der Arzt"),
        (SURE[2], "le berger, le médecin", "le berger et le médecin"),
    ],
    ids=LANGUAGES,
)
def test_doers_with_only_a_comma_between_them_are_doubtful(sure, doers, joined):
    listed = phrase(joined)

    def found(text: str) -> bool:
        said = clause(
            verb(sure.clauses[0].verb.lemma), doer=replace(listed, text=text), thing=sure.clauses[0].roles[1].phrase
        )
        return "bareList" in doubts(sentence(sure.language, said))

    assert found(doers)
    assert not found(joined)


@pytest.mark.parametrize(
    ("sure", "lost", "doer"),
    [
        (SURE[0], clause("eye", doer="the kestrel", thing="the lintel"), "kestrel"),
        (SURE[1], clause("beäugen", doer="der Turmfalke", thing="den Sims"), "Turmfalke"),
        (SURE[2], clause("guetter", doer="le faucon", thing="le linteau"), "faucon"),
    ],
    ids=LANGUAGES,
)
def test_a_clause_of_which_nothing_is_kept_is_doubtful(sure, lost, doer):
    said = sentence(sure.language, sure.clauses[0], replace(lost, hedged=True))  # what is mused about states nothing

    assert doubts(said) == {"lostPart": doer}


@pytest.mark.parametrize(
    ("sure", "rest"),
    [
        (SURE[0], "chimneys, jackdaws, gargoyles, belfry"),
        (SURE[1], "Schlote, Dohlen, Wasserspeier, Glockenstube"),
        (SURE[2], "cheminées, choucas, gargouilles, beffroi"),
    ],
    ids=LANGUAGES,
)
def test_a_sentence_of_which_half_is_lost_is_only_proposed(sure, rest):
    said = replace(sure, text=f"{sure.text} {rest}", end=len(sure.text) + len(rest) + 1)

    assert open_points(said) == {"halfLost": fold(rest)}
    assert open_points(replace(said, text=f"{sure.text} {rest.rpartition(', ')[0]}")) == {}


def test_where_somebody_comes_or_goes_may_be_left_out():
    said = sentence("en", SURE[0].clauses[0], clause("go", doer="the kestrel", place="the lintel"))

    assert "lostPart" not in doubts(said)


def test_a_pascal_case_name_keeps_the_words_that_it_holds():
    graph = graph_of("WoolWash:FUNC", "RamPen:MOD", "RamPen -allocate-> WoolWash", "EwePen:MOD")

    assert doubts(SURE[0], graph=graph) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", range(2))
def test_who_is_not_sure_is_asked(language, place):
    word = sorted(load(language, "meaning", "phrases", dict[str, str])["unsure"].split(", "))[place]
    said = SURE[LANGUAGES.index(language)]

    assert doubts(replace(said, text=f"{said.text} {word}")) == {"unsure": word}


@pytest.mark.parametrize(
    ("doer", "doubtful"), [("arrivage", True), ("l'horticulteur", False), ("arrivage et horticulteur", False)]
)
def test_a_french_doer_without_an_article_may_be_a_deed(doer, doubtful):
    said = sentence("fr", clause("réceptionner", doer=doer, thing="les bulbes"))
    graph = graph_of("Arrivage:ACTOR", "Horticulteur:ACTOR")

    assert ("deedAsDoer" in doubts(said, graph=graph)) is doubtful


@pytest.mark.parametrize(("doer", "doubtful"), [("winding the capstan", True), ("the capstan", False)])
def test_an_english_deed_with_its_object_is_nobody(doer, doubtful):
    said = sentence("en", clause("raise", doer=doer, thing="the anchor"))

    assert ("deedAsDoer" in doubts(said, graph=graph_of(f"{phrase(doer).name.capitalize()}:MOD"))) is doubtful


@pytest.mark.parametrize(
    ("language", "lemma", "whole", "part"),
    [
        ("en", "belong", "the astrolabe", "the alidade"),
        ("de", "gehören", "das Astrolab", "die Alhidade"),
        ("fr", "appartenir", "l'astrolabe", "l'alidade"),
    ],
    ids=LANGUAGES,
)
def test_belonging_is_no_deed(language, lemma, whole, part):
    """The whole was missed, so nothing could be composed."""
    said = clause(lemma, doer=part)
    graph = graph_of(f"{phrase(part).name.capitalize()}:MOD", f"{phrase(whole).name.capitalize()}:MOD")

    assert doubts(sentence(language, said), graph=graph)["belongingAsDeed"] == said.text


@pytest.mark.parametrize(
    ("language", "lemma", "doer", "thing"),
    [
        ("en", "hold", "the nurse", "the card"),
        ("de", "umfassen", "die Pflegerin", "den Griff"),
        ("fr", "composer", "le client", "le bouquet"),
    ],
    ids=LANGUAGES,
)
def test_what_a_person_holds_is_a_deed(language, lemma, doer, thing):
    said = sentence(language, clause(lemma, doer=doer, thing=thing))

    assert "belongingAsDeed" not in doubts(said)


@pytest.mark.parametrize(
    ("language", "lemma", "doer", "helper"),
    [
        ("en", "quern", "miller", "may quern"),
        ("de", "schroten", "müllerin", "darf schroten"),
        ("fr", "égrugera", "meunier", "peut égrugera"),
    ],
    ids=LANGUAGES,
)
def test_a_verb_that_nothing_proves_is_doubtful(language, lemma, doer, helper):
    graph = graph_of(f"{doer.capitalize()}:ACTOR")
    guessed = verb(lemma, known=False)
    doer = f"le {doer}" if language == "fr" else doer

    def found(said: SpokenClause) -> bool:
        return "unprovenVerb" in doubts(sentence(language, said), graph=graph)

    assert found(clause(guessed, doer=doer))
    assert not found(clause(guessed, doer=doer, thing="spelt"))
    assert not found(clause(replace(guessed, text=helper), doer=doer))
    assert not found(clause(replace(guessed, known=True), doer=doer))


@pytest.mark.parametrize(
    ("language", "lemma", "whole", "data", "part"),
    [
        ("en", "hold", "the hutch", "the price", "the hinge"),
        ("de", "enthalten", "der Stall", "das Datum", "das Scharnier"),
        ("fr", "contenir", "le clapier", "la date", "la charnière"),
    ],
    ids=LANGUAGES,
)
def test_data_among_the_parts_are_doubtful(language, lemma, whole, data, part):
    parts = f"{part}{ {'en': ' and ', 'de': ' und ', 'fr': ' et '}[language] }{data}"
    said = clause(lemma, doer=whole, thing=parts)

    assert doubts(sentence(language, said))["dataAsPart"] == phrase(data).name
    assert "dataAsPart" not in doubts(sentence(language, clause(lemma, doer=whole, thing=part)))


@pytest.mark.parametrize(("language", "word"), [("en", "shall"), ("de", "muss"), ("fr", "doit")])
def test_a_number_alone_demands_nothing(language, word):
    """`Above 8 bar the keeper lowers the flag`: a limit in a condition, and a deed without any."""
    limit = Measure(text="8 bar", number=8, start=0, end=5, unit="bar", bound="atLeast")
    deed = clause("hiss", doer="the keeper", thing="the pennant")
    said = sentence(language, replace(clause("hum", doer="the boiler"), measures=(limit,)), deed)
    demanded = replace(deed, verb=verb(word, modality="demand"))

    assert doubts(said) == {"noDuty": deed.text}
    assert doubts(replace(said, clauses=(said.clauses[0], demanded))) == {}


@pytest.mark.parametrize(
    ("language", "lemma", "doer", "thing"),
    [
        ("en", "scrap", "the gardener", "the sundial"),
        ("de", "löschen", "der Gärtner", "die Sonnenuhr"),
        ("fr", "supprimer", "le jardinier", "le cadran"),
    ],
    ids=LANGUAGES,
)
def test_changing_what_exists_is_hardly_a_deed(language, lemma, doer, thing):
    """The order itself is known by its words; here it was said in others, and read as a deed."""
    said = sentence(language, clause(lemma, doer=doer, thing=thing, text=f"{doer} {thing}"))

    known, actor = (phrase(each).name.capitalize() for each in (thing, doer))
    assert doubts(said, graph=graph_of(f"{known}:MOD")) == {"orderAsDeed": said.clauses[0].text}
    assert doubts(said) == {}
    assert doubts(said, graph=graph_of(f"{known}:MOD {actor}:ACTOR")) == {}


@pytest.mark.parametrize(("sure", "no"), list(zip(SURE, ("No", "Nein", "Non"), strict=True)), ids=LANGUAGES)
def test_who_objects_wants_no_more_but_something_else(sure, no):
    said = replace(sure, text=f"{no}, {sure.text}")

    assert set(doubts(said)) == {"objection"}


@pytest.mark.parametrize(
    ("language", "modal", "doer", "beside"),
    [
        ("en", "shall", "the ferryman", "the ferry"),
        ("de", "müssen", "der Fährmann", "die Fähre"),
        ("fr", "devoir", "le passeur", "le bac"),
    ],
    ids=LANGUAGES,
)
def test_a_duty_of_which_nothing_is_made_is_doubtful(language, modal, doer, beside):
    """The whole would be a requirement; here the person chose to have it built."""
    duty = clause(verb(modal, modality="demand"), doer=doer)
    said = sentence(language, duty, clause("caulk", doer=doer, thing=beside))
    graph = graph_of(f"{phrase(doer).name.capitalize()}:ACTOR")

    assert doubts(said, graph=graph, choices={(READ_AS, said.text): DEEDS})["lostDuty"] == duty.text


@pytest.mark.parametrize(
    ("language", "lemma", "subject", "kind"),
    [
        ("en", "be", "the sluice", "a module"),
        ("de", "sein", "die Schleuse", "ein Modul"),
        ("fr", "être", "l'écluse", "un module"),
    ],
    ids=LANGUAGES,
)
def test_a_type_is_no_demand(language, lemma, subject, kind):
    said = with_role(clause(verb(lemma, copula=True, modality="recommendation"), doer=subject), "kind", kind)

    assert doubts(sentence(language, said)) == {"typeAsDemand": said.text}


@pytest.mark.parametrize(("sure", "speaker"), [(SURE[0], "we"), (SURE[1], "wir"), (SURE[2], "nous")], ids=LANGUAGES)
def test_who_speaks_may_tell_a_story(sure, speaker):
    told = clause(verb(sure.clauses[0].verb.lemma), doer=it(word=speaker), thing=sure.clauses[0].roles[1].phrase)

    assert doubts(sentence(sure.language, told)) == {"speakerAsDoer": told.text}


@pytest.mark.parametrize(("sure", "speaker"), [(SURE[0], "we"), (SURE[1], "wir"), (SURE[2], "nous")], ids=LANGUAGES)
def test_who_speaks_among_others_takes_part(sure, speaker):
    theirs = sure.clauses[0]
    told = clause(verb(theirs.verb.lemma), doer=it(word=speaker), thing=theirs.roles[1].phrase)

    assert doubts(sentence(sure.language, theirs, told)) == {}


@pytest.mark.parametrize(
    ("language", "lemma", "whole", "parts", "part"),
    [
        ("en", "contain", "the spinet", "components and jacks", "components"),
        ("de", "enthalten", "das Spinett", "Bestandteile und Springer", "Bestandteile"),
        ("fr", "contenir", "l'épinette", "composants et sautereaux", "composants"),
    ],
    ids=LANGUAGES,
)
def test_a_word_for_parts_is_no_name(language, lemma, whole, parts, part):
    said = clause(lemma, doer=whole, thing=parts)

    assert doubts(sentence(language, said)).get("kindAsName", "").lower() == part.lower()


@pytest.mark.parametrize(
    ("language", "lemma", "model"),
    [("en", "scrap", "the model"), ("de", "löschen", "das Modell"), ("fr", "supprimer", "le modèle")],
)
def test_who_speaks_of_the_model_orders_a_change(language, lemma, model):
    said = clause(lemma, thing="a gnomon", text=f"a gnomon, {model}")

    assert "orderAsDeed" in doubts(sentence(language, said))
    assert "orderAsDeed" not in doubts(sentence(language, replace(said, text="a gnomon")))


@pytest.mark.requirement("U-176")
@pytest.mark.parametrize(
    ("language", "lemma", "doer", "place"),
    [
        ("en", "belong", "the dial", "the lawn"),
        ("de", "gehören", "die Uhr", "der Rasen"),
        ("fr", "appartenir", "le cadran", "le pré"),
    ],
    ids=LANGUAGES,
)
def test_how_what_exists_belongs_together_is_hardly_a_requirement(language, lemma, doer, place):
    said = with_role(clause(lemma, doer=doer, text=f"{doer} {place}"), "place", place)
    assert said.verb is not None
    said = replace(said, verb=replace(said.verb, modality="demand"))
    names = [phrase(each).name.capitalize() for each in (doer, place)]

    assert "orderAsDeed" in doubts(sentence(language, said), graph=graph_of(*(f"{each}:MOD" for each in names)))
    assert "orderAsDeed" not in doubts(sentence(language, said))


@pytest.mark.requirement("U-176")
@pytest.mark.parametrize("said", SURE, ids=LANGUAGES)
def test_who_acts_hardly_has_the_name_of_a_deed_of_the_model(said):
    doer = next(role.phrase.name for role in said.clauses[0].roles if role.name == "doer").capitalize()

    found = doubts(said, graph=graph_of(f"{doer}:FUNC"))

    assert {code: text.capitalize() for code, text in found.items()} == {"otherOfName": doer, "untouched": doer}


@pytest.mark.requirement("U-181")
@pytest.mark.parametrize(
    ("language", "doer", "doubtful"),
    [
        ("en", "a press that is hot", True),
        ("en", "a hot press", False),
        ("de", "prüft ob sie heiß ist Presse", True),
        ("de", "eine heiße Presse", False),
        ("fr", "une presse qui est chaude", True),
        ("fr", "une presse à chaud", False),
    ],
)
def test_a_thing_is_hardly_called_by_a_clause(language, doer, doubtful):
    lemma = {"en": "press", "de": "pressen", "fr": "presser"}[language]
    thing = {"en": "the felt", "de": "den Filz", "fr": "le feutre"}[language]

    assert ("clauseAsName" in doubts(sentence(language, clause(lemma, doer=doer, thing=thing)))) is doubtful


@pytest.mark.requirement("U-181")
@pytest.mark.parametrize("said", SURE, ids=LANGUAGES)
def test_a_deed_of_the_model_that_is_named_has_to_do_with_what_is_made(said):
    text = f"{said.text} Felt trial"

    assert doubts(replace(said, text=text), graph=graph_of("Felt trial:TEST")).get("untouched") == "Felt trial"
    assert "untouched" not in doubts(replace(said, text=text), graph=graph_of("Felt trial:ACTOR"))
