import type { Translation } from "../translation";

export const conflicts: Translation["conflicts"] = {
  renamed: "{who} hat „{before}“ inzwischen in „{now}“ umbenannt.",
  set: "{who} hat {field} von „{name}“ inzwischen auf „{now}“ gesetzt.",
  emptied: "{who} hat {field} von „{name}“ inzwischen geleert.",
  setOfRelation: "{who} hat {field} der Beziehung inzwischen auf „{now}“ gesetzt.",
  emptiedOfRelation: "{who} hat {field} der Beziehung inzwischen geleert.",
  changed: "{who} hat „{name}“ inzwischen geändert.",
  changedRelation: "{who} hat inzwischen eine Beziehung davon geändert.",
  deleted: "{who} hat „{name}“ inzwischen gelöscht.",
  deletedRelation: "{who} hat die Beziehung inzwischen gelöscht.",
  more: "und {count} weitere || und {count} weitere",
  descr: "Beschreibung",
  yours: "Ihre Fassung:",
  nothing: "nichts",
  setMine: "Meine setzen",
  keepTheirs: "Deren behalten",
  deleteAllTheSame: "Trotzdem löschen",
  close: "Schließen",
  goneWhileWriting: "{who} hat „{name}“ gelöscht, während Sie darin schrieben.",
  goneSince: "„{name}“ wurde gelöscht, während Sie darin schrieben.",
  bringBack: "Zurückholen",
};
