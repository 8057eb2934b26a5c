import type { Translation } from "../translation";

export const candidates: Translation["candidates"] = {
  open: "Elemente vorschlagen",
  openMore: "Was dieses Dokument verlangt als Elemente vorschlagen",
  openOne: "Als Element vorschlagen",
  title: "Elemente aus „{title}“",
  about:
    "Diese Stellen verpflichten jemanden. Was Sie auswählen, wird ein Vorschlag; vor der Entscheidung ändert sich nichts.",
  looking: "Sucht Stellen, die jemanden verpflichten …",
  none: "Keine Stelle dieses Dokuments verpflichtet jemanden: Keine sagt muss, darf nicht oder darf nur, und keine hat einen Namen wie REQ-12. Verdächtige Stellen bleiben weg.",
  allKnown:
    "Für die Stelle, die jemanden verpflichtet, hat das Modell schon ein Element. || Für alle {count} Stellen, die jemanden verpflichten, hat das Modell schon Elemente.",
  notThis:
    "Die gewählte Stelle ist nicht dabei: Sie verpflichtet niemanden, ist verdächtig oder hat schon ihr Element.",
  candidates: "Stellen, die jemanden verpflichten",
  all: "Alle {count}",
  more: "Gezeigt sind die ersten {shown} von {count}. Sind diese entschieden, kommen Sie für die übrigen wieder.",
  known:
    "{count} Stelle fehlt hier: Das Modell hat ein Element dieses Namens. || {count} Stellen fehlen hier: Das Modell hat Elemente dieser Namen.",
  propose: "{count} Element vorschlagen || {count} Elemente vorschlagen",
  cancel: "Abbrechen",
  close: "Schließen",
};
