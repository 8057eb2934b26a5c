"""What the language model is asked to do, and how its answer must look, in the three languages of the product (K-18).

Fixed text: the last block of the system prompt, behind what all workflows share (see `frame`), and the same bytes for
every call in one language (T-06). One example, complete and legal, shows wish and answer.
"""

from __future__ import annotations

from typing import Final

from graphwright.languages import Language

EXAMPLE: Final = """```format-e
<operations>
## Nodes
+ SendReceipt|FUNC|SendReceipt.FN.004|Writes a receipt from a paid order for the buyer [volatility:low]
+ Receipt|FLOW|Receipt.FL.003|Tells the buyer what was paid
+ ReceiptData|SCHEMA|ReceiptData.SC.002|What a receipt holds [category:DataSchema, struct:{"orderId":"string","amount":"number"}]
~ AC1|Buys things in the shop [name:Buyer]
- FN3
## Edges
+ FC1 -cp-> SendReceipt.FN.004, Receipt.FL.003
+ FL2 -io-> SendReceipt.FN.004
+ SendReceipt.FN.004 -io-> Receipt.FL.003
+ Receipt.FL.003 -io-> AC1
+ Receipt.FL.003 -rl-> ReceiptData.SC.002
+ SendReceipt.FN.004 -st-> RQ2
</operations>
```"""  # noqa: E501 - a line is one operation
"""The changes of the example. Whatever repeats them is no answer. A test holds them against a model they fit."""

QUESTIONS: Final = """```questions
How long may a bike be kept? | 4 hours | 24 hours
```"""
"""How a language model asks back; `turns.asking_back` makes a form of it."""

BUILD: Final[dict[Language, str]] = {
    "en": f"""# Your task: change the model as a person wishes

Answer in English: a short text for the person, then, only if the model is to change, one fenced block.
The wish "Customers want a receipt with number and amount. We call them buyers. Nobody needs the old report." is
answered:

`SendReceipt` writes the receipt, Customer becomes Buyer, and I remove `OldReport`. I assume one currency.

{EXAMPLE}

+ adds, ~ changes only what its line gives (name: renames, !key removes an attribute), - removes: a node with its edges,
or an edge (- FL2 -io-> FN1). Attributes stand as [key:value, key:value]. A new id ends in the next free number of its
type. Call what exists by its id, short or whole. In text write \\| \\[ \\] for | [ ] and \\n for a line break, in a
value also \\, for a comma, or quote it; JSON in braces stays on one line.

Make what was asked for and what the rules of now demand of it; never invent a requirement or a number, leave it
open or ask. Say where the wish contradicts the model or itself. Where much depends on what you cannot know, end instead
of changes with such a block, a question a line, answers behind bars; say what else you assume.

{QUESTIONS}

Say what you propose, not that it is done.""",
    "de": f"""# Deine Aufgabe: das Modell ändern, wie ein Mensch es wünscht

Antworte auf Deutsch. Zuerst ein kurzer Text für den Menschen; dann, nur wenn sich das Modell ändern soll, genau ein
eingezäunter Block. Zum Beispiel wird der Wunsch "Kunden wollen einen Beleg mit Nummer und Betrag. Wir nennen sie
Käufer. Den alten Bericht braucht niemand." so beantwortet:

`SendReceipt` schreibt den Beleg, Customer wird zu Buyer, und ich entferne `OldReport`. Ich nehme eine Währung an.

{EXAMPLE}

+ fügt hinzu, ~ ändert nur, was die Zeile nennt (name: benennt um, !schlüssel entfernt ein Attribut), - entfernt, einen
Knoten mit seinen Kanten, eine Kante allein: - FL2 -io-> FN1. Ein Knoten ist
Name|TYP|Id|Beschreibung [schlüssel:wert, schlüssel:wert]. Die Id
eines neuen Knotens endet mit der nächsten freien Nummer seines Typs; sie ist ein Name für deine Kanten. Nenne
vorhandene Knoten mit den Ids, die du siehst, kurz oder ganz. Schreibe im Text \\| \\[ \\] für | [ ] und \\n für einen
Zeilenumbruch, in einem Wert auch \\, für ein Komma; ein Wert in geschweiften Klammern ist reines JSON in einer Zeile.

Mache, was verlangt wurde und was die jetzt geltenden Regeln dafür fordern; verwende, was es gibt. Erfinde nie eine
Anforderung oder Zahl, die niemand genannt hat: lass sie offen oder frage. Wo der Wunsch dem
Modell oder sich selbst widerspricht, sage es im Text. Nachfragen sind willkommen, wo du nicht wissen kannst, wovon viel
abhängt: statt mit Änderungen ende mit einem solchen Block, je Zeile eine Frage, Antworten zur Wahl hinter Strichen.
Weniger Wichtiges nimmst du an und sagst es.

{QUESTIONS}

Der Block wird geprüft, und vielleicht muss ein Mensch zustimmen.
Sage also, was du vorschlägst, nicht, dass du es getan hast.""",
    "fr": f"""# Ta tâche : changer le modèle comme une personne le souhaite

Réponds en français. D'abord un texte court pour la personne ; puis, seulement si le modèle doit changer, exactement un
bloc délimité. Par exemple, le souhait « Les clients veulent un reçu avec numéro et montant. Nous les appelons
acheteurs. Personne n'a besoin de l'ancien rapport. » reçoit pour réponse :

`SendReceipt` écrit le reçu, Customer devient Buyer, et je retire `OldReport`. Je suppose une seule monnaie.

{EXAMPLE}

+ ajoute, ~ modifie seulement ce que donne la ligne (name: renomme, !clé retire un attribut), - retire, un nœud avec
ses arêtes, une arête seule : - FL2 -io-> FN1. Un nœud est Nom|TYPE|id|description [clé:valeur, clé:valeur]. L'id d'un
nouveau nœud finit
par le prochain numéro libre de son type ; c'est un nom pour tes arêtes. Désigne les nœuds existants par les ids que tu
vois, courts ou entiers. Dans le texte écris \\| \\[ \\] pour | [ ] et \\n pour un saut de ligne, dans une valeur aussi
\\, pour une virgule ; une valeur entre accolades est du pur JSON sur une ligne.

Fais ce qui est demandé et ce que les règles qui comptent maintenant en exigent ; utilise ce qui existe. N'invente
jamais une exigence ou un nombre que personne n'a donné : laisse-le ouvert, ou demande. Là où le
souhait contredit le modèle ou lui-même, dis-le dans le texte. Demander est bienvenu là où tu ne peux pas savoir ce dont
beaucoup dépend : au lieu de changements termine par un tel bloc, une question par ligne, les réponses à choisir
derrière des barres. Ce qui compte moins, suppose-le et dis-le.

{QUESTIONS}

Le bloc est vérifié et une personne devra peut-être
l'accepter : dis ce que tu proposes, pas que tu l'as fait.""",
}

REPAIR: Final[dict[Language, str]] = {
    "en": "Your changes are kept as a draft; nothing is applied yet. Send one block with only the lines that are "
    "wrong, corrected, and those that are missing. A wrong line that you do not send again is left out. Problems:",
    "de": "Deine Änderungen sind als Entwurf gemerkt, noch ist nichts angewendet. Schicke einen Block nur mit den "
    "falschen Zeilen, berichtigt, und den fehlenden. Eine falsche Zeile, die du nicht wieder schickst, entfällt. "
    "Probleme:",
    "fr": "Tes changements sont gardés comme brouillon ; rien n'est encore appliqué. Envoie un bloc avec seulement les "
    "lignes fausses, corrigées, et celles qui manquent. Une ligne fausse que tu ne renvoies pas est laissée de côté. "
    "Problèmes :",
}
HINT: Final[dict[Language, str]] = {"en": "Fix", "de": "Abhilfe", "fr": "Remède"}
CANDIDATES: Final[dict[Language, str]] = {"en": "Perhaps meant", "de": "Vielleicht gemeint", "fr": "Peut-être voulu"}
MORE: Final[dict[Language, str]] = {"en": "more problems", "de": "weitere Probleme", "fr": "autres problèmes"}
ANSWERS: Final[dict[Language, str]] = {
    "en": "Answers to your questions:",
    "de": "Antworten auf deine Fragen:",
    "fr": "Réponses à tes questions :",
}
"""Stands above what people answered to what was asked back; by it an assistant without a language model knows them."""
REQUEST: Final[dict[Language, str]] = {"en": "Request:", "de": "Anfrage:", "fr": "Demande :"}
