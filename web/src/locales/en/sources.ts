/** Words about what an answer cites. */

export const sources = {
  unsupported: "no source",
  unsupportedMore: "This sentence states something and cites nothing for it.",
  unknown: "This does not exist; the language model made it up.",
  notGiven: "This exists, but the language model was not shown it for this answer.",
  gone: "This is no longer in the model.",
  sources: "Sources",
  numbered: "Source {number}: {name}",
} as const;
