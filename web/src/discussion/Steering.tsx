/** How people take part: say something, ask one persona, add rounds, let it end after this turn, stop it now. */

import { type ReactNode, useState } from "react";
import type { Run } from "../protocol";
import { mayAskIn } from "../state/people";
import { isOpen } from "../state/runs";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";

const NOTHING: readonly never[] = [];
const EVERYBODY = "";
/** More at once is typed again. */
const MOST_ADDED = 5;

export function Steering({ run, personas }: { readonly run: Run; readonly personas: readonly string[] }): ReactNode {
  const say = useText("discussion");
  const send = useSend();
  const mayAsk = useStore(mayAskIn);
  const steered = useStore((state) => state.discussions.get(run.runId)) ?? NOTHING;
  const [text, setText] = useState("");
  const [to, setTo] = useState(EVERYBODY);
  const [more, setMore] = useState(1);
  const { runId } = run;
  if (run.status === "failed") {
    return mayAsk ? (
      <div className="steering">
        <button type="button" className="primary" onClick={() => void send({ type: "run.retry", runId })}>
          {say("resume")}
        </button>
      </div>
    ) : null;
  }
  if (!isOpen(run)) return null;
  if (!mayAsk) return <p className="steering note">{say("mayNot")}</p>;
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
  const stop = steered.findLast((each) => each.action === "stopAfterTurn");
  return (
    <form
      className="steering"
      aria-label={say("steer")}
      onSubmit={(event) => {
        event.preventDefault();
        void speak();
      }}
    >
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
      <div className="steering-say">
        <label className="row">
          <span className="note" aria-hidden>
            {say("saidTo")}
          </span>
          <select aria-label={say("saidTo")} value={to} onChange={(event) => setTo(event.target.value)}>
            <option value={EVERYBODY}>{say("everybody")}</option>
            {personas.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <textarea
          rows={1}
          aria-label={say("say")}
          placeholder={say("say")}
          title={`${say("heard")} (s)`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void speak();
          }}
        />
        <button type="submit" className="primary" disabled={!text.trim()}>
          {to === EVERYBODY ? say("send") : say("ask", { name: to })}
        </button>
      </div>
      <div className="steering-more">
        <span className="row">
          <label>
            <span className="visually-hidden">{say("moreRounds")}</span>
            <select value={more} onChange={(event) => setMore(Number(event.target.value))}>
              {Array.from({ length: MOST_ADDED }, (_, index) => (
                <option key={index + 1} value={index + 1}>
                  +{index + 1}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() => void send({ type: "discussion.steer", runId, action: "addRounds", rounds: more })}
          >
            {say("addRounds", { count: more })}
          </button>
        </span>
        <span className="grow" />
        <button
          type="button"
          className="stop"
          data-key="discussionEnd"
          disabled={stop !== undefined}
          title="q"
          onClick={() => void send({ type: "discussion.steer", runId, action: "stopAfterTurn" })}
        >
          {say("stopAfterTurn")}
        </button>
        <button type="button" className="stop" title="Esc" onClick={() => void send({ type: "run.cancel", runId })}>
          {say("stopNow")}
        </button>
      </div>
    </form>
  );
}
