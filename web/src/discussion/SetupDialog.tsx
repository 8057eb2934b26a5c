/** Who takes part in a discussion, how it ends, what it may cost: the dialog behind its button in the composer. */

import type { ReactNode, SubmitEvent } from "react";
import { Dialog } from "../ui/Dialog";
import { useText } from "../ui/text";
import { MAX_VOICES, MIN_VOICES, movedUp, type Setup, USUAL, type Voice, wrongWith } from "./setup";
import { useSetup } from "./shown";

export default function SetupDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("discussion");
  const [setup, setSetup] = useSetup();
  const change = (part: Partial<Setup>): void => setSetup({ ...setup, ...part });
  const wrong = wrongWith(setup);
  const field = (key: "rounds" | "noNewClaims" | "budget", label: string, mode: "numeric" | "decimal"): ReactNode => (
    <label className="setup-line">
      <span>{label}</span>
      <input
        type="text"
        inputMode={mode}
        autoComplete="off"
        value={setup[key]}
        aria-invalid={wrong.includes(key)}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    </label>
  );
  const tick = (key: "allAgree" | "asksPeople", label: string): ReactNode => (
    <label className="setup-tick">
      <input type="checkbox" checked={setup[key]} onChange={(event) => change({ [key]: event.target.checked })} />{" "}
      {label}
    </label>
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    event.stopPropagation(); // it is the composer's no more
    if (wrong.length === 0) close();
  };
  return (
    <Dialog title={say("setup")} close={close} wide>
      <form className="setup" onSubmit={submit}>
        <Voices voices={setup.voices} change={(voices) => change({ voices })} />
        <fieldset>
          <legend>{say("ending")}</legend>
          {field("rounds", say("mostRounds"), "numeric")}
          {tick("allAgree", say("endAllAgree"))}
          {field("noNewClaims", say("endNoNewClaims"), "numeric")}
          {field("budget", say("endBudget"), "decimal")}
          {tick("asksPeople", say("asksPeople"))}
        </fieldset>
        <div className="bad" role="status">
          {wrong.map((each) => (
            <p key={each}>{say(`wrong.${each}`)}</p>
          ))}
        </div>
        <p className="row">
          <button type="button" onClick={() => setSetup(USUAL)}>
            {say("usual")}
          </button>
          <span className="grow" />
          <button type="submit" className="primary" disabled={wrong.length > 0}>
            {say("done")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Voices({
  voices,
  change,
}: {
  readonly voices: readonly Voice[];
  readonly change: (voices: readonly Voice[]) => void;
}): ReactNode {
  const say = useText("discussion");
  const set = (index: number, part: Partial<Voice>): void =>
    change(voices.map((voice, at) => (at === index ? { ...voice, ...part } : voice)));
  const usual = new Set(USUAL.voices.map((voice) => voice.name));
  return (
    <fieldset>
      <legend>{say("voices")}</legend>
      <ol className="voices">
        {voices.map((voice, index) => {
          const name = voice.name || String(index + 1);
          return (
            <li key={index}>
              <div className="voice" role="group" aria-label={name}>
                <label>
                  {say("name")}
                  <input
                    type="text"
                    value={voice.name}
                    maxLength={40}
                    onChange={(event) => set(index, { name: event.target.value })}
                  />
                </label>
                <label className="voice-brief">
                  {say("brief")}
                  <textarea
                    rows={2}
                    maxLength={4_000}
                    value={voice.brief}
                    placeholder={usual.has(voice.name) ? say("briefUsual") : ""}
                    onChange={(event) => set(index, { brief: event.target.value })}
                  />
                </label>
                <label>
                  {say("voiceModel")}
                  <input
                    type="text"
                    maxLength={200}
                    value={voice.model}
                    placeholder={say("modelUsual")}
                    onChange={(event) => set(index, { model: event.target.value })}
                  />
                </label>
                <span className="row">
                  <button
                    type="button"
                    disabled={index === 0}
                    aria-label={say("moveUp", { name })}
                    title={say("moveUp", { name })}
                    onClick={() => change(movedUp(voices, index))}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    disabled={voices.length <= MIN_VOICES}
                    aria-label={say("removeVoice", { name })}
                    title={say("removeVoice", { name })}
                    onClick={() => change(voices.filter((_, at) => at !== index))}
                  >
                    ✕
                  </button>
                </span>
              </div>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        disabled={voices.length >= MAX_VOICES}
        onClick={() => change([...voices, { name: "", brief: "", model: "" }])}
      >
        {say("addVoice")}
      </button>
    </fieldset>
  );
}
