/** The projects somebody may open, and a new one. */

import { useEffect, useState, type ReactNode } from "react";
import type { Project } from "../protocol";
import type { Rest } from "../session/rest";
import { goTo } from "./route";
import { useText } from "./text";
import { words } from "./words";
import { shown } from "./workbench";

export function ProjectList({ rest, loggedOut }: { readonly rest: Rest; readonly loggedOut: () => void }): ReactNode {
  const say = useText(words);
  const [projects, setProjects] = useState<readonly Project[] | null>(null);
  const [name, setName] = useState("");
  useEffect(() => {
    void shown(rest.get<{ readonly projects: readonly Project[] }>("/api/projects")).then((answer) => setProjects(answer?.projects ?? []));
  }, [rest]);
  const create = async (): Promise<void> => {
    const made = await shown(rest.post<Project>("/api/projects", { name }));
    if (made) goTo({ project: made.name });
  };
  const leave = async (): Promise<void> => {
    await shown(rest.delete("/api/session"));
    loggedOut();
  };
  return (
    <main className="door">
      <section className="card">
        <h1>{say("projects")}</h1>
        {projects === null ? <p className="note">{say("loading")}</p> : null}
        {projects?.length === 0 ? <p className="note">{say("noProjects")}</p> : null}
        <ul className="projects">
          {projects?.map((project) => (
            <li key={project.projectId}>
              <button type="button" onClick={() => goTo({ project: project.name })}>
                <bdi>{project.name}</bdi> <span className="detail">{say("revision", { revision: project.revision })}</span>
              </button>
            </li>
          ))}
        </ul>
        <form className="row" onSubmit={(event) => { event.preventDefault(); void create(); }}>
          <input type="text" aria-label={say("newProject")} placeholder={say("newProject")} title={say("projectNameHint")} pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}" value={name} required onChange={(event) => setName(event.target.value)} />
          <button type="submit">{say("create")}</button>
        </form>
        <button type="button" className="link" onClick={() => void leave()}>{say("logout")}</button>
      </section>
    </main>
  );
}
