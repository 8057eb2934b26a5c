/** API tokens for programs: those that live, one more, and their end. */

import { type ReactNode, useEffect, useState } from "react";
import { ACCESSES, type Access, type ProjectHeader } from "../protocol";
import type { Rest } from "../session/rest";
import { ErrorNotice } from "../ui/ErrorText";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { OnceShown } from "./OnceShown";
import { useAsk } from "./useAsk";

interface Token {
  readonly tokenId: string;
  readonly name: string;
  readonly project: string;
  readonly access: Access;
  readonly expiresAt: string;
}

interface Tokens {
  readonly tokens: readonly Token[];
}

type Listed = ProjectHeader & { readonly access: Access };

/** As long as the server lets a token live. */
const MAX_DAYS = 366;

export function TokenList({ rest }: { readonly rest: Rest }): ReactNode {
  const say = useText("people");
  const language = useLanguage();
  const { isBusy, error, ask } = useAsk();
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  const [projects, setProjects] = useState<readonly string[]>([]);
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    void ask(
      Promise.all([
        rest.get<Tokens>("/api/tokens"),
        rest.get<{ readonly projects: readonly Listed[] }>("/api/projects"),
      ]),
    ).then((answer) => {
      if (!answer) return;
      setTokens(answer[0].tokens);
      setProjects(answer[1].projects.filter((project) => project.access === "admin").map((project) => project.name));
    });
  }, [ask, rest]);
  const make = async (body: object): Promise<void> => {
    const answer = await ask(
      rest
        .post<{ readonly token: string }>("/api/tokens", body)
        .then(async ({ token }) => ({ token, ...(await rest.get<Tokens>("/api/tokens")) })),
    );
    if (!answer) return;
    setMade(answer.token);
    setTokens(answer.tokens);
  };
  const end = async (token: Token): Promise<void> => {
    const answer = await ask(rest.delete<Tokens>(`/api/tokens/${token.tokenId}`));
    if (answer) setTokens(answer.tokens);
  };
  return (
    <>
      <p className="note">{say("tokensHint")}</p>
      <ul className="members">
        {tokens.map((token) => (
          <li key={token.tokenId}>
            <div className="who">
              <strong>{token.name}</strong>{" "}
              <span className="badge">
                <bdi>{token.project}</bdi>
              </span>
              <p className="note">
                {say("tokenEnds", { access: say(`access.${token.access}`), until: moment(token.expiresAt, language) })}
              </p>
            </div>
            <button
              type="button"
              disabled={isBusy}
              aria-label={say("endOf", { name: token.name })}
              onClick={() => void end(token)}
            >
              {say("end")}
            </button>
          </li>
        ))}
      </ul>
      {tokens.length === 0 ? <p className="note">{say("noTokens")}</p> : null}
      {made ? <OnceShown key={made} label={say("tokenMade")} text={made} /> : null}
      {projects.length > 0 ? (
        <TokenForm projects={projects} isBusy={isBusy} make={(body) => void make(body)} />
      ) : (
        <p className="note">{say("noAdminProject")}</p>
      )}
      <ErrorNotice error={error} />
    </>
  );
}

function TokenForm({
  projects,
  isBusy,
  make,
}: {
  readonly projects: readonly string[];
  readonly isBusy: boolean;
  readonly make: (body: object) => void;
}): ReactNode {
  const say = useText("people");
  const [project, setProject] = useState(projects[0] ?? "");
  const [access, setAccess] = useState<Access>("viewer");
  const [days, setDays] = useState(30);
  return (
    <form
      className="form row wrap"
      onSubmit={(event) => {
        event.preventDefault();
        make({ project, access, days });
      }}
    >
      <select aria-label={say("project")} value={project} onChange={(event) => setProject(event.target.value)}>
        {projects.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <select aria-label={say("access")} value={access} onChange={(event) => setAccess(event.target.value as Access)}>
        {ACCESSES.map((each) => (
          <option key={each} value={each}>
            {say(`access.${each}`)}
          </option>
        ))}
      </select>
      <label className="row">
        {say("days")}
        <input
          type="number"
          min={1}
          max={MAX_DAYS}
          required
          value={days}
          onChange={(event) => setDays(event.target.valueAsNumber || 1)}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        {say("makeToken")}
      </button>
    </form>
  );
}
