import type { Translation } from "../translation";

export const questions: Translation["questions"] = {
  questions: "Rückfragen",
  "kind.vagueQuantifier": "vage",
  "kind.missingConstraint": "kein Kriterium",
  "kind.unclearRelationship": "unklar",
  "kind.undefinedTerm": "nicht erklärt",
  "kind.conflictingStatement": "Widerspruch",
  "kind.incompleteSpecification": "unvollständig",
  newText: "Neuer Text; setzen Sie eigene Worte und Zahlen ein",
  save: "Speichern",
  saved: "Text geändert",
  cancel: "Abbrechen",
};
