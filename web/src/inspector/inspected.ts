/** A model call as the server shows it: what was sent, by section, and what came back. Pure. */

import type { ContextMode, Run, Step, StoredError, Usage } from "../protocol";
import { CONTEXT_MODES } from "../protocol";
import { projectPath, type Rest, stepPath } from "../session/rest";

export interface ToolCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly arguments: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Section {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly label: string;
  readonly characters: number;
  readonly tokens: number;
  /** Of all tokens, 0 to 1. */
  readonly share: number;
  readonly isCached?: boolean;
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
}

export interface Inspected {
  readonly stepId: string;
  readonly model: string;
  readonly attempt: number;
  readonly sections: readonly Section[];
  readonly tokens: number;
  readonly tokenMethod: string;
  readonly tools: readonly Tool[];
  readonly maxOutputTokens: number;
  readonly usage?: Usage;
  /** Of the input tokens, 0 to 1. */
  readonly cachedShare?: number;
  readonly finishReason?: string;
  readonly answer?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly error?: StoredError;
}

/** How the context of a run was chosen, as its `context` step says. */
export interface ContextChoice {
  readonly mode: ContextMode;
  readonly reasons: readonly string[];
}

interface RunRead {
  readonly run: Run;
  readonly steps: readonly Step[];
}

export function readRun(rest: Rest, project: string, runId: string): Promise<RunRead> {
  return rest.get(`${projectPath(project)}/runs/${encodeURIComponent(runId)}`);
}

export function readCall(rest: Rest, project: string, runId: string, stepId: string): Promise<Inspected> {
  return rest.get(`${stepPath(project, runId, stepId)}/request`);
}

/** `undefined` where a run gathered no context, or none of the kinds that a person can choose. */
export async function readContext(
  rest: Rest,
  project: string,
  { run, steps }: RunRead,
): Promise<ContextChoice | undefined> {
  const step = steps.find((each) => each.kind === "context" && each.status === "completed");
  if (!step) return undefined;
  const whole = step.resultRef === undefined ? step : await rest.get<Step>(stepPath(project, run.runId, step.stepId));
  const { mode, reasons } = (whole.result ?? {}) as Partial<ContextChoice>;
  return mode && CONTEXT_MODES.includes(mode) ? { mode, reasons: reasons ?? [] } : undefined;
}

/** The tries of a run to reach a language model, in their order. */
export function callsOf(steps: readonly Step[]): readonly Step[] {
  return steps.filter((step) => step.kind === "llm_call");
}

/** The try that a step stands for: itself, or the newest below it. */
export function callAt(steps: readonly Step[], stepId: string): Step | undefined {
  return callsOf(steps).findLast((step) => step.stepId === stepId || step.parentId === stepId);
}

/** The whole call as text, for the clipboard. */
export function asText({ sections, tools, answer, toolCalls = [] }: Inspected): string {
  const sent = sections.map((section) =>
    [`# ${section.role}: ${section.label}`, section.text, ...(section.toolCalls ?? []).map(callText)].join("\n"),
  );
  const offered =
    tools.length > 0 ? [`# tools\n${tools.map((tool) => `${tool.name}: ${tool.description}`).join("\n")}`] : [];
  const got =
    answer === undefined ? [] : [`# response\n${[answer, ...toolCalls.map(callText)].filter(Boolean).join("\n")}`];
  return [...sent, ...offered, ...got].join("\n\n");
}

export function callText({ name, arguments: given }: ToolCall): string {
  return `${name}(${given})`;
}
