import type { Translation } from "../translation";

export const ghosts: Translation["ghosts"] = {
  proposed: "{count} modification proposée || {count} modifications proposées",
  new: "nouveau",
  changed: "modifié",
  deleted: "supprimé",
  "mark.new": "proposé, pas encore là",
  "mark.changed": "une modification est proposée",
  "mark.deleted": "sa suppression est proposée",
  becomes: "{field} : {before} → {after}",
  nothing: "rien",
};
