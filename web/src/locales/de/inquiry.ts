import type { Translation } from "../translation";

export const inquiry: Translation["inquiry"] = {
  options: "Womit untersucht wird",
  all: "Alle Dokumente",
  some: "{count} Dokument || {count} Dokumente",
  none: "Keine Dokumente",
  asksNobody: "fragt niemanden",
  askPeople: "Menschen nach fehlenden Angaben fragen",
  askPeopleMore: "Sonst geht die Antwort von Annahmen aus und nennt sie.",
  documents: "Diese Dokumente heranziehen",
  noDocuments: "Es gibt noch keine; die Antwort kann sich dann nur auf das Modell stützen.",
  addDocuments: "Dokumente hinzufügen",
};
