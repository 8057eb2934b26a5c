import type { Translation } from "../translation";

export const sources: Translation["sources"] = {
  unsupported: "sans source",
  unsupportedMore: "Cette phrase affirme quelque chose sans citer de source.",
  unknown: "Cela n’existe pas ; le modèle de langage l’a inventé.",
  notGiven: "Cela existe, mais n’a pas été montré au modèle de langage pour cette réponse.",
  gone: "Cela n’est plus dans le modèle.",
  sources: "Sources",
  numbered: "Source {number} : {name}",
};
