import type { Translation } from "../translation";

export const inquiry: Translation["inquiry"] = {
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
};
