/** How people take part: they say something, or ask one persona; how long it goes on is behind a button. At its end, what came of it. */

import { type ReactNode, useRef, useState } from "react";
import type { Run } from "../protocol";
import type { Steered } from "../state/discussions";
import { mayAskIn } from "../state/people";
import { isOpen } from "../state/runs";
import { Menu } from "../ui/Menu";
import { useText } from "../ui/text";
import { useBegun } from "../ui/useBegun";
import { useCommand } from "../ui/useCommand";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import { openDecision } from "./shown";

const NOTHING: readonly never[] = [];
const EVERYBODY = "";
/** How many rounds somebody adds at once. */
const ADDED = [1, 3] as const;

export function Steering({ run, personas }: { readonly run: Run; readonly personas: readonly string[] }): ReactNode {
  const say = useText("discussion");
  const mayAsk = useStore(mayAskIn);
  if (run.status === "failed") return mayAsk ? <Resume runId={run.runId} /> : null;
  if (!isOpen(run)) return <Ended runId={run.runId} />;
  if (!mayAsk) return <p className="steering note">{say("mayNot")}</p>;
  return <Wheel runId={run.runId} personas={personas} />;
}

function Ended({ runId }: { readonly runId: string }): ReactNode {
  const say = useText("discussion");
  return (
    <div className="steering">
      <button type="button" className="primary" title="b" onClick={() => openDecision(runId)}>
        {say("readDecision")}
      </button>
    </div>
  );
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
  const [text = "", setText] = useBegun(`steer ${runId}`);
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
        <More runId={runId} isEnding={steered.some((each) => each.action === "stopAfterTurn")} />
      </div>
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

/** How long it goes on, and what it has come to so far. */
function More({ runId, isEnding }: { readonly runId: string; readonly isEnding: boolean }): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  const endAfterTurn = (): void => void send({ type: "discussion.steer", runId, action: "stopAfterTurn" });
  useCommand("discussion.stop", { run: endAfterTurn, isEnabled: () => !isEnding });
  return (
    <Menu label={say("more")}>
      {ADDED.map((rounds) => (
        <button
          key={rounds}
          type="button"
          onClick={() => void send({ type: "discussion.steer", runId, action: "addRounds", rounds })}
        >
          {say("addRounds", { count: rounds })}
        </button>
      ))}
      <button type="button" onClick={() => openDecision(runId)}>
        {say("decisionSoFar")}
      </button>
      <button type="button" disabled={isEnding} title="q" onClick={endAfterTurn}>
        {say("stopAfterTurn")}
      </button>
      <button type="button" title="Esc" onClick={() => void send({ type: "run.cancel", runId })}>
        {say("stopNow")}
      </button>
    </Menu>
  );
}
