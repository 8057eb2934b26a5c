/**
 * The keyboard map: commands with the keys that count for whoever is here, which can be given others, and what canvases and
 * drawers listen to themselves.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { KEYS } from "../locales";
import type { EnglishKeys } from "../locales/translation";
import { Dialog } from "./Dialog";
import { keyLabel, nameOf, PAIR_MS } from "./keyboard";
import { KEY_GROUPS } from "./keyTable";
import { type Bound, commandsWith, isChangeable, type Objection, objectionTo, withKeys } from "./ownKeys";
import { preferences } from "./preferences";
import { type SayFrom, useLateText, useText } from "./text";
import { usePreferences } from "./usePreferences";

export function KeysDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("frame");
  const sayKey = useLateText(KEYS) as SayFrom<EnglishKeys>;
  const sayOwn = useText("ownKeys");
  const { keys: own } = usePreferences();
  return (
    <Dialog title={say("keyboardMap")} close={close} wide>
      <p className="note">{sayOwn("hint")}</p>
      <dl className="keys">
        {commandsWith(own).map((each) => (
          <CommandRow key={each.id} command={each} />
        ))}
      </dl>
      {Object.keys(own).length > 0 ? (
        <button type="button" onClick={() => preferences.set({ keys: {} })}>
          {sayOwn("resetAll")}
        </button>
      ) : null}
      {KEY_GROUPS.map(({ title, rows }) => (
        <section key={title}>
          <h3>{sayKey(title)}</h3>
          <dl className="keys">
            {rows.map((row) => (
              <div key={row.label}>
                <dt>
                  {row.keys.split(", ").map((key) => (
                    <kbd key={key}>{key === "arrows" ? "← ↑ → ↓" : key}</kbd>
                  ))}
                </dt>
                <dd>{sayKey(row.label)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function CommandRow({ command }: { readonly command: Bound }): ReactNode {
  const say = useText("frame");
  const sayKey = useLateText(KEYS) as SayFrom<EnglishKeys>;
  const sayOwn = useText("ownKeys");
  const title = say(command.title);
  const { heard, refused, isListening, start, end, onKeyDown } = useListening(command);
  const places = meantElsewhere(command);
  const shown = <Keys keys={isListening ? heard : command.keys} />;
  return (
    <div>
      <dt>
        {command.isOwn && !isListening ? (
          <button type="button" className="link" onClick={() => give(command, undefined)}>
            {sayOwn("reset", { keys: keyLabel(command.usual) })}
          </button>
        ) : null}
        {isChangeable(command.id) ? (
          <button
            type="button"
            className="quiet keys-of"
            aria-pressed={isListening}
            title={isListening ? sayOwn("press") : sayOwn("change", { title })}
            onClick={start}
            onKeyDown={onKeyDown}
            onBlur={end}
          >
            {isListening && heard === "" ? sayOwn("pressing") : shown}
            <span className="visually-hidden">{sayOwn("change", { title })}</span>
          </button>
        ) : (
          shown
        )}
      </dt>
      <dd>
        {title}
        {refused === undefined ? null : (
          <span className="note bad" role="alert">
            {refused.why === "taken"
              ? sayOwn("taken", { keys: keyLabel(refused.keys), title: say(refused.by.title) })
              : sayOwn(refused.why, { keys: keyLabel(refused.keys) })}
          </span>
        )}
        {command.isOwn && places.length > 0 ? (
          <span className="note">
            {sayOwn("elsewhere", {
              keys: keyLabel(command.keys),
              places: places.map((each) => sayKey(each)).join(", "),
            })}
          </span>
        ) : null}
      </dd>
    </div>
  );
}

function Keys({ keys }: { readonly keys: string }): ReactNode {
  return keys.split(" ").map((key) => <kbd key={key}>{keyLabel(key)}</kbd>);
}

interface Listening {
  /** The first of two keys, until the second has come or its time is over. */
  readonly heard: string;
  readonly refused: (Objection & { readonly keys: string }) | undefined;
  readonly isListening: boolean;
  readonly start: () => void;
  readonly end: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Hears the keys that a command shall have: one, or two one after the other. */
function useListening(command: Bound): Listening {
  const [isListening, setListening] = useState(false);
  const [heard, setHeard] = useState("");
  const [refused, setRefused] = useState<Listening["refused"]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (): void => {
    clearTimeout(timer.current);
    setListening(false);
    setHeard("");
  };
  const take = (keys: string): void => {
    const objection = objectionTo(preferences.get().keys, command.id, keys);
    setRefused(objection && { ...objection, keys });
    if (objection === undefined) give(command, keys);
    end();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isListening || MODIFIERS.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = nameOf(event);
    if (pressed === "Escape") end();
    else if (heard !== "") take(`${heard} ${pressed}`);
    // Only a letter alone can be followed by another key.
    else if (pressed.length > 1) take(pressed);
    else {
      setHeard(pressed);
      timer.current = setTimeout(() => take(pressed), PAIR_MS);
    }
  };
  const start = (): void => {
    setRefused(undefined);
    setListening(true);
  };
  return { heard, refused, isListening, start, end, onKeyDown };
}

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

function give(command: Bound, keys: string | undefined): void {
  preferences.set({ keys: withKeys(preferences.get().keys, command.id, keys) });
}

/** Canvases and drawers that mean something else by these keys while they have the focus. */
function meantElsewhere({ keys }: Bound): readonly (typeof KEY_GROUPS)[number]["title"][] {
  const written = keys.replace("Mod+", "Ctrl+");
  return KEY_GROUPS.filter(({ rows }) => rows.some((row) => row.keys.split(", ").includes(written))).map(
    ({ title }) => title,
  );
}
