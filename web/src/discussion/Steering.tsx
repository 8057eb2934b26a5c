/** How people take part: say something, ask one persona, add rounds, let it end after this turn, stop it now. */

import { type ReactNode, useRef, useState } from "react";
import type { Run } from "../protocol";
import type { Steered } from "../state/discussions";
import { mayAskIn } from "../state/people";
import { isOpen } from "../state/runs";
import { useText } from "../ui/text";
import { useCommand } from "../ui/useCommand";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";

const NOTHING: readonly never[] = [];
const EVERYBODY = "";
/** More at once is typed again. */
const MAX_ADDED = 5;

export function Steering({ run, personas }: { readonly run: Run; readonly personas: readonly string[] }): ReactNode {
  const say = useText("discussion");
  const mayAsk = useStore(mayAskIn);
  if (run.status === "failed") return mayAsk ? <Resume runId={run.runId} /> : null;
  if (!isOpen(run)) return null;
  if (!mayAsk) return <p className="steering note">{say("mayNot")}</p>;
  return <Wheel runId={run.runId} personas={personas} />;
}

function Resume({ runId }: { readonly runId: string }): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  return (
    <div className="steering">
      <button type="button" className="primary" onClick={() => void send({ type: "run.retry", runId })}>
        {say("resume")}
      </button>
    </div>
  );
}

function Wheel({ runId, personas }: { readonly runId: string; readonly personas: readonly string[] }): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  const steered = useStore((state) => state.discussions.get(runId)) ?? NOTHING;
  const [text, setText] = useState("");
  const [to, setTo] = useState(EVERYBODY);
  const speak = async (): Promise<void> => {
    const said = text.trim();
    if (!said) return;
    setText("");
    const done = await send(
      to === EVERYBODY
        ? { type: "discussion.steer", runId, action: "speak", text: said }
        : { type: "discussion.steer", runId, action: "askPersona", persona: to, text: said },
    );
    if (!done) setText(said); // refused: what was written is not lost
  };
  return (
    <form
      className="steering"
      aria-label={say("steer")}
      onSubmit={(event) => {
        event.preventDefault();
        void speak();
      }}
    >
      <WhatWasSteered steered={steered} />
      <div className="steering-say">
        <SaidTo personas={personas} to={to} choose={setTo} />
        <Saying text={text} change={setText} speak={speak} />
        <button type="submit" className="primary" disabled={text.trim() === ""}>
          {to === EVERYBODY ? say("send") : say("ask", { name: to })}
        </button>
      </div>
      <More runId={runId} isEnding={steered.some((each) => each.action === "stopAfterTurn")} />
    </form>
  );
}

function WhatWasSteered({ steered }: { readonly steered: readonly Steered[] }): ReactNode {
  const say = useText("discussion");
  const stop = steered.findLast((each) => each.action === "stopAfterTurn");
  return (
    <p className="steered note" role="status">
      {steered
        .filter((each) => each.action === "addRounds")
        .map((each, index) => (
          <span key={index}>
            <bdi>{say("added", { name: each.person.name, count: each.rounds ?? 1 })}</bdi>{" "}
          </span>
        ))}
      {stop ? (
        <strong>
          <bdi>{say("endsAfterTurn", { name: stop.person.name })}</bdi>
        </strong>
      ) : null}
    </p>
  );
}

interface SaidToProperties {
  readonly personas: readonly string[];
  readonly to: string;
  readonly choose: (name: string) => void;
}

function SaidTo({ personas, to, choose }: SaidToProperties): ReactNode {
  const say = useText("discussion");
  return (
    <label className="row">
      <span className="note" aria-hidden>
        {say("saidTo")}
      </span>
      <select aria-label={say("saidTo")} value={to} onChange={(event) => choose(event.target.value)}>
        <option value={EVERYBODY}>{say("everybody")}</option>
        {personas.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SayingProperties {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly speak: () => Promise<void>;
}

function Saying({ text, change, speak }: SayingProperties): ReactNode {
  const say = useText("discussion");
  const field = useRef<HTMLTextAreaElement>(null);
  useCommand("discussion.say", { run: () => field.current?.focus() });
  return (
    <textarea
      ref={field}
      rows={1}
      aria-label={say("say")}
      placeholder={say("say")}
      title={`${say("heard")} (s)`}
      value={text}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void speak();
      }}
    />
  );
}

/** How long it goes on. */
function More({ runId, isEnding }: { readonly runId: string; readonly isEnding: boolean }): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  const [rounds, setRounds] = useState(1);
  const endAfterTurn = (): void => void send({ type: "discussion.steer", runId, action: "stopAfterTurn" });
  useCommand("discussion.stop", { run: endAfterTurn, isEnabled: () => !isEnding });
  return (
    <div className="steering-more">
      <span className="row">
        <label>
          <span className="visually-hidden">{say("moreRounds")}</span>
          <select value={rounds} onChange={(event) => setRounds(Number(event.target.value))}>
            {Array.from({ length: MAX_ADDED }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                +{index + 1}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          onClick={() => void send({ type: "discussion.steer", runId, action: "addRounds", rounds })}
        >
          {say("addRounds", { count: rounds })}
        </button>
      </span>
      <span className="grow" />
      <button type="button" className="stop" disabled={isEnding} title="q" onClick={endAfterTurn}>
        {say("stopAfterTurn")}
      </button>
      <button type="button" className="stop" title="Esc" onClick={() => void send({ type: "run.cancel", runId })}>
        {say("stopNow")}
      </button>
    </div>
  );
}
