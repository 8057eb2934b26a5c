/** The projects somebody may open, and a new one. */

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { unreadOf } from "../comments/seen";
import type { ProjectHeader } from "../protocol";
import type { Rest } from "../session/rest";
import { find } from "./finding";
import { late } from "./late";
import { moment } from "./moment";
import { projectName } from "./projectName";
import { goTo } from "./route";
import { useLanguage, useText } from "./text";
import { shown } from "./workbench";

const AccountDialog = late(() =>
  import("../people/AccountDialog").then(({ AccountDialog }) => ({ default: AccountDialog })),
);

interface Listed extends ProjectHeader {
  readonly lastChange?: { readonly author: { readonly name: string }; readonly at: string };
  /** Unknown of a model with many changes that was not opened for long. */
  readonly nodes?: number;
  /** People who are in it now. */
  readonly here?: number;
  /** Comments that were meant for me, in conversations that are open. */
  readonly saidToMe?: readonly string[];
}

interface Properties {
  readonly rest: Rest;
  /** Somebody who has just come and has one project wants to go there, not choose. */
  readonly isArriving: boolean;
  readonly loggedOut: () => void;
}

export function ProjectList({ rest, isArriving, loggedOut }: Properties): ReactNode {
  const say = useText("frame");
  const [projects, setProjects] = useState<readonly Listed[] | null>(null);
  const [typed, setTyped] = useState("");
  const name = projectName(typed);
  const [isAccountOpen, setAccountOpen] = useState(false);
  useEffect(() => {
    void shown(rest.get<{ readonly projects: readonly Listed[] }>("/api/projects")).then((answer) => {
      const [first, second] = answer?.projects ?? [];
      if (isArriving && first && !second) goTo({ project: first.name }, "replace");
      else setProjects(answer?.projects ?? []);
    });
  }, [rest, isArriving]);
  const create = async (): Promise<void> => {
    const made = await shown(rest.post<ProjectHeader>("/api/projects", { name }));
    if (made) goTo({ project: made.name });
  };
  const leave = async (): Promise<void> => {
    await shown(rest.delete("/api/session"));
    loggedOut();
  };
  // Nothing to click before it is known whether somebody stays here: what was opened would vanish with the list.
  if (projects === null) {
    return (
      <main className="door">
        <section className="card">
          <h1>{say("projects")}</h1>
          <p className="note">{say("loading")}</p>
        </section>
      </main>
    );
  }
  return (
    <main className="door">
      <section className="card">
        <h1>{say("projects")}</h1>
        {projects.length === 0 ? <p className="note">{say("noProjects")}</p> : null}
        <Projects projects={projects} />
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <input
            type="text"
            aria-label={say("newProject")}
            placeholder={say("newProject")}
            title={say("projectNameHint")}
            value={typed}
            required
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="primary" disabled={name === ""}>
            {say("create")}
          </button>
        </form>
        {name === typed || typed.trim() === "" ? null : (
          <p className="note" role="status">
            {name === "" ? say("projectNameNeeds") : say("projectCalled", { name })}
          </p>
        )}
        <div className="row apart">
          <button type="button" className="link" onClick={() => setAccountOpen(true)}>
            {say("account")}
          </button>
          <button type="button" className="link" onClick={() => void leave()}>
            {say("logout")}
          </button>
        </div>
      </section>
      {isAccountOpen ? (
        <Suspense fallback={null}>
          <AccountDialog rest={rest} close={() => setAccountOpen(false)} />
        </Suspense>
      ) : null}
    </main>
  );
}

/** What somebody said to me while I was away. */
function Unread({ count }: { readonly count: number }): ReactNode {
  const say = useText("frame");
  return count === 0 ? null : <strong className="count">{say("unreadForMe", { count })}</strong>;
}

/** So many are seen at a glance; more are searched. */
const AT_A_GLANCE = 6;

function Projects({ projects }: { readonly projects: readonly Listed[] }): ReactNode {
  const say = useText("frame");
  const language = useLanguage();
  const [sought, setSought] = useState("");
  const found = sought.trim() === "" ? projects : find(projects, sought, projects.length, ({ name }) => name);
  return (
    <>
      {projects.length > AT_A_GLANCE ? (
        <input
          type="search"
          aria-label={say("seekProject")}
          placeholder={say("seekProject")}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      ) : null}
      <ul className="projects">
        {found.map(({ projectId, name, revision, phase, lastChange, nodes, here = 0, saidToMe = [] }) => (
          <li key={projectId}>
            <button type="button" onClick={() => goTo({ project: name })}>
              <span className="project-name">
                <bdi>{name}</bdi>
                {here === 0 ? null : <span className="count">{say("areHere", { count: here })}</span>}
                <Unread count={unreadOf(name, saidToMe)} />
              </span>{" "}
              <span className="detail" title={revision === 0 ? undefined : say("phaseMeans")}>
                {revision > 0 && nodes !== undefined ? `${say("holds", { count: nodes })}, ` : null}
                {revision === 0 ? say("notBegun") : say("howFar", { phase, count: revision })}
                {lastChange === undefined ? null : (
                  <bdi>{say("lastBy", { name: lastChange.author.name, at: moment(lastChange.at, language) })}</bdi>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && projects.length > 0 ? (
        <p className="note" role="status">
          {say("nothingFound")}
        </p>
      ) : null}
    </>
  );
}
