import type { Translation } from "../translation";

export const conflicts: Translation["conflicts"] = {
  renamed: "{who} a entre-temps renommé « {before} » en « {now} ».",
  set: "{who} a entre-temps mis {field} de « {name} » à « {now} ».",
  emptied: "{who} a entre-temps vidé {field} de « {name} ».",
  setOfRelation: "{who} a entre-temps mis {field} de la relation à « {now} ».",
  emptiedOfRelation: "{who} a entre-temps vidé {field} de la relation.",
  changed: "{who} a entre-temps modifié « {name} ».",
  changedRelation: "{who} a entre-temps modifié une de ses relations.",
  deleted: "{who} a entre-temps supprimé « {name} ».",
  deletedRelation: "{who} a entre-temps supprimé la relation.",
  more: "et {count} autre || et {count} autres",
  descr: "Description",
  yours: "Votre version :",
  nothing: "rien",
  setMine: "Mettre la mienne",
  keepTheirs: "Garder la leur",
  deleteAllTheSame: "Supprimer quand même",
  close: "Fermer",
  goneWhileWriting: "{who} a supprimé « {name} » pendant que vous y écriviez.",
  goneSince: "« {name} » a été supprimé pendant que vous y écriviez.",
  bringBack: "Le rétablir",
};
