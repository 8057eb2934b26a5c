/** Every project with its size, its admins and its last change; a legal hold is set and lifted here, with a reason. */

import { type ReactNode, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage } from "../ui/text";
import { type ProjectStanding, size } from "./installation";
import { useWords } from "./useWords";

interface Holds {
  readonly holds: readonly { readonly projectId: string; readonly reason: string }[];
}

interface Properties {
  readonly rest: Rest;
  readonly projects: readonly ProjectStanding[];
}

export function Projects({ rest, projects }: Properties): ReactNode {
  const say = useWords();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const { isBusy, error, ask } = useAsk();
  const [holds, setHolds] = useState(() => new Map(projects.map(({ projectId, hold }) => [projectId, hold])));
  const [asked, setAsked] = useState<ProjectStanding | null>(null);
  const [reason, setReason] = useState("");
  const change = async ({ projectId }: ProjectStanding): Promise<void> => {
    const isHeld = holds.get(projectId) === undefined;
    const answer = await ask(rest.put<Holds>(`/api/holds/${projectId}`, { reason, isHeld }));
    if (!answer) return;
    setHolds(new Map(answer.holds.map((each) => [each.projectId, each.reason])));
    setAsked(null);
    setReason("");
  };
  const act = (each: ProjectStanding): string => say(holds.get(each.projectId) === undefined ? "hold" : "lift");
  return (
    <>
      <div className="administration" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("project")}</th>
              <th scope="col">{say("admins")}</th>
              <th scope="col">{say("changedAt")}</th>
              <th scope="col">{say("revision")}</th>
              <th scope="col">{say("entries")}</th>
              <th scope="col">{say("documents")}</th>
              <th scope="col">{say("legalHold")}</th>
            </tr>
          </thead>
          <tbody>
            {projects.map((each) => (
              <tr key={each.projectId}>
                <th scope="row">
                  <bdi>{each.name}</bdi>
                </th>
                <td>
                  <bdi>{each.admins.join(", ")}</bdi>
                </td>
                <td>{moment(each.changedAt, language)}</td>
                <td>{number.format(each.revision)}</td>
                <td>{number.format(each.entries)}</td>
                <td>
                  {number.format(each.documents)} ({size(each.documentBytes, language)})
                </td>
                <td>
                  <bdi>{holds.get(each.projectId) ?? ""}</bdi>{" "}
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`${act(each)}: ${each.name}`}
                    onClick={() => setAsked(each)}
                  >
                    {act(each)}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">{say("holdHint")}</p>
      {asked ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void change(asked);
          }}
        >
          <label>
            {say("reasonFor", { act: act(asked), name: asked.name })}
            <input value={reason} required maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </label>
          <div className="row">
            <button type="submit" className="primary" disabled={isBusy || reason.trim() === ""}>
              {act(asked)}
            </button>
            <button type="button" onClick={() => setAsked(null)}>
              {say("cancel")}
            </button>
          </div>
        </form>
      ) : null}
      <ErrorNotice error={error} />
    </>
  );
}
