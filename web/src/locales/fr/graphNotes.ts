import type { Translation } from "../translation";

export const graphNotes: Translation["graphNotes"] = {
  nothingHere:
    "Le modèle est vide. Ajoutez un élément, importez un fichier, ou écrivez dans le chat à quoi sert le système.",
  nothingOf: "Cette vue montre {types} ; le modèle n’en a pas encore. Ajoutez-en un, ou demandez-le dans le chat.",
  nothingFocused:
    "Cette vue montre un élément à la fois avec son contenu : {type}. Il n’y en a pas encore avec un contenu. Ajoutez-en un, ou demandez-le dans le chat.",
  lacksTypes: "Pas encore dans le modèle : {types}. Ajoutez avec n, ou demandez dans le chat.",
  lacksRelations:
    "Rien n’est encore joint ici par {relations}. Choisissez une boîte et appuyez sur l, ou tirez de son bord vers une autre.",
  drawnElsewhere: "Rien n’est joint ici par {relations} ; la vue {view} montre comment ce modèle est joint.",
};
