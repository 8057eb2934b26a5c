/** Everybody with an account, for the owner, who may delete one: told what goes, and asked for the name once more. */

import { type ReactNode, useEffect, useState } from "react";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useAsk } from "./useAsk";

interface KnownPerson {
  readonly personId: string;
  readonly name: string;
  readonly isOwner: boolean;
}

interface People {
  readonly people: readonly KnownPerson[];
}

interface Obstacle {
  readonly case: "owner" | "lastAdmin" | "run";
  readonly project?: string;
  readonly runId?: string;
}

interface DeletionPlan {
  readonly person: { readonly personId: string; readonly name: string };
  readonly pseudonym: string;
  readonly sessions: number;
  readonly tokens: number;
  readonly projects: readonly string[];
  readonly entries: number;
  readonly records: number;
  readonly obstacles?: readonly Obstacle[];
}

export function PeopleList({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useText("people");
  const { isBusy, error, ask } = useAsk();
  const [people, setPeople] = useState<readonly KnownPerson[]>([]);
  const [plan, setPlan] = useState<DeletionPlan | null>(null);
  const [pseudonym, setPseudonym] = useState<string | null>(null);
  useEffect(() => {
    void ask(rest.get<People>("/api/people")).then((answer) => answer && setPeople(answer.people));
  }, [ask, rest]);
  const look = async (person: KnownPerson): Promise<void> => {
    setPseudonym(null);
    setPlan((await ask(rest.get<DeletionPlan>(`/api/people/${person.personId}/deletion`))) ?? null);
  };
  const remove = async (name: string): Promise<void> => {
    if (!plan) return;
    const { personId } = plan.person;
    const answer = await ask(rest.put<{ readonly pseudonym: string }>(`/api/people/${personId}/deletion`, { name }));
    if (!answer) return;
    setPeople(people.filter((each) => each.personId !== personId));
    setPseudonym(answer.pseudonym);
    setPlan(null);
  };
  return (
    <>
      <p className="note">{say("peopleHint")}</p>
      <ul className="members" aria-busy={isBusy}>
        {people.map((person) => (
          <li key={person.personId}>
            <div className="who">
              <strong>
                <bdi>{person.name}</bdi>
              </strong>{" "}
              {person.isOwner ? <span className="badge">{say("kind.owner")}</span> : null}
            </div>
            {person.isOwner ? null : (
              <button
                type="button"
                disabled={isBusy}
                aria-label={say("deleteOf", { name: person.name })}
                onClick={() => void look(person)}
              >
                {say("delete")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isBusy && !plan ? <p className="note">{say("lookingThrough")}</p> : null}
      {plan ? (
        <Deletion
          key={plan.person.personId}
          plan={plan}
          isBusy={isBusy}
          remove={(name) => void remove(name)}
          cancel={() => setPlan(null)}
        />
      ) : null}
      {pseudonym ? (
        <p className="note" role="status">
          {say("deleted", { pseudonym })}
        </p>
      ) : null}
      <ErrorNotice error={error} />
    </>
  );
}

interface DeletionProperties {
  readonly plan: DeletionPlan;
  readonly isBusy: boolean;
  readonly remove: (name: string) => void;
  readonly cancel: () => void;
}

function Deletion({ plan, isBusy, remove, cancel }: DeletionProperties): ReactNode {
  const say = useText("people");
  const [typed, setTyped] = useState("");
  const { name } = plan.person;
  const obstacles = plan.obstacles ?? [];
  const { pseudonym, sessions, tokens, records, entries } = plan;
  const projects = plan.projects.join(", ") || say("noProject");
  return (
    <form
      className="form-section"
      onSubmit={(event) => {
        event.preventDefault();
        remove(typed);
      }}
    >
      <h4>
        <bdi>{say("deleteOf", { name })}</bdi>
      </h4>
      <p>{say("deletionGoes", { sessions, tokens, records, projects, entries, pseudonym })}</p>
      <p>{say("deletionBackups")}</p>
      {obstacles.map((each) => (
        <p key={`${each.case} ${each.project} ${each.runId}`} role="alert">
          {say(`obstacle.${each.case}`, { project: each.project ?? "", run: each.runId ?? "" })}
        </p>
      ))}
      {obstacles.length === 0 ? (
        <label className="field">
          {say("deletionType", { name })}
          <input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </label>
      ) : null}
      <div className="row">
        {obstacles.length === 0 ? (
          <button type="submit" disabled={isBusy || typed !== name}>
            {say("deletionDo")}
          </button>
        ) : null}
        <button type="button" onClick={cancel}>
          {say("cancelDeletion")}
        </button>
      </div>
    </form>
  );
}
