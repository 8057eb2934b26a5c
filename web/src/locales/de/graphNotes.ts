import type { Translation } from "../translation";

export const graphNotes: Translation["graphNotes"] = {
  nothingHere:
    "Das Modell ist leer. Legen Sie etwas an, importieren Sie eine Datei, oder schreiben Sie in den Chat, wozu das System da ist.",
  nothingOf:
    "Diese Ansicht zeigt {types}; davon hat das Modell noch nichts. Legen Sie etwas an, oder bitten Sie im Chat darum.",
  nothingFocused:
    "Diese Ansicht zeigt je ein Element mit seinem Inhalt: {type}. Noch gibt es keines mit Inhalt. Legen Sie eines an, oder bitten Sie im Chat darum.",
  lacksTypes: "Noch nicht im Modell: {types}. Anlegen mit n, oder im Chat darum bitten.",
  lacksRelations:
    "Hier ist noch nichts durch {relations} verbunden. Einen Kasten wählen und l drücken, oder von seinem Rand zu einem anderen ziehen.",
  drawnElsewhere:
    "Hier ist nichts durch {relations} verbunden; wie dieses Modell verbunden ist, zeigt die Ansicht {view}.",
};
