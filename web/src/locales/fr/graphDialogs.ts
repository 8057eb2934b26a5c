import type { Translation } from "../translation";

export const graphDialogs: Translation["graphDialogs"] = {
  moveTitle: "Déplacer {name} dans …",
  moveTarget: "Dans quoi",
  moveOut: "Hors de {name}",
  linkTitle: "Relier {name} à …",
  target: "À quoi",
  searchTarget: "Quelques lettres d’un nom ou identifiant",
  how: "Comment",
  asFlow: "transmet un flux à",
  flowName: "Nom du flux",
  sourceHandle: "Depuis la prise",
  targetHandle: "Vers la prise",
  connect: "Relier",
  noWay: "Aucune relation ne peut joindre ces deux éléments.",
  nothingFound: "Rien trouvé",
  newTitle: "Nouvel élément",
  type: "Type",
  name: "Nom",
  inside: "Comme partie de {name}",
  create: "Créer",
  cancel: "Annuler",
};
