"""What a question asks: language, intent, topic, names, sizes; no list of cities or laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.inquiry.understanding import MAX_ENTITIES, MAX_KEYWORDS, understand


@pytest.mark.requirement("C-21", "WC-21", "K-18")
@pytest.mark.parametrize(
    ("question", "language", "intent", "topic"),
    [
        ("Ist für meinen Carport eine Baugenehmigung nötig?", "de", "permission", "Carport"),
        ("Brauche ich für eine Garage eine Genehmigung?", "de", "permission", "Garage"),
        ("Wer ist für den Bebauungsplan zuständig?", "de", "responsibility", "Bebauungsplan"),
        ("Wie hoch darf ein Zaun sein?", "de", "permission", "Zaun"),
        ("Was ist der Unterschied zwischen Innenbereich und Außenbereich?", "de", "comparison", "Unterschied"),
        ("Does the brake controller need a second sensor?", "en", "permission", "brake"),
        ("What does ValidateOrder do?", "en", "definition", "ValidateOrder"),
        ("How is an order shipped?", "en", "procedure", "order"),
        ("Why does the pump stop?", "en", "cause", "pump"),
        ("Faut-il un permis de construire pour mon abri ?", "fr", "permission", "permis"),
        ("Qui est responsable du dossier ?", "fr", "responsibility", "dossier"),
        ("Combien coûte le dossier ?", "fr", "quantity", "dossier"),
        ("Elephants", "en", "open", "Elephants"),
    ],
)
def test_a_question_is_understood_by_how_it_is_put(question, language, intent, topic):
    nlp = understand(question)
    assert (nlp.language, nlp.intent, nlp.parsed_query.main_topic) == (language, intent, topic)


@pytest.mark.requirement("C-21", "K-18")
@pytest.mark.parametrize(
    ("question", "keywords"),
    [
        ("Untersuche, ob für meinen Carport eine Baugenehmigung nötig ist", ["Carport", "Baugenehmigung"]),
        ("Please investigate whether the pump stops", ["pump", "stops"]),
        ("Vérifie si le dossier est complet", ["dossier", "complet"]),
    ],
)
def test_the_verb_that_orders_an_investigation_is_nothing_to_find(question, keywords):
    assert understand(question).parsed_query.keywords == keywords


@pytest.mark.requirement("C-21", "WC-21")
def test_names_are_known_by_how_they_are_written_and_by_what_the_project_calls_its_things():
    nlp = understand(
        'Gilt § 35 Abs. 2 BauGB für "Kleiner Schuppen", ValidateOrder und die Pumpe Nord?',
        known=["Pumpe Nord", "Ventil Süd"],
    )
    assert set(nlp.entities) >= {"§ 35 Abs. 2 BauGB", "Kleiner Schuppen", "ValidateOrder", "Pumpe Nord"}
    assert "Ventil Süd" not in nlp.entities


@pytest.mark.requirement("C-21")
def test_a_size_is_a_size_and_no_topic():
    nlp = understand("Ist für meinen Carport von 45 m² eine Baugenehmigung nötig?")
    assert [(size.about, size.value, size.unit) for size in nlp.quantities] == [("Carport", 45, "m²")]
    assert nlp.parsed_query.keywords == ["Carport", "Baugenehmigung"]


@pytest.mark.requirement("C-21")
@pytest.mark.parametrize(
    ("question", "complexity", "sentiment"),
    [
        ("Zaun?", "low", "neutral"),
        ("Welche Abstände gelten für Garagen und Hecken an der Grenze zum Nachbarn?", "medium", "neutral"),
        ("Dringend: Darf ich den Zaun bauen!!", "low", "urgent"),
        (
            "Welche Unterlagen verlangt der Kreis, wer entscheidet, welche Fristen gelten, und wie hören Nachbarn davon?",
            "high",
            "neutral",
        ),
    ],
)
def test_how_much_is_asked_and_how_urgently(question, complexity, sentiment):
    nlp = understand(question)
    assert (nlp.estimated_complexity, nlp.sentiment) == (complexity, sentiment)


@pytest.mark.requirement("C-21", "R-11")
@given(st.text(max_size=400), st.lists(st.text(max_size=30), max_size=5))
def test_any_text_is_a_question_within_bounds(question, known):
    nlp = understand(question, known=known)
    assert len(nlp.entities) <= MAX_ENTITIES
    assert len(nlp.parsed_query.keywords) <= MAX_KEYWORDS
    assert understand(question, known=known) == nlp
