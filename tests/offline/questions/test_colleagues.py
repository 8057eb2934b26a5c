"""Questions about six small models as colleagues ask them: other words, half sentences, whole clauses, claims."""

from __future__ import annotations

import pytest

from tests.offline.questions.small_models import (
    BREWERY,
    FERRY,
    LAUNDRY,
    LIFT,
    MUSEUM,
    NOTHING,
    OFFICE,
    PORT,
    Asked,
    check,
)


@pytest.mark.requirement("U-440")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "whose job is it to direct the cars?", {"Deckhand"}, {"Cashier (", "Skipper ("}),
        (LIFT, "whose job is slowing down the chair?", {"Operator"}, {"Skier"}),
        (BREWERY, "wessen Aufgabe ist das Brauen?", {"Braumeister"}, {"Fahrer", "Wirtin"}),
        (MUSEUM, "wem obliegt das Restaurieren der Bilder?", {"Restaurator"}, {"Aufsicht"}),
        (LAUNDRY, "à qui revient le repassage des draps ?", {"Repasseuse"}, {"Chauffeur"}),
        (LAUNDRY, "c'est le boulot de qui, de repasser les draps ?", {"Repasseuse"}, NOTHING),
        (FERRY, "whose responsibility is scanning?", {"Gate post"}, NOTHING),
        (BREWERY, "welches Bauteil übernimmt das Schroten des Malzes?", {"Schrotmühle"}, NOTHING),
        (MUSEUM, "Wer ist es, der den Leihvertrag prüft?", {"Kuratorin"}, NOTHING),
        (PORT, "par quel appareil la caisse est-elle pesée ?", {"Bascule"}, NOTHING),
        (BREWERY, "Wer braut das Bier und wer liefert es aus?", {"Braumeister", "Fahrer"}, NOTHING),
    ],
)
def test_whose_task_it_is_is_asked_in_any_words(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-441")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Was kommt eigentlich nach dem Schroten?", {"Maische erhitzen"}, NOTHING),
        (BREWERY, "und was passiert im Anschluss an das Kochen der Würze?", {"Bier abfüllen"}, NOTHING),
        (MUSEUM, "was schließt sich an die Einlagerung an?", {"Bild restaurieren"}, NOTHING),
        (FERRY, "And once the ticket is scanned, what's next?", {"Open gate"}, NOTHING),
        (LIFT, "After the pass has been checked, what happens then?", {"Open turnstile"}, NOTHING),
        (LAUNDRY, "et derrière la pesée, il y a quoi ?", {"Doser la lessive"}, NOTHING),
        (PORT, "que fait-on à la suite de la pesée ?", {"Inspecter le poisson"}, NOTHING),
        (LIFT, "what does measuring the wind lead to?", {"Stop lift"}, NOTHING),
        (PORT, "quand la caisse est pesée, la suite c'est quoi ?", {"Inspecter"}, NOTHING),
    ],
)
def test_what_comes_before_and_after_a_deed_that_is_said_as_a_noun_or_a_clause(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-442")
@pytest.mark.parametrize(
    "asked",
    [
        (BREWERY, "Wo ist Malz schroten untergebracht?", {"Schrotmühle"}, NOTHING),
        (BREWERY, "auf welchem Gerät läuft denn die Steuermeldung? Also Steuer melden", {"Büro-PC"}, NOTHING),
        (MUSEUM, "wo ist Feuchte messen angesiedelt?", {"Fühler"}, NOTHING),
        (FERRY, "where does Open gate live?", {"Gate post"}, NOTHING),
        (FERRY, "what is the scale plate mounted in?", {"Gate post"}, NOTHING),
        (LIFT, "where is Check pass housed right now?", {"Chip reader"}, NOTHING),
        (LAUNDRY, "où est logée la fonction Peser le sac ?", {"Balance"}, NOTHING),
        (PORT, "sur quel module a-t-on mis Refroidir la halle ?", {"Groupe froid"}, NOTHING),
        (LAUNDRY, "qu'est-ce qu'on trouve dans la machine ?", {"Tambour"}, NOTHING),
        (FERRY, "in which box does Weigh car sit?", {"Scale plate"}, NOTHING),
        (FERRY, "whereabouts is Print ticket implemented?", {"Ticket booth"}, NOTHING),
        (BREWERY, "Steuer melden, wo findet das statt?", {"Büro-PC"}, NOTHING),
        (MUSEUM, "was beherbergt Bild einlagern?", {"Depot"}, NOTHING),
    ],
)
def test_where_something_is_housed_and_what_is_in_it(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-443")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "so how many modules are in there by now?", {"4"}, NOTHING),
        (BREWERY, "auf wie viele Akteure sind wir mittlerweile gekommen?", {"4"}, NOTHING),
        (LAUNDRY, "on en est à combien de modules ?", {"5"}, NOTHING),
        (LAUNDRY, "la machine, elle porte combien de fonctions ?", {"2"}, NOTHING),
        (LIFT, "run me through the modules please", {"Drive", "Wind mast"}, NOTHING),
        (LIFT, "what still isn't covered by any test?", {"Safe stop"}, {"Quick entry"}),
        (BREWERY, "bleiben noch Funktionen ohne Modul übrig?", {"Fass etikettieren"}, {"Malz schroten"}),
        (LAUNDRY, "Est-ce qu'il reste des exigences sans test ?", {"Délai", "Température de lavage"}, {"Dosage juste"}),
        (MUSEUM, "wie viele Funktionen sind's denn inzwischen?", {"7"}, NOTHING),
    ],
)
def test_what_is_left_without_something_and_how_many_there_are(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-444")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "suppose the gate post dies, what's affected?", {"Open gate"}, NOTHING),
        (LIFT, "if the wind mast were gone, what then?", {"Measure wind"}, NOTHING),
        (BREWERY, "angenommen die Abfüllanlage fällt weg, was hängt da alles dran?", {"Bier abfüllen"}, NOTHING),
        (MUSEUM, "mal angenommen, wir schaffen den Fühler ab: was trifft das alles?", {"Feuchte messen"}, NOTHING),
        (LAUNDRY, "Si on supprimait la balance, quelles seraient les conséquences ?", {"Peser le sac"}, NOTHING),
        (PORT, "en cas de panne du groupe froid, qu'est-ce qui s'arrête ?", {"Refroidir la halle"}, NOTHING),
        (FERRY, "what else is hit if we drop Scan ticket?", {"Gate release"}, NOTHING),
        (MUSEUM, "wenn das Depot abbrennt, was fehlt uns dann?", {"Bild einlagern"}, NOTHING),
        (PORT, "et si on se débarrassait de l'imprimante ?", {"Étiqueter le lot"}, NOTHING),
    ],
)
def test_what_is_lost_when_something_is_gone(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-445")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "what does the passenger hand to the ticket printing?", {"Payment"}, NOTHING),
        (FERRY, "what ends up with the deckhand?", {"Lane number"}, NOTHING),
        (BREWERY, "für wen ist die Steuermeldung bestimmt?", {"Zollamt"}, NOTHING),
        (MUSEUM, "was reicht der Leihgeber ein?", {"Leihvertrag"}, NOTHING),
        (FERRY, "have we planned a test for the boarding time?", {"Trial boarding"}, {"Count drill"}),
        (
            BREWERY,
            "über welche Schritte läuft das vom Schroten bis zum Abfüllen?",
            {"Maische erhitzen", "Würze kochen"},
            NOTHING,
        ),
        (BREWERY, "ist für die Kochzeit ein Test vorgesehen?", {"Kochprobe"}, NOTHING),
        (MUSEUM, "wie kommt der Leihvertrag vom Leihgeber bis zum Restaurieren?", {"Bild einlagern"}, NOTHING),
        (MUSEUM, "haben wir für die Alarmzeit einen Nachweis eingeplant?", {"Alarmübung"}, NOTHING),
        (LAUNDRY, "par quelles étapes passe-t-on du tri à l'essorage ?", {"Doser la lessive", "Peser le sac"}, NOTHING),
        (LAUNDRY, "a-t-on prévu un test pour le dosage juste ?", {"Essai de dosage"}, NOTHING),
        (FERRY, "what comes out of Scan ticket?", {"Gate release"}, NOTHING),
        (LIFT, "what goes from Measure wind to Stop lift?", {"Wind speed"}, NOTHING),
        (PORT, "qu'est-ce qui passe de la pesée à l'inspection ?", {"Poids"}, NOTHING),
        (PORT, "le certificat part où ?", {"Étiqueter le lot"}, NOTHING),
    ],
)
def test_what_goes_from_one_to_the_other_and_over_which_steps(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-446")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "how many tonnes of cars can the ship take at most?", {"120 t"}, NOTHING),
        (LIFT, "from what wind speed on do we stop?", {"60 km/h"}, NOTHING),
        (BREWERY, "bis wann muss die Steuer gemeldet sein?", {"7. des Monats"}, NOTHING),
        (BREWERY, "wie lang muss die Würze mindestens kochen?", {"60 Minuten"}, NOTHING),
        (MUSEUM, "was ist die Obergrenze bei der Feuchte?", {"55 %"}, NOTHING),
        (LAUNDRY, "d'ici quand le linge doit-il être rendu ?", {"24 heures"}, NOTHING),
        (LAUNDRY, "la lessive est dosée à combien près ?", {"5 g"}, NOTHING),
        (PORT, "quelle est la température maximale dans la halle ?", {"4 °C"}, NOTHING),
        (PORT, "au bout de combien de temps le pêcheur touche-t-il son argent ?", {"3 jours"}, NOTHING),
        (FERRY, "what's the max load?", {"120 t"}, NOTHING),
        (MUSEUM, "wie viel muss die Wand tragen?", {"80 kg"}, NOTHING),
        (LAUNDRY, "il faut laver les draps à combien ?", {"60 °C"}, NOTHING),
        (PORT, "il doit faire combien dans la halle, au maximum ?", {"4 °C"}, NOTHING),
    ],
)
def test_a_deadline_or_a_limit_is_found_by_what_it_is(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-447")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "and the coffee, who sells that?", {"coffee"}, NOTHING),
        (LIFT, "what about the helicopter, who flies it?", {"helicopter"}, NOTHING),
        (BREWERY, "Haben wir jemanden, der die Flaschen wäscht?", {"Flaschen"}, NOTHING),
        (BREWERY, "und die Limonade, wer macht die?", {"Limonade"}, NOTHING),
        (LAUNDRY, "et les rideaux, c'est lavé par qui ?", {"rideaux"}, NOTHING),
        (LAUNDRY, "est-ce que quelqu'un s'occupe du parking ?", {"parking"}, NOTHING),
        (PORT, "le sel, il vient d'où ?", {"sel"}, NOTHING),
        (LIFT, "where's the first aid room?", {"first aid room"}, NOTHING),
        (BREWERY, "Gibt es irgendwen, der den Hopfen bestellt?", {"Hopfen"}, NOTHING),
        (MUSEUM, "wo steht bei uns der Kaffeeautomat?", {"Kaffeeautomat"}, NOTHING),
        (LAUNDRY, "on a quelqu'un pour les tapis ?", {"tapis"}, NOTHING),
        (PORT, "et les homards, qui les pèse ?", {"homards"}, NOTHING),
    ],
)
def test_of_what_nothing_is_called_so_that_is_said_and_nothing_else_denied(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-448")
@pytest.mark.parametrize(
    "asked",
    [
        (FERRY, "explain the weighing of the cars to me again", {"does not list"}, NOTHING),
        (BREWERY, "erklär mir nochmal kurz das Kochen der Würze", {"Keime"}, NOTHING),
        (LAUNDRY, "explique-moi encore le dosage de la lessive", {"Selon le poids"}, NOTHING),
        (FERRY, "I'd like to know whether the gate post opens the gate", {"Gate post", "Yes"}, NOTHING),
        (BREWERY, "stimmt es, dass das Sudhaus die Würze kocht?", {"Ja"}, NOTHING),
        (LAUNDRY, "est-il vrai que la machine dose la lessive ?", {"Oui"}, NOTHING),
        (PORT, "j'aimerais savoir si le vétérinaire inspecte le poisson", {"Oui"}, NOTHING),
        (LIFT, "does the drive carry more than the gate?", {"Yes"}, NOTHING),
        (BREWERY, "trägt das Sudhaus mehr als die Abfüllanlage?", {"Ja"}, NOTHING),
        (BREWERY, "ist es richtig, dass die Schrotmühle das Malz schrotet?", {"Ja"}, NOTHING),
        (LAUNDRY, "c'est vrai que la repasseuse repasse les draps ?", {"Oui"}, NOTHING),
    ],
)
def test_what_is_only_claimed_or_asked_indirectly_is_answered_by_the_model(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-440")
@pytest.mark.parametrize(
    "asked",
    [
        (OFFICE, "wer gibt die Bestellung frei?", {"Manager"}, {"Clerk"}),
        (OFFICE, "was kommt nach der Freigabe der Bestellung?", {"Check invoice"}, {"Print ticket"}),
        (OFFICE, "Was kommt vor der Prüfung der Rechnung?", {"Approve order"}, {"Print ticket"}),
        (OFFICE, "qui approuve la commande ?", {"Manager"}, {"Clerk"}),
        (OFFICE, "qui vérifie la facture ?", {"Clerk"}, {"Manager"}),
        (OFFICE, "wer gibt das Gehäuse frei?", {"Gehäuse"}, {"Manager", "frei”"}),
        (OFFICE, "who approves the invoice?", NOTHING, {"is done by"}),
    ],
)
def test_a_deed_is_found_in_another_language_by_all_its_known_words_and_by_no_fewer(asked: Asked):
    check(asked)


@pytest.mark.requirement("U-448")
@pytest.mark.parametrize(
    "asked",
    [
        (LIFT, "remind me, what was the reason for the wind limit?", {"Chairs swing"}, NOTHING),
        (LIFT, "tell me which modules are still empty", {"Ticket office"}, {"Drive"}),
        (MUSEUM, "was war der Grund für die Feuchtegrenze?", {"schimmelt"}, NOTHING),
        (MUSEUM, "was würde uns ohne den Fühler fehlen?", {"Feuchte messen"}, NOTHING),
        (PORT, "quelle est la raison de l'exigence Fraîcheur ?", {"se gâte"}, NOTHING),
        (PORT, "sans le groupe froid, qu'est-ce qui ne marche plus ?", {"Refroidir"}, NOTHING),
    ],
)
def test_a_reason_what_is_empty_and_what_is_missed_without_something_are_told(asked: Asked):
    check(asked)
