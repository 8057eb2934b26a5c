/** Words of what is only proposed, on every canvas. */

import { catalogue } from "../ui/text";

export const ghostWords = catalogue(
  {
    proposed: "{count} proposed change || {count} proposed changes",
    new: "new",
    changed: "changed",
    deleted: "deleted",
    "mark.new": "proposed, not there yet",
    "mark.changed": "a change is proposed",
    "mark.deleted": "its deletion is proposed",
    becomes: "{field}: {before} → {after}",
    nothing: "nothing",
  },
  {
    proposed: "{count} vorgeschlagene Änderung || {count} vorgeschlagene Änderungen",
    new: "neu",
    changed: "geändert",
    deleted: "gelöscht",
    "mark.new": "vorgeschlagen, noch nicht da",
    "mark.changed": "eine Änderung ist vorgeschlagen",
    "mark.deleted": "das Löschen ist vorgeschlagen",
    becomes: "{field}: {before} → {after}",
    nothing: "nichts",
  },
  {
    proposed: "{count} modification proposée || {count} modifications proposées",
    new: "nouveau",
    changed: "modifié",
    deleted: "supprimé",
    "mark.new": "proposé, pas encore là",
    "mark.changed": "une modification est proposée",
    "mark.deleted": "sa suppression est proposée",
    becomes: "{field} : {before} → {after}",
    nothing: "rien",
  },
);
