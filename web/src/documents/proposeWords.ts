/** Words of what a document could become. */

import { catalogue } from "../ui/text";

export const proposeWords = catalogue(
  {
    open: "Propose nodes",
    openMore: "Turn what this document obliges somebody to into proposed nodes",
    openOne: "Propose a node",
    title: "Nodes from “{title}”",
    about:
      "These passages oblige somebody. What you choose becomes one proposal; nothing changes before it is decided.",
    looking: "Looking for passages that oblige somebody …",
    none: "No passage of this document obliges anybody: none says must, shall or may not, and none has a name such as REQ-12. Passages marked as suspicious are left out.",
    allKnown:
      "The model has a node for the passage that obliges somebody already. || The model has nodes for all {count} passages that oblige somebody already.",
    notThis:
      "The passage you chose is none of them: it obliges nobody, is marked as suspicious, or has its node already.",
    candidates: "Passages that oblige somebody",
    all: "All {count}",
    more: "The first {shown} of {count} are shown. Once these are decided, come back for the others.",
    known:
      "{count} passage is left out: the model has a node of that name. || {count} passages are left out: the model has nodes of their names.",
    propose: "Propose {count} node || Propose {count} nodes",
    cancel: "Cancel",
    close: "Close",
  },
  {
    open: "Knoten vorschlagen",
    openMore: "Was dieses Dokument verlangt als Knoten vorschlagen",
    openOne: "Als Knoten vorschlagen",
    title: "Knoten aus „{title}“",
    about:
      "Diese Stellen verpflichten jemanden. Was Sie auswählen, wird ein Vorschlag; vor der Entscheidung ändert sich nichts.",
    looking: "Sucht Stellen, die jemanden verpflichten …",
    none: "Keine Stelle dieses Dokuments verpflichtet jemanden: Keine sagt muss, darf nicht oder darf nur, und keine hat einen Namen wie REQ-12. Verdächtige Stellen bleiben weg.",
    allKnown:
      "Für die Stelle, die jemanden verpflichtet, hat das Modell schon einen Knoten. || Für alle {count} Stellen, die jemanden verpflichten, hat das Modell schon Knoten.",
    notThis:
      "Die gewählte Stelle ist nicht dabei: Sie verpflichtet niemanden, ist verdächtig oder hat schon ihren Knoten.",
    candidates: "Stellen, die jemanden verpflichten",
    all: "Alle {count}",
    more: "Gezeigt sind die ersten {shown} von {count}. Sind diese entschieden, kommen Sie für die übrigen wieder.",
    known:
      "{count} Stelle fehlt hier: Das Modell hat einen Knoten dieses Namens. || {count} Stellen fehlen hier: Das Modell hat Knoten dieser Namen.",
    propose: "{count} Knoten vorschlagen || {count} Knoten vorschlagen",
    cancel: "Abbrechen",
    close: "Schließen",
  },
  {
    open: "Proposer des nœuds",
    openMore: "Proposer comme nœuds ce que ce document impose",
    openOne: "Proposer un nœud",
    title: "Nœuds tirés de « {title} »",
    about: "Ces passages obligent quelqu’un. Votre choix devient une proposition ; rien ne change avant la décision.",
    looking: "Recherche des passages qui obligent quelqu’un …",
    none: "Aucun passage de ce document n’oblige quelqu’un : aucun ne dit doit ou ne peut pas, aucun ne porte un nom comme REQ-12. Les passages suspects sont laissés de côté.",
    allKnown:
      "Le modèle a déjà un nœud pour le passage qui oblige quelqu’un. || Le modèle a déjà des nœuds pour les {count} passages qui obligent quelqu’un.",
    notThis: "Le passage choisi n’en fait pas partie : il n’oblige personne, est suspect ou a déjà son nœud.",
    candidates: "Passages qui obligent quelqu’un",
    all: "Les {count}",
    more: "Voici les {shown} premiers sur {count}. Une fois ceux-ci décidés, revenez pour les autres.",
    known:
      "{count} passage manque ici : le modèle a un nœud de ce nom. || {count} passages manquent ici : le modèle a des nœuds de ces noms.",
    propose: "Proposer {count} nœud || Proposer {count} nœuds",
    cancel: "Annuler",
    close: "Fermer",
  },
);
