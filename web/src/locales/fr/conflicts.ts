import type { Translation } from "../translation";

export const conflicts: Translation["conflicts"] = {
  renamed: "{who} a entre-temps renommé « {before} » en « {now} ».",
  set: "{who} a entre-temps modifié « {name} » : {field} vaut maintenant « {now} ».",
  emptied: "{who} a entre-temps modifié « {name} » : {field} est vide maintenant.",
  setOfRelation: "{who} a entre-temps modifié la relation : {field} vaut maintenant « {now} ».",
  emptiedOfRelation: "{who} a entre-temps modifié la relation : {field} est vide maintenant.",
  changed: "{who} a entre-temps modifié « {name} ».",
  changedRelation: "{who} a entre-temps modifié une relation de cet élément.",
  deleted: "{who} a entre-temps supprimé « {name} ».",
  deletedRelation: "{who} a entre-temps supprimé la relation.",
  more: "et {count} autre || et {count} autres",
  descr: "Description",
  yours: "Votre version :",
  nothing: "rien",
  setMine: "Prendre ma version",
  keepTheirs: "Garder l’autre version",
  deleteAllTheSame: "Supprimer quand même",
  close: "Fermer",
  goneWhileWriting: "{who} a supprimé « {name} » pendant que vous y écriviez.",
  goneSince: "« {name} » a été supprimé pendant que vous y écriviez.",
  bringBack: "Le rétablir",
};
