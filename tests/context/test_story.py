"""A question is asked, a wish is built: the same words and rights always lead to the same story."""

from __future__ import annotations

import pytest

from graphwright.context.workflow_choice import WorkflowChoice, asks_only
from graphwright.offline.understood import Change, ReadOnlyAnswer
from graphwright.workflows.registry import choose_workflow
from tests.offline.documented import SENTENCES, example_model, heard

WISHES = """\
A customer places an order.
Könntest du bitte eine Funktion Versand anlegen?
Peux-tu ajouter une fonction Livraison ?
Can you add a function Ship?
Delete Report
The system validates orders
Füge einen Test hinzu. Was fehlt sonst noch?
Describe Ship: it ships things
Name the buyer Customer and delete the report
Was heißt MOD, und wie arbeitet man damit: leg bitte gleich ein Modul für die Anzeige an.
Erkläre nicht viel: die Reinigung soll höchstens 20 Minuten dauern.
Nenn das Personal Reinigungskraft und lösche alles, was nur für den Techniker da ist.
Décris le système et ajoute un acteur Client
ValidateOrder satisfies OrderReq"""
QUESTIONS = """\
Was macht ValidateOrder?
Que fait le node fetch-api ?
What does ValidateOrder touch
Can I delete Report?
Kann ich Report löschen?
Can you explain what Ship does?
Explain the flow
Tell me which functions add data and change flows
Show me the functions and explain the changes
Vergleiche Miete und Zahlung: Aufgaben, Schnittstellen, Anforderungen
Zeig mir, was die Tests prüfen und ändern
Zeige mir alle Tests
What if we add a cache?
Qu'est-ce qui utilise OrderRequest
Ist Customer mit Order verbunden?
ما هي الوظائف؟
?
x
Danke"""

INVESTIGATIONS = """\
Letzte Woche blieb die Anlage dreimal auf 'belegt', obwohl nichts drinstand. Woran könnte das liegen? Geh dem mal richtig nach, mit mehreren Vermutungen und was man jeweils prüfen müsste.
The barrier opened twice while a train was coming. What could have caused this?
Since the update the scanner misses small cars; look into it and tell me what speaks for and against each idea.
Our tests pass and customers still report double bookings. Why might that be?
Finde heraus, warum die Schranke zu spät schließt
Der Zähler springt nachts auf null. Welche möglichen Ursachen gibt es, und wie schließt man sie aus?
Get to the bottom of the missing confirmations
Depuis lundi, la barrière reste ouverte. D'où cela peut-il venir ?
Trois fois cette semaine le capteur est resté muet. Creuse la question, avec plusieurs hypothèses et ce qui plaide pour et contre.
Cherche pourquoi les commandes restent bloquées
Give me several possible causes: why could the lamp stay dark?
The pump stops at noon. Find out what is behind it.
Warum bleibt der Zug manchmal vor dem Signal stehen, obwohl frei ist? Sammle ein paar Hypothesen dazu.
Why do orders vanish between shop and warehouse? Put forward a few theories and how to test them.
Bei Regen meldet der Radar Autos, die es nicht gibt. Was könnte die Ursache sein?
Seit gestern kommen keine Bestätigungen mehr an. Was steckt dahinter?
Please find out what causes the long waits at the counter.
Gestern ist die Tür zweimal von allein aufgegangen; woher kommt das?
The gate stayed open for ten minutes yesterday. Any theories?
Könntest du mal herausfinden, woran es liegt, dass die Rechnung doppelt kommt?
Les alarmes arrivent en retard. Quelle pourrait en être la cause ?"""
TELLING = """\
If the EPR goes down, what is hit? Walk me along everything between it and the patient, and tell me what keeps working.
Walk me through the order chain
Take us through the requirements that have no test
Remind me which functions the rental module carries
Führ mich einmal durch den Ablauf vom Antrag bis zur Freigabe
Geh mit mir die Funktionskette durch und nenne die Lücken
Stell Miete und Zahlung gegenüber
Sag mir, was ausfällt, wenn der Server steht, und was weiterläuft
Guide-moi de la commande à la livraison, et dis-moi ce qui continue de marcher.
Passe en revue les exigences sans test
Indique ce qui dépend du serveur
Gib mir eine kurze Zusammenfassung der Schnittstellen
Why does ValidateOrder have no test?
Woran hängt die Funktion Bezahlen?
Take me along the path of an order and say where it can fail
Which functions break if the database is gone? Show them with their modules.
Erzähl mir, wie ein Antrag läuft
Was passiert, wenn der Sensor ausfällt? Nenne alle betroffenen Anforderungen.
Parle-moi du module de paiement
Talk me through the interfaces of the shop
Where does the report come from?
Spell out for me what the tester checks"""
LOOK_ALIKES = """\
Make me a function that walks the operator along the track
Give me a function Ship
Mach mir eine Funktion Versand
Schreib mir eine Anforderung zur Wartezeit
Rédige-moi une exigence sur le délai
Let us add a module for payment
Lass uns einen Akteur Fahrer anlegen
The technician looks into the cause of an alarm and notes a hypothesis
Der Techniker geht der Störung nach und hält seine Vermutung fest
Add a requirement: the system shall show possible causes of a failure
Le technicien cherche pourquoi la pompe s'arrête
Let customers and agents discuss orders
The forum lets users and experts discuss whether an answer is right
Ajoute une fonction qui explique pourquoi une commande est bloquée
Create a use case Investigate, in which the inspector finds out why a train stopped.
Der Wirt und die Gäste diskutieren im Forum, ob eine Bewertung stimmt
The customer finds out why an order was refused.
When the sensor fails, the barrier stays closed.
If the EPR goes down, the label is printed from the copy.
Let the operator close the gate by hand.
Have the system send a receipt after payment.
Wenn der Server ausfällt, läuft die Pumpe weiter.
Lass den Techniker die Schranke von Hand öffnen
Nenn die Funktion Bezahlen in Abrechnen um
Il faut que le client reçoive un reçu.
Show the price to the customer: add a function for it"""
DISCUSSIONS = """\
English again, for the supplier: let the signaller, a truck driver, the safety assessor and the maintenance engineer discuss whether the exit barriers should open again by themselves when a vehicle is caught inside.
Let the nurse and the pharmacist debate whether the label is printed before the check
Have the tester and the architect argue about how the modules are cut
Please let sales and support talk it over: one module or two?
Lass den Fahrdienstleiter, einen Lkw-Fahrer und die Gutachterin darüber diskutieren, ob die Schranke von selbst öffnen darf
Lassen Sie den Wirt und den Gast besprechen, wie lange reserviert wird
Jetzt einmal anders: lass Betrieb und Technik streiten, ob wir zwei Module brauchen
Fais débattre le conducteur et l'expert pour savoir si la barrière doit se rouvrir
Laisse le pharmacien, l'infirmière et le médecin discuter si l'étiquette vient avant le contrôle
Faites discuter le client et le vendeur de la durée de réservation
Let's discuss the cut of the modules
I'd like to hear both sides: have the buyer and the seller debate who pays for returns.
Lasst mal Arzt, Pflege und Apotheke diskutieren, wer das Etikett prüft
Peux-tu faire discuter le médecin et le pharmacien pour savoir qui contrôle l'étiquette ?
Could you let the driver and the dispatcher argue whether routes are fixed?"""


@pytest.mark.requirement("D-23")
@pytest.mark.parametrize("text", WISHES.splitlines())
def test_a_wish_is_built(text):
    assert choose_workflow(text, may_build=True) == WorkflowChoice(workflow="build", chosen_by="wish")


@pytest.mark.requirement("D-23")
@pytest.mark.parametrize("text", QUESTIONS.splitlines())
def test_a_question_is_asked(text):
    assert choose_workflow(text, may_build=True) == WorkflowChoice(workflow="ask", chosen_by="question")


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    "text",
    [
        "Untersuche, ob mein Carport eine Genehmigung braucht.",
        "Könntest du bitte untersuchen, wer zuständig ist?",
        "Prüfe, welche Fristen gelten",
        "Please investigate whether my carport needs a permit",
        "Look into the deadlines of the brake tests",
        "Peux-tu examiner si un permis est exigé ?",
        "Vérifiez si le plan local le permet",
    ],
)
@pytest.mark.parametrize("may_build", [True, False])
def test_who_wants_something_looked_into_gets_an_investigation(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="investigate", chosen_by="verb")


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    "text",
    [
        "Discuss whether payment should be a module of its own",
        "Let's debate the three options.",
        "Diskutiere bitte, ob die Zahlung ein eigenes Modul wird",
        "Discutez si le paiement doit être un module",
    ],
)
@pytest.mark.parametrize("may_build", [True, False])
def test_who_wants_something_talked_over_gets_a_discussion(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="discuss", chosen_by="verb")


@pytest.mark.requirement("B-80", "K-18")
@pytest.mark.parametrize(
    "text", ["Derive tests", "Bitte leite die Module ab", "Kannst du Flüsse ableiten?", "Déduis les tests pour FN1"]
)
@pytest.mark.parametrize("may_build", [True, False])
def test_what_follows_from_the_model_is_asked_for_and_never_built(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="ask", chosen_by="verb")


@pytest.mark.requirement("K-18", "D-23")
@pytest.mark.parametrize(
    ("workflow", "text"),
    [
        *(("investigate", text) for text in INVESTIGATIONS.splitlines()),
        *(("ask", text) for text in TELLING.splitlines()),
        *(("build", text) for text in LOOK_ALIKES.splitlines()),
        *(("discuss", text) for text in DISCUSSIONS.splitlines()),
    ],
)
def test_what_is_meant_is_told_by_the_whole_message(workflow, text):
    assert choose_workflow(text, may_build=True).workflow == workflow


@pytest.mark.requirement("K-18", "D-23")
@pytest.mark.parametrize(
    ("workflow", "text"),
    [
        # Beside a question, statements are what it is about; an order among them is carried out.
        ("ask", "We must show this on Friday. Since the update the gate has two drives. What is still missing?"),
        ("ask", "Was fehlt noch? Nur zum Gutachten, der Rest interessiert mich gerade nicht."),
        ("ask", "L'appareil a deux moteurs. Lequel est le plus risqué ?"),
        ("build", "The gate has two drives. Which one is redundant? Remove it."),
        ("build", "Die Schranken müssen in 8 s unten sein. Passt das noch zusammen?"),
        ("build", "Was meldet die Prüfung? Das Eindeutige bitte gleich reparieren."),
        ("build", "La barrière doit se fermer en 8 secondes. Est-ce encore cohérent ?"),
        # Where nothing is to be changed only a plain order is a wish.
        ("ask", "Vergleich Radar und Lidar. Nichts ändern, das muss erst der Gutachter sehen."),
        ("ask", "The five worst gaps with a reason each, don't repair anything yet"),
        ("ask", "Les cinq manques les plus graves, sans rien changer"),
        ("build", "Rename Ship to Send and change nothing else"),
        ("build", "Nenn Miete in Verleih um, sonst nichts ändern"),
        # Statements alone describe the system, whatever word they begin with.
        ("build", "Ist der Zug durch, kommt die Räumungsmeldung. Das Stellwerk hebt die Schranken."),
    ],
)
def test_an_order_is_told_from_what_a_question_is_about(workflow, text):
    assert choose_workflow(text, may_build=True).workflow == workflow


@pytest.mark.requirement("U-49")
@pytest.mark.parametrize(
    "text",
    [
        "When the level exceeds 5 m the gate shall open.",
        "What the visitor types shall be kept for 5 s.",
        "Who logs in must type a password.",
        "Should the power fail, the pump shall stop.",
        "Visitors may read the report but not change it.",
        "Bei Ausfall der Netzspannung muss die Pumpe weiterlaufen.",
        "Wer sich anmeldet, muss ein Passwort eingeben.",
        "Wo Kinder spielen, darf die Maschine nicht starten.",
        "Ist die Tür offen, darf die Presse nicht anlaufen.",
        "Wann immer der Akku leer ist, muss das Gerät warnen.",
        "Gäste dürfen die Preise lesen, aber nicht ändern.",
        "Si la température dépasse 80 °C, le four doit s'arrêter.",
        "Quand la porte est ouverte, l'ascenseur ne doit pas bouger.",
        "Où qu'il soit, le robot doit s'arrêter.",
    ],
)
def test_what_is_demanded_is_no_question_however_it_begins(text):
    assert choose_workflow(text, may_build=True).workflow == "build"


@pytest.mark.requirement("U-49")
@pytest.mark.parametrize(
    "text",
    [
        "When must the gate open?",
        "What shall be kept",
        "Wer muss sich anmelden?",
        "Was passiert, wenn der Akku leer ist",
        "Qui doit payer, le client ou la banque ?",
        "Bitte nicht ändern, nur erklären: was macht der Antrieb?",
    ],
)
def test_what_is_asked_stays_a_question(text):
    assert choose_workflow(text, may_build=True).workflow == "ask"


@pytest.mark.requirement("D-22", "T-11")
def test_whoever_may_not_build_is_answered_by_ask():
    assert choose_workflow("Delete Report", may_build=False) == WorkflowChoice(workflow="ask", chosen_by="rights")


@pytest.mark.requirement("K-18")
def test_every_sentence_of_the_controlled_language_comes_to_its_story():
    graph = example_model()
    wrong: list[str] = []
    for sentence in (each for group in SENTENCES.values() for each in group):
        understood, story = heard(sentence, graph), choose_workflow(sentence, may_build=True).workflow
        # What a wish finds done already is an answer too; it was a wish all the same.
        wanted = "ask" if isinstance(understood, Change) and understood.reasons else "build"
        if isinstance(understood, Change) and story != wanted:
            wrong.append(sentence)
        if isinstance(understood, ReadOnlyAnswer) and sentence.endswith("?") and story != "ask":
            wrong.append(sentence)
    assert wrong == []


@pytest.mark.requirement("WD-20")
def test_a_message_of_any_length_is_judged_by_its_beginning():
    assert choose_workflow("What? " + "a" * 1_000_000, may_build=True).workflow == "ask"


@pytest.mark.requirement("M-57", "D-23")
@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("What does ValidateOrder touch?", True),
        ("Explain the flow", True),
        ("Now work out renting: which functions does it need?", False),
        ("Which functions are there? Add one more.", False),
    ],
)
def test_what_may_be_meant_to_change_something_does_not_plainly_ask(text, plainly):
    assert asks_only(text) is plainly
