/** The attempts at an answer: each text with its checks, and which one was kept. Pure. */

import type { GeneratedAnswer, QualityCheck, Step } from "../protocol";
import { childrenOf, type Tree } from "../state/trees";

export interface Attempt {
  readonly number: number;
  /** The step that holds this attempt: `answer_generation` for the first, `answer_generation_retry` for the others. */
  readonly step: Step;
  /** The step that wrote the text; its result holds it. */
  readonly writer: Step;
  readonly checks: readonly { readonly step: Step; readonly check: QualityCheck | undefined }[];
}

/** The attempts below an `answer_generation`, or of the one that a step below it belongs to; none where there is no such. */
export function attemptsOf(tree: Tree, step: Step): readonly Attempt[] {
  const answer = answerOf(tree, step);
  if (!answer) return [];
  const holders = [
    answer,
    ...childrenOf(tree, answer.stepId).filter((each) => each.kind === "answer_generation_retry"),
  ];
  return holders.flatMap((holder, index) => {
    const below = childrenOf(tree, holder.stepId);
    const writer = below.find((each) => each.kind === "llm_call_streaming");
    if (!writer) return [];
    const checks = below
      .filter((each) => each.kind === "quality_check")
      .map((each) => ({ step: each, check: each.result as QualityCheck | undefined }));
    return [{ number: index + 1, step: holder, writer, checks }];
  });
}

/** The number of the attempt that was kept, once that is known. */
export function keptAttempt(tree: Tree, step: Step): number | undefined {
  return (answerOf(tree, step)?.result as Partial<GeneratedAnswer> | undefined)?.bestAttempt;
}

function answerOf(tree: Tree, step: Step): Step | undefined {
  let at: Step | undefined = step;
  while (at && at.kind !== "answer_generation") at = tree.steps.get(at.parentId ?? "");
  return at;
}
