import type { Translation } from "../translation";

export const ownKeys: Translation["ownKeys"] = {
  hint: "Choisissez les touches d’une commande pour lui en donner d’autres. Elles restent dans ce navigateur.",
  change: "Changer les touches : {title}",
  press: "Appuyez sur une touche, ou sur deux l’une après l’autre. Échap laisse tout tel quel.",
  pressing: "Appuyez …",
  reset: "Revenir à {keys}",
  resetAll: "Toutes les touches d’origine",
  needed: "{keys} sert à se déplacer, modifier ou quitter. Prenez-en une autre.",
  browser: "{keys} appartient au navigateur. Prenez-en une autre.",
  taken: "{keys} signifie déjà : {title}. Donnez-lui d’abord une autre touche.",
  elsewhere: "{keys} a un autre sens quand ceci a le focus : {places}",
};
