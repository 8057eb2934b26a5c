import type { Translation } from "../translation";

export const graphDialogs: Translation["graphDialogs"] = {
  moveTitle: "{name} verschieben in …",
  moveTarget: "Wohin",
  moveOut: "Aus {name} heraus",
  linkTitle: "{name} verbinden mit …",
  target: "Womit",
  searchTarget: "Ein paar Buchstaben von Name oder Kennung",
  how: "Wie",
  asFlow: "gibt einen Fluss weiter an",
  flowName: "Name des Flusses",
  sourceHandle: "Vom Anschluss",
  targetHandle: "Zum Anschluss",
  connect: "Verbinden",
  noWay: "Diese beiden darf keine Beziehung verbinden.",
  nothingFound: "Nichts gefunden",
  newTitle: "Neues Element",
  type: "Art",
  name: "Name",
  inside: "Als Teil von {name}",
  create: "Anlegen",
  cancel: "Abbrechen",
};
