/** Any model call of a run, word for word: who of the prompt took how many tokens, the cache, the cost, tools, the answer. */

import { type ReactNode, useEffect, useState } from "react";
import type { Step } from "../protocol";
import { ServerError } from "../session/rest";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { money } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useWorkbench } from "../ui/workbench";
import {
  asText,
  type ContextChoice,
  callAt,
  callsOf,
  callText,
  type Inspected,
  readCall,
  readContext,
  readRun,
  type Section,
  type ToolCall,
} from "./inspected";
import "./inspector.css";

interface Properties {
  readonly runId: string;
  /** A model call or one of its tries; the newest of the run when absent. */
  readonly stepId?: string | undefined;
  readonly close: () => void;
}

export function Inspector({ runId, stepId, close }: Properties): ReactNode {
  const say = useText("inspector");
  const { rest, project } = useWorkbench();
  const [calls, setCalls] = useState<readonly Step[]>();
  const [picked, setPicked] = useState(stepId);
  const [call, setCall] = useState<Inspected>();
  const [context, setContext] = useState<ContextChoice>();
  const [error, setError] = useState<ServerError>();
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const whole = await readRun(rest, project, runId);
      const { steps } = whole;
      const wanted = picked === undefined ? callsOf(steps).at(-1) : callAt(steps, picked);
      const read = wanted && (await readCall(rest, project, runId, wanted.stepId));
      const choice = await readContext(rest, project, whole);
      if (isGone) return;
      setCalls(callsOf(steps));
      setCall(read);
      setContext(choice);
      setError(undefined);
    };
    look().catch((refusal: unknown) => {
      if (!(refusal instanceof ServerError)) throw refusal;
      if (!isGone) setError(refusal);
    });
    return () => {
      isGone = true;
    };
  }, [rest, project, runId, picked]);
  const copy = (): void =>
    void (call && navigator.clipboard.writeText(asText(call)).then(() => toasts.done(say("copied"))));
  return (
    <Dialog title={say("title")} close={close} wide>
      <div className="inspector">
        <div className="row">
          {calls && calls.length > 1 ? (
            <label>
              {say("call")}{" "}
              <select value={call?.stepId ?? ""} onChange={(event) => setPicked(event.target.value)}>
                {calls.map((step, index) => (
                  <option
                    key={step.stepId}
                    value={step.stepId}
                  >{`${index + 1}: ${step.label}${step.status === "completed" && step.verdict !== "failed" ? "" : ` (${say("notAnswered")})`}`}</option>
                ))}
              </select>
            </label>
          ) : null}
          <span className="grow" />
          <button type="button" disabled={!call} onClick={copy}>
            {say("copy")}
          </button>
        </div>
        {error ? <ErrorText error={error} /> : null}
        {calls?.length === 0 && !error ? <p className="note">{say("noCall")}</p> : null}
        {call ? <Call call={call} context={context} /> : calls || error ? null : <p className="note">…</p>}
      </div>
    </Dialog>
  );
}

function Call({ call, context }: { readonly call: Inspected; readonly context: ContextChoice | undefined }): ReactNode {
  const say = useText("inspector");
  const sayChat = useText("chat");
  const language = useLanguage();
  const { usage } = call;
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  return (
    <>
      <dl className="fields inspector-figures">
        <dt>{say("model")}</dt>
        <dd>
          <bdi>{call.model}</bdi>
          {call.attempt > 1 ? ` · ${say("attempt", { number: call.attempt })}` : ""}
        </dd>
        {context ? (
          <>
            <dt>{say("context")}</dt>
            <dd>
              {sayChat(`mode.${context.mode}`)}
              {context.reasons.length > 0 ? <span className="note"> ({context.reasons.join("; ")})</span> : null}
            </dd>
          </>
        ) : null}
        <dt>{say("sent")}</dt>
        <dd>
          {say("tokens", { count: call.tokens })} <span className="note">({call.tokenMethod})</span>
        </dd>
        {usage ? (
          <>
            <dt>{say("counted")}</dt>
            <dd>
              {say("inOut", { input: usage.inputTokens, output: usage.outputTokens })}
              {usage.estimated ? ` (${say("estimated")})` : ""}
            </dd>
            <dt>{say("cache")}</dt>
            <dd>
              {say("fromCache", { count: usage.cachedTokens })}
              {call.cachedShare === undefined ? "" : ` · ${percent.format(call.cachedShare)}`}
            </dd>
            <dt>{say("cost")}</dt>
            <dd>{money(usage, language)}</dd>
          </>
        ) : null}
      </dl>
      {call.error ? <ErrorText error={call.error} /> : null}
      <h3>{say("sections")}</h3>
      {call.sections.map((section, index) => (
        <SectionView key={index} section={section} share={percent.format(section.share)} />
      ))}
      <h3>{say("tools", { count: call.tools.length })}</h3>
      {call.tools.map((tool) => (
        <details key={tool.name}>
          <summary>
            <code>{tool.name}</code>{" "}
            <span className="detail">
              <bdi>{tool.description}</bdi>
            </span>
          </summary>
          <pre className="exact" tabIndex={0}>
            {JSON.stringify(tool.parameters, null, 2)}
          </pre>
        </details>
      ))}
      <h3>
        {say("response")}
        {call.finishReason ? <span className="badge">{call.finishReason}</span> : null}
      </h3>
      {call.answer === undefined ? (
        <p className="note">{say("noResponse")}</p>
      ) : call.answer ? (
        <pre className="exact" tabIndex={0}>
          {call.answer}
        </pre>
      ) : null}
      <Calls calls={call.toolCalls ?? []} />
    </>
  );
}

/** Long texts begin folded; the bars already say where the tokens are. */
const LONG = 1_200;

function SectionView({ section, share }: { readonly section: Section; readonly share: string }): ReactNode {
  const say = useText("inspector");
  return (
    <details className="inspector-section" data-role={section.role} open={section.characters < LONG}>
      <summary>
        <strong>
          {say(`role.${section.role}`)}: <bdi>{section.label}</bdi>
        </strong>
        {section.isCached ? <span className="badge">{say("cacheMark")}</span> : null}
        <span className="share" aria-hidden>
          <span style={{ width: `${Math.max(section.share * 100, 0.5)}%` }} />
        </span>
        <span className="number">
          {say("tokens", { count: section.tokens })} · {share}
        </span>
      </summary>
      {section.text ? (
        <pre className="exact" tabIndex={0}>
          {section.text}
        </pre>
      ) : null}
      <Calls calls={section.toolCalls ?? []} />
    </details>
  );
}

function Calls({ calls }: { readonly calls: readonly ToolCall[] }): ReactNode {
  return calls.map((call) => (
    <pre key={call.toolCallId} className="exact" tabIndex={0}>
      {callText(call)}
    </pre>
  ));
}
