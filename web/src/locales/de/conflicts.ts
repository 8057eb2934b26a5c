import type { Translation } from "../translation";

export const conflicts: Translation["conflicts"] = {
  renamed: "{who} hat „{before}“ inzwischen in „{now}“ umbenannt.",
  set: "{who} hat „{name}“ inzwischen geändert: {field} ist jetzt „{now}“.",
  emptied: "{who} hat „{name}“ inzwischen geändert: {field} ist jetzt leer.",
  setOfRelation: "{who} hat die Beziehung inzwischen geändert: {field} ist jetzt „{now}“.",
  emptiedOfRelation: "{who} hat die Beziehung inzwischen geändert: {field} ist jetzt leer.",
  changed: "{who} hat „{name}“ inzwischen geändert.",
  changedRelation: "{who} hat inzwischen eine Beziehung davon geändert.",
  deleted: "{who} hat „{name}“ inzwischen gelöscht.",
  deletedRelation: "{who} hat die Beziehung inzwischen gelöscht.",
  more: "und {count} weitere || und {count} weitere",
  descr: "Beschreibung",
  yours: "Ihre Fassung:",
  nothing: "nichts",
  setMine: "Meine Fassung nehmen",
  keepTheirs: "Andere Fassung behalten",
  deleteAllTheSame: "Trotzdem löschen",
  close: "Schließen",
  goneWhileWriting: "{who} hat „{name}“ gelöscht, während Sie darin schrieben.",
  goneSince: "„{name}“ wurde gelöscht, während Sie darin schrieben.",
  bringBack: "Zurückholen",
};
