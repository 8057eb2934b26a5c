import type { Translation } from "../translation";

export const ghosts: Translation["ghosts"] = {
  proposed: "{count} vorgeschlagene Änderung || {count} vorgeschlagene Änderungen",
  new: "neu",
  changed: "geändert",
  deleted: "gelöscht",
  "mark.new": "vorgeschlagen, noch nicht da",
  "mark.changed": "eine Änderung ist vorgeschlagen",
  "mark.deleted": "das Löschen ist vorgeschlagen",
  becomes: "{field}: {before} → {after}",
  nothing: "nichts",
};
