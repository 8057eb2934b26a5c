/** Two people changed the same thing. */

export const conflicts = {
  renamed: "{who} renamed “{before}” to “{now}” meanwhile.",
  set: "{who} set {field} of “{name}” to “{now}” meanwhile.",
  emptied: "{who} emptied {field} of “{name}” meanwhile.",
  setOfRelation: "{who} set {field} of the relation to “{now}” meanwhile.",
  emptiedOfRelation: "{who} emptied {field} of the relation meanwhile.",
  changed: "{who} changed “{name}” meanwhile.",
  changedRelation: "{who} changed a relation of it meanwhile.",
  deleted: "{who} deleted “{name}” meanwhile.",
  deletedRelation: "{who} deleted the relation meanwhile.",
  more: "and {count} more || and {count} more",
  descr: "Description",
  yours: "Yours:",
  nothing: "nothing",
  setMine: "Set mine",
  keepTheirs: "Keep theirs",
  deleteAllTheSame: "Delete it all the same",
  close: "Close",
  goneWhileWriting: "{who} deleted “{name}” while you were writing in it.",
  goneSince: "“{name}” was deleted while you were writing in it.",
  bringBack: "Bring it back",
} as const;
