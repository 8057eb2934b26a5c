"""Small models that questions are asked of, two in each language and one more: each has something missing in it."""

from __future__ import annotations

from functools import cache

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from tests.offline.documented import model_of

FERRY = """## Nodes
Ferry line|SYS|FerryLine.SY.001|Takes cars and people across the sound.
Deckhand|ACTOR|Deckhand.AC.001|Directs the cars on board.
Skipper|ACTOR|Skipper.AC.002|Steers the ship.
Cashier|ACTOR|Cashier.AC.003|Sells tickets at the pier.
Passenger|ACTOR|Passenger.AC.004|Wants to get to the other side.
Cross the sound|UC|CrossSound.UC.001|People and cars reach the other side.
Sell ticket|UC|SellTicket.UC.002|Nobody boards without a ticket.
Sell ticket chain|FCHAIN|SellTicketChain.FC.001|
Cross chain|FCHAIN|CrossChain.FC.002|
Print ticket|FUNC|PrintTicket.FN.001|Prints a ticket with date and price.
Scan ticket|FUNC|ScanTicket.FN.002|Reads the ticket at the gate.
Open gate|FUNC|OpenGate.FN.003|Lets one car onto the ramp.
Weigh car|FUNC|WeighCar.FN.004|So that the ship does not list.
Assign lane|FUNC|AssignLane.FN.005|Tells the deckhand where the car goes.
Count passengers|FUNC|CountPassengers.FN.006|Keeps the number of souls on board.
Ticket|FLOW|Ticket.FL.001|Paper with a code.
Gate release|FLOW|GateRelease.FL.002|
Car weight|FLOW|CarWeight.FL.003|Kilograms of one car.
Lane number|FLOW|LaneNumber.FL.004|
Payment|FLOW|Payment.FL.005|Cash or card.
Load limit|REQ|LoadLimit.RQ.001|The ship shall carry at most 120 t of cars. [kind:constraint, rationale:Above that she lists]
Boarding time|REQ|BoardingTime.RQ.002|Boarding shall take no longer than 15 minutes. [kind:quality]
Head count|REQ|HeadCount.RQ.003|The crew shall know the number of people on board at any time.
Trial boarding|TEST|TrialBoarding.TS.001|Board 40 cars and take the time. [status:failed]
Count drill|TEST|CountDrill.TS.002|Count twice and compare. [status:passed]
Ticket booth|MOD|TicketBooth.MD.001|Stands at the pier.
Gate post|MOD|GatePost.MD.002|Barrier, reader and scale.
Bridge console|MOD|BridgeConsole.MD.003|In front of the skipper.
Scale plate|MOD|ScalePlate.MD.004|Sits under the ramp.
Ticket data|SCHEMA|TicketData.SC.001|What stands on a ticket. [struct:"{\\"code\\": \\"string\\", \\"price\\": \\"number\\"}"]

## Edges
FerryLine.SY.001 -cp-> CrossSound.UC.001, SellTicket.UC.002, TicketBooth.MD.001, GatePost.MD.002, BridgeConsole.MD.003
GatePost.MD.002 -cp-> ScalePlate.MD.004
SellTicket.UC.002 -cp-> SellTicketChain.FC.001
CrossSound.UC.001 -cp-> CrossChain.FC.002
SellTicketChain.FC.001 -cp-> Passenger.AC.004, Cashier.AC.003, PrintTicket.FN.001
CrossChain.FC.002 -cp-> Deckhand.AC.001, ScanTicket.FN.002, OpenGate.FN.003, WeighCar.FN.004, AssignLane.FN.005
Passenger.AC.004 -io-> Payment.FL.005
Payment.FL.005 -io-> PrintTicket.FN.001
PrintTicket.FN.001 -io-> Ticket.FL.001
Ticket.FL.001 -io-> ScanTicket.FN.002
ScanTicket.FN.002 -io-> GateRelease.FL.002
GateRelease.FL.002 -io-> OpenGate.FN.003
WeighCar.FN.004 -io-> CarWeight.FL.003
CarWeight.FL.003 -io-> AssignLane.FN.005
AssignLane.FN.005 -io-> LaneNumber.FL.004
LaneNumber.FL.004 -io-> Deckhand.AC.001
TicketBooth.MD.001 -al-> PrintTicket.FN.001
GatePost.MD.002 -al-> ScanTicket.FN.002, OpenGate.FN.003
ScalePlate.MD.004 -al-> WeighCar.FN.004
WeighCar.FN.004 -st-> LoadLimit.RQ.001
OpenGate.FN.003 -st-> BoardingTime.RQ.002
CountPassengers.FN.006 -st-> HeadCount.RQ.003
BoardingTime.RQ.002 -vf-> TrialBoarding.TS.001
HeadCount.RQ.003 -vf-> CountDrill.TS.002
Ticket.FL.001 -rl-> TicketData.SC.001
"""
BREWERY = """## Nodes
Brauerei|SYS|Brauerei.SY.001|Braut Bier für drei Dörfer.
Braumeister|ACTOR|Braumeister.AC.001|Verantwortet jeden Sud.
Fahrer|ACTOR|Fahrer.AC.002|Liefert die Fässer aus.
Wirtin|ACTOR|Wirtin.AC.003|Bestellt Bier.
Zollamt|ACTOR|Zollamt.AC.004|Erhebt die Biersteuer.
Bier brauen|UC|BierBrauen.UC.001|Aus Malz wird Bier.
Bier ausliefern|UC|BierAusliefern.UC.002|Die Wirtin bekommt ihr Bier.
Malz schroten|FUNC|MalzSchroten.FN.001|Bricht die Körner auf.
Maische erhitzen|FUNC|MaischeErhitzen.FN.002|Wandelt Stärke in Zucker.
Würze kochen|FUNC|WuerzeKochen.FN.003|Tötet Keime ab.
Bier abfüllen|FUNC|BierAbfuellen.FN.004|Füllt Fässer.
Fass etikettieren|FUNC|FassEtikettieren.FN.005|
Steuer melden|FUNC|SteuerMelden.FN.006|Meldet dem Zollamt die Menge.
Schrot|FLOW|Schrot.FL.001|Gebrochenes Malz.
Maische|FLOW|Maische.FL.002|
Würze|FLOW|Wuerze.FL.003|
Steuermeldung|FLOW|Steuermeldung.FL.004|Hektoliter je Monat.
Bestellung|FLOW|Bestellung.FL.005|
Kochzeit|REQ|Kochzeit.RQ.001|Die Würze muss mindestens 60 Minuten kochen. [rationale:Sonst überleben Keime]
Lagertemperatur|REQ|Lagertemperatur.RQ.002|Das Bier muss unter 4 °C gelagert werden.
Meldefrist|REQ|Meldefrist.RQ.003|Die Steuer muss bis zum 7. des Monats gemeldet werden.
Kochprobe|TEST|Kochprobe.TS.001|Zeit stoppen. [status:passed]
Sudhaus|MOD|Sudhaus.MD.001|Hier wird gebraut.
Schrotmühle|MOD|Schrotmuehle.MD.002|
Abfüllanlage|MOD|Abfuellanlage.MD.003|
Büro-PC|MOD|BueroPc.MD.004|
Kühlhaus|MOD|Kuehlhaus.MD.005|

## Edges
Brauerei.SY.001 -cp-> BierBrauen.UC.001, BierAusliefern.UC.002, Sudhaus.MD.001, Abfuellanlage.MD.003, BueroPc.MD.004
Sudhaus.MD.001 -cp-> Schrotmuehle.MD.002
Braumeister.AC.001 -rl-> BierBrauen.UC.001
Fahrer.AC.002 -rl-> BierAusliefern.UC.002
Wirtin.AC.003 -rl-> BierAusliefern.UC.002
MalzSchroten.FN.001 -io-> Schrot.FL.001
Schrot.FL.001 -io-> MaischeErhitzen.FN.002
MaischeErhitzen.FN.002 -io-> Maische.FL.002
Maische.FL.002 -io-> WuerzeKochen.FN.003
WuerzeKochen.FN.003 -io-> Wuerze.FL.003
Wuerze.FL.003 -io-> BierAbfuellen.FN.004
SteuerMelden.FN.006 -io-> Steuermeldung.FL.004
Steuermeldung.FL.004 -io-> Zollamt.AC.004
Wirtin.AC.003 -io-> Bestellung.FL.005
Bestellung.FL.005 -io-> BierAbfuellen.FN.004
Schrotmuehle.MD.002 -al-> MalzSchroten.FN.001
Sudhaus.MD.001 -al-> MaischeErhitzen.FN.002, WuerzeKochen.FN.003
Abfuellanlage.MD.003 -al-> BierAbfuellen.FN.004
BueroPc.MD.004 -al-> SteuerMelden.FN.006
WuerzeKochen.FN.003 -st-> Kochzeit.RQ.001
SteuerMelden.FN.006 -st-> Meldefrist.RQ.003
Kochzeit.RQ.001 -vf-> Kochprobe.TS.001
"""
LAUNDRY = """## Nodes
Laverie|SYS|Laverie.SY.001|Lave le linge des hôtels.
Réceptionniste|ACTOR|Receptionniste.AC.001|Reçoit les sacs.
Repasseuse|ACTOR|Repasseuse.AC.002|Repasse les draps.
Chauffeur|ACTOR|Chauffeur.AC.003|Ramène le linge aux hôtels.
Hôtel|ACTOR|Hotel.AC.004|Envoie son linge sale.
Laver le linge|UC|LaverLinge.UC.001|Le linge est propre.
Livrer le linge|UC|LivrerLinge.UC.002|Le linge est rendu.
Trier le linge|FUNC|TrierLinge.FN.001|Par couleur et par tissu.
Peser le sac|FUNC|PeserSac.FN.002|
Doser la lessive|FUNC|DoserLessive.FN.003|Selon le poids.
Essorer les draps|FUNC|EssorerDraps.FN.004|Retire l'eau.
Repasser les draps|FUNC|RepasserDraps.FN.005|
Imprimer la facture|FUNC|ImprimerFacture.FN.006|
Poids du sac|FLOW|PoidsSac.FL.001|En kilogrammes.
Dose|FLOW|Dose.FL.002|
Linge trié|FLOW|LingeTrie.FL.003|
Facture|FLOW|Facture.FL.004|Ce que l'hôtel doit payer.
Température de lavage|REQ|TemperatureLavage.RQ.001|Les draps doivent être lavés à 60 °C au moins. [rationale:En dessous les microbes survivent]
Délai|REQ|Delai.RQ.002|Le linge doit être rendu en 24 heures.
Dosage juste|REQ|DosageJuste.RQ.003|La lessive doit être dosée à 5 g près.
Essai de dosage|TEST|EssaiDosage.TS.001|Peser dix doses. [status:passed]
Machine|MOD|Machine.MD.001|Lave et essore.
Tambour|MOD|Tambour.MD.002|Tourne.
Balance|MOD|Balance.MD.003|Pèse les sacs.
Caisse|MOD|Caisse.MD.004|
Fer à vapeur|MOD|FerVapeur.MD.005|

## Edges
Laverie.SY.001 -cp-> LaverLinge.UC.001, LivrerLinge.UC.002, Machine.MD.001, Balance.MD.003, Caisse.MD.004, FerVapeur.MD.005
Machine.MD.001 -cp-> Tambour.MD.002
Receptionniste.AC.001 -rl-> LaverLinge.UC.001
Repasseuse.AC.002 -rl-> RepasserDraps.FN.005
Chauffeur.AC.003 -rl-> LivrerLinge.UC.002
TrierLinge.FN.001 -io-> LingeTrie.FL.003
LingeTrie.FL.003 -io-> PeserSac.FN.002
PeserSac.FN.002 -io-> PoidsSac.FL.001
PoidsSac.FL.001 -io-> DoserLessive.FN.003
DoserLessive.FN.003 -io-> Dose.FL.002
Dose.FL.002 -io-> EssorerDraps.FN.004
ImprimerFacture.FN.006 -io-> Facture.FL.004
Facture.FL.004 -io-> Hotel.AC.004
Balance.MD.003 -al-> PeserSac.FN.002
Machine.MD.001 -al-> DoserLessive.FN.003, EssorerDraps.FN.004
Caisse.MD.004 -al-> ImprimerFacture.FN.006
DoserLessive.FN.003 -st-> DosageJuste.RQ.003
DosageJuste.RQ.003 -vf-> EssaiDosage.TS.001
"""
LIFT = """## Nodes
Ski lift|SYS|SkiLift.SY.001|Takes skiers up.
Operator|ACTOR|Operator.AC.001|Watches the lift.
Skier|ACTOR|Skier.AC.002|
Snow patrol|ACTOR|SnowPatrol.AC.003|
Check pass|FUNC|CheckPass.FN.001|Reads the chip in the jacket.
Open turnstile|FUNC|OpenTurnstile.FN.002|
Slow down chair|FUNC|SlowDownChair.FN.003|For boarding.
Measure wind|FUNC|MeasureWind.FN.004|
Stop lift|FUNC|StopLift.FN.005|Stops within 8 s.
Report avalanche risk|FUNC|ReportRisk.FN.006|
Print lift ticket|FUNC|PrintLiftTicket.FN.007|
Wind speed|FLOW|WindSpeed.FL.001|
Stop signal|FLOW|StopSignal.FL.002|
Risk report|FLOW|RiskReport.FL.003|
Pass number|FLOW|PassNumber.FL.004|
Wind limit|REQ|WindLimit.RQ.001|The lift shall stop above 60 km/h of wind. [rationale:Chairs swing]
Quick entry|REQ|QuickEntry.RQ.002|A skier shall pass the gate within 3 s.
Safe stop|REQ|SafeStop.RQ.003|The lift shall stop within 8 s.
Queue test|TEST|QueueTest.TS.001|[status:passed]
Storm drill|TEST|StormDrill.TS.002|[status:failed]
Valley station|MOD|ValleyStation.MD.001|
Gate|MOD|Gate.MD.002|
Wind mast|MOD|WindMast.MD.003|
Chip reader|MOD|ChipReader.MD.004|
Drive|MOD|Drive.MD.005|
Ticket office|MOD|TicketOffice.MD.006|

## Edges
SkiLift.SY.001 -cp-> ValleyStation.MD.001, WindMast.MD.003, Drive.MD.005, TicketOffice.MD.006
ValleyStation.MD.001 -cp-> Gate.MD.002
Gate.MD.002 -cp-> ChipReader.MD.004
CheckPass.FN.001 -io-> PassNumber.FL.004
PassNumber.FL.004 -io-> OpenTurnstile.FN.002
MeasureWind.FN.004 -io-> WindSpeed.FL.001
WindSpeed.FL.001 -io-> StopLift.FN.005
StopLift.FN.005 -io-> StopSignal.FL.002
StopSignal.FL.002 -io-> Operator.AC.001
ReportRisk.FN.006 -io-> RiskReport.FL.003
RiskReport.FL.003 -io-> SnowPatrol.AC.003
Operator.AC.001 -rl-> SlowDownChair.FN.003
ChipReader.MD.004 -al-> CheckPass.FN.001
Gate.MD.002 -al-> OpenTurnstile.FN.002
WindMast.MD.003 -al-> MeasureWind.FN.004
Drive.MD.005 -al-> StopLift.FN.005, SlowDownChair.FN.003
StopLift.FN.005 -st-> WindLimit.RQ.001, SafeStop.RQ.003
OpenTurnstile.FN.002 -st-> QuickEntry.RQ.002
QuickEntry.RQ.002 -vf-> QueueTest.TS.001
WindLimit.RQ.001 -vf-> StormDrill.TS.002
"""
MUSEUM = """## Nodes
Museum|SYS|Museum.SY.001|
Kuratorin|ACTOR|Kuratorin.AC.001|Stellt Ausstellungen zusammen.
Aufsicht|ACTOR|Aufsicht.AC.002|Bewacht die Säle.
Leihgeber|ACTOR|Leihgeber.AC.003|Verleiht Bilder.
Restaurator|ACTOR|Restaurator.AC.004|
Leihvertrag prüfen|FUNC|LeihvertragPruefen.FN.001|
Bild einlagern|FUNC|BildEinlagern.FN.002|Im Depot.
Feuchte messen|FUNC|FeuchteMessen.FN.003|
Alarm geben|FUNC|AlarmGeben.FN.004|
Bild restaurieren|FUNC|BildRestaurieren.FN.005|
Bild hängen|FUNC|BildHaengen.FN.006|
Führung buchen|FUNC|FuehrungBuchen.FN.007|
Feuchtewert|FLOW|Feuchtewert.FL.001|
Zustandsbericht|FLOW|Zustandsbericht.FL.002|
Leihvertrag|FLOW|Leihvertrag.FL.003|
Feuchtegrenze|REQ|Feuchtegrenze.RQ.001|Die Luftfeuchte darf 55 % nicht übersteigen. [rationale:Sonst schimmelt die Leinwand]
Alarmzeit|REQ|Alarmzeit.RQ.002|Ein Alarm muss nach spätestens 5 Sekunden bei der Aufsicht sein.
Traglast|REQ|Traglast.RQ.003|Die Wand muss 80 kg tragen.
Alarmübung|TEST|Alarmuebung.TS.001|
Depot|MOD|Depot.MD.001|
Klimaanlage|MOD|Klimaanlage.MD.002|
Fühler|MOD|Fuehler.MD.003|
Kasse|MOD|Kasse.MD.004|

## Edges
Museum.SY.001 -cp-> Depot.MD.001, Klimaanlage.MD.002, Kasse.MD.004
Klimaanlage.MD.002 -cp-> Fuehler.MD.003
Leihgeber.AC.003 -io-> Leihvertrag.FL.003
Leihvertrag.FL.003 -io-> LeihvertragPruefen.FN.001
LeihvertragPruefen.FN.001 -rl-> BildEinlagern.FN.002
BildEinlagern.FN.002 -rl-> BildRestaurieren.FN.005
BildRestaurieren.FN.005 -rl-> BildHaengen.FN.006
Kuratorin.AC.001 -rl-> LeihvertragPruefen.FN.001
Restaurator.AC.004 -rl-> BildRestaurieren.FN.005
BildRestaurieren.FN.005 -io-> Zustandsbericht.FL.002
Zustandsbericht.FL.002 -io-> Kuratorin.AC.001
FeuchteMessen.FN.003 -io-> Feuchtewert.FL.001
Feuchtewert.FL.001 -io-> AlarmGeben.FN.004
Fuehler.MD.003 -al-> FeuchteMessen.FN.003
Klimaanlage.MD.002 -al-> AlarmGeben.FN.004
Depot.MD.001 -al-> BildEinlagern.FN.002
FeuchteMessen.FN.003 -st-> Feuchtegrenze.RQ.001
AlarmGeben.FN.004 -st-> Alarmzeit.RQ.002
Alarmzeit.RQ.002 -vf-> Alarmuebung.TS.001
"""
PORT = """## Nodes
Criée|SYS|Criee.SY.001|Vend le poisson du matin.
Pêcheur|ACTOR|Pecheur.AC.001|Débarque sa pêche.
Mareyeur|ACTOR|Mareyeur.AC.002|Achète le poisson.
Vétérinaire|ACTOR|Veterinaire.AC.003|
Commissaire-priseur|ACTOR|CommissairePriseur.AC.004|Mène les enchères.
Peser la caisse|FUNC|PeserCaisse.FN.001|
Inspecter le poisson|FUNC|InspecterPoisson.FN.002|
Étiqueter le lot|FUNC|EtiqueterLot.FN.003|
Lancer l'enchère|FUNC|LancerEnchere.FN.004|
Facturer l'acheteur|FUNC|FacturerAcheteur.FN.005|
Refroidir la halle|FUNC|RefroidirHalle.FN.006|
Nettoyer le quai|FUNC|NettoyerQuai.FN.007|
Poids|FLOW|Poids.FL.001|
Certificat|FLOW|Certificat.FL.002|
Étiquette|FLOW|Etiquette.FL.003|
Offre|FLOW|Offre.FL.004|
Facture|FLOW|Facture.FL.005|
Fraîcheur|REQ|Fraicheur.RQ.001|La halle doit rester en dessous de 4 °C. [rationale:Le poisson se gâte]
Traçabilité|REQ|Tracabilite.RQ.002|Chaque lot doit porter le nom du bateau.
Paiement rapide|REQ|PaiementRapide.RQ.003|Le pêcheur doit être payé sous 3 jours.
Relevé de température|TEST|ReleveTemperature.TS.001|[status:passed]
Bascule|MOD|Bascule.MD.001|
Groupe froid|MOD|GroupeFroid.MD.002|
Compresseur|MOD|Compresseur.MD.003|
Tableau des enchères|MOD|TableauEncheres.MD.004|
Imprimante|MOD|Imprimante.MD.005|

## Edges
Criee.SY.001 -cp-> Bascule.MD.001, GroupeFroid.MD.002, TableauEncheres.MD.004, Imprimante.MD.005
GroupeFroid.MD.002 -cp-> Compresseur.MD.003
PeserCaisse.FN.001 -io-> Poids.FL.001
Poids.FL.001 -io-> InspecterPoisson.FN.002
InspecterPoisson.FN.002 -io-> Certificat.FL.002
Certificat.FL.002 -io-> EtiqueterLot.FN.003
EtiqueterLot.FN.003 -io-> Etiquette.FL.003
Etiquette.FL.003 -io-> LancerEnchere.FN.004
Mareyeur.AC.002 -io-> Offre.FL.004
Offre.FL.004 -io-> LancerEnchere.FN.004
FacturerAcheteur.FN.005 -io-> Facture.FL.005
Facture.FL.005 -io-> Mareyeur.AC.002
Veterinaire.AC.003 -rl-> InspecterPoisson.FN.002
CommissairePriseur.AC.004 -rl-> LancerEnchere.FN.004
Bascule.MD.001 -al-> PeserCaisse.FN.001
Imprimante.MD.005 -al-> EtiqueterLot.FN.003, FacturerAcheteur.FN.005
TableauEncheres.MD.004 -al-> LancerEnchere.FN.004
GroupeFroid.MD.002 -al-> RefroidirHalle.FN.006
RefroidirHalle.FN.006 -st-> Fraicheur.RQ.001
EtiqueterLot.FN.003 -st-> Tracabilite.RQ.002
Fraicheur.RQ.001 -vf-> ReleveTemperature.TS.001
"""
OFFICE = """## Nodes
Office|SYS|Office.SY.001|
Manager|ACTOR|Manager.AC.001|
Clerk|ACTOR|Clerk.AC.002|
Approve order|FUNC|ApproveOrder.FN.001|
Check invoice|FUNC|CheckInvoice.FN.002|
Print ticket|FUNC|PrintTicket.FN.003|
Delivery note|FLOW|DeliveryNote.FL.001|

## Edges
Manager.AC.001 -rl-> ApproveOrder.FN.001
Clerk.AC.002 -rl-> CheckInvoice.FN.002
Clerk.AC.002 -rl-> PrintTicket.FN.003
ApproveOrder.FN.001 -io-> DeliveryNote.FL.001
DeliveryNote.FL.001 -io-> CheckInvoice.FN.002
"""

Asked = tuple[str, str | list[str], set[str], set[str]]
"""A model, what is said to it in turn, and what the last answer says and leaves out."""
NOTHING: set[str] = set()


@cache
def _index_of(model: str) -> NodeIndex:
    """The names of a model, which no question changes."""
    return NodeIndex(model_of(model))


def answered(model: str, said: str | list[str]) -> str:
    """The answer to the last of some questions."""
    turns = [said] if isinstance(said, str) else said
    index = _index_of(model)
    found = understand(turns[-1], Situation(index.graph, index, findings_of=list, earlier=turns[-2::-1]))
    assert isinstance(found, ReadOnlyAnswer), found
    return found.text


def check(asked: Asked) -> None:
    model, said, holds, lacks = asked
    text = answered(model, said)
    assert ({each for each in holds if each not in text}, {each for each in lacks if each in text}) == (
        set(),
        NOTHING,
    ), text
