/** Words of what is only proposed, on every canvas. */

export const ghosts = {
  proposed: "{count} proposed change || {count} proposed changes",
  new: "new",
  changed: "changed",
  deleted: "deleted",
  "mark.new": "proposed, not there yet",
  "mark.changed": "a change is proposed",
  "mark.deleted": "its deletion is proposed",
  becomes: "{field}: {before} → {after}",
  nothing: "nothing",
} as const;
