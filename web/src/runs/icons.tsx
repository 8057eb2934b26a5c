/** A sign for each kind of step, so that a long tree can be read at a glance. */

import type { ReactNode } from "react";
import type { STEP_KINDS } from "../protocol";

const SEARCH = "M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8M10 10l4 4";
const GRAPH =
  "M4 4m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 5l4 2M6 11l4-2";
const MODEL = "M8 1.5l1.6 4.9 4.9 1.6-4.9 1.6L8 14.5l-1.6-4.9L1.5 8l4.9-1.6z";
const SPEECH = "M2 3h12v8H7l-3 3v-3H2z";
const BULB = "M5.5 10a4 4 0 1 1 5 0v1.5h-5zM6 14h4";
const PAGE = "M4 1.5h5.5L13 5v9.5H4zM6 7h4.5M6 10h4.5";

/** Drawn on 16 by 16, as lines. */
const SIGNS: Readonly<Partial<Record<string, string>>> = {
  query_root: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.5v.5",
  nlp_preprocessing: SPEECH,
  rag_retrieval: SEARCH,
  rag_retrieval_refined: SEARCH,
  semantic_search: SEARCH,
  graph_search: GRAPH,
  graph_traversal: GRAPH,
  hypothesis_generation: BULB,
  hypothesis_refinement: BULB,
  interactive_form_wait: "M3 2.5h10v11H3zM5.5 6l1 1 2-2M5.5 10.5h5",
  evidence_evaluation: "M8 2v11M5 14h6M3 4h10M3 4L1.5 9h3zM13 4l-1.5 5h3z",
  template_construction: "M2.5 4h1M2.5 8h1M2.5 12h1M6 4h8M6 8h8M6 12h8",
  answer_generation: PAGE,
  answer_generation_retry: "M13 5.5A5.5 5.5 0 1 0 13.5 9M13.5 2v4h-4",
  llm_call_streaming: "M3 13l1-3.5L11 2.5l2.5 2.5-7 7z",
  quality_check: "M8 1.5l5.5 2v4c0 3.5-2.5 5.7-5.5 7-3-1.3-5.5-3.5-5.5-7v-4zM5.5 8l2 2 3.5-4",
  context: "M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3",
  llm_call: MODEL,
  model_call: MODEL,
  tool_call: "M10.5 2a3.5 3.5 0 0 0-3.3 4.7L2 12l2 2 5.3-5.2A3.5 3.5 0 0 0 14 5.5l-2 1.5-2-2z",
  plan: "M3 3h4v3H3zM9 10h4v3H9zM5 6v5.5h4",
  approval: "M3 14h10M5 11h6l-1-3V4a2 2 0 0 0-4 0v4z",
  commit: "M8 2v7M5 6.5l3 3 3-3M2.5 10.5V14h11v-3.5",
  round: "M8 2.5a5.5 5.5 0 1 1-5.5 5.5M8 5v3l2 1.5",
  turn: SPEECH,
  vote: "M2.5 8.5l3 3.5 8-8.5",
} satisfies Partial<Record<(typeof STEP_KINDS)[number], string>>;
/** Of a kind that has no sign of its own. */
const DOT = "M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5";

export function StepIcon({ kind }: { readonly kind: string }): ReactNode {
  return (
    <svg className="step-icon" viewBox="0 0 16 16" aria-hidden focusable="false">
      <path d={SIGNS[kind] ?? DOT} />
    </svg>
  );
}
