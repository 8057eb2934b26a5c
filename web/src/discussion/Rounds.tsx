/** The rounds of a discussion: what was said, whose turn it is, what people were asked, how everybody voted. */

import { memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { AnsweredCard } from "../forms/AnsweredCard";
import { FormCard } from "../forms/FormCard";
import { answeredOf, openForms } from "../forms/forms";
import { Markdown } from "../markdown/Markdown";
import type { Run, Step } from "../protocol";
import { textOf } from "../state/threads";
import { useText } from "../ui/text";
import { usePreferences } from "../ui/usePreferences";
import { useStore } from "../ui/useStore";
import type { Claims } from "./record";
import { type Held, newestRound, type Round, type Said } from "./rounds";
import { Votes } from "./Votes";

interface Properties {
  readonly run: Run;
  readonly held: Held;
  /** In the order of speaking, as the server says. */
  readonly personas: readonly string[];
  readonly claims: Claims;
}

/** Closer to the end than this, the page follows what is being said. */
const FOLLOW_PX = 120;

export function Rounds({ run, held, personas, claims }: Properties): ReactNode {
  const end = useFollowing(held);
  const newest = newestRound(held);
  const say = useText("discussion");
  return (
    <div className="rounds" ref={end}>
      {held.sections.map((section) =>
        section.kind === "form" ? (
          <Form key={section.step.stepId} run={run} step={section.step} />
        ) : (
          <RoundView
            key={`round ${section.round.number}`}
            round={section.round}
            personas={personas}
            claims={claims}
            isNewest={section.round === newest}
          />
        ),
      )}
      {held.closing ? (
        <article
          className="turn last-word"
          id={`turn-${held.closing.messageId}`}
          tabIndex={-1}
          data-live={held.closing.status === "streaming"}
          aria-label={say("lastWord")}
        >
          <header>
            <strong>
              <bdi>{held.closing.author.name}</bdi>
            </strong>{" "}
            <span className="note">{say("lastWord")}</span>
          </header>
          <Markdown text={textOf(held.closing)} />
        </article>
      ) : null}
    </div>
  );
}

interface RoundProperties {
  readonly round: Round;
  readonly personas: readonly string[];
  readonly claims: Claims;
  readonly isNewest: boolean;
}

function RoundView({ round, personas, claims, isNewest }: RoundProperties): ReactNode {
  const say = useText("discussion");
  const { discussionAs } = usePreferences();
  const id = `round-${round.number}`;
  const stage =
    round.stage === "speaking" ? say("stage.speaking", { name: round.speaker ?? "" }) : say(`stage.${round.stage}`);
  return (
    <section className="round" aria-labelledby={id}>
      <h3 id={id}>
        {say("round", { number: round.number })}{" "}
        <span className="badge" data-stage={round.stage}>
          <bdi>{stage}</bdi>
        </span>
      </h3>
      <div className="turns" data-as={discussionAs} style={{ ["--voices" as string]: Math.max(personas.length, 1) }}>
        {round.said.map((said) => (
          <Turn
            key={said.message.messageId}
            said={said}
            column={personas.indexOf(said.message.author.name)}
            claims={claims}
          />
        ))}
      </div>
      {round.votes.length > 0 ? <Votes round={round} personas={personas} claims={claims} isNewest={isNewest} /> : null}
    </section>
  );
}

interface TurnProperties {
  readonly said: Said;
  readonly column: number;
  readonly claims: Claims;
}

/** Only the turn that grows is drawn again with every word of it. */
const isSameTurn = (one: TurnProperties, two: TurnProperties): boolean =>
  one.said.message === two.said.message &&
  one.said.label === two.said.label &&
  one.column === two.column &&
  one.claims === two.claims;

export const Turn = memo(({ said, column, claims }: TurnProperties): ReactNode => {
  const say = useText("discussion");
  const { message, kind, label, isLive } = said;
  const own = useMemo(
    () => [...claims.values()].filter((claim) => claim.messageId === message.messageId),
    [claims, message.messageId],
  );
  const isVotedOn = own.some((claim) => claim.votes.length > 0);
  const { name } = message.author;
  const place = kind === "remark" ? "" : say(kind, { label });
  const style = kind === "remark" || column < 0 ? undefined : { ["--column" as string]: column + 1 };
  return (
    <article
      className="turn"
      id={`turn-${message.messageId}`}
      tabIndex={-1}
      data-kind={kind}
      data-live={isLive}
      data-voice={column}
      style={style}
      aria-label={place ? `${name}, ${place}` : name}
      aria-busy={isLive}
    >
      <header>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {place ? <span className="note">{place}</span> : null}
        {isLive ? (
          <span className="badge live" data-status="running">
            {say("live")}
          </span>
        ) : null}
      </header>
      {kind === "remark" ? (
        <p className="said">
          <bdi>{textOf(message)}</bdi>
        </p>
      ) : (
        <Markdown text={textOf(message)} />
      )}
      {own.length > 0 ? (
        <p className="note">
          {isVotedOn
            ? say("claimsOf", { count: own.length, settled: own.filter((claim) => claim.isSettled).length })
            : say("claimsMade", { count: own.length })}
        </p>
      ) : null}
    </article>
  );
}, isSameTurn);
Turn.displayName = "Turn";

/** A set of questions where it was asked: to be answered, or as it was answered. */
function Form({ run, step }: { readonly run: Run; readonly step: Step }): ReactNode {
  const waits = useStore((state) => state.runs.waits.get(run.runId));
  const open = openForms(waits).find((each) => each.stepId === step.stepId);
  if (open) return <FormCard runId={run.runId} stepId={step.stepId} form={open.form} expiresAt={open.expiresAt} />;
  const answered = answeredOf(step);
  return answered ? <AnsweredCard {...answered} /> : null;
}

/** Keeps the end in sight while it grows, unless somebody has scrolled up to read. */
function useFollowing(held: Held): React.RefObject<HTMLDivElement | null> {
  const inside = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const scroller = inside.current?.parentElement;
    if (!scroller) return;
    const onScroll = (): void => {
      follows.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < FOLLOW_PX;
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, []);
  useEffect(() => {
    const scroller = inside.current?.parentElement;
    if (follows.current && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [held]);
  return inside;
}
