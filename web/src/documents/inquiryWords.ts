/** Words of the options of an investigation; apart from those of the documents drawer, which comes later. */

import { catalogue } from "../ui/text";

export const inquiryWords = catalogue(
  {
    options: "What to investigate with",
    all: "All documents",
    some: "{count} document || {count} documents",
    none: "No documents",
    asksNobody: "asks nobody",
    askPeople: "Ask people for facts that are missing",
    askPeopleMore: "Otherwise the answer goes on with assumptions, and says which.",
    documents: "Documents to look into",
    noDocuments: "There are none yet; the answer can then only rest on the model.",
    addDocuments: "Add documents",
  },
  {
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
  },
  {
    options: "Avec quoi enquêter",
    all: "Tous les documents",
    some: "{count} document || {count} documents",
    none: "Aucun document",
    asksNobody: "sans questions",
    askPeople: "Demander à des personnes ce qui manque",
    askPeopleMore: "Sinon la réponse part d’hypothèses et les nomme.",
    documents: "Documents à consulter",
    noDocuments: "Il n’y en a pas encore ; la réponse ne peut alors reposer que sur le modèle.",
    addDocuments: "Ajouter des documents",
  },
);
