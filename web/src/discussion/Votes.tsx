/** The votes of a round: a claim in each row, what each persona says to it in each column. */

import { memo, type ReactNode, useMemo } from "react";
import { useText } from "../ui/text";
import type { Ballot, Claims, Stance } from "./record";
import type { Round } from "./rounds";
import { useBallots } from "./useDiscussion";

const SIGNS: Readonly<Record<Stance, string>> = { agree: "✓", object: "✗", needInformation: "?" };

interface Properties {
  readonly round: Round;
  readonly personas: readonly string[];
  readonly claims: Claims;
  /** Those of earlier rounds are folded. */
  readonly isNewest: boolean;
}

const isSame = (one: Properties, two: Properties): boolean =>
  one.isNewest === two.isNewest &&
  one.claims === two.claims &&
  one.personas === two.personas &&
  one.round.votes.length === two.round.votes.length &&
  one.round.votes.every((vote, index) => vote === two.round.votes[index]);

export const Votes = memo(({ round, personas, claims, isNewest }: Properties): ReactNode => {
  const say = useText("discussion");
  const ballots = useBallots(round.votes);
  const rows = useMemo(() => votedOn(ballots), [ballots]);
  if (ballots.length === 0) return null;
  return (
    <details className="votes" open={isNewest}>
      <summary>
        {say("votes", { number: round.number })} <span className="note">{say("votesMore", { count: rows.size })}</span>
      </summary>
      {ballots
        .filter((ballot) => !ballot.isValid)
        .map((ballot) => (
          <p key={ballot.persona} className="note bad">
            <bdi>{ballot.persona}</bdi>: {say("noVote")}
            {ballot.problem ? (
              <>
                {" "}
                (<bdi>{ballot.problem}</bdi>)
              </>
            ) : null}
          </p>
        ))}
      <div className="votes-scroll" tabIndex={0} role="region" aria-label={say("votes", { number: round.number })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("claim")}</th>
              {personas.map((name) => (
                <th key={name} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows].map(([claimId, votes]) => (
              <tr key={claimId}>
                <th scope="row">
                  <span className="type-code">{claimId}</span> <bdi>{claims.get(claimId)?.text ?? ""}</bdi>
                </th>
                {personas.map((name) => {
                  const vote = votes.get(name);
                  return vote ? (
                    <td key={name} data-stance={vote.stance}>
                      <span className="stance">
                        <span aria-hidden>{SIGNS[vote.stance]}</span> {say(`stance.${vote.stance}`)}
                      </span>
                      <span className="reason">
                        <bdi>{vote.question || vote.reason}</bdi>
                      </span>
                    </td>
                  ) : (
                    <td key={name} className="note">
                      {say("noVote")}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}, isSame);
Votes.displayName = "Votes";

type Vote = Ballot["votes"][number];

/** By claim and persona, claims in the order of the first ballot that has them. */
function votedOn(ballots: readonly Ballot[]): ReadonlyMap<string, ReadonlyMap<string, Vote>> {
  const rows = new Map<string, Map<string, Vote>>();
  for (const ballot of ballots) {
    for (const vote of ballot.votes) {
      const row = rows.get(vote.claimId) ?? new Map<string, Vote>();
      rows.set(vote.claimId, row.set(ballot.persona, vote));
    }
  }
  return rows;
}
