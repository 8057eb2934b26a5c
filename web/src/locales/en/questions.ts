/** Words of questions about requirements. */

export const questions = {
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
} as const;
