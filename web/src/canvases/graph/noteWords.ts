/** What a view says when there is little to see. */

import { catalogue } from "../../ui/text";

export const words = catalogue(
  {
    nothingHere: "The model is empty. Add something, import a file, or write into the chat what the system is for.",
    nothingOf: "This view shows {types}; the model has none of them yet. Add one, or ask for it in the chat.",
    nothingFocused:
      "This view shows one element at a time, with what it holds: {type}. There is none with content yet. Add one, or ask for it in the chat.",
    lacksTypes: "Not in the model yet: {types}. Add with n, or ask for it in the chat.",
    lacksRelations:
      "Nothing here is joined by {relations} yet. Select a box and press l to link it, or drag from its edge to another.",
  },
  {
    nothingHere:
      "Das Modell ist leer. Legen Sie etwas an, importieren Sie eine Datei, oder schreiben Sie in den Chat, wozu das System da ist.",
    nothingOf:
      "Diese Ansicht zeigt {types}; davon hat das Modell noch nichts. Legen Sie etwas an, oder bitten Sie im Chat darum.",
    nothingFocused:
      "Diese Ansicht zeigt je ein Element mit seinem Inhalt: {type}. Noch gibt es keines mit Inhalt. Legen Sie eines an, oder bitten Sie im Chat darum.",
    lacksTypes: "Noch nicht im Modell: {types}. Anlegen mit n, oder im Chat darum bitten.",
    lacksRelations:
      "Hier ist noch nichts durch {relations} verbunden. Einen Kasten wählen und l drücken, oder von seinem Rand zu einem anderen ziehen.",
  },
  {
    nothingHere:
      "Le modèle est vide. Ajoutez un élément, importez un fichier, ou écrivez dans le chat à quoi sert le système.",
    nothingOf: "Cette vue montre {types} ; le modèle n’en a pas encore. Ajoutez-en un, ou demandez-le dans le chat.",
    nothingFocused:
      "Cette vue montre un élément à la fois avec son contenu : {type}. Il n’y en a pas encore avec un contenu. Ajoutez-en un, ou demandez-le dans le chat.",
    lacksTypes: "Pas encore dans le modèle : {types}. Ajoutez avec n, ou demandez dans le chat.",
    lacksRelations:
      "Rien n’est encore joint ici par {relations}. Choisissez une boîte et appuyez sur l, ou tirez de son bord vers une autre.",
  },
);
