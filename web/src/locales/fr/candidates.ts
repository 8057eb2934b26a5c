import type { Translation } from "../translation";

export const candidates: Translation["candidates"] = {
  open: "Proposer des éléments",
  openMore: "Proposer comme éléments ce que ce document impose",
  openOne: "Proposer un élément",
  title: "Éléments tirés de « {title} »",
  about: "Ces passages obligent quelqu’un. Votre choix devient une proposition ; rien ne change avant la décision.",
  looking: "Recherche des passages qui obligent quelqu’un …",
  none: "Aucun passage de ce document n’oblige quelqu’un : aucun ne dit doit ou ne peut pas, aucun ne porte un nom comme REQ-12. Les passages suspects sont laissés de côté.",
  allKnown:
    "Le modèle a déjà un élément pour le passage qui oblige quelqu’un. || Le modèle a déjà des éléments pour les {count} passages qui obligent quelqu’un.",
  notThis: "Le passage choisi n’en fait pas partie : il n’oblige personne, est suspect ou a déjà son élément.",
  candidates: "Passages qui obligent quelqu’un",
  all: "Les {count}",
  more: "Voici les {shown} premiers sur {count}. Une fois ceux-ci décidés, revenez pour les autres.",
  known:
    "{count} passage manque ici : le modèle a un élément de ce nom. || {count} passages manquent ici : le modèle a des éléments de ces noms.",
  propose: "Proposer {count} élément || Proposer {count} éléments",
  cancel: "Annuler",
  close: "Fermer",
};
