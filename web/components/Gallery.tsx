/** Every component in every state it has, drawn by the page's own parts and styles. */

import { Search, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Tabs } from "../src/canvases/table/Tabs";
import { initials } from "../src/ui/faces";
import { Toasts } from "../src/ui/Toasts";
import { Inspected, TreeShown } from "./Model";

const RUN_STATES = ["queued", "running", "waiting", "completed", "failed", "cancelled"] as const;
const PROPOSAL_STATES = ["open", "accepted", "partlyAccepted", "rejected", "withdrawn"] as const;
const PEOPLE = ["Ana", "Ben", "Cora May", "Dan", "Eve", "Finn", "Gus", "Ida"] as const;
const REASONS = "a rule, 80 % sure: it can be checked\na rule, 60 % sure: it is a limit";
/** A name that goes from right to left, one that is too long, and none. */
const NAMES = ["مخزن الطلبات", "A".repeat(400), ""] as const;

export function Gallery(): ReactNode {
  return (
    <main className="gallery">
      <h1 className="visually-hidden">Components</h1>
      <Buttons />
      <Fields />
      <Badges />
      <People />
      <TableTabs />
      <Changes />
      <Notices />
      <MenuOpen />
      <LongNames />
      <Part title="Inspector: one element">
        <Inspected selected={["fn1"]} />
      </Part>
      <Part title="Inspector: several elements">
        <Inspected selected={["fn1", "fn2"]} />
      </Part>
      <Part title="Tree">
        <TreeShown />
      </Part>
    </main>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const KINDS = ["", "primary", "quiet", "link", "stop", "icon"] as const;

function Buttons(): ReactNode {
  return (
    <Part title="Buttons: at rest, pressed, disabled">
      {KINDS.flatMap((kind) =>
        [{}, { "aria-pressed": true }, { disabled: true }].map((state, at) => (
          <button
            key={`${kind} ${at}`}
            type="button"
            className={kind}
            aria-label={`${kind || "plain"} ${at}`}
            {...state}
          >
            {kind === "icon" ? <Undo2 aria-hidden /> : kind || "plain"}
          </button>
        )),
      )}
      <button type="button" className="search">
        <Search aria-hidden />
        <span>Search</span> <kbd>Ctrl+K</kbd>
      </button>
    </Part>
  );
}

function Fields(): ReactNode {
  return (
    <Part title="Fields: empty, filled, disabled, wrong">
      <input type="text" aria-label="empty" placeholder="Name" />
      <input type="text" aria-label="filled" defaultValue="ShipOrder" />
      <input type="text" aria-label="disabled" defaultValue="ShipOrder" disabled />
      <input type="text" aria-label="wrong" defaultValue="1 is no name" aria-invalid />
      <select aria-label="choice" defaultValue="a">
        <option value="a">Hierarchy</option>
      </select>
      <label className="check">
        <input type="checkbox" defaultChecked /> chosen
      </label>
      <label className="check">
        <input type="checkbox" /> not chosen
      </label>
      <textarea aria-label="text" rows={2} defaultValue="Describe the system" />
    </Part>
  );
}

function Badges(): ReactNode {
  return (
    <Part title="Badges, marks and chips">
      {RUN_STATES.map((status) => (
        <span key={status} className="badge" data-status={status}>
          {status}
        </span>
      ))}
      {PROPOSAL_STATES.map((state) => (
        <span key={state} className="badge" data-state={state}>
          {state}
        </span>
      ))}
      {(["error", "warning", "info"] as const).map((severity) => (
        <span key={severity} className="mark" data-severity={severity}>
          {severity}
        </span>
      ))}
      <span className="chip">chip</span>
      <span className="count">12</span>
    </Part>
  );
}

function People(): ReactNode {
  return (
    <Part title="People: at rest, followed">
      <ul className="faces" aria-label="People">
        {PEOPLE.map((name, colour) => (
          <li key={name} data-colour={colour}>
            <button type="button" aria-pressed={colour === 2}>
              <span aria-hidden>{initials(name)}</span>
              <span className="visually-hidden">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function TableTabs(): ReactNode {
  const [open, setOpen] = useState("a");
  const entries = [
    { id: "a", title: "System", count: 1, sign: null },
    { id: "b", title: "Function", count: 8, mark: "error", sign: null },
    { id: "c", title: "Test", count: 3, ghosts: 5, sign: null },
    { id: "d", title: "Empty", count: 0, sign: null },
  ] as const;
  return (
    <Part title="Tabs: open, wrong, with what is proposed, empty">
      <Tabs label="Tables" entries={entries} open={open} panelId="panel" onOpen={setOpen} />
      <div id="panel" role="tabpanel" aria-labelledby={`panel-${open}`} />
    </Part>
  );
}

function Changes(): ReactNode {
  return (
    <Part title="Proposed: new, changed, deleted">
      <span className="ghost-signs">
        <span data-mark="new">new</span> <span data-mark="changed">changed</span>{" "}
        <span data-mark="deleted">deleted</span>
      </span>
      <section className="card proposal" data-state="open" aria-label="open proposal">
        <h3>
          10 changes proposed{" "}
          <span className="badge" data-state="open">
            waiting
          </span>
        </h3>
        <p className="reason">{REASONS}</p>
        <button type="button" className="primary">
          Accept all 10
        </button>
      </section>
    </Part>
  );
}

function Notices(): ReactNode {
  return (
    <Part title="Notices">
      <Toasts />
      <p className="note">A note</p>
      <p className="note warn">A warning</p>
      <p className="note bad">A fault</p>
      <div className="bar-notice" role="status">
        Reconnecting, 3 unsent edits kept
      </div>
      <div className="bar-notice follow-bar" data-colour={1}>
        You see what Ben looks at.{" "}
        <button type="button" className="link">
          Stop following
        </button>
      </div>
    </Part>
  );
}

function MenuOpen(): ReactNode {
  return (
    <Part title="Menu, open">
      <div className="menu" role="group" aria-label="More">
        <button type="button" className="menu-item">
          <Undo2 aria-hidden />
          <span>Undo</span>
          <kbd aria-hidden>Ctrl+Z</kbd>
        </button>
        <button type="button" className="menu-item" disabled>
          <Search aria-hidden />
          <span>Find</span>
        </button>
      </div>
    </Part>
  );
}

function LongNames(): ReactNode {
  return (
    <Part title="Names: from right to left, too long, none">
      {NAMES.map((name) => (
        <article key={name} className="conversation" aria-label={name.slice(0, 20) || "no name"}>
          <div className="comment">
            <span className="face" data-colour={3} aria-hidden>
              {initials(name.slice(0, 20))}
            </span>
            <div className="comment-body">
              <p className="comment-head">
                <bdi>{name.slice(0, 20)}</bdi> <span className="note">23 Nov</span>
              </p>
              <p className="comment-text" dir="auto">
                {name}
              </p>
            </div>
          </div>
        </article>
      ))}
    </Part>
  );
}
