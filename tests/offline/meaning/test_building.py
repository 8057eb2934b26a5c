"""What is done becomes use cases, functions and flows in the legal form; order is kept, and nobody is made up."""

from __future__ import annotations

import pytest

from tests.offline.meaning.readings import clause, it, made, meant, phrase, say, sentence, verb


@pytest.mark.requirement("U-23")
def test_an_actor_does_something_and_the_system_goes_on() -> None:
    nodes, edges = say(
        "en", clause("weigh", doer="the baker", thing="the flour"), clause("knead", doer="the mixer", thing="the dough")
    )

    assert nodes == {
        "ACTOR Baker",
        "UC Weigh flour",
        "FCHAIN Weigh flour chain",
        "FUNC Weigh flour",
        "FLOW Flour",
        "FLOW Weigh flour result",
        "FUNC Knead dough",
        "MOD Mixer",
    }
    assert edges == {
        "Weigh flour -compose-> Weigh flour chain",
        "Weigh flour chain -compose-> Baker",
        "Weigh flour chain -compose-> Weigh flour",
        "Baker -io-> Flour",
        "Flour -io-> Weigh flour",
        "Flour -io-> Knead dough",
        "Weigh flour -io-> Weigh flour result",
        "Weigh flour result -io-> Knead dough",
        "Mixer -allocate-> Knead dough",
    }


@pytest.mark.requirement("U-23")
def test_the_same_in_german_and_french_with_names_in_their_own_order() -> None:
    german, _ = say(
        "de",
        clause("wiegen", doer="der Bäcker", thing="das Mehl"),
        clause("kneten", doer="der Mischer", thing="den Teig"),
    )
    french, _ = say(
        "fr",
        clause("peser", doer="le boulanger", thing="la farine"),
        clause("pétrir", doer="le mélangeur", thing="la pâte"),
    )

    assert german == {
        "ACTOR Bäcker",
        "UC Mehl wiegen",
        "FCHAIN Kette Mehl wiegen",
        "FLOW Mehl",
        "FUNC Mehl wiegen",
        "FLOW Ergebnis Mehl wiegen",
        "FUNC Teig kneten",
        "MOD Mischer",
    }
    assert french == {
        "ACTOR Boulanger", "UC Peser la farine", "FCHAIN Chaîne peser la farine", "FLOW Farine", "FUNC Pétrir la pâte", "FUNC Peser la farine", "FLOW Résultat peser la farine",
        "MOD Mélangeur",
    }  # fmt: skip


@pytest.mark.requirement("U-23")
def test_what_people_may_do_has_no_order_and_lists_are_several() -> None:
    nodes, edges = say(
        "en",
        clause(verb("rent", modality="ability"), doer="tourist and guest", thing="boats"),
        clause(verb("repair", modality="ability"), doer="tourist and guest", thing="boats"),
    )

    assert {each for each in nodes if each[:2] in {"UC", "AC", "FU"}} == {
        "ACTOR Tourist", "ACTOR Guest", "UC Rent boats", "UC Repair boats", "FUNC Rent boats", "FUNC Repair boats",
    }  # fmt: skip
    assert not any("result" in each for each in nodes)
    assert {"Rent boats chain -compose-> Tourist", "Rent boats chain -compose-> Guest"} <= edges


@pytest.mark.requirement("U-24")
def test_what_one_part_sends_another_goes_to_what_that_does_next() -> None:
    nodes, edges = say(
        "en",
        clause("send", doer="the depth probe", thing="readings", goal="the winch controller"),
        clause("stop", doer="the winch controller", thing="the drum"),
    )

    assert nodes == {"MOD Depth probe", "FUNC Send readings", "FLOW Readings", "MOD Winch controller", "FUNC Stop drum"}
    assert edges == {
        "Depth probe -allocate-> Send readings",
        "Send readings -io-> Readings",
        "Readings -io-> Stop drum",
        "Winch controller -allocate-> Stop drum",
    }


@pytest.mark.requirement("U-24")
def test_a_passive_chain_has_functions_in_order_and_no_actor() -> None:
    nodes, edges = say(
        "de",
        clause(verb("waschen", passive=True), thing="die Wolle"),
        clause(verb("spinnen", passive=True), thing="die Wolle"),
    )

    assert nodes == {"FUNC Wolle waschen", "FUNC Wolle spinnen", "FLOW Ergebnis Wolle waschen"}
    assert edges == {"Wolle waschen -io-> Ergebnis Wolle waschen", "Ergebnis Wolle waschen -io-> Wolle spinnen"}


@pytest.mark.requirement("U-29")
def test_somebody_of_unknown_kind_is_asked_and_nothing_of_the_sentence_is_built() -> None:
    said = sentence("en", clause(verb("frobnicate", known=False), doer="the blurgoner"))
    asked = meant(said)
    answered = meant(said, choices={("whatIs", "Blurgoner"): "module"})

    assert [(each.code, each.text, each.alternatives, each.weight) for each in asked.doubts] == [
        ("whatIs", "Blurgoner", ("actor", "module", "system"), "asks")
    ]
    assert asked.draft.operations == []
    assert made(answered)[0] == {"MOD Blurgoner", "FUNC Frobnicate blurgoner"}


@pytest.mark.requirement("U-29")
def test_a_pronoun_of_which_nobody_knows_is_asked_and_never_a_name() -> None:
    asked = meant(sentence("fr", clause("peser", doer="le boulanger", thing=it(word="la"))))

    assert [(each.code, each.text) for each in asked.doubts] == [("whoIsIt", "la")]
    assert asked.draft.operations == []


@pytest.mark.requirement("U-23")
def test_a_pronoun_is_what_it_stands_for() -> None:
    loaf = phrase("the loaf")
    nodes, _ = say("en", clause("bake", doer="the oven", thing=loaf), clause("cool", doer="the cooler", thing=it(loaf)))

    assert nodes == {"MOD Oven", "MOD Cooler", "FUNC Bake loaf", "FUNC Cool loaf", "FLOW Bake loaf result"}


@pytest.mark.requirement("U-27")
def test_a_denied_deed_builds_nothing_and_is_said() -> None:
    result = meant(
        sentence(
            "de",
            clause(verb("öffnen", negated=True), doer="der Gast", thing="das Tor", text="Der Gast öffnet das Tor nie"),
        )
    )

    assert (result.draft.operations, result.left_out) == ([], ("Der Gast öffnet das Tor nie",))


@pytest.mark.requirement("U-25")
def test_wholes_have_parts_data_has_fields_and_parts_carry_functions() -> None:
    assert say("fr", clause("comprendre", doer="le moulin", thing="une roue, une meule et un tamis")) == (
        {"SYS Moulin", "MOD Roue", "MOD Meule", "MOD Tamis"},
        {"Moulin -compose-> Roue", "Moulin -compose-> Meule", "Moulin -compose-> Tamis"},
    )
    [permit] = meant(
        sentence("de", clause("enthalten", doer="der Angelschein", thing="Nummer, Name und Datum"))
    ).draft.operations
    assert (permit.node_type, permit.name, permit.attributes["struct"]) == (  # type: ignore[union-attr]
        "SCHEMA", "Angelschein", '{"Nummer": "string", "Name": "string", "Datum": "string"}',
    )  # fmt: skip
    assert say("en", clause("happen", doer="milling", place="the drive unit")) == (
        {"FUNC Milling", "MOD Drive unit"}, {"Drive unit -allocate-> Milling"},
    )  # fmt: skip


@pytest.mark.requirement("U-26")
def test_a_demand_is_a_proposed_requirement_word_for_word() -> None:
    text = "The kiln shall not exceed 900 °C."
    demand = clause(verb("exceed", modality="demand", negated=True), doer="the kiln", value="900 °C", text=text[:-1])
    result = meant(sentence("en", demand, text=text))

    assert result.proposes
    [made_one] = result.draft.operations
    assert (made_one.node_type, made_one.name, made_one.attributes) == (  # type: ignore[union-attr]
        "REQ", "Kiln exceed", {"kind": "constraint", "text": text},
    )  # fmt: skip
