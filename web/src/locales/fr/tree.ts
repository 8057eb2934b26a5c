import type { Translation } from "../translation";

export const tree: Translation["tree"] = {
  tree: "Arborescence du modèle",
  search: "Chercher dans le modèle",
  close: "Fermer l’arborescence",
  empty: "Le modèle est vide.",
  nothingFound: "Rien ne contient ces lettres.",
  loose: "Dans aucun système",
  renameOf: "Nouveau nom de {name}",
  show: "Montrer dans le diagramme",
  rename: "Renommer",
  newPart: "Nouvelle partie …",
  move: "Déplacer vers …",
  copyLink: "Copier le lien",
  remove: "Supprimer",
  moved: "« {name} » fait maintenant partie de « {holder} »",
  movedOut: "« {name} » ne fait plus partie de rien",
  notInView: "« {name} » ne fait pas partie de cette vue",
  showWhole: "Montrer dans le modèle entier",
  mayNotChange: "Votre accès ne permet pas de modifier le modèle. Demandez à un admin de ce projet.",
  locked: "Le projet est verrouillé : un admin peut le déverrouiller dans ses réglages.",
  coming: "Le modèle est encore en cours de chargement.",
};
