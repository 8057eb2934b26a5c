/** Words of questions about requirements. */

import { catalogue } from "../ui/text";

export const words = catalogue(
  {
    questions: "Questions",
    "kind.vagueQuantifier": "vague",
    "kind.missingConstraint": "no criterion",
    "kind.unclearRelationship": "unclear",
    "kind.undefinedTerm": "not explained",
    "kind.conflictingStatement": "contradiction",
    "kind.incompleteSpecification": "incomplete",
    newText: "New text; put your own words and numbers into it",
    save: "Save",
    saved: "Text changed",
    cancel: "Cancel",
  },
  {
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
  },
  {
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
  },
);
