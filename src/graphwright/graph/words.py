"""Words of descriptions and names: how text is cut into them, and the word lists of the three languages (K-18).

Used where text is judged or compared (rules, similarity, quality). There is no grammar here: English, German and French
endings are cut roughly, which is enough to see that `orders` and `order` speak of the same thing.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Of a description (at most 20,000 characters) this much is read: what agrees so long is the same.
_READ: Final = 4_000
# Shorter than this, an ending is part of the word: `test`, `list`.
_SHORTEST_STEM: Final = 4

# A word ends where the case says so (`PlaceOrder`, `HTTPServer`), at a digit, and at everything that is no letter.
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe"})
_ENDINGS: Final = ("ungen", "ung", "ing", "ent", "est", "ed", "es", "er", "en", "em", "et", "s", "e", "n", "t")


def _listed(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_STOP_WORDS: Final = _listed(
    # English
    "a an and are as at be been by can each every for from has have if in into is it its of on or so than that the",
    "their them then there these they this those to was were what when where which while who will with",
    # German
    "am an auf aus bei das dass dem den der des die diese dieser dieses ein eine einem einen einer eines er es fuer",
    "hat im in ist mit nach oder sich sie sind so und um vom von vor was welche wenn werden wird wie zu zum zur ueber",
    # what an apostrophe leaves: the customer's, l'ordre, d'une
    "c d j l m n s t",
    # French
    "au aux avec ce ces cette chaque dans de des du elle en est et etre il ils la le les leur lors ou par pour qu que",
    "qui sa se ses son sont sur un une",
)

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


def words(text: str) -> list[str]:
    """The words of a text as stems, in order, without stop words."""
    return [stem(word) for word in _split(text) if word not in _STOP_WORDS]


def plain_words(text: str) -> list[str]:
    """The words of a text as written, in small letters."""
    return re.findall(r"[^\W_]+(?:-[^\W_]+)*", text[:_READ].casefold())


def verb_group(name: str, descr: str = "") -> str | None:
    """The group of the first action verb in a name, else in a description; `None` when neither has one."""
    for text in (name, descr):
        for word in _split(text):
            group = _GROUP_OF.get(stem(word))
            if group is not None:
                return group
    return None


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its endings. Compares words; it is not one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return stem(word[: -len(ending)])
    return word


def stems(text: str) -> frozenset[str]:
    """All words of a list as stems, stop words too."""
    return frozenset(stem(word) for word in _split(text))


def _split(text: str) -> list[str]:
    latin = unicodedata.normalize("NFC", text[:_READ])
    if not latin.isascii():
        latin = unicodedata.normalize("NFKD", latin.translate(_UMLAUTS))
        latin = "".join(letter for letter in latin if not unicodedata.combining(letter))
    return [word.lower() for word in _WORD.findall(latin)]


_GROUP_OF: Final = {found: group for group, listed in VERBS.items() for found in stems(listed)}
