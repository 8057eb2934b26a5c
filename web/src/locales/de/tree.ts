import type { Translation } from "../translation";

export const tree: Translation["tree"] = {
  tree: "Modellbaum",
  search: "Im Modell suchen",
  close: "Baum schließen",
  empty: "Das Modell ist leer.",
  nothingFound: "Nichts hat diese Buchstaben.",
  loose: "In keinem System",
  renameOf: "Neuer Name von {name}",
  show: "Im Diagramm zeigen",
  rename: "Umbenennen",
  newPart: "Neuer Teil …",
  move: "Verschieben nach …",
  copyLink: "Link kopieren",
  remove: "Löschen",
  moved: "„{name}“ ist jetzt Teil von „{holder}“",
  movedOut: "„{name}“ ist jetzt Teil von nichts",
  notInView: "„{name}“ gehört nicht zu dieser Ansicht",
  showWhole: "Im ganzen Modell zeigen",
  mayNotChange: "Ihr Zugriff umfasst keine Änderungen am Modell. Fragen Sie einen Admin dieses Projekts.",
  locked: "Das Projekt ist gesperrt: ein Admin kann es in den Einstellungen freigeben.",
  coming: "Das Modell wird noch geladen.",
};
