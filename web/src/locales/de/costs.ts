import type { Translation } from "../translation";

export const costs: Translation["costs"] = {
  costs: "Kosten",
  by: "Gezeigt nach",
  "by.people": "Person",
  "by.days": "Tag",
  "by.models": "Sprachmodell",
  "by.runs": "Frage",
  calls: "Modellaufrufe",
  tokensIn: "Tokens hinein",
  tokensOut: "Tokens heraus",
  cost: "Kosten",
  total: "Summe",
  none: "Noch ist nichts verbraucht. Der Offline-Assistent kostet nichts.",
  estimated: "≈: Mindestens ein Anbieter sagte nichts, daher wurden die Tokens hier gezählt.",
  newest: "Von der neuesten Frage. || Von den neuesten {count} Fragen.",
  utc: "Tage sind in UTC gezählt.",
  loading: "Lädt …",
};
