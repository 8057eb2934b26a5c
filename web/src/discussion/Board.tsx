/**
 * A discussion as a board: what is being said, each claim with who holds it and why, and beside them what people said. The
 * elements that are named light up in the diagram.
 */

import { Check, CircleHelp, type LucideIcon, Minus, User, X } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { FormCard } from "../forms/FormCard";
import { openForms } from "../forms/forms";
import { Markdown } from "../markdown/Markdown";
import type { Run } from "../protocol";
import { textOf } from "../state/threads";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { boardOf, type Claim, GROUPS, isOfPerson } from "./board";
import { OwnVote } from "./OwnVote";
import { Turn } from "./Rounds";
import type { Claims, Stance } from "./record";
import { type Held, newestRound, type Said } from "./rounds";

interface Properties {
  readonly run: Run;
  readonly held: Held;
  /** In the order of speaking, as the server says. */
  readonly personas: readonly string[];
  readonly claims: Claims;
  readonly showTurn: (messageId: string) => void;
}

export function Board({ run, held, personas, claims, showTurn }: Properties): ReactNode {
  const say = useText("discussion");
  const board = useMemo(() => boardOf(claims, personas), [claims, personas]);
  const remarks = useMemo(() => remarksOf(held), [held]);
  const live = newestRound(held)?.said.findLast(({ isLive }) => isLive);
  const waits = useStore((state) => state.runs.waits.get(run.runId));
  const handed = useRef<string>(undefined);
  return (
    <>
      {live ? <Turn said={live} column={personas.indexOf(live.message.author.name)} claims={claims} /> : null}
      {claims.size === 0 && remarks.length === 0 && !live ? <p className="note">{say("noClaims")}</p> : null}
      <div className="board">
        {openForms(waits).map(({ stepId, form, expiresAt }) => (
          <FormCard key={stepId} runId={run.runId} stepId={stepId} form={form} expiresAt={expiresAt} />
        ))}
        {GROUPS.map((group) =>
          board[group].length === 0 ? null : (
            <section key={group} className="board-group" data-group={group} aria-labelledby={`board-${group}`}>
              <h3 id={`board-${group}`}>
                {say(`group.${group}`)} <span className="count">{board[group].length}</span>
              </h3>
              <ol>
                {board[group].map((claim) => (
                  <ClaimCard
                    key={claim.claimId}
                    claim={claim}
                    voice={personas.indexOf(claim.persona)}
                    showTurn={showTurn}
                  >
                    <OwnVote runId={run.runId} claim={claim} handed={handed} />
                  </ClaimCard>
                ))}
              </ol>
            </section>
          ),
        )}
        {remarks.length === 0 ? null : (
          <section className="board-group" data-group="people" aria-labelledby="board-people">
            <h3 id="board-people">
              {say("group.people")} <span className="count">{remarks.length}</span>
            </h3>
            <ol>
              {remarks.map(({ message }) => (
                <li key={message.messageId} className="claim" data-kind="remark">
                  <ClaimHead name={message.author.name} messageId={message.messageId} label="" showTurn={showTurn} />
                  <Markdown text={textOf(message)} />
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </>
  );
}

function remarksOf({ sections }: Held): readonly Said[] {
  return sections.flatMap((section) =>
    section.kind === "round" ? section.round.said.filter(({ kind }) => kind === "remark") : [],
  );
}

interface CardProperties {
  readonly claim: Claim;
  /** Its colour: the place of who made it in the order of speaking. */
  readonly voice: number;
  readonly showTurn: (messageId: string) => void;
  readonly children: ReactNode;
}

function ClaimCard({ claim, voice, showTurn, children }: CardProperties): ReactNode {
  const say = useText("discussion");
  const { stances } = claim;
  const reasons = stances.filter(({ reason }) => reason !== "");
  return (
    <li className="claim" data-voice={voice}>
      <ClaimHead name={claim.persona} messageId={claim.messageId} label={claim.turn} showTurn={showTurn} />
      <Markdown text={claim.text} />
      {claim.votes.length === 0 ? (
        <p className="note">{say("notVoted")}</p>
      ) : reasons.length === 0 ? (
        <StanceList stances={stances} />
      ) : (
        <details className="reasons">
          <summary>
            <StanceList stances={stances} />
          </summary>
          <ul>
            {reasons.map(({ persona, personId, reason }) => (
              <li key={personId ?? persona}>
                <bdi>{persona}</bdi>: <bdi>{reason}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {children}
    </li>
  );
}

interface HeadProperties {
  readonly name: string;
  readonly messageId: string;
  readonly label: string;
  readonly showTurn: (messageId: string) => void;
}

function ClaimHead({ name, messageId, label, showTurn }: HeadProperties): ReactNode {
  const say = useText("discussion");
  return (
    <header>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <button
        type="button"
        className="link"
        aria-label={label === "" ? say("goToRemark", { name }) : say("goToTurn", { label })}
        onClick={() => showTurn(messageId)}
      >
        {label === "" ? say("read") : say("turn", { label })}
      </button>
    </header>
  );
}

const SIGNS: Readonly<Record<Stance | "none", LucideIcon>> = {
  agree: Check,
  object: X,
  needInformation: CircleHelp,
  none: Minus,
};

function StanceList({ stances }: { readonly stances: Claim["stances"] }): ReactNode {
  const say = useText("discussion");
  return (
    <span className="stances">
      {stances.map((voice) => {
        const { persona, stance, personId } = voice;
        const Sign = SIGNS[stance ?? "none"];
        const vote = stance === undefined ? say("noVote") : say(`stance.${stance}`);
        const told = voice.isLate ? `${vote} (${say("late")})` : vote;
        return (
          <span key={personId ?? persona} className="badge" data-stance={stance ?? "none"} title={`${persona} ${told}`}>
            {isOfPerson(voice) ? <User aria-hidden /> : null}
            <Sign aria-hidden />
            <bdi>{persona}</bdi>
            <span className="visually-hidden"> {told}</span>
          </span>
        );
      })}
    </span>
  );
}
