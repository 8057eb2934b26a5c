import type { Translation } from "../translation";

export const questions: Translation["questions"] = {
  questions: "Questions",
  "kind.vagueQuantifier": "vague",
  "kind.missingConstraint": "sans critère",
  "kind.unclearRelationship": "peu clair",
  "kind.undefinedTerm": "non expliqué",
  "kind.conflictingStatement": "contradiction",
  "kind.incompleteSpecification": "incomplet",
  newText: "Nouveau texte ; mettez-y vos mots et vos nombres",
  save: "Enregistrer",
  saved: "Texte modifié",
  cancel: "Annuler",
};
