"""What descriptions say by their words: groups of action verbs, inputs and outputs, vague words (K-18)."""

from __future__ import annotations

from typing import Final

from graphwright.text.words import stem, stems, telling, words

READ: Final = 4_000
"""Of a description (at most 20,000 characters) this much is read: what agrees so long is the same."""


def _listed(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


VERBS: Final = {
    "validate": "validate verify check confirm approve authenticate authorize inspect test review "
    "validieren prüfen verifizieren kontrollieren bestätigen freigeben authentifizieren überprüfen "
    "valider vérifier contrôler confirmer approuver authentifier inspecter",
    "create": "create make generate build produce add register open place issue initiate "
    "erstellen erzeugen anlegen generieren bauen aufgeben registrieren eröffnen hinzufügen ausstellen gibt "
    "créer générer construire produire ajouter enregistrer ouvrir passer émettre",
    "transform": "transform convert translate parse format process map encode decode filter merge sort normalize adapt "
    "transformieren umwandeln konvertieren übersetzen verarbeiten formatieren kodieren dekodieren filtern "
    "transformer convertir traduire analyser traiter formater encoder décoder filtrer fusionner adapter",
    "send": "send transmit publish notify deliver dispatch ship forward emit report display show pay "
    "senden übermitteln veröffentlichen benachrichtigen liefern versenden weiterleiten melden anzeigen zahlen "
    "envoyer transmettre publier notifier livrer expédier transférer signaler afficher payer",
    "receive": "receive accept get collect capture import listen subscribe read acquire "
    "empfangen annehmen entgegennehmen erhalten sammeln erfassen importieren lesen aufnehmen empfängt nimmt liest "
    "recevoir accepter obtenir collecter saisir importer écouter lire acquérir reçoit lit",
    "store": "store save persist write archive record log cache keep update "
    "speichern sichern ablegen schreiben archivieren protokollieren aufzeichnen aktualisieren "
    "stocker sauvegarder écrire archiver journaliser conserver actualiser écrit",
    "retrieve": "retrieve fetch load find search query look lookup select browse list "
    "abrufen holen laden finden suchen abfragen nachschlagen auswählen auflisten lädt "
    "récupérer charger trouver chercher rechercher interroger sélectionner lister consulter",
    "calculate": "calculate compute count sum estimate evaluate measure determine predict score "
    "berechnen errechnen zählen summieren schätzen auswerten messen bestimmen ermitteln vorhersagen bewerten misst "
    "calculer compter sommer estimer évaluer mesurer déterminer prédire noter",
}
"""The eight groups of action verbs; irregular forms where an ending does not lead back to the verb."""

INPUT_WORDS: Final = (
    "input receives takes from given based eingang eingabe erhält aus anhand von entrée reçoit depuis à partir"
)
"""Words by which a description names what goes in."""
OUTPUT_WORDS: Final = (
    "output returns gives into produces result sends creates ausgabe ausgang ergebnis liefert erzeugt sendet gibt "
    "sortie résultat renvoie produit fournit envoie crée"
)
"""Words by which a description names what comes out."""

WEASEL_WORDS: Final = _listed(
    # English (INCOSE GtWR, rule on vague terms)
    "some any several many few much various almost nearly about approximately sufficient adequate appropriate suitable",
    "reasonable usually generally normally typically often sometimes fast quick quickly slow easy easily simple",
    "user-friendly flexible robust efficient effective good better best high low large small soon etc possibly maybe",
    "probably timely relevant significant minimal maximal optimal state-of-the-art seamless intuitive",
    # German
    "einige mehrere viele wenige verschiedene etwa ungefähr circa ca ausreichend angemessen geeignet entsprechend",
    "üblicherweise normalerweise meistens oft manchmal schnell langsam einfach leicht benutzerfreundlich flexibel",
    "robust effizient effektiv gut besser hoch niedrig groß klein bald usw evtl eventuell möglichst möglicherweise",
    "zeitnah relevant wesentlich minimal maximal optimal nahtlos intuitiv gegebenenfalls ggf",
    # French
    "quelques plusieurs certains divers environ presque suffisant adéquat approprié convenable raisonnable",
    "habituellement généralement normalement souvent parfois rapide rapidement lent facile facilement convivial",
    "flexible efficace bon meilleur élevé faible grand petit bientôt éventuellement pertinent optimal",
)
"""Words that make a requirement mean whatever its reader likes."""


def said(text: str) -> list[str]:
    """What a description says: its telling words as stems, in order."""
    return telling(text[:READ])


def verb_group(name: str, descr: str = "") -> str | None:
    """The group of the first action verb in a name, else in a description; `None` when neither has one."""
    for text in (name, descr):
        for word in words(text[:READ]):
            group = _GROUP_OF.get(stem(word))
            if group is not None:
                return group
    return None


_GROUP_OF: Final = {found: group for group, listed in VERBS.items() for found in stems(listed)}
