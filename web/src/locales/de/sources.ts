import type { Translation } from "../translation";

export const sources: Translation["sources"] = {
  unsupported: "ohne Quelle",
  unsupportedMore: "Dieser Satz behauptet etwas und nennt dafür keine Quelle.",
  unknown: "Das gibt es nicht; das Sprachmodell hat es erfunden.",
  notGiven: "Das gibt es, aber dem Sprachmodell wurde es für diese Antwort nicht gezeigt.",
  gone: "Das ist nicht mehr im Modell.",
  sources: "Quellen",
  numbered: "Quelle {number}: {name}",
};
