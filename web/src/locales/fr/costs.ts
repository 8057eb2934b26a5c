import type { Translation } from "../translation";

export const costs: Translation["costs"] = {
  costs: "Coûts",
  by: "Affiché par",
  "by.people": "Personne",
  "by.days": "Jour",
  "by.models": "Modèle de langage",
  "by.runs": "Question",
  calls: "Appels",
  tokensIn: "Tokens entrants",
  tokensOut: "Tokens sortants",
  cost: "Coût",
  total: "Total",
  none: "Rien n’a encore été consommé. L’assistant hors ligne ne coûte rien.",
  estimated: "≈ : au moins un fournisseur n’a rien dit, les tokens ont donc été comptés ici.",
  newest: "De la question la plus récente. || Des {count} questions les plus récentes.",
  utc: "Les jours sont comptés en UTC.",
  loading: "Chargement …",
};
