/** The line at the top: which model, who is here, search, undo, and how the page looks. */

import { type ReactNode, useMemo } from "react";
import { namesOf, selectBaselines } from "../baselines/baselines";
import { openDiscussion } from "../discussion/shown";
import { runsWithForms } from "../forms/forms";
import { isLanguage, LANGUAGES, LOCALES } from "../locales";
import { ServerError } from "../session/rest";
import { present } from "../state/people";
import { waiting } from "../state/proposals";
import { derived } from "../state/store";
import { keyLabel } from "./keyboard";
import type { Overlay } from "./overlay";
import { type Pane, preferences, type Theme } from "./preferences";
import { openProcess } from "./process";
import { goTo } from "./route";
import { speakIn, useLanguage, useText } from "./text";
import { toasts } from "./toasts";
import { useOnly } from "./useOnly";
import { usePreferences } from "./usePreferences";
import { useStore } from "./useStore";
import { useTakeBack } from "./useTakeBack";
import { useWorkbench } from "./workbench";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const selectPresent = derived((state) => state.people, present);
/** More faces than this become a number. */
const FACES = 6;

export function TopBar({ show }: { readonly show: (overlay: Overlay) => void }): ReactNode {
  const say = useText("frame");
  const { project } = useWorkbench();
  const name = useStore((state) => state.project?.name ?? project);
  const revision = useStore((state) => state.graph.revision);
  const names = namesOf(useStore(selectBaselines), revision);
  const unsent = useStore((state) => state.connection.unsent);
  const { undo, redo, isAllowed } = useTakeBack();
  const { theme } = usePreferences();
  const only = useOnly();
  const me = useStore((state) => state.connection.me?.name);
  return (
    <header className="top">
      <button type="button" className="quiet brand" onClick={() => goTo({})} title={say("projects")}>
        Graphwright
      </button>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <span className="note">
        <bdi>{[say("revision", { revision }), ...names].join(" · ")}</bdi> {unsent === 0 ? say("saved") : "…"}
      </span>
      <span className="row" role="group" aria-label={say("undo")}>
        <button
          type="button"
          onClick={undo}
          disabled={!isAllowed}
          title={`${say("undo")} (${keyLabel("Mod+Z")})`}
          aria-label={say("undo")}
        >
          ↶
        </button>
        <button
          type="button"
          onClick={redo}
          disabled={!isAllowed}
          title={`${say("redo")} (${keyLabel("Mod+Shift+Z")})`}
          aria-label={say("redo")}
        >
          ↷
        </button>
      </span>
      <button type="button" className="search" onClick={() => show("palette")}>
        <span>{say("search")}</span> <kbd>{keyLabel("Mod+K")}</kbd>
      </button>
      <span className="grow" />
      <span className="row panes-pick" role="group" aria-label={say("canvases")}>
        {(["chat", "graph", "table"] as const).map((pane: Pane) => (
          <button
            key={pane}
            type="button"
            aria-pressed={only === pane}
            onClick={() => preferences.set({ only: only === pane ? null : pane })}
            title={`${say(pane)}: ${say("onlyThis")}`}
          >
            {say(pane)}
          </button>
        ))}
      </span>
      <Waiting />
      <Faces />
      <button type="button" onClick={() => show("members")} title={`${say("members")} (g m)`}>
        {say("members")}
      </button>
      <button type="button" className="costs-button" onClick={() => show("costs")} title={`${say("costs")} (g e)`}>
        {say("costs")}
      </button>
      <label>
        <span className="visually-hidden">{say("theme")}</span>
        <select value={theme} onChange={(event) => preferences.set({ theme: event.target.value as Theme })}>
          {THEMES.map((each) => (
            <option key={each} value={each}>
              {say(`theme.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <LanguagePick />
      <button
        type="button"
        className="quiet account"
        onClick={() => show("account")}
        aria-label={`${say("account")}: ${me ?? ""}`}
        title={`${say("account")} (g a)`}
      >
        <bdi>{me ?? "…"}</bdi>
      </button>
      <button type="button" className="quiet" onClick={() => show("keys")} aria-label={say("help")} title={say("help")}>
        ?
      </button>
    </header>
  );
}

/** What waits for a person: proposals to decide, forms to answer. */
function Waiting(): ReactNode {
  const say = useText("frame");
  const proposals = useStore((state) => waiting(state.proposals).length);
  const asking = useStore((state) => state.runs.waits);
  const forms = useMemo(() => runsWithForms(asking), [asking]);
  const isDiscussion = useStore((state) => state.runs.runs.get(forms[0] ?? "")?.workflow === "discuss");
  const [proposed, asked] = [
    say("waitingProposals", { count: proposals }),
    say("waitingForms", { count: forms.length }),
  ];
  return (
    <>
      {forms.length > 0 ? (
        <button
          type="button"
          className="waiting"
          onClick={() => (isDiscussion && forms[0] !== undefined ? openDiscussion(forms[0]) : openProcess(forms[0]))}
          title={asked}
        >
          {say("questions")}
          <span className="count">{forms.length}</span>
        </button>
      ) : null}
      {proposals > 0 ? (
        <button
          type="button"
          className="waiting"
          onClick={() => preferences.set({ drawer: "review" })}
          title={`${proposed} (g r)`}
        >
          {say("review")}
          <span className="count">{proposals}</span>
        </button>
      ) : null}
    </>
  );
}

function Faces(): ReactNode {
  const say = useText("frame");
  const people = useStore(selectPresent);
  const me = useStore((state) => state.connection.me?.personId);
  return (
    <ul className="faces" aria-label={say("people")}>
      {people.slice(0, FACES).map((person) => {
        const label = person.personId === me ? say("you", { name: person.name }) : person.name;
        return (
          <li key={person.personId} title={label} data-colour={colourOf(person.personId)}>
            <span aria-hidden>{initials(person.name)}</span>
            <span className="visually-hidden">{label}</span>
          </li>
        );
      })}
      {people.length > FACES ? <li>+{people.length - FACES}</li> : null}
    </ul>
  );
}

/** One of eight colours, the same on every screen. */
export function colourOf(personId: string): number {
  let sum = 0;
  for (const character of personId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 8;
  return sum;
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}

function LanguagePick(): ReactNode {
  const say = useText("frame");
  const language = useLanguage();
  const choose = async (wanted: string): Promise<void> => {
    if (!isLanguage(wanted)) return;
    try {
      await speakIn(wanted);
      preferences.set({ language: wanted });
    } catch (cause) {
      // The page goes on in the language it has.
      toasts.error(new ServerError({ code: "unreachable", message: String(cause), retry: "later" }));
    }
  };
  return (
    <label>
      <span className="visually-hidden">{say("language")}</span>
      <select value={language} onChange={(event) => void choose(event.target.value)}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LOCALES[each].title}
          </option>
        ))}
      </select>
    </label>
  );
}
