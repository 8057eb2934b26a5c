/**
 * The keys that canvases and drawers listen to themselves: one table, from which the help page and the manual come.
 *
 * A test reads the listeners and fails when one of their keys is not here. One row is one line, for the manual's sake.
 */

import type { Language } from "./text";

type Phrase = Readonly<Record<Language, string>>;

export interface KeyRow extends Phrase {
  /** Alternatives between commas; `arrows` are all four. */
  readonly keys: string;
}

export interface KeyGroup {
  readonly title: Phrase;
  readonly rows: readonly KeyRow[];
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: { en: "Chat", de: "Chat", fr: "Discussion" },
    rows: [
      { keys: "Enter", en: "send", de: "senden", fr: "envoyer" },
      { keys: "Shift+Enter", en: "a new line", de: "eine neue Zeile", fr: "une nouvelle ligne" },
      {
        keys: "Esc",
        en: "stop the answer; what it has written stays",
        de: "die Antwort anhalten; was sie geschrieben hat, bleibt",
        fr: "arrêter la réponse ; ce qu'elle a écrit reste",
      },
      {
        keys: "ArrowUp",
        en: "in the empty box: change what was said last",
        de: "im leeren Feld: das zuletzt Gesagte ändern",
        fr: "dans le champ vide : modifier ce qui a été dit en dernier",
      },
      {
        keys: "Ctrl+Enter",
        en: "while changing an earlier message: send it anew",
        de: "beim Ändern einer früheren Nachricht: neu senden",
        fr: "en modifiant un message antérieur : le renvoyer",
      },
    ],
  },
  {
    title: { en: "Tables", de: "Tabellen", fr: "Tableaux" },
    rows: [
      {
        keys: "arrows, PageUp, PageDown, Home, End",
        en: "go from cell to cell",
        de: "von Zelle zu Zelle gehen",
        fr: "aller de cellule en cellule",
      },
      {
        keys: "Shift+ArrowUp, Shift+ArrowDown",
        en: "select a range of rows",
        de: "mehrere Zeilen auswählen",
        fr: "sélectionner plusieurs lignes",
      },
      {
        keys: "Ctrl+Home, Ctrl+End",
        en: "first and last row",
        de: "erste und letzte Zeile",
        fr: "première et dernière ligne",
      },
      { keys: "F2, Enter, typing", en: "edit the cell", de: "die Zelle bearbeiten", fr: "modifier la cellule" },
      {
        keys: "Space, ?, /",
        en: "begin no edit: they keep their other meaning",
        de: "beginnen kein Bearbeiten: Sie behalten ihre andere Bedeutung",
        fr: "ne commencent pas de modification : elles gardent leur autre sens",
      },
      {
        keys: "Enter, Tab, Shift+Tab",
        en: "while editing: keep it and go down, on, back",
        de: "beim Bearbeiten: behalten und nach unten, weiter, zurück",
        fr: "en modifiant : garder et descendre, avancer, reculer",
      },
      {
        keys: "Shift+Enter",
        en: "while editing: a new line",
        de: "beim Bearbeiten: eine neue Zeile",
        fr: "en modifiant : une nouvelle ligne",
      },
      {
        keys: "Esc",
        en: "while editing: leave it as it was",
        de: "beim Bearbeiten: lassen, wie es war",
        fr: "en modifiant : laisser comme avant",
      },
      {
        keys: "Ctrl+Delete, Ctrl+Backspace",
        en: "delete the node or relation",
        de: "den Knoten oder die Beziehung löschen",
        fr: "supprimer le nœud ou la relation",
      },
      {
        keys: "Ctrl+V",
        en: "paste a block from a spreadsheet, with a preview",
        de: "einen Block aus einer Tabelle einfügen, mit Vorschau",
        fr: "coller un bloc d'un tableur, avec un aperçu",
      },
      {
        keys: "ArrowLeft, ArrowRight, Home, End",
        en: "on the tabs: another table",
        de: "auf den Reitern: eine andere Tabelle",
        fr: "sur les onglets : un autre tableau",
      },
    ],
  },
  {
    title: { en: "Graph", de: "Graph", fr: "Graphe" },
    rows: [
      {
        keys: "arrows",
        en: "go to the neighbour in that direction",
        de: "zum Nachbarn in dieser Richtung gehen",
        fr: "aller au voisin dans cette direction",
      },
      {
        keys: "Alt+arrows",
        en: "move the selected nodes",
        de: "die gewählten Knoten verschieben",
        fr: "déplacer les nœuds choisis",
      },
      {
        keys: "F2, Enter",
        en: "rename; Enter keeps the name, Esc leaves it",
        de: "umbenennen; Enter behält den Namen, Esc lässt ihn",
        fr: "renommer ; Enter garde le nom, Esc le laisse",
      },
      {
        keys: "Esc",
        en: "while renaming: leave the name as it was",
        de: "beim Umbenennen: den Namen lassen",
        fr: "en renommant : laisser le nom",
      },
      { keys: "n", en: "new node", de: "neuer Knoten", fr: "nouveau nœud" },
      {
        keys: "l",
        en: "link the selected node to another one",
        de: "den gewählten Knoten mit einem anderen verbinden",
        fr: "relier le nœud choisi à un autre",
      },
      {
        keys: "m",
        en: "move the selected node into another one, or out",
        de: "den gewählten Knoten in einen anderen verschieben oder heraus",
        fr: "déplacer le nœud choisi dans un autre, ou l'en sortir",
      },
      {
        keys: "e, E",
        en: "expand or collapse; collapse",
        de: "auf- oder zuklappen; zuklappen",
        fr: "déplier ou replier ; replier",
      },
      {
        keys: "h, H",
        en: "hide the selected; hide the others",
        de: "die gewählten verbergen; die anderen verbergen",
        fr: "masquer les choisis ; masquer les autres",
      },
      {
        keys: "f, F",
        en: "show the selected, show all",
        de: "die gewählten zeigen, alle zeigen",
        fr: "montrer les choisis, montrer tout",
      },
      { keys: "+, -", en: "nearer, farther", de: "näher, weiter weg", fr: "plus près, plus loin" },
      { keys: "Delete", en: "delete", de: "löschen", fr: "supprimer" },
    ],
  },
  {
    title: { en: "Review", de: "Prüfen", fr: "Examen" },
    rows: [
      {
        keys: "j, k, ArrowDown, ArrowUp, Home, End",
        en: "from change to change",
        de: "von Änderung zu Änderung",
        fr: "de changement en changement",
      },
      {
        keys: "], [",
        en: "next and previous proposal",
        de: "nächster und voriger Vorschlag",
        fr: "proposition suivante et précédente",
      },
      {
        keys: "a, r, d",
        en: "accept, reject the change, with what it needs or what needs it",
        de: "die Änderung annehmen, ablehnen, mit allem, was sie oder was sie braucht",
        fr: "accepter, refuser le changement, avec ce dont il dépend ou ce qui en dépend",
      },
      {
        keys: "A, R, D",
        en: "accept, reject the whole step or proposal",
        de: "den ganzen Schritt oder Vorschlag annehmen, ablehnen",
        fr: "accepter, refuser toute l'étape ou la proposition",
      },
      {
        keys: "e, m",
        en: "edit the change before it is accepted; Ctrl+Enter saves, Esc leaves it",
        de: "die Änderung vor dem Annehmen bearbeiten; Strg+Enter speichert, Esc lässt sie",
        fr: "modifier le changement avant de l'accepter ; Ctrl+Enter enregistre, Esc le laisse",
      },
      {
        keys: "u",
        en: "next change with a problem",
        de: "nächste Änderung mit einem Problem",
        fr: "changement suivant avec un problème",
      },
      {
        keys: "Enter, Space",
        en: "show the element on the canvases; fold or unfold",
        de: "das Element auf den Flächen zeigen; falten oder aufklappen",
        fr: "montrer l'élément sur les vues ; plier ou déplier",
      },
      {
        keys: "Ctrl+Enter",
        en: "apply what is accepted; send the answer to a question",
        de: "Angenommenes übernehmen; die Antwort auf eine Frage senden",
        fr: "appliquer ce qui est accepté ; envoyer la réponse à une question",
      },
    ],
  },
  {
    title: { en: "Drawers", de: "Schubladen", fr: "Tiroirs" },
    rows: [
      {
        keys: "j, k, ArrowDown, ArrowUp, Home, End",
        en: "in Process: from step to step; in a document: from passage to passage",
        de: "im Verlauf: von Schritt zu Schritt; im Dokument: von Stelle zu Stelle",
        fr: "dans Processus : d'étape en étape ; dans un document : de passage en passage",
      },
      {
        keys: "ArrowRight, ArrowLeft",
        en: "in Process: unfold, fold; between the panes: move the border",
        de: "im Verlauf: aufklappen, falten; zwischen den Flächen: die Grenze verschieben",
        fr: "dans Processus : déplier, plier ; entre les volets : déplacer la limite",
      },
      {
        keys: "Enter, Space",
        en: "in Process: details of the step",
        de: "im Verlauf: Einzelheiten des Schritts",
        fr: "dans Processus : détails de l'étape",
      },
      {
        keys: "j, u, k, ArrowDown, ArrowUp",
        en: "in Problems: from finding to finding; the canvases show what it is about",
        de: "bei Problemen: von Befund zu Befund; die Flächen zeigen, worum es geht",
        fr: "dans Problèmes : de constat en constat ; les vues montrent de quoi il s'agit",
      },
    ],
  },
];
