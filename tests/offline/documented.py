"""The small model of docs/offline-language.md, and the sentences that were understood before sentences were read by
their structure: they still are (`test_documented.py`). What the page lists today is in `phenomena.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

from graphwright.formats.format_e import read_format_e
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Situation, Understood
from graphwright.operations.plan import Plan, plan
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.ids import FindingId, OperationId, Ref
from graphwright.protocol.operations import ChangeSet, EdgeCreate, Finding, NodeCreate, Operation
from graphwright.text.folding import fold

PAGE = Path(__file__).resolve().parents[2] / "docs" / "offline-language.md"
EXAMPLE_BEGIN, EXAMPLE_END = "```format-e\n", "\n```"

SENTENCES: dict[str, tuple[str, ...]] = {
    "English": (
        "A customer cancels an order.",
        "The driver delivers the order and confirms the delivery.",
        "The customer can pay the invoice.",
        "The system has a supplier who sends offers.",
        "The system validates the invoice.",
        "Create the function CheckStock.",
        "Add the actors Driver, Clerk and Supplier.",
        "Create the system ShopSystem with the use case 'pay invoice'.",
        "I would like to create a module called PaymentModule.",
        "New requirement OrderSafe: Nobody but the customer sees an order.",
        "Add a test for OrderFast.",
        "Add a test for ValidateOrder.",
        "Add a requirement for every function without requirement.",
        "Add a module for ValidateOrder.",
        "Add a schema for OrderRequest.",
        "Add the function ReserveStock to PlaceOrder.",
        "Rename ValidateOrder to CheckOrder.",
        "Describe StoreOrder as writes the order down.",
        "Set the volatility of ValidateOrder to high.",
        "Mark TestStored as passed.",
        "Connect ValidateOrder with OrderFast.",
        "ValidateOrder and PlaceOrder satisfy OrderFast.",
        "OrderFast is tested by TestStored.",
        "Allocate ValidateOrder to OrderModule.",
        "Customer sends OrderRequest to ValidateOrder.",
        "PlaceOrderChain contains ValidateOrder.",
        "ValidateOrder is part of OrderSystem.",
        "Disconnect StoreOrder from OrderStored.",
        "Delete OrderFast.",
        "Which functions have no requirement?",
        "List all requirements without a test.",
        "How many functions are there?",
        "Which requirements are there?",
        "What does StoreOrder touch?",
        "Who uses OrderRequest?",
        "What is StoreOrder?",
        "Which tests verify OrderStored?",
        "What is wrong?",
        "Fix the findings.",
        "Derive tests.",
        "Derive flows for StoreOrder.",
        "What is StoreOrdre?",
    ),
    "Deutsch": (
        "Customer gibt Bestellung auf.",
        "Der Fahrer liefert die Bestellung aus und bestätigt die Lieferung.",
        "Der Kunde kann die Rechnung bezahlen.",
        "Das System hat einen Customer, der Bestellungen aufgibt.",
        "Das System prüft die Rechnung.",
        "Neue Funktion CheckStock.",
        "Lege die Akteure Driver, Clerk und Supplier an.",
        "Ich möchte ein Bestellsystem mit dem Use Case 'Bestellung aufgeben' erstellen.",
        "Ergänze die Anforderung OrderSafe: Nur der Kunde sieht seine Bestellung.",
        "Füge einen Test für OrderFast hinzu.",
        "Füge einen Test für ValidateOrder hinzu.",
        "Erstelle eine Anforderung für jede Funktion ohne Anforderung.",
        "Erstelle ein Modul für ValidateOrder.",
        "Erstelle ein Schema für OrderRequest.",
        "Benenne ValidateOrder in CheckOrder um.",
        "Beschreibe StoreOrder als schreibt die Bestellung auf.",
        "Setze die Volatilität von ValidateOrder auf hoch.",
        "Markiere TestStored als bestanden.",
        "Verbinde ValidateOrder mit OrderFast.",
        "ValidateOrder erfüllt OrderFast.",
        "OrderFast wird durch TestStored geprüft.",
        "Ordne ValidateOrder dem Modul OrderModule zu.",
        "Customer sendet OrderRequest an ValidateOrder.",
        "PlaceOrderChain enthält ValidateOrder.",
        "ValidateOrder ist Teil von OrderSystem.",
        "Trenne StoreOrder von OrderStored.",
        "Lösche OrderFast.",
        "Welche Funktionen haben keine Anforderung?",
        "Welche Anforderungen haben keinen Test?",
        "Wie viele Funktionen gibt es?",
        "Welche Anforderungen gibt es?",
        "Was berührt StoreOrder?",
        "Wer benutzt OrderRequest?",
        "Was ist StoreOrder?",
        "Was fehlt?",
        "Behebe die Befunde.",
        "Leite Tests ab.",
    ),
    "Français": (
        "Un client passe une commande.",
        "Le chauffeur livre la commande et confirme la livraison.",
        "Le client peut payer la facture.",
        "Le système a un fournisseur qui envoie des offres.",
        "Le système vérifie la facture.",
        "Ajoute un acteur Client.",
        "Crée les acteurs Driver, Clerk et Supplier.",
        "Je voudrais créer le système ShopSystem avec le cas d'utilisation « payer la facture ».",
        "Ajoute l'exigence OrderSafe : seul le client voit sa commande.",
        "Ajoute un test pour OrderFast.",
        "Ajoute un test pour ValidateOrder.",
        "Crée une exigence pour chaque fonction sans exigence.",
        "Ajoute un module pour ValidateOrder.",
        "Ajoute un schéma pour OrderRequest.",
        "Renomme ValidateOrder en CheckOrder.",
        "Décris StoreOrder comme écrit la commande.",
        "Règle la volatilité de ValidateOrder sur élevée.",
        "Marque TestStored comme réussi.",
        "Relie ValidateOrder à OrderFast.",
        "ValidateOrder et PlaceOrder satisfont OrderFast.",
        "OrderFast est vérifié par TestStored.",
        "Affecte ValidateOrder à OrderModule.",
        "Customer envoie OrderRequest à ValidateOrder.",
        "PlaceOrderChain contient ValidateOrder.",
        "ValidateOrder fait partie de OrderSystem.",
        "Déconnecte StoreOrder de OrderStored.",
        "Supprime OrderFast.",
        "Quelles fonctions n'ont pas d'exigence ?",
        "Quelles exigences n'ont pas de test ?",
        "Combien de fonctions y a-t-il ?",
        "Quelles exigences y a-t-il ?",
        "Que touche StoreOrder ?",
        "Qui utilise OrderRequest ?",
        "Qu'est-ce que StoreOrder ?",
        "Qu'est-ce qui manque ?",
        "Corrige les problèmes.",
        "Déduis les flux pour StoreOrder.",
    ),
}


def example_model() -> Graph:
    """The order system that the page shows, made anew."""
    return model_of(PAGE.read_text(encoding="utf-8").split(EXAMPLE_BEGIN)[1].split(EXAMPLE_END)[0])


def model_of(format_e: str) -> Graph:
    """A graph from its Format E, with its own semantic ids."""
    graph = Graph(default_ontology())
    applied(graph, read_format_e(format_e, graph.ontology), importing=True)
    return graph


def applied(graph: Graph, operations: list[Operation], *, importing: bool = False) -> Plan:
    """Plan operations as an AI's change set and put the result into the graph, as a commit does."""
    ids = Ids(ManualClock(datetime(2025, 1, 1, tzinfo=UTC)), random_bytes=Random(graph.revision).randbytes)
    change_set = ChangeSet(base_revision=graph.revision, operations=operations)
    planned = plan(graph, change_set, ids=ids, ai=not importing, importing=importing)
    assert planned.problems == []
    graph.apply(planned.changes, graph.revision + 1)
    return planned


def example_findings() -> list[Finding]:
    """What two sentences of the page ask about; made up, so that the page does not change with the words of a rule."""
    node_id = example_model().find("OrderFast.RQ.002")[0]
    made = NodeCreate(id=OperationId("r-1"), node_type="TEST", name="TestFast", descr="Count.", temp_id="repair")
    edge = EdgeCreate(id=OperationId("r-2"), edge_type="verify", source=Ref(node_id), target=Ref("repair"))
    return [
        Finding(
            finding_id=FindingId("finding-1"),
            rule_id="requirements_verification",
            phase=4,
            severity="error",
            reach="local",
            node_ids=[node_id],
            edge_ids=[],
            case="broken",
            values={"node": "REQ 'OrderFast'"},
            repair=[made, edge],
        )
    ]


def heard(sentence: str, graph: Graph) -> Understood:
    """What the assistant makes of a sentence of the page."""
    return understand(sentence, Situation(graph, NodeIndex(graph), findings_of=example_findings))


def cell(text: str) -> str:
    """Text for a cell of a Markdown table."""
    return "`" + text.replace("\\", "\\\\").replace("|", "\\|") + "`"


def slug(sentence: str) -> str:
    """A sentence as the name of its test."""
    return fold(sentence).replace(" ", "-")[:60]
