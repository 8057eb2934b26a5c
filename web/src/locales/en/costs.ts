/** Words about what model calls used up. */

export const costs = {
  costs: "Costs",
  by: "Shown by",
  "by.people": "Person",
  "by.days": "Day",
  "by.models": "Language model",
  "by.runs": "Question",
  calls: "Model calls",
  tokensIn: "Tokens in",
  tokensOut: "Tokens out",
  cost: "Cost",
  total: "Total",
  none: "Nothing has been used up yet. The offline assistant costs nothing.",
  estimated: "≈: at least one provider did not say, so tokens were counted here.",
  newest: "Of the newest {count} question. || Of the newest {count} questions.",
  utc: "Days are counted in UTC.",
  loading: "Loading …",
} as const;
