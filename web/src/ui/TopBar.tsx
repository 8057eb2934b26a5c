/** The line at the top: which model, who is here, search, undo, and how the page looks. */

import {
  Bot,
  CalendarClock,
  CircleHelp,
  CircleUserRound,
  Coins,
  Download,
  type LucideIcon,
  MessageCircleQuestionMark,
  Redo2,
  Search,
  Share2,
  Tag,
  Undo2,
  Upload,
  UserPlus,
} from "lucide-react";
import { type ReactNode, Suspense, useMemo } from "react";
import { namesOf, selectBaselines } from "../baselines/baselines";
import { openDiscussion } from "../discussion/shown";
import { runsForMe } from "../forms/forms";
import { LANGUAGES, LOCALES } from "../locales";
import type { English } from "../locales/translation";
import type { Person } from "../protocol";
import { present } from "../state/people";
import { waiting } from "../state/proposals";
import { derived } from "../state/store";
import { useAddress } from "./address";
import { Count } from "./Count";
import type { CommandId } from "./commands";
import { colourOf, initials } from "./faces";
import { following } from "./following";
import { late } from "./late";
import { chooseLanguage, THEMES } from "./looks";
import { Menu } from "./Menu";
import type { Overlay } from "./overlay";
import { preferences } from "./preferences";
import { openProcess } from "./process";
import { goTo } from "./route";
import { useLanguage, useText } from "./text";
import { useKeys } from "./useKeys";
import { usePreferences } from "./usePreferences";
import { useStore } from "./useStore";
import { useTakeBack } from "./useTakeBack";
import { useValue } from "./useValue";
import { useWorkbench } from "./workbench";

const SavedChip = late(() => import("../saved/SavedChip"));

const selectPresent = derived((state) => state.people, present);
/** More faces than this become a number. */
const FACES = 6;

export function TopBar({ show }: { readonly show: (overlay: Overlay) => void }): ReactNode {
  const say = useText("frame");
  const keysOf = useKeys();
  const { project } = useWorkbench();
  const [saved] = useAddress("saved");
  const name = useStore((state) => state.project?.name ?? project);
  const revision = useStore((state) => state.graph.revision);
  const isKnown = useStore((state) => state.project !== undefined);
  const names = namesOf(useStore(selectBaselines), revision);
  const { status, unsent } = useStore((state) => state.connection);
  const kept = status === "reconnecting" ? `· ${say("away")}` : unsent === 0 ? say("saved") : "…";
  const { undo, redo, isAllowed } = useTakeBack();
  const me = useStore((state) => state.connection.me?.name);
  return (
    <header className="top">
      <button
        type="button"
        className="quiet brand"
        onClick={() => goTo({})}
        title={say("projects")}
        aria-label="Graphwright"
      >
        <Mark />
      </button>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {saved === undefined ? null : (
        <Suspense fallback={null}>
          <SavedChip id={saved} />
        </Suspense>
      )}
      <span className="note">
        {isKnown ? (
          <>
            <bdi>{[say("revision", { revision }), ...names].join(" · ")}</bdi> {kept}
          </>
        ) : (
          "…"
        )}
      </span>
      <span className="row" role="group" aria-label={say("undo")}>
        <IconButton label={say("undo")} keys={keysOf("undo")} isAble={isAllowed} run={undo}>
          <Undo2 aria-hidden />
        </IconButton>
        <IconButton label={say("redo")} keys={keysOf("redo")} isAble={isAllowed} run={redo}>
          <Redo2 aria-hidden />
        </IconButton>
      </span>
      <span className="grow" />
      <button type="button" className="search" onClick={() => show("palette")}>
        <Search aria-hidden />
        <span>{say("search")}</span> <kbd>{keysOf("palette")}</kbd>
      </button>
      <span className="grow" />
      <Waiting />
      <Faces />
      <button
        type="button"
        className="members-button"
        onClick={() => show("members")}
        title={`${say("members")} (g m)`}
      >
        <UserPlus aria-hidden />
        <span>{say("members")}</span>
      </button>
      <button
        type="button"
        className="quiet account"
        onClick={() => show("account")}
        aria-label={`${say("account")}: ${me ?? ""}`}
        title={`${say("account")} (g a)`}
      >
        <bdi>{me ?? "…"}</bdi>
      </button>
      <span className="help">
        <IconButton label={say("help")} keys={keysOf("help")} run={() => show("keys")}>
          <CircleHelp aria-hidden />
        </IconButton>
      </span>
      <Menu label={say("more")}>
        <MenuItems show={show} />
      </Menu>
    </header>
  );
}

interface IconButtonProperties {
  readonly label: string;
  readonly keys: string;
  readonly isAble?: boolean;
  readonly run: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, keys, isAble = true, run, children }: IconButtonProperties): ReactNode {
  return (
    <button
      type="button"
      className="icon"
      onClick={run}
      disabled={!isAble}
      title={`${label} (${keys})`}
      aria-label={label}
    >
      {children}
    </button>
  );
}

/** Three nodes and what joins them. */
function Mark(): ReactNode {
  return (
    <svg width={22} height={22} viewBox="0 0 24 24" aria-hidden className="mark-of-house">
      <path d="M7 7 17 7M7 7 12 17M17 7 12 17" />
      <circle cx={6.5} cy={6.5} r={3.5} />
      <circle cx={17.5} cy={6.5} r={3.5} />
      <circle cx={12} cy={17.5} r={3.5} />
    </svg>
  );
}

const MENU = [
  ["import", Upload, "key.import", "import"],
  ["export", Download, "key.export", "export"],
  ["name", Tag, "key.name", "nameRevision"],
  ["costs", Coins, "costs", "costs"],
  ["models", Bot, "models", "models"],
  ["automation", CalendarClock, "automation", "automation"],
  ["members", UserPlus, "members", "members"],
  ["share", Share2, "key.share", "share"],
  ["account", CircleUserRound, "account", "account"],
  ["keys", CircleHelp, "help", "help"],
] as const satisfies readonly (readonly [Overlay, LucideIcon, keyof English["frame"], CommandId])[];

/** What is wanted seldom: the model as a file, what it costs, and how the page looks. */
function MenuItems({ show }: { readonly show: (overlay: Overlay) => void }): ReactNode {
  const say = useText("frame");
  const { theme } = usePreferences();
  const keysOf = useKeys();
  return (
    <>
      {MENU.map(([overlay, Icon, title, command]) => (
        <button key={overlay} type="button" className="menu-item" onClick={() => show(overlay)}>
          <Icon aria-hidden />
          <span>{say(title)}</span>
          <kbd aria-hidden>{keysOf(command)}</kbd>
        </button>
      ))}
      <hr />
      <div className="menu-field" role="group" aria-label={say("theme")}>
        {THEMES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={theme === each}
            onClick={(event) => {
              event.stopPropagation();
              preferences.set({ theme: each });
            }}
          >
            {say(`theme.${each}`)}
          </button>
        ))}
      </div>
      <LanguagePick />
    </>
  );
}

/** What waits for a person: proposals to decide, forms to answer. */
function Waiting(): ReactNode {
  const say = useText("frame");
  const proposals = useStore((state) => waiting(state.proposals).length);
  const asking = useStore((state) => runsForMe(state).join(" "));
  const forms = useMemo(() => asking.split(" ").filter(Boolean), [asking]);
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
          <MessageCircleQuestionMark aria-hidden />
          <span className="word">{say("questions")}</span>
          <Count of={forms.length} />
        </button>
      ) : null}
      {proposals > 0 ? (
        <button
          type="button"
          className="waiting waiting-review"
          onClick={() => preferences.set({ drawer: "review" })}
          title={`${proposed} (g r)`}
        >
          {say("review")}
          <Count of={proposals} />
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
          <li key={person.personId} data-colour={colourOf(person.personId)}>
            {person.personId === me ? (
              <span title={label}>
                <span aria-hidden>{initials(person.name)}</span>
                <span className="visually-hidden">{label}</span>
              </span>
            ) : (
              <Follow person={person} />
            )}
          </li>
        );
      })}
      {people.length > FACES ? <More people={people.slice(FACES)} /> : null}
    </ul>
  );
}

/** Those for whom there is no room, by name; whoever is picked is followed. */
function More({ people }: { readonly people: readonly Person[] }): ReactNode {
  const say = useText("frame");
  const me = useStore((state) => state.connection.me?.personId);
  const count = `+${people.length}`;
  return (
    <li className="faces-more">
      <Menu label={`${say("people")}: ${count}`} sign={count}>
        {people.map(({ personId, name }) =>
          personId === me ? null : (
            <button key={personId} type="button" className="menu-item" onClick={() => following.set(personId)}>
              <bdi>{say("follow", { name })}</bdi>
            </button>
          ),
        )}
      </Menu>
    </li>
  );
}

/** Goes where somebody goes, until I do something myself. */
function Follow({ person: { personId, name } }: { readonly person: Person }): ReactNode {
  const say = useText("frame");
  const isFollowed = useValue(following) === personId;
  const label = say("follow", { name });
  return (
    <button
      type="button"
      title={label}
      aria-pressed={isFollowed}
      onClick={() => following.set(isFollowed ? undefined : personId)}
    >
      <span aria-hidden>{initials(name)}</span>
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

function LanguagePick(): ReactNode {
  const say = useText("frame");
  const language = useLanguage();
  return (
    <label className="menu-field">
      <span>{say("language")}</span>
      <select value={language} onChange={(event) => void chooseLanguage(event.target.value)}>
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LOCALES[each].title}
          </option>
        ))}
      </select>
    </label>
  );
}
