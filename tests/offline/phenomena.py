"""What the offline assistant understands, by phenomenon, the same in three languages: the table of docs/offline-language.md.

Each sentence is said to an empty model, or where it speaks of the shop, to the example model of the page.
`python -m tests.offline.phenomena` writes the table anew; `test_phenomena.py` runs every row of it.
"""

from __future__ import annotations

from typing import NamedTuple

from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, UnclearMessage
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.offline.documented import PAGE, cell, example_model, heard

BEGIN, END = "<!-- phenomena: begin (generated) -->", "<!-- phenomena: end -->"


class Phenomenon(NamedTuple):
    """One thing that sentences do, said in each language."""

    title: str
    english: str
    german: str
    french: str
    in_shop: bool = False
    """It speaks of the example model."""

    @property
    def sentences(self) -> tuple[str, str, str]:
        return self.english, self.german, self.french


PHENOMENA: dict[str, tuple[Phenomenon, ...]] = {
    "Who does what": (
        Phenomenon(
            "who stands before a colon",
            "Inspector: notes the temperature, checks the seals.",
            "Prüfer: notiert die Temperatur, prüft die Dichtungen.",
            "Infirmière : note la température, vérifie les perfusions.",
        ),
        Phenomenon(
            "two who were named one by one",
            "The pilot stops the engine and the captain ties the rope; both inform the office.",
            "Der Lotse stoppt den Motor und der Kapitän löst die Leine; beide informieren die Zentrale.",
            "Le maçon monte le mur et le plâtrier le couvre, puis les deux nettoient le chantier.",
        ),
        Phenomenon(
            "two who are compared, and both do it",
            "Both the baker and the waiter can clean the oven.",
            "Der Gast wie der Koch können den Ofen öffnen.",
            "Aussi bien le boulanger que le serveur peuvent nettoyer le four.",
        ),
        Phenomenon(
            "which ones are counted or detected",
            "The gate counts the persons who enter and leave.",
            "Der Sensor erkennt Schwimmer, die ertrinken.",
            "Le capteur détecte les nageurs qui coulent.",
        ),
        Phenomenon(
            "somebody who is wished for",
            "There should also be a trainer who plans the lessons.",
            "Wir brauchen noch einen Hausmeister, der abends die Halle abschließt.",
            "Il faudrait aussi un coach qui établit les programmes.",
        ),
        Phenomenon(
            "any verb", "The beekeeper harvests honey.", "Die Imkerin erntet Honig.", "L'apiculteur récolte le miel."
        ),
        Phenomenon(
            "a second subject",
            "The visitor presses the button and the lift opens the door.",
            "Der Besucher drückt den Knopf und der Aufzug öffnet die Tür.",
            "Le visiteur appuie sur le bouton et l'ascenseur ouvre la porte.",
        ),
        Phenomenon(
            "several doers",
            "The teacher and the parent read the report.",
            "Die Lehrerin und der Vater lesen den Bericht.",
            "L'enseignante et le père lisent le rapport.",
        ),
        Phenomenon(
            "several things",
            "The nurse records pulse, weight and temperature.",
            "Die Pflegerin erfasst Puls, Gewicht und Temperatur.",
            "L'infirmière saisit le pouls, le poids et la température.",
        ),
        Phenomenon(
            "only which ones",
            "Visitors who have no badge are registered by the guard.",
            "Besucher, die keinen Ausweis haben, werden vom Pförtner registriert.",
            "Les visiteurs qui n'ont pas de badge sont enregistrés par le gardien.",
        ),
        Phenomenon(
            "a verb left out",
            "The florist cuts the roses, the apprentice the tulips.",
            "Die Gärtnerin gießt die Rosen, der Lehrling die Tulpen.",
            "Le fleuriste coupe les roses, l'apprenti les tulipes.",
        ),
        Phenomenon(
            "somebody introduced",
            "There is also an usher, responsible for checking tickets and seating guests.",
            "Es gibt auch eine Platzanweiserin, die damit betraut ist, die Karten zu prüfen.",
            "Il y a aussi une ouvreuse, chargée de contrôler les billets et de placer les spectateurs.",
        ),
        Phenomenon(
            "one doer of several things",
            "The sheets are washed, dried and ironed by the maid.",
            "Die Laken werden vom Zimmermädchen gewaschen, getrocknet und gebügelt.",
            "Les draps sont lavés, séchés et repassés par la femme de chambre.",
        ),
        Phenomenon(
            "whose task it is",
            "Cooling is up to the fan.",
            "Das Kühlen ist Sache des Lüfters.",
            "Le refroidissement est l'affaire du ventilateur.",
        ),
        Phenomenon(
            "a heading that is a clause",
            "These are the functions we need: feed horses and sweep yard.",
            "Die Halle braucht folgende Funktionen: Pferde füttern und Hof fegen.",
            "Voilà les fonctions qu'il nous faut : nourrir les chevaux et balayer la cour.",
        ),
        Phenomenon(
            "which state it is in",
            "Tickets that are torn are replaced by the clerk.",
            "Karten, die zerrissen sind, werden vom Kassierer ersetzt.",
            "Les billets qui sont déchirés sont remplacés par le caissier.",
        ),
        Phenomenon(
            "what is needed",
            "I need a system that counts the bees and warns the beekeeper.",
            "Ich brauche ein System, das die Bienen zählt und den Imker warnt.",
            "Il me faut un système qui compte les abeilles et prévient l'apiculteur.",
        ),
        Phenomenon(
            "several deeds",
            "The librarian registers and labels the book.",
            "Die Bibliothekarin erfasst und beschriftet das Buch.",
            "La bibliothécaire enregistre et étiquette le livre.",
        ),
        Phenomenon(
            "passive",
            "The parcel is weighed by the scale.",
            "Das Paket wird von der Waage gewogen.",
            "Le colis est pesé par la balance.",
        ),
        Phenomenon(
            "what a part makes possible",
            "The kiosk lets the hiker book a hut.",
            "Der Kiosk ermöglicht es dem Gast, eine Hütte zu buchen.",
            "La borne permet au client de réserver une cabane.",
        ),
        Phenomenon(
            "whom somebody asks",
            "The cook asks the pupil to wash the pots.",
            "Der Koch bittet den Schüler, die Töpfe zu spülen.",
            "Le cuisinier demande à l'élève de laver les casseroles.",
        ),
        Phenomenon(
            "not one but the other",
            "It isn't the pilot who plans the route but the office.",
            "Nicht der Pilot plant die Strecke, sondern das Büro.",
            "Ce n'est pas le pilote qui prépare le trajet mais le bureau.",
        ),
        Phenomenon(
            "what only tells which people",
            "Members who are insured pay the fee.",
            "Mitglieder, die versichert sind, zahlen den Beitrag.",
            "Les membres qui sont assurés paient la cotisation.",
        ),
        Phenomenon(
            "what only tells why",
            "Because bees freeze, the heater warms the hive.",
            "Weil Bienen frieren, wärmt die Heizung den Stock.",
            "Parce que les abeilles gèlent, le radiateur chauffe la ruche.",
        ),
        Phenomenon(
            "both",
            "The fitter inspects the pump and the valve and repairs both.",
            "Die Monteurin prüft die Pumpe und das Ventil und repariert beide.",
            "Le monteur contrôle la pompe et la vanne et répare les deux.",
        ),
        Phenomenon(
            "a pronoun",
            "The clerk checks the form and signs it.",
            "Die Sachbearbeiterin prüft das Formular und unterschreibt es.",
            "L'employée vérifie le formulaire et le signe.",
        ),
    ),
    "In which order, and when": (
        Phenomenon(
            "what is done again",
            "The machine fills the bag, weighs it and repeats the filling until the weight is right.",
            "Die Maschine füllt den Beutel, wiegt ihn und wiederholt das Füllen, bis das Gewicht stimmt.",
            "La machine remplit le sac, le pèse et recommence le remplissage tant que le poids est faux.",
        ),
        Phenomenon(
            "what must be done to get something",
            "To make cider, you have to wash the apples, crush them and press the pulp.",
            "Um Most zu machen, muss man die Äpfel waschen, sie mahlen und den Brei pressen.",
            "Pour faire du cidre, il faut laver les pommes, les broyer et presser la pulpe.",
        ),
        Phenomenon(
            "steps numbered in a line",
            "Step one: melt the iron. Step two: cool the casting.",
            "Schritt 1: Teig kneten. Schritt 2: Brot backen.",
            "Étape 1 : laver les pots. Étape 2 : les remplir.",
        ),
        Phenomenon(
            "what it is put to do",
            "The parts are rinsed and left to dry.",
            "Die Wurzel wird gewogen, zehn Tage lang getrocknet und gemahlen.",
            "La racine est pesée, mise à sécher pendant dix jours, puis broyée.",
        ),
        Phenomenon(
            "times that look like things",
            "Every spring the grower prunes the trees.",
            "Jeden Herbst schneidet der Gärtner die Reben.",
            "Chaque printemps, l'arboriculteur taille les pommiers.",
        ),
        Phenomenon(
            "until something holds",
            "The dough is kneaded until it is smooth.",
            "Der Teig wird geknetet, bis er glatt ist.",
            "Le pigment est broyé jusqu'à ce qu'il soit fin.",
        ),
        Phenomenon(
            "a row of bare orders",
            "jack up the van, drain the oil, swap the filter and refil it",
            "erde sieben, töpfe füllen, samen einlegen, alles giessn",
            "trier le linge, le laver, repasser les cols, puis emballer le ligne",
        ),
        Phenomenon(
            "what comes earlier, said late",
            "The cook fries the meat; it is marinated beforehand by the apprentice.",
            "Der Koch brät das Fleisch, mariniert wird es vorher vom Lehrling.",
            "Le cuisinier grille la viande ; elle est marinée auparavant par l'apprenti.",
        ),
        Phenomenon(
            "nouns in turn",
            "First check-in, then security, then boarding.",
            "Erst Anmeldung, dann Kontrolle, dann Einstieg.",
            "D'abord l'enregistrement, puis la sécurité, puis l'embarquement.",
        ),
        Phenomenon(
            "then",
            "The miller weighs the grain, then grinds it.",
            "Der Müller wiegt das Korn, danach mahlt er es.",
            "Le meunier pèse le grain, puis le moud.",
        ),
        Phenomenon(
            "before",
            "The pilot checks the fuel before she starts the engine.",
            "Die Pilotin prüft den Treibstoff, bevor sie den Motor startet.",
            "La pilote vérifie le carburant avant de démarrer le moteur.",
        ),
        Phenomenon(
            "named as done first",
            "After verification of the payment, the shop reserves the articles.",
            "Nach der Reinigung des Tanks füllt die Pumpe das Wasser ein.",
            "Après vérification du paiement, la boutique réserve les articles.",
        ),
        Phenomenon(
            "a state that is done first",
            "Once the jar is rinsed, the beekeeper fills the honey in.",
            "Sobald das Glas gespült ist, füllt die Imkerin den Honig ein.",
            "Une fois le bocal rincé, l'apiculteur verse le miel.",
        ),
        Phenomenon(
            "two steps",
            "First rinse the jar, then fill it.",
            "Spüle erst das Glas, dann fülle es.",
            "Rince d'abord le bocal, puis remplis-le.",
        ),
        Phenomenon(
            "arrows",
            "Weigh grain -> grind grain -> pack flour",
            "Korn wiegen -> Korn mahlen -> Mehl packen",
            "Peser le grain -> moudre le grain -> emballer la farine",
        ),
        Phenomenon(
            "if",
            "If the tank is empty, the pump stops.",
            "Wenn der Tank leer ist, stoppt die Pumpe.",
            "Si la cuve est vide, la pompe s'arrête.",
        ),
        Phenomenon(
            "the weather",
            "If it rains, the motor closes the skylight.",
            "Wenn es regnet, schließt der Motor die Luke.",
            "S'il pleut, le moteur ferme la lucarne.",
        ),
    ),
    "Parts, carriers and data": (
        Phenomenon(
            "what is needed, by its type",
            "As modules we need a winch and a brake.",
            "Als Module brauchen wir eine Winde und eine Bremse.",
            "Comme modules, nous avons besoin d'un treuil et d'un frein.",
        ),
        Phenomenon(
            "how much something holds, beside what it does",
            "The tank holds 300 litres and feeds the boiler.",
            "Der Tank fasst 300 Liter und speist den Kessel.",
            "La cuve contient 300 litres et alimente la chaudière.",
        ),
        Phenomenon(
            "what is noted of each",
            "For each loan we record the object, the lender and the return date.",
            "Zu jeder Ausleihe werden Objekt, Leihgeber und Rückgabedatum erfasst.",
            "À chaque prêt sont notés l'objet, l'emprunteur et la date de retour.",
        ),
        Phenomenon(
            "consists of",
            "The drone consists of a frame, a battery and a camera.",
            "Die Drohne besteht aus einem Rahmen, einem Akku und einer Kamera.",
            "Le drone se compose d'un châssis, d'une batterie et d'une caméra.",
        ),
        Phenomenon(
            "a colon behind the verb",
            "The kiln contains: a door, a burner and a fan.",
            "Der Ofen enthält: eine Tür, einen Brenner und einen Lüfter.",
            "Le four contient : une porte, un brûleur et un ventilateur.",
        ),
        Phenomenon(
            "named by their types",
            "The function Hold pressure satisfies the requirement Smooth run.",
            "Die Funktion Druck halten erfüllt die Anforderung Ruhiger Lauf.",
            "La fonction Tenir la pression satisfait l'exigence Marche douce.",
        ),
        Phenomenon(
            "runs on",
            "Image analysis runs on the camera module.",
            "Die Bildauswertung läuft auf dem Kameramodul.",
            "L'analyse d'image tourne sur le module caméra.",
        ),
        Phenomenon(
            "gives to",
            "The sensor sends the temperature to the controller.",
            "Der Sensor sendet die Temperatur an die Steuerung.",
            "Le capteur envoie la température au contrôleur.",
        ),
        Phenomenon(
            "what a data structure holds",
            "The schema Ticket contains number, price and date.",
            "Das Schema Ticket enthält Nummer, Preis und Datum.",
            "Le schéma Ticket contient le numéro, le prix et la date.",
        ),
        Phenomenon(
            "what something is", "The lock is a module.", "Das Schloss ist ein Modul.", "La serrure est un module."
        ),
        Phenomenon(
            "a list under a heading",
            "Actors: miller, baker, customer",
            "Akteure: Müller, Bäckerin, Kunde",
            "Acteurs : meunier, boulangère, client",
        ),
        Phenomenon(
            "what is decided",
            "The archivist decides which letters get digitised.",
            "Der Archivar entscheidet, welche Briefe digitalisiert werden.",
            "L'archiviste décide quelles lettres sont numérisées.",
        ),
        Phenomenon(
            "deeds that are summed up",
            "Booking, renting and billing - that's all our salon software does.",
            "Buchung, Verleih und Abrechnung – mehr macht unsere Salonsoftware nicht.",
            "Réservation, location et facturation : voilà ce que fait notre logiciel.",
        ),
        Phenomenon(
            "who does what follows",
            "The potter does the following: heat the kiln and measure the temperature.",
            "Der Töpfer macht Folgendes: den Ofen heizen und die Temperatur messen.",
            "Le potier fait ceci : chauffer le four et mesurer la température.",
        ),
        Phenomenon(
            "several of one kind",
            "Add the actors Miller and Baker.",
            "Lege die Akteure Müller und Bäckerin an.",
            "Ajoute les acteurs Meunier et Boulangère.",
        ),
    ),
    "What must be": (
        Phenomenon(
            "a demand",
            "The oven shall reach 230 °C within 8 minutes.",
            "Der Ofen muss in 8 Minuten 230 °C erreichen.",
            "Le four doit atteindre 230 °C en 8 minutes.",
        ),
        Phenomenon(
            "what must not be",
            "The crane must not lift more than 500 kg.",
            "Der Kran darf nicht mehr als 500 kg heben.",
            "La grue ne doit pas soulever plus de 500 kg.",
        ),
        Phenomenon(
            "a recommendation",
            "The display should be readable in sunlight.",
            "Die Anzeige soll bei Sonnenlicht lesbar sein.",
            "L'écran devrait être lisible au soleil.",
        ),
        Phenomenon(
            "a limit without a verb of duty",
            "The start-up time is at most 5 s.",
            "Die Startzeit beträgt höchstens 5 s.",
            "Le temps de démarrage est de 5 s au maximum.",
        ),
        Phenomenon(
            "a limit that is wished for",
            "We need the door to close within 2 seconds.",
            "Wir wollen, dass die Tür in 2 Sekunden schließt.",
            "Nous voulons que la porte se ferme en 2 secondes.",
        ),
        Phenomenon(
            "two that are called so",
            "Add a requirement that the water stays below 90 °C and a requirement that the pump stops within 2 s.",
            "Lege eine Anforderung an, dass das Wasser unter 90 °C bleibt, und eine Anforderung, dass die Pumpe in 2 s stoppt.",
            "Ajoute une exigence selon laquelle l'eau reste sous 90 °C et une exigence selon laquelle la pompe s'arrête en 2 s.",
        ),
        Phenomenon(
            "the case in which it binds",
            "In case of a leak above 5 ml, the pump is stopped within 200 ms.",
            "Bei einem Leck über 5 ml wird die Pumpe in höchstens 200 ms gestoppt.",
            "En cas de fuite de plus de 5 ml, la pompe est arrêtée en moins de 200 ms.",
        ),
        Phenomenon(
            "what one may do",
            "The member can borrow a bike.",
            "Das Mitglied kann ein Rad ausleihen.",
            "Le membre peut emprunter un vélo.",
        ),
    ),
    "Changing the model": (
        Phenomenon(
            "steps that are wished for",
            "To be added: a check of the brine and a weighing of the wheels.",
            "Füge einen Schritt zum Kalibrieren der Waage hinzu.",
            "Il faut encore : un contrôle de la marche et une inspection finale.",
        ),
        Phenomenon(
            "rename",
            "Rename StoreOrder to KeepOrder.",
            "Benenne StoreOrder in KeepOrder um.",
            "Renomme StoreOrder en KeepOrder.",
            in_shop=True,
        ),
        Phenomenon("delete", "Delete OrderFast.", "Lösche OrderFast.", "Supprime OrderFast.", in_shop=True),
        Phenomenon(
            "a second one, too",
            "Delete OrderFast, and the function StoreOrder too.",
            "Lösche OrderFast, und die Funktion StoreOrder auch.",
            "Supprime OrderFast, et la fonction StoreOrder aussi.",
            in_shop=True,
        ),
        Phenomenon(
            "one subject, two relations",
            "ValidateOrder satisfies OrderFast and runs on OrderModule.",
            "ValidateOrder erfüllt OrderFast und läuft auf OrderModule.",
            "ValidateOrder satisfait OrderFast et tourne sur OrderModule.",
            in_shop=True,
        ),
        Phenomenon(
            "the same, under a new name",
            "ValidateOrder and StoreOrder are the same thing, merge them into HandleOrder.",
            "ValidateOrder und StoreOrder sind dasselbe, fasse sie zu HandleOrder zusammen.",
            "ValidateOrder et StoreOrder c'est pareil, fusionne-les en HandleOrder.",
            in_shop=True,
        ),
        Phenomenon(
            "a step after another",
            "Add the step CheckStock after ValidateOrder.",
            "Füge nach ValidateOrder den Schritt CheckStock ein.",
            "Ajoute l'étape CheckStock après ValidateOrder.",
            True,
        ),
        Phenomenon(
            "by which tests it is proved",
            "We prove OrderFast with a load test and a soak test.",
            "OrderFast weisen wir mit einem Lasttest und einem Dauerversuch nach.",
            "Pour prouver OrderFast on prévoit un essai en charge et un essai à vide.",
            True,
        ),
        Phenomenon(
            "a step between two",
            "After ValidateOrder and before StoreOrder comes CheckStock.",
            "Nach ValidateOrder und vor StoreOrder kommt noch CheckStock.",
            "Après ValidateOrder et avant StoreOrder vient CheckStock.",
            in_shop=True,
        ),
        Phenomenon(
            "a step and who does it",
            'Insert a step "CheckStock" between ValidateOrder and StoreOrder, and it is the Customer who does it.',
            "Füge zwischen ValidateOrder und StoreOrder einen Schritt „CheckStock“ ein, das macht der Customer.",
            "Insère une étape « CheckStock » entre ValidateOrder et StoreOrder, c'est le Customer qui s'en charge.",
            in_shop=True,
        ),
        Phenomenon(
            "a part that is new",
            "ValidateOrder runs on the till.",
            "ValidateOrder läuft auf der Kasse.",
            "ValidateOrder tourne sur la caisse.",
            in_shop=True,
        ),
        Phenomenon(
            "an order behind a remark",
            "ValidateOrder is too coarse. Split it into CheckStock and CheckPrice.",
            "ValidateOrder ist zu grob, mach daraus CheckStock und CheckPrice.",
            "ValidateOrder est trop vague, il faut le scinder en CheckStock et CheckPrice.",
            in_shop=True,
        ),
        Phenomenon(
            "what comes first",
            "The order is wrong: ValidateOrder must come before StoreOrder.",
            "Die Reihenfolge stimmt nicht: ValidateOrder muss vor StoreOrder kommen.",
            "L'ordre n'est pas bon : ValidateOrder doit passer avant StoreOrder.",
            in_shop=True,
        ),
        Phenomenon(
            "how much of it",
            "OrderModule has a capacity of 200 orders, note that as an attribute.",
            "OrderModule hat eine Kapazität von 200 Bestellungen, trag das als Attribut ein.",
            "OrderModule a une capacité de 200 commandes, ajoute ça comme attribut.",
            in_shop=True,
        ),
        Phenomenon(
            "another name is said",
            "Instead of StoreOrder we say KeepOrder from now on.",
            "Statt StoreOrder sagen wir ab jetzt KeepOrder.",
            "Au lieu de StoreOrder, on dit désormais KeepOrder.",
            in_shop=True,
        ),
        Phenomenon(
            "add to something",
            "Add a test for OrderFast.",
            "Füge einen Test für OrderFast hinzu.",
            "Ajoute un test pour OrderFast.",
            in_shop=True,
        ),
        Phenomenon(
            "add to each",
            "Add a test for each requirement.",
            "Lege für jede Anforderung einen Test an.",
            "Ajoute un test pour chaque exigence.",
            in_shop=True,
        ),
        Phenomenon(
            "connect",
            "ValidateOrder satisfies OrderFast.",
            "ValidateOrder erfüllt OrderFast.",
            "ValidateOrder satisfait OrderFast.",
            in_shop=True,
        ),
    ),
    "Asking": (
        Phenomenon(
            "how many",
            "How many functions are there?",
            "Wie viele Funktionen gibt es?",
            "Combien de fonctions y a-t-il ?",
            in_shop=True,
        ),
        Phenomenon(
            "who sends, who receives",
            "Who receives OrderRequest?",
            "Wer empfängt OrderRequest?",
            "Qui reçoit OrderRequest ?",
            in_shop=True,
        ),
        Phenomenon(
            "what lacks something",
            "Which requirements have no test?",
            "Welche Anforderungen haben keinen Test?",
            "Quelles exigences n'ont pas de test ?",
            in_shop=True,
        ),
        Phenomenon(
            "what is hit",
            "What happens if we remove ValidateOrder?",
            "Was ist betroffen, wenn ValidateOrder wegfällt?",
            "Qu'est-ce qui est touché si on supprime ValidateOrder ?",
            in_shop=True,
        ),
        Phenomenon(
            "which are more",
            "Do we have more functions or more tests?",
            "Haben wir mehr Funktionen oder mehr Tests?",
            "Avons-nous plus de fonctions ou plus de tests ?",
            in_shop=True,
        ),
        Phenomenon(
            "an overview of some",
            "Give me an overview of the functions.",
            "Gib mir eine Übersicht der Funktionen.",
            "Donne-moi un aperçu des fonctions.",
            in_shop=True,
        ),
        Phenomenon(
            "what to look at",
            "If StoreOrder changes, what do I have to look at?",
            "Wenn sich StoreOrder ändert, was muss ich anschauen?",
            "Si StoreOrder change, que dois-je revoir ?",
            in_shop=True,
        ),
        Phenomenon(
            "what something is",
            "What is StoreOrder?",
            "Was ist StoreOrder?",
            "Qu'est-ce que StoreOrder ?",
            in_shop=True,
        ),
    ),
}


def model_for(phenomenon: Phenomenon) -> Graph:
    """The model that its sentences are said to, made anew."""
    return example_model() if phenomenon.in_shop else Graph(default_ontology())


def came_of(sentence: str, phenomenon: Phenomenon) -> str:
    """What comes of a sentence: the elements it makes, other changes line by line, or what is said."""
    graph = model_for(phenomenon)
    understood = heard(sentence, graph)
    match understood:
        case Change(operations, _):
            made = [each for each in operations if isinstance(each, NodeCreate) and each.node_type != "FCHAIN"]
            edges = [each for each in operations if isinstance(each, EdgeCreate)]
            others = [each for each in operations if not isinstance(each, NodeCreate | EdgeCreate)]
            told = [f"{each.node_type} {each.name}" for each in made]
            told += [
                line for line in write_diff(others, graph.ontology).splitlines()[1:-1] if not line.startswith("##")
            ]
            told += [f"{len(edges)} connections" if len(edges) > 1 else "1 connection"] if edges else []
            return f"{', '.join(told)}{' (proposed)' if understood.proposes else ''}"
        case ReadOnlyAnswer(text, _):
            return text.splitlines()[0]
        case OpenQuestion(_, lines):
            return f"asks: {lines[0].label}"
        case UnclearMessage(text, _):
            return f"(?) {text.splitlines()[0]}"


def table() -> str:
    """All phenomena with a sentence in each language and what comes of it."""
    lines: list[str] = []
    for group, phenomena in PHENOMENA.items():
        lines += ["", f"### {group}", "", "| Phenomenon | You say | What comes of it |", "|---|---|---|"]
        for phenomenon in phenomena:
            for number, sentence in enumerate(phenomenon.sentences):
                title = "" if number else phenomenon.title
                lines.append(f"| {title} | {sentence} | {cell(came_of(sentence, phenomenon))} |")
    return "\n".join([*lines, ""])


def written(page: str) -> str:
    """The table as a page holds it."""
    return page.split(BEGIN)[1].split(END, maxsplit=1)[0].strip("\n")


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}", encoding="utf-8")
